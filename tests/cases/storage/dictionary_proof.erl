%%! explore: f/2
%% What was put under a key is what is got, and what was erased is gone.
-module(dictionary_proof).
-export([f/2]).

-spec f(atom(), integer()) -> integer().
f(Key, Value) ->
    _ = erase(),
    put(Key, Value),
    put({Key, 1}, Value + 1),
    Value = get(Key),
    [Key] = get_keys(Value),
    Next = erase({Key, 1}),
    undefined = get({Key, 1}),
    [{Key, Value}] = get(),
    Next.

%%! verdict: proved
