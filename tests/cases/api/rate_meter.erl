%%! explore: api
%%! runs: 1000
%% Two requests in the same millisecond.
-module(rate_meter).
-export([new/1, hit/2]).
-export_type([meter/0]).

-record(meter, {limit :: pos_integer(), last :: undefined | non_neg_integer()}).
-opaque meter() :: #meter{}.

-spec new(pos_integer()) -> meter().
new(Limit) -> #meter{limit = Limit}.

-spec hit(non_neg_integer(), meter()) -> {ok, meter()} | {too_fast, pos_integer()}.
hit(Now, #meter{last = undefined} = Meter) ->
    {ok, Meter#meter{last = Now}};
hit(Now, #meter{limit = Limit, last = Last} = Meter) ->
    case 1000 div (Now - Last) of
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, api(Calls) when length(Calls) =< 3
        Rate when Rate > Limit -> {too_fast, Rate};
        _ -> {ok, Meter#meter{last = Now}}
    end.
