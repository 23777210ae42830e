//! Which variants are left to run?

use crate::consistency::{Action, Ordering};
use crate::cover::Cover;
use crate::event::{EventKey, MessageKey, Refusal, SentKind};
use crate::feasibility::{Conditions, Fit, Literal, find_input};
use crate::graph::{Graph, Run};
use crate::variants::{Choice, Variant, variants};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::Arc;

/// All graphs that some order and some input lead to, one after the other.
pub struct Exploration<Input> {
    frontier: VecDeque<Waiting<Input>>,
    /// Variants that are or were on the frontier.
    seen: FxHashSet<u128>,
    /// Variants that nothing leads to, and which event was changed: others may leave out other events.
    tried: FxHashSet<(u128, EventKey)>,
    cover: Cover,
    /// The graphs that were run, by all that they are known by.
    classes: FxHashSet<u128>,
    ordering: Ordering,
    strategy: Strategy,
    /// Does each actor go on for as long as it can?
    keeps_together: bool,
    pub statistics: Statistics,
}

/// Which variant is run next. All of them come to the same graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    NewestFirst,
    OldestFirst,
    /// As this number says.
    Random(u64),
}

#[derive(Clone, Copy, Default, Debug)]
pub struct Statistics {
    /// Variants that some run has shown already.
    pub covered: usize,
    /// Variants of which nobody knows whether an input leads to them. If there are any, graphs may be missing.
    pub unknown: usize,
}

struct Waiting<Input> {
    graph: Arc<Graph>,
    variant: Variant,
    input: Input,
}

/// What to run.
#[derive(Debug)]
pub struct Work<Input> {
    pub input: Input,
    /// What leads to the variant. Then the engine goes on as it likes. Where it cannot follow (a delivery
    /// strikes a process that should go on), it leaves out what is not possible, and goes on with the rest.
    pub actions: Vec<Action>,
    /// What its run is known by, if it comes to the variant: see [`Exploration::has_shown`].
    pub shows: Vec<u128>,
    /// Does it come to the variant for sure? Not where a signal is delivered of which nobody knows what it does
    /// now: it may end a process that should go on, or put a message before another. Such a run leaves out what
    /// is not possible, and is as good as any other.
    pub is_sure: bool,
    /// A process that was ended is to go on there. If it waits for a message there, that is seen now, and no
    /// order shows more.
    pub lives_at: Option<EventKey>,
    /// A `receive` looks at this message, which it does not take with this input: it would with another one.
    pub offers: Option<Offer>,
    /// Receives that are expected not to take these messages, as long as they wait.
    pub refused: Vec<Refusal>,
}

/// A `receive` and a message that it could look at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offer {
    pub receive: EventKey,
    pub message: MessageKey,
}

impl<Input: Clone> Exploration<Input> {
    /// The first run is the engine's own choice.
    pub fn new(strategy: Strategy) -> Exploration<Input> {
        Exploration {
            frontier: VecDeque::new(),
            seen: FxHashSet::default(),
            tried: FxHashSet::default(),
            cover: Cover::default(),
            classes: FxHashSet::default(),
            ordering: Ordering::default(),
            strategy,
            keeps_together: false,
            statistics: Statistics::default(),
        }
    }

    /// What leads to a variant has as few switches between actors as can be found at once.
    pub fn keeping_together(self) -> Exploration<Input> {
        Exploration { keeps_together: true, ..self }
    }

    /// `None`: every graph has been run.
    pub fn next_work<C: Conditions<Input = Input>>(
        &mut self,
        conditions: &C,
    ) -> Option<Work<Input>> {
        while let Some(waiting) = self.take() {
            let Waiting { graph, variant, input } = waiting;
            let kept = variant.kept_as_they_were().map(|position| graph.tokens[position]);
            let tokens = kept.chain(variant.token(&graph)).chain(variant.refusal_tokens(&graph));
            let shows: Vec<u128> = tokens.collect();
            if self.cover.has_all(shows.iter().copied()) {
                self.statistics.covered += 1;
                continue;
            }
            let order = self.ordering.check(&graph, &variant, conditions, &input);
            order.expect("what is on the frontier is consistent");
            if self.keeps_together {
                self.ordering.keep_together(&graph, &variant);
            }
            let actions = self.ordering.actions(&graph, &variant);
            let offers = offer(&graph, &variant, conditions, &input);
            let is_sure = !variant.delivers_anew(&graph)
                && !delivers_signals(&graph, &actions)
                && offers.is_none();
            let refused = variant.refused.iter().map(|&(receive, message)| Refusal {
                receive: graph.key(receive as usize),
                message: graph.message_key(message),
            });
            let lives_at = (variant.change.choice == Choice::Lives).then(|| variant.at(&graph));
            let refused = refused.collect();
            return Some(Work { input, actions, shows, is_sure, lives_at, offers, refused });
        }
        None
    }

    /// How many variants wait. (Some of them may be covered when their turn comes.)
    pub fn waiting(&self) -> usize {
        self.frontier.len()
    }

    /// Has some run come to this variant? If its own did not, the engine could not follow.
    pub fn has_shown(&self, shows: &[u128]) -> bool {
        self.cover.has_all(shows.iter().copied())
    }

    /// How many graphs have been run.
    pub fn classes(&self) -> usize {
        self.classes.len()
    }

    /// Learns what became of a run, and which variants it has.
    pub fn learn<C: Conditions<Input = Input>>(
        &mut self,
        run: Run,
        input: &Input,
        conditions: &mut C,
    ) {
        let graph = Arc::new(Graph::new(run));
        self.cover.add_run(graph.tokens());
        self.classes.insert(graph.tokens().fold(0, u128::wrapping_add));
        for variant in variants(&graph, conditions) {
            self.push(&graph, variant, input, conditions);
        }
    }

    fn take(&mut self) -> Option<Waiting<Input>> {
        match &mut self.strategy {
            Strategy::NewestFirst => self.frontier.pop_back(),
            Strategy::OldestFirst => self.frontier.pop_front(),
            Strategy::Random(state) => {
                *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
                let length = self.frontier.len().max(1);
                self.frontier.swap_remove_back((*state >> 33) as usize % length)
            }
        }
    }

    /// Puts a variant on the frontier, or what is left of it without one of the events that stand in the way.
    fn push<C: Conditions<Input = Input>>(
        &mut self,
        graph: &Arc<Graph>,
        variant: Variant,
        hint: &Input,
        conditions: &mut C,
    ) {
        let mut left = vec![variant];
        while let Some(variant) = left.pop() {
            let hash = variant.hash(graph);
            if self.seen.contains(&hash) || !self.tried.insert((hash, variant.at(graph))) {
                continue;
            }
            match find_input(graph, &variant, conditions, hint, &mut self.ordering) {
                Ok(input) => {
                    self.seen.insert(hash);
                    self.frontier.push_back(Waiting { graph: graph.clone(), variant, input });
                }
                Err(blame) => {
                    self.statistics.unknown += usize::from(blame.is_unknown);
                    let past = variant.past(graph);
                    for &event in blame.events.iter().filter(|&&event| !past.contains(event)) {
                        left.push(variant.without_event(graph, event));
                    }
                    for &refusal in &blame.refusals {
                        let (receive, _) = variant.refused[refusal];
                        if receive as usize != variant.change.position {
                            left.push(variant.without_refusal(refusal));
                        }
                    }
                }
            }
        }
    }
}

/// The message that is to be received, if it is not taken with this input.
fn offer<C: Conditions>(
    graph: &Graph,
    variant: &Variant,
    conditions: &C,
    input: &C::Input,
) -> Option<Offer> {
    let Choice::Message(message) = variant.change.choice else { return None };
    let (pattern, _) = graph.receive(variant.change.position)?;
    let payload = graph.messages[message as usize].payload;
    let fits = Literal::Fits { pattern, payload, fits: true };
    let is_open = conditions.fit(pattern, payload) == Fit::Depends;
    (is_open && !conditions.holds(fits, input))
        .then(|| Offer { receive: variant.at(graph), message: graph.message_key(message) })
}

/// Is a signal delivered whose courier had not come to it?
fn delivers_signals(graph: &Graph, actions: &[Action]) -> bool {
    actions.iter().any(|action| match action {
        Action::Deliver { message, .. } => graph.sent(*message).kind == SentKind::Signal,
        Action::Step(_) | Action::Timeout(_) => false,
    })
}
