%%! explore: f/1
%% Two parts of a text that is split, each of which becomes something else.
-module(name_and_number).
-export([f/1]).

-spec f([32..126]) -> ok.
f(Text) ->
    case string:split(Text, ":") of
        [Name, Number] ->
            case {list_to_atom(Name), list_to_integer(Number)} of
%%                                    ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f(_)
                {_, 17} -> error(seventeen);
%%                         ^^^^^^^^^^^^^^^^ crash: error:seventeen, f(_)
                _ -> ok
            end;
        _ -> ok
    end.

%%! runs: 3000
%%! covers: all
