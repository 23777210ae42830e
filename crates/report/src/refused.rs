//! What was refused? The arguments of a function of which no clause fits, the value of a `case`, the arguments of
//! a built-in. And had anybody promised that the program can do with it? Not where the spec says `any()`.

use crate::rank::holds;
use crate::site::{Site, What};
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
        let is_untyped = |part: &Term| untyped.contains(part);
        let is_made_of_it =
            |value: &Term| is_untyped(value) || elements(value).iter().any(is_untyped);
        match self.raiser {
            Raiser::Head | Raiser::Fun => self.values().iter().any(is_untyped),
            _ => self.values().iter().any(is_made_of_it),
        }
    }

    /// Is it what somebody is told who asks for what was never put there?
    pub fn is_unset(&self) -> bool {
        let undefined = Term::atom("undefined");
        let is_given = self.arguments.iter().any(|argument| holds(argument, &undefined));
        !is_given && self.values().contains(&undefined)
    }

    /// Does the input name the module in which it failed, because that has no such function or none that
    /// takes this?
    pub fn is_of_named_module(&self) -> bool {
        let Some(failed) = self.stack.first() else { return false };
        let is_given = |term: &Term| self.arguments.iter().any(|argument| holds(argument, term));
        // `[]:f()`
        let is_apply =
            failed.mfa.module.name() == "erlang" && failed.mfa.function.name() == "apply";
        if is_apply {
            let called = failed.arguments.as_deref().and_then(<[Term]>::first);
            return called.is_some_and(|called| called.as_atom().is_none() && is_given(called));
        }
        if !matches!(tag(self.reason), Some("undef" | "function_clause")) {
            return false;
        }
        let module = Term::Atom(failed.mfa.module);
        match failed.mfa.module == self.target.mfa.module {
            true => self.arguments.contains(&module) && self.raiser != Raiser::Head,
            false => is_given(&module),
        }
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
        let arguments = frame.arguments.as_deref().unwrap_or_default();
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

/// `case_clause` of `{case_clause, V}`, `undef` of `undef`
fn tag(reason: &Term) -> Option<&'static str> {
    reason.as_tuple().and_then(<[Term]>::first).unwrap_or(reason).as_atom_name()
}

/// The value in `{case_clause, V}` and its like
fn of_reason(reason: &Term) -> Option<&Term> {
    match reason.as_tuple() {
        Some([Term::Atom(_), value]) => Some(value),
        _ => None,
    }
}

/// What a tuple or a list is made of.
fn elements(term: &Term) -> &[Term] {
    term.as_tuple().or(term.as_list()).unwrap_or_default()
}
