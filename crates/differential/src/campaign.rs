//! Where do the two differ? Functions called many times with arguments of all kinds.
//!
//! Everything follows from a seed. `ERMINE_SEED` takes another one, `ERMINE_CALLS` changes how many
//! calls each function gets, `ERMINE_ONLY=name` or `name/arity` picks functions.

use crate::ermine_side::Ermine;
use crate::funs::Funs;
use crate::known::Known;
use crate::outcome::{Outcome, has_closure, same};
use crate::sequence::{self, Family, Step};
use crate::{arguments, beam_side, hints};
use beam::{Call, Loader, LoaderOptions, ModuleSource};
use core_erlang::FunctionName;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use term::{Atom, Term, atoms};
use typing::{Generator, Random, SpecClause, Types};

pub struct Campaign {
    pub loader: Arc<Loader>,
    pub(crate) types: Arc<Types>,
    pub(crate) funs: Funs,
    known: Known,
    pub(crate) seed: u64,
}

/// What a campaign found.
#[derive(Default)]
pub struct Report {
    pub functions: Vec<FunctionName>,
    pub calls: usize,
    /// So many of the calls gave a value on the BEAM; the others raised.
    pub values: usize,
    /// One side did not finish, or Ermine stopped at an effect.
    pub skipped: usize,
    pub differences: Vec<Difference>,
}

pub struct Difference {
    pub call: Call,
    pub beam: Outcome,
    pub ermine: Outcome,
}

/// So many differences of one function are shown.
const SHOWN: usize = 3;

/// So many sequences go to the BEAM together.
const SEQUENCES: usize = 100;

/// Calls are made in rounds, so that results of one can be arguments in the next.
const ROUNDS: usize = 4;

/// A campaign that skips more than one call in so many has not compared what it says it does.
const MOST_SKIPPED: usize = 20;

impl Campaign {
    pub fn new() -> anyhow::Result<Campaign> {
        let loader = Arc::new(Loader::new(LoaderOptions::default())?);
        loader.node().start_in_background();
        let types = Arc::new(workbench::types(&loader));
        let funs = Funs::new(&loader, &types)?;
        let path = crate::data_folder().join("ermine_calls.erl");
        let sequences = ModuleSource::File { path, options: Vec::new() };
        loader.install(&sequences)?;
        loader.load(&sequences)?;
        let seed = number_from("ERMINE_SEED").unwrap_or(1);
        Ok(Campaign { loader, types, funs, known: Known::read()?, seed })
    }

    /// Calls each of the functions of a module so many times.
    pub fn run(
        &self,
        module: Atom,
        functions: &[FunctionName],
        calls: usize,
    ) -> anyhow::Result<Report> {
        let calls = number_from("ERMINE_CALLS").map_or(calls, |calls| calls as usize);
        let random = Random::for_label(self.seed, module.name());
        let mut generator = Generator::new(&self.types, random);
        generator.funs = Some(&self.funs);
        generator.texts = hints::texts(module);
        let mut ermine = Ermine::new(self.loader.clone());
        let mut report = Report::default();
        let chosen: Vec<FunctionName> = functions.iter().copied().filter(is_chosen).collect();
        report.functions = chosen.clone();
        for round in 0..ROUNDS {
            let share = calls / ROUNDS + usize::from(round < calls % ROUNDS);
            for &function in &chosen {
                self.call_many(&mut generator, &mut ermine, module, function, share, &mut report)?;
            }
        }
        Ok(report)
    }

    fn call_many(
        &self,
        generator: &mut Generator,
        ermine: &mut Ermine,
        module: Atom,
        function: FunctionName,
        count: usize,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        let spec = self.types.spec(module, function);
        let clauses: Vec<SpecClause> = spec.map_or_else(Vec::new, |spec| spec.clauses);
        let calls: Vec<Call> =
            (0..count).map(|_| arguments::call(generator, module, function, &clauses)).collect();
        let expected = beam_side::run(self.loader.node(), &calls)?;
        for (call, beam) in calls.into_iter().zip(expected) {
            if let Outcome::Value(value) = &beam {
                report.values += 1;
                if !has_closure(value) {
                    clauses
                        .iter()
                        .for_each(|clause| generator.learn(&clause.closed_result(), value));
                }
            }
            report.calls += 1;
            if !beam.is_finished() {
                report.skipped += 1;
                continue;
            }
            let ermine = ermine.run(&call);
            if !ermine.is_finished() {
                report.skipped += 1;
            } else if !agree(&call, &beam, &ermine) {
                report.differences.push(Difference { call, beam, ermine });
            }
        }
        Ok(())
    }

    /// Makes sequences of calls until each function of the family was called so many times.
    pub fn run_family(&self, family: &Family, calls: usize) -> anyhow::Result<Report> {
        let calls = number_from("ERMINE_CALLS").map_or(calls, |calls| calls as usize);
        let random = Random::for_label(self.seed, family.name);
        let mut generator = Generator::new(&self.types, random);
        let mut ermine = Ermine::new(self.loader.clone());
        let mut counts: BTreeMap<(&str, u32), usize> =
            family.functions.iter().map(|&(_, function, arity)| ((function, arity), 0)).collect();
        let name =
            |&(_, name, arity): &(_, &str, u32)| FunctionName { name: Atom::new(name), arity };
        let functions = family.functions.iter().map(name).collect();
        let mut report = Report { functions, ..Report::default() };
        while counts.values().any(|count| *count < calls) {
            let sequences: Vec<Vec<Step>> =
                (0..SEQUENCES).map(|_| family.sequence(&mut generator, &self.types)).collect();
            for step in sequences.iter().flatten() {
                let arity = step.arguments.len() as u32;
                *counts.entry((step.function, arity)).or_default() += 1;
            }
            let together: Vec<Call> = sequences.iter().map(|steps| sequence::call(steps)).collect();
            let expected = beam_side::run(self.loader.node(), &together)?;
            for ((steps, call), beam) in sequences.iter().zip(&together).zip(expected) {
                report.compare_steps(steps, &beam, &ermine.run(call));
            }
        }
        Ok(report)
    }

    /// Fails with the differences that are not known, and with the known ones that are gone.
    pub fn judge(&self, module: Atom, report: &Report) -> Result<(), String> {
        let name = |difference: &Difference| FunctionName {
            name: difference.call.function,
            arity: difference.call.arguments.len() as u32,
        };
        let differing: BTreeSet<FunctionName> = report.differences.iter().map(name).collect();
        let mut text = String::new();
        for &function in &differing {
            if self.known.contains(module, function) {
                continue;
            }
            let all: Vec<_> =
                report.differences.iter().filter(|each| name(each) == function).collect();
            text += &format!(
                "{}/{}: {} differences\n",
                function.name.name(),
                function.arity,
                all.len()
            );
            for difference in all.iter().take(SHOWN) {
                text += &format!("  {difference}\n");
            }
        }
        let is_gone = |name: &FunctionName| {
            is_usual_run() && report.functions.contains(name) && !differing.contains(name)
        };
        for function in self.known.of(module).filter(is_gone) {
            let name = Term::from(function.name);
            text += &format!(
                "{name}/{} is in known_differences, and does not differ\n",
                function.arity
            );
        }
        if is_usual_run() && report.skipped * MOST_SKIPPED > report.calls {
            text += &format!("{report}: too much is skipped to say anything\n");
        }
        if text.is_empty() { Ok(()) } else { Err(format!("{}\n{text}", module.name())) }
    }
}

impl Report {
    /// Compares the outcomes of the steps, up to the first that differs.
    fn compare_steps(&mut self, steps: &[Step], beam: &Outcome, ermine: &Outcome) {
        self.calls += steps.len();
        let (Outcome::Value(expected), Outcome::Value(found)) = (beam, ermine) else {
            if beam.is_finished() && ermine.is_finished() {
                self.differ(steps, beam.clone(), ermine.clone());
            } else {
                self.skipped += steps.len();
            }
            return;
        };
        let expected = expected.as_list().unwrap_or_default();
        let found = found.as_list().unwrap_or_default();
        let is_value = |outcome: &&Term| outcome.as_tagged_tuple(atoms::value).is_some();
        self.values += expected.iter().filter(is_value).count();
        let mut pairs = expected.iter().zip(found);
        if let Some(index) = pairs.position(|(expected, found)| !same(expected, found)) {
            let (beam, ermine) = (expected[index].clone(), found[index].clone());
            self.differ(&steps[..=index], Outcome::Value(beam), Outcome::Value(ermine));
        } else if [expected.len(), found.len()] != [steps.len(); 2] {
            self.differ(steps, beam.clone(), ermine.clone());
        }
    }

    fn differ(&mut self, steps: &[Step], beam: Outcome, ermine: Outcome) {
        self.differences.push(Difference { call: sequence::call(steps), beam, ermine });
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Report { functions, calls, values, skipped, differences } = self;
        write!(f, "{} functions, {calls} calls, {values} values, ", functions.len())?;
        write!(f, "{skipped} skipped, {} differences", differences.len())
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Call { module, function, arguments } = &self.call;
        write!(f, "{}:{}(", Term::from(*module), Term::from(*function))?;
        for (index, argument) in arguments.iter().enumerate() {
            write!(f, "{}{argument}", if index == 0 { "" } else { ", " })?;
        }
        write!(f, ").\n    % BEAM:   {}\n    % Ermine: {}", self.beam, self.ermine)
    }
}

fn agree(call: &Call, beam: &Outcome, ermine: &Outcome) -> bool {
    match hints::is_circumstantial(call.module, call.function) {
        true => beam.is_like(ermine),
        false => beam.agrees_with(ermine),
    }
}

pub(crate) fn is_chosen(function: &FunctionName) -> bool {
    match std::env::var("ERMINE_ONLY") {
        Ok(wanted) => {
            let name = function.name.name();
            wanted == name || wanted == format!("{name}/{}", function.arity)
        }
        Err(_) => true,
    }
}

/// With another seed or other numbers, a known difference need not show.
fn is_usual_run() -> bool {
    let variables = ["ERMINE_SEED", "ERMINE_CALLS", "ERMINE_ONLY"];
    variables.iter().all(|variable| std::env::var_os(variable).is_none())
}

pub(crate) fn number_from(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}
