%% Unicode: conversion between encodings, incomplete and bad input, graphemes, case, normal forms,
%% the string library on them.
-module(unicode_text).
-export([main/0]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{conversions, fun conversions/0},
         {bad_input, fun bad_input/0},
         {byte_order_marks, fun byte_order_marks/0},
         {lengths, fun lengths/0},
         {graphemes, fun graphemes/0},
         {letter_case, fun letter_case/0},
         {normal_forms, fun normal_forms/0},
         {comparing, fun comparing/0},
         {cutting, fun cutting/0},
         {splitting, fun splitting/0},
         {padding, fun padding/0},
         {trimming, fun trimming/0},
         {lexemes, fun lexemes/0},
         {finding, fun finding/0},
         {atoms, fun atoms/0},
         {mixed_input, fun mixed_input/0}]].

text() -> "Grüße, 世界 😀!".
binary() -> <<"Grüße, 世界 😀!"/utf8>>.
%% e with a combining accent, a family of emoji, a flag, hangul in parts.
clusters() -> [$e, 16#301, $x, 16#1F468, 16#200D, 16#1F469, 16#200D, 16#1F467, 16#1F1E9, 16#1F1EA,
    16#1112, 16#1161, 16#11AB, $\r, $\n].

conversions() ->
    [unicode:characters_to_binary(text()) =:= binary(), unicode:characters_to_list(binary()) =:= text(),
        unicode:characters_to_binary(text(), unicode, utf16),
        unicode:characters_to_binary(text(), unicode, {utf16, little}),
     unicode:characters_to_list(unicode:characters_to_binary(text(), utf8, utf32), utf32) =:= text(),
         unicode:characters_to_binary("åäö", latin1, utf8),
         unicode:characters_to_binary(<<229, 228>>, latin1),
         unicode:characters_to_list(<<"é"/utf8>>, latin1),
     unicode:characters_to_binary(["a", [<<"b">>, $c], <<"é"/utf8>>])].

bad_input() ->
    [unicode:characters_to_list(<<"ab", 255, "c">>), unicode:characters_to_list(<<"ab", 16#E2, 16#82>>),
        unicode:characters_to_binary(["ok", 16#D800, "rest"]),
        unicode:characters_to_binary([<<"a">>, <<16#C3>>, <<"b">>]),
     unicode:characters_to_binary([16#110000]), unicode:characters_to_binary("€", unicode, latin1),
         unicode:characters_to_list(<<0, 97, 0>>, utf16),
     try unicode:characters_to_list(atom) catch error:R1 -> R1 end,
         try unicode:characters_to_list([a]) catch error:R2 -> R2 end,
         try list_to_binary(identity("€")) catch error:R3 -> R3 end].

byte_order_marks() -> [unicode:bom_to_encoding(B)
    || B <- [<<239, 187, 191, "a">>, <<254, 255>>, <<255, 254>>,
    <<"none">>]] ++ [unicode:encoding_to_bom(utf8)].

lengths() -> [{length(text()), byte_size(binary()), string:length(text()), string:length(binary())},
    {length(clusters()), string:length(clusters())}].

graphemes() -> {string:to_graphemes(clusters()), string:next_grapheme(clusters()),
    string:next_codepoint(binary()), string:reverse(clusters()), string:to_graphemes("")}.

letter_case() -> [string:uppercase("straße ñ"), string:lowercase("ÀÉÎ ΑΣ İ"), string:titlecase("ǆungla"),
    string:casefold("Straße ΑΣ"), string:uppercase(<<"é"/utf8>>), string:to_upper("abcé")].

normal_forms() ->
    [F(S) || F <- [fun unicode:characters_to_nfc_list/1, fun unicode:characters_to_nfd_list/1,
        fun unicode:characters_to_nfkc_list/1, fun unicode:characters_to_nfkd_list/1],
        S <- ["é", [$e, 16#301], "ﬁ①", [16#AC00], [16#1112, 16#1161, 16#11AB]]].

comparing() -> [string:equal("é", [$e, 16#301]), string:equal("é", [$e, 16#301], false, nfc),
    string:equal("ABC", "abc", true), string:equal(<<"a">>, "a"), string:is_empty(""),
    string:prefix("prefix-rest", "prefix-"), string:prefix("x", "y")].

cutting() -> [string:slice(text(), 3, 4), string:slice(binary(), 7, 2), string:slice(clusters(), 1, 2),
    string:slice("abc", 5), string:substr("hello", 2, 3), string:slice(<<"abc">>, 1),
    string:chomp("line\r\n\n")].

splitting() -> [string:split("a,b,c", ","), string:split("a,b,c", ",", all),
    string:split("a,b,c", ",", trailing), string:split(<<"k=v=w">>, "="), string:split("", ","),
    string:split("abc", "")] ++ [string:take("abc123", "abc"), string:take("abc123", "123", true),
    string:take("abc123", "123", false, trailing)].

padding() -> [string:pad("ab", 5), string:pad("ab", 5, leading),
    lists:flatten(string:pad("ab", 5, both, $*)), string:pad(clusters(), 7, trailing, "→"),
    string:pad("abcdef", 3)].

trimming() -> [string:trim("  x y \n"), string:trim("  x ", leading), string:trim(<<" x ">>, trailing),
    string:trim("--x--", both, "-"), string:trim([16#2003, $a, 16#A0]), string:trim("")].

lexemes() -> [string:lexemes("a b  c,d", " ,"), string:lexemes(<<"a\r\nb"/utf8>>, [[$\r, $\n]]),
    string:tokens("a.b..c", "."), string:join(["a", "b"], ", "), string:nth_lexeme("a.b.c", 2, "."),
    string:concat("a", <<"b">>)].

finding() -> [string:find("hello world", "o"), string:find("hello world", "o", trailing),
    string:find(<<"aé€"/utf8>>, "€"), string:find("abc", "x"), string:replace("a-b-c", "-", "+", all),
    string:replace("a-b-c", "-", "+", trailing), string:str("hello", "l"), string:rstr("hello", "l"),
    string:chr("abc", $c), string:span("aab", "a")].

atoms() -> ['世界', list_to_atom("é€"), atom_to_binary('世界'), atom_to_list('é'),
    binary_to_atom(<<"ñ"/utf8>>), try atom_to_binary(identity('世界'), latin1) catch error:R -> R end,
    'é' < 'z', lists:sort(['世', 'é', z, a])].

mixed_input() -> [string:uppercase(["ab", <<"cd">>, $e]),
    unicode:characters_to_binary(string:uppercase([<<"é"/utf8>>, "ß"])), string:length(["a", [16#301],
    <<"b">>]), string:to_integer("12€"), string:to_integer(<<"-7x">>), string:to_float("1.5é")].

identity(X) -> X.
