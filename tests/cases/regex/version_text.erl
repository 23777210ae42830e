%%! explore: parse/1
%% A regular expression over text of the input, with what its groups have matched.
-module(version_text).
-export([parse/1]).

-spec parse(binary()) -> term().
parse(Text) ->
    case re:run(Text, "^v([0-9]+)\\.([0-9]+)$", [{capture, all_but_first, list}]) of
        {match, ["4", Minor]} when Minor =/= "0" -> error(unknown_minor);
%%                                                  ^^^^^^^^^^^^^^^^^^^^ crash: error:unknown_minor, parse(_)
        {match, [Major, _]} -> list_to_integer(Major);
        nomatch -> none
    end.

%%! covers: all
