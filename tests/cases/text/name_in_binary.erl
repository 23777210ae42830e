%%! explore: command/1
%% A name that comes as bytes: which name it is depends on every one of them.
-module(name_in_binary).
-export([command/1]).

-spec command(binary()) -> ok | unknown.
command(<<Name:4/binary>>) ->
    case binary_to_atom(Name, latin1) of
        halt -> error(halted);
%%              ^^^^^^^^^^^^^ crash: error:halted, command(<<"halt">>)
        _ -> ok
    end;
command(_) -> unknown.

%%! covers: all
