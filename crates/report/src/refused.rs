//! What was refused? The arguments of a function of which no clause fits, the value of a `case`, the arguments of
//! a built-in. And had anybody promised that the program can do with it? Not where the spec says `any()`.

use crate::rank::holds;
use crate::site::{Site, What, is_apply};
use crate::stack::{Frame, frames};
use crate::{Mfa, Target};
use core_erlang::FunctionName;
use std::collections::HashSet;
use term::Term;
use trace::{Outcome, Raiser};

/// What an exception says about itself.
pub struct Refusal<'a> {
    target: &'a Target<'a>,
    arguments: &'a [Term],
    /// Who raised it, and who had called; of an exit signal, in the process that sent it.
    pub stack: Vec<Frame>,
    raiser: Raiser,
    what: What,
    reason: &'a Term,
}

/// Arguments are passed on so many times.
const MOST_PASSES: usize = 64;

impl<'a> Refusal<'a> {
    /// Of a finding that is a crash.
    pub fn of(
        finding: &'a explore::Finding,
        site: &Site,
        target: &'a Target<'a>,
    ) -> Option<Refusal<'a>> {
        let Outcome::Crashed { reason, stacktrace, raised, .. } = &finding.outcome else {
            return None;
        };
        let (reason, stacktrace) = match reason.as_tuple() {
            Some([inner, theirs @ Term::List(_)]) if raised.by == Raiser::Signal => (inner, theirs),
            _ => (reason, stacktrace),
        };
        Some(Refusal {
            target,
            arguments: &finding.input.arguments,
            stack: frames(stacktrace, target.sources),
            raiser: site.raiser,
            what: site.name.what,
            reason,
        })
    }

    /// Is what was refused a part of the input, as it was given, of which the spec says nothing?
    pub fn is_untyped(&self) -> bool {
        let untyped = (self.target.untyped_parts)(self.arguments);
        let is_untyped = |part: &Term| untyped.iter().any(|each| is_same(each, part));
        let is_made_of_it =
            |value: &Term| is_untyped(value) || elements(value).iter().any(is_untyped);
        match self.raiser {
            Raiser::Head | Raiser::Fun => self.values().iter().any(is_untyped),
            _ => self.values().iter().any(is_made_of_it),
        }
    }

    /// Is it what somebody is told who asks for what was never put there? That may be the module of a call.
    pub fn is_unset(&self) -> bool {
        let undefined = Term::atom("undefined");
        let is_given = self.arguments.iter().any(|argument| holds(argument, &undefined));
        let is_module = || {
            let failed = self.stack.first().map(|frame| frame.mfa.module);
            self.raiser == Raiser::Undefined
                && failed.is_some_and(|name| name.name() == "undefined")
        };
        !is_given && (is_module() || self.values().contains(&undefined))
    }

    /// Does the input say which module is called, and does that fail?
    pub fn is_of_named_module(&self) -> bool {
        let is_given = |term: &Term| self.arguments.iter().any(|argument| holds(argument, term));
        // `[]:f()`
        let is_no_module = self.stack.first().is_some_and(|failed| {
            let called = failed.arguments.as_deref().and_then(<[Term]>::first);
            is_apply(failed.mfa)
                && called.is_some_and(|called| called.as_atom().is_none() && is_given(called))
        });
        let is_named = |mfa: Mfa| {
            let function = || is_given(&Term::Atom(mfa.function));
            is_given(&Term::Atom(mfa.module))
                && (mfa.module != self.target.mfa.module || function())
        };
        // The last frames are the tested function's own, and of who called it.
        let mut above = self.stack.iter().take_while(|frame| frame.mfa != self.target.mfa);
        is_no_module || above.any(|frame| is_named(frame.mfa))
    }

    /// Did the function of this site get the arguments of the tested one as they were given?
    pub fn is_passed_on(&self, function: Mfa) -> bool {
        let is_constant = |term: &Term| {
            matches!(term, Term::Atom(_) | Term::Nil | Term::Int(_)) && elements(term).is_empty()
        };
        let is_given = |term: &Term| self.arguments.contains(term);
        let values = self.values();
        let is_as_given = match self.raiser {
            Raiser::Head => {
                values.iter().any(is_given)
                    && values.iter().all(|each| is_given(each) || is_constant(each))
            }
            Raiser::Match => values.iter().all(is_given),
            _ => true,
        };
        is_as_given && self.leads_to(function)
    }

    fn leads_to(&self, wanted: Mfa) -> bool {
        let program = self.target.program;
        let mut pending = vec![self.target.mfa];
        let mut seen = HashSet::new();
        while let Some(next) = pending.pop() {
            if next == wanted {
                return true;
            }
            if seen.len() >= MOST_PASSES || !seen.insert(next) || !program.is_own(next.module) {
                continue;
            }
            let name = FunctionName { name: next.function, arity: next.arity as u32 };
            let Some(operations) = program.operations(next.module, name) else { continue };
            pending.extend(operations.passes_on_to().iter().map(|(module, called)| Mfa {
                module: module.unwrap_or(next.module),
                function: called.name,
                arity: called.arity as usize,
            }));
        }
        false
    }

    /// The values that nobody takes.
    fn values(&self) -> Vec<Term> {
        match self.raiser {
            Raiser::Head => self.failed().to_vec(),
            Raiser::Match => of_reason(self.reason).into_iter().cloned().collect(),
            Raiser::Fun => match of_reason(self.reason) {
                // `{badarity, {Fun, Arguments}}`
                Some(Term::Tuple(pair)) => pair.first().into_iter().cloned().collect(),
                other => other.into_iter().cloned().collect(),
            },
            _ => self.of_call(),
        }
    }

    fn failed(&self) -> &[Term] {
        self.stack.first().and_then(|frame| frame.arguments.as_deref()).unwrap_or_default()
    }

    /// Of the arguments of a built-in or a library, those of a wrong type if there are such.
    fn of_call(&self) -> Vec<Term> {
        let by = match self.what {
            What::Failure { by: Some(by), .. } => Some(by),
            _ => None,
        };
        let called = self
            .stack
            .iter()
            .rev()
            .find(|frame| Some(frame.mfa) == by && frame.arguments.is_some());
        let Some(frame) = called.or(self.stack.first()) else { return Vec::new() };
        let arguments = match frame.arguments.as_deref() {
            Some(arguments) => arguments,
            // `{bad_generator, V}`
            None => of_reason(self.reason).map(std::slice::from_ref).unwrap_or_default(),
        };
        let is_refused = |(place, argument): (usize, &Term)| {
            self.target.program.refuses(frame.mfa, place, argument).then(|| argument.clone())
        };
        let refused: Vec<Term> = arguments.iter().enumerate().filter_map(is_refused).collect();
        let is_arithmetic = self.reason.as_atom_name() == Some("badarith");
        match refused.is_empty() && !is_arithmetic {
            true => arguments.to_vec(),
            false => refused,
        }
    }
}

/// The value in `{case_clause, V}` and its like
fn of_reason(reason: &Term) -> Option<&Term> {
    match reason.as_tuple() {
        Some([Term::Atom(_), value]) => Some(value),
        _ => None,
    }
}

/// Two funs that were made up are the same if they do the same, wherever they have been.
fn is_same(left: &Term, right: &Term) -> bool {
    let made_up = |term: &Term| {
        let made_up = term.as_fun()?.made_up()?;
        let cases: Vec<(Vec<Term>, Term)> =
            made_up.cases().map(|(given, answer)| (given.to_vec(), answer.clone())).collect();
        Some((made_up.arity, made_up.otherwise.clone(), cases))
    };
    left == right || made_up(left).is_some_and(|left| made_up(right) == Some(left))
}

/// What a tuple or a list is made of.
fn elements(term: &Term) -> &[Term] {
    term.as_tuple().or(term.as_list()).unwrap_or_default()
}
