%%! explore: port/1
%% A value under a key that comes from the input.
-module(key_of_input).
-export([port/1]).

-spec port(atom()) -> integer().
port(Service) ->
    Known = [{http, 80}, {https, 443}, {ssh, none}],
    case lists:keyfind(Service, 1, Known) of
        {_, Port} -> Port + 0;
%%                   ^^^^^^^^ crash: error:badarith, port(ssh)
        false -> 0
    end.

%%! verdict: crash
%%! complete
