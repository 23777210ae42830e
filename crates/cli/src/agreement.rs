//! Does the BEAM say the same? How what happened here is compared with what happens there.

use explore::Confirmation;
use term::Term;
use trace::{Class, Outcome};

/// What the BEAM says about a crash, a hang or a deadlock.
pub fn confirmation(ours: &Outcome, theirs: &beam::Outcome) -> Confirmation {
    match theirs {
        _ if !agree(ours, theirs) => Confirmation::Refuted(format!("{theirs:?}")),
        beam::Outcome::Exception { stacktrace, .. } => {
            Confirmation::Confirmed { stacktrace: stacktrace.clone() }
        }
        _ => Confirmation::Confirmed { stacktrace: Term::Nil },
    }
}

/// The same value, the same exception, or no end on either side.
pub fn agree(ours: &Outcome, theirs: &beam::Outcome) -> bool {
    match (ours, theirs) {
        // What is wrong with the value is not for the BEAM to say.
        (
            Outcome::Returned(ours) | Outcome::Unfulfilled { value: ours, .. },
            beam::Outcome::Value(theirs),
        ) => is_alike(ours, theirs),
        (
            Outcome::Crashed { class, reason, .. },
            beam::Outcome::Exception { class: their_class, reason: their_reason, .. },
        ) => class.atom() == *their_class && is_alike(reason, their_reason),
        // The signal of a linked process.
        (Outcome::Crashed { class: Class::Exit, reason, .. }, beam::Outcome::Signal(theirs)) => {
            is_alike(reason, theirs)
        }
        (Outcome::OutOfReductions | Outcome::Deadlock, beam::Outcome::TimedOut) => true,
        _ => false,
    }
}

/// Equal but for what is never the same twice: funs, pids and references.
pub fn is_alike(ours: &Term, theirs: &Term) -> bool {
    match (ours, theirs) {
        (Term::Fun(_), Term::Fun(_))
        | (Term::Pid(_), Term::Pid(_))
        | (Term::Reference(_), Term::Reference(_)) => true,
        (Term::List(left), Term::List(right)) => {
            all_alike(&left.elements, &right.elements) && is_alike(&left.tail, &right.tail)
        }
        (Term::Tuple(left), Term::Tuple(right)) => all_alike(left, right),
        (Term::Map(left), Term::Map(right)) => {
            let (left, right) = (left.pairs(), right.pairs());
            left.len() == right.len()
                && left.iter().zip(right).all(|((key, value), (their_key, their_value))| {
                    is_alike(key, their_key) && is_alike(value, their_value)
                })
        }
        _ => ours == theirs,
    }
}

fn all_alike(ours: &[Term], theirs: &[Term]) -> bool {
    ours.len() == theirs.len()
        && ours.iter().zip(theirs).all(|(ours, theirs)| is_alike(ours, theirs))
}
