%%! explore: kind/1
%% Every type test of guards; what passes none of them does not exist.
-module(type_tests).
-export([kind/1]).

kind(X) when is_boolean(X) -> boolean;
kind(X) when is_atom(X) -> atom;
kind(X) when is_integer(X) -> integer;
kind(X) when is_float(X) -> float;
kind(X) when is_tuple(X) -> tuple;
kind(X) when is_map(X) -> map;
kind(X) when is_binary(X) -> binary;
kind(X) when is_bitstring(X) -> error(odd_bits);
%%                              ^^^^^^^^^^^^^^^ crash: error:odd_bits, kind(X) when is_bitstring(X), not is_binary(X)
kind(X) when is_function(X) -> function;
kind([]) -> nil;
kind(X) when is_list(X) -> list;
kind(_) -> process_or_reference.

%%! stop: exhausted
