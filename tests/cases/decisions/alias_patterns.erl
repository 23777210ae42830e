%%! explore: unwrap/1
%% Aliases name a whole and its parts; both can be looked at later.
-module(alias_patterns).
-export([unwrap/1]).

unwrap({ok, [First | _] = All} = Result) ->
    case First of
        Result -> never;
        All -> never;
        {nested, All} -> never;
        stop -> {stopped, length(All)};
%%                        ^^^^^^^^^^^ crash: error:badarg, unwrap({ok, [stop | T]}) when not is_list(T)
        _ -> First
    end;
unwrap({error, Reason}) -> throw(Reason);
%%                         ^^^^^^^^^^^^^ crash: throw:_, unwrap({error, _})
unwrap(_) -> none.

%%! depth: 12
