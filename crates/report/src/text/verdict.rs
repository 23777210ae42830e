//! What is the verdict, how sure is it, and what was not seen?

use super::{Pen, count, seconds};
use crate::advice::{advice, no_input};
use crate::coverage::Missed;
use crate::operations::{OperationsReport, Proof};
use crate::stack::SourceLine;
use crate::unreachable::{self, UnreachableClause};
use crate::{Finding, Function, Gap, GapKind, Limits, Mfa, Remembered, Spec, dialect, room};
use explore::{FindingKind, Limit, StopReason, Verdict};
use std::collections::BTreeMap;
use term::Atom;

/// So many things of one kind are named.
const MOST_NAMED: usize = 5;

/// So many lines of the source are named.
const MOST_LINES: usize = 12;

pub fn write(pen: &mut Pen, function: &Function) {
    line(pen, function);
    for clause in &function.unreachable {
        pen.push("  ");
        unreachable(pen, function, clause);
    }
    for gap_line in gap_lines(function) {
        pen.line(&format!("  {gap_line}"));
    }
    // What is proved says so itself.
    if let Spec::OfCallback(behaviour) = function.spec
        && function.verdict != Verdict::Proved
    {
        let behaviour = dialect::module(behaviour);
        pen.line(&format!(
            "  it has no -spec: it was called with what the -callback of {behaviour} allows"
        ));
    }
    if let Some(rejected) = rejected(function) {
        pen.line(&format!("  {rejected}"));
    }
    operations(pen, function);
    pruned(pen, function);
    orders(pen, function);
    if let Some(corpus) = &function.corpus {
        pen.line(&format!("  {}", remembered(corpus)));
    }
    coverage(pen, function);
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
        Verdict::Proved if function.always_raises => (
            pen.palette.good,
            "proved",
            format!(" {} always raises, as its spec says ({effort})", dialect::name(function.mfa)),
        ),
        Verdict::NoCrashFound if function.always_raises => (
            pen.palette.strong,
            "no crash found",
            format!(" it always raises, as its spec says; {}; {effort}", stop(function)),
        ),
        Verdict::Proved => {
            let input = allowed_input(function);
            let why = match function.proof {
                Some(Proof::Analysis) => "by analysis, nothing that it does can raise",
                Some(Proof::Both) => {
                    "every path was taken or refuted, and by analysis nothing that it does can raise"
                }
                Some(Proof::Mixed) => {
                    "every path was taken or refuted, but for those on which by analysis nothing can raise"
                }
                Some(Proof::Paths) | None => "every path was taken or refuted",
            };
            (
                pen.palette.good,
                "proved",
                format!(" {input} crashes {}: {why} ({effort})", dialect::name(function.mfa)),
            )
        }
        Verdict::NoCrashFound => {
            (pen.palette.strong, "no crash found", format!(" {}; {effort}", stop(function)))
        }
    };
    pen.styled(style, &format!("{name}:"));
    pen.line(&rest);
}

/// What was left out. Of what is proved nobody wants to know.
fn pruned(pen: &mut Pen, function: &Function) {
    let pruned = function.statistics.pruned;
    if pruned > 0 && function.verdict != Verdict::Proved {
        let branches = count(pruned, "branch");
        pen.line(&format!(
            "  {branches} not tried, since nothing can fail behind (--no-prune tries them)"
        ));
    }
}

/// What was shown about the operations that can fail, and what is left.
fn operations(pen: &mut Pen, function: &Function) {
    let Some(operations) = &function.operations else { return };
    if function.verdict == Verdict::Proved {
        return;
    }
    let OperationsReport { all, safe, left, .. } = operations;
    if operations.has_given_up {
        pen.line("  there was too much to analyse: no operation was shown to be safe");
        return;
    }
    let promises = [
        (operations.result_is_left, "that the result is what the -spec says"),
        (operations.postconditions_are_left, "that the postconditions are fulfilled"),
    ];
    let promises: Vec<&str> =
        promises.into_iter().filter(|(is_left, _)| *is_left).map(|(_, what)| what).collect();
    pen.line(&format!(
        "  of {} that can fail, {safe} cannot here; left {}",
        count(*all as u64, "operation"),
        match left.len() {
            0 if !promises.is_empty() => "is to show".to_owned(),
            0 => "is none".to_owned(),
            1 => "is 1:".to_owned(),
            several => format!("are {several}:"),
        }
    ));
    for each in left.iter().take(MOST_NAMED) {
        let SourceLine { file, line, .. } = &each.operation.place;
        let at = each.at.as_ref().map(|at| format!(": {at}")).unwrap_or_default();
        // The compiler gives no line to some that it makes itself.
        let place = if *line == 0 { file.clone() } else { format!("{file}:{line}") };
        pen.line(&format!("    {place} {} ({}{at})", each.operation.hazard, each.why));
    }
    if left.len() > MOST_NAMED {
        pen.line(&format!("    and {} more", left.len() - MOST_NAMED));
    }
    for (index, promise) in promises.into_iter().enumerate() {
        let and = if index > 0 || !left.is_empty() { "and " } else { "" };
        pen.line(&format!("    {and}{promise}"));
    }
}

/// A clause that can go.
pub fn unreachable(pen: &mut Pen, function: &Function, clause: &UnreachableClause) {
    pen.styled(pen.palette.strong, &format!("{}:", unreachable::NAME));
    pen.line(&format!(" {}", unreachable_because(function, clause)));
}

/// `m.erl:7 in m:f/1: no input that the -spec allows comes here`
fn unreachable_because(function: &Function, clause: &UnreachableClause) -> String {
    let SourceLine { file, line, .. } = &clause.place;
    format!("{file}:{line} in {}: {}", dialect::name(clause.function()), comes_nowhere(function))
}

/// `no input that the -spec allows comes here`
pub fn comes_nowhere(function: &Function) -> String {
    format!("{} comes here", allowed_input(function))
}

/// `no input that the -spec and m:g/1 allow`
fn allowed_input(function: &Function) -> String {
    let spec = match function.spec {
        Spec::Used => Some("the -spec".to_owned()),
        Spec::OfCallback(behaviour) => Some(callback(behaviour)),
        Spec::Ignored | Spec::Missing => None,
    };
    let who: Vec<String> = spec
        .into_iter()
        .chain(function.preconditions.iter().map(|each| dialect::name(*each)))
        .collect();
    match &who[..] {
        [] => "no input".to_owned(),
        [one] => format!("no input that {one} allows"),
        several => format!("no input that {} allow", several.join(" and ")),
    }
}

/// `the -callback of gen_server`
pub fn callback(behaviour: Atom) -> String {
    format!("the -callback of {}", dialect::module(behaviour))
}

/// It always returned, but something that it should not.
fn is_about_promises(function: &Function) -> bool {
    let mut standing = function.findings.iter().filter(|finding| finding.stands());
    let is_one = |finding: &Finding| {
        finding.violation.is_some() || finding.kind == FindingKind::OutsideFunType
    };
    standing.all(is_one)
}

/// `2 crash sites and 1 hang`
fn found(function: &Function) -> String {
    let of_kind = |kind| {
        let standing = function.findings.iter().filter(|finding| finding.stands());
        standing.filter(|finding| finding.kind == kind).count() as u64
    };
    let kinds = [
        (FindingKind::Crash, "crash site"),
        (FindingKind::ProcessCrash, "process crash"),
        (FindingKind::Hang, "hang"),
        (FindingKind::Deadlock, "deadlock"),
        (FindingKind::Halt, "end of the system"),
        (FindingKind::LostMessage, "lost message"),
        (FindingKind::SpecViolation, "spec violation"),
        (FindingKind::PostViolation, "violated postcondition"),
        (FindingKind::OutsideFunType, "call outside a fun's type"),
    ];
    let kinds = kinds.map(|(kind, noun)| (of_kind(kind), noun));
    let named: Vec<String> = kinds
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| count(number, noun))
        .collect();
    named.join(" and ")
}

/// In how many orders processes ran.
fn orders(pen: &mut Pen, function: &Function) {
    let Some(orders) = &function.orders else { return };
    let seen = count(orders.seen as u64, "order");
    let left = match orders.left {
        0 => "none is left".to_owned(),
        left => format!("{} left, or more", count(left as u64, "order")),
    };
    pen.line(&format!("  {seen} of processes tried that one of them can tell apart; {left}"));
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
        left => format!(" with {} not tried", count(left as u64, "branch")),
    };
    let limits = &function.limits;
    match function.stop {
        StopReason::Exhausted if function.statistics.runs == 0 => {
            no_input(function).unwrap_or("no input to start from").to_owned()
        }
        StopReason::Exhausted if function.is_complete => {
            "every branch was tried, there are no others".to_owned()
        }
        StopReason::Exhausted if is_only_cut(function) => {
            format!(
                "all branches up to {} decisions were tried, deeper ones were not",
                limits.depth
            )
        }
        StopReason::Exhausted => "all branches that could be followed were tried".to_owned(),
        StopReason::Budget(limit) => format!("{}{left}", stopped(limits, limit)),
        StopReason::Interrupted => format!("interrupted{left}"),
        StopReason::Engine(error) => format!("stopped because {error}{left}"),
    }
}

/// `stopped after 10 s (--time)`
fn stopped(limits: &Limits, limit: Limit) -> String {
    let (option, when) = match limit {
        Limit::Time => ("--time", limits.time.map(|time| format!("after {}", seconds(time)))),
        Limit::Runs => ("--runs", limits.runs.map(|runs| format!("after {}", count(runs, "run")))),
        Limit::Memory => ("--memory", limits.memory.map(|all| format!("at {} MiB", all >> 20))),
    };
    match when {
        Some(when) => format!("stopped {when} ({option})"),
        None => format!("stopped by {option}"),
    }
}

/// Is the depth all that kept the search from seeing everything?
fn is_only_cut(function: &Function) -> bool {
    let mut kinds = function.gaps.iter().map(|gap| gap.kind).peekable();
    kinds.peek().is_some() && kinds.all(|kind| kind == GapKind::DepthCut)
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
            GapKind::MissingModule => {
                format!("{runs} ended at a call of a module that is not there: {named}")
            }
            GapKind::OutOfMemory => format!("{runs} ended out of memory"),
            GapKind::OutOfReductions => {
                let cut =
                    format!("{runs} took more than {} reductions", function.limits.reductions);
                match gaps[0].what.as_str() {
                    "" => cut,
                    call => format!("{cut} and may hang: {call}"),
                }
            }
            GapKind::Hang => {
                format!("{runs} did not come to an end: what is behind is not known")
            }
            GapKind::NotRepeated => {
                format!("a bug in Ermine: {runs} crashed and did not crash again; please report it")
            }
            GapKind::ResultNotFollowed => {
                format!("{runs} returned what may not fit the -spec for other inputs")
            }
            GapKind::AnalysisRefuted => format!(
                "a bug in Ermine: {runs} failed where nothing can, by analysis; please report it"
            ),
            GapKind::LostPrecision => {
                format!("reasoning stopped at: {}", joined(gaps.iter().map(with_times)))
            }
            GapKind::Hashed => {
                let named = joined(gaps.iter().map(with_times));
                format!("values are hashed, which cannot be turned round: {named}")
            }
            GapKind::Concrete => {
                format!("not followed, by --concrete: {}", joined(gaps.iter().map(with_times)))
            }
            GapKind::World => format!("asked for {named}"),
            GapKind::Time => format!("depends on time: {named}"),
            GapKind::Order => format!("depends on the order of processes: {named}"),
            GapKind::DepthCut => {
                format!("{runs} went on beyond {} decisions (--depth)", function.limits.depth)
            }
            GapKind::SolverUnknown => {
                format!("the solver could not decide {}: {named}", count(total, "branch"))
            }
            GapKind::PlainFuns => {
                format!("funs were taken to do the same for the same arguments: {}", gaps[0].what)
            }
            GapKind::BuiltOtherwise => {
                "only what functions with a -spec return was built for opaque types".to_owned()
            }
            GapKind::InitArgument => {
                format!(
                    "{runs} ended at the head of init/1, which takes what its own module passes"
                )
            }
            GapKind::SeedFun => {
                format!("{runs} ended because of a fun of the seed, which is yours: {named}")
            }
            GapKind::Refuted => {
                format!("{} that Erlang/OTP does not have: see above", count(total, "crash"))
            }
            // These are told apart.
            GapKind::Divergence | GapKind::NoInput => continue,
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

/// What was there from searches before.
fn remembered(corpus: &Remembered) -> String {
    let Remembered { inputs, crashes, gone, untried, dropped } = *corpus;
    let mut text = format!("from the corpus: {}", count(inputs as u64, "input"));
    if crashes > 0 {
        let crashes = count(crashes as u64, "known crash");
        text.push_str(&format!(", {crashes} tried again, {gone} no longer there"));
    }
    if untried > 0 {
        let crashes = count(untried as u64, "known crash");
        text.push_str(&format!(", {crashes} not tried again for want of time"));
    }
    if dropped > 0 {
        text.push_str(&format!("; {dropped} left out, because the spec does not allow them now"));
    }
    text
}

/// How much of the module was reached, and where it is worth looking for more.
fn coverage(pen: &mut Pen, function: &Function) {
    let coverage = &function.coverage;
    let Some(module) = coverage.module else { return };
    let (module, share) = (dialect::module(module), coverage.written());
    let elsewhere = coverage.not_called();
    if share.known == 0 {
        return;
    }
    let clauses = count(share.known as u64, "clause");
    let mut text = format!("{} of {clauses} reached in {module}", share.reached);
    if elsewhere > 0 {
        text.push_str(&format!(" ({elsewhere} more in functions that it does not call)"));
    }
    pen.line(&format!("  {text}"));
    let mut reasons: BTreeMap<&Missed, Vec<u32>> = BTreeMap::new();
    let is_told = |id| function.unreachable.iter().any(|clause| clause.id == id);
    for clause in coverage.missed_in_called().into_iter().filter(|clause| !is_told(clause.id)) {
        // What is inside of a clause that was not reached needs no reason of its own.
        if let Some(why) = clause.missed.as_ref().filter(|why| !matches!(why, Missed::Behind(_))) {
            reasons.entry(why).or_default().push(clause.line);
        }
    }
    for (why, lines) in reasons {
        pen.line(&format!("  not reached: {} ({})", lines_named(lines), missed_because(why)));
    }
}

/// `line 4` or `lines 4, 8, …`
fn lines_named(mut lines: Vec<u32>) -> String {
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(MOST_LINES).map(u32::to_string).collect();
    let more = if lines.len() > MOST_LINES { ", …" } else { "" };
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}{more}", shown.join(", "))
}

fn missed_because(why: &Missed) -> String {
    match why {
        Missed::Stopped(StopReason::Budget(Limit::Time)) => "stopped by --time".to_owned(),
        Missed::Stopped(StopReason::Budget(Limit::Runs)) => "stopped by --runs".to_owned(),
        Missed::Stopped(StopReason::Budget(Limit::Memory)) => "stopped by --memory".to_owned(),
        Missed::Stopped(StopReason::Engine(error)) => format!("stopped because {error}"),
        Missed::Stopped(StopReason::Interrupted | StopReason::Exhausted) => {
            "interrupted".to_owned()
        }
        Missed::NoRun => "no run was made".to_owned(),
        Missed::Depth => "perhaps beyond --depth".to_owned(),
        Missed::Undecided => "the solver could not tell".to_owned(),
        Missed::Lost(what) => format!("reasoning stopped at {what}"),
        Missed::Incomplete(what) => format!("runs ended at {what}"),
        Missed::Behind(line) => format!("behind line {line}"),
        Missed::Refuted => "no input on any path that was tried".to_owned(),
        Missed::Unreachable => "proved: no input goes there".to_owned(),
        Missed::Pruned => "nothing can fail on the way that was not tried".to_owned(),
        Missed::NotCalled => "not called".to_owned(),
    }
}

/// These are never the program's fault.
fn divergences(pen: &mut Pen, function: &Function) {
    let Some(first) = function.divergences.first() else { return };
    let runs = count(function.statistics.divergences, "run");
    pen.styled(pen.palette.bad, "bug in Ermine:");
    pen.line(&format!(
        " {runs} went another way than predicted; please report it, with this call:"
    ));
    let call = dialect::call_within(function.mfa, &first.arguments, room::CALL).as_input();
    pen.line(&format!("  {call}"));
    pen.line(&format!("  decision {}: expected {}", first.decision, first.expected));
    let found = first.found.as_deref().unwrap_or("the end of the run");
    pen.line(&format!("  found {found}"));
    super::sources(pen, &first.arguments);
}
