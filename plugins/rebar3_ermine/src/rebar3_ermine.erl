%% `rebar3 ermine': tests the project with the command `ermine'.
%%
%% The project is compiled first. Then `ermine check' runs with the modules of the project's own
%% applications (or those that are asked for), and with everything else that was built on its code path.
-module(rebar3_ermine).
-behaviour(provider).

-export([init/1, do/1, format_error/1]).

init(State) ->
    Provider = providers:create(
        [{name, ermine},
         {module, ?MODULE},
         {bare, true},
         {deps, [{default, compile}]},
         {example, "rebar3 ermine --time 5s --module my_module"},
         {opts, rebar3_ermine_options:all()},
         {short_desc, "Find the inputs that crash the functions of this project."},
         {desc,
          "Find the inputs that crash the functions of this project.\n\n"
          "Compiles the project and tests its own applications with `ermine check`, which must be "
          "installed. It is looked for where the variable ERMINE says, where {ermine_command, \"...\"} "
          "in rebar.config says, and on the PATH. All options but --module and --application go to "
          "`ermine check`, and so does whatever follows `--`."}]),
    {ok, rebar_state:add_provider(State, Provider)}.

do(State) ->
    {Parsed, _} = rebar_state:command_parsed_args(State),
    try
        Options = rebar3_ermine_options:passed_on(Parsed, rebar_state:command_args(State)),
        Command = command(State),
        Root = rebar_dir:root_dir(State),
        Applications = wanted_applications(State, proplists:get_all_values(application, Parsed)),
        Tested = tested(Applications, proplists:get_all_values(module, Parsed), Root),
        Others = [["--pa", shown(Folder, Root)] || Folder <- code_path(State)],
        Arguments = ["check"] ++ Options ++ lists:append(Others) ++ Tested,
        rebar_api:debug("~ts ~ts", [Command, lists:join(" ", Arguments)]),
        ended(rebar3_ermine_command:run(Command, Arguments, Root), State)
    catch
        throw:Reason -> {error, {?MODULE, Reason}}
    end.

ended(0, State) -> {ok, State};
ended(Code, _) -> throw({exit_code, Code}).

%% --- what is tested ---------------------------------------------------------------------------

wanted_applications(State, Names) ->
    All = rebar_state:project_apps(State),
    case Names of
        [] -> All;
        _ -> [application(Name, All) || Name <- Names]
    end.

application(Name, All) ->
    case [App || App <- All, rebar_app_info:name(App) =:= unicode:characters_to_binary(Name)] of
        [App | _] -> App;
        [] -> throw({no_application, Name, [rebar_app_info:name(App) || App <- All]})
    end.

%% The folders of the applications, or the files of these modules.
tested([], _, _) ->
    throw(no_applications);
tested(Applications, [], Root) ->
    Folders = [rebar_app_info:ebin_dir(App) || App <- Applications],
    case [Folder || Folder <- Folders, filelib:wildcard("*.beam", Folder) =/= []] of
        [] -> throw(no_modules);
        Built -> [shown(Folder, Root) || Folder <- Built]
    end;
tested(Applications, Modules, Root) ->
    [shown(file(Module, Applications), Root) || Module <- Modules].

file(Module, Applications) ->
    Files = [filename:join(rebar_app_info:ebin_dir(App), Module ++ ".beam") || App <- Applications],
    case lists:filter(fun filelib:is_regular/1, Files) of
        [File | _] -> File;
        [] -> throw({no_module, Module})
    end.

%% Where the modules are that the tested ones may call: of the project, and of what it depends on.
code_path(State) ->
    Applications = rebar_state:project_apps(State) ++ rebar_state:all_deps(State),
    Folders = [rebar_app_info:ebin_dir(App) || App <- Applications],
    lists:usort([Folder || Folder <- Folders, filelib:is_dir(Folder)]).

%% Below the project, paths are as short as one would type them.
shown(Path, Root) ->
    Parts = parts(Path),
    case lists:prefix(parts(Root), Parts) of
        true -> filename:join(lists:nthtail(length(parts(Root)), Parts));
        false -> filename:join(Parts)
    end.

%% rebar3 has paths as texts and binaries, and its root may end in "/.".
parts(Path) ->
    [Part || Part <- filename:split(rebar_utils:to_list(Path)), Part =/= "."].

%% --- the command ------------------------------------------------------------------------------

command(State) ->
    Configured = rebar_state:get(State, ermine_command, false),
    case {os:getenv("ERMINE"), Configured} of
        {Named, _} when Named =/= false, Named =/= "" -> found(Named, "the variable ERMINE");
        {_, false} -> found("ermine", path);
        {_, Named} -> found(Named, "ermine_command in rebar.config")
    end.

found(Named, Who) ->
    case os:find_executable(Named) of
        false -> throw({no_command, Named, Who});
        Path -> filename:absname(Path)
    end.

format_error({no_command, _, path}) ->
    "there is no command ermine on the PATH: install Ermine, or say where it is by the variable ERMINE "
    "or by {ermine_command, \"/path/to/ermine\"} in rebar.config";
format_error({no_command, Named, Who}) ->
    io_lib:format("there is no command ~ts, which ~ts names", [Named, Who]);
format_error({no_application, Name, Names}) ->
    io_lib:format("there is no application ~ts in this project; there are ~ts",
                  [Name, lists:join(", ", Names)]);
format_error({no_module, Module}) ->
    io_lib:format("there is no module ~ts in the applications of this project", [Module]);
format_error({stray, Argument}) ->
    io_lib:format("~ts is no option; is it --module ~ts?", [Argument, Argument]);
format_error(no_applications) ->
    "there is no application in this project: one has a folder src with a file NAME.app.src";
format_error(no_modules) ->
    "the applications of this project have no modules";
format_error({exit_code, 1}) ->
    "ermine found what is told above";
format_error({exit_code, Code}) ->
    io_lib:format("ermine could not test everything, see above (its exit code is ~b)", [Code]).
