%%! explore: evaluate/1
%% An expression language by its type: only well-formed expressions are tried.
-module(recursive_type).
-export([evaluate/1]).

-type expression() :: integer() | {plus, expression(), expression()} | {divide, expression(), expression()}.

-spec evaluate(expression()) -> integer().
evaluate(N) when is_integer(N) -> N;
evaluate({plus, A, B}) -> evaluate(A) + evaluate(B);
evaluate({divide, A, B}) -> evaluate(A) div evaluate(B).
%%                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarith, evaluate({divide, _, _})

%%! depth: 9
%%! covers: all
