%%! explore: parse/1
%% `list_to_integer/1`: the text that becomes a certain number.
-module(number_as_text).
-export([parse/1]).

-spec parse(string()) -> integer().
parse(Text) when length(Text) < 3 ->
    case list_to_integer(Text) of
%%       ^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, parse(_)
        42 -> error(the_answer);
%%            ^^^^^^^^^^^^^^^^^ crash: error:the_answer, parse("42")
        N -> N
    end;
parse(_) -> 0.

%%! depth: 25
%%! covers: all
