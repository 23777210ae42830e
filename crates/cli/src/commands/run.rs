//! `ermine run`: search for inputs that crash a function.

use crate::arguments::{Arguments, Format, Run};
use crate::target;
use crate::world::World;
use anyhow::{Result, bail};
use beam::{Call, Limits, Loader, ModuleSource};
use core_erlang::FunctionName;
use explore::{Budget, Confirmation, Exploration, Observer, Subject, Verdict};
use interpreter::{Interpreter, Machine};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use term::{Atom, Term};
use trace::{Input, Outcome};
use typing::{Type, Types};

pub fn run(arguments: &Arguments, run: &Run) -> Result<ExitCode> {
    let loader = target::loader(arguments)?;
    let source = target::source(arguments, &run.module)?;
    let module = loader.load(&source)?;
    let seed = run.seed.as_ref().map(|text| target::arguments(&loader, text)).transpose()?;
    let function = target::function(&module, &run.function, seed.as_ref().map(Vec::len))?;
    let types_loader = loader.clone();
    let environment = Types::new(Box::new(move |name| types_loader.load_by_name(name).ok()));
    let types = argument_types(&environment, module.name, function, run.no_spec);
    let subject =
        Subject { types: &types, environment: &environment, arity: function.arity as usize };
    let seeds: Vec<Input> = seed.into_iter().map(|arguments| Input { arguments }).collect();
    check_seeds(&subject, &seeds)?;
    let mut machine = Machine::new(World::loader(&loader), Some(World::oracle(&loader)));
    machine.limits.reductions = run.reductions;
    let stop = Arc::new(AtomicBool::new(false));
    machine.limits.stop = stop.clone();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.store(true, Ordering::Relaxed))?;
    let mut backend = Interpreter::new(machine, module.name, function, run.depth);
    let mut solver = solver::shape::ShapeSolver::native();
    let mut watcher = Watcher { loader: &loader, source, module: module.name, function, stop, is_installed: false };
    let budget = Budget::new(Some(run.time), run.runs);
    let exploration =
        explore::explore(&mut backend, &mut solver, &subject, seeds, budget, &mut watcher);
    match run.format {
        Format::Text => print_text(module.name, function, &exploration),
        Format::Json => bail!("JSON is not there yet"),
    }
    Ok(match exploration.verdict() {
        Verdict::Crash => ExitCode::from(1),
        Verdict::Proved | Verdict::NoCrashFound => ExitCode::SUCCESS,
    })
}

/// What the spec says about the arguments, one alternative for each clause.
fn argument_types(
    environment: &Types,
    module: Atom,
    function: FunctionName,
    no_spec: bool,
) -> Vec<Vec<Arc<Type>>> {
    let spec = environment.spec(module, function).filter(|_| !no_spec);
    spec.map(|spec| spec.clauses.iter().map(|clause| clause.closed_parameters()).collect())
        .unwrap_or_default()
}

fn check_seeds(subject: &Subject, seeds: &[Input]) -> Result<()> {
    for seed in seeds {
        let mut mismatch = None;
        for types in subject.types {
            let failed = types.iter().zip(&seed.arguments).find_map(|(wanted, term)| {
                subject.environment.contains(wanted, term).err()
            });
            match failed {
                None => return Ok(()),
                Some(failed) => mismatch = Some(failed),
            }
        }
        if let Some(mismatch) = mismatch {
            bail!("the seed does not fit the spec: {mismatch} (use --no-spec to ignore it)");
        }
    }
    Ok(())
}

/// Shows the way, and asks the BEAM about crashes.
struct Watcher<'a> {
    loader: &'a Arc<Loader>,
    source: ModuleSource,
    module: Atom,
    function: FunctionName,
    stop: Arc<AtomicBool>,
    is_installed: bool,
}

impl Observer for Watcher<'_> {
    fn after_run(&mut self, _: &Exploration) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    fn confirm(&mut self, input: &Input, outcome: &Outcome) -> Confirmation {
        if !self.is_installed {
            if !matches!(self.source, ModuleSource::Name(_))
                && let Err(error) = self.loader.install(&self.source)
            {
                return Confirmation::NotTried(error.to_string());
            }
            self.is_installed = true;
        }
        let call = Call {
            module: self.module,
            function: self.function.name,
            arguments: input.arguments.clone(),
        };
        match self.loader.node().apply(&call, &Limits::default()) {
            Err(error) => Confirmation::NotTried(error.to_string()),
            Ok(ran) => compare(outcome, &ran.outcome),
        }
    }
}

fn compare(ours: &Outcome, theirs: &beam::Outcome) -> Confirmation {
    match (ours, theirs) {
        (
            Outcome::Crashed { class, reason, .. },
            beam::Outcome::Exception { class: their_class, reason: their_reason, stacktrace },
        ) if class.atom() == *their_class && is_alike(reason, their_reason) => {
            Confirmation::Confirmed { stacktrace: stacktrace.clone() }
        }
        (Outcome::OutOfReductions | Outcome::Deadlock, beam::Outcome::TimedOut) => {
            Confirmation::Confirmed { stacktrace: Term::Nil }
        }
        (_, other) => Confirmation::Refuted(format!("{other:?}")),
    }
}

/// Equal but for what is never the same twice: funs, pids and references.
fn is_alike(ours: &Term, theirs: &Term) -> bool {
    match (ours, theirs) {
        (Term::Fun(_), Term::Fun(_))
        | (Term::Pid(_), Term::Pid(_))
        | (Term::Reference(_), Term::Reference(_)) => true,
        (Term::List(left), Term::List(right)) => {
            left.elements.len() == right.elements.len()
                && left.elements.iter().zip(&right.elements).all(|(left, right)| is_alike(left, right))
                && is_alike(&left.tail, &right.tail)
        }
        (Term::Tuple(left), Term::Tuple(right)) => {
            left.len() == right.len()
                && left.iter().zip(right.iter()).all(|(left, right)| is_alike(left, right))
        }
        _ => ours == theirs,
    }
}

fn print_text(module: Atom, function: FunctionName, exploration: &Exploration) {
    for finding in &exploration.findings {
        let arguments: Vec<String> =
            finding.input.arguments.iter().map(|argument| argument.to_string()).collect();
        println!("{}:{}({})", module.name(), function.name.name(), arguments.join(", "));
        if let Outcome::Crashed { class, reason, stacktrace } = &finding.outcome {
            println!("  {}: {reason}", class.atom().name());
            println!("  {stacktrace}");
        } else {
            println!("  {:?}", finding.outcome);
        }
        println!("  {} times, {:?}", finding.occurrences, finding.confirmation);
    }
    println!("{:?}: {:?}", exploration.verdict(), exploration.stop);
    println!(
        "{} runs in {:?} ({:?} running), cut {}, left {}, unsat {}, unknown {:?}, losses {:?}, incomplete {:?}, {} divergences",
        exploration.runs, exploration.time, exploration.run_time, exploration.cut, exploration.left, exploration.unsat,
        exploration.unknown, exploration.losses, exploration.incomplete, exploration.divergences.len()
    );
    for divergence in exploration.divergences.iter().take(3) {
        println!("{divergence:?}");
    }
    println!("{:?}", exploration.solver);
}
