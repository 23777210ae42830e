%%! explore: f/1
%%! runs: 50
%%! known-wrong: a fun within a fun does not know the types of the variables around it
%% The fun that is returned remembers what the first was given.
-module(higher_remembers).
-export([f/1]).

-spec f(fun((reference()) -> fun((integer()) -> reference() | none))) -> ok.
f(F) ->
    Token = make_ref(),
    Get = F(Token),
    case Get(1) of
        Token ->
            error(bug);
        _ -> ok
    end.

%%! verdict: no_crash_found
