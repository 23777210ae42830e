//! What does the BEAM say? Calls, hundreds in a round trip, each with limits of its own.

use crate::outcome::Outcome;
use beam::{Call, Limits, Node, NodeError, Ran};
use std::time::Duration;

/// Enough for anything that is worth comparing.
const LIMITS: Limits =
    Limits { time: Duration::from_millis(1500), heap_words: 8 << 20, result_bytes: 2 << 20 };

pub fn run(node: &Node, calls: &[Call]) -> Result<Vec<Outcome>, NodeError> {
    Ok(node.apply_many(calls, &LIMITS)?.into_iter().map(outcome).collect())
}

fn outcome(ran: Ran) -> Outcome {
    match ran.outcome {
        beam::Outcome::Value(term) => Outcome::Value(term),
        beam::Outcome::Exception { class, reason, stacktrace } => {
            Outcome::exception(class, reason, &stacktrace)
        }
        other => Outcome::Unfinished(format!("{other:?}")),
    }
}
