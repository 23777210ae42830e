//! Is what the analysis calls safe safe? Functions that it must show to be, functions that it must not, and
//! thousands of random calls of all that it says so of.

use beam::{Cache, Loader, LoaderOptions, ModuleSource};
use core_erlang::{FunctionName, Module};
use interpreter::Outcome;
use std::path::PathBuf;
use std::sync::Arc;
use symbolic::Symbols;
use term::{Atom, Term};
use trace::{Backend, Input, RunLimits};
use typing::{Generator, Random};
use workbench::{Settings, Wishes, Workbench, Workpiece, safety};

/// `None` if there is no Erlang and the user knows.
fn bench() -> Option<Workbench> {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs Erlang, and ERMINE_WITHOUT_ERLANG=1 is set");
        return None;
    }
    let loader = Loader::new(LoaderOptions::default()).expect("Erlang is installed");
    Some(Workbench::new(Arc::new(loader)))
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn load_file(bench: &Workbench, name: &str) -> Arc<Module> {
    let path = root().join(name);
    bench.loader.load(&ModuleSource::File { path, options: Vec::new() }).expect("it compiles")
}

/// The exported functions that have a spec.
fn pieces(bench: &Workbench, module: &Module) -> Vec<Workpiece> {
    let is_one = |name: &&FunctionName| bench.environment.spec(module.name, **name).is_some();
    let prepare = |name: &FunctionName| bench.prepare(module, *name, Wishes::default()).ok();
    module.exports.iter().filter(is_one).filter_map(prepare).collect()
}

fn name_of(piece: &Workpiece) -> String {
    format!("{}:{}/{}", piece.module.name(), piece.function.name.name(), piece.function.arity)
}

/// Calls a function with random arguments that fit its spec; how often that was possible.
fn attack(bench: &Workbench, piece: &Workpiece, calls: usize, random: &Random) -> usize {
    let mut machine = bench.machine();
    machine.limits.reductions = 100_000;
    let mut generator = Generator::new(&bench.environment, Random::new(random.clone().word()));
    let mut made = 0;
    for call in 0..calls {
        let clause = call % piece.types.len().max(1);
        let Some(types) = piece.types.get(clause) else { return made };
        let budget = 1 + call % 24;
        let arguments: Option<Vec<Term>> =
            types.iter().map(|wanted| generator.term(wanted, budget)).collect();
        let Some(arguments) = arguments else { continue };
        machine.reset();
        made += 1;
        let outcome = machine.call(piece.module, piece.function.name, &arguments);
        match outcome {
            Outcome::Crashed { class, reason, .. } => panic!(
                "{} is said to be safe, and raises {class:?}:{reason} on {arguments:?}",
                name_of(piece)
            ),
            Outcome::Returned(value) if piece.promises.checks_results => {
                let result = &piece.promises.results[clause];
                let fits = bench.environment.allows(result, &value).is_ok();
                assert!(fits, "{} returns {value} on {arguments:?}", name_of(piece));
            }
            _ => {}
        }
    }
    made
}

/// Every function of the module says by its name what must come of it.
#[test]
fn what_must_be_shown_is_shown_and_what_must_not_is_not() {
    let Some(bench) = bench() else { return };
    let module = load_file(&bench, "tests/safety/safety_programs.erl");
    let (mut safe, mut unsafe_, mut ends, mut runs) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for piece in pieces(&bench, &module) {
        let found = bench.safety(&piece, safety::STEPS);
        let name = piece.function.name.name();
        match name.split_once('_') {
            Some(("safe", _)) => {
                safe += 1;
                if !found.is_safe() {
                    wrong.push(format!("{name} is safe: {found:?}"));
                }
                attack(&bench, &piece, 200, &Random::for_label(1, name));
            }
            Some(("unsafe", _)) => {
                unsafe_ += 1;
                if found.is_safe() {
                    wrong.push(format!("{name} is not safe"));
                }
            }
            Some(("ends", _)) => {
                ends += 1;
                if !found.has_an_end {
                    wrong.push(format!("{name} has an end"));
                }
            }
            Some(("runs", _)) => {
                runs += 1;
                if found.has_an_end {
                    wrong.push(format!("{name} may have no end"));
                }
            }
            _ => panic!("{name} says nothing"),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(safe >= 40 && unsafe_ >= 40, "{safe} safe, {unsafe_} not");
    assert!(ends >= 7 && runs >= 10, "{ends} end, {runs} may not");
}

/// Random calls within their specs of all functions of the library that are said to be safe.
#[test]
fn no_call_of_a_safe_function_raises() {
    let Some(bench) = bench() else { return };
    let modules = ["lists", "orddict", "ordsets", "queue", "proplists", "maps", "base64", "sets"];
    let (mut safe, mut calls) = (0, 0);
    for name in modules {
        let module = bench.loader.load_by_name(Atom::new(name)).expect("it is there");
        for piece in pieces(&bench, &module) {
            if bench.safety(&piece, safety::STEPS / 20).is_safe() {
                safe += 1;
                calls += attack(&bench, &piece, 100, &Random::for_label(2, &name_of(&piece)));
            }
        }
    }
    println!("{safe} functions, {calls} calls");
    assert!(safe >= 80 && calls >= 5_000, "{safe} functions, {calls} calls");
}

/// What runs say about where nothing can fail any more.
#[test]
fn runs_say_from_where_on_nothing_can_fail() {
    let Some(bench) = bench() else { return };
    let module = load_file(&bench, "tests/safety/ahead_programs.erl");
    let mut wrong = Vec::new();
    // How often something that the input decides is looked at before: `None` if something may always fail.
    let expected = [
        ("loop_in_a_clause", "[6, 1, 2]", Some(2)),
        ("loop_in_a_clause", "[2, 1, 2]", None),
        ("first_then_loop", "[1, 2]", Some(1)),
        ("loop_then_divide", "[1, 2]", None),
        ("raises_again", "1", None),
        ("swallows", "1", Some(0)),
        ("unknown_at_the_end", "foo, [2]", None),
        ("unknown_before", "lists, [2]", Some(2)),
        ("no_end", "[1]", None),
        ("spawns", "[1, 2]", None),
        ("wrong_result", "[1, 2]", None),
        ("in_a_fun", "[6, 6]", None),
        ("handler_fails", "1", None),
        ("member_then_loop", "[3, 1]", Some(1)),
    ];
    for (name, arguments, from) in expected {
        let arguments = term::read::arguments(&format!("[{arguments}]")).expect("terms");
        let arity = arguments.len() as u32;
        let function = FunctionName { name: Atom::new(name), arity };
        let piece = bench.prepare(&module, function, Wishes::default()).expect("it is there");
        let found = bench.safety(&piece, safety::STEPS);
        let settings = Settings {
            orders: None,
            depth: 100,
            limit: &|machine| machine.limits.reductions = 100_000,
            teach: &|_| (),
            smt_path: None,
            smt: Default::default(),
            ahead: piece.ahead(&found),
            promised: None,
        };
        let mut engine = piece.engine(bench.machine(), &settings);
        let (mut symbols, limits) = (Symbols::new(), RunLimits::until(None));
        let input = Input::new(arguments);
        let trace = engine.run(&input, &mut symbols, limits).expect("the interpreter runs it");
        if trace.safe_from != from {
            let decisions = trace.decisions.len();
            let safe_from = trace.safe_from;
            wrong.push(format!("{name}: {safe_from:?} of {decisions}, and not {from:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Those of abstract code name each other in circles: the levels of their sets count as steps. Whoever calls an
/// analysis off is heard soon.
#[test]
fn types_that_unfold_into_each_other_take_no_more_than_the_steps() {
    let Some(bench) = bench() else { return };
    let module = bench.loader.load_by_name(Atom::new("erl_parse")).expect("it is there");
    let most = 20_000;
    let mut is_called_off = 0;
    for piece in pieces(&bench, &module) {
        let found = bench.safety(&piece, most);
        assert!(found.steps < 2 * most, "{}: {} steps", name_of(&piece), found.steps);
        let soon = bench.safety_unless(&piece, most, &|| true);
        assert!(soon.steps < most / 4, "{}: {} steps", name_of(&piece), soon.steps);
        is_called_off += usize::from(soon.has_given_up && !found.has_given_up);
        bench.promised(&piece, &found);
    }
    assert!(is_called_off > 0, "nobody was called off");
}

/// What may happen to an entry, with another one next to it.
type Damage = fn(&[u8], &[u8]) -> Vec<u8>;

const DAMAGES: [(&str, Damage); 5] = [
    ("nothing is left of it", |_, _| Vec::new()),
    ("half of it", |entry, _| entry[..entry.len() / 2].to_vec()),
    ("a bit is another one", |entry, _| {
        let mut bytes = entry.to_vec();
        *bytes.last_mut().expect("it is not empty") ^= 1;
        bytes
    }),
    ("a bit of its checksum is another one", |entry, _| {
        let mut bytes = entry.to_vec();
        bytes[50] ^= 1;
        bytes
    }),
    ("it is another entry, whole", |_, other| other.to_vec()),
];

/// What is kept is what was found; and it holds no longer than the modules that it was found out from.
#[test]
fn what_was_found_out_is_kept_while_it_holds() {
    let Some(_) = bench() else { return };
    let folder = std::env::temp_dir().join(format!("ermine-kept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let cache = folder.join("cache");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("a file");
    };
    let bench = || {
        let cache = Some(Cache::new(cache.clone(), 1 << 30));
        let loader = Loader::new(LoaderOptions { cache, ..LoaderOptions::default() });
        let bench = Workbench::new(Arc::new(loader.expect("Erlang is installed")));
        for name in ["kept_helper.erl", "kept_types.erl", "kept_main.erl"] {
            let path = folder.join(name);
            let source = ModuleSource::File { path, options: Vec::new() };
            bench.loader.load(&source).expect("it compiles");
        }
        bench
    };
    let safety = |bench: &Workbench, is_over: bool| {
        let module = bench.loader.load_by_name(Atom::new("kept_main")).expect("it is loaded");
        let name = FunctionName { name: Atom::new("go"), arity: 1 };
        let piece = bench.prepare(&module, name, Wishes::default()).expect("it is one");
        bench.known_safety(&piece, safety::STEPS, &|| is_over)
    };
    write(
        "kept_main.erl",
        "-module(kept_main).\n-export([go/1]).\n-spec go(kept_types:t()) -> term().\ngo(X) -> kept_helper:help(X).\n",
    );
    write(
        "kept_types.erl",
        "-module(kept_types).\n-export_type([t/0]).\n-type t() :: [integer()].\n",
    );
    write("kept_helper.erl", "-module(kept_helper).\n-export([help/1]).\nhelp(X) -> length(X).\n");
    assert!(safety(&bench(), true).has_given_up, "it is called off");
    let found = safety(&bench(), false);
    assert!(found.is_safe() && found.has_an_end, "what was called off is not kept: {found:?}");
    // If it is called off at once, only what was kept can say so.
    let kept = safety(&bench(), true);
    assert_eq!(kept.to_term(), found.to_term());
    for (name, damage) in DAMAGES {
        let files = std::fs::read_dir(cache.join("modules")).expect("a folder of entries");
        let files: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
        let all: Vec<Vec<u8>> =
            files.iter().map(|file| std::fs::read(file).expect("an entry")).collect();
        for (index, file) in files.iter().enumerate() {
            let next = &all[(index + 1) % all.len()];
            std::fs::write(file, damage(&all[index], next)).expect("it is ours");
        }
        assert!(safety(&bench(), true).has_given_up, "{name}: it was believed");
        assert_eq!(safety(&bench(), false).to_term(), found.to_term(), "{name}");
        assert_eq!(safety(&bench(), true).to_term(), found.to_term(), "{name}: it is made again");
    }
    write("kept_helper.erl", "-module(kept_helper).\n-export([help/1]).\nhelp(X) -> hd(X).\n");
    assert!(safety(&bench(), true).has_given_up, "the helper is another one");
    assert_eq!(safety(&bench(), false).left.len(), 1);
    write("kept_helper.erl", "-module(kept_helper).\n-export([help/1]).\nhelp(X) -> length(X).\n");
    assert!(!safety(&bench(), true).is_safe(), "only the last one is kept");
    assert!(safety(&bench(), false).is_safe());
    write(
        "kept_types.erl",
        "-module(kept_types).\n-export_type([t/0]).\n-type t() :: [integer()] | a.\n",
    );
    assert!(safety(&bench(), true).has_given_up, "the type is another one");
    assert_eq!(safety(&bench(), false).left.len(), 1);
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

/// Postconditions are shown to hold where that can be seen, and only there.
#[test]
fn postconditions_are_looked_at() {
    let Some(bench) = bench() else { return };
    let module = load_file(&bench, "tests/safety/postconditions.erl");
    let mut wrong = Vec::new();
    let all = pieces(&bench, &module);
    assert_eq!(all.len(), 8);
    for piece in all {
        assert_eq!(piece.contract.postconditions.len(), 1, "{}", name_of(&piece));
        let found = bench.safety(&piece, safety::STEPS);
        let holds = piece.function.name.name().starts_with("holds_");
        if found.postconditions_hold != holds || piece.is_safe(&found) != holds {
            wrong.push(format!("{}: {found:?}", name_of(&piece)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
