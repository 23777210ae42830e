//! A decision that was already seen after the same few decisions can wait.
//!
//! Seo, Kim: *How We Get There: A Context-Guided Search Strategy in Concolic Testing* (FSE 2014).
//! There, seen contexts are skipped; here they come last, so that nothing is left out.

use super::{Rank, Strategy};
use crate::flip::Flip;
use crate::knowledge::Knowledge;

/// So many ways make a context.
pub const LENGTH: usize = 3;

pub struct ContextGuided;

impl Strategy for ContextGuided {
    fn rank(&mut self, flip: &Flip, knowledge: &Knowledge) -> Rank {
        let is_known = knowledge.contexts.contains(&flip.other.context);
        (u64::from(is_known), flip.length + flip.penalty())
    }
}
