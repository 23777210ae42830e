%%! explore: read/1
%% Of a digit the BEAM looks at the lowest byte: `read(304)` divides by zero. That is not found, and must not
%% be proved to be safe.
-module(digit_beyond_a_byte).
-export([read/1]).

-spec read(char()) -> pos_integer() | none.
read(Character) when Character > 255 ->
    try list_to_integer([Character]) of
        Number -> 10 div Number
    catch
        error:badarg -> none
    end;
read(_) -> none.

%%! verdict: no_crash_found
%%! covers: all
