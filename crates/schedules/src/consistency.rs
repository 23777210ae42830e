//! Is there an order of steps and deliveries that leads to a variant? And which?
//!
//! A node for each event and for the delivery of each message, and edges for what must come first:
//!
//! - what happens before an event;
//! - sending before delivery; deliveries from one process to another in the order of sending;
//! - what is received has been delivered, and before whatever else the `receive` would have taken;
//! - when a `receive` times out, nothing that it would have taken has been delivered;
//! - an access comes before the writes that it sees and does not come after;
//! - a signal that strikes a process and does not end it comes after its last event.
//!
//! The variant is consistent if there is no cycle. An event has an *owner*'s edge where the choice of a third
//! one makes it; whether a `receive` would have taken a message may depend on the input: such edges carry what
//! is assumed.

use crate::actor::ActorId;
use crate::bits::Bits;
use crate::event::{EventKey, MessageKey, Sent, Step};
use crate::feasibility::{Conditions, Fit, Literal};
use crate::graph::{Delivery, Graph};
use crate::variants::{Choice, Variant};

/// What an engine does to come to a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The actor goes on to this event and through it. (A delivery that ends a process does both.)
    Step(EventKey),
    /// The same for a `receive` that is to wait no longer.
    Timeout(EventKey),
    /// A message goes from its queue into the mailbox: the next one of this pair.
    Deliver { message: MessageKey, from: ActorId, to: ActorId },
}

/// Why there is no order.
#[derive(Debug, Default)]
pub(crate) struct Cycle {
    /// Positions of events that take part, or whose choices do.
    pub events: Vec<usize>,
    /// What was assumed of the input, and by which `receive`.
    pub assumed: Vec<(Literal, usize)>,
}

const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    owner: u32,
    /// In the list of what is assumed.
    assumed: u32,
}

/// The nodes and edges of variants, one after the other. (What is allocated stays.)
#[derive(Default)]
pub(crate) struct Ordering {
    edges: Vec<Edge>,
    /// The edges of each node are neighbours.
    starts: Vec<u32>,
    sorted: Vec<Edge>,
    assumed: Vec<(Literal, usize)>,
    /// In an order that respects all edges, backwards.
    order: Vec<u32>,
    colours: Vec<u8>,
}

impl Ordering {
    /// Looks for an order under this input.
    pub fn check<C: Conditions>(
        &mut self,
        graph: &Graph,
        variant: &Variant,
        conditions: &C,
        input: &C::Input,
    ) -> Result<(), Cycle> {
        self.edges.clear();
        self.assumed.clear();
        let mut builder = Builder { graph, variant, ordering: self };
        builder.happens_before();
        builder.channels();
        builder.receives(conditions, input)?;
        builder.accesses();
        builder.strikes();
        self.sort(graph.size() + graph.messages.len());
        self.find_order(graph, variant)
    }

    /// What leads to the variant that was checked last. Nothing is delivered that need not be.
    pub fn actions(&self, graph: &Graph, variant: &Variant) -> Vec<Action> {
        let size = graph.size();
        let mut is_needed = vec![false; self.colours.len()];
        // Backwards: whoever comes later is known already.
        for &node in &self.order {
            let node = node as usize;
            is_needed[node] =
                node < size || self.edges_of(node).iter().any(|edge| is_needed[edge.to as usize]);
        }
        let mut actions = Vec::with_capacity(self.order.len());
        for &node in self.order.iter().rev() {
            let node = node as usize;
            if node >= size {
                if is_needed[node] {
                    actions.push(delivery(graph, (node - size) as u32));
                }
            } else if variant.kept.contains(node) && killer(graph, variant, node).is_none() {
                let at = graph.key(node);
                actions.push(if times_out(graph, variant, node) {
                    Action::Timeout(at)
                } else {
                    Action::Step(at)
                });
            }
        }
        actions
    }

    /// Puts the order that was found last into one in which each actor goes on for as long as it can. The
    /// changed event stays as late as the order allows.
    pub fn keep_together(&mut self, graph: &Graph, variant: &Variant) {
        let size = graph.size();
        let mut open = vec![0u32; self.colours.len()];
        for edge in &self.sorted {
            open[edge.to as usize] += 1;
        }
        let mut ready: Vec<u32> =
            self.order.iter().copied().filter(|&node| open[node as usize] == 0).collect();
        let late = variant.change.position;
        let mut last = None;
        self.order.clear();
        // Steps of the same actor, then those of others, then deliveries, and what was changed.
        let rank = |node: u32, last: Option<ActorId>| match node as usize {
            node if node == late => 3,
            node if node >= size => 2,
            node if Some(graph.key(node).actor) == last => 0,
            _ => 1,
        };
        while let Some(next) = (0..ready.len()).min_by_key(|&at| rank(ready[at], last)) {
            let node = ready.remove(next);
            self.order.push(node);
            if (node as usize) < size {
                last = Some(graph.key(node as usize).actor);
            }
            for edge in self.edges_of(node as usize) {
                open[edge.to as usize] -= 1;
                if open[edge.to as usize] == 0 {
                    ready.push(edge.to);
                }
            }
        }
        self.order.reverse();
    }

    fn edges_of(&self, node: usize) -> &[Edge] {
        &self.sorted[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn sort(&mut self, nodes: usize) {
        self.starts.clear();
        self.starts.resize(nodes + 2, 0);
        for edge in &self.edges {
            self.starts[edge.from as usize + 2] += 1;
        }
        for node in 2..self.starts.len() {
            self.starts[node] += self.starts[node - 1];
        }
        self.sorted.clear();
        self.sorted
            .resize(self.edges.len(), Edge { from: 0, to: 0, owner: NOBODY, assumed: NOBODY });
        for &edge in &self.edges {
            let place = &mut self.starts[edge.from as usize + 1];
            self.sorted[*place as usize] = edge;
            *place += 1;
        }
        self.starts.pop();
    }

    /// Depth first. A node that is on the way to itself closes a cycle.
    fn find_order(&mut self, graph: &Graph, variant: &Variant) -> Result<(), Cycle> {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let nodes = self.starts.len() - 1;
        self.colours.clear();
        self.colours.resize(nodes, NEW);
        self.order.clear();
        // The edges on the way, each by its number.
        let mut way: Vec<(u32, u32)> = Vec::new();
        // What comes of the changed event is not known: whatever can come before it does.
        for first in std::iter::once(variant.change.position).chain((0..nodes).rev()) {
            if self.colours[first] != NEW {
                continue;
            }
            self.colours[first] = OPEN;
            way.push((first as u32, self.starts[first]));
            while let Some((node, next)) = way.last_mut() {
                let node_number = *node as usize;
                if *next == self.starts[node_number + 1] {
                    self.colours[node_number] = DONE;
                    self.order.push(*node);
                    way.pop();
                    continue;
                }
                let edge = self.sorted[*next as usize];
                *next += 1;
                match self.colours[edge.to as usize] {
                    NEW => {
                        self.colours[edge.to as usize] = OPEN;
                        way.push((edge.to, self.starts[edge.to as usize]));
                    }
                    OPEN => return Err(self.cycle(graph, variant, &way, edge.to)),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The cycle that the last edge on the way closes, at this node.
    fn cycle(&self, graph: &Graph, variant: &Variant, way: &[(u32, u32)], closes_at: u32) -> Cycle {
        let start = way.iter().position(|&(node, _)| node == closes_at).expect("it is open");
        let mut cycle = Cycle::default();
        for &(node, next) in &way[start..] {
            let edge = self.sorted[next as usize - 1];
            cycle.events.push(event_of(graph, node as usize));
            if edge.owner != NOBODY {
                cycle.events.push(edge.owner as usize);
            }
            if edge.assumed != NOBODY {
                cycle.assumed.push(self.assumed[edge.assumed as usize]);
            }
        }
        // A delivery that ends a process and the end of it are one node.
        let ends = variant.kept.iter().filter(|&position| {
            let killer = killer(graph, variant, position);
            killer.is_some_and(|by| cycle.events.contains(&(by as usize)))
        });
        let ends: Vec<usize> = ends.collect();
        cycle.events.extend(ends);
        cycle.events.sort_unstable();
        cycle.events.dedup();
        cycle
    }
}

fn delivery(graph: &Graph, number: u32) -> Action {
    let message = graph.message_key(number);
    let event = graph.messages[number as usize].event as usize;
    let Sent { from, to, .. } = graph.events[event].sends[message.nth as usize];
    Action::Deliver { message, from, to }
}

/// The event itself, or who sent the message.
fn event_of(graph: &Graph, node: usize) -> usize {
    match node.checked_sub(graph.size()) {
        Some(message) => graph.messages[message].event as usize,
        None => node,
    }
}

fn times_out(graph: &Graph, variant: &Variant, position: usize) -> bool {
    if position == variant.change.position {
        return variant.change.choice == Choice::Timeout;
    }
    matches!(graph.events[position].step, Step::Receive { .. }) && graph.taken(position).is_none()
}

/// Which delivery ends the process at this event.
fn killer(graph: &Graph, variant: &Variant, position: usize) -> Option<u32> {
    if position == variant.change.position {
        return match variant.change.choice {
            Choice::Killed(by) => Some(by),
            _ => None,
        };
    }
    graph.killer[position]
}

/// Which message is received there.
pub(crate) fn received(graph: &Graph, variant: &Variant, position: usize) -> Option<u32> {
    if position == variant.change.position {
        return match variant.change.choice {
            Choice::Message(message) => Some(message),
            _ => None,
        };
    }
    graph.taken(position)
}

/// Does the process receive there, or time out?
pub(crate) fn receives(graph: &Graph, variant: &Variant, position: usize) -> bool {
    if position == variant.change.position {
        return matches!(variant.change.choice, Choice::Message(_) | Choice::Timeout);
    }
    matches!(graph.events[position].step, Step::Receive { .. })
}

struct Builder<'a> {
    graph: &'a Graph,
    variant: &'a Variant,
    ordering: &'a mut Ordering,
}

impl Builder<'_> {
    fn edge(&mut self, from: usize, to: usize) {
        self.owned_edge(from, to, NOBODY, NOBODY);
    }

    fn owned_edge(&mut self, from: usize, to: usize, owner: u32, assumed: u32) {
        self.ordering.edges.push(Edge { from: from as u32, to: to as u32, owner, assumed });
    }

    /// A delivery that ends a process and the end of it are one.
    fn node(&self, position: usize) -> usize {
        killer(self.graph, self.variant, position).map_or(position, |by| by as usize)
    }

    /// `None`: nobody has sent it, or what its event sends now is not known yet.
    fn delivery(&self, message: u32) -> Option<usize> {
        let sent = &self.graph.messages[message as usize];
        let is_sent = |position: u32| {
            self.variant.kept.contains(position as usize)
                && position as usize != self.variant.change.position
        };
        if !is_sent(sent.event) {
            return None;
        }
        Some(match sent.delivery {
            Delivery::At(position) if self.variant.kept.contains(position as usize) => {
                position as usize
            }
            _ => self.graph.size() + message as usize,
        })
    }

    fn happens_before(&mut self) {
        let (graph, variant) = (self.graph, self.variant);
        for position in variant.kept_as_they_were() {
            let node = self.node(position);
            for &cause in &graph.causes[position] {
                let cause = self.node(cause as usize);
                if cause != node {
                    self.edge(cause, node);
                }
            }
            for write in graph.before[position].iter().flat_map(Bits::iter) {
                self.edge(write, node);
            }
        }
        let position = variant.change.position;
        if variant.change.choice != Choice::Waits {
            let node = self.node(position);
            for cause in variant.causes(graph) {
                let cause = self.node(cause);
                if cause != node {
                    self.edge(cause, node);
                }
            }
            for write in variant.change.before.iter().flat_map(Bits::iter) {
                self.edge(write, node);
            }
        }
    }

    fn channels(&mut self) {
        let (graph, variant) = (self.graph, self.variant);
        for message in 0..graph.messages.len() {
            let sent = graph.messages[message];
            let Some(delivery) = self.delivery(message as u32) else { continue };
            let sender = self.node(sent.event as usize);
            if delivery != sender {
                self.edge(sender, delivery);
            }
        }
        for channel in &graph.channels {
            let mut last = None;
            for &message in channel {
                let Some(delivery) = self.delivery(message) else { continue };
                if let Some(last) = last.replace(delivery) {
                    self.edge(last, delivery);
                }
            }
        }
        for (position, messages) in &graph.flushes {
            if !variant.kept.contains(*position as usize) {
                continue;
            }
            for &message in messages {
                let delivery = self.delivery(message).expect("it happened before");
                self.edge(delivery, *position as usize);
            }
        }
    }

    fn receives<C: Conditions>(&mut self, conditions: &C, input: &C::Input) -> Result<(), Cycle> {
        let (graph, variant) = (self.graph, self.variant);
        for (actor, mail) in &graph.mail {
            let Some(events) = graph.by_actor.get(actor) else { continue };
            let mut used = Bits::new(graph.messages.len());
            for &event in events {
                let position = event as usize;
                if !variant.kept.contains(position) || !receives(graph, variant, position) {
                    continue;
                }
                let (pattern, _) = graph.receive(position).expect("it receives");
                let taken = received(graph, variant, position);
                let first = match taken {
                    Some(message) if used.contains(message as usize) => {
                        return Err(Cycle { events: vec![position], assumed: Vec::new() });
                    }
                    Some(message) => {
                        let delivery = self.delivery(message).expect("a message is sent first");
                        self.edge(delivery, position);
                        delivery
                    }
                    None => position,
                };
                for &other in mail {
                    if Some(other) == taken || used.contains(other as usize) {
                        continue;
                    }
                    let Some(delivery) = self.delivery(other) else { continue };
                    let payload = graph.messages[other as usize].payload;
                    let assumed = match conditions.fit(pattern, payload) {
                        Fit::Never => continue,
                        Fit::Always => NOBODY,
                        Fit::Depends => {
                            let literal = Literal::Fits { pattern, payload, fits: true };
                            if !conditions.holds(literal, input) {
                                continue;
                            }
                            self.ordering.assumed.push((literal, position));
                            self.ordering.assumed.len() as u32 - 1
                        }
                    };
                    self.owned_edge(first, delivery, event, assumed);
                }
                if let Some(message) = taken {
                    used.insert(message as usize);
                }
            }
        }
        Ok(())
    }

    /// Whoever does not come after a write that it sees comes before it.
    fn accesses(&mut self) {
        let (graph, variant) = (self.graph, self.variant);
        let change = &variant.change;
        for position in variant.kept.iter() {
            let is_changed = position == change.position;
            let before = if is_changed { &change.before } else { &graph.before[position] };
            let Some(before) = before else { continue };
            let rivals = graph.rivals[position].iter().flat_map(Bits::iter);
            for write in rivals.filter(|&write| write != position && !before.contains(write)) {
                let does_not_write = write == change.position && change.choice != Choice::Order;
                if variant.kept.contains(write) && !does_not_write {
                    self.owned_edge(position, write, position as u32, NOBODY);
                }
            }
        }
    }

    fn strikes(&mut self) {
        let (graph, variant) = (self.graph, self.variant);
        // Whether a delivery still strikes that comes after other writes is not known.
        let change = &variant.change;
        let known = graph.strikes.iter().copied().filter(|&(delivery, _)| {
            variant.kept.contains(delivery as usize) && delivery as usize != change.position
        });
        let changed = change.after_all_of.map(|process| (change.position as u32, process));
        for (delivery, process) in known.chain(changed) {
            let delivery = delivery as usize;
            let mut last = None;
            for &event in graph.by_actor.get(&process).into_iter().flatten() {
                let position = event as usize;
                if !variant.kept.contains(position) {
                    break;
                }
                last = Some(position);
                let ends = if position == variant.change.position {
                    matches!(variant.change.choice, Choice::Killed(_))
                        || graph.events[position].step == Step::End
                } else {
                    graph.events[position].step.is_last()
                };
                if ends {
                    break;
                }
            }
            if let Some(last) = last {
                let last = self.node(last);
                if last != delivery {
                    self.owned_edge(last, delivery, delivery as u32, NOBODY);
                }
            }
        }
    }
}
