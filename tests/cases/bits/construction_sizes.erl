%%! explore: f/3
%%! no-spec
-module(construction_sizes).
-export([f/3]).
%% A size must be an integer from zero, and there must be that many bits.
f(Value, Size, Binary) when is_integer(Value), is_binary(Binary), Size < 3 ->
    Head = <<Value:Size>>,
%%         ^^^^^^^^^^^^^^ crash: error:badarg, f(_, Size, _) when not is_integer(Size); Size < 0
    Part = <<Binary:Size/binary>>,
%%         ^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, f(_, Size, Binary) when byte_size(Binary) < Size
    {Head, Part};
f(Value, Size, _) when Size =:= utf ->
    <<Value/utf8>>;
%%  ^^^^^^^^^^^^^^ crash: error:badarg, f(_, utf, _)
f(Value, Size, _) when Size =:= float ->
    <<Value:32/float>>;
%%  ^^^^^^^^^^^^^^^^^^ crash: error:badarg, f(Value, float, _) when not is_number(Value)
f(_, _, _) -> ok.
%%! runs: 300
