%%! explore: left/2
%% Next to the largest floats, the length of a binary is nothing.
-module(length_and_float_proof).
-export([left/2]).

-spec left(binary(), float()) -> float().
left(Data, Most) -> byte_size(Data) - Most.

%%! verdict: proved
