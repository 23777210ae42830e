%%% What does Ermine need to know of a module's Core Erlang?
%%%
%%% The tree that OTP's compiler leaves, rewritten into plain tuples tagged by a character: the wire
%%% form that `core_erlang::wire` reads. Core Erlang is read through the accessors of `cerl` alone,
%%% because the records behind them change between OTP releases.
%%%
%%% Sequences are tuples rather than lists: on the wire they are shorter, and a list of small
%%% integers would turn into a string.
-module(ermine_core).
-export([module/3]).

%% The module as one binary: its interface, and each function's body as a binary of its own, so
%% that the reader decodes only the functions it wants.
module(Core0, Forms, Source) ->
    Core = ermine_comprehensions:checked(Core0),
    put(files, [{own_file(Forms, Source), 0}]),
    Functions = [function(Definition) || Definition <- cerl:module_defs(Core)],
    Files = list_to_tuple([file_name(File) || {File, _} <- lists:keysort(2, get(files))]),
    external({ermine_module,
              cerl:concrete(cerl:module_name(Core)),
              sequence(fun function_name/1, cerl:module_exports(Core)),
              list_to_tuple(attributes(Forms, Core)),
              list_to_tuple([Form || Form <- Forms, is_declaration(Form)]),
              Files,
              file_name(Source),
              list_to_tuple([{Name, Arity, byte_size(Code)} || {Name, Arity, Code} <- Functions]),
              iolist_to_binary([Code || {_, _, Code} <- Functions])}).

function({Variable, Fun}) ->
    {Name, Arity} = function_name(Variable),
    try
        {Name, Arity, external(expression(Fun))}
    catch
        throw:{unsupported, Construct} ->
            throw({unsupported, Construct, Name, Arity})
    end.

function_name(Variable) ->
    {cerl:fname_id(Variable), cerl:fname_arity(Variable)}.

external(Term) ->
    term_to_binary(Term, [{minor_version, 2}]).

file_name(Name) ->
    case unicode:characters_to_binary(Name) of
        Binary when is_binary(Binary) -> Binary;
        _ -> <<"?">>
    end.

%%% What the module declares

own_file([{attribute, _, file, {File, _}} | _], _) -> File;
own_file([_ | Forms], Source) -> own_file(Forms, Source);
own_file([], Source) -> Source.

is_declaration({attribute, _, Kind, _}) -> is_declaration_kind(Kind);
is_declaration(_) -> false.

is_declaration_kind(record) -> true;
is_declaration_kind(type) -> true;
is_declaration_kind(opaque) -> true;
is_declaration_kind(nominal) -> true;
is_declaration_kind(spec) -> true;
is_declaration_kind(callback) -> true;
is_declaration_kind(_) -> false.

%% Some backends have no abstract forms to give; Core Erlang keeps the attributes as well, each
%% value in a list.
attributes([], Core) ->
    [{Name, Value}
     || {NameNode, ValueNode} <- cerl:module_attrs(Core),
        Name <- [cerl:concrete(NameNode)],
        is_free_attribute(Name),
        Value <- cerl:concrete(ValueNode)];
attributes(Forms, _) ->
    [{Name, Value} || {attribute, _, Name, Value} <- Forms, is_free_attribute(Name)].

is_free_attribute(Name) ->
    not (is_declaration_kind(Name)
         orelse lists:member(Name, [module, export, import, file, doc, moduledoc])).

%%% Expressions

expression(Node) ->
    At = position(Node),
    case cerl:type(Node) of
        var -> variable_expression(At, cerl:var_name(Node));
        literal -> {$l, At, cerl:concrete(Node)};
        cons -> cons(At, expression(cerl:cons_hd(Node)), expression(cerl:cons_tl(Node)));
        tuple -> tuple(At, expressions(cerl:tuple_es(Node)));
        map -> {$m, At, expression(cerl:map_arg(Node)), sequence(fun map_pair/1, cerl:map_es(Node))};
        binary -> {$b, At, sequence(fun segment/1, cerl:binary_segments(Node))};
        values -> {$e, At, expressions(cerl:values_es(Node))};
        'fun' ->
            {$f, At, variables(cerl:fun_vars(Node)), expression(cerl:fun_body(Node)),
             fun_name(cerl:get_ann(Node))};
        'let' ->
            {$=, At, variables(cerl:let_vars(Node)), expression(cerl:let_arg(Node)),
             expression(cerl:let_body(Node))};
        seq -> {$;, At, expression(cerl:seq_arg(Node)), expression(cerl:seq_body(Node))};
        letrec ->
            {$r, At, sequence(fun local_function/1, cerl:letrec_defs(Node)),
             expression(cerl:letrec_body(Node)), flag(is_annotated(letrec_goto, Node))};
        'case' ->
            {$c, At, expression(cerl:case_arg(Node)),
             sequence(fun clause/1, cerl:case_clauses(Node))};
        apply -> {$a, At, expression(cerl:apply_op(Node)), expressions(cerl:apply_args(Node))};
        call ->
            {$:, At, expression(cerl:call_module(Node)), expression(cerl:call_name(Node)),
             expressions(cerl:call_args(Node))};
        primop -> primop(At, cerl:concrete(cerl:primop_name(Node)), Node);
        'try' ->
            {$y, At, expression(cerl:try_arg(Node)), variables(cerl:try_vars(Node)),
             expression(cerl:try_body(Node)), variables(cerl:try_evars(Node)),
             expression(cerl:try_handler(Node))};
        'catch' -> {$h, At, expression(cerl:catch_body(Node))};
        Other -> throw({unsupported, Other})
    end.

%% `debug_line` is there for debuggers, from OTP 28 on, and does nothing.
primop(At, debug_line, _) ->
    {$l, At, ok};
primop(At, Name, Node) ->
    {$p, At, Name, expressions(cerl:primop_args(Node)), failed_function(cerl:get_ann(Node))}.

expressions(Nodes) ->
    sequence(fun expression/1, Nodes).

sequence(Fun, Nodes) ->
    list_to_tuple([Fun(Node) || Node <- Nodes]).

variable_expression(At, {Name, Arity}) -> {$n, At, Name, Arity};
variable_expression(At, Name) -> {$v, At, Name}.

variables(Nodes) ->
    list_to_tuple([cerl:var_name(Node) || Node <- Nodes]).

%% Constants are one literal, however they were put together.
cons(At, {$l, _, Head}, {$l, _, Tail}) -> {$l, At, [Head | Tail]};
cons(At, Head, Tail) -> {$[, At, Head, Tail}.

tuple(At, Elements) ->
    case literals(tuple_to_list(Elements), []) of
        none -> {$t, At, Elements};
        Terms -> {$l, At, list_to_tuple(Terms)}
    end.

literals([{$l, _, Term} | Rest], Terms) -> literals(Rest, [Term | Terms]);
literals([_ | _], _) -> none;
literals([], Terms) -> lists:reverse(Terms).

map_pair(Node) ->
    Operator = case cerl:concrete(cerl:map_pair_op(Node)) of
                   assoc -> 0;
                   exact -> 1
               end,
    {Operator, expression(cerl:map_pair_key(Node)), expression(cerl:map_pair_val(Node))}.

segment(Node) ->
    segment(Node, expression(cerl:bitstr_val(Node))).

segment(Node, Value) ->
    {Value, expression(cerl:bitstr_size(Node)), unit(cerl:concrete(cerl:bitstr_unit(Node))),
     segment_type(cerl:concrete(cerl:bitstr_type(Node))),
     segment_flags(cerl:concrete(cerl:bitstr_flags(Node)), 0)}.

unit(Unit) when is_integer(Unit) -> Unit;
unit(_) -> 1.

segment_type(integer) -> $i;
segment_type(float) -> $f;
segment_type(binary) -> $b;
segment_type(bitstring) -> $b;
segment_type(bytes) -> $b;
segment_type(bits) -> $b;
segment_type(utf8) -> $8;
segment_type(utf16) -> $6;
segment_type(utf32) -> $3;
segment_type(Other) -> throw({unsupported, {segment, Other}}).

segment_flags([signed | Rest], Flags) -> segment_flags(Rest, Flags bor 1);
segment_flags([little | Rest], Flags) -> segment_flags(Rest, Flags bor 2);
segment_flags([native | Rest], Flags) ->
    case erlang:system_info(endian) of
        little -> segment_flags(Rest, Flags bor 2);
        big -> segment_flags(Rest, Flags)
    end;
segment_flags([_ | Rest], Flags) -> segment_flags(Rest, Flags);
segment_flags([], Flags) -> Flags.

local_function({Variable, Fun}) ->
    {Name, Arity} = function_name(Variable),
    {Name, Arity, expression(Fun)}.

clause(Node) ->
    {position(Node), sequence(fun pattern/1, cerl:clause_pats(Node)),
     expression(cerl:clause_guard(Node)), expression(cerl:clause_body(Node))}.

flag(true) -> 1;
flag(false) -> 0.

is_annotated(Annotation, Node) ->
    lists:member(Annotation, cerl:get_ann(Node)).

%% The name under which the BEAM will show the fun in stack traces.
fun_name([{id, {_, _, Name}} | _]) when is_atom(Name) -> Name;
fun_name([_ | Annotations]) -> fun_name(Annotations);
fun_name([]) -> [].

%% The function whose clauses a `match_fail` gives up on.
failed_function([{function, {Name, Arity}} | _]) -> {Name, Arity};
failed_function([_ | Annotations]) -> failed_function(Annotations);
failed_function([]) -> [].

%%% Patterns

pattern(Node) ->
    case cerl:type(Node) of
        var -> {$v, cerl:var_name(Node)};
        literal -> {$l, cerl:concrete(Node)};
        cons -> cons_pattern(pattern(cerl:cons_hd(Node)), pattern(cerl:cons_tl(Node)));
        tuple -> tuple_pattern([pattern(Element) || Element <- cerl:tuple_es(Node)]);
        map -> {$m, sequence(fun map_pattern_pair/1, cerl:map_es(Node))};
        binary -> {$b, sequence(fun segment_pattern/1, cerl:binary_segments(Node))};
        alias -> {$=, cerl:var_name(cerl:alias_var(Node)), pattern(cerl:alias_pat(Node))};
        Other -> throw({unsupported, {pattern, Other}})
    end.

cons_pattern({$l, Head}, {$l, Tail}) -> {$l, [Head | Tail]};
cons_pattern(Head, Tail) -> {$[, Head, Tail}.

tuple_pattern(Elements) ->
    case pattern_literals(Elements, []) of
        none -> {$t, list_to_tuple(Elements)};
        Terms -> {$l, list_to_tuple(Terms)}
    end.

pattern_literals([{$l, Term} | Rest], Terms) -> pattern_literals(Rest, [Term | Terms]);
pattern_literals([_ | _], _) -> none;
pattern_literals([], Terms) -> lists:reverse(Terms).

map_pattern_pair(Node) ->
    {expression(cerl:map_pair_key(Node)), pattern(cerl:map_pair_val(Node))}.

segment_pattern(Node) ->
    segment(Node, pattern(cerl:bitstr_val(Node))).

%%% Positions

%% One integer: file number, line (32 bits), column (10 bits), made by the compiler (1 bit). What
%% most positions are, the module's own file and less than a million lines, fits the short form of
%% integers on the wire. Columns beyond it are not worth more: 0 says unknown.
position(Node) ->
    position(cerl:get_ann(Node), 0, 0, 0, 0).

position([Line | Rest], File, _, _, Generated) when is_integer(Line) ->
    position(Rest, File, Line, 0, Generated);
position([{Line, Column} | Rest], File, _, _, Generated) when is_integer(Line), is_integer(Column) ->
    position(Rest, File, Line, Column, Generated);
position([{file, Name} | Rest], _, Line, Column, Generated) ->
    position(Rest, file_number(Name), Line, Column, Generated);
position([compiler_generated | Rest], File, Line, Column, _) ->
    position(Rest, File, Line, Column, 1);
position([_ | Rest], File, Line, Column, Generated) ->
    position(Rest, File, Line, Column, Generated);
position([], File, Line, Column, Generated) when Line > 0 ->
    (File bsl 43) bor ((Line band 16#FFFFFFFF) bsl 11) bor (short_column(Column) bsl 1)
        bor Generated;
position([], _, _, _, Generated) ->
    Generated.

short_column(Column) when Column < 1024 -> Column;
short_column(_) -> 0.

%% The table of files lives in the process dictionary: it grows at any depth of the tree, and a
%% module has only a handful. Names are nearly always the very same term, so that the comparison
%% is one of pointers.
file_number(Name) ->
    Files = get(files),
    case lists:keyfind(Name, 1, Files) of
        {_, Number} ->
            Number;
        false when length(Files) < 16#FFFF ->
            Number = length(Files),
            put(files, Files ++ [{Name, Number}]),
            Number;
        false ->
            0
    end.
