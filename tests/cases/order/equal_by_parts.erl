%%! explore: tuples/3
%% Equal without being the same, part by part: `{1, a} == {1.0, a}`.
-module(equal_by_parts).
-export([tuples/3]).

-spec tuples({number(), atom()}, {number(), atom()}, {number(), atom()}) -> atom().
tuples({A, X} = One, {B, X} = Other, {_, _} = Third) when One == Other, Other == Third ->
    case One == Third of
        true when is_float(A), is_integer(B) -> error(float);
%%                                              ^^^^^^^^^^^^ crash: error:float, tuples({A, X}, {B, X}, {_, X}) when A == B
        true -> equal;
        false -> error(never)
    end;
tuples(_, _, _) -> others.

%%! stop: exhausted
%%! complete
