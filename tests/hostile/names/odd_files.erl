%%! tries: to have the name of a file taken for something else
%%! copy: ITSELF to $(touch${IFS}struck).erl
%%! copy: ITSELF to `touch${IFS}struck`.erl
%%! copy: ITSELF to ;touch${IFS}struck;.erl
%%! copy: ITSELF to "quoted".erl
%%! copy: ITSELF to 'single'.erl
%%! copy: ITSELF to back\slash.erl
%%! copy: ITSELF to -rf.erl
%%! copy: ITSELF to --output=struck.erl
%%! copy: ITSELF to %s%n%p~s~p.erl
%%! copy: ITSELF to \u{1b}[2J\u{1b}]0;struck\u{7}.erl
%%! copy: ITSELF to new\u{a}line.erl
%%! copy: ITSELF to \u{202e}lre.erl
%%! copy: ITSELF to \u{fffe}\u{1f600}.erl
%%! copy: ITSELF to folder.erl/odd_files.erl
%%! ermine: check . --time 300ms --memory 300
%%! ermine: check . --time 300ms --memory 300 --quiet
%%! ermine: check . --time 300ms --memory 300 --format json
%%! ermine: run $(touch${IFS}struck).erl f/1 --time 300ms --memory 300
%%! ermine: run ./-rf.erl f/1 --time 300ms --memory 300
%%! ermine: run %s%n%p~s~p.erl f/1 --time 300ms --memory 300
%%! ermine: core \u{1b}[2J\u{1b}]0;struck\u{7}.erl
%%! ermine: eval new\u{a}line.erl f [0] --memory 300
%%! ermine: run new\u{a}line.erl f/1 --time 300ms --memory 300 --quiet
%%! not on the node
%%! not together
-module(odd_files).
-export([f/1]).

-spec f(integer()) -> integer().
f(N) -> 100 div N.
