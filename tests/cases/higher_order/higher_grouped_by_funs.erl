%%! explore: same_group/3
%% What a fun returns remembers what it was given: it is no other fun's answer, and not what was passed elsewhere.
-module(higher_grouped_by_funs).
-export([same_group/3]).

-spec same_group(fun((fun(() -> integer())) -> term()), fun(() -> integer()), fun(() -> integer())) -> ok.
same_group(Key, F, G) ->
    case Key(F) =:= Key(G) of
        true -> error(same);
%%              ^^^^^^^^^^^ crash: error:same, same_group(_, _, _)
        false -> error(different)
%%               ^^^^^^^^^^^^^^^^ crash: error:different, same_group(_, _, _)
    end.

%%! runs: 2000
