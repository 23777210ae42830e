//! How could a run have gone otherwise, at one of its events?
//!
//! A variant keeps everything of a graph that does not happen after the event, and chooses another way there.
//! All events of the graph are looked at, not only those that are new in it: with objects and kills, a race
//! between two old events may have got another meaning.

use crate::actor::ActorId;
use crate::bits::Bits;
use crate::event::{EventKey, Intended, Step, Taken};
use crate::feasibility::{Conditions, Fit};
use crate::graph::{Chosen, Graph, refusal_token, token};

/// A part of a graph, with another choice at one event.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Positions in the graph, with the event that is changed.
    pub(crate) kept: Bits,
    pub change: Change,
    /// Waiting receives, and messages that they shall not take.
    pub(crate) refused: Vec<(u32, u32)>,
}

#[derive(Clone, Debug)]
pub struct Change {
    pub(crate) position: usize,
    pub choice: Choice,
    /// The writes that it comes after now, if it has accesses.
    pub(crate) before: Option<Bits>,
    /// A delivery comes after whatever this process does.
    pub(crate) after_all_of: Option<ActorId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Other writes come before it.
    Order,
    /// This message is received.
    Message(u32),
    Timeout,
    Way(u32),
    /// The process is ended there, by this delivery.
    Killed(u32),
    /// The process is not ended there, and does what it intended.
    Lives,
    /// The receive goes on waiting.
    Waits,
}

/// All variants of a graph.
pub fn variants(graph: &Graph, conditions: &impl Conditions) -> Vec<Variant> {
    let mut variants = Vec::new();
    for position in 0..graph.size() {
        receive_variants(graph, conditions, position, &mut variants);
        if position >= graph.events.len() {
            continue;
        }
        branch_variants(graph, position, &mut variants);
        life_variants(graph, position, &mut variants);
        order_variants(graph, position, &mut variants);
    }
    variants
}

impl Variant {
    /// What the graph before it keeps, with another choice at this event.
    fn new(graph: &Graph, mut kept: Bits, change: Change) -> Variant {
        let position = change.position;
        if change.choice != Choice::Waits {
            kept.insert(position);
        }
        let refused = graph.refused.iter().copied().filter(|&(receive, message)| {
            let event = graph.messages[message as usize].event as usize;
            let previous = graph.previous[receive as usize];
            receive as usize != position
                && kept.contains(event)
                && previous.is_none_or(|previous| kept.contains(previous as usize))
        });
        let refused = refused.collect();
        Variant { kept, change, refused }
    }

    fn choosing(graph: &Graph, position: usize, choice: Choice) -> Variant {
        Variant::keeping(graph, &without(graph, position), position, choice)
    }

    fn keeping(graph: &Graph, kept: &Bits, position: usize, choice: Choice) -> Variant {
        let change = Change { position, choice, before: None, after_all_of: None };
        Variant::new(graph, kept.clone(), change)
    }

    /// Is the event that is changed a delivery?
    pub(crate) fn delivers_anew(&self, graph: &Graph) -> bool {
        let changed = graph.events.get(self.change.position);
        changed.is_some_and(|event| matches!(event.step, Step::Deliver { .. }))
    }

    /// The event that is changed.
    pub fn at(&self, graph: &Graph) -> EventKey {
        graph.key(self.change.position)
    }

    /// What the changed event is known by.
    pub(crate) fn token(&self, graph: &Graph) -> Option<u128> {
        let chosen = match self.change.choice {
            Choice::Waits => return None,
            Choice::Message(message) => Chosen::Message(graph.message_key(message)),
            Choice::Timeout => Chosen::Timeout,
            Choice::Way(way) => Chosen::Way(way),
            Choice::Killed(by) => Chosen::Killed(graph.key(by as usize)),
            Choice::Order => Chosen::Nothing,
            Choice::Lives => Chosen::Lived,
        };
        let before = self.change.before.iter().flat_map(Bits::iter);
        let decided = graph.decided(self.change.position);
        Some(token(self.at(graph), chosen, decided, before.map(|write| graph.key(write))))
    }

    /// What the events that stay as they were are known by.
    pub(crate) fn kept_as_they_were(&self) -> impl Iterator<Item = usize> + '_ {
        self.kept.iter().filter(|&position| position != self.change.position)
    }

    pub(crate) fn refusal_tokens(&self, graph: &Graph) -> impl Iterator<Item = u128> {
        self.refused.iter().map(|&(receive, message)| {
            refusal_token(graph.key(receive as usize), graph.message_key(message))
        })
    }

    /// What all of it is known by.
    pub(crate) fn hash(&self, graph: &Graph) -> u128 {
        let kept = self.kept_as_they_were().map(|position| graph.tokens[position]);
        let all = kept.chain(self.token(graph)).chain(self.refusal_tokens(graph));
        all.fold(0, u128::wrapping_add)
    }

    /// What must have happened right before the changed event, apart from writes.
    pub(crate) fn causes(&self, graph: &Graph) -> impl Iterator<Item = usize> {
        let position = self.change.position;
        let other = match self.change.choice {
            Choice::Message(message) => Some(graph.messages[message as usize].event),
            Choice::Killed(by) => Some(by),
            Choice::Order | Choice::Timeout | Choice::Way(_) | Choice::Lives | Choice::Waits => {
                None
            }
        };
        // The order of accesses is all that is changed: a delivery still needs its signal.
        let same = (self.change.choice == Choice::Order).then(|| &graph.causes[position]);
        let same = same.into_iter().flatten().copied();
        let causes = graph.previous[position].into_iter().chain(other).chain(same);
        causes.map(|cause| cause as usize)
    }

    /// Everything that happens before the changed event.
    pub(crate) fn past(&self, graph: &Graph) -> Bits {
        let mut past = Bits::new(graph.size());
        for cause in self.causes(graph).chain(self.change.before.iter().flat_map(Bits::iter)) {
            past.add_all(&graph.past[cause]);
        }
        past.insert(self.change.position);
        past
    }

    /// The same without an event that the changed one does not need, and whatever happens after it.
    pub(crate) fn without_event(&self, graph: &Graph, position: usize) -> Variant {
        let mut kept = self.kept.clone();
        let mut future = graph.future(position);
        // In the graph it may have happened after; it does not any more.
        future.remove(self.change.position);
        kept.remove_all(&future);
        let mut variant = Variant { kept, change: self.change.clone(), refused: Vec::new() };
        variant.refused = self.refused.clone();
        variant.refused.retain(|&(receive, message)| {
            let event = graph.messages[message as usize].event as usize;
            let previous = graph.previous[receive as usize];
            variant.kept.contains(event)
                && previous.is_none_or(|previous| variant.kept.contains(previous as usize))
        });
        variant
    }

    pub(crate) fn without_refusal(&self, nth: usize) -> Variant {
        let mut variant = self.clone();
        variant.refused.remove(nth);
        variant
    }
}

/// Everything that does not happen after this event.
fn without(graph: &Graph, position: usize) -> Bits {
    let mut kept = Bits::filled(graph.size(), graph.events.len());
    kept.remove_all(&graph.future(position));
    kept
}

/// A `receive` takes another message, times out, or waits. Those that were killed and those that still wait,
/// too.
fn receive_variants(
    graph: &Graph,
    conditions: &impl Conditions,
    position: usize,
    variants: &mut Vec<Variant>,
) {
    let Some((pattern, has_timeout)) = graph.receive(position) else { return };
    let at = graph.key(position);
    let taken = graph.taken(position);
    let kept = without(graph, position);
    let available: Vec<(u32, Fit)> = available_messages(graph, &kept, at)
        .map(|message| (message, conditions.fit(pattern, graph.messages[message as usize].payload)))
        .filter(|&(_, fit)| fit != Fit::Never)
        .collect();
    for &(message, _) in &available {
        if taken != Some(message) {
            variants.push(Variant::keeping(graph, &kept, position, Choice::Message(message)));
        }
    }
    let times_out = graph
        .events
        .get(position)
        .is_some_and(|event| matches!(event.step, Step::Receive { taken: Taken::Timeout, .. }));
    if has_timeout && !times_out {
        variants.push(Variant::keeping(graph, &kept, position, Choice::Timeout));
    }
    let may_wait = !has_timeout && position < graph.events.len();
    if may_wait && !available.is_empty() && available.iter().all(|&(_, fit)| fit == Fit::Depends) {
        let mut variant = Variant::keeping(graph, &kept, position, Choice::Waits);
        variant.refused.extend(available.iter().map(|&(message, _)| (position as u32, message)));
        variants.push(variant);
    }
}

/// The messages to a process that its earlier receives have not taken.
pub(crate) fn available_messages<'a>(
    graph: &'a Graph,
    kept: &'a Bits,
    at: EventKey,
) -> impl Iterator<Item = u32> + 'a {
    let earlier = &graph.by_actor[&at.actor][..at.nth as usize];
    let mut used = Bits::new(graph.messages.len());
    for message in earlier.iter().filter_map(|&event| graph.taken(event as usize)) {
        used.insert(message as usize);
    }
    let mail = graph.mail.get(&at.actor).into_iter().flatten().copied();
    mail.filter(move |&message| {
        let event = graph.messages[message as usize].event as usize;
        kept.contains(event) && !used.contains(message as usize)
    })
}

/// Another way at a test of the input. At one that was not made because the process was killed: every way.
fn branch_variants(graph: &Graph, position: usize, variants: &mut Vec<Variant>) {
    let (ways, taken) = match graph.events[position].step {
        Step::Branch { ways, way, .. } => (ways, Some(way)),
        Step::Killed { instead_of: Intended::Branch { ways, .. }, .. } => (ways, None),
        _ => return,
    };
    for way in (0..ways).filter(|&way| Some(way) != taken) {
        variants.push(Variant::choosing(graph, position, Choice::Way(way)));
    }
}

/// A process is killed at another event, or not at this one.
fn life_variants(graph: &Graph, position: usize, variants: &mut Vec<Variant>) {
    let event = &graph.events[position];
    for &(delivery, process) in &graph.strikes {
        let is_later = graph.past[delivery as usize].contains(position);
        let is_the_same = graph.killer[position] == Some(delivery);
        if process == event.at.actor && !is_later && !is_the_same && is_alive(graph, position) {
            variants.push(Variant::choosing(graph, position, Choice::Killed(delivery)));
        }
    }
    if let Step::Killed { instead_of: Intended::Other, .. } = event.step {
        variants.push(Variant::choosing(graph, position, Choice::Lives));
    }
}

/// Does the process still do what it wants, at this event and until then?
pub(crate) fn is_alive(graph: &Graph, position: usize) -> bool {
    let at = graph.events[position].at;
    let earlier = &graph.by_actor[&at.actor][..at.nth as usize];
    !earlier.iter().any(|&event| graph.events[event as usize].step.is_last())
}

/// An access comes before a write that it came after, or after one that it came before.
fn order_variants(graph: &Graph, position: usize, variants: &mut Vec<Variant>) {
    let (Some(before), Some(rivals)) = (&graph.before[position], &graph.rivals[position]) else {
        return;
    };
    let mut causes = Bits::new(graph.size());
    for &cause in &graph.causes[position] {
        causes.add_all(&graph.past[cause as usize]);
    }
    for write in rivals.iter() {
        if before.contains(write) {
            if !causes.contains(write) {
                before_write(graph, position, write, &causes, variants);
            }
        } else if !graph.past[write].contains(position) {
            let mut now = graph.past[write].clone();
            now.keep_only(rivals);
            now.add_all(before);
            add_ordered(graph, position, without(graph, position), now, variants);
        }
    }
}

/// The access comes before a write that was there. Writes that see it are not what they were then.
fn before_write(
    graph: &Graph,
    position: usize,
    write: usize,
    causes: &Bits,
    variants: &mut Vec<Variant>,
) {
    let Some(mut now) = graph.before[position].clone() else { return };
    let later = graph.future(write);
    let mut kept = without(graph, position);
    for other in later.iter().filter(|&other| now.contains(other)) {
        if graph.events[other].sees_writes_of(&graph.events[position]) {
            kept.remove_all(&graph.future(other));
        }
    }
    now.remove_all(&later);
    now.keep_only(&kept);
    if causes.is_within(&kept) {
        add_ordered(graph, position, kept, now, variants);
    }
}

/// An access comes after these writes. A delivery that came after others may end its process now, or put a
/// message into its mailbox, or not do so any more: what the process does then is not known. So there is a
/// variant that keeps nothing of that, and one that keeps all: its run leaves out what is not possible.
fn add_ordered(
    graph: &Graph,
    position: usize,
    kept: Bits,
    before: Bits,
    variants: &mut Vec<Variant>,
) {
    let choice = Choice::Order;
    let change = Change { position, choice, before: Some(before), after_all_of: None };
    let variant = Variant::new(graph, kept, change);
    if let Step::Deliver { to, .. } = graph.events[position].step {
        let mut last = variant.clone();
        last.change.after_all_of = Some(to);
        variants.push(last);
    }
    variants.push(variant);
}
