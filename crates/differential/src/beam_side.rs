//! What does the BEAM say? Calls, hundreds in a round trip, each with limits of its own.

use crate::outcome::Outcome;
use beam::{Call, Limits, Node, NodeError, Ran};
use std::time::Duration;
use term::Term;

/// Enough for anything that is worth comparing.
const LIMITS: Limits = Limits {
    time: Duration::from_millis(1500),
    heap_words: 8 << 20,
    result_bytes: 2 << 20,
    linger: Duration::ZERO,
    grace: beam::GRACE,
};

pub fn run(node: &Node, calls: &[Call]) -> Result<Vec<Outcome>, NodeError> {
    Ok(node.apply_many(calls, &LIMITS)?.into_iter().map(outcome).collect())
}

fn outcome(ran: Ran) -> Outcome {
    match ran.outcome {
        beam::Outcome::Value(term) => Outcome::Value(without_own_frames(&term)),
        beam::Outcome::Exception { class, reason, stacktrace } => {
            Outcome::exception(class, without_own_frames(&reason), &stacktrace)
        }
        other => Outcome::Unfinished(format!("{other:?}")),
    }
}

/// Where a call catches an exception and gives its stack trace away, this goes down to those who
/// made the call. No one else does.
fn without_own_frames(term: &Term) -> Term {
    term::rebuild(term, &|part| match part.as_cons() {
        Some(list) => {
            let others = list.elements.iter().filter(|element| !is_own_frame(element));
            Term::list_with_tail(others.cloned().collect(), list.tail.clone())
        }
        None => part,
    })
}

fn is_own_frame(term: &Term) -> bool {
    let first = term.as_tuple().and_then(|elements| elements.first());
    first.and_then(Term::as_atom_name) == Some("ermine_run")
}
