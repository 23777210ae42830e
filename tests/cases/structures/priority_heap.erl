%%! explore: pop/1
%% A heap that must keep its order: one that does not is noticed when it is merged.
-module(priority_heap).
-export([pop/1]).

-type heap() :: empty | {heap, 0..9, heap(), heap()}.

-spec pop(heap()) -> {0..9, heap()} | none.
pop(empty) -> none;
pop({heap, Top, Left, Right}) -> {Top, merge(Top, Left, Right)}.

merge(Above, {heap, A, _, _}, _) when A < Above -> error({out_of_order, left, A});
%%                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{out_of_order, left, _}, pop({heap, T, {heap, A, _, _}, _}) when A < T
merge(Above, _, {heap, B, _, _}) when B < Above -> error({out_of_order, right, B});
%%                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{out_of_order, right, _}, pop({heap, T, _, {heap, B, _, _}}) when B < T
merge(_, empty, Right) -> Right;
merge(_, Left, empty) -> Left;
merge(_, {heap, A, A1, A2} = Left, {heap, B, B1, B2} = Right) ->
    if
        A =< B -> {heap, A, merge(A, A1, A2), Right};
        true -> {heap, B, Left, merge(B, B1, B2)}
    end.

%%! depth: 16
%%! covers: all
