%%% Who takes what a program writes?
%%%
%%% A group leader as the I/O protocol wants it, with a terminal where nobody types: what is written is
%%% handed to the machine, whoever reads is at the end of the file. It runs on Ermine's interpreter, not
%%% on the BEAM.
-module(ermine_io).
-export([leader/0, output/1, asked/0]).

leader() ->
    receive
        {io_request, From, As, Request} when is_pid(From) ->
            From ! {io_reply, As, io_request(Request)},
            leader();
        _ ->
            leader()
    end.

%% The machine has a native for this.
output(_Binary) ->
    erlang:nif_error(undefined).

%% Somebody wants to know something of the terminal. The machine takes note of it.
asked() ->
    erlang:nif_error(undefined).

io_request({put_chars, Encoding, Characters}) ->
    put_characters(Encoding, Characters);
io_request({put_chars, Encoding, Module, Function, Arguments}) ->
    try apply(Module, Function, Arguments) of
        Characters -> put_characters(Encoding, Characters)
    catch
        _:_ -> {error, put_chars}
    end;
io_request({put_chars, Characters}) ->
    io_request({put_chars, latin1, Characters});
io_request({put_chars, Module, Function, Arguments}) ->
    io_request({put_chars, latin1, Module, Function, Arguments});
io_request({requests, Requests}) ->
    io_requests(Requests, ok);
io_request({setopts, _}) ->
    asked(),
    ok;
io_request(getopts) ->
    asked(),
    [{binary, false}, {encoding, unicode}];
io_request({get_geometry, _}) ->
    asked(),
    {error, enotsup};
io_request(Request) when is_tuple(Request), is_atom(element(1, Request)) ->
    asked(),
    case atom_to_list(element(1, Request)) of
        "get_" ++ _ -> eof;
        _ -> {error, request}
    end;
io_request(_) ->
    {error, request}.

put_characters(Encoding, Characters) ->
    try unicode:characters_to_binary(Characters, Encoding) of
        Binary when is_binary(Binary) -> output(Binary);
        _ -> {error, put_chars}
    catch
        _:_ -> {error, put_chars}
    end.

%% The first that fails is the last.
io_requests([Request | Requests], ok) ->
    io_requests(Requests, io_request(Request));
io_requests(_, Result) ->
    Result.
