%%! explore: fields/1
%% Three fields of which the second is empty.
-module(comma_separated).
-export([fields/1]).

-spec fields([0..127]) -> non_neg_integer().
fields(Line) ->
    case split(Line, [], []) of
        [_, [], _] -> error(empty_field);
%%                    ^^^^^^^^^^^^^^^^^^ crash: error:empty_field, fields(_)
        Fields -> length(Fields)
    end.

split([$, | Rest], Field, Fields) -> split(Rest, [], [lists:reverse(Field) | Fields]);
split([Character | Rest], Field, Fields) -> split(Rest, [Character | Field], Fields);
split([], Field, Fields) -> lists:reverse([lists:reverse(Field) | Fields]).

%%! depth: 16
%%! covers: all
