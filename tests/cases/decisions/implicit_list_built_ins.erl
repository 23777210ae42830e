%%! explore: f/1
%% `hd`, `tl` and `length` decide whether their argument is a list, and how long it is.
-module(implicit_list_built_ins).
-export([f/1]).

f(L) ->
    case length(L) of
%%       ^^^^^^^^^ crash: error:badarg, f(L) when not is_list(L)
        0 -> hd(L);
%%           ^^^^^ crash: error:badarg, f([])
        1 -> tl(tl(L));
%%           ^^^^^^^^^ crash: error:badarg, f([_])
        2 -> hd(tl(L));
        3 -> hd(hd(tl(L)));
%%           ^^^^^^^^^^^^^ crash: error:badarg, f([_, X, _]) when not is_list(X); X =:= []
        _ -> long
    end.

%%! depth: 12
%%! covers: all
