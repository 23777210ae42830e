%%! explore: f/1
%%! runs: 50
%% Who subscribes is called with what happens.
-module(higher_observer).
-export([f/1]).

-spec f(fun((fun((atom()) -> boolean())) -> boolean())) -> ok.
f(Subscribe) ->
    case Subscribe(fun(closed) -> true; (_) -> false end) of
        true ->
            case Subscribe(fun(_) -> false end) of
                false ->
                    error(bug);
%%                  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
                true -> ok
            end;
        false -> ok
    end.
