%%! explore: f/1
%% A `case` over several values may look at one of them in two ways, or in three.
-module(one_value_twice).
-export([f/1]).

-spec f([integer()] | {integer(), integer()}) -> ok.
f(X) when is_list(X) ->
    case {X, X} of
        {[First | _], [_, Second | _]} when First > Second -> error(falls);
%%                                                            ^^^^^^^^^^^^ crash: error:falls, f([_ | _])
        _ -> ok
    end;
f(X) ->
    case {X, X, X} of
        {{7, _}, {_, Second}, {First, 5}} when First < Second -> ok;
        {{7, _}, {_, 5}, _} -> error(seven_and_five);
%%                             ^^^^^^^^^^^^^^^^^^^^^ crash: error:seven_and_five, f({7, 5})
        _ -> ok
    end.
