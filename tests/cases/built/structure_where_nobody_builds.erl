%%! explore: total/1
%% No function returns such a value: then its structure has to do.
-module(structure_where_nobody_builds).
-export([total/1]).
-export_type([basket/0]).
-opaque basket() :: {basket, [integer()]}.

-spec total(basket()) -> integer().
total({basket, [1, 2 | _]}) -> error(one_two);
%%                             ^^^^^^^^^^^^^^ crash: error:one_two, total({basket, [1, 2 | _]})
total({basket, Each}) -> length(Each).
