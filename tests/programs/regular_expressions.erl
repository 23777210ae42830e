%% The module re: matching, capturing, splitting, replacing, options, unicode, bad patterns.
-module(regular_expressions).
-export([main/0]).

main() ->
    [{match, [re:run(S, P) || {S, P} <- [{"hello", "l+"}, {"hello", "x"},
        {<<"2024-05-06">>, "(\\d+)-(\\d+)-(\\d+)"}, {"aaa", "a*?"}, {"", "^$"}, {"abc", "(x)?abc"}]]},
     {captures, [re:run("John Smith 42", "(?<first>\\w+) (?<last>\\w+) (\\d+)", [{capture, C, T}])
         || C <- [all, first, all_but_first, [last, first], [2], none], T <- [list, binary]]},
     {global, [re:run("a1b22c333", "[0-9]+", [global | O])
         || O <- [[], [{capture, all, list}], [{capture, none}]]]},
     {options, [re:run("Hello\nWORLD", P, [{capture, all, list} | O])
         || {P, O} <- [{"world", [caseless]}, {"^W", [multiline]}, {"o.W", [dotall]},
         {"h e", [extended, caseless]}, {"l", [{offset, 3}]}, {"^H", [{offset, 1}]}, {".+", [ungreedy]},
         {"H", [anchored]}]]},
     {split, [re:split(S, P, [{return, list} | O])
         || {S, P, O} <- [{"a,b,,c", ",", []}, {"a,b,,c", ",", [trim]}, {"a1b2c", "(\\d)", []},
         {"abc", "", []}, {"a,b,c", ",", [{parts, 2}]}, {"a1b2c", "(\\d)", [group]}]]},
     {replace, [re:replace(S, P, R, [{return, list} | O])
         || {S, P, R, O} <- [{"hello world", "o", "0", []}, {"hello world", "o", "0", [global]},
         {"John Smith", "(\\w+) (\\w+)", "\\2, \\1", []}, {"abc", "b", "[&]", []},
         {"abc", "b", "[\\&]", []}, {"aaa", "", "-", [global]}]]},
     {compiled, begin {ok, MP} = re:compile("^(a|b)+c?$"),
         [re:run(S, MP, [{capture, none}]) || S <- ["abab", "abc", "abcc", ""]] end},
     {unicode, [re:run("größe €5", P, [unicode, {capture, all, list}])
         || P <- ["ö.", "\\w+", "€(\\d)", "\\p{Lu}", "\\p{Sc}"]]},
     {indexes, re:run(<<"größe"/utf8>>, "e", [unicode])},
     {bad_patterns, [re:compile(P) || P <- ["(", "[a", "a**", "\\", "(?<n", "a{2,1}"]]},
     {errors, [try re:run(S, P, O) catch C:R -> {C, R} end
         || {S, P, O} <- [{"a", "(", []}, {atom, "a", []}, {"a", "a", [unknown]}, {"€", "a", []}]]},
     {back_references, [re:run(S, "(\\w)\\1", [{capture, all, list}]) || S <- ["hello", "abc"]]},
     {look_around, [re:run("price: 42 USD", P, [{capture, all, list}])
         || P <- ["\\d+(?= USD)", "(?<=: )\\d", "\\d+(?! USD)"]]},
     {inspected, re:inspect(element(2, re:compile("(?<b>x)(?<a>y)")), namelist)}].
