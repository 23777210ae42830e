%%! explore: depth/1
%% Balanced parentheses, three deep.
-module(parentheses).
-export([depth/1]).

-spec depth([0..127]) -> non_neg_integer() | unbalanced.
depth(Text) -> depth(Text, 0, 0).

depth([$( | Rest], Open, Most) -> depth(Rest, Open + 1, max(Most, Open + 1));
depth([$) | _], 0, _) -> unbalanced;
depth([$) | Rest], Open, Most) -> depth(Rest, Open - 1, Most);
depth([_ | Rest], Open, Most) -> depth(Rest, Open, Most);
depth([], 0, 3) -> error(three_deep);
%%                 ^^^^^^^^^^^^^^^^^ crash: error:three_deep, depth(_)
depth([], 0, Most) -> Most;
depth([], _, _) -> unbalanced.

%%! depth: 14
%%! covers: all
