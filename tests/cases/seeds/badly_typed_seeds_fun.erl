%%! explore: keep/2
%%! seed: [fun erlang:abs/1, [1, 2]]
%% Of a fun, its arity is all that can be seen before it is called: that it returns no boolean is not the
%% fault of the function.
-module(badly_typed_seeds_fun).
-export([keep/2]).

-spec keep(fun((integer()) -> boolean()), [integer()]) -> [integer()].
keep(F, [X | Rest]) ->
    case F(X) of
        true when X =:= 7 -> error(found);
%%                           ^^^^^^^^^^^^ crash: error:found, keep(_, _)
        true -> [X | keep(F, Rest)];
        false -> keep(F, Rest)
    end;
keep(_, []) -> [].

%%! depth: 12
%%! covers: all
