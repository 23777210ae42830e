%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 4
%% A topic stays when its last subscriber goes, and then there is nobody whose turn it is.
-module(topic_broker).
-behaviour(gen_server).
-export([start_link/0, subscribe/2, unsubscribe/2, publish/3]).
-export([init/1, handle_call/3, handle_cast/2]).

-spec start_link() -> {ok, pid()}.
start_link() -> gen_server:start_link(?MODULE, [], []).

-spec subscribe(pid(), atom()) -> ok.
subscribe(Broker, Topic) -> gen_server:call(Broker, {subscribe, Topic}).

-spec unsubscribe(pid(), atom()) -> ok.
unsubscribe(Broker, Topic) -> gen_server:call(Broker, {unsubscribe, Topic}).

-spec publish(pid(), atom(), term()) -> ok.
publish(Broker, Topic, Message) -> gen_server:cast(Broker, {publish, Topic, Message}).

init([]) -> {ok, #{}}.

handle_call({subscribe, Topic}, {Client, _}, Topics) ->
    {reply, ok, Topics#{Topic => [Client | maps:get(Topic, Topics, [])]}};
handle_call({unsubscribe, Topic}, {Client, _}, Topics) ->
    {reply, ok, maps:map(fun(Each, Clients) when Each =:= Topic -> Clients -- [Client];
                            (_, Clients) -> Clients
                         end, Topics)}.

handle_cast({publish, Topic, Message}, Topics) when is_map_key(Topic, Topics) ->
    #{Topic := [Next | Others]} = Topics,
    Next ! {Topic, Message},
    {noreply, Topics#{Topic := Others ++ [Next]}};
handle_cast({publish, _, _}, Topics) ->
    {noreply, Topics}.
