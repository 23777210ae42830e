//! Which processes are there, who of them can run, and by which names are they known?
//!
//! The process that runs is not here: it is [taken](Processes::take_next) for a turn, and [put
//! back](Processes::park). Whoever asks about all of them brings it along as `current`.

use super::scheduler::Scheduler;
use crate::process::{AliasKind, Process, ProcessId, ReferenceId, State};
use crate::services;
use runtime::collect::Collection;
use runtime::{Heap, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;
use term::{Atom, atoms};
use trace::ProcessName;

/// The number of the first process of a run.
pub const FIRST_PROCESS: ProcessId = 100;

pub struct Processes {
    /// All but the one that runs.
    parked: BTreeMap<ProcessId, Box<Process>>,
    /// Those of them that can run, in the order in which they became ready.
    ready: VecDeque<ProcessId>,
    /// Who runs now.
    running: Option<ProcessId>,
    /// The same as each process' `name`. Those that have ended have none.
    names: FxHashMap<Atom, ProcessId>,
    /// Whose each alias is: the same as each process' `aliases`.
    alias_owners: FxHashMap<ReferenceId, (ProcessId, AliasKind)>,
    /// Those that have ended, as far as signals to them need to know.
    dead: BTreeMap<ProcessId, Box<Process>>,
    /// Are aliases remembered that do not let messages through any more? Who sends to them cannot know.
    pub remembers_aliases: bool,
    /// The number of the next one.
    next: ProcessId,
    /// How many of them nobody spawned: those that functions are called in.
    started: u32,
    /// How many services have been started.
    services: u32,
    /// Which of [`services::STRANGERS`] somebody has asked for, a bit each.
    met: u32,
    /// What a process has in its dictionary at first.
    pub empty_map: Value,
}

/// Services are named from here on, so that the process under test is 0.
const FIRST_SERVICE: u32 = 1_000;

/// The name of the `number`th service. All runs have those of the first few.
fn service_name(number: u32) -> ProcessName {
    static FIRST: LazyLock<[ProcessName; services::COUNT]> = LazyLock::new(|| {
        std::array::from_fn(|number| ProcessName::started(FIRST_SERVICE + number as u32))
    });
    match FIRST.get(number as usize) {
        Some(name) => name.clone(),
        None => ProcessName::started(FIRST_SERVICE + number),
    }
}

/// Why a process does not get a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotRegistered {
    NotAlive,
    HasAName,
    NameIsTaken,
}

impl Processes {
    pub fn new(heap: &mut Heap) -> Processes {
        Processes {
            parked: BTreeMap::new(),
            ready: VecDeque::new(),
            running: None,
            names: FxHashMap::default(),
            alias_owners: FxHashMap::default(),
            dead: BTreeMap::new(),
            remembers_aliases: false,
            next: FIRST_PROCESS,
            started: 0,
            services: 0,
            met: 0,
            empty_map: heap.map_from_pairs(Vec::new()),
        }
    }

    /// A new process. One that hibernates does nothing until a message comes.
    pub fn spawn(
        &mut self,
        state: State,
        group_leader: Value,
        parent: Option<&mut Process>,
    ) -> ProcessId {
        let id = self.next;
        self.next += 1;
        let mut process = Process::new(id, state, self.empty_map, group_leader);
        match parent {
            Some(parent) => {
                process.parent = Some(parent.id);
                process.causal_name = parent.causal_name.child(parent.children);
                parent.children += 1;
            }
            None => {
                let is_service = matches!(process.state, State::Hibernating { .. });
                let count = if is_service { &mut self.services } else { &mut self.started };
                process.causal_name = match is_service {
                    true => service_name(*count),
                    false => ProcessName::started(*count),
                };
                *count += 1;
            }
        }
        if !matches!(process.state, State::Hibernating { .. }) {
            self.ready.push_back(id);
        }
        self.parked.insert(id, Box::new(process));
        id
    }

    // ---- who is there ----

    /// The number that the next process gets. All that there were have smaller ones.
    pub fn next_id(&self) -> ProcessId {
        self.next
    }

    /// How many there are beside the one that runs.
    pub fn count_parked(&self) -> usize {
        self.parked.len()
    }

    /// All but the one that runs, by number.
    pub fn parked_ids(&self) -> impl Iterator<Item = ProcessId> {
        self.parked.keys().copied()
    }

    pub fn is_parked(&self, id: ProcessId) -> bool {
        self.parked.contains_key(&id)
    }

    pub fn is_running(&self, id: ProcessId) -> bool {
        self.running == Some(id)
    }

    pub fn is_alive(&self, id: ProcessId) -> bool {
        self.is_running(id) || self.is_parked(id)
    }

    /// One that does not run.
    pub fn parked(&self, id: ProcessId) -> Option<&Process> {
        self.parked.get(&id).map(Box::as_ref)
    }

    pub fn parked_mut(&mut self, id: ProcessId) -> Option<&mut Process> {
        self.parked.get_mut(&id).map(Box::as_mut)
    }

    /// One that runs or does not.
    pub fn find<'a>(&'a self, current: &'a Process, id: ProcessId) -> Option<&'a Process> {
        if id == current.id { Some(current) } else { self.parked(id) }
    }

    pub fn find_mut<'a>(
        &'a mut self,
        current: &'a mut Process,
        id: ProcessId,
    ) -> Option<&'a mut Process> {
        if id == current.id { Some(current) } else { self.parked_mut(id) }
    }

    // ---- who can run ----

    /// Those that can run, in the order in which they became ready.
    pub fn ready(&self) -> impl Iterator<Item = ProcessId> {
        self.ready.iter().copied()
    }

    pub fn count_ready(&self) -> usize {
        self.ready.len()
    }

    /// The process that runs next, if one can.
    pub fn take_next(&mut self, scheduler: &mut dyn Scheduler) -> Option<Box<Process>> {
        if self.ready.is_empty() {
            return None;
        }
        let ready = self.ready.make_contiguous();
        let choice = if ready.len() == 1 { 0 } else { scheduler.choose(ready) };
        let id = self.ready.remove(choice)?;
        self.running = Some(id);
        let process = self.parked.remove(&id);
        Some(process.expect("whoever is ready is alive"))
    }

    /// This one, if it can run. One that is to hurry may wait for a message.
    pub fn take(&mut self, id: ProcessId, hurries: bool) -> Option<Box<Process>> {
        if hurries && let Some(mut process) = self.parked.remove(&id) {
            self.make_ready(&mut process);
            self.parked.insert(id, process);
        }
        let place = self.ready.iter().position(|ready| *ready == id)?;
        self.ready.remove(place);
        self.running = Some(id);
        self.parked.remove(&id)
    }

    /// Gives a process out when the run is over.
    pub fn remove(&mut self, id: ProcessId) -> Option<Box<Process>> {
        self.parked.remove(&id)
    }

    /// Nobody runs now. Whoever did is to be parked, or has ended.
    pub fn end_turn(&mut self) {
        self.running = None;
    }

    /// Puts a process back that could go on at once.
    pub fn park_ready(&mut self, process: Box<Process>) {
        self.ready.push_back(process.id);
        self.park(process);
    }

    /// Puts a process back, which waits.
    pub fn park(&mut self, process: Box<Process>) {
        self.parked.insert(process.id, process);
    }

    /// Gives a process out that does not run, to be parked again.
    pub(super) fn borrow(&mut self, id: ProcessId) -> Option<Box<Process>> {
        self.parked.remove(&id)
    }

    /// The waiting of a process is over.
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
        if let Some(process) = self.parked.get_mut(&id) {
            process.suspended += 1;
            self.ready.retain(|ready| *ready != id);
        }
    }

    pub fn resume(&mut self, id: ProcessId) {
        let Some(process) = self.parked.get_mut(&id) else { return };
        process.suspended = process.suspended.saturating_sub(1);
        let waits = matches!(process.state, State::Waiting { .. } | State::Hibernating { .. });
        if process.suspended == 0 && !waits && !self.ready.contains(&id) {
            self.ready.push_back(id);
        }
    }

    /// The process is gone: its name and its aliases are nobody's.
    pub(super) fn forget(&mut self, process: &Process) {
        if let Some(name) = process.name {
            self.names.remove(&name);
        }
        self.ready.retain(|ready| *ready != process.id);
        for alias in process.aliases.keys().filter(|_| !self.remembers_aliases) {
            self.alias_owners.remove(alias);
        }
    }

    /// Keeps what is left of a process that has ended.
    pub(super) fn bury(&mut self, mut process: Box<Process>) {
        (process.stack, process.frames, process.handlers) = Default::default();
        process.mailbox = crate::process::Mailbox::default();
        process.arrived.clear();
        let (module, function) = (atoms::empty, atoms::empty);
        process.state = State::Starting { module, function, arguments: Vec::new() };
        (process.dictionary, process.erased) = (self.empty_map, self.empty_map);
        self.dead.insert(process.id, process);
    }

    /// Gives out what is left of a process, to be buried again.
    pub(super) fn bury_again(&mut self, id: ProcessId) -> Option<Box<Process>> {
        self.dead.remove(&id)
    }

    /// The run has broken off: nobody goes on.
    pub fn abandon(&mut self) {
        self.running = None;
        self.dead.clear();
        self.parked.clear();
        self.ready.clear();
    }

    // ---- names ----

    /// Who has the name, if it is nobody that a run does without.
    pub fn named(&self, name: Atom) -> Option<ProcessId> {
        self.names.get(&name).copied()
    }

    pub fn whereis(&mut self, name: Atom) -> Option<ProcessId> {
        self.meet(name);
        self.named(name)
    }

    /// A process that is on every node is there when somebody asks for its name.
    fn meet(&mut self, name: Atom) {
        let Some(number) = services::stranger(name) else { return };
        if self.met & (1 << number) != 0 {
            return;
        }
        self.met |= 1 << number;
        let id = services::stranger_id(number);
        let (module, function) = (Atom::new("ermine_services"), Atom::new("stranger"));
        let state = State::Hibernating { module, function, arguments: Vec::new() };
        let mut process = Process::new(id, state, self.empty_map, Value::pid(id));
        process.initial_call = (Atom::new("proc_lib"), Atom::new("init_p"), 5);
        process.traps_exits = true;
        self.park(Box::new(process));
        self.name_service(id, name);
    }

    /// All names, in order.
    pub fn registered(&self) -> impl Iterator<Item = Atom> {
        let mut names: Vec<Atom> = self.names.keys().copied().collect();
        names.sort_unstable();
        names.into_iter()
    }

    pub fn register(
        &mut self,
        current: &mut Process,
        id: ProcessId,
        name: Atom,
    ) -> Result<(), NotRegistered> {
        self.meet(name);
        let process = match self.parked.get_mut(&id) {
            Some(process) => process.as_mut(),
            None if id == current.id => current,
            None => return Err(NotRegistered::NotAlive),
        };
        if process.name.is_some() {
            return Err(NotRegistered::HasAName);
        }
        if self.names.contains_key(&name) {
            return Err(NotRegistered::NameIsTaken);
        }
        process.name = Some(name);
        self.names.insert(name, id);
        Ok(())
    }

    /// Gives a name to a process that nobody else can have named.
    pub fn name_service(&mut self, id: ProcessId, name: Atom) {
        self.parked.get_mut(&id).expect("it has just been made").name = Some(name);
        self.names.insert(name, id);
    }

    /// `false`: nobody has the name.
    pub fn unregister(&mut self, current: &mut Process, name: Atom) -> bool {
        self.meet(name);
        let Some(id) = self.names.remove(&name) else { return false };
        match self.parked.get_mut(&id) {
            Some(process) => process.name = None,
            None => current.name = None,
        }
        true
    }

    // ---- aliases ----

    pub fn alias_owner(&self, alias: ReferenceId) -> Option<(ProcessId, AliasKind)> {
        self.alias_owners.get(&alias).copied()
    }

    pub fn add_alias(&mut self, process: &mut Process, alias: ReferenceId, kind: AliasKind) {
        process.aliases.insert(alias, kind);
        self.alias_owners.insert(alias, (process.id, kind));
    }

    /// `false`: the process has no such alias.
    pub fn remove_alias(&mut self, process: &mut Process, alias: ReferenceId) -> bool {
        let was_there = process.aliases.remove(&alias).is_some();
        if was_there && !self.remembers_aliases {
            self.alias_owners.remove(&alias);
        }
        was_there
    }

    pub(super) fn visit(&mut self, collection: &mut Collection) {
        for process in self.parked.values_mut().chain(self.dead.values_mut()) {
            process.visit(collection);
        }
        collection.visit(&mut self.empty_map);
    }
}
