%% Runs a command as a shell would: what it prints goes where we print, and a terminal stays one.
-module(rebar3_ermine_command).

-export([run/3]).

%% The exit code of a command, run in this folder.
%%
%% With `nouse_stdio', a port talks to its program on the descriptors 3 and 4, and leaves the first three
%% as they are. The program is in a session of its own, where no Ctrl-C reaches it. So a shell waits for
%% the end of what it could read from us: whatever ended us, Ermine is asked to end too.
run(Command, Arguments, Folder) ->
    Options = [nouse_stdio, exit_status, hide, {args, ["-c", script(), Command | Arguments]}, {cd, Folder}],
    Port = open_port({spawn_executable, "/bin/sh"}, Options),
    wait(Port).

script() ->
    "exec 4>&-\n"
    "\"$0\" \"$@\" 3<&- &\n"
    "ermine=$!\n"
    "{ read -r _ <&3; kill \"$ermine\"; } >/dev/null 2>&1 &\n"
    "watcher=$!\n"
    "exec 3<&-\n"
    "wait \"$ermine\"\n"
    "code=$?\n"
    "kill \"$watcher\" 2>/dev/null\n"
    "exit \"$code\"\n".

wait(Port) ->
    receive
        {Port, {exit_status, Code}} -> Code;
        {Port, _} -> wait(Port)
    end.
