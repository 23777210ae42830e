%%! explore: smallest/2
%% A comparison that goes in circles.
-module(not_an_order).
-export([smallest/2]).

-spec smallest(fun((A, A) -> boolean()), [A]) -> A.
smallest(Before, [A, B, C]) ->
    case Before(A, B) andalso Before(B, C) andalso Before(C, A) of
        true -> error(circle);
%%              ^^^^^^^^^^^^^ crash: error:circle, smallest(_, [_, _, _])
        false -> A
    end;
smallest(_, _) -> none.

%%! stop: exhausted
%%! covers: all
