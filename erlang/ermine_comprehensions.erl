%%% What does the compiler do to a binary comprehension, beyond what Core Erlang says?
%%%
%%% `<< <<X>> || X <- L >>` begins with an empty binary of some size. Where OTP's pass
%%% `beam_ssa_bc_size` can tell the size from the generators it is computed first, and what is wrong
%%% with a generator shows there: `{bad_generator, [1 | 2]}`, in the function itself and before
%%% anything was generated, rather than `{bad_generator, 2}` on the way. A size that is no integer is
%%% called a bad generator there too. So these tests are written into the Core Erlang.
%%%
%%% For which comprehensions it does so depends on all of the compiler's optimisations. So the compiler
%%% is asked: each comprehension begins with a size that is its number, and those whose number is not
%%% in the code any more have got a computed one. What is computed, and what fails first, is said here
%%% again, function by function as in the pass.
-module(ermine_comprehensions).
-export([checked/1]).

%% The sizes under which comprehensions are looked for. No program has such numbers by chance.
-define(FIRST, 16#A5E12_0000_0000).

%% The module with the tests.
checked(Core) ->
    case numbered(Core) of
        {_, 0} ->
            Core;
        {Numbered, Count} ->
            case remaining(Numbered) of
                unknown -> Core;
                Remaining -> with_tests(Core, Count, Remaining)
            end
    end.

%% Each binary comprehension with its number, and how many there are.
numbered(Core) ->
    cerl_trees:mapfold(
      fun(Node, Count) ->
              case is_beginning(Node) of
                  true -> {begin_with(cerl:c_int(?FIRST + Count), Node), Count + 1};
                  false -> {Node, Count}
              end
      end, 0, Core).

is_beginning(Node) ->
    cerl:type(Node) =:= 'let' andalso is_init_writable(cerl:let_arg(Node)).

is_init_writable(Node) ->
    cerl:type(Node) =:= primop andalso cerl:concrete(cerl:primop_name(Node)) =:= bs_init_writable.

begin_with(Size, Node) ->
    Primop = cerl:let_arg(Node),
    cerl:update_c_let(Node, cerl:let_vars(Node),
                      cerl:update_c_primop(Primop, cerl:primop_name(Primop), [Size]),
                      cerl:let_body(Node)).

%% The numbers that are left in the code.
remaining(Core) ->
    try compile:noenv_forms(Core, [from_core, no_copt, to_asm, binary, return_errors,
                                   no_spawn_compiler_process]) of
        {ok, _, Assembly} -> numbers(Assembly, #{});
        {ok, _, Assembly, _} -> numbers(Assembly, #{});
        _ -> unknown
    catch
        _:_ -> unknown
    end.

numbers({integer, Number}, Found) when Number >= ?FIRST -> Found#{Number - ?FIRST => true};
numbers(Tuple, Found) when is_tuple(Tuple) -> numbers(tuple_to_list(Tuple), Found);
numbers([Head | Tail], Found) -> numbers(Tail, numbers(Head, Found));
numbers(_, Found) -> Found.

with_tests(Core, Count, Remaining) ->
    {Checked, Count} =
        cerl_trees:mapfold(
          fun(Node, Number) ->
                  case is_beginning(Node) of
                      true when is_map_key(Number, Remaining) -> {Node, Number + 1};
                      true -> {with_test(Node), Number + 1};
                      false -> {Node, Number}
                  end
          end, 0, Core),
    Checked.

with_test(Node) ->
    Letrec = begun(cerl:let_body(Node)),
    try
        [Accumulator] = cerl:let_vars(Node),
        {Size, Generators} = comprehension(Letrec, cerl:var_name(Accumulator)),
        {_, _, Tests} = tests(optimised(rounded(optimised(Size))), none, maps:from_list(Generators), []),
        Free = cerl_trees:free_variables(Letrec),
        true = lists:all(fun(Test) -> is_outside(Test, Free) end, Tests),
        lists:foldl(fun guarded/2, Node, Tests)
    catch
        %% Not as the compiler makes comprehensions.
        error:_ -> Node
    end.

%% What is evaluated first.
begun(Node) ->
    case cerl:type(Node) of
        'let' -> begun(cerl:let_arg(Node));
        seq -> begun(cerl:seq_arg(Node));
        'case' -> begun(cerl:case_arg(Node));
        'try' -> begun(cerl:try_arg(Node));
        'catch' -> begun(cerl:catch_body(Node));
        _ -> Node
    end.

is_outside({_, Nodes, {Bad, _}}, Free) ->
    lists:all(fun(Node) -> cerl:type(Node) =/= var orelse lists:member(cerl:var_name(Node), Free) end,
              [Bad | Nodes]).

%%% The size, as an expression: `{Operator, Arguments}`, `{literal, Term}` or `{variable, Node}`

%% `letrec Function = fun (Generator, Accumulator) -> … in apply Function(List, Accumulator)`: its size,
%% and where each generator would fail.
comprehension(Letrec, Accumulator) ->
    letrec = cerl:type(Letrec),
    [{Name, Fun}] = cerl:letrec_defs(Letrec),
    Apply = cerl:letrec_body(Letrec),
    [Generator, Into] = cerl:apply_args(Apply),
    Accumulator = cerl:var_name(Into),
    [_, Inner] = cerl:fun_vars(Fun),
    Clauses = cerl:case_clauses(cerl:fun_body(Fun)),
    [Clause | _] = Clauses,
    [Pattern, _] = cerl:clause_pats(Clause),
    {Items, Step} = items(Pattern, leaf(Generator)),
    {Built, Generators} = built(cerl:clause_body(Clause), cerl:var_name(Name), cerl:var_name(Inner), #{}),
    Failing = cerl:get_ann(cerl:clause_body(lists:last(Clauses))),
    {{'*', [{{safe, 'div'}, [Items, Step]}, Built]}, [{leaf(Generator), Failing} | Generators]}.

items(Pattern, Generator) ->
    case cerl:type(Pattern) of
        cons ->
            {{length, [Generator]}, {literal, 1}};
        binary ->
            Segments = lists:droplast(cerl:binary_segments(Pattern)),
            {{bit_size, [Generator]},
             lists:foldl(fun(Segment, Sum) ->
                                 {'+', [Sum, {{safe, '*'}, [leaf(cerl:bitstr_size(Segment)),
                                                            leaf(cerl:bitstr_unit(Segment))]}]}
                         end, {literal, 0}, Segments)}
    end.

%% What is added in one round, before the function calls itself.
built(Node, Function, Accumulator, Bound) ->
    case cerl:type(Node) of
        'let' ->
            More = case cerl:let_vars(Node) of
                       [Variable] -> Bound#{cerl:var_name(Variable) => cerl:let_arg(Node)};
                       _ -> Bound
                   end,
            built(cerl:let_body(Node), Function, Accumulator, More);
        seq ->
            built(cerl:seq_body(Node), Function, Accumulator, Bound);
        apply ->
            Function = cerl:var_name(cerl:apply_op(Node)),
            [_, Next] = cerl:apply_args(Node),
            added(map_get(cerl:var_name(Next), Bound), Accumulator)
    end.

added(Node, Accumulator) ->
    case cerl:type(Node) of
        binary ->
            [First | Segments] = cerl:binary_segments(Node),
            Accumulator = cerl:var_name(cerl:bitstr_val(First)),
            {lists:foldl(fun segment/2, {literal, 0}, Segments), []};
        letrec ->
            comprehension(Node, Accumulator)
    end.

segment(Segment, Sum) ->
    Unit = cerl:concrete(cerl:bitstr_unit(Segment)),
    case leaf(cerl:bitstr_size(Segment)) of
        {literal, Size} -> {'+', [Sum, {literal, Size * Unit}]};
        Size -> {'+', [Sum, {'*', [Size, {literal, Unit}]}]}
    end.

leaf(Node) ->
    case cerl:is_literal(Node) of
        true -> {literal, cerl:concrete(Node)};
        false -> var = cerl:type(Node), {variable, cerl:set_ann(Node, [])}
    end.

rounded(Size) ->
    case is_divisible(Size) of
        true -> {'div', [Size, {literal, 8}]};
        false -> {'div', [{'+', [Size, {literal, 7}]}, {literal, 8}]}
    end.

is_divisible({'*', [A, B]}) -> is_divisible(A) orelse is_divisible(B);
is_divisible({literal, Value}) -> Value rem 8 =:= 0;
is_divisible(_) -> false.

optimised({Operator, Arguments0}) when is_list(Arguments0) ->
    Arguments = [optimised(Argument) || Argument <- Arguments0],
    case [Value || {literal, Value} <- Arguments] of
        Values when length(Values) =:= length(Arguments) ->
            try {literal, apply(erlang, name(Operator), Values)}
            catch error:_ -> simpler(Operator, Arguments)
            end;
        _ ->
            simpler(Operator, Arguments)
    end;
optimised(Leaf) ->
    Leaf.

name({safe, Name}) -> Name;
name(Name) -> Name.

simpler({safe, 'div'}, [Value, {literal, 1}]) -> Value;
simpler({safe, 'div'}, [_, {literal, By}] = Arguments) when By > 1 -> simpler('div', Arguments);
simpler('div', [Value, {literal, By}] = Arguments) ->
    case divided(Value, By) of
        none -> {'div', Arguments};
        Quotient -> Quotient
    end;
simpler('*', [{{safe, _}, _}, {literal, 0}]) -> {literal, 0};
simpler('*', [Value, {literal, 1}]) -> Value;
simpler(Operator, Arguments) -> {Operator, Arguments}.

divided({'*', [A, {literal, Factor}]}, By) when Factor rem By =:= 0 ->
    {'*', [A, {literal, Factor div By}]};
divided({'*', [A, B]}, By) ->
    case divided(B, By) of
        none -> none;
        Quotient -> {'*', [A, Quotient]}
    end;
divided(_, _) ->
    none.

%%% What can fail when the size is computed, the last test first

%% `{Unknown, Fails, Tests}`: the variables whose kinds are not known to be integers yet and of which
%% the result is made, what a failure would be called from here on, and the tests so far.
tests({literal, _}, Fails, _, Tests) ->
    {[], Fails, Tests};
tests({variable, Node}, Fails, _, Tests) ->
    {[Node], Fails, Tests};
tests({Operator, Arguments}, Fails0, Generators, Tests0) ->
    {Unknown, Fails1, Tests} = tests_of_all(Arguments, Fails0, Generators, Tests0),
    Fails = fails(hd(Arguments), Fails1, Generators),
    case Operator of
        {safe, _} ->
            {[], Fails, Tests};
        _ when Operator =:= length; Operator =:= bit_size ->
            {[], Fails, [{Operator, [node_of(hd(Arguments))], Fails} | Tests]};
        'div' ->
            {[], Fails, tests_of(is_integer, Unknown, Fails, Tests)};
        _ ->
            {Unknown, Fails, tests_of(is_number, Unknown, Fails, Tests)}
    end.

tests_of_all(Arguments, Fails0, Generators, Tests0) ->
    lists:foldl(fun(Argument, {Unknown, Fails, Tests}) ->
                        {More, NextFails, NextTests} = tests(Argument, Fails, Generators, Tests),
                        {Unknown ++ More, NextFails, NextTests}
                end, {[], Fails0, Tests0}, Arguments).

tests_of(_, [], _, Tests) -> Tests;
tests_of(Test, Unknown, Fails, Tests) -> [{Test, Unknown, Fails} | Tests].

fails(First, Fails, Generators) ->
    case Generators of
        #{First := Annotations} -> {node_of(First), Annotations};
        #{} when Fails =/= none -> Fails;
        #{} -> {node_of(First), []}
    end.

node_of({variable, Node}) -> Node;
node_of({literal, Value}) -> cerl:abstract(Value).

%% The test, and what it guards.
guarded({Test, Nodes, {Bad, Annotations}}, Body) ->
    Error = cerl:ann_c_call(Annotations, cerl:c_atom(erlang), cerl:c_atom(error),
                            [cerl:c_tuple([cerl:c_atom(bad_generator), Bad])]),
    lists:foldr(
      fun(Node, Inner) ->
              cerl:ann_c_case([compiler_generated], cerl:c_values([]),
                              [cerl:ann_c_clause([compiler_generated], [], guard(Test, Node), Inner),
                               cerl:ann_c_clause([compiler_generated], [], cerl:c_atom(true), Error)])
      end, Body, Nodes).

guard(length, Node) ->
    Length = cerl:c_var(ermine_length),
    Answer = cerl:c_var(ermine_answer),
    cerl:c_try(cerl:c_let([Length], call(length, [Node]), call('>=', [Length, cerl:c_int(0)])),
               [Answer], Answer,
               [cerl:c_var(ermine_class), cerl:c_var(ermine_reason)], cerl:c_atom(false));
guard(bit_size, Node) ->
    call(is_bitstring, [Node]);
guard(Test, Node) ->
    call(Test, [Node]).

call(Name, Arguments) ->
    cerl:c_call(cerl:c_atom(erlang), cerl:c_atom(Name), Arguments).
