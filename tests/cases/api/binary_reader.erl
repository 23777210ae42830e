%%! explore: api
%%! runs: 4000
%% At the very end there is one byte less than none.
-module(binary_reader).
-export([open/1, seek/2, read/2]).
-export_type([reader/0]).

-opaque reader() :: {binary(), non_neg_integer()}.

-spec open(binary()) -> {ok, reader(), non_neg_integer()}.
open(Bytes) -> {ok, {Bytes, 0}, byte_size(Bytes)}.

-spec seek(reader(), non_neg_integer()) -> {ok, reader()} | {error, einval}.
seek({Bytes, _}, Position) when Position =< byte_size(Bytes) -> {ok, {Bytes, Position}};
seek({_, _}, _) -> {error, einval}.

-spec read(reader(), pos_integer()) -> {ok, binary(), reader()} | eof.
read({<<>>, 0}, _) ->
    eof;
read({Bytes, Position}, Wanted) ->
    Count = min(Wanted, byte_size(Bytes) - Position - 1),
    <<_:Position/binary, Read:Count/binary, _/binary>> = Bytes,
%%  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, _}, api(Calls) when length(Calls) =< 3
    {ok, Read, {Bytes, Position + Count}}.
