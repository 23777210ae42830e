%%! explore: tokens/1
%% A tokenizer over characters: an unfinished string, and a letter that begins nothing.
-module(tokenizer).
-export([tokens/1]).

-spec tokens(string()) -> [tuple() | atom()].
tokens([]) -> [];
tokens([$\s | Rest]) -> tokens(Rest);
tokens([$( | Rest]) -> [open | tokens(Rest)];
tokens([$) | Rest]) -> [close | tokens(Rest)];
tokens([$" | Rest]) -> text(Rest, []);
tokens([Letter | Rest]) when Letter >= $0, Letter =< $9 -> number(Rest, Letter - $0);
tokens([Letter | _]) -> error({illegal, Letter}).
%%                      ^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{illegal, _}, tokens([_ | _])

text([$" | Rest], Text) -> [{text, lists:reverse(Text)} | tokens(Rest)];
text([Letter | Rest], Text) -> text(Rest, [Letter | Text]);
text([], _) -> throw(unterminated).
%%             ^^^^^^^^^^^^^^^^^^^ crash: throw:unterminated, tokens([$" | _])

number([Letter | Rest], Number) when Letter >= $0, Letter =< $9 ->
    number(Rest, Number * 10 + Letter - $0);
number(Rest, Number) -> [{number, Number} | tokens(Rest)].

%%! depth: 10
%%! covers: all
