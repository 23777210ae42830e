%%! explore: api
%%! runs: 4000
%% When the last node has gone, there is a ring with nobody on it.
-module(hash_ring).
-export([new/0, join/3, leave/2, node_for/2]).
-export_type([ring/0]).

-opaque ring() :: undefined | {ring, [{0..1023, atom()}]}.

-spec new() -> ring().
new() -> undefined.

-spec join(0..1023, atom(), ring()) -> ring().
join(Place, Node, undefined) -> {ring, [{Place, Node}]};
join(Place, Node, {ring, Nodes}) -> {ring, lists:keysort(1, lists:keystore(Place, 1, Nodes, {Place, Node}))}.

-spec leave(atom(), ring()) -> ring().
leave(_, undefined) -> undefined;
leave(Node, {ring, Nodes}) -> {ring, lists:keydelete(Node, 2, Nodes)}.

-spec node_for(0..1023, ring()) -> atom().
node_for(_, undefined) ->
    undefined;
node_for(Hash, {ring, Nodes}) ->
    case lists:dropwhile(fun({Place, _}) -> Place < Hash end, Nodes) of
        [{_, Node} | _] -> Node;
        [] -> element(2, hd(Nodes))
%%      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, api(Calls) when length(Calls) =< 4
    end.
