%% A gen_statem: a door with a code. Both callback modes, state enter calls, postponed events,
%% every kind of time limit, internal events, replies as actions, changes of the callback module.
-module(door_machine).
-behaviour(gen_statem).
-export([main/0]).
-export([init/1, callback_mode/0, terminate/3]).
-export([locked/3, open/3, broken/3]).

main() ->
    process_flag(trap_exit, true),
    Results = [{Name, Test()} || {Name, Test} <-
        [{right_code, fun right_code/0},
         {wrong_codes, fun wrong_codes/0},
         {closes_by_itself, fun closes_by_itself/0},
         {postponed, fun postponed/0},
         {event_timeout, fun event_timeout/0},
         {generic_timeouts, fun generic_timeouts/0},
         {internal_events, fun internal_events/0},
         {stop_and_reply, fun stop_and_reply/0},
         {crash, fun crash/0},
         {bad_action, fun bad_action/0},
         {unknown_call, fun unknown_call/0}]],
    process_flag(trap_exit, false),
    Results.

%% --- the machine ---

callback_mode() -> [state_functions, state_enter].

init({Code, Limit, Owner}) ->
    {ok, locked, #{code => Code, limit => Limit, typed => [], tries => 0, owner => Owner}}.

tell(#{owner := Owner}, Message) -> Owner ! {door, Message}.

locked(enter, Old, Data) ->
    tell(Data, {entered, locked, from, Old}),
    {keep_state, Data#{typed := []}};
locked(cast, {button, Button}, #{code := Code, typed := Typed, tries := Tries} = Data) ->
    case [Button | Typed] of
        Now when length(Now) < length(Code) -> {keep_state, Data#{typed := Now}};
        Now ->
            case lists:reverse(Now) of
                Code -> {next_state, open, Data#{tries := 0},
                    [{state_timeout, maps:get(limit, Data), close}]};
                _ when Tries >= 2 -> {next_state, broken, Data};
                _ -> {repeat_state, Data#{tries := Tries + 1}}
            end
    end;
locked({call, _From}, walk_through, _Data) -> {keep_state_and_data, [postpone]};
locked(Type, Content, Data) -> common(locked, Type, Content, Data).

open(enter, Old, Data) ->
    tell(Data, {entered, open, from, Old}),
    keep_state_and_data;
open(state_timeout, close, Data) -> {next_state, locked, Data};
open({call, From}, walk_through, Data) -> {next_state, locked, Data, [{reply, From, welcome}]};
open(Type, Content, Data) -> common(open, Type, Content, Data).

broken(enter, Old, Data) ->
    tell(Data, {entered, broken, from, Old}),
    keep_state_and_data;
broken({call, From}, {stop, Reason}, Data) ->
    {stop_and_reply, Reason, [{reply, From, stopped}], Data};
broken(Type, Content, Data) -> common(broken, Type, Content, Data).

common(State, {call, From}, state, _Data) -> {keep_state_and_data, [{reply, From, State}]};
common(_, {call, From}, {set, What}, _Data) -> {keep_state_and_data, [{reply, From, ok} | What]};
common(_, {call, _}, {return, What}, _Data) -> What;
common(_, {call, _}, {error, Reason}, _Data) -> error(Reason);
common(_, {call, From}, chain, Data) ->
    {keep_state, Data, [{reply, From, ok}, {next_event, internal, 1}, {next_event, internal, 2}]};
common(State, internal, N, Data) ->
    tell(Data, {internal, State, N}),
    case N of
        1 -> {keep_state_and_data, [{next_event, internal, 11}]};
        _ -> keep_state_and_data
    end;
common(State, Type, Content, Data) when Type =:= timeout; Type =:= info; element(1, Type) =:= timeout ->
    tell(Data, {Type, State, Content}),
    keep_state_and_data.

terminate(Reason, State, Data) -> tell(Data, {terminated, State, short(Reason)}).

%% --- the tests ---

start() -> start([1, 2, 3]).
start(Code) -> start(Code, 60000).
start(Code, Limit) ->
    {ok, Pid} = gen_statem:start_link(?MODULE, {Code, Limit, self()}, []),
    Pid.

type(Pid, Buttons) -> [gen_statem:cast(Pid, {button, Button}) || Button <- Buttons].

told() -> receive {door, Message} -> Message after 60000 -> nothing end.
told(Count) -> [told() || _ <- lists:seq(1, Count)].

short({Reason, [{M, _, _, _} | _]}) when is_atom(M) -> {Reason, stack};
short(Reason) -> Reason.

%% Stops the machine and returns what it still had to say.
stop(Pid) ->
    catch gen_statem:stop(Pid),
    Reason = exit_from(Pid),
    {Reason, rest()}.

exit_from(Pid) -> receive {'EXIT', Pid, Reason} -> short(Reason) after 60000 -> alive end.
rest() -> receive {door, Message} -> [Message | rest()] after 0 -> [] end.

right_code() ->
    Pid = start(),
    type(Pid, [1, 2, 3]),
    State = gen_statem:call(Pid, state),
    Welcome = gen_statem:call(Pid, walk_through),
    {State, Welcome, gen_statem:call(Pid, state), stop(Pid)}.

wrong_codes() ->
    Pid = start(),
    type(Pid, [1, 1, 1]),
    One = gen_statem:call(Pid, state),
    type(Pid, [2, 2, 2, 3, 3, 3]),
    Two = gen_statem:call(Pid, state),
    {One, Two, stop(Pid)}.

closes_by_itself() ->
    Pid = start([9], 20),
    type(Pid, [9]),
    Said = told(3),
    {Said, gen_statem:call(Pid, state), stop(Pid)}.

%% The wish to walk through waits until somebody types the code.
postponed() ->
    Pid = start([4, 5]),
    Request = gen_statem:send_request(Pid, walk_through),
    locked = gen_statem:call(Pid, state),
    type(Pid, [4, 5]),
    {gen_statem:receive_response(Request, 60000), stop(Pid)}.

event_timeout() ->
    Pid = start(),
    told(),
    ok = gen_statem:call(Pid, {set, [{timeout, 5, waited}]}),
    First = told(),
    ok = gen_statem:call(Pid, {set, [{timeout, 60000, never}]}),
    Pid ! something_else,
    {First, told(), stop(Pid)}.

generic_timeouts() ->
    Pid = start(),
    told(),
    ok = gen_statem:call(Pid, {set, [{{timeout, b}, 60, two}, {{timeout, a}, 5, one},
        {{timeout, c}, 60000, three}]}),
    Fired = told(2),
    ok = gen_statem:call(Pid, {set, [{{timeout, c}, cancel}, {{timeout, d}, 0, four}]}),
    {Fired, told(), stop(Pid)}.

internal_events() ->
    Pid = start(),
    told(),
    ok = gen_statem:call(Pid, chain),
    {told(3), stop(Pid)}.

stop_and_reply() ->
    Pid = start([1]),
    type(Pid, [2, 2, 2]),
    Answer = gen_statem:call(Pid, {stop, {shutdown, enough}}),
    {Answer, stop(Pid)}.

crash() ->
    Pid = start(),
    Result = try gen_statem:call(Pid, {error, oops})
             catch exit:{Reason, {gen_statem, call, _}} -> {exit, short(Reason)} end,
    {Result, stop(Pid)}.

bad_action() ->
    [begin
         Pid = start(),
         Result = try gen_statem:call(Pid, {return, What})
                  catch exit:{Reason, {gen_statem, call, _}} -> {exit, short(Reason)} end,
         {Result, stop(Pid)}
     end || What <- [nonsense, {next_state, locked}, {keep_state_and_data, [{fly, away}]}]].

unknown_call() ->
    Pid = start(),
    Result = try gen_statem:call(Pid, unknown)
             catch exit:{{Reason, [{?MODULE, common, Arguments, _} | _]}, _} ->
                 {exit, Reason, length(Arguments)} end,
    {Result, element(1, stop(Pid))}.
