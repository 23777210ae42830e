%%! explore: permissions/1
%% Bits of a mask: set, cleared and shifted.
-module(bit_masks).
-export([permissions/1]).

-spec permissions(0..511) -> atom().
permissions(Mode) when Mode band 8#007 =:= 2#010 -> error(writable_by_all);
%%                                                  ^^^^^^^^^^^^^^^^^^^^^^ crash: error:writable_by_all, permissions(M) when M band 7 =:= 2
permissions(Mode) when (Mode bsr 6) band 7 =:= 5, Mode band 8#077 =:= 0 -> error(owner_only);
%%                                                                         ^^^^^^^^^^^^^^^^^ crash: error:owner_only, permissions(8#500)
permissions(Mode) when Mode bor 8#444 =:= Mode -> readable;
permissions(_) -> secret.

%%! stop: exhausted
%%! covers: all
