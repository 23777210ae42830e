%% Output through an own group leader: a process that speaks the I/O protocol, collects what is
%% written and answers what is asked; io:format, io:get_line, io:read and their errors go through it.
-module(io_server).
-export([main/0]).

main() ->
    [{writing, with_server([], fun writing/0)},
     {reading, with_server(["first line\n", "{term, [1, 2]}.\n", "1 + 2.\n", "12 34\n"], fun reading/0)},
     {columns, with_server([], fun() -> {io:columns(), io:rows()} end)},
     {options, with_server([], fun() -> {io:getopts(), io:setopts([binary])} end)},
     {bad_formats, with_server([], fun bad_formats/0)},
     {unicode, with_server([], fun() -> io:format("~ts ~s~n", ["é€", "abc"]),
         io:put_chars(<<"ü"/utf8>>) end)},
     {children_share_it, with_server([], fun children/0)},
     {to_a_pid, with_server([], fun to_a_pid/0)},
     {dead_device, dead_device()},
     {not_an_io_server, not_an_io_server()}].

%% Runs a fun whose group leader is a new server; returns its value and all it wrote.
with_server(Input, Fun) ->
    Server = spawn(fun() -> serve(Input, []) end),
    {Pid, Monitor} = spawn_monitor(fun() ->
        group_leader(Server, self()),
        exit({value, try Fun() catch Class:Reason -> {Class, Reason} end})
    end),
    Value = receive {'DOWN', Monitor, process, Pid, {value, V}} -> V end,
    Server ! {stop, self()},
    receive {output, Output} -> {Value, Output} end.

serve(Input, Output) ->
    receive
        {io_request, From, Tag, Request} ->
            {Reply, NewInput, NewOutput} = request(Request, Input, Output),
            From ! {io_reply, Tag, Reply},
            serve(NewInput, NewOutput);
        {stop, From} -> From ! {output, unicode:characters_to_list(lists:reverse(Output))}
    end.

request({put_chars, _Encoding, Characters}, Input, Output) -> {ok, Input, [Characters | Output]};
request({put_chars, Encoding, Module, Function, Arguments}, Input, Output) ->
    try apply(Module, Function, Arguments) of
        Characters -> request({put_chars, Encoding, Characters}, Input, Output)
    catch
        _:_ -> {{error, Function}, Input, Output}
    end;
request({get_line, _, Prompt}, [Line | Input], Output) -> {Line, Input, [Prompt | Output]};
request({get_line, _, _}, [], Output) -> {eof, [], Output};
request({get_until, _, Prompt, Module, Function, Arguments}, Input, Output) ->
    {Reply, NewInput} = get_until(Module, Function, Arguments, [], Input),
    {Reply, NewInput, [Prompt | Output]};
request({get_geometry, columns}, Input, Output) -> {72, Input, Output};
request({get_geometry, _}, Input, Output) -> {{error, enotsup}, Input, Output};
request(getopts, Input, Output) -> {[{encoding, unicode}], Input, Output};
request({setopts, _}, Input, Output) -> {{error, enotsup}, Input, Output};
request({requests, Requests}, Input, Output) ->
    lists:foldl(fun(R, {_, I, O}) -> request(R, I, O) end, {ok, Input, Output}, Requests);
request(_, Input, Output) -> {{error, request}, Input, Output}.

get_until(Module, Function, Arguments, Continuation, Input) ->
    {Characters, Rest} = case Input of [] -> {eof, []}; [Line | Lines] -> {Line, Lines} end,
    case apply(Module, Function, [Continuation, Characters | Arguments]) of
        {done, Result, []} -> {Result, Rest};
        {done, Result, eof} -> {Result, Rest};
        {done, Result, Left} -> {Result, [Left | Rest]};
        {more, Next} -> get_until(Module, Function, Arguments, Next, Rest)
    end.

writing() ->
    [io:format("plain~n"), io:format("~p and ~w~n", [{a, "b"}, "c"]), io:put_chars("characters\n"),
        io:nl(), io:write({x, [1]}), io:fwrite("~s", ["end"])].

reading() ->
    [io:get_line("> "), io:read("term> "), element(1, io:parse_erl_exprs("")), io:fread("", "~d ~d"),
        io:get_line("")].

bad_formats() ->
    [try io:format(F, A) catch C:R -> {C, R} end
        || {F, A} <- [{"~w", []}, {"~q", [1]}, {"~s", [1.5]}, {"ok", []}]].

children() ->
    Self = self(),
    [begin
         Pid = spawn(fun() -> io:format("child ~b~n", [N]), Self ! {done, N} end),
         receive {done, N} -> is_pid(Pid) end
     end || N <- [1, 2, 3]].

to_a_pid() -> Leader = group_leader(), {io:format(Leader, "to ~w~n", [pid]), io:put_chars(Leader, "x")}.

dead_device() ->
    {Pid, Monitor} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Monitor, _, _, _} -> ok end,
    [try io:format(Device, "x", []) catch C:R -> {C, R} end || Device <- [Pid, no_such_device]].

%% A device that answers nonsense.
not_an_io_server() ->
    Pid = spawn(fun() -> receive {io_request, From, Tag, _} ->
        From ! {io_reply, Tag, {error, nonsense}} end end),
    try io:format(Pid, "x", []) catch C:R -> {C, R} end.
