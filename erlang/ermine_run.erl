%%% What does a call do on the real BEAM?
%%%
%%% Each call runs in a fresh process with a limit on its time and on its heap, its output caught by
%%% a group leader of ours. Whatever it does, hanging, filling its memory or killing itself,
%%% comes back as an outcome; processes it leaves behind are killed, and what cannot be is told.
-module(ermine_run).
-export([calls/2, made_up/1, answer/2, answer_of/2]).

%% The outcomes of `{Module, Function, Arguments}` in order, and what they have left behind (see
%% `left_behind/2`). Arguments and results travel as external binaries, so that one which cannot be
%% decoded spoils only its own call.
calls(Calls, Limits) ->
    process_flag(trap_exit, true),
    Leader = spawn_link(fun() -> leader([], 0) end),
    {Before, Ports} = {processes(), erlang:ports()},
    Outcomes = [outcome(Call, Leader, Before, Limits) || Call <- Calls],
    kill_orphans(Leader, Before, 100),
    stop(Leader),
    {Outcomes, left_behind(Before, Ports)}.

%% Whatever it is doing.
stop(Leader) ->
    Monitor = monitor(process, Leader),
    exit(Leader, kill),
    receive {'DOWN', Monitor, process, Leader, _} -> forget_exits() end.

%% `{Strangers, Others}`: how many processes and ports are new that belong to no other request, and how
%% many requests seem to have begun meanwhile. Only Ermine knows how many these can be at most: who
%% finds the process that takes requests may have sent it one.
left_behind(Before, Ports) ->
    New = [Process || Process <- processes() -- Before, is_process_alive(Process)],
    Owners = [Owner || Port <- erlang:ports() -- Ports,
                       {connected, Owner} <- [erlang:port_info(Port, connected)]],
    Loop = parent(self()),
    Strangers = [Process || Process <- New ++ Owners, not is_of_request(Process, Loop),
                            is_process_alive(Process)],
    {length(Strangers), length([Process || Process <- New, parent(Process) =:= Loop])}.

%% Does it descend from another request? Those are the children of the process that takes them. Who has
%% lost a parent on the way there is a stranger.
is_of_request(Process, Loop) ->
    case parent(Process) of
        _ when Process =:= self() -> false;
        Loop -> true;
        Parent when is_pid(Parent) -> is_of_request(Parent, Loop);
        _ -> false
    end.

%% Before OTP 25 nobody knows.
parent(Process) ->
    try process_info(Process, parent) of
        {parent, Parent} -> Parent;
        undefined -> undefined
    catch
        error:badarg -> unknown
    end.

outcome({Module, Function, Arguments}, Leader, Before, {Time, HeapWords, ResultBytes, Linger}) ->
    load_modules(Arguments),
    Count = erlang:system_info(process_count),
    {Worker, Monitor} = start(Leader, HeapWords, Module, Function, Arguments, {ResultBytes, Linger}),
    Outcome = receive
                  {'DOWN', Monitor, process, Worker, Reason} -> ended(Reason)
              after Time ->
                  exit(Worker, kill),
                  receive {'DOWN', Monitor, process, Worker, _} -> ok end,
                  timeout
              end,
    %% To look at all processes is slow, and few calls start any. Where other requests make the
    %% count mislead, the end of the batch makes up for it.
    [kill_orphans(Leader, Before, 100) || erlang:system_info(process_count) > Count],
    forget_exits(),
    {Outcome, output(Leader)}.

%% Of processes we are linked to so that they die with us; how they ended we know already.
forget_exits() ->
    receive
        {'EXIT', _, _} -> forget_exits()
    after 0 ->
        ok
    end.

start(Leader, HeapWords, Module, Function, Arguments, Limits) ->
    Heap = #{size => HeapWords, kill => true, error_logger => false},
    spawn_opt(fun() ->
                      group_leader(Leader, self()),
                      exit({?MODULE, decoded(Module, Function, Arguments, Limits)})
              end,
              [link, monitor, {max_heap_size, Heap}]).

%% The outcome leaves the process as its exit reason: then nothing of what the call did to the
%% process, its mailbox or its links can get in between.
ended({?MODULE, Outcome}) -> Outcome;
ended(killed) -> killed;
ended(Reason) -> {signal, external(Reason)}.

decoded(Module, Function, External, Limits) ->
    try binary_to_term(External) of
        {_Modules, Arguments} ->
            call(Module, Function, [made_up(Each) || Each <- Arguments], Limits);
        Arguments ->
            call(Module, Function, [made_up(Each) || Each <- Arguments], Limits)
    catch
        error:badarg -> invalid
    end.

%% The modules that a call is given which nobody has. To compile them is none of the time of the call.
load_modules(External) ->
    try binary_to_term(External) of
        {Modules, _} -> [load(Name, Functions) || {Name, Functions} <- Modules];
        _ -> []
    catch
        error:badarg -> []
    end.

%% A module that Ermine makes up has a function for each of these made-up funs. What a name stands for
%% never changes.
load(Name, Functions) ->
    case erlang:module_loaded(Name) of
        true ->
            ok;
        false ->
            Exports = [{Function, arity(Fun)} || {Function, Fun, _} <- Functions],
            Forms = [{attribute, 1, module, Name}, {attribute, 1, export, Exports}
                     | [function(Function, Fun) || {Function, Fun, _} <- Functions]],
            {ok, Name, Code} = compile:forms(Forms, []),
            {module, Name} = code:load_binary(Name, atom_to_list(Name), Code)
    end.

arity(Fun) ->
    {arity, Arity} = erlang:fun_info(Fun, arity),
    Arity.

function(Name, Fun) ->
    {env, [Otherwise, Cases, Behaviours, _]} = erlang:fun_info(Fun, env),
    Arity = arity(Fun),
    Parameters = [{var, 1, list_to_atom("A" ++ integer_to_list(Number))}
                  || Number <- lists:seq(1, Arity)],
    %% Code has no constants that are funs.
    Held = binary_to_list(term_to_binary({Otherwise, Cases, Behaviours, []})),
    Bytes = {bin, 1, [{bin_element, 1, {string, 1, Held}, default, default}]},
    Answer = {remote, 1, {atom, 1, ?MODULE}, {atom, 1, answer_of}},
    Body = {call, 1, Answer, [{tuple, 1, Parameters}, Bytes]},
    {function, 1, Name, Arity, [{clause, 1, Parameters, [], [Body]}]}.

%% Exported for functions of modules that are made up.
answer_of(Arguments, Held) ->
    answer(Arguments, binary_to_term(Held)).

%% Funs that Ermine makes up arrive as closures of a module that nobody has; here they become real.
%% Exported for `ermine_proofs`.
made_up(Term) ->
    made_up(Term, []).

%% With these local variables around them.
made_up([Head | Tail], Scope) ->
    [made_up(Head, Scope) | made_up(Tail, Scope)];
%% An answer names what the fun was given.
made_up({'$local', Number, _}, Scope) when is_integer(Number), Number < length(Scope) ->
    lists:nth(Number + 1, Scope);
made_up(Tuple, Scope) when is_tuple(Tuple) ->
    case made_up(tuple_to_list(Tuple), Scope) of
        [Label | Arguments] = Elements when is_atom(Label) ->
            case atom_to_binary(Label) of
                <<"$built ", Builder/binary>> -> built(Builder, Arguments);
                _ -> list_to_tuple(Elements)
            end;
        Elements ->
            list_to_tuple(Elements)
    end;
made_up(Map, Scope) when is_map(Map) ->
    maps:from_list(made_up(maps:to_list(Map), Scope));
made_up(Fun, Scope) when is_function(Fun) ->
    case erlang:fun_info(Fun, module) of
        {module, ermine_fun} ->
            {arity, Arity} = erlang:fun_info(Fun, arity),
            {env, [Otherwise, Cases, Behaviours, _]} = erlang:fun_info(Fun, env),
            fun_of(Arity, {Otherwise, Cases, Behaviours, Scope});
        _ ->
            Fun
    end;
made_up(Self, _) when is_pid(Self), node(Self) =:= ermine_self ->
    %% The process under test, as it is called where it is another.
    self();
made_up(Pid, _) when is_pid(Pid), node(Pid) =/= node() ->
    %% Somebody who is on every node.
    case atom_to_binary(node(Pid)) of
        <<"ermine_service_", Name/binary>> -> service(whereis(binary_to_atom(Name)), Pid);
        _ -> Pid
    end;
made_up(Other, _) ->
    Other.

service(undefined, Pid) -> Pid;
service(Here, _) -> Here.

%% What the call returns that an input has in place of a value, or an element of it: `gb_trees:insert/3`,
%% `shop:init/1 2`.
built(Builder, Arguments) ->
    {Name, Element} = case binary:split(Builder, <<" ">>) of
                          [Whole] -> {Whole, whole};
                          [Around, Index] -> {Around, binary_to_integer(Index)}
                      end,
    [Module, Rest] = binary:split(Name, <<":">>),
    [Function, _] = binary:split(Rest, <<"/">>),
    case {apply(binary_to_atom(Module), binary_to_atom(Function), Arguments), Element} of
        {Value, whole} -> Value;
        {Tuple, _} -> element(Element, Tuple)
    end.

%% A fun that looks its arguments up. What it holds is one value, so that such funs compare by it.
fun_of(0, Held) -> fun() -> answer({}, Held) end;
fun_of(1, Held) -> fun(A) -> answer({A}, Held) end;
fun_of(2, Held) -> fun(A, B) -> answer({A, B}, Held) end;
fun_of(3, Held) -> fun(A, B, C) -> answer({A, B, C}, Held) end;
fun_of(4, Held) -> fun(A, B, C, D) -> answer({A, B, C, D}, Held) end;
fun_of(5, Held) -> fun(A, B, C, D, E) -> answer({A, B, C, D, E}, Held) end;
fun_of(6, Held) -> fun(A, B, C, D, E, F) -> answer({A, B, C, D, E, F}, Held) end;
fun_of(Arity, Held) ->
    Parameters = [{var, 0, list_to_atom("A" ++ integer_to_list(Number))}
                  || Number <- lists:seq(1, Arity)],
    Answer = {remote, 0, {atom, 0, ?MODULE}, {atom, 0, answer}},
    Body = {call, 0, Answer, [{tuple, 0, Parameters}, {var, 0, 'Held'}]},
    Clause = {clause, 0, Parameters, [], [Body]},
    {value, Fun, _} = erl_eval:expr({'fun', 0, {clauses, [Clause]}}, [{'Held', Held}]),
    Fun.

%% What is of one run only is bound, and what is left is looked up. Exported for funs of many parameters.
answer(Arguments, {Otherwise, Cases, Behaviours, Outer}) ->
    case bound(Arguments, Outer) of
        unspeakable ->
            made_up(Otherwise, Outer);
        {Key, Scope} ->
            case found(Key, Behaviours) of
                {_, Action, Values, Then} -> act(Action, tuple_to_list(Values), Then, Scope);
                none -> made_up(answer(Key, Cases, Otherwise), Scope)
            end
    end.

answer(Arguments, [{Known, Result} | _], _) when Known =:= Arguments -> Result;
answer(Arguments, [_ | Cases], Otherwise) -> answer(Arguments, Cases, Otherwise);
answer(_, [], Otherwise) -> Otherwise.

found(Key, [Behaviour | _]) when element(1, Behaviour) =:= Key -> Behaviour;
found(Key, [_ | Behaviours]) -> found(Key, Behaviours);
found(_, []) -> none.

act({return, Local}, [], _, Scope) ->
    lists:nth(Local + 1, Scope);
act({raise, Class}, [Reason], _, Scope) ->
    erlang:raise(Class, made_up(Reason, Scope), []);
act({call, Local, Passed}, Values, Then, Scope) ->
    Result = apply(lists:nth(Local + 1, Scope), passed(Passed, Values, Scope)),
    (made_up(Then, Scope))(Result);
act({attempt, Local, Passed}, Values, Then, Scope) ->
    Called = lists:nth(Local + 1, Scope),
    Result = try apply(Called, passed(Passed, Values, Scope)) catch _:_ -> caught end,
    (made_up(Then, Scope))(Result);
act({build, tuple, Parts}, Values, _, Scope) ->
    list_to_tuple(passed(Parts, Values, Scope));
act({build, list, Parts}, Values, _, Scope) ->
    passed(Parts, Values, Scope);
act({build, open_list, Parts}, Values, _, Scope) ->
    {Elements, [Tail]} = lists:split(length(Parts) - 1, passed(Parts, Values, Scope)),
    Elements ++ Tail.

passed([value | Passed], [Value | Values], Scope) ->
    [made_up(Value, Scope) | passed(Passed, Values, Scope)];
passed([Local | Passed], Values, Scope) ->
    [lists:nth(Local + 1, Scope) | passed(Passed, Values, Scope)];
passed([], [], _) ->
    [].

%% The arguments with a hole for whatever is of this run only, and these values: local variables, of which
%% those from outside come first.
bound(Term, Scope) ->
    try bind(Term, Scope)
    catch throw:unspeakable -> unspeakable
    end.

bind([Head | Tail], Scope) ->
    {First, Inner} = bind(Head, Scope),
    {Rest, All} = bind(Tail, Inner),
    {[First | Rest], All};
bind(Tuple, Scope) when is_tuple(Tuple) ->
    {Elements, All} = bind(tuple_to_list(Tuple), Scope),
    {list_to_tuple(Elements), All};
bind(Map, Scope) when is_map(Map) ->
    {Pairs, All} = lists:mapfoldl(fun({Key, Value}, Inner) ->
                                          {Key, []} =/= bind(Key, []) andalso throw(unspeakable),
                                          {Bound, More} = bind(Value, Inner),
                                          {{Key, Bound}, More}
                                  end,
                                  Scope, lists:sort(maps:to_list(Map))),
    {maps:from_list(Pairs), All};
bind(Fun, Scope) when is_function(Fun) ->
    {arity, Arity} = erlang:fun_info(Fun, arity),
    {{'$local', length(Scope), {function, Arity}}, Scope ++ [Fun]};
bind(Pid, Scope) when is_pid(Pid) -> same(Pid, pid, Scope);
bind(Port, Scope) when is_port(Port) -> same(Port, port, Scope);
bind(Reference, Scope) when is_reference(Reference) -> same(Reference, reference, Scope);
bind(Other, Scope) -> {Other, Scope}.

%% One that was bound before is the same variable again.
same(Value, Kind, Scope) ->
    case [Number || {Number, Known} <- lists:zip(lists:seq(0, length(Scope) - 1), Scope),
                    Known =:= Value] of
        [Number | _] -> {{'$local', Number, Kind}, Scope};
        [] -> {{'$local', length(Scope), Kind}, Scope ++ [Value]}
    end.

call(Module, Function, Arguments, {ResultBytes, Linger}) ->
    try apply(Module, Function, Arguments) of
        Value ->
            linger(Linger),
            bounded({value, external(Value)}, ResultBytes)
    catch
        Class:Reason:Stack ->
            bounded({exception, Class, external(Reason), external(own_frames_removed(Stack))},
                    ResultBytes)
    end.

%% Is there still somebody whose end would be ours, beside the one that waits for us?
linger(Milliseconds) when Milliseconds > 0 ->
    case process_info(self(), links) of
        {links, [_, _ | _]} ->
            receive after 1 -> linger(Milliseconds - 1) end;
        _ ->
            ok
    end;
linger(_) ->
    ok.

bounded(Outcome, ResultBytes) ->
    case erlang:external_size(Outcome) > ResultBytes of
        true -> too_large;
        false -> Outcome
    end.

%% Below the call lie only frames of this module, and those of made-up funs that call are in between.
own_frames_removed(Stack) ->
    [Frame || Frame <- Stack, element(1, Frame) =/= ?MODULE].

external(Term) ->
    term_to_binary(Term, [{minor_version, 2}]).

%% What the call started, directly or not, has its group leader. While we kill some, others may
%% start more. Only processes that are new are asked: a process has to be woken up to answer.
kill_orphans(_, _, 0) ->
    ok;
kill_orphans(Leader, Before, Rounds) ->
    case [exit(Process, kill)
          || Process <- processes() -- Before,
             process_info(Process, group_leader) =:= {group_leader, Leader}] of
        [] -> ok;
        [_ | _] -> kill_orphans(Leader, Before, Rounds - 1)
    end.

%%% The group leader: a terminal that remembers what is written and where nobody types

-define(OUTPUT_BYTES, 65536).

%% What was written since the last time.
output(Leader) ->
    Leader ! {output, self()},
    receive {output, Leader, Output} -> Output end.

leader(Output, Size) ->
    receive
        {io_request, From, As, Request} ->
            {Reply, Written} = io_request(Request),
            From ! {io_reply, As, Reply},
            case Size + byte_size(Written) of
                Longer when Longer > ?OUTPUT_BYTES -> leader(Output, Size);
                Longer -> leader([Written | Output], Longer)
            end;
        {output, To} ->
            To ! {output, self(), iolist_to_binary(lists:reverse(Output))},
            leader([], 0);
        _ ->
            leader(Output, Size)
    end.

io_request({put_chars, Encoding, Characters}) ->
    written(fun() -> unicode:characters_to_binary(Characters, Encoding) end);
io_request({put_chars, Encoding, Module, Function, Arguments}) ->
    written(fun() ->
                    unicode:characters_to_binary(apply(Module, Function, Arguments), Encoding)
            end);
io_request({put_chars, Characters}) ->
    io_request({put_chars, latin1, Characters});
io_request({put_chars, Module, Function, Arguments}) ->
    io_request({put_chars, latin1, Module, Function, Arguments});
io_request({requests, Requests}) ->
    requests(Requests, {ok, <<>>});
io_request({setopts, _}) ->
    {ok, <<>>};
io_request(getopts) ->
    {[{binary, false}, {encoding, unicode}], <<>>};
io_request({get_geometry, _}) ->
    {{error, enotsup}, <<>>};
io_request(Request) when is_tuple(Request) ->
    case atom_to_list(element(1, Request)) of
        "get_" ++ _ -> {eof, <<>>};
        _ -> {{error, request}, <<>>}
    end;
io_request(_) ->
    {{error, request}, <<>>}.

written(Characters) ->
    try Characters() of
        Written when is_binary(Written) -> {ok, Written};
        _ -> {{error, put_chars}, <<>>}
    catch
        _:_ -> {{error, put_chars}, <<>>}
    end.

requests([Request | Requests], {ok, Before}) ->
    {Reply, Written} = io_request(Request),
    requests(Requests, {Reply, <<Before/binary, Written/binary>>});
requests(_, Result) ->
    Result.
