//! What does a function promise, and did it keep its promise? What its spec says about the result, and
//! which exceptions are meant to be.

use crate::Subject;
use crate::finding::{FindingKey, FindingKind};
use std::sync::Arc;
use term::{Term, pattern};
use trace::{CallOfInput, Class, Frame, Input, NamedCall, Outcome, Place, Raiser};
use typing::{Mismatch, Step, Type};

/// What a function promises.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    /// What it returns, for each clause of the spec.
    pub results: Vec<Arc<Type>>,
    /// Results are compared with these.
    pub checks_results: bool,
    pub exceptions: Vec<ExpectedException>,
}

/// An exception that is no finding.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedException {
    /// `None`: any.
    pub class: Option<Class>,
    /// A pattern: the atom `'_'` in it stands for any term.
    pub reason: Term,
}

impl ExpectedException {
    pub fn is(&self, class: Class, reason: &Term) -> bool {
        self.class.is_none_or(|expected| expected == class)
            && pattern::matches(&self.reason, reason)
    }
}

/// What is wrong with how a run ended.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub kind: FindingKind,
    pub key: FindingKey,
    pub violation: Option<Violation>,
    /// See [`crate::finding::Finding::within`].
    pub within: Option<Frame>,
}

impl Judgement {
    fn new(kind: FindingKind, key: FindingKey) -> Judgement {
        Judgement { kind, key, violation: None, within: None }
    }

    /// What it is one finding with: see [`FindingKey::within`].
    pub fn site(&self) -> FindingKey {
        match &self.within {
            Some(call) => FindingKey::within(self.kind, call),
            None => self.key.clone(),
        }
    }
}

/// A result that is not what was promised.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    pub value: Term,
    /// The type that was declared, or the postcondition.
    pub promised: String,
    /// The type, as the function's module writes it.
    pub declared: Option<Arc<Type>>,
    /// Where it fails to fit; of a postcondition this is not known.
    pub mismatch: Option<Mismatch>,
}

const NORMAL: Term = Term::Atom(term::atoms::normal);

impl Subject<'_> {
    /// What is wrong with how a run ended, if anything is.
    pub fn judge(&self, input: &Input, outcome: &Outcome) -> Option<Judgement> {
        match outcome {
            Outcome::Returned(value) if self.promises.checks_results => {
                self.judge_result(input, value)
            }
            Outcome::Crashed { class, reason, .. } if self.is_expected(*class, reason) => None,
            outcome if self.is_let_through(input, outcome) => None,
            // Who ends so has done what it wanted.
            Outcome::Crashed { class: Class::Exit, reason, .. } if *reason == NORMAL => None,
            Outcome::Crashed { .. }
            | Outcome::NoEnd(_)
            | Outcome::Deadlock(_)
            | Outcome::Halted { .. }
                if self.may_never_return(input) =>
            {
                None
            }
            Outcome::Unfulfilled { value, condition: (module, function) } => {
                let (module, name) = (Term::Atom(*module), Term::Atom(function.name));
                let promised = format!("{module}:{name}/{}", function.arity);
                let key = key(format!("post_violation {promised}"));
                let violation =
                    Violation { value: value.clone(), promised, declared: None, mismatch: None };
                let kind = FindingKind::PostViolation;
                Some(Judgement { violation: Some(violation), ..Judgement::new(kind, key) })
            }
            _ => {
                let (kind, key) = FindingKey::of(outcome)?;
                let judgement = Judgement::new(kind, key);
                Some(if self.is_refused(input, outcome) {
                    of_refusal(judgement, outcome)
                } else {
                    judgement
                })
            }
        }
    }

    /// Is it for the input alone to say which module is called? Not where the types know which there are.
    pub fn may_name_any(&self, input: &Input, call: &NamedCall) -> bool {
        let any = Term::atom("any_other_module");
        let is_it = |part: &Term| (*part == Term::Atom(call.module)).then(|| any.clone());
        let arguments: Vec<Term> =
            input.arguments.iter().map(|argument| term::rewrite(argument, &is_it)).collect();
        self.allows(&arguments)
    }

    /// Did the run end in an exception that the input itself raised, or by what came of that, and the program let it
    /// through? But what it refuses because its type does not speak of it, the program should not have asked for.
    pub fn is_let_through(&self, input: &Input, outcome: &Outcome) -> bool {
        let Outcome::Crashed { raised, .. } = outcome else { return false };
        raised.is_of_input && !self.is_refused(input, outcome)
    }

    /// Did a fun of the input refuse a call that its type does not speak of?
    pub fn is_refused(&self, input: &Input, outcome: &Outcome) -> bool {
        let Outcome::Crashed { class: Class::Error, reason, raised, .. } = outcome else {
            return false;
        };
        raised.by == Raiser::Input
            && *reason == Term::Atom(term::atoms::function_clause)
            && self.environment.refuses_a_call(self.types, &input.arguments)
    }

    /// The input with a fun that refuses a call which its type does not speak of, and where a run made that call.
    pub fn refusal(&self, input: &Input, calls: &[CallOfInput]) -> Option<(Input, Place)> {
        let is_outside = |call: &&CallOfInput| {
            self.environment.is_outside(self.types, &input.arguments, &call.fun, &call.key)
        };
        let CallOfInput { fun, key, place } = calls.iter().find(is_outside)?;
        let arguments = typing::outside::refusing(&input.arguments, fun, key);
        Some((input.with_arguments(arguments), *place))
    }

    /// The results of those clauses of the spec whose arguments fit.
    fn results(&self, input: &Input) -> Vec<&Arc<Type>> {
        let clauses = self.types.iter().zip(&self.promises.results);
        let fits = |types: &[Arc<Type>]| {
            let mut pairs = types.iter().zip(&input.arguments);
            pairs.all(|(wanted, term)| self.environment.contains(wanted, term).is_ok())
        };
        clauses.filter(|(types, _)| fits(types)).map(|(_, result)| result).collect()
    }

    fn judge_result(&self, input: &Input, value: &Term) -> Option<Judgement> {
        let results = self.results(input);
        let mut mismatch: Option<Mismatch> = None;
        for result in &results {
            match self.environment.allows(result, value) {
                Ok(()) => return None,
                // Of several that do not fit, the one that fits furthest explains best.
                Err(found)
                    if mismatch.as_ref().is_none_or(|best| best.path.len() < found.path.len()) =>
                {
                    mismatch = Some(found);
                }
                Err(_) => {}
            }
        }
        // Without a clause that fits, nothing was promised.
        let mismatch = mismatch?;
        let declared = Arc::new(Type::union(results.into_iter().cloned())).in_module(self.module);
        let place: String = mismatch.path.iter().map(step).collect();
        let key = key(format!("spec_violation {}{place}", mismatch.expected));
        let expected = mismatch.expected.in_module(self.module);
        let violation = Violation {
            value: value.clone(),
            promised: declared.to_string(),
            declared: Some(declared),
            mismatch: Some(Mismatch { expected, ..mismatch }),
        };
        let judgement = Judgement::new(FindingKind::SpecViolation, key);
        Some(Judgement { violation: Some(violation), ..judgement })
    }

    /// Does the spec say `no_return()`?
    pub fn may_never_return(&self, input: &Input) -> bool {
        let is_none = |result: &&Arc<Type>| *self.environment.meaning(result) == Type::None;
        let results = self.results(input);
        !results.is_empty() && results.iter().all(is_none)
    }

    fn is_expected(&self, class: Class, reason: &Term) -> bool {
        self.promises.exceptions.iter().any(|expected| expected.is(class, reason))
    }

    /// What a run would be a finding of, if its exception were not meant to be.
    pub fn expected(&self, outcome: &Outcome) -> Option<FindingKey> {
        match outcome {
            Outcome::Crashed { class, reason, .. } if self.is_expected(*class, reason) => {
                FindingKey::of(outcome).map(|(_, key)| key)
            }
            _ => None,
        }
    }
}

/// There is nothing of it in the stack trace.
fn of_refusal(judgement: Judgement, outcome: &Outcome) -> Judgement {
    let place = match outcome {
        Outcome::Crashed { raised, .. } => {
            raised.at.map(|at| (at.module, at.function.name, i64::from(at.position.line)))
        }
        _ => None,
    };
    let key = FindingKey { reason: "outside_fun_type".to_owned(), place, ..judgement.key };
    Judgement::new(FindingKind::OutsideFunType, key)
}

fn key(reason: String) -> FindingKey {
    FindingKey { class: None, reason, built_in: None, place: None }
}

/// A step, without what tells one input from another.
fn step(step: &Step) -> String {
    match step {
        Step::Element(index) => format!(" element {index}"),
        Step::Member(_) => " member".to_owned(),
        Step::Tail => " tail".to_owned(),
        Step::Value(_) => " value".to_owned(),
    }
}
