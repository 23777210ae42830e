%%! explore: parse/1
%% A date as text: the digits are all right, the date is not.
-module(date_text).
-export([parse/1]).

-spec parse([32..126]) -> ok | error.
parse([M1, M2, $-, D1, D2]) ->
    case {number(M1, M2), number(D1, D2)} of
        {2, 30} -> error(no_such_day);
%%                 ^^^^^^^^^^^^^^^^^^ crash: error:no_such_day, parse("02-30")
        {M, D} when is_integer(M), is_integer(D), M >= 1, M =< 12, D >= 1, D =< 31 -> ok;
        _ -> error
    end;
parse(_) -> error.

number(A, B) when A >= $0, A =< $9, B >= $0, B =< $9 -> (A - $0) * 10 + B - $0;
number(_, _) -> error.

%%! covers: all
