%%! explore: ask/1
%% A process computes with the input and answers; the answer is looked at.
-module(worker_answer).
-export([ask/1]).

-spec ask(integer()) -> integer().
ask(X) ->
    Parent = self(),
    Worker = spawn(fun() -> receive {square_of, N} -> Parent ! {self(), N * 3 + 1} end end),
    Worker ! {square_of, X},
    receive
        {Worker, 64} -> error({guessed, X});
%%                      ^^^^^^^^^^^^^^^^^^^ crash: error:{guessed, 21}, ask(21)
        {Worker, Answer} -> Answer
    end.

%%! stop: exhausted
