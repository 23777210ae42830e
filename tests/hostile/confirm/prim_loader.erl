%%! tries: to have the loader of OTP read what is outside
-module(prim_loader).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> error({told, catch erl_prim_loader:get_file(?SECRET_FILE), catch file:read_file(?SECRET_FILE), catch prim_file:read_file(?SECRET_FILE)});
        false -> ok
    end,
    100 div N.
