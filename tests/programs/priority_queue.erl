%% A priority queue (pairing heap) behind Dijkstra's algorithm and Huffman coding.
-module(priority_queue).
-export([main/0]).

main() ->
    [{in_order, drain(from_list([{P, P} || P <- [5, 3, 9, 1, 5, 7, 0, 2]]))},
     {first_of_equals, [V || {_, V} <- drain(from_list([{1, a}, {0, b}]))]},
     {empty, pop(empty)},
     {large, erlang:phash2(drain(from_list([{(N * 7919) rem 10007, N} || N <- lists:seq(1, 5000)])))},
     {distances, lists:sort(maps:to_list(dijkstra(graph(), a)))},
     {unreachable, maps:get(z, dijkstra(graph(), a), none)},
     {huffman, huffman("abracadabra alakazam")},
     {round_trip, round_trip("abracadabra alakazam")},
     {simulation, simulation()}].

%% --- the heap: empty | {Priority, Value, Heaps} ---

push(Priority, Value, Heap) -> meld({Priority, Value, []}, Heap).

meld(empty, Heap) -> Heap;
meld(Heap, empty) -> Heap;
meld({P, V, Heaps}, {Q, _, _} = Other) when P =< Q -> {P, V, [Other | Heaps]};
meld(Heap, {Q, W, Heaps}) -> {Q, W, [Heap | Heaps]}.

pop(empty) -> empty;
pop({P, V, Heaps}) -> {P, V, pair(Heaps)}.

pair([]) -> empty;
pair([Heap]) -> Heap;
pair([A, B | Heaps]) -> meld(meld(A, B), pair(Heaps)).

from_list(List) -> lists:foldl(fun({P, V}, Heap) -> push(P, V, Heap) end, empty, List).

drain(Heap) ->
    case pop(Heap) of
        empty -> [];
        {P, V, Rest} -> [{P, V} | drain(Rest)]
    end.

%% --- shortest paths ---

graph() ->
    #{a => [{b, 7}, {c, 9}, {f, 14}], b => [{a, 7}, {c, 10}, {d, 15}],
        c => [{a, 9}, {b, 10}, {d, 11}, {f, 2}],
      d => [{b, 15}, {c, 11}, {e, 6}], e => [{d, 6}, {f, 9}], f => [{a, 14}, {c, 2}, {e, 9}], z => []}.

dijkstra(Graph, Start) -> dijkstra(Graph, push(0, {Start, []}, empty), #{}).

dijkstra(Graph, Heap, Done) ->
    case pop(Heap) of
        empty -> Done;
        {_, {Node, _}, Rest} when is_map_key(Node, Done) -> dijkstra(Graph, Rest, Done);
        {Distance, {Node, Path}, Rest} ->
            Next = lists:foldl(fun({To, Length}, H) ->
                push(Distance + Length, {To, [Node | Path]}, H) end, Rest, maps:get(Node, Graph)),
            dijkstra(Graph, Next, Done#{Node => {Distance, lists:reverse(Path)}})
    end.

%% --- Huffman ---

huffman(Text) -> lists:sort(maps:to_list(codes(Text))).

codes(Text) ->
    Counts = lists:foldl(fun(C, M) -> maps:update_with(C, fun(N) -> N + 1 end, 1, M) end, #{}, Text),
    Heap = from_list([{{N, [C]}, {leaf, C}} || {C, N} <- lists:sort(maps:to_list(Counts))]),
    walk(build(Heap), []).

build(Heap) ->
    {{N, A}, Left, Rest} = pop(Heap),
    case pop(Rest) of
        empty -> Left;
        {{M, B}, Right, More} -> build(push({N + M, lists:sort(A ++ B)}, {node, Left, Right}, More))
    end.

walk({leaf, C}, Bits) -> #{C => lists:reverse(Bits)};
walk({node, L, R}, Bits) -> maps:merge(walk(L, [0 | Bits]), walk(R, [1 | Bits])).

round_trip(Text) ->
    Codes = codes(Text),
    Bits = << <<Bit:1>> || C <- Text, Bit <- maps:get(C, Codes) >>,
    Back = maps:from_list([{Code, C} || {C, Code} <- maps:to_list(Codes)]),
    {bit_size(Bits), decode(Bits, [], Back) =:= Text}.

decode(<<>>, [], _) -> [];
decode(<<Bit:1, Rest/bits>>, Seen, Codes) ->
    Now = Seen ++ [Bit],
    case Codes of
        #{Now := C} -> [C | decode(Rest, [], Codes)];
        #{} -> decode(Rest, Now, Codes)
    end.

%% --- a simulation driven by events in time ---

simulation() -> run(from_list([{0, {arrive, 1}}, {3, {arrive, 2}}, {4, {arrive, 3}}]), idle, queue:new(),
    []).

run(Events, Server, Waiting, Log) ->
    case {pop(Events), Server} of
        {empty, _} -> lists:reverse(Log);
        {{T, {arrive, C}, Rest}, idle} -> run(push(T + 5, {leave, C}, Rest), busy, Waiting,
            [{T, starts, C} | Log]);
        {{T, {arrive, C}, Rest}, busy} -> run(Rest, busy, queue:in(C, Waiting), [{T, waits, C} | Log]);
        {{T, {leave, C}, Rest}, busy} ->
            case queue:out(Waiting) of
                {empty, _} -> run(Rest, idle, Waiting, [{T, leaves, C} | Log]);
                {{value, Next}, Left} -> run(push(T + 5, {leave, Next}, Rest), busy, Left,
                    [{T, starts, Next}, {T, leaves, C} | Log])
            end
    end.
