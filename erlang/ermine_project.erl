%%% How does rebar3 compile a project that is not built yet?
%%%
%%% What its `rebar.config` says, with `rebar.config.script`, which is a program of the user's: so all
%%% of it is read on a node behind walls that sees this project only. And what a project brings along
%%% for its own compilation, parse transforms and what they call, is compiled here when it is asked for.
-module(ermine_project).
-export([settings/2, with_own_modules/2, own_module/1, own_files/1, undefined_function/3,
         undefined_lambda/3]).

%% `{Options, SourceFolders, Notes}` of a `rebar.config`, with its script if that may be evaluated: what the compiler is to be told, folders that
%% sources are in (none: the usual ones), and lines for a person.
settings(Path, Evaluates) ->
    case terms(Path) of
        {ok, Terms0} ->
            {Terms, Notes} = scripted(Path, Terms0, Evaluates),
            Options = list(proplists:get_value(erl_opts, Terms, [])),
            Folders = list(proplists:get_value(src_dirs, Terms, []))
                ++ lists:append([list(Value) || {src_dirs, Value} <- Options]),
            {term_to_binary(lists:append([option(Option, filename:dirname(Path)) || Option <- Options])),
             [unicode:characters_to_binary(Folder) || {ok, Folder} <- lists:map(fun folder/1, Folders)],
             Notes};
        {error, Reason} ->
            throw({file, text("~ts:~ts", [Path, file:format_error(Reason)])})
    end.

terms(Path) ->
    case filelib:is_regular(Path) of
        true -> file:consult(Path);
        %% There may be a script alone.
        false -> {ok, []}
    end.

list(List) when is_list(List) -> List;
list(_) -> [].

%% As rebar3 does it.
scripted(Path, Terms, Evaluates) ->
    Script = Path ++ ".script",
    Bindings = [{'CONFIG', Terms}, {'SCRIPT', Script}],
    case filelib:is_regular(Script) of
        false ->
            {Terms, []};
        true when not Evaluates ->
            {Terms, [text("~ts counts as not there: nothing would keep it from touching this machine",
                          [Script])]};
        true ->
            {ok, Before} = file:get_cwd(),
            ok = file:set_cwd(filename:dirname(Path)),
            try apart(fun() -> file:script(Script, Bindings) end) of
                {ok, Changed} when is_list(Changed) ->
                    {Changed, []};
                {ok, _} ->
                    {Terms, [text("~ts gives no list, and counts as not there", [Script])]};
                {error, Reason} ->
                    {Terms, [text("~ts:~ts (it counts as not there)",
                                  [Script, file:format_error(Reason)])]}
            catch
                Class:Reason ->
                    {Terms, [text("~ts cannot be evaluated behind walls, and counts as not there: "
                                  "~ts:~0tP", [Script, Class, Reason, 12])]}
            after
                file:set_cwd(Before)
            end
    end.

%% What `Fun` returns or raises, in a process of its own: a signal that ends it there, as that of a port
%% which could not be opened, is an exception here.
apart(Fun) ->
    Trapped = process_flag(trap_exit, true),
    Process = spawn_link(fun() ->
                                 exit({?MODULE, try {returned, Fun()}
                                                catch Class:Reason -> {raised, Class, Reason}
                                                end})
                         end),
    Reason = receive {'EXIT', Process, Why} -> Why end,
    process_flag(trap_exit, Trapped),
    case Reason of
        {?MODULE, {returned, Value}} -> Value;
        {?MODULE, {raised, Class, Raised}} -> erlang:raise(Class, Raised, []);
        Signal -> exit(Signal)
    end.

folder({Folder, _}) -> folder(Folder);
folder(Folder) when is_list(Folder) ->
    case io_lib:char_list(Folder) of
        true -> {ok, Folder};
        false -> none
    end;
folder(_) -> none.

%% What changes the meaning of the code; folders are those of the project.
option({i, Folder}, Root) ->
    case folder(Folder) of
        {ok, Name} -> [{i, filename:absname(Name, Root)}];
        none -> []
    end;
option({platform_define, Regex, Name}, _) ->
    [{d, Name} || is_platform(Regex)];
option({platform_define, Regex, Name, Value}, _) ->
    [{d, Name, Value} || is_platform(Regex)];
option({src_dirs, _}, _) ->
    [];
option({Name, _}, _) when Name =:= extra_src_dirs; Name =:= outdir ->
    [];
option(Option, _) ->
    [Option].

is_platform(Regex) ->
    try re:run(platform(), Regex, [{capture, none}]) =:= match
    catch error:_ -> false
    end.

%% `25.2.3-x86_64-pc-linux-gnu-64`, as rebar3 calls it.
platform() ->
    Release = erlang:system_info(otp_release),
    File = filename:join([code:root_dir(), "releases", Release, "OTP_VERSION"]),
    Version = case file:read_file(File) of
                  {ok, Text} -> string:trim(unicode:characters_to_list(Text), both, "*\s\n");
                  {error, _} -> Release
              end,
    Words = integer_to_list(8 * erlang:system_info({wordsize, external})),
    lists:join("-", [Version, erlang:system_info(system_architecture), Words]).

%%% Modules of the project that run while it is compiled

%% What `Fun` calls may be in sources of the project. This module is the error handler meanwhile: the
%% emulator asks it for functions that are not there.
with_own_modules(Options, Fun) ->
    Folders = [Folder || {ermine_sources, Folder} <- Options],
    Plain = [Option || Option <- Options, not is_transform(Option)],
    {Outer, UnderWay} = case get(?MODULE) of
                            undefined -> {undefined, []};
                            {_, _, Names} = Known -> {Known, Names}
                        end,
    put(?MODULE, {Folders, Plain, UnderWay}),
    Before = process_flag(error_handler, ?MODULE),
    try Fun()
    after
        process_flag(error_handler, Before),
        put(?MODULE, Outer)
    end.

is_transform({parse_transform, _}) -> true;
is_transform(_) -> false.

undefined_function(Module, Function, Arguments) ->
    _ = code:ensure_loaded(Module) =:= {module, Module} orelse own_module(Module),
    error_handler:undefined_function(Module, Function, Arguments).

undefined_lambda(Module, Fun, Arguments) ->
    _ = code:ensure_loaded(Module) =:= {module, Module} orelse own_module(Module),
    error_handler:undefined_lambda(Module, Fun, Arguments).

%% Loads a module of the project from its source, if there is one. Whether it is there now.
own_module(Module) ->
    case get(?MODULE) of
        undefined ->
            false;
        {[], _, _} ->
            false;
        {Folders, Options, UnderWay} ->
            %% One that needs itself to be compiled cannot be.
            not lists:member(Module, UnderWay) andalso
                begin
                    put(?MODULE, {Folders, Options, [Module | UnderWay]}),
                    %% Many modules are compiled at the same time.
                    try alone(fun() -> loaded(Module, Folders, Options) end)
                    after put(?MODULE, {Folders, Options, UnderWay})
                    end
                end
    end.

%% Nobody else loads meanwhile. Whoever has the name has the turn, also for what it needs itself.
alone(Fun) ->
    case whereis(?MODULE) of
        Self when Self =:= self() ->
            Fun();
        _ ->
            try register(?MODULE, self()) of
                true ->
                    try Fun()
                    after unregister(?MODULE)
                    end
            catch
                error:badarg ->
                    receive after 5 -> ok end,
                    alone(Fun)
            end
    end.

loaded(Module, Folders, Options) ->
    case code:ensure_loaded(Module) of
        {module, _} ->
            true;
        {error, _} ->
            Names = [filename:join(Folder, atom_to_list(Module) ++ ".erl") || Folder <- Folders],
            case [Name || Name <- Names, filelib:is_regular(Name)] of
                [Source | _] -> from_source(Module, Source, Options);
                [] -> false
            end
    end.

from_source(Module, Source, Options) ->
    try ermine_load:compile_source(Source, Options, []) of
        {Binary, Files} ->
            persistent_term:put({?MODULE, Module}, Files),
            code:load_binary(Module, Source, Binary) =:= {module, Module}
    catch
        throw:_ -> false
    end.

%% The files that a module of the project was made from, if it was loaded here.
own_files(Module) ->
    persistent_term:get({?MODULE, Module}, []).

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).
