%%! explore: call/2
%% The input names the module: those that the code names are tried, and what others do is not known.
-module(module_by_name).
-export([call/2, codes/0, reverse/1]).

-spec call(atom(), [integer()]) -> term().
call(Module, List) ->
    case apply(Module, reverse, [List]) of
        [7 | _] -> error(seven);
%%                 ^^^^^^^^^^^^ crash: error:seven, call(lists, L) when length(L) > 0
        mine -> error(mine);
%%              ^^^^^^^^^^^ crash: error:mine, call(module_by_name, _)
        _ -> ok
    end.

codes() -> [lists, queue, ok].

reverse(_) -> mine.

%% A list is a queue of another kind: that is one more way in which what the input names fails, and no other finding.
%%! crash in module_by_name: error:undef, call(M, _) when M =/= lists, M =/= queue, M =/= module_by_name
%%! stop: exhausted
