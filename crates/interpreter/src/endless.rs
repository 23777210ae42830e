//! Does a run that was cut have an end at all? That it takes long proves nothing, so the run goes on
//! for a while and is watched.
//!
//! It has no end for certain
//! - if a function calls itself with the very arguments that it was called with, before it has
//!   returned, and nothing else has changed in between: what came of the first call must come of the
//!   second ([`NoEnd::Repeats`]);
//! - if one round of a loop, run with symbols for what differs from round to round, takes its way only
//!   because of what holds in the next round as well ([`induction`]): `f(0) -> 0; f(N) -> f(N - 1)`
//!   from -1 on ([`NoEnd::Grows`]).
//!
//! Several processes that keep each other busy are seen while they run ([`livelock`]: [`NoEnd::GoesRound`]).
//! The rest is for one process that is alone, and for calls that nobody but the arguments has a say in: who
//! asks the world may get another answer next time. All else stays unknown: a run that may hang.

mod induction;
pub mod livelock;

use crate::code::CodeId;
use crate::execute::{LOOK_AROUND, Stop};
use crate::machine::Machine;
use crate::process::{Frame, Process, State};
use crate::record::Recorder;
use crate::shadow::holds_symbols;
use induction::Round;
use runtime::work::{self, Limits};
use runtime::{Value, compare};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symbolic::Symbols;
use term::Atom;
use trace::NoEnd;

/// How many calls are watched, first few and then more, to see which function is the loop.
const WINDOWS: [usize; 3] = [300, 5_000, 60_000];
/// So many functions are taken for the loop, one after the other.
const MOST_HEADS: usize = 4;
/// A function that is called so often without returning may be the loop.
const LEAST_CALLS: usize = 3;
/// So many rounds are compared with one that was before.
const MOST_ROUNDS: u64 = 300;
/// How many calls are watched in all.
const MOST_STEPS: u64 = 400_000;
/// What the operations of these calls may take in all, in reductions.
const MOST_WORK: u64 = 1_000_000;
/// What is counted for each of them at most: see [`Watch::step`].
const REDUCTIONS_PER_STEP: u64 = 2 * LOOK_AROUND;
/// So many parts of two arguments are compared.
const MOST_PARTS: usize = 10_000;
/// The clock is looked at every so many calls.
const LOOK_AT_CLOCK: u64 = 1_024;
/// How many decisions of a round are noted.
const MOST_DECISIONS: usize = 400;

impl Machine {
    /// Why the run at hand, which has spent its reductions, has no end. `None`: it may have one. The
    /// run cannot go on after this.
    pub fn evidence_of_no_end(&mut self) -> Option<NoEnd> {
        // Whoever else spins for ever, the process under test must be one that goes on or waits for ever.
        let has_main = self.system.processes.is_parked(self.main);
        let is_only_one = is_alone(self) && self.system.processes.count_ready() == 1;
        if self.recorder.is_some() || !has_main || !is_only_one {
            return None;
        }
        let mut process = self.system.take_next()?;
        let (reductions, limits) = (self.reductions, self.limits.clone());
        self.system.observer.is_there = true;
        // Time and memory are those of the run. Its reductions are spent, so the watch has its own.
        self.limits.reductions = reductions.saturating_add(MOST_STEPS * REDUCTIONS_PER_STEP);
        self.heap.work.begin();
        self.heap.set_limits(&Limits { reductions: MOST_WORK, ..limits.clone() });
        let found = work::attempt(|| {
            Watch { machine: self, process: &mut process, steps: MOST_STEPS }.look()
        });
        self.heap.work.lift_limits();
        self.recorder = None;
        self.asides = 0;
        self.system.observer.is_there = false;
        self.system.observer.values.clear();
        self.system.processes.end_turn();
        self.reductions = reductions;
        self.limits = limits;
        // What is refused has shown nothing.
        found.ok().flatten()
    }

    /// Has the run no end for certain, or was it cut?
    pub(crate) fn or_no_end(&mut self, outcome: trace::Outcome) -> trace::Outcome {
        match outcome {
            trace::Outcome::OutOfReductions => match self.evidence_of_no_end() {
                Some(why) => trace::Outcome::NoEnd(why),
                None => trace::Outcome::OutOfReductions,
            },
            other => other,
        }
    }
}

/// Is there nothing that could come in between?
fn is_alone(machine: &Machine) -> bool {
    !machine.system.clock.has_timers() && machine.system.signals.is_empty()
}

/// Built-ins of processes that change nothing: they give the same until somebody changes something. (If
/// that may be somebody outside of the run, [`crate::questions`] counts it as a change.)
pub fn is_quiet(module: Atom, function: Atom) -> bool {
    match module.name() {
        "erlang" => matches!(function.name(), "self" | "get" | "node" | "whereis"),
        "ets" => matches!(function.name(), "lookup" | "lookup_element" | "member"),
        _ => false,
    }
}

/// A call that has just begun: its arguments are in the slots of the innermost frame.
#[derive(Clone, Copy)]
struct Entry {
    code: CodeId,
    base: usize,
    /// How many frames there are below.
    depth: usize,
    /// The innermost of these: where the caller waits.
    caller: Option<Caller>,
}

type Caller = (CodeId, usize, usize);

fn caller(frame: &Frame) -> Caller {
    (frame.code, frame.pc, frame.base)
}

impl Entry {
    /// Is the call still at work? When it has returned, its caller is somewhere else or gone by the
    /// time of the next call.
    fn is_alive(&self, process: &Process) -> bool {
        let below = self.depth.checked_sub(1);
        match below {
            None => true,
            Some(below) => process.frames.get(below).map(caller) == self.caller,
        }
    }
}

struct Watch<'m> {
    machine: &'m mut Machine,
    process: &'m mut Process,
    /// How many calls may still be watched.
    steps: u64,
}

/// There is nothing more to be seen: it came to an end, or it takes too long to tell.
struct Over;

impl Watch<'_> {
    fn look(&mut self) -> Option<NoEnd> {
        for window in WINDOWS {
            let heads = self.heads(window).ok()?;
            for head in heads.into_iter().take(MOST_HEADS) {
                match self.rounds(head) {
                    Ok(Some(found)) => return Some(found),
                    Ok(None) => {}
                    Err(Over) => return None,
                }
            }
        }
        None
    }

    /// Runs until the next call of a function that is interpreted.
    fn step(&mut self) -> Result<Entry, Over> {
        loop {
            self.steps = self.steps.checked_sub(1).ok_or(Over)?;
            if self.steps.is_multiple_of(LOOK_AT_CLOCK) && self.machine.limits.is_stopped() {
                return Err(Over);
            }
            // The next call is one at which the machine looks around, and its turn is over then.
            self.machine.reductions =
                self.machine.reductions.next_multiple_of(LOOK_AROUND) + LOOK_AROUND - 1;
            let Stop::Yield = self.machine.execute(self.process, 1) else { return Err(Over) };
            let others = self.machine.system.processes.count_ready();
            if !is_alone(self.machine) || others > 0 || !self.process.arrived.is_empty() {
                return Err(Over);
            }
            if let State::Running { code, pc: 0, base } = self.process.state {
                let depth = self.process.frames.len();
                let caller = self.process.frames.last().map(caller);
                return Ok(Entry { code, base, depth, caller });
            }
        }
    }

    /// Functions that were called again and again without returning, the outermost first.
    fn heads(&mut self, window: usize) -> Result<Vec<CodeId>, Over> {
        let mut alive: Vec<Entry> = Vec::new();
        for _ in 0..window {
            let entry = self.step()?;
            while alive.pop_if(|last| !last.is_alive(self.process)).is_some() {}
            alive.push(entry);
        }
        let mut heads: Vec<CodeId> = Vec::new();
        let mut counts: FxHashMap<CodeId, usize> = FxHashMap::default();
        for entry in &alive {
            let count = counts.entry(entry.code).or_default();
            *count += 1;
            if *count == 1 {
                heads.push(entry.code);
            }
        }
        heads.retain(|head| counts[head] >= LEAST_CALLS);
        Ok(heads)
    }

    /// The next call of this function.
    fn next(&mut self, head: CodeId) -> Result<Entry, Over> {
        loop {
            let entry = self.step()?;
            if entry.code == head {
                return Ok(entry);
            }
        }
    }

    /// The next call of this function while another call of it is at work. `None`: that has returned.
    fn next_within(&mut self, head: CodeId, outer: Entry) -> Result<Option<Entry>, Over> {
        loop {
            let entry = self.step()?;
            if !outer.is_alive(self.process) {
                return Ok(None);
            }
            if entry.code == head {
                return Ok(Some(entry));
            }
        }
    }

    /// How often something has changed, or may have.
    fn changes(&mut self) -> u64 {
        self.machine.note_identities();
        self.machine.system.observer.changes
    }

    fn slot_count(&self, code: CodeId) -> usize {
        self.machine.library.program().code(code).slots as usize
    }

    fn slots(&self, entry: Entry) -> &[Value] {
        &self.process.stack[entry.base..entry.base + self.slot_count(entry.code)]
    }

    /// Keeps the arguments of a call, wherever the collector moves them.
    fn keep(&mut self, entry: Entry) {
        let slots = self.slots(entry).to_vec();
        self.machine.system.observer.values = slots;
    }

    /// Which of the arguments differ from those that were kept?
    fn differing(&self, entry: Entry) -> BTreeSet<usize> {
        let pairs = self.slots(entry).iter().zip(&self.machine.system.observer.values);
        let is_other =
            |(_, (one, other)): &(usize, (&Value, &Value))| !self.is_same(**one, **other);
        pairs.enumerate().filter(is_other).map(|(slot, _)| slot).collect()
    }

    /// Are two arguments the same? Not if it takes long to tell.
    fn is_same(&self, one: Value, other: Value) -> bool {
        let heap = &self.machine.heap;
        let mut parts = MOST_PARTS;
        let mut pending = vec![(one, other)];
        while let Some((one, other)) = pending.pop() {
            if one == other {
                continue;
            }
            if parts == 0 || one.is_symbolic() || other.is_symbolic() {
                return false;
            }
            parts -= 1;
            if one.is_cons() && other.is_cons() {
                pending.push((heap.tail(one), heap.tail(other)));
                pending.push((heap.head(one), heap.head(other)));
                continue;
            }
            match (heap.as_tuple(one), heap.as_tuple(other)) {
                (Some(one), Some(other)) if one.len() == other.len() => {
                    pending.extend(one.iter().copied().zip(other.iter().copied()));
                }
                (None, None) if !one.is_cons() && !other.is_cons() => {
                    // Maps and funs may have symbols inside, too.
                    if holds_symbols(heap, one) || !compare::exactly_equal(heap, one, other) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// Looks at rounds of a loop: does one repeat, or is one like the next?
    fn rounds(&mut self, head: CodeId) -> Result<Option<NoEnd>, Over> {
        let mut outer = self.next(head)?;
        self.keep(outer);
        let mut changes = self.changes();
        let (mut power, mut rounds) = (1, 0);
        let mut differing = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let Some(entry) = self.next_within(head, outer)? else {
                outer = self.next(head)?;
                self.keep(outer);
                changes = self.changes();
                (power, rounds) = (1, 0);
                continue;
            };
            let is_changed = changes != self.changes();
            differing = self.differing(entry);
            if differing.is_empty() && !is_changed {
                return Ok(Some(NoEnd::Repeats));
            }
            rounds += 1;
            // Whatever the number of rounds after which it repeats, one of the kept ones sees it.
            if rounds == power {
                (power, rounds) = (2 * power, 0);
                outer = entry;
                self.keep(outer);
                changes = self.changes();
            }
        }
        self.induction(head, differing)
    }

    /// Runs a round with symbols for what differs between rounds, and once more if that is more than
    /// it seemed.
    fn induction(
        &mut self,
        head: CodeId,
        mut moving: BTreeSet<usize>,
    ) -> Result<Option<NoEnd>, Over> {
        let entry = self.next(head)?;
        self.keep(entry);
        let handlers = self.process.handlers.len();
        let changes = self.changes();
        for _ in 0..=self.slot_count(head) {
            let mut recorder = Recorder::new(Symbols::new(), MOST_DECISIONS);
            for &slot in &moving {
                let symbol = recorder.symbols.argument(slot as u32);
                let place = entry.base + slot;
                let value = self.process.stack[place];
                self.process.stack[place] = self.machine.heap.symbolic(value, symbol.0);
            }
            self.machine.recorder = Some(Box::new(recorder));
            // What has symbols in it is out of reach then.
            let Some(next) = self.next_within(head, entry)? else { return Err(Over) };
            let recorder = self.machine.recorder.take().expect("the machine keeps it");
            if changes != self.changes() {
                return Err(Over);
            }
            let slots = self.slots(next);
            let kept = &self.machine.system.observer.values;
            let is_new =
                |slot: &usize| !moving.contains(slot) && !self.is_same(slots[*slot], kept[*slot]);
            let new = (0..slots.len()).find(is_new);
            let is_like_the_next = new.is_none()
                && Round {
                    heap: &self.machine.heap,
                    recorder: &recorder,
                    before: kept,
                    after: slots,
                    moving: &moving,
                }
                .is_like_the_next();
            if is_like_the_next {
                return Ok(Some(NoEnd::Grows));
            }
            self.go_back(entry, handlers);
            match new {
                Some(new) => moving.insert(new),
                None => return Ok(None),
            };
        }
        Ok(None)
    }

    /// Goes back to a call that has not returned and whose arguments were kept. Nothing but the stack
    /// has changed since.
    fn go_back(&mut self, entry: Entry, handlers: usize) {
        self.process.frames.truncate(entry.depth);
        self.process.handlers.truncate(handlers);
        self.process.stack.truncate(entry.base);
        self.process.stack.extend_from_slice(&self.machine.system.observer.values);
        self.process.state = State::Running { code: entry.code, pc: 0, base: entry.base };
    }
}
