%%! explore: f/1
-module(bit_comprehension).
-export([f/1]).
-spec f(binary()) -> binary().
%% Every nibble doubled; the filter makes the rest interesting.
f(Nibbles) ->
    case << <<(N * 2):5>> || <<N:4>> <= Nibbles, N > 9 >> of
        <<22:5, 30:5>> -> error(found);
%%                        ^^^^^^^^^^^^ crash: error:found, f(_)
        _ -> Nibbles
    end.
%%! runs: 300
