//! What does a report look like in a browser? One file that needs nothing else: the findings by rank with
//! their source, the functions with the paths that were taken, and each source once, painted by what was
//! reached.
//!
//! The page is made by templates, which escape whatever comes from the program. One script filters and
//! copies; the content policy names it by its hash, and allows no other.

mod chart;
mod digest;
mod source;
mod tree;

use crate::group::{Group, groups};
use crate::operations::{OperationsReport, Shown};
use crate::rank::Rank;
use crate::stack::SourceLine;
use crate::text::{self, Palette};
use crate::{Failure, Finding, Function, Report, SourceFile, dialect, room, visible, wording};
use askama::Template;
use chart::Chart;
use explore::Verdict;
use source::Module;
use std::collections::BTreeSet;
use tree::Tree;

/// So many lines of the source are shown around the line of a finding.
const AROUND: usize = 3;

const SCRIPT: &str = include_str!("../templates/report.js");

pub fn render(report: &Report) -> String {
    let groups = groups(report);
    let ranks = Rank::ALL.map(|rank| RankView {
        words: rank.words(),
        is_bad: rank <= Rank::SpecTooWide,
        findings: (1..)
            .zip(&groups)
            .filter(|(_, group)| group.rank() == rank)
            .map(|(number, group)| grouped(report, number, group))
            .collect(),
    });
    let functions: Vec<FunctionView> = (1..)
        .zip(&report.functions)
        .map(|(number, each)| function(report, number, each, &groups))
        .collect();
    let modules = groups.iter().map(|group| group.site.name.function.module);
    let found_in: BTreeSet<String> = modules.map(dialect::module).collect();
    let page = Page {
        name: visible::line(&report.name).into_owned(),
        ermine: &report.ermine,
        otp: &report.otp,
        count: groups.len(),
        ranks,
        found_in,
        mistakes: mistakes(report),
        unreachable: unreachable(report),
        proved: report.functions.iter().filter(|each| each.verdict == Verdict::Proved).count(),
        runs: report.functions.iter().map(|function| function.statistics.runs).sum(),
        functions,
        modules: source::modules(report),
        failures: report.failures().iter().map(failure).collect(),
        script_hash: digest::source_expression(SCRIPT),
        script: SCRIPT,
    };
    page.render().expect("a String takes everything")
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    name: String,
    ermine: &'a str,
    otp: &'a str,
    /// How many findings are the program's.
    count: usize,
    ranks: [RankView; 4],
    found_in: BTreeSet<String>,
    /// Findings that the BEAM refutes.
    mistakes: Vec<FindingView>,
    unreachable: Vec<UnreachableView>,
    proved: usize,
    runs: u64,
    functions: Vec<FunctionView>,
    modules: Vec<Module>,
    failures: Vec<FailureView>,
    script_hash: String,
    script: &'a str,
}

struct RankView {
    words: &'static str,
    is_bad: bool,
    findings: Vec<FindingView>,
}

struct FailureView {
    subject: String,
    why: String,
}

struct UnreachableView {
    place: String,
    function: String,
    why: String,
}

struct FunctionView {
    number: usize,
    mfa: String,
    /// The class that gives it its colour, and the word.
    kind: &'static str,
    verdict: &'static str,
    reached: usize,
    known: usize,
    runs: u64,
    time: String,
    /// The numbers of those that it leads to.
    findings: Vec<usize>,
    /// The verdict, what was cut or lost, and advice.
    said: String,
    operations: Option<OperationsView>,
    tree: Option<Tree>,
}

/// What became of what can fail.
struct OperationsView {
    all: usize,
    safe: usize,
    rows: Vec<OperationRow>,
    /// So many are left out, since there are many functions.
    more: usize,
}

struct OperationRow {
    place: String,
    function: String,
    what: String,
    /// The class that gives it its colour, and what became of it.
    kind: &'static str,
    state: String,
}

#[derive(Template)]
#[template(path = "finding.html")]
struct FindingView {
    /// 0: it has none, and nobody links to it.
    number: usize,
    rank: usize,
    module: String,
    title: &'static str,
    message: String,
    place: String,
    why: &'static str,
    excerpt: Vec<ExcerptLine>,
    /// The number of the line before the first.
    first_line: usize,
    call: String,
    /// Or else its beginning.
    is_whole: bool,
    /// Why the call cannot be pasted, if it cannot.
    no_notation: Option<&'static str>,
    /// Other functions that lead there.
    also: Vec<String>,
    stack: Vec<String>,
    /// What processes told each other.
    chart: Option<Chart>,
    standing: String,
    is_known: bool,
}

struct ExcerptLine {
    text: String,
    is_marked: bool,
}

/// The paths of all functions share the page, and each may show a few.
const ROOM_FOR_PATHS: usize = 224 << 10;

/// Where there are few, each may have a megabyte all the same.
const MOST_ROOM_FOR_PATHS: usize = 1 << 20;

fn room_for_paths(report: &Report) -> usize {
    match report.functions.len() {
        0 | 1 => MOST_ROOM_FOR_PATHS,
        functions => ROOM_FOR_PATHS / functions,
    }
}

/// What is said about all functions shares the page too, and so do the calls of all findings.
const ROOM_FOR_WORDS: usize = 224 << 10;

/// The verdict is said of each function, however many there are.
const LEAST_ROOM: usize = 100;

/// What is said of one among so many functions, up to the end of a line.
fn within(said: String, functions: usize) -> String {
    let room = (ROOM_FOR_WORDS / functions.max(1)).max(LEAST_ROOM);
    if said.len() <= room {
        return said;
    }
    let mut taken = 0;
    let is_in = |line: &&str| {
        let is_first = taken == 0;
        taken += line.len() + 1;
        is_first || taken <= room
    };
    let lines: Vec<&str> = said.lines().take_while(is_in).collect();
    format!("{}\n  … (the rest is in --format json)\n", lines.join("\n"))
}

/// So many operations are listed on a page, of all functions together.
const MOST_OPERATIONS: usize = 1000;

/// How long the call of one among so many findings may be.
fn room_for_call(findings: usize) -> usize {
    (ROOM_FOR_WORDS / findings.max(1)).clamp(LEAST_ROOM, room::CALL)
}

fn failure(failure: &Failure) -> FailureView {
    let [subject, why] = [&failure.subject, &failure.why].map(|text| visible::lines(text).into());
    FailureView { subject, why }
}

fn unreachable(report: &Report) -> Vec<UnreachableView> {
    let view = |(function, clause): (&Function, &crate::UnreachableClause)| UnreachableView {
        place: named(&clause.place),
        function: clause.function().to_string(),
        why: text::comes_nowhere(function),
    };
    report.unreachable().map(view).collect()
}

fn function(report: &Report, number: usize, function: &Function, groups: &[Group]) -> FunctionView {
    let (kind, verdict) = match function.verdict {
        Verdict::Crash => ("bad", "crash"),
        Verdict::Proved => ("good", "proved"),
        Verdict::NoCrashFound => ("unknown", "no crash found"),
    };
    let written = function.coverage.written();
    let leads_to = |group: &Group| {
        let mut also = group.also.iter();
        group.function.mfa == function.mfa || also.any(|each| each.mfa == function.mfa)
    };
    let findings = (1..).zip(groups).filter(|(_, group)| leads_to(group));
    FunctionView {
        number,
        mfa: dialect::name(function.mfa),
        kind,
        verdict,
        reached: written.reached,
        known: written.known,
        runs: function.statistics.runs,
        time: text::seconds(function.statistics.time),
        findings: findings.map(|(number, _)| number).collect(),
        said: within(text::of_verdict(function, &Palette::PLAIN), report.functions.len()),
        operations: function
            .operations
            .as_ref()
            .map(|each| operations(each, report.functions.len())),
        tree: function
            .paths
            .as_ref()
            .map(|paths| tree::tree(function, paths, room_for_paths(report))),
    }
}

/// Found first, then what is left.
fn operations(operations: &OperationsReport, functions: usize) -> OperationsView {
    let row = |shown: &Shown, kind, state: String| OperationRow {
        place: named(&shown.place),
        function: dialect::name(shown.function),
        what: shown.hazard.to_string(),
        kind,
        state,
    };
    let found = operations.found.iter().map(|shown| row(shown, "bad", "found to fail".to_owned()));
    let left = operations.left.iter().map(|left| {
        let at = left.at.as_ref().map(|at| format!(": {at}")).unwrap_or_default();
        row(&left.operation, "unknown", format!("left: {}{at}", left.why))
    });
    let mut rows: Vec<OperationRow> = found.chain(left).collect();
    let most = (MOST_OPERATIONS / functions.max(1)).max(1);
    let more = rows.len().saturating_sub(most);
    rows.truncate(most);
    OperationsView { all: operations.all, safe: operations.safe, rows, more }
}

/// What the BEAM does not do.
fn mistakes(report: &Report) -> Vec<FindingView> {
    let all = report
        .functions
        .iter()
        .flat_map(|function| function.findings.iter().map(move |finding| (function, finding)));
    let refuted = all.filter(|(_, finding)| !finding.stands());
    refuted.map(|(function, each)| finding(report, function, each)).collect()
}

fn grouped(report: &Report, number: usize, group: &Group) -> FindingView {
    FindingView {
        number,
        rank: group.rank().number(),
        why: group.why.words(),
        also: group.also.iter().map(|each| dialect::name(each.mfa)).collect(),
        is_known: group.is_known,
        ..finding(report, group.function, group.finding)
    }
}

fn finding(report: &Report, function: &Function, finding: &Finding) -> FindingView {
    let site = &finding.site;
    let place = match &site.line {
        Some(line) => format!("{} in {}", named(line), dialect::place(site.name.function)),
        None => dialect::place(site.name.function),
    };
    let frames = finding.stack.iter().map(|frame| {
        let place = frame.place.as_ref().map(|place| format!(" ({})", named(place)));
        wording::called(frame, room::WORDS) + &place.unwrap_or_default()
    });
    let findings = report.functions.iter().map(|function| function.findings.len()).sum();
    let call = finding.call_within(function.mfa, room_for_call(findings));
    let module = site.name.function.module;
    let (first_line, excerpt) = excerpt(report.sources.get(&module), site.line.as_ref());
    FindingView {
        number: 0,
        rank: 0,
        module: dialect::module(module),
        title: text::name(finding),
        message: text::exception(finding),
        place,
        why: "",
        excerpt,
        first_line,
        is_whole: call.is_whole,
        call: call.as_input(),
        no_notation: finding.no_notation(),
        also: Vec::new(),
        stack: frames.collect(),
        chart: Chart::of(finding),
        standing: visible::line(&text::standing(report, finding)).into_owned(),
        is_known: false,
    }
}

/// `src/m.erl:7`
fn named(place: &SourceLine) -> String {
    format!("{}:{}", visible::line(&place.file), place.line)
}

/// The line of a finding, with its neighbours if it is of a module under test, and the number of the line
/// before them.
fn excerpt(source: Option<&SourceFile>, line: Option<&SourceLine>) -> (usize, Vec<ExcerptLine>) {
    let shown = line.and_then(|line| Some((line, line.text.as_ref()?)));
    let Some((place, text)) = shown else { return (0, Vec::new()) };
    let marked = |number: usize, text: &str| ExcerptLine {
        text: source::shown(text),
        is_marked: number == place.line,
    };
    match source.filter(|source| source.name == place.file) {
        None => (place.line.saturating_sub(1), vec![marked(place.line, text)]),
        Some(source) => {
            let first = place.line.saturating_sub(AROUND).max(1);
            let lines = (first..).zip(source.lines.iter().skip(first - 1));
            let lines = lines.take(place.line + AROUND + 1 - first);
            (first - 1, lines.map(|(number, text)| marked(number, text)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_functions_share_the_page() {
        let said = format!("no crash found: why\n{}", "  something was lost\n".repeat(500));
        assert_eq!(within(said.clone(), 1), said);
        let cut = within(said.clone(), 2500);
        assert!(cut.starts_with("no crash found: why\n  something was lost\n"), "{cut}");
        assert!(cut.ends_with("\n  … (the rest is in --format json)\n"), "{cut}");
        assert!(cut.len() < 2 * ROOM_FOR_WORDS / 2500, "{cut}");
        // The verdict is said, however long it is.
        let long = format!("{}\n  more\n", "a".repeat(1000));
        assert!(within(long, 1_000_000).starts_with(&"a".repeat(1000)));
        assert_eq!(room_for_call(1), room::CALL);
        assert_eq!(room_for_call(1_000_000), LEAST_ROOM);
    }
}
