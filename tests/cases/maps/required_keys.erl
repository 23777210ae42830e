%%! explore: start/1
%% A nested configuration: the crash is behind three keys that must be there.
-module(required_keys).
-export([start/1]).

start(#{server := #{port := Port, limits := #{connections := Max}}}) when is_integer(Port), is_integer(Max) ->
    if
        Port < 1024, Max > 100 -> error({too_many, Max});
%%                                ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{too_many, _}, start(#{server := #{port := P, limits := #{connections := M}}}) when P < 1024, M > 100
        true -> {ok, Port}
    end;
start(_) ->
    none.

%%! stop: exhausted
%%! complete
%%! covers: all
