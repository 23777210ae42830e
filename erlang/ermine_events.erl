%%% What does a watched program do? It notes events in a table while it runs.
%%%
%%% `ermine_watch` makes modules that call `note/1`. The table belongs to whoever runs the call, so that
%%% what happened is known however the call ends. Only built-ins are used to note an event: library modules may
%%% be watched themselves.
%%%
%%% Values are noted as far as they are shown: a list of a million elements must not be copied at every
%%% step of a loop over it.
-module(ermine_events).
-export([run/6, note/1]).

%% Runs a call for so many milliseconds, and keeps the first events of it.
run(Module, Function, Arguments, Most, Time, HeapWords) ->
    Table = ets:new(ermine_events, [named_table, public, ordered_set]),
    true = ets:insert(Table, [{count, 0}, {most, Most}]),
    Heap = #{size => HeapWords, kill => true, error_logger => false},
    {Worker, Monitor} = spawn_opt(fun() -> exit({ermine_events, outcome(Module, Function, Arguments)}) end,
                                  [monitor, {max_heap_size, Heap}]),
    Outcome = receive
                  {'DOWN', Monitor, process, Worker, Reason} -> ended(Reason)
              after Time ->
                  exit(Worker, kill),
                  receive {'DOWN', Monitor, process, Worker, _} -> timeout end
              end,
    Events = [{Process, Event} || {_, Process, Event} <- ets:tab2list(Table)],
    Count = ets:lookup_element(Table, count, 2),
    ets:delete(Table),
    {Outcome, Count, Worker, Events}.

outcome(Module, Function, Arguments) ->
    try apply(Module, Function, Arguments) of
        Value -> {value, cut(Value)}
    catch
        Class:Reason:Stack -> {exception, Class, cut(Reason), own_frames_removed(Stack)}
    end.

ended({ermine_events, Outcome}) -> Outcome;
ended(killed) -> killed;
ended(Reason) -> {signal, cut(Reason)}.

%% The arguments in a frame may be of any size.
own_frames_removed([{ermine_events, _, _, _} | _]) -> [];
own_frames_removed([{Module, Function, Arguments, Where} | Stack]) when is_list(Arguments) ->
    [{Module, Function, length(Arguments), Where} | own_frames_removed(Stack)];
own_frames_removed([Frame | Stack]) -> [Frame | own_frames_removed(Stack)];
own_frames_removed([]) -> [].

%% Whoever is not watched, because nobody runs a call or it is over, notes nothing.
note(Event) ->
    try
        case ets:update_counter(ermine_events, count, 1) > ets:lookup_element(ermine_events, most, 2) of
            false ->
                Number = ets:lookup_element(ermine_events, count, 2),
                ets:insert(ermine_events, {Number, self(), cut_parts(Event)});
            true ->
                true
        end
    catch
        error:badarg -> true
    end.

%%% Values as far as they are shown
%%%
%%% What is left out is the atom `...`.

cut_parts({call, Module, Name, Arity, Fun, Arguments}) ->
    {call, Module, Name, Arity, Fun, cut_each(Arguments)};
cut_parts({exit, Value}) -> {exit, cut(Value)};
cut_parts({go, At, Target, Arguments}) -> {go, At, cut(Target), cut_each(Arguments)};
cut_parts({tail, At, Target, Arguments}) -> {tail, At, cut(Target), cut_each(Arguments)};
cut_parts({back, At, Value}) -> {back, At, cut(Value)};
cut_parts({'case', At, Clause, Values}) -> {'case', At, Clause, cut_each(Values)};
cut_parts({exitcase, At, Values}) -> {exitcase, At, cut_each(Values)};
cut_parts({bind, At, Values}) -> {bind, At, cut_each(Values)};
cut_parts({caught, At, Class, Reason}) -> {caught, At, Class, cut(Reason)};
cut_parts({tried, At, Value}) -> {tried, At, cut(Value)};
cut_parts(Event) -> Event.

cut_each([Value | Values]) -> [cut(Value) | cut_each(Values)];
cut_each([]) -> [].

%% So many elements are kept, and so many bytes of a bitstring.
cut(Term) ->
    {Cut, _} = cut(Term, 200),
    Cut.

%% `{Term, Left}`: how much may still be kept.
cut(_, Left) when Left =< 0 ->
    {'...', 0};
cut([Head | Tail], Left) ->
    {First, LeftOfTail} = cut(Head, Left - 1),
    {Rest, LeftInEnd} = cut(Tail, LeftOfTail),
    {[First | Rest], LeftInEnd};
cut(Tuple, Left) when is_tuple(Tuple) ->
    case tuple_size(Tuple) =< Left of
        true ->
            {Elements, LeftInEnd} = cut_elements(tuple_to_list(Tuple), Left),
            {list_to_tuple(Elements), LeftInEnd};
        false ->
            {{element(1, Tuple), '...'}, Left - 1}
    end;
cut(Map, Left) when is_map(Map), map_size(Map) =< 32 ->
    cut_keys(maps:keys(Map), Map, Left - 1, #{});
cut(Map, Left) when is_map(Map) ->
    {#{'...' => '...'}, Left - 1};
cut(Bits, Left) when is_bitstring(Bits), byte_size(Bits) > 200 ->
    <<Part:200/binary, _/bitstring>> = Bits,
    {[Part | '...'], Left - 1};
cut(Fun, Left) when is_function(Fun) ->
    {shown_fun(Fun), Left - 1};
cut(Integer, Left) when is_integer(Integer), Integer bsr 1024 =/= 0, Integer bsr 1024 =/= -1 ->
    {{'...', '...'}, Left - 1};
cut(Term, Left) ->
    {Term, Left - 1}.

cut_elements([Element | Elements], Left) ->
    {First, LeftOfRest} = cut(Element, Left - 1),
    {Rest, LeftInEnd} = cut_elements(Elements, LeftOfRest),
    {[First | Rest], LeftInEnd};
cut_elements([], Left) ->
    {[], Left}.

cut_keys([Key | Keys], Map, Left, Cut) ->
    {ShownKey, LeftOfValue} = cut(Key, Left),
    {Value, LeftOfRest} = cut(map_get(Key, Map), LeftOfValue),
    cut_keys(Keys, Map, LeftOfRest, Cut#{ShownKey => Value});
cut_keys([], _, Left, Cut) ->
    {Cut, Left}.

%% What a closure holds may be of any size, too: only its name is kept.
shown_fun(Fun) ->
    {module, Module} = erlang:fun_info(Fun, module),
    {name, Name} = erlang:fun_info(Fun, name),
    {arity, Arity} = erlang:fun_info(Fun, arity),
    erlang:make_fun(Module, Name, Arity).
