//! What does a report on whole modules say first? A line for each module, and one for all.

use super::{Detail, Pen, count, seconds};
use crate::advice::{self, Shared};
use crate::check::{Check, FailureKind, Loading, Tally, modules, operations};
use crate::group;
use crate::operations::OperationTotals;
use crate::{Function, Rank, Report, dialect, room};
use explore::{StopReason, Verdict};
use std::cmp::Reverse;
use term::{Atom, Term};

const TITLES: [&str; 8] =
    ["module", "functions", "crash", "proved", "no crash found", "findings", "clauses", "time"];

/// So many modules have a line.
const MOST_MODULES: usize = 25;

/// So many things that could not be tested, and runs that went wrong, are told.
const MOST_FAILURES: usize = 10;

/// So many functions are named that have something in common.
const MOST_NAMED: usize = 5;

pub fn table(pen: &mut Pen, report: &Report) {
    let modules = modules(report);
    let mut rows: Vec<[String; 8]> = vec![TITLES.map(str::to_owned)];
    let shown = most_interesting(&modules);
    rows.extend(shown.iter().map(|(name, tally)| row(dialect::module(*name), tally)));
    if shown.len() < modules.len() {
        let mut others = [const { String::new() }; 8];
        others[0] = format!("{} others", modules.len() - shown.len());
        rows.push(others);
    }
    if modules.len() != 1 {
        rows.push(row("total".to_owned(), &Tally::of(&report.functions)));
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..TITLES.len()).map(|column| width(column).unwrap_or(0)).collect();
    let last = rows.len() - 1;
    for (number, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate();
        let line: Vec<String> =
            cells.map(|(column, (cell, width))| aligned(column, cell, *width)).collect();
        let is_strong = number == 0 || number == last && modules.len() != 1;
        let style = if is_strong { pen.palette.strong } else { Default::default() };
        pen.styled(style, line.join("  ").trim_end());
        pen.line("");
    }
    pen.line("");
}

/// Those with the most findings, in their order; all if they are few.
fn most_interesting(modules: &[(Atom, Tally)]) -> Vec<&(Atom, Tally)> {
    let mut numbers: Vec<usize> = (0..modules.len()).collect();
    numbers.sort_by_key(|number| Reverse(modules[*number].1.sites));
    numbers.truncate(MOST_MODULES);
    numbers.sort_unstable();
    numbers.into_iter().map(|number| &modules[number]).collect()
}

/// Names begin at the left, numbers end at the right.
fn aligned(column: usize, cell: &str, width: usize) -> String {
    match column {
        0 => format!("{cell:<width$}"),
        _ => format!("{cell:>width$}"),
    }
}

fn row(name: String, tally: &Tally) -> [String; 8] {
    // A zero says less than nothing.
    let number = |number: usize| if number == 0 { "-".to_owned() } else { number.to_string() };
    [
        name,
        tally.functions.to_string(),
        number(tally.crash),
        number(tally.proved),
        number(tally.no_crash_found),
        number(tally.sites),
        format!("{} of {}", tally.clauses.reached, tally.clauses.known),
        seconds(tally.time),
    ]
}

/// The functions without a crash found by what they have in common: why, and what to do about it.
pub fn groups(pen: &mut Pen, report: &Report) {
    let open = |function: &&Function| function.verdict == Verdict::NoCrashFound;
    let mut groups: Vec<(Shared, Vec<String>)> = Vec::new();
    for function in report.functions.iter().filter(open) {
        let (shared, what) = advice::shared(function);
        let named = match what {
            Some(what) => format!("{} ({what})", dialect::name(function.mfa)),
            None => dialect::name(function.mfa),
        };
        match groups.iter_mut().find(|(known, _)| *known == shared) {
            Some((_, names)) => names.push(named),
            None => groups.push((shared, vec![named])),
        }
    }
    groups.sort_by_key(|(_, names)| Reverse(names.len()));
    for (Shared { why, advice }, names) in &groups {
        let number = names.len();
        let more = match number.saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let named = names[..number.min(MOST_NAMED)].join(", ");
        pen.push(&format!("{number} without a crash found, {why}: {named}{more}; "));
        pen.styled(pen.palette.strong, "hint:");
        pen.line(&format!(" {advice}"));
    }
    if !groups.is_empty() {
        pen.line("");
    }
}

/// What is missing of a project that is not built, before anything else.
pub fn opening(pen: &mut Pen, check: &Check, detail: Detail) {
    let Some(command) = check.loading.build.filter(|_| !check.loading.is_whole()) else { return };
    let failed = check.failures.iter().filter(|failure| failure.kind == FailureKind::Load);
    let all: Vec<&str> = failed.map(|failure| failure.subject.as_str()).collect();
    let named = all[..all.len().min(MOST_NAMED)].join(", ");
    let more = match all.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let modules = count(all.len() as u64, "module");
    pen.styled(pen.palette.bad, "not built:");
    pen.line(&format!(" {modules} cannot be loaded ({named}{more}); {command} builds the project"));
    if detail == Detail::Full {
        pen.line("");
    }
}

/// What was not tested, and then everything in one line.
pub fn closing(pen: &mut Pen, report: &Report, check: &Check) {
    for failure in check.failures.iter().take(MOST_FAILURES) {
        let title = match failure.kind {
            FailureKind::Load => "not loaded",
            FailureKind::Setup => "not tested",
            FailureKind::Internal => "bug in Ermine",
        };
        pen.styled(pen.palette.bad, &format!("{title}:"));
        // The compiler's messages name the file themselves.
        let is_named = failure.why.contains(&failure.subject);
        let subject = if is_named { String::new() } else { format!("{}: ", failure.subject) };
        pen.push(&format!(" {subject}"));
        pen.lines(&failure.why);
    }
    if check.failures.len() > MOST_FAILURES {
        pen.line(&format!("{} more could not be tested", check.failures.len() - MOST_FAILURES));
    }
    for note in notes(report, check) {
        pen.line(&note);
    }
    if check.failures.iter().any(|failure| failure.kind == FailureKind::Load)
        && !check.loading.is_whole()
        && check.loading.found > 1
    {
        let Loading { found, loaded, build } = check.loading;
        let hint = build.map(|command| format!("; {command} builds the project"));
        let hint = hint.unwrap_or_default();
        pen.styled(pen.palette.bad, &format!("only {loaded} of {found} modules could be loaded"));
        pen.line(&hint);
    }
    let OperationTotals { all, safe, found, left } = operations(report);
    if all > 0 {
        pen.line(&format!(
            "{} that can fail: {safe} shown safe, {found} found to fail, {left} left",
            count(all as u64, "operation")
        ));
    }
    let tally = Tally::of(&report.functions);
    let style = if report.fails() { pen.palette.bad } else { pen.palette.good };
    pen.styled(style, &count(tally.sites as u64, "finding"));
    pen.line(&format!(
        "{} in {} of {}; {} proved, {} without a crash found; {}",
        by_rank(report),
        tally.crash,
        count(tally.functions as u64, "function"),
        tally.proved,
        tally.no_crash_found,
        seconds(check.time)
    ));
}

/// ` (2 likely bugs, 1 spec too wide)`
fn by_rank(report: &Report) -> String {
    let groups = group::groups(report);
    let of_rank = |rank: Rank| {
        let number = groups.iter().filter(|group| group.rank() == rank).count();
        (number > 0).then(|| match rank {
            Rank::LikelyBug => count(number as u64, rank.words()),
            Rank::SpecTooWide if number > 1 => format!("{number} specs too wide"),
            _ => format!("{number} {}", rank.words()),
        })
    };
    let named: Vec<String> = Rank::ALL.into_iter().filter_map(of_rank).collect();
    if named.is_empty() { String::new() } else { format!(" ({})", named.join(", ")) }
}

fn notes(report: &Report, check: &Check) -> Vec<String> {
    let mut notes = Vec::new();
    let unchanged = &check.unchanged;
    if unchanged.functions > 0 {
        let with_findings = match (unchanged.functions, unchanged.with_findings) {
            (1, 0) => "it had no findings".to_owned(),
            (1, _) => "it had findings, which are still there".to_owned(),
            (_, 0) => "none of them had findings".to_owned(),
            (_, number) => format!("{number} of them had findings, which are still there"),
        };
        let functions = count(unchanged.functions as u64, "function");
        notes.push(format!("{functions} not tested again, being unchanged: {with_findings}"));
    }
    if check.interrupted > 0 {
        let functions = count(check.interrupted as u64, "function");
        notes.push(format!("{functions} not tested: interrupted"));
    }
    let cut = |function: &&Function| function.stop == StopReason::Interrupted;
    let cut = report.functions.iter().filter(cut).count();
    if cut > 0 {
        let functions = count(cut as u64, "function");
        notes.push(format!("{functions} not tested to the end: interrupted"));
    }
    let is_failed = |function: &&Function| matches!(function.stop, StopReason::Engine(_));
    let failed = report.functions.iter().filter(is_failed).count();
    if failed > 0 {
        let functions = count(failed as u64, "function");
        notes.push(format!("{functions} not tested to the end: the engine failed"));
    }
    let without_memory = report.functions.iter().filter(|each| each.is_out_of_memory()).count();
    if without_memory > 0 {
        let functions = count(without_memory as u64, "function");
        notes.push(format!(
            "{functions} not tested: stopped by --memory before a run came to its end"
        ));
    }
    notes.extend(missing_modules(check));
    let crate::LeftOut { modules, functions } = check.left_out;
    let left_out: Vec<String> = [(modules, "module"), (functions, "function")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| count(number as u64, noun))
        .collect();
    if !left_out.is_empty() {
        let by = report.configuration.as_deref().unwrap_or("the configuration");
        notes.push(format!("{} left out by {by}", left_out.join(" and ")));
    }
    if check.without_spec > 0 {
        let functions = count(check.without_spec as u64, "function");
        notes.push(format!("{functions} without a -spec not tested: --all includes them"));
    }
    notes.extend(configured(report));
    notes
}

/// That a configuration was used, and what was found and is meant to be.
pub fn configured(report: &Report) -> Option<String> {
    let used = report.configuration.as_ref().map(|file| format!("{file} was used"));
    let expected = match report.expected() {
        0 => None,
        1 => Some("1 finding was expected".to_owned()),
        number => Some(format!("{number} findings were expected")),
    };
    let both: Vec<String> = used.into_iter().chain(expected).collect();
    (!both.is_empty()).then(|| both.join("; "))
}

/// All modules that are called and not there, in one line.
fn missing_modules(check: &Check) -> Option<String> {
    let missing = &check.missing_modules;
    let named = missing.iter().take(MOST_NAMED).map(|each| {
        let functions = count(each.functions as u64, "function");
        let similar: Vec<String> =
            each.similar.iter().map(|name| Term::Atom(*name).to_string()).collect();
        let similar = match &similar[..] {
            [] => String::new(),
            names => format!(", is it {}?", names.join(" or ")),
        };
        format!("{} (called by {functions}{similar})", Term::Atom(each.name))
    });
    let named: Vec<String> = named.collect();
    let more = match missing.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (named, hint) = (named.join(", "), advice::ADD_FOLDER);
    (!missing.is_empty()).then(|| format!("modules that are not there: {named}{more}; {hint}"))
}

/// Every run that went another way than predicted, by the call that did.
pub fn divergences(pen: &mut Pen, report: &Report) {
    let diverging = report.functions.iter().filter(|each| !each.divergences.is_empty());
    for function in diverging.take(MOST_FAILURES) {
        let Some(first) = function.divergences.first() else { continue };
        pen.styled(pen.palette.bad, "bug in Ermine:");
        let runs = count(function.statistics.divergences, "run");
        let call = dialect::call_within(function.mfa, &first.arguments, room::WORDS).as_input();
        pen.line(&format!(" {runs} of {} went another way than predicted: {call}", function.mfa));
    }
}
