%%! explore: api
%%! runs: 16000
%% A key that was decreased stays where it was.
-module(heap_with_decrease).
-export([new/0, insert/2, decrease/3, pop/1]).
-export_type([heap/0]).

-opaque heap() :: [integer()].

-spec new() -> heap().
new() -> [].

-spec insert(integer(), heap()) -> heap().
insert(Key, [First | Rest]) when Key > First -> [First | insert(Key, Rest)];
insert(Key, Heap) -> [Key | Heap].

-spec decrease(integer(), pos_integer(), heap()) -> heap().
decrease(Key, By, [Key | Rest]) -> [Key - By | Rest];
decrease(Key, By, [First | Rest]) -> [First | decrease(Key, By, Rest)];
decrease(_, _, []) -> [].

-spec pop(heap()) -> {integer(), heap()} | empty.
pop([]) -> empty;
pop([Least | Rest]) -> {Least, checked(Least, Rest)}.

checked(Least, [Next | _] = Rest) when Least =< Next -> Rest;
%%^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:function_clause, api(Calls) when length(Calls) =< 5
checked(_, []) -> [].
