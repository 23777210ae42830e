//! Is what happens in a call told step by step, and alike by both engines? The rewritten modules run on the BEAM
//! and in the interpreter, and note the same events.

use crate::erlang::{has_erlang, loader};
use crate::folder::Folder;
use beam::{Call, Limits, Loader, ModuleSource, Outcome};
use core_erlang::Module;
use expect_test::expect;
use std::path::Path;
use std::sync::Arc;
use term::{Atom, Term, read};
use trace::watched::{Event, Noted, Watched};
use world::Watching;

const SHOP: &str = "\
-module(shop).
-export([average/1, safe/1, total/2, ask/0, forever/1]).
average(L) -> sum(L, 0) div length(L).
sum([], Acc) -> Acc;
sum([X | Rest], Acc) -> sum(Rest, Acc + X).
safe(L) -> try average(L) of V -> {ok, V} catch error:E -> {error, E} end.
total(Prices, Tax) -> lists:sum([P * Tax || P <- Prices, P > 0]).
ask() ->
    Me = self(),
    spawn(fun() -> Me ! {answer, average([1, 2, 3])} end),
    receive {answer, X} -> X after 5000 -> late end.
forever(N) -> forever(N + 1).
";

fn trace(name: &str, arguments: &[&str]) -> (String, i32) {
    let folder = Folder::new("trace", name, &[("shop.erl", SHOP)]);
    folder.text(&[&["trace", "shop.erl"], arguments].concat())
}

#[test]
fn a_tree_of_calls_clauses_and_values() {
    if !has_erlang() {
        return;
    }
    let (text, code) = trace("tree", &["safe", "[[]]"]);
    expect![[r#"
        shop:safe([])  % shop.erl:6
          shop:average([])  % shop.erl:3
            shop:sum([], 0)  % shop.erl:4
              clause 1 of 2, shop.erl:4: Acc = 0
              = 0
          caught error: badarith
          shop.erl:6: E = badarith
          = {error,badarith}

        returned {error,badarith}
    "#]]
    .assert_eq(&text);
    assert_eq!(code, 0);
    let (text, code) = trace("raises", &["average", "[[]]"]);
    assert!(
        text.contains("** error: badarith\n   in erlang:'div'/2\n   in shop:average/1"),
        "{text}"
    );
    assert_eq!(code, 1);
}

#[test]
fn what_other_processes_do_is_told_apart() {
    if !has_erlang() {
        return;
    }
    let (text, code) = trace("processes", &["ask", "[]"]);
    let (first, second) = text.split_once("\nprocess 2\n").expect("a second process");
    assert!(first.contains("shop.erl:11: X = 2\n"), "{text}");
    assert!(second.contains("shop:average([1,2,3])"), "{text}");
    assert_eq!(code, 0);
}

#[test]
fn a_tail_call_takes_no_memory_and_events_have_an_end() {
    if !has_erlang() {
        return;
    }
    let arguments = ["forever", "[0]", "--time", "1s", "--events", "10"];
    let (text, code) = trace("forever", &arguments);
    assert!(text.contains("shop:forever(4)"), "{text}");
    assert!(text.contains(" more events (see --events)"), "{text}");
    assert!(text.contains("not over in time (see --time)"), "{text}");
    assert_eq!(code, 2);
}

#[test]
fn each_event_is_a_line_of_json() {
    if !has_erlang() {
        return;
    }
    for engine in ["beam", "interpreter"] {
        let arguments = ["total", "[[1, -1, 2], 3]", "--format", "json", "--engine", engine];
        let (text, code) = trace(engine, &arguments);
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        assert_eq!(lines[0]["event"], "call");
        assert_eq!(lines[0]["arguments"], serde_json::json!(["[1,-1,2]", "3"]));
        let end = lines.last().expect("an end");
        assert_eq!((&end["event"], &end["value"]), (&"end".into(), &"9".into()));
        assert_eq!(end["events"], lines.len() - 1);
        assert_eq!(code, 0);
    }
}

#[test]
fn what_cannot_be_watched_is_said() {
    if !has_erlang() {
        return;
    }
    for (arguments, words) in [
        (&["erlang", "abs", "[1]"][..], "erlang cannot be watched"),
        (&["shop.erl", "avrage", "[[]]"], "there is no function shop:avrage/1 (is it average/1?)"),
        (&["shop.erl", "average", "[[]"], "ermine: "),
        (&["shop.erl", "average", "[[]]", "--watch", "no_such_module"], "no_such_module"),
    ] {
        let folder = Folder::new("trace", "refused", &[("shop.erl", SHOP)]);
        let (text, code) = folder.text(&[&["trace"], arguments].concat());
        assert!(text.contains(words) && text.lines().count() == 1, "{text}");
        assert_eq!(code, 2);
    }
}

/// The most events of a call that is compared.
const MOST: u64 = 20_000;

fn call(module: Atom, function: &str, arguments: Vec<Term>) -> Call {
    Call {
        module: Atom::new("ermine_events"),
        function: Atom::new("run"),
        arguments: vec![
            Term::Atom(module),
            Term::atom(function),
            Term::list(arguments),
            MOST.into(),
            Term::Int(5000),
            Limits::default().heap_words.into(),
        ],
    }
}

/// What differs from one node to the next, and says nothing.
fn without_identity(term: &Term) -> Term {
    term::rewrite(term, &|part| match part {
        Term::Pid(_) | Term::Port(_) | Term::Reference(_) => Some(Term::atom("identity")),
        _ => None,
    })
}

fn comparable(watched: &Watched) -> Vec<Noted> {
    let all = |values: &[Term]| values.iter().map(without_identity).collect::<Vec<Term>>();
    let target = |target: &Option<trace::watched::Target>| {
        target.as_ref().map(|each| trace::watched::Target {
            callee: without_identity(&each.callee),
            arguments: all(&each.arguments),
        })
    };
    let event = |event: &Event| match event.clone() {
        Event::Call { module, function, fun, arguments } => {
            Event::Call { module, function, fun, arguments: all(&arguments) }
        }
        Event::Exit { value } => Event::Exit { value: without_identity(&value) },
        Event::Go { at, target: to } => Event::Go { at, target: target(&to) },
        Event::Tail { at, target: to } => Event::Tail { at, target: target(&to) },
        Event::Back { at, value } => Event::Back { at, value: without_identity(&value) },
        Event::Case { at, clause, values } => Event::Case { at, clause, values: all(&values) },
        Event::ExitCase { at, values } => Event::ExitCase { at, values: all(&values) },
        Event::Bind { at, values } => Event::Bind { at, values: all(&values) },
        Event::Try { at } => Event::Try { at },
        Event::Tried { at, values } => Event::Tried { at, values: all(&values) },
        Event::Caught { at, class, reason } => {
            Event::Caught { at, class, reason: without_identity(&reason) }
        }
    };
    let noted = |noted: &Noted| Noted { process: noted.process, event: event(&noted.event) };
    watched.events.iter().map(noted).collect()
}

/// Both engines on the same call: how many events they agree on, or `None` where there are too many, or
/// several processes whose order is nobody's business.
fn compare(loader: &Arc<Loader>, rewritten: &[Arc<Module>], call: &Call) -> Option<usize> {
    let limits = Limits { time: std::time::Duration::from_secs(8), ..Limits::default() };
    let ran = loader.node().apply(call, &limits).expect("the node answers");
    let Outcome::Value(value) = &ran.outcome else { return None };
    let theirs = Watched::read(value).expect("events");
    if theirs.count > MOST || theirs.events.iter().any(|noted| noted.process > 0) {
        return None;
    }
    let mut machine = Watching::machine(loader, rewritten.to_vec());
    let outcome = machine.call(call.module, call.function, &call.arguments);
    let interpreter::Outcome::Returned(value) = outcome else {
        // A limit of the interpreter's, which is said where it matters.
        return None;
    };
    let ours = Watched::read(&value).expect("events");
    let (ours, theirs) = (comparable(&ours), comparable(&theirs));
    let first = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs);
    let shown = &call.arguments[..3];
    if let Some(first) = first {
        panic!("{shown:?}: event {first}\n here: {:?}\nthere: {:?}", ours[first], theirs[first]);
    }
    assert_eq!(ours.len(), theirs.len(), "{shown:?}");
    Some(ours.len())
}

#[test]
fn both_engines_note_the_same_events_of_programs() {
    let Some(loader) = loader() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let files = std::fs::read_dir(folder).expect("programs").flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|each| each == "erl")).collect();
    files.sort();
    let (mut events, mut compared) = (0, 0);
    for path in files {
        let source = ModuleSource::File { path, options: Vec::new() };
        let Ok(module) = loader.load(&source) else { continue };
        let rewritten = loader.node().watch(std::slice::from_ref(&module)).expect("it is watched");
        if let Some(count) = compare(&loader, &rewritten, &call(module.name, "main", Vec::new())) {
            (events, compared) = (events + count, compared + 1);
        }
    }
    println!("{compared} programs, {events} events");
    assert!(compared >= 10, "only {compared} programs could be compared");
}

#[test]
fn both_engines_note_the_same_events_of_library_code() {
    let Some(loader) = loader() else { return };
    let calls = [
        ("queue", "from_list", "[[1,2,3,4,5]]"),
        ("queue", "filter", "[fun erlang:is_atom/1, {[a,1],[b,2,c]}]"),
        ("orddict", "store", "[b, 2, [{a,1},{c,3}]]"),
        ("orddict", "update", "[b, fun erlang:abs/1, [{a,1},{b,-3}]]"),
        ("ordsets", "union", "[[1,2,5],[2,3]]"),
        ("gb_trees", "from_orddict", "[[{1,a},{2,b},{3,c}]]"),
        ("gb_trees", "delete", "[2, {3,{2,b,{1,a,nil,nil},{3,c,nil,nil}}}]"),
        ("gb_sets", "from_list", "[[3,1,2,3]]"),
        ("proplists", "get_value", "[a, [b,{a,1}]]"),
        ("proplists", "normalize", "[[a,{b,1}], [{aliases,[{b,c}]}]]"),
        ("calendar", "date_to_gregorian_days", "[{2024,2,29}]"),
        ("calendar", "date_to_gregorian_days", "[{2023,2,29}]"),
        ("calendar", "iso_week_number", "[{2020,12,31}]"),
        ("string", "split", "[\"a,b,c\", \",\", all]"),
        ("string", "titlecase", "[\"héllo\"]"),
        ("string", "lexemes", "[<<\"a b  c\">>, \" \"]"),
        ("uri_string", "parse", "[<<\"http://a.b/c?d=e#f\">>]"),
        ("uri_string", "parse", "[\"ht tp\"]"),
        ("base64", "decode", "[<<\"aGVsbG8=\">>]"),
        ("base64", "decode", "[<<\"?\">>]"),
        ("lists", "sort", "[fun erlang:'>'/2, [3,1,2]]"),
        ("lists", "keymerge", "[1, [{1,a}], [{0,b},{2,c}]]"),
        ("lists", "nth", "[4, [a,b]]"),
        ("maps", "fold", "[fun erlang:max/2, 0, #{a => 1}]"),
        ("maps", "filtermap", "[fun erlang:'=:='/2, #{a => b, c => c}]"),
        ("io_lib", "format", "[\"~p ~5.2f ~ts\", [{a,\"b\"}, 1.5, \"ü\"]]"),
        ("erl_scan", "string", "[\"f(X) when X > 1 -> $a, 16#ff.\"]"),
        ("array", "from_list", "[[1,2,3]]"),
        ("sofs", "relation", "[[{a,1},{b,2}]]"),
        ("dict", "from_list", "[[{a,1},{b,2}]]"),
    ];
    let mut names: Vec<&str> = calls.iter().map(|(module, ..)| *module).collect();
    names.dedup();
    let load = |name: &&str| loader.load_by_name(Atom::new(name)).expect("a module of OTP");
    let modules: Vec<Arc<Module>> = names.iter().map(load).collect();
    let rewritten = loader.node().watch(&modules).expect("they are watched");
    let mut events = 0;
    for (module, function, arguments) in calls {
        let arguments = read::arguments(arguments).expect("arguments");
        let call = call(Atom::new(module), function, arguments);
        let count = compare(&loader, &rewritten, &call);
        events += count.unwrap_or_else(|| panic!("{module}:{function} could not be compared"));
    }
    println!("{events} events");
    assert!(events > 1_000, "{events} events");
}
