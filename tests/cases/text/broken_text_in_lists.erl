%%! explore: f/1
%% Text in lists that is none says how far it was one, and what is left, in lists as it was.
-module(broken_text_in_lists).
-export([f/1]).

-spec f([binary() | [char()]]) -> term().
f(Data) ->
    case unicode:characters_to_binary(Data) of
        {error, <<"a">>, [[<<255>> | _] | _]} -> error(inside);
        {error, <<"a">>, [<<255, _/binary>>, _ | _]} -> error(rest);
%%                                                      ^^^^^^^^^^^ crash: error:rest, f([_ | _])
        {incomplete, <<"a">>, <<16#e2, 16#82>>} -> error(incomplete);
%%                                                 ^^^^^^^^^^^^^^^^^ crash: error:incomplete, f(_)
        _ -> ok
    end.
%%! runs: 4000
