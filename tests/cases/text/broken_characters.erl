%%! explore: f/1
%% Text that is none says how far it was one.
-module(broken_characters).
-export([f/1]).

-spec f(<<_:16>>) -> term().
f(Text) ->
    case unicode:characters_to_list(Text) of
        {incomplete, "z", _} -> error(incomplete);
%%                              ^^^^^^^^^^^^^^^^^ crash: error:incomplete, f(_)
        {error, "y", _} -> error(broken);
%%                         ^^^^^^^^^^^^^ crash: error:broken, f(_)
        {_, _, _} -> other;
        Points -> length(Points)
    end.

%%! covers: all
