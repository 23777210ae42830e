//! What do the small programs do, step by step? An engine in miniature: signals leave into a queue for each
//! pair, and are delivered from there.

use super::program::{Exit, Input, Instruction, Pattern, Program, Said, Value};
use crate::{
    Access, Action, ActorId, EventKey, MessageKey, Pending, Record, Refusal, Run, Sent, SentKind,
    Step, Work,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

// Groups of objects.
pub(super) const CELLS: u64 = 1;
pub(super) const NAMES: u64 = 2;
pub(super) const ALIVE: u64 = 3;
/// The names of each process.
pub(super) const NAMES_OF: u64 = 4;
/// What arrives before a process has ended for good.
pub(super) const TIES_OF: u64 = 5;
/// Whom each process is linked to, as it knows.
pub(super) const LINKS_OF: u64 = 6;
pub(super) const MONITORS_OF: u64 = 7;
pub(super) const TRAPS: u64 = 8;
pub(super) const TIMERS: u64 = 9;
/// Whether there is such a process, be it at its end.
pub(super) const EXISTS: u64 = 10;

pub const NAME_COUNT: usize = 2;

#[derive(Clone)]
pub struct Machine<'a> {
    pub(super) program: &'a Program,
    pub input: Input,
    pub(super) processes: Vec<Process>,
    pub(super) channels: BTreeMap<(u32, u32), VecDeque<Flying>>,
    pub(super) couriers: BTreeMap<(usize, usize), u32>,
    pub(super) timers: Vec<Timer>,
    pub(super) names: [Option<usize>; NAME_COUNT],
    /// The writes of each cell, as a number that depends on all of them.
    pub(super) cells: BTreeMap<u64, u64>,
    pub log: Vec<Rc<Record>>,
    pub(super) refused: Vec<Refusal>,
    /// Of everything that happened, in no order.
    pub(super) sum: u128,
}

#[derive(Clone)]
pub(super) struct Process {
    pub(super) is_started: bool,
    /// How many events it had.
    pub(super) nth: u32,
    /// The next instruction.
    pub(super) next: usize,
    /// Which of the others it has started.
    pub(super) spawned: usize,
    pub(super) history: u64,
    pub(super) last: Value,
    /// Who has sent it.
    pub(super) last_sender: usize,
    pub(super) mailbox: Vec<(MessageKey, Said)>,
    pub(super) stage: Stage,
    pub(super) is_crashed: bool,
    pub(super) traps: bool,
    pub(super) links: BTreeSet<usize>,
    /// Those that watch it, by reference and process.
    pub(super) watchers: BTreeSet<(u32, usize)>,
    pub(super) monitors: BTreeSet<u32>,
    pub(super) monitor_count: u32,
    pub(super) last_monitor: Option<u32>,
    pub(super) timer_count: u32,
    pub(super) last_timer: Option<usize>,
    pub(super) names: BTreeSet<usize>,
    /// When it began to trap exits, if it did so once.
    pub(super) traps_since: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Lives,
    /// It was ended: it gives up its names next, and tells those that are tied to it.
    Leaves,
    Gone,
}

#[derive(Clone)]
pub(super) struct Timer {
    pub(super) actor: ActorId,
    pub(super) to: usize,
    pub(super) message: Said,
    pub(super) is_over: bool,
    pub(super) is_cancelled: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Flying {
    pub(super) key: MessageKey,
    pub(super) what: Flight,
}

#[derive(Clone, Copy)]
pub(super) enum Flight {
    Message(Said),
    Exit(Exit),
    /// Because of a link.
    LinkExit {
        is_crash: bool,
    },
    Link,
    Monitor(u32),
    Down(u32),
}

/// What can happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Process(usize),
    Deliver(u32, u32),
    Fire(usize),
    Timeout(usize),
}

pub(super) fn process_actor(process: usize) -> ActorId {
    ActorId(process as u32)
}

pub(super) fn courier(from: usize, to: usize) -> ActorId {
    ActorId((100 + from * 10 + to) as u32)
}

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, input: Input) -> Machine<'a> {
        let process = Process {
            is_started: false,
            nth: 0,
            next: 0,
            spawned: 0,
            history: 0,
            last: Value::Number(1),
            last_sender: 0,
            mailbox: Vec::new(),
            stage: Stage::Lives,
            is_crashed: false,
            traps: false,
            links: BTreeSet::new(),
            watchers: BTreeSet::new(),
            monitors: BTreeSet::new(),
            monitor_count: 0,
            last_monitor: None,
            timer_count: 0,
            last_timer: None,
            names: BTreeSet::new(),
            traps_since: None,
        };
        let mut processes = vec![process; program.processes.len()];
        processes[0].is_started = true;
        Machine {
            program,
            input,
            processes,
            channels: BTreeMap::new(),
            couriers: BTreeMap::new(),
            timers: Vec::new(),
            names: [None; NAME_COUNT],
            cells: BTreeMap::new(),
            log: Vec::new(),
            refused: Vec::new(),
            sum: 0,
        }
    }

    // ---- what can happen ----

    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for number in 0..self.processes.len() {
            moves.extend(self.process_move(number));
        }
        for (&(from, to), channel) in &self.channels {
            if !channel.is_empty() && self.processes[to as usize].is_started {
                moves.push(Move::Deliver(from, to));
            }
        }
        for (number, timer) in self.timers.iter().enumerate() {
            if !timer.is_over {
                moves.push(Move::Fire(number));
            }
        }
        moves.sort_by_key(|a_move| matches!(a_move, Move::Timeout(_)));
        moves
    }

    pub(super) fn process_move(&self, number: usize) -> Option<Move> {
        let process = &self.processes[number];
        if !process.is_started || process.stage == Stage::Gone {
            return None;
        }
        match self.instruction(number) {
            Some(Instruction::Receive { pattern, has_timeout }) => {
                if self.fitting(number, pattern).is_some() {
                    Some(Move::Process(number))
                } else {
                    has_timeout.then_some(Move::Timeout(number))
                }
            }
            Some(Instruction::IsAlive(to)) => {
                let channel = self.channels.get(&(number as u32, to as u32));
                channel.is_none_or(VecDeque::is_empty).then_some(Move::Process(number))
            }
            _ => Some(Move::Process(number)),
        }
    }

    /// `None`: it spawns, or ends.
    pub(super) fn instruction(&self, number: usize) -> Option<Instruction> {
        let process = &self.processes[number];
        let spawns = number == 0 && process.spawned + 1 < self.processes.len();
        if process.stage != Stage::Lives || spawns || process.is_crashed {
            return None;
        }
        self.program.processes[number].get(process.next).copied()
    }

    pub(super) fn fitting(&self, number: usize, pattern: Pattern) -> Option<usize> {
        let mut mailbox = self.processes[number].mailbox.iter();
        mailbox.position(|&(_, message)| pattern.fits(message, self.input))
    }

    pub fn run_freely(&mut self) {
        while let Some(&first) = self.moves().first() {
            self.make(first);
        }
    }

    pub fn make(&mut self, a_move: Move) {
        match a_move {
            Move::Process(number) => self.step(number),
            Move::Timeout(number) => self.time_out(number),
            Move::Deliver(from, to) => self.deliver(from, to),
            Move::Fire(timer) => self.fire(timer),
        }
    }

    // ---- what is told ----

    pub(super) fn next_key(&self, number: usize) -> EventKey {
        EventKey { actor: process_actor(number), nth: self.processes[number].nth }
    }

    pub(super) fn record(&mut self, record: Record) {
        self.sum = self.sum.wrapping_add(hash_of_event(&record, &self.log));
        self.log.push(Rc::new(record));
    }

    pub(super) fn record_of(&mut self, number: usize, step: Step, accesses: Vec<Access>) {
        let at = self.next_key(number);
        self.processes[number].nth += 1;
        self.record(Record { accesses, ..Record::plain(at, step) });
    }

    /// The event that was told last sends something.
    pub(super) fn send(&mut self, from: usize, to: usize, what: Flight) {
        let kind = match what {
            Flight::Message(_) => SentKind::Message,
            _ => SentKind::Signal,
        };
        self.send_as(from as u32, to, what, kind);
    }

    pub(super) fn send_as(&mut self, from: u32, to: usize, what: Flight, kind: SentKind) {
        let payload = match what {
            Flight::Message(message) => message.code(),
            _ => 0,
        };
        let record = Rc::make_mut(self.log.last_mut().expect("an event sends"));
        let key = MessageKey { event: record.at, nth: record.sends.len() as u32 };
        record.sends.push(Sent { from: ActorId(from), to: process_actor(to), payload, kind });
        match what {
            Flight::Message(message) if kind == SentKind::AtOnce || from as usize == to => {
                self.processes[to].mailbox.push((key, message));
            }
            _ => {
                self.channels.entry((from, to as u32)).or_default().push_back(Flying { key, what })
            }
        }
    }

    /// What came of everything, whatever the order.
    pub fn graph_hash(&self) -> u128 {
        self.sum
    }

    /// What is there now, as far as it makes a difference later.
    pub fn state_hash(&self) -> u128 {
        let mut hasher = DefaultHasher::new();
        for process in &self.processes {
            process.mailbox.len().hash(&mut hasher);
            for (key, _) in &process.mailbox {
                key.hash(&mut hasher);
            }
        }
        self.sum.wrapping_mul(3).wrapping_add(u128::from(hasher.finish()))
    }

    pub fn into_run(self) -> Run {
        let mut pending = Vec::new();
        for number in 0..self.processes.len() {
            let is_there = self.processes[number].is_started;
            if let Some(Instruction::Receive { pattern, .. }) = self.instruction(number)
                && is_there
            {
                pending.push(Pending {
                    at: self.next_key(number),
                    pattern: pattern.code(),
                    decided: 0,
                });
            }
        }
        let mut refused = self.refused;
        refused.retain(|refusal| {
            let sender = self.log.iter().find(|record| record.at == refusal.message.event);
            pending.iter().any(|pending| pending.at == refusal.receive)
                && sender.is_some_and(|record| record.sends.len() > refusal.message.nth as usize)
        });
        let events = self.log.into_iter().map(Rc::unwrap_or_clone).collect();
        Run { events, pending, refused }
    }

    // ---- following ----

    /// `false`: it is not possible.
    pub(super) fn act(&mut self, action: Action) -> bool {
        let moves = self.moves();
        let wanted = match action {
            Action::Step(at) => self.move_of(at),
            Action::Timeout(at) => {
                let process = at.actor.0 as usize;
                (self.processes[process].nth == at.nth).then_some(Move::Timeout(process))
            }
            Action::Deliver { message: key, .. } => {
                self.channels.iter().find_map(|(&(from, to), channel)| {
                    let first = channel.front().filter(|flying| flying.key == key)?;
                    matches!(first.what, Flight::Message(_)).then_some(Move::Deliver(from, to))
                })
            }
        };
        let Some(wanted) = wanted.filter(|wanted| moves.contains(wanted)) else { return false };
        self.make(wanted);
        true
    }

    pub(super) fn move_of(&self, at: EventKey) -> Option<Move> {
        let number = at.actor.0 as usize;
        match number {
            0..100 => (self.processes[number].nth == at.nth).then_some(Move::Process(number)),
            100..1000 => {
                let (from, to) = ((number - 100) / 10, (number - 100) % 10);
                let nth = self.couriers.get(&(from, to)).copied().unwrap_or(0);
                let (from, to) = (from as u32, to as u32);
                let first = self.channels.get(&(from, to))?.front()?;
                let is_signal = !matches!(first.what, Flight::Message(_));
                (nth == at.nth && is_signal).then_some(Move::Deliver(from, to))
            }
            _ => {
                let timer = self.timers.iter().position(|timer| timer.actor == at.actor)?;
                Some(Move::Fire(timer))
            }
        }
    }
}

/// Follows what leads to a variant, then goes on. Also how many actions were not possible.
pub fn follow<'a>(program: &'a Program, work: &Work<Input>) -> (Machine<'a>, usize) {
    let mut machine = Machine::new(program, work.input);
    machine.refused = work.refused.clone();
    let mut left_out = 0;
    for &action in &work.actions {
        left_out += usize::from(!machine.act(action));
    }
    machine.run_freely();
    (machine, left_out)
}

/// An event by what was chosen, told without the code under test: of accesses, which writes came before.
fn hash_of_event(record: &Record, earlier: &[Rc<Record>]) -> u128 {
    let number = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        (seed, record.at).hash(&mut hasher);
        match record.step {
            Step::Receive { taken, .. } => (1, taken).hash(&mut hasher),
            Step::Branch { way, .. } => (2, way).hash(&mut hasher),
            Step::Killed { by, .. } => (3, by).hash(&mut hasher),
            Step::Plain | Step::Spawn(_) | Step::Deliver { .. } | Step::End => 4.hash(&mut hasher),
        }
        if !matches!(record.step, Step::Killed { .. }) {
            let mut seen: Vec<EventKey> = earlier
                .iter()
                .filter(|write| !matches!(write.step, Step::Killed { .. }))
                .filter(|write| record.sees_writes_of(write))
                .map(|write| write.at)
                .collect();
            seen.sort_unstable();
            seen.hash(&mut hasher);
        }
        hasher.finish()
    };
    u128::from(number(1)) << 64 | u128::from(number(2))
}
