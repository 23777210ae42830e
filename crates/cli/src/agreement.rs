//! Does the BEAM say the same? How what happened here is compared with what happens there.

use explore::{Confirmation, Finding, FindingKey};
use interpreter::Interpreter;
use report::{notation, room};
use std::time::Duration;
use term::{Atom, List, Pid, Term};
use trace::{Outcome, Raised};

/// Who those are on the BEAM whom a run knows by pids of its own: the process under test, and those that have a
/// name on every node. There, `ermine_run` puts the right ones in their places.
pub fn pids_there(own_pid: Term) -> Vec<(Term, Term)> {
    let there = |node: &str| Pid { node: Atom::new(node), id: 0, serial: 0, creation: 0 }.into();
    let service =
        |(pid, name): (Term, Atom)| (pid, there(&format!("ermine_service_{}", name.name())));
    let services = Interpreter::services().into_iter().map(service);
    std::iter::once((own_pid, there("ermine_self"))).chain(services).collect()
}

/// What the BEAM says about a crash, a hang or a deadlock of a function of this module.
pub fn confirmation(module: Atom, ours: &Finding, theirs: &beam::Outcome) -> Confirmation {
    let is_same = agree(&ours.outcome, theirs) || ours.asks_the_world && is_same_site(ours, theirs);
    if is_same && let Some(place) = elsewhere(module, ours, theirs) {
        let why = format!("the BEAM raises the same exception at another place, {place}");
        return Confirmation::NotTried(why);
    }
    match theirs {
        beam::Outcome::NodeDied(why) => Confirmation::NodeDied(why.clone()),
        _ if !is_same => Confirmation::Refuted(words(theirs)),
        beam::Outcome::Exception { stacktrace, .. } => {
            Confirmation::Confirmed { stacktrace: stacktrace.clone() }
        }
        _ => Confirmation::Confirmed { stacktrace: Term::Nil },
    }
}

/// How long the BEAM is to wait for a signal, if that is what was found: a server that fails to start says
/// so first, and the call returns.
pub fn linger(finding: &Finding) -> Duration {
    if finding.outcome.is_by_signal() { LINGER } else { Duration::ZERO }
}

const LINGER: Duration = Duration::from_millis(200);

/// `it returns 42`
fn words(theirs: &beam::Outcome) -> String {
    let value = |term| notation::within(term, room::WORDS).text;
    match theirs {
        beam::Outcome::Value(term) => format!("it returns {}", value(term)),
        beam::Outcome::Exception { class, reason, .. } => {
            format!("it raises {}: {}", class.name(), value(reason))
        }
        beam::Outcome::Signal(reason) => {
            format!("a process that is linked to it ends with {}", value(reason))
        }
        beam::Outcome::TimedOut => "it does not come to an end in its time".to_owned(),
        beam::Outcome::Killed => "it is killed, most likely for want of memory".to_owned(),
        beam::Outcome::TooLarge => "it returns something too large to be sent".to_owned(),
        beam::Outcome::InvalidArguments => "it cannot be called with these arguments".to_owned(),
        beam::Outcome::NodeDied(why) => format!("the node died: {why}"),
    }
}

/// The same kind of exception at the same place. Its reason may tell the time.
fn is_same_site(ours: &Finding, theirs: &beam::Outcome) -> bool {
    let beam::Outcome::Exception { class: their_class, reason, stacktrace } = theirs else {
        return false;
    };
    let Some(class) = ours.key.class.filter(|class| class.atom() == *their_class) else {
        return false;
    };
    let (reason, stacktrace) = (reason.clone(), stacktrace.clone());
    let raised = Raised::UNKNOWN;
    let there = FindingKey::of(&Outcome::Crashed { class, reason, stacktrace, raised });
    there.is_some_and(|(_, key)| key == ours.key)
}

/// Where the BEAM raises an exception, if that is not where it is raised here: the topmost place in the
/// module under test. What lies above it may be built in here and a call there, or the other way round.
/// The two may know different lines of one expression, so lines count only where what was asked of the
/// world may have led the program to another one.
fn elsewhere(module: Atom, ours: &Finding, theirs: &beam::Outcome) -> Option<String> {
    let Outcome::Crashed { stacktrace, reason, .. } = &ours.outcome else { return None };
    let beam::Outcome::Exception { stacktrace: their_stacktrace, .. } = theirs else { return None };
    let here = place(module, stacktrace)?;
    let there = place(module, their_stacktrace)?;
    // A `receive` has two: where it begins, and its `after`.
    let counts_lines = ours.asks_the_world && *reason != Term::atom("timeout_value");
    let lines = here.line.zip(there.line).filter(|_| counts_lines);
    let is_same_line = lines.is_none_or(|(here, there)| here == there);
    if written_name(here.function) == written_name(there.function) && is_same_line {
        return None;
    }
    let line = there.line.map(|line| format!(", line {line}")).unwrap_or_default();
    Some(format!("{}:{}{line}", module.name(), there.function.name()))
}

/// The function in which a fun or a comprehension is written. What the compiler calls these depends on
/// how much of it is inlined: `-map/2-fun-0-`, `-map/2-inlined-0-`, `-map/2-lc$^0/1-0-`.
fn written_name(function: Atom) -> &'static str {
    let name = function.name();
    let Some(inside) = name.strip_prefix('-') else { return name };
    let kinds = ["-fun-", "-inlined-", "-lc$", "-lbc$", "-mc$", "-anonymous-"];
    let end = kinds.iter().filter_map(|kind| inside.find(kind)).min();
    let of = &inside[..end.unwrap_or(inside.len())];
    of.rsplit_once('/').map_or(of, |(name, _)| name)
}

/// A place in the module under test.
struct Place {
    function: Atom,
    line: Option<i64>,
}

fn place(module: Atom, stacktrace: &Term) -> Option<Place> {
    let Term::List(frames) = stacktrace else { return None };
    frames.elements.iter().find_map(|term| {
        let (_, function, _) = frame(term).filter(|(its_module, ..)| *its_module == module)?;
        let line = term.as_tuple().and_then(|parts| explore::finding::line(parts.last()?));
        Some(Place { function, line })
    })
}

/// The same value, the same exception, or no end on either side.
pub fn agree(ours: &Outcome, theirs: &beam::Outcome) -> bool {
    match (ours, theirs) {
        // What is wrong with the value is not for the BEAM to say.
        (
            Outcome::Returned(ours) | Outcome::Unfulfilled { value: ours, .. },
            beam::Outcome::Value(theirs),
        ) => is_alike(ours, theirs),
        (
            Outcome::Crashed { class, reason, .. },
            beam::Outcome::Exception { class: their_class, reason: their_reason, .. },
        ) if !ours.is_by_signal() => class.atom() == *their_class && is_alike(reason, their_reason),
        (Outcome::Crashed { reason, .. }, beam::Outcome::Signal(theirs)) if ours.is_by_signal() => {
            is_alike(reason, theirs)
        }
        (Outcome::Crashed { reason, .. }, beam::Outcome::Killed) if ours.is_by_signal() => {
            *reason == Term::atom("killed")
        }
        (
            Outcome::OutOfReductions | Outcome::NoEnd(_) | Outcome::Deadlock(_),
            beam::Outcome::TimedOut,
        ) => true,
        // What has no end may run out of memory there before it runs out of time.
        (Outcome::OutOfReductions | Outcome::NoEnd(_), beam::Outcome::Killed) => true,
        _ => false,
    }
}

/// Equal but for what is never the same twice: funs, pids and references.
pub fn is_alike(ours: &Term, theirs: &Term) -> bool {
    // Terms may be deeper than any stack.
    let mut pending = vec![(ours, theirs)];
    while let Some((ours, theirs)) = pending.pop() {
        if !is_alike_outside(ours, theirs, &mut pending) {
            return false;
        }
    }
    true
}

/// The same with what is inside left to be compared.
fn is_alike_outside<'t>(
    ours: &'t Term,
    theirs: &'t Term,
    inside: &mut Vec<(&'t Term, &'t Term)>,
) -> bool {
    match (ours, theirs) {
        (Term::Fun(_), Term::Fun(_))
        | (Term::Pid(_), Term::Pid(_))
        | (Term::Reference(_), Term::Reference(_)) => true,
        (Term::List(left), Term::List(right)) if is_stack(left) && is_stack(right) => {
            same_stack(&left.elements, &right.elements, inside)
        }
        (Term::List(left), Term::List(right)) => {
            inside.push((&left.tail, &right.tail));
            inside.extend(left.elements.iter().zip(right.elements.iter()));
            left.elements.len() == right.elements.len()
        }
        (Term::Tuple(left), Term::Tuple(right)) => {
            inside.extend(left.iter().zip(right.iter()));
            left.len() == right.len()
        }
        (Term::Map(left), Term::Map(right)) => {
            let (left, right) = (left.pairs(), right.pairs());
            for ((key, value), (their_key, their_value)) in left.iter().zip(right) {
                inside.extend([(key, their_key), (value, their_value)]);
            }
            left.len() == right.len()
        }
        _ => ours == theirs,
    }
}

/// Does the list begin as a stack trace does? Reasons of exits often hold one.
fn is_stack(list: &List) -> bool {
    frame(&list.elements[0]).is_some()
}

/// `{Module, Function, ArityOrArguments, Info}`
fn frame(term: &Term) -> Option<(Atom, Atom, &Term)> {
    match term.as_tuple()? {
        [Term::Atom(module), Term::Atom(function), called, Term::Nil | Term::List(_)] => {
            let is_called = matches!(called, Term::Int(_) | Term::Nil | Term::List(_));
            is_called.then_some((*module, *function, called))
        }
        _ => None,
    }
}

/// Below the call the BEAM has frames of Ermine's own, and it has frames for so many calls only. What
/// is known of the lines differs too.
fn same_stack<'t>(
    ours: &'t [Term],
    theirs: &'t [Term],
    inside: &mut Vec<(&'t Term, &'t Term)>,
) -> bool {
    let is_own =
        |term: &Term| frame(term).is_some_and(|(module, ..)| module.name() == "ermine_run");
    let end = theirs.iter().position(is_own).unwrap_or(theirs.len());
    ours.iter().zip(&theirs[..end]).all(|(ours, theirs)| match (frame(ours), frame(theirs)) {
        (Some((module, function, called)), Some((their_module, their_function, their_called))) => {
            inside.push((called, their_called));
            (module, function) == (their_module, their_function)
        }
        _ => {
            inside.push((ours, theirs));
            true
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::Class;

    fn check(ours: &str, theirs: &str, expected: bool) {
        let read = |text| term::read::term(text).expect("a term");
        assert_eq!(is_alike(&read(ours), &read(theirs)), expected, "{ours} and {theirs}");
    }

    #[test]
    fn hangs_end_by_time_or_by_memory() {
        assert!(agree(&Outcome::NoEnd(trace::NoEnd::Grows), &beam::Outcome::TimedOut));
        assert!(agree(&Outcome::NoEnd(trace::NoEnd::Repeats), &beam::Outcome::Killed));
        assert!(agree(&Outcome::OutOfReductions, &beam::Outcome::TimedOut));
        assert!(agree(&Outcome::OutOfReductions, &beam::Outcome::Killed));
        assert!(!agree(&Outcome::Deadlock(Vec::new()), &beam::Outcome::Killed));
        assert!(!agree(&Outcome::OutOfReductions, &beam::Outcome::Value(Term::Nil)));
    }

    #[test]
    fn what_the_beam_does_instead_is_said_in_words() {
        let reason = Term::list((0..10_000).map(Term::Int).collect());
        let raised =
            beam::Outcome::Exception { class: Atom::new("error"), reason, stacktrace: Term::Nil };
        let text = words(&raised);
        assert!(text.starts_with("it raises error: [0, 1, 2, "), "{text}");
        assert!(text.ends_with("… (58,890 bytes in all)"), "{text}");
        assert_eq!(words(&beam::Outcome::Value(Term::atom("ok"))), "it returns ok");
        assert_eq!(words(&beam::Outcome::TimedOut), "it does not come to an end in its time");
    }

    #[test]
    fn the_same_exception_elsewhere_is_another() {
        let read = |text: &str| term::read::term(text).expect("a term");
        let check = |ours: &str, asks_the_world: bool, theirs: &str, expected: Option<&str>| {
            let (class, reason) = (Class::Error, Term::atom("badarith"));
            let (stacktrace, raised) = (read(ours), Raised::UNKNOWN);
            let outcome = Outcome::Crashed { class, reason: reason.clone(), stacktrace, raised };
            let (kind, key) = FindingKey::of(&outcome).expect("a crash");
            let input = trace::Input::new(Vec::new());
            let ours = Finding { asks_the_world, ..Finding::new(kind, key, input, outcome) };
            let class = Atom::new("error");
            let theirs = beam::Outcome::Exception { class, reason, stacktrace: read(theirs) };
            assert_eq!(elsewhere(Atom::new("m"), &ours, &theirs).as_deref(), expected);
        };
        let ours = "[{erlang, '/', [1, 0], []}, {m, f, 1, [{file, \"m.erl\"}, {line, 6}]}]";
        check(ours, true, "[{m, f, 1, [{file, \"m.erl\"}, {line, 6}]}]", None);
        check(ours, true, "[{m, f, 1, []}]", None);
        check(ours, true, "[{lists, map, 2, [{line, 1}]}, {m, f, 1, [{line, 6}]}]", None);
        check(ours, true, "[{lists, map, 2, [{line, 1}]}]", None);
        check(ours, true, "[{m, f, 1, [{line, 5}]}]", Some("m:f, line 5"));
        check(ours, false, "[{m, f, 1, [{line, 5}]}]", None);
        check(ours, false, "[{m, g, 1, []}, {m, f, 1, [{line, 6}]}]", Some("m:g"));
        let inside = "[{m, '-f/1-fun-0-', 1, [{line, 6}]}]";
        check(inside, true, "[{m, '-f/1-inlined-3-', 1, [{line, 6}]}]", None);
        check(inside, true, "[{m, f, 1, [{line, 6}]}]", None);
        check(inside, true, "[{m, '-g/1-fun-0-', 1, []}]", Some("m:-g/1-fun-0-"));
    }

    #[test]
    fn stack_traces_in_reasons() {
        let ours = "{undef, [{a, g, [0], []}, {gen, call, 2, [{line, 3}]}]}";
        check(
            ours,
            "{undef, [{a, g, [0], []}, {gen, call, 2, []}, {ermine_run, call, 4, []}]}",
            true,
        );
        check(ours, "{undef, [{a, g, [0], []}, {ermine_run, call, 4, []}]}", true);
        check(ours, "{undef, [{a, g, [1], []}, {gen, call, 2, []}]}", false);
        check(ours, "{undef, [{a, h, [0], []}, {gen, call, 2, []}]}", false);
        check(ours, "{noproc, [{a, g, [0], []}]}", false);
    }

    #[test]
    fn terms_may_be_deep() {
        let deep =
            |inner: i64| (0..300_000).fold(Term::from(inner), |term, _| Term::list(vec![term]));
        assert!(is_alike(&deep(1), &deep(1)));
        assert!(!is_alike(&deep(1), &deep(2)));
    }

    #[test]
    fn other_lists_are_compared_as_they_are() {
        check("[{a, b, 1}]", "[{a, b, 1}]", true);
        check("[{a, b, 1}]", "[{a, b, 1}, c]", false);
        check("[{a, b, c, []}]", "[{a, b, c, [1]}]", false);
    }
}
