%%! explore: api
%%! runs: 6000
%%! crash in lists: error:badarg, api(Calls) when length(Calls) =< 4
%% The mark stays where it was when the text gets shorter.
-module(text_with_mark).
-export([new/1, mark/2, delete_last/2, at_mark/1]).
-export_type([text/0]).

-record(text, {letters :: string(), mark = 0 :: non_neg_integer()}).
-opaque text() :: #text{}.

-spec new(string()) -> text().
new(Letters) -> #text{letters = Letters}.

-spec mark(non_neg_integer(), text()) -> {ok, text()} | {error, outside}.
mark(Place, #text{letters = Letters} = Text) when Place =< length(Letters) ->
    {ok, Text#text{mark = Place}};
mark(_, _) ->
    {error, outside}.

-spec delete_last(pos_integer(), text()) -> text().
delete_last(Count, #text{letters = Letters} = Text) when Count < length(Letters) ->
    Text#text{letters = lists:sublist(Letters, length(Letters) - Count)};
delete_last(_, Text) ->
    Text#text{letters = [], mark = 0}.

-spec at_mark(text()) -> {string(), string()}.
at_mark(#text{letters = Letters, mark = Mark}) ->
    lists:split(Mark, Letters).
