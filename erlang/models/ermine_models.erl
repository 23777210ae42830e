%%% How do built-ins compute, step by step?
%%%
%%% The same results and exceptions as the built-ins they are named after, in plain Erlang. The
%%% interpreter runs these in place of a built-in when an argument depends on the input, so that
%%% every decision on the way is seen and the result still depends on the input. On concrete
%%% arguments the built-in itself runs, which is faster; a test compares the two.
%%%
%%% Only matching, guards, arithmetic, comparisons and updates of maps may be used here, and each
%%% other.
-module(ermine_models).
-compile({no_auto_import, [length/1, '++'/2]}).

-export(['erlang:length'/1, 'erlang:++'/2, 'erlang:--'/2, 'erlang:append'/2, 'erlang:subtract'/2,
         'erlang:setelement'/3, 'erlang:list_to_tuple'/1, 'erlang:tuple_to_list'/1,
         'erlang:size'/1, 'erlang:is_record'/2, 'erlang:is_record'/3,
         'erlang:append_element'/2,
         'erlang:integer_to_list'/1, 'erlang:integer_to_list'/2,
         'erlang:list_to_integer'/1, 'erlang:list_to_integer'/2,
         'lists:member'/2, 'lists:reverse'/1, 'lists:reverse'/2,
         'lists:keyfind'/3, 'lists:keymember'/3, 'lists:keysearch'/3,
         'maps:from_list'/1, 'maps:from_keys'/2]).

%% ---- lists ----

'erlang:length'(List) -> count(List, 0).

count([_ | Tail], Count) -> count(Tail, Count + 1);
count([], Count) -> Count;
count(_, _) -> erlang:error(badarg).

'erlang:append'(Left, Right) -> 'erlang:++'(Left, Right).

'erlang:++'([Head | Tail], Right) -> [Head | 'erlang:++'(Tail, Right)];
'erlang:++'([], Right) -> Right;
'erlang:++'(_, _) -> erlang:error(badarg).

'erlang:subtract'(Left, Right) -> 'erlang:--'(Left, Right).

%% Both must be lists even if nothing is taken away.
'erlang:--'(Left, Right) ->
    _ = count(Left, 0),
    _ = count(Right, 0),
    without_all(Left, Right).

without_all(Left, [Element | Right]) -> without_all(without(Left, Element), Right);
without_all(Left, []) -> Left.

without([Head | Tail], Element) when Head =:= Element -> Tail;
without([Head | Tail], Element) -> [Head | without(Tail, Element)];
without([], _) -> [].

'lists:member'(Element, [Head | _]) when Head =:= Element -> true;
'lists:member'(Element, [_ | Tail]) -> 'lists:member'(Element, Tail);
'lists:member'(_, []) -> false;
'lists:member'(_, _) -> erlang:error(badarg).

'lists:reverse'([]) -> [];
'lists:reverse'([_] = List) -> List;
'lists:reverse'([One, Two]) -> [Two, One];
'lists:reverse'([One, Two | Rest]) -> 'lists:reverse'(Rest, [Two, One]);
'lists:reverse'(_) -> erlang:error(function_clause).

'lists:reverse'([Head | Tail], Reversed) -> 'lists:reverse'(Tail, [Head | Reversed]);
'lists:reverse'([], Reversed) -> Reversed;
'lists:reverse'(_, _) -> erlang:error(badarg).

%% Keys are compared by `==`; elements that are no tuple, or too short, are passed over. A position
%% that is not a machine's word is refused.
'lists:keyfind'(Key, Position, List)
  when is_integer(Position), Position > 0, Position < 1 bsl 59 ->
    find(Key, Position, List);
'lists:keyfind'(_, _, _) ->
    erlang:error(badarg).

find(Key, Position, [Tuple | Tail]) ->
    if
        is_tuple(Tuple), tuple_size(Tuple) >= Position, element(Position, Tuple) == Key -> Tuple;
        true -> find(Key, Position, Tail)
    end;
find(_, _, []) -> false;
find(_, _, _) -> erlang:error(badarg).

'lists:keymember'(Key, Position, List) ->
    'lists:keyfind'(Key, Position, List) =/= false.

'lists:keysearch'(Key, Position, List) ->
    case 'lists:keyfind'(Key, Position, List) of
        false -> false;
        Tuple -> {value, Tuple}
    end.

%% ---- tuples ----

'erlang:tuple_to_list'(Tuple) when is_tuple(Tuple) -> elements(Tuple, tuple_size(Tuple), []);
'erlang:tuple_to_list'(_) -> erlang:error(badarg).

elements(_, 0, Elements) -> Elements;
elements(Tuple, Index, Elements) ->
    elements(Tuple, Index - 1, [element(Index, Tuple) | Elements]).

%% The length is decided here; the native makes the tuple of the list that is spelled out then.
'erlang:list_to_tuple'(List) -> erlang:list_to_tuple(spelled(List)).

spelled([Head | Tail]) -> [Head | spelled(Tail)];
spelled([]) -> [];
spelled(_) -> erlang:error(badarg).

'erlang:setelement'(Index, Tuple, Value) when is_tuple(Tuple), is_integer(Index) ->
    Elements = 'erlang:tuple_to_list'(Tuple),
    erlang:list_to_tuple(replaced(Index, Elements, Value));
'erlang:setelement'(_, _, _) ->
    erlang:error(badarg).

replaced(1, [_ | Tail], Value) -> [Value | Tail];
replaced(Index, [Head | Tail], Value) -> [Head | replaced(Index - 1, Tail, Value)];
replaced(_, [], _) -> erlang:error(badarg).

'erlang:append_element'(Tuple, Value) when is_tuple(Tuple) ->
    erlang:list_to_tuple(lists:reverse([Value | lists:reverse('erlang:tuple_to_list'(Tuple))]));
'erlang:append_element'(_, _) ->
    erlang:error(badarg).

'erlang:size'(Tuple) when is_tuple(Tuple) -> tuple_size(Tuple);
'erlang:size'(Binary) when is_bitstring(Binary) -> bit_size(Binary) div 8;
'erlang:size'(_) -> erlang:error(badarg).

'erlang:is_record'(Term, Tag) when is_atom(Tag) ->
    is_tuple(Term) andalso tuple_size(Term) >= 1 andalso element(1, Term) =:= Tag;
'erlang:is_record'(_, _) ->
    erlang:error(badarg).

%% As everywhere, an integer that is no word is refused; here one that is no size is not.
'erlang:is_record'(Term, Tag, Size)
  when is_atom(Tag), is_integer(Size), Size >= -(1 bsl 59), Size < 1 bsl 59 ->
    is_tuple(Term) andalso tuple_size(Term) =:= Size andalso Size >= 1
        andalso element(1, Term) =:= Tag;
'erlang:is_record'(_, _, _) ->
    erlang:error(badarg).

%% ---- maps ----

%% Of a key given twice, the last value counts. That the list is one of pairs is seen first.
'maps:from_list'(List) -> with_pairs(pairs(List), #{}).

pairs([{_, _} = Pair | Pairs]) -> [Pair | pairs(Pairs)];
pairs([]) -> [];
pairs(_) -> erlang:error(badarg).

with_pairs([{Key, Value} | Pairs], Map) -> with_pairs(Pairs, Map#{Key => Value});
with_pairs([], Map) -> Map.

'maps:from_keys'(Keys, Value) -> with_keys(spelled(Keys), Value, #{}).

with_keys([Key | Keys], Value, Map) -> with_keys(Keys, Value, Map#{Key => Value});
with_keys([], _, Map) -> Map.

%% ---- numbers and text ----

'erlang:integer_to_list'(Number) -> 'erlang:integer_to_list'(Number, 10).

'erlang:integer_to_list'(Number, Base)
  when is_integer(Number), is_integer(Base), Base >= 2, Base =< 36 ->
    if
        Number < 0 -> [$- | digits(-Number, Base, [])];
        true -> digits(Number, Base, [])
    end;
'erlang:integer_to_list'(_, _) ->
    erlang:error(badarg).

digits(Number, Base, Digits) when Number < Base -> [digit(Number) | Digits];
digits(Number, Base, Digits) -> digits(Number div Base, Base, [digit(Number rem Base) | Digits]).

digit(Number) when Number < 10 -> $0 + Number;
digit(Number) -> $A + Number - 10.

'erlang:list_to_integer'(Text) -> 'erlang:list_to_integer'(Text, 10).

%% A digit beyond a byte is unknown: the BEAM looks at its lowest byte, and nobody writes such digits. What
%% they are worth is asked and not followed.
'erlang:list_to_integer'(Text, Base) when is_integer(Base), Base >= 2, Base =< 36 ->
    case signed(Text, Base) of
        unknown -> erlang:list_to_integer(Text, Base);
        Number -> Number
    end;
'erlang:list_to_integer'(_, _) ->
    erlang:error(badarg).

signed([$-, Digit | Digits], Base) ->
    case number([Digit | Digits], Base, 0) of
        unknown -> unknown;
        Number -> -Number
    end;
signed([$+, Digit | Digits], Base) -> number([Digit | Digits], Base, 0);
signed([Digit | Digits], Base) -> number([Digit | Digits], Base, 0);
signed(_, _) -> erlang:error(badarg).

number([Digit | Digits], Base, Number) ->
    case value(Digit, Base) of
        unknown -> unknown;
        Value -> number(Digits, Base, Number * Base + Value)
    end;
number([], _, Number) -> Number;
number(_, _, _) -> erlang:error(badarg).

value(Digit, Base) when is_integer(Digit) -> weight(Digit, Base);
value(_, _) -> erlang:error(badarg).

weight(Digit, Base) when Digit >= $0, Digit =< $9, Digit - $0 < Base -> Digit - $0;
weight(Digit, Base) when Base > 10, Digit >= $a, Digit =< $z, Digit - $a + 10 < Base ->
    Digit - $a + 10;
weight(Digit, Base) when Base > 10, Digit >= $A, Digit =< $Z, Digit - $A + 10 < Base ->
    Digit - $A + 10;
weight(Digit, _) when Digit < 0; Digit > 255 -> unknown;
weight(_, _) -> erlang:error(badarg).
