//! What did funs of the input do that nobody made up? A seed may have such: the user wrote them.
//!
//! Such a fun runs as it is, and what it returns is its own. So that the search may want something else
//! of it, there is a made-up fun that returns the same for all calls of this run.

use crate::{Outcome, Place};
use runtime::Class;
use term::{Atom, Fun, Term};

/// What a run saw of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnFuns {
    /// In the order in which they were given.
    pub answers: Vec<OwnAnswer>,
    /// Exceptions that came out of them, whoever caught them then.
    pub raised: Vec<(Class, Term)>,
    /// What those called that has a name.
    pub calls: Vec<CallByInput>,
    /// Some calls of made-up funs by the program.
    pub asked: Vec<CallOfInput>,
}

/// A call that returned.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnAnswer {
    pub fun: Term,
    pub arguments: Vec<Term>,
    pub result: Term,
}

/// A function that a made-up fun called, because the program had given it.
#[derive(Clone, Debug, PartialEq)]
pub struct CallByInput {
    pub module: Atom,
    pub function: Atom,
    pub arguments: Vec<Term>,
}

/// A call of a made-up fun.
#[derive(Clone, Debug, PartialEq)]
pub struct CallOfInput {
    pub fun: Term,
    /// The arguments, with holes for what is of one run only: see [`term::canonical`].
    pub key: Vec<Term>,
    /// Where it is called.
    pub place: Place,
}

/// So deep, funs that funs return are looked into.
const DEEPEST: usize = 4;

impl OwnFuns {
    /// The funs that returned something, each once.
    pub fn called(&self) -> Vec<&Term> {
        let mut funs: Vec<&Term> = Vec::new();
        for answer in &self.answers {
            if !funs.contains(&&answer.fun) {
                funs.push(&answer.fun);
            }
        }
        funs
    }

    /// The arguments with funs in them that were made up and return the same as those that were called.
    pub fn made_up(&self, arguments: &[Term]) -> Vec<Term> {
        let mut replaced = self.replaced(DEEPEST);
        // A fun that was put in the place of another is not looked into again.
        replaced.retain(|(fun, made_up)| fun != made_up);
        arguments.iter().map(|argument| rewritten(argument, &replaced)).collect()
    }

    fn replaced(&self, depth: usize) -> Vec<(Term, Term)> {
        let below =
            if depth > 0 && self.returns_funs() { self.replaced(depth - 1) } else { Vec::new() };
        let made_up = |fun: &Term| Some((fun.clone(), self.table(fun, &below)?));
        self.called().into_iter().filter_map(made_up).collect()
    }

    fn returns_funs(&self) -> bool {
        self.answers.iter().any(|answer| {
            term::any(&answer.result, |part| self.answers.iter().any(|other| other.fun == *part))
        })
    }

    /// What a fun returned, as a table. For all other arguments it is what it returned most often.
    fn table(&self, fun: &Term, below: &[(Term, Term)]) -> Option<Term> {
        let arity = fun.as_fun()?.arity();
        let mut cases: Vec<(Vec<Term>, Term)> = Vec::new();
        let mut results: Vec<(Term, usize)> = Vec::new();
        for answer in self.answers.iter().filter(|answer| answer.fun == *fun) {
            let result = rewritten(&answer.result, below);
            if has_identifier(&result) {
                continue;
            }
            match results.iter_mut().find(|(known, _)| *known == result) {
                Some((_, count)) => *count += 1,
                None => results.push((result.clone(), 1)),
            }
            let is_speakable = !answer.arguments.iter().any(Term::has_identity);
            if is_speakable && cases.iter().all(|(known, _)| *known != answer.arguments) {
                cases.push((answer.arguments.clone(), result));
            }
        }
        let most = results.iter().map(|(_, count)| *count).max()?;
        let (otherwise, _) = results.into_iter().find(|(_, count)| *count == most)?;
        cases.retain(|(_, result)| *result != otherwise);
        Some(Term::made_up_fun(arity, cases, otherwise))
    }

    /// Did the run end in an exception of one of these funs?
    pub fn are_to_blame(&self, outcome: &Outcome) -> bool {
        is_one_of(outcome, &self.raised)
    }
}

fn is_one_of(outcome: &Outcome, raised: &[(Class, Term)]) -> bool {
    match outcome {
        Outcome::Crashed { class, reason, .. } => {
            raised.iter().any(|(raised, why)| raised == class && why == reason)
        }
        _ => false,
    }
}

fn rewritten(term: &Term, replaced: &[(Term, Term)]) -> Term {
    term::rewrite(term, &|part| {
        let Term::Fun(fun) = part else { return None };
        if matches!(&**fun, Fun::Closure(closure) if closure.made_up().is_some()) {
            return None;
        }
        replaced.iter().find(|(fun, _)| fun == part).map(|(_, made_up)| made_up.clone())
    })
}

/// Is there something in it that is of one run only?
fn has_identifier(term: &Term) -> bool {
    term::any(term, |part| matches!(part, Term::Pid(_) | Term::Port(_) | Term::Reference(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Raised;
    use term::read;

    fn term(text: &str) -> Term {
        read::term(text).expect("a term")
    }

    fn answer(fun: &str, arguments: &str, result: &str) -> OwnAnswer {
        let arguments = term(arguments).as_list().expect("a list").to_vec();
        OwnAnswer { fun: term(fun), arguments, result: term(result) }
    }

    #[test]
    fn a_made_up_fun_returns_the_same() {
        let answers = vec![
            answer("fun m:f/1", "[1]", "one"),
            answer("fun m:f/1", "[2]", "many"),
            answer("fun m:f/1", "[3]", "many"),
            answer("fun m:g/1", "[a]", "fun m:f/1"),
        ];
        let own_funs = OwnFuns { answers, ..OwnFuns::default() };
        let made_up = own_funs.made_up(&[term("{fun m:f/1, [fun m:h/1]}"), term("fun m:g/1")]);
        let f = "fun(1) -> one; (_) -> many end";
        assert_eq!(made_up[0].to_string(), format!("{{{f},[fun m:h/1]}}"));
        assert_eq!(made_up[1].to_string(), format!("fun(_) -> {f} end"));
    }

    #[test]
    fn a_fun_that_returns_itself_has_an_end() {
        let answers = vec![answer("fun m:f/1", "[1]", "fun m:f/1")];
        let own_funs = OwnFuns { answers, ..OwnFuns::default() };
        let made_up = own_funs.made_up(&[term("fun m:f/1")]);
        assert!(made_up[0].as_fun().is_some_and(|fun| fun.made_up().is_some()));
    }

    #[test]
    fn who_raised_it() {
        let raised = vec![(Class::Error, term("badarith"))];
        let own_funs = OwnFuns { raised, ..OwnFuns::default() };
        let crashed = |reason: &str| Outcome::Crashed {
            class: Class::Error,
            reason: term(reason),
            stacktrace: Term::Nil,
            raised: Raised::UNKNOWN,
        };
        assert!(own_funs.are_to_blame(&crashed("badarith")));
        assert!(!own_funs.are_to_blame(&crashed("badarg")));
        assert!(!own_funs.are_to_blame(&Outcome::Deadlock(Vec::new())));
    }
}
