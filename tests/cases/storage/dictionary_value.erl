%%! explore: check/1
%% What was put into the process dictionary still depends on the input when it comes out.
-module(dictionary_value).
-export([check/1]).

-spec check(integer()) -> ok.
check(Limit) ->
    put(limit, Limit),
    put(state, {idle, [Limit + 1]}),
    case {get(limit), erase(state)} of
        {_, {idle, [4712]}} -> error(reached);
%%                             ^^^^^^^^^^^^^^ crash: error:reached, check(4711)
        _ -> ok
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
