//! What is a finding? A crash site, with the smallest input that leads there.

use crate::promise::Violation;
use term::{Atom, Term};
use trace::{Class, Frame, Input, NoEnd, Outcome, Story, Trace};

#[derive(Clone, Debug)]
pub struct Finding {
    pub key: FindingKey,
    pub kind: FindingKind,
    pub input: Input,
    pub outcome: Outcome,
    /// Where the exception came from, and who had called, as far as the engine knows.
    pub raised_at: Vec<Frame>,
    /// What processes told each other, if it takes a certain order of them.
    pub story: Story,
    /// It happened in a function that the input has named: where that is called.
    pub within: Option<Frame>,
    /// If it returned something that it should not.
    pub violation: Option<Violation>,
    /// Several processes took part, in one of the orders there are.
    pub has_processes: bool,
    /// In other orders of processes, the same arguments came to something else.
    pub is_of_some_orders: bool,
    /// What it is like may depend on when it happens.
    pub asks_the_time: bool,
    /// The run asked for something that its arguments do not say, time included: on the BEAM it may do
    /// something else.
    pub asks_the_world: bool,
    /// Another search found it before.
    pub found_before: bool,
    /// How many runs ended here.
    pub occurrences: u64,
    pub confirmation: Confirmation,
}

impl Finding {
    /// Found for the first time, by a run that had no one else in it; the BEAM has not been asked.
    pub fn new(kind: FindingKind, key: FindingKey, input: Input, outcome: Outcome) -> Finding {
        Finding {
            key,
            kind,
            input,
            outcome,
            raised_at: Vec::new(),
            story: Story::default(),
            within: None,
            violation: None,
            has_processes: false,
            is_of_some_orders: false,
            asks_the_time: false,
            asks_the_world: false,
            found_before: false,
            occurrences: 1,
            confirmation: Confirmation::NotTried("the search is not over".into()),
        }
    }

    /// What it is one finding with.
    pub fn site(&self) -> FindingKey {
        match &self.within {
            Some(call) => FindingKey::within(self.kind, call),
            None => self.key.clone(),
        }
    }

    /// Does it take a certain order of processes, or one that nobody is told of? Then the BEAM, in whichever
    /// order it runs, cannot say.
    pub fn depends_on_order(&self) -> bool {
        match self.kind {
            _ if !self.input.schedule.is_free() => true,
            FindingKind::ProcessCrash | FindingKind::LostMessage => true,
            FindingKind::Deadlock => self.is_of_some_orders,
            // Nobody hears of it, if the function has returned.
            FindingKind::Hang => self.outcome == Outcome::NoEnd(NoEnd::GoesRound),
            _ => false,
        }
    }

    /// What another run says that ended here. Of one that was stopped, it is not known what it would
    /// have asked for.
    pub fn learn(&mut self, trace: &Trace) {
        self.has_processes |= trace.has_processes;
        self.asks_the_time |= trace.asks_the_time();
        self.asks_the_world |= trace.asks_the_world() || trace.outcome == Outcome::Stopped;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FindingKind {
    Crash,
    /// Of a process that nobody watches.
    ProcessCrash,
    /// It has no end.
    Hang,
    Deadlock,
    /// It ended the whole system, and says that something is wrong.
    Halt,
    /// Nobody ever receives a message.
    LostMessage,
    /// It returned something that its spec does not allow.
    SpecViolation,
    /// It returned something that does not fulfil a postcondition.
    PostViolation,
    /// It called a fun of the input with what the type of the fun does not speak of, and the fun refused that.
    OutsideFunType,
}

/// What the BEAM says.
#[derive(Clone, PartialEq, Debug)]
pub enum Confirmation {
    /// Nobody asked.
    NotTried(String),
    /// The same happens there; with the stack trace as the BEAM gives it.
    Confirmed { stacktrace: Term },
    /// The same happened again in the same order of processes; the BEAM was not asked.
    Repeated,
    /// The BEAM went down with the call, and what it said last.
    NodeDied(String),
    /// Something else happens there: a bug of ours.
    Refuted(String),
}

/// What makes two crashes one finding.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FindingKey {
    pub class: Option<Class>,
    /// The outermost shape of the reason: `badarith`, `{badmatch, _}`.
    pub reason: String,
    /// The built-in that failed, if one did.
    pub built_in: Option<String>,
    /// Module, function and line.
    pub place: Option<(Atom, Atom, i64)>,
}

impl FindingKey {
    /// By place first.
    pub fn in_order(&self) -> impl Ord + '_ {
        let place = self.place.map(|(module, function, line)| (module, line, function));
        (place, self.class, &self.reason, &self.built_in)
    }

    /// All that goes wrong in functions that the input names is one finding of its kind, where they are called.
    pub fn within(kind: FindingKind, call: &Frame) -> FindingKey {
        let place = (call.module, call.function.name, i64::from(call.position.line));
        FindingKey {
            class: None,
            reason: format!("{kind:?} of a function that the input names"),
            built_in: None,
            place: Some(place),
        }
    }

    pub fn of(outcome: &Outcome) -> Option<(FindingKind, FindingKey)> {
        let simple = |reason: &str| FindingKey {
            class: None,
            reason: reason.into(),
            built_in: None,
            place: None,
        };
        match outcome {
            Outcome::Crashed { class, reason, stacktrace, raised } => {
                let (mut built_in, place) = match raised.is_elsewhere && outcome.is_by_signal() {
                    // Wherever it was when the signal came.
                    true => (None, None),
                    false => place(stacktrace),
                };
                // The input may name the function that is not there: where it is called is what counts. As an
                // exit, a process tells it with its stack.
                let what = reason.as_tuple().and_then(<[Term]>::first).unwrap_or(reason);
                let is_missing = what.as_atom_name() == Some("undef");
                if is_missing && (place.is_some() || raised.is_elsewhere) {
                    built_in = None;
                }
                let key =
                    FindingKey { class: Some(*class), reason: shape(reason), built_in, place };
                let kind = match raised.is_elsewhere {
                    true => FindingKind::ProcessCrash,
                    false => FindingKind::Crash,
                };
                Some((kind, key))
            }
            // All is well.
            Outcome::Halted { status: Term::Int(0), .. } => None,
            Outcome::Halted { stacktrace, .. } => {
                let (built_in, place) = place(stacktrace);
                Some((FindingKind::Halt, FindingKey { built_in, place, ..simple("halt") }))
            }
            Outcome::LostMessage { message, stacktrace } => {
                let (_, place) = place(stacktrace);
                let key = simple(&format!("lost message {}", shape(message)));
                Some((FindingKind::LostMessage, FindingKey { place, ..key }))
            }
            Outcome::NoEnd(_) => Some((FindingKind::Hang, simple("hang"))),
            Outcome::Deadlock(waits) => {
                let place = waits.first().map(|frame| {
                    (frame.module, frame.function.name, i64::from(frame.position.line))
                });
                // Deadlocks are told apart by where all of them wait.
                let others: Vec<String> = waits.iter().skip(1).map(waiting_place).collect();
                let reason = match others.is_empty() {
                    true => "deadlock".to_owned(),
                    false => format!("deadlock with {}", others.join(", ")),
                };
                Some((FindingKind::Deadlock, FindingKey { place, ..simple(&reason) }))
            }
            _ => None,
        }
    }
}

fn waiting_place(frame: &Frame) -> String {
    format!("{}:{}", frame.function.name.name(), frame.position.line)
}

/// The reason with everything replaced by `_` that tells one input from another.
fn shape(reason: &Term) -> String {
    match reason {
        Term::Atom(name) => name.name().to_owned(),
        Term::Tuple(elements) => {
            let head = match elements.first() {
                Some(Term::Atom(name)) => name.name(),
                _ => "_",
            };
            format!("{{{head}{}}}", ", _".repeat(elements.len().saturating_sub(1)))
        }
        _ => "_".to_owned(),
    }
}

/// The first frame of a trace that has a line, and the built-in on top of it.
fn place(stacktrace: &Term) -> (Option<String>, Option<(Atom, Atom, i64)>) {
    let Term::List(frames) = stacktrace else { return (None, None) };
    let mut built_in = None;
    for frame in &frames.elements {
        let Term::Tuple(parts) = frame else { continue };
        let [Term::Atom(module), Term::Atom(function), _, info] = &parts[..] else { continue };
        match line(info) {
            Some(line) => return (built_in, Some((*module, *function, line))),
            None => {
                let name = format!("{}:{}", module.name(), function.name());
                built_in.get_or_insert(name);
            }
        }
    }
    (built_in, None)
}

/// `{line, Line}` in the information of a frame.
pub fn line(info: &Term) -> Option<i64> {
    let Term::List(items) = info else { return None };
    items.elements.iter().find_map(|item| match item {
        Term::Tuple(pair) => match &pair[..] {
            [Term::Atom(key), Term::Int(line)] if key.name() == "line" => Some(*line),
            _ => None,
        },
        _ => None,
    })
}
