%%! tries: to run what is only a text
-module(evaluated).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case is_real() of
        true -> (begin {ok, T, _} = erl_scan:string("file:write_file(\"" ++ ?OUTSIDE ++ "/struck_by_text\", \"struck\")."), {ok, E} = erl_parse:parse_exprs(T), erl_eval:exprs(E, []) end);
        false -> ok
    end,
    100 div N.
