%%% What does a call on a stream of zlib's come to?
%%%
%%% A stream is memory behind a NIF, and its owner a process: neither outlives the call. So all calls that a
%%% program has made on its stream are made again here, and the last one is the answer.
-module(ermine_zlib).
-export([replay/2]).

%% `[{Function, Arguments}]`, without the stream, all of its owner's but perhaps the last.
replay(Calls, IsOwner) ->
    Stream = zlib:open(),
    {Before, [Last]} = lists:split(length(Calls) - 1, Calls),
    [catch call(Stream, Call) || Call <- Before],
    case IsOwner of
        true -> call(Stream, Last);
        false -> call_by_somebody(Stream, Last)
    end.

call(Stream, {Function, Arguments}) -> apply(zlib, Function, [Stream | Arguments]).

call_by_somebody(Stream, Call) ->
    {_, Monitor} = spawn_monitor(fun() ->
                                         exit(try {value, call(Stream, Call)}
                                              catch Class:Reason -> {raised, Class, Reason}
                                              end)
                                 end),
    receive
        {'DOWN', Monitor, process, _, {value, Value}} -> Value;
        {'DOWN', Monitor, process, _, {raised, Class, Reason}} -> erlang:raise(Class, Reason, [])
    end.
