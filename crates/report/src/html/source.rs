//! Which lines were reached? The source of a module, painted.
//!
//! Known is which clauses runs came to, and where each begins. A line on which none begins is
//! painted, more faintly, like the clause that it is indented under.

use crate::coverage::{Clause, Missed};
use crate::{Report, SourceFile, text, visible};
use std::collections::{BTreeMap, BTreeSet};
use term::{Atom, Term};
use trace::ClauseId;

/// Generated code may have lines without number, and without end.
const MOST_LINES: usize = 20_000;
const LONGEST_LINE: usize = 500;

/// A line as the page shows it.
pub fn shown(text: &str) -> String {
    text::cut(&visible::source(text), LONGEST_LINE)
}

pub struct Module {
    pub name: String,
    pub file: String,
    pub lines: Vec<Line>,
    /// Lines that are not shown.
    pub more: usize,
    pub reached: usize,
    pub known: usize,
    pub generated_reached: usize,
    pub generated_known: usize,
}

pub struct Line {
    pub text: String,
    /// The classes that give it its colour.
    pub class: String,
    /// What is said about it where the mouse rests.
    pub note: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Covered,
    Partly,
    Missed,
    /// No input comes there, which is proved.
    Unreachable,
    Generated,
}

impl State {
    fn class(self) -> &'static str {
        match self {
            // Every line has one: longer names would be a good part of the page.
            State::Covered => "c",
            State::Partly => "p",
            State::Missed => "m",
            State::Unreachable => "u",
            State::Generated => "g",
        }
    }
}

/// The modules under test, in the order in which they come.
pub fn modules(report: &Report) -> Vec<Module> {
    let mut names: Vec<Atom> = Vec::new();
    for function in &report.functions {
        if !names.contains(&function.mfa.module) {
            names.push(function.mfa.module);
        }
    }
    names.into_iter().map(|name| module(name, report)).collect()
}

fn module(name: Atom, report: &Report) -> Module {
    let of_module = || report.functions.iter().filter(move |function| function.mfa.module == name);
    let clauses = united(of_module().flat_map(|function| &function.coverage.clauses));
    let unreachable: BTreeSet<ClauseId> =
        of_module().flat_map(|function| &function.unreachable).map(|clause| clause.id).collect();
    let source = report.sources.get(&name);
    let count = |generated, reached: bool| {
        let of_kind = clauses.iter().filter(|clause| clause.is_generated == generated);
        of_kind.filter(|clause| clause.is_reached() || !reached).count()
    };
    Module {
        name: Term::Atom(name).to_string(),
        file: source.map(|source| visible::line(&source.name).into()).unwrap_or_default(),
        more: source.map(|source| source.lines.len().saturating_sub(MOST_LINES)).unwrap_or(0),
        lines: source.map(|source| painted(source, &clauses, &unreachable)).unwrap_or_default(),
        reached: count(false, true),
        known: count(false, false),
        generated_reached: count(true, true),
        generated_known: count(true, false),
    }
}

/// A clause is reached if any of the searches came to it. What none of them calls is left out.
fn united<'a>(clauses: impl Iterator<Item = &'a Clause>) -> Vec<Clause> {
    let mut united: BTreeMap<ClauseId, Clause> = BTreeMap::new();
    for clause in clauses.filter(|clause| clause.missed != Some(Missed::NotCalled)) {
        let known = united.entry(clause.id).or_insert_with(|| Clause { runs: 0, ..clause.clone() });
        known.runs += clause.runs;
    }
    united.into_values().collect()
}

fn painted(source: &SourceFile, clauses: &[Clause], unreachable: &BTreeSet<ClauseId>) -> Vec<Line> {
    let mut at: BTreeMap<usize, Vec<&Clause>> = BTreeMap::new();
    // Only the module's own file is shown: clauses of included files are counted, not painted.
    for clause in clauses.iter().filter(|clause| clause.file == 0) {
        at.entry(clause.line as usize).or_default().push(clause);
    }
    let mut above: Vec<(usize, State)> = Vec::new();
    let mut lines = Vec::new();
    for (number, text) in (1..).zip(source.lines.iter().take(MOST_LINES)) {
        let code = text.trim_start();
        let indent = text.chars().count() - code.chars().count();
        let is_code = !code.is_empty() && !code.starts_with('%');
        if is_code {
            above.retain(|(other, _)| *other < indent);
        }
        let (class, note) = match at.get(&number) {
            Some(clauses) => {
                let state = state(clauses, unreachable);
                above.push((indent, state));
                (format!("{} h", state.class()), note(clauses, state))
            }
            None if is_code => {
                let class = above.last().map(|(_, state)| state.class());
                (class.unwrap_or_default().to_owned(), String::new())
            }
            None => Default::default(),
        };
        lines.push(Line { text: shown(text), class, note });
    }
    lines
}

/// What somebody wrote counts; only where there is nothing else, what the compiler added.
fn state(clauses: &[&Clause], unreachable: &BTreeSet<ClauseId>) -> State {
    let written = || clauses.iter().filter(|clause| !clause.is_generated);
    match (written().count(), written().filter(|clause| clause.is_reached()).count()) {
        (0, _) => State::Generated,
        (_, 0) if written().all(|clause| unreachable.contains(&clause.id)) => State::Unreachable,
        (known, reached) if known == reached => State::Covered,
        (_, 0) => State::Missed,
        _ => State::Partly,
    }
}

/// `2 of 3 clauses reached; 1 clause of the compiler, not reached`
fn note(clauses: &[&Clause], state: State) -> String {
    let mut parts = Vec::new();
    if state == State::Unreachable {
        parts.push("no input reaches it".to_owned());
    }
    let count = |generated: bool| {
        let of_kind = || clauses.iter().filter(move |clause| clause.is_generated == generated);
        (of_kind().filter(|clause| clause.is_reached()).count(), of_kind().count())
    };
    let noun = |known: usize| text::count(known as u64, "clause");
    if let (reached, known @ 1..) = count(false) {
        parts.push(format!("{reached} of {} reached", noun(known)));
    }
    if let (reached, known @ 1..) = count(true) {
        parts.push(format!("{reached} of {} of the compiler reached", noun(known)));
    }
    parts.join("; ")
}
