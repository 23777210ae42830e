%%! explore: route/1
%% `lists:prefix/2` and what comes behind.
-module(prefix_of_a_path).
-export([route/1]).

-spec route([32..126]) -> atom().
route(Path) ->
    case lists:prefix("/a", Path) of
        true ->
            case lists:nthtail(2, Path) of
                "/b" -> error(found);
%%                      ^^^^^^^^^^^^ crash: error:found, route("/a/b")
                _ -> somewhere
            end;
        false -> nowhere
    end.

%%! depth: 20
%%! covers: all
