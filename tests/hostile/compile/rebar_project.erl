%%! tries: to strike from the configuration of a project
%%! copy: rebar.config to rebar.config
%%! copy: rebar.config.script to rebar.config.script
%%! copy: hostile.app.src to src/hostile.app.src
%%! copy: ITSELF to src/rebar_project.erl
%%! build: transform_strikes.erl to _build/default/lib/other/ebin
%%! ermine: check . --time 1s --memory 300
%%! ermine: check --time 1s --memory 300 --format json --changed
%%! not on the node
%%! not together
-module(rebar_project).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
