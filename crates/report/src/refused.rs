//! What was refused? The arguments of a function of which no clause fits, the value of a `case`, the arguments of
//! a built-in. And had anybody promised that the program can do with it? Not where the spec says `any()`.

use crate::rank::holds;
use crate::site::{Site, What, is_apply};
use crate::stack::{Frame, frames};
use crate::{CallbackState, Mfa, Target};
use core_erlang::FunctionName;
use std::collections::HashSet;
use term::Term;
use trace::{Outcome, Raiser};
use typing::UntypedParts;

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
        let UntypedParts { certain, doubtful } = (self.target.untyped_parts)(self.arguments);
        // Of a server's message nobody says anything, and few of its parts are computed with.
        if self.has_hidden_operand() && self.target.state == CallbackState::Known {
            // It was no number.
            return certain.iter().chain(&doubtful).any(|part| !is_number(part));
        }
        // What is refused with all its kind is hardly the one of two that has a type.
        let of_wrong_kind = if self.is_of_wrong_kind() { &doubtful[..] } else { &[] };
        let is_untyped =
            |part: &Term| certain.iter().chain(of_wrong_kind).any(|each| is_same(each, part));
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

    /// The built-in or the function of a library that refuses.
    fn called(&self) -> Option<&Frame> {
        let by = match self.what {
            What::Failure { by: Some(by), .. } => Some(by),
            _ => None,
        };
        let is_it = |frame: &&Frame| Some(frame.mfa) == by && frame.arguments.is_some();
        self.stack.iter().rev().find(is_it).or(self.stack.first())
    }

    /// Arithmetic of which the BEAM does not say what it was given: `X + 1`
    fn has_hidden_operand(&self) -> bool {
        let is_told = |frame: &Frame| frame.arguments.is_some();
        self.is_arithmetic() && !self.stack.first().is_some_and(is_told)
    }

    fn is_arithmetic(&self) -> bool {
        self.reason.as_atom_name() == Some("badarith")
    }

    /// Would nothing of its kind have been taken: no list at all, no atom at all?
    fn is_of_wrong_kind(&self) -> bool {
        let tag = self.reason.as_tuple().and_then(<[Term]>::first).and_then(Term::as_atom_name);
        if matches!(tag, Some("badrecord" | "bad_generator")) {
            return true;
        }
        let Some(frame) = self.called() else { return false };
        let mut arguments = frame.arguments.iter().flatten().enumerate();
        arguments.any(|(place, argument)| {
            let is_refused = |term: &Term| self.target.program.refuses(frame.mfa, place, term);
            is_refused(argument)
                && kind_of(argument).is_some_and(|kind| kind.iter().all(is_refused))
        })
    }

    /// Of the arguments of a built-in or a library, those of a wrong type if there are such.
    fn of_call(&self) -> Vec<Term> {
        let Some(frame) = self.called() else { return Vec::new() };
        let arguments = match frame.arguments.as_deref() {
            Some(arguments) => arguments,
            // `{bad_generator, V}`
            None => of_reason(self.reason).map(std::slice::from_ref).unwrap_or_default(),
        };
        let is_refused = |(place, argument): (usize, &Term)| {
            self.target.program.refuses(frame.mfa, place, argument).then(|| argument.clone())
        };
        let refused: Vec<Term> = arguments.iter().enumerate().filter_map(is_refused).collect();
        match refused.is_empty() && !self.is_arithmetic() {
            true => arguments.to_vec(),
            false => refused,
        }
    }
}

/// Some terms of the same kind.
fn kind_of(term: &Term) -> Option<Vec<Term>> {
    let list = |element: Term| Term::list(vec![element]);
    match term {
        Term::Nil | Term::List(_) => {
            Some(vec![Term::Nil, list(Term::Int(97)), list(Term::atom("a")), list(Term::Nil)])
        }
        Term::Int(_) | Term::BigInt(_) => Some([-1, 0, 1, 97].map(Term::Int).to_vec()),
        Term::Atom(_) => Some(["a", "true", "undefined"].map(Term::atom).to_vec()),
        _ => None,
    }
}

fn is_number(term: &Term) -> bool {
    matches!(term, Term::Int(_) | Term::BigInt(_) | Term::Float(_))
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
