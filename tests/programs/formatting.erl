%% io_lib:format in all its directives, with widths, precisions and padding; pretty printing of
%% nested terms over several lines; bad formats; reading terms back.
-module(formatting).
-export([main/0]).
-record(item, {name, price = 0}).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{directives, fun directives/0},
         {widths, fun widths/0},
         {strings, fun strings/0},
         {quoting, fun quoting/0},
         {lists_or_strings, fun lists_or_strings/0},
         {binaries, fun binaries/0},
         {pretty, fun pretty/0},
         {depth, fun depth/0},
         {integers, fun integers/0},
         {errors, fun errors/0},
         {reading, fun reading/0},
         {scanning, fun scanning/0},
         {write, fun write/0},
         {table, fun table/0},
         {records, fun records/0}]].

format(Format, Arguments) -> lists:flatten(io_lib:format(Format, Arguments)).

directives() ->
    [format("~w|~p|~s|~ts|~c|~b|~n|~~", [{a, "s"}, {a, "s"}, "text", "tëxt", $x, 42]),
     format("~i~w", [ignored, shown]), format("~5c|~3c", [$a, $b]),
     format("~tp ~tw ~p ~w", ["é€", 'é', "é€", <<"é"/utf8>>]),
         format("~s ~s", [<<"bin">>, [<<"io">>, $l, ["ist"]]]), format(<<"~w">>, [x]),
         format("no directives", [])].

widths() ->
    [format("[~10w]", [abc]), format("[~-10w]", [abc]), format("[~2w]", [abc]),
        format("[~10.5s]", ["abcdefgh"]), format("[~-10.5s]", ["abcdefgh"]), format("[~.3s]", ["abcdefgh"]),
     format("[~10..xs]", ["ab"]), format("[~*w]", [6, a]), format("[~*.*.0s]", [6, 2, "abc"]),
         format("[~5.1.*c]", [$., $x]), format("[~8p]", [{a, b}]), format("[~3s]", ["abcdef"])].

strings() ->
    [format("~p", [S]) || S <- ["", "plain", "with \"quotes\"", "tab\tnewline\n", [0, 1], "\e[0m", [255],
        [256], "mixed" ++ [0], "\x{1F600}", [$a, b], "\\", [127], [160, 200]]].

quoting() ->
    [format("~w ~p", [A, A]) || A <- [abc, 'Abc', 'a b', '', 'a@b', 'é', 'Ö', 'with\'quote', 'end',
        'case', maybe_so, a1, '1a', '_a', 'a-b', '\n', [], '[]', 'a.b', '$x']].

lists_or_strings() ->
    [format("~p ~w", [L, L]) || L <- [[1, 2, 3], [65, 66], [a | b], [65 | 66], [[65], [1]], [1 | [2 | 3]],
        [[]], ["a", "b"]]].

binaries() ->
    [format("~p ~w", [B, B]) || B <- [<<>>, <<"text">>, <<1, 2, 3>>, <<"é"/utf8>>, <<1:3>>, <<"ab", 1:1>>,
        <<"a\"b\\">>, <<0>>, <<233>>]].

pretty() ->
    Long = [{key_number, N, "some text that is long", [a, b, {nested, #{N => [N, N + 1]}}]}
        || N <- lists:seq(1, 4)],
    [format("~p", [Long]), format("~20p", [{a, [b, {c, "a string that must be broken somewhere"}]}]),
        format("~p", [#{"a long key, number one" => lists:seq(1, 40), "two" => #{three => "x"}}]),
     format("~p", [lists:duplicate(30, {abc, 1})]),
         format("prefix ~p suffix", [list_to_tuple(lists:seq(100, 140))]), format("~p", [<<0:800>>]),
         format("~0p", [Long]), format("~p", ["a very long string " ++ lists:duplicate(100, $x)])].

depth() ->
    T = {a, [b, {c, [d, {e, "string", #{k => v}}]}], lists:seq(1, 20)},
    [format("~P | ~W", [T, D, T, D]) || D <- [1, 2, 3, 5, 8, 20]].

integers() ->
    [format("~b ~.16b ~.16B ~.2b", [N, N, N, N]) || N <- [0, 255, -255, 1 bsl 70]] ++
    [format("~16.16.0b|~-8b|~8.10.*b", [255, 5, $_, 7]), format("~x ~X", [255, "0x", -255, "hex:"]),
        format("~# ~.16#", [10, 255]), format("~.8+ ~+", [8, 9])].

errors() ->
    [try format(F, A) catch C:R -> {C, R} end
        || {F, A} <- [{"~w", []}, {"~w", [a, b]}, {"~s", [atom_is_fine]}, {"~s", [1]}, {"~s", [[-1]]},
        {"~s", [[256]]}, {"~b", [a]}, {"~c", [a]}, {"~f", [1]}, {"~q", [1]}, {"~", []},
                                                             {atom, [1]}, {"~w", not_a_list}, {"~10",
                                                                 [1]}, {"~.1f", [1.25]}, {"~*w", [a, b]},
                                                                 {"~ts", [<<255>>]}, {[-1], []}]].

reading() ->
    [case erl_scan:string(S) of {ok, Tokens, _} ->
        case erl_parse:parse_term(Tokens) of {ok, T} -> T;
        {error, {_, M, D}} -> lists:flatten(M:format_error(D)) end;
        {error, {_, M, D}, _} -> lists:flatten(M:format_error(D)) end
     || S <- ["{a, [1, 2.5, \"s\" | t], #{k => <<\"b\">>}}.", "{a,", "'unclosed", "[1 2].", "-5.", "$a.",
         "16#FF.", "f(1).", "{}."]].

scanning() ->
    [io_lib:fread(F, S) || {F, S} <- [{"~d", "42 rest"}, {"~d-~d", "1-2"}, {"~s ~a", "word atom"},
        {"~f", "1.5"}, {"~d", "x"}, {"~d~d", "1"}, {"~16u", "ff"}, {"~c", "x"}, {"~3s", "abcdef"},
        {"~~", "~"}, {"~*d ~d", "1 2"}]].

write() ->
    [lists:flatten(io_lib:write({a, "s", 1.5})), lists:flatten(io_lib:write([a, [b, [c, [d]]]], 3)),
        lists:flatten(io_lib:write_string("a\"b\n")), io_lib:write_char($x),
        lists:flatten(io_lib:write_atom('A b')), lists:flatten(io_lib:print({a, "s"})),
     lists:flatten(io_lib:print(lists:seq(1, 30), 5, 30, -1)), io_lib:printable_list("abc"),
         io_lib:printable_list([1]), io_lib:char_list([300]), io_lib:deep_char_list(["a", [$b]]),
         io_lib:latin1_char_list([300]), lists:flatten(io_lib:nl())].

table() ->
    Rows = [{"apple", 3, 1.25}, {"banana", 12, 0.5}, {"cherry", 100, 10.0}],
    lists:flatten([io_lib:format("~-10s|~5w|~8.2f~n", [Name, Count, Price])
        || {Name, Count, Price} <- Rows]).

records() ->
    Definition = fun(item, 2) -> [name, price]; (_, _) -> no end,
    [lists:flatten(io_lib_pretty:print(T, Definition))
        || T <- [#item{name = "x"}, [#item{name = y, price = 3}], {item, 1}, {other, 1, 2}]].
