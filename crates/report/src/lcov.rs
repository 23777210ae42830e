//! What do tools that show coverage read? LCOV's format: a record per source file.
//!
//! Functions are `FN`, clauses are branches (`BRDA`, one block for each function), lines are `DA`.
//! Counts are runs of the function under test that came there. The format has no escapes: what would
//! end a line or a field in a name is shown in the way of Erlang. Functions that a module includes from
//! another file are left out, as their lines are: a record is about one file.

use crate::coverage::{Clause, Coverage};
use crate::{Report, check, visible};
use std::fmt::Write;

/// The file of a module that is its own.
const OWN_FILE: u16 = 0;

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
    let written: Vec<&Clause> = (coverage.clauses.iter())
        .filter(|each| !each.is_generated && each.file == OWN_FILE)
        .collect();
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
    let reached = written.iter().filter(|clause| clause.is_reached()).count();
    line(format!("BRF:{}\nBRH:{reached}", written.len()));
    for (number, runs) in coverage.lines() {
        line(format!("DA:{number},{runs}"));
    }
    let share = coverage.line_share();
    line(format!("LF:{}\nLH:{}\nend_of_record", share.known, share.reached));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_erlang::FunctionName;
    use term::Atom;
    use trace::ClauseId;

    fn clause(name: &str, file: u16, line: u32) -> Clause {
        let function = FunctionName { name: Atom::new(name), arity: 1 };
        Clause {
            id: ClauseId { module: Atom::new("m"), function, number: line },
            file,
            line,
            is_generated: false,
            lines: if file == OWN_FILE { vec![line] } else { Vec::new() },
            runs: 1,
            missed: None,
        }
    }

    #[test]
    fn names_stay_in_their_field_and_included_functions_in_their_file() {
        let coverage = Coverage {
            module: Some(Atom::new("m")),
            source: "m.erl".to_owned(),
            clauses: vec![clause("included", 1, 90), clause("a,b\nc", OWN_FILE, 3)],
        };
        let lines = "TN:ermine\nSF:m.erl\nFN:3,a\\x{2C}b\\nc/1\nFNDA:1,a\\x{2C}b\\nc/1\nFNF:1\nFNH:1\n\
                     BRDA:3,0,0,1\nBRF:1\nBRH:1\nDA:3,1\nLF:1\nLH:1\nend_of_record\n";
        assert_eq!(record(&coverage), lines);
    }
}
