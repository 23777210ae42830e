%%! explore: f/2
%% The smallest input skips nothing.
-module(after_what_is_skipped).
-export([f/2]).

-spec f(bitstring(), integer()) -> ok.
f(Bits, Skipped) ->
    case Bits of
        <<_:Skipped, 42:6>> -> error(found);
%%                             ^^^^^^^^^^^^ crash: error:found, f(<<42:6>>, 0)
        _ -> ok
    end.

%%! runs: 3000
%%! covers: all
