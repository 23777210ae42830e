%%! explore: walk/1
%% Values are keys again: the walk comes to its end, to a key that is missing, or turns in a circle.
-module(graph_of_keys).
-export([walk/1]).

-spec walk(#{atom() => atom()}) -> term().
walk(Graph) -> walk(start, Graph, []).

walk(Node, Graph, Seen) ->
    case lists:member(Node, Seen) of
        true when length(Seen) > 1 -> error({circle, Node});
%%                                    ^^^^^^^^^^^^^^^^^^^^^ crash: error:{circle, _}, walk(#{start := _})
        true -> itself;
        false when Node =:= stop -> lists:reverse(Seen);
        false -> walk(map_get(Node, Graph), Graph, [Node | Seen])
%%                    ^^^^^^^^^^^^^^^^^^^^ crash: error:{badkey, _}, walk(_)
    end.

%%! depth: 12
%%! covers: all
