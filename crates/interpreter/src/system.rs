//! What is around a process? The others, their names, signals on their way, tables, time.
//!
//! Time is virtual: it moves with the work done, and jumps to the next timer when nobody can run.
//! So a run is repeatable, and a minute of waiting costs nothing.

use crate::execute::At;
use crate::library::{Library, Oracle};
use crate::natives::{Array, Statistics};
use crate::process::{Process, ProcessId, ReferenceId, State};
use crate::signal::{KeptBack, Signal};
use runtime::collect::Collection;
use runtime::work::Kept;
use runtime::{Heap, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use term::{Atom, Term, atoms};
use trace::ProcessName;

/// What a native that is more than a function of its arguments may use.
pub struct Context<'a> {
    pub heap: &'a mut Heap,
    /// The process that calls. It is not among the system's meanwhile.
    pub process: &'a mut Process,
    /// Where it calls from.
    pub at: At,
    pub system: &'a mut System,
    pub library: &'a mut Library,
}

/// Who runs next? Engines ask; policies live elsewhere.
pub trait Scheduler {
    /// The position in `ready` of the process to run. `ready` is never empty and is in the order
    /// in which the processes became ready.
    fn choose(&mut self, ready: &[ProcessId]) -> usize;
}

/// First come, first served: as the BEAM does on one core.
pub struct FirstReady;

impl Scheduler for FirstReady {
    fn choose(&mut self, _ready: &[ProcessId]) -> usize {
        0
    }
}

/// Virtual time, in nanoseconds since the run began.
pub type Instant = u64;

/// What one reduction takes.
pub const NANOSECONDS_PER_REDUCTION: u64 = 50;

/// The number of the first process of a run.
pub const FIRST_PROCESS: ProcessId = 100;

pub struct System {
    /// All processes but the one that runs.
    pub processes: BTreeMap<ProcessId, Box<Process>>,
    pub ready: VecDeque<ProcessId>,
    pub names: BTreeMap<Atom, ProcessId>,
    /// Whose each alias is.
    pub alias_owners: FxHashMap<ReferenceId, ProcessId>,
    pub next_process: ProcessId,
    /// How many processes nobody spawned: services, and those that functions are called in.
    started: u32,
    pub next_reference: ReferenceId,
    pub next_unique: i64,
    pub signals: VecDeque<Signal>,
    /// What the process that runs has not quite sent yet.
    pub kept_back: Option<KeptBack>,
    /// In the order in which they go off.
    pub timers: BTreeMap<(Instant, u64), Timer>,
    /// Was there ever one that sends a message?
    pub has_sending_timers: bool,
    timer_places: FxHashMap<ReferenceId, (Instant, u64)>,
    next_timer: u64,
    pub now: Instant,
    /// What the program wrote.
    pub output: Vec<u8>,
    pub tables: tables::Tables,
    pub persistent: FxHashMap<Term, Value>,
    /// Which keys of persistent terms came from the input, by the numbers of their symbols.
    pub persistent_symbols: FxHashMap<Term, u32>,
    pub oracle: Option<Box<dyn Oracle>>,
    pub empty_map: Value,
    /// Who runs now: signals from and to it are dealt with at once.
    pub current: ProcessId,
    /// Atomics and counters, by reference.
    pub arrays: FxHashMap<ReferenceId, Array>,
    /// The variables of an operating system that has set none.
    pub environment: BTreeMap<Vec<u8>, Vec<u8>>,
    pub statistics: Statistics,
    /// What all of these take: the output, keys of persistent terms, arrays and variables.
    pub kept: Kept,
    /// Values that somebody looks at who watches the run: see [`crate::endless`].
    pub watched: Vec<Value>,
    pub is_watched: bool,
    /// While it is watched: how often something changed besides the stack of the process that runs, or
    /// was asked of the world, which may change.
    pub changes: u64,
    /// Where the bytes come from that nobody can guess.
    randomness: u64,
    /// Regular expressions that the oracle compiled: see [`crate::oracle`].
    pub patterns: FxHashMap<Term, (Term, Term)>,
}

pub struct Timer {
    pub reference: ReferenceId,
    pub action: TimerAction,
}

#[derive(Clone)]
pub enum TimerAction {
    /// The `receive` of this process has waited long enough.
    Wake(ProcessId),
    Send {
        to: Recipient,
        message: Value,
    },
}

#[derive(Clone, Copy)]
pub enum Recipient {
    Process(ProcessId),
    Name(Atom),
}

impl System {
    pub fn new(heap: &mut Heap) -> System {
        System {
            processes: BTreeMap::new(),
            ready: VecDeque::new(),
            names: BTreeMap::new(),
            alias_owners: FxHashMap::default(),
            next_process: FIRST_PROCESS,
            started: 0,
            next_reference: 1,
            next_unique: 1,
            signals: VecDeque::new(),
            kept_back: None,
            timers: BTreeMap::new(),
            has_sending_timers: false,
            watched: Vec::new(),
            is_watched: false,
            changes: 0,
            timer_places: FxHashMap::default(),
            next_timer: 0,
            now: 0,
            output: Vec::new(),
            tables: tables::Tables::new(heap.work.outside()),
            persistent: FxHashMap::default(),
            persistent_symbols: FxHashMap::default(),
            oracle: None,
            empty_map: heap.map_from_pairs(Vec::new()),
            current: 0,
            arrays: FxHashMap::default(),
            environment: BTreeMap::new(),
            statistics: Statistics::default(),
            kept: Kept::new(heap.work.outside()),
            randomness: 0x9E37_79B9_7F4A_7C15,
            patterns: FxHashMap::default(),
        }
    }

    pub fn new_reference(&mut self) -> ReferenceId {
        self.next_reference += 1;
        self.next_reference - 1
    }

    /// The next of a sequence that is the same in every run (xorshift).
    pub fn random_byte(&mut self) -> u8 {
        self.randomness ^= self.randomness << 13;
        self.randomness ^= self.randomness >> 7;
        self.randomness ^= self.randomness << 17;
        (self.randomness >> 32) as u8
    }

    // ---- processes ----

    /// A new process. One that hibernates does nothing until a message comes.
    pub fn spawn(
        &mut self,
        state: State,
        group_leader: Value,
        parent: Option<&mut Process>,
    ) -> ProcessId {
        let id = self.next_process;
        self.next_process += 1;
        let mut process = Process::new(id, state, self.empty_map, group_leader);
        match parent {
            Some(parent) => {
                process.parent = Some(parent.id);
                process.causal_name = parent.causal_name.child(parent.children);
                parent.children += 1;
            }
            None => {
                process.causal_name = ProcessName::started(self.started);
                self.started += 1;
            }
        }
        if !matches!(process.state, State::Hibernating { .. }) {
            self.ready.push_back(id);
        }
        self.processes.insert(id, Box::new(process));
        id
    }

    pub fn is_alive(&self, id: ProcessId) -> bool {
        id == self.current || self.processes.contains_key(&id)
    }

    pub fn whereis(&self, name: Atom) -> Option<ProcessId> {
        self.names.get(&name).copied()
    }

    // ---- who can run ----

    pub fn make_ready(&mut self, process: &mut Process) {
        match std::mem::replace(
            &mut process.state,
            State::Starting { module: atoms::empty, function: atoms::empty, arguments: Vec::new() },
        ) {
            State::Waiting { code, pc, base } => {
                process.state = State::Running { code, pc, base };
                self.enqueue(process);
            }
            State::Hibernating { module, function, arguments } => {
                process.state = State::Starting { module, function, arguments };
                self.enqueue(process);
            }
            other => process.state = other,
        }
    }

    fn enqueue(&mut self, process: &Process) {
        if process.suspended == 0 {
            self.ready.push_back(process.id);
        }
    }

    /// Keeps a process from running until it is resumed as often.
    pub fn suspend(&mut self, id: ProcessId) {
        if let Some(process) = self.processes.get_mut(&id) {
            process.suspended += 1;
            self.ready.retain(|ready| *ready != id);
        }
    }

    pub fn resume(&mut self, id: ProcessId) {
        let Some(process) = self.processes.get_mut(&id) else { return };
        process.suspended = process.suspended.saturating_sub(1);
        let waits = matches!(process.state, State::Waiting { .. } | State::Hibernating { .. });
        if process.suspended == 0 && !waits && !self.ready.contains(&id) {
            self.ready.push_back(id);
        }
    }

    /// A process has ended: everyone who is tied to it learns why.
    pub fn ended(&mut self, heap: &mut Heap, mut process: Box<Process>, reason: Value) {
        let id = process.id;
        let pid = process.pid();
        if let Some(name) = process.name {
            self.names.remove(&name);
        }
        self.ready.retain(|ready| *ready != id);
        for alias in process.aliases.keys() {
            self.alias_owners.remove(alias);
        }
        for suspended in std::mem::take(&mut process.suspending).into_keys() {
            self.resume(suspended);
        }
        let inherited = self.tables.owner_died(id);
        self.send_terms(heap, inherited);
        for linked in std::mem::take(&mut process.links) {
            self.signals.push_back(Signal::Exit { from: pid, to: linked, reason, linked: true });
        }
        for (reference, to) in std::mem::take(&mut process.watchers) {
            self.signals.push_back(Signal::Down { to, reference, reason });
        }
        for (reference, monitor) in std::mem::take(&mut process.monitors) {
            if let Some(target) = self.processes.get_mut(&monitor.target) {
                target.watchers.remove(&reference);
            }
        }
    }

    /// Sends what a built-in of `ets` wants to be sent.
    pub fn send_for_tables(&mut self, heap: &mut Heap) {
        let messages = self.tables.take_messages();
        self.send_terms(heap, messages);
    }

    fn send_terms(&mut self, heap: &mut Heap, messages: Vec<tables::Message>) {
        for tables::Message { to, message } in messages {
            let message = heap.from_term(&message);
            self.send(to, message);
        }
    }

    // ---- time ----

    /// The action happens at this time unless it is cancelled.
    pub fn set_timer(&mut self, at: Instant, reference: ReferenceId, action: TimerAction) {
        self.next_timer += 1;
        let place = (at, self.next_timer);
        self.has_sending_timers |= matches!(action, TimerAction::Send { .. });
        self.timers.insert(place, Timer { reference, action });
        self.timer_places.insert(reference, place);
    }

    /// When a timer goes off. Those of processes that are gone are gone as well.
    pub fn timer(&self, reference: ReferenceId) -> Option<Instant> {
        let place = self.timer_places.get(&reference)?;
        match self.timers.get(place)?.action {
            TimerAction::Send { to: Recipient::Process(id), .. } if !self.is_alive(id) => None,
            _ => Some(place.0),
        }
    }

    pub fn cancel_timer(&mut self, reference: ReferenceId) -> Option<Instant> {
        let at = self.timer(reference);
        let place = self.timer_places.remove(&reference)?;
        self.timers.remove(&place);
        at
    }

    /// Does what is due by now. `true` if anything was.
    pub fn fire_timers(&mut self) -> bool {
        let mut fired = false;
        while let Some(entry) = self.timers.first_entry() {
            if entry.key().0 > self.now {
                break;
            }
            let timer = entry.remove();
            self.timer_places.remove(&timer.reference);
            fired = true;
            match timer.action {
                TimerAction::Wake(id) => {
                    if let Some(mut process) = self.processes.remove(&id) {
                        self.make_ready(&mut process);
                        self.processes.insert(id, process);
                    }
                }
                TimerAction::Send { to, message } => {
                    let to = match to {
                        Recipient::Process(id) => Some(id),
                        Recipient::Name(name) => self.whereis(name),
                    };
                    if let Some(to) = to {
                        self.send(to, message);
                    }
                }
            }
        }
        fired
    }

    /// When nobody can run: jump to the next timer.
    pub fn advance_time(&mut self) -> bool {
        let Some((&(at, _), _)) = self.timers.first_key_value() else { return false };
        self.now = self.now.max(at);
        true
    }

    /// Shows every value that is not a process' to the collector.
    pub fn visit(&mut self, collection: &mut Collection) {
        for process in self.processes.values_mut() {
            process.visit(collection);
        }
        for signal in &mut self.signals {
            signal.visit(collection);
        }
        if let Some(request) = &mut self.kept_back {
            request.answer.visit(collection);
        }
        for timer in self.timers.values_mut() {
            if let TimerAction::Send { message, .. } = &mut timer.action {
                collection.visit(message);
            }
        }
        collection.visit_all(self.persistent.values_mut());
        collection.visit_all(&mut self.watched);
        collection.visit(&mut self.empty_map);
    }
}
