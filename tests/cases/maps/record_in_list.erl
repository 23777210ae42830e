%%! explore: ages/1
%% A map in a record in a list.
-module(record_in_list).
-export([ages/1]).

-record(person, {name :: atom(), details :: #{age := integer(), email => binary()}}).

-spec ages([#person{}]) -> [integer()].
ages([#person{name = root, details = #{age := Age, email := _}} | _]) when Age < 0 -> error(unborn);
%%                                                                                    ^^^^^^^^^^^^^ crash: error:unborn, ages([{person, root, #{age := A, email := _}} | _]) when A < 0
ages([#person{details = #{age := Age}} | Rest]) -> [Age | ages(Rest)];
ages([]) -> [].

%%! depth: 14
%%! covers: all
