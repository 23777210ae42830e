%%! explore: f/1
-module(json_parser).
-export([f/1]).
-spec f(binary()) -> {ok, term()} | {error, non_neg_integer()}.
%% A parser of a small JSON, and a service behind it that trusts what was accepted. From nothing at
%% all, the search has to write a document that is one, and then the one that breaks the service.
f(Text) ->
    try document(Text) of
        Value -> serve(Value)
    catch
        throw:{stopped, Rest} -> {error, byte_size(Text) - byte_size(Rest)}
    end.

%% ---- the service ----

serve({object, [{_, {number, N}}]}) -> {ok, 100 div (N - 7)};
%%                                          ^^^^^^^^^^^^^^^ crash: error:badarith, f(_)
serve({list, [{number, A}, {number, B}]}) when A - B =:= 5 -> error(strange);
%%                                                            ^^^^^^^^^^^^^^ crash: error:strange, f(_)
serve(Value) -> {ok, Value}.

%% ---- the parser ----

document(Text) ->
    {Value, Rest} = value(spaces(Text)),
    case spaces(Rest) of
        <<>> -> Value;
        More -> stop(More)
    end.

value(<<"true", Rest/binary>>) -> {true, Rest};
value(<<"false", Rest/binary>>) -> {false, Rest};
value(<<"null", Rest/binary>>) -> {null, Rest};
value(<<${, Rest/binary>>) -> object(spaces(Rest));
value(<<$[, Rest/binary>>) -> list(spaces(Rest));
value(<<$", Rest/binary>>) ->
    {Text, After} = string(Rest, <<>>),
    {{string, Text}, After};
value(<<$-, Digit, Rest/binary>>) when Digit >= $0, Digit =< $9 ->
    {Number, After} = number(Rest, Digit - $0),
    {{number, -Number}, After};
value(<<Digit, Rest/binary>>) when Digit >= $0, Digit =< $9 ->
    {Number, After} = number(Rest, Digit - $0),
    {{number, Number}, After};
value(Text) -> stop(Text).

number(<<Digit, Rest/binary>>, Number) when Digit >= $0, Digit =< $9 ->
    number(Rest, Number * 10 + Digit - $0);
number(Rest, Number) -> {Number, Rest}.

string(<<$", Rest/binary>>, Text) -> {Text, Rest};
string(<<$\\, Char, Rest/binary>>, Text) -> string(Rest, <<Text/binary, (escaped(Char, Rest))>>);
string(<<Char, Rest/binary>>, Text) when Char >= 32 -> string(Rest, <<Text/binary, Char>>);
string(Rest, _) -> stop(Rest).

escaped($n, _) -> $\n;
escaped($t, _) -> $\t;
escaped($", _) -> $";
escaped($\\, _) -> $\\;
escaped(_, Rest) -> stop(Rest).

list(<<$], Rest/binary>>) -> {{list, []}, Rest};
list(Text) ->
    {Values, Rest} = values(Text),
    {{list, Values}, Rest}.

values(Text) ->
    {Value, Rest} = value(Text),
    case spaces(Rest) of
        <<$,, More/binary>> ->
            {Values, After} = values(spaces(More)),
            {[Value | Values], After};
        <<$], After/binary>> -> {[Value], After};
        Other -> stop(Other)
    end.

object(<<$}, Rest/binary>>) -> {{object, []}, Rest};
object(Text) ->
    {Pairs, Rest} = pairs(Text),
    {{object, Pairs}, Rest}.

pairs(Text) ->
    {Pair, Rest} = pair(Text),
    case spaces(Rest) of
        <<$,, More/binary>> ->
            {Pairs, After} = pairs(spaces(More)),
            {[Pair | Pairs], After};
        <<$}, After/binary>> -> {[Pair], After};
        Other -> stop(Other)
    end.

pair(<<$", Rest/binary>>) ->
    {Key, After} = string(Rest, <<>>),
    case spaces(After) of
        <<$:, More/binary>> ->
            {Value, Behind} = value(spaces(More)),
            {{Key, Value}, Behind};
        Other -> stop(Other)
    end;
pair(Text) -> stop(Text).

spaces(<<$\s, Rest/binary>>) -> spaces(Rest);
spaces(<<$\n, Rest/binary>>) -> spaces(Rest);
spaces(Text) -> Text.

stop(Rest) -> throw({stopped, Rest}).
%%! runs: 10000
