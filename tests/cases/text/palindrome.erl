%%! explore: check/1
%% A number that reads the same from behind.
-module(palindrome).
-export([check/1]).

-spec check(1..100000) -> atom().
check(N) when N > 200, N < 300 ->
    Text = integer_to_list(N),
    case lists:reverse(Text) of
        Text -> error(palindrome);
%%              ^^^^^^^^^^^^^^^^^ crash: error:palindrome, check(N) when N rem 10 =:= 2
        _ -> plain
    end;
check(_) -> other.
