//! When are runs and flips repeated? When runs came right before a clause, and the solver says that none of
//! their paths leads into it.
//!
//! First, one of these runs is repeated ([`Reruns`]). Then its decisions are flipped one by one, also those
//! that were already flipped after other runs ([`Repeats`]): after this run, the rest of the path is one that
//! comes to the clause. The solver gets little patience for such a flip. Its run counts only if it comes
//! right before a clause that nobody has reached, by a new path ([`is_kept`]). If it does not, its last
//! decisions may be the reason, and are flipped too ([`last_flips`]).

use super::{Arm, Proposer};
use crate::flip::{Effort, Flip, Run};
use crate::knowledge::Knowledge;
use crate::task::{Answered, FIRST_PATIENCE, Purpose, Ran, Task};
use crate::ways::TriedWays;
use rustc_hash::FxHashMap;
use solver::Answer;
use solver::patience::Patience;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;
use trace::{ClauseId, Input};
use typing::Random;

/// How hard the solver tries when a flip is made again.
pub const EFFORT: Effort = Effort::Again;

/// What the solver may spend on that.
const PATIENCE: u64 = FIRST_PATIENCE / 25;

/// What the search is charged for it, beside the run: it is too little to count.
pub const COST: u64 = 0;

/// When a clause could not be reached on so many paths, or on twice as many as the last time, a run is
/// made again.
const OFTEN: u64 = 4;

/// So many flips are made again after one run at most.
const MOST_OF_A_RUN: usize = 256;

/// So many of the last decisions are flipped after a run that did not come next to the clause.
const LAST: usize = 2;

/// So many flips wait to be made again; those of the latest runs are kept.
const MOST: usize = 10_000;

/// One in so many turns of [`Arm::Others`] is a flip that is made again.
const SHARE: u64 = 8;

/// Runs that are to be made again.
#[derive(Default)]
pub struct Reruns {
    inputs: VecDeque<Input>,
    /// On how many paths there was no way to one of these clauses, by the first of them.
    refuted: FxHashMap<ClauseId, u64>,
}

impl Proposer for Reruns {
    fn propose(&mut self, _: &Knowledge, _: &mut Random) -> Option<Task> {
        self.inputs.pop_front().map(|input| Task::Run(input, Purpose::Again))
    }

    fn refused(&mut self, flip: &Flip, answered: &Answered, knowledge: &Knowledge) {
        let (Answer::Refuted(_), Some(choice)) = (&answered.answer, flip.choice()) else { return };
        let times = self.refuted.entry(choice).or_default();
        *times += 1;
        if !flip.is_repeat()
            && *times >= OFTEN
            && times.is_power_of_two()
            && knowledge.distance(flip.part) == 0
        {
            self.inputs.push_back(flip.run.input.clone());
        }
    }
}

/// Flips that are to be made again: the latest first.
#[derive(Default)]
pub struct Repeats {
    flips: Vec<Flip>,
    turns: u64,
}

impl Repeats {
    pub fn extend(&mut self, flips: impl Iterator<Item = Flip>) {
        self.flips.extend(flips);
        let too_many = self.flips.len().saturating_sub(MOST);
        self.flips.drain(..too_many);
    }
}

impl Proposer for Repeats {
    fn propose(&mut self, _: &Knowledge, _: &mut Random) -> Option<Task> {
        self.turns += 1;
        let is_turn = self.turns.is_multiple_of(SHARE);
        let flip = self.flips.pop_if(|_| is_turn)?;
        Some(Task::Flip(Flip { by: Arm::Others, ..flip }))
    }
}

/// A little work, and none of an SMT solver.
pub fn patience(deadline: Option<Instant>) -> Patience {
    Patience::new(PATIENCE, deadline).without_smt()
}

/// Is a flip of this effort one that was made before?
pub fn is_repeat(effort: Effort) -> bool {
    effort == EFFORT
}

/// Is it a run that was made before, for the sake of its other ways?
pub fn is_rerun(purpose: &Purpose) -> bool {
    matches!(purpose, Purpose::Again)
}

/// How many flips that were made before are to be made after this run?
pub fn most_repeats(ran: &Ran) -> usize {
    if is_rerun(&ran.purpose) { MOST_OF_A_RUN } else { 0 }
}

/// Does a run count that made a flip again? Only if it came next to a clause that nobody has reached,
/// by a new path. All other runs do.
pub fn is_kept(ran: &Ran, ways: &TriedWays, knowledge: &Knowledge) -> bool {
    let is_repeat = ran.purpose.flip().is_some_and(Flip::is_repeat);
    !is_repeat
        || ran.steps.iter().any(|step| {
            step.is_own_part
                && step.others.iter().any(|other| !ways.was_seen(other.path))
                && knowledge.distance(step.part) == 0
        })
}

/// What may have kept a run from coming next to the clause: its last decisions. They count as made
/// again: their ways are left to whoever comes here on the usual path.
pub fn last_flips(ran: &Ran, run: &Arc<Run>, ways: &TriedWays) -> Vec<Flip> {
    let count = ran.steps.len();
    let from = match ran.purpose.flip() {
        Some(flip) if flip.run.is_rerun => (flip.index + 1).max(count.saturating_sub(LAST)),
        _ => count,
    };
    let others = |index: usize| (0..ran.steps[index].others.len()).map(move |other| (index, other));
    let flips = (from..count).flat_map(others);
    flips.map(|(index, other)| ways.flip(ran, run, index, other, EFFORT)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposers::aims::tests::{clause, flip, knowledge};
    use solver::Core;
    use symbolic::Symbols;

    fn flip_to_a_clause() -> Flip {
        flip(&mut Symbols::new(), 7)
    }

    fn refuted() -> Answered {
        let answer = Answer::Refuted(Core::of(vec![0]));
        Answered { answer, is_guess: false, cost: 1, distance: None }
    }

    #[test]
    fn a_run_is_made_again_when_a_clause_was_often_out_of_reach() {
        let (mut reruns, mut knowledge) = (Reruns::default(), knowledge());
        let mut chance = Random::new(0);
        let flip = flip_to_a_clause();
        let mut again = Vec::new();
        for times in 1..=16 {
            reruns.refused(&flip, &refuted(), &knowledge);
            if reruns.propose(&knowledge, &mut chance).is_some() {
                again.push(times);
            }
        }
        assert_eq!(again, [4, 8, 16]);
        // What has been reached needs no second try.
        knowledge.cover(clause(1));
        (16..32).for_each(|_| reruns.refused(&flip, &refuted(), &knowledge));
        assert!(reruns.propose(&knowledge, &mut chance).is_none());
    }

    #[test]
    fn the_latest_flips_are_made_again_at_every_eighth_turn() {
        let (mut repeats, knowledge) = (Repeats::default(), Knowledge::default());
        let mut chance = Random::new(0);
        let flips = (0..3).map(|length| Flip { length, ..flip_to_a_clause() });
        repeats.extend(flips);
        let proposed = (0..17).map(|_| match repeats.propose(&knowledge, &mut chance) {
            Some(Task::Flip(flip)) => Some((flip.length, flip.by)),
            _ => None,
        });
        let proposed: Vec<(usize, (u64, Arm))> =
            (1..).zip(proposed).filter_map(|(turn, each)| Some((turn, each?))).collect();
        assert_eq!(proposed, [(8, (2, Arm::Others)), (16, (1, Arm::Others))]);
    }
}
