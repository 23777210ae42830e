//! In which order are decisions flipped? A strategy ranks them; all work on the same frontier, and
//! whatever the order, an exhausted search has tried the same.
//!
//! - [`breadth_first`]: ways that few runs have gone, then short paths
//! - [`depth_first`]: the last decision of the last run
//! - [`random`]: any flip is as good as any other
//! - [`generational`]: continuations of the runs that covered most
//! - [`directed`]: what is nearest to uncovered clauses
//! - [`statements`]: where most uncovered expressions are
//! - [`context_guided`]: what was not yet seen after the same few ways
//! - [`auto`]: whichever has covered most for the work lately, [variations](crate::proposers::variations) included

pub mod auto;
pub mod breadth_first;
pub mod context_guided;
pub mod depth_first;
pub mod directed;
pub mod generational;
pub mod random;
pub mod statements;

pub use auto::Auto;

use crate::flip::Flip;
use crate::knowledge::Knowledge;
use std::fmt;
use std::str::FromStr;

/// The smaller, the sooner.
pub type Rank = (u64, u64);

pub trait Strategy: Send {
    /// When a flip's turn is. While it waits, its rank may grow and never fall.
    fn rank(&mut self, flip: &Flip, knowledge: &Knowledge) -> Rank;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum StrategyName {
    BreadthFirst,
    DepthFirst,
    Random,
    Generational,
    Directed,
    Statements,
    ContextGuided,
    #[default]
    Auto,
}

impl StrategyName {
    pub const ALL: [StrategyName; 8] = [
        StrategyName::BreadthFirst,
        StrategyName::DepthFirst,
        StrategyName::Random,
        StrategyName::Generational,
        StrategyName::Directed,
        StrategyName::Statements,
        StrategyName::ContextGuided,
        StrategyName::Auto,
    ];

    pub fn name(self) -> &'static str {
        match self {
            StrategyName::BreadthFirst => "breadth-first",
            StrategyName::DepthFirst => "depth-first",
            StrategyName::Random => "random",
            StrategyName::Generational => "generational",
            StrategyName::Directed => "directed",
            StrategyName::Statements => "statements",
            StrategyName::ContextGuided => "context-guided",
            StrategyName::Auto => "auto",
        }
    }

    /// The strategy, or those that take turns.
    pub(crate) fn strategies(self, seed: u64) -> Vec<Box<dyn Strategy>> {
        match self {
            StrategyName::BreadthFirst => vec![Box::new(breadth_first::BreadthFirst)],
            StrategyName::DepthFirst => vec![Box::new(depth_first::DepthFirst)],
            StrategyName::Random => vec![Box::new(random::RandomBranch { seed })],
            StrategyName::Generational => vec![Box::new(generational::Generational)],
            StrategyName::Directed => vec![Box::new(directed::Directed)],
            StrategyName::Statements => vec![Box::new(statements::Statements)],
            StrategyName::ContextGuided => vec![Box::new(context_guided::ContextGuided)],
            StrategyName::Auto => {
                auto::MIXED.iter().flat_map(|each| each.strategies(seed)).collect()
            }
        }
    }
}

impl fmt::Display for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for StrategyName {
    type Err = String;

    fn from_str(text: &str) -> Result<StrategyName, String> {
        let known = StrategyName::ALL;
        known.into_iter().find(|known| known.name() == text).ok_or_else(|| {
            let names = known.map(StrategyName::name).join(", ");
            format!("there is no strategy {text:?}; there are {names}")
        })
    }
}
