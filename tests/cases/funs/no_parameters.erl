%%! explore: start/2
%% A fun without parameters has one answer.
-module(no_parameters).
-export([start/2]).

-spec start(fun(() -> {ok, pos_integer()} | ignore), fun(() -> term())) -> pos_integer().
start(Init, Name) ->
    case {Init(), Name(), Init()} of
        {{ok, 12}, name, {ok, 12}} -> error(found);
%%                                    ^^^^^^^^^^^^ crash: error:found, start(_, _)
        {{ok, N}, _, {ok, N}} -> N;
        {ignore, _, ignore} -> 1
    end.

%%! stop: exhausted
%%! covers: all
