%%! explore: f/1
%% The module that is passed has to answer, within what its callback may return.
-module(module_answers).
-export([f/1]).

-callback init(integer()) -> {ok, integer()} | ignore.

-spec f(module()) -> ok.
f(Module) ->
    case Module:init(3) of
%%       ^^^^^^^^^^^ crash: error:undef, f(_)
        {ok, N} when N > 41 ->
            error(bug);
%%          ^^^^^^^^^^ crash: error:bug, f(M) when is_atom(M)
        {ok, _} -> ok;
        ignore -> ok
    end.
