%% Streams of zlib: whose they are, what is left of them after a mistake, and dictionaries.
-module(zlib_streams).
-export([main/0]).

main() ->
    [deflated(), inflated(), chunks(), dictionary(), owners(), mistakes(), reset(), sums()].

deflated() ->
    Stream = zlib:open(),
    ok = zlib:deflateInit(Stream, 9, deflated, -15, 8, default),
    Chunks = [zlib:deflate(Stream, Part, Flush)
              || {Part, Flush} <- [{<<"abcabcabc">>, none}, {["x", <<"y">>], sync}, {[], full}]],
    Last = zlib:deflate(Stream, <<"end">>, finish),
    Again = caught(fun() -> zlib:deflateInit(Stream) end),
    ok = zlib:deflateEnd(Stream),
    ok = zlib:close(Stream),
    {Again, zlib:unzip(iolist_to_binary([Chunks, Last]))}.

inflated() ->
    Stream = zlib:open(),
    <<Half:10/binary, Rest/binary>> = zlib:compress(lists:duplicate(100, <<"text">>)),
    ok = zlib:inflateInit(Stream),
    One = iolist_to_binary(zlib:inflate(Stream, Half)),
    Early = caught(fun() -> zlib:inflateEnd(Stream) end),
    Two = caught(fun() -> iolist_to_binary(zlib:inflate(Stream, Rest)) end),
    {byte_size(One), Early, Two}.

chunks() ->
    Stream = zlib:open(),
    zlib:inflateInit(Stream),
    safely(Stream, zlib:safeInflate(Stream, zlib:compress(binary:copy(<<"0123456789">>, 9000))), 0).

safely(Stream, {continue, Output}, Size) ->
    safely(Stream, zlib:safeInflate(Stream, []), Size + iolist_size(Output));
safely(_, {finished, Output}, Size) ->
    {finished, Size + iolist_size(Output)}.

dictionary() ->
    Stream = zlib:open(),
    zlib:deflateInit(Stream),
    Sum = zlib:deflateSetDictionary(Stream, <<"hello world">>),
    Data = zlib:deflate(Stream, <<"hello world hello">>, finish),
    Back = zlib:open(),
    zlib:inflateInit(Back),
    Needs = caught(fun() -> zlib:inflate(Back, Data) end),
    zlib:inflateSetDictionary(Back, <<"hello world">>),
    {Sum, Needs, iolist_to_binary(zlib:inflate(Back, []))}.

owners() ->
    Stream = zlib:open(),
    Self = self(),
    Theirs = by_another(fun() -> zlib:deflateInit(Stream) end),
    Taken = by_another(fun() -> zlib:set_controlling_process(Stream, self()) end),
    NoData = by_another(fun() -> zlib:inflate(Stream, bad) end),
    Other = spawn_link(fun() ->
                               receive go -> ok end,
                               Self ! {init, caught(fun() -> zlib:deflateInit(Stream) end)},
                               Self ! {back, zlib:set_controlling_process(Stream, Self)}
                       end),
    Given = zlib:set_controlling_process(Stream, Other),
    Lost = caught(fun() -> zlib:deflateEnd(Stream) end),
    Other ! go,
    Init = receive {init, Value} -> Value end,
    Back = receive {back, Result} -> Result end,
    {Theirs, Taken, NoData, Given, Lost, Init, Back, iolist_size(zlib:deflate(Stream, "ab", finish))}.

by_another(Fun) ->
    Self = self(),
    Pid = spawn_link(fun() -> Self ! {self(), caught(Fun)} end),
    receive {Pid, Result} -> Result end.

mistakes() ->
    Stream = zlib:open(),
    [caught(Fun)
     || Fun <- [fun() -> zlib:deflate(Stream, <<"a">>) end,
                fun() -> zlib:inflate(Stream, <<"a">>) end,
                fun() -> zlib:inflateEnd(Stream) end,
                fun() -> zlib:close(make_ref()) end,
                fun() -> zlib:close(a) end,
                fun() -> zlib:set_controlling_process(Stream, a) end,
                fun() -> zlib:set_controlling_process(a, self()) end,
                fun() -> zlib:deflateInit(Stream, 10) end,
                fun() -> zlib:deflateInit(Stream) end,
                fun() -> zlib:deflate(Stream, [a]) end,
                fun() -> zlib:deflate(Stream, [], often) end,
                fun() -> zlib:close(Stream) end,
                fun() -> zlib:close(Stream) end,
                fun() -> zlib:set_controlling_process(Stream, self()) end]].

reset() ->
    Stream = zlib:open(),
    zlib:deflateInit(Stream),
    zlib:deflate(Stream, <<"lost">>),
    ok = zlib:deflateReset(Stream),
    ok = zlib:deflateParams(Stream, best_speed, filtered),
    zlib:uncompress(iolist_to_binary(zlib:deflate(Stream, <<"kept">>, finish))).

sums() ->
    Stream = zlib:open(),
    {erlang:crc32(<<"abc">>), caught(fun() -> is_reference(Stream) end)}.

caught(Fun) ->
    try Fun() catch Class:Reason -> {Class, Reason} end.
