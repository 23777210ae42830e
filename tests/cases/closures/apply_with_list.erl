%%! explore: call/1
%% `apply/3` and `apply/2` with arguments from outside: how many they are matters.
-module(apply_with_list).
-export([call/1, pair/2]).

-spec call({named | fun_of_two, [atom()]}) -> term().
call({named, Arguments}) -> apply(?MODULE, pair, Arguments);
call({fun_of_two, Arguments}) -> apply(fun pair/2, Arguments).
%%                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badarity, _}, call({fun_of_two, L}) when length(L) =/= 2

pair(stop, Second) -> exit(Second);
%%                    ^^^^^^^^^^^^ crash: exit:_, call({_, [stop, _]})
pair(First, Second) -> {First, Second}.

%% There is no pair/3, and no frame of the program with a line when it is called last.
%%! crash in apply_with_list: error:undef, call({named, L}) when length(L) =/= 2
%%! depth: 10
