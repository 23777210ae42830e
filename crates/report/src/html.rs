//! What does a report look like in a browser? One file that needs nothing else: the findings with
//! their source, the paths that were taken, and the source painted by what was reached.
//!
//! The page is made by templates, which escape whatever comes from the program. Only the buttons that
//! copy need a script.

mod source;
mod tree;

use crate::stack::SourceLine;
use crate::text::{self, Palette};
use crate::{Failure, Finding, Function, Report, SourceFile, notation, room, visible, wording};
use askama::Template;
use explore::Verdict;
use source::Module;
use tree::Tree;

/// So many lines of the source are shown around the line that crashed.
const AROUND: usize = 3;

pub fn render(report: &Report) -> String {
    let functions: Vec<FunctionView> =
        (1..).zip(&report.functions).map(|(number, each)| function(report, number, each)).collect();
    let page = Page {
        ermine: &report.ermine,
        otp: &report.otp,
        findings: functions.iter().map(|function| function.standing).sum(),
        proved: report.functions.iter().filter(|each| each.verdict == Verdict::Proved).count(),
        runs: report.functions.iter().map(|function| function.statistics.runs).sum(),
        functions,
        modules: source::modules(report),
        failures: report.failures().iter().map(failure).collect(),
    };
    page.render().expect("a String takes everything")
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    ermine: &'a str,
    otp: &'a str,
    findings: usize,
    proved: usize,
    runs: u64,
    functions: Vec<FunctionView>,
    modules: Vec<Module>,
    failures: Vec<FailureView>,
}

struct FailureView {
    subject: String,
    why: String,
}

struct FunctionView {
    number: usize,
    mfa: String,
    /// The class that gives it its colour, and the word.
    kind: &'static str,
    verdict: &'static str,
    /// How many findings are the program's.
    standing: usize,
    reached: usize,
    known: usize,
    runs: u64,
    time: String,
    findings: Vec<FindingView>,
    /// The verdict, what was cut or lost, and advice.
    said: String,
    tree: Option<Tree>,
}

struct FindingView {
    title: &'static str,
    message: String,
    place: String,
    excerpt: Vec<ExcerptLine>,
    call: String,
    /// Or else its beginning.
    is_whole: bool,
    /// Why the call cannot be pasted, if it cannot.
    no_notation: Option<&'static str>,
    stack: Vec<String>,
    standing: String,
}

struct ExcerptLine {
    number: usize,
    text: String,
    is_marked: bool,
}

/// The paths of all functions share the page, and each may show a few.
const ROOM_FOR_PATHS: usize = 8 << 20;
const MOST_ROOM_FOR_PATHS: usize = 1 << 20;
const LEAST_ROOM_FOR_PATHS: usize = 16 << 10;

fn room_for_paths(report: &Report) -> usize {
    let room = ROOM_FOR_PATHS / report.functions.len().max(1);
    room.clamp(LEAST_ROOM_FOR_PATHS, MOST_ROOM_FOR_PATHS)
}

fn failure(failure: &Failure) -> FailureView {
    let [subject, why] = [&failure.subject, &failure.why].map(|text| visible::lines(text).into());
    FailureView { subject, why }
}

fn function(report: &Report, number: usize, function: &Function) -> FunctionView {
    let (kind, verdict) = match function.verdict {
        Verdict::Crash => ("bad", "crash"),
        Verdict::Proved => ("good", "proved"),
        Verdict::NoCrashFound => ("unknown", "no crash found"),
    };
    let written = function.coverage.written();
    FunctionView {
        number,
        mfa: function.mfa.to_string(),
        kind,
        verdict,
        standing: function.findings.iter().filter(|finding| finding.stands()).count(),
        reached: written.reached,
        known: written.known,
        runs: function.statistics.runs,
        time: text::seconds(function.statistics.time),
        findings: function.findings.iter().map(|each| finding(report, function, each)).collect(),
        said: text::of_verdict(function, &Palette::PLAIN),
        tree: function
            .paths
            .as_ref()
            .map(|paths| tree::tree(function, paths, room_for_paths(report))),
    }
}

fn finding(report: &Report, function: &Function, finding: &Finding) -> FindingView {
    let place = finding
        .place()
        .map(|(mfa, place)| format!("{} in {}", named(place), notation::generated(mfa)));
    let frames = finding.stack.iter().map(|frame| {
        let place = frame.place.as_ref().map(|place| format!(" ({})", named(place)));
        wording::called(frame, room::WORDS) + &place.unwrap_or_default()
    });
    let call = finding.call_within(function.mfa, room::CALL);
    FindingView {
        title: text::name(finding),
        message: text::exception(finding),
        place: place.unwrap_or_default(),
        excerpt: excerpt(report.sources.get(&function.mfa.module), finding),
        is_whole: call.is_whole,
        call: call.as_input(),
        no_notation: finding.no_notation(),
        stack: frames.collect(),
        standing: visible::line(&text::standing(report, finding)).into_owned(),
    }
}

/// `src/m.erl:7`
fn named(place: &SourceLine) -> String {
    format!("{}:{}", visible::line(&place.file), place.line)
}

/// The line that the reader should look at, with its neighbours if it is of the module under test.
fn excerpt(source: Option<&SourceFile>, finding: &Finding) -> Vec<ExcerptLine> {
    let Some((_, place, text)) = finding.shown_place() else { return Vec::new() };
    let marked = |number, text: &str| ExcerptLine {
        number,
        text: source::shown(text),
        is_marked: number == place.line,
    };
    match source.filter(|source| source.name == place.file) {
        None => vec![marked(place.line, text)],
        Some(source) => {
            let first = place.line.saturating_sub(AROUND).max(1);
            let lines = (first..).zip(source.lines.iter().skip(first - 1));
            lines.take(place.line + AROUND + 1 - first).map(|(n, text)| marked(n, text)).collect()
        }
    }
}
