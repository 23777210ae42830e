%%! explore: f/1
%%! runs: 50
%% A parser is given the rest of the input and says what is left.
-module(higher_parser).
-export([f/1]).

-spec f(fun((string()) -> {ok, char(), string()} | error)) -> ok.
f(Parse) ->
    case Parse("ab") of
        {ok, $a, Rest} ->
            case Parse(Rest) of
                {ok, $b, []} ->
                    error(bug);
%%                  ^^^^^^^^^^ crash: error:bug, f(F) when is_function(F, 1)
                _ -> ok
            end;
        _ -> ok
    end.
