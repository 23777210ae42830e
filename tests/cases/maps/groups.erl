%%! explore: group/1
%% Keys that are computed from the elements of a list.
-module(groups).
-export([group/1]).

-spec group([1..30]) -> term().
group(Numbers) ->
    Groups = maps:groups_from_list(fun(N) -> N rem 3 end, Numbers),
    case Groups of
        #{2 := [A, B]} when A > B -> error({falling, A, B});
%%                                   ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{falling, _, _}, group([_, _ | _])
        _ -> map_size(Groups)
    end.

%%! depth: 16
%%! covers: all
