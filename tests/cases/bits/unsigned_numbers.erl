%%! explore: f/2
-module(unsigned_numbers).
-export([f/2]).
-spec f(binary(), non_neg_integer()) -> ok.
f(Binary, Number) when byte_size(Binary) =< 4, Number < 100000 ->
    case binary:decode_unsigned(Binary, little) of
        16#10203 -> error(decoded);
%%                  ^^^^^^^^^^^^^^ crash: error:decoded, f(<<3, 2, 1, _/binary>>, _)
        _ ->
            case binary:encode_unsigned(Number) of
                <<1, 2, X>> when X > 250 -> error(encoded);
%%                                          ^^^^^^^^^^^^^^ crash: error:encoded, f(_, N) when N > 16#102fa, N < 16#10300
                _ -> ok
            end
    end;
f(_, _) -> ok.
%%! stop: exhausted
