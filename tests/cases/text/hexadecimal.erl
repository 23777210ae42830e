%%! explore: colour/1
%% `list_to_integer/2` in another base.
-module(hexadecimal).
-export([colour/1]).

-spec colour([0..127]) -> integer().
colour([_, _, _] = Text) ->
    case list_to_integer(Text, 16) of
%%       ^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, colour(_)
        16#fab -> error(fabulous);
%%                ^^^^^^^^^^^^^^^ crash: error:fabulous, colour(T) when is_list(T)
        N -> N
    end;
colour(_) -> 0.

%%! depth: 40
