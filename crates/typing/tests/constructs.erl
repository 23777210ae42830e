%%% Every construct of Erlang's type language, and beside each type what it means, as a function.
%%% `is(Name, Term)` is written by hand and knows nothing of Ermine's membership test.
-module(constructs).
-export([is/2]).
-export_type([opaque/0, no_term/0, no_return_at_all/0, only_itself/0, never_ending/0]).

-record(point, {x = 0 :: integer(), y, tag = none :: none | atom()}).
-record(shape, {points = [] :: [#point{}], next :: #shape{} | undefined}).

-type t_any() :: any().
-type t_term() :: term().
-type no_term() :: none().
-type no_return_at_all() :: no_return().
-type t_atom() :: atom().
-type t_module() :: module().
-type t_literal_atom() :: 'hello world'.
-type t_integer() :: integer().
-type t_float() :: float().
-type t_number() :: number().
-type t_boolean() :: boolean().
-type t_byte() :: byte().
-type t_char() :: char().
-type t_arity() :: arity().
-type t_timeout() :: timeout().
-type t_node() :: node().
-type t_mfa() :: mfa().
-type t_non_neg_integer() :: non_neg_integer().
-type t_pos_integer() :: pos_integer().
-type t_neg_integer() :: neg_integer().
-type t_literal_integer() :: 42.
-type t_literal_char() :: $a.
-type t_negative() :: -7.
-type t_computed() :: (1 bsl 8) - 1 .. (3 * 100) bor 16#F.
-type t_range() :: -3..5.
-type t_wide_range() :: -(1 bsl 70) .. (1 bsl 70).
-type t_nil() :: [].
-type t_empty_tuple() :: {}.
-type t_empty_map() :: #{}.
-type t_empty_binary() :: <<>>.
-type t_string() :: string().
-type t_nonempty_string() :: nonempty_string().
-type t_iolist() :: iolist().
-type t_iodata() :: iodata().
-type t_list() :: list().
-type t_list_of() :: [atom()].
-type t_nonempty_list() :: [integer(), ...].
-type t_any_nonempty_list() :: nonempty_list().
-type t_maybe_improper_list() :: maybe_improper_list().
-type t_maybe_improper_list_of() :: maybe_improper_list(integer(), atom() | []).
-type t_nonempty_improper_list() :: nonempty_improper_list(integer(), atom()).
-type t_tuple() :: tuple().
-type t_pair() :: {atom(), integer()}.
-type t_nested_tuple() :: {{}, {a, {0..3}}, [{b}]}.
-type t_map() :: map().
-type t_required() :: #{a := integer(), b := atom()}.
-type t_optional() :: #{a => integer(), b => atom()}.
-type t_mixed() :: #{a := integer(), atom() => binary()}.
-type t_typed_keys() :: #{integer() => atom()}.
-type t_required_typed() :: #{integer() := any()}.
-type t_binary() :: binary().
-type t_bitstring() :: bitstring().
-type t_nonempty_binary() :: nonempty_binary().
-type t_sized() :: <<_:12>>.
-type t_units() :: <<_:_*3>>.
-type t_sized_units() :: <<_:4, _:_*5>>.
-type t_fun() :: fun().
-type t_function() :: function().
-type t_fun_any() :: fun((...) -> atom()).
-type t_fun_0() :: fun(() -> ok).
-type t_fun_2() :: fun((integer(), atom()) -> any()).
-type t_pid() :: pid().
-type t_port() :: port().
-type t_reference() :: reference().
-type t_identifier() :: identifier().
-type t_union() :: a | 1..3 | {ok, float()} | [b].
-type t_annotated() :: {Name :: atom(), Age :: non_neg_integer()}.
-type t_record() :: #point{}.
-type t_record_override() :: #point{y :: atom(), tag :: here}.
-type t_recursive_record() :: #shape{}.
-type t_tree() :: nil | {integer(), t_tree(), t_tree()}.
-type t_even() :: [] | nonempty_improper_list(atom(), t_odd()).
-type t_odd() :: {t_even()}.
-type pair(A, B) :: {A, B}.
-type t_parametric() :: pair(integer(), pair(atom(), [])).
-type nest(T) :: T | {nest([T])}.
-type t_nested_parameter() :: nest(ok).
-opaque opaque() :: {opaque, [opaque()]}.
-type t_opaque() :: opaque().
-type t_remote() :: orddict:orddict(atom(), integer()).
-type t_remote_string() :: unicode:chardata().
-type only_itself() :: only_itself().
-type never_ending() :: {never_ending()}.
-type t_left_recursive() :: t_left_recursive() | here.
-type t_missing_module() :: no_such_module_at_all:type().

is(t_any, _) -> true;
is(t_term, _) -> true;
is(no_term, _) -> false;
is(no_return_at_all, _) -> false;
is(t_atom, X) -> is_atom(X);
is(t_module, X) -> is_atom(X);
is(t_literal_atom, X) -> X =:= 'hello world';
is(t_integer, X) -> is_integer(X);
is(t_float, X) -> is_float(X);
is(t_number, X) -> is_number(X);
is(t_boolean, X) -> is_boolean(X);
is(t_byte, X) -> between(0, X, 255);
is(t_char, X) -> between(0, X, 16#10FFFF);
is(t_arity, X) -> between(0, X, 255);
is(t_timeout, X) -> X =:= infinity orelse is_integer(X) andalso X >= 0;
is(t_node, X) -> is_atom(X);
is(t_mfa, {M, F, A}) -> is_atom(M) andalso is_atom(F) andalso between(0, A, 255);
is(t_non_neg_integer, X) -> is_integer(X) andalso X >= 0;
is(t_pos_integer, X) -> is_integer(X) andalso X > 0;
is(t_neg_integer, X) -> is_integer(X) andalso X < 0;
is(t_literal_integer, X) -> X =:= 42;
is(t_literal_char, X) -> X =:= 97;
is(t_negative, X) -> X =:= -7;
is(t_computed, X) -> between(255, X, 303);
is(t_range, X) -> between(-3, X, 5);
is(t_wide_range, X) -> between(-(1 bsl 70), X, 1 bsl 70);
is(t_nil, X) -> X =:= [];
is(t_empty_tuple, X) -> X =:= {};
is(t_empty_map, X) -> X =:= #{};
is(t_empty_binary, X) -> X =:= <<>>;
is(t_string, X) -> all(fun(C) -> is(t_char, C) end, X);
is(t_nonempty_string, X) -> X =/= [] andalso is(t_string, X);
is(t_iolist, X) -> is_iolist(X);
is(t_iodata, X) -> is_binary(X) orelse is_iolist(X);
is(t_list, X) -> all(fun(_) -> true end, X);
is(t_list_of, X) -> all(fun is_atom/1, X);
is(t_nonempty_list, X) -> X =/= [] andalso all(fun is_integer/1, X);
is(t_any_nonempty_list, X) -> X =/= [] andalso is(t_list, X);
is(t_maybe_improper_list, X) -> is_list(X);
is(t_maybe_improper_list_of, []) -> true;
is(t_maybe_improper_list_of, [X | T]) when is_list(T) -> is_integer(X) andalso is(t_maybe_improper_list_of, T);
is(t_maybe_improper_list_of, [X | T]) -> is_integer(X) andalso is_atom(T);
is(t_nonempty_improper_list, [X | [_ | _] = T]) -> is_integer(X) andalso is(t_nonempty_improper_list, T);
is(t_nonempty_improper_list, [X | T]) -> is_integer(X) andalso is_atom(T);
is(t_tuple, X) -> is_tuple(X);
is(t_pair, {A, B}) -> is_atom(A) andalso is_integer(B);
is(t_nested_tuple, {{}, {a, {N}}, L}) -> between(0, N, 3) andalso all(fun(X) -> X =:= {b} end, L);
is(t_map, X) -> is_map(X);
is(t_required, #{a := A, b := B} = M) -> map_size(M) =:= 2 andalso is_integer(A) andalso is_atom(B);
is(t_optional, M) when is_map(M) ->
    maps:size(maps:without([a, b], M)) =:= 0 andalso is_integer(maps:get(a, M, 0)) andalso is_atom(maps:get(b, M, b));
is(t_mixed, #{a := A} = M) ->
    is_integer(A) andalso pairs(fun is_atom/1, fun is_binary/1, maps:remove(a, M));
is(t_typed_keys, M) when is_map(M) -> pairs(fun is_integer/1, fun is_atom/1, M);
is(t_required_typed, M) when is_map(M) -> M =/= #{} andalso pairs(fun is_integer/1, fun(_) -> true end, M);
is(t_binary, X) -> is_binary(X);
is(t_bitstring, X) -> is_bitstring(X);
is(t_nonempty_binary, X) -> is_binary(X) andalso X =/= <<>>;
is(t_sized, X) -> is_bitstring(X) andalso bit_size(X) =:= 12;
is(t_units, X) -> is_bitstring(X) andalso bit_size(X) rem 3 =:= 0;
is(t_sized_units, X) -> is_bitstring(X) andalso bit_size(X) >= 4 andalso (bit_size(X) - 4) rem 5 =:= 0;
is(t_fun, X) -> is_function(X);
is(t_function, X) -> is_function(X);
is(t_fun_any, X) -> is_function(X) andalso lists:all(fun is_atom/1, results(X));
is(t_fun_0, X) -> is_function(X, 0) andalso lists:all(fun(R) -> R =:= ok end, results(X));
is(t_fun_2, X) -> is_function(X, 2);
is(t_pid, X) -> is_pid(X);
is(t_port, X) -> is_port(X);
is(t_reference, X) -> is_reference(X);
is(t_identifier, X) -> is_pid(X) orelse is_port(X) orelse is_reference(X);
is(t_union, a) -> true;
is(t_union, {ok, F}) -> is_float(F);
is(t_union, L) when is_list(L) -> all(fun(X) -> X =:= b end, L);
is(t_union, X) -> between(1, X, 3);
is(t_annotated, {A, B}) -> is_atom(A) andalso is(t_non_neg_integer, B);
is(t_record, {point, X, _, Tag}) -> is_integer(X) andalso is_atom(Tag);
is(t_record_override, {point, X, Y, here}) -> is_integer(X) andalso is_atom(Y);
is(t_recursive_record, {shape, Points, Next}) ->
    all(fun(P) -> is(t_record, P) end, Points) andalso (Next =:= undefined orelse is(t_recursive_record, Next));
is(t_tree, nil) -> true;
is(t_tree, {N, L, R}) -> is_integer(N) andalso is(t_tree, L) andalso is(t_tree, R);
is(t_even, []) -> true;
is(t_even, [X | [_ | _] = T]) -> is_atom(X) andalso is(t_even, T);
is(t_even, [X | {T}]) -> is_atom(X) andalso is(t_even, T);
is(t_odd, {T}) -> is(t_even, T);
is(t_parametric, {A, {B, []}}) -> is_integer(A) andalso is_atom(B);
is(t_nested_parameter, X) -> is_nest(X, fun(Y) -> Y =:= ok end);
is(t_opaque, X) -> is(opaque, X);
is(opaque, {opaque, L}) -> all(fun(X) -> is(opaque, X) end, L);
is(t_remote, X) ->
    all(fun({K, V}) -> is_atom(K) andalso is_integer(V); (_) -> false end, X);
is(t_remote_string, X) -> is_chardata(X);
is(only_itself, _) -> false;
is(never_ending, _) -> false;
is(t_left_recursive, X) -> X =:= here;
is(t_missing_module, _) -> true;
is(_, _) -> false.

between(Low, X, High) -> is_integer(X) andalso Low =< X andalso X =< High.

all(Fits, [X | Rest]) -> Fits(X) andalso all(Fits, Rest);
all(_, Tail) -> Tail =:= [].

pairs(Key, Value, Map) ->
    all(fun({K, V}) -> Key(K) andalso Value(V) end, maps:to_list(Map)).

%% A list whose tail, if it has one, is a binary.
is_iolist([]) -> true;
is_iolist([X | Rest]) ->
    (between(0, X, 255) orelse is_binary(X) orelse is_iolist(X)) andalso (is_binary(Rest) orelse is_iolist(Rest));
is_iolist(_) -> false.

is_nest(X, Fits) ->
    Fits(X) orelse case X of {Inner} -> is_nest(Inner, fun(L) -> all(Fits, L) end); _ -> false end.

is_chardata(X) when is_binary(X) -> true;
is_chardata([]) -> true;
is_chardata([X | Rest]) ->
    (is(t_char, X) orelse is_chardata(X)) andalso (is_binary(Rest) orelse is_chardata(Rest));
is_chardata(_) -> false.

%% What a fun can return, as far as that can be seen: of those that are made up, it can.
results(Fun) ->
    case {erlang:fun_info(Fun, module), erlang:fun_info(Fun, env)} of
        {{module, ermine_run}, {env, [{Otherwise, Cases, _, _}]}} -> [Otherwise | [R || {_, R} <- Cases]];
        _ -> []
    end.
