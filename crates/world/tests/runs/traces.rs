//! What does a run with several processes leave behind? Decisions that name the process and its
//! how-manieth event, and those that follow from another process's.

use beam::{Loader, LoaderOptions, ModuleSource};
use core_erlang::FunctionName;
use interpreter::{Interpreter, Outcome};
use runtime::Incomplete;
use std::path::PathBuf;
use std::sync::Arc;
use symbolic::Symbols;
use term::{Atom, Term};
use trace::{Backend, Edit, EventId, Input, ProcessName, RunLimits};
use world::World;

/// `None` if there is no Erlang and the user knows.
fn loader() -> Option<Arc<Loader>> {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs Erlang, and ERMINE_WITHOUT_ERLANG=1 is set");
        return None;
    }
    Some(Arc::new(Loader::new(LoaderOptions::default()).expect("Erlang is installed")))
}

/// `two_askers:ask/1` of the cases.
fn interpreter() -> Option<Interpreter> {
    let loader = loader()?;
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/processes");
    let path = PathBuf::from(cases).join("two_askers.erl");
    let source = ModuleSource::File { path, options: Vec::new() };
    let module = loader.load(&source).expect("it compiles");
    let machine = World::machine(&loader);
    let function = FunctionName { name: Atom::new("ask"), arity: 1 };
    Some(Interpreter::new(machine, module.name, function, 100))
}

#[test]
fn decisions_name_their_process_and_are_kept_if_the_other_process_made_them() {
    let Some(mut interpreter) = interpreter() else { return };
    let input = Input::new(vec![Term::Int(0)]);
    let trace = interpreter.run(&input, &mut Symbols::new(), RunLimits::until(None));
    let trace = trace.expect("the interpreter does not fail");
    assert_eq!(trace.outcome, Outcome::Returned(Term::atom("small")));
    let decisions = trace.decisions.iter();
    let decisions = decisions.map(|decision| (decision.at.to_string(), decision.open.len()));
    let decisions: Vec<(String, usize)> = decisions.collect();
    // The function runs in the first process, whatever OTP has around it.
    let [first, .., last] = &decisions[..] else { panic!("{decisions:?}") };
    assert_eq!((first.0.as_str(), first.1 > 0), ("0#0", true), "{decisions:?}");
    assert_eq!((&last.0[..2], last.1 > 0), ("0#", true), "{decisions:?}");
    // What the second process asks follows from what the first has asked.
    let of_the_second: Vec<_> = decisions.iter().filter(|(at, _)| at.starts_with("0.0#")).collect();
    assert!(!of_the_second.is_empty(), "{decisions:?}");
    assert!(of_the_second.iter().all(|(_, open)| *open == 0), "{decisions:?}");
}

#[test]
fn a_schedule_that_somebody_chose_is_said_not_to_be_followed() {
    let Some(mut interpreter) = interpreter() else { return };
    let at = EventId::new(ProcessName::started(5), 3);
    let input = Input::new(vec![Term::Int(0)]).edited(&Edit::Choose { at, way: 1 });
    let outcome = interpreter.run_concretely(&input, RunLimits::until(None));
    let expected = Incomplete::Unsupported("chosen schedules".to_owned());
    assert_eq!(outcome, Ok(Outcome::Incomplete(expected)));
}

/// Nobody's code calls it, and it decides all the same.
#[test]
fn a_built_in_itself_has_decisions() {
    let Some(loader) = loader() else { return };
    let function = FunctionName { name: Atom::new("member"), arity: 2 };
    let machine = World::machine(&loader);
    let mut interpreter = Interpreter::new(machine, Atom::new("lists"), function, 100);
    let input = Input::new(vec![Term::Int(1), Term::list(vec![Term::Int(2), Term::Int(3)])]);
    let trace = interpreter.run(&input, &mut Symbols::new(), RunLimits::until(None));
    let trace = trace.expect("the interpreter does not fail");
    assert_eq!(trace.outcome, Outcome::Returned(Term::bool(false)));
    assert!(trace.decisions.len() > 2, "{:?}", trace.decisions);
}
