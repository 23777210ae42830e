%%% How does a module tell what it does? Its Core Erlang is rewritten: it does the same, and notes events.
%%%
%%% The rewriting starts from the wire form that `ermine_core` made and Ermine has read, so that both mean
%%% the same by the number of an expression. Modules are replaced in place, on a node of their own: renamed
%%% ones would not be found by whoever calls them by name (behaviours, `apply`, messages), and their stack traces
%%% would name modules that nobody wrote.
%%%
%%% The events follow the literature on concolic execution by instrumentation (`call`, `exit`, `bind`, `case`,
%%% `exitcase`), with what it takes to keep tail calls: the caller notes that it goes somewhere (`go`) and
%%% what came back (`back`), or that it will not come back (`tail`). What a tail call returns is what came back
%%% to the last one who waits.
%%%
%%% Nothing is noted in guards, which may do nothing but test, nor between looking at a message and taking it.
-module(ermine_watch).
-export([watch/1]).

%% Rewrites modules, compiles and loads them. For each its wire form, rewritten.
watch(Modules) ->
    [check_watchable(element(1, Module)) || Module <- Modules],
    %% All are made before any is in place: the compiler may be among them.
    Made = [made(Module) || Module <- Modules],
    [load(Name, Beam) || {Name, Beam, _} <- Made],
    [Wire || {_, _, Wire} <- Made].

check_watchable(Module) ->
    IsOurs = lists:prefix("ermine_", atom_to_list(Module)),
    case IsOurs orelse lists:member(Module, erlang:pre_loaded()) of
        true -> throw({watch, text("~ts cannot be watched: it is a part of what watches", [Module])});
        false -> ok
    end.

made({Name, Exports, Files, Functions}) ->
    Names = [unicode:characters_to_list(File) || File <- tuple_to_list(Files)],
    put(files, list_to_tuple(Names)),
    Definitions = [{cerl:c_fname(Function, Arity), function(Name, Function, Arity, binary_to_term(Code))}
                   || {Function, Arity, Code} <- Functions],
    erase(files),
    Core = cerl:c_module(cerl:c_atom(Name), [cerl:c_fname(F, A) || {F, A} <- Exports], [], Definitions),
    %% Which message is received is looked at while it is: `no_recv_opt`.
    Options = [from_core, binary, return_errors, no_spawn_compiler_process, no_recv_opt],
    case compile:noenv_forms(Core, Options) of
        {ok, _, Beam} -> {Name, Beam, ermine_core:module(Core, [], hd(Names))};
        {ok, _, Beam, _} -> {Name, Beam, ermine_core:module(Core, [], hd(Names))};
        _ -> throw({watch, text("~ts cannot be compiled so that it can be watched", [Name])})
    end.

load(Name, Beam) ->
    _ = code:unstick_mod(Name),
    _ = code:purge(Name),
    case code:load_binary(Name, atom_to_list(Name) ++ ".beam", Beam) of
        {module, Name} -> ok;
        {error, Reason} -> throw({watch, text("~ts cannot be loaded: ~0tp", [Name, Reason])})
    end.

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).

%%% Numbers
%%%
%%% Children come before what they are in, in the order of the wire form, as `core_erlang::wire` counts. The
%%% position of each expression becomes `{Number, Position}`.

numbered(Expression) ->
    put(next, 0),
    Numbered = number(Expression),
    erase(next),
    Numbered.

number(Expression) ->
    Children = children(Expression),
    Number = put(next, get(next) + 1),
    setelement(2, Children, {Number, element(2, Expression)}).

children({$v, _, _} = Variable) -> Variable;
children({$n, _, _, _} = Name) -> Name;
children({$l, _, _} = Literal) -> Literal;
children({$[, At, Head0, Tail0}) ->
    Head = number(Head0),
    {$[, At, Head, number(Tail0)};
children({$t, At, Elements}) -> {$t, At, each(fun number/1, Elements)};
children({$m, At, Base0, Pairs}) ->
    Base = number(Base0),
    {$m, At, Base, each(fun({Operator, Key0, Value}) ->
                                Key = number(Key0),
                                {Operator, Key, number(Value)}
                        end, Pairs)};
children({$b, At, Segments}) -> {$b, At, each(fun number_segment/1, Segments)};
children({$e, At, Elements}) -> {$e, At, each(fun number/1, Elements)};
children({$f, At, Variables, Body, Name}) -> {$f, At, Variables, number(Body), Name};
children({$=, At, Variables, Argument0, Body}) ->
    Argument = number(Argument0),
    {$=, At, Variables, Argument, number(Body)};
children({$;, At, First0, Then}) ->
    First = number(First0),
    {$;, At, First, number(Then)};
children({$r, At, Functions0, Body, IsGoto}) ->
    Functions = each(fun({Name, Arity, Fun}) -> {Name, Arity, number(Fun)} end, Functions0),
    {$r, At, Functions, number(Body), IsGoto};
children({$c, At, Argument0, Clauses}) ->
    Argument = number(Argument0),
    {$c, At, Argument, each(fun number_clause/1, Clauses)};
children({$a, At, Function0, Arguments}) ->
    Function = number(Function0),
    {$a, At, Function, each(fun number/1, Arguments)};
children({$:, At, Module0, Name0, Arguments}) ->
    Module = number(Module0),
    Name = number(Name0),
    {$:, At, Module, Name, each(fun number/1, Arguments)};
children({$p, At, Name, Arguments, Function}) -> {$p, At, Name, each(fun number/1, Arguments), Function};
children({$y, At, Argument0, Variables, Body0, HandlerVariables, Handler}) ->
    Argument = number(Argument0),
    Body = number(Body0),
    {$y, At, Argument, Variables, Body, HandlerVariables, number(Handler)};
children({$h, At, Body}) -> {$h, At, number(Body)}.

number_clause({At, Patterns0, Guard0, Body}) ->
    Patterns = each(fun number_pattern/1, Patterns0),
    Guard = number(Guard0),
    {At, Patterns, Guard, number(Body)}.

number_segment({Value0, Size, Unit, Type, Flags}) ->
    Value = number(Value0),
    {Value, number(Size), Unit, Type, Flags}.

number_pattern({$[, Head0, Tail}) ->
    Head = number_pattern(Head0),
    {$[, Head, number_pattern(Tail)};
number_pattern({$t, Elements}) -> {$t, each(fun number_pattern/1, Elements)};
number_pattern({$m, Pairs}) ->
    {$m, each(fun({Key0, Value}) ->
                      Key = number(Key0),
                      {Key, number_pattern(Value)}
              end, Pairs)};
number_pattern({$b, Segments}) ->
    {$b, each(fun({Value0, Size, Unit, Type, Flags}) ->
                      Value = number_pattern(Value0),
                      {Value, number(Size), Unit, Type, Flags}
              end, Segments)};
number_pattern({$=, Variable, Pattern}) -> {$=, Variable, number_pattern(Pattern)};
number_pattern(Other) -> Other.

%% The elements of a tuple, in order.
each(Fun, Tuple) -> list_to_tuple([Fun(Element) || Element <- tuple_to_list(Tuple)]).

%%% Functions

%% What an expression is in: the functions that are labels there.
-record(scope, {labels = #{}}).

%% How an expression ends: its value is that of the function, or somebody waits for it.
-type position() :: tail | inner.

function(_, module_info, Arity, Wire) when Arity =< 1 ->
    plain(numbered(Wire));
function(Module, Name, Arity, Wire) ->
    put(top, {Module, Name, Arity}),
    put(fresh, 0),
    Fun = fun_expression(numbered(Wire), #scope{}),
    erase(top),
    erase(fresh),
    Fun.

fun_expression({$f, {Number, At}, Variables, Body, Name}, Scope) ->
    Parameters = variables(Variables),
    {Module, Function, Arity} = get(top),
    Entered = event([cerl:c_atom(call), cerl:c_atom(Module), cerl:c_atom(Function), cerl:c_int(Arity),
                     cerl:c_int(Number), cerl:make_list(Parameters)]),
    cerl:ann_c_fun(fun_name(Name) ++ annotations(At), Parameters,
                   cerl:c_seq(Entered, expression(Body, tail, Scope))).

fun_name([]) -> [];
fun_name(Name) -> [{id, {0, 0, Name}}].

variables(Names) -> [cerl:c_var(Name) || Name <- tuple_to_list(Names)].

fresh() ->
    Number = put(fresh, get(fresh) + 1),
    cerl:c_var(list_to_atom("e@" ++ integer_to_list(Number))).

event(Parts) ->
    cerl:c_call(cerl:c_atom(ermine_events), cerl:c_atom(note), [cerl:c_tuple(Parts)]).

event(Kind, {Number, _}, Parts) ->
    event([cerl:c_atom(Kind), cerl:c_int(Number) | Parts]).

%%% Expressions

-spec expression(tuple(), position(), #scope{}) -> cerl:cerl().
expression({$=, At, Variables, {$p, _, Name, _, _} = Primop, Body}, Position, Scope)
  when Name =:= recv_peek_message; Name =:= recv_wait_timeout ->
    cerl:ann_c_let(annotated(At), variables(Variables), plain(Primop), received(Body, Position, Scope));
expression({$=, At, Variables, Argument, Body}, Position, Scope) ->
    Bound = variables(Variables),
    List = cerl:make_list(Bound),
    Rest = cerl:c_seq(event(bind, At, [List]), expression(Body, Position, Scope)),
    Noted = case Argument of
                {$c, AtCase, _, _} -> cerl:c_seq(event(exitcase, AtCase, [List]), Rest);
                _ -> Rest
            end,
    cerl:ann_c_let(annotated(At), Bound, expression(Argument, inner, Scope), Noted);
expression({$;, At, First, Then}, Position, Scope) ->
    cerl:ann_c_seq(annotated(At), expression(First, inner, Scope), expression(Then, Position, Scope));
expression({$r, At, Functions, Body, 1}, Position, #scope{labels = Labels0}) ->
    Labels = maps:merge(Labels0, maps:from_keys(names(Functions), true)),
    Scope = #scope{labels = Labels},
    Definitions = [{cerl:c_fname(Name, Arity), label(Fun, Position, Scope)}
                   || {Name, Arity, Fun} <- tuple_to_list(Functions)],
    cerl:ann_c_letrec([letrec_goto, no_inline | annotated(At)], Definitions, expression(Body, Position, Scope));
expression({$r, At, Functions, Body, 0}, Position, #scope{labels = Labels0}) ->
    Scope = #scope{labels = maps:without(names(Functions), Labels0)},
    Definitions = [{cerl:c_fname(Name, Arity), fun_expression(Fun, Scope)}
                   || {Name, Arity, Fun} <- tuple_to_list(Functions)],
    cerl:ann_c_letrec(annotated(At), Definitions, expression(Body, Position, Scope));
expression({$c, At, Argument, Clauses}, Position, Scope) ->
    Choose = fun(Number, Names, Body) ->
                     List = cerl:make_list([cerl:c_var(Name) || Name <- Names]),
                     chosen(event('case', At, [cerl:c_int(Number), List]), Body, Position, Scope)
             end,
    cases(At, expression(Argument, inner, Scope), Clauses, Choose);
expression({$y, At, Argument, Variables, Body, HandlerVariables, Handler}, Position, Scope) ->
    Values = variables(Variables),
    [Class, Reason | _] = Caught = variables(HandlerVariables),
    Ended = event(tried, At, [cerl:make_list(Values)]),
    Raised = event(caught, At, [Class, Reason]),
    cerl:c_seq(event('try', At, []),
               cerl:ann_c_try(annotated(At), expression(Argument, inner, Scope),
                              Values, cerl:c_seq(Ended, expression(Body, Position, Scope)),
                              Caught, cerl:c_seq(Raised, expression(Handler, Position, Scope))));
expression({$h, At, Body}, Position, Scope) ->
    Value = fresh(),
    Catch = cerl:ann_c_catch(annotated(At), expression(Body, inner, Scope)),
    Ended = event(tried, At, [cerl:make_list([Value])]),
    cerl:c_seq(event('try', At, []),
               cerl:c_let([Value], Catch, cerl:c_seq(Ended, ended(Value, Position))));
expression({$a, At, Function, Arguments}, Position, Scope) ->
    with_values([Function | tuple_to_list(Arguments)], Scope,
                fun([Operator | Operands]) ->
                        Apply = cerl:ann_c_apply(annotated(At), Operator, Operands),
                        case Function of
                            {$n, _, Name, Arity} when is_map_key({Name, Arity}, Scope#scope.labels) -> Apply;
                            {$n, _, _, _} -> call(At, Apply, [], Position);
                            _ -> call(At, Apply, [Operator, cerl:make_list(Operands)], Position)
                        end
                end);
expression({$:, At, Module, Name, Arguments}, Position, Scope) ->
    with_values([Module, Name | tuple_to_list(Arguments)], Scope,
                fun([ModuleValue, NameValue | Operands]) ->
                        Call = cerl:ann_c_call(annotated(At), ModuleValue, NameValue, Operands),
                        Target = [cerl:c_tuple([ModuleValue, NameValue]), cerl:make_list(Operands)],
                        case kind_of_call(Module, Name, length(Operands)) of
                            operation -> ended(Call, Position);
                            raise -> cerl:c_seq(event(go, At, Target), Call);
                            send -> sent(At, Call, Target, lists:last(Operands), Position);
                            built_in -> ended(call(At, Call, Target, inner), Position);
                            call -> call(At, Call, Target, Position)
                        end
                end);
expression({$p, _, Name, _, _} = Primop, Position, _) ->
    %% Its arguments are put together on the spot, and the compiler wants to see them so.
    case lists:member(Name, [match_fail, raw_raise]) of
        true -> plain(Primop);
        false -> ended(plain(Primop), Position)
    end;
expression({$e, At, Elements}, inner, Scope) ->
    with_values(tuple_to_list(Elements), Scope, fun(Values) -> cerl:ann_c_values(annotated(At), Values) end);
expression({$[, At, Head, Tail}, Position, Scope) ->
    with_values([Head, Tail], Scope,
                fun([First, Rest]) -> ended(cerl:ann_c_cons(annotated(At), First, Rest), Position) end);
expression({$t, At, Elements}, Position, Scope) ->
    with_values(tuple_to_list(Elements), Scope,
                fun(Values) -> ended(cerl:ann_c_tuple(annotated(At), Values), Position) end);
expression({$m, At, Base, Pairs}, Position, Scope) ->
    Parts = lists:append([[Key, Value] || {_, Key, Value} <- tuple_to_list(Pairs)]),
    with_values([Base | Parts], Scope,
                fun([BaseValue | Values]) ->
                        Operators = [Operator || {Operator, _, _} <- tuple_to_list(Pairs)],
                        Made = map_pairs(Operators, Values),
                        ended(cerl:ann_c_map(annotated(At), BaseValue, Made), Position)
                end);
expression({$b, At, Segments}, Position, Scope) ->
    List = tuple_to_list(Segments),
    Parts = lists:append([[Value, Size] || {Value, Size, _, _, _} <- List]),
    with_values(Parts, Scope,
                fun(Values) ->
                        ended(cerl:ann_c_binary(annotated(At), segments(List, Values)), Position)
                end);
expression({$f, _, _, _, _} = Fun, Position, Scope) ->
    %% A label of the function around it is none in it.
    ended(fun_expression(Fun, Scope#scope{labels = #{}}), Position);
expression(Atomic, Position, _) ->
    ended(plain(Atomic), Position).

names(Functions) -> [{Name, Arity} || {Name, Arity, _} <- tuple_to_list(Functions)].

%% A function that is only jumped to: to come there is no call.
label({$f, {_, At}, Variables, Body, _}, Position, Scope) ->
    cerl:ann_c_fun(annotations(At), variables(Variables), expression(Body, Position, Scope)).

%% The value of the function, if this is the last thing that it does.
ended(Node, inner) ->
    Node;
ended(Node, tail) ->
    case cerl:type(Node) of
        var -> cerl:c_seq(event([cerl:c_atom(exit), Node]), Node);
        _ ->
            Value = fresh(),
            cerl:c_let([Value], Node, cerl:c_seq(event([cerl:c_atom(exit), Value]), Value))
    end.

call(At, Call, Target, tail) ->
    cerl:c_seq(event(tail, At, Target), Call);
call(At, Call, Target, inner) ->
    Value = fresh(),
    cerl:c_seq(event(go, At, Target),
               cerl:c_let([Value], Call, cerl:c_seq(event(back, At, [Value]), Value))).

%% What is sent is the value of it. (The compiler does not expect that anybody asks the call for it.)
sent(At, Call, Target, Message, Position) ->
    cerl:c_seq(event(go, At, Target),
               cerl:c_seq(Call, cerl:c_seq(event(back, At, [Message]), ended(Message, Position)))).

%% Operators, tests and the like are told by what they give. Other built-ins of `erlang` are no tail calls:
%% they come back, except for those that call somebody else.
kind_of_call({$l, _, erlang}, {$l, _, Name}, Arity) ->
    IsOperation = erl_internal:guard_bif(Name, Arity) orelse erl_internal:arith_op(Name, Arity)
        orelse erl_internal:bool_op(Name, Arity) orelse erl_internal:comp_op(Name, Arity)
        orelse erl_internal:list_op(Name, Arity),
    case {Name, Arity} of
        _ when IsOperation -> operation;
        {'!', 2} -> send;
        %% These stand where any number of values may be wanted: nothing is made of their value.
        {error, _} -> raise;
        {exit, 1} -> raise;
        {throw, 1} -> raise;
        {raise, 3} -> raise;
        {nif_error, _} -> raise;
        {apply, _} -> call;
        {hibernate, 3} -> call;
        _ -> built_in
    end;
kind_of_call(_, _, _) ->
    call.

%% Evaluates what is no value yet, from left to right.
with_values(Expressions, Scope, Make) ->
    with_values(Expressions, Scope, Make, []).

with_values([{Tag, _, _} = Atomic | Rest], Scope, Make, Values) when Tag =:= $v; Tag =:= $l ->
    with_values(Rest, Scope, Make, [plain(Atomic) | Values]);
with_values([{$n, _, _, _} = Name | Rest], Scope, Make, Values) ->
    with_values(Rest, Scope, Make, [plain(Name) | Values]);
with_values([Expression | Rest], Scope, Make, Values) ->
    Value = fresh(),
    cerl:c_let([Value], expression(Expression, inner, Scope),
               with_values(Rest, Scope, Make, [Value | Values]));
with_values([], _, Make, Values) ->
    Make(lists:reverse(Values)).

map_pairs([Operator | Operators], [Key, Value | Values]) ->
    [cerl:ann_c_map_pair([], map_operator(Operator), Key, Value) | map_pairs(Operators, Values)];
map_pairs([], []) ->
    [].

map_operator(0) -> cerl:abstract(assoc);
map_operator(1) -> cerl:abstract(exact).

segments([{_, _, Unit, Type, Flags} | Segments], [Value, Size | Values]) ->
    [segment(Value, Size, Unit, Type, Flags) | segments(Segments, Values)];
segments([], []) ->
    [].

segment(Value, Size, Unit, Type, Flags) ->
    cerl:c_bitstr(Value, Size, unit(Type, Unit), cerl:c_atom(segment_type(Type)),
                  cerl:abstract(segment_flags(Flags))).

unit(Type, _) when Type =:= $8; Type =:= $6; Type =:= $3 -> cerl:c_atom(undefined);
unit(_, Unit) -> cerl:c_int(Unit).

segment_type($i) -> integer;
segment_type($f) -> float;
segment_type($b) -> binary;
segment_type($8) -> utf8;
segment_type($6) -> utf16;
segment_type($3) -> utf32.

segment_flags(Flags) ->
    [case Flags band 1 of 1 -> signed; 0 -> unsigned end,
     case Flags band 2 of 2 -> little; 0 -> big end].

primop(At, Name, Operands, []) ->
    cerl:ann_c_primop(annotated(At), cerl:c_atom(Name), Operands);
primop(At, Name, Operands, Function) ->
    cerl:ann_c_primop([{function, Function} | annotated(At)], cerl:c_atom(Name), Operands).

%%% Clauses

cases(At, Argument, Clauses, Choose) ->
    cerl:ann_c_case(annotated(At), Argument,
                    [clause(Number, Clause, Choose)
                     || {Number, Clause} <- lists:enumerate(tuple_to_list(Clauses))]).

%% What a clause does is made of its number, the variables of its patterns, and its body.
clause(Number, {At, Patterns, Guard, Body}, Choose) ->
    Names = lists:append([bound(Pattern) || Pattern <- tuple_to_list(Patterns)]),
    cerl:ann_c_clause(annotations(At), [pattern(Pattern) || Pattern <- tuple_to_list(Patterns)],
                      plain(Guard), Choose(Number, Names, Body)).

%% There is a message or there is none, the time is over or it is not. The compiler wants to see nothing
%% between the question and what is done then. Only what ends the `receive` is noted.
received({$c, At, Argument, Clauses}, Position, Scope) ->
    Choose = fun(Number, _, Body) ->
                     case goes_on(Body) of
                         true -> expression(Body, Position, Scope);
                         false ->
                             Event = event('case', At, [cerl:c_int(Number), cerl:make_list([])]),
                             chosen(Event, Body, Position, Scope)
                     end
             end,
    cases(At, plain(Argument), Clauses, Choose).

%% To look at the message, to wait for one, or to look again.
goes_on({$c, _, {$v, _, _}, Clauses}) ->
    lists:any(fun({_, _, _, Body}) -> is_after(Body, remove_message) orelse is_after(Body, recv_next) end,
              tuple_to_list(Clauses));
goes_on({$=, _, _, {$p, _, recv_wait_timeout, _, _}, _}) -> true;
goes_on({$a, _, {$n, _, _, 0}, {}}) -> true;
goes_on(Body) -> is_after(Body, recv_next).

is_after({$;, _, {$p, _, Name, _, _}, _}, Name) -> true;
is_after(_, _) -> false.

%% A message that is looked at is not the process's own until it is taken, and nothing may be called.
chosen(Chosen, {$;, At, {$p, _, remove_message, _, _} = Take, Then}, Position, Scope) ->
    cerl:ann_c_seq(annotated(At), plain(Take), cerl:c_seq(Chosen, expression(Then, Position, Scope)));
chosen(_, {$;, _, {$p, _, recv_next, _, _}, _} = Body, Position, Scope) ->
    expression(Body, Position, Scope);
chosen(Chosen, Body, Position, Scope) ->
    cerl:c_seq(Chosen, expression(Body, Position, Scope)).

%% The variables of a pattern, in the order in which they are written.
bound({$v, Name}) -> [Name];
bound({$[, Head, Tail}) -> bound(Head) ++ bound(Tail);
bound({$t, Elements}) -> lists:append([bound(Element) || Element <- tuple_to_list(Elements)]);
bound({$m, Pairs}) -> lists:append([bound(Value) || {_, Value} <- tuple_to_list(Pairs)]);
bound({$b, Segments}) -> lists:append([bound(Value) || {Value, _, _, _, _} <- tuple_to_list(Segments)]);
bound({$=, Name, Pattern}) -> [Name | bound(Pattern)];
bound({$l, _}) -> [].

pattern({$v, Name}) -> cerl:c_var(Name);
pattern({$l, Term}) -> cerl:abstract(Term);
pattern({$[, Head, Tail}) -> cerl:c_cons(pattern(Head), pattern(Tail));
pattern({$t, Elements}) -> cerl:c_tuple([pattern(Element) || Element <- tuple_to_list(Elements)]);
pattern({$m, Pairs}) ->
    cerl:c_map_pattern([cerl:ann_c_map_pair([], map_operator(1), plain(Key), pattern(Value))
                        || {Key, Value} <- tuple_to_list(Pairs)]);
pattern({$b, Segments}) ->
    cerl:c_binary([segment(pattern(Value), plain(Size), Unit, Type, Flags)
                   || {Value, Size, Unit, Type, Flags} <- tuple_to_list(Segments)]);
pattern({$=, Name, Pattern}) -> cerl:c_alias(cerl:c_var(Name), pattern(Pattern)).

%%% What stays as it is

plain({$v, At, Name}) -> cerl:ann_c_var(annotated(At), Name);
plain({$n, At, Name, Arity}) -> cerl:ann_c_fname(annotated(At), Name, Arity);
plain({$l, At, Term}) -> cerl:ann_abstract(annotated(At), Term);
plain({$[, At, Head, Tail}) -> cerl:ann_c_cons(annotated(At), plain(Head), plain(Tail));
plain({$t, At, Elements}) -> cerl:ann_c_tuple(annotated(At), plain_each(Elements));
plain({$m, At, Base, Pairs}) ->
    cerl:ann_c_map(annotated(At), plain(Base),
                   [cerl:ann_c_map_pair([], map_operator(Operator), plain(Key), plain(Value))
                    || {Operator, Key, Value} <- tuple_to_list(Pairs)]);
plain({$b, At, Segments}) ->
    cerl:ann_c_binary(annotated(At), [segment(plain(Value), plain(Size), Unit, Type, Flags)
                                      || {Value, Size, Unit, Type, Flags} <- tuple_to_list(Segments)]);
plain({$e, At, Elements}) -> cerl:ann_c_values(annotated(At), plain_each(Elements));
plain({$f, {_, At}, Variables, Body, Name}) ->
    cerl:ann_c_fun(fun_name(Name) ++ annotations(At), variables(Variables), plain(Body));
plain({$=, At, Variables, Argument, Body}) ->
    cerl:ann_c_let(annotated(At), variables(Variables), plain(Argument), plain(Body));
plain({$;, At, First, Then}) -> cerl:ann_c_seq(annotated(At), plain(First), plain(Then));
plain({$c, At, Argument, Clauses}) ->
    cerl:ann_c_case(annotated(At), plain(Argument),
                    [cerl:ann_c_clause(annotations(AtClause),
                                       [pattern(Pattern) || Pattern <- tuple_to_list(Patterns)],
                                       plain(Guard), plain(Body))
                     || {AtClause, Patterns, Guard, Body} <- tuple_to_list(Clauses)]);
plain({$a, At, Function, Arguments}) ->
    cerl:ann_c_apply(annotated(At), plain(Function), plain_each(Arguments));
plain({$:, At, Module, Name, Arguments}) ->
    cerl:ann_c_call(annotated(At), plain(Module), plain(Name), plain_each(Arguments));
plain({$p, At, Name, Arguments, Function}) -> primop(At, Name, plain_each(Arguments), Function);
plain({$y, At, Argument, Variables, Body, HandlerVariables, Handler}) ->
    cerl:ann_c_try(annotated(At), plain(Argument), variables(Variables), plain(Body),
                   variables(HandlerVariables), plain(Handler));
plain({$r, At, Functions, Body, IsGoto}) ->
    Goto = lists:append([[letrec_goto, no_inline] || IsGoto =:= 1]),
    cerl:ann_c_letrec(Goto ++ annotated(At),
                      [{cerl:c_fname(Name, Arity), plain(Fun)} || {Name, Arity, Fun} <- tuple_to_list(Functions)],
                      plain(Body));
plain({$h, At, Body}) -> cerl:ann_c_catch(annotated(At), plain(Body)).

plain_each(Expressions) -> [plain(Expression) || Expression <- tuple_to_list(Expressions)].

%%% Positions, as `ermine_core` packs them

annotated({_, Position}) -> annotations(Position).

annotations(Position) ->
    Generated = [compiler_generated || Position band 1 =:= 1],
    case (Position bsr 11) band 16#FFFFFFFF of
        0 -> Generated;
        Line -> [location(Line, (Position bsr 1) band 16#3FF),
                 {file, element((Position bsr 43) + 1, get(files))} | Generated]
    end.

location(Line, 0) -> Line;
location(Line, Column) -> {Line, Column}.
