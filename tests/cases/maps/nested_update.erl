%%! explore: bump/2
%% An update three levels down; each level may be missing.
-module(nested_update).
-export([bump/2]).

-spec bump(atom(), #{atom() => #{atom() => #{count => integer()}}}) -> term().
bump(Name, State) ->
    Users = maps:get(users, State, #{}),
    User = maps:get(Name, Users, #{count => 0}),
    Count = maps:get(count, User),
%%          ^^^^^^^^^^^^^^^^^^^^ crash: error:{badkey, count}, bump(N, #{users := U}) when map_get(N, U) =:= #{}
    New = State#{users => Users#{Name => User#{count := Count + 1}}},
    case New of
        #{users := #{admin := #{count := 10}}} -> error(too_often);
%%                                                ^^^^^^^^^^^^^^^^ crash: error:too_often, bump(_, #{users := #{admin := #{count := C}}}) when C =:= 9; C =:= 10
        _ -> ok
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
