%%! explore: api
%%! runs: 6000
%%! crash in lists: error:function_clause, api(Calls) when length(Calls) =< 4
%% After a line break was pushed back, the column is before the first.
-module(reader_with_push_back).
-export([open/1, next/1, push_back/2, margin/1]).
-export_type([reader/0]).

-opaque reader() :: {string(), pos_integer(), integer()}.

-spec open(string()) -> reader().
open(Text) -> {Text, 1, 0}.

-spec next(reader()) -> {char(), reader()} | eof.
next({[$\n | Text], Line, _}) -> {$\n, {Text, Line + 1, 0}};
next({[Char | Text], Line, Column}) -> {Char, {Text, Line, Column + 1}};
next({[], _, _}) -> eof.

-spec push_back(char(), reader()) -> reader().
push_back(Char, {_, 1, 0} = Reader) when is_integer(Char) -> Reader;
push_back(Char, {Text, Line, Column}) -> {[Char | Text], Line, Column - 1}.

%% What a message puts before the mark that points at the column.
-spec margin(reader()) -> string().
margin({_, _, Column}) ->
    lists:duplicate(Column, $\s).
