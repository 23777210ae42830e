//! What is on its way from one process to another?
//!
//! Signals from one process to another arrive in the order in which they were sent. Everything else is open:
//! [`Signals::take_next`] is where a [`Scheduler`] decides which comes first, and whether one does yet.
//!
//! A request to monitor a pid that is gone waits: the BEAM's schedulers keep one of them back, until the
//! next one comes or the turn is over, in the hope that it can travel with something else. So
//! `receive … after 0` right after `monitor(process, Pid)` never finds the `'DOWN'` of a process that is
//! gone.

use super::scheduler::Scheduler;
use crate::ending::Ending;
use crate::process::{ProcessId, ReferenceId};
use runtime::Value;
use runtime::collect::Collection;
use std::collections::VecDeque;

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
}

impl Signal {
    pub fn to(&self) -> ProcessId {
        match self {
            Signal::Message { to, .. }
            | Signal::ToAlias { to, .. }
            | Signal::Exit { to, .. }
            | Signal::NoLink { to, .. }
            | Signal::Down { to, .. } => *to,
        }
    }

    /// Does one who asks for his own messages get to know of it?
    pub fn announces_itself(&self) -> bool {
        !matches!(self, Signal::NoLink { .. } | Signal::Down { .. })
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
        }
    }
}

/// The answer to a request to monitor a process that is gone, while that request is kept back. (Also
/// to one to link to a process that is about to end.)
struct KeptBack {
    target: ProcessId,
    answer: Signal,
}

/// A signal, and in whose name it was sent.
struct OnItsWay {
    from: ProcessId,
    signal: Signal,
}

/// In whose name timers send.
pub const CLOCK: ProcessId = 0;

#[derive(Default)]
pub struct Signals {
    /// In the order in which they were sent.
    on_their_way: VecDeque<OnItsWay>,
    /// Who runs, and sends.
    pub sender: ProcessId,
    /// What the process that runs has not quite sent yet.
    kept_back: Option<KeptBack>,
}

impl Signals {
    pub fn put(&mut self, signal: Signal) {
        self.put_from(self.sender, signal);
    }

    /// One that is not sent by who runs.
    pub fn put_from(&mut self, from: ProcessId, signal: Signal) {
        self.on_their_way.push_back(OnItsWay { from, signal });
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

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.on_their_way.is_empty()
    }

    /// The signal that arrives next, if one does.
    pub fn take_next(
        &mut self,
        scheduler: &mut dyn Scheduler,
        nobody_can_run: bool,
    ) -> Option<Signal> {
        let place = match scheduler.delivers_at_once() {
            true => 0,
            false => self.choose(scheduler, nobody_can_run)?,
        };
        self.on_their_way.remove(place).map(|sent| sent.signal)
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
    pub fn take_between(&mut self, from: ProcessId, to: ProcessId) -> Option<Signal> {
        let mut all = self.on_their_way.iter();
        let place = all.position(|sent| sent.from == from && sent.signal.to() == to)?;
        self.on_their_way.remove(place).map(|sent| sent.signal)
    }

    // ---- requests that are kept back ----

    /// A request that goes to `target` leaves, and `answer` is what comes of it: it is kept back, and
    /// the one before leaves.
    pub fn keep_back(&mut self, target: ProcessId, answer: Signal) {
        self.let_go();
        self.kept_back = Some(KeptBack { target, answer });
    }

    /// What was kept back leaves.
    pub fn let_go(&mut self) {
        if let Some(KeptBack { target, answer }) = self.kept_back.take() {
            self.put_from(target, answer);
        }
    }

    /// Another signal goes to this process: what was kept back for it goes first.
    fn let_go_to(&mut self, target: ProcessId) {
        if self.kept_back.as_ref().is_some_and(|request| request.target == target) {
            self.let_go();
        }
    }

    pub(super) fn visit(&mut self, collection: &mut Collection) {
        for sent in &mut self.on_their_way {
            sent.signal.visit(collection);
        }
        if let Some(request) = &mut self.kept_back {
            request.answer.visit(collection);
        }
    }
}
