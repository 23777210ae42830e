%%! explore: dispatch/2
%% The fun that matters is one of several, each under a name.
-module(callbacks_in_a_list).
-export([dispatch/2]).

-type handler() :: fun((integer()) -> {ok, integer()} | {error, atom()}).

-spec dispatch(atom(), [{atom(), handler()}]) -> integer() | none.
dispatch(Event, Handlers) ->
    case lists:keyfind(Event, 1, Handlers) of
        {stop, Handler} ->
            case Handler(7) of
                {error, busy} -> error(busy);
%%                               ^^^^^^^^^^^ crash: error:busy, dispatch(stop, _)
                {ok, N} -> N;
                {error, _} -> 0
            end;
        _ -> none
    end.

%%! depth: 40
%%! covers: all
