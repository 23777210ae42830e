%%! explore: api
%%! runs: 1000
%%! deadlock: api(Calls) when length(Calls) =< 3
%% Who has the lock and asks for it again waits for itself.
-module(lock_server).
-behaviour(gen_server).
-export([start_link/0, lock/2, unlock/2]).
-export([init/1, handle_call/3, handle_cast/2]).

%% One for each client.
-spec start_link() -> pid().
start_link() ->
    case get(?MODULE) of
        undefined ->
            {ok, Server} = gen_server:start_link(?MODULE, [], []),
            put(?MODULE, Server),
            Server;
        Server ->
            Server
    end.

-spec lock(pid(), atom()) -> ok.
lock(Server, Name) -> gen_server:call(Server, {lock, Name}, infinity).

-spec unlock(pid(), atom()) -> ok.
unlock(Server, Name) -> gen_server:cast(Server, {unlock, Name}).

init([]) -> {ok, #{}}.

handle_call({lock, Name}, From, Locks) when is_map_key(Name, Locks) ->
    {noreply, Locks#{Name := maps:get(Name, Locks) ++ [From]}};
handle_call({lock, Name}, _From, Locks) ->
    {reply, ok, Locks#{Name => []}}.

handle_cast({unlock, Name}, Locks) ->
    case Locks of
        #{Name := [Next | Waiting]} ->
            gen_server:reply(Next, ok),
            {noreply, Locks#{Name := Waiting}};
        #{} ->
            {noreply, maps:remove(Name, Locks)}
    end.
