//! Which ways could a run have gone that nobody has tried?
//!
//! No path is put on a frontier twice. What was put there, or taken, is known here by hash, so that a
//! search that comes to its end has seen everything.

use crate::asked::{Asked, Stretch};
use crate::flip::{Effort, Flip, Run};
use crate::proposers::Arm;
use crate::proposers::again;
use crate::step::Step;
use crate::task::Ran;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use symbolic::Constraint;
use trace::Place;

#[derive(Default)]
pub struct TriedWays {
    /// Paths that have been put on a frontier or taken.
    seen: FxHashSet<u64>,
    /// Paths that runs have taken.
    taken: FxHashSet<u64>,
    /// Values that were asked for at the end of a path.
    asked: FxHashMap<u64, Asked>,
    /// How many flips there were in functions that the input names, by where they are called.
    within: FxHashMap<Place, u32>,
}

/// What a function does that the input names, and which it is, is worth so many flips: there are as many functions as
/// there are modules, and none is what is tested.
const MOST_WITHIN: u32 = 1_000;

impl TriedWays {
    pub fn was_taken(&self, path: u64) -> bool {
        self.taken.contains(&path)
    }

    pub fn was_seen(&self, path: u64) -> bool {
        self.seen.contains(&path)
    }

    /// None of the values that were tried already. Where there were many, the flip becomes two: one
    /// to go on with, and one for later.
    pub fn another(&self, flip: &mut Flip) -> (Vec<Constraint>, Option<Flip>) {
        let (Some(asked), Some(test)) = (self.asked.get(&flip.node), flip.decision().test()) else {
            return (Vec::new(), None);
        };
        let subject = test.subject;
        let rest = asked.cut(&flip.stretch).map(|(first, rest)| {
            flip.stretch = first;
            let values_before = asked.turn_of_the_rest();
            Flip { stretch: rest, values_before, ..flip.clone() }
        });
        (asked.none_of(subject, &flip.stretch), rest)
    }

    /// The ways that nobody has tried, and up to so many of those that somebody has. How many are left in functions
    /// that the input names?
    pub fn unexplored(&mut self, ran: &Ran, run: &Arc<Run>, mut tried: usize) -> (Vec<Flip>, u64) {
        let (mut flips, mut left) = (Vec::new(), 0);
        for (index, (step, decision)) in ran.steps.iter().zip(&run.decisions).enumerate() {
            for (number, other) in step.others.iter().enumerate() {
                if let Some(call) = decision.within {
                    let count = self.within.entry(call.place).or_default();
                    if *count >= MOST_WITHIN {
                        left += 1;
                        continue;
                    }
                    *count += 1;
                }
                let effort = match self.seen.insert(other.path) {
                    true => Effort::First,
                    false if tried == 0 => continue,
                    false => {
                        tried -= 1;
                        again::EFFORT
                    }
                };
                flips.push(self.flip(ran, run, index, number, effort));
            }
            if let Some(value) = Asked::value(decision) {
                self.asked.entry(step.node).or_default().add(value);
            }
            self.seen.insert(step.path);
            self.taken.insert(step.path);
        }
        (flips, left)
    }

    /// One of a run's decisions, to go one of its other ways.
    pub fn flip(
        &self,
        ran: &Ran,
        run: &Arc<Run>,
        index: usize,
        other: usize,
        effort: Effort,
    ) -> Flip {
        let step = &ran.steps[index];
        let mut flip = Flip {
            run: run.clone(),
            index,
            other: step.others[other],
            node: step.node,
            part: step.part,
            is_own_part: step.is_own_part,
            length: step.length,
            values_before: 0,
            stretch: Stretch::default(),
            effort,
            by: Arm::default(),
        };
        if flip.asks_for_another() {
            flip.values_before = self.values_tried(step);
            // Where this value was found, the next one is looked for.
            let asked_for = ran.purpose.flip().filter(|flip| flip.node == step.node);
            flip.stretch = asked_for.map(|flip| flip.stretch).unwrap_or_default();
        }
        flip
    }

    fn values_tried(&self, step: &Step) -> u64 {
        self.asked.get(&step.node).map_or(0, Asked::len) as u64
    }
}
