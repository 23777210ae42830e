%%! explore: stamp/1
%% A crash whose reason tells the time: no two of them are equal, and they are the same crash.
-module(time_in_the_reason).
-export([stamp/1]).

stamp(Entry) ->
    Now = calendar:universal_time(),
    case Entry of
        {entry, N} when N > 7 -> error({late, Now, N});
%%                               ^^^^^^^^^^^^^^^^^^^^^ crash: error:{late, _, _}, stamp({entry, N}) when N > 7
        {entry, N} -> {Now, N};
        {until, Then} when Then =/= Now -> {left, Then};
        _ -> none
    end.
