%%% Which sizes are too large for the BEAM to express? All of these are refused before any memory is asked for.
-module(huge_sizes).
-export([main/0]).

main() ->
    [{Name, outcome(Fun)} || {Name, Fun} <- constructions() ++ others()].

constructions() ->
    Small = id(1 bsl 58),
    Big = id(1 bsl 59),
    Bigger = id(1 bsl 70),
    Minus = id(-1),
    Byte = id(<<1>>),
    Atom = id(a),
    [{big, fun() -> <<0:Big>> end},
     {bigger, fun() -> <<0:Bigger>> end},
     {word, fun() -> <<0:(id((1 bsl 64) - 1))>> end},
     {unit_2, fun() -> <<0:Big/unit:2>> end},
     {unit_32, fun() -> <<0:Small/unit:32>> end},
     {unit_256, fun() -> <<0:Small/unit:256>> end},
     {two, fun() -> <<0:Small/unit:32, 0:Small/unit:32>> end},
     {value_after_size, fun() -> <<Atom:Big>> end},
     {minus, fun() -> <<0:Minus>> end},
     {very_minus, fun() -> <<0:(id(-(1 bsl 70)))>> end},
     {bytes, fun() -> <<Byte:Big/binary>> end},
     {bytes_unit, fun() -> <<Byte:Small/binary-unit:256>> end},
     {float, fun() -> <<1.0:Big/float>> end},
     {append, fun() -> <<Byte/binary, 0:Big>> end},
     {append_unit, fun() -> <<Byte/binary, 0:Small/unit:32>> end},
     {append_to_atom, fun() -> <<Atom/binary, 0:Small/unit:32>> end},
     {long_before_minus, fun() -> <<0:Small, 0:Minus>> end},
     {long_before_big, fun() -> <<0:Small, 0:Big>> end},
     {long_before_atom, fun() -> <<0:Small, Atom/binary>> end},
     {minus_before_big, fun() -> <<0:Minus, 0:Big>> end},
     {big_before_minus, fun() -> <<0:Big, 0:Minus>> end},
     {big_before_atom, fun() -> <<0:Big, Atom/binary>> end},
     {utf8_before_big, fun() -> <<Atom/utf8, 0:Big>> end},
     {guard, fun() -> if bit_size(<<0:Big>>) > 1 -> yes; true -> no end end}].

others() ->
    Small = id(1 bsl 58),
    Big = id(1 bsl 60),
    Bigger = id(1 bsl 70),
    Byte = id(<<1>>),
    [{match_integer, fun() -> case Byte of <<_:Big>> -> yes; _ -> no end end},
     {match_bigger, fun() -> case Byte of <<_:Bigger>> -> yes; _ -> no end end},
     {match_bytes, fun() -> case Byte of <<_:Bigger/binary>> -> yes; _ -> no end end},
     {match_unit, fun() -> case Byte of <<_:Small/binary-unit:256>> -> yes; _ -> no end end},
     {match_float, fun() -> case Byte of <<_:Small/float>> -> yes; _ -> no end end},
     {shift_small, fun() -> id(1) bsl Small end},
     {shift_big, fun() -> id(1) bsl Bigger end},
     {shift_36, fun() -> id(1) bsl id(1 bsl 36) end},
     {shift_25, fun() -> id(1) bsl id(1 bsl 25) end},
     {shift_nothing, fun() -> id(0) bsl Bigger end},
     {shift_back, fun() -> id(1) bsr id(-(1 bsl 60)) end},
     {shift_away, fun() -> id(-1) bsr Bigger end},
     {copy_bigger, fun() -> binary:copy(Byte, Bigger) end},
     {copy_minus, fun() -> binary:copy(Byte, id(-1)) end},
     {copy_nothing, fun() -> binary:copy(id(<<>>), id(1 bsl 62)) end},
     {copy_nothing_bigger, fun() -> binary:copy(id(<<>>), Bigger) end}].

outcome(Fun) ->
    try Fun() of
        Result -> {ok, Result}
    catch
        Class:Reason:Stack -> {Class, Reason, detail(hd(Stack))}
    end.

detail({_, Function, Arguments, _}) when is_list(Arguments) -> Function;
detail({_, _, _, Info}) -> proplists:get_value(error_info, Info).

id(Term) -> Term.
