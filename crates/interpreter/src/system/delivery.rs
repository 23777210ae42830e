//! How does something get from one process to another? As a signal: it leaves, it arrives, and it is
//! received when its recipient looks, which may be later.
//!
//! A process that runs fetches what has arrived where its `receive` has come to the end of the mailbox,
//! and whenever its turn is over. Until then what it has caused to itself, such as the `'DOWN'` of a
//! name that nobody has, is there and is not to be seen.

use super::{Signal, System};
use crate::ending::Ending;
use crate::process::{AliasKind, Process, ProcessId, State};
use runtime::{Heap, Value};
use term::atoms;

/// Does the process go on for a while before the end of another becomes its own? It could run already: what
/// it was waiting for came before. So `start_link` returns `{error, Reason}` to who does not trap exits, too.
fn ends_later(process: &Process, signal: &Signal) -> bool {
    matches!(signal, Signal::Exit { linked: true, .. })
        && matches!(process.state, State::Running { .. })
        && process.suspended == 0
        && !process.traps_exits
}

impl System {
    /// Delivers what is on its way, as far as the scheduler lets it arrive. `current` is the process that
    /// runs: to it, signals only arrive.
    pub fn deliver(&mut self, heap: &mut Heap, mut current: Option<&mut Process>) {
        while let Some(signal) = self.signals.take_next(&mut *self.scheduler, false) {
            self.arrive(heap, current.as_deref_mut(), signal);
        }
    }

    /// Nobody can run: something that is on its way must arrive. `false`: there is nothing.
    pub fn deliver_one(&mut self, heap: &mut Heap) -> bool {
        let signal = self.signals.take_next(&mut *self.scheduler, true);
        let is_there = signal.is_some();
        if let Some(signal) = signal {
            self.arrive(heap, None, signal);
        }
        is_there
    }

    /// Whatever the process that runs has sent to this one arrives before it asks for anything else.
    pub fn flush(&mut self, heap: &mut Heap, process: &mut Process, to: ProcessId) {
        if self.signals.is_empty() {
            return;
        }
        while let Some(signal) = self.signals.take_between(process.id, to) {
            self.arrive(heap, Some(process), signal);
        }
    }

    fn arrive(&mut self, heap: &mut Heap, current: Option<&mut Process>, signal: Signal) {
        let to = signal.to();
        match current {
            Some(process) if process.id == to => {
                let ends_it = matches!(signal, Signal::Exit { .. }) && !process.traps_exits;
                process.arrived.push_back(signal);
                if ends_it {
                    self.fetch(heap, process);
                }
            }
            _ => {
                // Signals to the dead are dropped.
                let Some(mut process) = self.processes.borrow(to) else { return };
                // What comes behind a signal that waits waits too.
                if !process.arrived.is_empty() || ends_later(&process, &signal) {
                    process.arrived.push_back(signal);
                } else {
                    self.receive(heap, &mut process, signal);
                }
                if process.exiting.is_some() {
                    process.suspended = 0;
                    self.processes.make_ready(&mut process);
                }
                self.processes.park(process);
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
        self.signals.let_go();
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
                    self.demonitor(process, alias);
                }
                self.put_message(process, message);
            }
            Signal::Exit { from, ending, linked, .. } => {
                if linked {
                    let Some(sender) = from.as_pid() else { return };
                    if !process.links.remove(&sender) {
                        return;
                    }
                }
                self.receive_exit(heap, process, from, ending, linked);
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
        ending: Ending,
        linked: bool,
    ) {
        let reason = ending.reason;
        let kill = Value::atom(atoms::kill);
        if reason == kill && !linked {
            process.exiting = Some(Value::atom(atoms::killed).into());
        } else if process.traps_exits {
            self.put_exit_message(heap, process, from, reason);
        } else if reason != Value::atom(atoms::normal) || (!linked && from == process.pid()) {
            process.exiting = Some(ending);
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
        self.processes.make_ready(process);
    }
}
