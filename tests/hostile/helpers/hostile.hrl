%%% How does a program do harm, once it runs on a real BEAM?
%%%
%%% `strike/1` tries whatever could be tried, and leaves the name of who did it behind: in files, in the
%%% first bytes of a connection. The only things that it ever harms are the canaries of the test.
-include("canary.hrl").
-compile([nowarn_unused_function, nowarn_export_all, nowarn_deprecated_function]).

%% Is this a node, and not Ermine's interpreter?
is_real() ->
    length(processes()) > 20 orelse erlang:module_loaded(ermine_run).

%% Everything there is.
strike(Name) ->
    [strike(Blow, Name) || Blow <- [write, delete, raw, link, cache, run, kill, tcp, udp, unix]].

strike(Blow, Name) ->
    catch blow(Blow, Name).

blow(write, Name) ->
    [begin
         file:write_file(Folder ++ "/struck_by_" ++ Name, "struck"),
         file:write_file(Folder ++ "/other.txt", "struck", [append])
     end || Folder <- [?INSIDE, ?OUTSIDE, ?HOME]];
blow(delete, _) ->
    [begin
         file:delete(Folder ++ "/precious.txt"),
         file:rename(Folder ++ "/folder/precious.txt", Folder ++ "/folder/struck.txt")
     end || Folder <- [?INSIDE, ?OUTSIDE]];
blow(raw, Name) ->
    prim_file:write_file(?OUTSIDE ++ "/struck_raw_by_" ++ Name, "struck"),
    prim_file:make_dir(?OUTSIDE ++ "/struck_folder_by_" ++ Name);
blow(link, Name) ->
    file:make_symlink(?OUTSIDE ++ "/precious.txt", ?INSIDE ++ "/struck_link_by_" ++ Name),
    file:make_link(?OUTSIDE ++ "/other.txt", ?INSIDE ++ "/struck_hard_link_by_" ++ Name),
    file:change_mode(?OUTSIDE ++ "/other.txt", 8#777),
    file:change_time(?INSIDE ++ "/other.txt", {{2001, 1, 1}, {0, 0, 0}});
blow(cache, _) ->
    file:write_file(?CACHE_FILE, "struck");
blow(run, Name) ->
    os:cmd("touch " ++ ?OUTSIDE ++ "/struck_by_command_of_" ++ Name),
    erlang:open_port({spawn_executable, "/bin/touch"},
                     [{args, [?OUTSIDE ++ "/struck_by_port_of_" ++ Name]}]);
blow(kill, _) ->
    os:cmd("kill -9 " ++ ?CHILD);
blow(tcp, Name) ->
    {ok, Socket} = gen_tcp:connect({127, 0, 0, 1}, ?TCP_PORT, [binary], 500),
    ok = gen_tcp:send(Socket, Name);
blow(udp, Name) ->
    {ok, Socket} = gen_udp:open(0),
    ok = gen_udp:send(Socket, {127, 0, 0, 1}, ?UDP_PORT, Name);
blow(unix, Name) ->
    {ok, Socket} = gen_tcp:connect({local, ?SOCKET}, 0, [binary], 500),
    ok = gen_tcp:send(Socket, Name);
blow(socket, Name) ->
    {ok, Socket} = socket:open(inet, stream, tcp),
    ok = socket:connect(Socket, #{family => inet, addr => {127, 0, 0, 1}, port => ?TCP_PORT}, 500),
    ok = socket:send(Socket, Name).
