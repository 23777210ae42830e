%%% What do the processes do that OTP starts with a node?
%%%
%%% Only what library code asks of them without touching the machine. They run on Ermine's interpreter,
%%% not on the BEAM, and begin with the first message they get.
-module(ermine_services).
-behaviour(supervisor).
-export([application_controller/0, supervisor/0, stranger/0, init/1]).

%% The environments of applications, in the table that OTP itself reads.
application_controller() ->
    receive
        {'$gen_call', From, Request} ->
            gen_server:reply(From, application_request(Request)),
            application_controller();
        _ ->
            application_controller()
    end.

application_request({set_env, Application, Key, Value, _Options}) ->
    true = ets:insert(ac_tab, {{env, Application, Key}, Value}),
    ok;
application_request({set_env, Config, _Options}) ->
    [ets:insert(ac_tab, {{env, Application, Key}, Value})
     || {Application, Environment} <- Config, {Key, Value} <- Environment],
    ok;
application_request({unset_env, Application, Key, _Options}) ->
    true = ets:delete(ac_tab, {env, Application, Key}),
    ok;
application_request(_) ->
    {error, not_supported}.

%% The supervisor of servers that are started when they are first needed, such as that of `timer`.
%% It is registered already, which is why it does not start as others do.
supervisor() ->
    {registered_name, Name} = process_info(self(), registered_name),
    put('$ancestors', [self()]),
    put('$initial_call', {supervisor, ermine_services, 1}),
    {ok, State} = supervisor:init({{local, Name}, ermine_services, []}),
    gen_server:enter_loop(supervisor, [], State, {local, Name}).

%% A process of the node that nobody can talk to: a message to it ends the run. What comes in another way,
%% from a timer, goes unanswered.
stranger() ->
    receive _ -> stranger() end.

init([]) ->
    {ok, {#{strategy => one_for_one, intensity => 4, period => 3600}, []}}.
