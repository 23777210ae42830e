//! How is one function explored, from its code to what is said about it? The same way whoever asks:
//! `ermine run` for one, `ermine check` for many.

use crate::arguments::SearchOptions;
use crate::progress::Progress;
use crate::seed::Seed;
use crate::sources::Files;
use crate::watcher::Watcher;
use crate::world::World;
use anyhow::Result;
use beam::{Loader, ModuleSource};
use cli::{solving, subject};
use core_erlang::{FunctionName, Module};
use explore::{Budget, StopReason, Subject};
use interpreter::{Interpreter, Machine};
use report::{Function, Limits, Mfa, Spec, Target};
use solver::smt::Options;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use trace::Input;
use typing::Types;

/// What all searches of one call of `ermine` share.
pub struct Session {
    pub loader: Arc<Loader>,
    pub environment: Types,
    /// Set by Ctrl-C.
    pub stop: Arc<AtomicBool>,
}

/// A function under test.
pub struct Testee<'a> {
    pub source: &'a ModuleSource,
    pub module: &'a Module,
    pub function: FunctionName,
}

impl Testee<'_> {
    pub fn mfa(&self) -> Mfa {
        let FunctionName { name, arity } = self.function;
        Mfa { module: self.module.name, function: name, arity: arity as usize }
    }
}

impl Session {
    pub fn new(loader: Arc<Loader>, stop: Arc<AtomicBool>) -> Session {
        let types_loader = loader.clone();
        let environment = Types::new(Box::new(move |name| types_loader.load_by_name(name).ok()));
        Session { loader, environment, stop }
    }

    /// A machine that has loaded nothing yet.
    pub fn machine(&self) -> Machine {
        Machine::new(World::loader(&self.loader), Some(World::oracle(&self.loader)))
    }

    /// Explores a function from a seed, or from seeds of its own.
    pub fn explore(
        &self,
        testee: &Testee,
        mut machine: Machine,
        seed: Option<Seed>,
        options: &SearchOptions,
        progress: Progress,
    ) -> Result<Function> {
        let Session { loader, environment, stop } = self;
        let (module, function) = (testee.module.name, testee.function);
        let types = subject::argument_types(environment, module, function, options.no_spec);
        let subject = Subject { types: &types, environment, arity: function.arity as usize };
        let seeds: Vec<Input> =
            seed.iter().map(|seed| Input { arguments: seed.arguments.clone() }).collect();
        subject::check_seeds(&subject, &seeds)?;
        machine.limits.reductions = options.reductions;
        machine.limits.stop = stop.clone();
        let mut backend = Interpreter::new(machine, module, function, options.depth);
        let smt = Options { log: options.solver_log.clone(), ..Options::default() };
        let mut solver = solving::solver(options.solver_path.as_deref(), smt)?;
        let mut watcher = Watcher {
            loader,
            source: testee.source.clone(),
            module,
            function,
            stop: stop.clone(),
            is_installed: false,
            seed: seed.unwrap_or_default(),
            progress,
        };
        let budget = Budget::new(Some(options.time), options.runs).with_stop(stop.clone());
        let mut exploration =
            explore::explore(&mut backend, &mut solver, &subject, seeds, budget, &mut watcher);
        drop(watcher);
        if stop.load(Ordering::Relaxed) && exploration.stop != Some(StopReason::Exhausted) {
            exploration.stop = Some(StopReason::Interrupted);
        }
        let target = Target {
            mfa: testee.mfa(),
            spec: match environment.spec(module, function) {
                None => Spec::Missing,
                Some(_) if options.no_spec => Spec::Ignored,
                Some(_) => Spec::Used,
            },
            limits: limits(options),
            sites: &backend.machine.library.sites,
            sources: &Files::new(loader, module),
        };
        Ok(Function::of(target, &exploration))
    }
}

fn limits(options: &SearchOptions) -> Limits {
    Limits {
        time: Some(options.time),
        runs: options.runs,
        depth: options.depth,
        reductions: options.reductions,
    }
}
