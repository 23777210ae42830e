//! How is the outline of a module made? Its clauses, from the tree, in one walk for each function.

use super::{Argument, ClauseOutline, FunctionOutline, Given, Outline, Wanted};
use crate::clauses::Clauses;
use crate::stub::is_stub;
use core_erlang::{
    Clause, Expr, ExprId, Function, FunctionName, Module, Pattern, Position, Variable,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::{Atom, Term};

impl Outline {
    /// A function whose code cannot be read has no clauses here: whoever calls it is told why. Nor has
    /// the place-holder of a built-in, which nobody ever runs. Functions that can only be called by
    /// nobody are left out, unless it is the one under test.
    ///
    /// Functions in whose place a native is called have no clauses that anybody could come to.
    pub fn of(
        module: &Module,
        under_test: FunctionName,
        is_native: impl Fn(FunctionName) -> bool,
    ) -> Outline {
        let functions = module.functions.iter().map(|stored| {
            let is_native = is_native(stored.name);
            let clauses = module.decode(stored).map(|function| {
                match is_native || is_stub(module, &function) {
                    true => Vec::new(),
                    false => of_function(module.name, &function),
                }
            });
            FunctionOutline { name: stored.name, clauses: clauses.unwrap_or_default() }
        });
        let mut starts = module.exports.clone();
        starts.push(under_test);
        starts.extend(loaders(module));
        Outline::new(module.name, module.source.clone(), functions.collect())
            .only_reachable_from(&starts)
    }
}

/// `-on_load(Name/0).`
fn loaders(module: &Module) -> impl Iterator<Item = FunctionName> {
    let on_load = Atom::new("on_load");
    let named = module.attributes.iter().filter(move |(name, _)| *name == on_load);
    let functions = named.flat_map(|(_, value)| value.as_list().unwrap_or_default());
    functions.filter_map(|function| match function.as_tuple()? {
        [Term::Atom(name), Term::Int(0)] => Some(FunctionName { name: *name, arity: 0 }),
        _ => None,
    })
}

pub(crate) fn of_function(module: Atom, function: &Function) -> Vec<ClauseOutline> {
    let numbers = Clauses::of(function);
    let nothing = ClauseOutline {
        position: Position::default(),
        siblings: 0..0,
        parent: None,
        lines: Vec::new(),
        expressions: 0,
        calls: Vec::new(),
        given: Vec::new(),
        needs: Vec::new(),
    };
    let clauses = vec![nothing; numbers.count as usize];
    let mut walk = ClauseWalk {
        module,
        function,
        numbers,
        clauses,
        before: Vec::new(),
        parameters: FxHashMap::default(),
    };
    if let Expr::Fun { parameters, body, .. } = function.expr(function.body) {
        walk.parameters = parameters.iter().copied().zip(0..).collect();
        walk.expr(*body, None);
    }
    for (module, given) in std::mem::take(&mut walk.before) {
        let outermost = walk.clauses.iter_mut().filter(|clause| clause.parent.is_none());
        outermost.for_each(|clause| add_call(clause, walk.module, module, &given));
    }
    for (number, clause) in (0..).zip(&mut walk.clauses) {
        let lines: BTreeSet<u32> = clause.lines.drain(..).collect();
        clause.lines = lines.into_iter().collect();
        // A body that is a clause by itself may begin with something that has no line.
        let is_body = walk.numbers.is_body(number);
        if let (true, 0, Some(first)) = (is_body, clause.position.line, clause.lines.first()) {
            clause.position = Position { line: *first, ..Position::default() };
        }
    }
    walk.clauses
}

struct ClauseWalk<'f> {
    module: Atom,
    function: &'f Function,
    numbers: Clauses,
    clauses: Vec<ClauseOutline>,
    /// Calls outside of all clauses, as in `f(X) -> case g(X) of …`: whichever is chosen, they were made.
    before: Vec<(Atom, Given)>,
    /// The variables that are parameters of the function, as they are.
    parameters: FxHashMap<Variable, u32>,
}

impl ClauseWalk<'_> {
    fn expr(&mut self, id: ExprId, clause: Option<u32>) {
        crate::deeper(|| self.expr_here(id, clause));
    }

    fn expr_here(&mut self, id: ExprId, mut clause: Option<u32>) {
        let position = self.function.position(id);
        if let Some(number) = self.numbers.of_body(id) {
            self.enter(number, number..number + 1, position, clause);
            clause = Some(number);
        }
        self.count(position, clause);
        let function = self.function;
        match function.expr(id) {
            Expr::Case { argument, clauses } => {
                self.expr(*argument, clause);
                let first = self.numbers.of_case(id);
                let siblings = first..first + clauses.len() as u32;
                let subjects = self.subjects(*argument);
                for (number, written) in siblings.clone().zip(clauses) {
                    self.enter(number, siblings.clone(), written.position, clause);
                    self.count(written.position, Some(number));
                    let outside = self.parameters.clone();
                    self.bind(number, &subjects, written);
                    self.expr(written.guard, clause);
                    self.expr(written.body, Some(number));
                    self.parameters = outside;
                }
            }
            Expr::Let { variables, argument, body } => {
                self.expr(*argument, clause);
                self.inside(variables, *body, clause);
            }
            Expr::Fun { parameters, body, .. } => self.inside(parameters, *body, clause),
            Expr::Try { argument, variables, body, handler_variables, handler } => {
                self.expr(*argument, clause);
                self.inside(variables, *body, clause);
                self.inside(handler_variables, *handler, clause);
            }
            Expr::Apply { function: called, arguments } => {
                match function.expr(*called) {
                    Expr::Name(name) => self.give(self.module, *name, arguments, clause),
                    _ => self.expr(*called, clause),
                }
                arguments.iter().for_each(|argument| self.expr(*argument, clause));
            }
            // Whoever is handed the function may give it anything.
            Expr::Name(name) => self.give(self.module, *name, &[], clause),
            Expr::Call { module, name, arguments } => {
                let called = function.literal_atom(*module).zip(function.literal_atom(*name));
                if let Some((module, name)) = called {
                    let called = FunctionName { name, arity: arguments.len() as u32 };
                    self.give(module, called, arguments, clause);
                }
                function.expr(id).each_child(|child| self.expr(child, clause));
            }
            other => other.each_child(|child| self.expr(child, clause)),
        }
    }

    /// Something in which variables have a meaning of their own.
    fn inside(&mut self, variables: &[Variable], body: ExprId, clause: Option<u32>) {
        let outside = self.parameters.clone();
        self.parameters.retain(|known, _| !variables.contains(known));
        self.expr(body, clause);
        self.parameters = outside;
    }

    /// Which parameters of the function a `case` looks at, value by value.
    fn subjects(&self, argument: ExprId) -> Vec<Option<u32>> {
        let subject = |id: ExprId| match self.function.expr(id) {
            Expr::Variable(variable) => self.parameters.get(variable).copied(),
            _ => None,
        };
        match self.function.expr(argument) {
            Expr::Values { elements } => elements.iter().map(|element| subject(*element)).collect(),
            _ => vec![subject(argument)],
        }
    }

    /// What a clause wants of the parameters, and what it calls them.
    fn bind(&mut self, number: u32, subjects: &[Option<u32>], clause: &Clause) {
        let bound = clause.variables();
        self.parameters.retain(|known, _| !bound.contains(known));
        for (mut pattern, parameter) in clause.patterns.iter().zip(subjects) {
            let Some(parameter) = *parameter else { continue };
            while let Pattern::Alias { variable, pattern: inner } = pattern {
                self.parameters.insert(*variable, parameter);
                pattern = inner;
            }
            if let Pattern::Variable(variable) = pattern {
                self.parameters.insert(*variable, parameter);
                continue;
            }
            let need = (parameter, wanted(pattern));
            self.clauses[number as usize].needs.push(need);
        }
    }

    fn enter(
        &mut self,
        number: u32,
        siblings: std::ops::Range<u32>,
        position: Position,
        parent: Option<u32>,
    ) {
        let clause = &mut self.clauses[number as usize];
        (clause.siblings, clause.position, clause.parent) = (siblings, position, parent);
    }

    fn count(&mut self, position: Position, clause: Option<u32>) {
        let Some(number) = clause else { return };
        let clause = &mut self.clauses[number as usize];
        clause.expressions += 1;
        if position.line > 0 && position.file == 0 && !position.generated {
            clause.lines.push(position.line);
        }
    }

    /// A call, or with no arguments, anything else that is done with a function.
    fn give(
        &mut self,
        module: Atom,
        called: FunctionName,
        arguments: &[ExprId],
        clause: Option<u32>,
    ) {
        let argument = |id: &ExprId| match self.function.expr(*id) {
            Expr::Literal(term) => Argument::Constant(term.clone()),
            Expr::Variable(variable) => match self.parameters.get(variable) {
                Some(parameter) => Argument::Parameter(*parameter),
                None => Argument::Other,
            },
            _ => Argument::Other,
        };
        let mut arguments: Vec<Argument> = arguments.iter().map(argument).collect();
        arguments.resize(called.arity as usize, Argument::Other);
        let given = Given { function: called, arguments };
        match clause {
            Some(number) => {
                add_call(&mut self.clauses[number as usize], self.module, module, &given);
            }
            None => self.before.push((module, given)),
        }
    }
}

fn add_call(clause: &mut ClauseOutline, own: Atom, module: Atom, given: &Given) {
    if !clause.calls.contains(&(module, given.function)) {
        clause.calls.push((module, given.function));
    }
    if module == own && !clause.given.contains(given) {
        clause.given.push(given.clone());
    }
}

fn wanted(pattern: &Pattern) -> Wanted {
    crate::deeper(|| match pattern {
        Pattern::Variable(_) => Wanted::Anything,
        Pattern::Literal(term) => Wanted::Literal(term.clone()),
        Pattern::Cons { head, tail } => {
            Wanted::Cons(Box::new(wanted(head)), Box::new(wanted(tail)))
        }
        Pattern::Tuple { elements } => Wanted::Tuple(elements.iter().map(wanted).collect()),
        Pattern::Map { .. } => Wanted::Map,
        Pattern::Binary { .. } => Wanted::Bitstring,
        Pattern::Alias { pattern, .. } => wanted(pattern),
    })
}
