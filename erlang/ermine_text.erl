%%% Which terms does a text denote, and how does OTP write a term?
%%%
%%% A text such as `[fun(X) -> X + 1 end, 3]` may contain any expression. A plain term is simply
%%% read. Anything else becomes the body of `terms/0` in a module of its own, which is loaded here and
%%% also sent back in the wire form, so that the interpreter can make the very same funs.
-module(ermine_text).
-export([evaluate/3, print/2]).

evaluate(Text, Module, Limits) ->
    Expressions = parse(unicode:characters_to_list(Text)),
    try erl_parse:normalise(last(Expressions)) of
        Term -> {term, term_to_binary(Term, [{minor_version, 2}])}
    catch
        error:_ -> compiled(Expressions, Module, Limits)
    end.

last([Expression]) -> Expression;
last(_) -> error(several).

parse(Text) ->
    case erl_scan:string(with_dot(Text), {1, 1}) of
        {ok, Tokens, _} ->
            case erl_parse:parse_exprs(Tokens) of
                {ok, Expressions} -> Expressions;
                {error, Error} -> throw({syntax, message(Error)})
            end;
        {error, Error, _} ->
            throw({syntax, message(Error)})
    end.

with_dot(Text) ->
    case string:trim(Text, trailing) of
        [] -> throw({syntax, <<"1:1: nothing to evaluate">>});
        Trimmed ->
            case lists:last(Trimmed) of
                $. -> Trimmed ++ " ";
                _ -> Trimmed ++ " . "
            end
    end.

message({{Line, Column}, Module, Description}) ->
    text("~w:~w: ~ts", [Line, Column, Module:format_error(Description)]);
message({_, Module, Description}) ->
    text("~ts", [Module:format_error(Description)]).

compiled(Expressions, Module, Limits) ->
    At = erl_anno:new({1, 1}),
    Forms = [{attribute, At, file, {atom_to_list(Module) ++ ".erl", 1}},
             {attribute, At, module, Module},
             {attribute, At, export, [{terms, 0}]},
             {function, At, terms, 0, [{clause, At, [], [], Expressions}]},
             {eof, At}],
    case compile:noenv_forms(Forms, [binary, return_errors]) of
        {ok, Module, Binary} ->
            {module, Module} = code:load_binary(Module, atom_to_list(Module) ++ ".erl", Binary);
        {error, [{_, [Error | _]} | _], _} ->
            throw({syntax, message(Error)})
    end,
    Core = ermine_load:core_of_forms(Forms, [], atom_to_list(Module)),
    {[Outcome], _} = ermine_run:calls([{Module, terms, term_to_binary([])}], Limits),
    {module, ermine_core:module(Core, Forms, atom_to_list(Module)), Outcome}.

print(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(unicode:characters_to_list(Format), Arguments)).

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).
