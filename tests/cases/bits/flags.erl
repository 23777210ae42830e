%%! explore: f/1
-module(flags).
-export([f/1]).
-spec f(binary()) -> ok | integer().
f(<<Flags, Window:16, _/binary>>) when Flags band 16#12 =:= 16#12, Flags band 1 =:= 0 ->
    Scaled = Window bsr (Flags bsr 6),
    1000 div (Scaled - 77);
%%  ^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, f(<<_:24, _/binary>>)
f(_) -> ok.
%%! runs: 100
