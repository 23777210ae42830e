%%! explore: api
%%! runs: 1000
%% A delay of a whole round leads to the place before the first.
-module(timer_wheel).
-export([new/1, add/3, tick/1]).
-export_type([wheel/0]).

-opaque wheel() :: {non_neg_integer(), tuple()}.

-spec new(2..60) -> wheel().
new(Places) -> {0, list_to_tuple(lists:duplicate(Places, []))}.

-spec add(pos_integer(), term(), wheel()) -> wheel() | {error, too_late}.
add(Delay, What, {Now, Places}) when Delay =< tuple_size(Places) ->
    Place = (Now + Delay) rem tuple_size(Places),
    {Now, setelement(Place, Places, [What | element(Place, Places)])};
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, api(Calls) when length(Calls) =< 2
add(_, _, _) ->
    {error, too_late}.

-spec tick(wheel()) -> {[term()], wheel()}.
tick({Now, Places}) ->
    Next = (Now + 1) rem tuple_size(Places),
    {element(Next + 1, Places), {Next, setelement(Next + 1, Places, [])}}.
