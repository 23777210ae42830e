%%! explore: api
%%! runs: 4000
%%! crash in lists: error:function_clause, api(Calls) when length(Calls) =< 4
%% Entries that were cut off are asked for by their old offset.
-module(log_with_offsets).
-export([new/0, append/2, cut/2, read/2]).
-export_type([log/0]).

-record(log, {base = 0 :: non_neg_integer(), entries = [] :: [term()]}).
-opaque log() :: #log{}.

-spec new() -> log().
new() -> #log{}.

-spec append(term(), log()) -> log().
append(Entry, #log{entries = Entries} = Log) -> Log#log{entries = Entries ++ [Entry]}.

-spec cut(pos_integer(), log()) -> log().
cut(Count, #log{base = Base, entries = Entries} = Log) when Count =< length(Entries) ->
    Log#log{base = Base + Count, entries = lists:nthtail(Count, Entries)};
cut(_, Log) ->
    Log.

-spec read(non_neg_integer(), log()) -> {ok, term()} | eof.
read(Offset, #log{base = Base, entries = Entries}) when Offset < Base + length(Entries) ->
    {ok, lists:nth(Offset - Base + 1, Entries)};
read(_, _) ->
    eof.
