//! Which decision is flipped next? Whatever the strategies rank first.
//!
//! Every strategy has a queue of its own over the same pending flips, so that several can take turns
//! ([`crate::strategies::auto`]). Ranks may only become worse while a flip waits: they are looked at
//! again when its turn comes.

use crate::asked::Stretch;
use crate::knowledge::Knowledge;
use crate::strategies::{Auto, Rank, Strategy, StrategyName};
use crate::task::HARD_COST;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::{Arc, PoisonError, RwLock};
use symbolic::Constraint;
use trace::{ClauseId, ClausePart, Decision, Input, Label, Place};

/// A run, as far as its continuations need it.
pub struct Explored {
    pub input: Input,
    pub decisions: Vec<Decision>,
    /// What the path depends on without following it, by the number of decisions before.
    pub pins: Vec<(usize, Constraint)>,
    /// How many clauses no run had come to before.
    pub gain: u64,
    /// Which run it was, from 0.
    pub number: u64,
    /// How many flips lie between it and a seed.
    pub generation: u64,
    /// What the values that were chosen on the way there cost: see [`Pending::penalty`].
    pub penalty: u64,
    /// Was it made before, and is made again for other ways?
    pub is_again: bool,
}

/// A value after the first one is as dear as so many decisions.
const VALUE_COST: u64 = 4;

/// A decision to be flipped.
#[derive(Clone)]
pub struct Pending {
    pub run: Arc<Explored>,
    /// Which of the run's decisions.
    pub index: usize,
    /// Which way it shall go instead.
    pub way: usize,
    pub label: Label,
    /// The last few ways up to this one, by hash.
    pub context: u64,
    /// The path to the decision, and the path that would go the other way, by hash.
    pub node: u64,
    pub path: u64,
    /// The clauses of the module under test that it is in, or that the run was in last before.
    pub part: Option<ClausePart>,
    /// Is the decision itself in them?
    pub is_own_part: bool,
    /// How long the path is: a way that it goes again counts once more each time.
    pub length: u64,
    /// How many values have been tried at this decision, if it asks for another one.
    pub values_before: u64,
    /// And where it is looked for.
    pub stretch: Stretch,
    /// Was the way gone or asked for before, after the same path? Then only what follows is of
    /// interest, which stays as it was in this run.
    pub is_again: bool,
    /// Was the solver asked before, with little patience?
    pub is_hard: bool,
}

impl Pending {
    pub fn decision(&self) -> &Decision {
        &self.run.decisions[self.index]
    }

    /// How many decisions deeper the path counts, for values that are not the first of their kind.
    pub fn penalty(&self) -> u64 {
        self.run.penalty + VALUE_COST * self.values_before
    }

    /// The first of the clauses that the flip chooses between.
    pub fn choice(&self) -> Option<ClauseId> {
        match self.part.filter(|_| self.is_own_part) {
            Some(ClausePart::Heads(first)) => Some(first),
            _ => None,
        }
    }

    /// Shall it go none of the ways that are named?
    pub fn asks_for_another(&self) -> bool {
        self.way == self.decision().shapes.len()
    }

    pub fn place(&self) -> Place {
        self.decision().place
    }

    /// What must hold: everything before as it was, and this decision the other way.
    pub fn constraints(&self) -> Vec<Constraint> {
        let before = &self.run.decisions[..self.index];
        let mut constraints: Vec<Constraint> =
            before.iter().flat_map(|decision| decision.constraints(decision.taken)).collect();
        constraints.extend(self.decision().constraints(self.way));
        constraints
    }

    /// What should hold besides, so that the way to the decision stays the same.
    pub fn pins(&self) -> Vec<Constraint> {
        let before = self.run.pins.iter().filter(|(index, _)| *index <= self.index);
        before.map(|(_, constraint)| constraint.clone()).collect()
    }
}

/// One in so many parts of the work goes into questions that take patience.
const HARD_SHARE: u64 = 5;

/// So many flips wait at most, and half of them are left when there are more: those that are best by
/// one strategy or another. No search comes to the others in its time.
const MOST_PENDING: usize = 400_000;

/// One in so many variations is a flip that is made again.
const AGAIN_SHARE: u64 = 8;

/// So many flips wait to be made again; those of the latest runs are kept.
const MOST_AGAIN: usize = 10_000;

/// A flip that takes patience is worth a second worker like so many others.
const HARD_WORK: usize = 16;

pub struct Frontier {
    pending: FxHashMap<u64, Pending>,
    queues: Vec<Queue>,
    /// Who chooses the queue, if there are several.
    auto: Option<Auto>,
    age: u64,
    /// Flips for which more patience is needed, and what was spent on such and on all.
    hard: VecDeque<(Pending, Chooser)>,
    /// Flips that were made before, after other runs: the latest first. One in so many variations is
    /// one of these: see [`AGAIN_SHARE`].
    again: Vec<Pending>,
    variations: u64,
    spent_on_hard: u64,
    spent: u64,
    /// Flips that were given up, by the clauses that they choose between.
    pub given_up: BTreeMap<Option<ClauseId>, u64>,
}

struct Queue {
    strategy: Box<dyn Strategy>,
    /// By rank, then by age. Flips that another queue gave away may still be in here.
    ranked: BinaryHeap<Reverse<(Rank, u64)>>,
}

/// What is to be done next.
pub enum Choice {
    Flip(Pending, Chooser),
    /// An input that resembles others, instead of a flip.
    Vary(Chooser),
}

/// Whose choice it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Chooser(usize);

impl Frontier {
    pub fn new(name: StrategyName, seed: u64) -> Frontier {
        let strategies = name.strategies(seed);
        // The last arm is none of the strategies: it stands for variations.
        let auto = (strategies.len() > 1).then(|| Auto::new(strategies.len() + 1));
        let queue = |strategy| Queue { strategy, ranked: BinaryHeap::new() };
        let queues = strategies.into_iter().map(queue).collect();
        Frontier {
            pending: FxHashMap::default(),
            queues,
            auto,
            age: 0,
            hard: VecDeque::new(),
            again: Vec::new(),
            variations: 0,
            spent_on_hard: 0,
            spent: 0,
            given_up: BTreeMap::new(),
        }
    }

    /// The knowledge is only held to rank them: to put them in their places takes longer.
    pub fn push(&mut self, mut flips: Vec<Pending>, knowledge: &RwLock<Knowledge>) {
        let hard = flips.extract_if(.., |pending| pending.is_hard);
        self.hard.extend(hard.map(|pending| (pending, Chooser::default())));
        self.again.extend(flips.extract_if(.., |pending| pending.is_again));
        let too_many = self.again.len().saturating_sub(MOST_AGAIN);
        self.again.drain(..too_many);
        let first = self.age + 1;
        let mut ranks = Vec::with_capacity(flips.len() * self.queues.len());
        let known = knowledge.read().unwrap_or_else(PoisonError::into_inner);
        for pending in &flips {
            ranks.extend(self.queues.iter_mut().map(|queue| queue.strategy.rank(pending, &known)));
        }
        drop(known);
        for (age, ranks) in (first..).zip(ranks.chunks(self.queues.len())) {
            for (queue, &rank) in self.queues.iter_mut().zip(ranks) {
                queue.ranked.push(Reverse((rank, age)));
            }
        }
        self.age += flips.len() as u64;
        self.pending.extend((first..).zip(flips));
        if self.pending.len() > MOST_PENDING {
            self.prune(MOST_PENDING / 2);
        }
    }

    /// Gives up all but about so many.
    fn prune(&mut self, most: usize) {
        let share = most / self.queues.len();
        let mut kept = FxHashSet::default();
        for queue in &self.queues {
            let ranked = queue.ranked.iter().map(|Reverse(ranked)| *ranked);
            let mut ranked: Vec<(Rank, u64)> =
                ranked.filter(|(_, age)| self.pending.contains_key(age)).collect();
            if ranked.len() > share {
                ranked.select_nth_unstable(share);
                ranked.truncate(share);
            }
            kept.extend(ranked.into_iter().map(|(_, age)| age));
        }
        for queue in &mut self.queues {
            queue.ranked.retain(|Reverse((_, age))| kept.contains(age));
        }
        for (_, pending) in self.pending.extract_if(|age, _| !kept.contains(age)) {
            *self.given_up.entry(pending.choice()).or_default() += 1;
        }
    }

    pub fn pop(&mut self, knowledge: &Knowledge) -> Option<Choice> {
        let is_affordable = self.spent_on_hard * HARD_SHARE < self.spent;
        if (is_affordable || self.pending.is_empty())
            && let Some((pending, chooser)) = self.hard.pop_front()
        {
            self.spent_on_hard += HARD_COST;
            return Some(Choice::Flip(pending, chooser));
        }
        if self.pending.is_empty() {
            return None;
        }
        let number = self.auto.as_mut().map_or(0, Auto::choose);
        if number == self.queues.len() {
            self.variations += 1;
            let is_turn_of_again = self.variations.is_multiple_of(AGAIN_SHARE);
            return Some(match self.again.pop_if(|_| is_turn_of_again) {
                Some(pending) => Choice::Flip(pending, Chooser(number)),
                None => Choice::Vary(Chooser(number)),
            });
        }
        self.pop_from(number, knowledge).map(|pending| Choice::Flip(pending, Chooser(number)))
    }

    /// Who chooses variations, if there are any.
    pub fn varies(&self) -> Option<Chooser> {
        self.auto.is_some().then_some(Chooser(self.queues.len()))
    }

    /// A flip comes back for which the solver needs more patience.
    pub fn postpone(&mut self, pending: Pending, chooser: Chooser) {
        self.hard.push_back((Pending { is_hard: true, ..pending }, chooser));
    }

    /// A flip for somebody else: one that takes patience if there are no others.
    pub fn give_away(&mut self, knowledge: &Knowledge) -> Option<Pending> {
        self.pop_from(0, knowledge).or_else(|| self.hard.pop_front().map(|(pending, _)| pending))
    }

    fn pop_from(&mut self, number: usize, knowledge: &Knowledge) -> Option<Pending> {
        let queue = &mut self.queues[number];
        loop {
            let Reverse((rank, age)) = queue.ranked.pop()?;
            let Some(pending) = self.pending.get(&age) else { continue };
            // Much may have become known since it was put here: then it can wait.
            let rank_now = queue.strategy.rank(pending, knowledge);
            let next = queue.ranked.peek();
            if rank_now > rank && next.is_some_and(|next| next.0 < (rank_now, age)) {
                queue.ranked.push(Reverse((rank_now, age)));
                continue;
            }
            return self.pending.remove(&age);
        }
    }

    /// What came of a choice: so many new clauses, for so much work.
    pub fn reward(&mut self, chooser: Chooser, gain: u64, cost: u64) {
        self.spent += cost;
        if let Some(auto) = &mut self.auto {
            auto.reward(chooser.0, gain, cost);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.pending.values().chain(self.hard.iter().map(|(pending, _)| pending))
    }

    pub fn len(&self) -> usize {
        self.pending.len() + self.hard.len()
    }

    /// How many flips wait, where one that takes patience counts as many.
    pub fn work(&self) -> usize {
        self.pending.len() + HARD_WORK * self.hard.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
impl Pending {
    /// The only decision of the first run, to go this way.
    pub fn only(input: Input, decision: Decision, way: usize) -> Pending {
        let label = decision.label(way);
        let run = Arc::new(Explored {
            input,
            decisions: vec![decision],
            pins: Vec::new(),
            gain: 0,
            number: 0,
            generation: 0,
            penalty: 0,
            is_again: false,
        });
        Pending {
            run,
            index: 0,
            way,
            label,
            context: 0,
            node: 0,
            path: 0,
            part: None,
            is_own_part: false,
            length: 0,
            values_before: 0,
            stretch: Stretch::default(),
            is_again: false,
            is_hard: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_erlang::{ExprId, FunctionName};
    use symbolic::{Shape, Symbol};
    use term::{Atom, Term};
    use trace::Outline;

    /// Flips of one run, the longer the later.
    fn flips(count: u64) -> Vec<Pending> {
        let function = FunctionName { name: Atom::new("f"), arity: 1 };
        let place = Place::new(Atom::new("m"), function, ExprId(2), 0);
        let shapes = [Shape::Cons].into();
        let decision = Decision { place, subject: Symbol(0), shapes, taken: 0, open: vec![1] };
        let flip = Pending::only(Input { arguments: vec![Term::Nil] }, decision, 1);
        let longer = |length| Pending { node: length, path: length, length, ..flip.clone() };
        (0..count).map(longer).collect()
    }

    #[test]
    fn what_is_given_up_is_the_worst_and_counted() {
        let outline = Outline::new(Atom::new("m"), "m.erl".into(), Vec::new());
        let knowledge = RwLock::new(Knowledge::new(&outline));
        let mut frontier = Frontier::new(StrategyName::BreadthFirst, 0);
        frontier.push(flips(100), &knowledge);
        frontier.prune(40);
        assert_eq!(frontier.len(), 40);
        assert_eq!(frontier.given_up, BTreeMap::from([(None, 60)]));
        let known = knowledge.read().expect("nobody died");
        let mut left = Vec::new();
        while let Some(Choice::Flip(pending, _)) = frontier.pop(&known) {
            left.push(pending.length);
        }
        assert_eq!(left, (0..40).collect::<Vec<u64>>());
    }
}
