//! What do tools that show coverage read? LCOV's format: a record per source file.
//!
//! Functions are `FN`, clauses are branches (`BRDA`, one block for each function), lines are `DA`.
//! Counts are runs of the function under test that came there. The format has no escapes: what would
//! end a line in a name is shown in the way of Erlang.

use crate::coverage::{Clause, Coverage};
use crate::{Report, check, visible};
use std::fmt::Write;

/// Searches in the same module are put together.
pub fn render(report: &Report) -> String {
    let modules = check::coverage(report);
    modules.iter().filter(|module| module.module.is_some()).map(record).collect()
}

fn record(coverage: &Coverage) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("a String takes everything");
    line("TN:ermine".to_owned());
    line(format!("SF:{}", visible::line(&coverage.source)));
    let written: Vec<&Clause> = coverage.clauses.iter().filter(|each| !each.is_generated).collect();
    let functions: Vec<&[&Clause]> =
        written.chunk_by(|a, b| a.id.function == b.id.function).collect();
    let name = |clauses: &[&Clause]| {
        let function = clauses[0].id.function;
        // A comma ends a name.
        let name = visible::line(function.name.name()).replace(',', "\\x{2C}");
        format!("{name}/{}", function.arity)
    };
    let most = |clauses: &[&Clause]| clauses.iter().map(|clause| clause.runs).max().unwrap_or(0);
    for clauses in &functions {
        line(format!("FN:{},{}", clauses[0].line, name(clauses)));
    }
    for clauses in &functions {
        line(format!("FNDA:{},{}", most(clauses), name(clauses)));
    }
    let reached = functions.iter().filter(|clauses| most(clauses) > 0).count();
    line(format!("FNF:{}\nFNH:{reached}", functions.len()));
    for (block, clauses) in functions.iter().enumerate() {
        for (branch, clause) in clauses.iter().enumerate() {
            // A dash says that nobody came to the function at all.
            let runs = match clause.runs {
                0 if most(clauses) == 0 => "-".to_owned(),
                runs => runs.to_string(),
            };
            line(format!("BRDA:{},{block},{branch},{runs}", clause.line));
        }
    }
    let share = coverage.written();
    line(format!("BRF:{}\nBRH:{}", share.known, share.reached));
    for (number, runs) in coverage.lines() {
        line(format!("DA:{number},{runs}"));
    }
    let share = coverage.line_share();
    line(format!("LF:{}\nLH:{}\nend_of_record", share.known, share.reached));
    out
}
