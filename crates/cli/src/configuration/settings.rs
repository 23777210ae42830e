//! What can a configuration say? All of it, as data, and how it goes together with the command line:
//! what is one value is taken from there if it is said there, what is a list is added to.

use super::selection::Selection;
use crate::arguments::{Arguments, Check, Command, Run, SearchOptions};
use anyhow::{Result, anyhow, bail};
use explore::StrategyName;
use report::FailOn;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;
use term::Term;
use workbench::contract;
use workbench::functions::Functions;
use workbench::rules::{Rule, Statement};

/// `None` and empty lists: it says nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    pub time: Option<Duration>,
    pub depth: Option<usize>,
    pub runs: Option<u64>,
    pub reductions: Option<u64>,
    pub schedules: Option<NonZero<usize>>,
    pub preemptions: Option<usize>,
    pub timeouts: Option<Duration>,
    /// In MiB.
    pub memory: Option<u64>,
    pub compile_time: Option<Duration>,
    pub jobs: Option<NonZero<usize>>,
    pub strategy: Option<StrategyName>,
    pub seed: Option<u64>,
    pub all: Option<bool>,
    pub api: Option<bool>,
    pub no_spec: Option<bool>,
    pub no_return_check: Option<bool>,
    pub no_prune: Option<bool>,
    pub all_crashes: Option<bool>,
    pub lost_messages: Option<bool>,
    pub no_confirm: Option<bool>,
    pub code_paths: Vec<PathBuf>,
    pub includes: Vec<PathBuf>,
    pub defines: Vec<String>,
    pub selection: Selection,
    pub rules: Vec<Rule>,
    /// What runs without symbols, each with where it is written.
    pub concrete: Vec<(String, Functions)>,
    pub corpus: Option<PathBuf>,
    pub baseline: Option<PathBuf>,
    pub fail_on: Option<FailOn>,
    pub show: Option<usize>,
}

impl Settings {
    pub fn apply(&self, arguments: &mut Arguments) {
        arguments.code_paths.extend(self.code_paths.iter().cloned());
        arguments.includes.extend(self.includes.iter().cloned());
        arguments.defines.extend(self.defines.iter().cloned());
        match &mut arguments.command {
            Command::Check(Check { all, api, jobs, search, show, fail_on, baseline, .. }) => {
                *show = show.or(self.show);
                *fail_on = fail_on.or(self.fail_on);
                *baseline = baseline.take().or_else(|| self.baseline.clone());
                *all = all.or(self.all);
                *api = api.or(self.api);
                *jobs = jobs.or(self.jobs);
                self.apply_to_search(search);
            }
            Command::Run(Run { jobs, search, .. }) => {
                *jobs = jobs.or(self.jobs);
                self.apply_to_search(search);
            }
            _ => {}
        }
    }

    fn apply_to_search(&self, search: &mut SearchOptions) {
        search.time = search.time.or(self.time);
        search.depth = search.depth.or(self.depth);
        search.runs = search.runs.or(self.runs);
        search.reductions = search.reductions.or(self.reductions);
        search.schedules = search.schedules.or(self.schedules);
        search.preemptions = search.preemptions.or(self.preemptions);
        search.timeouts = search.timeouts.or(self.timeouts);
        search.memory = search.memory.or(self.memory);
        search.compile_time = search.compile_time.or(self.compile_time);
        search.strategy = search.strategy.or(self.strategy);
        search.chance = search.chance.or(self.seed);
        search.no_spec = search.no_spec.or(self.no_spec);
        search.no_return_check = search.no_return_check.or(self.no_return_check);
        search.no_prune = search.no_prune.or(self.no_prune);
        search.all_crashes = search.all_crashes.or(self.all_crashes);
        search.lost_messages = search.lost_messages.or(self.lost_messages);
        if !search.confirm_anyway {
            search.no_confirm = search.no_confirm.or(self.no_confirm);
        }
        search.corpus = search.corpus.take().or_else(|| self.corpus.clone());
        search.rules.extend(self.rules.iter().cloned());
        search.concrete_functions.extend(self.concrete.iter().cloned());
    }
}

/// What `--expect` says becomes rules.
pub fn expect(arguments: &mut Arguments) -> Result<()> {
    let (Command::Check(Check { search, .. }) | Command::Run(Run { search, .. })) =
        &mut arguments.command
    else {
        return Ok(());
    };
    for text in &search.expected {
        // The same as between the braces in a configuration.
        let origin = format!("--expect {text}");
        let read = term::read::pattern(&format!("{{{text}\n}}"));
        let words = read.as_ref().ok().and_then(Term::as_tuple).unwrap_or_default();
        let about = match expectation(words) {
            Some(read) => read,
            None => Err(anyhow!("{EXPECTATIONS}")),
        };
        let (about, statement) = match about {
            Ok(rule) => rule,
            Err(error) => bail!("{origin}: {error}"),
        };
        search.rules.push(Rule { origin, about, statement });
    }
    Ok(())
}

const EXPECTATIONS: &str =
    "write \"{error, badarg}\", or \"my_module, {throw, _}\" for some functions";

/// Of these functions, or all, this exception is meant to be: the words after `expect`, if there are as many as
/// there should be.
pub fn expectation(words: &[Term]) -> Option<Result<(Functions, Statement)>> {
    let (functions, exception) = match words {
        [exception] => (Term::atom("_"), exception),
        [functions, exception] => (functions.clone(), exception),
        // A module, and `f`, `{f, 1}` or `'_'`
        [module, function, exception] => {
            let mut name = vec![module.clone()];
            match function.as_tuple() {
                Some(of_arity) => name.extend_from_slice(of_arity),
                None => name.push(function.clone()),
            }
            (Term::tuple(name), exception)
        }
        _ => return None,
    };
    let functions = match Functions::read(&functions) {
        Ok(functions) => functions,
        Err(error) => return Some(Err(error)),
    };
    let exception = contract::exception(exception);
    Some(exception.map(|exception| (functions, Statement::Expect(exception))))
}
