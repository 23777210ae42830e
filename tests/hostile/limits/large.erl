%%! tries: to make few calls that make much
%%! ermine: check large.erl --time 500ms --memory 300
%%! ermine: eval large.erl tuple [1] --memory 300 --reductions 2000000
%%! ermine: eval large.erl integer [1] --memory 300 --reductions 2000000
%%! ermine: eval large.erl power [1] --memory 300 --reductions 2000000
%%! ermine: eval large.erl doubled [1] --memory 300 --reductions 2000000
%%! thoroughly: run large.erl tuple/1 --time 500ms --memory 300
%%! thoroughly: run large.erl tuple_again/1 --time 500ms --memory 300
%%! thoroughly: run large.erl to_list/1 --time 500ms --memory 300
%%! thoroughly: run large.erl integer/1 --time 500ms --memory 300
%%! thoroughly: run large.erl product/1 --time 500ms --memory 300
%%! thoroughly: run large.erl quotient/1 --time 500ms --memory 300
%%! thoroughly: run large.erl remainder/1 --time 500ms --memory 300
%%! thoroughly: run large.erl digits/1 --time 500ms --memory 300
%%! thoroughly: run large.erl power/1 --time 500ms --memory 300
%%! thoroughly: run large.erl copies/1 --time 500ms --memory 300
%%! thoroughly: run large.erl doubled/1 --time 500ms --memory 300
%%! thoroughly: run large.erl sequence/1 --time 500ms --memory 300
%%! thoroughly: run large.erl duplicated/1 --time 500ms --memory 300
%%! thoroughly: run large.erl text/1 --time 500ms --memory 300
%%! thoroughly: run large.erl subtracted/1 --time 500ms --memory 300
%%! thoroughly: run large.erl split/1 --time 500ms --memory 300
%%! thoroughly: run large.erl map/1 --time 500ms --memory 300
%%! thoroughly: run large.erl bits/1 --time 500ms --memory 300
%%! thoroughly: run large.erl floated/1 --time 500ms --memory 300
%%! thoroughly: run large.erl expression/1 --time 500ms --memory 300
%%! thoroughly: run large.erl formatted/1 --time 500ms --memory 300
%%! thoroughly: run large.erl unicode/1 --time 500ms --memory 300
%%! not on the node
%%! function: tuple/1
%%! not together
-module(large).
-export([tuple/1, tuple_again/1, to_list/1, integer/1, product/1, quotient/1, remainder/1, digits/1, power/1, copies/1, doubled/1, sequence/1, duplicated/1, text/1, subtracted/1, split/1, map/1, bits/1, floated/1, expression/1, formatted/1, unicode/1]).

-spec tuple(integer()) -> term().
tuple(X) ->
    erlang:make_tuple(16000000, X).

-spec tuple_again(integer()) -> term().
tuple_again(X) ->
    T = erlang:make_tuple(16000000, X), setelement(7, T, X + 1) =:= T.

-spec to_list(integer()) -> term().
to_list(X) ->
    length(tuple_to_list(erlang:make_tuple(16000000, X))).

-spec integer(integer()) -> term().
integer(X) ->
    (1 bsl 50000000) + X.

-spec product(integer()) -> term().
product(X) ->
    A = (1 bsl 50000000) - X, A * A.

-spec quotient(integer()) -> term().
quotient(X) ->
    ((1 bsl 50000000) + X) div ((1 bsl 20000000) - 1).

-spec remainder(integer()) -> term().
remainder(X) ->
    (1 bsl 50000000) rem (X bor 1).

-spec digits(integer()) -> term().
digits(X) ->
    integer_to_list((1 bsl 5000000) + X).

-spec power(integer()) -> term().
power(X) ->
    P = fun P(0) -> 3; P(N) -> Y = P(N - 1), Y * Y end, P(40) + X.

-spec copies(integer()) -> term().
copies(X) ->
    byte_size(binary:copy(<<X:8>>, 1 bsl 34)).

-spec doubled(integer()) -> term().
doubled(X) ->
    D = fun D(0, B) -> B; D(N, B) -> D(N - 1, <<B/binary, B/binary>>) end, byte_size(D(40, <<X:8>>)).

-spec sequence(integer()) -> term().
sequence(X) ->
    lists:sum(lists:seq(1, 100000000)) + X.

-spec duplicated(integer()) -> term().
duplicated(X) ->
    length(lists:duplicate(100000000, X)).

-spec text(integer()) -> term().
text(X) ->
    string:copies("abc", 100000000) ++ [X].

-spec subtracted(integer()) -> term().
subtracted(X) ->
    lists:seq(1, 200000) -- lists:seq(200000, 1, -1) -- [X].

-spec split(integer()) -> term().
split(X) ->
    binary:split(binary:copy(<<"a">>, 50000000), <<X:8>>, [global]).

-spec map(integer()) -> term().
map(X) ->
    maps:from_list([{N, X} || N <- lists:seq(1, 5000000)]).

-spec bits(integer()) -> term().
bits(X) ->
    << <<Y:1>> || Y <- lists:seq(1, 20000000) >> =:= X.

-spec floated(integer()) -> term().
floated(X) ->
    math:pow(X, 1.0e300), float((1 bsl 50000000) + X).

-spec expression(integer()) -> term().
expression(X) ->
    re:run(lists:duplicate(40, $a), "(a+)+b") =:= X.

-spec formatted(integer()) -> term().
formatted(X) ->
    io_lib:format("~*c", [200000000, X band 127]).

-spec unicode(integer()) -> term().
unicode(X) ->
    unicode:characters_to_binary(lists:duplicate(50000000, 16#10FFFF)) =:= X.
