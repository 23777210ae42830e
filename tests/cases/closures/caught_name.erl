%%! explore: call/1
%% Whoever catches it may read the name of the function that is not there: that is not followed, and so
%% nothing is proved.
-module(caught_name).
-export([call/1]).

-spec call(atom()) -> ok.
call(Name) ->
    try caught_name:Name(1, 2, 3)
    catch error:undef:Trace -> read(Trace)
    end.

read([{_, secret, _, _} | _]) -> error(found);
read(_) -> ok.

%%! stop: exhausted
%%! verdict: no_crash_found
