%%! explore: f/1
%% `re:split` and `re:replace` go through the same matcher.
-module(split_and_replaced).
-export([f/1]).

-spec f(<<_:24>>) -> term().
f(Text) ->
    case re:split(Text, "[,;]") of
        [<<"a">>, <<"b">>] -> error(split);
%%                            ^^^^^^^^^^^^ crash: error:split, f(_)
        [One] ->
            case re:replace(One, "x+", "-", [{return, binary}]) of
                <<"p-q">> when One =/= <<"p-q">> -> error(replaced);
%%                                                  ^^^^^^^^^^^^^^^ crash: error:replaced, f(_)
                Other -> Other
            end;
        _ -> ok
    end.

%%! covers: all
