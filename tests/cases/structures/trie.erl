%%! explore: lookup/1
%% A trie of words, walked letter by letter: the word that has no value.
-module(trie).
-export([lookup/1]).

-spec lookup(string()) -> {ok, integer()} | none.
lookup(Word) -> walk(Word, trie()).

walk([], {node, none, _}) -> none;
walk([], {node, Value, _}) -> {ok, Value + 0};
%%                                 ^^^^^^^^^ crash: error:badarith, lookup("to")
walk([Letter | Rest], {node, _, Branches}) ->
    case step(Letter, Branches) of
        none -> none;
        Next -> walk(Rest, Next)
    end.

step(_, []) -> none;
step(Letter, [{Letter, Next} | _]) -> Next;
step(Letter, [_ | Others]) -> step(Letter, Others).

trie() ->
    {node, none,
     [{$t, {node, none,
            [{$e, {node, none, [{$a, {node, 3, []}}, {$n, {node, 12, []}}]}},
             {$o, {node, not_a_number, []}}]}},
      {$i, {node, 11, [{$n, {node, 5, []}}]}}]}.

%%! stop: exhausted
%%! complete
%%! covers: all
