%%! explore: f/1
-module(nested_binaries).
-export([f/1]).
-spec f([{atom(), binary()}]) -> ok.
f([{name, <<Len, Name:Len/binary>>} | Rest]) when Len > 1 -> f(Rest, Name);
f(_) -> ok.

f([{name, Name} | _], Name) -> error({twice, Name});
%%                             ^^^^^^^^^^^^^^^^^^^^ crash: error:{twice, _}, f([{name, <<_, Name/binary>>}, {name, Name} | _])
f(_, _) -> ok.
%%! runs: 200
