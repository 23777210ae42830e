%%! explore: outer/1
%% An exception that is caught, looked at and raised again, from where it came.
-module(rethrown).
-export([outer/1]).

outer(X) ->
    try inner(X)
    catch
        throw:Reason when is_atom(Reason) -> {soft, Reason};
        Class:Reason:Stacktrace -> erlang:raise(Class, {hard, Reason}, Stacktrace)
    end.

inner({throw, What}) -> throw(What);
%%                      ^^^^^^^^^^^ crash: throw:{hard, _}, outer({throw, X}) when not is_atom(X)
inner({exit, What}) -> exit(What);
%%                     ^^^^^^^^^^ crash: exit:{hard, _}, outer({exit, _})
inner(X) -> X.

%%! stop: exhausted
%%! complete
%%! covers: all
