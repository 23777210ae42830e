%%! explore: api
%%! runs: 4000
%% Who pays himself gets richer.
-module(account_book).
-export([new/0, deposit/3, transfer/4, check/1]).
-export_type([book/0]).

-record(book, {total = 0 :: non_neg_integer(), accounts = #{} :: #{atom() => non_neg_integer()}}).
-opaque book() :: #book{}.

-spec new() -> book().
new() -> #book{}.

-spec deposit(atom(), pos_integer(), book()) -> book().
deposit(Who, Amount, #book{total = Total, accounts = Accounts} = Book) ->
    Balance = maps:get(Who, Accounts, 0),
    Book#book{total = Total + Amount, accounts = Accounts#{Who => Balance + Amount}}.

-spec transfer(atom(), atom(), pos_integer(), book()) -> book() | {error, unknown | funds}.
transfer(From, To, Amount, #book{accounts = Accounts} = Book) ->
    case Accounts of
        #{From := Rich, To := Poor} when Rich >= Amount ->
            Book#book{accounts = Accounts#{From := Rich - Amount, To := Poor + Amount}};
        #{From := _, To := _} -> {error, funds};
        #{} -> {error, unknown}
    end.

-spec check(book()) -> ok.
check(#book{total = Total, accounts = Accounts}) ->
    case lists:sum(maps:values(Accounts)) of
        Total -> ok;
        Other -> error({total, Total, Other})
%%      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{total, _, _}, api(Calls) when length(Calls) =< 4
    end.
