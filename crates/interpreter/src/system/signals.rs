//! What is on its way from one process to another?
//!
//! Signals from one process to another arrive in the order in which they were sent. Everything else is open:
//! [`Signals::take_next`] is where a [`Scheduler`] decides which comes first, and whether one does yet.
//!
//! A request to monitor a pid that is gone waits: the BEAM's schedulers keep one of them back, until the
//! next one comes or the turn is over, in the hope that it can travel with something else. So
//! `receive … after 0` right after `monitor(process, Pid)` never finds the `'DOWN'` of a process that is
//! gone.

use super::journal::Journal;
use super::scheduler::Scheduler;
use crate::ending::Ending;
use crate::process::{ProcessId, ReferenceId};
use crate::services::FIRST_SPAWNED;
use runtime::Value;
use runtime::collect::Collection;
use schedules::SentKind;
use std::collections::VecDeque;
use term::Atom;

/// Something on its way to a process.
#[derive(Clone)]
pub enum Signal {
    Message {
        to: ProcessId,
        message: Value,
    },
    /// A message to an alias. Whether that still lets it through is seen when it is received.
    ToAlias {
        to: ProcessId,
        alias: ReferenceId,
        message: Value,
    },
    /// `linked`: it comes because of a link, and ends the link.
    Exit {
        from: Value,
        to: ProcessId,
        ending: Ending,
        linked: bool,
    },
    /// The process that `to` wanted to link to was gone.
    NoLink {
        from: Value,
        to: ProcessId,
    },
    Down {
        to: ProcessId,
        reference: ReferenceId,
        reason: Value,
    },
    /// A request to link. Where nobody notes what several processes do, it takes effect when it is sent.
    Link {
        from: ProcessId,
        to: ProcessId,
    },
    /// A request to monitor, in the same way.
    Monitor {
        from: ProcessId,
        to: ProcessId,
        reference: ReferenceId,
        if_gone: Atom,
    },
}

impl Signal {
    pub fn to(&self) -> ProcessId {
        match self {
            Signal::Message { to, .. }
            | Signal::ToAlias { to, .. }
            | Signal::Exit { to, .. }
            | Signal::NoLink { to, .. }
            | Signal::Link { to, .. }
            | Signal::Monitor { to, .. }
            | Signal::Down { to, .. } => *to,
        }
    }

    /// What it says, where that is put into the mailbox as it is.
    fn message(&self) -> Value {
        match self {
            Signal::Message { message, .. } | Signal::ToAlias { message, .. } => *message,
            _ => Value::NIL,
        }
    }

    /// What does something when it is delivered has an event of its own. What a process causes to itself is
    /// there at once.
    fn kind(&self, from: ProcessId) -> SentKind {
        match self {
            Signal::Message { .. } | Signal::NoLink { .. } => SentKind::Message,
            Signal::Down { to, .. } if *to == from => SentKind::Message,
            _ => SentKind::Signal,
        }
    }

    /// Does one who asks for his own messages get to know of it?
    pub fn announces_itself(&self) -> bool {
        matches!(self, Signal::Message { .. } | Signal::ToAlias { .. } | Signal::Exit { .. })
    }

    /// Shows its values to the collector.
    pub fn visit(&mut self, collection: &mut Collection) {
        match self {
            Signal::Message { message, .. } | Signal::ToAlias { message, .. } => {
                collection.visit(message);
            }
            Signal::Exit { from, ending, .. } => {
                collection.visit(from);
                ending.visit(collection);
            }
            Signal::NoLink { from, .. } => collection.visit(from),
            Signal::Down { reason, .. } => collection.visit(reason),
            Signal::Link { .. } | Signal::Monitor { .. } => {}
        }
    }
}

/// The answer to a request to monitor a process that is gone, while that request is kept back. (Also
/// to one to link to a process that is about to end.)
struct KeptBack {
    target: ProcessId,
    answer: Signal,
    /// At which event it was asked for.
    event: Option<usize>,
}

/// A signal, and in whose name it was sent.
#[derive(Clone)]
pub struct OnItsWay {
    pub from: ProcessId,
    /// In the journal; 0: it is not there.
    pub number: u32,
    pub signal: Signal,
}

#[derive(Default)]
pub struct Signals {
    /// In the order in which they were sent.
    on_their_way: VecDeque<OnItsWay>,
    /// Who runs, and sends.
    pub sender: ProcessId,
    /// What the process that runs has not quite sent yet.
    kept_back: Option<KeptBack>,
    /// What is written down of a run with several processes.
    pub journal: Option<Box<Journal>>,
}

impl Signals {
    pub fn put(&mut self, signal: Signal) {
        self.put_from(self.sender, signal);
    }

    /// One that is not sent by who runs.
    pub fn put_from(&mut self, from: ProcessId, signal: Signal) {
        let number = match &mut self.journal {
            Some(journal) => journal.sends(from, signal.to(), signal.message(), signal.kind(from)),
            None => 0,
        };
        self.on_their_way.push_back(OnItsWay { from, number, signal });
    }

    /// What a signal turned out to say when it arrived.
    pub(super) fn set_letter(&mut self, number: u32, message: Value) {
        if let (Some(journal), Some(index)) = (&mut self.journal, number.checked_sub(1)) {
            journal.letters[index as usize].message = message;
        }
    }

    /// The number of a message that another signal becomes when it is delivered.
    pub(super) fn at_once(&mut self, from: ProcessId, to: ProcessId, message: Value) -> u32 {
        match &mut self.journal {
            Some(journal) => journal.sends(from, to, message, SentKind::AtOnce),
            None => 0,
        }
    }

    /// Is it noted what this process sends to that one? Then requests travel as signals do.
    pub fn are_noted(&self, from: ProcessId, to: ProcessId) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.notes(from)) && to >= FIRST_SPAWNED
    }

    /// Does the run follow a schedule?
    pub fn follows(&self) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.follows)
    }

    /// Is somebody there who may want to know of the dead?
    pub fn keeps_the_dead(&self) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.is_open())
    }

    /// A message.
    pub fn send(&mut self, to: ProcessId, message: Value) {
        self.put(Signal::Message { to, message });
    }

    /// An exit signal that no link causes.
    pub fn exit(&mut self, from: Value, to: ProcessId, reason: Value) {
        self.let_go_to(to);
        self.put(Signal::Exit { from, to, ending: reason.into(), linked: false });
    }

    /// Has nothing been left behind?
    pub fn have_all_arrived(&self) -> bool {
        self.on_their_way.is_empty() && self.kept_back.is_none()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.on_their_way.is_empty()
    }

    /// In the order in which they were sent.
    pub fn on_their_way(&self) -> impl Iterator<Item = &OnItsWay> {
        self.on_their_way.iter()
    }

    /// The signal that arrives next, if one does.
    pub fn take_next(
        &mut self,
        scheduler: &mut dyn Scheduler,
        nobody_can_run: bool,
    ) -> Option<OnItsWay> {
        let place = match self.follows() {
            true => self.arrives_anyway()?,
            false if scheduler.delivers_at_once() => return self.on_their_way.pop_front(),
            false => self.choose(scheduler, nobody_can_run)?,
        };
        self.on_their_way.remove(place)
    }

    /// What arrives at once, whatever the schedule: what a process sends to itself, and what OTP's own
    /// processes send and are sent.
    fn arrives_anyway(&self) -> Option<usize> {
        let is_service = |id: ProcessId| id < FIRST_SPAWNED;
        self.on_their_way.iter().position(|sent| {
            let to = sent.signal.to();
            sent.from == to || is_service(to) || is_service(sent.from)
        })
    }

    fn choose(&mut self, scheduler: &mut dyn Scheduler, nobody_can_run: bool) -> Option<usize> {
        let pair = |sent: &OnItsWay| (sent.from, sent.signal.to());
        // Who sends to itself has it at once.
        let mut all = self.on_their_way.iter();
        if let Some(own) = all.position(|sent| sent.from == sent.signal.to()) {
            return Some(own);
        }
        let mut pairs = Vec::new();
        let mut firsts = Vec::new();
        for (place, sent) in self.on_their_way.iter().enumerate() {
            if !pairs.contains(&pair(sent)) {
                pairs.push(pair(sent));
                firsts.push(place);
            }
        }
        if firsts.is_empty() {
            return None;
        }
        Some(firsts[scheduler.arrives(firsts.len(), nobody_can_run)?])
    }

    /// The first one that goes from one process to another.
    pub fn take_between(&mut self, from: ProcessId, to: ProcessId) -> Option<OnItsWay> {
        let mut all = self.on_their_way.iter();
        let place = all.position(|sent| sent.from == from && sent.signal.to() == to)?;
        self.on_their_way.remove(place)
    }

    // ---- requests that are kept back ----

    /// A request that goes to `target` leaves, and `answer` is what comes of it: it is kept back, and
    /// the one before leaves.
    pub fn keep_back(&mut self, target: ProcessId, answer: Signal) {
        self.let_go();
        let event = self.journal.as_ref().and_then(|journal| journal.current());
        self.kept_back = Some(KeptBack { target, answer, event });
    }

    /// What was kept back leaves.
    pub fn let_go(&mut self) {
        let Some(KeptBack { target, answer, event }) = self.kept_back.take() else { return };
        let current = self.journal.as_mut().map(|journal| {
            let current = journal.current();
            journal.set_current(event);
            current
        });
        self.put_from(target, answer);
        if let (Some(journal), Some(current)) = (&mut self.journal, current) {
            journal.set_current(current);
        }
    }

    /// Another signal goes to this process: what was kept back for it goes first.
    fn let_go_to(&mut self, target: ProcessId) {
        if self.kept_back.as_ref().is_some_and(|request| request.target == target) {
            self.let_go();
        }
    }

    /// Has a process asked another one to link to it, and the request has not arrived?
    pub fn has_link_on_its_way(&self, from: ProcessId, to: ProcessId) -> bool {
        self.on_their_way.iter().any(|sent| {
            sent.from == from
                && sent.signal.to() == to
                && matches!(sent.signal, Signal::Link { .. })
        })
    }

    pub(super) fn visit(&mut self, collection: &mut Collection) {
        for sent in &mut self.on_their_way {
            sent.signal.visit(collection);
        }
        if let Some(request) = &mut self.kept_back {
            request.answer.visit(collection);
        }
        if let Some(journal) = &mut self.journal {
            journal.visit(collection);
        }
    }
}
