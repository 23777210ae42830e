%%! explore: f/2
-module(parts_of_a_binary).
-export([f/2]).
-spec f(binary(), integer()) -> ok.
f(Binary, Position) when byte_size(Binary) < 4 ->
    Byte = binary:at(Binary, Position),
%%         ^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f(B, P) when P < 0; P >= byte_size(B)
    Part = binary_part(Binary, Position, 2),
%%         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f(B, P) when P + 2 > byte_size(B)
    {Left, Right} = split_binary(Binary, 1),
    if
        Byte =:= $x, Part =:= <<"xy">>, Left =:= <<"a">>, Right =/= Part -> ok;
        Byte =:= $x, Part =:= <<"xy">>, Left =:= <<"a">> -> error(axy);
%%                                                          ^^^^^^^^^^ crash: error:axy, f(<<"axy">>, 1)
        true -> ok
    end;
f(_, _) -> ok.
%%! stop: exhausted
