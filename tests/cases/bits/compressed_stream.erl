%%! explore: f/1
%% What a stream of zlib's answers depends on all that was done with it.
-module(compressed_stream).
-export([f/1]).

-spec f(boolean()) -> ok.
f(IsWhole) ->
    Compressed = iolist_to_binary(compressed([<<"one">>, <<"two">>, <<"three">>])),
    Stream = zlib:open(),
    ok = zlib:inflateInit(Stream),
    Text = case IsWhole of
               true -> zlib:inflate(Stream, Compressed);
               false -> zlib:inflate(Stream, binary:part(Compressed, 0, 9))
           end,
    case iolist_to_binary(Text) of
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{case_clause, _}, f(false)
        <<"onetwothree">> -> ok
    end,
    ok = zlib:inflateEnd(Stream),
    zlib:close(Stream),
    case catch zlib:inflateEnd(Stream) of
        {'EXIT', {not_initialized, _}} -> error(closed)
%%                                        ^^^^^^^^^^^^^ crash: error:closed, f(true)
    end.

compressed(Parts) ->
    Stream = zlib:open(),
    zlib:deflateInit(Stream),
    Chunks = [zlib:deflate(Stream, Part) || Part <- Parts],
    Last = zlib:deflate(Stream, [], finish),
    zlib:deflateEnd(Stream),
    zlib:close(Stream),
    [Chunks, Last].

