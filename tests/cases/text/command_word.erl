%%! explore: command/1
%% A word that becomes an atom.
-module(command_word).
-export([command/1]).

-spec command(string()) -> integer().
command(Text) when length(Text) < 6 ->
    case list_to_atom(Text) of
%%       ^^^^^^^^^^^^^^^^^^ crash: error:badarg, command(_)
        go -> 1;
        stop -> error(stopped)
%%              ^^^^^^^^^^^^^^ crash: error:stopped, command("stop")
    ;
        _ -> 0
    end;
command(_) -> 0.

%%! depth: 40
