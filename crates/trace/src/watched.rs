//! What did a watched program do, step by step? The events that rewritten modules note as they run, on
//! whichever engine: see `erlang/ermine_watch.erl`.

use core_erlang::{ExprId, FunctionName};
use term::{Atom, Term};

/// A call that was watched.
#[derive(Clone, Debug)]
pub struct Watched {
    pub outcome: WatchedOutcome,
    /// How many events there were. The first of them were kept.
    pub count: u64,
    pub events: Vec<Noted>,
}

/// How a watched call ended. Values are cut where they are large: see [`CUT`].
#[derive(Clone, Debug, PartialEq)]
pub enum WatchedOutcome {
    Returned(Term),
    Raised {
        class: Atom,
        reason: Term,
        stacktrace: Term,
    },
    /// Another process, linked to it, took it down.
    Signal(Term),
    TimedOut,
    /// It went beyond its memory, or was killed for another reason.
    Killed,
}

/// What a process did.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted {
    /// By when its first event was: 0 is the one that made the call.
    pub process: usize,
    pub event: Event,
}

/// Numbers of expressions are those of the function that was entered last and not left.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A function was entered: a fun of this function of a module, or all of it.
    Call { module: Atom, function: FunctionName, fun: ExprId, arguments: Vec<Term> },
    /// It has this value.
    Exit { value: Term },
    /// A call begins, and somebody waits for its value.
    Go { at: ExprId, target: Option<Target> },
    /// It has come back.
    Back { at: ExprId, value: Term },
    /// A call begins that takes the place of who called.
    Tail { at: ExprId, target: Option<Target> },
    /// A clause was chosen, from 1, and its variables have these values.
    Case { at: ExprId, clause: usize, values: Vec<Term> },
    /// A `case` has these values.
    ExitCase { at: ExprId, values: Vec<Term> },
    /// Variables have these values.
    Bind { at: ExprId, values: Vec<Term> },
    /// From here on exceptions are caught.
    Try { at: ExprId },
    /// No exception came.
    Tried { at: ExprId, values: Vec<Term> },
    /// One came.
    Caught { at: ExprId, class: Atom, reason: Term },
}

/// Who is called, where it is not a function of the same module: `{Module, Function}`, or a fun.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub callee: Term,
    pub arguments: Vec<Term>,
}

/// The atom in the place of what was left out of a value.
pub const CUT: &str = "...";

impl Watched {
    /// From what `ermine_events:run/6` returns; `None` if it is something else.
    pub fn read(term: &Term) -> Option<Watched> {
        let [outcome, count, main, events] = term.as_tuple()? else { return None };
        let mut processes = vec![main];
        let mut noted = Vec::new();
        for event in events.as_list()? {
            let [process, event] = event.as_tuple()? else { return None };
            let known = processes.iter().position(|each| *each == process);
            let process = known.unwrap_or_else(|| {
                processes.push(process);
                processes.len() - 1
            });
            noted.push(Noted { process, event: Event::read(event)? });
        }
        let outcome = WatchedOutcome::read(outcome)?;
        Some(Watched { outcome, count: count.as_i64()?.try_into().ok()?, events: noted })
    }
}

impl WatchedOutcome {
    fn read(term: &Term) -> Option<WatchedOutcome> {
        if let Some(name) = term.as_atom_name() {
            return match name {
                "timeout" => Some(WatchedOutcome::TimedOut),
                "killed" => Some(WatchedOutcome::Killed),
                _ => None,
            };
        }
        let (kind, parts) = term.as_tuple()?.split_first()?;
        Some(match (kind.as_atom_name()?, parts) {
            ("value", [value]) => WatchedOutcome::Returned(value.clone()),
            ("signal", [reason]) => WatchedOutcome::Signal(reason.clone()),
            ("exception", [class, reason, stacktrace]) => WatchedOutcome::Raised {
                class: class.as_atom()?,
                reason: reason.clone(),
                stacktrace: stacktrace.clone(),
            },
            _ => return None,
        })
    }
}

impl Event {
    fn read(term: &Term) -> Option<Event> {
        let (kind, parts) = term.as_tuple()?.split_first()?;
        Some(match (kind.as_atom_name()?, parts) {
            ("call", [module, name, arity, fun, arguments]) => Event::Call {
                module: module.as_atom()?,
                function: FunctionName { name: name.as_atom()?, arity: number(arity)? },
                fun: at(fun)?,
                arguments: values(arguments)?,
            },
            ("exit", [value]) => Event::Exit { value: value.clone() },
            ("go", [place, rest @ ..]) => Event::Go { at: at(place)?, target: target(rest)? },
            ("tail", [place, rest @ ..]) => Event::Tail { at: at(place)?, target: target(rest)? },
            ("back", [place, value]) => Event::Back { at: at(place)?, value: value.clone() },
            ("case", [place, clause, bound]) => {
                Event::Case { at: at(place)?, clause: clause.as_usize()?, values: values(bound)? }
            }
            ("exitcase", [place, given]) => {
                Event::ExitCase { at: at(place)?, values: values(given)? }
            }
            ("bind", [place, bound]) => Event::Bind { at: at(place)?, values: values(bound)? },
            ("try", [place]) => Event::Try { at: at(place)? },
            ("tried", [place, given]) => Event::Tried { at: at(place)?, values: values(given)? },
            ("caught", [place, class, reason]) => {
                Event::Caught { at: at(place)?, class: class.as_atom()?, reason: reason.clone() }
            }
            _ => return None,
        })
    }

    /// Its name, the same in every report.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Call { .. } => "call",
            Event::Exit { .. } => "exit",
            Event::Go { .. } => "go",
            Event::Back { .. } => "back",
            Event::Tail { .. } => "tail",
            Event::Case { .. } => "case",
            Event::ExitCase { .. } => "exitcase",
            Event::Bind { .. } => "bind",
            Event::Try { .. } => "try",
            Event::Tried { .. } => "tried",
            Event::Caught { .. } => "caught",
        }
    }
}

fn number(term: &Term) -> Option<u32> {
    term.as_i64()?.try_into().ok()
}

fn at(term: &Term) -> Option<ExprId> {
    number(term).map(ExprId)
}

fn values(term: &Term) -> Option<Vec<Term>> {
    term.as_list().map(<[Term]>::to_vec)
}

/// `None`: it is something else; `Some(None)`: nobody said.
fn target(parts: &[Term]) -> Option<Option<Target>> {
    match parts {
        [] => Some(None),
        [callee, arguments] => {
            let arguments = values(arguments)?;
            Some(Some(Target { callee: callee.clone(), arguments }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::read;

    #[test]
    fn what_was_noted_is_read() {
        let text = "{{value, 3}, 7, p, [{p, {call, m, f, 1, 9, [a]}}, {q, {go, 4, {m, g}, [1]}}, \
                    {p, {go, 5}}, {p, {'case', 3, 2, []}}, {p, {exit, 3}}]}";
        let watched = Watched::read(&read::term(text).expect("a term")).expect("a call");
        assert_eq!(watched.outcome, WatchedOutcome::Returned(Term::Int(3)));
        assert_eq!(watched.count, 7);
        let processes: Vec<usize> = watched.events.iter().map(|each| each.process).collect();
        assert_eq!(processes, [0, 1, 0, 0, 0]);
        let names: Vec<&str> = watched.events.iter().map(|each| each.event.name()).collect();
        assert_eq!(names, ["call", "go", "go", "case", "exit"]);
        assert_eq!(watched.events[2].event, Event::Go { at: ExprId(5), target: None });
    }

    #[test]
    fn nonsense_is_no_event() {
        for text in ["{{value, 3}, 7, p, [{p, {call, 1}}]}", "{odd, 0, p, []}", "[]"] {
            assert!(Watched::read(&read::term(text).expect("a term")).is_none(), "{text}");
        }
    }
}
