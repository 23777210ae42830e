//! Which operations of a function can raise, and in which lines? Whoever names a place so that it survives
//! when lines move counts them: the second `hd/1` of `f/2`.

use crate::clauses::Clauses;
use crate::surroundings::Surroundings;
use core_erlang::{Expr, ExprId, Function, FunctionName, Pattern, Variable};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use term::{Atom, Term};

/// The operations of a function, funs in it included.
#[derive(Clone, Debug, Default)]
pub struct Operations {
    all: Vec<WrittenOperation>,
    /// Functions that it calls with its arguments as they were given and constants, and with nothing else.
    passes_on_to: Vec<(Option<Atom>, FunctionName)>,
}

#[derive(Clone, Debug)]
struct WrittenOperation {
    kind: OperationKind,
    line: u32,
    /// What it works on is arguments of the function, as they were given, and constants.
    is_on_arguments: bool,
}

/// What an operation does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperationKind {
    /// No clause fits: `case_clause`, `badmatch`, `function_clause` and the like
    NoMatch(Atom),
    /// `m:f(…)`
    Call(Atom, FunctionName),
    /// `Module:Function(…)`, where one of them is only known when the program runs
    CallByName,
    /// `Fun(…)`
    Apply,
    /// `Map#{…}`
    Map,
    /// `<<…>>`
    Bits,
}

impl OperationKind {
    /// Does it raise because somebody wrote that it does?
    pub fn is_raise(self) -> bool {
        let OperationKind::Call(module, FunctionName { name, arity }) = self else { return false };
        let raises = match name.name() {
            "error" => (1..=3).contains(&arity),
            "nif_error" => (1..=2).contains(&arity),
            "exit" | "throw" => arity == 1,
            "raise" => arity == 3,
            _ => false,
        };
        module.name() == "erlang" && raises
    }
}

impl Operations {
    pub fn of(function: &Function) -> Operations {
        let clauses = Clauses::of(function);
        let surroundings = Surroundings::of(function, &clauses);
        let given = GivenVariables::of(function);
        let mut all = Vec::new();
        let mut passes_on_to = Vec::new();
        for (id, expr) in function.numbered() {
            if let Some(called) = called(function, expr).filter(|_| given.is_all_of(function, expr))
            {
                passes_on_to.push(called);
            }
            let Some(kind) = kind(function, expr) else { continue };
            let line = surroundings.position(id).map_or(0, |position| position.line);
            let is_on_arguments = given.is_all_of(function, expr);
            all.push(WrittenOperation { kind, line, is_on_arguments });
        }
        Operations { all, passes_on_to }
    }

    /// The functions that get its arguments as they were given, and constants: of its own module, or of a
    /// module that is named.
    pub fn passes_on_to(&self) -> &[(Option<Atom>, FunctionName)] {
        &self.passes_on_to
    }

    /// Which of the lines with such operations this is, counted from 1.
    pub fn nth(&self, line: u32, is_it: impl Fn(OperationKind) -> bool) -> usize {
        let before = self.all.iter().filter(|each| each.line < line && is_it(each.kind));
        before.map(|each| each.line).collect::<BTreeSet<u32>>().len() + 1
    }

    /// What is done in a line, as it is written.
    pub fn at(&self, line: u32) -> impl Iterator<Item = OperationKind> {
        self.all.iter().filter(move |each| each.line == line).map(|each| each.kind)
    }

    /// The first line in which this is done.
    pub fn line_of(&self, kind: OperationKind) -> Option<u32> {
        self.all.iter().filter(|each| each.kind == kind).map(|each| each.line).min()
    }

    /// Does such an operation in this line work on the arguments of the function and on nothing else?
    pub fn is_on_arguments(&self, line: u32, is_it: impl Fn(OperationKind) -> bool) -> bool {
        let mut there = self.all.iter().filter(|each| each.line == line && is_it(each.kind));
        there.any(|each| each.is_on_arguments)
    }
}

fn kind(function: &Function, expr: &Expr) -> Option<OperationKind> {
    Some(match expr {
        Expr::Primop { name, arguments, .. } if name.name() == "match_fail" => {
            OperationKind::NoMatch(reason(function, arguments)?)
        }
        Expr::Call { module, name, arguments } => {
            match (function.literal_atom(*module), function.literal_atom(*name)) {
                (Some(module), Some(name)) => OperationKind::Call(
                    module,
                    FunctionName { name, arity: arguments.len() as u32 },
                ),
                _ => OperationKind::CallByName,
            }
        }
        Expr::Apply { function: called, .. } => match function.expr(*called) {
            Expr::Name(_) => return None,
            _ => OperationKind::Apply,
        },
        Expr::Map { .. } => OperationKind::Map,
        Expr::Binary { .. } => OperationKind::Bits,
        _ => return None,
    })
}

/// The function that a call names, and its module where that is another.
fn called(function: &Function, expr: &Expr) -> Option<(Option<Atom>, FunctionName)> {
    match expr {
        Expr::Apply { function: called, .. } => match function.expr(*called) {
            Expr::Name(name) => Some((None, *name)),
            _ => None,
        },
        Expr::Call { .. } => match kind(function, expr)? {
            OperationKind::Call(module, name) => Some((Some(module), name)),
            _ => None,
        },
        _ => None,
    }
}

/// `{badmatch, V}` or `if_clause`
fn reason(function: &Function, arguments: &[ExprId]) -> Option<Atom> {
    match function.expr(*arguments.first()?) {
        Expr::Tuple { elements } => function.literal_atom(*elements.first()?),
        Expr::Literal(Term::Tuple(elements)) => elements.first()?.as_atom(),
        Expr::Literal(Term::Atom(name)) => Some(*name),
        _ => None,
    }
}

/// The variables that are arguments of the function, as they were given.
struct GivenVariables(FxHashSet<Variable>);

impl GivenVariables {
    fn of(function: &Function) -> GivenVariables {
        let mut given = FxHashSet::default();
        if let Expr::Fun { parameters, .. } = function.expr(function.body) {
            given.extend(parameters.iter().copied());
        }
        // What is around has the higher number: names come before what is made of them.
        for expr in function.exprs.iter().rev() {
            match expr {
                Expr::Let { variables, argument, .. } => {
                    let arguments = values(function, *argument);
                    for (variable, argument) in variables.iter().zip(arguments) {
                        if is_given(&given, function, argument) {
                            given.insert(*variable);
                        }
                    }
                }
                Expr::Case { argument, clauses } => {
                    let arguments = values(function, *argument);
                    for clause in clauses {
                        for (pattern, argument) in clause.patterns.iter().zip(&arguments) {
                            if let Pattern::Variable(name) | Pattern::Alias { variable: name, .. } =
                                pattern
                                && is_given(&given, function, *argument)
                            {
                                given.insert(*name);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        GivenVariables(given)
    }

    /// Is what the operation works on given, or constant? Not all of it constant.
    fn is_all_of(&self, function: &Function, expr: &Expr) -> bool {
        let operands = match expr {
            Expr::Primop { arguments, .. } => match function.expr(arguments[0]) {
                Expr::Tuple { elements } => elements[1..].to_vec(),
                _ => return false,
            },
            Expr::Call { arguments, .. } => arguments.to_vec(),
            Expr::Apply { function: called, arguments } => match function.expr(*called) {
                Expr::Name(_) => arguments.to_vec(),
                // What is no fun, or one of another arity, is refused whatever it is called with.
                _ => vec![*called],
            },
            Expr::Map { base, .. } => vec![*base],
            _ => return false,
        };
        let is_constant = |id: &ExprId| matches!(function.expr(*id), Expr::Literal(_));
        let mut rest = operands.iter().filter(|id| !is_constant(id)).peekable();
        rest.peek().is_some() && rest.all(|id| is_given(&self.0, function, *id))
    }
}

fn is_given(given: &FxHashSet<Variable>, function: &Function, id: ExprId) -> bool {
    matches!(function.expr(id), Expr::Variable(variable) if given.contains(variable))
}

/// The values of an expression that has several.
fn values(function: &Function, id: ExprId) -> Vec<ExprId> {
    match function.expr(id) {
        Expr::Values { elements } => elements.to_vec(),
        _ => vec![id],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_erlang::{Position, VariableName};

    /// `f(X, Y) -> 3: hd(X), 5: hd(Z), 5: error(X), 9: hd(Y)`
    fn function() -> Function {
        let mut exprs = Vec::new();
        let mut positions = Vec::new();
        let mut add = |line: u32, expr: Expr| {
            exprs.push(expr);
            positions.push(Position { line, ..Position::default() });
            ExprId(exprs.len() as u32 - 1)
        };
        let atom = |name: &str| Expr::Literal(Term::atom(name));
        let mut calls = Vec::new();
        for (line, name, variable) in [(3, "hd", 0), (5, "hd", 2), (5, "error", 0), (9, "hd", 1)] {
            let module = add(line, atom("erlang"));
            let name = add(line, atom(name));
            let argument = add(line, Expr::Variable(Variable(variable)));
            let arguments = Box::new([argument]);
            calls.push(add(line, Expr::Call { module, name, arguments }));
        }
        let elements = calls.into_boxed_slice();
        let body = add(3, Expr::Tuple { elements });
        let parameters = Box::new([Variable(0), Variable(1)]);
        let body = add(2, Expr::Fun { parameters, body, name: None });
        let variables = ["X", "Y", "Z"].map(|name| VariableName::Named(Atom::new(name)));
        let name = FunctionName { name: Atom::new("f"), arity: 2 };
        Function { name, variables: variables.to_vec(), exprs, positions, body }
    }

    #[test]
    fn operations_are_counted_by_their_lines() {
        let operations = Operations::of(&function());
        let built_in = |name: &str| {
            OperationKind::Call(
                Atom::new("erlang"),
                FunctionName { name: Atom::new(name), arity: 1 },
            )
        };
        let hd = built_in("hd");
        assert_eq!([3, 5, 9].map(|line| operations.nth(line, |kind| kind == hd)), [1, 2, 3]);
        assert_eq!(operations.nth(5, OperationKind::is_raise), 1);
        assert_eq!(operations.at(5).collect::<Vec<_>>(), [hd, built_in("error")]);
        assert_eq!(operations.line_of(hd), Some(3));
        let hd = (Some(Atom::new("erlang")), FunctionName { name: Atom::new("hd"), arity: 1 });
        let passed = operations.passes_on_to().iter().filter(|each| **each == hd);
        assert_eq!(passed.count(), 2);
        let hd = built_in("hd");
        let on_arguments =
            [3, 5, 9].map(|line| operations.is_on_arguments(line, |kind| kind == hd));
        assert_eq!(on_arguments, [true, false, true]);
    }
}
