%%! explore: worker/1
%% `exit/1` with a reason made of the input.
-module(exit_reason).
-export([worker/1]).

worker({job, Id, Steps}) when is_integer(Id) ->
    case Steps of
        [] -> exit(empty);
%%            ^^^^^^^^^^^ crash: exit:empty, worker({job, Id, []}) when is_integer(Id)
        [done] -> exit(normal);
        [abort | _] -> exit({aborted, Id});
%%                     ^^^^^^^^^^^^^^^^^^^ crash: exit:{aborted, Id}, worker({job, Id, [abort | _]})
        _ -> working
    end;
worker(_) -> idle.

%%! stop: exhausted
%%! complete
%%! covers: all
