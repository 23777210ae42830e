//! How much may an answer cost? So much work, and nothing after the end of the search.
//!
//! Work is counted and not timed, so that a search with one worker is the same every time, on
//! whatever machine and beside whatever else it has to do. The unit is that of Z3 (`rlimit`), of
//! which it does some thousands in a millisecond.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A unit is some tenths of a microsecond.
const STEPS_PER_UNIT: u64 = 8;

#[derive(Clone, Debug)]
pub struct Patience {
    left: Cell<u64>,
    /// Small steps that do not make up a unit yet.
    steps: Cell<u64>,
    /// Is the question worth that an SMT solver is asked?
    is_for_smt: bool,
    /// The clock has a say only where the search ends.
    end: Option<Instant>,
}

impl Patience {
    pub fn new(work: u64, end: Option<Instant>) -> Patience {
        Patience { left: Cell::new(work), steps: Cell::new(0), is_for_smt: true, end }
    }

    /// For a question that is not worth the work of an SMT solver.
    pub fn without_smt(self) -> Patience {
        Patience { is_for_smt: false, ..self }
    }

    pub fn is_for_smt(&self) -> bool {
        self.is_for_smt
    }

    /// As much as it takes.
    pub fn endless() -> Patience {
        Patience::new(u64::MAX, None)
    }

    pub fn spend(&self, work: u64) {
        self.left.set(self.left().saturating_sub(work));
    }

    /// What is done often and takes some nanoseconds each time: to look at an expression, to add two
    /// numbers.
    pub fn step(&self, count: u64) {
        let steps = self.steps.get().saturating_add(count);
        self.steps.set(steps % STEPS_PER_UNIT);
        self.spend(steps / STEPS_PER_UNIT);
    }

    pub fn left(&self) -> u64 {
        self.left.get()
    }

    pub fn time_left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    pub fn is_over(&self) -> bool {
        self.left() == 0 || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Gives somebody at most so much of it, and takes back what is left.
    pub fn lend<T>(&self, work: u64, to: impl FnOnce(&Patience) -> T) -> T {
        let lent = work.min(self.left());
        let part = Patience { is_for_smt: self.is_for_smt, ..Patience::new(lent, self.end) };
        let result = to(&part);
        self.spend(lent - part.left());
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_and_not_spent_comes_back() {
        let patience = Patience::new(100, None);
        patience.lend(50, |half| half.spend(20));
        assert_eq!(patience.left(), 80);
        let left = patience.lend(1_000, |all| {
            all.spend(1_000);
            all.left()
        });
        assert_eq!((left, patience.left(), patience.is_over()), (0, 0, true));
    }

    #[test]
    fn small_steps_add_up() {
        let patience = Patience::new(10, None);
        (0..3 * STEPS_PER_UNIT).for_each(|_| patience.step(1));
        patience.step(2 * STEPS_PER_UNIT + 1);
        assert_eq!(patience.left(), 5);
    }

    #[test]
    fn the_end_of_the_search_is_the_end() {
        assert!(!Patience::endless().is_over());
        assert!(Patience::new(100, Some(Instant::now())).is_over());
        let later = Instant::now() + Duration::from_secs(3_600);
        assert!(!Patience::new(100, Some(later)).is_over());
    }
}
