%%! explore: log/2
%% Of what is deep inside of a part of the input, a fun sees nothing: what it does then is no decision.
-module(higher_handed_what_holds_a_pid).
-export([log/2]).

-spec log(fun((term()) -> {atom(), [term()]}), {term(), pid()}) -> ok.
log(Report, Event) ->
    try Report(Event) of
        {plain, []} -> error(plain);
%%                     ^^^^^^^^^^^^ crash: error:plain, log(_, _)
        {_, [_ | _]} -> throw(pair);
%%                      ^^^^^^^^^^^ crash: throw:pair, log(_, _)
        _ when element(1, Event) =:= 7 -> throw(seven);
%%                                        ^^^^^^^^^^^^ crash: throw:seven, log(_, {7, _})
        _ -> ok
    catch
        error:undef -> ok
    end.

%%! runs: 2000
