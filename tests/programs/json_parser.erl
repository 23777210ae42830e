%% A JSON reader and writer over binaries, with positions in its errors; numbers, escapes,
%% surrogate pairs, deep nesting.
-module(json_parser).
-export([main/0]).

main() ->
    [{good, [decode(T) || T <- good()]},
     {bad, [decode(T) || T <- bad()]},
     {round_trip, [begin {ok, V} = decode(T), {ok, V} =:= decode(encode(V)) end || T <- good()]},
     {encoded, [begin {ok, V} = decode(T), encode(V) end || T <- good()]},
     {deep, begin {ok, V} = decode(nested(20000)), depth(V) end},
     {large, begin {ok, L} = decode(large(2000)), {length(L), erlang:phash2(L)} end}].

good() ->
    [<<"null">>, <<" true ">>, <<"0">>, <<"-12">>, <<"3.25">>, <<"1e3">>, <<"-2.5E-2">>, <<"\"\"">>,
        <<"\"a\\n\\t\\\"\\\\\\/\"">>, <<"\"\\u00e9\\u20AC\"">>, <<"\"\\ud83d\\ude00\"">>,
     <<"\"é€😀\""/utf8>>, <<"[]">>, <<"[1, [2, []], {\"a\": [true, false]}]">>, <<"{}">>,
         <<"{\"a\":1,\"b\":{\"c\":null},\"a\":2}">>, <<"\r\n\t[ 1 ,\n2 ]\n">>,
         <<"123456789012345678901234567890">>].

bad() ->
    [<<>>, <<"nul">>, <<"[1,">>, <<"[1 2]">>, <<"{\"a\"}">>, <<"{a:1}">>, <<"\"abc">>, <<"\"\\x\"">>,
        <<"\"\\u12\"">>, <<"\"\\ud800x\"">>, <<"01">>, <<"1.">>, <<"-">>, <<"1e">>, <<"[1]]">>,
        <<"\"", 1, "\"">>, <<"\"", 255, "\"">>, <<"{\"a\":1,}">>, <<"]">>].

decode(Text) ->
    try
        {Value, Rest} = value(skip(Text)),
        case skip(Rest) of
            <<>> -> {ok, Value};
            More -> fail(trailing, More)
        end
    catch throw:{json, Why, Left} -> {error, Why, byte_size(Text) - Left}
    end.

fail(Why, Rest) -> throw({json, Why, byte_size(Rest)}).

skip(<<C, Rest/binary>>) when C =:= $\s; C =:= $\t; C =:= $\r; C =:= $\n -> skip(Rest);
skip(Rest) -> Rest.

value(<<"null", Rest/binary>>) -> {null, Rest};
value(<<"true", Rest/binary>>) -> {true, Rest};
value(<<"false", Rest/binary>>) -> {false, Rest};
value(<<$", Rest/binary>>) -> string(Rest, <<>>);
value(<<$[, Rest/binary>>) ->
    case skip(Rest) of
        <<$], More/binary>> -> {[], More};
        More -> elements(More, [])
    end;
value(<<"{", Rest/binary>>) ->
    case skip(Rest) of
        <<"}", More/binary>> -> {#{}, More};
        More -> members(More, #{})
    end;
value(<<C, _/binary>> = Rest) when C =:= $-; C >= $0, C =< $9 -> number(Rest);
value(Rest) -> fail(no_value, Rest).

elements(Text, Done) ->
    {Value, Rest} = value(skip(Text)),
    case skip(Rest) of
        <<$,, More/binary>> -> elements(More, [Value | Done]);
        <<$], More/binary>> -> {lists:reverse(Done, [Value]), More};
        More -> fail(comma_or_bracket, More)
    end.

members(Text, Map) ->
    {Key, AfterKey} = case skip(Text) of
        <<$", Rest/binary>> -> string(Rest, <<>>);
        Other -> fail(no_key, Other)
    end,
    case skip(AfterKey) of
        <<$:, AfterColon/binary>> ->
            {Value, AfterValue} = value(skip(AfterColon)),
            case skip(AfterValue) of
                <<$,, More/binary>> -> members(More, Map#{Key => Value});
                <<"}", More/binary>> -> {Map#{Key => Value}, More};
                More -> fail(comma_or_brace, More)
            end;
        More -> fail(no_colon, More)
    end.

string(<<$", Rest/binary>>, Acc) -> {Acc, Rest};
string(<<$\\, Rest/binary>>, Acc) -> escape(Rest, Acc);
string(<<C/utf8, Rest/binary>>, Acc) when C >= 32 -> string(Rest, <<Acc/binary, C/utf8>>);
string(<<>>, _) -> fail(unclosed, <<>>);
string(Rest, _) -> fail(bad_character, Rest).

escape(<<$u, Rest/binary>>, Acc) ->
    case hex(Rest) of
        {High, <<"\\u", More/binary>>} when High >= 16#D800, High < 16#DC00 ->
            case hex(More) of
                {Low, After} when Low >= 16#DC00, Low < 16#E000 ->
                    string(After, <<Acc/binary, (16#10000 + ((High - 16#D800) bsl 10) + (Low - 16#DC00))/utf8>>);
                _ -> fail(bad_surrogate, More)
            end;
        {C, More} when C < 16#D800; C >= 16#E000 -> string(More, <<Acc/binary, C/utf8>>);
        _ -> fail(bad_surrogate, Rest)
    end;
escape(<<C, Rest/binary>> = Text, Acc) ->
    case lists:keyfind(C, 1, [{$", $"}, {$\\, $\\}, {$/, $/}, {$n, $\n}, {$t, $\t}, {$r, $\r}, {$b, $\b},
        {$f, $\f}]) of
        {C, Meant} -> string(Rest, <<Acc/binary, Meant>>);
        false -> fail(bad_escape, Text)
    end;
escape(<<>>, _) -> fail(unclosed, <<>>).

hex(<<Digits:4/binary, Rest/binary>> = Text) ->
    try {binary_to_integer(Digits, 16), Rest} catch error:badarg -> fail(bad_hex, Text) end;
hex(Text) -> fail(bad_hex, Text).

number(Text) ->
    {Sign, Rest1} = optional($-, Text),
    {Whole, Rest2} = case Rest1 of
        <<$0, More/binary>> -> {"0", More};
        _ -> digits(Rest1)
    end,
    {Fraction, Rest3} = case Rest2 of
        <<$., AfterDot/binary>> -> digits(AfterDot);
        _ -> {none, Rest2}
    end,
    {Exponent, Rest4} = case Rest3 of
        <<E, AfterE/binary>> when E =:= $e; E =:= $E -> exponent(AfterE);
        _ -> {none, Rest3}
    end,
    {number(Sign ++ Whole, Fraction, Exponent), Rest4}.

number(Whole, none, none) -> list_to_integer(Whole);
number(Whole, none, Exponent) -> number(Whole, "0", Exponent);
number(Whole, Fraction, none) -> list_to_float(Whole ++ "." ++ Fraction);
number(Whole, Fraction, Exponent) -> list_to_float(Whole ++ "." ++ Fraction ++ "e" ++ Exponent).

optional(C, <<C, Rest/binary>>) -> {[C], Rest};
optional(_, Rest) -> {"", Rest}.

exponent(<<$+, Rest/binary>>) -> digits(Rest);
exponent(<<$-, Rest/binary>>) -> {Digits, More} = digits(Rest), {[$- | Digits], More};
exponent(Rest) -> digits(Rest).

digits(Text) ->
    case digits(Text, []) of
        {[], Rest} -> fail(no_digits, Rest);
        Found -> Found
    end.

digits(<<D, Rest/binary>>, Acc) when D >= $0, D =< $9 -> digits(Rest, [D | Acc]);
digits(Rest, Acc) -> {lists:reverse(Acc), Rest}.

encode(V) -> iolist_to_binary(write(V)).

write(A) when is_atom(A) -> atom_to_list(A);
write(I) when is_integer(I) -> integer_to_list(I);
write(F) when is_float(F) -> float_to_list(F, [short]);
write(B) when is_binary(B) -> [$", [write_character(C) || <<C/utf8>> <= B], $"];
write(L) when is_list(L) -> [$[, lists:join($,, [write(E) || E <- L]), $]];
write(M) when is_map(M) ->
    Members = [[write(K), $:, write(V)] || {K, V} <- lists:sort(maps:to_list(M))],
    ["{", lists:join($,, Members), "}"].

write_character($") -> "\\\"";
write_character($\\) -> "\\\\";
write_character(C) when C < 32 -> io_lib:format("\\u~4.16.0b", [C]);
write_character(C) -> <<C/utf8>>.

nested(N) -> iolist_to_binary([lists:duplicate(N, $[), lists:duplicate(N, $])]).

depth([]) -> 1;
depth([V]) -> 1 + depth(V).

large(N) -> encode([#{<<"id">> => I, <<"name">> => <<"item ", (integer_to_binary(I))/binary>>,
    <<"tags">> => [I rem 3 =:= 0, null, I / 4]} || I <- lists:seq(1, N)]).
