%%! explore: f/3
%%! depth: 12
%%! runs: 2000
-module(value_that_is_no_list).
-export([f/3]).
-spec f(term(), term(), orddict:orddict(term(), term())) -> orddict:orddict(term(), term()).
f(Key, Value, Dictionary) -> orddict:append(Key, Value, Dictionary).
%%! crash in orddict: error:badarg, f(Key, _, [{Key, Old} | _]) when not is_list(Old)
