%%! explore: bucket/1
%% Of one bucket there is no choice, whatever is hashed.
-module(hash_into_one).
-export([bucket/1]).

-spec bucket(term()) -> ok.
bucket(Term) ->
    case erlang:phash2(Term, 1) of
        0 -> ok;
        _ -> error(other)
    end.

%%! verdict: proved
