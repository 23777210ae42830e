%%! explore: f/1
-module(deep).
-export([f/1]).
-type l() :: [{l(), t()} | integer()].
-type t() :: {[t()], [t()]}.
-spec f(l()) -> ok.
f([{[1, 2], {[_, {[], [_]} | _], []}}, 7 | _]) -> error(found);
%%                                                ^^^^^^^^^^^^ crash: error:found, f([{[1, 2], {[_, {[], [_]} | _], []}}, 7 | _])
f(_) -> ok.
%%! stop: exhausted
%%! complete
%%! covers: all
