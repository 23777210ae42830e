%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 3
%% When it goes down by as much as it stands at, its share is not defined.
-module(named_counter).
-behaviour(gen_server).
-export([start_link/1, add/2, share/2]).
-export([init/1, handle_call/3, handle_cast/2]).

-spec start_link(integer()) -> {ok, pid()}.
start_link(From) -> gen_server:start_link(?MODULE, From, []).

-spec add(pid() | atom(), integer()) -> ok.
add(Counter, Number) -> gen_server:cast(Counter, {add, Number}).

-spec share(pid() | atom(), pos_integer()) -> integer().
share(Counter, Of) -> gen_server:call(Counter, {share, Of}).

init(From) when From > 0 -> {ok, From};
init(_) -> {ok, 1}.

handle_call({share, Of}, _From, Count) -> {reply, Of div Count, Count}.

handle_cast({add, Number}, Count) -> {noreply, Count + Number}.
