%% The real VM's side of reading_against_the_vm.rs: what `file:consult/1` would make of each text.
-module(reading_against_the_vm).
-export([main/1]).

main([Input, Output]) ->
    {ok, Bytes} = file:read_file(Input),
    Answers = [answer(Text) || <<Size:32, Text:Size/binary>> <= Bytes],
    ok = file:write_file(Output, term_to_binary(Answers, [{minor_version, 2}])),
    halt(0).

answer(Text) ->
    try
        Characters = unicode:characters_to_list(Text),
        {ok, Tokens, _} = erl_scan:string(Characters ++ "\n. "),
        {ok, Term} = erl_parse:parse_term(Tokens),
        {ok, Term}
    catch
        _:_ -> error
    end.
