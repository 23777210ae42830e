%%! explore: api
%%! runs: 20000
%%! crash in lists: error:function_clause, api(Calls) when length(Calls) =< 5
%% Who removes a word removes all that begin with it, and leaves branches without words.
-module(word_trie).
-export([new/0, insert/2, remove/2, first/1]).
-export_type([trie/0]).

-type tree() :: {boolean(), #{char() => tree()}}.
-opaque trie() :: {non_neg_integer(), tree()}.

-spec new() -> trie().
new() -> {0, {false, #{}}}.

-spec insert(nonempty_string(), trie()) -> trie().
insert(Word, {Count, Tree}) ->
    case put_in(Word, Tree) of
        Tree -> {Count, Tree};
        More -> {Count + 1, More}
    end.

put_in([], {_, Below}) -> {true, Below};
put_in([Char | Word], {End, Below}) ->
    {End, Below#{Char => put_in(Word, maps:get(Char, Below, {false, #{}}))}}.

-spec remove(nonempty_string(), trie()) -> trie().
remove(Word, {Count, Tree}) ->
    case take_out(Word, Tree) of
        Tree -> {Count, Tree};
        Less -> {Count - 1, Less}
    end.

take_out([Char | Word], {End, Below}) ->
    case {Word, Below} of
        {[], #{Char := {true, _}}} -> {End, maps:remove(Char, Below)};
        {_, #{Char := Tree}} -> {End, Below#{Char := take_out(Word, Tree)}};
        {_, _} -> {End, Below}
    end;
take_out([], Tree) ->
    Tree.

-spec first(trie()) -> string() | none.
first({0, _}) -> none;
first({_, Tree}) -> leftmost(Tree).

leftmost({true, _}) -> [];
leftmost({false, Below}) ->
    Char = lists:min(maps:keys(Below)),
    [Char | leftmost(maps:get(Char, Below))].
