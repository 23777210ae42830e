//! Which strategy's turn is it? The one that lately covered most for the work: a bandit with several
//! arms, after Auer, Cesa-Bianchi, Fischer: *Finite-time Analysis of the Multiarmed Bandit Problem*
//! (2002), with yields that fade, because what is easy to cover is soon covered.
//!
//! Work is counted in runs and queries, not on a clock, so that the same seed gives the same search.

use super::StrategyName;

/// Those that take turns.
pub const MIXED: [StrategyName; 5] = [
    StrategyName::BreadthFirst,
    StrategyName::Directed,
    StrategyName::Generational,
    StrategyName::ContextGuided,
    StrategyName::Random,
];

/// So many flips are chosen before another arm may be.
const TURN: u32 = 8;

/// What is left of an arm's past after a turn.
const FADING: f64 = 0.8;

/// How much an arm is worth that was not tried for long, in clauses for each unit of work.
const CURIOSITY: f64 = 0.02;

pub struct Auto {
    arms: Vec<Arm>,
    chosen: usize,
    left: u32,
    turns: u32,
}

#[derive(Default)]
struct Arm {
    gain: f64,
    cost: f64,
    turns: u32,
}

impl Auto {
    pub fn new(arms: usize) -> Auto {
        let arms = (0..arms).map(|_| Arm::default()).collect();
        Auto { arms, chosen: 0, left: TURN, turns: 0 }
    }

    /// Whose turn it is.
    pub fn choose(&mut self) -> usize {
        if self.left == 0 {
            self.end_turn();
        }
        self.left -= 1;
        self.chosen
    }

    fn end_turn(&mut self) {
        let arm = &mut self.arms[self.chosen];
        arm.turns += 1;
        (arm.gain, arm.cost) = (arm.gain * FADING, arm.cost * FADING);
        self.turns += 1;
        let all = f64::from(self.turns);
        let value = |arm: &Arm| match arm.turns {
            0 => f64::INFINITY,
            turns => {
                arm.gain / arm.cost.max(1.0) + CURIOSITY * (all.ln() / f64::from(turns)).sqrt()
            }
        };
        // The first of equals: those that are mixed are in the order of their merits.
        let mut best = 0;
        for number in 1..self.arms.len() {
            if value(&self.arms[number]) > value(&self.arms[best]) {
                best = number;
            }
        }
        (self.chosen, self.left) = (best, TURN);
    }

    pub fn reward(&mut self, arm: usize, gain: u64, cost: u64) {
        self.arms[arm].gain += gain as f64;
        self.arms[arm].cost += cost as f64;
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
}
