%%! tries: to make the interpreter walk through a term that is small only because it shares its parts
%%! ermine: check shared.erl --time 500ms --memory 300
%%! ermine: eval shared.erl hashed [1] --memory 300 --reductions 2000000
%%! thoroughly: run shared.erl equal/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl equal_numbers/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl less/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl matched/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl hashed/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl old_hashed/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl kept/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl in_table/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl external/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl external_size/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl md5/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl binary/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl iolist/1 --time 500ms --memory 300
%%! thoroughly: run shared.erl printed/1 --time 500ms --memory 300
%%! not on the node
%%! function: equal/1
%%! not together
-module(shared).
-export([equal/1, equal_numbers/1, less/1, matched/1, hashed/1, old_hashed/1, kept/1, in_table/1, external/1, external_size/1, md5/1, binary/1, iolist/1, printed/1]).

-spec equal(integer()) -> term().
equal(X) ->
    share(60, [X]) =:= share(60, [X]).

-spec equal_numbers(integer()) -> term().
equal_numbers(X) ->
    share(60, [X]) == share(60, [X]).

-spec less(integer()) -> term().
less(X) ->
    share(60, [X]) < share(60, [X]).

-spec matched(integer()) -> term().
matched(X) ->
    (fun(Y, Y) -> yes; (_, _) -> no end)(share(60, [X]), share(60, [X])).

-spec hashed(integer()) -> term().
hashed(X) ->
    erlang:phash2(share(60, [X])).

-spec old_hashed(integer()) -> term().
old_hashed(X) ->
    erlang:phash(share(60, [X]), 1000).

-spec kept(integer()) -> term().
kept(X) ->
    put(key, share(60, [X])), get(key).

-spec in_table(integer()) -> term().
in_table(X) ->
    T = ets:new(t, []), ets:insert(T, {1, share(60, [X])}), ets:lookup(T, 1).

-spec external(integer()) -> term().
external(X) ->
    byte_size(term_to_binary(share(60, [X]))).

-spec external_size(integer()) -> term().
external_size(X) ->
    erlang:external_size(share(60, [X])).

-spec md5(integer()) -> term().
md5(X) ->
    erlang:md5(share(60, [X band 255])).

-spec binary(integer()) -> term().
binary(X) ->
    iolist_to_binary(share(60, [X band 255])).

-spec iolist(integer()) -> term().
iolist(X) ->
    iolist_size(share(60, [X band 255])).

-spec printed(integer()) -> term().
printed(X) ->
    io_lib:format("~p", [share(60, [X])]).

%% A term of 2^N leaves in N words.
share(0, Term) -> Term;
share(N, Term) -> share(N - 1, [Term | Term]).
