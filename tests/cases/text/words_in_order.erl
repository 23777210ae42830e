%%! explore: between/1
%% Text is compared as a list.
-module(words_in_order).
-export([between/1]).

-spec between(string()) -> atom().
between(Word) when Word > "cat", Word < "cats" -> error({between, Word});
%%                                                ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{between, _}, between("cat" ++ _)
between(_) -> elsewhere.

%%! depth: 30
