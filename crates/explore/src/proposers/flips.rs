//! Which decision is flipped next? Whatever the strategies rank first.
//!
//! Every strategy has a queue of its own over the same flips, so that several can take turns. Ranks may
//! only become worse while a flip waits: they are looked at again when its turn comes.

use super::{Arm, Proposer};
use crate::flip::Flip;
use crate::knowledge::Knowledge;
use crate::strategies::{Rank, Strategy};
use crate::task::Task;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::{PoisonError, RwLock};
use trace::ClauseId;
use typing::Random;

/// So many flips wait at most, and half of them are left when there are more: those that are best by
/// one strategy or another. No search comes to the others in its time.
const MOST_PENDING: usize = 400_000;

pub struct FlipQueues {
    /// By age.
    pending: FxHashMap<u64, Flip>,
    queues: Vec<Queue>,
    age: u64,
    /// FlipQueues that were given up, by the clauses that they choose between.
    pub given_up: BTreeMap<Option<ClauseId>, u64>,
}

struct Queue {
    strategy: Box<dyn Strategy>,
    /// By rank, then by age. FlipQueues that were taken from another queue may still be in here.
    ranked: BinaryHeap<Reverse<(Rank, u64)>>,
}

/// The flips in the order of one strategy.
pub struct InOrder<'a> {
    flips: &'a mut FlipQueues,
    strategy: usize,
}

impl FlipQueues {
    pub fn new(strategies: Vec<Box<dyn Strategy>>) -> FlipQueues {
        let queue = |strategy| Queue { strategy, ranked: BinaryHeap::new() };
        let queues = strategies.into_iter().map(queue).collect();
        FlipQueues { pending: FxHashMap::default(), queues, age: 0, given_up: BTreeMap::new() }
    }

    /// The knowledge is only held to rank them: to put them in their places takes longer.
    pub fn push(&mut self, flips: Vec<Flip>, knowledge: &RwLock<Knowledge>) {
        let first = self.age + 1;
        let mut ranks = Vec::with_capacity(flips.len() * self.queues.len());
        let known = knowledge.read().unwrap_or_else(PoisonError::into_inner);
        for flip in &flips {
            ranks.extend(self.queues.iter_mut().map(|queue| queue.strategy.rank(flip, &known)));
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
        for (_, flip) in self.pending.extract_if(|age, _| !kept.contains(age)) {
            *self.given_up.entry(flip.choice()).or_default() += 1;
        }
    }

    /// Those that this strategy would make first come first.
    pub fn in_order(&mut self, strategy: usize) -> InOrder<'_> {
        InOrder { flips: self, strategy }
    }

    pub fn pop(&mut self, strategy: usize, knowledge: &Knowledge) -> Option<Flip> {
        let queue = &mut self.queues[strategy];
        loop {
            let Reverse((rank, age)) = queue.ranked.pop()?;
            let Some(flip) = self.pending.get(&age) else { continue };
            // Much may have become known since it was put here: then it can wait.
            let rank_now = queue.strategy.rank(flip, knowledge);
            let next = queue.ranked.peek();
            if rank_now > rank && next.is_some_and(|next| next.0 < (rank_now, age)) {
                queue.ranked.push(Reverse((rank_now, age)));
                continue;
            }
            return self.pending.remove(&age);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Flip> {
        self.pending.values()
    }

    pub fn len(&self) -> usize {
        self.pending.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }
}

impl Proposer for InOrder<'_> {
    fn propose(&mut self, knowledge: &Knowledge, _: &mut Random) -> Option<Task> {
        let flip = self.flips.pop(self.strategy, knowledge)?;
        Some(Task::Flip(Flip { by: Arm::Strategy(self.strategy), ..flip }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::OtherWay;
    use crate::strategies::StrategyName;
    use core_erlang::{ExprId, FunctionName};
    use symbolic::{Shape, Symbol};
    use term::{Atom, Term};
    use trace::{Decision, EventId, Input, Outline, Place, ProcessName, Test};

    /// FlipQueues of one run, the longer the later.
    fn longer_and_longer(count: u64) -> Vec<Flip> {
        let function = FunctionName { name: Atom::new("f"), arity: 1 };
        let place = Place::new(Atom::new("m"), function, ExprId(2), 0);
        let shapes = [Shape::Cons].into();
        let at = EventId::new(ProcessName::started(0), 0);
        let test = Test { subject: Symbol(0), shapes };
        let decision = Decision::branch(at, place, test, 0, vec![1]);
        let flip = Flip::only(Input::new(vec![Term::Nil]), decision, 1);
        let longer = |length| {
            let other = OtherWay { path: length, ..flip.other };
            Flip { node: length, other, length, ..flip.clone() }
        };
        (0..count).map(longer).collect()
    }

    #[test]
    fn what_is_given_up_is_the_worst_and_counted() {
        let outline = Outline::new(Atom::new("m"), "m.erl".into(), Vec::new());
        let knowledge = RwLock::new(Knowledge::new(&outline, &[]));
        let mut flips = FlipQueues::new(StrategyName::BreadthFirst.strategies(0));
        flips.push(longer_and_longer(100), &knowledge);
        flips.prune(40);
        assert_eq!(flips.len(), 40);
        assert_eq!(flips.given_up, BTreeMap::from([(None, 60)]));
        let known = knowledge.read().expect("nobody died");
        let mut left = Vec::new();
        while let Some(flip) = flips.pop(0, &known) {
            left.push(flip.length);
        }
        assert_eq!(left, (0..40).collect::<Vec<u64>>());
    }
}
