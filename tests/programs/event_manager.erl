%% A gen_event manager: handlers added, swapped, crashing, removed; synchronous and asynchronous
%% notification, in the order of the handlers.
-module(event_manager).
-behaviour(gen_event).
-export([main/0]).
-export([init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2]).

main() ->
    [{Name, Test()} || {Name, Test} <-
        [{two_handlers, fun two_handlers/0},
         {add_twice, fun add_twice/0},
         {removes_itself, fun removes_itself/0},
         {crashing_handler, fun crashing_handler/0},
         {swap, fun swap/0},
         {supervised, fun supervised/0},
         {calls, fun calls/0}]].

%% The state is {Name, Events seen}; a swapped-in handler inherits the events.
init({{Name, none}, {swapped, Events}}) -> {ok, {Name, Events}};
init({fail, Reason}) -> {error, Reason};
init(Name) -> {ok, {Name, []}}.

handle_event(leave, _State) -> remove_handler;
handle_event({crash, Name}, {Name, _}) -> error(as_asked);
handle_event(Event, {Name, Events}) -> {ok, {Name, [Event | Events]}}.

handle_call(events, {Name, Events} = State) -> {ok, {Name, lists:reverse(Events)}, State};
handle_call(last_words, {Name, _}) -> {remove_handler, {bye, Name}};
handle_call({rename, New}, {_, Events}) -> {ok, renamed, {New, Events}}.

handle_info(Message, {Name, Events}) -> {ok, {Name, [{info, Message} | Events]}}.

terminate(swap, {_, Events}) -> {swapped, Events};
terminate({stop, Reason}, {Name, _}) -> {stopped, Name, Reason};
terminate(Reason, {Name, Events}) when is_atom(Reason) -> {terminated, Name, Reason, length(Events)};
terminate(_, _) -> ok.

start() -> {ok, Pid} = gen_event:start(), Pid.

two_handlers() ->
    Pid = start(),
    ok = gen_event:add_handler(Pid, {?MODULE, a}, first),
    ok = gen_event:notify(Pid, one),
    ok = gen_event:add_handler(Pid, {?MODULE, b}, second),
    ok = gen_event:sync_notify(Pid, two),
    Pid ! three,
    Handlers = gen_event:which_handlers(Pid),
    Events = [gen_event:call(Pid, {?MODULE, Id}, events) || Id <- [a, b]],
    Deleted = gen_event:delete_handler(Pid, {?MODULE, a}, because),
    Left = gen_event:which_handlers(Pid),
    {Handlers, Events, Deleted, Left, gen_event:stop(Pid)}.

add_twice() ->
    Pid = start(),
    ok = gen_event:add_handler(Pid, ?MODULE, x),
    Again = gen_event:add_handler(Pid, ?MODULE, y),
    Failed = gen_event:add_handler(Pid, {?MODULE, z}, {fail, no_luck}),
    Missing = gen_event:delete_handler(Pid, {?MODULE, nobody}, x),
    gen_event:stop(Pid),
    {Again, Failed, Missing}.

removes_itself() ->
    Pid = start(),
    ok = gen_event:add_handler(Pid, ?MODULE, x),
    gen_event:sync_notify(Pid, leave),
    Handlers = gen_event:which_handlers(Pid),
    gen_event:stop(Pid),
    Handlers.

%% One handler crashes; the manager and the other go on.
crashing_handler() ->
    Pid = start(),
    [ok = gen_event:add_handler(Pid, {?MODULE, Id}, Id) || Id <- [a, b]],
    gen_event:sync_notify(Pid, {crash, a}),
    Handlers = gen_event:which_handlers(Pid),
    Events = gen_event:call(Pid, {?MODULE, b}, events),
    gen_event:stop(Pid),
    {Handlers, Events}.

swap() ->
    Pid = start(),
    ok = gen_event:add_handler(Pid, {?MODULE, old}, old),
    gen_event:notify(Pid, before),
    ok = gen_event:swap_handler(Pid, {{?MODULE, old}, swap}, {{?MODULE, new}, {new, none}}),
    gen_event:notify(Pid, afterwards),
    Events = gen_event:call(Pid, {?MODULE, new}, events),
    Handlers = gen_event:which_handlers(Pid),
    gen_event:stop(Pid),
    {Events, Handlers}.

%% Who adds a handler with supervision is told when it goes.
supervised() ->
    Pid = start(),
    ok = gen_event:add_sup_handler(Pid, {?MODULE, watched}, w),
    gen_event:notify(Pid, leave),
    Normal = receive {gen_event_EXIT, {?MODULE, watched}, R1} -> R1 after 60000 -> nothing end,
    ok = gen_event:add_sup_handler(Pid, {?MODULE, watched}, w),
    gen_event:notify(Pid, {crash, w}),
    Crash = receive {gen_event_EXIT, {?MODULE, watched}, {'EXIT', {R2, _}}} -> R2 after 60000 ->
        nothing end,
    gen_event:stop(Pid),
    {Normal, Crash}.

calls() ->
    Pid = start(),
    ok = gen_event:add_handler(Pid, ?MODULE, x),
    A = gen_event:call(Pid, ?MODULE, {rename, y}),
    B = gen_event:call(Pid, ?MODULE, last_words),
    C = gen_event:call(Pid, ?MODULE, events),
    D = gen_event:which_handlers(Pid),
    gen_event:stop(Pid),
    {A, B, C, D}.
