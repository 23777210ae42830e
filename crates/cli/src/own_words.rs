//! What does Elixir itself say about an exception or a value? Its own code for that runs on the machine, so
//! that every exception has the words that it has in a project, those that a library makes up included.
//! Where its code is not there or does not come to an end, nobody says anything.

use interpreter::{Machine, Outcome};
use std::time::{Duration, Instant};
use term::{Atom, Term};
use trace::Class;

/// So long an exception or a value may be put into words.
const PATIENCE: Duration = Duration::from_secs(2);

/// So many reductions bring all code that is needed.
const WARM_UP: u64 = 10_000_000;

/// The exception as `iex` shows it, on one line: `** (KeyError) key :a not found in: %{}`.
pub fn exception(
    machine: &mut Machine,
    class: Class,
    reason: &Term,
    stacktrace: &Term,
) -> Option<String> {
    let banner = |machine: &mut Machine, reason: &Term, stacktrace: &Term| {
        let arguments = [Term::Atom(class.atom()), reason.clone(), stacktrace.clone()];
        machine.call(Atom::new("Elixir.Exception"), Atom::new("format_banner"), &arguments)
    };
    warm_up(machine, |machine| banner(machine, &small_reason(), &Term::Nil))?;
    let text = text(banner(machine, reason, stacktrace))?;
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(words.join(" "))
}

/// The exception with its stack trace, as `iex` shows it.
pub fn report(
    machine: &mut Machine,
    class: Class,
    reason: &Term,
    stacktrace: &Term,
) -> Option<String> {
    let format = |machine: &mut Machine, reason: &Term, stacktrace: &Term| {
        let arguments = [Term::Atom(class.atom()), reason.clone(), stacktrace.clone()];
        machine.call(Atom::new("Elixir.Exception"), Atom::new("format"), &arguments)
    };
    warm_up(machine, |machine| format(machine, &small_reason(), &Term::Nil))?;
    text(format(machine, reason, stacktrace)).map(|text| text.trim_end().to_owned())
}

/// The value as `iex` shows it.
pub fn value(machine: &mut Machine, value: &Term) -> Option<String> {
    let pair = |key: &str, value: Term| Term::tuple(vec![Term::atom(key), value]);
    let options = Term::list(vec![
        pair("limit", Term::atom("infinity")),
        pair("printable_limit", Term::atom("infinity")),
        pair("pretty", Term::bool(true)),
    ]);
    let inspect = |machine: &mut Machine, value: &Term| {
        let arguments = [value.clone(), options.clone()];
        machine.call(Atom::new("Elixir.Kernel"), Atom::new("inspect"), &arguments)
    };
    warm_up(machine, |machine| inspect(machine, &one_of_each()))?;
    text(inspect(machine, value))
}

/// A small exception.
fn small_reason() -> Term {
    Term::tuple(vec![Term::atom("badmap"), one_of_each()])
}

/// A value of each kind, for each is written by code of its own.
fn one_of_each() -> Term {
    let map = Term::map(vec![(Term::atom("a"), Term::Float(1.5))]);
    Term::tuple(vec![Term::Nil, Term::list(vec![Term::Int(1)]), map, Term::binary(b"a")])
}

/// Runs something small, so that the code for it is there: on a new machine, loading it takes longer than
/// any exception should. What cannot be run then cannot be run at all.
fn warm_up(machine: &mut Machine, run: impl FnOnce(&mut Machine) -> Outcome) -> Option<()> {
    machine.reset();
    machine.limits.reductions = WARM_UP;
    machine.limits.deadline = None;
    let said = text(run(machine));
    machine.reset();
    machine.limits.deadline = Instant::now().checked_add(PATIENCE);
    said.map(|_| ())
}

fn text(outcome: Outcome) -> Option<String> {
    match outcome {
        Outcome::Returned(Term::Bits(text)) if text.is_binary() => {
            Some(String::from_utf8_lossy(text.bytes()).into_owned())
        }
        _ => None,
    }
}
