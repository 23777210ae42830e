//! What does an SMT solver say about whole terms? Lists, tuples, atoms and numbers as one datatype,
//! the types of the arguments as recursive functions.
//!
//! This is how concolic testers usually ask, and how Ermine does not: it is here to be compared with.
//! The shape solver must agree with it, and be faster. Whatever it has no word for is unknown.
//!
//! - [`encode`]: constraints as SMT-LIB
//! - [`decode`]: terms from the values that come back

mod decode;
mod encode;

use super::{Brand, Options, Program, Smt};
use crate::why::{ShapeWhy, SmtWhy};
use crate::{Answer, Model, Problem, Solver, Statistics, Why};
use std::time::Instant;

pub struct TermSolver {
    smt: Smt,
    statistics: Statistics,
}

impl TermSolver {
    pub fn new(program: Program, options: Options) -> TermSolver {
        TermSolver { smt: Smt::new(program, options), statistics: Statistics::default() }
    }

    fn answer(&mut self, problem: &Problem) -> Answer {
        let Some(encoding) = encode::encode(problem) else {
            return Answer::GaveUp(ShapeWhy::NoDatatype.into());
        };
        let timeout = self.smt.options.timeout;
        let limit = problem.patience.time_left().map_or(timeout, |left| left.min(timeout));
        let milliseconds = limit.as_millis().max(1);
        let options = match self.smt.program.brand {
            Brand::Z3 => format!(
                "(set-option :timeout {milliseconds})\n(set-option :pp.min_alias_size 1000000)\n\
                 (set-option :pp.max_depth 1000000)\n(push 1)\n"
            ),
            Brand::Cvc5 => format!("(set-option :tlimit-per {milliseconds})\n"),
        };
        let names: Vec<String> = (0..problem.start.len()).map(encode::argument).collect();
        let text = format!(
            "{options}{}(check-sat)\n(get-value ({} {}))\n",
            encoding.text,
            encode::TRUE,
            names.join(" ")
        );
        self.smt.statistics.queries += 1;
        self.statistics.smt_calls += 1;
        let reply = match self.smt.exchange(&text, limit) {
            Ok(reply) => reply,
            Err(why) => return Answer::GaveUp(why.into()),
        };
        let mut lines = reply.splitn(2, '\n');
        match lines.next().map(str::trim) {
            Some("unsat") => Answer::of(problem, Err(encoding.if_unsat)),
            Some("sat") => {
                let values = lines.next().unwrap_or("");
                let Some(arguments) = decode::arguments(values, &encoding.vocabulary) else {
                    return Answer::GaveUp(ShapeWhy::NoTerm.into());
                };
                Model::check(problem, arguments).map_or(Answer::GaveUp(Why::Rejected), Answer::Sat)
            }
            other => {
                let says = SmtWhy::Says(other.unwrap_or("").to_owned());
                Answer::GaveUp(Why::Arithmetic(says.into()))
            }
        }
    }
}

impl Solver for TermSolver {
    fn solve(&mut self, problem: &Problem) -> Answer {
        let start = Instant::now();
        let answer = self.answer(problem);
        let time = start.elapsed().as_nanos() as u64;
        self.statistics.nanoseconds += time;
        self.statistics.smt_nanoseconds += time;
        self.statistics.smt += 1;
        match &answer {
            Answer::Sat(_) => self.statistics.sat += 1,
            Answer::Refuted(_) => self.statistics.unsat += 1,
            Answer::GaveUp(_) => self.statistics.unknown += 1,
        }
        answer
    }

    fn statistics(&self) -> Statistics {
        self.statistics.clone()
    }
}

#[cfg(test)]
mod agreement;
