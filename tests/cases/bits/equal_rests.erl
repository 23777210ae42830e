%%! explore: same/2
%% What is left of two binaries is compared: that both are empty is one length among others, so that
%% every run decides on the length.
-module(equal_rests).
-export([same/2]).

-spec same(binary(), binary()) -> boolean().
same(<<_, Left/binary>>, <<_, Right/binary>>) ->
    case Left =:= Right of
        true when byte_size(Left) =:= 2 -> error(two);
%%                                         ^^^^^^^^^^ crash: error:two, same(<<_, A, B>>, <<_, A, B>>)
        Same -> Same
    end;
same(_, _) -> false.

%%! runs: 60
%%! covers: all
