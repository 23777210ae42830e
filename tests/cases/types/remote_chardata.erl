%%! explore: f/1
%%! depth: 25
-module(remote_chardata).
-export([f/1]).
-spec f(unicode:chardata()) -> unicode:charlist().
f([[$a | _], $b | _]) -> error(found);
%%                       ^^^^^^^^^^^^ crash: error:found, f([[$a | _], $b | _])
f(List) when is_list(List) -> List;
f(Text) -> [Text].
%%! covers: all
