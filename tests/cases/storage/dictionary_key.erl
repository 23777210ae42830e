%%! explore: f/2
%% The key comes from the input: it is one of those that are there, or none of them.
-module(dictionary_key).
-export([f/2]).

-spec f(atom(), integer()) -> integer().
f(Key, Value) ->
    put(colour, 1),
    put(shape, 2),
    put(Key, Value),
    case get(colour) + get(shape) of
        77 when Key =:= shape -> error(found);
%%                               ^^^^^^^^^^^^ crash: error:found, f(shape, 76)
        Sum -> Sum
    end.

%%! stop: exhausted
%%! complete
