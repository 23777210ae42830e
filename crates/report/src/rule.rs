//! What kind of mistake is it, and is it the one we saw last time? Names for both that stay the same
//! from run to run, for tools that keep lists of findings.

use crate::{Finding, Site, UnreachableClause};
use explore::FindingKind;
use term::Term;
use trace::Class;

/// A kind of mistake: the kind of an exception, a hang, a deadlock.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rule {
    /// `error/badarith`, `exit`, `hang`
    pub id: String,
    /// What it means, in a sentence.
    pub description: &'static str,
}

/// Errors that the VM itself raises, and what it means by them.
const ERRORS: [(&str, &str); 19] = [
    ("badarg", "A built-in function was called with a bad argument."),
    ("badarith", "An arithmetic expression could not be evaluated."),
    ("badarity", "A fun was called with the wrong number of arguments."),
    ("badfun", "Something that is no fun was called."),
    ("badkey", "A map does not have the key."),
    ("badmap", "Something that is no map was used as one."),
    ("badmatch", "The right-hand side of a match does not fit its left-hand side."),
    ("badrecord", "Something that is no such record was used as one."),
    ("bad_filter", "A filter of a comprehension is neither true nor false."),
    ("bad_generator", "A comprehension was to go over something of the wrong kind."),
    ("case_clause", "No clause of a case fits."),
    ("else_clause", "No clause of the else of a maybe fits."),
    ("function_clause", "No clause of a function fits its arguments."),
    ("if_clause", "No branch of an if is true."),
    ("nocatch", "A term was thrown, and nobody caught it."),
    ("system_limit", "A limit of the system was reached."),
    ("timeout_value", "The time after which a receive gives up is no such time."),
    ("try_clause", "No clause of the of of a try fits."),
    ("undef", "A function that does not exist was called."),
];

impl Finding {
    pub fn rule(&self) -> Rule {
        let plain = |id: &str, description| Rule { id: id.to_owned(), description };
        match (self.kind, &self.exception) {
            (FindingKind::Hang, _) => plain("hang", "The function has no end."),
            (FindingKind::Deadlock, _) => {
                plain("deadlock", "Every process waits for a message that nobody sends.")
            }
            (FindingKind::Halt, _) => plain(
                "halt",
                "The program ends the whole system, and says that something is wrong.",
            ),
            (FindingKind::LostMessage, _) => {
                plain("lost_message", "A message is sent that nobody ever receives.")
            }
            (FindingKind::SpecViolation, _) => plain(
                "spec_violation",
                "The result is not of the type that the -spec or the behaviour says.",
            ),
            (FindingKind::PostViolation, _) => {
                plain("postcondition", "The result does not fulfil the postcondition.")
            }
            (FindingKind::OutsideFunType, _) => plain(
                "outside_fun_type",
                "A fun of the input is called with what its type does not speak of.",
            ),
            (FindingKind::Crash | FindingKind::ProcessCrash, Some((Class::Error, reason))) => {
                error(reason)
            }
            (FindingKind::Crash | FindingKind::ProcessCrash, Some((Class::Exit, _))) => {
                plain("exit", "The process exits, and nobody catches it.")
            }
            (FindingKind::Crash | FindingKind::ProcessCrash, Some((Class::Throw, _))) => {
                plain("throw", "A term is thrown, and nobody catches it.")
            }
            (FindingKind::Crash | FindingKind::ProcessCrash, None) => {
                plain("crash", "The function crashes.")
            }
        }
    }
}

/// The VM's own errors each have a rule; those that programs make up share one, for they may hold
/// anything.
fn error(reason: &Term) -> Rule {
    let known = vm_error(reason);
    match ERRORS.iter().find(|(error, _)| Some(*error) == known) {
        Some((name, description)) => Rule { id: format!("error/{name}"), description },
        None => Rule {
            id: "error/other".to_owned(),
            description: "An error that the program raises itself is not caught.",
        },
    }
}

/// The name of an error that the VM raises, if it is one of these: `badarg`, `case_clause`.
pub fn vm_error(reason: &Term) -> Option<&'static str> {
    let name = match reason {
        Term::Atom(name) => name.name(),
        Term::Tuple(elements) => elements.first()?.as_atom_name()?,
        _ => return None,
    };
    ERRORS.iter().map(|(error, _)| *error).find(|error| *error == name)
}

/// The same for the same mistake in every run: it depends neither on the numbers of lines nor on the input.
pub fn fingerprint(site: &Site) -> String {
    blake3::hash(site.name.term().to_string().as_bytes()).to_hex()[..32].to_owned()
}

/// The same for a clause that can go: it depends on what is written there, and not on the line.
pub fn clause_fingerprint(clause: &UnreachableClause) -> String {
    let mut hasher = blake3::Hasher::new();
    let text = match &clause.place.text {
        Some(text) => text.trim().to_owned(),
        None => clause.place.line.to_string(),
    };
    for part in [clause.function().to_string(), text] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex()[..32].to_owned()
}
