//! Does something become smaller in every endless chain of calls? The size-change principle (Lee, Jones,
//! Ben-Amram, *The size-change principle for program termination*, 2001): calls are put together to longer
//! chains until no new ones come; each chain that leads back to where it began and is the same when it is
//! done twice must have a place that becomes smaller.

use super::Place;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What becomes of places in a call, or in a chain of calls: the place there is not larger than the one
/// here, or smaller (`true`).
pub type Arcs = BTreeMap<(Place, Place), bool>;

/// Calls, or chains of them, from one function to another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    pub from: usize,
    pub to: usize,
    pub arcs: Arcs,
}

/// More chains than these are not looked at.
const MOST_CHAINS: usize = 1_500;

/// More arcs than these, in all chains together, are not looked at.
const MOST_ARCS: usize = 40_000;

/// `false` if that cannot be shown.
pub fn always_shrinks(calls: &[Chain]) -> bool {
    let mut known: FxHashSet<Chain> = FxHashSet::default();
    let mut pending: Vec<Chain> = calls.to_vec();
    let mut arcs = 0;
    while let Some(chain) = pending.pop() {
        if known.contains(&chain) {
            continue;
        }
        if chain.from == chain.to && !shrinks(&chain) {
            return false;
        }
        arcs += chain.arcs.len();
        if known.len() >= MOST_CHAINS || arcs > MOST_ARCS {
            return false;
        }
        // Every chain is made of calls, so it is enough to put one call to its end.
        pending.extend(calls.iter().filter(|call| call.from == chain.to).map(|call| {
            let arcs = compose(&chain.arcs, &call.arcs);
            Chain { from: chain.from, to: call.to, arcs }
        }));
        known.insert(chain);
    }
    true
}

/// Is there a place that becomes smaller, if the chain is the same when it is done twice?
fn shrinks(chain: &Chain) -> bool {
    compose(&chain.arcs, &chain.arcs) != chain.arcs
        || chain.arcs.iter().any(|((one, other), is_smaller)| one == other && *is_smaller)
}

fn compose(first: &Arcs, then: &Arcs) -> Arcs {
    let mut arcs = Arcs::new();
    for ((from, middle), is_smaller) in first {
        let onwards = then.range((*middle, Place::FIRST)..=(*middle, Place::LAST));
        for ((_, to), also) in onwards {
            let known = arcs.entry((*from, *to)).or_insert(false);
            *known |= *is_smaller || *also;
        }
    }
    arcs
}

#[cfg(test)]
mod tests {
    use super::super::measures::Measure;
    use super::*;

    fn chain(from: usize, to: usize, arcs: &[(usize, usize, bool)]) -> Chain {
        let place = |argument| Place { measure: Measure::Size, argument };
        let arcs = arcs.iter().map(|(one, other, less)| ((place(*one), place(*other)), *less));
        Chain { from, to, arcs: arcs.collect() }
    }

    #[test]
    fn what_shrinks_in_turns_ends_and_what_only_moves_does_not() {
        // Either the first or the second becomes smaller, and none larger.
        assert!(always_shrinks(&[
            chain(0, 0, &[(0, 0, true), (1, 1, false)]),
            chain(0, 0, &[(0, 0, false), (1, 1, true)]),
        ]));
        // The second may grow while the first shrinks: in the order of a dictionary.
        assert!(always_shrinks(&[
            chain(0, 0, &[(0, 0, true)]),
            chain(0, 0, &[(0, 0, false), (1, 1, true)]),
        ]));
        // Each may grow while the other shrinks.
        assert!(!always_shrinks(&[chain(0, 0, &[(0, 0, true)]), chain(0, 0, &[(1, 1, true)])]));
        // They change places, and one of them is smaller then.
        assert!(always_shrinks(&[chain(0, 0, &[(0, 1, true), (1, 0, false)])]));
        assert!(!always_shrinks(&[chain(0, 0, &[(0, 1, false), (1, 0, false)])]));
        // Through another function, and back.
        assert!(always_shrinks(&[chain(0, 1, &[(0, 2, false)]), chain(1, 0, &[(2, 0, true)])]));
        assert!(!always_shrinks(&[chain(0, 1, &[(0, 2, true)]), chain(1, 0, &[(1, 0, true)])]));
        assert!(!always_shrinks(&[chain(0, 0, &[])]));
    }
}
