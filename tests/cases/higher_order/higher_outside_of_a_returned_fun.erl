%%! explore: f/1
%%! runs: 20
%% So may a fun be that a fun returns, deep inside of something.
-module(higher_outside_of_a_returned_fun).
-export([f/1]).

-type step() :: fun((a | b) -> {more, step()} | done).

-spec f(#{step := step()}) -> ok | done.
f(#{step := Step}) ->
    case Step(a) of
        {more, Next} ->
            _ = Next(c),
            ok;
        done -> done
    end.

%%! outside a fun's type: f(#{step := F}) when is_function(F, 1)
