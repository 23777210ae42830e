%%% What can be shown for all inputs, and what cannot? Each exported function says by its name what the
%%% analysis must find out: `safe_…` cannot raise within its spec nor break its result type, `unsafe_…` can.
-module(safety_programs).
-compile([export_all, nowarn_export_all, nowarn_unused_function]).

%%% Lists, recursion, accumulators

-spec safe_append([term()], [term()]) -> [term()].
safe_append([H | T], L) -> [H | safe_append(T, L)];
safe_append([], L) -> L.

-spec unsafe_improper(maybe_improper_list()) -> [term()].
unsafe_improper([H | T]) -> [H | unsafe_improper(T)];
unsafe_improper([]) -> [].

-spec safe_sum([integer()]) -> integer().
safe_sum(L) -> total(L, 0).

total([X | T], A) -> total(T, A + X);
total([], A) -> A.

-spec unsafe_sum_of_floats([number()]) -> number().
unsafe_sum_of_floats(L) -> total(L, 0).

-spec safe_last([T, ...]) -> T.
safe_last([X]) -> X;
safe_last([_ | T]) -> safe_last(T).

-spec unsafe_last([T]) -> T.
unsafe_last([X]) -> X;
unsafe_last([_ | T]) -> unsafe_last(T).

-spec safe_pairs([term()]) -> [{term(), term()}].
safe_pairs([A, B | T]) -> [{A, B} | safe_pairs(T)];
safe_pairs([A]) -> [{A, none}];
safe_pairs([]) -> [].

-spec unsafe_pairs([term()]) -> [{term(), term()}].
unsafe_pairs([A, B | T]) -> [{A, B} | unsafe_pairs(T)];
unsafe_pairs([]) -> [].

-spec safe_three([term()]) -> atom().
safe_three([]) -> none;
safe_three([_]) -> one;
safe_three([_, _]) -> two;
safe_three([_, _, _ | _]) -> more.

-spec unsafe_three([term()]) -> atom().
unsafe_three([]) -> none;
unsafe_three([_]) -> one;
unsafe_three([_, _, _ | _]) -> more.

-spec safe_reverse([term()]) -> [term()].
safe_reverse(L) -> lists:reverse(L).

-spec safe_length([term()]) -> non_neg_integer().
safe_length(L) -> length(L).

-spec unsafe_length(term()) -> non_neg_integer().
unsafe_length(L) -> length(L).

-spec unsafe_length_of_any_list(term()) -> non_neg_integer().
unsafe_length_of_any_list(L) when is_list(L) -> length(L);
unsafe_length_of_any_list(_) -> 0.

-spec safe_comprehension([{term(), integer()}]) -> [integer()].
safe_comprehension(L) -> [X + 1 || {_, X} <- L].

-spec safe_filter_of_any([term()]) -> [integer()].
safe_filter_of_any(L) -> [X + 1 || X <- L, is_integer(X)].

-spec unsafe_comprehension([term()]) -> [integer()].
unsafe_comprehension(L) -> [X + 1 || X <- L].

-spec safe_nested([[integer()]]) -> [integer()].
safe_nested(L) -> [X * Y || Xs <- L, X <- Xs, Y <- Xs].

-spec safe_hd([term()]) -> term().
safe_hd(L) -> case L of [] -> none; _ -> hd(L) end.

-spec unsafe_hd([term()]) -> term().
unsafe_hd(L) -> hd(L).

%%% Numbers

-spec safe_div(integer(), pos_integer()) -> integer().
safe_div(X, Y) -> X div Y.

-spec unsafe_div(integer(), non_neg_integer()) -> integer().
unsafe_div(X, Y) -> X div Y.

-spec safe_guarded_div(integer(), integer()) -> integer().
safe_guarded_div(_, 0) -> 0;
safe_guarded_div(X, Y) -> X rem Y.

-spec safe_not_zero(integer(), integer()) -> integer().
safe_not_zero(X, Y) when Y =/= 0 -> X div Y;
safe_not_zero(X, _) -> X.

-spec unsafe_not_equal(integer(), number()) -> number().
unsafe_not_equal(X, Y) when Y /= 0 -> X div Y;
unsafe_not_equal(X, _) -> X.

-spec unsafe_hidden_zero(integer()) -> integer().
unsafe_hidden_zero(X) -> 1 div (X - 42).

-spec safe_range(1..9) -> 2..10.
safe_range(X) -> X + 1.

-spec unsafe_range_result(1..9) -> 2..9.
unsafe_range_result(X) -> X + 1.

-spec unsafe_shift(integer(), integer()) -> integer().
unsafe_shift(X, Y) -> X bsl Y.

-spec safe_small_shift(integer(), 0..64) -> integer().
safe_small_shift(X, Y) -> X bsl Y.

%%% Integers that grow too large for the machine, however small they were

-spec unsafe_squared_again(integer(), 0..64) -> integer().
unsafe_squared_again(X, 0) -> X;
unsafe_squared_again(X, N) -> unsafe_squared_again(X * X, N - 1).

-spec unsafe_squared_by_fold([term()]) -> integer().
unsafe_squared_by_fold(L) -> lists:foldl(fun(_, X) -> X * X end, 3, L).

-spec unsafe_squared_by_name([integer()]) -> integer().
unsafe_squared_by_name(L) -> lists:foldl(fun erlang:'*'/2, 1, L ++ L).

-spec unsafe_power(integer(), 0..1000000) -> integer().
unsafe_power(_, 0) -> 1;
unsafe_power(X, N) -> X * unsafe_power(X, N - 1).

-spec unsafe_shifted_again(integer(), 0..2000) -> integer().
unsafe_shifted_again(X, 0) -> X;
unsafe_shifted_again(X, N) -> unsafe_shifted_again(X bsl 60000, N - 1).

-spec unsafe_shifted_backwards(integer(), 0..2000) -> integer().
unsafe_shifted_backwards(X, 0) -> X;
unsafe_shifted_backwards(X, N) -> unsafe_shifted_backwards(X bsr -60000, N - 1).

-spec unsafe_squared_in_a_tuple([term()]) -> integer().
unsafe_squared_in_a_tuple(L) -> in_a_tuple(L, {3, a}).

in_a_tuple([], {X, _}) -> X;
in_a_tuple([_ | T], {X, A}) -> in_a_tuple(T, {square(X), A}).

square(X) -> X * X.

-spec unsafe_squared_in_the_dictionary([term()]) -> ok.
unsafe_squared_in_the_dictionary(L) ->
    put(number, 3),
    lists:foreach(fun(_) -> case get(number) of X when is_integer(X) -> put(number, X * X); _ -> ok end end, L).

-spec unsafe_squared_by_throwing([term()], integer()) -> integer().
unsafe_squared_by_throwing([], X) -> X;
unsafe_squared_by_throwing([_ | T], X) ->
    try throw(X * X) catch throw:Y when is_integer(Y) -> unsafe_squared_by_throwing(T, Y) end.

-spec unsafe_squared_by_the_input(fun((fun((any()) -> any())) -> any())) -> ok.
unsafe_squared_by_the_input(F) ->
    F(fun(X) when is_integer(X) -> X * X; (_) -> 3 end),
    ok.

-spec unsafe_handler_of_what_is_too_large(0..64) -> ok.
unsafe_handler_of_what_is_too_large(N) ->
    try unsafe_squared_again(3, N) of _ -> ok catch error:system_limit -> hd([]) end.

-spec safe_squares([integer()]) -> [integer()].
safe_squares(L) -> [X * X || X <- L].

-spec safe_sum_of_products([{integer(), integer()}]) -> integer().
safe_sum_of_products(L) -> lists:foldl(fun({X, Y}, Sum) -> Sum + X * Y end, 0, L).

-spec safe_digits([0..9]) -> integer().
safe_digits(L) -> lists:foldl(fun(D, N) -> N * 10 + D end, 0, L).

-spec safe_number_of_bytes([byte()]) -> integer().
safe_number_of_bytes(L) -> lists:foldl(fun(B, N) -> N bsl 8 bor B end, 0, L).

-spec safe_factorial(0..100) -> integer().
safe_factorial(0) -> 1;
safe_factorial(N) -> N * safe_factorial(N - 1).

-spec safe_power_of_remainders(integer(), [term()], 1..1000000) -> integer().
safe_power_of_remainders(X, [], M) -> X rem M;
safe_power_of_remainders(X, [_ | T], M) -> safe_power_of_remainders((X * X) rem M, T, M).

-spec safe_cube(integer()) -> integer().
safe_cube(X) -> X * X * X.

-spec unsafe_float(integer()) -> float().
unsafe_float(X) -> float(X).

-spec unsafe_divide(integer(), pos_integer()) -> float().
unsafe_divide(X, Y) -> X / Y.

-spec unsafe_countdown(integer()) -> ok.
unsafe_countdown(0) -> ok;
unsafe_countdown(N) when N > 0 -> unsafe_countdown(N - 1).

-spec safe_countdown(non_neg_integer()) -> ok.
safe_countdown(0) -> ok;
safe_countdown(N) when N > 0 -> safe_countdown(N - 1).

-spec safe_comparison(term(), term()) -> boolean().
safe_comparison(X, Y) -> X < Y orelse X == Y.

-spec safe_difference(integer(), integer()) -> pos_integer().
safe_difference(X, Y) when X > Y -> X - Y;
safe_difference(X, Y) -> if Y >= X -> Y - X + 1; true -> 1 end.

-spec unsafe_difference(integer(), integer()) -> pos_integer().
unsafe_difference(X, Y) when X > Y -> Y - X;
unsafe_difference(_, _) -> 1.

-spec unsafe_difference_that_may_be_zero(integer(), integer()) -> pos_integer().
unsafe_difference_that_may_be_zero(X, Y) when X >= Y -> X - Y;
unsafe_difference_that_may_be_zero(_, _) -> 1.

-spec unsafe_difference_of_numbers(number(), number()) -> pos_integer() | float().
unsafe_difference_of_numbers(X, Y) when X > Y -> 1 div trunc(X - Y);
unsafe_difference_of_numbers(_, _) -> 1.

-spec unsafe_difference_after_the_test(integer(), integer()) -> pos_integer().
unsafe_difference_after_the_test(X, Y) -> if X > Y -> ok; true -> ok end, X - Y.

%%% Patterns, guards, earlier clauses

-spec safe_kinds(term()) -> atom().
safe_kinds(X) when is_integer(X) -> integer;
safe_kinds(X) when is_list(X) -> list;
safe_kinds(_) -> other.

-spec safe_either({ok, integer()} | error) -> integer().
safe_either({ok, X}) -> X;
safe_either(error) -> 0.

-spec unsafe_either({ok, integer()} | error | {error, term()}) -> integer().
unsafe_either({ok, X}) -> X;
unsafe_either(error) -> 0.

-spec safe_boolean(boolean()) -> 0 | 1.
safe_boolean(true) -> 1;
safe_boolean(false) -> 0.

-spec safe_if(integer()) -> atom().
safe_if(X) -> if X > 0 -> plus; X =< 0 -> minus end.

-spec unsafe_if(integer()) -> atom().
unsafe_if(X) -> if X > 0 -> plus; X < 0 -> minus end.

-spec safe_and(term(), term()) -> integer().
safe_and(X, Y) when is_integer(X), is_integer(Y) -> X + Y;
safe_and(_, _) -> 0.

-spec unsafe_or(term(), term()) -> number().
unsafe_or(X, Y) when is_integer(X); is_integer(Y) -> X + Y;
unsafe_or(_, _) -> 0.

-spec safe_or([term()] | integer()) -> integer().
safe_or(X) when is_list(X) orelse X > 0 -> case X of [_ | _] -> length(X); [] -> 0; _ -> X end;
safe_or(X) -> X.

-spec safe_two(a | b, c | d) -> integer().
safe_two(a, c) -> 1;
safe_two(a, d) -> 2;
safe_two(b, c) -> 3;
safe_two(b, d) -> 4.

-spec unsafe_two(a | b, c | d) -> integer().
unsafe_two(a, c) -> 1;
unsafe_two(a, d) -> 2;
unsafe_two(b, c) -> 3.

-spec unsafe_guard_that_fails(term()) -> atom().
unsafe_guard_that_fails(X) when length(X) > 1 -> long;
unsafe_guard_that_fails(X) when is_list(X) -> short.

-spec unsafe_float_pattern(float()) -> atom().
unsafe_float_pattern(1.0) -> one.

-spec unsafe_same(integer(), integer()) -> same.
unsafe_same(X, X) -> same.

-spec unsafe_string(string()) -> atom().
unsafe_string("abc") -> abc.

-spec unsafe_one_element([integer()]) -> atom().
unsafe_one_element([1]) -> one;
unsafe_one_element([X | _]) when X > 1 -> more;
unsafe_one_element([]) -> none.

%%% Tuples and records

-record(account, {owner :: binary(), cents = 0 :: integer()}).

-spec safe_deposit(#account{}, pos_integer()) -> #account{}.
safe_deposit(#account{cents = C} = A, N) -> A#account{cents = C + N}.

-spec unsafe_deposit(tuple(), pos_integer()) -> tuple().
unsafe_deposit(#account{cents = C} = A, N) -> A#account{cents = C + N}.

-spec unsafe_wrong_field(#account{}) -> #account{}.
unsafe_wrong_field(A) -> A#account{cents = none}.

-spec safe_element({integer(), atom()}) -> integer().
safe_element(T) -> element(1, T) + tuple_size(T).

-spec unsafe_element({integer(), atom()} | {}) -> integer().
unsafe_element(T) -> element(1, T).

%%% Maps

-spec safe_get(#{key := integer(), _ => _}) -> integer().
safe_get(#{key := X}) -> X + 1.

-spec unsafe_get(#{key => integer()}) -> integer().
unsafe_get(#{key := X}) -> X + 1.

-spec safe_get_default(#{key => integer()}) -> integer().
safe_get_default(M) -> case M of #{key := X} -> X; #{} -> 0 end.

-spec safe_put(map()) -> map().
safe_put(M) -> M#{a => 1, b => 2}.

-spec unsafe_update(map()) -> map().
unsafe_update(M) -> M#{a := 1}.

-spec safe_put_and_update(map()) -> map().
safe_put_and_update(M) -> N = M#{a => 1}, N#{a := 2}.

-spec unsafe_badmap(term()) -> map().
unsafe_badmap(M) -> M#{a => 1}.

-spec unsafe_overwritten(#{a := integer()}, atom()) -> integer().
unsafe_overwritten(M, K) -> #{a := X} = M#{K => none}, X + 1.

-spec safe_variable_key(map(), term()) -> map().
safe_variable_key(M, K) -> case M of #{K := V} -> M#{K := {V}}; #{} -> M end.

-spec safe_variable_key_after_another(map(), term()) -> map().
safe_variable_key_after_another(M, K) when is_atom(K) -> case M of #{K := _} -> M#{other => 1, K := 2}; _ -> M end;
safe_variable_key_after_another(M, _) -> M.

-spec unsafe_variable_key_of_another_map(map(), map(), term()) -> map().
unsafe_variable_key_of_another_map(M, N, K) -> case M of #{K := V} -> N#{K := {V}}; #{} -> M end.

-spec unsafe_another_variable_key(map(), term(), term()) -> map().
unsafe_another_variable_key(M, K, L) -> case M of #{K := V} -> M#{L := {V}}; #{} -> M end.

-spec unsafe_variable_key_in_the_other_clause(map(), term()) -> map().
unsafe_variable_key_in_the_other_clause(M, K) -> case M of #{K := _} -> M; #{} -> M#{K := 1} end.

-spec unsafe_variable_key_after_the_case(map(), term()) -> map().
unsafe_variable_key_after_the_case(M, K) -> case M of #{K := _} -> ok; #{} -> ok end, M#{K := 1}.

-spec safe_key(map()) -> term().
safe_key(M) when is_map_key(k, M) -> map_get(k, M);
safe_key(_) -> none.

%%% Bitstrings

-spec safe_bytes(binary()) -> [byte()].
safe_bytes(<<B, Rest/binary>>) -> [B | safe_bytes(Rest)];
safe_bytes(<<>>) -> [].

-spec unsafe_bits(bitstring()) -> [byte()].
unsafe_bits(<<B, Rest/bitstring>>) -> [B | unsafe_bits(Rest)];
unsafe_bits(<<>>) -> [].

-spec unsafe_words(binary()) -> [char()].
unsafe_words(<<W:16, Rest/binary>>) -> [W | unsafe_words(Rest)];
unsafe_words(<<>>) -> [].

-spec safe_words(binary()) -> [non_neg_integer()].
safe_words(<<W:16, Rest/binary>>) -> [W | safe_words(Rest)];
safe_words(<<B>>) -> [B];
safe_words(<<>>) -> [].

-spec safe_build(byte(), binary()) -> binary().
safe_build(B, Rest) -> <<B, 0:16, Rest/binary>>.

-spec unsafe_build(byte(), bitstring()) -> bitstring().
unsafe_build(B, Rest) -> <<B, Rest/binary>>.

-spec safe_rest_of_bytes(binary()) -> [byte()].
safe_rest_of_bytes(<<A, B, Rest/bits>>) -> [A, B | safe_rest_of_bytes(Rest)];
safe_rest_of_bytes(<<A>>) -> [A];
safe_rest_of_bytes(<<>>) -> [].

-spec unsafe_rest_of_bytes(binary()) -> [byte()].
unsafe_rest_of_bytes(<<A:4, Rest/bits>>) -> [A | unsafe_rest_of_bytes(Rest)];
unsafe_rest_of_bytes(<<>>) -> binary_to_list(<<1:4>>).

-spec unsafe_rest_after_a_size(binary(), 0..7) -> [byte()].
unsafe_rest_after_a_size(B, N) -> <<_:N, Rest/bits>> = <<B/binary, 0>>, binary_to_list(Rest).

-spec unsafe_rest_that_is_too_short(<<_:16>>) -> byte().
unsafe_rest_that_is_too_short(<<_, Rest/bits>>) -> <<_, X, _/bits>> = Rest, X.

-spec unsafe_utf8(integer()) -> binary().
unsafe_utf8(C) -> <<C/utf8>>.

-spec unsafe_surrogate(char()) -> binary().
unsafe_surrogate(C) -> <<C/utf8>>.

-spec safe_ascii(0..127) -> binary().
safe_ascii(C) -> <<C/utf8>>.

-spec unsafe_part(binary(), non_neg_integer()) -> binary().
unsafe_part(B, N) -> <<B:N/binary>>.

%%% Funs

-spec safe_map(fun((integer()) -> integer()), [integer()]) -> [integer()].
safe_map(F, L) -> lists:map(fun(X) -> F(X) + 1 end, L).

-spec unsafe_map(fun((integer()) -> term()), [integer()]) -> [integer()].
unsafe_map(F, L) -> lists:map(fun(X) -> F(X) + 1 end, L).

-spec safe_fold([integer()]) -> integer().
safe_fold(L) -> lists:foldl(fun(X, A) -> X + A end, 0, L).

-spec unsafe_fold([integer()]) -> integer().
unsafe_fold(L) -> lists:foldl(fun(X, A) -> X div A end, 1, L).

-spec unsafe_arity(fun((integer()) -> integer())) -> integer().
unsafe_arity(F) -> F(1, 2).

-spec unsafe_any_fun(fun()) -> term().
unsafe_any_fun(F) -> F(1).

-spec unsafe_not_a_fun(term()) -> term().
unsafe_not_a_fun(F) -> F().

-spec safe_closure(integer()) -> integer().
safe_closure(X) -> F = fun(Y) -> X + Y end, F(1).

-spec unsafe_closure(term()) -> integer().
unsafe_closure(X) -> F = fun(Y) -> X + Y end, F(1).

-spec safe_two_maps([[integer()]]) -> [[integer()]].
safe_two_maps(L) -> lists:map(fun(Xs) -> lists:map(fun(X) -> X + 1 end, Xs) end, L).

-spec unsafe_fun_in_a_literal() -> integer().
unsafe_fun_in_a_literal() -> [F | _] = [fun erlang:hd/1, fun erlang:tl/1], F([]).

-spec unsafe_external_fun([integer()]) -> integer().
unsafe_external_fun(L) -> F = fun erlang:hd/1, F(L).

-spec unsafe_apply(module(), atom()) -> term().
unsafe_apply(M, F) -> M:F().

-spec unsafe_missing() -> term().
unsafe_missing() -> no_such_module_at_all:f().

%%% Exceptions

-spec safe_caught(term()) -> term().
safe_caught(X) -> try X + 1 catch error:badarith -> none; error:_ -> other end.

-spec unsafe_caught_partly(term()) -> term().
unsafe_caught_partly(X) -> try X + 1 catch error:badmatch -> none end.

-spec unsafe_caught_class(term()) -> term().
unsafe_caught_class(X) -> try X + 1 catch throw:_ -> none end.

-spec safe_thrown([term()]) -> term().
safe_thrown(L) -> try find(L) catch throw:{found, X} -> X end.

find([X | _]) when is_atom(X) -> throw({found, X});
find([_ | T]) -> find(T);
find([]) -> none.

-spec safe_all_caught(term()) -> term().
safe_all_caught(X) -> try lists:nth(3, X) catch _:_ -> none end.

-spec safe_catch(term()) -> term().
safe_catch(X) -> catch X + 1.

-spec unsafe_catch(term()) -> integer().
unsafe_catch(X) -> Y = (catch X + 1), Y + 1.

-spec unsafe_after(term()) -> term().
unsafe_after(X) -> try X + 1 after ok end.

-spec unsafe_in_handler(term()) -> term().
unsafe_in_handler(X) -> try X + 1 catch error:_ -> hd(X) end.

-spec unsafe_thrown_by_a_fun(fun((integer()) -> integer())) -> integer().
unsafe_thrown_by_a_fun(F) -> case F(1) of 42 -> throw(found); X -> X end.

-spec unsafe_error() -> term().
unsafe_error() -> error(always).

-spec unsafe_raised_again(term()) -> term().
unsafe_raised_again(X) ->
    try X + 1 catch Class:Reason:Stack -> erlang:raise(Class, Reason, Stack) end.

%%% Helpers whose specs are not true

-spec unsafe_claims(term()) -> integer().
unsafe_claims(X) -> X.

-spec unsafe_helper(term()) -> integer().
unsafe_helper(X) -> unsafe_claims(X) + 1.

-spec unsafe_result(term()) -> integer().
unsafe_result(X) -> unsafe_claims(X).

-spec safe_wants_positive(pos_integer()) -> integer().
safe_wants_positive(X) -> 10 div X.

-spec unsafe_call_outside_of_a_spec(integer()) -> integer().
unsafe_call_outside_of_a_spec(X) -> safe_wants_positive(X).

%%% The world

-spec unsafe_receive() -> integer().
unsafe_receive() -> receive X -> X + 1 end.

-spec unsafe_wait() -> term().
unsafe_wait() -> receive X -> X end.

-spec unsafe_dictionary(term()) -> integer().
unsafe_dictionary(K) -> get(K) + 1.

-spec unsafe_named(atom()) -> true.
unsafe_named(N) -> register(N, self()).

-spec unsafe_binary_to_term(binary()) -> term().
unsafe_binary_to_term(B) -> binary_to_term(B).

-spec unsafe_atom(string()) -> atom().
unsafe_atom(S) -> list_to_atom(S).

%%% Types with names, recursion in types, overloaded specs

-type tree() :: leaf | {tree(), integer(), tree()}.

-spec safe_tree(tree()) -> integer().
safe_tree(leaf) -> 0;
safe_tree({L, X, R}) -> safe_tree(L) + X + safe_tree(R).

-type bad_tree() :: leaf | {bad_tree(), term(), bad_tree()}.

-spec unsafe_tree(bad_tree()) -> integer().
unsafe_tree(leaf) -> 0;
unsafe_tree({L, X, R}) -> unsafe_tree(L) + X + unsafe_tree(R).

-spec safe_overloaded(integer()) -> integer(); (atom()) -> atom().
safe_overloaded(X) when is_integer(X) -> X + 1;
safe_overloaded(X) when is_atom(X) -> X.

-spec unsafe_overloaded(integer()) -> atom(); (atom()) -> integer().
unsafe_overloaded(X) -> X.

-spec safe_flatten(iolist()) -> binary().
safe_flatten(L) -> iolist_to_binary(L).

-spec unsafe_flatten(list()) -> binary().
unsafe_flatten(L) -> iolist_to_binary(L).

-spec unsafe_mutual([term()]) -> term().
unsafe_mutual([_ | T]) -> other(T);
unsafe_mutual([]) -> even.

other([_ | T]) -> unsafe_mutual(T).

-spec safe_mutual([term()]) -> term().
safe_mutual([_ | T]) -> odd(T);
safe_mutual([]) -> even.

odd([_ | T]) -> safe_mutual(T);
odd([]) -> odd.

-spec unsafe_grows(integer()) -> integer().
unsafe_grows(X) -> grows(X, 0).

grows(X, N) when N < 1000 -> grows(X, N + 1);
grows(X, N) -> X div (N - 1000).

-spec unsafe_deep(integer()) -> integer().
unsafe_deep(X) -> unwrap(wrap(X, 20)).

wrap(X, 0) -> X;
wrap(X, N) -> {wrap(X, N - 1)}.

unwrap({X}) -> unwrap(X);
unwrap(X) when X > 5 -> X.

%%% That calls end: `ends_…` is shown, `runs_…` must not be

-spec ends_list([term()]) -> integer().
ends_list([_ | T]) -> 1 + ends_list(T);
ends_list([]) -> 0.

-spec ends_element({term(), nil | tuple()}) -> ok.
ends_element({_, T}) when is_tuple(T), tuple_size(T) =:= 2 -> ends_element(T);
ends_element(_) -> ok.

-spec ends_binary(binary()) -> ok.
ends_binary(<<_, Rest/binary>>) -> ends_binary(Rest);
ends_binary(<<>>) -> ok.

-spec ends_down(0..1000) -> ok.
ends_down(0) -> ok;
ends_down(N) -> ends_down(N - 1).

-spec ends_up(-1000..1000) -> ok.
ends_up(N) when N >= 100 -> ok;
ends_up(N) -> ends_up(N + 1).

-spec ends_comprehension([integer()]) -> [integer()].
ends_comprehension(L) -> [X + 1 || X <- L].

-spec ends_library([integer()]) -> [integer()].
ends_library(L) -> lists:map(fun(X) -> X + 1 end, lists:reverse(L)).

-spec runs_for_ever(integer()) -> ok.
runs_for_ever(X) -> runs_for_ever(X).

-spec runs_down(integer()) -> ok.
runs_down(0) -> ok;
runs_down(N) -> runs_down(N - 1).

-spec runs_up(non_neg_integer()) -> ok.
runs_up(100) -> ok;
runs_up(N) -> runs_up(N + 1).

-spec runs_back([term()]) -> ok.
runs_back([_ | T]) -> runs_back([x | T]);
runs_back([]) -> ok.

-spec runs_either([term()], integer()) -> ok.
runs_either([_ | T], N) -> runs_either(T, N);
runs_either([], N) -> runs_either([N], N).

-spec runs_by_fun(integer()) -> ok.
runs_by_fun(X) -> F = fun runs_by_fun/1, F(X).

-spec runs_by_itself(fun((term()) -> ok)) -> ok.
runs_by_itself(_) -> G = fun(H) -> H(H) end, G(G).

-spec runs_in_a_circle(integer()) -> ok.
runs_in_a_circle(X) -> circle(X).

circle(X) -> runs_in_a_circle(X).

-spec runs_empty_rest(binary()) -> ok.
runs_empty_rest(<<_:0, Rest/binary>>) -> runs_empty_rest(Rest).

-spec runs_shadowed([[term()]]) -> ok.
runs_shadowed(L) ->
    case L of
        [X | _] when X =:= [] -> ok;
        _ -> case {L} of {X} -> runs_shadowed(X) end
    end.

%%% Circles of several functions, arguments that change places, sums of lengths, integers with bounds

-spec ends_merge([integer()], [integer()]) -> [integer()].
ends_merge([A | As], [B | Bs]) when A < B -> [A | ends_merge(As, [B | Bs])];
ends_merge([A | As], [B | Bs]) -> [B | ends_merge([A | As], Bs)];
ends_merge([], Bs) -> Bs;
ends_merge(As, []) -> As.

-spec ends_swapped([term()], [term()]) -> ok.
ends_swapped([_ | As], Bs) -> ends_swapped(Bs, As);
ends_swapped([], _) -> ok.

-spec ends_even([term()]) -> boolean().
ends_even([]) -> true;
ends_even([_ | T]) -> odd_too(T).

odd_too([]) -> false;
odd_too([_ | T]) -> ends_even(T).

-spec ends_in_the_order_of_a_dictionary([term()], [term()], [term()]) -> ok.
ends_in_the_order_of_a_dictionary([_ | As], _, Cs) ->
    ends_in_the_order_of_a_dictionary(As, Cs, Cs);
ends_in_the_order_of_a_dictionary(As, [_ | Bs], Cs) ->
    ends_in_the_order_of_a_dictionary(As, Bs, Cs);
ends_in_the_order_of_a_dictionary([], [], _) -> ok.

-spec ends_nested_comprehension([[integer()]]) -> [integer()].
ends_nested_comprehension(L) -> [X + Y || Xs <- L, X <- Xs, Y <- [Z || Z <- Xs, Z > X]].

-spec ends_rest_of_a_helper([integer()]) -> [integer()].
ends_rest_of_a_helper([X | Rest]) -> [X | ends_rest_of_a_helper(drop(X, Rest))];
ends_rest_of_a_helper([]) -> [].

drop(X, [X | Rest]) -> drop(X, Rest);
drop(_, Rest) -> Rest.

-spec ends_pair_of_a_helper([integer()]) -> [[integer()]].
ends_pair_of_a_helper([]) -> [];
ends_pair_of_a_helper([X | Rest]) ->
    {Same, Others} = run(X, Rest, []),
    [Same | ends_pair_of_a_helper(Others)].

run(X, [X | Rest], Same) -> run(X, Rest, [X | Same]);
run(_, Rest, Same) -> {Same, Rest}.

-spec ends_up_to(-1000..1000, -1000..1000) -> [integer()].
ends_up_to(I, N) when I < N -> [I | ends_up_to(I + 1, N)];
ends_up_to(_, _) -> [].

-spec ends_down_to(-1000..1000, -1000..1000) -> [integer()].
ends_down_to(I, N) -> if I =< N -> []; true -> [I | ends_down_to(I - 2, N)] end.

-spec ends_from_both_sides(-1000..1000, -1000..1000) -> integer().
ends_from_both_sides(Low, High) ->
    case Low >= High of
        true -> Low;
        false -> ends_from_both_sides(Low + 1, High - 1)
    end.

-spec ends_guarded(-1000..1000) -> ok.
ends_guarded(N) when N > 0 -> ends_guarded(N - 1);
ends_guarded(_) -> ok.

-spec ends_from_list_to_list([term()], [term()]) -> [term()].
ends_from_list_to_list([A, _ | As], Bs) -> ends_from_list_to_list(As, [A | Bs]);
ends_from_list_to_list([_], [_ | _] = Bs) -> ends_from_list_to_list(Bs, []);
ends_from_list_to_list(As, _) -> As.

-spec ends_by_fun([[integer()]]) -> [integer()].
ends_by_fun(L) -> lists:map(fun(Xs) -> lists:sum(lists:map(fun(X) -> X + 1 end, Xs)) end, L).

-type nested() :: integer() | [nested()].

-spec ends_through_a_fun(nested()) -> nested().
ends_through_a_fun(L) when is_list(L) -> [ends_through_a_fun(X) || X <- L];
ends_through_a_fun(X) -> X.

-spec ends_iterator(#{atom() => integer()}) -> integer().
ends_iterator(M) -> next(maps:next(maps:iterator(M)), 0).

next(none, Sum) -> Sum;
next({_, V, Iterator}, Sum) -> next(maps:next(Iterator), Sum + V).

-spec ends_characters(binary()) -> [char()].
ends_characters(<<C/utf8, Rest/binary>>) -> [C | ends_characters(Rest)];
ends_characters(<<_, Rest/binary>>) -> ends_characters(Rest);
ends_characters(<<>>) -> [].

-spec ends_frames(binary()) -> [binary()].
ends_frames(<<N, Frame:N/binary, Rest/binary>>) -> [Frame | ends_frames(Rest)];
ends_frames(_) -> [].

-spec ends_binary_as_list(binary() | [byte()]) -> [byte()].
ends_binary_as_list(B) when is_binary(B) -> ends_binary_as_list(binary_to_list(B));
ends_binary_as_list(L) -> L.

-spec runs_list_as_binary(binary() | [byte()]) -> [byte()].
runs_list_as_binary(B) when is_binary(B) -> runs_list_as_binary(binary_to_list(B));
runs_list_as_binary([]) -> [];
runs_list_as_binary(L) -> runs_list_as_binary(list_to_binary(L)).

-spec runs_swapped([term()], [term()]) -> ok.
runs_swapped([A | As], Bs) -> runs_swapped(Bs, [A | As]);
runs_swapped([], []) -> ok;
runs_swapped([], Bs) -> runs_swapped(Bs, []).

-spec runs_each_grows_while_the_other_shrinks([term()], [term()]) -> ok.
runs_each_grows_while_the_other_shrinks([A | As], Bs) ->
    runs_each_grows_while_the_other_shrinks(As, [A, A | Bs]);
runs_each_grows_while_the_other_shrinks([], [B | Bs]) ->
    runs_each_grows_while_the_other_shrinks([B | Bs], []);
runs_each_grows_while_the_other_shrinks([], []) -> ok.

-spec runs_from_list_to_list([term()], [term()]) -> [term()].
runs_from_list_to_list([A | As], Bs) -> runs_from_list_to_list(As, [A | Bs]);
runs_from_list_to_list([], [_] = Bs) -> runs_from_list_to_list(Bs, []);
runs_from_list_to_list([], Bs) -> Bs.

-spec runs_empty_to_empty([term()], [term()]) -> [term()].
runs_empty_to_empty([A, _ | As], Bs) -> runs_empty_to_empty(As, [A | Bs]);
runs_empty_to_empty([], Bs) -> runs_empty_to_empty(Bs, []);
runs_empty_to_empty([_], Bs) -> Bs.

-spec runs_circle([term()]) -> ok.
runs_circle([]) -> ok;
runs_circle([_ | T]) -> grows(T).

grows(T) -> runs_circle([again | T]).

-spec runs_helper_keeps_it([integer()]) -> [integer()].
runs_helper_keeps_it([X | Rest]) -> [X | runs_helper_keeps_it(keep(X, [X | Rest]))];
runs_helper_keeps_it([]) -> [].

keep(X, [Y | Rest]) when X =/= Y -> keep(X, Rest);
keep(_, Rest) -> Rest.

-spec runs_helper_makes_more([integer()]) -> [integer()].
runs_helper_makes_more([X | Rest]) -> [X | runs_helper_makes_more(more(X, Rest))];
runs_helper_makes_more([]) -> [].

more(X, [X | Rest]) -> Rest;
more(X, Rest) -> [X | Rest].

-spec runs_wrong_part_of_a_pair([integer()]) -> [integer()].
runs_wrong_part_of_a_pair([]) -> [];
runs_wrong_part_of_a_pair([X | Rest] = L) ->
    {_, All} = both(L, Rest),
    [X | runs_wrong_part_of_a_pair(All)].

both(L, Rest) -> {Rest, L}.

-spec runs_away_from(integer(), integer()) -> [integer()].
runs_away_from(I, N) when I < N -> [I | runs_away_from(I - 1, N)];
runs_away_from(_, _) -> [].

-spec runs_bound_moves_too(integer(), integer()) -> [integer()].
runs_bound_moves_too(I, N) when I < N -> [I | runs_bound_moves_too(I + 1, N + 1)];
runs_bound_moves_too(_, _) -> [].

-spec runs_wrong_test(integer(), integer()) -> [integer()].
runs_wrong_test(I, N) when I > N -> [];
runs_wrong_test(I, N) when I =:= N; I < N -> runs_wrong_test(I, N).

-spec runs_not_the_test(integer(), integer()) -> ok.
runs_not_the_test(I, N) when I > N -> ok;
runs_not_the_test(I, N) when I > N -> runs_not_the_test(I + 1, N);
runs_not_the_test(I, N) -> runs_not_the_test(I - 1, N).

-spec runs_floats(number(), number()) -> ok.
runs_floats(I, N) when I < N -> runs_floats(I + 1, N);
runs_floats(_, _) -> ok.

-spec runs_down_and_up(non_neg_integer(), non_neg_integer()) -> ok.
runs_down_and_up(0, 0) -> ok;
runs_down_and_up(0, M) -> runs_down_and_up(M, 0);
runs_down_and_up(N, M) -> runs_down_and_up(N - 1, M + 1).

-spec runs_deeper_and_deeper(term()) -> ok.
runs_deeper_and_deeper([X]) -> runs_deeper_and_deeper({X});
runs_deeper_and_deeper({X}) -> runs_deeper_and_deeper([X]);
runs_deeper_and_deeper(_) -> ok.

-spec runs_iterator(#{atom() => integer()}) -> none.
runs_iterator(M) -> same_again(maps:next(maps:iterator(M)), M).

same_again(none, _) -> none;
same_again({_, _, _}, M) -> same_again(maps:next(maps:iterator(M)), M).

-spec runs_same_iterator(#{atom() => integer()}) -> none.
runs_same_iterator(M) -> never_on(maps:iterator(M)).

never_on(Iterator) ->
    case maps:next(Iterator) of
        none -> none;
        {_, _, _} -> never_on(Iterator)
    end.

-spec runs_by_its_own_fun([term()]) -> ok.
runs_by_its_own_fun(L) -> lists:foreach(fun(_) -> runs_by_its_own_fun(L) end, L).

-spec runs_through_a_closure([term()]) -> ok.
runs_through_a_closure(L) ->
    F = fun(G, [X | _]) -> G(G, [X]); (_, []) -> ok end,
    F(F, L).

-spec runs_frames(binary()) -> [binary()].
runs_frames(<<N, _/binary>> = B) -> [<<N>> | runs_frames(rest(0, B))];
runs_frames(_) -> [].

rest(N, B) -> <<_:N/binary, Rest/binary>> = B, Rest.

-spec runs_in_a_handler([term()]) -> ok.
runs_in_a_handler(L) ->
    try hd(L) of
        _ -> runs_in_a_handler(tl(L))
    catch
        error:_ -> runs_in_a_handler([again])
    end.

-spec runs_by_apply([term()]) -> ok.
runs_by_apply([_ | T]) -> erlang:apply(fun() -> runs_by_apply([x | T]) end, []);
runs_by_apply([]) -> ok.

%%% Funs of the input: they keep their types, call what they are given, and raise where somebody catches

-spec safe_input_fun_returns(fun((term()) -> integer()), [term()]) -> [integer()].
safe_input_fun_returns(F, L) -> [F(X) + 1 || X <- L].

-spec safe_calls_what_it_is_given(fun((fun((term()) -> ok)) -> term())) -> term().
safe_calls_what_it_is_given(H) -> H(fun(_) -> ok end).

-spec unsafe_calls_what_it_is_given(fun((fun((integer()) -> term())) -> term())) -> term().
unsafe_calls_what_it_is_given(H) -> H(fun(X) -> 10 div X end).

-spec unsafe_given_in_a_structure(fun((term()) -> ok)) -> ok.
unsafe_given_in_a_structure(H) -> H({a, [#{k => fun(X) -> X + 1 end}]}).

-spec unsafe_given_as_a_key(fun((term()) -> ok)) -> ok.
unsafe_given_as_a_key(H) -> H(#{fun(X) -> X + 1 end => 1}).

-spec unsafe_given_very_deep(fun((term()) -> ok)) -> ok.
unsafe_given_very_deep(H) -> hand_over(H, {{{{{{{{{{{{fun(X) -> X + 1 end}}}}}}}}}}}}).

hand_over(H, X) -> H(X).

-spec unsafe_given_by_name(fun((term()) -> ok)) -> ok.
unsafe_given_by_name(H) -> H(fun hand_over_one/1).

hand_over_one(X) -> X + 1.

-spec unsafe_given_a_built_in(fun((term()) -> ok)) -> ok.
unsafe_given_a_built_in(H) -> H(fun erlang:hd/1).

-spec unsafe_given_in_a_literal(fun((term()) -> ok)) -> ok.
unsafe_given_in_a_literal(H) -> H({fun erlang:hd/1, a}).

-spec unsafe_given_by_what_was_given(fun((term()) -> ok)) -> ok.
unsafe_given_by_what_was_given(H) -> H(fun() -> {ok, fun(X) -> X + 1 end} end).

-spec unsafe_given_by_a_library(fun((term()) -> ok)) -> [ok].
unsafe_given_by_a_library(H) -> lists:map(H, [fun(X) -> X + 1 end]).

-spec unsafe_given_among_terms(fun((term()) -> ok), [term()]) -> [ok].
unsafe_given_among_terms(H, L) -> lists:map(H, [fun(X) -> X + 1 end | L]).

-spec unsafe_given_earlier(fun((fun(() -> term())) -> fun(() -> term()))) -> term().
unsafe_given_earlier(H) ->
    G = try H(fun() -> error(bug) end) catch _:_ -> fun() -> ok end end,
    G().

-spec unsafe_given_earlier_in_a_tuple(fun((fun(() -> term())) -> {ok, fun(() -> term())})) -> term().
unsafe_given_earlier_in_a_tuple(H) ->
    {ok, G} = try H(fun() -> error(bug) end) catch _:_ -> {ok, fun() -> ok end} end,
    G().

-spec unsafe_handed_back(fun((fun(() -> integer())) -> fun(() -> integer()))) -> integer().
unsafe_handed_back(H) -> G = H(fun() -> a end), G() + 1.

-spec unsafe_kept_in_the_dictionary(fun((term()) -> ok)) -> term().
unsafe_kept_in_the_dictionary(H) ->
    put(key, fun(X) -> X + 1 end),
    H(get(key)).

-spec unsafe_taken_from_the_dictionary() -> term().
unsafe_taken_from_the_dictionary() ->
    put(key, fun() -> error(bug) end),
    case get(key) of F when is_function(F, 0) -> F(); _ -> ok end.

-spec unsafe_among_terms(term()) -> ok.
unsafe_among_terms(X) ->
    lists:foreach(fun(F) when is_function(F, 0) -> F(); (_) -> ok end, [X, fun() -> error(bug) end]).

-spec unsafe_one_or_the_other(term(), boolean()) -> term().
unsafe_one_or_the_other(X, B) ->
    F = case B of true -> fun() -> error(bug) end; false -> X end,
    case is_function(F, 0) of true -> F(); false -> ok end.

-spec unsafe_in_a_reason(term()) -> term().
unsafe_in_a_reason(X) ->
    try (fun(Y) -> Y + 1 end)(X, X)
    catch error:{badarity, {F, _}} when is_function(F, 1) -> F(a); error:_ -> ok
    end.

-spec unsafe_old_catch_in_a_reason(term()) -> term().
unsafe_old_catch_in_a_reason(X) ->
    case catch (fun(Y) -> Y + 1 end)(X, X) of
        {'EXIT', {{badarity, {F, _}}, _}} when is_function(F, 1) -> F(a);
        _ -> ok
    end.

-spec unsafe_eighth_fun(fun((term()) -> term())) -> term().
unsafe_eighth_fun(F) ->
    applied(F),
    [applied(fun(_) -> 1 end), applied(fun(_) -> 2 end), applied(fun(_) -> 3 end), applied(fun(_) -> 4 end),
     applied(fun(_) -> 5 end), applied(fun(_) -> 6 end), applied(fun(_) -> 7 end), applied(fun(X) -> X + 1 end)].

applied(F) -> F(a).

-spec unsafe_throw_is_caught(fun(() -> ok)) -> ok.
unsafe_throw_is_caught(F) -> try F() catch throw:_ -> error(bug) end.

-spec unsafe_error_is_caught(fun(() -> ok)) -> ok.
unsafe_error_is_caught(F) -> try F() catch error:_ -> error(bug) end.

-spec unsafe_exit_is_caught(fun(() -> ok)) -> ok.
unsafe_exit_is_caught(F) -> try F() catch exit:_ -> error(bug) end.

-spec unsafe_caught_far_away(fun((term()) -> term()), [term()]) -> [term()].
unsafe_caught_far_away(F, L) -> try lists:map(F, L) catch throw:{found, X} -> X + 1 end.

-spec unsafe_caught_the_old_way(fun(() -> integer())) -> integer().
unsafe_caught_the_old_way(F) -> (catch F()) + 1.

-spec safe_input_caught(fun(() -> integer())) -> integer().
safe_input_caught(F) -> try F() + 1 catch _:_ -> 0 end.

-spec safe_let_through(fun(() -> integer())) -> integer().
safe_let_through(F) -> try F() + 1 after ok end.

-spec safe_raised_as_it_was(fun(() -> integer())) -> integer().
safe_raised_as_it_was(F) -> try F() catch C:R:S -> erlang:raise(C, R, S) end.

-spec unsafe_raised_with_more(fun(() -> integer())) -> integer().
unsafe_raised_with_more(F) -> try F() catch C:R:S -> erlang:raise(C, {more, R}, S) end.

-spec unsafe_raised_as_another(fun(() -> integer())) -> integer().
unsafe_raised_as_another(F) -> try F() catch throw:R:S -> erlang:raise(error, R, S) end.

-spec unsafe_raised_anew(fun(() -> integer())) -> integer().
unsafe_raised_anew(F) -> try F() catch throw:R -> throw(R) end.

-spec unsafe_while_cleaning_up(fun(() -> integer()), term()) -> integer().
unsafe_while_cleaning_up(F, X) -> try F() after hd(X) end.

-spec unsafe_of_both(fun((fun(() -> term())) -> term()), fun((term()) -> fun(() -> term()))) -> term().
unsafe_of_both(F, G) ->
    A = try F(fun() -> error(bug) end) catch _:_ -> none end,
    B = G(A),
    B().

-spec unsafe_given_later_captures(fun((fun(() -> term())) -> ok), non_neg_integer()) -> ok.
unsafe_given_later_captures(H, N) when N >= 0 ->
    H(fun() -> 10 div (N + 1) end),
    given_again(H, N).

given_again(_, -1) -> ok;
given_again(H, N) -> H(fun() -> 10 div N end), given_again(H, N - 1).

-spec unsafe_thrown_back(fun((fun(() -> term())) -> term())) -> term().
unsafe_thrown_back(H) ->
    try H(fun() -> error(bug) end), ok
    catch throw:F when is_function(F, 0) -> F(); _:_ -> ok
    end.

-spec unsafe_thrown_back_the_old_way(fun((fun(() -> term())) -> ok)) -> term().
unsafe_thrown_back_the_old_way(H) ->
    case catch H(fun() -> error(bug) end) of
        F when is_function(F, 0) -> F();
        _ -> ok
    end.

-spec unsafe_returned_among_terms(fun((term()) -> term())) -> term().
unsafe_returned_among_terms(H) ->
    K = try H(fun() -> error(bug) end) catch _:_ -> ok end,
    case K of F when is_function(F, 0) -> F(); _ -> ok end.

-spec unsafe_sent_to_oneself() -> term().
unsafe_sent_to_oneself() ->
    self() ! fun() -> error(bug) end,
    receive F when is_function(F, 0) -> F() after 0 -> ok end.

-spec unsafe_fun_among_what_it_holds(term()) -> term().
unsafe_fun_among_what_it_holds(X) ->
    F = fun(Y) -> hd(Y) end,
    G = fun() -> F =:= X end,
    case erlang:fun_info(G, env) of
        {env, [H | _]} when is_function(H, 1) -> H(X);
        _ -> G()
    end.

-spec unsafe_given_to_one_of_a_map(#{atom() => fun((term()) -> ok)}) -> [ok].
unsafe_given_to_one_of_a_map(M) -> [H(fun(X) -> X + 1 end) || {_, H} <- maps:to_list(M)].

-spec unsafe_given_to_what_may_be_a_fun(term()) -> term().
unsafe_given_to_what_may_be_a_fun(X) when is_function(X, 1) -> X(fun(Y) -> hd(Y) end);
unsafe_given_to_what_may_be_a_fun(_) -> ok.

-spec unsafe_made_by_name(atom(), atom(), term()) -> term().
unsafe_made_by_name(M, F, X) -> G = fun M:F/1, G(X).

-spec unsafe_given_to_the_answer(fun(() -> fun((term()) -> ok))) -> ok.
unsafe_given_to_the_answer(H) -> G = H(), G(fun(X) -> X + 1 end).

-spec unsafe_kept_by_the_first(fun((fun((integer()) -> integer())) -> ok), fun(() -> ok)) -> ok.
unsafe_kept_by_the_first(F, G) -> F(fun(X) -> 10 div X end), G().

-spec unsafe_raised_to_who_called_the_caller(fun(() -> ok)) -> ok.
unsafe_raised_to_who_called_the_caller(F) -> try lets_through(F) catch throw:X -> hd(X), ok end.

lets_through(F) -> try F() after ok end.

-spec safe_wrapped(fun((term()) -> term()), [term()]) -> [term()].
safe_wrapped(F, L) -> lists:map(fun(X) -> F(X) end, L).

-spec safe_wrapped_with_pairs(fun((term()) -> term()), [{atom(), term()}]) -> [{atom(), term()}].
safe_wrapped_with_pairs(F, L) -> lists:map(fun({K, V}) -> {K, F(V)} end, L).

-spec ends_wrapped(fun((term()) -> term()), [term()]) -> [term()].
ends_wrapped(F, L) -> lists:map(fun(X) -> F(X) end, L).

-spec runs_through_the_input(fun((fun(() -> term())) -> term())) -> term().
runs_through_the_input(H) -> H(fun() -> runs_through_the_input(H) end).

%%% Built-ins that OTP writes as calls of themselves

-spec unsafe_applied_by_name(term()) -> term().
unsafe_applied_by_name(A) -> apply(erlang, tuple_to_list, A).

-spec unsafe_caught_application(term()) -> term().
unsafe_caught_application(A) ->
    try
        apply(erlang, tuple_to_list, A)
    catch
        error:badarg -> error(caught)
    end.

-spec unsafe_after_yield(term()) -> term().
unsafe_after_yield(X) ->
    erlang:yield(),
    hd(X).

%% ---- the same, from any integer: an end that nobody lives to see ----

-spec runs_on_down(non_neg_integer()) -> ok.
runs_on_down(0) -> ok;
runs_on_down(N) -> runs_on_down(N - 1).

-spec runs_on_up(integer()) -> ok.
runs_on_up(N) when N >= 100 -> ok;
runs_on_up(N) -> runs_on_up(N + 1).

-spec runs_on_up_to(integer(), integer()) -> [integer()].
runs_on_up_to(I, N) when I < N -> [I | runs_on_up_to(I + 1, N)];
runs_on_up_to(_, _) -> [].

-spec runs_on_down_to(integer(), integer()) -> [integer()].
runs_on_down_to(I, N) -> if I =< N -> []; true -> [I | runs_on_down_to(I - 2, N)] end.

-spec runs_on_from_both_sides(integer(), integer()) -> integer().
runs_on_from_both_sides(Low, High) ->
    case Low >= High of
        true -> Low;
        false -> runs_on_from_both_sides(Low + 1, High - 1)
    end.

-spec runs_on_guarded(integer()) -> ok.
runs_on_guarded(N) when N > 0 -> runs_on_guarded(N - 1);
runs_on_guarded(_) -> ok.

-spec ends_after_as_many([term()], binary()) -> ok.
ends_after_as_many(L, B) ->
    count_down(length(L)),
    count_down(byte_size(B)).

count_down(0) -> ok;
count_down(N) when N > 0 -> count_down(N - 1).

-spec runs_on_through_a_word(0..16#FFFFFFFFFFFFFFFF) -> ok.
runs_on_through_a_word(0) -> ok;
runs_on_through_a_word(N) -> runs_on_through_a_word(N - 1).

%% ---- calls that multiply: 2^n of them, and more ----

-spec runs_twice([term()]) -> ok.
runs_twice([]) -> ok;
runs_twice([_ | T]) -> runs_twice(T), runs_twice(T).

-spec runs_for_each([term()]) -> ok.
runs_for_each([]) -> ok;
runs_for_each([_ | T]) -> [runs_for_each(T) || _ <- T], ok.

-spec runs_on_both_tails([term()]) -> ok.
runs_on_both_tails([A, B | T]) -> runs_on_both_tails([A | T]), runs_on_both_tails([B | T]);
runs_on_both_tails(_) -> ok.

-spec runs_fibonacci([term()]) -> pos_integer().
runs_fibonacci([_, _ | T] = [_ | S]) -> runs_fibonacci(T) + runs_fibonacci(S);
runs_fibonacci(_) -> 1.

-spec runs_fibonacci_of_a_number(0..1000) -> pos_integer().
runs_fibonacci_of_a_number(N) when N < 2 -> 1;
runs_fibonacci_of_a_number(N) ->
    runs_fibonacci_of_a_number(N - 1) + runs_fibonacci_of_a_number(N - 2).

-spec runs_hanoi([term()], a, b, c) -> ok.
runs_hanoi([], _, _, _) -> ok;
runs_hanoi([_ | T], A, B, C) -> runs_hanoi(T, A, C, B), runs_hanoi(T, C, B, A).

-spec runs_ackermann([term()], [term()]) -> [term()].
runs_ackermann([], N) -> [x | N];
runs_ackermann([_ | M], []) -> runs_ackermann(M, [x]);
runs_ackermann([_ | M] = All, [_ | N]) -> runs_ackermann(M, runs_ackermann(All, N)).

-spec runs_mutually([term()]) -> ok.
runs_mutually([]) -> ok;
runs_mutually([_ | T]) -> and_the_other(T), runs_mutually(T).

and_the_other([]) -> ok;
and_the_other([_ | T]) -> runs_mutually(T), and_the_other(T).

-spec runs_twice_through_bytes(binary()) -> ok.
runs_twice_through_bytes(<<_, R/binary>>) -> runs_twice_through_bytes(R), runs_twice_through_bytes(R);
runs_twice_through_bytes(_) -> ok.

-spec runs_again_in_the_handler([term()]) -> ok.
runs_again_in_the_handler([]) -> ok;
runs_again_in_the_handler([_ | T]) ->
    try runs_again_in_the_handler(T), throw(x) catch _ -> runs_again_in_the_handler(T) end.

-spec runs_either_shorter([term()], [term()]) -> ok.
runs_either_shorter([_ | A] = X, [_ | B] = Y) -> runs_either_shorter(A, Y), runs_either_shorter(X, B);
runs_either_shorter(_, _) -> ok.

-spec ends_in_a_tree(tree()) -> non_neg_integer().
ends_in_a_tree(leaf) -> 0;
ends_in_a_tree({L, _, R}) -> ends_in_a_tree(L) + 1 + ends_in_a_tree(R).

-spec ends_in_a_tree_with_more(term(), [term()]) -> [term()].
ends_in_a_tree_with_more({L, X, R}, A) ->
    ends_in_a_tree_with_more(L, [X | ends_in_a_tree_with_more(R, A)]);
ends_in_a_tree_with_more(_, A) -> A.

-type rose() :: {term(), [rose()]}.

-spec ends_in_a_rose(rose()) -> pos_integer().
ends_in_a_rose({_, Rs}) -> lists:foldl(fun(R, A) -> A + ends_in_a_rose(R) end, 1, Rs).

-spec ends_in_a_rose_by_comprehension(rose()) -> [term()].
ends_in_a_rose_by_comprehension({X, Rs}) -> [X | [ends_in_a_rose_by_comprehension(R) || R <- Rs]].

-spec ends_with_parts(term()) -> non_neg_integer().
ends_with_parts([_ | _] = L) -> ends_with_parts(hd(L)) + ends_with_parts(tl(L));
ends_with_parts({_, _} = T) -> ends_with_parts(element(1, T)) + ends_with_parts(element(2, T));
ends_with_parts(#{left := L, right := R}) -> ends_with_parts(L) + ends_with_parts(R);
ends_with_parts(_) -> 1.

-spec ends_on_either_side(tree()) -> ok.
ends_on_either_side({L, 7, _}) -> ends_on_either_side(L);
ends_on_either_side({_, _, R}) -> ends_on_either_side(R);
ends_on_either_side(leaf) -> ok.

%% ---- a fun of the input may call what it is given with anything, and as often as it likes ----

-spec runs_with_what_the_input_likes(fun((fun((term(), [term()]) -> ok), [term()]) -> ok), [term()]) -> ok.
runs_with_what_the_input_likes(H, [_ | T]) ->
    H(fun(_, B) -> runs_with_what_the_input_likes(H, B) end, T);
runs_with_what_the_input_likes(_, _) -> ok.
