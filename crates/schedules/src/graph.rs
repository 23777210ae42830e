//! What did a run consist of, and what happened before what?
//!
//! The events of a run, by their positions in the order in which they happened, with whatever had to be there
//! for each: the event before it in its process, who spawned it, who sent what it received, which writes it
//! came after. That is *happens before*. After the events come the receives that still wait in the end.

use crate::actor::ActorId;
use crate::bits::Bits;
use crate::event::{
    EventKey, Intended, MessageKey, Pending, Record, Refusal, Sent, SentKind, Step, Taken,
};
use crate::hash::Mixer;
use crate::indexing;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What an engine tells of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// In the order in which they happened.
    pub events: Vec<Record>,
    pub pending: Vec<Pending>,
    /// Of those that the variant asked for, these still hold.
    pub refused: Vec<Refusal>,
}

/// A run by what happened before what.
#[derive(Debug)]
pub struct Graph {
    pub(crate) events: Vec<Record>,
    pub(crate) pending: Vec<Pending>,
    pub(crate) positions: FxHashMap<EventKey, u32>,
    /// What must have happened right before, apart from writes to objects.
    pub(crate) causes: Vec<SmallVec<[u32; 3]>>,
    /// The event before in the same process, or its spawning.
    pub(crate) previous: Vec<Option<u32>>,
    /// The writes that it came after, of those that it sees. `None`: it has no accesses.
    pub(crate) before: Vec<Option<Bits>>,
    /// All writes that it would see, earlier or later.
    pub(crate) rivals: Vec<Option<Bits>>,
    /// Everything that happened before, and itself.
    pub(crate) past: Vec<Bits>,
    /// Which delivery ended the process.
    pub(crate) killer: Vec<Option<u32>>,
    pub(crate) messages: Vec<Message>,
    /// The number of the first message of each event.
    pub(crate) first_message: Vec<u32>,
    /// Messages that go into mailboxes, by whose.
    pub(crate) mail: FxHashMap<ActorId, Vec<u32>>,
    /// What is delivered in order.
    pub(crate) channels: Vec<Vec<u32>>,
    pub(crate) by_actor: FxHashMap<ActorId, Vec<u32>>,
    /// Deliveries that would end a process.
    pub(crate) strikes: Vec<(u32, ActorId)>,
    /// Whatever one of these has sent to the other one is delivered before.
    pub(crate) flushes: Vec<(u32, Vec<u32>)>,
    /// Waiting receives, and messages that they shall not take.
    pub(crate) refused: Vec<(u32, u32)>,
    /// What each event is known by, together with its choice.
    pub(crate) tokens: Vec<u128>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    /// Who sends it.
    pub event: u32,
    pub payload: u32,
    pub delivery: Delivery,
}

/// When is a message delivered?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delivery {
    Anytime,
    /// At this event, by a courier or because it is put into the mailbox at once.
    At(u32),
    /// Its courier has not come to it.
    Never,
}

impl Run {
    /// The same with other numbers for actors, patterns and payloads.
    pub fn renumbered(mut self, actor: impl Fn(ActorId) -> ActorId, first: u32) -> Run {
        let at = |key: EventKey| EventKey { actor: actor(key.actor), ..key };
        let message = |key: MessageKey| MessageKey { event: at(key.event), ..key };
        for record in &mut self.events {
            record.at = at(record.at);
            record.flushes = record.flushes.map(&actor);
            for sent in &mut record.sends {
                (sent.from, sent.to) = (actor(sent.from), actor(sent.to));
                sent.payload += first;
            }
            match &mut record.step {
                Step::Spawn(spawned) => *spawned = actor(*spawned),
                Step::Receive { pattern, taken, .. } => {
                    *pattern += first;
                    if let Taken::Message(key) = taken {
                        *key = message(*key);
                    }
                }
                Step::Deliver { signal, to, .. } => {
                    (*signal, *to) = (message(*signal), actor(*to));
                }
                Step::Killed { by, instead_of } => {
                    *by = at(*by);
                    if let Intended::Receive { pattern, .. } = instead_of {
                        *pattern += first;
                    }
                }
                Step::Plain | Step::Branch { .. } | Step::End => {}
            }
        }
        for pending in &mut self.pending {
            pending.at = at(pending.at);
            pending.pattern += first;
        }
        for refusal in &mut self.refused {
            *refusal = Refusal { receive: at(refusal.receive), message: message(refusal.message) };
        }
        self
    }
}

impl Graph {
    /// # Panics
    /// If the engine tells events that cannot have happened in this order.
    pub fn new(run: Run) -> Graph {
        indexing::index(run)
    }

    /// Events and waiting receives.
    pub(crate) fn size(&self) -> usize {
        self.events.len() + self.pending.len()
    }

    pub fn events(&self) -> &[Record] {
        &self.events
    }

    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// What the graph is known by: each event with its choice.
    pub fn tokens(&self) -> impl Iterator<Item = u128> + '_ {
        let refusals = self.refused.iter().map(|&(receive, message)| {
            refusal_token(self.key(receive as usize), self.message_key(message))
        });
        self.tokens.iter().copied().chain(refusals).chain(self.lived())
    }

    /// That processes were not ended at their events, if somebody may have wanted to end them.
    fn lived(&self) -> impl Iterator<Item = u128> + '_ {
        let is_target = |actor| self.strikes.iter().any(|&(_, target)| target == actor);
        let events = self.events.iter().filter(move |event| is_target(event.at.actor));
        let lived = events.filter(|event| !matches!(event.step, Step::Killed { .. }));
        lived.map(|event| token(event.at, Chosen::Lived, 0, std::iter::empty()))
    }

    pub(crate) fn key(&self, position: usize) -> EventKey {
        match self.events.get(position) {
            Some(event) => event.at,
            None => self.pending[position - self.events.len()].at,
        }
    }

    /// See [`Record::decided`].
    pub(crate) fn decided(&self, position: usize) -> u64 {
        match self.events.get(position) {
            Some(event) => event.decided,
            None => self.pending[position - self.events.len()].decided,
        }
    }

    pub(crate) fn message_key(&self, message: u32) -> MessageKey {
        let event = self.messages[message as usize].event as usize;
        MessageKey { event: self.events[event].at, nth: message - self.first_message[event] }
    }

    pub(crate) fn message(&self, key: MessageKey) -> u32 {
        self.first_message[self.positions[&key.event] as usize] + key.nth
    }

    pub(crate) fn sent(&self, key: MessageKey) -> Sent {
        self.events[self.positions[&key.event] as usize].sends[key.nth as usize]
    }

    /// What happened after this event, and itself.
    pub(crate) fn future(&self, position: usize) -> Bits {
        let mut future = Bits::new(self.size());
        for (later, past) in self.past.iter().enumerate().skip(position) {
            if past.contains(position) {
                future.insert(later);
            }
        }
        future
    }

    /// Which pattern the process waits for, if it does there, and whether it may wait no longer. Also of one
    /// that was killed there.
    pub(crate) fn receive(&self, position: usize) -> Option<(u32, bool)> {
        let Some(event) = self.events.get(position) else {
            return Some((self.pending[position - self.events.len()].pattern, false));
        };
        match event.step {
            Step::Receive { pattern, has_timeout, .. }
            | Step::Killed { instead_of: Intended::Receive { pattern, has_timeout }, .. } => {
                Some((pattern, has_timeout))
            }
            _ => None,
        }
    }

    /// Which message was taken there.
    pub(crate) fn taken(&self, position: usize) -> Option<u32> {
        match self.events.get(position)?.step {
            Step::Receive { taken: Taken::Message(key), .. } => Some(self.message(key)),
            _ => None,
        }
    }
}

// ---- what events are known by ----

fn mix(mixer: Mixer, key: EventKey) -> Mixer {
    mixer.with(u64::from(key.actor.0) << 32 | u64::from(key.nth))
}

/// What is chosen at an event, apart from the writes that it came after.
#[derive(Clone, Copy)]
pub(crate) enum Chosen {
    Nothing,
    Message(MessageKey),
    Timeout,
    Way(u32),
    Killed(EventKey),
    /// Whatever it was, the process was not ended there.
    Lived,
}

impl Chosen {
    pub fn at(step: &Step) -> Chosen {
        match *step {
            Step::Receive { taken: Taken::Message(key), .. } => Chosen::Message(key),
            Step::Receive { taken: Taken::Timeout, .. } => Chosen::Timeout,
            Step::Branch { way, .. } => Chosen::Way(way),
            Step::Killed { by, .. } => Chosen::Killed(by),
            Step::Plain | Step::Spawn(_) | Step::Deliver { .. } | Step::End => Chosen::Nothing,
        }
    }
}

/// What an event is known by, with what was chosen, and after which writes it came.
pub(crate) fn token(
    at: EventKey,
    chosen: Chosen,
    decided: u64,
    before: impl Iterator<Item = EventKey>,
) -> u128 {
    let mixer = mix(Mixer::new(1), at);
    // What a process was about to do is not known once it is killed.
    let decided = if matches!(chosen, Chosen::Killed(_) | Chosen::Lived) { 0 } else { decided };
    let mixer = match chosen {
        Chosen::Nothing => mixer.with(0),
        Chosen::Message(key) => mix(mixer.with(1), key.event).with(u64::from(key.nth)),
        Chosen::Timeout => mixer.with(2),
        Chosen::Way(way) => mixer.with(3).with(u64::from(way)),
        Chosen::Killed(by) => mix(mixer.with(4), by),
        Chosen::Lived => mixer.with(5),
    };
    let sum = before.fold(0u128, |sum, key| sum.wrapping_add(mix(Mixer::new(2), key).finish()));
    mixer.with(decided).with(sum as u64).with((sum >> 64) as u64).finish()
}

pub(crate) fn refusal_token(receive: EventKey, message: MessageKey) -> u128 {
    mix(mix(Mixer::new(3), receive), message.event).with(u64::from(message.nth)).finish()
}

impl SentKind {
    pub(crate) fn goes_into_the_mailbox(self) -> bool {
        matches!(self, SentKind::Message | SentKind::AtOnce)
    }
}
