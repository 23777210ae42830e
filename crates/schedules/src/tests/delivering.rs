//! How do the processes of a small program end, and what do signals and timers do to them?

use super::machine::{
    ALIVE, EXISTS, Flight, Flying, LINKS_OF, MONITORS_OF, Machine, NAMES, NAMES_OF, Stage, TIES_OF,
    TIMERS, TRAPS, Timer, courier, process_actor,
};
use super::program::{Exit, Instruction, Said, condition_code};
use crate::{Access, EventKey, Intended, MessageKey, Object, Record, SentKind, Step, Taken};

impl Machine<'_> {
    // ---- the end of a process ----

    /// What comes with the end of a process, at once.
    pub(super) fn leave(&mut self, number: usize, step: Step) {
        let me = number as u64;
        let mut accesses = Vec::new();
        if self.program.has_names {
            let names = self.processes[number].names.iter();
            accesses.extend(names.map(|&name| Access::write(Object::row(NAMES, name as u64))));
            accesses.push(Access::write(Object::row(NAMES_OF, me)));
        }
        if self.program.has_names || self.program.has_ties {
            accesses.push(Access::write(Object::row(EXISTS, me)));
        }
        // What it tells others and what requests that came too late tell them leaves in its name.
        accesses.push(Access::read(Object::row(TIES_OF, me)));
        if step == Step::End {
            accesses.push(Access::write(Object::cell(ALIVE, me, me)));
        }
        self.record_of(number, step, accesses);
        let process = &mut self.processes[number];
        process.stage = Stage::Gone;
        let is_crash = process.is_crashed;
        let (links, names) = (process.links.clone(), std::mem::take(&mut process.names));
        for name in names {
            self.names[name] = None;
        }
        for other in links {
            self.send(number, other, Flight::LinkExit { is_crash });
        }
        for (reference, other) in self.processes[number].watchers.clone() {
            self.send(number, other, Flight::Down(reference));
        }
    }

    // ---- what is between processes ----

    pub(super) fn fire(&mut self, number: usize) {
        let Timer { actor, to, message, is_cancelled, .. } = self.timers[number];
        let access = Access::write(Object::row(TIMERS, u64::from(actor.0)));
        let at = EventKey { actor, nth: 0 };
        self.record(Record { accesses: vec![access], ..Record::plain(at, Step::Plain) });
        self.timers[number].is_over = true;
        if !is_cancelled {
            self.send_as(actor.0, to, Flight::Message(message), SentKind::Message);
        }
    }

    pub(super) fn deliver(&mut self, from: u32, to: u32) {
        let channel = self.channels.get_mut(&(from, to)).expect("something is on its way");
        let Flying { key, what } = channel.pop_front().expect("something is on its way");
        let (from, to) = (from as usize, to as usize);
        let Flight::Message(message) = what else {
            return self.deliver_signal(from, to, key, what);
        };
        self.processes[to].mailbox.push((key, message));
    }

    fn deliver_signal(&mut self, from: usize, to: usize, key: MessageKey, what: Flight) {
        let traps = Access::read(Object::row(TRAPS, to as u64));
        let tie = |other: u64| Access::write(Object::cell(TIES_OF, to as u64, other));
        let alive = Access::read(Object::row(ALIVE, to as u64));
        let link = Object::cell(LINKS_OF, to as u64, from as u64);
        let monitor = |reference| Access::write(Object::row(MONITORS_OF, u64::from(reference)));
        let is_gone = self.processes[to].stage != Stage::Lives;
        let has_link = self.processes[to].links.contains(&from);
        let trapping = self.processes[to].traps;
        let (mut strikes, mut notice) = (false, None);
        let mut accesses = match what {
            Flight::Exit(Exit::Kill) => vec![],
            Flight::Exit(_) => vec![traps],
            Flight::LinkExit { .. } => vec![Access::read(link), traps],
            Flight::Link => vec![Access::write(link), tie(from as u64), alive],
            Flight::Monitor(reference) => vec![tie(100 + u64::from(reference)), alive],
            Flight::Down(reference) => vec![monitor(reference)],
            Flight::Message(_) => unreachable!("no signal"),
        };
        let may_strike = match what {
            Flight::Exit(Exit::Kill) => true,
            Flight::Exit(Exit::Reason) | Flight::LinkExit { is_crash: true } => {
                !self.surely_traps(to, key)
            }
            _ => false,
        };
        if may_strike {
            accesses.extend(accesses_of_ending(to as u64, 100 + from as u64));
        }
        match what {
            Flight::Exit(Exit::Kill) => strikes = true,
            Flight::Exit(_) if trapping => notice = Some(0),
            Flight::Exit(how) => strikes = how != Exit::Normal,
            // Of who is gone, nobody knows any more, and it makes no difference.
            Flight::LinkExit { .. } if !has_link && !is_gone => {}
            Flight::LinkExit { .. } if trapping => notice = Some(0),
            Flight::LinkExit { is_crash } => strikes = is_crash,
            Flight::Down(reference) if self.processes[to].monitors.contains(&reference) => {
                notice = Some(1);
            }
            _ => {}
        }
        let nth = self.couriers.entry((from, to)).or_default();
        let at = EventKey { actor: courier(from, to), nth: *nth };
        *nth += 1;
        let target = process_actor(to);
        let step = Step::Deliver { signal: key, to: target, strikes };
        self.record(Record { accesses, ..Record::plain(at, step) });
        if let Some(tag) = notice {
            let notice = Flight::Message(Said::notice(tag));
            self.send_as(from as u32, to, notice, SentKind::AtOnce);
        }
        let process = &mut self.processes[to];
        match what {
            Flight::Link if is_gone => self.send(to, from, Flight::LinkExit { is_crash: true }),
            Flight::Link => _ = process.links.insert(from),
            Flight::Monitor(reference) if is_gone => self.send(to, from, Flight::Down(reference)),
            Flight::Monitor(reference) => _ = process.watchers.insert((reference, from)),
            _ => {}
        }
        if strikes && self.processes[to].stage == Stage::Lives {
            self.kill(to, at);
        }
    }

    /// Did the process trap exits for good when the signal was sent, as far as its sender could know?
    fn surely_traps(&self, number: usize, signal: MessageKey) -> bool {
        let Some(since) = self.processes[number].traps_since else { return false };
        let is_set_once = self.program.processes[number]
            .iter()
            .filter(|instruction| matches!(instruction, Instruction::Trap(_)))
            .eq([&Instruction::Trap(true)]);
        let trap = EventKey { actor: process_actor(number), nth: since };
        is_set_once && self.is_known(trap, signal.event)
    }

    /// Does an event come before another one because its process told?
    fn is_known(&self, event: EventKey, at: EventKey) -> bool {
        if event.actor == at.actor {
            return event.nth <= at.nth;
        }
        let Some(record) = self.log.iter().find(|record| record.at == at) else { return false };
        let told = match record.step {
            Step::Receive { taken: Taken::Message(key), .. } => Some(key.event),
            Step::Deliver { signal, .. } => Some(signal.event),
            _ => None,
        };
        let before = at.nth.checked_sub(1).map(|nth| EventKey { nth, ..at });
        told.into_iter().chain(before).any(|cause| self.is_known(event, cause))
    }

    fn kill(&mut self, number: usize, by: EventKey) {
        let instead_of = match self.instruction(number) {
            Some(Instruction::Receive { pattern, has_timeout }) => {
                Intended::Receive { pattern: pattern.code(), has_timeout }
            }
            Some(Instruction::Branch { value, than, is_less }) => {
                let condition = condition_code(self.value(number, value), than, is_less);
                Intended::Branch { condition, ways: 2 }
            }
            _ => Intended::Other,
        };
        self.record_of(number, Step::Killed { by, instead_of }, vec![]);
        let process = &mut self.processes[number];
        process.is_crashed = true;
        process.stage = Stage::Leaves;
    }
}

/// Several may want to end a process: in which order makes no difference, but that it has ended does, and to
/// whom it was tied by then.
fn accesses_of_ending(process: u64, who: u64) -> [Access; 2] {
    [Access::write(Object::cell(ALIVE, process, who)), Access::read(Object::row(TIES_OF, process))]
}
