%%! explore: parse/1
%% `try … of` without a clause for the value.
-module(try_clause).
-export([parse/1]).

parse(Input) ->
    try digit(Input) of
%%  ^^^ crash: error:{try_clause, {digit, 0}}, parse($0)
        {digit, D} when D > 0 -> D
    catch
        throw:not_a_digit -> 0
    end.

digit(Letter) when is_integer(Letter), Letter >= $0, Letter =< $9 -> {digit, Letter - $0};
digit(_) -> throw(not_a_digit).

%%! covers: all
