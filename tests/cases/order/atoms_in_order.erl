%%! explore: early/1
%% Atoms compare by their letters.
-module(atoms_in_order).
-export([early/1]).

-spec early(atom()) -> atom().
early(X) when X > monday, X < tuesday -> error({between, X});
%%                                       ^^^^^^^^^^^^^^^^^^^ crash: error:{between, _}, early(X) when X > monday, X < tuesday
early(_) -> outside.

%%! stop: exhausted
%%! covers: all
