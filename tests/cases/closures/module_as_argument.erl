%%! explore: call/1
%% Calls by name: the module and function are literals that the input chooses between.
-module(module_as_argument).
-export([call/1, safe/1, risky/1]).

call({Name, X}) when Name =:= safe; Name =:= risky -> module_as_argument:Name(X);
call(_) -> none.

safe(_) -> ok.

risky([]) -> error(empty);
%%           ^^^^^^^^^^^^ crash: error:empty, call({risky, []})
risky(_) -> ok.

%%! covers: all
