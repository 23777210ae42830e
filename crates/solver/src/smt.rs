//! What does an SMT solver say about numbers? The last resort: exact, powerful, and slow.
//!
//! A problem is put in two ways. As mathematics ([`mathematical`]): integers of any size, and real
//! numbers in the place of floats. Then as a machine would have it ([`machine`]): bit-vectors and
//! IEEE floats, first of few bits, then of more. The first that gives a solution that passes its
//! check wins; only a query that says all that the problem says can prove that there is none.
//!
//! The solver is a separate process ([`process`]) that lives as long as we do. If it takes too long
//! or dies, the question is given up, and the next query gets a new one. It forgets every
//! query before the next: what it says must not depend on what else it was asked.

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
use crate::numeric::{
    Number, NumberKind, NumericAnswer, NumericExpr, NumericProblem, NumericSolver,
};
use crate::patience::Patience;
use crate::step::Halt;
use crate::why::{NumericWhy, SmtWhy};
use log::Log;
use model::Sexpr;
use num_traits::ToPrimitive;
use process::{Process, Silence};
use script::Script;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symbolic::Arithmetic;

#[derive(Clone, Debug)]
pub struct Options {
    /// For one problem, however many queries that takes, if there is that much patience.
    pub work: u64,
    /// The same by the clock, for what a solver does without counting it.
    pub timeout: Duration,
    /// A solver that wants more is ended.
    pub memory_megabytes: Option<u64>,
    /// Every query is written into this folder.
    pub log: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            work: 2_500_000,
            timeout: Duration::from_secs(5),
            memory_megabytes: Some(4096),
            log: None,
        }
    }
}

pub struct Smt {
    program: Program,
    options: Options,
    /// `None`: it has not been needed yet, or has died.
    process: Option<Process>,
    log: Option<Log>,
    evaluator: Evaluator,
    /// How often in a row it has died or said what is no answer.
    failures: u32,
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

/// What one query may take.
#[derive(Clone, Copy)]
struct Limit {
    work: u64,
    time: Duration,
}

impl Limit {
    /// The clock stops a solver only where it does far less in its time than it should.
    fn new(work: u64, time: Duration) -> Limit {
        let longest = Duration::from_millis(work.div_ceil(LEAST_PER_MILLISECOND));
        Limit { work, time: time.min(longest) }
    }

    /// For a solver that does not count its work.
    fn in_time(self) -> Duration {
        self.time.min(Duration::from_millis(self.work / WORK_PER_MILLISECOND))
    }
}

enum Reply {
    /// If the numbers can be read. They have still to be checked.
    Sat(Option<Vec<Number>>),
    /// Of the query, which may ask for less than the problem.
    Unsat,
    /// A solver that gives up may still have a guess.
    GaveUp(NumericWhy, Option<Vec<Number>>),
}

/// About what Z3 does in a millisecond: from a thousand, in nonlinear arithmetic, to six thousand.
const WORK_PER_MILLISECOND: u64 = 2_500;

/// Whoever does less than this does something that it does not count.
const LEAST_PER_MILLISECOND: u64 = 250;

/// With less, no solver answers anything.
const LEAST_WORK: u64 = 50_000;

/// Who takes this part of its time would have taken more.
const NEARLY_ALL: f64 = 0.9;

/// A solver gives up by itself when its time is over; if it does not, it is given this much more.
const GRACE: Duration = Duration::from_millis(300);

/// How often a solver is asked that dies.
const TRIES: u64 = 3;

/// So often in a row, a solver may fail to answer anything before it is not asked any more.
const MOST_FAILURES: u32 = 24;

/// So much is shown of an answer that is none, in characters.
const MOST_SHOWN: usize = 120;

/// How far from zero solutions are looked for among bit-vectors, in bits.
const RADII: [u32; 3] = [8, 31, LARGEST_RADIUS];
const LARGEST_RADIUS: u32 = 62;

/// The same where numbers of the problem are longer: two bits more than these have.
fn wide_radius(problem: &NumericProblem) -> Option<u32> {
    let widest = problem.widest().max(longest_shift(problem));
    (widest >= u64::from(LARGEST_RADIUS)).then(|| u32::try_from(widest + 2).ok()).flatten()
}

/// By how many places something is shifted at most, by constants.
fn longest_shift(problem: &NumericProblem) -> u64 {
    let mut longest = 0;
    let sides = problem.comparisons.iter().flat_map(|each| [&each.left, &each.right]);
    let mut pending: Vec<&NumericExpr> = sides.collect();
    while let Some(expr) = pending.pop() {
        match expr {
            NumericExpr::Arithmetic(operator, left, right) => {
                if let (
                    Arithmetic::ShiftLeft | Arithmetic::ShiftRight,
                    NumericExpr::Constant(places),
                ) = (operator, &**right)
                {
                    let places = places.as_integer().and_then(|places| places.magnitude().to_u64());
                    longest = longest.max(places.unwrap_or(0));
                }
                pending.extend([&**left, &**right]);
            }
            NumericExpr::Unary(_, operand) => pending.push(operand),
            NumericExpr::Constant(_) | NumericExpr::Variable(_) => {}
        }
    }
    longest
}

impl Smt {
    pub fn new(program: Program, options: Options) -> Smt {
        let log = options.log.clone().map(Log::new);
        Smt {
            program,
            options,
            process: None,
            log,
            evaluator: Evaluator::new(),
            failures: 0,
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

    /// What the solver says, and the work that it took: all of it if the clock stopped it.
    fn ask(&mut self, script: &Script, kinds: &[NumberKind], limit: Limit) -> (Reply, u64) {
        let limit = match self.program.brand {
            Brand::Z3 => limit,
            Brand::Cvc5 => Limit { time: limit.in_time(), ..limit },
        };
        let text = self.in_dialect(script, limit);
        self.statistics.queries += 1;
        let started = Instant::now();
        let reply = self.exchange(&text, limit.time);
        let time = started.elapsed();
        match &reply {
            Ok(reply) => self.write_log(&text, reply),
            Err(why) => self.write_log(&text, &why.to_string()),
        }
        let counted = reply.as_ref().ok().and_then(|reply| model::work(reply));
        let work = match counted {
            _ if time >= limit.time.mul_f64(NEARLY_ALL) => limit.work,
            Some(work) => work,
            None => time.as_millis() as u64 * WORK_PER_MILLISECOND,
        };
        let reply = match reply {
            Ok(reply) => read_reply(&reply, kinds),
            Err(why) => Reply::GaveUp(why, None),
        };
        (reply, work)
    }

    /// A solver that dies before its time is over is asked again: it may have been somebody else's
    /// doing.
    fn exchange(&mut self, text: &str, limit: Duration) -> Result<String, NumericWhy> {
        let started = Instant::now();
        for _ in 1..TRIES {
            match self.exchange_once(text, limit) {
                Err(NumericWhy::Smt(SmtWhy::Died)) if started.elapsed() < limit => {}
                reply => return reply,
            }
        }
        self.exchange_once(text, limit)
    }

    fn exchange_once(&mut self, text: &str, limit: Duration) -> Result<String, NumericWhy> {
        if self.failures >= MOST_FAILURES {
            return Err(SmtWhy::DoesNotWork.into());
        }
        if self.process.is_none() {
            let arguments = self.arguments();
            let started =
                Process::start(&self.program.path, &arguments, self.options.memory_megabytes);
            self.statistics.starts += 1;
            let started = started.map_err(|error| SmtWhy::DoesNotStart(error.to_string()))?;
            self.process = Some(started);
        }
        let process = self.process.as_mut().expect("it was started");
        let reply = process.ask(&format!("(reset)\n{text}"), limit + GRACE);
        self.failures = match reply {
            Ok(_) => 0,
            // What takes long may be the question's fault.
            Err(Silence::TimedOut) => self.failures,
            Err(Silence::Died | Silence::SaidTooMuch) => self.failures + 1,
        };
        reply.map_err(|silence| {
            self.process = None;
            self.statistics.deaths += 1;
            match silence {
                Silence::TimedOut => NumericWhy::TookTooLong,
                Silence::Died => SmtWhy::Died.into(),
                Silence::SaidTooMuch => SmtWhy::SaysTooMuch.into(),
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
        arguments.iter().map(|&argument| argument.to_owned()).collect()
    }

    /// The whole query, as this solver likes it.
    fn in_dialect(&self, script: &Script, limit: Limit) -> String {
        let milliseconds = limit.time.as_millis().max(1);
        let (options, check, work) = match self.program.brand {
            Brand::Z3 => {
                // After a push it takes its incremental core, which is faster on small queries.
                let options = format!(
                    "(set-option :timeout {milliseconds})\n(set-option :rlimit {})\n(push 1)\n",
                    limit.work
                );
                // Incremental solving of floats is slow; within one query there is no need for it.
                let check =
                    if script.has_floats { "(check-sat-using qffpbv)" } else { "(check-sat)" };
                (options, check, "(get-info :rlimit)\n")
            }
            Brand::Cvc5 => {
                (format!("(set-option :tlimit-per {milliseconds})\n"), "(check-sat)", "")
            }
        };
        format!("{options}{}{check}\n{}{work}", script.text, script.question())
    }

    fn write_log(&mut self, text: &str, answer: &str) {
        if let Some(log) = &mut self.log {
            log.write(&self.program, text, answer);
        }
    }
}

impl NumericSolver for Smt {
    fn solve(&mut self, problem: &NumericProblem, patience: &Patience) -> NumericAnswer {
        let Ok(folded) = fold::fold(problem, &mut self.evaluator) else {
            return NumericAnswer::Refuted;
        };
        let kinds: Vec<NumberKind> =
            folded.variables.iter().map(|variable| variable.kind).collect();
        let mut work = patience.left().min(self.options.work).max(LEAST_WORK);
        let timeout = self.options.timeout;
        let end = Instant::now() + patience.time_left().map_or(timeout, |left| left.min(timeout));
        let mut why = NumericWhy::Smt(SmtWhy::NotUnderstood);
        let mut last: Option<Script> = None;
        let mut is_cut = false;
        let radii = RADII.into_iter().chain(wide_radius(&folded));
        let machine = radii.map(|radius| machine::encode(&folded, radius));
        for script in
            std::iter::once_with(|| mathematical::encode(&folded)).chain(machine).flatten()
        {
            if last.as_ref().is_some_and(|last| last.text == script.text) {
                continue;
            }
            let time = end.saturating_duration_since(Instant::now());
            if work == 0 || time.is_zero() {
                is_cut = true;
                break;
            }
            // As mathematics, a problem that has another chance may take half of it.
            let share = if last.is_none() { 2 } else { 1 };
            let limit = Limit::new(work.div_ceil(share), time / share as u32);
            if script.work > limit.work {
                is_cut = true;
                last = Some(script);
                continue;
            }
            let (reply, spent) = self.ask(&script, &kinds, limit);
            patience.spend(spent);
            work = work.saturating_sub(spent);
            is_cut |= spent >= limit.work;
            match reply {
                Reply::Sat(values) => match values {
                    Some(values) if self.evaluator.satisfies(problem, &values) => {
                        return NumericAnswer::Sat(values);
                    }
                    _ => why = NumericWhy::FailedCheck,
                },
                Reply::Unsat => match &script.if_unsat {
                    Halt::Impossible => return NumericAnswer::Refuted,
                    Halt::GaveUp(reason) => why = reason.clone(),
                },
                Reply::GaveUp(reason, guess) => {
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
        NumericAnswer::GaveUp(if is_cut { NumericWhy::TookTooLong } else { why })
    }
}

fn read_reply(reply: &str, kinds: &[NumberKind]) -> Reply {
    let Some((first, rest)) = Sexpr::read(reply) else {
        return Reply::GaveUp(SmtWhy::SaysNothing.into(), None);
    };
    match first {
        Sexpr::Word("sat") => Reply::Sat(model::values(rest, kinds)),
        Sexpr::Word("unsat") => Reply::Unsat,
        Sexpr::Word("unknown" | "timeout") => {
            Reply::GaveUp(SmtWhy::DoesNotKnow.into(), model::values(rest, kinds))
        }
        _ => {
            let line = reply.lines().next().unwrap_or("").trim();
            let shown: String = line.chars().take(MOST_SHOWN).collect();
            Reply::GaveUp(SmtWhy::Says(shown).into(), None)
        }
    }
}

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wide_bits;
