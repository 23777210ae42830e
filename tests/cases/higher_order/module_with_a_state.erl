%%! explore: f/2
%% What one function returns goes into the other.
-module(module_with_a_state).
-export([f/2]).

-callback init(integer()) -> {ok, integer()}.
-callback step(integer(), integer()) -> {more, integer()} | done.

-spec f(module(), integer()) -> ok.
f(Module, N) ->
    {ok, State} = Module:init(N),
%%                ^^^^^^^^^^^ crash: error:undef, f(_, _)
    case Module:step(State, 17) of
        {more, Next} when Next =:= State * 7, State > 100 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(M, _) when is_atom(M)
        _ -> ok
    end.
