//! What do funs of the input do? What they hold says it, which is symbolic: the search may want
//! them to return something else, or to call what they are given.
//!
//! The arguments of a call are expressions, so that the solver can say for which values a fun has to
//! return what. Funs, pids and the like among them are of this run only: no table can name them, so they
//! are bound (see [`crate::dispatch`]). What the fun does then is a decision: in which way it goes on is a
//! part of the input like any other.

use super::{holds_symbols, nth};
use crate::code::{Callee, CodeId};
use crate::dispatch::{self, Bound, Found, Held, Hidden};
use crate::shadow::Shadow;
use runtime::{FunView, Value};
use symbolic::{ActPart, Expr, Kind, Shape, Symbol};
use term::canonical::{Action, HoleKind, Passed};
use term::{Atom, Term, atoms};
use trace::{CallOfInput, Loser, Place};

/// No table has larger arguments.
const LARGEST_ARGUMENT: usize = 100_000;

/// So many calls of made-up funs are noted, and none with larger arguments.
const MOST_NOTED: usize = 100;
const LARGEST_NOTED: usize = 1_000;

/// So many calls of what it was given a made-up fun makes in a row.
const MOST_CALLS: usize = 3;

/// So many calls are made by all funs of the input in a run, until it is ended.
const MOST_CALLS_BY_INPUT: u32 = 5_000;

/// Why it is ended.
pub(crate) const ENDLESS: &str = "funs of the input that call without an end";

/// What is not tried then.
const CALLS_MORE: &str = "funs that call more than three times in a row";

/// Of what a fun could do with many variables, the first things are tried.
const DO_MORE: &str = "funs that do something with the oldest of many variables";

/// A variable is returned in small structures, and passed as it is.
const PUT_TOGETHER: &str = "funs that put what they are given into larger structures";

/// What is to be done for a call of a fun of the input.
pub(crate) enum Applied {
    /// This is its value.
    Returned(Value),
    /// This fun is to be called, as if there were no symbols.
    Fun(Value),
    /// It is none: what it is instead is in the exception, with its symbol.
    NoFun,
    /// It wants another number of arguments; so is it.
    OtherArity,
    /// Funs of the input have called so often that there may be no end to it, which is nobody else's fault.
    Endless,
    /// This code does the rest.
    Enter(CodeId, Vec<Value>),
}

impl Shadow<'_> {
    /// A fun of the input is called: that it is one, and how many arguments it takes, is decided.
    #[cold]
    pub(crate) fn apply_symbolic(
        &mut self,
        here: Place,
        fun: Value,
        arguments: &[Value],
        is_caught: bool,
    ) -> Applied {
        self.decide(here, fun, &[Shape::Kind(Kind::Function)]);
        let (concrete, symbol) = self.halves(fun);
        let Some(arity) = self.fun_arity(concrete) else {
            // A fun of another program is known by nobody.
            let is_fun = self.heap.is_fun(concrete);
            return if is_fun { Applied::Fun(concrete) } else { Applied::NoFun };
        };
        let shapes = [Shape::Fun(arguments.len() as u32)].into();
        let taken = usize::from(arity != arguments.len());
        self.recorder.decide(nth(here, 1), symbol, shapes, taken);
        if taken != 0 {
            return Applied::OtherArity;
        }
        if !self.is_made_up(concrete) {
            return self.watched(concrete, arguments);
        }
        self.acts(here, fun, arguments, is_caught)
    }

    /// Somebody's own, in a seed: it runs as it is. What it returns is noted, so that the search can make
    /// up a fun that returns the same, and others.
    fn watched(&mut self, fun: Value, arguments: &[Value]) -> Applied {
        self.recorder.note_called_fun();
        let (module, name) = (Atom::new("ermine_own_funs"), Atom::new("watch"));
        match self.library.link_name(module, name, 2) {
            Ok(Callee::Code(code)) => {
                let list = self.heap.list(arguments);
                Applied::Enter(code, vec![fun, list])
            }
            _ => {
                self.recorder.lose(Loser::Function(atoms::erlang, Atom::new("apply"), 2));
                Applied::Fun(fun)
            }
        }
    }

    /// A made-up fun is called.
    pub(super) fn acts(
        &mut self,
        here: Place,
        fun: Value,
        arguments: &[Value],
        is_caught: bool,
    ) -> Applied {
        let (fun, symbol) = self.halves(fun);
        self.recorder.note_called_fun();
        let held = Held::of(self.heap.free_variables(fun));
        let is_huge = |&argument: &Value| self.heap.is_larger_than(LARGEST_ARGUMENT, argument);
        let bound = match arguments.iter().any(is_huge) {
            true => Err(Hidden(None)),
            false => dispatch::bind(self.heap, self.library, arguments, held.scope),
        };
        let Bound { key, scope, symbolic } = match bound {
            Ok(bound) => bound,
            Err(Hidden(inside)) => {
                self.recorder.lose(Loser::Function(atoms::erlang, Atom::new("apply"), 2));
                // With something else in its place, the fun could do more than to answer.
                if let Some(part) = inside {
                    let (concrete, symbol) = self.halves(part);
                    self.recorder.pin(symbol, || self.heap.to_term(concrete));
                }
                return Applied::Returned(self.symbolic(held.otherwise, Expr::Otherwise(symbol)));
            }
        };
        symbolic.into_iter().for_each(|(value, kind)| self.pin_bound(value, kind));
        let symbols: Box<[Symbol]> = key.iter().map(|&part| self.reify(part)).collect();
        let plain: Vec<Value> = key
            .iter()
            .map(|&part| match holds_symbols(self.heap, part) {
                true => {
                    let term = self.heap.to_term(part);
                    self.heap.from_term(&term)
                }
                false => part,
            })
            .collect();
        if !scope.is_empty() {
            let locals = scope.iter().map(|&local| self.local_term(local)).collect();
            self.recorder.symbols.note_locals(symbol, &symbols, locals);
        }
        let found = dispatch::behaviour_for(self.heap, &held, &plain);
        self.note_asked(here, fun, &plain);
        self.decide_action(here, symbol, &symbols, &scope, found.as_ref(), is_caught);
        let Some(Found { action, values, then }) = found else {
            let result = dispatch::answer_for(self.heap, &held, &plain);
            // A local variable that it hands back is a part of the input, and now the result of this call.
            let result = dispatch::within(self.heap, self.library, result, &scope);
            let result = self.heap.concrete(result);
            return Applied::Returned(
                self.symbolic(result, Expr::Returned { fun: symbol, arguments: symbols }),
            );
        };
        let part = |shadow: &mut Self, value: Value, part: ActPart| {
            let value = dispatch::within(shadow.heap, shadow.library, value, &scope);
            let value = shadow.heap.concrete(value);
            shadow.symbolic(value, Expr::Acts { fun: symbol, key: symbols.clone(), part })
        };
        let mut values = (0..).zip(values);
        let (function, given) = match action {
            Action::Answer => unreachable!("an answer is no behaviour"),
            Action::Return(local) => return Applied::Returned(scope[local as usize]),
            Action::Raise(class) => {
                let reason = values.next().map(|(_, reason)| reason).expect("a reason");
                ("raise", vec![class.into(), part(self, reason, ActPart::Value(0))])
            }
            Action::Call { ref passed, .. }
            | Action::Attempt { ref passed, .. }
            | Action::Build { parts: ref passed, .. } => {
                let mut given = Vec::new();
                for passed in passed {
                    given.push(match *passed {
                        Passed::Local(local) => scope[local as usize],
                        Passed::Value => {
                            let (number, value) = values.next().expect("a value for each");
                            part(self, value, ActPart::Value(number))
                        }
                    });
                }
                if let Action::Build { structure, .. } = action {
                    return Applied::Returned(dispatch::built(self.heap, structure, &given));
                }
                let called = action.called().expect("it calls");
                self.recorder.calls_by_input += 1;
                if self.recorder.calls_by_input > MOST_CALLS_BY_INPUT {
                    return Applied::Endless;
                }
                let then = part(self, then, ActPart::Then);
                let list = self.heap.list(&given);
                (dispatch::caller(&action), vec![scope[called as usize], list, then])
            }
        };
        let (module, name) = (Atom::new(dispatch::MODULE), Atom::new(function));
        match self.library.link_name(module, name, given.len()) {
            Ok(Callee::Code(code)) => Applied::Enter(code, given),
            _ => {
                self.recorder.lose(Loser::Function(module, name, given.len()));
                Applied::Returned(held.otherwise)
            }
        }
    }

    /// Whoever knows the type of the fun may ask whether it speaks of such a call.
    fn note_asked(&mut self, here: Place, fun: Value, key: &[Value]) {
        let is_huge = |&part: &Value| self.heap.is_larger_than(LARGEST_NOTED, part);
        let is_own = here.module.name() == dispatch::MODULE;
        if is_own || self.recorder.asked.len() >= MOST_NOTED || key.iter().any(is_huge) {
            return;
        }
        let fun = self.heap.to_term_with(fun, self.library);
        let key = key.iter().map(|&part| self.heap.to_term_with(part, self.library)).collect();
        self.recorder.asked.push(CallOfInput { fun, key, place: here });
    }

    /// What is compared by its identity. In the place of a fun there may be another one, which calls it: of a
    /// fun it is known only which part of the input it is, if it is one.
    fn local_term(&self, local: Value) -> Term {
        match dispatch::hole_kind(self.heap, self.library, local) {
            Some(HoleKind::Function(_)) | None => {
                let symbols = &self.recorder.symbols;
                let (tag, number) = match self.heap.symbol(local) {
                    Some(symbol) => ("input", symbol as usize),
                    None => ("other", symbols.len()),
                };
                Term::tuple(vec![Term::atom(tag), Term::Int(number as i64)])
            }
            Some(_) => self.heap.to_term(self.heap.concrete(local)),
        }
    }

    /// A part of the input is bound because of what it is, or is not. That is no decision: funs of the input that are
    /// given other funs of the input are not what is looked for.
    fn pin_bound(&mut self, value: Value, kind: Option<HoleKind>) {
        const BOUND: [Kind; 4] = [Kind::Function, Kind::Pid, Kind::Port, Kind::Reference];
        let (_, symbol) = self.halves(value);
        let shape = match kind {
            None => {
                let is_possible =
                    |kind: &Kind| self.recorder.answer(symbol, &Shape::Kind(*kind)) != Some(false);
                let shapes: Vec<Shape> =
                    BOUND.into_iter().filter(is_possible).map(Shape::Kind).collect();
                return self.recorder.pin_none_of(symbol, shapes);
            }
            Some(HoleKind::Function(arity)) => Shape::Fun(arity.into()),
            Some(HoleKind::Pid) => Shape::Kind(Kind::Pid),
            Some(HoleKind::Port) => Shape::Kind(Kind::Port),
            Some(HoleKind::Reference) => Shape::Kind(Kind::Reference),
        };
        self.recorder.pin_shape(symbol, shape, true);
    }

    /// What a made-up fun does in a call is decided by the input, where there is more to do than to answer.
    fn decide_action(
        &mut self,
        here: Place,
        fun: Symbol,
        key: &[Symbol],
        scope: &[Value],
        found: Option<&Found>,
        is_caught: bool,
    ) {
        let kind = |&value: &Value| dispatch::hole_kind(self.heap, self.library, value);
        let kinds: Vec<HoleKind> = scope.iter().filter_map(kind).collect();
        let calls_more = self.calls_before(fun) < MOST_CALLS;
        let (offered, is_cut) = dispatch::offered(&kinds, calls_more, is_caught);
        let is_refusal = found.is_some_and(|found| self.is_refusal(found));
        let mut actions = vec![Action::Answer];
        actions.extend(offered);
        let taken = &found.map_or(Action::Answer, |found| found.action.uncaught());
        // What it refuses ends the run, and was not decided on the way here.
        if is_refusal && !is_caught {
            return;
        }
        if !actions.contains(taken) {
            actions.push(taken.clone());
        }
        if actions.len() == 1 {
            return;
        }
        if is_cut {
            self.recorder.lose(Loser::Construct(DO_MORE));
        }
        if !kinds.is_empty() {
            self.recorder.lose(Loser::Construct(PUT_TOGETHER));
        }
        if !calls_more && kinds.iter().any(|kind| matches!(kind, HoleKind::Function(_))) {
            self.recorder.lose(Loser::Construct(CALLS_MORE));
        }
        let taken = actions.iter().position(|action| action == taken).unwrap_or(0);
        let shapes = actions.iter().map(|action| Shape::Literal(action.to_term())).collect();
        let part = ActPart::Action;
        let action = self.recorder.symbols.intern(Expr::Acts { fun, key: key.into(), part });
        self.recorder.decide_one_of(nth(here, 2), action, shapes, taken);
    }

    /// Does the fun say that it has no clause for what it is given?
    fn is_refusal(&self, found: &Found) -> bool {
        let is_function_clause =
            |&reason: &Value| self.heap.concrete(reason) == Value::atom(atoms::function_clause);
        found.action == Action::Raise(atoms::error) && found.values.iter().all(is_function_clause)
    }

    /// Something is raised in what a made-up fun called, which goes on like this: it could catch it, or not.
    #[cold]
    pub(crate) fn decide_catching(&mut self, here: Place, then: Value, catches: bool) {
        let Some(then) = self.heap.symbol(then).map(Symbol) else { return };
        let Expr::Acts { fun, key, part: ActPart::Then } = self.recorder.symbols.expr(then).clone()
        else {
            return;
        };
        let part = ActPart::Catches;
        let subject = self.recorder.symbols.intern(Expr::Acts { fun, key, part });
        let shapes = [atoms::false_, atoms::true_].map(|each| Shape::Literal(Term::Atom(each)));
        self.recorder.decide_one_of(nth(here, 3), subject, shapes.into(), usize::from(catches));
    }

    /// How many calls have come back before what is called now goes on.
    fn calls_before(&self, fun: Symbol) -> usize {
        let symbols = &self.recorder.symbols;
        let (mut calls, mut at) = (0, Some(fun));
        while let Some(symbol) = at {
            let is_then = matches!(symbols.expr(symbol), Expr::Acts { part: ActPart::Then, .. });
            calls += usize::from(is_then);
            at = symbols.parent(symbol);
        }
        calls
    }

    /// How many arguments a fun takes; `None` for what is no fun.
    pub(super) fn fun_arity(&self, fun: Value) -> Option<usize> {
        match self.heap.fun(fun)? {
            FunView::Closure { code, .. } => Some(self.library.code(code).arity()),
            FunView::External { arity, .. } => Some(arity),
        }
    }

    fn is_made_up(&self, fun: Value) -> bool {
        let Some(FunView::Closure { code, .. }) = self.heap.fun(fun) else { return false };
        self.library.is_made_up(code)
    }
}
