%%! explore: f/1
%% Zeros at the end are not written; a binary all the same.
-module(compact_text).
-export([f/1]).

-spec f(float()) -> atom().
f(Number) when Number > 0.0, Number < 100.0 ->
    case float_to_binary(Number, [{decimals, 3}, compact]) of
        <<"2.5">> -> error(half);
%%                   ^^^^^^^^^^^ crash: error:half, f(N) when N >= 2.4995, N =< 2.5005
        _ -> ok
    end;
f(_) -> other.

%%! runs: 5000
%%! covers: all
