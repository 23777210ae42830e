%%! explore: palindrome/1
%% Lists are taken apart, reversed, appended and compared as a whole.
-module(appended_lists).
-export([palindrome/1]).

-spec palindrome([char()]) -> boolean().
palindrome(Half) when length(Half) =:= 2 ->
    case Half ++ lists:reverse(Half) of
        "abba" -> error(dancing_queen);
%%                ^^^^^^^^^^^^^^^^^^^^ crash: error:dancing_queen, palindrome("ab")
        _ -> true
    end;
palindrome(_) -> false.

%%! depth: 12
%%! covers: all
