%%! explore: f/1
%% Text in lists that is none says how far it was one, and what is left, in lists as it was.
-module(broken_text_in_lists).
-export([f/1]).

-spec f(<<_:24>>) -> term().
f(Text) ->
    case unicode:characters_to_binary([[Text], $!]) of
        {error, <<"y">>, [[<<255, _/binary>>], $!]} -> error(inside);
%%                                                     ^^^^^^^^^^^^^ crash: error:inside, f(_)
        {error, <<"z">>, [<<16#e2, 16#82>>, "!"]} -> error(begun);
%%                                                   ^^^^^^^^^^^^ crash: error:begun, f(_)
        {_, _, _} -> other;
        Binary -> byte_size(Binary)
    end.

%%! covers: all
