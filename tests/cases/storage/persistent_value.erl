%%! explore: f/2
%% Persistent terms keep how they came from the input; so do their keys.
-module(persistent_value).
-export([f/2]).

-spec f(atom(), {integer(), integer()}) -> integer().
f(Key, {Low, High}) ->
    persistent_term:put({?MODULE, limits}, {Low, High}),
    persistent_term:put({?MODULE, Key}, {0, 1000}),
    {From, To} = persistent_term:get({?MODULE, limits}),
    persistent_term:erase({?MODULE, limits}),
    persistent_term:erase({?MODULE, Key}),
    if
        Key =:= limits -> To;
        From + To =:= 9001, From > To -> error(reversed);
%%                                       ^^^^^^^^^^^^^^^ crash: error:reversed, f(_, {A, B}) when A + B =:= 9001, A > B
        true -> From
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
