//! What can be asked for? The command line, as `--help` shows it.

use anyhow::{Result, bail};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use explore::StrategyName;
use interpreter::OrderSettings;
use report::FailOn;
use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;
use workbench::functions::Functions;
use workbench::rules::Rule;

impl Arguments {
    /// From the command line. Erlang's tools write `-pa DIR`, and so may one here.
    pub fn read() -> Result<Arguments> {
        let words = std::env::args_os();
        let in_our_way = |word: OsString| if word == "-pa" { "--pa".into() } else { word };
        match Arguments::try_parse_from(words.map(in_our_way)) {
            Err(error) if error.kind() == ErrorKind::InvalidUtf8 => {
                let word = std::env::args_os().find(|word| word.to_str().is_none());
                let word = word.unwrap_or_default();
                bail!("{}: names of modules and their files are UTF-8", word.display())
            }
            Err(error) => error.exit(),
            Ok(arguments) => Ok(arguments),
        }
    }
}

#[derive(Parser)]
#[command(name = "ermine", version, about = "Finds the inputs that crash Erlang programs")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Look for modules in this folder first (may be given several times)
    #[arg(long = "pa", value_name = "DIR", global = true)]
    pub code_paths: Vec<PathBuf>,
    /// Folder for include files when a .erl file is compiled (may be given several times)
    #[arg(short = 'I', long = "include", value_name = "DIR", global = true)]
    pub includes: Vec<PathBuf>,
    /// A macro for the compiler, as NAME or NAME=TERM (may be given several times)
    #[arg(short = 'D', long = "define", value_name = "NAME[=TERM]", global = true)]
    pub defines: Vec<String>,
    /// Neither read nor write the cache of loaded modules
    #[arg(long, global = true)]
    pub no_cache: bool,
    /// Print results only, a line each, and no progress
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

#[derive(Subcommand)]
pub enum Command {
    /// Search for inputs that crash a function
    Run(Run),
    /// Search many functions: files, folders, projects, modules, applications
    Check(Check),
    /// Call a function and print what the shell would print
    Eval(Eval),
    /// Call a function on the BEAM and show what happens, step by step
    Trace(Trace),
    /// Print the Core Erlang of a module or function
    Core(Core),
    /// Write an ermine.config in which every option is explained
    Init(Init),
    /// Is everything here? OTP, solver, cache
    Doctor,
    /// Print what makes a shell complete the words of ermine
    Completions(Completions),
    /// Print the manual page of ermine or of one of its commands
    Man(Man),
}

#[derive(Args)]
pub struct Run {
    /// A module's name, or a .erl or .beam file
    pub module: String,
    /// The function, as NAME or NAME/ARITY
    #[arg(required_unless_present = "api")]
    pub function: Option<String>,
    /// Arguments to start from, as a list of Erlang terms: '[[1, 2], ok]'
    pub seed: Option<String>,
    /// Call the exported functions of the module one after the other, with what they return
    #[arg(long, conflicts_with_all = ["function", "preconditions"])]
    pub api: bool,
    /// How many cores to use (all of them)
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZero<usize>>,
    /// Run processes in this order to begin with, as a report tells it: '0*2 0.0 0.0>0'
    #[arg(long, value_name = "MOVES")]
    pub schedule: Option<trace::Schedule>,
    /// Only inputs for which this function gives true (may be given several times)
    #[arg(long = "pre", value_name = "[M:]F/A")]
    pub preconditions: Vec<String>,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub report: ReportOptions,
}

#[derive(Args)]
pub struct Check {
    /// .erl and .beam files, folders, rebar3 and Mix projects, names of modules or applications
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<String>,
    /// Exported functions without a -spec too
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub all: Option<bool>,
    /// Calls in a row of the exported functions of a module too, with what they return
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub api: Option<bool>,
    /// Only functions whose code, or the code of what they call, changed since they were tested last
    /// with the same options
    #[arg(long)]
    pub changed: bool,
    /// How many functions are tested at the same time (as many as there are cores)
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZero<usize>>,
    /// How many findings are told in full on the screen (20)
    #[arg(long, value_name = "N")]
    pub show: Option<usize>,
    /// Which findings make the exit code 1: likely-bug, spec-too-wide for these too, any or none
    /// (spec-too-wide)
    #[arg(long, value_name = "RANK", value_parser = fail_on)]
    pub fail_on: Option<FailOn>,
    /// The findings in this file are known: they are not told again, and do not make the exit code 1
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write what is found now into the file of --baseline
    #[arg(long)]
    pub update_baseline: bool,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub report: ReportOptions,
}

/// `likely-bug`
pub fn fail_on(text: &str) -> std::result::Result<FailOn, String> {
    let known = FailOn::ALL.into_iter().find(|each| each.name() == text);
    let names = FailOn::ALL.map(FailOn::name).join(", ");
    known.ok_or_else(|| format!("there is no rank {text:?}; there are {names}"))
}

/// What a run may take if nobody says, and if there is time.
pub const DEFAULT_REDUCTIONS: u64 = 5_000_000;

/// So many for each millisecond of the search. With symbols, and on a machine that has other things to
/// do, a run makes some thousands in a millisecond: then it takes a tenth of the time.
const REDUCTIONS_PER_MILLISECOND: u64 = 2_000;

/// How much memory Ermine takes at most if nobody says, in MiB.
const DEFAULT_MEMORY: u64 = 2048;

/// How many decisions of a run are followed if nobody says, at first.
const DEFAULT_DEPTH: usize = 100;

/// How many orders of processes are tried if nobody says.
const DEFAULT_SCHEDULES: usize = 300;

/// Timeouts of this length fire at any time if nobody says.
const DEFAULT_TIMEOUTS: Duration = Duration::from_secs(1);

impl SearchOptions {
    pub fn depth(&self) -> usize {
        self.depth.unwrap_or(DEFAULT_DEPTH)
    }

    /// What a run may take in a search of so long: no run takes most of it, unless somebody wants it.
    pub fn reductions_within(&self, time: Duration) -> u64 {
        let most = REDUCTIONS_PER_MILLISECOND.saturating_mul(time.as_millis() as u64);
        let usual = DEFAULT_REDUCTIONS.min(most.max(REDUCTIONS_PER_MILLISECOND));
        self.reductions.unwrap_or(usual)
    }

    /// How many orders of processes are tried.
    pub fn schedules(&self) -> usize {
        self.schedules.map_or(DEFAULT_SCHEDULES, NonZero::get)
    }

    /// What is of interest in orders of processes. `None`: they run in one order only.
    pub fn orders(&self) -> Option<OrderSettings> {
        let orders = OrderSettings {
            short_timeouts: self.timeouts.unwrap_or(DEFAULT_TIMEOUTS).as_millis() as u64,
            all_crashes: self.all_crashes.unwrap_or(false),
            lost_messages: self.lost_messages.unwrap_or(false),
        };
        (self.schedules() > 1 || self.schedule.is_some()).then_some(orders)
    }

    pub fn strategy(&self) -> StrategyName {
        self.strategy.unwrap_or_default()
    }

    pub fn chance(&self) -> u64 {
        self.chance.unwrap_or(0)
    }

    /// In MiB.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or(DEFAULT_MEMORY)
    }

    pub fn no_spec(&self) -> bool {
        self.no_spec.unwrap_or(false)
    }

    pub fn no_return_check(&self) -> bool {
        self.no_return_check.unwrap_or(false)
    }

    pub fn no_prune(&self) -> bool {
        self.no_prune.unwrap_or(false)
    }

    pub fn no_confirm(&self) -> bool {
        self.no_confirm.unwrap_or(false)
    }
}

/// How a function is searched.
#[derive(Args, Clone)]
pub struct SearchOptions {
    /// Stop after this long, as 10s, 500ms or 2m (10s for run, 2s a function for check)
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// How many decisions of a run are followed (100, and more when nothing else is left to do)
    #[arg(long)]
    pub depth: Option<usize>,
    /// Stop after so many runs
    #[arg(long)]
    pub runs: Option<u64>,
    /// How many reductions a run may take before it is cut (looked at every 64; 5000000, or less if there
    /// is little time)
    #[arg(long)]
    pub reductions: Option<u64>,
    /// How many orders of processes are tried at most, where there are several (300; 1: only the usual one)
    #[arg(long, value_name = "N")]
    pub schedules: Option<NonZero<usize>>,
    /// Timeouts up to this long fire at any time, longer ones when nobody can run (1s)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub timeouts: Option<Duration>,
    /// Try only orders that interrupt a process at most so often while it could go on
    #[arg(long, value_name = "N")]
    pub preemptions: Option<usize>,
    /// A process that crashes is a finding even if another one is told, and so is one that an exit signal
    /// ends
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub all_crashes: Option<bool>,
    /// A message that nobody ever receives is a finding
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub lost_messages: Option<bool>,
    /// In which order branches are tried: breadth-first, depth-first, random, generational, directed,
    /// statements, context-guided, or auto for whichever covers most (auto)
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<StrategyName>,
    /// Where chance comes from: the same number gives the same search (with --jobs 1; 0)
    #[arg(long = "seed", id = "chance", value_name = "NUMBER")]
    pub chance: Option<u64>,
    /// Stop when Ermine takes more than so many MiB (2048)
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..1 << 24))]
    pub memory: Option<u64>,
    /// Give up a module that OTP's compiler takes longer for, as 30s (20s to 30s, by --time)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub compile_time: Option<Duration>,
    /// Run the functions that this file names without symbols: module:function/arity, module:* or
    /// {M, F, A}. on each line, with % before comments
    #[arg(long, value_name = "FILE")]
    pub concrete: Option<PathBuf>,
    /// Keep the inputs that reached or crashed something in this folder, and begin with them next time
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// An exception that is meant to be, and is no finding: '{error, badarg}', or of some functions only,
    /// 'my_module, {throw, _}' (may be given several times; see docs/configuration.md)
    #[arg(long = "expect", value_name = "[FUNCTIONS,] EXCEPTION")]
    pub expected: Vec<String>,
    /// Read this configuration, and not the ermine.config of the project
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no configuration
    #[arg(long)]
    pub no_config: bool,
    /// Ignore the function's -spec
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_spec: Option<bool>,
    /// Do not compare results with the return type in the -spec
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_return_check: Option<bool>,
    /// Take every path, even where an analysis shows that nothing can fail
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_prune: Option<bool>,
    /// Do not replay crashes on the BEAM
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_confirm: Option<bool>,
    /// Replay every crash on the BEAM, even where nothing keeps it from touching this machine
    #[arg(long, conflicts_with = "no_confirm")]
    pub confirm_anyway: bool,
    /// In which order processes run to begin with: from `--schedule`, which is about one function.
    #[arg(skip)]
    pub schedule: Option<trace::Schedule>,
    /// Functions that must give true: from `--pre`, which is about one function.
    #[arg(skip)]
    pub preconditions: Vec<String>,
    /// What the configuration and `--expect` say about functions.
    #[arg(skip)]
    pub rules: Vec<Rule>,
    /// What the configuration has run without symbols, each with where it says so.
    #[arg(skip)]
    pub concrete_functions: Vec<(String, Functions)>,
    /// Use this SMT solver
    #[arg(long, value_name = "PATH")]
    pub solver_path: Option<PathBuf>,
    /// Write every SMT query into this folder
    #[arg(long, value_name = "DIR")]
    pub solver_log: Option<PathBuf>,
}

/// Where the report goes, and in which form.
#[derive(Args)]
pub struct ReportOptions {
    /// Who the report is for; may be given several times, each with its own --output
    #[arg(long, value_enum, default_value = "text")]
    pub format: Vec<Format>,
    /// Write the report into this file, and only the verdict to the screen
    #[arg(long, value_name = "PATH")]
    pub output: Vec<PathBuf>,
    /// Write which clauses and lines were reached into this file, as LCOV
    #[arg(long, value_name = "PATH")]
    pub lcov: Option<PathBuf>,
    /// What --format eunit and exunit make tests of
    #[arg(long, value_enum, value_name = "WHICH", default_value = "findings")]
    pub tests: Tests,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Tests {
    /// Each finding: fails now, passes when it is repaired
    Findings,
    /// Also each path that was taken: asserts what it returns today
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// People at a terminal
    Text,
    /// Programs: see docs/json.md
    Json,
    /// Build servers: JUnit's XML, a test for each function
    Junit,
    /// Code scanning: SARIF 2.1.0
    Sarif,
    /// GitHub's workflows: annotations at the lines of a pull request
    Github,
    /// EUnit: an Erlang module of tests, see --tests
    Eunit,
    /// ExUnit: an Elixir module of tests, see --tests
    Exunit,
    /// The browser: one file with findings, paths and painted source
    Html,
}

impl Format {
    /// Its name on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value().expect("no format is hidden");
        value.get_name().to_owned()
    }
}

#[derive(Args)]
pub struct Eval {
    /// A module's name, or a .erl or .beam file
    pub module: String,
    pub function: String,
    /// The arguments, as a list of Erlang terms: '[[1, 2], ok]'
    #[arg(default_value = "[]")]
    pub arguments: String,
    /// Add reductions, peak memory and time
    #[arg(long)]
    pub stats: bool,
    /// Give up after so many reductions
    #[arg(long)]
    pub reductions: Option<u64>,
    /// Give up after this long, as 10s, 500ms or 2m
    #[arg(long, value_parser = duration)]
    pub time: Option<Duration>,
    /// Give up beyond so many MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..1 << 24))]
    pub memory: u64,
}

#[derive(Args)]
pub struct Trace {
    /// A module's name, or a .erl or .beam file
    pub module: String,
    pub function: String,
    /// The arguments, as a list of Erlang terms: '[[1, 2], ok]'
    #[arg(default_value = "[]")]
    pub arguments: String,
    /// Watch this module too (may be given several times)
    #[arg(long, value_name = "MODULE")]
    pub watch: Vec<String>,
    /// Who runs the call
    #[arg(long, value_enum, default_value = "beam")]
    pub engine: Engine,
    /// How many events are kept: the first of them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub events: u64,
    /// Give up after this long, as 10s, 500ms or 2m
    #[arg(long, value_parser = duration, default_value = "5s")]
    pub time: Duration,
    /// A tree for people, or a line for each event (see docs/trace.md)
    #[arg(long, value_enum, default_value = "text")]
    pub format: TraceFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The real one, behind walls: it touches nothing
    Beam,
    /// The one that the search uses
    Interpreter,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    Text,
    Json,
}

#[derive(Args)]
pub struct Init {
    /// The root of the project
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Even if there is one already
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub struct Completions {
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args)]
pub struct Man {
    /// One of the commands
    pub command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub folder: Option<PathBuf>,
}

#[derive(Args)]
pub struct Core {
    /// A module's name, or a .erl or .beam file
    #[arg(required_unless_present = "all_otp")]
    pub module: Option<String>,
    /// One function, as NAME/ARITY (or NAME for all arities)
    pub function: Option<String>,
    /// Load every module of the OTP installation, and say how many and how fast
    #[arg(long)]
    pub all_otp: bool,
}

/// `10s`, `500ms`, `2m`, `1h`; a bare number is seconds.
pub fn duration(text: &str) -> std::result::Result<Duration, String> {
    let split = text.find(|each: char| !each.is_ascii_digit() && each != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 =
        number.parse().map_err(|_| format!("{text:?} is no time; try 10s or 500ms"))?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1000.0,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("{unit:?} is no unit of time; there are ms, s, m and h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
