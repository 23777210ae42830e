%%! explore: f/1
%% A built-in that is not followed fails: its arguments are in the trace as they were given.
-module(built_in_in_a_trace).
-export([f/1]).

-spec f([atom()]) -> ok.
f(Options) ->
    try erlang:alias(Options) of
        _ -> ok
    catch
        error:badarg:Trace ->
            shown(Trace, Options)
    end.

shown([{erlang, alias, [Options], _} | _], Options) -> throw(shown);
%%                                                     ^^^^^^^^^^^^ crash: throw:shown, f([_ | _])
shown(_, _) -> error(never).

%%! runs: 200
