//! What does a case state? Comments in the program itself:
//!
//! ```erlang
//! %%! explore: f/1                 the function under test; the first line
//! %%! explore: api                 or calls in a row: a crash is stated as `api(Calls) when length(Calls) < 4`
//! %%! seed: [[17]]                 where to start, instead of what the spec suggests
//! %%! depth: 20                    as the options of `ermine run`
//! %%! runs: 50                     or else as many as most need: see `RUNS`
//! %%! reductions: 10000
//! %%! schedules: 1000              so many orders of processes are tried
//! %%! preemptions: 1               those that interrupt a process more often are not
//! %%! all-crashes                  as the options of `ermine run`
//! %%! lost-messages
//! %%! orders: 24                   so many were seen that differ, and none is left
//! %%! no-spec
//! f([_, X | _]) when X > 10 -> 1 div (X - 42);
//! %%                           ^^^^^^^^^^^^^^ crash: error:badarith, f([_, 42 | _])
//! %%! crash in lists: error:function_clause, f(_)     a place in somebody else's code
//! %%! crash by signal: exit:_, f(_)                   another process took it down
//! %%! hang: f(N) when N < 0        it has no end
//! %%! may hang: f(_)               it took all its reductions, and nobody knows whether it has one
//! %%! deadlock: f(_)
//! %%! halt: f(_)                   it ends the whole system
//! %%! lost message: f(_)           nobody receives a message
//! %%! spec violation: f(_)         it returns what its spec does not allow
//! %%! post violation: f(_)         it returns what its postcondition does not allow
//! %%! stop: exhausted              or runs
//! %%! verdict: crash               or proved, or no_crash_found
//! %%! complete                     whatever was found, nothing was cut or lost
//! %%! covers: all                  every clause of the program was reached
//! %%! known-wrong: why             the rest states today's wrong answer
//! ```
//!
//! A crash is a class, a pattern for its reason, and a pattern for the call that leads there, with a
//! guard if need be. All crashes that are stated must be found, and no others.

use anyhow::{Context, Result, anyhow, bail, ensure};

#[derive(Debug)]
pub struct Statement {
    pub function: String,
    pub arity: u32,
    pub seed: Option<String>,
    /// If it is stated, no run is followed any deeper.
    pub depth: Option<usize>,
    pub runs: Option<u64>,
    pub reductions: u64,
    pub no_spec: bool,
    pub schedules: usize,
    pub preemptions: Option<usize>,
    pub all_crashes: bool,
    pub lost_messages: bool,
    pub orders: Option<usize>,
    pub expected: Vec<Expected>,
    pub stop: Option<String>,
    pub verdict: Option<String>,
    pub is_complete: bool,
    pub covers_all: bool,
    pub known_wrong: Option<String>,
}

/// Something that must be found.
#[derive(Debug)]
pub struct Expected {
    pub what: What,
    /// Erlang text: a call, perhaps with a guard.
    pub call: String,
}

#[derive(Debug)]
pub enum What {
    Crash { place: Where, class: String, reason: String },
    Hang,
    MayHang,
    Deadlock,
    Halt,
    LostMessage,
    SpecViolation,
    PostViolation,
    OutsideFunType,
}

#[derive(Debug, PartialEq)]
pub enum Where {
    /// A line of the case.
    Line(i64),
    /// Anywhere in this module.
    Module(String),
    /// Somewhere: an exit signal of another process.
    Signal,
}

/// A case that needs more runs says so. Time is no limit: it would depend on what else the machine does.
pub const RUNS: u64 = 20_000;
const REDUCTIONS: u64 = 200_000;

/// Stands in the place of a function where calls in a row are explored.
pub const API: &str = "api";

impl Statement {
    pub fn read(text: &str) -> Result<Statement> {
        let mut lines = text.lines().zip(1..).peekable();
        let first = lines.next().and_then(|(line, _)| line.strip_prefix("%%! explore: "));
        let explored = first.context("the first line is no `%%! explore: function/arity`")?;
        let (function, arity) = match explored.trim() {
            API => (API, "1"),
            one => one.rsplit_once('/').context("explore: function/arity")?,
        };
        let mut statement = Statement {
            function: function.to_owned(),
            arity: arity.parse().context("explore: function/arity")?,
            seed: None,
            depth: None,
            runs: None,
            reductions: REDUCTIONS,
            no_spec: false,
            schedules: 1,
            preemptions: None,
            all_crashes: false,
            lost_messages: false,
            orders: None,
            expected: Vec::new(),
            stop: None,
            verdict: None,
            is_complete: false,
            covers_all: false,
            known_wrong: None,
        };
        let mut code = (0, "");
        for (line, number) in lines {
            let read = if let Some(statement_text) = line.strip_prefix("%%! ") {
                statement.directive(statement_text.trim())
            } else if line.starts_with("%%") && line.trim_start_matches(['%', ' ']).starts_with('^')
            {
                statement.marker(line, code)
            } else {
                code = (number, line);
                Ok(())
            };
            read.with_context(|| format!("line {number}: {line}"))?;
        }
        Ok(statement)
    }

    /// Does it state anything that a search could fail to do? That nothing is found that is not stated
    /// can be said of a search that finds nothing.
    pub fn can_fail(&self) -> bool {
        !self.expected.is_empty()
            || self.stop.is_some()
            || self.orders.is_some()
            || self.verdict.is_some()
            || self.is_complete
            || self.covers_all
    }

    fn directive(&mut self, text: &str) -> Result<()> {
        let (key, value) = text.split_once(": ").unwrap_or((text, ""));
        let value = value.trim();
        match key {
            "seed" => self.seed = Some(value.to_owned()),
            "depth" => self.depth = Some(value.parse()?),
            "runs" => self.runs = Some(value.parse()?),
            "reductions" => self.reductions = value.parse()?,
            "schedules" => self.schedules = value.parse()?,
            "preemptions" => self.preemptions = Some(value.parse()?),
            "all-crashes" => self.all_crashes = true,
            "lost-messages" => self.lost_messages = true,
            "orders" => self.orders = Some(value.parse()?),
            "no-spec" => self.no_spec = true,
            "stop" => self.stop = Some(value.to_owned()),
            "verdict" => self.verdict = Some(value.to_owned()),
            "complete" => self.is_complete = true,
            "covers" if value == "all" => self.covers_all = true,
            "known-wrong" => self.known_wrong = Some(value.to_owned()),
            "hang" => self.expect(What::Hang, value),
            "may hang" => self.expect(What::MayHang, value),
            "deadlock" => self.expect(What::Deadlock, value),
            "halt" => self.expect(What::Halt, value),
            "lost message" => self.expect(What::LostMessage, value),
            "spec violation" => self.expect(What::SpecViolation, value),
            "post violation" => self.expect(What::PostViolation, value),
            "outside a fun's type" => self.expect(What::OutsideFunType, value),
            "crash by signal" => self.crash(Where::Signal, value)?,
            _ => match key.strip_prefix("crash in ") {
                Some(module) => self.crash(Where::Module(module.to_owned()), value)?,
                None => bail!("{key:?} says nothing"),
            },
        }
        Ok(())
    }

    fn expect(&mut self, what: What, call: &str) {
        self.expected.push(Expected { what, call: call.to_owned() });
    }

    /// `%%    ^^^^ crash: class:reason, f(…)`, below the line it is about.
    fn marker(&mut self, line: &str, (number, code): (i64, &str)) -> Result<()> {
        let start = line.find('^').unwrap_or_default();
        let end = start + line[start..].chars().take_while(|letter| *letter == '^').count();
        let marked = code.get(start..end).unwrap_or_default();
        let is_exact = !marked.is_empty() && marked.trim() == marked;
        ensure!(is_exact, "the carets do not fit the line above: {marked:?}");
        let crash = line[end..].trim().strip_prefix("crash: ").context("what of it? `crash: …`")?;
        self.crash(Where::Line(number), crash)
    }

    fn crash(&mut self, place: Where, text: &str) -> Result<()> {
        let (class, rest) = text.split_once(':').context("class:reason, call")?;
        let call_start = format!(", {}(", self.function);
        let comma = rest.find(&call_start);
        let comma = comma.ok_or_else(|| anyhow!("which call of {}?", self.function))?;
        self.expected.push(Expected {
            what: What::Crash {
                place,
                class: class.trim().to_owned(),
                reason: rest[..comma].trim().to_owned(),
            },
            call: rest[comma + 2..].to_owned(),
        });
        Ok(())
    }
}
