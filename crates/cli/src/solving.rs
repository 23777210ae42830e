//! Who solves? The native solver, with an SMT solver behind it that is looked for and started when
//! a problem first needs it: most searches never do.

use anyhow::Result;
use solver::numeric::{NumericAnswer, NumericProblem, NumericSolver};
use solver::smt::{Options, Smt};
use solver::stack::Stack;
use std::path::Path;

/// A solver with everything there is. `wanted` is the SMT solver that the user named.
pub fn solver(wanted: Option<&Path>, options: Options) -> Result<Stack> {
    let smt: Box<dyn NumericSolver> = match wanted {
        // Better now than in the middle of a search.
        Some(_) => match Smt::find(wanted)? {
            Some(program) => Box::new(Smt::new(program, options)),
            None => Box::new(Later::Nowhere),
        },
        None => Box::new(Later::NotNeededYet(options)),
    };
    Ok(Stack::new(Some(smt)))
}

/// An SMT solver that is there when it is needed.
enum Later {
    NotNeededYet(Options),
    Here(Box<Smt>),
    Nowhere,
}

impl NumericSolver for Later {
    fn solve(&mut self, problem: &NumericProblem) -> NumericAnswer {
        if let Later::NotNeededYet(options) = self {
            let options = std::mem::take(options);
            *self = match Smt::find(None) {
                Ok(Some(program)) => Later::Here(Box::new(Smt::new(program, options))),
                _ => Later::Nowhere,
            };
        }
        match self {
            Later::Here(smt) => smt.solve(problem),
            _ => NumericAnswer::Unknown(NO_SOLVER.to_owned()),
        }
    }
}

/// Why a problem stays unsolved.
pub const NO_SOLVER: &str = "there is no SMT solver";
