//! Who solves? The native solver, with an SMT solver behind it that is looked for and started when
//! a problem first needs it: most searches never do.

use anyhow::{Context, Result};
use solver::numeric::{NumericAnswer, NumericProblem, NumericSolver};
use solver::patience::Patience;
use solver::smt::{Options, Smt};
use solver::stack::Stack;
use solver::why::NumericWhy;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// An SMT solver for searches that follow each other. What the layers above it remember is of one
/// search only, but its process may go on.
#[derive(Clone)]
pub struct SharedSmt {
    smt: Rc<RefCell<Later>>,
}

impl SharedSmt {
    /// `wanted` is the SMT solver that the user named.
    pub fn new(wanted: Option<&Path>, options: Options) -> Result<SharedSmt> {
        let smt = match wanted {
            // Better now than in the middle of a search.
            Some(_) => match Smt::find(wanted)? {
                Some(program) => Later::Here(Box::new(Smt::new(program, options))),
                None => Later::Nowhere,
            },
            None => Later::NotNeededYet(options),
        };
        Ok(SharedSmt { smt: Rc::new(RefCell::new(smt)) })
    }

    /// All layers, for one search.
    pub fn solver(&self) -> Stack {
        Stack::new(Some(Box::new(self.clone())))
    }
}

/// What the user wants to read later must be written. Better now than after a long search.
pub fn check_log(folder: Option<&Path>) -> Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    let trial = folder.join(format!(".trial-{}", std::process::id()));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&trial, ""))
        .and_then(|()| std::fs::remove_file(&trial))
        .with_context(|| format!("--solver-log {}", folder.display()))
}

impl NumericSolver for SharedSmt {
    fn solve(&mut self, problem: &NumericProblem, patience: &Patience) -> NumericAnswer {
        self.smt.borrow_mut().solve(problem, patience)
    }
}

/// An SMT solver that is there when it is needed.
enum Later {
    NotNeededYet(Options),
    Here(Box<Smt>),
    Nowhere,
}

impl Later {
    fn solve(&mut self, problem: &NumericProblem, patience: &Patience) -> NumericAnswer {
        if let Later::NotNeededYet(options) = self {
            let options = std::mem::take(options);
            *self = match Smt::find(None) {
                Ok(Some(program)) => Later::Here(Box::new(Smt::new(program, options))),
                _ => Later::Nowhere,
            };
        }
        match self {
            Later::Here(smt) => smt.solve(problem, patience),
            _ => NumericAnswer::GaveUp(NumericWhy::NoSmtSolver),
        }
    }
}
