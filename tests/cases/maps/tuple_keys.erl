%%! explore: cell/2
%% Keys that are made of parts of the input.
-module(tuple_keys).
-export([cell/2]).

-spec cell(integer(), integer()) -> term().
cell(X, Y) ->
    Board = #{{0, 0} => start, {3, 4} => trap},
    case maps:find({X + 1, Y}, Board) of
        {ok, trap} -> error(trapped);
%%                    ^^^^^^^^^^^^^^ crash: error:trapped, cell(2, 4)
        {ok, What} -> What;
        error -> empty
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
