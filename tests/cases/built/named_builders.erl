%%! explore: level/1
%% The functions have no specs that tell; the module names those that build.
-module(named_builders).
-export([start/0, fill/2, drain/1, level/1]).
-export_type([tank/0]).
-opaque tank() :: {tank, integer()}.
-ermine({build, tank/0, [start/0, fill/2]}).
%%! runs: 1500

-spec start() -> tank().
start() -> {tank, 1}.

-spec fill(1..5, tank()) -> tank().
fill(By, {tank, Level}) -> {tank, Level + By}.

%% Nobody is to call this one.
-spec drain(tank()) -> tank().
drain({tank, _}) -> {tank, 0}.

-spec level(tank()) -> float().
level({tank, 0}) -> error(drained);
level({tank, Level}) -> 1 / (Level - 6).
%%                        ^^^^^^^^^^^^^ crash: error:badarith, level(_)
