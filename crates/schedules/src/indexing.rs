//! How does what an engine tells become a graph?

use crate::actor::ActorId;
use crate::bits::Bits;
use crate::event::{EventKey, MessageKey, Record, SentKind, Step, Taken};
use crate::graph::{Chosen, Delivery, Graph, Message, Run, token};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub(crate) fn index(run: Run) -> Graph {
    let Run { events, pending, refused } = run;
    let size = events.len() + pending.len();
    let mut graph = Graph {
        positions: FxHashMap::default(),
        causes: Vec::with_capacity(size),
        previous: Vec::with_capacity(size),
        before: Vec::with_capacity(size),
        rivals: vec![None; size],
        past: Vec::with_capacity(size),
        killer: vec![None; size],
        messages: Vec::new(),
        first_message: Vec::with_capacity(size),
        mail: FxHashMap::default(),
        channels: Vec::new(),
        by_actor: FxHashMap::default(),
        strikes: Vec::new(),
        flushes: Vec::new(),
        refused: Vec::new(),
        tokens: Vec::with_capacity(size),
        events,
        pending,
    };
    let mut indexer = Indexer { size, ..Indexer::default() };
    for position in 0..graph.events.len() {
        indexer.add_event(&mut graph, position);
    }
    for nth in 0..graph.pending.len() {
        let at = graph.pending[nth].at;
        indexer.add_position(&mut graph, at, SmallVec::new(), None);
    }
    graph.channels = indexer.channels.into_iter().map(|channel| channel.messages).collect();
    graph.refused = refused
        .iter()
        .map(|refusal| (graph.positions[&refusal.receive], graph.message(refusal.message)))
        .collect();
    graph
}

#[derive(Default)]
struct Indexer {
    size: usize,
    spawned: FxHashMap<ActorId, u32>,
    channels: Vec<Channel>,
    channel_numbers: FxHashMap<(ActorId, ActorId), usize>,
    /// The events with accesses so far.
    accessing: Vec<usize>,
}

#[derive(Default)]
struct Channel {
    messages: Vec<u32>,
}

impl Indexer {
    fn add_event(&mut self, graph: &mut Graph, position: usize) {
        let record = &graph.events[position];
        let (at, step, flushes) = (record.at, record.step, record.flushes);
        let mut causes: SmallVec<[u32; 3]> = SmallVec::new();
        match step {
            Step::Receive { taken: Taken::Message(key), .. } => {
                causes.push(graph.positions[&key.event]);
            }
            Step::Deliver { signal, to, strikes } => {
                causes.push(graph.positions[&signal.event]);
                self.deliver(graph, signal, position as u32);
                if strikes {
                    graph.strikes.push((position as u32, to));
                }
            }
            Step::Killed { by, .. } => {
                let by = graph.positions[&by];
                causes.push(by);
                graph.killer[position] = Some(by);
            }
            Step::Spawn(actor) => {
                self.spawned.insert(actor, position as u32);
            }
            _ => {}
        }
        if let Some(to) = flushes {
            self.flush(graph, at.actor, to, position as u32, &mut causes);
        }
        let before = self.add_accesses(graph, position);
        self.add_position(graph, at, causes, before);
        self.add_messages(graph, position);
    }

    fn deliver(&mut self, graph: &mut Graph, signal: MessageKey, position: u32) {
        let message = graph.message(signal);
        let message = &mut graph.messages[message as usize];
        assert_eq!(message.delivery, Delivery::Never, "a signal is delivered once");
        message.delivery = Delivery::At(position);
    }

    /// Whatever has been sent was delivered, signals by their couriers.
    fn flush(
        &mut self,
        graph: &mut Graph,
        from: ActorId,
        to: ActorId,
        position: u32,
        causes: &mut SmallVec<[u32; 3]>,
    ) {
        let Some(&channel) = self.channel_numbers.get(&(from, to)) else { return };
        let messages = self.channels[channel].messages.clone();
        for &message in &messages {
            match graph.messages[message as usize].delivery {
                Delivery::At(delivery) => causes.push(delivery),
                Delivery::Anytime => {}
                Delivery::Never => panic!("a flush comes after what is delivered"),
            }
        }
        graph.flushes.push((position, messages));
    }

    /// Which writes the event came after. Those that come after it see its own.
    fn add_accesses(&mut self, graph: &mut Graph, position: usize) -> Option<Bits> {
        let events = &graph.events;
        if events[position].accesses.is_empty() {
            return None;
        }
        let mut before = Bits::new(self.size);
        for &earlier in &self.accessing {
            if events[position].sees_writes_of(&events[earlier]) {
                before.insert(earlier);
            }
            if events[earlier].sees_writes_of(&events[position])
                && let Some(rivals) = &mut graph.rivals[earlier]
            {
                rivals.insert(position);
            }
        }
        graph.rivals[position] = Some(before.clone());
        self.accessing.push(position);
        Some(before)
    }

    fn add_position(
        &mut self,
        graph: &mut Graph,
        at: EventKey,
        mut causes: SmallVec<[u32; 3]>,
        before: Option<Bits>,
    ) {
        let position = graph.past.len();
        let of_actor = graph.by_actor.entry(at.actor).or_default();
        assert_eq!(of_actor.len(), at.nth as usize, "the events of an actor are told in order");
        let previous = of_actor.last().or_else(|| self.spawned.get(&at.actor)).copied();
        of_actor.push(position as u32);
        causes.extend(previous);
        let mut past = Bits::new(self.size);
        for &cause in &causes {
            past.add_all(&graph.past[cause as usize]);
        }
        for write in before.iter().flat_map(Bits::iter) {
            past.add_all(&graph.past[write]);
        }
        past.insert(position);
        if let Some(record) = graph.events.get(position) {
            let seen = before.iter().flat_map(Bits::iter).map(|write| graph.events[write].at);
            graph.tokens.push(token(at, Chosen::at(&record.step), record.decided, seen));
        }
        graph.positions.insert(at, position as u32);
        graph.causes.push(causes);
        graph.previous.push(previous);
        graph.before.push(before);
        graph.past.push(past);
    }

    fn add_messages(&mut self, graph: &mut Graph, position: usize) {
        graph.first_message.push(graph.messages.len() as u32);
        let Record { at, sends, .. } = &graph.events[position];
        for sent in sends {
            let number = graph.messages.len() as u32;
            let delivery = match sent.kind {
                // Who sends to itself has it at once.
                SentKind::Message if sent.to == at.actor => Delivery::At(position as u32),
                SentKind::Message => Delivery::Anytime,
                SentKind::AtOnce => Delivery::At(position as u32),
                SentKind::Signal => Delivery::Never,
            };
            graph.messages.push(Message {
                event: position as u32,
                payload: sent.payload,
                delivery,
            });
            if sent.kind.goes_into_the_mailbox() {
                graph.mail.entry(sent.to).or_default().push(number);
            }
            if sent.kind != SentKind::AtOnce {
                let channels = self.channels.len();
                let channel = *self.channel_numbers.entry((sent.from, sent.to)).or_insert(channels);
                if channel == channels {
                    self.channels.push(Channel::default());
                }
                self.channels[channel].messages.push(number);
            }
        }
    }
}
