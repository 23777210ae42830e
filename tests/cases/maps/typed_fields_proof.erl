%%! explore: area/1
%% The type requires the keys: no lookup can fail.
-module(typed_fields_proof).
-export([area/1]).

-type shape() :: #{kind := square | circle, size := pos_integer(), name => atom()}.

-spec area(shape()) -> integer().
area(#{kind := Kind} = Shape) ->
    Size = maps:get(size, Shape),
    case Kind of
        square -> Size * Size;
        circle -> 3 * Size * Size
    end.

%%! verdict: proved
%%! covers: all
