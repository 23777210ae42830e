%%! explore: name/1
%% `{badkey, Key}` and `{badmap, Term}` of a lookup in the input.
-module(missing_key).
-export([name/1]).

name(User) -> maps:get(name, User).
%%            ^^^^^^^^^^^^^^^^^^^^ crash: error:{badkey, name}, name(#{})
%%            ^^^^^^^^^^^^^^^^^^^^ crash: error:{badmap, X}, name(X) when not is_map(X)

%%! stop: exhausted
%%! complete
