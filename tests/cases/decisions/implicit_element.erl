%%! explore: field/2
%% `element/2` asks three things: is it a tuple, is the index a number, is it inside?
-module(implicit_element).
-export([field/2]).

-spec field(1..3, tuple()) -> term().
field(Index, Record) ->
    case element(Index, Record) of
%%       ^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, field(I, R) when I > tuple_size(R)
        secret -> error({secret_at, Index});
%%                ^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{secret_at, I}, field(I, R) when element(I, R) =:= secret
        Value -> Value
    end.

%%! stop: exhausted
%%! covers: all
