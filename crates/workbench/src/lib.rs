//! What does it take to explore a function? Its subject, a machine that runs it, a solver, and helpers
//! that are equipped alike: made here once, for the command, the benchmarks and the tests.
//!
//! - [`subject`]: what a function may be called with, and what it promises
//! - [`building`]: which arguments are said by calls
//! - [`contract`]: what its module says to Ermine about it
//! - [`rules`]: what the user says about it elsewhere
//! - [`promised`]: what runs ask about their results
//! - [`safety`]: what can be told of it without running it; [`kept`]: what was told before
//! - [`solving`]: who solves

pub mod building;
pub mod contract;
pub mod functions;
pub mod kept;
pub mod promised;
pub mod rules;
pub mod safety;
pub mod solving;
pub mod subject;

use analysis::safety::Ahead;
use anyhow::Result;
use beam::Loader;
use building::Built;
use core_erlang::{FunctionName, Module};
use explore::{Promises, Subject};
use interpreter::concrete::Concrete;
use interpreter::contract::Script;
use interpreter::promised::PromisedResult;
use interpreter::{Contract, Interpreter, Machine, OrderSettings, Program};
use rules::Rule;
use solver::smt;
use solver::stack::Stack;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use term::{Atom, Term};
use trace::{Backend, Input};
use typing::script::Scripts;
use typing::{Type, Types};
use world::World;

/// What all functions share: where code comes from, and the types in it.
pub struct Workbench {
    pub loader: Arc<Loader>,
    pub environment: Types,
    /// What runs without symbols.
    concrete: Arc<Concrete>,
    /// The code of all machines that are at work. It goes with the last of them.
    program: Mutex<Weak<Program>>,
    hashes: kept::Hashes,
}

/// What of a function's spec and attributes is to count.
#[derive(Clone, Copy, Default)]
pub struct Wishes<'a> {
    /// Arguments of any kind, whatever the spec says.
    pub no_spec: bool,
    /// What is returned may be anything.
    pub no_return_check: bool,
    /// Conditions besides those of the module, as `m:f/1`.
    pub preconditions: &'a [String],
    pub rules: &'a [Rule],
}

/// How engines and solvers are set up, each in the same way.
pub struct Settings<'a> {
    /// How many decisions of a run are followed.
    pub depth: usize,
    /// Sets the limits of a machine.
    pub limit: &'a (dyn Fn(&mut Machine) + Sync),
    /// Teaches a new machine what the first one knows.
    pub teach: &'a (dyn Fn(&mut Machine) + Sync),
    /// The SMT solver that the user named, and how it is asked.
    pub smt_path: Option<&'a Path>,
    pub smt: smt::Options,
    /// From where on nothing can fail any more: see [`safety`].
    pub ahead: Option<Arc<Ahead>>,
    /// Are other orders of processes run, and what of them is of interest?
    pub orders: Option<OrderSettings>,
    /// What runs ask about their results: see [`promised`].
    pub promised: Option<PromisedResult>,
}

/// A function that is ready to be explored.
pub struct Workpiece {
    pub module: Atom,
    pub function: FunctionName,
    /// What the spec says about the arguments, one alternative for each of its clauses.
    pub types: Vec<Vec<Arc<Type>>>,
    pub promises: Promises,
    pub contract: Contract,
    /// What calls build of the arguments, if there is such a thing.
    pub built: Option<Built>,
    /// It is no function, but all scripts of the module.
    pub script: Option<Script>,
}

impl Workbench {
    pub fn new(loader: Arc<Loader>) -> Workbench {
        let environment = types(&loader);
        Workbench {
            loader,
            environment,
            concrete: Arc::default(),
            program: Mutex::default(),
            hashes: kept::Hashes::default(),
        }
    }

    /// These functions run without symbols, on all machines that are made from now on.
    pub fn with_concrete(self, concrete: Arc<Concrete>) -> Workbench {
        Workbench { concrete, program: Mutex::default(), ..self }
    }

    /// A machine that has run nothing yet. It shares its code with the others that are there.
    pub fn machine(&self) -> Machine {
        let mut program = self.program.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = program.upgrade().unwrap_or_else(|| {
            let new = Arc::new(Program::new(self.concrete.clone()));
            *program = Arc::downgrade(&new);
            new
        });
        World::machine_of(shared, &self.loader)
    }

    /// What is known of a function before it runs. What its module says wrongly is an error.
    pub fn prepare(
        &self,
        module: &Module,
        function: FunctionName,
        wishes: Wishes,
    ) -> Result<Workpiece> {
        let Workbench { loader, environment, .. } = self;
        let mut said = contract::said(loader, module, function)?;
        for text in wishes.preconditions {
            let condition = contract::precondition(loader, module, function, text)?;
            said.contract.preconditions.push(condition);
        }
        rules::add(wishes.rules, loader, module, function, &mut said)?;
        let checks_results = !wishes.no_spec && !wishes.no_return_check;
        let exceptions = said.exceptions;
        Ok(Workpiece {
            module: module.name,
            function,
            types: subject::argument_types(environment, module.name, function, wishes.no_spec),
            promises: subject::promises(
                environment,
                module.name,
                function,
                checks_results,
                exceptions,
            ),
            contract: said.contract,
            built: None,
            script: None,
        })
    }

    /// Scripts of a module, as if they were the argument of a function. `None` if it has no function to be called.
    pub fn prepare_scripts(&self, module: &Module, rules: &[Rule]) -> Result<Option<Workpiece>> {
        let Some(scripts) = self.environment.scripts(module.name) else { return Ok(None) };
        let Scripts { wanted, rows, .. } = scripts;
        let mut said = contract::said(&self.loader, module, script_name())?;
        rules::add(rules, &self.loader, module, script_name(), &mut said)?;
        Ok(Some(Workpiece {
            module: module.name,
            function: script_name(),
            types: vec![vec![wanted]],
            promises: Promises { exceptions: said.exceptions, ..Promises::default() },
            contract: Contract::default(),
            built: None,
            script: Some(Script { rows }),
        }))
    }

    /// Does any function of the module take what another one gives? Calls of the others may as well be made alone.
    pub fn has_scripts(&self, module: Atom) -> bool {
        self.environment.scripts(module).is_some_and(|scripts| scripts.is_connected)
    }

    /// The function as the search sees it.
    pub fn subject<'a>(&'a self, piece: &'a Workpiece) -> Subject<'a> {
        Subject {
            module: piece.module,
            types: piece.searched_types(),
            environment: &self.environment,
            arity: piece.function.arity as usize,
            promises: &piece.promises,
        }
    }
}

/// What stands for a function where scripts are searched.
pub fn script_name() -> FunctionName {
    FunctionName { name: Atom::new(term::script::NAME), arity: 1 }
}

/// The types of all modules that can be loaded.
pub fn types(loader: &Arc<Loader>) -> Types {
    let loader = loader.clone();
    Types::new(Box::new(move |name| loader.load_by_name(name).ok()))
}

impl Workpiece {
    /// What a search gives the function.
    pub fn searched_types(&self) -> &[Vec<Arc<Type>>] {
        self.built.as_ref().map_or(&self.types, |built| &built.types)
    }

    /// The same, with what only the program can build built by calls.
    pub fn building(self, bench: &Workbench) -> Workpiece {
        Workpiece { built: bench.built(&self), ..self }
    }

    /// What is called with an input, and how, by those who run no contracts.
    pub fn called_with(&self, arguments: Vec<Term>) -> (Atom, Atom, Vec<Term>) {
        match &self.script {
            None => (self.module, self.function.name, arguments),
            Some(script) => script.carried_out(arguments),
        }
    }

    /// The machine, as an engine that runs this function.
    pub fn engine(&self, mut machine: Machine, settings: &Settings) -> Interpreter {
        (settings.limit)(&mut machine);
        let engine = Interpreter::new(machine, self.module, self.function, settings.depth)
            .with_contract(Contract {
                result: settings.promised.clone(),
                building: self.built.as_ref().map(|built| built.building.clone()),
                script: self.script.clone(),
                ..self.contract.clone()
            })
            .noting_orders(settings.orders);
        match &settings.ahead {
            Some(ahead) => engine.looking_ahead(ahead.clone()),
            None => engine,
        }
    }
}

impl Settings<'_> {
    /// A solver with everything there is.
    pub fn solver(&self) -> Result<Stack> {
        Ok(solving::SharedSmt::new(self.smt_path, self.smt.clone())?.solver())
    }
}

/// Equips those who help with one function.
pub struct Helpers<'a> {
    pub bench: &'a Workbench,
    pub piece: &'a Workpiece,
    pub settings: &'a Settings<'a>,
}

impl explore::Helpers for Helpers<'_> {
    fn equip(&self, work: &mut dyn FnMut(&mut dyn Backend, &mut dyn solver::Solver)) {
        let mut machine = self.bench.machine();
        (self.settings.teach)(&mut machine);
        let mut engine = self.piece.engine(machine, self.settings);
        // The first worker's solver was found in the same way, so this one is there too.
        if let Ok(mut solver) = self.settings.solver() {
            work(&mut engine, &mut solver);
        }
    }
}

/// Inputs of these arguments.
pub fn inputs(seeds: impl IntoIterator<Item = Vec<term::Term>>) -> Vec<Input> {
    seeds.into_iter().map(Input::new).collect()
}
