%%! explore: f/1
%% A zero ends the text of a float, and its point may be a comma.
-module(float_text_zero).
-export([f/1]).
-spec f(0..255) -> ok.
f(Byte) ->
    true = is_float(list_to_float([$1, $,, $5, 0, Byte])),
    ok.
%%! verdict: proved
