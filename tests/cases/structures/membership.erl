%%! explore: grant/2
%% `lists:member/2`: the element that must be among others.
-module(membership).
-export([grant/2]).

-spec grant(atom(), [atom()]) -> atom().
grant(User, Admins) ->
    case lists:member(User, Admins) of
        true when User =:= root -> error(root_is_listed);
%%                                 ^^^^^^^^^^^^^^^^^^^^^ crash: error:root_is_listed, grant(root, [root])
        true -> granted;
        false -> denied
    end.

%%! depth: 10
%%! covers: all
