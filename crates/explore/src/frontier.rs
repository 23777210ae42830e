//! What has one worker left to flip? Decisions that nobody has flipped, those for which the solver
//! needs more patience, and those that are to be flipped again.
//!
//! A flip uses the symbols of the worker that found it, so each worker has a frontier of its own.

use crate::flip::{Effort, Flip};
use crate::knowledge::Knowledge;
use crate::proposers::again::Repeats;
use crate::proposers::flips::FlipQueues;
use crate::proposers::hard::Hard;
use crate::proposers::results::Results;
use crate::proposers::{Arm, Proposer};
use crate::strategies::{Auto, StrategyName};
use crate::task::Task;
use std::collections::BTreeMap;
use std::sync::RwLock;
use trace::ClauseId;
use typing::Random;

/// A flip that takes patience is worth a second worker like so many others.
const HARD_WORK: usize = 16;

pub struct Frontier {
    flips: FlipQueues,
    hard: Hard,
    repeats: Repeats,
    results: Results,
    /// Who says whose turn it is, if there are several strategies. The last of its arms is
    /// [`Arm::Others`].
    auto: Option<Auto>,
    strategies: usize,
    /// For proposers that draw lots. Those of today do not.
    chance: Random,
}

impl Frontier {
    pub fn new(name: StrategyName, seed: u64) -> Frontier {
        let strategies = name.strategies(seed);
        let count = strategies.len();
        Frontier {
            flips: FlipQueues::new(strategies),
            hard: Hard::default(),
            repeats: Repeats::default(),
            results: Results::default(),
            auto: (count > 1).then(|| Auto::new(count + 1)),
            strategies: count,
            chance: Random::for_label(seed, "frontier"),
        }
    }

    pub fn push(&mut self, mut flips: Vec<Flip>, knowledge: &RwLock<Knowledge>) {
        let hard = flips.extract_if(.., |flip| flip.effort == Effort::Hard);
        hard.for_each(|flip| self.hard.push(flip));
        self.repeats.extend(flips.extract_if(.., |flip| flip.is_repeat()));
        let about_results = flips.extract_if(.., |flip| flip.is_about_result());
        about_results.for_each(|flip| self.results.push(flip));
        self.flips.push(flips, knowledge);
    }

    /// A flip that is about a result, if it is their turn, or if nothing else is left.
    pub fn propose_result(&mut self, knowledge: &Knowledge) -> Option<Task> {
        let is_turn = self.flips.is_empty() || self.results.is_turn();
        is_turn.then(|| self.results.propose(knowledge, &mut self.chance)).flatten()
    }

    /// The solver needs more patience for a flip.
    pub fn postpone(&mut self, flip: Flip) {
        self.hard.push(flip);
    }

    /// A flip that takes patience, if it is their turn: as long as their share is not used up, and when
    /// nothing else is left.
    pub fn propose_hard(&mut self, knowledge: &Knowledge) -> Option<Task> {
        let is_turn = self.hard.is_affordable() || self.flips.is_empty();
        is_turn.then(|| self.hard.propose(knowledge, &mut self.chance)).flatten()
    }

    /// Whose turn it is by yield. `None`: there is nothing left to flip.
    pub fn whose_turn(&mut self) -> Option<Arm> {
        if self.flips.is_empty() {
            return None;
        }
        let number = self.auto.as_mut().map_or(0, Auto::choose);
        Some(if number < self.strategies { Arm::Strategy(number) } else { Arm::Others })
    }

    pub fn propose(&mut self, arm: Arm, knowledge: &Knowledge) -> Option<Task> {
        let chance = &mut self.chance;
        match arm {
            Arm::Strategy(number) => self.flips.in_order(number).propose(knowledge, chance),
            Arm::Others => self.repeats.propose(knowledge, chance),
        }
    }

    /// A flip for somebody else: one that takes patience if there are no others.
    pub fn give_away(&mut self, knowledge: &Knowledge) -> Option<Flip> {
        let flip = self.flips.pop(0, knowledge).or_else(|| self.hard.give_away());
        flip.or_else(|| self.results.pop())
    }

    /// What became of a proposal: so many clauses and findings that are new, for so much work.
    pub fn reward(&mut self, arm: Arm, gain: u64, cost: u64) {
        self.hard.spend(cost);
        let number = match arm {
            Arm::Strategy(number) => number,
            Arm::Others => self.strategies,
        };
        if let Some(auto) = &mut self.auto {
            auto.reward(number, gain, cost);
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Flip> {
        self.flips.iter().chain(self.hard.iter()).chain(self.results.iter())
    }

    /// Flips that were given up because there were too many, by the clauses that they choose between.
    pub fn given_up(&self) -> &BTreeMap<Option<ClauseId>, u64> {
        &self.flips.given_up
    }

    /// The same of those about results, which choose between no clauses.
    pub fn given_up_results(&self) -> u64 {
        self.results.given_up
    }

    pub fn len(&self) -> usize {
        self.flips.len() + self.hard.count() + self.results.count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many flips wait, where one that takes patience counts as many.
    pub fn work(&self) -> usize {
        self.flips.len() + self.results.count() + HARD_WORK * self.hard.count()
    }
}
