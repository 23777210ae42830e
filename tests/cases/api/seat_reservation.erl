%%! explore: api
%%! runs: 6000
%% Who reserves again has the new seats only, but the old ones are not free.
-module(seat_reservation).
-export([new/1, reserve/3, cancel/2, audit/1]).
-export_type([hall/0]).

-record(hall, {size :: pos_integer(), free :: integer(), taken = #{} :: #{atom() => pos_integer()}}).
-opaque hall() :: #hall{}.

-spec new(1..500) -> hall().
new(Size) -> #hall{size = Size, free = Size}.

-spec reserve(atom(), 1..9, hall()) -> {ok, hall()} | {error, full}.
reserve(Who, Seats, #hall{free = Free, taken = Taken} = Hall) when Seats =< Free ->
    {ok, Hall#hall{free = Free - Seats, taken = Taken#{Who => Seats}}};
reserve(_, _, _) ->
    {error, full}.

-spec cancel(atom(), hall()) -> {ok, hall()} | {error, unknown}.
cancel(Who, #hall{free = Free, taken = Taken} = Hall) ->
    case maps:take(Who, Taken) of
        {Seats, Rest} -> {ok, Hall#hall{free = Free + Seats, taken = Rest}};
        error -> {error, unknown}
    end.

-spec audit(hall()) -> ok.
audit(#hall{size = Size, free = Free, taken = Taken}) ->
    Size = Free + lists:sum(maps:values(Taken)),
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, _}, api(Calls) when length(Calls) =< 4
    ok.
