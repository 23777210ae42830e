%% An interpreter of a little language: a scanner, a parser by precedence, an evaluator with
%% closures, a compiler to a stack machine; the two must agree.
-module(little_language).
-export([main/0]).

main() ->
    [{values, [{P, run(P)} || P <- programs()]},
     {agree, [run(P) =:= machine(P) || P <- programs()]},
     {tree, parse("let f = fn x -> x * 2 + 1 in f(3)")},
     {code, compile(parse("if 1 < 2 then 3 else 4"))},
     {errors, [try run(P) catch throw:E -> E end || P <- bad_programs()]}].

programs() ->
    ["1 + 2 * 3", "(1 + 2) * 3", "10 - 4 - 3", "2 * 3 + 4 * 5", "7 / 2", "1 < 2", "3 = 3",
        "if 1 < 2 then 10 else 20", "let x = 5 in x * x",
     "let f = fn x -> x + 1 in f(f(40))", "let add = fn x -> fn y -> x + y in add(3)(4)",
         "let x = 1 in let f = fn y -> x + y in let x = 100 in f(x)",
     "let rec fact = fn n -> if n < 2 then 1 else n * fact(n - 1) in fact(20)",
         "let rec fib = fn n -> if n < 2 then n else fib(n - 1) + fib(n - 2) in fib(15)",
     "let rec loop = fn n -> if n = 0 then 0 else loop(n - 1) in loop(5000)",
         "let twice = fn f -> fn x -> f(f(x)) in twice(twice(fn x -> x * 3))(1)", "-3 + 5", "- (2 + 3)",
         "1 < 2 = true"].

bad_programs() -> ["1 +", "x", "1(2)", "let = 3 in 4", "(1", "1 / 0", "@", "if 3 then 1 else 2",
    "1 + true", "1 2", "fn -> 1"].

run(Program) -> eval(parse(Program), #{}).
machine(Program) -> execute(compile(parse(Program)), [], #{}, []).

%% --- scanner ---

scan([]) -> [];
scan([C | Rest]) when C =:= $\s; C =:= $\n -> scan(Rest);
scan("->" ++ Rest) -> [arrow | scan(Rest)];
scan([C | _] = Text) when C >= $0, C =< $9 ->
    {Digits, Rest} = lists:splitwith(fun(D) -> D >= $0 andalso D =< $9 end, Text),
    [{number, list_to_integer(Digits)} | scan(Rest)];
scan([C | _] = Text) when C >= $a, C =< $z ->
    {Word, Rest} = lists:splitwith(fun(D) -> D >= $a andalso D =< $z end, Text),
    [case lists:member(Word, ["let", "rec", "in", "fn", "if", "then", "else", "true", "false"]) of
         true -> list_to_atom(Word);
         false -> {name, Word}
     end | scan(Rest)];
scan([C | Rest]) ->
    case lists:member(C, "+-*/<=()") of
        true -> [list_to_atom([C]) | scan(Rest)];
        false -> throw({bad_character, [C]})
    end.

%% --- parser ---

parse(Text) ->
    case expression(scan(Text)) of
        {Tree, []} -> Tree;
        {_, [Token | _]} -> throw({unexpected, Token})
    end.

expression(['let', rec, {name, Name}, '=' | Rest]) -> binding(letrec, Name, Rest);
expression(['let', {name, Name}, '=' | Rest]) -> binding('let', Name, Rest);
expression([fn, {name, Name}, arrow | Rest]) ->
    {Body, More} = expression(Rest),
    {{fn, Name, Body}, More};
expression(['if' | Rest]) ->
    {If, AfterIf} = expression(Rest),
    {Then, AfterThen} = expression(expect(then, AfterIf)),
    {Else, More} = expression(expect('else', AfterThen)),
    {{'if', If, Then, Else}, More};
expression(Tokens) -> binary(Tokens, 0).

binding(Kind, Name, Rest) ->
    {Value, AfterValue} = expression(Rest),
    {Body, More} = expression(expect(in, AfterValue)),
    {{Kind, Name, Value, Body}, More}.

expect(Token, [Token | Rest]) -> Rest;
expect(Token, []) -> throw({missing, Token});
expect(Token, [Other | _]) -> throw({wanted, Token, got, Other}).

precedence('=') -> 1;
precedence('<') -> 2;
precedence('+') -> 3;
precedence('-') -> 3;
precedence('*') -> 4;
precedence('/') -> 4;
precedence(_) -> 0.

binary(Tokens, Lowest) ->
    {Left, Rest} = unary(Tokens),
    binary(Left, Rest, Lowest).

binary(Left, [Operator | Rest] = Tokens, Lowest) ->
    case precedence(Operator) of
        P when P > Lowest ->
            {Right, More} = binary(Rest, P),
            binary({Operator, Left, Right}, More, Lowest);
        _ -> {Left, Tokens}
    end;
binary(Left, [], _) -> {Left, []}.

unary(['-' | Rest]) -> {Value, More} = unary(Rest), {{'-', {number, 0}, Value}, More};
unary(Tokens) -> {Value, Rest} = primary(Tokens), calls(Value, Rest).

calls(Function, ['(' | Rest]) ->
    {Argument, More} = expression(Rest),
    calls({call, Function, Argument}, expect(')', More));
calls(Value, Rest) -> {Value, Rest}.

primary([{number, _} = Number | Rest]) -> {Number, Rest};
primary([{name, _} = Name | Rest]) -> {Name, Rest};
primary([Boolean | Rest]) when Boolean =:= true; Boolean =:= false -> {{boolean, Boolean}, Rest};
primary(['(' | Rest]) -> {Value, More} = expression(Rest), {Value, expect(')', More)};
primary([Token | _]) -> throw({unexpected, Token});
primary([]) -> throw(unexpected_end).

%% --- evaluator ---

eval({number, N}, _) -> N;
eval({boolean, B}, _) -> B;
eval({name, Name}, Env) ->
    case Env of
        #{Name := {rec, Fn, Outer}} -> eval(Fn, Outer#{Name => {rec, Fn, Outer}});
        #{Name := Value} -> Value;
        #{} -> throw({unbound, Name})
    end;
eval({fn, Name, Body}, Env) -> {closure, Name, Body, Env};
eval({'let', Name, Value, Body}, Env) -> eval(Body, Env#{Name => eval(Value, Env)});
eval({letrec, Name, Fn, Body}, Env) -> eval(Body, Env#{Name => {rec, Fn, Env}});
eval({'if', If, Then, Else}, Env) ->
    case eval(If, Env) of
        true -> eval(Then, Env);
        false -> eval(Else, Env);
        Other -> throw({not_boolean, Other})
    end;
eval({call, Function, Argument}, Env) ->
    case eval(Function, Env) of
        {closure, Name, Body, Inner} -> eval(Body, Inner#{Name => eval(Argument, Env)});
        Other -> throw({no_function, Other})
    end;
eval({Operator, Left, Right}, Env) -> operate(Operator, eval(Left, Env), eval(Right, Env)).

operate('/', _, 0) -> throw(division_by_zero);
operate('=', A, B) -> A =:= B;
operate(Operator, A, B) when is_integer(A), is_integer(B) ->
    case Operator of '+' -> A + B; '-' -> A - B; '*' -> A * B; '/' -> A div B; '<' -> A < B end;
operate(Operator, A, B) -> throw({bad_operands, Operator, A, B}).

%% --- compiler to a stack machine ---

compile({number, N}) -> [{push, N}];
compile({boolean, B}) -> [{push, B}];
compile({name, Name}) -> [{load, Name}];
compile({fn, Name, Body}) -> [{closure, Name, compile(Body) ++ [return]}];
compile({'let', Name, Value, Body}) ->
    compile(Value) ++ [{closure, Name, compile(Body) ++ [return]}, swap, call];
compile({letrec, Name, {fn, Parameter, FnBody}, Body}) ->
    [{recursive, Name, Parameter, compile(FnBody) ++ [return]},
    {closure, Name, compile(Body) ++ [return]}, swap, call];
compile({'if', If, Then, Else}) ->
    T = compile(Then),
    E = compile(Else),
    compile(If) ++ [{branch, length(T) + 1}] ++ T ++ [{jump, length(E)}] ++ E;
compile({call, Function, Argument}) -> compile(Function) ++ compile(Argument) ++ [call];
compile({Operator, Left, Right}) -> compile(Left) ++ compile(Right) ++ [{operate, Operator}].

execute([], [Value], _, []) -> Value;
execute([{push, V} | Code], Stack, Env, Frames) -> execute(Code, [V | Stack], Env, Frames);
execute([{load, Name} | Code], Stack, Env, Frames) ->
    execute(Code, [maps:get(Name, Env) | Stack], Env, Frames);
execute([{closure, Name, Body} | Code], Stack, Env, Frames) ->
    execute(Code, [{closure, Name, Body, Env} | Stack], Env, Frames);
execute([{recursive, Self, Name, Body} | Code], Stack, Env, Frames) ->
    execute(Code, [{recursive, Self, Name, Body, Env} | Stack], Env, Frames);
execute([swap | Code], [A, B | Stack], Env, Frames) -> execute(Code, [B, A | Stack], Env, Frames);
execute([call | Code], [Argument, Function | Stack], Env, Frames) ->
    case Function of
        {closure, Name, Body, Inner} -> execute(Body, Stack, Inner#{Name => Argument},
            [{Code, Env} | Frames]);
        {recursive, Self, Name, Body, Inner} ->
            execute(Body, Stack, Inner#{Self => Function, Name => Argument}, [{Code, Env} | Frames])
    end;
execute([return], Stack, _, [{Code, Env} | Frames]) -> execute(Code, Stack, Env, Frames);
execute([{branch, Skip} | Code], [Condition | Stack], Env, Frames) ->
    case Condition of
        true -> execute(Code, Stack, Env, Frames);
        false -> execute(lists:nthtail(Skip, Code), Stack, Env, Frames)
    end;
execute([{jump, Skip} | Code], Stack, Env, Frames) ->
    execute(lists:nthtail(Skip, Code), Stack, Env, Frames);
execute([{operate, Operator} | Code], [B, A | Stack], Env, Frames) ->
    execute(Code, [operate(Operator, A, B) | Stack], Env, Frames).
