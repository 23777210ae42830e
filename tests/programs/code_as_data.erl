%% Erlang about Erlang: scanning, parsing, pretty printing, linting and evaluating expressions and
%% forms at run time.
-module(code_as_data).
-export([main/0]).

main() ->
    [{evaluated, [evaluate(S) || S <- sources()]},
     {tokens, erl_scan:string("foo(X, \"s\") -> $a + 16#ff, 'A b' % comment\n.")},
     {scan_errors, [erl_scan:string(S) || S <- ["\"open", "'open", "$", "16#", "1.0e999", "\\"]]},
     {tree, expressions("case X of {ok, [Y | _]} when Y > 1 -> Y; _ -> fun(Z) -> Z end end.")},
     {printed, [printed(S) || S <- sources()]},
     {forms, [lists:flatten(erl_pp:form(form(S)))
         || S <- ["f(X)when X>1->Y=X+1,{Y,X};f(_)->ok.",
         "-spec f(integer()) -> ok | {integer(), [atom()]}.", "-record(r,{a=1,b::atom()}).",
         "-type t(A) :: #{a := A, b => binary()}."]]},
     {lint, lint(["-module(m).", "-export([f/1, g/0]).", "f(X) -> Y = 1, Z.", "h() -> ok."])},
     {parse_errors, [parse_error(S) || S <- ["f( -> ok.", "1 + .", "case of end.", "fun x."]]},
     {abstract, [erl_parse:abstract(T) || T <- [a, 1, "s", {x, [1.5]}, #{k => <<"b">>}]]},
     {normalise, erl_parse:normalise(erl_parse:abstract({a, [1, "x", #{k => 2}]}))},
     {syntax_tools, variables("fun(X) -> [Y || Y <- X, Z = Y, Z > W] end.")}].

sources() ->
    ["1 + 2 * 3.", "[X * X || X <- lists:seq(1, 5), X rem 2 =:= 1].",
        "F = fun(0) -> 1; (N) -> N * 2 end, F(21).",
        "try error(x) catch error:R -> {caught, R} after ok end.",
     "A = {1, [2, 3]}, {B, [C | _]} = A, {B, C}.",
         "<<X:16, Rest/binary>> = <<1, 2, \"abc\">>, {X, Rest}.", "M = #{a => 1}, M#{b => 2, a := 3}.",
         "if 1 > 2 -> a; true -> b end.",
     "case {x, 5} of {x, N} when N > 3 -> big; {x, _} -> small end.",
         "self() ! hello, receive hello -> got after 0 -> none end.",
         "(fun F(0) -> done; F(N) -> F(N - 1) end)(1000).",
     "catch throw(ball).", "1 andalso true.", "{ok, X} = error.", "foo:bar(1).",
         "begin X = 1, X + 1 end.", "<< <<(X + 1)>> || <<X>> <= <<1, 2, 3>> >>.",
         "- (3 - 5) bsl 4 bor 1.", "\"abc\" ++ [$d]."].

expressions(Source) ->
    {ok, Tokens, _} = erl_scan:string(Source),
    {ok, Expressions} = erl_parse:parse_exprs(Tokens),
    Expressions.

form(Source) ->
    {ok, Tokens, _} = erl_scan:string(Source),
    {ok, Form} = erl_parse:parse_form(Tokens),
    Form.

evaluate(Source) ->
    try erl_eval:exprs(expressions(Source), erl_eval:new_bindings()) of
        {value, Value, Bindings} -> {Value, [Name || {Name, _} <- lists:sort(erl_eval:bindings(Bindings))]}
    catch Class:Reason -> {Class, Reason}
    end.

printed(Source) -> lists:flatten(erl_pp:exprs(expressions(Source))).

lint(Lines) ->
    Forms = [erl_parse:map_anno(fun(_) -> erl_anno:new(Line) end, form(Source))
        || {Line, Source} <- lists:zip(lists:seq(1, length(Lines)), Lines)],
    {error, Errors, Warnings} = erl_lint:module(Forms, "m.erl"),
    [[{Line, lists:flatten(Module:format_error(What))} || {_, List} <- Kind, {Line, Module, What} <- List]
        || Kind <- [Errors, Warnings]].

parse_error(Source) ->
    {ok, Tokens, _} = erl_scan:string(Source),
    {error, {Line, Module, What}} = erl_parse:parse_exprs(Tokens),
    {Line, lists:flatten(Module:format_error(What))}.

%% Names of all variables, by a walk through the tree.
variables(Source) -> lists:usort(walk(expressions(Source))).

walk({var, _, Name}) -> [Name];
walk(Tuple) when is_tuple(Tuple) -> walk(tuple_to_list(Tuple));
walk(List) when is_list(List) -> lists:append([walk(E) || E <- List]);
walk(_) -> [].
