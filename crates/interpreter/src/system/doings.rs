//! What is the doing of the input itself, and no fault of the program? A fun of the input raises. Or OTP runs the
//! callbacks of a module of the input in a process of its own, a *host*: whether that answers, and how it
//! ends, is up to the input. Who is linked to such a process, waits for its answer or has started it is told, and
//! ends too, if it is content with nothing else.

use runtime::Class;
use rustc_hash::FxHashSet;
use term::{Atom, Term};

#[derive(Default)]
pub struct Doings {
    /// The arguments of the function under test.
    pub given: Vec<Term>,
    /// The atoms in them, once somebody wants to know.
    atoms: Option<FxHashSet<Atom>>,
    /// What made-up funs have raised, whoever caught it then.
    pub raised: Vec<(Class, Term)>,
    /// Processes that run callbacks of the input, and those that it has ended: their pids and names.
    hosts: Vec<Term>,
    /// Why processes ended that the input has ended.
    endings: Vec<Term>,
}

/// So many are noted of each.
const MOST: usize = 1_000;

impl Doings {
    /// Is this atom somewhere in the arguments?
    pub fn is_given(&mut self, name: Atom) -> bool {
        let given = &self.given;
        let atoms = self.atoms.get_or_insert_with(|| {
            let mut atoms = FxHashSet::default();
            for argument in given {
                term::visit(argument, &mut |part| {
                    atoms.extend(part.as_atom());
                    true
                });
            }
            atoms
        });
        atoms.contains(&name)
    }

    pub fn note_raised(&mut self, class: Class, reason: Term) {
        if self.raised.len() < MOST {
            self.raised.push((class, reason));
        }
    }

    /// A process runs callbacks of the input, or has been ended by it.
    pub fn note_host(&mut self, pid: Term, name: Option<Atom>) {
        for known in [Some(pid), name.map(Term::Atom)].into_iter().flatten() {
            if !self.hosts.contains(&known) && self.hosts.len() < MOST {
                self.hosts.push(known);
            }
        }
    }

    /// Somebody else has ended it.
    pub fn forget_host(&mut self, pid: &Term, name: Option<Atom>) {
        self.hosts.retain(|known| known != pid && name.map(Term::Atom).as_ref() != Some(known));
    }

    /// Why a process ended that the input has ended: what others are told.
    pub fn note_ending(&mut self, reason: Term) {
        if self.endings.len() < MOST && !self.endings.contains(&reason) {
            self.endings.push(reason);
        }
    }

    /// May somebody wait for what the input does, or for what it has ended?
    pub fn has_hosts(&self) -> bool {
        !self.hosts.is_empty()
    }

    pub fn is_empty(&self) -> bool {
        self.raised.is_empty() && self.hosts.is_empty() && self.endings.is_empty()
    }

    pub fn has_raised(&self, class: Class, reason: &Term) -> bool {
        self.raised.iter().any(|(raised, why)| *raised == class && why == reason)
    }

    /// Is this what those are told who watch a process in which the input has raised something, and nobody
    /// has caught it? `Reason`, `{Reason, Stack}` or `{{nocatch, Thrown}, Stack}`
    pub fn is_end_by_raise(&self, reason: &Term) -> bool {
        let first = reason.as_tuple().and_then(|parts| parts.first());
        self.raised.iter().any(|(_, why)| {
            why == reason || first.is_some_and(|first| first == why || is_thrown(first, why))
        })
    }

    /// Has a process that the input has ended told this?
    pub fn have_ended(&self, reason: &Term) -> bool {
        self.endings.contains(reason) || self.is_end_by_raise(reason)
    }

    /// Has somebody called a process that has ended by the input, or that runs its callbacks, in vain?
    /// `{Why, {gen_server, call, [Process | _]}}`
    pub fn is_failed_call(&self, reason: &Term) -> bool {
        let Some([why, called]) = reason.as_tuple() else { return false };
        let Some([Term::Atom(_), Term::Atom(_), Term::List(arguments)]) = called.as_tuple() else {
            return false;
        };
        let callee = arguments.elements.first();
        callee.is_some_and(|callee| term::any(callee, |part| self.hosts.contains(part)))
            || (!matches!(why, Term::Atom(_)) && self.have_ended(why))
    }

    /// Does somebody insist that a process starts, or that a call comes back, in which the input has raised something?
    /// `{badmatch, {error, Why}}`, `{badmatch, {'EXIT', Why}}`
    pub fn is_failed_start(&self, reason: &Term) -> bool {
        let Some([Term::Atom(tag), value]) = reason.as_tuple() else { return false };
        let Some([Term::Atom(outer), why]) = value.as_tuple() else { return false };
        tag.name() == "badmatch"
            && matches!(outer.name(), "error" | "EXIT" | "exit" | "badrpc")
            && (self.is_end_by_raise(why) || self.is_failed_call(why) || self.is_bad_result(why))
    }

    /// `{bad_return_value, Thrown}`: what is thrown in a callback counts as its result.
    fn is_bad_result(&self, reason: &Term) -> bool {
        let Some([Term::Atom(tag), value]) = reason.as_tuple() else { return false };
        let is_it = |(class, why): &(Class, Term)| *class == Class::Throw && why == value;
        tag.name().starts_with("bad_return") && self.raised.iter().any(is_it)
    }
}

/// What nobody catches of what is thrown: `{nocatch, Thrown}`
fn is_thrown(reason: &Term, thrown: &Term) -> bool {
    matches!(reason.as_tuple(), Some([Term::Atom(tag), why]) if tag.name() == "nocatch" && why == thrown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::read;

    fn term(text: &str) -> Term {
        read::term(text).expect("a term")
    }

    fn raised(class: Class, reason: &str) -> Doings {
        let mut doings = Doings::default();
        doings.note_raised(class, term(reason));
        doings
    }

    #[test]
    fn what_others_are_told() {
        let doings = raised(Class::Error, "oops");
        assert!(doings.has_raised(Class::Error, &term("oops")));
        assert!(!doings.has_raised(Class::Exit, &term("oops")));
        for told in ["oops", "{oops, []}", "{{nocatch, oops}, []}"] {
            assert!(doings.have_ended(&term(told)), "{told}");
        }
        assert!(!doings.have_ended(&term("{badarg, []}")));
    }

    #[test]
    fn calls_in_vain() {
        let mut doings = Doings::default();
        doings.note_host(term("pid_7"), Some(Atom::new("server")));
        doings.note_ending(term("{bad, ending}"));
        let is_failed = |reason: &str| doings.is_failed_call(&term(reason));
        assert!(is_failed("{timeout, {gen_server, call, [pid_7, hello]}}"));
        assert!(is_failed("{noproc, {gen_server, call, [server, hello]}}"));
        assert!(is_failed("{normal, {gen_server, call, [{server, nonode@nohost}, hello]}}"));
        assert!(is_failed("{{bad, ending}, {gen_server, call, [other, hello]}}"));
        assert!(!is_failed("{timeout, {gen_server, call, [pid_8, hello]}}"));
        assert!(!is_failed("{timeout, hello}"));
        doings.forget_host(&term("pid_7"), Some(Atom::new("server")));
        assert!(!doings.is_failed_call(&term("{noproc, {gen_server, call, [server, hello]}}")));
    }

    #[test]
    fn starts_that_fail() {
        let doings = raised(Class::Throw, "thrown");
        assert!(doings.is_failed_start(&term("{badmatch, {error, {{nocatch, thrown}, []}}}")));
        assert!(doings.is_failed_start(&term("{badmatch, {error, {bad_return_value, thrown}}}")));
        assert!(!doings.is_failed_start(&term("{badmatch, {error, {bad_return_value, other}}}")));
        assert!(!doings.is_failed_start(&term("{badmatch, ignore}")));
        assert!(!doings.is_failed_start(&term("{case_clause, {error, thrown}}")), "looked at");
    }
}
