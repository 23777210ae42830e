%%! explore: all/1
%% A generator that is no list.
-module(improper_generator).
-export([all/1]).

all(L) -> [{X} || X <- L].
%%                     ^ crash: error:{bad_generator, _}, all(L) when not is_list(L)

%%! depth: 8
