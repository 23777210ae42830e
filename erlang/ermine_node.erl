%%% What runs on the node that Ermine starts?
%%%
%%% A loop that takes requests from one pipe and answers on another, each a length, the request's
%%% number in eight bytes, and an external term. Every request runs in a process of its own, so that
%%% many can be under way at once and any of them may fail, hang or be called off.
%%% When the pipe closes, Ermine is gone, and so is the node.
-module(ermine_node).
-export([start/1]).

%% For compiling, or for running calls.
start([Role]) ->
    spawn(fun() ->
                  process_flag(priority, max),
                  load_own_modules(),
                  become(Role),
                  Port = open_port({fd, 3, 4}, port_options()),
                  send(Port, 0, {ready, about()}),
                  loop(Port, #{}, #{})
          end).

%% What is said faster than it is read waits in the port, rather than whoever says it.
port_options() ->
    [binary, {packet, 4}, eof, {busy_limits_port, disabled}, {busy_limits_msgq, disabled}].

%% Nothing is looked for in the folder that the node happens to be in, nor where Ermine's own modules
%% are. A node that runs calls has no variables, as the interpreter has none.
become(Role) ->
    code:del_path("."),
    code:del_path(filename:dirname(code:which(?MODULE))),
    [os:unsetenv(hd(string:split(Variable, "="))) || Role =:= runner, Variable <- os:getenv()],
    %% A compiler is called from where the user is.
    [file:set_cwd(Folder) || Role =:= compiler, Folder <- init:get_plain_arguments()],
    ok.

%% The files they come from may be removed as soon as the node is ready.
load_own_modules() ->
    [{module, _} = code:ensure_loaded(Module)
     || Module <- [ermine_core, ermine_events, ermine_load, ermine_project, ermine_run, ermine_text, ermine_watch]].

about() ->
    {list_to_binary(erlang:system_info(otp_release)),
     list_to_binary(erlang:system_info(version)),
     unicode:characters_to_binary(code:root_dir()),
     unicode:characters_to_binary(code:lib_dir()),
     flavor()}.

flavor() ->
    try atom_to_binary(erlang:system_info(emu_flavor), utf8)
    catch error:badarg -> <<"emu">>
    end.

%% Two views of the requests under way: by id, to call one off; by process, to see one die.
loop(Port, Workers, Ids) ->
    receive
        {Port, {data, <<Id:64, External/binary>>}} ->
            case binary_to_term(External) of
                cancel ->
                    [exit(Worker, kill) || {ok, Worker} <- [maps:find(Id, Workers)]],
                    loop(Port, Workers, Ids);
                Request ->
                    {Worker, _} = spawn_opt(fun() -> send(Port, Id, answer(Request)) end,
                                            [monitor | heap_options(Request)]),
                    loop(Port, Workers#{Id => Worker}, Ids#{Worker => Id})
            end;
        %% Anybody may send anything, also what looks like this.
        {'DOWN', _, process, Worker, Reason} when is_map_key(Worker, Ids) ->
            Id = maps:get(Worker, Ids),
            [send(Port, Id, ended(Reason)) || Reason =/= normal],
            loop(Port, maps:remove(Id, Workers), maps:remove(Worker, Ids));
        {Port, eof} ->
            erlang:halt(0, [{flush, false}]);
        {'EXIT', Port, _} ->
            erlang:halt(0, [{flush, false}]);
        _ ->
            loop(Port, Workers, Ids)
    end.

%% A compiler that starts with eight megabytes spares itself a sixth of the time: the small
%% collections on the way there.
heap_options(Request) ->
    [{min_heap_size, 1000000} || is_compilation(Request)].

is_compilation(Request) when is_tuple(Request) ->
    lists:member(element(1, Request),
                 [load_beam, load_source, load_source_and_code, compile_source]);
is_compilation(_) ->
    false.

send(Port, Id, Answer) ->
    port_command(Port, [<<Id:64>>, term_to_binary(Answer, [{minor_version, 2}])]).

%% A parse transform may open a port, for `os:cmd/1`, which cannot start anything here: its end must not be
%% that of the compiler.
answer(Request) ->
    _ = [process_flag(trap_exit, true) || is_compilation(Request)],
    try
        {ok, handle(Request)}
    catch
        throw:{unsupported, Construct, Name, Arity} ->
            {error, unsupported,
             text("~ts/~w uses a construct of Core Erlang that Ermine does not know: ~tp",
                  [Name, Arity, Construct])};
        throw:{Kind, Text} when is_atom(Kind), is_binary(Text) ->
            {error, Kind, Text};
        Class:Reason:Stack ->
            failure({Class, Reason, Stack})
    end.

%% Who does the work was killed, by what it compiled or ran: through a link, or on purpose.
ended(Reason) ->
    {error, internal,
     text("what was compiled or run (a parse transform?) ended the process that was at it, with the reason ~0tP",
          [Reason, 60])}.

%% What nobody foresaw: a mistake in Ermine's Erlang half, or in a compiler.
failure(Reason) ->
    {error, internal, text("~0tP", [Reason, 60])}.

handle({load_beam, Path, CodePaths}) ->
    ermine_load:beam(path(Path), paths(CodePaths));
handle({load_source, Path, Options, CodePaths}) ->
    ermine_load:source(path(Path), Options, paths(CodePaths));
handle({load_source_and_code, Path, Options, CodePaths}) ->
    ermine_load:source_and_code(path(Path), Options, paths(CodePaths));
handle({load_text, Module, Text}) ->
    ermine_load:embedded(Module, Text);
handle({compile_source, Path, Options, CodePaths}) ->
    ermine_load:compile_source(path(Path), Options, paths(CodePaths));
handle({project_settings, Path, Evaluates}) ->
    ermine_project:settings(path(Path), Evaluates);
handle({install, Path, Binary}) ->
    ermine_load:install(path(Path), Binary);
handle({install_again, Paths}) ->
    ermine_load:install_again(paths(Paths));
handle({add_folders, Folders}) ->
    ermine_load:add_folders(paths(Folders));
handle({apply, Calls, Limits}) ->
    ermine_run:calls(Calls, Limits);
handle({evaluate, Text, Module, Limits}) ->
    ermine_text:evaluate(Text, Module, Limits);
handle({print, Format, Terms}) ->
    [ermine_text:print(Format, binary_to_term(Term)) || Term <- Terms];
handle({watch, Modules}) ->
    ermine_watch:watch(Modules);
handle({exports, Modules}) ->
    [exports(Module) || Module <- Modules];
handle(ping) ->
    pong.

exports(Module) ->
    case code:ensure_loaded(Module) of
        {module, _} -> Module:module_info(exports);
        {error, _} -> []
    end.

paths(Paths) ->
    [path(Path) || Path <- Paths].

path(Path) ->
    case unicode:characters_to_list(Path, file:native_name_encoding()) of
        Name when is_list(Name) -> Name;
        _ -> Path
    end.

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).
