%%! explore: start/1
%% Options as a property list, with a default.
-module(property_list).
-export([start/1]).

-spec start([{atom(), integer()}]) -> integer().
start(Options) ->
    Size = proplists:get_value(size, Options, 10),
    100 div (Size - 7).
%%  ^^^^^^^^^^^^^^^^^^ crash: error:badarith, start(_)

%%! depth: 12
