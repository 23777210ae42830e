//! Is a contradiction in the graph a proof? Only if everything in it follows from the constraints.
//!
//! Some comparisons leave a choice, and then something is assumed that is sufficient and not
//! necessary. A step cannot tell whether that has happened before, so what stops it is only a
//! [`Stop`]; what that means for the problem says [`Graph::judge`], and nobody else can.

use super::{Graph, Step};
use crate::step::Halt;
use crate::why::{ShapeWhy, Why};

/// Why a step does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// What is in the graph does not go together.
    Contradiction,
    GaveUp(ShapeWhy),
}

/// Does all that is in the graph follow from the constraints?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certainty(bool);

impl Certainty {
    pub(super) const OF_NOTHING: Certainty = Certainty(true);
}

impl Graph<'_> {
    /// Goes on with something that is sufficient and not necessary, if it is.
    pub(super) fn assuming_if<T>(
        &mut self,
        is_assumed: bool,
        go_on: impl FnOnce(&mut Self) -> Step<T>,
    ) -> Step<T> {
        self.certainty.0 &= !is_assumed;
        go_on(self)
    }

    /// Goes on without what is not followed here: the finished input is checked for it.
    pub(super) fn leave_to_the_check(&mut self) -> Step {
        self.certainty.0 = false;
        Ok(())
    }

    pub fn is_certain(&self) -> bool {
        self.certainty.0
    }

    /// What it says about the problem that a step stopped.
    pub fn judge(&self, stop: Stop) -> Halt<Why> {
        match stop {
            Stop::Contradiction if self.is_certain() => Halt::Impossible,
            Stop::Contradiction => Halt::GaveUp(ShapeWhy::Assumed.into()),
            Stop::GaveUp(why) => Halt::GaveUp(why.into()),
        }
    }
}
