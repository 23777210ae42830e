%%! explore: api
%%! runs: 1000
%% The greatest value is in the class behind the last.
-module(histogram).
-export([new/2, add/2, count/2]).
-export_type([histogram/0]).

-record(histogram, {most :: pos_integer(), classes :: pos_integer(), counts :: counters:counters_ref()}).
-opaque histogram() :: #histogram{}.

-spec new(10..1000, 1..10) -> histogram().
new(Most, Classes) -> #histogram{most = Most, classes = Classes, counts = counters:new(Classes, [])}.

-spec add(non_neg_integer(), histogram()) -> ok | too_great.
add(Value, #histogram{most = Most}) when Value > Most ->
    too_great;
add(Value, #histogram{most = Most, classes = Classes, counts = Counts}) ->
    ok = counters:add(Counts, 1 + Value * Classes div Most, 1),
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, api(Calls) when length(Calls) =< 2
    ok.

-spec count(pos_integer(), histogram()) -> non_neg_integer().
count(Class, #histogram{classes = Classes, counts = Counts}) when Class =< Classes ->
    counters:get(Counts, Class);
count(_, _) ->
    0.
