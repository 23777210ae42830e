%%% How does a source or a `.beam` file become Core Erlang, and code that runs on this node?
%%%
%%% OTP's own compiler does the work, with the options the module was or would be built with, so
%%% that Ermine tests what the user runs. Folders of the user's come after OTP's here: what is called
%%% like a module of the compiler must not take its place. What goes wrong is thrown as `{Kind, Text}`, the text
%%% being a line for a person.
-module(ermine_load).
-export([beam/2, source/3, source_and_code/3, embedded/2, compile_source/3, install/2, install_again/1, add_folders/1,
         core_of_forms/3]).

%% No source is larger, in bytes.
-define(LARGEST, 64 bsl 20).

%% The module in a `.beam` file: `{WireForm, Dependencies}`, where the dependencies are the files
%% beyond the `.beam` itself that the result was made from.
beam(Path, CodePaths) ->
    ok = code:add_pathsz(CodePaths),
    Binary = read(Path),
    case beam_lib:chunks(Binary, [debug_info]) of
        {ok, {Module, [{debug_info, {debug_info_v1, Backend, Data}}]}} when Data =/= none ->
            beam_with_debug_info(Module, Binary, Backend, Data, Path);
        {ok, {Module, [{debug_info, _}]}} ->
            beam_without_debug_info(Module, Binary, Path);
        {error, beam_lib, {missing_chunk, _, _}} ->
            beam_without_debug_info(module_name(Binary), Binary, Path);
        {error, beam_lib, {key_missing_or_invalid, _, _}} ->
            throw({no_debug_info, text("the debug info of ~ts is encrypted: give its key in "
                                       "~~/.erlang.crypt, or test the source", [Path])});
        {error, beam_lib, Reason} ->
            throw({bad_beam, text("~ts is not a usable .beam file: ~ts",
                                  [Path, without_contents(Reason)])})
    end.

%% What is wrong with a file. OTP would begin with all that is in it.
without_contents(Reason) ->
    Text = unicode:characters_to_list(beam_lib:format_error(setelement(2, Reason, x))),
    case string:prefix(string:trim(Text), "x: ") of
        nomatch -> string:trim(Text);
        Rest -> Rest
    end.

beam_with_debug_info(Module, Binary, Backend, Data, Path) ->
    case core(Backend, Module, Data) of
        {ok, Core} ->
            Forms = forms(Backend, Module, Data),
            {ermine_core:module(Core, Forms, source_name(Binary, Path)), []};
        {error, missing} ->
            beam_without_debug_info(Module, Binary, Path);
        {error, {not_loaded, Backend}} ->
            throw({no_debug_info, text("the debug info of ~ts is for ~ts, which cannot be loaded: "
                                       "add its folder to the code path", [Path, Backend])});
        {error, Reason} ->
            throw({no_debug_info, text("the debug info of ~ts gives no Core Erlang: ~0tp (written "
                                       "by another OTP?)", [Path, Reason])})
    end.

%% The forms in debug info have passed through transformations and the linter already; telling the
%% compiler so saves a fifth of the time. Backends of other languages get no such advice; but
%% Elixir's gives Core Erlang only to those who say `to_core` again.
core(erl_abstract_code = Backend, Module, Data) ->
    Options = [from_abstr, no_lint, no_spawn_compiler_process],
    case Backend:debug_info(core_v1, Module, Data, Options) of
        {ok, Core} -> {ok, Core};
        {error, missing} -> {error, missing};
        {error, _} -> Backend:debug_info(core_v1, Module, Data, [])
    end;
core(Backend, Module, Data) ->
    case code:ensure_loaded(Backend) of
        {module, _} ->
            case Backend:debug_info(core_v1, Module, Data, [to_core]) of
                {ok, Binary} when is_binary(Binary) -> {error, not_core};
                Result -> Result
            end;
        {error, _} ->
            {error, {not_loaded, Backend}}
    end.

forms(Backend, Module, Data) ->
    case Backend:debug_info(erlang_v1, Module, Data, []) of
        {ok, Forms} -> Forms;
        {error, _} -> []
    end.

beam_without_debug_info(Module, Binary, Path) ->
    case [Source || Source <- possible_sources(Module, Binary, Path), filelib:is_regular(Source)] of
        [Source | _] ->
            source(Source, recorded_options(Binary) ++ include_options(Source), []);
        [] ->
            throw({no_debug_info, text("~ts (~ts) has no debug info and its source is not at hand: "
                                       "compile it with +debug_info", [Module, Path])})
    end.

possible_sources(Module, Binary, Path) ->
    Name = atom_to_list(Module) ++ ".erl",
    Directory = filename:dirname(Path),
    [source_name(Binary, Path),
     filename:join([Directory, "..", "src", Name]),
     filename:join(Directory, Name)].

%% Where the module was compiled, by its own account; the `.beam` file itself if it does not say.
source_name(Binary, Path) ->
    case proplists:get_value(source, compile_info(Binary)) of
        Source when is_list(Source) -> Source;
        _ -> Path
    end.

recorded_options(Binary) ->
    case proplists:get_value(options, compile_info(Binary)) of
        Options when is_list(Options) -> Options;
        _ -> []
    end.

compile_info(Binary) ->
    case beam_lib:chunks(Binary, [compile_info]) of
        {ok, {_, [{compile_info, Info}]}} -> Info;
        _ -> []
    end.

include_options(Source) ->
    Directory = filename:dirname(Source),
    [{i, Directory}, {i, filename:join([Directory, "..", "include"])}].

module_name(Binary) ->
    case beam_lib:info(Binary) of
        Info when is_list(Info) -> proplists:get_value(module, Info);
        {error, _, Reason} -> throw({bad_beam, text("~ts", [without_contents(Reason)])})
    end.

%% The module in an `.erl` file, as `beam/2` gives it.
source(Path, Options0, CodePaths) ->
    ok = code:add_pathsz(CodePaths),
    Options = options(Options0),
    Forms = parse(Path, Options),
    Core = core_of_forms(Forms, Options, Path),
    {ermine_core:module(Core, Forms, Path), dependencies(Path, Forms, Options)}.

%% A module that Ermine brings along: its text, without macros and includes.
embedded(Module, Text) ->
    Path = atom_to_list(Module) ++ ".erl",
    {ok, Tokens, End} = erl_scan:string(unicode:characters_to_list(Text), {1, 1}),
    Forms = [{attribute, {1, 1}, file, {Path, 1}} | forms_of(Tokens)] ++ [{eof, End}],
    {ermine_core:module(core_of_forms(Forms, [], Path), Forms, Path), []}.

forms_of([]) ->
    [];
forms_of(Tokens) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(Token) -> element(1, Token) =/= dot end, Tokens),
    {ok, Parsed} = erl_parse:parse_form(Form ++ [Dot]),
    [Parsed | forms_of(Rest)].

core_of_forms(Forms, Options, Path) ->
    case compile:noenv_forms(Forms, [from_abstr, no_lint, to_core | results_only(Options)]) of
        {ok, _, Core, _} -> Core;
        {error, Errors, _} -> throw({compile, messages(Errors, Path)});
        error -> throw({compile, text("~ts: the compiler failed", [Path])})
    end.

%% The forms after macros, includes and parse transforms, and past the linter.
parse(Path, Options) ->
    ermine_project:with_own_modules(Options, fun() -> parse_with_transforms(Path, Options) end).

parse_with_transforms(Path, Options) ->
    case compile:noenv_file(Path, [to_pp | results_only(Options)]) of
        {ok, _, Forms, _} -> Forms;
        {error, Errors, _} ->
            %% The project may have the parse transform as a source.
            case [Name || {_, Of} <- Errors, {_, compile, {undef_parse_transform, Name}} <- Of] of
                [Name | _] ->
                    case ermine_project:own_module(Name) of
                        true -> parse_with_transforms(Path, Options);
                        false -> throw({compile, messages(Errors, Path)})
                    end;
                [] ->
                    throw({compile, messages(Errors, Path)})
            end;
        error -> throw({compile, text("~ts: the compiler failed", [Path])})
    end.

results_only(Options) ->
    [binary, return_errors, return_warnings, no_spawn_compiler_process | Options].

%% What the project's own options may ask for beside the code: files, listings, words on the
%% terminal, an end before Core Erlang. None of it is wanted here.
options(Options) ->
    [Option || Option <- Options ++ compile:env_compiler_options(), not is_side_effect(Option)].

is_side_effect({Name, _}) ->
    lists:member(Name, [outdir, error_location, makedep_output, makedep_target, cwd]);
is_side_effect(Name) when is_atom(Name) ->
    lists:member(Name, [report, report_errors, report_warnings, verbose, warnings_as_errors,
                        brief, return, return_errors, return_warnings, binary, time, 'P', 'E', 'S',
                        makedep, makedep_side_effect, makedep_phony, makedep_add_missing,
                        basic_validation, strong_validation, beam_debug_info,
                        to_pp, to_exp, to_core, to_core0, to_kernel, to_asm, to_dis,
                        from_core, from_abstr, from_asm]);
is_side_effect(_) ->
    false.

%% Every file whose change could change the result.
dependencies(Path, Forms, Options) ->
    Included = [filename:absname(File, filename:dirname(Path))
                || {attribute, _, file, {File, _}} <- Forms],
    Transforms = [File
                  || Module <- parse_transforms(Path, Included, Options),
                     File <- [code:which(Module) | ermine_project:own_files(Module)],
                     is_list(File) orelse is_binary(File)],
    [unicode:characters_to_binary(File)
     || File <- lists:usort(Included ++ Transforms), filelib:is_regular(File)].

%% The compiler removes the attributes that name parse transforms once they have run. So they are
%% looked for in the source again, if the word occurs there at all.
parse_transforms(Path, Included, Options) ->
    Directives = case lists:any(fun mentions_parse_transform/1, lists:usort([Path | Included])) of
                     true -> directives(Path, Options);
                     false -> []
                 end,
    proplists:get_all_values(parse_transform, lists:flatten([Options | Directives])).

%% What the module says that it comes from may be anything.
mentions_parse_transform(File) ->
    case filelib:is_regular(File) andalso filelib:file_size(File) =< ?LARGEST
         andalso file:read_file(File) of
        {ok, Text} -> binary:match(Text, <<"parse_transform">>) =/= nomatch;
        _ -> false
    end.

directives(Path, Options) ->
    case epp:parse_file(Path, epp_options(Path, Options)) of
        {ok, Forms} -> [Option || {attribute, _, compile, Option} <- Forms];
        {error, _} -> []
    end.

epp_options(Path, Options) ->
    [{includes, [filename:dirname(Path) | [Directory || {i, Directory} <- Options]]},
     {macros, [macro(Option) || Option <- Options, is_macro(Option)]}].

is_macro({d, _}) -> true;
is_macro({d, _, _}) -> true;
is_macro(_) -> false.

macro({d, Name}) -> Name;
macro({d, Name, Value}) -> {Name, Value}.

%%% Code for the node that runs it
%%%
%%% Crashes are confirmed with the code under test loaded for real. A module runs nothing by being
%%% loaded there, as it runs nothing in the interpreter: it is compiled without its `-on_load`.

compile_source(Path, Options0, CodePaths) ->
    ok = code:add_pathsz(CodePaths),
    Options = options(Options0),
    Forms = parse(Path, Options),
    {compiled(Forms, Options, Path), dependencies(Path, Forms, Options)}.

%% Both at once, so that parse transforms run once: as `source/3`, and the code, which is empty if it
%% cannot be had.
source_and_code(Path, Options0, CodePaths) ->
    ok = code:add_pathsz(CodePaths),
    Options = options(Options0),
    Forms = parse(Path, Options),
    Core = core_of_forms(Forms, Options, Path),
    Code = try compiled(Forms, Options, Path)
           catch throw:_ -> <<>>
           end,
    {ermine_core:module(Core, Forms, Path), dependencies(Path, Forms, Options), Code}.

compiled(Forms0, Options, Path) ->
    Forms = [Form || Form <- Forms0, not is_on_load(Form)],
    Quiet = [from_abstr, no_lint, nowarn_unused_function | results_only(Options)],
    case compile:noenv_forms(Forms, Quiet) of
        {ok, _, Binary, _} -> Binary;
        {error, Errors, _} -> throw({compile, messages(Errors, Path)});
        error -> throw({compile, text("~ts: the compiler failed", [Path])})
    end.

is_on_load({attribute, _, on_load, _}) -> true;
is_on_load(_) -> false.

%% The opcode of the instruction is a byte that a module without it may have too, so that the emulator
%% has the last word.
runs_on_load(Module, Binary) ->
    case beam_lib:chunks(Binary, ["Code"]) of
        {ok, {_, [{_, Code}]}} ->
            binary:match(Code, <<149>>) =/= nomatch andalso has_on_load(Module, Binary);
        _ ->
            false
    end.

has_on_load(Module, Binary) ->
    case erlang:prepare_loading(Module, Binary) of
        {error, _} -> false;
        Prepared -> erlang:has_prepared_code_on_load(Prepared)
    end.

without_on_load(Module, Binary, Path) ->
    case beam_lib:chunks(Binary, [debug_info]) of
        {ok, {_, [{debug_info, {debug_info_v1, Backend, Data}}]}} when Data =/= none ->
            case forms(Backend, Module, Data) of
                [] -> not_without_on_load(Path);
                %% They have passed through all transformations.
                Forms -> compiled(Forms, untransformed(options(recorded_options(Binary))), Path)
            end;
        _ ->
            not_without_on_load(Path)
    end.

untransformed(Options) ->
    [Option || Option <- Options, not is_tuple(Option) orelse element(1, Option) =/= parse_transform].

not_without_on_load(Path) ->
    throw({install, text("~ts runs code when it is loaded, and has no debug info from which it could "
                         "be had without that", [Path])}).

%% The folders of the code path. What would run something when it is loaded from there is loaded now,
%% without that; where that cannot be had, as a module in which there is nothing. The names of these.
%% All of it is made before anything of the folders is in reach: there may be a compiler among them.
add_folders(Folders) ->
    Files = lists:append([[filename:join(Folder, Name)
                           || {ok, Names} <- [file:list_dir(Folder)],
                              Name <- Names,
                              filename:extension(Name) =:= ".beam"]
                          || Folder <- Folders]),
    Made = lists:append([passive(Path) || Path <- first_of_each_name(Files, #{})]),
    ok = code:add_pathsa(Folders),
    %% OTP's own modules, if they are loaded, stay.
    [code:load_binary(Module, Path, Binary) || {Module, Path, Binary, _} <- Made],
    [Module || {Module, _, _, is_empty} <- Made].

%% Only the first of a name would ever be loaded.
first_of_each_name([], _) ->
    [];
first_of_each_name([Path | Paths], Seen) ->
    Name = filename:basename(Path),
    case Seen of
        #{Name := _} -> first_of_each_name(Paths, Seen);
        #{} -> [Path | first_of_each_name(Paths, Seen#{Name => true})]
    end.

%% The module in a file that would run something, as one that does not.
passive(Path) ->
    Module = list_to_atom(filename:basename(Path, ".beam")),
    case code:is_loaded(Module) =:= false andalso file:read_file(Path) of
        {ok, Binary} ->
            case runs_on_load(Module, Binary) of
                true -> [passive(Module, Path, Binary)];
                false -> []
            end;
        _ ->
            []
    end.

passive(Module, Path, Binary) ->
    try
        {Module, Path, without_on_load(Module, Binary, Path), is_whole}
    catch
        _:_ ->
            {ok, Module, Empty} = compile:noenv_forms([{attribute, 1, module, Module}],
                                                      [binary, no_spawn_compiler_process]),
            {Module, Path, Empty, is_empty}
    end.

install(Path, Binary0) ->
    Module = module_name(Binary0),
    case lists:member(Module, [ermine_node, ermine_core, ermine_comprehensions, ermine_load,
                               ermine_project, ermine_run, ermine_events, ermine_watch,
                               ermine_text]) of
        true -> throw({install, text("~ts is the name of a module of Ermine's own", [Module])});
        false -> ok
    end,
    Binary = case runs_on_load(Module, Binary0) of
                 false -> Binary0;
                 true -> without_on_load(Module, Binary0, Path)
             end,
    _ = code:purge(Module),
    case code:load_binary(Module, Path, Binary) of
        {module, Module} -> Module;
        %% OTP's own module, which is what runs here anyway.
        {error, sticky_directory} -> Module;
        {error, Reason} -> throw({install, text("~ts cannot be loaded: ~0tp", [Module, Reason])})
    end.

%% Modules that another compiler made, as this one makes them: that is what is interpreted. What cannot
%% be made again stays as it is. Their names.
install_again(Paths) ->
    [Module || Path <- Paths, Module <- install_again_one(Path)].

install_again_one(Path) ->
    Module = list_to_atom(filename:basename(Path, ".beam")),
    case not code:is_sticky(Module) andalso file:read_file(Path) of
        {ok, Binary} ->
            case is_made_by_another(Binary) of
                true -> made_again(Module, Path, Binary);
                false -> []
            end;
        _ ->
            []
    end.

is_made_by_another(Binary) ->
    case {compiler_of(Binary), own_compiler()} of
        {Version, Version} -> false;
        {none, _} -> false;
        _ -> true
    end.

compiler_of(Binary) ->
    proplists:get_value(version, compile_info(Binary), none).

own_compiler() ->
    proplists:get_value(version, compile:module_info(compile), none).

made_again(Module, Path, Binary) ->
    try
        Again = without_on_load(Module, Binary, Path),
        _ = code:purge(Module),
        {module, Module} = code:load_binary(Module, Path, Again),
        [Module]
    catch
        _:_ -> []
    end.

%%% Words

read(Path) ->
    case file:read_file(Path) of
        {ok, Binary} ->
            Binary;
        {error, Reason} ->
            throw({file, text("~ts: ~ts", [Path, file:format_error(Reason)])})
    end.

%% The first error, as `erlc` would print it.
messages([{File, [Error | _]} | _], _) -> message(File, Error);
messages([{_, []} | Errors], Path) -> messages(Errors, Path);
messages([], Path) -> text("~ts: the compiler gave up without a reason", [Path]).

message(File, {{Line, Column}, Module, Description}) ->
    text("~ts:~w:~w: ~ts", [File, Line, Column, Module:format_error(Description)]);
message(File, {Line, Module, Description}) when is_integer(Line) ->
    text("~ts:~w: ~ts", [File, Line, Module:format_error(Description)]);
message(File, {_, Module, Description}) ->
    text("~ts: ~ts", [File, Module:format_error(Description)]);
message(File, {Module, Description}) ->
    text("~ts: ~ts", [File, Module:format_error(Description)]).

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).
