//! Which of the sixteen inputs satisfy some literals? All are tried.

use super::program::{Input, Pattern, Said, Value, condition_holds};
use crate::{Answer, Conditions, Fit, Literal};

pub struct Domain;

pub fn inputs() -> impl Iterator<Item = Input> {
    (0..16).map(|number| [number / 4, number % 4])
}

impl Conditions for Domain {
    type Input = Input;

    fn fit(&self, pattern: u32, payload: u32) -> Fit {
        let (message, literal) =
            (Said::decoded(payload), Literal::Fits { pattern, payload, fits: true });
        if let Value::Number(_) = message.value {
            return if self.holds(literal, &[0, 0]) { Fit::Always } else { Fit::Never };
        }
        let fitting = inputs().filter(|input| self.holds(literal, input)).count();
        match fitting {
            0 => Fit::Never,
            16 => Fit::Always,
            _ => Fit::Depends,
        }
    }

    fn holds(&self, literal: Literal, input: &Input) -> bool {
        match literal {
            Literal::Way { condition, way } => condition_holds(condition, *input) == (way == 1),
            Literal::Fits { pattern, payload, fits } => {
                let message = Said::decoded(payload);
                Pattern::decoded(pattern).fits(message, *input) == fits
            }
        }
    }

    fn solve(&mut self, literals: &[Literal], _hint: &Input) -> Answer<Input> {
        let satisfies = |chosen: &[usize]| {
            let all = |input: &Input| chosen.iter().all(|&nth| self.holds(literals[nth], input));
            inputs().find(all)
        };
        let mut core: Vec<usize> = (0..literals.len()).collect();
        if let Some(input) = satisfies(&core) {
            return Answer::Model(input);
        }
        // Whatever can be left out is not to blame.
        for nth in 0..literals.len() {
            let mut smaller = core.clone();
            smaller.retain(|&other| other != nth);
            if satisfies(&smaller).is_none() {
                core = smaller;
            }
        }
        Answer::Core(core)
    }
}
