%%! explore: scan/1
%% OTP's own scanner on a few characters.
-module(scanner).
-export([scan/1]).

-spec scan([97..122 | 40..46]) -> atom().
scan(Text) when length(Text) < 4 ->
    case erl_scan:string(Text) of
        {ok, [{'(', _}, {atom, _, Name}], _} when Name =/= a -> error({open, Name});
%%                                                              ^^^^^^^^^^^^^^^^^^^ crash: error:{open, _}, scan("(" ++ _)
        {ok, _, _} -> ok;
        {error, _, _} -> error
    end;
scan(_) -> long.

%%! depth: 40
