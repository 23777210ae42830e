%%! explore: f/1
-module(integer_as_text).
-export([f/1]).
-spec f(-999..999) -> ok.
f(Number) ->
    case integer_to_binary(Number) of
        <<$-, _, $7, _/binary>> when Number > -60 -> error(seven);
%%                                                   ^^^^^^^^^^^^ crash: error:seven, f(N) when N > -60, N < 0
        <<X, Y, X>> when X + 4 =:= Y -> error(palindrome);
%%                                      ^^^^^^^^^^^^^^^^^ crash: error:palindrome, f(N) when N > 100
        _ -> ok
    end.
%%! stop: exhausted
