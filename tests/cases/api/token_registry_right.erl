%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% The old token of a name is no longer valid when there is a new one.
-module(token_registry_right).
-behaviour(gen_server).
-export([start_link/0, register/2, revoke/2]).
-export([init/1, handle_call/3, handle_cast/2]).

-spec start_link() -> {ok, pid()}.
start_link() -> gen_server:start_link(?MODULE, none, []).

-spec register(pid(), atom()) -> reference().
register(Registry, Name) -> gen_server:call(Registry, {register, Name}).

-spec revoke(pid(), reference()) -> ok | unknown.
revoke(Registry, Token) -> gen_server:call(Registry, {revoke, Token}).

init(none) -> {ok, {#{}, #{}}}.

handle_call({register, Name}, _From, {Names, Tokens}) ->
    Valid = maps:remove(maps:get(Name, Names, none), Tokens),
    Token = make_ref(),
    {reply, Token, {Names#{Name => Token}, Valid#{Token => Name}}};
handle_call({revoke, Token}, _From, {Names, Tokens} = State) ->
    case maps:take(Token, Tokens) of
        {Name, Rest} ->
            {Token, Others} = maps:take(Name, Names),
            {reply, ok, {Others, Rest}};
        error ->
            {reply, unknown, State}
    end.

handle_cast(_, State) -> {noreply, State}.
