%%! explore: flush/1
%% What is in the mailbox of the caller is not known.
-module(mailbox).
-export([flush/1]).

-spec flush(boolean()) -> boolean().
flush(Strict) ->
    receive
        Message when Strict -> error({unexpected, Message});
        _ -> flush(Strict)
    after 0 -> Strict
    end.

%%! stop: exhausted
%%! verdict: no_crash_found
