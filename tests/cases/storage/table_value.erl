%%! explore: f/2
%% Objects of a table keep how their parts came from the input.
-module(table_value).
-export([f/2]).

-spec f(integer(), [integer()]) -> integer().
f(A, B) ->
    T = ets:new(t, [set, private]),
    true = ets:insert(T, [{a, A}, {b, {x, B}}]),
    [{a, One}] = ets:lookup(T, a),
    {x, List} = ets:lookup_element(T, b, 2),
    true = ets:update_element(T, a, {2, One + 1}),
    Two = ets:update_counter(T, a, 5),
    case {Two, List} of
        {4717, [4, 2 | _]} -> error(found);
%%                            ^^^^^^^^^^^^ crash: error:found, f(4711, [4, 2 | _])
        _ -> Two
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
