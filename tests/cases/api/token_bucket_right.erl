%%! explore: api
%%! runs: 300
%%! verdict: no_crash_found
%% A clock that goes back gives no tokens, and takes none.
-module(token_bucket_right).
-export([new/2, take/2, dots/1]).
-export_type([bucket/0]).

-record(bucket, {room :: pos_integer(), every :: pos_integer(), tokens :: non_neg_integer(), last = 0}).
-opaque bucket() :: #bucket{}.

-spec new(1..100, 1..1000) -> bucket().
new(Room, Every) -> #bucket{room = Room, every = Every, tokens = Room}.

-spec take(integer(), bucket()) -> {ok, bucket()} | {wait, pos_integer()}.
take(Now, #bucket{room = Room, every = Every, tokens = Tokens, last = Last} = Bucket) ->
    New = max(0, Now - Last) div Every,
    case min(Room, Tokens + New) of
        0 -> {wait, Every};
        Some -> {ok, Bucket#bucket{tokens = Some - 1, last = max(Now, Last)}}
    end.

-spec dots(bucket()) -> string().
dots(#bucket{tokens = Tokens}) -> lists:duplicate(Tokens, $.).
