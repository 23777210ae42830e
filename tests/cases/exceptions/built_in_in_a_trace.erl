%%! explore: f/1
%% A built-in that is not followed fails: its arguments are in the trace as they were given.
-module(built_in_in_a_trace).
-export([f/1]).

-spec f([foo | integer()]) -> ok.
f([foo | _] = Options) ->
    try erlang:alias(Options) of
        _ -> ok
    catch
        error:badarg:Trace -> shown(Trace, Options)
    end;
f(_) ->
    ok.

shown([{erlang, alias, [Other], _} | _], Options) when Other =/= Options -> error(never);
shown([{erlang, alias, [[_, 4711]], _} | _], _) -> throw(shown);
%%                                                 ^^^^^^^^^^^^ crash: throw:shown, f([foo, 4711])
shown(_, _) -> ok.

%%! runs: 200
