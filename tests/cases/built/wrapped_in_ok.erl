%%! explore: close/1
%% The value is inside of what its functions return.
-module(wrapped_in_ok).
-export([open/1, write/2, close/1]).
-export_type([handle/0]).
-opaque handle() :: {handle, binary(), non_neg_integer()}.
%%! runs: 3000

-spec open(binary()) -> {ok, handle()} | {error, empty_name}.
open(<<>>) -> {error, empty_name};
open(Name) -> {ok, {handle, Name, 0}}.

-spec write(handle(), binary()) -> {ok, non_neg_integer(), handle()} | {error, full}.
write({handle, Name, Length}, Data) when Length + byte_size(Data) =< 10 ->
    {ok, byte_size(Data), {handle, Name, Length + byte_size(Data)}};
write(_, _) ->
    {error, full}.

-spec close(handle()) -> float().
close({handle, <<>>, _}) -> error(no_name);
close({handle, _, Length}) -> 1 / (Length - 3).
%%                              ^^^^^^^^^^^^^ crash: error:badarith, close(_)
