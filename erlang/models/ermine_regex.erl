%%% How does a regular expression match, step by step?
%%%
%%% As in `ermine_models`: run in the place of `re:run` when the subject depends on the input. The
%%% pattern is known; it is parsed, and matched by trying one way after the other, as PCRE does, so
%%% that every look at a byte is one decision. Literals, classes, groups, alternatives, repetitions,
%%% anchors and looking ahead are followed. Whatever else a pattern or an option asks for is left to
%%% the built-in, with the values as they are; so is what takes too many steps.
-module(ermine_regex).

-export(['re:run'/2, 're:run'/3]).

're:run'(Subject, Pattern) ->
    case followed(Subject, Pattern, []) of
        {followed, Result} -> Result;
        unknown -> re:run(Subject, Pattern)
    end.

're:run'(Subject, Pattern, Options) ->
    case followed(Subject, Pattern, Options) of
        {followed, Result} -> Result;
        unknown -> re:run(Subject, Pattern, Options)
    end.

followed(Subject, Pattern, Options) ->
    try
        How = options(Options, #{capture => all, type => index, offset => 0}),
        Text = text(Pattern),
        %% Some versions of OTP end a pattern there.
        lists:member(0, Text) andalso throw(unknown),
        {Regex, Count} = parsed(Text, How),
        Known = case is_anchored(Regex) of true -> How#{anchored => true}; false -> How end,
        {followed, run(bytes(Subject), Regex, Known#{count => Count})}
    catch
        throw:unknown -> unknown
    end.

text(Pattern) when is_binary(Pattern) -> erlang:binary_to_list(Pattern);
text(Pattern) when is_list(Pattern) -> latin1(Pattern);
text(_) -> throw(unknown).

latin1([Byte | Rest]) when is_integer(Byte), Byte >= 0, Byte < 256 -> [Byte | latin1(Rest)];
latin1([Part | Rest]) when is_list(Part); is_binary(Part) -> text(Part) ++ latin1(Rest);
latin1([]) -> [];
latin1(_) -> throw(unknown).

bytes(Subject) when is_binary(Subject) -> Subject;
bytes(Subject) when is_list(Subject) -> erlang:iolist_to_binary(Subject);
bytes(_) -> throw(unknown).

%% ---- options ----

options([Option | Options], How) -> options(Options, option(Option, How));
options([], How) -> How;
options(_, _) -> throw(unknown).

option(Flag, How)
  when Flag =:= global; Flag =:= caseless; Flag =:= anchored; Flag =:= multiline;
       Flag =:= dotall; Flag =:= dollar_endonly; Flag =:= ungreedy ->
    How#{Flag => true};
option({capture, What}, How) -> captured(What, How);
option({capture, What, Type}, How) when Type =:= index; Type =:= list; Type =:= binary ->
    captured(What, How#{type => Type});
option({offset, Offset}, How) when is_integer(Offset), Offset >= 0 -> How#{offset => Offset};
option(_, _) -> throw(unknown).

captured(What, How)
  when What =:= all; What =:= first; What =:= all_but_first; What =:= none ->
    How#{capture => What};
captured([_ | _] = Numbers, How) ->
    case [Number || Number <- Numbers, not (is_integer(Number) andalso Number >= 0)] of
        [] -> How#{capture => Numbers};
        _ -> throw(unknown)
    end;
captured(_, _) -> throw(unknown).

has(Flag, How) -> maps:is_key(Flag, How).

%% Can it match nowhere but at the start of the subject?
is_anchored(start) -> true;
is_anchored({sequence, [First | _]}) -> is_anchored(First);
is_anchored({either, Ways}) -> lists:all(fun is_anchored/1, Ways);
is_anchored({group, _, Inner}) -> is_anchored(Inner);
is_anchored(_) -> false.

%% ---- running ----

run(Subject, Regex, #{offset := Offset} = How) ->
    case Subject of
        <<_:Offset/binary, _/binary>> -> ok;
        _ -> throw(unknown)
    end,
    case has(global, How) of
        true -> shown_all(Subject, all(Subject, Regex, Offset, How), How);
        false -> shown(Subject, search(Subject, Regex, Offset, has(anchored, How), -1), How)
    end.

%% The groups of the first match from a position on, or `nomatch`. An empty one does not count where it
%% is not wanted.
search(Subject, Regex, Position, IsAnchored, Unwanted) ->
    search(Subject, Regex, Position, IsAnchored, Unwanted, 0).

search(Subject, Regex, Start, IsAnchored, Unwanted, Steps) ->
    End = fun(Position, _, Taken) when Position =:= Start, Position =:= Unwanted -> {no, Taken};
             (Position, Groups, Taken) -> {yes, Groups#{0 => {Start, Position}}, Taken}
          end,
    case match(Regex, Start, #{}, Subject, End, Steps) of
        {yes, Groups, _} -> Groups;
        {no, _} when IsAnchored -> nomatch;
        {no, Taken} ->
            case Subject of
                <<_:Start/binary, _, _/binary>> ->
                    search(Subject, Regex, Start + 1, IsAnchored, Unwanted, Taken);
                _ -> nomatch
            end
    end.

%% One match after the other, as OTP goes on after one that is empty.
all(Subject, Regex, Position, How) ->
    case Subject of
        <<_:Position/binary, _/binary>> ->
            case search(Subject, Regex, Position, has(anchored, How), -1) of
                nomatch -> [];
                #{0 := {_, End}} = Match when map_get(0, Match) =/= {End, End} ->
                    [Match | all(Subject, Regex, End, How)];
                #{0 := {Start, _}} = Match ->
                    [Match | after_empty(Subject, Regex, Position, Start, How)]
            end;
        _ -> []
    end.

after_empty(Subject, Regex, Position, Start, How) ->
    case search(Subject, Regex, Position, true, Position) of
        #{0 := {From, To}} = Match when To > From ->
            [Match | all(Subject, Regex, Start + To - From, How)];
        nomatch -> all(Subject, Regex, Start + 1, How);
        Match -> [Match | all(Subject, Regex, Start + 1, How)]
    end.

%% ---- what is shown ----

shown(_, nomatch, _) -> nomatch;
shown(_, _, #{capture := none}) -> match;
shown(Subject, Match, How) -> {match, selected(Subject, Match, How)}.

shown_all(_, [], _) -> nomatch;
shown_all(_, _, #{capture := none}) -> match;
shown_all(Subject, Matches, How) -> {match, [selected(Subject, Match, How) || Match <- Matches]}.

selected(Subject, Match, #{capture := all, type := Type} = How) ->
    [part(Subject, Number, Match, Type) || Number <- lists:seq(0, highest(How, Match))];
selected(Subject, Match, #{capture := first, type := Type}) ->
    [part(Subject, 0, Match, Type)];
selected(Subject, Match, #{capture := all_but_first, type := Type} = How) ->
    [part(Subject, Number, Match, Type) || Number <- lists:seq(1, highest(How, Match))];
selected(Subject, Match, #{capture := Numbers, type := Type}) ->
    [part(Subject, Number, Match, Type) || Number <- Numbers].

%% Groups behind the last that has matched are not shown.
highest(#{count := Count}, Match) -> highest_below(Count, Match).

highest_below(Number, Match) when is_map_key(Number, Match) -> Number;
highest_below(Number, Match) -> highest_below(Number - 1, Match).

part(Subject, Number, Match, Type) ->
    case Match of
        #{Number := {Start, End}} -> part(Subject, Start, End - Start, Match, Type);
        #{} when Type =:= index -> {-1, 0};
        #{} when Type =:= list -> [];
        #{} -> <<>>
    end.

part(_, Start, Length, _, index) -> {Start, Length};
part(Subject, Start, Length, _, Type) ->
    <<_:Start/binary, Part:Length/binary, _/binary>> = Subject,
    case Type of
        binary -> Part;
        list -> erlang:binary_to_list(Part)
    end.

%% ---- matching ----

%% Tries to match from a position on; what comes after is asked of `Next`. Says whether all of it has
%% matched, and how many steps have been taken; there is an end to these.
match(_, _, _, _, _, Steps) when Steps > 50000 -> throw(unknown);
match({byte, Wanted}, Position, Groups, Subject, Next, Steps) ->
    case Subject of
        <<_:Position/binary, Byte, _/binary>> when Byte =:= Wanted ->
            Next(Position + 1, Groups, Steps + 1);
        _ -> {no, Steps + 1}
    end;
match({set, Ranges}, Position, Groups, Subject, Next, Steps) ->
    case Subject of
        <<_:Position/binary, Byte, _/binary>> ->
            case is_within(Byte, Ranges) of
                true -> Next(Position + 1, Groups, Steps + 1);
                false -> {no, Steps + 1}
            end;
        _ -> {no, Steps + 1}
    end;
match({sequence, []}, Position, Groups, _, Next, Steps) -> Next(Position, Groups, Steps);
match({sequence, [Part | Parts]}, Position, Groups, Subject, Next, Steps) ->
    Rest = fun(To, More, Taken) -> match({sequence, Parts}, To, More, Subject, Next, Taken) end,
    match(Part, Position, Groups, Subject, Rest, Steps);
match({either, [Way]}, Position, Groups, Subject, Next, Steps) ->
    match(Way, Position, Groups, Subject, Next, Steps);
match({either, [Way | Ways]}, Position, Groups, Subject, Next, Steps) ->
    case match(Way, Position, Groups, Subject, Next, Steps + 1) of
        {no, Taken} -> match({either, Ways}, Position, Groups, Subject, Next, Taken);
        Yes -> Yes
    end;
match({group, Number, Inner}, Position, Groups, Subject, Next, Steps) ->
    Close = fun(To, More, Taken) -> Next(To, More#{Number => {Position, To}}, Taken) end,
    match(Inner, Position, Groups, Subject, Close, Steps);
match({repeat, Least, Most, How, Part}, Position, Groups, Subject, Next, Steps) ->
    repeat(Least, Most, How, Part, Position, Groups, Subject, Next, Steps);
match({ahead, IsWanted, Part}, Position, Groups, Subject, Next, Steps) ->
    Found = match(Part, Position, Groups, Subject,
                  fun(_, More, Taken) -> {yes, More, Taken} end, Steps + 1),
    case Found of
        {yes, More, Taken} when IsWanted -> Next(Position, More, Taken);
        {no, Taken} when not IsWanted -> Next(Position, Groups, Taken);
        {yes, _, Taken} -> {no, Taken};
        {no, Taken} -> {no, Taken}
    end;
match(Anchor, Position, Groups, Subject, Next, Steps) ->
    case holds(Anchor, Position, Subject) of
        true -> Next(Position, Groups, Steps + 1);
        false -> {no, Steps + 1}
    end.

repeat(Least, Most, How, Part, Position, Groups, Subject, Next, Steps) when Least > 0 ->
    Again = fun(To, More, Taken) ->
                repeat(Least - 1, less(Most), How, Part, To, More, Subject, Next, Taken)
            end,
    match(Part, Position, Groups, Subject, Again, Steps + 1);
repeat(_, 0, _, _, Position, Groups, _, Next, Steps) -> Next(Position, Groups, Steps);
repeat(_, Most, How, Part, Position, Groups, Subject, Next, Steps) ->
    %% What matches nothing is not tried again and again.
    Again = fun(To, More, Taken) when To =:= Position, Most =:= infinity -> Next(To, More, Taken);
               (To, More, Taken) ->
                    repeat(0, less(Most), How, Part, To, More, Subject, Next, Taken)
            end,
    case How of
        greedy ->
            case match(Part, Position, Groups, Subject, Again, Steps + 1) of
                {no, Taken} -> Next(Position, Groups, Taken);
                Yes -> Yes
            end;
        lazy ->
            case Next(Position, Groups, Steps + 1) of
                {no, Taken} -> match(Part, Position, Groups, Subject, Again, Taken);
                Yes -> Yes
            end
    end.

less(infinity) -> infinity;
less(Most) -> Most - 1.

is_within(Byte, [{Low, High} | _]) when Byte >= Low, Byte =< High -> true;
is_within(Byte, [{Low, _} | _]) when Byte < Low -> false;
is_within(Byte, [_ | Ranges]) -> is_within(Byte, Ranges);
is_within(_, []) -> false.

holds(start, Position, _) -> Position =:= 0;
holds(line_start, 0, _) -> true;
holds(line_start, Position, Subject) ->
    %% There is no line behind the last end of one.
    Before = Position - 1,
    case Subject of
        <<_:Before/binary, $\n, _, _/binary>> -> true;
        _ -> false
    end;
holds('end', Position, Subject) ->
    case Subject of
        <<_:Position/binary>> -> true;
        _ -> false
    end;
holds(last_line_end, Position, Subject) ->
    case Subject of
        <<_:Position/binary>> -> true;
        <<_:Position/binary, $\n>> -> true;
        _ -> false
    end;
holds(line_end, Position, Subject) ->
    case Subject of
        <<_:Position/binary>> -> true;
        <<_:Position/binary, $\n, _/binary>> -> true;
        _ -> false
    end;
holds({boundary, IsWanted}, Position, Subject) ->
    (is_word(Position - 1, Subject) =/= is_word(Position, Subject)) =:= IsWanted.

is_word(-1, _) -> false;
is_word(Position, Subject) ->
    case Subject of
        <<_:Position/binary, Byte, _/binary>> -> is_within(Byte, word());
        _ -> false
    end.

%% ---- reading patterns ----

%% The expression, and how many groups it has.
parsed(Text, How) ->
    {Regex, Rest, Count} = ways(Text, 0, How),
    case Rest of
        [] -> {Regex, Count};
        _ -> throw(unknown)
    end.

ways(Text, Count, How) -> ways(Text, Count, How, []).

ways(Text, Count, How, Ways) ->
    {Parts, Rest, More} = parts(Text, Count, How, []),
    Known = [{sequence, Parts} | Ways],
    case Rest of
        [$| | Other] -> ways(Other, More, How, Known);
        _ -> {{either, lists:reverse(Known)}, Rest, More}
    end.

parts([], Count, _, Parts) -> {lists:reverse(Parts), [], Count};
parts([$| | _] = Text, Count, _, Parts) -> {lists:reverse(Parts), Text, Count};
parts([$) | _] = Text, Count, _, Parts) -> {lists:reverse(Parts), Text, Count};
parts(Text, Count, How, Parts) ->
    {Part, Rest, More} = atom(Text, Count, How),
    case quantifier(Rest) of
        none -> parts(Rest, More, How, [Part | Parts]);
        {Least, Most, Behind} ->
            is_repeatable(Part) orelse throw(unknown),
            {IsLazy, Last} =
                case Behind of
                    [$? | Other] -> {true, Other};
                    [$+ | _] -> throw(unknown);
                    _ -> {false, Behind}
                end,
            quantifier(Last) =:= none orelse throw(unknown),
            Manner = if IsLazy =:= is_map_key(ungreedy, How) -> greedy; true -> lazy end,
            parts(Last, More, How, [{repeat, Least, Most, Manner, Part} | Parts])
    end.

is_repeatable({Kind, _}) -> Kind =:= byte orelse Kind =:= set orelse Kind =:= either;
is_repeatable({group, _, _}) -> true;
is_repeatable(_) -> false.

quantifier([$* | Rest]) -> {0, infinity, Rest};
quantifier([$+ | Rest]) -> {1, infinity, Rest};
quantifier([$? | Rest]) -> {0, 1, Rest};
quantifier([${ | Text]) ->
    case number(Text) of
        {Least, [$} | Rest]} -> counted(Least, Least, Rest);
        {Least, [$,, $} | Rest]} -> counted(Least, infinity, Rest);
        {Least, [$, | More]} ->
            case number(More) of
                {Most, [$} | Rest]} -> counted(Least, Most, Rest);
                _ -> none
            end;
        _ -> none
    end;
quantifier(_) -> none.

counted(Least, Most, Rest)
  when Least =< 200, Most =:= infinity orelse Most =< 200, Least =< Most ->
    {Least, Most, Rest};
counted(_, _, _) -> throw(unknown).

number([Digit | _] = Text) when Digit >= $0, Digit =< $9 -> number(Text, 0);
number(_) -> none.

number([Digit | Text], Number) when Digit >= $0, Digit =< $9 ->
    number(Text, Number * 10 + Digit - $0);
number(Text, Number) -> {Number, Text}.

atom([$(, $?, $: | Text], Count, How) -> closed(ways(Text, Count, How));
atom([$(, $?, $= | Text], Count, How) -> looked(true, closed(ways(Text, Count, How)));
atom([$(, $?, $! | Text], Count, How) -> looked(false, closed(ways(Text, Count, How)));
atom([$(, Next | _], _, _) when Next =:= $?; Next =:= $* -> throw(unknown);
atom([$( | Text], Count, How) ->
    Number = Count + 1,
    {Inner, Rest, More} = closed(ways(Text, Number, How)),
    {{group, Number, Inner}, Rest, More};
atom([$[ | Text], Count, How) ->
    {Ranges, Rest} = class(Text, How),
    {{set, Ranges}, Rest, Count};
atom([$. | Rest], Count, How) ->
    case has(dotall, How) of
        true -> {{set, [{0, 255}]}, Rest, Count};
        false -> {{set, [{0, 9}, {11, 255}]}, Rest, Count}
    end;
atom([$^ | Rest], Count, How) ->
    {case has(multiline, How) of true -> line_start; false -> start end, Rest, Count};
atom([$$ | Rest], Count, How) ->
    Anchor =
        case {has(multiline, How), has(dollar_endonly, How)} of
            {true, _} -> line_end;
            {false, true} -> 'end';
            {false, false} -> last_line_end
        end,
    {Anchor, Rest, Count};
atom([$\\ | Text], Count, How) ->
    case escape(Text) of
        {byte, Byte, Rest} -> {literal(Byte, How), Rest, Count};
        {set, Ranges, Rest} -> {{set, Ranges}, Rest, Count};
        {anchor, Anchor, Rest} -> {Anchor, Rest, Count}
    end;
atom([Byte | _], _, _) when Byte =:= $*; Byte =:= $+; Byte =:= $? -> throw(unknown);
atom([${ | Rest] = Text, Count, How) ->
    quantifier(Text) =:= none orelse throw(unknown),
    {literal(${, How), Rest, Count};
atom([Byte | Rest], Count, How) -> {literal(Byte, How), Rest, Count}.

closed({Inner, [$) | Rest], Count}) -> {Inner, Rest, Count};
closed(_) -> throw(unknown).

looked(IsWanted, {Inner, Rest, Count}) -> {{ahead, IsWanted, Inner}, Rest, Count}.

literal(Byte, How) ->
    case has(caseless, How) andalso other_case(Byte) of
        false -> {byte, Byte};
        Byte -> {byte, Byte};
        Other -> {set, merged([{Byte, Byte}, {Other, Other}])}
    end.

escape([$d | Rest]) -> {set, digit(), Rest};
escape([$D | Rest]) -> {set, others(digit()), Rest};
escape([$w | Rest]) -> {set, word(), Rest};
escape([$W | Rest]) -> {set, others(word()), Rest};
escape([$s | Rest]) -> {set, space(), Rest};
escape([$S | Rest]) -> {set, others(space()), Rest};
escape([$b | Rest]) -> {anchor, {boundary, true}, Rest};
escape([$B | Rest]) -> {anchor, {boundary, false}, Rest};
escape([$A | Rest]) -> {anchor, start, Rest};
escape([$z | Rest]) -> {anchor, 'end', Rest};
escape([$Z | Rest]) -> {anchor, last_line_end, Rest};
escape([$t | Rest]) -> {byte, $\t, Rest};
escape([$n | Rest]) -> {byte, $\n, Rest};
escape([$r | Rest]) -> {byte, $\r, Rest};
escape([$f | Rest]) -> {byte, $\f, Rest};
escape([$e | Rest]) -> {byte, $\e, Rest};
escape([$a | Rest]) -> {byte, 7, Rest};
escape([$x, High, Low | Rest]) -> {byte, hexadecimal(High) * 16 + hexadecimal(Low), Rest};
escape([Byte | Rest])
  when Byte > 0, Byte < $0; Byte > $9, Byte < $A; Byte > $Z, Byte < $a; Byte > $z, Byte < 128 ->
    {byte, Byte, Rest};
escape(_) -> throw(unknown).

hexadecimal(Digit) when Digit >= $0, Digit =< $9 -> Digit - $0;
hexadecimal(Digit) when Digit >= $a, Digit =< $f -> Digit - $a + 10;
hexadecimal(Digit) when Digit >= $A, Digit =< $F -> Digit - $A + 10;
hexadecimal(_) -> throw(unknown).

%% ---- classes ----

class([$^, $] | Text], How) -> negated(members(Text, How, [{$], $]}]), How);
class([$^ | Text], How) -> negated(members(Text, How, []), How);
class([$] | Text], How) -> with_cases(members(Text, How, [{$], $]}]), How);
class(Text, How) -> with_cases(members(Text, How, []), How).

negated(Members, How) ->
    {Ranges, Rest} = with_cases(Members, How),
    {others(Ranges), Rest}.

with_cases({Ranges, Rest}, How) ->
    case has(caseless, How) of
        true -> {merged(Ranges ++ [{other_case(Byte), other_case(Byte)} ||
                                      {Low, High} <- Ranges, Byte <- lists:seq(Low, High)]), Rest};
        false -> {merged(Ranges), Rest}
    end.

members([$] | Rest], _, Ranges) -> {Ranges, Rest};
members([$[, $: | Text], How, Ranges) ->
    {More, Rest} = named(Text, How),
    members(no_range(Rest), How, More ++ Ranges);
members([$[, Next | _], _, _) when Next =:= $.; Next =:= $= -> throw(unknown);
members(Text, How, Ranges) ->
    case member(Text) of
        {set, More, Rest} -> members(no_range(Rest), How, More ++ Ranges);
        {byte, Low, [$-, $] | _] = Rest} -> members(Rest, How, [{Low, Low} | Ranges]);
        {byte, _, [$-, $[ | _]} -> throw(unknown);
        {byte, Low, [$- | High]} ->
            case member(High) of
                {byte, To, Rest} when Low =< To -> members(no_range(Rest), How, [{Low, To} | Ranges]);
                _ -> throw(unknown)
            end;
        {byte, Byte, Rest} -> members(Rest, How, [{Byte, Byte} | Ranges])
    end.

%% A hyphen behind what is no single character, unless it is the last, is left to others.
no_range([$-, Next | _]) when Next =/= $] -> throw(unknown);
no_range(Text) -> Text.

member([$\\, $b | Rest]) -> {byte, 8, Rest};
member([$\\ | Text]) ->
    case escape(Text) of
        {anchor, _, _} -> throw(unknown);
        Member -> Member
    end;
member([Byte | Rest]) -> {byte, Byte, Rest};
member([]) -> throw(unknown).

named("alpha:]" ++ Rest, _) -> {alpha(), Rest};
named("digit:]" ++ Rest, _) -> {digit(), Rest};
named("alnum:]" ++ Rest, _) -> {digit() ++ alpha(), Rest};
named("space:]" ++ Rest, _) -> {space(), Rest};
named("xdigit:]" ++ Rest, _) -> {[{$0, $9}, {$A, $F}, {$a, $f}], Rest};
named("word:]" ++ Rest, _) -> {word(), Rest};
named("upper:]" ++ Rest, How) when not is_map_key(caseless, How) ->
    {[{$A, $Z}, {192, 214}, {216, 222}], Rest};
named("lower:]" ++ Rest, How) when not is_map_key(caseless, How) ->
    {[{$a, $z}, {170, 170}, {181, 181}, {186, 186}, {223, 246}, {248, 255}], Rest};
named(_, _) -> throw(unknown).

digit() -> [{$0, $9}].
space() -> [{9, 13}, {32, 32}].
word() -> [{$0, $9}, {$A, $Z}, {$_, $_}, {$a, $z} | latin1_letters()].
alpha() -> [{$A, $Z}, {$a, $z} | latin1_letters()].
latin1_letters() -> [{170, 170}, {181, 181}, {186, 186}, {192, 214}, {216, 246}, {248, 255}].

%% The same letter in the other case, or what it is.
other_case(Byte) when Byte >= $A, Byte =< $Z -> Byte + 32;
other_case(Byte) when Byte >= $a, Byte =< $z -> Byte - 32;
other_case(Byte) when Byte >= 192, Byte =< 222, Byte =/= 215 -> Byte + 32;
other_case(Byte) when Byte >= 224, Byte =< 254, Byte =/= 247 -> Byte - 32;
other_case(Byte) -> Byte.

%% Ranges in order, none beside another.
merged(Ranges) -> joined(lists:sort(Ranges)).

joined([{Low, High}, {Next, Last} | Ranges]) when Next =< High + 1 ->
    joined([{Low, max(High, Last)} | Ranges]);
joined([Range | Ranges]) -> [Range | joined(Ranges)];
joined([]) -> [].

%% All bytes but these.
others(Ranges) -> others(Ranges, 0).

others([{Low, High} | Ranges], Next) when Next < Low -> [{Next, Low - 1} | others(Ranges, High + 1)];
others([{_, High} | Ranges], _) -> others(Ranges, High + 1);
others([], Next) when Next =< 255 -> [{Next, 255}];
others([], _) -> [].
