%%! explore: call/1
%% `apply/3` and `apply/2` with arguments from outside: how many they are matters.
-module(apply_with_list).
-export([call/1, pair/2]).

-spec call({named | fun_of_two, [atom()]}) -> term().
call({named, Arguments}) -> apply(?MODULE, pair, Arguments);
%%                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:undef, call({named, L}) when length(L) =/= 2
call({fun_of_two, Arguments}) -> apply(fun pair/2, Arguments).
%%                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badarity, _}, call({fun_of_two, L}) when length(L) =/= 2

pair(stop, Second) -> exit(Second);
%%                    ^^^^^^^^^^^^ crash: exit:_, call({_, [stop, _]})
pair(First, Second) -> {First, Second}.

%%! depth: 10
