//! What have processes done that others can see? A run that has several of them writes it down, so that a
//! search can tell in which other orders it could have happened. See [`schedules`].
//!
//! Nothing is noted until there is a second process or a timer: what one process does by itself comes before
//! all of it, in every order.

use crate::code::CodeId;
use crate::process::{Process, ProcessId, ReferenceId};
use crate::services::FIRST_SPAWNED;
use runtime::Value;
use runtime::collect::Collection;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use schedules::{
    Access, Actor, ActorId, EventKey, Intended, MessageKey, Pending, Record, Run, Sent, SentKind,
    Step, Taken,
};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use trace::{Blur, EventId, History, ProcessName};

/// Timers have numbers of their own, as if they were processes.
pub const FIRST_TIMER: ProcessId = 1 << 48;

/// A run with more events is not followed any further.
const MOST_EVENTS: usize = 400;

#[derive(Default)]
pub struct Journal {
    /// Are processes stopped before each event? Only as many may happen as they are told.
    pub follows: bool,
    /// Is there more than one process?
    is_open: bool,
    is_closed: bool,
    /// The call under test is over.
    pub is_over: bool,
    pending: Vec<Pending>,
    /// Timeouts of at most so many milliseconds may fire at any time.
    pub short: u64,
    actors: Vec<ActorState>,
    numbers: FxHashMap<Actor, ActorId>,
    by_id: FxHashMap<ProcessId, ActorId>,
    ids: FxHashMap<ProcessName, ProcessId>,
    events: Vec<Record>,
    /// Whose event it is that goes on: what is sent is sent there.
    current: Option<usize>,
    /// Where that is in the program.
    pub(crate) place: Option<(CodeId, usize)>,
    pub(crate) looks: Vec<Look>,
    pub(crate) letters: Vec<Letter>,
    /// Those that look for a message.
    pub(crate) looking: FxHashMap<ProcessId, Looking>,
    /// Which decisions of the run were about messages that were left where they are.
    pub(crate) about_left: FxHashSet<usize>,
    /// What is known by those who look at objects, by group.
    objects: FxHashMap<u64, u64>,
    /// Who looked at the input last, and at which event that was noted.
    last_decider: Option<(ActorId, u32)>,
    timers: FxHashMap<EventId, ReferenceId>,
    /// What people call them: a registered name, or the function that they run.
    pub(crate) labels: FxHashMap<ActorId, String>,
    /// Those that have made tables.
    pub(crate) owners: FxHashSet<ProcessId>,
    pub blurs: BTreeSet<Blur>,
    /// What the process under test has returned.
    pub(crate) returned: Option<Value>,
}

struct ActorState {
    actor: Actor,
    /// How many events it had.
    count: u32,
    /// What had happened before, as a number.
    past: u64,
    /// How many events of others had, by actor.
    clock: FxHashMap<ActorId, u32>,
    /// How many decisions of the run were looked at.
    pub decisions: usize,
    timers: u32,
    /// At which event it began to trap exits.
    traps_since: Option<u32>,
}

/// A `receive` as it stood when it looked for messages.
pub struct Look {
    pub process: ProcessId,
    pub code: CodeId,
    pub pc: usize,
    pub slots: Vec<Value>,
    /// The messages that it has looked at and left, by number.
    pub passed: Vec<u32>,
}

/// What each `receive` would do with each message: numbers of looks and of letters.
#[derive(Default)]
pub struct Answers {
    pub fits: Vec<(u32, u32)>,
    pub open: Vec<(u32, u32)>,
}

/// How many decisions of the run there were when a process began to look for a message.
#[derive(Clone, Copy)]
pub struct Looking {
    pub since: usize,
    /// When it came to the one at which it looks now.
    pub at_this_one_since: usize,
}

/// A message that was sent.
pub struct Letter {
    pub key: MessageKey,
    pub to: ProcessId,
    pub message: Value,
    /// Where it was sent.
    pub place: Option<(CodeId, usize)>,
    /// Only so many looks may have seen it, if it was thrown away then.
    pub seen_until: usize,
    past: u64,
    clock: FxHashMap<ActorId, u32>,
}

/// What a process is about to do, as others see it.
pub struct Visible {
    pub step: Step,
    pub accesses: Vec<Access>,
    pub flushes: Option<ProcessId>,
}

impl Visible {
    pub fn plain(accesses: Vec<Access>) -> Visible {
        Visible { step: Step::Plain, accesses, flushes: None }
    }
}

fn mix(past: u64, what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    (past, what).hash(&mut hasher);
    hasher.finish()
}

impl Journal {
    pub fn new(short: u64, follows: bool) -> Journal {
        Journal { short, follows, ..Journal::default() }
    }

    /// Are events of this process noted?
    pub fn notes(&self, process: ProcessId) -> bool {
        self.is_open && !self.is_closed && !self.is_over && process >= FIRST_SPAWNED
    }

    /// There are several processes from now on.
    pub fn open(&mut self) {
        self.is_open = true;
    }

    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Nothing more is noted.
    pub fn close(&mut self, why: Blur) {
        self.blurs.insert(why);
        self.is_closed = true;
        self.current = None;
    }

    pub fn blur(&mut self, why: Blur) {
        self.blurs.insert(why);
    }

    // ---- who there is ----

    fn number(&mut self, actor: Actor) -> ActorId {
        if let Some(&number) = self.numbers.get(&actor) {
            return number;
        }
        let number = ActorId(self.actors.len() as u32);
        self.numbers.insert(actor.clone(), number);
        self.actors.push(ActorState {
            actor,
            count: 0,
            past: 0,
            clock: FxHashMap::default(),
            decisions: 0,
            timers: 0,
            traps_since: None,
        });
        number
    }

    pub fn process(&mut self, id: ProcessId, name: &ProcessName) -> ActorId {
        if let Some(&number) = self.by_id.get(&id) {
            return number;
        }
        let number = self.number(Actor::Process(name.clone()));
        self.by_id.insert(id, number);
        self.ids.insert(name.clone(), id);
        number
    }

    /// A child that is about to be made.
    pub fn child(&mut self, parent: &Process, id: ProcessId) -> ActorId {
        let child = self.process(id, &parent.causal_name.child(parent.children));
        let parent = self.process(parent.id, &parent.causal_name);
        let (past, count) = (self.state(parent).past, self.state(parent).count);
        let mut clock = self.state(parent).clock.clone();
        clock.insert(parent, count + 1);
        let state = self.state(child);
        (state.past, state.clock) = (mix(past, 1), clock);
        child
    }

    /// What people call this process.
    pub fn label(&mut self, id: ProcessId, label: String) {
        if let Some(&actor) = self.by_id.get(&id) {
            self.labels.insert(actor, label);
        }
    }

    pub fn number_of(&self, actor: &Actor) -> Option<ActorId> {
        self.numbers.get(actor).copied()
    }

    /// A timer that is about to be set.
    pub fn timer(&mut self, process: &Process, reference: ReferenceId) -> ActorId {
        let setter = self.process(process.id, &process.causal_name);
        let nth = self.state(setter).timers;
        self.state(setter).timers += 1;
        let name = EventId::new(process.causal_name.clone(), nth);
        self.timers.insert(name.clone(), reference);
        let timer = self.number(Actor::Timer(name));
        self.by_id.insert(FIRST_TIMER + reference, timer);
        self.state(timer).past = mix(self.state(setter).past, 2);
        timer
    }

    pub fn timer_of(&self, reference: ReferenceId) -> Option<ActorId> {
        self.by_id.get(&(FIRST_TIMER + reference)).copied()
    }

    pub fn reference_of(&self, timer: &EventId) -> Option<ReferenceId> {
        self.timers.get(timer).copied()
    }

    pub fn id_of(&self, name: &ProcessName) -> Option<ProcessId> {
        self.ids.get(name).copied()
    }

    pub fn name_of(&self, id: ProcessId) -> Option<ProcessName> {
        match &self.actors[self.by_id.get(&id)?.0 as usize].actor {
            Actor::Process(name) => Some(name.clone()),
            _ => None,
        }
    }

    fn state(&mut self, actor: ActorId) -> &mut ActorState {
        &mut self.actors[actor.0 as usize]
    }

    /// What has happened before what this process does next.
    pub fn past(&self, id: ProcessId) -> u64 {
        let number = self.by_id.get(&id);
        number.map_or(0, |number| self.actors[number.0 as usize].past)
    }

    // ---- events ----

    /// From which of the run's decisions on those of this process have not been noted.
    pub fn decisions_noted(&mut self, process: &Process, now: usize) -> usize {
        let actor = self.process(process.id, &process.causal_name);
        std::mem::replace(&mut self.state(actor).decisions, now)
    }

    fn key(&mut self, actor: ActorId) -> EventKey {
        let state = self.state(actor);
        state.count += 1;
        EventKey { actor, nth: state.count - 1 }
    }

    fn push(&mut self, record: Record) {
        if self.events.len() >= MOST_EVENTS {
            return self.close(Blur::Length);
        }
        self.current = Some(self.events.len());
        self.events.push(record);
    }

    /// Something happens in a process. `decided`: what the input decided there since the last time.
    pub fn happens(&mut self, process: &Process, visible: Visible, decided: Option<u64>) {
        let actor = self.process(process.id, &process.causal_name);
        self.note_decider(actor, decided);
        self.note_past(actor, &visible.step, &visible.accesses);
        let flushes = visible.flushes.and_then(|id| self.by_id.get(&id).copied());
        let at = self.key(actor);
        let Visible { step, accesses, .. } = visible;
        let decided = decided.unwrap_or(0);
        self.push(Record { at, step, sends: Vec::new(), accesses, flushes, decided });
    }

    /// Did whoever looked at the input before do so for sure before this one?
    fn note_decider(&mut self, actor: ActorId, decided: Option<u64>) {
        if decided.is_none() {
            return;
        }
        let count = self.state(actor).count;
        if let Some((last, at)) = self.last_decider.replace((actor, count))
            && last != actor
            && self.state(actor).clock.get(&last).is_none_or(|&known| known <= at)
        {
            self.blur(Blur::DataInParallel);
        }
    }

    fn note_past(&mut self, actor: ActorId, step: &Step, accesses: &[Access]) {
        let mut past = mix(self.state(actor).past, std::mem::discriminant(step));
        for access in accesses {
            past = mix(past, self.objects.get(&access.object.group).copied().unwrap_or(0));
        }
        for access in accesses.iter().filter(|access| access.writes) {
            let known = self.objects.entry(access.object.group).or_default();
            *known = mix(*known, past);
        }
        self.state(actor).past = past;
    }

    /// A `receive` takes a message, by its number in the mailbox.
    pub fn takes(
        &mut self,
        process: &Process,
        (look, has_timeout): (Look, bool),
        number: u32,
        decided: Option<u64>,
    ) {
        let actor = self.process(process.id, &process.causal_name);
        let letter = &self.letters[number as usize - 1];
        let (key, past, clock) = (letter.key, letter.past, letter.clock.clone());
        let state = self.state(actor);
        state.past = mix(state.past, (past, key.nth));
        for (other, known) in clock {
            let ours = state.clock.entry(other).or_default();
            *ours = known.max(*ours);
        }
        let pattern = self.looks.len() as u32;
        self.looks.push(look);
        let step = Step::Receive { pattern, has_timeout, taken: Taken::Message(key) };
        self.happens(process, Visible { step, accesses: Vec::new(), flushes: None }, decided);
    }

    /// A `receive` has waited long enough.
    pub fn times_out(&mut self, process: &Process, look: Look, decided: Option<u64>) {
        let actor = self.process(process.id, &process.causal_name);
        let state = self.state(actor);
        state.past = mix(state.past, 3);
        let pattern = self.looks.len() as u32;
        self.looks.push(look);
        let step = Step::Receive { pattern, has_timeout: true, taken: Taken::Timeout };
        self.happens(process, Visible { step, accesses: Vec::new(), flushes: None }, decided);
    }

    /// The time of a timer comes that has just been cancelled.
    pub fn passes_silently(&mut self, reference: ReferenceId, accesses: Vec<Access>) {
        let current = self.current;
        if let (Some(timer), true) = (self.timer_of(reference), self.is_open && !self.is_over) {
            self.fires(timer, accesses);
        }
        if !self.is_closed {
            self.current = current;
        }
    }

    /// A timer goes off.
    pub fn fires(&mut self, timer: ActorId, accesses: Vec<Access>) {
        if self.is_closed {
            return;
        }
        self.note_past(timer, &Step::Plain, &accesses);
        let at = self.key(timer);
        self.push(Record { accesses, ..Record::plain(at, Step::Plain) });
    }

    /// A signal is delivered. `false`: it is not noted.
    pub fn delivers(
        &mut self,
        number: u32,
        names: (ProcessName, ProcessName),
        accesses: Vec<Access>,
        strikes: bool,
    ) -> bool {
        if self.is_closed || number == 0 {
            return false;
        }
        let letter = &self.letters[number as usize - 1];
        let (signal, past, clock) = (letter.key, letter.past, letter.clock.clone());
        let to = self.number(Actor::Process(names.1.clone()));
        let courier = self.number(Actor::Courier { from: names.0, to: names.1 });
        let state = self.state(courier);
        state.past = mix(state.past, past);
        for (other, known) in clock {
            let ours = state.clock.entry(other).or_default();
            *ours = known.max(*ours);
        }
        let step = Step::Deliver { signal, to, strikes };
        self.note_past(courier, &step, &accesses);
        let at = self.key(courier);
        self.push(Record { accesses, ..Record::plain(at, step) });
        !self.is_closed
    }

    /// The delivery that was noted last has ended the process. `is_over`: it would not have done anything.
    pub fn kills(&mut self, process: &Process, look: Option<Look>, is_over: bool) {
        let Some(by) = self.current.map(|current| self.events[current].at) else { return };
        let delivery = self.current;
        let actor = self.process(process.id, &process.causal_name);
        if is_over && process.suspended == 0 {
            self.blur(Blur::OddReceive);
        }
        let instead_of = match look {
            _ if is_over => Intended::Nothing,
            Some(look) => {
                self.looks.push(look);
                let pattern = self.looks.len() as u32 - 1;
                Intended::Receive { pattern, has_timeout: false }
            }
            None => Intended::Other,
        };
        let at = self.key(actor);
        self.push(Record::plain(at, Step::Killed { by, instead_of }));
        self.current = delivery;
    }

    /// The receives in which processes were ended: numbers of looks.
    pub fn looks_of_the_killed(&self) -> Vec<u32> {
        let steps = self.events.iter().map(|event| event.step);
        let looks = steps.filter_map(|step| match step {
            Step::Killed { instead_of: Intended::Receive { pattern, .. }, .. } => Some(pattern),
            _ => None,
        });
        looks.collect()
    }

    /// What is known now of a `receive` in which a process was ended.
    pub fn killed_in(&mut self, look: u32, times_out: bool, decides: u64) {
        for event in &mut self.events {
            if let Step::Killed { instead_of: Intended::Receive { pattern, has_timeout }, .. } =
                &mut event.step
                && *pattern == look
            {
                *has_timeout = times_out;
                event.decided = decides;
            }
        }
    }

    /// From which of the run's decisions on those of this process have not been noted.
    pub fn decisions_left(&self, process: ProcessId) -> usize {
        let actor = self.by_id.get(&process);
        actor.map_or(0, |actor| self.actors[actor.0 as usize].decisions)
    }

    /// A process is about to trap exits, or not to.
    pub fn sets_trap(&mut self, process: &Process, traps: bool) {
        let actor = self.process(process.id, &process.causal_name);
        let state = self.state(actor);
        let since = EventKey { actor, nth: state.count };
        match state.traps_since {
            _ if process.traps_exits == traps => {}
            None if traps => state.traps_since = Some(since.nth),
            _ => self.blur(Blur::Traps),
        }
    }

    /// Did the process trap exits when this was sent, whatever the order?
    pub fn surely_traps(&self, process: &Process, number: u32) -> bool {
        let actor = self.by_id.get(&process.id);
        let since = actor.and_then(|actor| self.actors[actor.0 as usize].traps_since);
        let letter = &self.letters[number as usize - 1];
        let known = actor.and_then(|actor| letter.clock.get(actor)).copied().unwrap_or(0);
        process.traps_exits && since.is_none_or(|since| since < known)
    }

    /// A message is thrown away: no later `receive` sees it.
    pub fn throws_away(&mut self, number: u32) {
        let looks = self.looks.len();
        if let Some(index) = number.checked_sub(1) {
            self.letters[index as usize].seen_until = looks;
        }
    }

    // ---- messages ----

    /// Something is sent at the event that goes on. The number it is known by; 0: it is not noted.
    pub fn sends(&mut self, from: ProcessId, to: ProcessId, message: Value, kind: SentKind) -> u32 {
        let is_noted = !self.is_closed && !self.is_over;
        let (Some(current), true) = (self.current, is_noted) else { return 0 };
        let (Some(&sender), Some(&recipient)) = (self.by_id.get(&from), self.by_id.get(&to)) else {
            return 0;
        };
        let record = &mut self.events[current];
        let key = MessageKey { event: record.at, nth: record.sends.len() as u32 };
        let payload = self.letters.len() as u32;
        record.sends.push(Sent { from: sender, to: recipient, payload, kind });
        let sender = key.event.actor;
        let state = &self.actors[sender.0 as usize];
        let mut clock = state.clock.clone();
        clock.insert(sender, state.count);
        let past = mix(state.past, 4);
        let (place, seen_until) = (self.place, usize::MAX);
        self.letters.push(Letter { key, to, message, place, seen_until, past, clock });
        payload + 1
    }

    /// At which event somebody asked for something that comes later.
    pub fn current(&self) -> Option<usize> {
        self.current
    }

    pub fn set_current(&mut self, current: Option<usize>) {
        self.current = current;
    }

    // ---- the end ----

    pub fn events(&self) -> &[Record] {
        &self.events
    }

    pub fn actor(&self, number: ActorId) -> &Actor {
        &self.actors[number.0 as usize].actor
    }

    /// In whose name a message was sent.
    pub fn sender(&self, key: MessageKey) -> Option<ActorId> {
        self.sent(key).map(|sent| sent.from)
    }

    fn sent(&self, key: MessageKey) -> Option<&Sent> {
        let event = self.events.iter().find(|event| event.at == key.event)?;
        event.sends.get(key.nth as usize)
    }

    /// The first message that nobody has received, if everything was noted: not one that told of an end.
    pub fn lost_message(&self) -> Option<&Letter> {
        let taken = self.events.iter().filter_map(|event| match event.step {
            Step::Receive { taken: Taken::Message(key), .. } => Some(key),
            _ => None,
        });
        let taken: FxHashSet<MessageKey> = taken.collect();
        let is_message = |key: MessageKey| {
            let sent = self.sent(key);
            sent.is_some_and(|sent| sent.kind == SentKind::Message && !self.is_timer(sent.from))
        };
        let is_lost = |letter: &&Letter| {
            letter.seen_until == usize::MAX
                && letter.place.is_some()
                && is_message(letter.key)
                && !taken.contains(&letter.key)
        };
        self.letters.iter().filter(|_| !self.is_closed).find(is_lost)
    }

    fn is_timer(&self, actor: ActorId) -> bool {
        matches!(self.actor(actor), Actor::Timer(_))
    }

    /// Still waits when nobody can run any more.
    pub fn waits(&mut self, process: &Process, look: Look, decided: Option<u64>) {
        let actor = self.process(process.id, &process.causal_name);
        self.note_decider(actor, decided);
        let pattern = self.looks.len() as u32;
        self.looks.push(look);
        let at = EventKey { actor, nth: self.state(actor).count };
        self.pending.push(Pending { at, pattern, decided: decided.unwrap_or(0) });
    }

    pub fn into_history(self, answers: Answers) -> History {
        let numbers = self.letters.len().max(self.pending.len() + self.events.len()) as u32;
        let looks = (0..).zip(&self.looks);
        let passed = looks.flat_map(|(pattern, look)| {
            look.passed.iter().map(move |number| (pattern, number - 1))
        });
        let passed = passed.collect();
        History {
            numbers,
            actors: self.actors.into_iter().map(|state| state.actor).collect(),
            run: Run { events: self.events, pending: self.pending, refused: Vec::new() },
            fits: answers.fits,
            open: answers.open,
            passed,
            blurs: self.blurs,
        }
    }

    pub(super) fn visit(&mut self, collection: &mut Collection) {
        for look in &mut self.looks {
            collection.visit_all(&mut look.slots);
        }
        for letter in &mut self.letters {
            collection.visit(&mut letter.message);
        }
        if let Some(value) = &mut self.returned {
            collection.visit(value);
        }
    }
}
