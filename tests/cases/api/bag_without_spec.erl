%%! explore: api
%%! runs: 1000
%% What is counted down to nothing stays in the bag.
-module(bag_without_spec).
-export([new/0, add/2, remove/2, any/1]).

new() -> {bag, #{}}.

add(Thing, {bag, Counts}) when is_map(Counts) ->
    case Counts of
        #{Thing := Count} when is_integer(Count) -> {bag, Counts#{Thing := Count + 1}};
        _ -> {bag, Counts#{Thing => 1}}
    end;
add(_, _) ->
    {error, badbag}.

remove(Thing, {bag, Counts}) when is_map(Counts) ->
    case Counts of
        #{Thing := Count} when is_integer(Count), Count > 0 -> {bag, Counts#{Thing := Count - 1}};
        _ -> {error, not_there}
    end;
remove(_, _) ->
    {error, badbag}.

any({bag, Counts}) when map_size(Counts) > 0 ->
    {Thing, Count} = lists:last(lists:keysort(2, maps:to_list(Counts))),
    case Count of
        0 -> error({no_such, Thing});
%%      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{no_such, _}, api(Calls) when length(Calls) =< 4
        _ -> {ok, Thing}
    end;
any(_) ->
    none.
