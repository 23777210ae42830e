%%% How does the shell show an exception? In OTP's own words.
-module(ermine_shell).
-export([format_exception/3]).

format_exception(Class, Reason, Stacktrace) ->
    Hidden = fun(_Module, _Function, _Arity) -> false end,
    %% The shell writes `** ` first, so the text starts at column 4.
    Text = erl_error:format_exception(4, Class, Reason, Stacktrace, Hidden, fun show/2,
                                      unicode),
    unicode:characters_to_binary(Text).

show(Term, Column) ->
    io_lib:format("~" ++ integer_to_list(80) ++ "." ++ integer_to_list(Column) ++ "tp", [Term]).
