%%! explore: halves/1
%% A comprehension with a filter and a pattern: what does not match is passed over.
-module(list_comprehension).
-export([halves/1]).

-spec halves([{even, integer()} | {odd, integer()} | other]) -> [integer()].
halves(List) -> [100 div X || {even, X} <- List, X < 3].
%%               ^^^^^^^^^ crash: error:badarith, halves([{even, 0}])

%%! depth: 9
