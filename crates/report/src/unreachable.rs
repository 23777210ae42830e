//! Which clauses can go? Those that no call within the spec comes to, where the search has proved it.
//!
//! That is said of the function under test and of nothing that it calls: others may call that too. A
//! clause that raises is there for calls that the spec does not allow, and is not told.

use crate::coverage::{Clause, Missed};
use crate::rule::Rule;
use crate::stack::SourceLine;
use crate::{Coverage, Function, Mfa, Report, Target, check};
use core_erlang::FunctionName;
use term::{Atom, atoms};
use trace::ClauseId;
use trace::outline::ClauseOutline;

/// A clause that no input reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct UnreachableClause {
    pub id: ClauseId,
    pub place: SourceLine,
}

pub const NAME: &str = "unreachable clause";

pub fn rule() -> Rule {
    Rule {
        id: "unreachable_clause".to_owned(),
        description: "No call that the -spec allows comes to this clause.",
    }
}

impl UnreachableClause {
    pub fn function(&self) -> Mfa {
        let FunctionName { name, arity } = self.id.function;
        Mfa { module: self.id.module, function: name, arity: arity as usize }
    }
}

/// Those of a search that has seen everything.
pub fn of(target: &Target, coverage: &Coverage, is_complete: bool) -> Vec<UnreachableClause> {
    let Mfa { function: name, arity, .. } = target.mfa;
    let tested = FunctionName { name, arity: arity as u32 };
    let file = match &target.definition {
        Some((file, _)) => file,
        None => &coverage.source,
    };
    let mut unreachable = Vec::new();
    let own = || coverage.clauses.iter().filter(|clause| clause.id.function == tested);
    // Whoever came to none of them has not run them.
    let is_complete = is_complete && own().any(Clause::is_reached);
    for clause in own() {
        let is_proved = is_complete && clause.missed == Some(Missed::Unreachable);
        let is_written = !clause.is_generated && clause.file == 0 && clause.line > 0;
        let raises = target.outline.clause(clause.id).is_none_or(raises);
        if is_proved && is_written && !raises {
            let line = clause.line as usize;
            let text = target.sources.line(target.mfa.module, file, line);
            let place = SourceLine { file: target.sources.name(file), line, column: None, text };
            unreachable.push(UnreachableClause { id: clause.id, place });
        }
    }
    unreachable.sort_by_key(|clause| clause.place.line);
    unreachable
}

/// Does it end in an exception of its own making?
fn raises(clause: &ClauseOutline) -> bool {
    let is_raise = |(module, function): &(Atom, FunctionName)| {
        *module == atoms::erlang
            && matches!(function.name.name(), "error" | "exit" | "throw" | "raise")
    };
    clause.calls.iter().any(is_raise)
}

impl Report {
    /// What one search has proved, another one of the same module may have disproved: who calls the
    /// function from elsewhere does not keep to its spec.
    pub fn settle_unreachable(&mut self) {
        if self.functions.iter().all(|function| function.unreachable.is_empty()) {
            return;
        }
        let modules = check::coverage(self);
        let is_unreachable = |id: ClauseId| {
            let coverage = modules.iter().find(|each| each.module == Some(id.module));
            let clause = coverage.and_then(|each| each.clauses.iter().find(|each| each.id == id));
            clause.is_none_or(|clause| clause.missed == Some(Missed::Unreachable))
        };
        for function in &mut self.functions {
            function.unreachable.retain(|clause| is_unreachable(clause.id));
        }
    }

    /// Every clause that can go, with the function that was tested.
    pub fn unreachable(&self) -> impl Iterator<Item = (&Function, &UnreachableClause)> {
        self.functions
            .iter()
            .flat_map(|function| function.unreachable.iter().map(move |clause| (function, clause)))
    }
}
