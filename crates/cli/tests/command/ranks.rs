//! Does `ermine check` tell what matters first? One finding for each place, its rank from the code, a screen
//! that fits, an exit code by rank, and a baseline of what is known.

use crate::erlang::has_erlang;
use crate::folder::{Folder, has};
use serde_json::Value;
use std::collections::BTreeMap;

/// A finding of every kind; the comments say of which rank.
const SHOP: &str = "\
-module(shop).
-export([price/1, twice/1, kind/1, first/1, parse/1, strict/1, early/1, late/1, loud/1, again/1]).
-export([size/1, name/1, dynamic/2, tail/2, third/1]). -export_type([box/0]). -opaque box() :: {box, integer()}.
-spec price(integer()) -> integer().
price(N) -> share(100, N - 3).
-spec twice(integer()) -> integer().
twice(N) -> 2 * share(10, N - 4).
share(A, B) -> A div B. % 1, through price/1 and twice/1
-spec kind(atom()) -> ok.
kind(Kind) -> case Kind of big -> ok; small -> ok end. % 2: the argument as it is
-spec first(list()) -> term().
first(List) -> hd(List). % 2: hd/1 takes no empty list
-spec parse(binary()) -> integer().
parse(Text) -> binary_to_integer(Text). % 1: no type says which are numbers
-spec strict(integer()) -> ok.
strict(N) when N > 0 -> ok. % 2: its own head
-spec early(integer()) -> ok.
early(7) -> error(badarg); % 3, though the reason is one of the VM's
early(_) -> ok.
-spec late(integer()) -> ok.
late(N) -> check(N, N > 5).
check(N, true) -> throw({too_large, N}); % 3
check(_, false) -> ok.
-spec loud(integer()) -> ok.
loud(N) ->
    try check(N, N > 9)
    catch Class:Reason:Stack ->
        io:format(\"~p~n\", [Stack]),
        erlang:raise(Class, Reason, Stack) % 3: where it came from
    end.
-spec again(integer()) -> integer().
again(N) ->
    try 10 div N % 1: passed on, it is still what it was
    catch Class:Reason:Stack -> erlang:raise(Class, Reason, Stack)
    end.
-spec size(box()) -> integer().
size({box, N}) -> 1 div (N - 77). % 4: nobody makes such a box
-spec name(pid()) -> term().
name(Pid) -> erlang:process_info(Pid, nothing). % 1: there is no such item
-spec dynamic(module(), atom()) -> term().
dynamic(Module, Name) -> Module:Name(). % 4
-spec tail(pos_integer(), list()) -> term().
tail(N, List) -> lists:nth(N, List). % 2: inside of OTP, with the argument as it is
-spec third(list()) -> term().
third(List) ->
    [_ | Rest] = lists:reverse(List), % 1
    lists:nth(2, Rest). % 1: inside of OTP
";

fn sites(json: &Value) -> Vec<&Value> {
    json["sites"].as_array().expect("a list").iter().collect()
}

/// Rank, reason and line of all that was found.
fn ranks(json: &Value) -> BTreeMap<String, (String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let named = |site: &&Value| {
        let what = (text(&site["rank"]), text(&site["rank_reason"]));
        (text(&site["site"]["id"]), what)
    };
    sites(json).iter().map(named).collect()
}

#[test]
fn ranks_come_from_the_code() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("ranks", "kinds", &[("shop.erl", SHOP)]);
    let json = folder.json(&["check", "shop.erl", "--time", "60s", "--runs", "200"]);
    let found = ranks(&json);
    let check = |id: &str, rank: &str, reason: &str| {
        let what = found.get(id).unwrap_or_else(|| panic!("no {id} in {found:#?}"));
        assert_eq!((what.0.as_str(), what.1.as_str()), (rank, reason), "{id}");
    };
    check("{shop,share,2,{badarith,{erlang,'div',2}},1}", "likely_bug", "built_in");
    check("{shop,kind,1,case_clause,1}", "spec_too_wide", "behind_head");
    check("{shop,first,1,{badarg,{erlang,hd,1}},1}", "spec_too_wide", "wrong_type");
    check("{shop,parse,1,{badarg,{erlang,binary_to_integer,1}},1}", "likely_bug", "built_in");
    check("{shop,strict,1,function_clause,1}", "spec_too_wide", "own_head");
    check("{shop,early,1,{raise,error},1}", "deliberate", "written");
    check("{shop,check,2,{raise,throw},1}", "deliberate", "written");
    check("{shop,again,1,{badarith,{erlang,'div',2}},1}", "likely_bug", "built_in");
    check("{shop,third,1,badmatch,1}", "likely_bug", "no_match");
    check("{shop,third,1,{function_clause,{lists,nth,2}},1}", "likely_bug", "library");
    check("{shop,tail,2,{function_clause,{lists,nth,2}},1}", "spec_too_wide", "wrong_type");
    check("{shop,name,1,{badarg,{erlang,process_info,2}},1}", "likely_bug", "built_in");
    check("{shop,dynamic,2,undef,1}", "unlikely_input", "unknown_module");
    let opaque = found.iter().filter(|(id, _)| id.starts_with("{shop,size,1,"));
    assert!(opaque.clone().count() > 0, "{found:#?}");
    assert!(opaque.into_iter().all(|(_, what)| what.1 == "opaque"), "{found:#?}");
    // What is raised again is where it was raised first.
    let loud = sites(&json).into_iter().find(|site| {
        site["also"].as_array().is_some_and(|also| also.contains(&"shop:loud/1".into()))
            || site["mfa"] == "shop:loud/1"
    });
    assert_eq!(loud.expect("it is found")["site"]["function"], "shop:check/2");
}

/// The same mistake in several lines of a function is told once on the screen; each has its own place elsewhere.
#[test]
fn the_same_in_several_lines() {
    if !has_erlang() {
        return;
    }
    let module = "-module(names).
-export([name/2, share/2]).
-spec name(dns | url | oid, string()) -> binary().
name(dns, Name) -> list_to_binary([\"1\", Name]);
name(url, Name) -> list_to_binary([\"2\", Name]);
name(oid, Name) -> list_to_binary([\"3\", Name]).
-spec share(integer(), integer()) -> integer().
share(A, B) ->
    10 div (A - 3) +
    20 div (B - 7).
";
    let folder = Folder::new("ranks", "alike", &[("names.erl", module)]);
    let call = ["check", "names.erl", "--time", "60s", "--runs", "100"];
    let (text, _) = folder.text(&call);
    has(&text, "the same in lines 5, 6\n");
    assert_eq!(text.matches("likely bug: ").count(), 3, "{text}");
    has(&text, "5 findings (5 likely bugs)");
    assert_eq!(sites(&folder.json(&call)).len(), 5);
}

/// What nobody promised, and what is a bug beside it.
const PROMISES: &str = "\
-module(promises).
-export([join/1, pick/2, call/2, total/1, open/1, size/2, keep/1, sent/1, greet/1, setting/0, callback/2]).
-export([zero/2, ask/1, strategy/0, gone/1, parse/1]).
-export([length_of/1, place/0, read/1, waited/2, started/0, table/0]).
-record(line, {text, count :: integer()}).
-spec join([term()]) -> string().
join(Parts) -> lists:append([part(Part) || Part <- Parts]).
part(Part) when is_atom(Part) -> atom_to_list(Part); % 2: any term is too much
part(Part) when is_list(Part) -> \"\".
-spec pick(fun(), [integer()]) -> [integer()].
pick(Fun, List) -> [Each || Each <- List, chosen(Fun, Each)].
chosen(Fun, Each) ->
    case Fun(Each) of % 2: fun() may take and return anything
        yes -> true;
        no -> false
    end.
-spec call(fun((integer()) -> yes | no), integer()) -> yes.
call(Fun, N) ->
    case Fun(N) of yes -> yes end. % 1: the spec has no
-spec total(#line{}) -> integer().
total(#line{text = Text, count = Count}) -> byte_size(Text) div Count. % 2 and 1
-spec open(integer()) -> ok.
open(Size) -> open(Size, quick).
open(Size, quick) when Size > 0 -> ok. % 2: passed on as it is
-spec size(integer(), integer()) -> ok.
size(A, B) -> open(A - B, quick). % 1: made of them, at the same place
-spec keep(term()) -> {kept, integer()}.
keep(Term) -> {kept, Term}. % 2: nobody says that it is an integer
-spec sent(integer()) -> {kept, integer()}.
sent(N) -> {sent, N}. % 1
-spec greet(string()) -> binary().
greet(Name) -> case unicode:characters_to_binary(Name) of Text when is_binary(Text) -> Text end. % 4
-spec setting() -> integer().
setting() -> case get(setting) of N when is_integer(N) -> N end. % 4: nobody has put it there
-spec callback(module(), term()) -> term().
callback(Module, Term) -> {ok, Module:handle(Term)}. % 4
-spec zero(term(), integer()) -> integer().
zero(_, N) -> share(N + 1). % 1, whatever else is any term
share(0) -> 1;
share(N) when N > 0 -> N.
-spec length_of({float(), float()}) -> float().
length_of({X, Y}) -> math:sqrt(squared(X) + Y * Y). % 4: nothing is that long
squared(X) -> X * X.
-spec place() -> {integer(), integer()}.
place() -> get(place). % 4: nobody has put it there
-spec read(binary()) -> digit.
read(Text) ->
    try
        {ok, Value} = digit(Text),
        Value
    catch
        error:{badmatch, {error, Reason, At}}:Stack -> erlang:raise(error, Reason, [At | Stack]) % 3
    end.
digit(<<$0>>) -> {ok, digit};
digit(Text) -> {error, badarg, {promises, digit, [Text], [{line, 1}]}}.
-spec waited(atom(), non_neg_integer()) -> ok.
waited(_, Time) -> timer:sleep(Time). % 4: nobody waits for 50 days
-spec started() -> {ok, pid()}.
started() -> proc_lib:start_link(promises, table, []). % 4: the table is of the application
table() -> proc_lib:init_ack({ok, self()}), ets:lookup_element(of_the_application, key, 2).
-spec ask(pid()) -> term().
ask(Server) -> {ok, gen_server:call(Server, hello)}. % 4: nobody is its own server
-spec strategy() -> term().
strategy() -> {ok, (get(strategy)):clean_up()}. % 4: nobody has put it there
-spec gone([binary()]) -> term().
gone([<<A, B, C>>]) when A * B + C =:= 5000 -> {ok, erlang:get_stacktrace()}; % 1, whatever leads there
gone(_) -> ok.
-file(\"lib/parsetools/include/yeccpre.hrl\", 85).
-spec parse(integer()) -> integer().
parse(N) -> share(N) + yecc(N - 1).
yecc(N) when N =/= 7 -> N. % 4: not the project's
";

#[test]
fn what_nobody_promised_is_no_likely_bug() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("ranks", "promises", &[("promises.erl", PROMISES)]);
    let json = folder.json(&["check", "promises.erl", "--time", "60s", "--runs", "200"]);
    let found = ranks(&json);
    let check = |id: &str, rank: &str, reason: &str| {
        let what = found.get(id).unwrap_or_else(|| panic!("no {id} in {found:#?}"));
        assert_eq!((what.0.as_str(), what.1.as_str()), (rank, reason), "{id}");
    };
    check("{promises,part,1,function_clause,1}", "spec_too_wide", "untyped");
    check("{promises,chosen,2,badarity,1}", "spec_too_wide", "untyped");
    check("{promises,chosen,2,case_clause,1}", "spec_too_wide", "untyped");
    check("{promises,call,2,case_clause,1}", "likely_bug", "no_match");
    check("{promises,total,1,{badarg,{erlang,byte_size,1}},1}", "spec_too_wide", "untyped");
    check("{promises,total,1,{badarith,{erlang,'div',2}},1}", "likely_bug", "built_in");
    check("{promises,open,2,function_clause,1}", "likely_bug", "internal_head");
    check("{promises,keep,1,result,1}", "spec_too_wide", "untyped");
    check("{promises,sent,1,result,1}", "likely_bug", "result");
    check("{promises,greet,1,case_clause,1}", "unlikely_input", "no_character");
    check("{promises,setting,0,case_clause,1}", "unlikely_input", "not_started");
    check("{promises,callback,2,undef,1}", "unlikely_input", "unknown_module");
    check("{promises,share,1,function_clause,1}", "likely_bug", "internal_head");
    let of_length = found.iter().filter(|(id, _)| id.contains("badarith") && !id.contains("total"));
    let reasons: Vec<&str> = of_length.map(|(_, what)| what.1.as_str()).collect();
    assert!(reasons.len() >= 2 && reasons.iter().all(|why| *why == "too_large"), "{found:#?}");
    let of = |function: &str| {
        let start = format!("{{promises,{function},");
        let found = found.iter().filter(move |(id, _)| id.starts_with(&start));
        found.map(|(_, what)| what.0.as_str()).collect::<Vec<&str>>()
    };
    assert!(
        !of("table").contains(&"likely_bug") && !of("started").contains(&"likely_bug"),
        "{found:#?}"
    );
    assert!(!of("waited").contains(&"likely_bug"), "{found:#?}");
    check("{promises,place,0,result,1}", "unlikely_input", "not_started");
    check("{promises,read,1,{raise,error},1}", "deliberate", "written");
    check("{promises,strategy,0,undef,1}", "unlikely_input", "not_started");
    check("{promises,gone,1,{undef,{erlang,get_stacktrace,0}},1}", "likely_bug", "undefined");
    check("{promises,yecc,1,function_clause,1}", "unlikely_input", "generated");
    let ask = found.iter().filter(|(id, _)| id.starts_with("{promises,ask,1,"));
    assert!(ask.clone().count() > 0, "{found:#?}");
    assert!(ask.into_iter().all(|(_, what)| what.0 == "unlikely_input"), "{found:#?}");
    let own = folder.json(&["run", "promises.erl", "open"]);
    assert_eq!(own["sites"][0]["rank_reason"], "own_head", "{own:#}");
    // Results outside of the spec and functions that are not there first, the same function twice later.
    let first: Vec<&Value> = sites(&json).iter().map(|site| &site["site"]["id"]).take(2).collect();
    let gone = "{promises,gone,1,{undef,{erlang,get_stacktrace,0}},1}";
    assert_eq!(first, ["{promises,sent,1,result,1}", gone]);
}

const KINDS: &str = "\
-module(kinds).
-export([inside/2, next/1, open/2, share/1, plain/1, read/1, first/1]).
-record(box, {size}).
-record(tree, {size = 0 :: non_neg_integer()}).
-spec inside([atom()], term()) -> {ok, {atom(), atom()}}.
inside([], {a, []} = Pair) -> {ok, Pair}; % 2: the wrong part is inside of what nobody gave a type
inside(_, _) -> {ok, {a, b}}.
-spec next([any()]) -> term().
next([X]) -> {ok, X + 1}; % 2, though the BEAM does not say to what 1 was added
next(_) -> ok.
-spec open([atom()], term()) -> term().
open([], {Box}) when Box =:= [] -> size_of(Box);
open(_, _) -> ok.
size_of(Box) -> {ok, Box#box.size}. % 2: of the two lists, nobody says that the second is one
-spec first(0..3) -> term().
first(N) -> {ok, queue:get(queue:from_list(lists:duplicate(N, a)))}. % it says that it is empty
-spec share(#tree{}) -> integer().
share(#tree{size = N}) -> 1 div N. % only this module makes trees
-spec plain(integer()) -> integer().
plain(N) -> 1 div N.
-spec read(binary()) -> term().
read(Bytes) -> {ok, wire:decode(Bytes)}.
";

/// As the compiler of ASN.1 marks what it writes.
const WIRE: &str = "\
-module(wire).
-export([decode/1]).
-asn1_info([{vsn, '5.0'}]).
decode(<<1>>) -> one.
";

#[test]
fn what_is_refused_with_its_kind_and_what_nobody_else_makes() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("ranks", "kinds", &[("kinds.erl", KINDS), ("wire.erl", WIRE)]);
    let json = folder.json(&["check", ".", "--time", "60s", "--runs", "200"]);
    let found = ranks(&json);
    let check = |id: &str, rank: &str, reason: &str| {
        let what = found.get(id).unwrap_or_else(|| panic!("no {id} in {found:#?}"));
        assert_eq!((what.0.as_str(), what.1.as_str()), (rank, reason), "{id}");
    };
    check("{kinds,inside,2,result,1}", "spec_too_wide", "untyped");
    check("{kinds,next,1,badarith,1}", "spec_too_wide", "untyped");
    check("{kinds,size_of,1,badrecord,1}", "spec_too_wide", "untyped");
    check("{kinds,read,1,{function_clause,{wire,decode,1}},1}", "likely_bug", "library");
    check("{kinds,first,1,{error,{queue,get,1}},1}", "likely_bug", "library");
    let bugs: Vec<&Value> = sites(&json).iter().map(|site| &site["site"]["function"]).collect();
    let place = |name: &str| bugs.iter().position(|bug| *bug == name).expect("it is there");
    assert!(place("kinds:plain/1") < place("kinds:share/1"), "{bugs:?}");
    assert!(place("kinds:read/1") < place("kinds:first/1"), "{bugs:?}");
}

#[test]
fn one_finding_for_each_place() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("ranks", "places", &[("shop.erl", SHOP)]);
    let json = folder.json(&["check", "shop.erl"]);
    let share = sites(&json).into_iter().find(|site| site["site"]["function"] == "shop:share/2");
    let share = share.expect("it is found");
    let mut through = vec![share["mfa"].clone()];
    through.extend(share["also"].as_array().expect("a list").iter().cloned());
    through.sort_by_key(|each| each.to_string());
    assert_eq!(through, ["shop:price/1", "shop:twice/1"]);
    assert_eq!(share["site"]["line"], 8);
    let (text, code) = folder.text(&["check", "shop.erl"]);
    assert_eq!(code, 1, "{text}");
    has(&text, "likely bug: error: an error occurred when evaluating an arithmetic expression");
    has(
        &text,
        "  at shop.erl:8 in shop:share/2: a built-in or an operator refuses what it is given\n",
    );
    has(&text, "  also through shop:");
    has(&text, "exceptions that the program raises itself: --format html");
    assert!(!text.contains("too_large"), "{text}");
}

#[test]
fn the_exit_code_goes_by_rank() {
    if !has_erlang() {
        return;
    }
    let module = |body: &str| {
        format!("-module(one).\n-export([f/1]).\n-spec f(0..9) -> integer().\n{body}\n")
    };
    let folder = Folder::new("ranks", "exit", &[]);
    let code = |body: &str, fail_on: &str| {
        std::fs::write(folder.0.join("one.erl"), module(body)).expect("it can be written");
        let given = ["check", "one.erl", "--fail-on", fail_on];
        folder.text(if fail_on.is_empty() { &given[..2] } else { &given }).1
    };
    let (bug, wide, meant) =
        ("f(N) -> 1 div (N - 3).", "f(N) when N > 2 -> N.", "f(3) -> error(no); f(N) -> N.");
    let codes = |body: &str| {
        ["", "likely-bug", "spec-too-wide", "any", "none"].map(|fail_on| code(body, fail_on))
    };
    assert_eq!(codes(bug), [1, 1, 1, 1, 0]);
    assert_eq!(codes(wide), [1, 0, 1, 1, 0]);
    assert_eq!(codes(meant), [0, 0, 0, 1, 0]);
    let (text, code) = folder.text(&["check", "one.erl", "--fail-on", "bugs"]);
    has(&text, "there is no rank \"bugs\"; there are likely-bug, spec-too-wide, any, none");
    assert_eq!(code, 2);
}

/// Many findings of all kinds.
fn large(modules: usize) -> Vec<(String, String)> {
    let module = |number: usize| {
        let name = format!("large{number}");
        let functions = (0..20).map(|each| {
            format!(
                "-spec f{each}(integer()) -> integer().\nf{each}({each}) -> error(meant);\n\
                 f{each}(N) when N =/= 100 -> {each} div (N - {number})."
            )
        });
        let text = functions.collect::<Vec<_>>().join("\n");
        let exports: Vec<String> = (0..20).map(|each| format!("f{each}/1")).collect();
        let head = format!("-module({name}).\n-export([{}]).\n", exports.join(", "));
        (format!("{name}.erl"), format!("{head}{text}\n"))
    };
    (100..100 + modules).map(module).collect()
}

#[test]
fn the_screen_has_an_end() {
    if !has_erlang() {
        return;
    }
    let files = large(40);
    let files: Vec<(&str, &str)> =
        files.iter().map(|(file, text)| (&file[..], &text[..])).collect();
    let folder = Folder::new("ranks", "screen", &files);
    let (text, code) = folder.text(&["check", ".", "--runs", "20"]);
    assert_eq!(code, 1);
    let lines = text.lines().count();
    assert!((60..=230).contains(&lines), "{lines} lines:\n{text}");
    assert_eq!(text.matches("\nlikely bug: ").count(), 20, "{text}");
    has(&text, " more of these ranks:");
    let (few, _) = folder.text(&["check", ".", "--runs", "20", "--show", "2"]);
    assert_eq!(few.matches("\nlikely bug: ").count(), 2, "{few}");
    assert!(few.lines().count() < lines);
}

const KNOWN: &str = "\
-module(known).
-export([f/1, g/1]).
-spec f(integer()) -> integer().
f(N) -> X = 1 div N, 2 div (X + N - 5).
-spec g([integer()]) -> integer().
g(List) ->
    A = hd(lists:reverse(List)),
    B = hd(tl(List)),
    10 div (A + B).
";

fn baseline(folder: &Folder) -> String {
    std::fs::read_to_string(folder.0.join("ermine.baseline")).expect("it was written")
}

#[test]
fn what_is_known_does_not_fail() {
    if !has_erlang() {
        return;
    }
    let folder = Folder::new("ranks", "known", &[("src/known.erl", KNOWN)]);
    let check = ["check", ".", "--baseline", "ermine.baseline"];
    let (text, code) = folder.text(&check);
    assert_eq!(code, 2);
    has(&text, "--baseline ermine.baseline: no such file; --update-baseline writes it");
    let update = [&check[..], &["--update-baseline"]].concat();
    assert_eq!(folder.text(&update).1, 0);
    let first = baseline(&folder);
    assert!(first.lines().count() >= 4, "{first}");
    let mut sorted: Vec<&str> = first.lines().skip(1).collect();
    sorted.sort_unstable();
    assert_eq!(sorted, first.lines().skip(1).collect::<Vec<_>>());
    let (text, code) = folder.text(&check);
    assert_eq!(code, 0, "{text}");
    has(&text, &format!("{} findings known by ermine.baseline", first.lines().count() - 1));
    // The same on one core and on two, and after lines have moved.
    for jobs in ["1", "2"] {
        assert_eq!(folder.text(&[&update[..], &["--jobs", jobs]].concat()).1, 0);
        assert_eq!(baseline(&folder), first, "--jobs {jobs}");
    }
    let moved =
        KNOWN.replace("-spec", "\n%% Moved.\n\n-spec").replace(" X = ", "\n    X =\n        ");
    std::fs::write(folder.0.join("src/known.erl"), &moved).expect("it can be written");
    let (text, code) = folder.text(&check);
    assert_eq!(code, 0, "{text}");
    assert_eq!(folder.text(&update).1, 0);
    assert_eq!(baseline(&folder), first);
    // Something new is told, and what is gone is counted.
    let changed = moved.replace("10 div (A + B)", "case A + B of 7 -> 8 end");
    std::fs::write(folder.0.join("src/known.erl"), &changed).expect("it can be written");
    let (text, code) = folder.text(&check);
    assert_eq!(code, 1, "{text}");
    assert_eq!(text.matches("likely bug: ").count(), 1, "{text}");
    has(&text, "no case clause matching");
    has(&text, "; 1 line of it not found any more: --update-baseline writes it anew");
}

#[test]
fn what_is_known_and_unchanged_is_still_there() {
    if !has_erlang() {
        return;
    }
    let other = "-module(other).\n-export([h/1]).\n-spec h(integer()) -> integer().\n\
                 h(N) -> 1 div (N - 8).\n";
    let folder = Folder::new(
        "ranks",
        "unchanged",
        &[
            ("known.erl", KNOWN),
            ("other.erl", other),
            ("ermine.config", "{baseline, \"ermine.baseline\"}.\n"),
        ],
    );
    assert_eq!(folder.text(&["check", "--update-baseline"]).1, 0);
    let all = baseline(&folder);
    let (text, code) = folder.text(&["check", "--changed"]);
    assert_eq!(code, 0, "{text}");
    has(&text, "3 functions not tested again, being unchanged");
    has(&text, &format!("{} findings known by", all.lines().count() - 1));
    // What is not tested again stays in the file, and so do modules that are not tested at all.
    assert_eq!(folder.text(&["check", "--changed", "--update-baseline"]).1, 0);
    assert_eq!(baseline(&folder), all);
    assert_eq!(folder.text(&["check", "other.erl", "--update-baseline"]).1, 0);
    assert_eq!(baseline(&folder), all);
    // Without the baseline, they count.
    assert_eq!(folder.text(&["check", "--changed", "--no-config"]).1, 1);
}

#[test]
fn bad_baselines_are_told_with_their_line() {
    let folder = Folder::new(
        "ranks",
        "bad",
        &[
            ("one.erl", "-module(one).\n"),
            ("half", "{m, f, 1, badarith, 1}.\n{m, f, 1,\n"),
            ("wrong", "% mine\n{m, f, 1, badarith, 1}.\n{m, f, 1, badarith}.\n"),
        ],
    );
    let check = |file: &str, wanted: &str| {
        for more in [&[][..], &["--update-baseline"]] {
            let (text, code) = folder.text(&[&["check", ".", "--baseline", file], more].concat());
            assert_eq!(code, 2, "{text}");
            has(&text, wanted);
            assert_eq!(text.lines().count(), 1, "{text}");
        }
    };
    check("half", "ermine: half:");
    check("wrong", "ermine: wrong:3: {m,f,1,badarith} is no finding, such as {m,f,1,");
    // No source is taken for a baseline, nor replaced by one.
    check("one.erl", "ermine: one.erl:1: ");
    assert_eq!(
        std::fs::read_to_string(folder.0.join("one.erl")).expect("it is there"),
        "-module(one).\n"
    );
    let (text, code) = folder.text(&["check", ".", "--update-baseline"]);
    assert_eq!(code, 2);
    has(&text, "--update-baseline needs the name of a file: --baseline FILE");
}

const SUPERVISOR: &str = "\
-module(fresh_sup).
-behaviour(supervisor).
-export([start_link/0, init/1]).
start_link() -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).
init([]) ->
    SupFlags = #{strategy => one_for_all, intensity => 0, period => 1},
    {ok, {SupFlags, []}}.
";

const SERVER: &str = "\
-module(counter).
-behaviour(gen_server).
-export([init/1, handle_call/3, handle_cast/2]).
init(Start) when is_integer(Start) -> {ok, Start}.
handle_call(next, _From, N) -> {reply, N, N + 1}.
handle_cast({set, N}, _) -> {noreply, N}.
";

const STATE_MACHINE: &str = "\
-module(door).
-behaviour(gen_statem).
-export([init/1, callback_mode/0, handle_event/4]).
init(Code) -> {ok, locked, Code}.
callback_mode() -> handle_event_function.
handle_event(cast, {digit, N}, locked, Code) -> {keep_state, Code - N}.
";

#[test]
fn states_of_callbacks_are_those_that_callbacks_return() {
    if !has_erlang() {
        return;
    }
    let files =
        [("fresh_sup.erl", SUPERVISOR), ("counter.erl", SERVER), ("door.erl", STATE_MACHINE)];
    let folder = Folder::new("ranks", "callbacks", &files);
    let json = folder.json(&["check", "fresh_sup.erl"]);
    assert_eq!(sites(&json).len(), 0, "{json:#}");
    let init = &json["functions"][0];
    assert_eq!(
        (&init["mfa"], &init["verdict"]),
        (&"fresh_sup:init/1".into(), &"no_crash_found".into())
    );
    let gaps = init["incomplete"].as_array().expect("a list");
    assert!(gaps.iter().any(|gap| gap["kind"] == "init_argument"), "{init:#}");
    let json = folder.json(&["check", "counter.erl"]);
    // A state that is no number comes from a cast. What the heads of callbacks refuse, nobody need send.
    for site in sites(&json) {
        let is_head = site["site"]["id"].as_str().is_some_and(|id| id.contains("function_clause"));
        let wanted = if is_head { "unlikely_input" } else { "likely_bug" };
        assert_eq!(site["rank"], wanted, "{site:#}");
    }
    let calls = format!("{json:#}");
    assert!(calls.contains("counter:handle_cast({set, "), "{calls}");
    // Nobody knows yet which states and data a state machine has.
    let json = folder.json(&["check", "door.erl"]);
    assert!(!sites(&json).is_empty(), "{json:#}");
    for site in sites(&json) {
        assert_eq!(
            (&site["rank"], &site["rank_reason"]),
            (&"unlikely_input".into(), &"callback".into())
        );
    }
    let (text, code) = folder.text(&["check", "door.erl"]);
    assert_eq!(code, 0, "{text}");
    has(&text, "not shown, of input that is unlikely: ");
}
