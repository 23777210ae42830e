%%% How does OTP read text, step by step?
%%%
%%% Models of the built-ins of `unicode`, as in `ermine_binaries`. Text in Latin-1 and UTF-8 is followed; of
%%% that in other encodings OTP's own Erlang code takes care.
-module(ermine_unicode).

-export(['unicode:characters_to_list'/2, 'unicode:characters_to_binary'/2]).

%% Of text that is none, the part that is and the rest.
'unicode:characters_to_list'(Data, Encoding) ->
    case code_points(Data, Encoding, []) of
        none ->
            case wrong(Data, Encoding) of
                unknown -> unicode:characters_to_list(Data, Encoding);
                badarg -> erlang:error(badarg);
                {What, Points, Rest} -> {What, lists:reverse(Points), Rest};
                Points -> lists:reverse(Points)
            end;
        Points -> lists:reverse(Points)
    end.

'unicode:characters_to_binary'(Data, Encoding) ->
    case code_points(Data, Encoding, []) of
        none ->
            case wrong(Data, Encoding) of
                unknown -> unicode:characters_to_binary(Data, Encoding);
                badarg -> erlang:error(badarg);
                {What, Points, Rest} -> {What, encoded(Points, <<>>), without_list(What, Data, Rest)};
                Points -> encoded(Points, <<>>)
            end;
        Points -> encoded(Points, <<>>)
    end.

%% A list with nothing but one binary is taken for the binary.
without_list(error, [Text], [Rest | _]) when is_binary(Text) -> Rest;
without_list(_, _, Rest) -> Rest.

encoded([Point | Points], Text) -> encoded(Points, <<Point/utf8, Text/binary>>);
encoded([], Text) -> Text.

%% ---- text that is one ----

%% What it says, the last character first. A character whose bytes are in two binaries is not seen here.
code_points(Data, unicode, Points) -> code_points(Data, utf8, Points);
code_points(Data, utf8, Points) when is_binary(Data) -> utf8(Data, Points);
code_points(Data, latin1, Points) when is_binary(Data) -> latin1(Data, Points);
code_points([Point | Data], Encoding, Points)
  when is_integer(Point), Point >= 0, Point < 16#d800, (Encoding =:= utf8 orelse Point < 256) ->
    code_points(Data, Encoding, [Point | Points]);
code_points([Point | Data], utf8, Points)
  when is_integer(Point), Point > 16#dfff, Point =< 16#10ffff ->
    code_points(Data, utf8, [Point | Points]);
code_points([Text | Data], Encoding, Points) when is_list(Text); is_binary(Text) ->
    case code_points(Text, Encoding, Points) of
        none -> none;
        More -> code_points(Data, Encoding, More)
    end;
code_points([], Encoding, Points) when Encoding =:= utf8; Encoding =:= latin1 -> Points;
code_points(_, _, _) -> none.

utf8(<<Point/utf8, Rest/binary>>, Points) -> utf8(Rest, [Point | Points]);
utf8(<<>>, Points) -> Points;
utf8(_, _) -> none.

latin1(<<Point, Rest/binary>>, Points) -> latin1(Rest, [Point | Points]);
latin1(<<>>, Points) -> Points.

%% ---- text that is none ----

%% What is wrong: `{error | incomplete, Points, Rest}`, or `badarg` if it is no text at all. Nothing, if a
%% character was in two binaries.
wrong(Data, unicode) -> wrong(Data, utf8);
wrong(Data, Encoding) when Encoding =:= utf8; Encoding =:= latin1 ->
    case is_data(Data, []) of
        true -> walk(Data, Encoding, {[], [], <<>>});
        false -> badarg
    end;
wrong(_, _) -> unknown.

%% Is everything of the right type? A big integer is no character, and nobody looks further.
is_data([[_ | _] = Head | Tail], Waiting) -> is_data(Head, [Tail | Waiting]);
is_data([[] | Tail], Waiting) -> is_data(Tail, Waiting);
is_data([Point | Tail], Waiting)
  when is_integer(Point), Point >= -(1 bsl 59), Point < 1 bsl 59 ->
    is_data(Tail, Waiting);
is_data([Point | _], _) when is_integer(Point) -> true;
is_data([Text | Tail], Waiting) when is_binary(Text) -> is_data(Tail, Waiting);
is_data([_ | _], _) -> false;
is_data(End, [Tail | Waiting]) when End =:= []; is_binary(End) -> is_data(Tail, Waiting);
is_data(End, []) when End =:= []; is_binary(End) -> true;
is_data(_, _) -> false.

%% `{Waiting, Points, Begun}`: what comes behind the lists that we are in, what was read, and the first bytes
%% of a character that were the last of a binary.
walk([[_ | _] = Head | Tail], Encoding, {Waiting, Points, Begun}) ->
    walk(Head, Encoding, {[Tail | Waiting], Points, Begun});
walk([Head | Tail], Encoding, {Waiting, _, _} = Walk) ->
    case element_read(Head, Encoding, Walk) of
        {left, Left, Points, Begun} -> failed([Left | Tail], Waiting, Points, Begun);
        Further -> walk(Tail, Encoding, Further)
    end;
walk(End, Encoding, {Waiting, _, _} = Walk) ->
    case element_read(End, Encoding, Walk) of
        {left, Left, Points, Begun} -> failed(Left, Waiting, Points, Begun);
        {[Tail | Others], Points, Begun} -> walk(Tail, Encoding, {Others, Points, Begun});
        {[], Points, <<>>} -> Points;
        {[], Points, <<_, Others/binary>> = Begun} ->
            case are_inner(Others) of
                true -> {incomplete, Points, Begun};
                false -> {error, Points, Begun}
            end
    end.

are_inner(<<Byte, Rest/binary>>) when Byte >= 16#80, Byte =< 16#bf -> are_inner(Rest);
are_inner(Rest) -> Rest =:= <<>>.

failed(Left, [Tail | Waiting], Points, Begun) -> failed([Left | Tail], Waiting, Points, Begun);
failed(Left, [], Points, <<>>) -> {error, Points, Left};
failed(Left, [], Points, Begun) -> {error, Points, [Begun, Left]}.

%% What is no list; or what is left of it.
element_read([], _, Walk) -> Walk;
element_read(Text, latin1, {Waiting, Points, Begun}) when is_binary(Text) ->
    {Waiting, latin1(Text, Points), Begun};
element_read(Text, utf8, {Waiting, Points, <<>>}) when is_binary(Text) ->
    utf8_read(Text, Waiting, Points);
element_read(Text, utf8, {Waiting, Points, Begun}) when is_binary(Text) ->
    First = first_bytes(Text),
    case <<Begun/binary, First/binary>> of
        <<Point/utf8, _/binary>> ->
            Done = length_of(Point) - byte_size(Begun),
            <<_:Done/binary, Rest/binary>> = Text,
            utf8_read(Rest, Waiting, [Point | Points]);
        Start ->
            case is_incomplete(Start) of
                true -> {Waiting, Points, Start};
                false -> {left, Text, Points, Begun}
            end
    end;
element_read(Point, Encoding, {Waiting, Points, <<>>})
  when Point >= 0, Point < 16#d800, Encoding =:= utf8 orelse Point < 256;
       Point > 16#dfff, Point =< 16#10ffff, Encoding =:= utf8 ->
    {Waiting, [Point | Points], <<>>};
element_read(Point, _, {_, Points, Begun}) -> {left, Point, Points, Begun}.

first_bytes(<<First:4/binary, _/binary>>) -> First;
first_bytes(Text) -> Text.

utf8_read(<<Point/utf8, Rest/binary>>, Waiting, Points) -> utf8_read(Rest, Waiting, [Point | Points]);
utf8_read(<<>>, Waiting, Points) -> {Waiting, Points, <<>>};
utf8_read(Rest, Waiting, Points) ->
    case is_incomplete(Rest) of
        true -> {Waiting, Points, Rest};
        false -> {left, Rest, Points, <<>>}
    end.

%% Are there less bytes than the first one says? The others are not looked at before all are there.
is_incomplete(<<First>>) when First >= 16#c0, First =< 16#f7 -> true;
is_incomplete(<<First, _>>) when First >= 16#e0, First =< 16#f7 -> true;
is_incomplete(<<First, _, _>>) when First >= 16#f0, First =< 16#f7 -> true;
is_incomplete(_) -> false.

length_of(Point) when Point < 16#80 -> 1;
length_of(Point) when Point < 16#800 -> 2;
length_of(Point) when Point < 16#10000 -> 3;
length_of(_) -> 4.
