//! What does a process of a small program do by itself?

use super::machine::{
    ALIVE, CELLS, EXISTS, Flight, LINKS_OF, MONITORS_OF, Machine, NAMES, NAMES_OF, Stage, TIMERS,
    TRAPS, Timer, process_actor,
};
use super::program::{Instruction, Said, Source, Value, condition_code, condition_holds};
use crate::{Access, ActorId, Object, Record, Step, Taken};

impl Machine<'_> {
    // ---- steps of a process ----

    pub(super) fn step(&mut self, number: usize) {
        match self.processes[number].stage {
            Stage::Lives => {}
            Stage::Leaves => return self.leave(number, Step::Plain),
            Stage::Gone => unreachable!("who is gone does nothing"),
        }
        if number == 0 && self.processes[0].spawned + 1 < self.processes.len() {
            let child = self.processes[0].spawned + 1;
            self.processes[0].spawned = child;
            self.processes[child].is_started = true;
            return self.record_of(0, Step::Spawn(process_actor(child)), vec![]);
        }
        let Some(instruction) = self.instruction(number) else {
            return self.leave(number, Step::End);
        };
        let accesses = self.accesses(number, instruction);
        let step = self.step_of(number, instruction);
        let at = self.next_key(number);
        self.processes[number].nth += 1;
        let flushes = match instruction {
            Instruction::IsAlive(to) => Some(process_actor(to)),
            _ => None,
        };
        self.record(Record { at, step, sends: vec![], accesses, flushes, decided: 0 });
        self.processes[number].next += 1;
        self.perform(number, instruction);
    }

    pub(super) fn value(&self, number: usize, source: Source) -> Value {
        match source {
            Source::First => Value::First,
            Source::Second => Value::Second,
            Source::Last => self.processes[number].last,
        }
    }

    fn step_of(&self, number: usize, instruction: Instruction) -> Step {
        match instruction {
            Instruction::Receive { pattern, has_timeout } => {
                let place = self.fitting(number, pattern).expect("there is one");
                let taken = Taken::Message(self.processes[number].mailbox[place].0);
                Step::Receive { pattern: pattern.code(), has_timeout, taken }
            }
            Instruction::Branch { value, than, is_less } => {
                let condition = condition_code(self.value(number, value), than, is_less);
                let way = u32::from(condition_holds(condition, self.input));
                Step::Branch { condition, ways: 2, way }
            }
            Instruction::StartTimer { .. } => Step::Spawn(self.next_timer(number)),
            _ => Step::Plain,
        }
    }

    fn next_timer(&self, number: usize) -> ActorId {
        ActorId(1000 + number as u32 * 10 + self.processes[number].timer_count)
    }

    pub(super) fn accesses(&self, number: usize, instruction: Instruction) -> Vec<Access> {
        let me = number as u64;
        let (read, write) = (Access::read, Access::write);
        match instruction {
            Instruction::Read(cell) => vec![read(Object::row(CELLS, cell))],
            Instruction::Write(cell) => vec![write(Object::row(CELLS, cell))],
            Instruction::ReadAll => vec![read(Object::whole(CELLS))],
            Instruction::WriteAll => vec![write(Object::whole(CELLS))],
            Instruction::Trap(_) => vec![write(Object::row(TRAPS, me))],
            Instruction::Link(other) => vec![
                write(Object::cell(LINKS_OF, me, other as u64)),
                read(Object::row(EXISTS, other as u64)),
            ],
            Instruction::Unlink(other) => vec![write(Object::cell(LINKS_OF, me, other as u64))],
            Instruction::Demonitor => match self.processes[number].last_monitor {
                Some(reference) => vec![write(Object::row(MONITORS_OF, u64::from(reference)))],
                None => vec![],
            },
            Instruction::Register { name, process } => vec![
                write(Object::row(NAMES, name as u64)),
                write(Object::cell(NAMES_OF, process as u64, name as u64)),
                read(Object::row(EXISTS, process as u64)),
            ],
            Instruction::Unregister(name) => vec![
                write(Object::row(NAMES, name as u64)),
                write(Object::column(NAMES_OF, name as u64)),
            ],
            Instruction::WhereIs(name) | Instruction::SendToName { name, .. } => {
                vec![read(Object::row(NAMES, name as u64))]
            }
            Instruction::IsAlive(other) => vec![read(Object::row(ALIVE, other as u64))],
            Instruction::CancelTimer => match self.processes[number].last_timer {
                Some(timer) => {
                    vec![write(Object::row(TIMERS, u64::from(self.timers[timer].actor.0)))]
                }
                None => vec![],
            },
            Instruction::Send { .. }
            | Instruction::Post { .. }
            | Instruction::Receive { .. }
            | Instruction::Exit { .. }
            | Instruction::Monitor(_)
            | Instruction::Branch { .. }
            | Instruction::StartTimer { .. } => vec![],
        }
    }

    pub(super) fn learn(&mut self, number: usize, what: u64) {
        let process = &mut self.processes[number];
        process.history = process.history.wrapping_mul(5).wrapping_add(1 + what);
    }

    pub(super) fn tag(&self, number: usize, tag: u8) -> u8 {
        ((u64::from(tag) + self.processes[number].history) % 2) as u8
    }

    fn perform(&mut self, number: usize, instruction: Instruction) {
        match instruction {
            Instruction::Send { to, tag, value } => {
                let (tag, value) = (self.tag(number, tag), self.value(number, value));
                self.send(number, to, Flight::Message(Said { tag, value, is_notice: false }));
            }
            Instruction::Post { to, tag } => {
                let message = Said { tag, value: Value::Number(0), is_notice: false };
                let to = to.unwrap_or(self.processes[number].last_sender);
                self.send(number, to, Flight::Message(message));
            }
            Instruction::Receive { pattern, .. } => {
                let place = self.fitting(number, pattern).expect("there is one");
                let (key, message) = self.processes[number].mailbox.remove(place);
                self.processes[number].last_sender = key.event.actor.0 as usize;
                self.processes[number].last = message.value;
                self.learn(number, 1 + u64::from(message.tag));
            }
            Instruction::Exit { to, how } => self.send(number, to, Flight::Exit(how)),
            Instruction::Read(cell) => {
                self.learn(number, self.cells.get(&cell).map_or(0, |cell| 1 + cell % 3));
            }
            Instruction::ReadAll => {
                let all = self.cells.values().fold(0u64, |sum, cell| sum.wrapping_add(*cell));
                self.learn(number, all % 5);
            }
            Instruction::Write(cell) => self.write(number, cell),
            Instruction::WriteAll => (0..2).for_each(|cell| self.write(number, cell)),
            Instruction::Branch { value, than, is_less } => {
                let condition = condition_code(self.value(number, value), than, is_less);
                self.learn(number, u64::from(condition_holds(condition, self.input)));
            }
            Instruction::StartTimer { to, tag } => {
                let message = Said { tag, value: Value::Number(2), is_notice: false };
                let actor = self.next_timer(number);
                self.processes[number].timer_count += 1;
                self.processes[number].last_timer = Some(self.timers.len());
                let timer = Timer { actor, to, message, is_over: false, is_cancelled: false };
                self.timers.push(timer);
            }
            Instruction::CancelTimer => {
                if let Some(timer) = self.processes[number].last_timer {
                    let was_over = self.timers[timer].is_over;
                    self.timers[timer].is_cancelled = true;
                    self.learn(number, u64::from(was_over));
                }
            }
            _ => self.perform_with_others(number, instruction),
        }
    }

    fn write(&mut self, number: usize, cell: u64) {
        let written = self.cells.entry(cell).or_default();
        *written = written.wrapping_mul(7).wrapping_add(1 + number as u64);
    }

    fn perform_with_others(&mut self, number: usize, instruction: Instruction) {
        match instruction {
            Instruction::Trap(traps) => {
                let process = &mut self.processes[number];
                process.traps = traps;
                process.traps_since = Some(process.nth - 1);
            }
            Instruction::Link(other) => {
                let is_there = self.processes[other].stage != Stage::Gone;
                self.learn(number, u64::from(is_there));
                if is_there {
                    self.processes[number].links.insert(other);
                    self.send(number, other, Flight::Link);
                }
            }
            Instruction::Unlink(other) => _ = self.processes[number].links.remove(&other),
            Instruction::Monitor(other) => {
                let process = &mut self.processes[number];
                let reference = number as u32 * 10 + process.monitor_count;
                process.monitor_count += 1;
                process.monitors.insert(reference);
                process.last_monitor = Some(reference);
                self.send(number, other, Flight::Monitor(reference));
            }
            Instruction::Demonitor => {
                let process = &mut self.processes[number];
                if let Some(reference) = process.last_monitor.take() {
                    let was_there = process.monitors.remove(&reference);
                    self.learn(number, u64::from(was_there));
                }
            }
            Instruction::Register { name, process } => {
                let can =
                    self.names[name].is_none() && self.processes[process].stage != Stage::Gone;
                if can {
                    self.names[name] = Some(process);
                    self.processes[process].names.insert(name);
                }
                self.learn(number, u64::from(can));
            }
            Instruction::Unregister(name) => {
                let owner = self.names[name].take();
                if let Some(owner) = owner {
                    self.processes[owner].names.remove(&name);
                }
                self.learn(number, u64::from(owner.is_some()));
            }
            Instruction::WhereIs(name) => {
                self.learn(number, self.names[name].map_or(0, |owner| 1 + owner as u64));
            }
            Instruction::SendToName { name, tag } => match self.names[name] {
                Some(owner) => {
                    let tag = self.tag(number, tag);
                    let message = Said { tag, value: Value::Number(0), is_notice: false };
                    self.send(number, owner, Flight::Message(message));
                }
                None => self.processes[number].is_crashed = true,
            },
            Instruction::IsAlive(other) => {
                let is_alive = self.processes[other].stage == Stage::Lives;
                self.learn(number, u64::from(is_alive));
            }
            _ => unreachable!("done by a process alone"),
        }
    }

    pub(super) fn time_out(&mut self, number: usize) {
        let Some(Instruction::Receive { pattern, has_timeout }) = self.instruction(number) else {
            unreachable!("only a receive times out")
        };
        let taken = Taken::Timeout;
        self.record_of(
            number,
            Step::Receive { pattern: pattern.code(), has_timeout, taken },
            vec![],
        );
        self.processes[number].next += 1;
        self.learn(number, 4);
    }
}
