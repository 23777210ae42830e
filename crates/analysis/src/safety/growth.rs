//! Which integers grow with each round of a loop, so fast that a few rounds make them too large for the virtual
//! machine? `X * X`, where X is what came of it in the last round, is `system_limit` after thirty rounds, however
//! small the first X is. So is a shift by ten thousand places.
//!
//! A built-in whose result may have many more bits than what it gets ([`super::built_ins::Effect::grows`]) is safe
//! unless its result comes back to it. Where values go is looked at without their order, and once for all calls
//! of a function: from expressions to variables, to parameters of what is called, and back with what it returns.

use super::code::Code;
use super::ending::circles;
use super::raised::Operation;
use super::summaries::{Summaries, Target};
use core_erlang::{Expr, ExprId, FunctionName, Pattern, Variable};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::{Atom, atoms};

/// What a value can be held by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Expr(Atom, FunctionName, ExprId),
    Variable(Atom, FunctionName, Variable),
    /// In a dictionary, in a message: whatever is read anywhere.
    Stored,
    /// In an exception.
    Raised,
    /// With a fun of the input, or whoever else calls a fun of the program.
    AtLarge,
}

/// The operations among those that make large integers whose result may come back to them.
pub fn that_feed_themselves(summaries: &mut Summaries) -> BTreeSet<Operation> {
    let growing = summaries.growing().clone();
    if growing.is_empty() {
        return BTreeSet::new();
    }
    let mut flow = Flow::default();
    for code in super::ahead::codes(summaries).into_values() {
        let mut walk = CodeFlow { code: &code, summaries, flow: &mut flow };
        for (id, expr) in code.function.numbered() {
            walk.expr(id, expr);
        }
    }
    flow.let_go(summaries);
    let circle_of = circles(flow.numbers.len(), &flow.edges);
    let feeds_itself = |operation: &Operation| {
        let holder = Holder::Expr(operation.module, operation.function, operation.expr);
        flow.numbers.get(&holder).is_some_and(|number| circle_of[*number].is_some())
    };
    growing.into_iter().filter(feeds_itself).collect()
}

/// From where to where values go.
#[derive(Default)]
struct Flow {
    numbers: FxHashMap<Holder, usize>,
    edges: Vec<(usize, usize)>,
}

impl Flow {
    fn number(&mut self, holder: Holder) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(holder).or_insert(next)
    }

    fn add(&mut self, from: Holder, to: Holder) {
        let edge = (self.number(from), self.number(to));
        self.edges.push(edge);
    }

    /// A fun of the program that is at large may be called with what it has returned.
    fn let_go(&mut self, summaries: &mut Summaries) {
        let mut next = 0;
        while let Some((target, ..)) = summaries.at_large(next) {
            next += 1;
            if let Some((parameters, body)) = parameters_and_body(summaries, target) {
                parameters.into_iter().for_each(|each| self.add(Holder::AtLarge, each));
                self.add(body, Holder::AtLarge);
            }
        }
    }
}

fn parameters_and_body(summaries: &mut Summaries, target: Target) -> Option<(Vec<Holder>, Holder)> {
    let (code, fun) = summaries.code(target)?;
    let Expr::Fun { parameters, body, .. } = code.function.expr(fun) else { return None };
    let (module, function) = (code.module, code.function.name);
    let parameters = parameters.iter().map(|each| Holder::Variable(module, function, *each));
    Some((parameters.collect(), Holder::Expr(module, function, *body)))
}

/// What a built-in returns of what it gets.
enum Carried {
    Nothing,
    First,
    Second,
    All,
    /// What somebody has put somewhere, and it puts there what it gets.
    Stored,
}

fn carried(module: Atom, name: Atom) -> Carried {
    if module != atoms::erlang {
        return match module.name() {
            "persistent_term" | "ets" => Carried::Stored,
            _ => Carried::All,
        };
    }
    match name.name() {
        _ if super::never_raises(name) => Carried::Nothing,
        "length" | "tuple_size" | "byte_size" | "bit_size" | "map_size" | "size" | "not"
        | "and" | "or" | "xor" | "is_map_key" | "is_record" | "is_function" | "phash2" => {
            Carried::Nothing
        }
        // Whatever the first is, the rest is smaller than the second.
        "rem" => Carried::Second,
        "div" => Carried::First,
        "get" | "put" | "erase" | "binary_to_term" | "!" | "send" => Carried::Stored,
        _ => Carried::All,
    }
}

struct CodeFlow<'f, 'a> {
    code: &'f Code,
    summaries: &'f mut Summaries<'a>,
    flow: &'f mut Flow,
}

impl CodeFlow<'_, '_> {
    fn of(&self, id: ExprId) -> Holder {
        Holder::Expr(self.code.module, self.code.function.name, id)
    }

    fn variable(&self, variable: Variable) -> Holder {
        Holder::Variable(self.code.module, self.code.function.name, variable)
    }

    fn expr(&mut self, id: ExprId, expr: &Expr) {
        let here = self.of(id);
        match expr {
            Expr::Variable(variable) => self.flow.add(self.variable(*variable), here),
            // What a fun takes along has the same names in it.
            Expr::Name(_) | Expr::Literal(_) | Expr::Fun { .. } => {}
            Expr::Let { variables, argument, body } => {
                self.bind(*argument, variables);
                self.flow.add(self.of(*body), here);
            }
            Expr::Seq { then, .. } => self.flow.add(self.of(*then), here),
            Expr::Letrec { body, .. } => self.flow.add(self.of(*body), here),
            Expr::Case { argument, clauses } => {
                for clause in clauses {
                    self.match_all(*argument, &clause.patterns);
                    self.flow.add(self.of(clause.body), here);
                }
                self.flow.add(self.of(*argument), Holder::Raised);
            }
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.bind(*argument, variables);
                self.flow.add(self.of(*body), here);
                self.flow.add(self.of(*handler), here);
                for variable in handler_variables {
                    self.flow.add(Holder::Raised, self.variable(*variable));
                }
            }
            Expr::Catch { body } => {
                self.flow.add(self.of(*body), here);
                self.flow.add(Holder::Raised, here);
            }
            Expr::Apply { function, arguments } => {
                self.call(id, arguments);
                if !matches!(self.code.function.expr(*function), Expr::Name(_)) {
                    // A fun of the input may hand on what it gets, or hand it back.
                    for argument in arguments {
                        self.flow.add(self.of(*argument), here);
                        self.flow.add(self.of(*argument), Holder::AtLarge);
                    }
                    self.flow.add(Holder::AtLarge, here);
                }
            }
            Expr::Call { module, name, arguments } => {
                if self.call(id, arguments) {
                    return;
                }
                let literal = |id: ExprId| self.code.function.literal_atom(id);
                let carried = match (literal(*module), literal(*name)) {
                    (Some(module), Some(name)) => carried(module, name),
                    _ => Carried::Stored,
                };
                self.built_in(here, carried, arguments);
            }
            Expr::Primop { arguments, .. } => {
                self.built_in(here, Carried::Stored, arguments);
            }
            other => other.each_child(|child| self.flow.add(self.of(child), here)),
        }
    }

    fn built_in(&mut self, here: Holder, carried: Carried, arguments: &[ExprId]) {
        let from = match carried {
            Carried::Nothing => &[],
            Carried::First => &arguments[..arguments.len().min(1)],
            Carried::Second => &arguments[arguments.len().min(1)..],
            Carried::All | Carried::Stored => arguments,
        };
        for argument in from {
            self.flow.add(self.of(*argument), here);
            // What is wrong with an argument is said with the argument, or this is what raises.
            self.flow.add(self.of(*argument), Holder::Raised);
            if matches!(carried, Carried::Stored) {
                self.flow.add(self.of(*argument), Holder::Stored);
            }
        }
        if matches!(carried, Carried::Stored) {
            self.flow.add(Holder::Stored, here);
        }
    }

    /// A call of code; `false` if it leads to none.
    fn call(&mut self, id: ExprId, arguments: &[ExprId]) -> bool {
        let (module, function) = (self.code.module, self.code.function.name);
        let called = self.summaries.called(&Operation { module, function, expr: id }).to_vec();
        for target in &called {
            let Some((parameters, body)) = parameters_and_body(self.summaries, *target) else {
                continue;
            };
            let is_one_by_one = parameters.len() == arguments.len();
            for (index, argument) in arguments.iter().enumerate() {
                for (number, parameter) in parameters.iter().enumerate() {
                    if !is_one_by_one || index == number {
                        self.flow.add(self.of(*argument), *parameter);
                    }
                }
            }
            self.flow.add(body, self.of(id));
        }
        !called.is_empty()
    }

    /// The parts of an expression that has several values, if they can be told apart.
    fn parts(&self, id: ExprId, count: usize) -> Vec<ExprId> {
        match self.code.function.expr(id) {
            Expr::Values { elements } if elements.len() == count => elements.to_vec(),
            _ => vec![id; count],
        }
    }

    fn bind(&mut self, argument: ExprId, variables: &[Variable]) {
        for (part, variable) in self.parts(argument, variables.len()).into_iter().zip(variables) {
            self.flow.add(self.of(part), self.variable(*variable));
        }
    }

    fn match_all(&mut self, argument: ExprId, patterns: &[Pattern]) {
        for (part, pattern) in self.parts(argument, patterns.len()).into_iter().zip(patterns) {
            let from = self.of(part);
            let mut bound = Vec::new();
            pattern.each_variable(|variable| bound.push(variable));
            bound.into_iter().for_each(|each| self.flow.add(from, self.variable(each)));
        }
    }
}
