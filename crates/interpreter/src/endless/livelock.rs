//! Do several processes keep each other busy for ever? Between two turns, all that has a say in what comes next
//! can be written down. If that is what it was some turns ago, the same turns can come again and again.
//!
//! References of one round are not those of the next: they count by the places in which they are. That time has
//! passed makes no difference either, only which timer goes off first. Whoever calls a built-in whose answer is
//! not written down, or that changes something else, is not watched any further.

use crate::machine::Machine;
use crate::process::{Process, ProcessId, State};
use crate::services::FIRST_SPAWNED;
use crate::system::{OnItsWay, Recipient, Signal, TimerAction};
use runtime::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use term::{Atom, Term};

/// A picture is kept after so many turns, and each time that there have been twice as many.
const FIRST_KEPT: u64 = 512;
/// And compared with those of so many turns.
const MOST_COMPARED: u64 = 64;
/// A picture of more parts is not made.
const MOST_PARTS: usize = 4_000;

/// Turns of a run, and whether they come back to where they were.
#[derive(Default)]
pub struct Rounds {
    turns: u64,
    kept: Option<Picture>,
    /// Who ran since then.
    ran: FxHashSet<ProcessId>,
    /// Nobody could run, and time passed.
    has_waited: bool,
}

impl Rounds {
    /// Time passes, because nobody can run.
    pub fn waits(&mut self) {
        self.has_waited = true;
    }
}

impl Machine {
    /// After each turn: has all of this been before? Then nobody comes to an end. Once the function under test has
    /// returned, a process that does something now and then is as it should be; several that never rest are not.
    pub(crate) fn goes_round(&mut self, who: ProcessId) -> bool {
        self.rounds.turns += 1;
        let turns = self.rounds.turns;
        if turns < FIRST_KEPT || self.system.signals.journal.is_none() {
            return false;
        }
        if turns.is_power_of_two() {
            self.system.observer.is_there = true;
            self.system.observer.beyond = 0;
            let kept = self.picture();
            self.rounds = Rounds { turns, kept, ..Rounds::default() };
            return false;
        }
        if who >= FIRST_SPAWNED {
            self.rounds.ran.insert(who);
        }
        if self.rounds.kept.is_none() {
            return false;
        }
        let since = turns - (1 << turns.ilog2());
        if since > MOST_COMPARED || self.system.observer.beyond > 0 {
            self.system.observer.is_there = false;
            self.rounds.kept = None;
            return false;
        }
        let is_busy = self.rounds.ran.len() > 1 && !self.rounds.has_waited;
        (is_busy || !self.has_ended()) && self.rounds.kept == self.picture()
    }

    fn picture(&self) -> Option<Picture> {
        let mut painter = Painter { machine: self, picture: Picture::default(), room: MOST_PARTS };
        painter.whole()?;
        Some(painter.picture.with_plain_references())
    }
}

/// Built-ins that give and change only what is written down.
pub fn is_written_down(module: Atom, function: Atom) -> bool {
    match module.name() {
        "erlang" => BUILT_INS.contains(&function.name()),
        "ets" => OF_TABLES.contains(&function.name()),
        _ => false,
    }
}

const BUILT_INS: [&str; 25] = [
    "!",
    "send",
    "send_nosuspend",
    "self",
    "get",
    "put",
    "erase",
    "node",
    "whereis",
    "link",
    "unlink",
    "monitor",
    "demonitor",
    "alias",
    "unalias",
    "make_ref",
    "is_process_alive",
    "send_after",
    "start_timer",
    "cancel_timer",
    "register",
    "unregister",
    "exit",
    "spawn",
    "spawn_link",
];

const OF_TABLES: [&str; 11] = [
    "lookup",
    "lookup_element",
    "member",
    "insert",
    "insert_new",
    "delete",
    "delete_object",
    "take",
    "update_counter",
    "update_element",
    "tab2list",
];

/// What there is between two turns.
#[derive(Default, PartialEq)]
struct Picture {
    numbers: Vec<u64>,
    terms: Vec<Term>,
}

impl Picture {
    /// References are numbered as they come.
    fn with_plain_references(self) -> Picture {
        let known: RefCell<FxHashMap<Term, i64>> = RefCell::default();
        let plain = |term: &Term| {
            let Term::Reference(_) = term else { return None };
            let mut known = known.borrow_mut();
            let next = known.len() as i64;
            Some(Term::Int(*known.entry(term.clone()).or_insert(next)))
        };
        let terms = self.terms.iter().map(|term| match term {
            Term::Atom(_) | Term::Int(_) | Term::Nil => term.clone(),
            term => term::rewrite(term, &plain),
        });
        let terms = terms.collect();
        Picture { terms, ..self }
    }
}

struct Painter<'m> {
    machine: &'m Machine,
    picture: Picture,
    /// How many more parts fit.
    room: usize,
}

/// `None`: it is too much, or something that is not written down.
impl Painter<'_> {
    fn number(&mut self, number: u64) {
        self.picture.numbers.push(number);
    }

    fn numbers<const N: usize>(&mut self, numbers: [u64; N]) {
        self.picture.numbers.extend(numbers);
    }

    fn term(&mut self, term: Term) -> Option<()> {
        self.room = self.room.checked_sub(1)?;
        self.picture.terms.push(term);
        Some(())
    }

    fn value(&mut self, value: Value) -> Option<()> {
        let machine = self.machine;
        if machine.heap.is_larger_than(self.room, value) {
            return None;
        }
        let term = machine.heap.to_term_with(value, &machine.library);
        self.room = self.room.saturating_sub(term.weight() / size_of::<Term>());
        self.term(term)
    }

    fn values(&mut self, values: impl ExactSizeIterator<Item = Value>) -> Option<()> {
        self.number(values.len() as u64);
        values.into_iter().try_for_each(|value| self.value(value))
    }

    fn reference(&mut self, reference: u64) -> Option<()> {
        self.value(Value::reference(reference))
    }

    fn whole(&mut self) -> Option<()> {
        let system = &self.machine.system;
        for id in system.processes.ready() {
            self.number(id);
        }
        for id in system.processes.parked_ids() {
            self.process(system.processes.parked(id)?)?;
        }
        for sent in system.signals.on_their_way() {
            self.signal(sent)?;
        }
        for (reference, action) in system.clock.timers() {
            self.timer(reference, action)?;
        }
        for table in system.shared.tables.all() {
            self.reference(table.number)?;
            for (_, objects) in table.entries() {
                self.room = self.room.checked_sub(objects.len())?;
                for object in objects {
                    self.room = self.room.checked_sub(object.term.weight() / size_of::<Term>())?;
                    self.term(object.term.clone())?;
                }
            }
        }
        Some(())
    }

    fn process(&mut self, process: &Process) -> Option<()> {
        if process.exiting.is_some() {
            return None;
        }
        self.number(process.id);
        self.state(&process.state)?;
        for frame in &process.frames {
            self.numbers([frame.code.index() as u64, frame.pc as u64, frame.base as u64]);
        }
        for handler in &process.handlers {
            self.numbers([handler.code.index() as u64, handler.pc as u64]);
        }
        self.values(process.stack.iter().copied())?;
        self.values(process.mailbox.messages.iter().copied())?;
        let mailbox = &process.mailbox;
        self.numbers([mailbox.cursor as u64, u64::from(mailbox.is_seen)]);
        for sent in &process.arrived {
            self.signal(sent)?;
        }
        self.value(process.dictionary)?;
        self.value(process.name.map_or(Value::NIL, Value::atom))?;
        for &other in &process.links {
            self.number(other);
        }
        for (&reference, monitor) in &process.monitors {
            self.reference(reference)?;
            self.number(monitor.target.unwrap_or(0));
        }
        for (&reference, &watcher) in &process.watchers {
            self.reference(reference)?;
            self.number(watcher);
        }
        for &alias in process.aliases.keys() {
            self.reference(alias)?;
        }
        let flags = [process.traps_exits, process.deadline.is_some(), process.suspended > 0];
        self.numbers(flags.map(u64::from));
        Some(())
    }

    fn state(&mut self, state: &State) -> Option<()> {
        match state {
            State::Running { code, pc, base } => {
                self.numbers([1, code.index() as u64, *pc as u64, *base as u64]);
            }
            State::Waiting { code, pc, base } => {
                self.numbers([2, code.index() as u64, *pc as u64, *base as u64]);
            }
            State::Hibernating { module, function, arguments } => {
                self.number(3);
                self.term((*module).into())?;
                self.term((*function).into())?;
                self.values(arguments.iter().copied())?;
            }
            // One that begins or ends.
            _ => return None,
        }
        Some(())
    }

    fn signal(&mut self, sent: &OnItsWay) -> Option<()> {
        self.numbers([sent.from, sent.signal.to()]);
        match &sent.signal {
            Signal::Message { message, .. } => self.value(*message),
            Signal::ToAlias { alias, message, .. } => {
                self.reference(*alias)?;
                self.value(*message)
            }
            _ => None,
        }
    }

    fn timer(&mut self, reference: u64, action: &TimerAction) -> Option<()> {
        match action {
            TimerAction::Wake(id) => self.number(*id),
            TimerAction::Send { to, message } => {
                self.reference(reference)?;
                self.value(*message)?;
                match to {
                    Recipient::Process(id) => self.number(*id),
                    Recipient::Name(name) => self.term((*name).into())?,
                }
            }
        }
        Some(())
    }
}
