%%! tries: to have the report show lines of a file outside of the project, by -file
%%! not together
%%! ermine: run file_attribute.erl f/1 --time 1s --memory 300
%%! ermine: run file_attribute.erl f/1 --time 1s --memory 300 --format html
%%! ermine: check file_attribute.erl --time 1s --memory 300
-module(file_attribute).
-export([f/1]).
-include("canary.hrl").
-file(?SECRET_FILE, 1).
-spec f(integer()) -> integer(). f(N) -> 100 div N.
