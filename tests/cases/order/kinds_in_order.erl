%%! explore: above/1
%% number < atom < fun < tuple < map < nil < list < bitstring: each kind is on its side of the others.
-module(kinds_in_order).
-export([above/1]).

above(X) when X < a -> number_or_early_atom;
above(X) when X < {} -> atom_or_so;
above(X) when X < #{} -> tuple;
above(X) when X < [] -> map;
above(X) when X < [0] -> error(nil_or_small_list);
%%                       ^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:nil_or_small_list, above([])
above(X) when X < <<>> -> list;
above(X) when X =:= <<>> -> empty;
above(_) -> bits.

%%! stop: exhausted
%%! covers: all
