%%! explore: run/1
%% A stack machine: too little on the stack, division by zero, and an instruction that it lacks.
-module(stack_machine).
-export([run/1]).

-type instruction() :: {push, integer()} | add | multiply | divide | dup | swap.

-spec run([instruction()]) -> integer().
run(Program) -> run(Program, []).

run([], [Result | _]) -> Result;
%%^ crash: error:function_clause, run(P) when is_list(P)
run([{push, N} | Rest], Stack) -> run(Rest, [N | Stack]);
run([add | Rest], [B, A | Stack]) -> run(Rest, [A + B | Stack]);
run([multiply | Rest], [B, A | Stack]) -> run(Rest, [A * B | Stack]);
run([divide | Rest], [B, A | Stack]) -> run(Rest, [A div B | Stack]);
%%                                                 ^^^^^^^ crash: error:badarith, run(P) when is_list(P)
run([dup | Rest], [A | Stack]) -> run(Rest, [A, A | Stack]).

%%! depth: 16
%%! covers: all
