//! What did a call come to? A value, an exception, or no answer within the limits; and when do
//! two sides agree?
//!
//! Values are compared to the bit (`0.0` and `-0.0` differ), except for what has an identity of its
//! own on each side: pids, ports, references and closures made there.

use std::fmt;
use term::{Atom, Fun, Term, atoms};

#[derive(Clone)]
pub enum Outcome {
    Value(Term),
    Exception {
        class: Atom,
        reason: Term,
        /// The first frame of the stack trace.
        frame: Option<Term>,
    },
    /// It took too long, or too much memory.
    Unfinished(String),
    /// It asked for something that Ermine does not do on purpose: a file, a socket.
    Effect(String),
    /// Ermine does not have it.
    Unsupported(String),
}

impl Outcome {
    pub fn exception(class: Atom, reason: Term, stacktrace: &Term) -> Outcome {
        let frames = stacktrace.as_cons().map(|list| &list.elements);
        Outcome::Exception { class, reason, frame: frames.map(|frames| frames[0].clone()) }
    }

    /// Is there something to compare?
    pub fn is_finished(&self) -> bool {
        !matches!(self, Outcome::Unfinished(_) | Outcome::Effect(_))
    }

    /// Do both give a value, whichever it is, or the same exception from the same function?
    pub fn is_like(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Value(_), Outcome::Value(_)) => true,
            (
                Outcome::Exception { class, reason, frame },
                Outcome::Exception { class: other_class, reason: other_reason, frame: other_frame },
            ) => {
                let function =
                    |frame: &Option<Term>| Some(frame.as_ref()?.as_tuple()?.get(..2)?.to_vec());
                class == other_class
                    && same(reason, other_reason)
                    && function(frame) == function(other_frame)
            }
            _ => self.agrees_with(other),
        }
    }

    pub fn agrees_with(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Value(left), Outcome::Value(right)) => same(left, right),
            (
                Outcome::Exception { class, reason, frame },
                Outcome::Exception { class: other_class, reason: other_reason, frame: other_frame },
            ) => {
                let frames = match (frame, other_frame) {
                    (Some(left), Some(right)) => same(left, right),
                    (left, right) => left.is_none() && right.is_none(),
                };
                class == other_class && same(reason, other_reason) && frames
            }
            _ => false,
        }
    }
}

/// Are the terms equal, but for identities?
pub fn same(left: &Term, right: &Term) -> bool {
    term::alike(left, right, &mut |left, right| match (left, right) {
        (Term::Float(left), Term::Float(right)) => Some(left.to_bits() == right.to_bits()),
        (Term::Pid(left), Term::Pid(right)) => {
            Some(left == right || is_local(left.node) && is_local(right.node))
        }
        (Term::Port(left), Term::Port(right)) => {
            Some(left == right || is_local(left.node) && is_local(right.node))
        }
        (Term::Reference(inner), Term::Reference(other)) => {
            Some(left == right || is_local(inner.node) && is_local(other.node))
        }
        (Term::Fun(left), Term::Fun(right)) => Some(same_fun(left, right)),
        _ => None,
    })
}

/// Was it made by whoever ran the call?
fn is_local(node: Atom) -> bool {
    node == atoms::nonode_nohost
}

/// One closure is like another: what they do shows when they are called.
fn same_fun(left: &Fun, right: &Fun) -> bool {
    match (left, right) {
        (Fun::Closure(_), Fun::Closure(_)) => true,
        (Fun::External { .. }, Fun::External { .. }) => {
            Term::from(left.clone()) == Term::from(right.clone())
        }
        _ => false,
    }
}

/// Does the term hold a closure? Only whoever made it can call it.
pub fn has_closure(term: &Term) -> bool {
    term::any(term, |part| matches!(part, Term::Fun(fun) if matches!(&**fun, Fun::Closure(_))))
}

/// Longer texts are cut: the call itself tells the rest.
const LONGEST: usize = 300;

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Outcome::Value(term) => term.to_string(),
            Outcome::Exception { class, reason, frame } => match frame {
                Some(frame) => format!("{}:{reason} in {frame}", class.name()),
                None => format!("{}:{reason}", class.name()),
            },
            Outcome::Unfinished(why) => format!("unfinished: {why}"),
            Outcome::Effect(what) => format!("effect: {what}"),
            Outcome::Unsupported(what) => format!("unsupported: {what}"),
        };
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "{}…", &text[..end]),
            None => f.write_str(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Term {
        term::read::term(text).expect("a term")
    }

    #[test]
    fn what_is_the_same() {
        assert!(same(&read("{1, [a | b], #{k => 1.0}}"), &read("{1, [a | b], #{k => 1.0}}")));
        assert!(!same(&read("[0.0]"), &read("[-0.0]")));
        assert!(!same(&read("1"), &read("1.0")));
        assert!(!same(&read("fun lists:map/2"), &read("fun lists:map/3")));
        assert!(!same(&read("#{a => 1}"), &read("#{a => 2}")));
    }

    #[test]
    fn exceptions_need_the_same_frame() {
        let outcome = |frame: &str| {
            Outcome::exception(atoms::error, atoms::badarg.into(), &read(&format!("[{frame}]")))
        };
        assert!(outcome("{m, f, 1, []}").agrees_with(&outcome("{m, f, 1, []}")));
        assert!(!outcome("{m, f, 1, []}").agrees_with(&outcome("{m, f, 1, [{line, 3}]}")));
        assert!(!outcome("{m, f, 1, []}").agrees_with(&outcome("")));
    }
}
