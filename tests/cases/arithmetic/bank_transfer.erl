%%! explore: transfer/3
%% A transfer that checks that no money is made or lost, and makes some when accounts are the same.
-module(bank_transfer).
-export([transfer/3]).

-spec transfer({0..1, 0..1}, non_neg_integer(), {non_neg_integer(), non_neg_integer()}) -> tuple().
transfer({From, To}, Amount, Accounts) ->
    Source = element(From + 1, Accounts),
    Target = element(To + 1, Accounts),
    if
        Amount > Source -> {refused, Accounts};
        true ->
            Taken = setelement(From + 1, Accounts, Source - Amount),
            Given = setelement(To + 1, Taken, Target + Amount),
            case total(Given) =:= total(Accounts) of
                true -> {done, Given};
                false -> error({money_made, Amount})
%%                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{money_made, _}, transfer({X, X}, A, _) when A > 0
            end
    end.

total({A, B}) -> A + B.

%%! covers: all
