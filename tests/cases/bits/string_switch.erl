%%! explore: f/2
-module(string_switch).
-export([f/2]).
-spec f(binary(), binary()) -> atom().
f(Method, Path) ->
    case Method of
        <<"GET">> -> get;
        <<"DELETE">> when Path =:= <<"/">> -> error(root);
%%                                            ^^^^^^^^^^^ crash: error:root, f(<<"DELETE">>, <<"/">>)
        <<"POST">> -> case Path of <<"/api/", Id>> when Id > $y -> error(last); _ -> post end;
%%                                                                 ^^^^^^^^^^^ crash: error:last, f(<<"POST">>, <<"/api/", _>>)
        _ -> unknown
    end.
%%! stop: exhausted
%%! covers: all
