//! Does the input keep to what the function asks for, and the result to what it promises?
//!
//! Conditions are functions of the program. They run in the same run as the function under test,
//! before and after it, with the same symbols: what they decide is part of the path, so the search
//! finds its way into a precondition as into any other branch.

use crate::code::{Callee, UNWRITTEN, function_place};
use crate::machine::Machine;
use crate::process::State;
use crate::promised::PromisedResult;
use core_erlang::FunctionName;
use runtime::{Incomplete, Value};
use symbolic::{Shape, Symbol};
use term::{Atom, Term, atoms};
use trace::Outcome;

/// What is asked for and promised, beside types.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// Called with the arguments: all must give `true`.
    pub preconditions: Vec<Condition>,
    /// Called with the arguments and the result.
    pub postconditions: Vec<Condition>,
    /// What is to be returned, if it is not known to be: see [`crate::promised`].
    pub result: Option<PromisedResult>,
    /// How values come about that only the program can build, if there are any in the arguments.
    pub building: Option<Building>,
    pub script: Option<Script>,
}

/// Where arguments have calls in place of values, and who is called: see `erlang/models/ermine_build.erl`.
#[derive(Clone, Debug)]
pub struct Building {
    /// For each argument, where the calls are in it.
    pub plans: Term,
    pub table: Term,
}

/// What is called is no function, but a script: the argument says who is called, one after the other. The rows say
/// what its labels stand for: see `erlang/models/ermine_script.erl`.
#[derive(Clone, Debug)]
pub struct Script {
    pub rows: Term,
}

impl Script {
    /// The module, the function and the arguments that carry a script out.
    pub fn carried_out(&self, script: Vec<Term>) -> (Atom, Atom, Vec<Term>) {
        let arguments = [self.rows.clone()].into_iter().chain(script).collect();
        (Atom::new("ermine_script"), Atom::new("run"), arguments)
    }
}

/// Who builds.
const BUILDER: &str = "ermine_build";

/// A function that gives `true` if all is well. It need not be exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    pub module: Atom,
    pub function: FunctionName,
}

impl Machine {
    /// Calls a function as its contract has it.
    pub fn call_by_contract(
        &mut self,
        contract: &Contract,
        module: Atom,
        function: Atom,
        arguments: &[(Term, Option<Symbol>)],
    ) -> Outcome {
        for (number, condition) in (0..).zip(&contract.preconditions) {
            let arguments = self.argument_values(arguments);
            match self.is_fulfilled(contract, condition, arguments, number) {
                Ok(true) => {}
                Ok(false) => return Outcome::Rejected,
                Err(outcome) => return outcome,
            }
        }
        self.system.doings.given = arguments.iter().map(|(term, _)| term.clone()).collect();
        let start = self.function_start(contract, module, function, arguments);
        // What comes before and after is not what was analysed.
        self.looks_ahead = self.ahead.is_some() && contract.postconditions.is_empty();
        self.begin_journal();
        let outcome = self.start(start);
        self.end_journal();
        self.looks_ahead = false;
        if std::mem::take(&mut self.system.is_building) {
            return not_built(outcome);
        }
        let (Outcome::Returned(term), Some(result)) = (&outcome, self.returned.take()) else {
            return outcome;
        };
        if let Some(promised) = &contract.result {
            let function = FunctionName { name: function, arity: arguments.len() as u32 };
            self.is_result_followed = self.ask_about_result(promised, module, function, result);
        }
        let mut result = result;
        for (number, condition) in (0..).zip(&contract.postconditions) {
            let mut values = self.argument_values(arguments);
            values.push(result);
            match self.is_fulfilled(contract, condition, values, !number) {
                Ok(true) => {}
                Ok(false) => {
                    let condition = (condition.module, condition.function);
                    return Outcome::Unfulfilled { value: term.clone(), condition };
                }
                Err(outcome) => return outcome,
            }
            // What ran may have moved the result.
            result = self.heap.from_term_with(term, &self.library);
        }
        outcome
    }

    /// The function is called with its arguments as they are, or with what is built of them.
    fn function_start(
        &mut self,
        contract: &Contract,
        module: Atom,
        function: Atom,
        arguments: &[(Term, Option<Symbol>)],
    ) -> State {
        let given = self.argument_values(arguments);
        if let Some(script) = &contract.script {
            let (module, function, rows) = script.carried_out(Vec::new());
            let rows = rows.iter().map(|each| self.heap.from_term(each));
            let arguments = rows.chain(given).collect();
            return State::Starting { module, function, arguments };
        }
        let Some(building) = &contract.building else {
            return State::Starting { module, function, arguments: given };
        };
        self.system.is_building = true;
        let function = self.heap.from_term(&Term::Atom(function));
        self.start_by_building(building, module, function, &given)
    }

    /// What is built and the call are of one process: tables and servers live as long as they are needed.
    fn start_by_building(
        &mut self,
        building: &Building,
        module: Atom,
        function: Value,
        given: &[Value],
    ) -> State {
        let [plans, table, module] = [&building.plans, &building.table, &Term::Atom(module)]
            .map(|term| self.heap.from_term(term));
        let given = self.heap.list(given);
        State::Starting {
            module: Atom::new(BUILDER),
            function: Atom::new("call"),
            arguments: vec![plans, table, module, function, given],
        }
    }

    fn argument_values(&mut self, arguments: &[(Term, Option<Symbol>)]) -> Vec<Value> {
        let value = |(term, symbol): &(Term, Option<Symbol>)| {
            let concrete = self.heap.from_term_with(term, &self.library);
            match symbol {
                Some(symbol) => self.heap.symbolic(concrete, symbol.0),
                None => concrete,
            }
        };
        arguments.iter().map(value).collect()
    }

    /// Does the condition give `true`? An exception is as good as `false`. If it cannot be told, the
    /// run ends there.
    fn is_fulfilled(
        &mut self,
        contract: &Contract,
        condition: &Condition,
        arguments: Vec<Value>,
        number: u32,
    ) -> Result<bool, Outcome> {
        let building = contract.building.as_ref();
        let start = match self.condition_start(building, condition, arguments) {
            Ok(start) => start,
            Err(incomplete) => return Err(Outcome::Incomplete(incomplete)),
        };
        match self.start(start) {
            Outcome::Returned(value) => {
                let is_true = value == Term::Atom(atoms::true_);
                self.note_answer(condition, number, is_true);
                Ok(is_true)
            }
            Outcome::Crashed { .. } => Ok(false),
            Outcome::OutOfReductions | Outcome::NoEnd(_) | Outcome::Deadlock(_) => {
                let Condition { module, function } = condition;
                let (module, name) = (Term::Atom(*module), Term::Atom(function.name));
                let what = format!("{module}:{name}/{} does not come to an end", function.arity);
                Err(Outcome::Incomplete(Incomplete::Unsupported(what)))
            }
            other => Err(other),
        }
    }

    /// A condition that is not exported is called as a fun.
    fn condition_start(
        &mut self,
        building: Option<&Building>,
        condition: &Condition,
        arguments: Vec<Value>,
    ) -> Result<State, Incomplete> {
        let &Condition { module, function } = condition;
        let is_exported = match self.library.module(module) {
            Ok(loaded) => loaded.is_none_or(|loaded| loaded.is_exported(function)),
            Err(_) => true,
        };
        if is_exported {
            return Ok(match building {
                Some(building) => {
                    let function = self.heap.from_term(&Term::Atom(function.name));
                    self.start_by_building(building, module, function, &arguments)
                }
                None => State::Starting { module, function: function.name, arguments },
            });
        }
        let target = self.library.program().local_target(module, function);
        match self.library.link(&target) {
            Ok(Callee::Code(code)) => {
                let number = self.library.program().code(code).closure_number();
                let fun = self.heap.closure(number, &[]);
                Ok(match building {
                    Some(building) => self.start_by_building(building, module, fun, &arguments),
                    None => State::StartingFun { fun, arguments },
                })
            }
            _ => {
                let (module, name) = (Term::Atom(module), Term::Atom(function.name));
                let what = format!("{module}:{name}/{} cannot be called", function.arity);
                Err(Incomplete::Unsupported(what))
            }
        }
    }

    /// The answer may depend on the input, without anybody having looked at it yet.
    fn note_answer(&mut self, condition: &Condition, number: u32, is_true: bool) {
        let answer = self.returned.take().and_then(|value| self.heap.symbol(value));
        if let (Some(symbol), Some(recorder)) = (answer, self.recorder.as_mut()) {
            // What a condition gave is looked at by no expression of the program.
            let function = function_place(condition.module, condition.function);
            let place = function.at(UNWRITTEN, number);
            let shapes = [Shape::Literal(Term::Atom(atoms::true_))].into();
            recorder.decide(place, Symbol(symbol), shapes, usize::from(!is_true));
        }
    }
}

/// A call that was to build an argument failed, or nobody knows what it would have built.
fn not_built(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Crashed { .. } => Outcome::Rejected,
        Outcome::Deadlock(_) | Outcome::NoEnd(_) | Outcome::OutOfReductions => {
            let what = "a call that builds an argument does not come to an end".to_owned();
            Outcome::Incomplete(Incomplete::Unsupported(what))
        }
        other => other,
    }
}
