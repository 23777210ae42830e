%%! explore: f/0
%%! schedules: 1000
-module(overtaken).
-export([f/0]).

%% From one to another directly, and through a third one: which is first is open.
-spec f() -> ok.
f() ->
    Server = spawn(fun() -> server(none) end),
    Proxy = spawn(fun() -> receive Message -> Server ! Message end end),
    Proxy ! {set, 1},
    Server ! {get, self()},
    receive
        {value, 1} -> ok;
        {value, none} -> error(overtaken)
%%                       ^^^^^^^^^^^^^^^^ crash: error:overtaken, f()
    end.

server(Value) ->
    receive
        {set, New} -> server(New);
        {get, From} -> From ! {value, Value}, server(Value)
    end.
