%%! explore: ask/1
%% Two processes ask the same of the input: the second answer follows from the first.
-module(two_askers).
-export([ask/1]).

-spec ask(integer()) -> small | large.
ask(X) ->
    Parent = self(),
    Size = size_of(X),
    spawn(fun() -> Parent ! {answer, size_of(X)} end),
    receive
        {answer, Size} when X =:= 77 -> error(found);
%%                                      ^^^^^^^^^^^^ crash: error:found, ask(77)
        {answer, Size} -> Size;
        {answer, _} -> error(never)
    end.

size_of(X) when X > 100 -> large;
size_of(_) -> small.

%%! stop: exhausted
