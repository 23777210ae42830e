//! From which points of the program on can nothing fail any more, whatever the input is?
//!
//! The analysis says which operations may fail ([`super::Safety::left`]), for all inputs and all ways that lead
//! to them. So at a point of a function, nothing fails any more in it if none of these lie ahead there: in what
//! is still to be evaluated, in the code that is called from there, or in a handler that may get what these
//! raise. A call that was not shown to come to an end counts as an operation that may fail.
//!
//! What lies ahead of a run is what lies ahead in the function that runs and, after it has returned, in those
//! that have called: whoever asks looks at both, at [`FunctionAhead::is_safe_at`] for the first and at
//! [`FunctionAhead::is_safe_after`] for the others.
//!
//! Calls that leave nothing on the stack are no matter: behind them, nothing is ahead in who has called. Except
//! where it is not known what is called: that code may go on, without being seen, in functions which were
//! analysed for other arguments. Then nothing is said at all.

use super::code::Code;
use super::raised::{Classes, Operation};
use super::summaries::{Summaries, Target};
use core_erlang::{Expr, ExprId, FunctionName};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use term::Atom;

/// What is known of all functions that a run can come to.
#[derive(Debug, Default)]
pub struct Ahead {
    functions: FxHashMap<(Atom, FunctionName), Arc<FunctionAhead>>,
}

/// Points of a function from which on nothing can fail in it, by expression.
#[derive(Debug)]
pub struct FunctionAhead {
    points: Box<[Point]>,
}

/// Is it safe, when the parts of an expression have been evaluated, and when it has its value?
#[derive(Clone, Copy, Default, Debug)]
struct Point {
    at: bool,
    after: bool,
}

impl Ahead {
    /// `None` if nothing is known of the function: then anything may fail there.
    pub fn function(&self, module: Atom, name: FunctionName) -> Option<&Arc<FunctionAhead>> {
        self.functions.get(&(module, name))
    }

    /// All functions of which something is known, in no order.
    pub fn functions(&self) -> impl Iterator<Item = ((Atom, FunctionName), &FunctionAhead)> {
        self.functions.iter().map(|(name, function)| (*name, &**function))
    }

    /// Is there no point at all from which on nothing can fail?
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }
}

impl FromIterator<((Atom, FunctionName), Arc<FunctionAhead>)> for Ahead {
    fn from_iter<I>(functions: I) -> Ahead
    where
        I: IntoIterator<Item = ((Atom, FunctionName), Arc<FunctionAhead>)>,
    {
        Ahead { functions: functions.into_iter().collect() }
    }
}

impl FunctionAhead {
    /// A byte for each point: see [`FunctionAhead::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        self.points.iter().map(|point| u8::from(point.at) | u8::from(point.after) << 1).collect()
    }

    /// `None` if these are no such bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<FunctionAhead> {
        let point =
            |byte: &u8| (*byte < 4).then_some(Point { at: byte & 1 != 0, after: byte & 2 != 0 });
        Some(FunctionAhead { points: bytes.iter().map(point).collect::<Option<_>>()? })
    }

    /// The parts of the expression have been evaluated: can nothing fail any more, neither the operation itself
    /// nor what comes then?
    pub fn is_safe_at(&self, expr: ExprId) -> bool {
        self.points.get(expr.0 as usize).is_some_and(|point| point.at)
    }

    /// The same when the call has returned, whatever it returned.
    pub fn is_safe_after(&self, call: ExprId) -> bool {
        self.points.get(call.0 as usize).is_some_and(|point| point.after)
    }
}

/// What lies ahead, by what was found out about all that can be called. `left` are the operations that may fail,
/// `endless` is the code that was not shown to come to an end.
pub fn ahead(
    summaries: &mut Summaries,
    left: &BTreeMap<Operation, Classes>,
    endless: BTreeSet<Target>,
) -> Ahead {
    let codes = codes(summaries);
    let unsafe_targets = unsafe_targets(summaries, left, endless);
    let mut functions = FxHashMap::default();
    for (name, code) in codes {
        let count = code.function.exprs.len();
        let mut walk = Backwards {
            summaries,
            left,
            unsafe_targets: &unsafe_targets,
            code: &code,
            points: vec![Point::default(); count],
            loses_sight: false,
        };
        walk.expr(code.function.body, true, false);
        if walk.loses_sight {
            return Ahead::default();
        }
        let points = walk.points.into();
        functions.insert(name, Arc::new(FunctionAhead { points }));
    }
    Ahead { functions }
}

/// The functions that were looked at.
pub fn codes(summaries: &mut Summaries) -> FxHashMap<(Atom, FunctionName), Arc<Code>> {
    let mut codes = FxHashMap::default();
    for target in summaries.all_targets() {
        if let Some((code, _)) = summaries.code(target) {
            codes.insert((code.module, code.function.name), code);
        }
    }
    codes
}

/// Code that fails, or does not end, for some inputs: because of an operation of its own, or of what it calls.
fn unsafe_targets(
    summaries: &mut Summaries,
    left: &BTreeMap<Operation, Classes>,
    endless: BTreeSet<Target>,
) -> FxHashSet<Target> {
    let mut found: FxHashSet<Target> = endless.into_iter().collect();
    let mut callers: FxHashMap<Target, Vec<Target>> = FxHashMap::default();
    let looked_at = summaries.all_targets();
    for target in looked_at.iter().copied() {
        let Some((code, fun)) = summaries.code(target) else {
            found.insert(target);
            continue;
        };
        each_own_expr(&code, fun, &mut |expr| {
            let operation = Operation { module: code.module, function: code.function.name, expr };
            if left.contains_key(&operation) || summaries.raises_again(&operation) {
                found.insert(target);
            }
            for called in summaries.called(&operation) {
                callers.entry(*called).or_default().push(target);
                // Of what nobody has looked at, nothing is known.
                if !looked_at.contains(called) {
                    found.insert(*called);
                }
            }
        });
    }
    let mut pending: Vec<Target> = found.iter().copied().collect();
    while let Some(next) = pending.pop() {
        for caller in callers.get(&next).into_iter().flatten() {
            if found.insert(*caller) {
                pending.push(*caller);
            }
        }
    }
    found
}

/// Shows the expressions of a fun that are evaluated when it is called: not those of funs inside of it.
fn each_own_expr(code: &Code, fun: ExprId, visit: &mut dyn FnMut(ExprId)) {
    let Expr::Fun { body, .. } = code.function.expr(fun) else { return };
    let mut pending = vec![*body];
    while let Some(id) = pending.pop() {
        visit(id);
        match code.function.expr(id) {
            Expr::Fun { .. } => {}
            other => other.each_child(|child| pending.push(child)),
        }
    }
}

/// Goes through a function from its end to its beginning. What is passed on is whether something may fail.
struct Backwards<'w, 'a> {
    summaries: &'w Summaries<'a>,
    left: &'w BTreeMap<Operation, Classes>,
    unsafe_targets: &'w FxHashSet<Target>,
    code: &'w Code,
    points: Vec<Point>,
    /// Is something called, last of all, of which nothing is known?
    loses_sight: bool,
}

impl Backwards<'_, '_> {
    fn operation(&self, expr: ExprId) -> Operation {
        Operation { module: self.code.module, function: self.code.function.name, expr }
    }

    fn note(&mut self, id: ExprId, fails_at: bool, fails_after: bool) {
        self.points[id.0 as usize] = Point { at: !fails_at, after: !fails_after };
    }

    /// `is_last`: its value is that of the function. `fails_after`: may something fail when it has been
    /// evaluated? The result: may something fail from where it begins to be?
    fn expr(&mut self, id: ExprId, is_last: bool, fails_after: bool) -> bool {
        crate::deeper(|| self.expr_here(id, is_last, fails_after))
    }

    fn expr_here(&mut self, id: ExprId, is_last: bool, fails_after: bool) -> bool {
        let code = self.code;
        match code.function.expr(id) {
            Expr::Variable(_) | Expr::Name(_) | Expr::Literal(_) => {
                self.note(id, fails_after, fails_after);
                fails_after
            }
            Expr::Fun { body, .. } => {
                // Who calls it has a point of its own for what comes then.
                self.expr(*body, true, false);
                self.note(id, fails_after, fails_after);
                fails_after
            }
            Expr::Let { argument, body, .. } => {
                self.one_by_one(id, [*argument, *body], is_last, fails_after)
            }
            Expr::Seq { first, then } => self.one_by_one(id, [*first, *then], is_last, fails_after),
            Expr::Letrec { functions, body, .. } => {
                // Some are only jumped to: then what follows all of it is what follows them.
                for (_, fun) in functions {
                    if let Expr::Fun { body, .. } = code.function.expr(*fun) {
                        self.expr(*body, is_last, fails_after);
                    }
                    self.note(*fun, fails_after, fails_after);
                }
                let fails = self.expr(*body, is_last, fails_after);
                self.note(id, fails, fails_after);
                fails
            }
            Expr::Case { argument, clauses } => {
                let mut fails = fails_after || self.left.contains_key(&self.operation(id));
                for clause in clauses {
                    fails |= self.expr(clause.body, is_last, fails_after);
                }
                for clause in clauses {
                    clause.each_head(|head| self.head(head, fails));
                }
                self.note(id, fails, fails_after);
                self.expr(*argument, false, fails)
            }
            Expr::Try { argument, body, handler, .. } => {
                let fails = self.expr(*body, is_last, fails_after)
                    | self.expr(*handler, is_last, fails_after);
                self.note(id, fails, fails_after);
                // Whatever is raised inside goes on in the handler.
                self.expr(*argument, false, fails)
            }
            Expr::Catch { body } => {
                self.note(id, fails_after, fails_after);
                self.expr(*body, false, fails_after)
            }
            Expr::Call { .. } | Expr::Apply { .. } => self.call(id, is_last, fails_after),
            other => {
                let operation = self.operation(id);
                let fails = fails_after
                    || self.left.contains_key(&operation)
                    || self.summaries.raises_again(&operation);
                self.note(id, fails, fails_after);
                let mut parts = Vec::new();
                other.each_child(|child| parts.push(child));
                self.parts(&parts, fails)
            }
        }
    }

    fn call(&mut self, id: ExprId, is_last: bool, fails_after: bool) -> bool {
        let operation = self.operation(id);
        let classes = self.left.get(&operation);
        let is_unknown = classes.is_some_and(|each| !each.only(Classes::WAIT).is_empty());
        self.loses_sight |= is_last && is_unknown;
        // If the call itself may fail, it is for what was called to do so, and nobody knows that code.
        let fails_after = fails_after || classes.is_some();
        let called = self.summaries.called(&operation);
        let fails = fails_after || called.iter().any(|target| self.unsafe_targets.contains(target));
        self.note(id, fails, fails_after);
        let mut parts = Vec::new();
        self.code.function.expr(id).each_child(|child| parts.push(child));
        self.parts(&parts, fails)
    }

    /// Parts are evaluated in the order in which they are written.
    fn parts(&mut self, parts: &[ExprId], fails_after: bool) -> bool {
        parts.iter().rev().fold(fails_after, |fails, part| self.expr(*part, false, fails))
    }

    fn one_by_one(
        &mut self,
        id: ExprId,
        parts: [ExprId; 2],
        is_last: bool,
        fails_after: bool,
    ) -> bool {
        let [first, then] = parts;
        let fails = self.expr(then, is_last, fails_after);
        self.note(id, fails, fails_after);
        self.expr(first, false, fails)
    }

    /// What is evaluated to choose a clause: any of the clauses may be next.
    fn head(&mut self, id: ExprId, fails: bool) {
        let mut pending = vec![id];
        while let Some(next) = pending.pop() {
            self.note(next, fails, fails);
            self.code.function.expr(next).each_child(|child| pending.push(child));
        }
    }
}
