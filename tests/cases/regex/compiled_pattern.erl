%%! explore: kind/1
%% A compiled pattern is followed as what it was compiled from.
-module(compiled_pattern).
-export([kind/1]).

-spec kind(binary()) -> atom().
kind(Text) ->
    {ok, Pattern} = re:compile("\\A(?:yes|no)\\z", [caseless]),
    case re:run(Text, Pattern) of
        {match, [{0, 3}]} -> error(yes);
%%                           ^^^^^^^^^^ crash: error:yes, kind(_)
        {match, _} -> no;
        nomatch -> none
    end.

%%! covers: all
