%%! explore: f/1
-module(first_and_last).
-export([f/1]).
-spec f(binary()) -> ok.
f(Binary) when byte_size(Binary) > 2 ->
    case {binary:first(Binary), binary:last(Binary)} of
        {$<, $>} -> error(tag);
%%                  ^^^^^^^^^^ crash: error:tag, f(<<$<, _, Rest/binary>>) when binary_part(Rest, byte_size(Rest), -1) =:= <<$>>>
        _ -> ok
    end;
f(_) -> ok.
%%! runs: 200
