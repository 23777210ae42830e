//! How does something get from one process to another? As a signal: it leaves, it arrives, and it is
//! received when its recipient looks, which may be later.
//!
//! A process that runs fetches what has arrived where its `receive` has come to the end of the mailbox,
//! and whenever its turn is over. Until then what it has caused to itself, such as the `'DOWN'` of a
//! name that nobody has, is there and is not to be seen. A request to monitor a pid waits even longer:
//! the BEAM's schedulers keep one of them back, until the next one comes or the turn is over, in the hope
//! that it can travel with something else. So `receive … after 0` right after `monitor(process, Pid)`
//! never finds the `'DOWN'` of a process that is gone.

use crate::process::{AliasKind, Process, ProcessId, ReferenceId};
use crate::system::System;
use runtime::collect::Collection;
use runtime::{Heap, Value};
use term::atoms;

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
        reason: Value,
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
    fn to(&self) -> ProcessId {
        match self {
            Signal::Message { to, .. }
            | Signal::ToAlias { to, .. }
            | Signal::Exit { to, .. }
            | Signal::NoLink { to, .. }
            | Signal::Down { to, .. } => *to,
        }
    }

    /// Does one who asks for his own messages get to know of it?
    fn announces_itself(&self) -> bool {
        !matches!(self, Signal::NoLink { .. } | Signal::Down { .. })
    }

    /// Shows its values to the collector.
    pub fn visit(&mut self, collection: &mut Collection) {
        match self {
            Signal::Message { message, .. } | Signal::ToAlias { message, .. } => {
                collection.visit(message);
            }
            Signal::Exit { from, reason, .. } => {
                collection.visit(from);
                collection.visit(reason);
            }
            Signal::NoLink { from, .. } => collection.visit(from),
            Signal::Down { reason, .. } => collection.visit(reason),
        }
    }
}

/// The answer to a request to monitor a process that is gone, while that request is kept back. (Also
/// to one to link to a process that is about to end.)
pub struct KeptBack {
    pub target: ProcessId,
    pub answer: Signal,
}

impl System {
    pub fn send(&mut self, to: ProcessId, message: Value) {
        self.signals.push_back(Signal::Message { to, message });
    }

    /// A request to monitor a pid leaves: the one that was kept back leaves as well.
    pub fn keep_back(&mut self, request: Option<KeptBack>) {
        let earlier = std::mem::replace(&mut self.kept_back, request);
        self.signals.extend(earlier.map(|request| request.answer));
    }

    /// Another signal goes to this process: what was kept back for it goes first.
    pub fn let_go_to(&mut self, target: ProcessId) {
        if self.kept_back.as_ref().is_some_and(|request| request.target == target) {
            self.keep_back(None);
        }
    }

    /// Delivers everything that is on its way. `current` is the process that runs: to it, signals only
    /// arrive.
    pub fn deliver(&mut self, heap: &mut Heap, mut current: Option<&mut Process>) {
        while let Some(signal) = self.signals.pop_front() {
            let to = signal.to();
            match &mut current {
                Some(process) if process.id == to => {
                    let ends_it = matches!(signal, Signal::Exit { .. }) && !process.traps_exits;
                    process.arrived.push_back(signal);
                    if ends_it {
                        self.fetch(heap, process);
                    }
                }
                _ => {
                    // Signals to the dead are dropped.
                    let Some(mut process) = self.processes.remove(&to) else { continue };
                    self.receive(heap, &mut process, signal);
                    if process.exiting.is_some() {
                        process.suspended = 0;
                        self.make_ready(&mut process);
                    }
                    self.processes.insert(to, process);
                }
            }
        }
    }

    /// The process that runs receives what has arrived.
    pub fn fetch(&mut self, heap: &mut Heap, process: &mut Process) {
        while let Some(signal) = process.arrived.pop_front() {
            self.receive(heap, process, signal);
        }
    }

    /// What a process learns when it asks for its own messages.
    pub fn fetch_what_announces_itself(&mut self, heap: &mut Heap, process: &mut Process) {
        if process.arrived.iter().any(Signal::announces_itself) {
            self.fetch(heap, process);
        }
    }

    /// The turn of a process is over, or it has to wait for a moment.
    pub fn pause(&mut self, heap: &mut Heap, process: &mut Process) {
        self.keep_back(None);
        self.deliver(heap, Some(process));
        self.fetch(heap, process);
    }

    fn receive(&mut self, heap: &mut Heap, process: &mut Process, signal: Signal) {
        // Nothing reaches a process that is about to end: the first signal has decided.
        if process.exiting.is_some() {
            return;
        }
        match signal {
            Signal::Message { message, .. } => self.put_message(process, message),
            Signal::ToAlias { alias, message, .. } => {
                let Some(&kind) = process.aliases.get(&alias) else { return };
                if kind == AliasKind::Once {
                    self.stop_monitor(process, alias);
                }
                self.put_message(process, message);
            }
            Signal::Exit { from, reason, linked, .. } => {
                if linked {
                    let Some(sender) = from.as_pid() else { return };
                    if !process.links.remove(&sender) {
                        return;
                    }
                }
                self.receive_exit(heap, process, from, reason, linked);
            }
            Signal::NoLink { from, .. } => {
                self.put_exit_message(heap, process, from, atoms::noproc.into());
            }
            Signal::Down { reference, reason, .. } => {
                let Some(monitor) = process.monitors.remove(&reference) else { return };
                self.end_alias_of_monitor(process, reference);
                let reference = Value::reference(reference);
                let kind = monitor.kind.into();
                let message = heap.tuple(&[monitor.tag, reference, kind, monitor.shown, reason]);
                self.put_message(process, message);
            }
        }
    }

    fn receive_exit(
        &mut self,
        heap: &mut Heap,
        process: &mut Process,
        from: Value,
        reason: Value,
        linked: bool,
    ) {
        let kill = Value::atom(atoms::kill);
        if reason == kill && !linked {
            process.exiting = Some(atoms::killed.into());
        } else if process.traps_exits {
            self.put_exit_message(heap, process, from, reason);
        } else if reason != Value::atom(atoms::normal) || (!linked && from == process.pid()) {
            process.exiting = Some(reason);
        }
    }

    fn put_exit_message(
        &mut self,
        heap: &mut Heap,
        process: &mut Process,
        from: Value,
        reason: Value,
    ) {
        let message = heap.tuple(&[atoms::exit_upper.into(), from, reason]);
        self.put_message(process, message);
    }

    fn put_message(&mut self, process: &mut Process, message: Value) {
        process.mailbox.messages.push_back(message);
        self.make_ready(process);
    }

    /// Ends a monitor that `process` has set up. `true` if there was one.
    pub fn stop_monitor(&mut self, process: &mut Process, reference: ReferenceId) -> bool {
        self.end_alias_of_monitor(process, reference);
        let Some(monitor) = process.monitors.remove(&reference) else { return false };
        if let Some(target) = self.processes.get_mut(&monitor.target) {
            target.watchers.remove(&reference);
        }
        true
    }

    /// An alias that ends with its monitor.
    fn end_alias_of_monitor(&mut self, process: &mut Process, reference: ReferenceId) {
        let kind = process.aliases.get(&reference);
        if matches!(kind, Some(AliasKind::WithMonitor | AliasKind::Once)) {
            process.aliases.remove(&reference);
            self.alias_owners.remove(&reference);
        }
    }
}
