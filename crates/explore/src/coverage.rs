//! Which clauses did the runs reach, and what was tried to reach the others?

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use trace::{ClauseId, Place, Trace};

/// How many runs reached each clause.
#[derive(Default)]
pub struct Hits {
    counts: FxHashMap<ClauseId, u64>,
}

impl Hits {
    /// Counts a run. The result: clauses that no run before had reached.
    pub fn count(&mut self, trace: &Trace) -> Vec<ClauseId> {
        let mut new = Vec::new();
        for &clause in &trace.covered {
            let count = self.counts.entry(clause).or_default();
            if *count == 0 {
                new.push(clause);
            }
            *count += 1;
        }
        new
    }

    pub fn add_to(&self, covered: &mut BTreeMap<ClauseId, u64>) {
        for (&clause, &count) in &self.counts {
            *covered.entry(clause).or_default() += count;
        }
    }
}

/// How often runs took the same way again. A loop that goes round a second, a fourth, an eighth time
/// may lead to what shorter ones do not.
#[derive(Default)]
pub struct Repetitions {
    /// Ways, each with the number of digits of how often it was taken in one run.
    seen: FxHashSet<(Place, usize, u32)>,
    /// Those of the run that is looked at.
    counts: FxHashMap<(Place, usize), u32>,
}

impl Repetitions {
    /// Did the run take a way as often as none before?
    pub fn count(&mut self, trace: &Trace) -> bool {
        self.counts.clear();
        for decision in &trace.decisions {
            *self.counts.entry((decision.place, decision.taken)).or_default() += 1;
        }
        let mut is_new = false;
        for (&(place, way), &count) in &self.counts {
            is_new |= self.seen.insert((place, way, count.ilog2()));
        }
        is_new
    }
}

/// What became of the ways that no run took by itself, at one place or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flips {
    /// There is no input that goes there.
    pub unsat: u64,
    /// Nobody can tell.
    pub unknown: u64,
    /// Not tried when the search stopped.
    pub left: u64,
}
