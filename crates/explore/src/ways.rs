//! Which ways could a run have gone that nobody has tried?
//!
//! No path is put on a frontier twice. What was put there, or gone, is known here by hash, so that a
//! search that comes to its end has seen everything.

use crate::asked::{Asked, Stretch};
use crate::frontier::{Explored, Pending};
use crate::knowledge::Knowledge;
use crate::task::{Purpose, Ran};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use symbolic::Constraint;
use trace::{Label, Trace};

#[derive(Default)]
pub struct Ways {
    /// Paths that have been put on a frontier or taken.
    seen: FxHashSet<u64>,
    /// Paths that runs have taken.
    taken: FxHashSet<u64>,
    /// Values that were asked for at the end of a path.
    asked: FxHashMap<u64, Asked>,
}

/// A way that a run could have gone.
pub struct Flip {
    /// Which of its decisions, and which of the ways it did not go.
    index: usize,
    other: usize,
    /// How many values have been tried there, if it asks for another one.
    values_before: u64,
    stretch: Stretch,
    /// Somebody has tried it, with something else behind it.
    is_again: bool,
}

/// So many flips are made in another try at most,
const FLIPS_AGAIN: usize = 256;
/// and of those that come to nothing so many of the last decisions are flipped besides.
const LAST_AGAIN: usize = 2;

impl Ways {
    pub fn was_taken(&self, path: u64) -> bool {
        self.taken.contains(&path)
    }

    /// None of the values that were tried already. Where there were many, the flip becomes two: one
    /// to go on with, and one for later.
    pub fn another(&self, pending: &mut Pending) -> (Vec<Constraint>, Option<Pending>) {
        let Some(asked) = self.asked.get(&pending.node) else { return (Vec::new(), None) };
        let rest = asked.cut(&pending.stretch).map(|(first, rest)| {
            pending.stretch = first;
            let values_before = asked.turn_of_the_rest();
            Pending { stretch: rest, values_before, ..pending.clone() }
        });
        (asked.none_of(pending.decision().subject, &pending.stretch), rest)
    }

    /// The ways that nobody has tried; if the run was made again, also those that somebody has.
    pub fn unexplored(&mut self, ran: &Ran) -> Vec<Flip> {
        let mut flips = Vec::new();
        let mut again = if matches!(ran.next.purpose, Purpose::Again) { FLIPS_AGAIN } else { 0 };
        for (index, (step, decision)) in ran.steps.iter().zip(&ran.trace.decisions).enumerate() {
            for (other, &(_, _, path, _)) in step.others.iter().enumerate() {
                let is_again = !self.seen.insert(path);
                if is_again && again == 0 {
                    continue;
                }
                again -= usize::from(is_again);
                flips.push(self.flip(ran, index, other, is_again));
            }
            if let Some(value) = Asked::value(decision) {
                self.asked.entry(step.node).or_default().add(value);
            }
            self.seen.insert(step.path);
            self.taken.insert(step.path);
        }
        flips
    }

    /// Did the run come to a clause's neighbour by a new path, where nobody has come to the clause?
    pub fn is_near(&self, ran: &Ran, knowledge: &Knowledge) -> bool {
        ran.steps.iter().any(|step| {
            step.is_own_part
                && step.others.iter().any(|(_, _, path, _)| !self.seen.contains(path))
                && knowledge.distance(step.part) == 0
        })
    }

    /// What may have kept a run from coming there that made a flip again: its last decisions. It
    /// counts as not made: its ways are left to whoever comes here on the usual path.
    pub fn last(&self, ran: &Ran) -> Vec<Flip> {
        let count = ran.steps.len();
        let from = match ran.next.purpose.flip() {
            Some(flip) if flip.run.is_again => {
                (flip.index + 1).max(count.saturating_sub(LAST_AGAIN))
            }
            _ => count,
        };
        let others =
            |index: usize| (0..ran.steps[index].others.len()).map(move |other| (index, other));
        let flips = (from..count).flat_map(others);
        flips.map(|(index, other)| self.flip(ran, index, other, true)).collect()
    }

    fn flip(&self, ran: &Ran, index: usize, other: usize, is_again: bool) -> Flip {
        let step = &ran.steps[index];
        if step.others[other].0 < ran.trace.decisions[index].shapes.len() {
            return Flip { index, other, values_before: 0, stretch: Stretch::default(), is_again };
        }
        let values_before = self.asked.get(&step.node).map_or(0, Asked::len) as u64;
        // Where this value was found, the next one is looked for.
        let asked_for = ran.next.purpose.flip().filter(|flip| flip.node == step.node);
        let stretch = asked_for.map(|flip| flip.stretch).unwrap_or_default();
        Flip { index, other, values_before, stretch, is_again }
    }
}

/// The flips of a run that is the `number`th, as they are put on a frontier.
pub fn pending(ran: Ran, flips: Vec<Flip>, gain: u64, number: u64) -> Vec<Pending> {
    let Ran { next, trace, steps, .. } = ran;
    let Trace { mut decisions, pins, .. } = trace;
    // The ways that were open are flips now, and a switch may have had thousands of them.
    decisions.iter_mut().for_each(|decision| decision.open = Vec::new());
    let mut taken_before: FxHashMap<Label, u64> = FxHashMap::default();
    let mut length = 0;
    let lengths = steps.iter().map(|step| {
        let before = length;
        let times = taken_before.entry(step.label).or_default();
        *times += 1;
        length += *times;
        before
    });
    let lengths: Vec<u64> = lengths.collect();
    let flip = next.purpose.flip();
    let generation = flip.map_or(0, |pending| pending.run.generation + 1);
    let penalty = flip.map_or(0, Pending::penalty);
    let is_again = matches!(next.purpose, Purpose::Again);
    let input = next.input;
    let run =
        Arc::new(Explored { input, decisions, pins, gain, number, generation, penalty, is_again });
    let pending =
        flips.into_iter().map(|Flip { index, other, values_before, stretch, is_again }| {
            let step = &steps[index];
            let (way, label, path, context) = step.others[other];
            let (node, part, is_own_part) = (step.node, step.part, step.is_own_part);
            let (run, length) = (run.clone(), lengths[index]);
            Pending {
                run,
                index,
                way,
                label,
                context,
                node,
                path,
                part,
                is_own_part,
                length,
                values_before,
                stretch,
                is_again,
                is_hard: false,
            }
        });
    pending.collect()
}
