%% The options of `rebar3 ermine', as getopt wants them: two of our own, and those of `ermine check',
%% which are passed on as they are. A test of Ermine compares this list with the command's own.
-module(rebar3_ermine_options).

-export([all/0, passed_on/2]).

all() ->
    own() ++ [switch(Short, Name, Help) || {Short, Name, Help} <- switches()]
        ++ [with_value(Short, Name, Help) || {Short, Name, Help} <- with_values()].

own() ->
    [{module, $m, "module", string, "Only this module (may be given several times)"},
     {application, $a, "application", string,
      "Only this application of the project (may be given several times)"}].

switch(Short, Name, Help) ->
    {list_to_atom(Name), Short, Name, undefined, Help}.

with_value(Short, Name, Help) ->
    {list_to_atom(Name), Short, Name, string, Help}.

switches() ->
    [{undefined, "all", "Exported functions without a -spec too"},
     {undefined, "api", "Calls in a row of the exported functions of a module too, with what they return"},
     {undefined, "changed", "Only functions that changed since they were tested last"},
     {undefined, "update-baseline", "Write what is found now into the file of --baseline"},
     {undefined, "no-config", "Read no configuration"},
     {undefined, "no-cache", "Neither read nor write the cache of loaded modules"},
     {$q, "quiet", "Print results only, a line each, and no progress"},
     {undefined, "no-spec", "Ignore the functions' -specs"},
     {undefined, "no-return-check", "Do not compare results with the return type in the -spec"},
     {undefined, "all-crashes", "A process that crashes is a finding even if another one is told"},
     {undefined, "lost-messages", "A message that nobody ever receives is a finding"},
     {undefined, "no-prune", "Take every path, even where an analysis shows that nothing can fail"},
     {undefined, "no-confirm", "Do not replay crashes on the BEAM"},
     {undefined, "confirm-anyway",
      "Replay every crash on the BEAM, even where nothing keeps it from touching this machine"}].

with_values() ->
    [{undefined, "time", "Stop after this long for each function, as 10s, 500ms or 2m"},
     {$j, "jobs", "How many functions are tested at the same time"},
     {undefined, "show", "How many findings are told in full on the screen"},
     {undefined, "fail-on", "Which findings fail: likely-bug, spec-too-wide, any or none"},
     {undefined, "baseline", "The findings in this file are known"},
     {undefined, "depth", "How many decisions of a run are followed"},
     {undefined, "runs", "Stop after so many runs"},
     {undefined, "reductions", "How many reductions a run may take before it is cut"},
     {undefined, "schedules", "How many orders of processes are tried at most"},
     {undefined, "timeouts", "Timeouts up to this long fire at any time"},
     {undefined, "preemptions", "How often an order of processes interrupts one that could go on"},
     {undefined, "pa", "Look for modules in this folder first"},
     {undefined, "strategy", "In which order branches are tried"},
     {$I, "include", "Folder for include files"},
     {undefined, "seed", "Where chance comes from"},
     {$D, "define", "A macro for the compiler, as NAME or NAME=TERM"},
     {undefined, "memory", "Stop when Ermine takes more than so many MiB"},
     {undefined, "compile-time", "Give up a module that OTP's compiler takes longer for"},
     {undefined, "config", "Read this configuration, and not the ermine.config of the project"},
     {undefined, "expect", "An exception that is meant to be, and is no finding"},
     {undefined, "concrete", "Run the functions that this file names without symbols"},
     {undefined, "corpus", "Keep the inputs in this folder, and begin with them next time"},
     {undefined, "solver-path", "Use this SMT solver"},
     {undefined, "solver-log", "Write every SMT query into this folder"},
     {undefined, "format", "text, json, junit, sarif, github, eunit, exunit or html"},
     {undefined, "output", "Write the report into this file"},
     {undefined, "lcov", "Write what was reached into this file, as LCOV"},
     {undefined, "tests", "What --format eunit and exunit make tests of: findings or all"}].

%% What Ermine is given, of what getopt made of the words of the command line.
passed_on(Parsed, Words) ->
    Names = [Name || {_, Name, _} <- switches() ++ with_values()],
    lists:append([word(Option, Names) || Option <- Parsed]) ++ after_dashes(Words).

word({task, Stray}, _) ->
    throw({stray, Stray});
word({Key, Value}, Names) ->
    Name = atom_to_list(Key),
    case lists:member(Name, Names) of
        true -> ["--" ++ Name ++ "=" ++ Value];
        false -> []
    end;
word(Key, Names) ->
    Name = atom_to_list(Key),
    ["--" ++ Name || lists:member(Name, Names)].

after_dashes(Words) ->
    case lists:dropwhile(fun(Word) -> Word =/= "--" end, Words) of
        [] -> [];
        [_ | Rest] -> Rest
    end.
