%%% How do built-ins on binaries compute, step by step?
%%%
%%% As in `ermine_models`: the same results and exceptions as the built-ins they are named after, run
%%% in their place when an argument depends on the input. Positions and lengths that come from the
%%% program are numbers here, so that every byte that is looked at is one decision. A model that calls
%%% what it is the model of gives up: that is done with the values as they are.
-module(ermine_binaries).

-export(['erlang:binary_part'/2, 'erlang:binary_part'/3, 'binary:part'/2, 'binary:part'/3,
         'binary:at'/2, 'binary:first'/1, 'binary:last'/1, 'binary:copy'/1, 'binary:copy'/2,
         'erlang:split_binary'/2,
         'binary:decode_unsigned'/1, 'binary:decode_unsigned'/2,
         'binary:encode_unsigned'/1, 'binary:encode_unsigned'/2,
         'binary:longest_common_prefix'/1,
         'erlang:binary_to_list'/1, 'erlang:binary_to_list'/3, 'erlang:bitstring_to_list'/1,
         'erlang:list_to_binary'/1, 'binary:list_to_bin'/1, 'erlang:iolist_to_binary'/1,
         'erlang:list_to_bitstring'/1, 'erlang:iolist_size'/1,
         'erlang:binary_to_integer'/1, 'erlang:binary_to_integer'/2,
         'erlang:integer_to_binary'/1, 'erlang:integer_to_binary'/2,
         'binary:match'/2, 'binary:match'/3, 'binary:matches'/2, 'binary:matches'/3,
         'binary:split'/2, 'binary:split'/3,
         'erlang:atom_to_binary'/1, 'erlang:atom_to_binary'/2,
         'erlang:binary_to_atom'/1, 'erlang:binary_to_atom'/2]).

%% ---- parts ----

'erlang:binary_part'(Binary, {Start, Length}) -> part(Binary, Start, Length);
'erlang:binary_part'(_, _) -> erlang:error(badarg).

'erlang:binary_part'(Binary, Start, Length) -> part(Binary, Start, Length).

'binary:part'(Binary, {Start, Length}) -> part(Binary, Start, Length);
'binary:part'(_, _) -> erlang:error(badarg).

'binary:part'(Binary, Start, Length) -> part(Binary, Start, Length).

%% A length below zero counts backwards.
part(Binary, Start, Length)
  when is_bitstring(Binary), is_integer(Start), is_integer(Length), Start >= 0 ->
    if
        Length >= 0 -> taken(Binary, Start, Length);
        Start + Length >= 0 -> taken(Binary, Start + Length, -Length);
        true -> erlang:error(badarg)
    end;
part(_, _, _) ->
    erlang:error(badarg).

taken(Binary, Start, Length) ->
    case Binary of
        <<_:Start/binary, Part:Length/binary, _/bitstring>> -> Part;
        _ -> erlang:error(badarg)
    end.

'binary:at'(Binary, Position) when is_binary(Binary), is_integer(Position), Position >= 0 ->
    case Binary of
        <<_:Position/binary, Byte, _/binary>> -> Byte;
        _ -> erlang:error(badarg)
    end;
'binary:at'(_, _) ->
    erlang:error(badarg).

'binary:first'(<<Byte, _/binary>>) -> Byte;
'binary:first'(_) -> erlang:error(badarg).

'binary:last'(<<_, _/binary>> = Binary) ->
    Before = byte_size(Binary) - 1,
    <<_:Before/binary, Byte>> = Binary,
    Byte;
'binary:last'(_) ->
    erlang:error(badarg).

'binary:copy'(Binary) when is_binary(Binary) -> Binary;
'binary:copy'(_) -> erlang:error(badarg).

%% None at all may be copied of anything.
'binary:copy'(Bits, 0) when is_bitstring(Bits) -> <<>>;
'binary:copy'(<<>>, Count) when is_integer(Count), Count > 0, Count < 1 bsl 64 -> <<>>;
'binary:copy'(Binary, Count) when is_binary(Binary), is_integer(Count), Count > 0 ->
    if
        Count < 1 bsl 64 -> copies(Count, Binary, <<>>);
        true -> erlang:error(badarg)
    end;
'binary:copy'(_, _) ->
    erlang:error(badarg).

copies(0, _, Copies) -> Copies;
copies(Count, Binary, Copies) -> copies(Count - 1, Binary, <<Copies/binary, Binary/binary>>).

'erlang:split_binary'(Binary, Position) when is_integer(Position) ->
    case Binary of
        <<Left:Position/binary, Right/bitstring>> -> {Left, Right};
        _ -> erlang:error(badarg)
    end;
'erlang:split_binary'(_, _) ->
    erlang:error(badarg).

'binary:longest_common_prefix'([First | Others]) when is_binary(First) ->
    binaries(Others),
    common(First, Others, 0);
'binary:longest_common_prefix'(_) ->
    erlang:error(badarg).

binaries([Binary | Others]) when is_binary(Binary) -> binaries(Others);
binaries([]) -> ok;
binaries(_) -> erlang:error(badarg).

common(First, Others, Length) ->
    case First of
        <<_:Length/binary, Byte, _/binary>> ->
            case have(Others, Length, Byte) of
                true -> common(First, Others, Length + 1);
                false -> Length
            end;
        _ -> Length
    end.

have([Binary | Others], Position, Byte) ->
    case Binary of
        <<_:Position/binary, Same, _/binary>> when Same =:= Byte -> have(Others, Position, Byte);
        _ -> false
    end;
have([], _, _) -> true.

%% ---- numbers ----

'binary:decode_unsigned'(Binary) -> 'binary:decode_unsigned'(Binary, big).

'binary:decode_unsigned'(Binary, big) when is_binary(Binary) -> big(Binary, 0);
'binary:decode_unsigned'(Binary, little) when is_binary(Binary) -> little(Binary, 1, 0);
'binary:decode_unsigned'(_, _) -> erlang:error(badarg).

big(<<Byte, Rest/binary>>, Number) -> big(Rest, Number * 256 + Byte);
big(<<>>, Number) -> Number.

little(<<Byte, Rest/binary>>, Factor, Number) ->
    little(Rest, Factor * 256, Number + Byte * Factor);
little(<<>>, _, Number) -> Number.

'binary:encode_unsigned'(Number) -> 'binary:encode_unsigned'(Number, big).

'binary:encode_unsigned'(Number, big) when is_integer(Number), Number >= 0 ->
    encoded_big(Number, <<>>);
'binary:encode_unsigned'(Number, little) when is_integer(Number), Number >= 0 ->
    encoded_little(Number, <<>>);
'binary:encode_unsigned'(_, _) ->
    erlang:error(badarg).

encoded_big(Number, Bytes) when Number < 256 -> <<Number, Bytes/binary>>;
encoded_big(Number, Bytes) -> encoded_big(Number div 256, <<(Number rem 256), Bytes/binary>>).

encoded_little(Number, Bytes) when Number < 256 -> <<Bytes/binary, Number>>;
encoded_little(Number, Bytes) ->
    encoded_little(Number div 256, <<Bytes/binary, (Number rem 256)>>).

'erlang:binary_to_integer'(Text) -> 'erlang:binary_to_integer'(Text, 10).

'erlang:binary_to_integer'(Text, Base)
  when is_binary(Text), is_integer(Base), Base >= 2, Base =< 36 ->
    case Text of
        <<$-, Digit, Digits/binary>> -> -number(Digits, Base, value(Digit, Base));
        <<$+, Digit, Digits/binary>> -> number(Digits, Base, value(Digit, Base));
        <<Digit, Digits/binary>> -> number(Digits, Base, value(Digit, Base));
        _ -> erlang:error(badarg)
    end;
'erlang:binary_to_integer'(_, _) ->
    erlang:error(badarg).

number(<<Digit, Digits/binary>>, Base, Number) ->
    number(Digits, Base, Number * Base + value(Digit, Base));
number(<<>>, _, Number) -> Number.

value(Digit, Base) when Digit >= $0, Digit =< $9, Digit - $0 < Base -> Digit - $0;
value(Digit, Base) when Base > 10, Digit >= $a, Digit =< $z, Digit - $a + 10 < Base ->
    Digit - $a + 10;
value(Digit, Base) when Base > 10, Digit >= $A, Digit =< $Z, Digit - $A + 10 < Base ->
    Digit - $A + 10;
value(_, _) -> erlang:error(badarg).

'erlang:integer_to_binary'(Number) -> 'erlang:integer_to_binary'(Number, 10).

'erlang:integer_to_binary'(Number, Base)
  when is_integer(Number), is_integer(Base), Base >= 2, Base =< 36 ->
    if
        Number < 0 -> <<$-, (digits(-Number, Base, <<>>))/binary>>;
        true -> digits(Number, Base, <<>>)
    end;
'erlang:integer_to_binary'(_, _) ->
    erlang:error(badarg).

digits(Number, Base, Digits) when Number < Base -> <<(digit(Number)), Digits/binary>>;
digits(Number, Base, Digits) ->
    digits(Number div Base, Base, <<(digit(Number rem Base)), Digits/binary>>).

digit(Number) when Number < 10 -> $0 + Number;
digit(Number) -> $A + Number - 10.

%% ---- lists ----

'erlang:binary_to_list'(Binary) when is_binary(Binary) -> list(Binary);
'erlang:binary_to_list'(_) -> erlang:error(badarg).

list(<<Byte, Rest/binary>>) -> [Byte | list(Rest)];
list(<<>>) -> [].

%% From the first position to the last one, both counted from 1.
'erlang:binary_to_list'(Binary, First, Last)
  when is_bitstring(Binary), is_integer(First), is_integer(Last), First >= 1, First =< Last,
       Last * 8 =< bit_size(Binary) ->
    Before = First - 1,
    Length = Last - Before,
    <<_:Before/binary, Part:Length/binary, _/bitstring>> = Binary,
    list(Part);
'erlang:binary_to_list'(_, _, _) ->
    erlang:error(badarg).

%% What is left at the end, less than a byte, is an element of its own.
'erlang:bitstring_to_list'(Bits) when is_bitstring(Bits) -> bytes_and_rest(Bits);
'erlang:bitstring_to_list'(_) -> erlang:error(badarg).

bytes_and_rest(<<Byte, Rest/bitstring>>) -> [Byte | bytes_and_rest(Rest)];
bytes_and_rest(<<>>) -> [];
bytes_and_rest(Rest) -> [Rest].

'binary:list_to_bin'(Data) -> 'erlang:list_to_binary'(Data).

'erlang:list_to_binary'(Data) when is_list(Data) -> joined(Data, <<>>);
'erlang:list_to_binary'(_) -> erlang:error(badarg).

'erlang:iolist_to_binary'(Data) when is_list(Data) -> joined(Data, <<>>);
'erlang:iolist_to_binary'(Data) when is_binary(Data) -> Data;
'erlang:iolist_to_binary'(_) -> erlang:error(badarg).

joined([Data | Rest], Before) when is_list(Data) -> joined(Rest, joined(Data, Before));
joined([Byte | Rest], Before) when is_integer(Byte), Byte >= 0, Byte =< 255 ->
    joined(Rest, <<Before/binary, Byte>>);
joined([Binary | Rest], Before) when is_binary(Binary) ->
    joined(Rest, <<Before/binary, Binary/binary>>);
joined([], Before) -> Before;
joined(Binary, Before) when is_binary(Binary) -> <<Before/binary, Binary/binary>>;
joined(_, _) -> erlang:error(badarg).

'erlang:list_to_bitstring'(Data) when is_list(Data) -> joined_bits(Data, <<>>);
'erlang:list_to_bitstring'(_) -> erlang:error(badarg).

joined_bits([Data | Rest], Before) when is_list(Data) ->
    joined_bits(Rest, joined_bits(Data, Before));
joined_bits([Byte | Rest], Before) when is_integer(Byte), Byte >= 0, Byte =< 255 ->
    joined_bits(Rest, <<Before/bitstring, Byte>>);
joined_bits([Bits | Rest], Before) when is_bitstring(Bits) ->
    joined_bits(Rest, <<Before/bitstring, Bits/bitstring>>);
joined_bits([], Before) -> Before;
joined_bits(Bits, Before) when is_bitstring(Bits) -> <<Before/bitstring, Bits/bitstring>>;
joined_bits(_, _) -> erlang:error(badarg).

'erlang:iolist_size'(Data) when is_list(Data) -> total(Data, 0);
'erlang:iolist_size'(Data) when is_binary(Data) -> byte_size(Data);
'erlang:iolist_size'(_) -> erlang:error(badarg).

total([Data | Rest], Size) when is_list(Data) -> total(Rest, total(Data, Size));
total([Byte | Rest], Size) when is_integer(Byte), Byte >= 0, Byte =< 255 -> total(Rest, Size + 1);
total([Binary | Rest], Size) when is_binary(Binary) -> total(Rest, Size + byte_size(Binary));
total([], Size) -> Size;
total(Binary, Size) when is_binary(Binary) -> Size + byte_size(Binary);
total(_, _) -> erlang:error(badarg).

%% ---- searching ----

'binary:match'(Subject, Pattern) -> 'binary:match'(Subject, Pattern, []).

'binary:match'(Subject, Pattern, Options) when is_binary(Subject), is_list(Options) ->
    {Start, End} = scope(Options, Subject),
    first(Subject, Start, End, patterns(Pattern, End));
'binary:match'(_, _, _) ->
    erlang:error(badarg).

'binary:matches'(Subject, Pattern) -> 'binary:matches'(Subject, Pattern, []).

'binary:matches'(Subject, Pattern, Options) when is_binary(Subject), is_list(Options) ->
    {Start, End} = scope(Options, Subject),
    all(Subject, Start, End, patterns(Pattern, End));
'binary:matches'(_, _, _) ->
    erlang:error(badarg).

%% Where nothing is to be looked through, nobody looks at the patterns.
patterns(_, 0) -> [];
patterns(Pattern, _) when is_binary(Pattern), Pattern =/= <<>> -> [Pattern];
patterns([_ | _] = Patterns, _) -> checked(Patterns);
patterns(_, _) -> erlang:error(badarg).

checked([Pattern | Rest]) when is_binary(Pattern), Pattern =/= <<>> -> [Pattern | checked(Rest)];
checked([]) -> [];
checked(_) -> erlang:error(badarg).

scope(Options, Subject) ->
    Size = byte_size(Subject),
    {Start, End, _, _} = options(Options, Size, false, {0, Size, false, none}),
    {Start, End}.

%% The last scope that is given counts; what is there instead of `[]` at the end does not matter.
options([Option | Options], Size, IsSplit, Known) ->
    options(Options, Size, IsSplit, option(Option, Size, IsSplit, Known));
options(_, _, _, Known) -> Known.

option({scope, {Start, Length}}, Size, _, {_, _, IsGlobal, Trim})
  when is_integer(Start), is_integer(Length), Start >= 0 ->
    {From, To} = if Length >= 0 -> {Start, Start + Length}; true -> {Start + Length, Start} end,
    if
        From >= 0, To =< Size -> {From, To, IsGlobal, Trim};
        true -> erlang:error(badarg)
    end;
option(global, _, true, {Start, End, _, Trim}) -> {Start, End, true, Trim};
option(trim, _, true, {Start, End, IsGlobal, none}) -> {Start, End, IsGlobal, trim};
option(trim, _, true, Known) -> Known;
option(trim_all, _, true, {Start, End, IsGlobal, _}) -> {Start, End, IsGlobal, trim_all};
option(_, _, _, _) -> erlang:error(badarg).

all(Subject, Start, End, Patterns) ->
    case first(Subject, Start, End, Patterns) of
        nomatch -> [];
        {Position, Length} = Match ->
            [Match | all(Subject, Position + Length, End, Patterns)]
    end.

first(Subject, Position, End, Patterns) when Position < End ->
    case longest(Subject, Position, End, Patterns, 0) of
        0 -> first(Subject, Position + 1, End, Patterns);
        Length -> {Position, Length}
    end;
first(_, _, _, _) -> nomatch.

%% Of the patterns that are found at a position, the longest.
longest(Subject, Position, End, [Pattern | Rest], Best) ->
    Length = byte_size(Pattern),
    if
        Length > Best, Position + Length =< End ->
            case Subject of
                <<_:Position/binary, Part:Length/binary, _/binary>> when Part =:= Pattern ->
                    longest(Subject, Position, End, Rest, Length);
                _ -> longest(Subject, Position, End, Rest, Best)
            end;
        true -> longest(Subject, Position, End, Rest, Best)
    end;
longest(_, _, _, [], Best) -> Best.

'binary:split'(Subject, Pattern) -> 'binary:split'(Subject, Pattern, []).

'binary:split'(Subject, Pattern, Options) when is_binary(Subject), is_list(Options) ->
    Size = byte_size(Subject),
    {Start, End, IsGlobal, Trim} = options(Options, Size, true, {0, Size, false, none}),
    Patterns = patterns(Pattern, End),
    Matches =
        case IsGlobal of
            true -> all(Subject, Start, End, Patterns);
            false ->
                case first(Subject, Start, End, Patterns) of
                    nomatch -> [];
                    Match -> [Match]
                end
        end,
    trimmed(Trim, pieces(Subject, 0, Matches));
'binary:split'(_, _, _) ->
    erlang:error(badarg).

pieces(Subject, From, [{Position, Length} | Matches]) ->
    Size = Position - From,
    <<_:From/binary, Piece:Size/binary, _/binary>> = Subject,
    [Piece | pieces(Subject, Position + Length, Matches)];
pieces(Subject, From, []) ->
    <<_:From/binary, Rest/binary>> = Subject,
    [Rest].

trimmed(none, Pieces) -> Pieces;
trimmed(trim_all, Pieces) -> [Piece || Piece <- Pieces, Piece =/= <<>>];
trimmed(trim, Pieces) -> without_last(Pieces).

without_last([Piece | Pieces]) ->
    case without_last(Pieces) of
        [] when Piece =:= <<>> -> [];
        Others -> [Piece | Others]
    end;
without_last([]) -> [].

%% ---- names ----

utf8(<<Point/utf8, Rest/binary>>, Points) -> utf8(Rest, [Point | Points]);
utf8(<<>>, Points) -> Points;
utf8(_, _) -> none.

latin1(<<Point, Rest/binary>>, Points) -> latin1(Rest, [Point | Points]);
latin1(<<>>, Points) -> Points.

encoded([Point | Points], Text) -> encoded(Points, <<Point/utf8, Text/binary>>);
encoded([], Text) -> Text.

'erlang:atom_to_binary'(Atom) -> 'erlang:atom_to_binary'(Atom, utf8).

'erlang:atom_to_binary'(Atom, Encoding) when is_atom(Atom) ->
    Text = erlang:atom_to_list(Atom),
    case Encoding of
        utf8 -> encoded(lists:reverse(Text), <<>>);
        unicode -> encoded(lists:reverse(Text), <<>>);
        latin1 -> bytes(Text, <<>>);
        _ -> erlang:error(badarg)
    end;
'erlang:atom_to_binary'(_, _) ->
    erlang:error(badarg).

bytes([Point | Points], Bytes) when Point < 256 -> bytes(Points, <<Bytes/binary, Point>>);
bytes([], Bytes) -> Bytes;
bytes(_, _) -> erlang:error(badarg).

'erlang:binary_to_atom'(Binary) -> 'erlang:binary_to_atom'(Binary, utf8).

'erlang:binary_to_atom'(Binary, Encoding) when is_binary(Binary) ->
    Points =
        case Encoding of
            utf8 -> utf8(Binary, []);
            unicode -> utf8(Binary, []);
            latin1 -> latin1(Binary, []);
            _ -> none
        end,
    case Points of
        none -> erlang:error(badarg);
        _ -> erlang:list_to_atom(lists:reverse(Points))
    end;
'erlang:binary_to_atom'(_, _) ->
    erlang:error(badarg).
