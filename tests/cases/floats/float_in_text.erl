%%! explore: f/1
%% Which float a text is follows from its digits.
-module(float_in_text).
-export([f/1]).

-spec f(<<_:24>>) -> term().
f(Text) ->
    try binary_to_float(Text) of
        3.5 -> error(found);
%%             ^^^^^^^^^^^^ crash: error:found, f(_)
        _ -> ok
    catch
        error:badarg -> no_float
    end.

%%! covers: all
