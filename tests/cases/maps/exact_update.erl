%%! explore: touch/1
%% `:=` wants the key to be there, `=>` does not.
-module(exact_update).
-export([touch/1]).

touch({exact, Map}) when is_map(Map) -> Map#{seen := 1};
%%                                      ^^^^^^^^^^^^^^^ crash: error:{badkey, seen}, touch({exact, #{}})
touch({any, Map}) when is_map(Map) -> Map#{seen => 1};
touch(_) -> none.

%%! stop: exhausted
%%! complete
%%! covers: all
