//! Does a call on the node come back as what it is, whatever it does?

use crate::{Folder, loader, otp};
use beam::{Call, Evaluated, Limits, ModuleSource, Node, Outcome};
use core_erlang::FunctionName;
use std::time::{Duration, Instant};
use term::{Atom, Term, read};

pub fn call(text: &str) -> Call {
    let terms = read::term(text).expect("a call");
    let [module, function, arguments] = terms.as_tuple().expect("a tuple") else { panic!() };
    Call {
        module: module.as_atom().expect("a module"),
        function: function.as_atom().expect("a function"),
        arguments: arguments.as_list().expect("arguments").to_vec(),
    }
}

pub fn limits() -> Limits {
    Limits {
        time: Duration::from_millis(500),
        heap_words: 4 << 20,
        result_bytes: 1 << 20,
        linger: Duration::ZERO,
        grace: beam::GRACE,
    }
}

fn node() -> Option<Node> {
    otp().map(|otp| Node::new(otp, None))
}

pub fn text_of(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Value(value) => format!("{value}"),
        Outcome::Exception { class, reason, .. } => format!("{}: {reason}", class.name()),
        Outcome::Signal(reason) => format!("signal {reason}"),
        Outcome::NodeDied(_) => "the node died".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn every_end_is_an_outcome() {
    let Some(node) = node() else { return };
    let cases = [
        ("{erlang, '+', [1, 2]}", "3"),
        ("{lists, reverse, [[1, {a, 2.5}, \"x\"]]}", "[\"x\",{a,2.5},1]"),
        ("{erlang, '+', [1, a]}", "error: badarith"),
        ("{erlang, throw, [ball]}", "throw: ball"),
        ("{erlang, exit, [{shutdown, now}]}", "exit: {shutdown,now}"),
        ("{no_such_module, f, []}", "error: undef"),
        ("{timer, sleep, [infinity]}", "TimedOut"),
        ("{lists, seq, [1, 100000000]}", "Killed"),
        ("{binary, copy, [<<0>>, 2000000]}", "TooLarge"),
        ("{erlang, spawn_link, [erlang, exit, [boom]]}", "signal boom"),
    ];
    let calls: Vec<_> = cases.iter().map(|(text, _)| call(text)).collect();
    let ran = node.apply_many(&calls, &limits()).unwrap();
    for ((case, expected), ran) in cases.iter().zip(&ran) {
        let found = text_of(&ran.outcome);
        // The pid of `spawn_link` may come back before the signal arrives.
        let is_race = expected.starts_with("signal") && matches!(ran.outcome, Outcome::Value(_));
        assert!(found == *expected || is_race, "{case}: {found}");
    }
}

#[test]
fn stack_traces_have_no_frames_of_ours() {
    let Some(node) = node() else { return };
    let ran = node.apply(&call("{lists, nth, [3, [a]]}"), &limits()).unwrap();
    let Outcome::Exception { stacktrace, .. } = ran.outcome else { panic!("no exception") };
    let frames = stacktrace.as_list().expect("frames").to_vec();
    let modules: Vec<_> =
        frames.iter().map(|frame| frame.as_tuple().unwrap()[0].to_string()).collect();
    assert_eq!(modules, ["lists"]);
}

#[test]
fn output_is_caught() {
    let Some(node) = node() else { return };
    let ran = node.apply(&call("{io, format, [\"~w och ~ts~n\", [1, [229]]]}"), &limits()).unwrap();
    assert_eq!(ran.output, "1 och å\n");
    assert_eq!(text_of(&ran.outcome), "ok");
    let ran = node.apply(&call("{io, get_line, [\"? \"]}"), &limits()).unwrap();
    assert_eq!(text_of(&ran.outcome), "eof");
}

#[test]
fn a_call_that_takes_the_node_down_costs_only_itself() {
    let Some(node) = node() else { return };
    let calls: Vec<_> = (0..20)
        .map(|number| match number {
            7 => call("{erlang, halt, [3]}"),
            _ => call(&format!("{{erlang, '*', [{number}, 10]}}")),
        })
        .collect();
    let ran = node.apply_many(&calls, &limits()).unwrap();
    for (number, ran) in ran.iter().enumerate() {
        match number {
            7 => assert_eq!(text_of(&ran.outcome), "the node died"),
            _ => assert_eq!(text_of(&ran.outcome), (number * 10).to_string()),
        }
    }
}

#[test]
fn thousands_of_calls_come_back_in_order() {
    let Some(node) = node() else { return };
    let calls: Vec<_> = (0..5000).map(|n| call(&format!("{{erlang, '-', [{n}, 1]}}"))).collect();
    node.about().expect("a node");
    let start = Instant::now();
    let ran = node.apply_many(&calls, &limits()).unwrap();
    eprintln!("5000 calls: {:?}", start.elapsed());
    for (number, ran) in ran.iter().enumerate() {
        assert_eq!(text_of(&ran.outcome), (number as i64 - 1).to_string());
    }
}

#[test]
fn processes_left_behind_are_killed() {
    let Some(node) = node() else { return };
    let count = || {
        let ran = node.apply(&call("{erlang, system_info, [process_count]}"), &limits()).unwrap();
        text_of(&ran.outcome).parse::<i64>().expect("a number")
    };
    let before = count();
    for _ in 0..20 {
        node.apply(&call("{erlang, spawn, [timer, sleep, [infinity]]}"), &limits()).unwrap();
    }
    assert!(count() <= before + 2, "{} processes, {before} before", count());
}

#[test]
fn the_code_under_test_runs_on_the_node() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let path = folder.write(
        "victim.erl",
        "-module(victim).\n-export([f/1]).\nf(X) ->\n    Y = 1 div X,\n    {ok, Y}.\n",
    );
    let loader = loader(&otp, &folder);
    loader.install(&ModuleSource::File { path, options: Vec::new() }).unwrap();
    let confirm = || {
        let ran = loader.node().apply(&call("{victim, f, [0]}"), &limits()).unwrap();
        let Outcome::Exception { stacktrace, .. } = ran.outcome else { panic!("no exception") };
        assert!(stacktrace.to_string().contains("{line,4}"), "{stacktrace}");
    };
    confirm();
    // What was installed is there again after the node had to be started anew.
    loader.node().stop();
    confirm();
}

#[test]
fn language_features_are_allowed_where_asked_for() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let loader = loader(&otp, &folder);
    let run = |name: &str, text: &str| {
        let path = folder.write(&format!("{name}.erl"), text);
        let source = ModuleSource::File { path, options: Vec::new() };
        loader.load(&source).unwrap();
        loader.install(&source).unwrap();
        let call = call(&format!("{{{name}, f, [{{ok, 1}}]}}"));
        text_of(&loader.node().apply(&call, &limits()).unwrap().outcome)
    };
    let with = "-module(with).\n-feature(maybe_expr, enable).\n-export([f/1]).\n\
                f(X) -> maybe {ok, A} ?= X, A else Other -> Other end.\n";
    assert_eq!(run("with", with), "1");
    if otp.release < 27 {
        // It became a keyword only then.
        let without = "-module(without).\n-export([f/1]).\nf(_) -> maybe.\n";
        assert_eq!(run("without", without), "'maybe'");
    }
}

#[test]
fn texts_become_terms_and_funs() {
    let Some(node) = node() else { return };
    let evaluate = |text: &str| node.evaluate(text, &limits());
    let Ok(Evaluated::Term(plain)) = evaluate("{ok, [1, 2.0], <<\"x\">>}.") else { panic!() };
    assert_eq!(plain, read::term("{ok, [1, 2.0], <<\"x\">>}").unwrap());
    let Ok(Evaluated::Module { module, outcome }) = evaluate("[fun(X) -> X + 1 end, 1 + 2]") else {
        panic!("no module")
    };
    assert!(module.is_exported(FunctionName { name: Atom::new("terms"), arity: 0 }));
    let Outcome::Value(value) = outcome else { panic!("no value") };
    let [fun, three] = value.as_list().expect("a list") else { panic!("two elements") };
    assert_eq!(three.as_i64(), Some(3));
    assert_eq!(fun.as_fun().map(|fun| (fun.module(), fun.arity())), Some((module.name, 1)));
    // The fun is a fun on the node.
    let map = Call {
        module: Atom::new("lists"),
        function: Atom::new("map"),
        arguments: vec![fun.clone(), Term::list(vec![1.into(), 2.into()])],
    };
    assert_eq!(text_of(&node.apply(&map, &limits()).unwrap().outcome), "[2,3]");
    let error = |text: &str| evaluate(text).map(drop).unwrap_err().to_string();
    assert_eq!(error("{ok, "), "1:6: syntax error before: '.'");
    assert_eq!(error("[X]"), "1:2: variable 'X' is unbound");
    assert_eq!(error("  "), "1:1: nothing to evaluate");
}

#[test]
fn terms_are_printed_by_otp() {
    let Some(node) = node() else { return };
    let arguments = [read::term("[{a, \"text\"}]").unwrap(), read::term("[1.0e22]").unwrap()];
    assert_eq!(node.print("~p", &arguments).unwrap(), ["{a,\"text\"}", "1.0e22"]);
}

#[test]
fn built_in_functions_are_among_the_exports() {
    let Some(node) = node() else { return };
    let exports = node.exports(&[Atom::new("erlang"), Atom::new("no_such_module")]).unwrap();
    assert!(exports[0].contains(&FunctionName { name: Atom::new("+"), arity: 2 }));
    assert_eq!(exports[1], []);
}

#[test]
fn built_in_functions_are_listed() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let built_ins = loader(&otp, &folder).built_ins().unwrap();
    let has = |module: &str, name: &str, arity: u32| {
        let name = FunctionName { name: Atom::new(name), arity };
        built_ins.iter().any(|(of, names)| *of == Atom::new(module) && names.contains(&name))
    };
    assert!(has("erlang", "length", 1) && has("erlang", "+", 2) && has("lists", "member", 2));
    assert!(has("maps", "get", 2) && has("ets", "insert", 2) && has("binary", "match", 2));
    assert!(!has("lists", "map", 2) && !has("maps", "map", 2));
    let count: usize = built_ins.iter().map(|(_, names)| names.len()).sum();
    eprintln!("{count} built-in functions in {} modules", built_ins.len());
}

/// The first function leaves a process behind that reads what Ermine asks and answers in the place of
/// the node, or one that only the process that takes requests seems to have started.
const THIEF: &str = "\
-module(thief).
-export([spawned/0, asked/0, steal/0]).
spawned() -> spawn(fun steal/0), timer:sleep(100).
asked() ->
    Calls = [{thief, steal, term_to_binary([])}],
    Request = term_to_binary({apply, Calls, {1 bsl 30, 1 bsl 20, 1 bsl 20}}),
    [Process ! {Port, {data, <<1:64, Request/binary>>}}
     || Port <- erlang:ports(), {connected, Process} <- [erlang:port_info(Port, connected)]],
    timer:sleep(100).
steal() ->
    group_leader(whereis(user), self()),
    answer(open_port({fd, 3, 4}, [binary, {packet, 4}])).
answer(Port) ->
    receive
        {Port, {data, <<Id:64, _/binary>>}} ->
            Answer = {ok, {[{{value, term_to_binary(stolen)}, <<>>}], {0, 0}}},
            port_command(Port, [<<Id:64>>, term_to_binary(Answer, [{minor_version, 2}])]),
            answer(Port);
        _ ->
            answer(Port)
    end.
";

#[test]
fn nobody_is_asked_where_something_was_left_behind() {
    let Some(otp) = otp() else { return };
    let folder = Folder::new();
    let loader = loader(&otp, &folder);
    let path = folder.write("thief.erl", THIEF);
    loader.install(&ModuleSource::File { path, options: Vec::new() }).unwrap();
    let node = loader.node();
    let given = |text: &str| text_of(&node.apply(&call(text), &limits()).unwrap().outcome);
    for way in ["spawned", "asked"] {
        assert_eq!(given("{erlang, abs, [-1]}"), "1");
        let before = node.process_id();
        assert_eq!(given("{erlang, abs, [-2]}"), "2");
        assert_eq!(node.process_id(), before, "nothing was left behind");
        assert_eq!(given(&format!("{{thief, {way}, []}}")), "ok");
        for number in 0..5 {
            assert_eq!(given(&format!("{{erlang, abs, [-{number}]}}")), number.to_string());
        }
    }
}

#[test]
fn calls_at_the_same_time_are_not_taken_for_what_was_left_behind() {
    let Some(node) = node() else { return };
    node.apply(&call("{erlang, abs, [-1]}"), &limits()).unwrap();
    let before = node.process_id();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    node.apply(&call("{lists, seq, [1, 10]}"), &limits()).unwrap();
                    node.apply(&call("{timer, sleep, [1]}"), &limits()).unwrap();
                }
            });
        }
    });
    assert_eq!(node.process_id(), before);
}
