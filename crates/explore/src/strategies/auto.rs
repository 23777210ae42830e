//! Which strategy's turn is it? The one that lately covered most for the work: a bandit with several
//! arms, after Auer, Cesa-Bianchi, Fischer: *Finite-time Analysis of the Multiarmed Bandit Problem*
//! (2002), with yields that fade, because what is easy to cover is soon covered.
//!
//! Work is counted in runs and queries, not on a clock, so that the same seed gives the same search.
//! Arms that do not pay get their share of the work, not of the choices: while one of them waits for
//! an SMT solver, another could have made hundreds of runs.

use super::StrategyName;

/// Those that take turns.
pub const MIXED: [StrategyName; 3] =
    [StrategyName::BreadthFirst, StrategyName::Directed, StrategyName::Random];

/// So much work is done before another arm may be chosen.
const TURN: f64 = 16.0;

/// So much work is done before the last arm has its first turn.
const WARM_UP: f64 = 128.0;

/// What is left of an arm's past after a turn.
const FADING: f64 = 0.8;

/// How much an arm is worth that was not tried for long, in clauses for each unit of work.
const CURIOSITY: f64 = 0.02;

/// What the first arm gets of the work when nothing pays, if each of the others gets 1: to try the
/// short paths first is the surest way to miss nothing.
const FIRST_SHARE: f64 = 3.0;

pub struct Auto {
    arms: Vec<Yield>,
    chosen: usize,
    /// Of the work of this turn.
    left: f64,
    spent: f64,
}

#[derive(Clone, Copy, Default)]
struct Yield {
    /// Of late.
    gain: f64,
    cost: f64,
    /// All in all.
    spent: f64,
}

impl Auto {
    pub fn new(arms: usize) -> Auto {
        let arms = (0..arms).map(|_| Yield::default()).collect();
        Auto { arms, chosen: 0, left: TURN, spent: 0.0 }
    }

    /// Whose turn it is.
    pub fn choose(&mut self) -> usize {
        if self.left <= 0.0 {
            self.end_turn();
        }
        self.chosen
    }

    fn end_turn(&mut self) {
        // The last arm has no claim to what is over soon anyway.
        let arms = self.arms.len() - usize::from(self.spent < WARM_UP);
        let arm = &mut self.arms[self.chosen];
        (arm.gain, arm.cost) = (arm.gain * FADING, arm.cost * FADING);
        let all = (self.spent / TURN).max(1.0).ln();
        let value = |number: usize| {
            let Yield { gain, cost, spent } = self.arms[number];
            let share = if number == 0 { FIRST_SHARE } else { 1.0 };
            match spent {
                0.0 => f64::INFINITY,
                _ => gain / cost.max(1.0) + CURIOSITY * (share * all * TURN / spent).sqrt(),
            }
        };
        // The first of equals: those that are mixed are in the order of their merits.
        let mut best = 0;
        for number in 1..arms {
            if value(number) > value(best) {
                best = number;
            }
        }
        (self.chosen, self.left) = (best, TURN);
    }

    pub fn reward(&mut self, arm: usize, gain: u64, cost: u64) {
        let (gain, cost) = (gain as f64, cost as f64);
        self.arms[arm].gain += gain;
        self.arms[arm].cost += cost;
        self.arms[arm].spent += cost;
        self.spent += cost;
        if arm == self.chosen {
            self.left -= cost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arm_that_pays_is_pulled_most() {
        let mut auto = Auto::new(3);
        let mut pulled = [0; 3];
        for _ in 0..2000 {
            let arm = auto.choose();
            pulled[arm] += 1;
            auto.reward(arm, u64::from(arm == 1), 2);
        }
        assert!(pulled[1] > 1500, "{pulled:?}");
        assert!(pulled[0] > 0 && pulled[2] > 0, "{pulled:?}");
    }

    #[test]
    fn when_nothing_pays_all_are_tried() {
        let mut auto = Auto::new(3);
        let mut pulled = [0; 3];
        for _ in 0..3000 {
            let arm = auto.choose();
            pulled[arm] += 1;
            auto.reward(arm, 0, 2);
        }
        assert!(pulled.iter().all(|count| *count > 500), "{pulled:?}");
    }

    #[test]
    fn when_nothing_pays_the_work_is_shared_and_not_the_choices() {
        let mut auto = Auto::new(2);
        let mut spent = [0; 2];
        for _ in 0..20_000 {
            let arm = auto.choose();
            let cost = if arm == 0 { 300 } else { 1 };
            spent[arm] += cost;
            auto.reward(arm, 0, cost);
        }
        assert!((2.0..4.0).contains(&(spent[0] as f64 / spent[1] as f64)), "{spent:?}");
    }
}
