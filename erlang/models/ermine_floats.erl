%%% How are floats read and written, step by step?
%%%
%%% Models of built-ins, as in `ermine_models`. What cannot be told by a few exact operations is left to the
%%% built-in: a model that calls what it is the model of gives up.
-module(ermine_floats).

-export(['erlang:list_to_float'/1, 'erlang:binary_to_float'/1,
         'erlang:float_to_list'/1, 'erlang:float_to_list'/2,
         'erlang:float_to_binary'/1, 'erlang:float_to_binary'/2]).

%% ---- from text ----

%% Whether the text is a float is seen here. Which one it is is followed as far as one division or
%% multiplication of exact numbers gives it: fifteen digits, and a power of ten that is a float.
'erlang:list_to_float'(Text) ->
    case float_text(Text) of
        none -> erlang:error(badarg);
        unknown -> erlang:list_to_float(Text);
        Float -> Float
    end.

'erlang:binary_to_float'(Text) when is_binary(Text) ->
    case float_text(bytes(Text)) of
        none -> erlang:error(badarg);
        unknown -> erlang:binary_to_float(Text);
        Float -> Float
    end;
'erlang:binary_to_float'(_) ->
    erlang:error(badarg).

float_text([$- | Text]) ->
    case whole_text(Text) of
        none -> none;
        unknown -> unknown;
        Float -> -Float
    end;
float_text([$+ | Text]) -> whole_text(Text);
float_text(Text) -> whole_text(Text).

whole_text(Text) ->
    case digits_text(Text, 0, 0) of
        {Number, Count, [Point | Rest]} when Count > 0, Point =:= $. orelse Point =:= $, ->
            case digits_text(Rest, Number, Count) of
                {_, Count, _} -> none;
                {All, Total, Exponent} -> scaled(All, Total, Total - Count, Exponent);
                none -> none
            end;
        _ -> none
    end.

%% The number with digits behind it, how many there are by now, and what follows. More digits than
%% are followed are not put into the number.
digits_text([Digit | Text], Number, Count) when is_integer(Digit), Digit >= $0, Digit =< $9 ->
    if
        Count < 15 -> digits_text(Text, Number * 10 + Digit - $0, Count + 1);
        true -> digits_text(Text, Number, Count + 1)
    end;
digits_text(Text, Number, Count) -> {Number, Count, Text}.

scaled(Number, Count, Behind, Text) ->
    case exponent_text(Text) of
        none -> none;
        Exponent when Count =< 15 -> powered(Number, Exponent - Behind);
        _ -> unknown
    end.

exponent_text([Sign | Text]) when Sign =:= $e; Sign =:= $E ->
    case Text of
        [$- | Digits] ->
            case power_text(Digits) of
                none -> none;
                Power -> -Power
            end;
        [$+ | Digits] -> power_text(Digits);
        _ -> power_text(Text)
    end;
exponent_text(Text) ->
    case is_end(Text) of
        true -> 0;
        false -> none
    end.

%% To the BEAM a text ends at a zero byte, whatever follows.
is_end([]) -> true;
is_end([0 | Text]) -> are_bytes(Text);
is_end(_) -> false.

are_bytes([Byte | Text]) when is_integer(Byte), Byte >= 0, Byte =< 255 -> are_bytes(Text);
are_bytes([]) -> true;
are_bytes(_) -> false.

power_text(Text) ->
    case digits_text(Text, 0, 0) of
        {Power, Count, Rest} when Count > 0 ->
            case is_end(Rest) of
                true when Count =< 15 -> Power;
                true -> 1000000;
                false -> none
            end;
        _ -> none
    end.

powered(Number, Power) when Power >= -22, Power < 0 -> Number / ten_to(-Power);
powered(Number, Power) when Power >= 0, Power =< 22 -> erlang:float(Number) * ten_to(Power);
powered(_, _) -> unknown.

ten_to(0) -> 1.0;
ten_to(1) -> 1.0e1;
ten_to(2) -> 1.0e2;
ten_to(3) -> 1.0e3;
ten_to(4) -> 1.0e4;
ten_to(5) -> 1.0e5;
ten_to(6) -> 1.0e6;
ten_to(7) -> 1.0e7;
ten_to(8) -> 1.0e8;
ten_to(9) -> 1.0e9;
ten_to(10) -> 1.0e10;
ten_to(11) -> 1.0e11;
ten_to(12) -> 1.0e12;
ten_to(13) -> 1.0e13;
ten_to(14) -> 1.0e14;
ten_to(15) -> 1.0e15;
ten_to(16) -> 1.0e16;
ten_to(17) -> 1.0e17;
ten_to(18) -> 1.0e18;
ten_to(19) -> 1.0e19;
ten_to(20) -> 1.0e20;
ten_to(21) -> 1.0e21;
ten_to(22) -> 1.0e22.

bytes(<<Byte, Rest/binary>>) -> [Byte | bytes(Rest)];
bytes(<<>>) -> [].

%% ---- to text ----

%% Twenty digits behind the point.
'erlang:float_to_list'(Float) when is_float(Float) ->
    case scientific(Float, 20) of
        unknown -> erlang:float_to_list(Float);
        Text -> Text
    end;
'erlang:float_to_list'(_) ->
    erlang:error(badarg).

'erlang:float_to_binary'(Float) when is_float(Float) ->
    case scientific(Float, 20) of
        unknown -> erlang:float_to_binary(Float);
        Text -> of_bytes(Text, <<>>)
    end;
'erlang:float_to_binary'(_) ->
    erlang:error(badarg).

'erlang:float_to_list'(Float, Options) when is_float(Float) ->
    case written(Float, Options) of
        unknown -> erlang:float_to_list(Float, Options);
        Text -> Text
    end;
'erlang:float_to_list'(_, _) ->
    erlang:error(badarg).

'erlang:float_to_binary'(Float, Options) when is_float(Float) ->
    case written(Float, Options) of
        unknown -> erlang:float_to_binary(Float, Options);
        Text -> of_bytes(Text, <<>>)
    end;
'erlang:float_to_binary'(_, _) ->
    erlang:error(badarg).

of_bytes([Byte | Text], Bytes) -> of_bytes(Text, <<Bytes/binary, Byte>>);
of_bytes([], Bytes) -> Bytes.

written(Float, [{decimals, Decimals}]) -> fixed(Float, Decimals, false);
written(Float, [{decimals, Decimals}, compact]) -> fixed(Float, Decimals, true);
written(Float, [compact, {decimals, Decimals}]) -> fixed(Float, Decimals, true);
written(Float, [{scientific, Decimals}]) -> scientific(Float, Decimals);
written(Float, [short]) -> short(Float);
written(_, _) -> unknown.

%% The BEAM takes a float apart at its point, and rounds the decimals after they were scaled. Zero may have a
%% sign, which no comparison sees; and from 2^53 on there is nothing behind the point, which is another matter.
fixed(Float, Decimals, IsCompact)
  when is_integer(Decimals), Decimals >= 0, Decimals =< 15, Float > 0.0, Float < 9.0e15 ->
    fixed_size(Float, Decimals, IsCompact);
fixed(Float, Decimals, IsCompact)
  when is_integer(Decimals), Decimals >= 0, Decimals =< 15, Float < 0.0, Float > -9.0e15 ->
    [$- | fixed_size(-Float, Decimals, IsCompact)];
fixed(_, _, _) ->
    unknown.

fixed_size(Size, 0, _) -> integer_to_list(round(Size));
fixed_size(Size, Decimals, IsCompact) ->
    Whole = trunc(Size),
    Scale = power_of_ten(Decimals),
    Fraction = round((Size - Whole) * Scale),
    Text =
        if
            Fraction >= Scale -> with_point(Whole + 1, Fraction - Scale, Decimals);
            true -> with_point(Whole, Fraction, Decimals)
        end,
    if
        IsCompact -> lists:reverse(without_zeros(lists:reverse(Text)));
        true -> Text
    end.

with_point(Whole, Fraction, Decimals) ->
    integer_to_list(Whole) ++ [$. | padded(integer_to_list(Fraction), Decimals)].

padded(Digits, Count) -> zeros(Count - length(Digits), Digits).

zeros(Count, Digits) when Count > 0 -> zeros(Count - 1, [$0 | Digits]);
zeros(_, Digits) -> Digits.

%% Of a text that is read backwards; one stays behind a point.
without_zeros([$0, $. | _] = Text) -> Text;
without_zeros([$0 | Text]) -> without_zeros(Text);
without_zeros(Text) -> Text.

power_of_ten(0) -> 1;
power_of_ten(Power) -> 10 * power_of_ten(Power - 1).

%% Which digits a float has exactly: a float that is whole after it was doubled a few times is that number
%% times as many fives, with the point moved by as many places. If there are no more digits than wanted,
%% nothing is rounded. Others have up to a thousand digits, which nobody follows.
scientific(Float, Decimals)
  when is_integer(Decimals), Decimals >= 0, Decimals =< 30, Float > 0.0, Float < 1.0e13 ->
    scientific_size(Float, Decimals, 0, 1, 1);
scientific(Float, Decimals)
  when is_integer(Decimals), Decimals >= 0, Decimals =< 30, Float < 0.0, Float > -1.0e13 ->
    case scientific_size(-Float, Decimals, 0, 1, 1) of
        unknown -> unknown;
        Text -> [$- | Text]
    end;
scientific(_, _) ->
    unknown.

scientific_size(Size, Decimals, Doublings, TwoTo, FiveTo) when Doublings =< 6 ->
    Number = trunc(Size * TwoTo),
    if
        Number / TwoTo == Size ->
            [First | Rest] = integer_to_list(Number * FiveTo),
            Count = length(Rest),
            if
                Count =< Decimals ->
                    exponent(Count - Doublings, [First | behind_point(Rest, Decimals - Count)]);
                true ->
                    unknown
            end;
        true ->
            scientific_size(Size, Decimals, Doublings + 1, TwoTo * 2, FiveTo * 5)
    end;
scientific_size(_, _, _, _, _) ->
    unknown.

behind_point([], 0) -> [];
behind_point(Digits, More) -> [$. | Digits ++ zeros(More, [])].

exponent(Power, Text) when Power < 0 -> Text ++ [$e, $- | padded(integer_to_list(-Power), 2)];
exponent(Power, Text) -> Text ++ [$e, $+ | padded(integer_to_list(Power), 2)].

%% The shortest text that is read back as the same float. If a number of at most fifteen digits is read as
%% this float, no other is, and the text is that number's.
short(Float) when Float > 0.0 -> short_size(Float);
short(Float) when Float < 0.0 ->
    case short_size(-Float) of
        unknown -> unknown;
        Text -> [$- | Text]
    end;
short(_) ->
    unknown.

short_size(Size) when Size >= 0.1, Size < 1.0e9 -> short_digits(Size, 1);
short_size(_) -> unknown.

short_digits(Size, Decimals) when Decimals =< 4 ->
    Scale = power_of_ten(Decimals),
    Number = round(Size * Scale),
    if
        %% Written with an exponent, a number with zeros at its end is shorter.
        Number / Scale == Size, Number >= 10000, Number rem 1000 =:= 0 -> unknown;
        Number / Scale == Size -> with_point(Number div Scale, Number rem Scale, Decimals);
        true -> short_digits(Size, Decimals + 1)
    end;
short_digits(_, _) ->
    unknown.
