//! How do the processes of a small program end, and what do signals and timers do to them?

use super::machine::{
    ALIVE, Flight, Flying, LINKS_OF, MONITORS_OF, Machine, NAMES, NAMES_OF, Stage, TIES_OF, TIMERS,
    TRAPS, Timer, courier, process_actor,
};
use super::program::{Exit, Instruction, Program, Said, condition_code};
use crate::{Access, EventKey, Intended, MessageKey, Object, Record, SentKind, Step};

impl Machine<'_> {
    // ---- the end of a process ----

    pub(super) fn end(&mut self, number: usize) {
        self.processes[number].stage = match self.program {
            Program { has_names: true, .. } => Stage::Leaves,
            Program { has_ties: true, .. } => Stage::Tells,
            _ => Stage::Gone,
        };
    }

    pub(super) fn leave(&mut self, number: usize) {
        let alive = Access::write(Object::row(ALIVE, number as u64));
        let names = Access::write(Object::row(NAMES_OF, number as u64));
        self.record_of(number, Step::Plain, vec![alive, names]);
        let process = &mut self.processes[number];
        process.to_release = process.names.iter().copied().collect();
        process.stage = Stage::Releases;
        self.skip_stages(number);
    }

    pub(super) fn release(&mut self, number: usize) {
        let name = self.processes[number].to_release.remove(0);
        let access = Access::write(Object::row(NAMES, name as u64));
        self.record_of(number, Step::Plain, vec![access]);
        // Somebody may have unregistered it meanwhile, and it may be another's by now.
        if self.names[name] == Some(number) {
            self.names[name] = None;
        }
        self.skip_stages(number);
    }

    fn skip_stages(&mut self, number: usize) {
        let process = &mut self.processes[number];
        if process.to_release.is_empty() {
            process.stage = if self.program.has_ties { Stage::Tells } else { Stage::Gone };
        }
    }

    pub(super) fn tell(&mut self, number: usize) {
        let access = Access::write(Object::row(TIES_OF, number as u64));
        self.record_of(number, Step::Plain, vec![access]);
        let process = &mut self.processes[number];
        process.stage = Stage::Gone;
        let is_crash = process.is_crashed;
        let links = std::mem::take(&mut process.links);
        let watchers = std::mem::take(&mut process.watchers);
        for other in links {
            self.send(number, other, Flight::LinkExit { is_crash });
        }
        for (reference, other) in watchers {
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
        let link = Object::cell(LINKS_OF, to as u64, from as u64);
        let is_gone = self.processes[to].stage == Stage::Gone;
        let has_link = self.processes[to].links.contains(&from);
        let trapping = self.processes[to].traps;
        let (mut strikes, mut notice) = (false, None);
        let accesses = match what {
            Flight::Exit(Exit::Kill) => vec![],
            Flight::Exit(_) => vec![traps],
            Flight::LinkExit { .. } => vec![Access::read(link), traps],
            Flight::Link | Flight::Unlink => vec![Access::write(link), tie(from as u64)],
            Flight::Monitor(reference) | Flight::Demonitor(reference) => {
                vec![tie(100 + u64::from(reference))]
            }
            Flight::Down(_) => vec![Access::read(Object::row(MONITORS_OF, to as u64))],
            Flight::Message(_) => unreachable!("no signal"),
        };
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
            Flight::Unlink => _ = process.links.remove(&from),
            Flight::Monitor(reference) if is_gone => self.send(to, from, Flight::Down(reference)),
            Flight::Monitor(reference) => _ = process.watchers.insert((reference, from)),
            Flight::Demonitor(reference) => _ = process.watchers.remove(&(reference, from)),
            _ => {}
        }
        if strikes && self.processes[to].stage == Stage::Lives {
            self.kill(to, at);
        }
    }

    fn kill(&mut self, number: usize, by: EventKey) {
        let instruction = self.instruction(number);
        let accesses = instruction.map_or(vec![], |instruction| self.accesses(number, instruction));
        let instead_of = match instruction {
            Some(Instruction::Receive { pattern, has_timeout }) => {
                Intended::Receive { pattern: pattern.code(), has_timeout }
            }
            Some(Instruction::Branch { value, than, is_less }) => {
                let condition = condition_code(self.value(number, value), than, is_less);
                Intended::Branch { condition, ways: 2 }
            }
            _ => Intended::Other,
        };
        self.record_of(number, Step::Killed { by, instead_of }, accesses);
        self.processes[number].is_crashed = true;
        self.end(number);
    }
}
