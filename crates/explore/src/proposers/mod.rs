//! Who proposes what to do next? Proposers are peers: each has its own idea of which input is worth a
//! run, and learns from all runs. The search asks them by yield ([`crate::strategies::auto`]).
//!
//! - [`seeds`]: the inputs to begin with
//! - [`flips`]: decisions that nobody has flipped yet, in the order of a strategy
//! - [`hard`]: flips for which the solver needs more patience
//! - [`results`]: flips that ask for a result which was not promised
//! - [`again`]: runs and flips that were made before, next to clauses that nobody has reached
//! - [`aims`]: inputs that get closer to such a clause, where no solver finds the way
//! - [`variations`]: inputs that resemble others
//! - [`longer`]: runs that took all their reductions, when nothing else is left
//! - [`orders`]: what was run, with its processes in other orders
//! - [`deeper`]: runs that went on beyond the depth, likewise
//!
//! Flips use the symbols of the worker that found them, so each worker has its own proposers of flips: its
//! [`crate::frontier::Frontier`]. An input means the same to all workers, so the proposers of inputs are
//! [`Shared`].

pub mod again;
pub mod aims;
pub mod deeper;
pub mod flips;
pub mod hard;
pub mod longer;
pub mod orders;
pub mod results;
pub mod seeds;
pub mod variations;

use crate::flip::Flip;
use crate::knowledge::Knowledge;
use crate::task::{Answered, News, Ran, Task};
use crate::{Plan, seed};
use again::Reruns;
use aims::Aims;
use deeper::Deeper;
use longer::Longer;
use orders::Orders;
use seeds::Seeds;
use typing::Random;
use variations::Variations;

pub trait Proposer {
    /// What to do next, if there is an idea. Only `chance` may be drawn from, so that the same seed
    /// gives the same search.
    fn propose(&mut self, knowledge: &Knowledge, chance: &mut Random) -> Option<Task>;

    /// A run is over, whoever proposed it.
    fn learn(&mut self, _ran: &Ran, _news: News) {}

    /// The solver has no input for a flip, whoever proposed it.
    fn refused(&mut self, _flip: &Flip, _answered: &Answered, _knowledge: &Knowledge) {}
}

/// Whose turn it is, by yield.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    /// Flips in the order of this strategy.
    Strategy(usize),
    /// Everything else: flips made again, aims, variations.
    Others,
}

impl Default for Arm {
    fn default() -> Arm {
        Arm::Strategy(0)
    }
}

/// The proposers that all workers share.
pub struct Shared {
    pub seeds: Seeds,
    reruns: Reruns,
    aims: Aims,
    variations: Variations,
    longer: Longer,
    deeper: Deeper,
    pub orders: Orders,
    wanders: bool,
    chance: Random,
}

impl Shared {
    pub fn new(plan: &Plan) -> Shared {
        let seeds = match plan.seeds.is_empty() {
            true => seed::seeds(plan.subject),
            false => plan.seeds.clone(),
        };
        Shared {
            seeds: Seeds::new(seeds),
            reruns: Reruns::default(),
            aims: Aims::default(),
            variations: Variations::default(),
            longer: Longer::default(),
            deeper: Deeper::new(plan.goes_deeper),
            orders: Orders::new(plan.schedules, plan.preemptions),
            wanders: plan.wanders,
            chance: Random::for_label(plan.chance, "variations"),
        }
    }

    fn all(&mut self) -> [&mut dyn Proposer; 7] {
        let Shared { seeds, reruns, aims, variations, longer, deeper, orders, .. } = self;
        [seeds, reruns, aims, variations, longer, deeper, orders]
    }

    /// What comes before everything else.
    pub fn propose_first(&mut self, knowledge: &Knowledge) -> Option<Task> {
        let chance = &mut self.chance;
        let seed = self.seeds.propose(knowledge, chance);
        seed.or_else(|| self.reruns.propose(knowledge, chance))
    }

    /// Another order of what was run.
    pub fn propose_order(&mut self, knowledge: &Knowledge) -> Option<Task> {
        self.orders.propose(knowledge, &mut self.chance)
    }

    /// An input that resembles others. One in two is aimed, if there is anything to aim at.
    pub fn propose_other(&mut self, knowledge: &Knowledge) -> Option<Task> {
        let mut own_chance = Random::new(self.chance.word());
        let is_aimed = self.chance.one_in(2);
        let aimed = is_aimed.then(|| self.propose_aimed(knowledge)).flatten();
        aimed.or_else(|| self.variations.propose(knowledge, &mut own_chance))
    }

    /// Nothing is left to flip, and some clauses can still be aimed at.
    pub fn propose_aimed(&mut self, knowledge: &Knowledge) -> Option<Task> {
        self.aims.propose(knowledge, &mut self.chance)
    }

    /// Nothing else is left to do.
    pub fn propose_last(&mut self, knowledge: &Knowledge) -> Option<Task> {
        let longer = self.propose_longer(knowledge);
        longer.or_else(|| self.deeper.propose(knowledge, &mut self.chance))
    }

    /// Only the runs that may hang.
    pub fn propose_longer(&mut self, knowledge: &Knowledge) -> Option<Task> {
        self.longer.propose(knowledge, &mut self.chance)
    }

    /// Nothing else is left to do, but precision was lost: what resembles an input may do what no flip
    /// leads to.
    pub fn propose_wandering(&mut self, knowledge: &Knowledge) -> Option<Task> {
        match self.wanders {
            true => self.variations.propose_for_want(knowledge, &mut self.chance),
            false => None,
        }
    }

    pub fn learn(&mut self, ran: &Ran, news: News) {
        self.all().into_iter().for_each(|proposer| proposer.learn(ran, news));
    }

    pub fn refused(&mut self, flip: &Flip, answered: &Answered, knowledge: &Knowledge) {
        self.all().into_iter().for_each(|proposer| proposer.refused(flip, answered, knowledge));
    }
}
