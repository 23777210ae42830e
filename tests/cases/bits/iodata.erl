%%! explore: f/2
-module(iodata).
-export([f/2]).
-spec f([byte()], binary()) -> ok.
f(Bytes, Tail) when length(Bytes) < 4 ->
    case iolist_to_binary([Bytes, [$:, Tail]]) of
        <<"ab:cd">> -> error(found);
%%                     ^^^^^^^^^^^^ crash: error:found, f("ab", <<"cd">>)
        <<First, _/binary>> = Whole when First =:= 200 ->
            3 = iolist_size(Whole),
%%          ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badmatch, _}, f([200 | _], _)
            ok;
        _ -> ok
    end;
f(_, _) -> ok.
%%! runs: 300
