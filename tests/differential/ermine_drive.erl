%%% What does a fun do? It is called with plain values, funs, references and structures of these, and what
%%% comes of it is told in a way that is the same in every run: for funs that Ermine makes up and prints.
-module(ermine_drive).
-export([drive/1]).

drive(Fun) ->
    Tokens = [make_ref(), make_ref(), self()],
    told(fun() -> outcomes(Fun, arguments(Tokens)) end, Tokens, 2).

outcomes(Fun, Arguments) when is_function(Fun, 0) -> [outcome(Fun, []) || _ <- tl(Arguments)];
outcomes(Fun, Arguments) when is_function(Fun, 1) -> [outcome(Fun, [Each]) || Each <- Arguments];
outcomes(Fun, Arguments) ->
    [outcome(Fun, [One, Other]) || One <- Arguments, Other <- lists:sublist(Arguments, 3, 3)].

outcome(Fun, Arguments) ->
    try {value, apply(Fun, Arguments)}
    catch Class:Reason -> {Class, Reason}
    end.

arguments([First, Second, Self]) ->
    [0, 1, a, [],
     fun(X) -> X end,
     fun(X) -> {X, First} end,
     fun(_, X) -> [X] end,
     fun() -> Second end,
     First, Self,
     {a, First}, {First, Second}, {First, First},
     [fun(X) -> fun() -> X end end, Second],
     {1, fun(1) -> throw(one); (X) -> X end},
     #{}, #{a => 1}].

%% What is of this run only is told by its number, and a fun by what it does.
told(Compute, Tokens, Depth) when is_function(Compute, 0) ->
    told_value(Compute(), Tokens, Depth).

told_value([Head | Tail], Tokens, Depth) ->
    [told_value(Head, Tokens, Depth) | told_value(Tail, Tokens, Depth)];
told_value(Tuple, Tokens, Depth) when is_tuple(Tuple) ->
    list_to_tuple(told_value(tuple_to_list(Tuple), Tokens, Depth));
told_value(Map, Tokens, Depth) when is_map(Map) ->
    {map, told_value(lists:sort(maps:to_list(Map)), Tokens, Depth)};
told_value(Fun, _, 0) when is_function(Fun) ->
    {function, erlang:fun_info(Fun, arity)};
told_value(Fun, Tokens, Depth) when is_function(Fun) ->
    {function, told_value(outcomes(Fun, arguments(Tokens)), Tokens, Depth - 1)};
told_value(Value, Tokens, _) when is_reference(Value); is_pid(Value) ->
    {token, length(lists:takewhile(fun(Token) -> Token =/= Value end, Tokens))};
told_value(Value, _, _) ->
    Value.
