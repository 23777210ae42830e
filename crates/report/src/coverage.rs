//! How much of the module was reached? Its clauses, with those apart that only the compiler wrote.

use crate::Mfa;
use std::collections::BTreeSet;
use term::Atom;
use trace::Site;

/// Clauses of the module under test. Known are those of functions that some run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    pub written: Share,
    /// Clauses that the compiler added, such as the one that raises `function_clause`.
    pub generated: Share,
    /// Clauses that somebody wrote and no run reached, in the order of their lines.
    pub missed: Vec<Missed>,
    /// Every clause that is known.
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    pub function: Mfa,
    /// Which of the module's files; the first is its own.
    pub file: u16,
    pub line: u32,
    pub column: u16,
    pub generated: bool,
    pub reached: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub reached: usize,
    pub known: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Missed {
    pub function: Mfa,
    pub line: u32,
}

pub fn coverage(module: Atom, sites: &[Site], covered: &BTreeSet<u32>) -> Coverage {
    let mut coverage = Coverage::default();
    // The engine may know functions from elsewhere; those that no run came to do not count.
    let sites = || (0..).zip(sites).filter(|(_, site)| site.module == module);
    let entered: BTreeSet<_> = sites()
        .filter(|(number, _)| covered.contains(number))
        .map(|(_, site)| site.function)
        .collect();
    for (number, site) in sites().filter(|(_, site)| entered.contains(&site.function)) {
        let is_reached = covered.contains(&number);
        let is_generated = site.position.generated;
        let share = if is_generated { &mut coverage.generated } else { &mut coverage.written };
        share.known += 1;
        share.reached += usize::from(is_reached);
        let (function, arity) = (site.function.name, site.function.arity as usize);
        let function = Mfa { module, function, arity };
        coverage.clauses.push(Clause {
            function,
            file: site.position.file,
            line: site.position.line,
            column: site.position.column,
            generated: is_generated,
            reached: is_reached,
        });
        if !is_reached && !is_generated {
            coverage.missed.push(Missed { function, line: site.position.line });
        }
    }
    coverage.missed.sort_by_key(|missed| missed.line);
    coverage
}
