%%! explore: api
%%! runs: 4000
%%! crash by signal: exit:_, api(Calls) when length(Calls) =< 3
%% Who pays somebody that may not have so much dies of it.
-module(account_processes).
-export([open/2, transfer/3, balance/1]).

-spec open(non_neg_integer(), pos_integer()) -> pid().
open(Amount, Most) -> spawn_link(fun() -> account(min(Amount, Most), Most) end).

-spec transfer(pid(), pid(), pos_integer()) -> ok | {error, funds | same}.
transfer(Same, Same, _) -> {error, same};
transfer(From, To, Amount) -> ask(From, {pay, To, Amount}).

-spec balance(pid()) -> non_neg_integer().
balance(Account) -> ask(Account, balance).

ask(Account, What) ->
    Reference = make_ref(),
    Account ! {self(), Reference, What},
    receive {Reference, Answer} -> Answer end.

account(Balance, Most) ->
    receive
        {From, Reference, balance} ->
            From ! {Reference, Balance},
            account(Balance, Most);
        {From, Reference, {get, Amount}} when Balance + Amount > Most ->
            From ! {Reference, {error, too_much}},
            account(Balance, Most);
        {From, Reference, {get, Amount}} ->
            From ! {Reference, ok},
            account(Balance + Amount, Most);
        {From, Reference, {pay, _, Amount}} when Amount > Balance ->
            From ! {Reference, {error, funds}},
            account(Balance, Most);
        {From, Reference, {pay, To, Amount}} ->
            ok = ask(To, {get, Amount}),
            From ! {Reference, ok},
            account(Balance - Amount, Most)
    end.
