%%% What comes of a generator that is no list or binary, or one with a tail? The compiler computes the sizes
%%% of some binary comprehensions first, and what is wrong is found there; of others, on the way.
-module(bad_generators).
-export([main/0]).
-compile(export_all).
-compile([nowarn_export_all, nowarn_unused_vars, nowarn_shadow_vars]).

f(X) -> X+1.
a1(L) -> << <<(f(X))>> || X <- L >>.
a2(L) -> << <<(case X of 1 -> 2; _ -> 3 end)>> || X <- L >>.
a3(L) -> << <<(case X of 1 -> 2 end)>> || X <- L >>.
a4(L) -> << <<(case X of 1 -> 2; 2 -> 5; 3 -> 6; _ -> 4 end)>> || X <- L >>.
a5(L) -> << <<(try f(X) catch _:_ -> 0 end)>> || X <- L >>.
a6(L) -> << <<(X div 2):16>> || X <- L >>.
a7(L) -> << <<X:X>> || X <- L >>.
a8(L) -> << <<X/utf8>> || X <- L >>.
a9(L) -> << <<"ab">> || _ <- L >>.
a10(L) -> << <<X/float>> || X <- L >>.
a11(L) -> << (f(X)) || X <- L >>.
a12(L) -> << <<X>> || X <- L, true >>.
a13(L) -> << <<Y>> || X <- L, Y <- [1,2,3] >>.
a14(L) -> << <<X>> || X <- L, is_integer(X) >>.
a15(L) -> << <<X>> || X <- L, is_list(L) >>.
a16(L) -> F = fun(X) -> X+1 end, << <<(F(X))>> || X <- L >>.
a17(L) -> << <<(begin Z = X*2, Z+1 end)>> || X <- L >>.
a18(L) -> << <<(begin {Z,_} = X, Z end)>> || X <- L >>.
a19(L) -> << <<(length(L)):8, X>> || X <- L >>.
a20(L) -> << <<X:(length(L))>> || X <- L >>.
a21(L) -> << <<(if X > 1 -> 1; true -> 0 end):1>> || X <- L >>.
a22(L) -> << <<(X andalso true)>> || X <- L >>.
a23(L) -> << <<X:2/binary>> || X <- L >>.
a24(L) -> << <<(<<X>>)/binary>> || X <- L >>.
a25(L) -> << <<1:1,X:7>> || X <- L >>.
a26(L) -> << <<>> || X <- L >>.
a27(L) -> [ << <<Y>> || Y <- L >> || X <- L].
a28(L) -> try << <<Y>> || Y <- L >> catch error:{bad_generator,Q} -> {caught,Q} end.
a29(L) -> << <<X>> || X <- L ++ L >>.
a30(L) -> << <<X>> || X <- [1,2|L] >>.
a31([L]) -> << <<X>> || X <- L >>; a31(_) -> no.
a32(L) -> << <<X>> || X=Y <- L >>.
a33(L) -> << <<1>> || _ <- L >>.
a34(L) -> << <<(erlang:error(X))>> || X <- L >>.
a35(L) -> << <<(throw(X))>> || X <- L >>.
a36(L) -> << <<(exit({X}))>> || X <- L >>.
a37(L) -> self() ! 1, receive _ -> ok end,  << <<(receive Z -> Z after 0 -> 0 end)>> || X <- L >>.
a38(L) -> << << <<Y>> || Y <- L >>/binary >>.
a39(L) -> << <<( << <<Y>> || Y <- L >> )/binary>> || X <- L >>.
a40(L) -> << <<(lists:sum([X|| X <- L]))>> || X <- L >>.
a41(L) -> << <<(element(1,{X}))>> || X <- L >>.
a42(L) -> << <<(case f(X) of Y when Y > 2 -> Y; Y -> Y + 1 end)>> || X <- L >>.
a43(L) -> << <<(fun() -> X end())>> || X <- L >>.
a44(L) -> << <<((fun f/1)(X)), 3>> || X <- L >>.
a45(L) -> << <<X:16/little-signed>> || X <- L >>.
a46(L) -> << <<X:4,(maps:get(X,#{1=>2}))>> || X <- L >>.
a47(L) -> << <<(case X of a -> 1; b -> 2; "ab" -> 4; _ -> 3 end)>> || X <- L >>.
a48(L) -> << <<(case X of {a,Y} -> Y; _ -> 3 end)>> || X <- L >>.
a49(L) -> << <<(maps:get(X,#{1=>2}, 3))>> || X <- L >>.
n1(L,M) -> << <<X,Y>> || X <- L, Y <- M >>.
n2(L,M) -> << <<Y>> || X <- L, <<Y>> <= M >>.
n3(L,M) -> << <<Y>> || <<Y>> <= M, X <- L >>.
n4(L,N) -> << <<X:N>> || X <- L >>.
n5(L,N) -> << <<X:N/binary>> || X <- L >>.
n6(L,N) -> << <<X:N/unit:4>> || X <- L >>.
n7(L,N) -> << <<X:(N+1)>> || X <- L >>.
n8(L,M) -> << <<X,Y>> || X <- L, X > 1, Y <- M >>.
n9(L,M) -> << <<X,Y>> || X <- L, Y <- M, Y > 1 >>.
n10(L,M) -> << <<Y>> || X <- L, Y <- [X|M] >>.
n11(L,M) -> << <<Y>> || X <- L, Y <- f2(M) >>.
n12(L,M) -> << <<Y>> || {X,_} <- L, Y <- M >>.
n13(L,M) -> << <<Y>> || X <- L, {Y} <- M >>.
n14(L,M) -> << <<X:N,Y>> || N <- L, {X,Y} <- M >>.
n15(L,N) -> << <<1:N>> || <<X:N,_:1>> <= L >>.
n16(L,N) -> << <<1:N,2:N>> || X <- L >>.
n17(L,N) -> << <<1:N,2:16>> || X <- L >>.
n18(L,M) -> << <<X,Y,Z>> || X <- L, Y <- M, Z <- L >>.
n19(L,{A,B}) -> << <<X:A,X:B>> || X <- L >>; n19(_,_) -> no.
f2(X) -> X.
l1(L) -> [X || X <- L].
l2(L) -> [X || X <- L, X > 1].
l3(L) -> [X || <<X>> <= L].
l4(L) -> [Y || X <- L, Y <- X].
l5(L) -> [Y || X <- L, <<Y>> <= X].
l6(L) -> [X || {X} <- L].
l7(L) -> << <<X>> || <<X>> <= L >>.
l8(L) -> << <<X>> || <<1, X>> <= L >>.
l9(L) -> _ = [X || X <- L], ok.
l10(L) -> _ = << <<X>> || X <- L >>, ok.
l11(L) -> (fun(M) -> << <<X>> || X <- M >> end)(L).
l12(L) -> << <<Y>> || X <- L, Y <- X >>.
l13(L) -> [[Y || Y <- X] || X <- L].
l14(L) -> case catch << <<X:3>> || X <- L >> of {Exit, {Reason, _}} -> {Exit, Reason}; Bits -> Bits end.
l15(L) -> case << <<X>> || X <- L >> of <<>> -> none; Binary -> byte_size(Binary) end.

main() ->
    [{Name, Argument, outcome(Name, [Argument])}
     || Name <- names("a", 49) ++ names("l", 15), Argument <- lists()]
    ++ [{Name, First, Second, outcome(Name, [First, Second])}
        || Name <- names("n", 19), First <- lists(), Second <- seconds()].

names(Letter, Count) ->
    [list_to_atom(Letter ++ integer_to_list(Number)) || Number <- lists:seq(1, Count)].

lists() ->
    [0, [], a, <<1:3>>, [0 | 0], [1, 2 | 3], [a | b], [{1}, {2} | 3], [1, 2, 3], [a], [[1 | 2] | 3], [[1], [2 | 3]],
     [<<1>>, <<2>> | <<3>>], [[[1 | 2]]], #{}].

seconds() ->
    [0, -1, 8, [], a, [0 | 0], [1, 2], [a | b], <<1, 2>>, <<1, 2:4>>, 1 bsl 65, 1.5, {1, 2}, {a, 8}, {8, a}, {-1, 8}].

outcome(Name, Arguments) ->
    try
        apply(?MODULE, Name, Arguments)
    catch
        Class:Reason:Stack -> {Class, Reason, place(hd(Stack))}
    end.

place({Module, Function, Arguments, _}) when is_list(Arguments) -> {Module, Function, length(Arguments)};
place({Module, Function, Arity, _}) -> {Module, Function, Arity}.
