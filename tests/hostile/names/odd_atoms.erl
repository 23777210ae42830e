%%! tries: to have names in the program taken for something else, on a terminal and in files
%%! copy: odd_module.erl to odd_module.erl
%%! ermine: check . --time 300ms --memory 300
%%! ermine: check . --time 300ms --memory 300 --quiet
%%! ermine: check odd_atoms.erl --time 300ms --memory 300 --format github
%%! ermine: run odd_atoms.erl f/1 --time 300ms --memory 300
%%! ermine: core odd_atoms.erl
%%! not together
-module(odd_atoms).
-export([f/1, '\e[2J\e]0;struck\a'/1, 'new\nline'/1, '\x{202e}lre'/1, '\0'/1, '::error file=a::struck'/1, ''/1]).
-record('r \e[31m', {'f\e[2J' :: integer()}).

-spec f(integer()) -> integer().
f(N) -> 100 div N.

-spec '\e[2J\e]0;struck\a'(integer()) -> no_return().
'\e[2J\e]0;struck\a'(N) when N > 3 -> error({'\e[31m', "\e[2J", <<"\e[2J">>, N});
'\e[2J\e]0;struck\a'(_) -> exit('new\nline').

-spec 'new\nline'('a\nb' | '\e[2J') -> atom().
'new\nline'('a\nb') -> throw('\x{202e}lre');
'new\nline'(_) -> io:format("\e[2J\e]0;struck\a::error file=a::struck~n"), error('::error file=a::struck').

-spec '\x{202e}lre'(integer()) -> integer().
'\x{202e}lre'(N) -> 1 div N.

-spec '\0'(#'r \e[31m'{}) -> integer().
'\0'(#'r \e[31m'{'f\e[2J' = N}) -> 1 div N.

-spec '::error file=a::struck'(integer()) -> integer().
'::error file=a::struck'(N) -> 1 div N.

-spec ''(integer()) -> integer().
''(N) -> 1 div N.
