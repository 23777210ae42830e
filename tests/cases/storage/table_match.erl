%%! explore: f/3
%% Patterns and guards of match specifications look at what came from the input.
-module(table_match).
-export([f/3]).

-spec f(integer(), atom(), integer()) -> term().
f(Age, Name, Least) ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, [{1, person, ann, 30}, {2, person, Name, Age}, {3, pet, rex, 4}]),
    case ets:match(T, {'_', person, '$1', 77}) of
        [[bob]] -> error(bob);
%%                 ^^^^^^^^^^ crash: error:bob, f(77, bob, _)
        _ -> ok
    end,
    Old = ets:select(T, [{{'_', person, '$1', '$2'}, [{'>', '$2', Least}], [{{'$1', '$2'}}]}]),
    case Old of
        [{ann, 30}, {_, A}] when A =:= 2 * Least -> error(twice);
%%                                                  ^^^^^^^^^^^^ crash: error:twice, f(_, _, _)
        _ -> length(ets:match_object(T, {'_', pet, '_', '_'}))
    end.

%%! covers: all
