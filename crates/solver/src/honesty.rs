//! Does a refutation keep its promise? For tests, of whatever problem.
//!
//! A [`Core`] has no solution by itself, wherever one starts. And whoever runs out of patience gives
//! up: patience is what makes any step of a solver fail, so it is taken away at every point.

use crate::patience::Patience;
use crate::stack::Stack;
use crate::{Answer, Core, Problem, Solver};
use symbolic::Constraint;
use term::Term;

/// Nothing satisfies the constraints that are to blame, as far as a solver finds out from several
/// starts.
pub fn check_core(problem: &Problem, core: &Core, starts: &[Vec<Term>]) {
    let constraints: Vec<Constraint> = core.constraints(problem).cloned().collect();
    for start in starts {
        let patience = Patience::endless();
        let alone = Problem { constraints: &constraints, start, patience: &patience, ..*problem };
        let answer = Stack::native().without_slices().solve(&alone);
        assert!(!matches!(answer, Answer::Sat(_)), "{answer:?} satisfies {constraints:?}");
    }
}

/// What has a solution is not refuted, with whatever patience.
pub fn check_patience(problem: &Problem, works: impl IntoIterator<Item = u64>) {
    for work in works {
        let patience = Patience::new(work, None);
        let answer = Stack::native().solve(&Problem { patience: &patience, ..*problem });
        assert!(
            !matches!(answer, Answer::Refuted(_)),
            "{answer:?} of {:?} with a patience of {work}",
            problem.constraints
        );
    }
}

/// 1, 2, 4 … up to more than a small problem takes.
pub fn growing() -> impl Iterator<Item = u64> {
    (0..16).map(|power| 1 << power)
}
