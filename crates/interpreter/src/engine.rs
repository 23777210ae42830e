//! How does the search run a function? This is the interpreter behind the contract of [`trace`].

use crate::ahead::LookAhead;
use crate::contract::Contract;
use crate::following::OrderSettings;
use crate::machine::Machine;
use crate::record::Recorder;
use crate::services::{self, FIRST_SPAWNED};
use analysis::safety::Ahead;
use core_erlang::FunctionName;
use runtime::convert::local_pid;
use std::sync::Arc;
use symbolic::{Symbol, Symbols};
use term::{Atom, Term};
use trace::{
    Backend, BackendError, ClausePart, Frame, Incomplete, Input, Loss, Outcome, Outline, OwnFuns,
    Place, RunLimits, Story, Trace,
};

pub struct Interpreter {
    pub machine: Machine,
    module: Atom,
    function: FunctionName,
    recorder: Option<Box<Recorder>>,
    contract: Contract,
    /// How many reductions a run may take, if nobody wants more.
    reductions: u64,
    /// How many decisions of a run are recorded, if nobody wants more.
    depth: usize,
}

impl Interpreter {
    /// `depth` is how many decisions of a run are recorded at most.
    pub fn new(
        mut machine: Machine,
        module: Atom,
        function: FunctionName,
        depth: usize,
    ) -> Interpreter {
        machine.ahead = None;
        machine.library.subject = Some(module);
        let recorder = Some(Box::new(Recorder::new(Symbols::new(), depth)));
        let reductions = machine.limits.reductions;
        Interpreter {
            machine,
            module,
            function,
            recorder,
            contract: Contract::default(),
            reductions,
            depth,
        }
    }

    /// The function is called as this has it.
    pub fn with_contract(self, contract: Contract) -> Interpreter {
        Interpreter { contract, ..self }
    }

    /// Runs with several processes note what these do, and can be run in other orders.
    pub fn noting_orders(mut self, orders: Option<OrderSettings>) -> Interpreter {
        self.machine.orders = orders;
        self
    }

    /// Runs note from where on nothing can fail any more, by what an analysis has shown of the function.
    pub fn looking_ahead(mut self, table: Arc<Ahead>) -> Interpreter {
        self.machine.ahead = Some(Box::new(LookAhead::new(table)));
        self
    }

    /// Who the process under test is, in every run.
    pub fn own_pid(&self) -> Term {
        local_pid(FIRST_SPAWNED + self.contract.preconditions.len() as u64)
    }

    /// Who is there in every run, and on every node, by name.
    pub fn services() -> Vec<(Term, Atom)> {
        services::all().map(|(id, name)| (local_pid(id), name)).collect()
    }

    fn start(&mut self, limits: RunLimits) {
        self.machine.reset();
        if let Some(ahead) = &mut self.machine.ahead {
            ahead.start();
        }
        self.machine.limits.deadline = limits.deadline;
        self.machine.limits.reductions = self.reductions.saturating_mul(limits.endurance);
    }

    fn call(&mut self, input: &Input, arguments: &[(Term, Option<Symbol>)]) -> Outcome {
        let Interpreter { machine, module, function, contract, .. } = self;
        let is_known =
            !input.schedule.has_choices() && (input.schedule.is_free() || machine.orders.is_some());
        if !is_known {
            let what = "chosen schedules".to_owned();
            return Outcome::Incomplete(Incomplete::Unsupported(what));
        }
        machine.schedule = input.schedule.clone();
        machine.call_by_contract(contract, *module, function.name, arguments)
    }
}

impl Backend for Interpreter {
    fn run(
        &mut self,
        input: &Input,
        symbols: &mut Symbols,
        limits: RunLimits,
    ) -> Result<Trace, BackendError> {
        self.start(limits);
        let machine = &mut self.machine;
        let mut recorder = self.recorder.take().expect("one run at a time");
        recorder.start(std::mem::take(symbols), self.depth.saturating_mul(limits.depth));
        let arguments: Vec<_> = input
            .arguments
            .iter()
            .enumerate()
            .map(|(number, term)| (term.clone(), Some(recorder.symbols.argument(number as u32))))
            .collect();
        machine.recorder = Some(recorder);
        let outcome = self.call(input, &arguments);
        let machine = &mut self.machine;
        machine.note_identities();
        let history = machine.take_history();
        let mut recorder = machine.recorder.take().expect("the machine keeps it");
        *symbols = std::mem::take(&mut recorder.symbols);
        let lost = recorder.losses.iter().map(|each| (each, false, false));
        let left_out = recorder.left_out.iter().map(|each| (each, true, false));
        let harmless = recorder.harmless_losses.iter().map(|each| (each, false, true));
        let losses = lost
            .chain(left_out)
            .chain(harmless)
            .map(|((&at, &count), is_wanted, is_harmless)| Loss {
                at,
                count,
                is_wanted,
                is_harmless,
            })
            .collect();
        let reached = machine.coverage.reached.iter();
        let covered = reached.map(|&number| machine.library.clause(number)).collect();
        let own_funs = OwnFuns {
            asked: std::mem::take(&mut recorder.asked),
            ..std::mem::take(&mut machine.system.own_funs)
        };
        let trace = Trace {
            decisions: std::mem::take(&mut recorder.decisions),
            pins: std::mem::take(&mut recorder.pins),
            is_cut: recorder.is_cut,
            safe_from: recorder.safe_from,
            is_result_followed: machine.is_result_followed,
            ended_within: machine.ended_within(&outcome),
            outcome,
            losses,
            covered,
            reductions: machine.reductions,
            output: machine.output().to_vec(),
            own_funs,
            calls_funs: recorder.calls_funs,
            history,
            has_processes: machine.system.processes.next_id() > FIRST_SPAWNED + machine.starts,
        };
        self.recorder = Some(recorder);
        Ok(trace)
    }

    fn run_concretely(
        &mut self,
        input: &Input,
        limits: RunLimits,
    ) -> Result<Outcome, BackendError> {
        self.start(limits);
        self.machine.recorder = None;
        let arguments: Vec<_> = input.arguments.iter().map(|term| (term.clone(), None)).collect();
        let outcome = self.call(input, &arguments);
        Ok(self.machine.or_no_end(outcome))
    }

    fn outline(&mut self) -> Arc<Outline> {
        let library = &mut self.machine.library;
        match library.module(self.module) {
            Ok(Some(module)) => {
                let is_native = |FunctionName { name, arity }| {
                    library.is_native(module.name, name, arity as usize)
                };
                Arc::new(Outline::of(&module, self.function, is_native))
            }
            // What cannot be loaded cannot be run either: the runs say why.
            _ => Arc::default(),
        }
    }

    fn clause_part(&self, place: Place) -> Option<ClausePart> {
        self.machine.library.clause_part(place)
    }

    fn own_pid(&self) -> Option<Term> {
        Some(Interpreter::own_pid(self))
    }

    fn raised_at(&self) -> Vec<Frame> {
        self.machine.raised_at.clone()
    }

    fn story(&self) -> Story {
        self.machine.story()
    }

    fn frame(&self, place: Place) -> Option<Frame> {
        self.machine.library.frame(place)
    }
}
