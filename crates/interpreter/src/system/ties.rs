//! Who learns that a process has ended? Those that are linked to it or monitor it. And who can answer
//! to it for a while? Those that have an alias of it.

use super::{Signal, System};
use crate::ending::Ending;
use crate::process::{AliasKind, Monitor, Process, ProcessId, ReferenceId};
use runtime::{Heap, Value};
use term::{Atom, atoms};

/// There is no process to link to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoProcess;

impl System {
    // ---- links ----

    /// Who traps exits learns by a message that the other one is gone.
    pub fn link(&mut self, process: &mut Process, other: ProcessId) -> Result<(), NoProcess> {
        let (from, to) = (Value::pid(other), process.id);
        if other == process.id {
            return Ok(());
        }
        if self.signals.are_noted(process.id, other) && self.processes.is_alive(other) {
            process.links.insert(other);
            self.signals.put(Signal::Link { from: process.id, to: other });
            return Ok(());
        }
        match self.processes.parked_mut(other) {
            // The link comes too late.
            Some(target) if target.exiting.is_some() => {
                process.links.insert(other);
                let ending = Value::atom(atoms::noproc).into();
                self.signals.keep_back(other, Signal::Exit { from, to, ending, linked: true });
            }
            Some(target) => {
                target.links.insert(process.id);
                process.links.insert(other);
            }
            None if process.traps_exits => {
                self.signals.put_from(other, Signal::NoLink { from, to });
            }
            None => return Err(NoProcess),
        }
        Ok(())
    }

    pub fn unlink(&mut self, process: &mut Process, other: ProcessId) {
        process.links.remove(&other);
        // The other one need not know: what it says about its end does not count any more.
        if self.signals.are_noted(process.id, other) {
            return;
        }
        if let Some(target) = self.processes.parked_mut(other) {
            target.links.remove(&process.id);
        }
    }

    // ---- monitors ----

    /// `process` watches the target of the monitor. A target of `None` is nobody: of a name that no process
    /// has, and of what is elsewhere. That is seen at once, and told for the reason `if_gone`.
    pub fn monitor(
        &mut self,
        process: &mut Process,
        reference: ReferenceId,
        monitor: Monitor,
        if_gone: Atom,
    ) {
        let (me, target) = (process.id, monitor.target);
        if target == Some(me) {
            // Nobody watches himself.
            return;
        }
        process.monitors.insert(reference, monitor);
        let answer = Signal::Down { to: me, reference, reason: if_gone.into() };
        let Some(target) = target else { return self.signals.put(answer) };
        if self.signals.are_noted(me, target) {
            let (from, to) = (me, target);
            return self.signals.put(Signal::Monitor { from, to, reference, if_gone });
        }
        match self.processes.parked_mut(target) {
            Some(process) if process.exiting.is_none() => {
                process.watchers.insert(reference, me);
            }
            _ => self.signals.keep_back(target, answer),
        }
    }

    /// `process` watches one that it has just spawned.
    pub fn monitor_child(
        &mut self,
        process: &mut Process,
        reference: ReferenceId,
        monitor: Monitor,
    ) {
        let child = monitor.target.and_then(|id| self.processes.parked_mut(id));
        if let Some(child) = child {
            child.watchers.insert(reference, process.id);
        }
        process.monitors.insert(reference, monitor);
    }

    /// Ends a monitor that `process` has set up. `true` if there was one.
    pub fn demonitor(&mut self, process: &mut Process, reference: ReferenceId) -> bool {
        self.end_alias_of_monitor(process, reference);
        let Some(monitor) = process.monitors.remove(&reference) else { return false };
        if !monitor.target.is_some_and(|target| self.signals.are_noted(process.id, target)) {
            self.forget_watcher(reference, &monitor);
        }
        true
    }

    fn forget_watcher(&mut self, reference: ReferenceId, monitor: &Monitor) {
        if let Some(target) = monitor.target.and_then(|id| self.processes.parked_mut(id)) {
            target.watchers.remove(&reference);
        }
    }

    /// An alias that ends with its monitor.
    pub(super) fn end_alias_of_monitor(&mut self, process: &mut Process, reference: ReferenceId) {
        let kind = process.aliases.get(&reference);
        if matches!(kind, Some(AliasKind::WithMonitor | AliasKind::Once)) {
            self.processes.remove_alias(process, reference);
        }
    }

    // ---- aliases ----

    /// Who gets what is sent to an alias, if it is one.
    pub fn send_to_alias(&mut self, alias: ReferenceId, message: Value) {
        if let Some((to, _)) = self.processes.alias_owner(alias) {
            self.signals.put(Signal::ToAlias { to, alias, message });
        }
    }

    // ---- the end ----

    /// A process has ended: everyone who is tied to it learns why.
    pub fn ended(&mut self, heap: &mut Heap, mut process: Box<Process>, ending: Ending) {
        let pid = process.pid();
        self.processes.forget(&process);
        for suspended in std::mem::take(&mut process.suspending).into_keys() {
            self.processes.resume(suspended);
        }
        let inherited = self.shared.tables.owner_died(process.id);
        self.send_terms(heap, inherited);
        for linked in std::mem::take(&mut process.links) {
            self.signals.put(Signal::Exit { from: pid, to: linked, ending, linked: true });
        }
        for (reference, to) in std::mem::take(&mut process.watchers) {
            self.signals.put(Signal::Down { to, reference, reason: ending.reason });
        }
        if self.signals.keeps_the_dead() {
            return self.processes.bury(process);
        }
        for (reference, monitor) in std::mem::take(&mut process.monitors) {
            self.forget_watcher(reference, &monitor);
        }
    }

    /// To whom a process is linked. Who has ended a link need not have told the other one.
    pub fn links_of(&self, current: &Process, process: &Process) -> Vec<ProcessId> {
        let me = process.id;
        let is_linked = |other: &ProcessId| match self.processes.find(current, *other) {
            Some(knows) => {
                knows.links.contains(&me) || self.signals.has_link_on_its_way(me, *other)
            }
            None => true,
        };
        process.links.iter().copied().filter(is_linked).collect()
    }

    /// Who monitors a process, once for each time. It is the same with those who have ended a monitor.
    pub fn watchers_of(&self, current: &Process, process: &Process) -> Vec<ProcessId> {
        let watches = |(reference, watcher): &(&ReferenceId, &ProcessId)| {
            let watcher = self.processes.find(current, **watcher);
            watcher.is_none_or(|watcher| watcher.monitors.contains_key(*reference))
        };
        process.watchers.iter().filter(watches).map(|(_, &watcher)| watcher).collect()
    }

    /// Will somebody be told when this process ends? It is the one that runs.
    pub fn is_watched(&self, process: &Process) -> bool {
        let is_there = |other: &ProcessId| self.processes.is_parked(*other);
        self.links_of(process, process).iter().any(is_there)
            || self.watchers_of(process, process).iter().any(is_there)
    }
}
