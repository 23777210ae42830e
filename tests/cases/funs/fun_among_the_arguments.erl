%%! explore: sorted/2
%% What a fun is called with may turn out to be a fun itself.
-module(fun_among_the_arguments).
-export([sorted/2]).

sorted(Before, [A, B, C]) when is_function(Before, 2) ->
    case {Before(A, B), Before(B, C), Before(A, C)} of
        {true, false, true} when is_function(C) -> error(found);
        {true, true, false} -> error(circle);
%%                             ^^^^^^^^^^^^^ crash: error:circle, sorted(_, [_, _, _])
        _ -> ok
    end;
sorted(_, _) -> none.

%%! stop: exhausted
