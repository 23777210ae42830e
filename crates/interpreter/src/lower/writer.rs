//! Functions for tests, written expression by expression, and what becomes of them.

use crate::code::{Callee, Code};
use crate::library::ModuleLoader;
use crate::machine::{Machine, Outcome};
use crate::process::State;
use crate::program::{Contents, Program};
use core_erlang::{
    Clause, Expr, ExprId, Function, FunctionName, Module, Pattern, Position, Variable, VariableName,
};
use std::sync::Arc;
use term::{Atom, Term, atoms};

#[derive(Default)]
pub struct Writer {
    exprs: Vec<Expr>,
    variables: u32,
}

impl Writer {
    pub fn add(&mut self, expr: Expr) -> ExprId {
        self.exprs.push(expr);
        ExprId(self.exprs.len() as u32 - 1)
    }

    pub fn variable(&mut self) -> Variable {
        self.variables += 1;
        Variable(self.variables - 1)
    }

    pub fn read(&mut self, variable: Variable) -> ExprId {
        self.add(Expr::Variable(variable))
    }

    pub fn literal(&mut self, term: impl Into<Term>) -> ExprId {
        self.add(Expr::Literal(term.into()))
    }

    pub fn atom(&mut self, name: &str) -> ExprId {
        self.literal(Atom::new(name))
    }

    /// `call 'erlang':Name(Arguments)`
    pub fn call(&mut self, name: &str, arguments: &[ExprId]) -> ExprId {
        let (module, name) = (self.literal(atoms::erlang), self.atom(name));
        self.add(Expr::Call { module, name, arguments: arguments.into() })
    }

    pub fn primop(&mut self, name: &str, arguments: &[ExprId]) -> ExprId {
        let name = Atom::new(name);
        self.add(Expr::Primop { name, arguments: arguments.into(), function: None })
    }

    pub fn clause(&mut self, pattern: Pattern, body: ExprId) -> Clause {
        let guard = self.atom("true");
        self.guarded(pattern, guard, body)
    }

    pub fn guarded(&mut self, pattern: Pattern, guard: ExprId, body: ExprId) -> Clause {
        Clause { position: Position::default(), patterns: Box::new([pattern]), guard, body }
    }

    pub fn case(&mut self, argument: ExprId, clauses: Vec<Clause>) -> ExprId {
        self.add(Expr::Case { argument, clauses: clauses.into() })
    }

    pub fn function(mut self, name: &str, parameters: &[Variable], body: ExprId) -> Function {
        let arity = parameters.len() as u32;
        let body = self.add(Expr::Fun { parameters: parameters.into(), body, name: None });
        Function {
            name: FunctionName { name: Atom::new(name), arity },
            variables: (0..u64::from(self.variables)).map(VariableName::Numbered).collect(),
            positions: vec![Position { line: 1, ..Position::default() }; self.exprs.len()],
            exprs: self.exprs,
            body,
        }
    }
}

/// The function, as one of the module `m`.
pub fn lower(program: &Program, function: Function) -> &Code {
    let (module, name) = (Atom::new("m"), function.name);
    let lower = |contents: &mut Contents| {
        let lowered = super::function(contents, &program.concrete, module, function);
        lowered.map(Some).map_err(|error| error.to_string())
    };
    match program.lower(module, name, lower) {
        Ok(Callee::Code(code)) => program.code(code),
        Ok(_) => panic!("it is code"),
        Err(why) => panic!("{why}"),
    }
}

/// There are no modules to load.
pub struct NoModules;

impl ModuleLoader for NoModules {
    fn load(&mut self, _: Atom) -> Result<Option<Arc<Module>>, String> {
        Ok(None)
    }
}

/// A machine that finds no modules.
pub fn machine(program: &Arc<Program>) -> Machine {
    Machine::of(program.clone(), Box::new(NoModules), None)
}

/// Calls the code on these arguments, as text.
pub fn run(machine: &mut Machine, closure: usize, arguments: &str) -> String {
    machine.reset();
    let arguments = term::read::arguments(arguments).expect("terms");
    let arguments = arguments.iter().map(|term| machine.heap.from_term(term)).collect();
    let fun = machine.heap.closure(closure, &[]);
    match machine.start(State::StartingFun { fun, arguments }) {
        Outcome::Returned(term) => term.to_string(),
        Outcome::Crashed { reason, .. } => format!("crash: {reason}"),
        other => format!("{other:?}"),
    }
}
