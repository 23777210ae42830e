//! Is there an input that leads to a variant, in some order?
//!
//! Tests of the input went as they went, received messages fit, refused ones do not. Whether a message that
//! was not received would have fitted makes a difference to the order, and may depend on the input. So an
//! input is looked for first, then an order under it; what a cycle assumes of the input is excluded, one
//! assumption after the other, and asked again.

use crate::consistency::{Cycle, Ordering, received, receives};
use crate::event::{Intended, Step};
use crate::graph::Graph;
use crate::variants::{Choice, Variant};

/// Something about the input, in the engine's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Literal {
    /// A test goes this way.
    Way { condition: u32, way: u32 },
    /// A message is what a `receive` waits for, or not.
    Fits { pattern: u32, payload: u32, fits: bool },
}

/// Is a message what a `receive` waits for?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    Always,
    Never,
    /// On the input.
    Depends,
}

/// What is known of literals that shall hold together.
pub enum Answer<Input> {
    Model(Input),
    /// They cannot: these of them are to blame, by number.
    Core(Vec<usize>),
    /// Nobody knows.
    Unknown,
}

/// Who knows about the input.
pub trait Conditions {
    type Input: Clone;

    fn fit(&self, pattern: u32, payload: u32) -> Fit;

    fn holds(&self, literal: Literal, input: &Self::Input) -> bool;

    /// Looks for an input under which all of these hold. The hint is one that was run.
    fn solve(&mut self, literals: &[Literal], hint: &Self::Input) -> Answer<Self::Input>;
}

/// Where every message fits every `receive`, and nothing depends on the input.
pub struct NoData;

impl Conditions for NoData {
    type Input = ();

    fn fit(&self, _pattern: u32, _payload: u32) -> Fit {
        Fit::Always
    }

    fn holds(&self, _literal: Literal, _input: &()) -> bool {
        true
    }

    fn solve(&mut self, _literals: &[Literal], _hint: &()) -> Answer<()> {
        Answer::Model(())
    }
}

/// Why a variant cannot be run as it is: it would have to lose one of these.
#[derive(Debug, Default)]
pub(crate) struct Blame {
    /// Positions of events.
    pub events: Vec<usize>,
    /// Numbers of refusals.
    pub refusals: Vec<usize>,
    /// Nobody knows whether there is an input.
    pub is_unknown: bool,
}

/// Who needs a literal.
#[derive(Clone, Copy)]
enum Needs {
    Event(usize),
    Refusal(usize),
    /// Only excluded because of a cycle, whose events are blamed anyway.
    Cycle,
}

/// An input under which there is an order, which `ordering` has then.
pub(crate) fn find_input<C: Conditions>(
    graph: &Graph,
    variant: &Variant,
    conditions: &mut C,
    hint: &C::Input,
    ordering: &mut Ordering,
) -> Result<C::Input, Blame> {
    let mut question = Question::default();
    question.ask_about(graph, variant, conditions)?;
    question.answer(graph, variant, conditions, hint, ordering)
}

#[derive(Default)]
struct Question {
    literals: Vec<Literal>,
    needs: Vec<Needs>,
}

impl Question {
    fn add(&mut self, literal: Literal, needs: Needs) {
        self.literals.push(literal);
        self.needs.push(needs);
    }

    fn ask_about<C: Conditions>(
        &mut self,
        graph: &Graph,
        variant: &Variant,
        conditions: &C,
    ) -> Result<(), Blame> {
        for position in variant.kept.iter() {
            if let Some(literal) = way_taken(graph, variant, position) {
                self.add(literal, Needs::Event(position));
            }
            if !receives(graph, variant, position) {
                continue;
            }
            let Some(message) = received(graph, variant, position) else { continue };
            let (pattern, _) = graph.receive(position).expect("it receives");
            let payload = graph.messages[message as usize].payload;
            match conditions.fit(pattern, payload) {
                Fit::Always => {}
                Fit::Never => return Err(Blame { events: vec![position], ..Blame::default() }),
                Fit::Depends => {
                    let literal = Literal::Fits { pattern, payload, fits: true };
                    self.add(literal, Needs::Event(position));
                }
            }
        }
        for (nth, &(receive, message)) in variant.refused.iter().enumerate() {
            let (pattern, _) = graph.receive(receive as usize).expect("it waits");
            let payload = graph.messages[message as usize].payload;
            self.add(Literal::Fits { pattern, payload, fits: false }, Needs::Refusal(nth));
        }
        Ok(())
    }

    fn answer<C: Conditions>(
        &mut self,
        graph: &Graph,
        variant: &Variant,
        conditions: &mut C,
        hint: &C::Input,
        ordering: &mut Ordering,
    ) -> Result<C::Input, Blame> {
        let input = if self.literals.iter().all(|&literal| conditions.holds(literal, hint)) {
            hint.clone()
        } else {
            match conditions.solve(&self.literals, hint) {
                Answer::Model(input) => input,
                Answer::Core(core) => return Err(self.blame(&core, false)),
                Answer::Unknown => {
                    let all: Vec<usize> = (0..self.literals.len()).collect();
                    return Err(self.blame(&all, true));
                }
            }
        };
        match ordering.check(graph, variant, conditions, &input) {
            Ok(()) => Ok(input),
            Err(cycle) => self.exclude(graph, variant, conditions, &input, ordering, cycle),
        }
    }

    /// Tries again without what the cycle assumes, one thing after the other.
    fn exclude<C: Conditions>(
        &mut self,
        graph: &Graph,
        variant: &Variant,
        conditions: &mut C,
        input: &C::Input,
        ordering: &mut Ordering,
        cycle: Cycle,
    ) -> Result<C::Input, Blame> {
        let mut blame = Blame { events: cycle.events, ..Blame::default() };
        for (literal, _) in cycle.assumed {
            let Literal::Fits { pattern, payload, .. } = literal else { continue };
            self.add(Literal::Fits { pattern, payload, fits: false }, Needs::Cycle);
            let answer = self.answer(graph, variant, conditions, input, ordering);
            self.literals.pop();
            self.needs.pop();
            match answer {
                Ok(input) => return Ok(input),
                Err(other) => blame.join(other),
            }
        }
        Err(blame)
    }

    fn blame(&self, core: &[usize], is_unknown: bool) -> Blame {
        let mut blame = Blame { is_unknown, ..Blame::default() };
        for &literal in core {
            match self.needs[literal] {
                Needs::Event(position) => blame.events.push(position),
                Needs::Refusal(nth) => blame.refusals.push(nth),
                Needs::Cycle => {}
            }
        }
        blame
    }
}

impl Blame {
    fn join(&mut self, other: Blame) {
        self.events.extend(other.events);
        self.refusals.extend(other.refusals);
        self.events.sort_unstable();
        self.events.dedup();
        self.refusals.sort_unstable();
        self.refusals.dedup();
        self.is_unknown |= other.is_unknown;
    }
}

/// What a test of the input comes to.
fn way_taken(graph: &Graph, variant: &Variant, position: usize) -> Option<Literal> {
    let step = graph.events.get(position)?.step;
    if position == variant.change.position {
        let (Step::Branch { condition, .. }
        | Step::Killed { instead_of: Intended::Branch { condition, .. }, .. }) = step
        else {
            return None;
        };
        let Choice::Way(way) = variant.change.choice else { return None };
        return Some(Literal::Way { condition, way });
    }
    let Step::Branch { condition, way, .. } = step else { return None };
    Some(Literal::Way { condition, way })
}
