%%! explore: unique/2
%% Equal elements have equal keys: for different keys there must be different elements as well.
-module(asked_differently).
-export([unique/2]).

-spec unique(fun((integer()) -> atom()), {integer(), integer()}) -> ok.
unique(Key, {One, Two}) ->
    case Key(One) =/= Key(Two) of
        true -> error(different);
%%              ^^^^^^^^^^^^^^^^ crash: error:different, unique(F, {A, B}) when is_function(F, 1), A =/= B
        false -> ok
    end.

%%! stop: exhausted
%%! covers: all
