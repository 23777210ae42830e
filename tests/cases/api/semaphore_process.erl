%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 3
%% More may be given back than was taken.
-module(semaphore_process).
-export([start/1, try_take/2, give_back/2]).
-export_type([semaphore/0]).

-type semaphore() :: pid().

-spec start(1..100) -> semaphore().
start(Size) -> spawn_link(fun() -> loop(Size, Size) end).

-spec try_take(semaphore(), pos_integer()) -> boolean().
try_take(Semaphore, Count) ->
    Semaphore ! {take, self(), Count},
    receive {Semaphore, Taken} -> Taken end.

-spec give_back(semaphore(), pos_integer()) -> ok.
give_back(Semaphore, Count) ->
    Semaphore ! {give_back, Count},
    ok.

loop(Free, Size) when Free >= 0, Free =< Size ->
    receive
        {take, From, Count} when Count =< Free ->
            From ! {self(), true},
            loop(Free - Count, Size);
        {take, From, _} ->
            From ! {self(), false},
            loop(Free, Size);
        {give_back, _} when Free =:= Size ->
            loop(Free, Size);
        {give_back, Count} ->
            loop(Free + Count, Size)
    end.
