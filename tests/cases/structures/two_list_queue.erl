%%! explore: take/2
%% A queue of two lists; a broken one has a back that is no list.
-module(two_list_queue).
-export([take/2]).

take(0, Queue) -> Queue;
take(N, {[_ | Front], Back}) when N > 0, N < 3 -> take(N - 1, {Front, Back});
take(N, {[], [_ | _] = Back}) when N > 0, N < 3 -> take(N, {lists:reverse(Back), []});
take(N, {[], []}) when N > 0 -> throw({empty, N});
%%                              ^^^^^^^^^^^^^^^^^ crash: throw:{empty, _}, take(_, _)
take(_, _) -> no_queue.

%%! crash in lists: error:function_clause, take(_, {_, [_ | X]}) when not is_list(X)
%%! crash in lists: error:badarg, take(_, {_, [_, _ | X]}) when not is_list(X)
%%! depth: 10
