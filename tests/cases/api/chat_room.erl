%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 4
%% Who has another name now is in the list under the old one.
-module(chat_room).
-behaviour(gen_server).
-export([open/0, join/2, rename/3, leave/2]).
-export([init/1, handle_call/3, handle_cast/2]).
-export_type([room/0]).

-type room() :: pid().

-spec open() -> {ok, room()}.
open() -> gen_server:start_link(?MODULE, [], []).

-spec join(room(), atom()) -> ok | taken.
join(Room, Nick) -> gen_server:call(Room, {join, Nick}).

-spec rename(room(), atom(), atom()) -> ok | taken | unknown.
rename(Room, From, To) -> gen_server:call(Room, {rename, From, To}).

-spec leave(room(), atom()) -> ok | unknown.
leave(Room, Nick) -> gen_server:call(Room, {leave, Nick}).

init([]) -> {ok, {#{}, []}}.

handle_call({join, Nick}, _, {Members, _} = State) when is_map_key(Nick, Members) ->
    {reply, taken, State};
handle_call({join, Nick}, {Client, _}, {Members, Order}) ->
    {reply, ok, {Members#{Nick => Client}, [Nick | Order]}};
handle_call({rename, _, To}, _, {Members, _} = State) when is_map_key(To, Members) ->
    {reply, taken, State};
handle_call({rename, From, To}, _, {Members, Order} = State) ->
    case maps:take(From, Members) of
        {Client, Others} -> {reply, ok, {Others#{To => Client}, Order}};
        error -> {reply, unknown, State}
    end;
handle_call({leave, Nick}, _, {Members, Order}) when is_map_key(Nick, Members) ->
    {Before, [Nick | After]} = lists:splitwith(fun(Each) -> Each =/= Nick end, Order),
    {reply, ok, {maps:remove(Nick, Members), Before ++ After}};
handle_call({leave, _}, _, State) ->
    {reply, unknown, State}.

handle_cast(_, State) -> {noreply, State}.
