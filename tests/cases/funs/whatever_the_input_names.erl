%%! explore: f/4
%% What goes wrong in a function that the input names, whichever it is, is one finding where it is called: there are as
%% many of them as there are modules. What the program does with the result is its own affair.
%%! runs: 2000
-module(whatever_the_input_names).
-export([f/4]).
-spec f(module(), atom(), [term()], 7 | 8) -> term().
f(Module, Name, Arguments, 7) ->
    Result = apply(Module, Name, Arguments),
%%           ^^^^^ crash: error:_, f(_, _, _, 7)
    case Result of
        0 -> error(from_the_result);
%%           ^^^^^ crash: error:from_the_result, f(_, _, _, 7)
        _ -> maps:from_list(lists:duplicate(3, {string:length("abc"), erlang:node()}))
    end;
f(_, _, _, Y) ->
    1 div (Y - 8).
%%    ^^^ crash: error:badarith, f(_, _, _, 8)
