//! What is the verdict, how sure is it, and what was not seen?

use super::{Pen, count, seconds};
use crate::advice::advice;
use crate::{Function, Gap, GapKind, Mfa, Spec, notation};
use explore::{FindingKind, Limit, StopReason, Verdict};

/// So many things of one kind are named.
const MOST_NAMED: usize = 5;

/// So many lines of the source are named.
const MOST_LINES: usize = 12;

pub fn write(pen: &mut Pen, function: &Function) {
    line(pen, function);
    for gap_line in gap_lines(function) {
        pen.line(&format!("  {gap_line}"));
    }
    if let Some(rejected) = rejected(function) {
        pen.line(&format!("  {rejected}"));
    }
    pen.line(&format!("  {}", coverage(function)));
    divergences(pen, function);
    if let Some(advice) = advice(function) {
        pen.styled(pen.palette.strong, "hint:");
        pen.line(&format!(" {advice}"));
    }
}

/// The verdict in one line.
pub fn line(pen: &mut Pen, function: &Function) {
    let statistics = &function.statistics;
    let effort = format!("{}, {}", count(statistics.runs, "run"), seconds(statistics.time));
    let (style, name, rest) = match function.verdict {
        Verdict::Crash => (
            pen.palette.bad,
            if is_about_promises(function) { "broken promise" } else { "crash" },
            format!(" {} in {effort}; {}", found(function), stop(function)),
        ),
        Verdict::Proved => {
            let input = allowed_input(function);
            let why = "every path was taken or refuted";
            (
                pen.palette.good,
                "proved",
                format!(" {input} crashes {}: {why} ({effort})", function.mfa),
            )
        }
        Verdict::NoCrashFound => {
            (pen.palette.strong, "no crash found", format!(" {}; {effort}", stop(function)))
        }
    };
    pen.styled(style, &format!("{name}:"));
    pen.line(&rest);
}

/// `no input that the -spec and m:g/1 allow`
fn allowed_input(function: &Function) -> String {
    let spec = (function.spec == Spec::Used).then(|| "the -spec".to_owned());
    let who: Vec<String> =
        spec.into_iter().chain(function.preconditions.iter().map(Mfa::to_string)).collect();
    match &who[..] {
        [] => "no input".to_owned(),
        [one] => format!("no input that {one} allows"),
        several => format!("no input that {} allow", several.join(" and ")),
    }
}

/// It always returned, but something that it should not.
fn is_about_promises(function: &Function) -> bool {
    let mut standing = function.findings.iter().filter(|finding| finding.stands());
    standing.all(|finding| finding.violation.is_some())
}

/// `2 crash sites and 1 hang`
fn found(function: &Function) -> String {
    let of_kind = |kind| {
        let standing = function.findings.iter().filter(|finding| finding.stands());
        standing.filter(|finding| finding.kind == kind).count() as u64
    };
    let kinds = [
        (FindingKind::Crash, "crash site"),
        (FindingKind::Hang, "hang"),
        (FindingKind::Deadlock, "deadlock"),
        (FindingKind::SpecViolation, "spec violation"),
        (FindingKind::PostViolation, "violated postcondition"),
    ];
    let kinds = kinds.map(|(kind, noun)| (of_kind(kind), noun));
    let named: Vec<String> = kinds
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| count(number, noun))
        .collect();
    named.join(" and ")
}

/// How many runs ended before the function was called.
fn rejected(function: &Function) -> Option<String> {
    let conditions: Vec<String> = function.preconditions.iter().map(Mfa::to_string).collect();
    let runs = count(function.statistics.rejected, "run");
    let kept = "did not get beyond the precondition";
    (!conditions.is_empty()).then(|| format!("{runs} {kept} {}", conditions.join(" and ")))
}

fn stop(function: &Function) -> String {
    let left = match function.statistics.decisions_left {
        0 => String::new(),
        left => format!(" with {} left", count(left as u64, "branch")),
    };
    match function.stop {
        StopReason::Exhausted if function.statistics.runs == 0 => {
            "no input to start from".to_owned()
        }
        StopReason::Exhausted if function.is_complete => {
            "search exhausted, there are no others".to_owned()
        }
        StopReason::Exhausted => {
            "search exhausted, but not everything could be followed".to_owned()
        }
        StopReason::Budget(Limit::Time) => format!("stopped by --time{left}"),
        StopReason::Budget(Limit::Runs) => format!("stopped by --runs{left}"),
        StopReason::Interrupted => format!("interrupted{left}"),
    }
}

/// A line for each kind of gap.
fn gap_lines(function: &Function) -> Vec<String> {
    let mut lines = Vec::new();
    for gaps in function.gaps.chunk_by(|a, b| a.kind == b.kind) {
        let total: u64 = gaps.iter().map(|gap| gap.count).sum();
        let runs = count(total, "run");
        let named = match gaps {
            [only] => only.what.clone(),
            several => joined(several.iter().map(with_times)),
        };
        lines.push(match gaps[0].kind {
            GapKind::Effect => format!("{runs} ended at what would touch the machine: {named}"),
            GapKind::UnsupportedBuiltIn => {
                format!("{runs} ended at built-ins that Ermine lacks: {named}")
            }
            GapKind::Oracle => format!("{runs} ended because the BEAM did not answer for {named}"),
            GapKind::Unsupported => format!("{runs} ended at what Ermine does not do: {named}"),
            GapKind::OutOfMemory => format!("{runs} ended out of memory"),
            GapKind::NotRepeated => {
                format!("a bug in Ermine: {runs} crashed and did not crash again; please report it")
            }
            GapKind::LostPrecision => {
                format!("reasoning stopped at: {}", joined(gaps.iter().map(with_times)))
            }
            GapKind::DepthCut => {
                format!("{runs} went on beyond {} decisions", function.limits.depth)
            }
            GapKind::SolverUnknown => {
                format!("the solver could not decide {}: {named}", count(total, "branch"))
            }
            GapKind::Refuted => {
                format!("{} that Erlang/OTP does not have: see above", count(total, "crash"))
            }
            // This is told apart.
            GapKind::Divergence => continue,
        });
    }
    lines
}

/// `re:run/3 12 times`
fn with_times(gap: &Gap) -> String {
    match gap.count {
        1 => format!("{} once", gap.what),
        number => format!("{} {number} times", gap.what),
    }
}

/// The first few of these, and how many more there are.
fn joined(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(MOST_NAMED);
    let mut named: Vec<String> = items.take(MOST_NAMED).collect();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named.join(", ")
}

fn coverage(function: &Function) -> String {
    let coverage = &function.coverage;
    let (module, written) = (term::Term::Atom(function.mfa.module), coverage.written);
    let mut text = format!("{} of {} clauses reached in {module}", written.reached, written.known);
    let mut lines: Vec<u32> = coverage.missed.iter().map(|missed| missed.line).collect();
    lines.dedup();
    if !lines.is_empty() {
        let shown: Vec<String> = lines.iter().take(MOST_LINES).map(u32::to_string).collect();
        let more = if lines.len() > MOST_LINES { ", …" } else { "" };
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        text.push_str(&format!("; not reached: {noun} {}{more}", shown.join(", ")));
    }
    text
}

/// These are never the program's fault.
fn divergences(pen: &mut Pen, function: &Function) {
    let Some(first) = function.divergences.first() else { return };
    let runs = count(function.statistics.divergences, "run");
    pen.styled(pen.palette.bad, "bug in Ermine:");
    pen.line(&format!(
        " {runs} went another way than predicted; please report it, with this call:"
    ));
    pen.line(&format!("  {}.", notation::call(function.mfa, &first.arguments)));
    pen.line(&format!("  decision {}: expected {}", first.decision, first.expected));
    let found = first.found.as_deref().unwrap_or("the end of the run");
    pen.line(&format!("  found {found}"));
}
