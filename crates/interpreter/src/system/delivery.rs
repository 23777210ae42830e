//! How does something get from one process to another? As a signal: it leaves, it arrives, and it is
//! received when its recipient looks, which may be later.
//!
//! A process that runs fetches what has arrived where its `receive` has come to the end of the mailbox,
//! and whenever its turn is over. Until then what it has caused to itself, such as the `'DOWN'` of a
//! name that nobody has, is there and is not to be seen.

use super::journal::Look;
use super::signals::OnItsWay;
use super::{Signal, System};
use crate::ending::Ending;
use crate::process::{AliasKind, Process, ProcessId, ReferenceId, State};
use crate::visible;
use runtime::{Heap, Value};
use term::atoms;
use trace::Blur;

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
        while let Some(sent) = self.signals.take_next(&mut *self.scheduler, false) {
            self.arrive(heap, current.as_deref_mut(), sent);
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

    /// The next signal from one to the other arrives. `false`: there is none.
    pub fn deliver_between(&mut self, heap: &mut Heap, from: ProcessId, to: ProcessId) -> bool {
        let signal = self.signals.take_between(from, to);
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

    /// The same, if no schedule says when that is.
    pub fn flush_unless_followed(&mut self, heap: &mut Heap, process: &mut Process, to: ProcessId) {
        if !self.signals.follows() {
            self.flush(heap, process, to);
        }
    }

    fn arrive(&mut self, heap: &mut Heap, current: Option<&mut Process>, sent: OnItsWay) {
        let to = sent.signal.to();
        match current {
            Some(process) if process.id == to => {
                let ends_it = matches!(sent.signal, Signal::Exit { .. }) && !process.traps_exits;
                process.arrived.push_back(sent);
                if ends_it {
                    self.fetch(heap, process);
                }
            }
            _ => {
                let Some(mut process) = self.processes.borrow(to) else {
                    return self.arrives_too_late(heap, sent);
                };
                // What comes behind a signal that waits waits too.
                if !process.arrived.is_empty() || self.ends_later(&process, &sent.signal) {
                    process.arrived.push_back(sent);
                } else {
                    self.receive(heap, &mut process, sent);
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
        if process.arrived.iter().any(|sent| sent.signal.announces_itself()) {
            self.fetch(heap, process);
        }
    }

    /// The turn of a process is over, or it has to wait for a moment.
    pub fn pause(&mut self, heap: &mut Heap, process: &mut Process) {
        self.signals.let_go();
        self.deliver(heap, Some(process));
        self.fetch(heap, process);
    }

    /// In a run that follows a schedule, what arrives takes effect.
    fn ends_later(&self, process: &Process, signal: &Signal) -> bool {
        !self.signals.follows() && ends_later(process, signal)
    }

    /// Signals to the dead are dropped. Whoever asked for something is told.
    fn arrives_too_late(&mut self, heap: &mut Heap, sent: OnItsWay) {
        if let Some(dead) = self.processes.bury_again(sent.signal.to()) {
            self.note_delivery(heap, &dead, &sent, true);
            self.processes.bury(dead);
        }
        self.refuse(sent.signal);
    }

    /// There is nobody to link to or to monitor.
    fn refuse(&mut self, signal: Signal) {
        let (asks, target, answer) = match signal {
            Signal::Link { from, to } => {
                let ending = Value::atom(atoms::noproc).into();
                (from, to, Signal::Exit { from: Value::pid(to), to: from, ending, linked: true })
            }
            Signal::Monitor { from, to, reference, if_gone } => {
                (from, to, Signal::Down { to: from, reference, reason: if_gone.into() })
            }
            _ => return,
        };
        // Only who runs has something that it has not quite sent.
        match self.processes.is_running(asks) && !self.signals.follows() {
            true => self.signals.keep_back(target, answer),
            false => self.signals.put_from(target, answer),
        }
    }

    fn receive(&mut self, heap: &mut Heap, process: &mut Process, sent: OnItsWay) {
        // Nothing reaches a process that is about to end: the first signal has decided.
        if process.exiting.is_some() {
            self.note_delivery(heap, process, &sent, true);
            return self.refuse(sent.signal);
        }
        let number = match self.note_delivery(heap, process, &sent, false) {
            Some(number) => number,
            None => sent.number,
        };
        match sent.signal {
            Signal::Message { message, .. } => self.put_message(process, message, number),
            Signal::ToAlias { alias, message, .. } => {
                let Some(&kind) = process.aliases.get(&alias) else { return };
                if kind == AliasKind::Once {
                    self.demonitor(process, alias);
                }
                self.put_message(process, message, number);
            }
            Signal::Exit { from, ending, linked, .. } => {
                if linked {
                    let Some(sender) = from.as_pid() else { return };
                    if !process.links.remove(&sender) {
                        return;
                    }
                }
                self.receive_exit(heap, process, from, ending, linked, number);
            }
            Signal::NoLink { from, .. } => {
                let message = exit_message(heap, from, atoms::noproc.into());
                self.signals.set_letter(number, message);
                self.put_message(process, message, number);
            }
            Signal::Down { reference, reason, .. } => {
                let Some(message) = down_message(heap, process, reference, reason) else { return };
                process.monitors.remove(&reference);
                self.end_alias_of_monitor(process, reference);
                self.signals.set_letter(number, message);
                self.put_message(process, message, number);
            }
            Signal::Link { from, .. } => _ = process.links.insert(from),
            Signal::Monitor { from, reference, .. } => {
                process.watchers.insert(reference, from);
            }
        }
    }

    /// Writes down that a signal takes effect, where that is an event. The number of the message that it
    /// becomes then, if it does. Of a process that `is_gone` everything is noted as if it were there: it makes
    /// no difference, but it might have come earlier.
    fn note_delivery(
        &mut self,
        heap: &mut Heap,
        process: &Process,
        sent: &OnItsWay,
        is_gone: bool,
    ) -> Option<u32> {
        let journal = self.signals.journal.as_mut()?;
        if sent.number == 0 {
            return None;
        }
        let delivery = visible::of_delivery(process, sent, journal, is_gone)?;
        let names = (journal.name_of(sent.from), process.causal_name.clone());
        let (Some(sender), name) = names else {
            journal.close(Blur::Traps);
            return None;
        };
        let strikes = delivery.strikes;
        if !journal.delivers(sent.number, (sender, name), delivery.accesses, strikes) {
            return None;
        }
        if strikes && !is_gone {
            let look = look_of(process);
            let is_over = matches!(process.state, State::Hibernating { .. });
            journal.kills(process, look, is_over);
        }
        let message = match &sent.signal {
            _ if !delivery.is_heard => return Some(0),
            Signal::ToAlias { message, .. } => Some(*message),
            Signal::Down { reference, reason, .. } => {
                down_message(heap, process, *reference, *reason)
            }
            Signal::Exit { from, ending, .. } => Some(exit_message(heap, *from, ending.reason)),
            _ => None,
        };
        let message = message.map(|message| self.signals.at_once(sent.from, process.id, message));
        Some(message.unwrap_or(0))
    }

    fn receive_exit(
        &mut self,
        heap: &mut Heap,
        process: &mut Process,
        from: Value,
        ending: Ending,
        linked: bool,
        number: u32,
    ) {
        let reason = ending.reason;
        let kill = Value::atom(atoms::kill);
        if reason == kill && !linked {
            process.exiting = Some(Value::atom(atoms::killed).into());
        } else if process.traps_exits {
            let message = exit_message(heap, from, reason);
            self.put_message(process, message, number);
        } else if reason != Value::atom(atoms::normal) || (!linked && from == process.pid()) {
            process.exiting = Some(ending);
        }
    }

    fn put_message(&mut self, process: &mut Process, message: Value, number: u32) {
        process.mailbox.put(message, number);
        self.processes.make_ready(process);
    }
}

fn exit_message(heap: &mut Heap, from: Value, reason: Value) -> Value {
    heap.tuple(&[atoms::exit_upper.into(), from, reason])
}

/// `None`: nobody monitors any more.
fn down_message(
    heap: &mut Heap,
    process: &Process,
    reference: ReferenceId,
    reason: Value,
) -> Option<Value> {
    let monitor = process.monitors.get(&reference)?;
    let (tag, kind, shown) = (monitor.tag, monitor.kind.into(), monitor.shown);
    Some(heap.tuple(&[tag, Value::reference(reference), kind, shown, reason]))
}

/// The `receive` in which a process is.
fn look_of(process: &Process) -> Option<Look> {
    let (code, pc, base) = process.looks_at?;
    let slots = process.stack.get(base..)?.to_vec();
    Some(Look { process: process.id, code, pc, slots, passed: process.mailbox.passed() })
}

/// Does an exit signal end the process?
pub fn strikes(process: &Process, from: Value, ending: &Ending, linked: bool) -> bool {
    let reason = ending.reason;
    if reason == Value::atom(atoms::kill) && !linked {
        return true;
    }
    let is_normal = reason == Value::atom(atoms::normal);
    !process.traps_exits && (!is_normal || (!linked && from == process.pid()))
}
