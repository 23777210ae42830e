%%! explore: find/2
%% A throw that is caught for one reason, and not for another.
-module(uncaught_throw).
-export([find/2]).

-spec find(atom(), [{atom(), term()}]) -> term().
find(Key, Pairs) ->
    try search(Key, Pairs)
    catch
        throw:{found, Value} -> Value
    end.

search(Key, [{Key, Value} | _]) -> throw({found, Value});
search(Key, [_ | Rest]) -> search(Key, Rest);
search(_, []) -> throw(not_found).
%%               ^^^^^^^^^^^^^^^^ crash: throw:not_found, find(_, L) when is_list(L)

%%! depth: 12
%%! covers: all
