%%! explore: bytes/1
%% The size of the binary is computed before anything is generated, and fails for the list as a whole.
-module(improper_binary_generator).
-export([bytes/1]).
-spec bytes(maybe_improper_list(0..255, a)) -> binary().
bytes(List) -> << <<Byte>> || Byte <- List >>.
%%             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{bad_generator, [_ | _]}, bytes([_ | _])

%%! depth: 8
%%! covers: all
