%% The real VM's side of against_the_vm.rs: decodes the terms of a file, and writes what it makes
%% of each into another.
-module(against_the_vm).
-export([main/1]).

main([Input, Output]) ->
    {ok, Bytes} = file:read_file(Input),
    Encoded = [E || <<Size:32, E:Size/binary>> <= Bytes],
    Terms = [binary_to_term(E) || E <- Encoded],
    Release = list_to_integer(erlang:system_info(otp_release)),
    Shown = [shown(T) || T <- Terms],
    Indexed = lists:zip(Terms, lists:seq(0, length(Terms) - 1)),
    Sorted = [Index || {_, Index} <- lists:sort(Indexed)],
    Pairs = pairs(Terms),
    Answer = {Release, Shown, Sorted, Pairs},
    ok = file:write_file(Output, term_to_binary(Answer, [{minor_version, 2}])),
    halt(0).

shown(Term) ->
    Formats = ["~w", "~tw", "~p", "~tp", "~0tp", "~30tp", "0123456789~tp"],
    Texts = [unicode:characters_to_binary(io_lib:format(Format, [Term])) || Format <- Formats],
    {term_to_binary(Term, [{minor_version, 2}]), Texts}.

%% Every term with the one after it, and with the one a hundred later.
pairs(Terms) ->
    [relations(A, B) || {A, B} <- lists:zip(Terms, rotate(1, Terms))] ++
    [relations(A, B) || {A, B} <- lists:zip(Terms, rotate(100, Terms))].

rotate(N, Terms) ->
    {Front, Back} = lists:split(N, Terms),
    Back ++ Front.

relations(A, B) ->
    {sign(A, B), sign(erts_internal:cmp_term(A, B), 0), A == B, A =:= B}.

sign(A, B) when A < B -> -1;
sign(A, B) when A > B -> 1;
sign(_, _) -> 0.
