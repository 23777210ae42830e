//! What is on its way from one process to another?
//!
//! Signals leave in the order in which they were sent, and so arrive in that order between any two
//! processes. Which of those that go to different processes comes first is open: [`Signals::take_next`]
//! is where that is decided.
//!
//! A request to monitor a pid that is gone waits: the BEAM's schedulers keep one of them back, until the
//! next one comes or the turn is over, in the hope that it can travel with something else. So
//! `receive … after 0` right after `monitor(process, Pid)` never finds the `'DOWN'` of a process that is
//! gone.

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

#[derive(Default)]
pub struct Signals {
    on_their_way: VecDeque<Signal>,
    /// What the process that runs has not quite sent yet.
    kept_back: Option<KeptBack>,
}

impl Signals {
    pub fn put(&mut self, signal: Signal) {
        self.on_their_way.push_back(signal);
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

    /// The signal that arrives next.
    pub fn take_next(&mut self) -> Option<Signal> {
        self.on_their_way.pop_front()
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
        self.on_their_way.extend(self.kept_back.take().map(|request| request.answer));
    }

    /// Another signal goes to this process: what was kept back for it goes first.
    fn let_go_to(&mut self, target: ProcessId) {
        if self.kept_back.as_ref().is_some_and(|request| request.target == target) {
            self.let_go();
        }
    }

    pub(super) fn visit(&mut self, collection: &mut Collection) {
        for signal in &mut self.on_their_way {
            signal.visit(collection);
        }
        if let Some(request) = &mut self.kept_back {
            request.answer.visit(collection);
        }
    }
}
