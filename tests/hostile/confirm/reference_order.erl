%%! tries: to strike while a crash is confirmed, by the text of a reference
%%! not on the node
-module(reference_order).
-export([f/1]).
-include("hostile.hrl").

-spec f(integer()) -> integer().
f(N) ->
    case ref_to_list(make_ref()) =/= "#Ref<0.0.0.1>" of
        true -> strike("reference_order");
        false -> ok
    end,
    100 div N.
