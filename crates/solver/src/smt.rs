//! What does an SMT solver say about numbers? The last resort: exact, powerful, and slow.
//!
//! A problem is put in two ways. As mathematics ([`mathematical`]): integers of any size, and real
//! numbers in the place of floats. Then as a machine would have it ([`machine`]): bit-vectors and
//! IEEE floats, first of few bits, then of more. The first that gives a solution that passes its
//! check wins; only a query that says all that the problem says can prove that there is none.
//!
//! The solver is a separate process ([`process`]) that lives as long as we do. If it takes too long
//! or dies, that is [`NumericAnswer::Unknown`], and the next query gets a new one.

mod find;
mod fold;
mod interval;
mod log;
mod machine;
mod mathematical;
mod model;
mod process;
mod script;
pub mod terms;

pub use find::{Brand, FindError, Program, Version, WITHOUT_SOLVER};

use crate::evaluate::Evaluator;
use crate::numeric::{Number, NumberKind, NumericAnswer, NumericProblem, NumericSolver, TOO_LONG};
use log::Log;
use model::Sexpr;
use process::{Process, Silence};
use script::Script;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Options {
    /// For one problem, however many queries that takes.
    pub timeout: Duration,
    /// A solver that wants more is ended.
    pub memory_megabytes: Option<u64>,
    /// Every query is written into this folder.
    pub log: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options { timeout: Duration::from_secs(1), memory_megabytes: Some(4096), log: None }
    }
}

pub struct Smt {
    program: Program,
    options: Options,
    /// `None`: it has not been needed yet, or has died.
    process: Option<Process>,
    log: Option<Log>,
    evaluator: Evaluator,
    pub statistics: SmtStatistics,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmtStatistics {
    pub queries: u64,
    /// How often a solver was started.
    pub starts: u64,
    /// How often one took too long, or ended by itself.
    pub deaths: u64,
}

enum Reply {
    /// If the numbers can be read. They have still to be checked.
    Sat(Option<Vec<Number>>),
    Unsat,
    /// A solver that gives up may still have a guess.
    Unknown(String, Option<Vec<Number>>),
}

/// A solver gives up by itself when its time is over; if it does not, it is given this much more.
const GRACE: Duration = Duration::from_millis(300);

/// Why there is no answer from a solver that is no more.
const DIED: &str = "the solver died";

/// How far from zero solutions are looked for among bit-vectors, in bits.
const RADII: [u32; 3] = [8, 31, 62];

/// As mathematics, a problem that has another chance may take this part of the time.
const FIRST_SHARE: f64 = 0.5;

/// Who takes this part of its time would have taken more.
const NEARLY_ALL: f64 = 0.9;

impl Smt {
    pub fn new(program: Program, options: Options) -> Smt {
        let log = options.log.clone().map(Log::new);
        Smt {
            program,
            options,
            process: None,
            log,
            evaluator: Evaluator::new(),
            statistics: SmtStatistics::default(),
        }
    }

    /// The solver there is, if any: see [`Program::find`].
    pub fn find(wanted: Option<&Path>) -> Result<Option<Program>, FindError> {
        Program::find(wanted)
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    pub fn set_timeout(&mut self, timeout: Duration) {
        let is_longer = timeout > self.options.timeout;
        self.options.timeout = timeout;
        // Its limit is set when it starts. A shorter one is kept by the watchdog.
        if self.program.brand == Brand::Cvc5 && is_longer {
            self.process = None;
        }
    }

    fn ask(&mut self, script: &Script, kinds: &[NumberKind], limit: Duration) -> Reply {
        let text = self.in_dialect(script, limit);
        self.statistics.queries += 1;
        let reply = match self.exchange(&text, limit) {
            Ok(reply) => reply,
            Err(why) => {
                self.write_log(&text, &why);
                return Reply::Unknown(why, None);
            }
        };
        self.write_log(&text, &reply);
        read_reply(&reply, kinds)
    }

    /// A solver that dies before its time is over is asked once more: it may have been somebody
    /// else's doing.
    fn exchange(&mut self, text: &str, limit: Duration) -> Result<String, String> {
        let started = Instant::now();
        let mut reply = self.exchange_once(text, limit);
        if reply.as_ref().is_err_and(|why| why == DIED) && started.elapsed() < limit {
            reply = self.exchange_once(text, limit);
        }
        reply
    }

    fn exchange_once(&mut self, text: &str, limit: Duration) -> Result<String, String> {
        if self.process.is_none() {
            let arguments = self.arguments();
            let started =
                Process::start(&self.program.path, &arguments, self.options.memory_megabytes);
            self.statistics.starts += 1;
            self.process =
                Some(started.map_err(|error| format!("the solver does not start: {error}"))?);
        }
        let process = self.process.as_mut().expect("it was started");
        process.ask(&format!("(push 1)\n{text}(pop 1)\n"), limit + GRACE).map_err(|silence| {
            self.process = None;
            self.statistics.deaths += 1;
            match silence {
                Silence::TimedOut => TOO_LONG.to_owned(),
                Silence::Died => DIED.to_owned(),
            }
        })
    }

    fn arguments(&self) -> Vec<String> {
        let arguments: &[&str] = match self.program.brand {
            Brand::Z3 => &["-in", "-smt2"],
            Brand::Cvc5 => &[
                "--lang=smt2",
                "--incremental",
                "--produce-models",
                "--force-logic=ALL",
                // Floats of other sizes than single and double.
                "--fp-exp",
            ],
        };
        let mut arguments: Vec<String> =
            arguments.iter().map(|&argument| argument.to_owned()).collect();
        if self.program.brand == Brand::Cvc5 {
            // This one cannot change its mind about time limits later.
            arguments.push(format!("--tlimit-per={}", self.options.timeout.as_millis()));
        }
        arguments
    }

    /// The whole query, as this solver likes it.
    fn in_dialect(&self, script: &Script, limit: Duration) -> String {
        let (options, check) = match self.program.brand {
            Brand::Z3 => {
                let options = format!("(set-option :timeout {})\n", limit.as_millis().max(1));
                // Incremental solving of floats is slow; within one query there is no need for it.
                let check =
                    if script.has_floats { "(check-sat-using qffpbv)" } else { "(check-sat)" };
                (options, check)
            }
            Brand::Cvc5 => (String::new(), "(check-sat)"),
        };
        format!("{options}{}{check}\n{}", script.text, script.question())
    }

    fn write_log(&mut self, text: &str, answer: &str) {
        if let Some(log) = &mut self.log {
            log.write(&self.program, text, answer);
        }
    }
}

impl NumericSolver for Smt {
    fn solve(&mut self, problem: &NumericProblem) -> NumericAnswer {
        let Ok(folded) = fold::fold(problem, &mut self.evaluator) else {
            return NumericAnswer::Unsat;
        };
        let kinds: Vec<NumberKind> =
            folded.variables.iter().map(|variable| variable.kind).collect();
        let end = Instant::now() + self.options.timeout;
        let mut why = "nothing that the solver understands".to_owned();
        let mut last: Option<Script> = None;
        let mut is_cut = false;
        let machine = RADII.into_iter().map(|radius| machine::encode(&folded, radius));
        for script in
            std::iter::once_with(|| mathematical::encode(&folded)).chain(machine).flatten()
        {
            if last.as_ref().is_some_and(|last| last.text == script.text) {
                continue;
            }
            let mut limit = end.saturating_duration_since(Instant::now());
            if limit.is_zero() {
                break;
            }
            if last.is_none() {
                limit = limit.mul_f64(FIRST_SHARE);
            }
            let asked = Instant::now();
            let reply = self.ask(&script, &kinds, limit);
            is_cut |= asked.elapsed() >= limit.mul_f64(NEARLY_ALL);
            match reply {
                Reply::Sat(values) => match values {
                    Some(values) if self.evaluator.satisfies(problem, &values) => {
                        return NumericAnswer::Sat(values);
                    }
                    _ => why = "model failed its check".to_owned(),
                },
                Reply::Unsat if script.is_exact => return NumericAnswer::Unsat,
                Reply::Unsat => why = "no solution among small numbers".to_owned(),
                Reply::Unknown(reason, guess) => {
                    if let Some(guess) = guess
                        && self.evaluator.satisfies(problem, &guess)
                    {
                        return NumericAnswer::Sat(guess);
                    }
                    why = reason;
                }
            }
            last = Some(script);
        }
        NumericAnswer::Unknown(if is_cut { TOO_LONG.to_owned() } else { why })
    }
}

fn read_reply(reply: &str, kinds: &[NumberKind]) -> Reply {
    let Some((first, rest)) = Sexpr::read(reply) else {
        return Reply::Unknown("the solver said nothing".to_owned(), None);
    };
    match first {
        Sexpr::Word("sat") => Reply::Sat(model::values(rest, kinds)),
        Sexpr::Word("unsat") => Reply::Unsat,
        Sexpr::Word("unknown" | "timeout") => {
            Reply::Unknown("the solver does not know".to_owned(), model::values(rest, kinds))
        }
        _ => {
            let line = reply.lines().next().unwrap_or("").trim();
            Reply::Unknown(format!("the solver says {line}"), None)
        }
    }
}

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod tests;
