%% Integers beyond 64 bits: arithmetic, division of every sign, shifts, bits, comparison with
%% floats, conversion to and from text, the edges of small integers.
-module(big_integers).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{edges, fun edges/0},
         {arithmetic, fun arithmetic/0},
         {division, fun division/0},
         {shifts, fun shifts/0},
         {bits, fun bits/0},
         {comparison, fun comparison/0},
         {with_floats, fun with_floats/0},
         {text, fun text/0},
         {bases, fun bases/0},
         {factorial, fun() -> factorial(100) end},
         {power, fun() -> {power(3, 200), power(7, 300, 1000000007)} end},
         {fibonacci, fun() -> fibonacci(300) end},
         {gcd, fun() -> gcd(factorial(30), power(2, 50) * 3) end},
         {square_root, fun() -> square_root(power(10, 60)) end},
         {pi, fun() -> pi_digits(50) end},
         {primes, fun() -> [N || N <- [power(2, 61) - 1, power(2, 67) - 1, power(2, 89) - 1],
             is_probable_prime(N)] end},
         {matching, fun matching/0},
         {as_keys, fun as_keys/0},
         {binaries, fun binaries/0},
         {hashes, fun hashes/0}]].

identity(X) -> X.

edges() ->
    [{N, N + 1, N - 1, -N, N * 2, abs(N)}
        || N <- [identity(576460752303423487), -576460752303423488, 9223372036854775807,
                                                  -9223372036854775808, 18446744073709551615, 4294967295]].

arithmetic() ->
    A = identity(123456789012345678901234567890),
    B = identity(-987654321098765432109876543210),
    [A + B, A - B, A * B, B - A, A - A, A + -A, A * 0, -B, +A, A * A * A].

division() ->
    [{A div B, A rem B} || A <- [identity(1 bsl 70 + 1), -(1 bsl 70) - 1, 12345],
        B <- [identity(1 bsl 35), -(1 bsl 35), 7, -7, 1 bsl 80]].

shifts() ->
    [identity(1) bsl 100, identity(-1) bsl 100, identity(1 bsl 100) bsr 99, identity(-(1 bsl 100)) bsr 99,
        identity(-1) bsr 1000,
     identity(1 bsl 64) bsr 64, identity(5) bsl -1, identity(5) bsr -70, identity(-5) bsr 1,
         identity(0) bsl 100000, identity(7) bsr 100000].

bits() ->
    A = identity(16#F0F0F0F0F0F0F0F0F0F0),
    B = identity(-16#123456789ABCDEF0123),
    [A band B, A bor B, A bxor B, bnot A, bnot B, A band 16#FF, B band 16#FF, B bor 1, A bxor A, B bxor B].

comparison() ->
    N = identity(1 bsl 65),
    [N > N - 1, N =:= N + 0, N == N, -N < N, N < atom, lists:sort([N, 0, -N, 1 bsl 64, 5, -(1 bsl 64)]),
        max(N, -N), min(N, a)].

with_floats() ->
    N = identity(1 bsl 53),
    [N + 1 == float(N), N + 1 == N + 1.0, N + 1 > float(N), (1 bsl 70) == 1180591620717411303424.0,
        (1 bsl 70) + 1 > 1180591620717411303424.0,
     (1 bsl 70) =:= 1180591620717411303424.0, identity(1 bsl 1100) > 1.0e308, -(1 bsl 1100) < -1.0e308,
         float(1 bsl 80), trunc(1.0e25),
     round(-2.5e20), (1 bsl 80) / (1 bsl 78), (1 bsl 80) * 1.0,
         trunc(identity(1.7976931348623157e308)) rem 1000007,
     try identity(1 bsl 1100) * 1.0 catch error:R -> R end,
         try identity(1 bsl 1100) / 2 catch error:R -> R end].

text() ->
    N = identity(-123456789012345678901234567890),
    [integer_to_list(N), integer_to_binary(N), list_to_integer("+99999999999999999999"),
        binary_to_integer(<<"-000000000000000000000001">>),
     lists:flatten(io_lib:format("~b ~w ~p ~.16B ~30..0b", [N, N, N, N, 5])),
         list_to_integer(integer_to_list(N)) =:= N].

bases() ->
    N = identity((1 bsl 127) - 1),
    [{Base, integer_to_list(N, Base), list_to_integer(integer_to_list(N, Base), Base) =:= N}
        || Base <- [2, 7, 10, 16, 36]] ++
        [16#FFFFFFFFFFFFFFFFFFFFFFFF, 2#1, 36#ZZZZZZZZZZZZZZZZZ, 1_000_000_000_000_000_000_000].

factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

power(_, 0) -> 1;
power(B, E) when E rem 2 =:= 0 -> H = power(B, E div 2), H * H;
power(B, E) -> B * power(B, E - 1).

power(_, 0, _) -> 1;
power(B, E, M) when E rem 2 =:= 0 -> power(B * B rem M, E div 2, M);
power(B, E, M) -> B * power(B, E - 1, M) rem M.

fibonacci(N) -> fibonacci(N, 0, 1).
fibonacci(0, A, _) -> A;
fibonacci(N, A, B) -> fibonacci(N - 1, B, A + B).

gcd(A, 0) -> A;
gcd(A, B) -> gcd(B, A rem B).

square_root(N) -> square_root(N, N).
square_root(N, X) ->
    case (X + N div X) div 2 of
        Y when Y >= X -> X;
        Y -> square_root(N, Y)
    end.

%% Machin's formula in integers.
pi_digits(Digits) ->
    One = power(10, Digits + 10),
    ArcTangent = fun(X) -> arc_tangent(One div X, X * X, 1, 1) end,
    4 * (4 * ArcTangent(5) - ArcTangent(239)) div power(10, 10).

arc_tangent(0, _, _, _) -> 0;
arc_tangent(Term, Square, N, Sign) ->
    Sign * (Term div N) + arc_tangent(Term div Square, Square, N + 2, -Sign).

is_probable_prime(N) ->
    {S, D} = (fun Split(X, Count) when X rem 2 =:= 0 -> Split(X div 2, Count + 1);
        Split(X, Count) -> {Count, X} end)(N - 1, 0),
    lists:all(fun(A) ->
        X = power(A, D, N),
        X =:= 1 orelse X =:= N - 1 orelse
            (fun Square(_, 0) -> false; Square(Y,
                Left) -> case Y * Y rem N of Z when Z =:= N - 1 -> true; Z -> Square(Z,
                Left - 1) end end)(X, S - 1)
    end, [2, 3, 5, 7, 11, 13]).

matching() ->
    [case N of 18446744073709551616 -> two_to_64; -18446744073709551616 -> minus;
        340282366920938463463374607431768211456 -> two_to_128; _ when N > 1 bsl 100 -> big; _ -> other end
     || N <- [identity(1) bsl 64, -(identity(1) bsl 64), identity(1) bsl 128, identity(1) bsl 101, 3]].

as_keys() ->
    M = maps:from_list([{N bsl 70, N} || N <- lists:seq(1, 50)]),
    {maps:get(identity(7) bsl 70, M), maps:is_key(identity(51) bsl 70, M),
        lists:keyfind(identity(1) bsl 90, 1, [{1 bsl 80, a}, {1 bsl 90, b}])}.

binaries() ->
    N = identity(power(3, 100)),
    [binary:encode_unsigned(N), binary:encode_unsigned(N, little),
        binary:decode_unsigned(binary:encode_unsigned(N)) =:= N,
     binary:decode_unsigned(<<1, 0, 0, 0, 0, 0, 0, 0, 0, 0>>),
         term_to_binary(N) =:= term_to_binary(power(3, 100))].

hashes() -> [erlang:phash2(identity(N))
    || N <- [1 bsl 64, -(1 bsl 64), 1 bsl 200, 9223372036854775808, 576460752303423488]].
