%%! explore: layers/1
%% A handler that fails itself, inside of another that catches only some of it.
-module(nested_handlers).
-export([layers/1]).

layers(X) ->
    try
        try step(X)
        catch
            error:one -> error(two);
            error:three -> throw(four)
%%                         ^^^^^^^^^^^ crash: throw:four, layers(c)
        end
    catch
        error:two -> {caught, two}
    end.

step(a) -> error(one);
step(b) -> error(two);
step(c) -> error(three);
step(d) -> error(five);
%%         ^^^^^^^^^^^ crash: error:five, layers(d)
step(_) -> fine.

%%! stop: exhausted
%%! complete
%%! covers: all
