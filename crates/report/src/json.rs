//! What does a report say to a program? One JSON object, described field by field in `docs/json.md`.
//!
//! The structures here are that interface: a change that old readers would stumble over raises
//! [`VERSION`].

use crate::check::{self, Check, Failure, Tally};
use crate::coverage::{Clause, Missed, Share};
use crate::finding::Standing;
use crate::group::{Group, groups};
use crate::operations::{OperationTotals, OperationsReport, Proof, Shown};
use crate::room::{self, Written};
use crate::script::{self, Language};
use crate::stack::SourceLine;
use crate::{Baseline, Function, Mfa, Report, Site, Spec, modules, notation};
use core_erlang::FunctionName;
use explore::{FindingKind, Limit, StopReason, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use term::Term;

pub const VERSION: u32 = 1;

/// So many divergences are spelled out; all are counted.
const MOST_DIVERGENCES: usize = 10;

/// The report in lines, with a newline at the end.
pub fn render(report: &Report) -> String {
    let document = Document {
        version: VERSION,
        ermine: &report.ermine,
        otp: &report.otp,
        walls: &report.walls,
        configuration: report.configuration.as_deref(),
        functions: report.functions.iter().map(function).collect(),
        check: report.check.as_ref().map(|each| check(report, each)),
        sites: groups(report).iter().map(group).collect(),
        fail_on: report.policy.fail_on.name(),
        fails: report.fails(),
        baseline: report.policy.baseline.as_ref().map(|known| baseline(report, known)),
    };
    let text = serde_json::to_string_pretty(&document).expect("strings, numbers and lists of them");
    text + "\n"
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    ermine: &'a str,
    otp: &'a str,
    walls: &'a [&'static str],
    configuration: Option<&'a str>,
    functions: Vec<FunctionObject<'a>>,
    check: Option<CheckObject<'a>>,
    sites: Vec<GroupObject<'a>>,
    fail_on: &'static str,
    fails: bool,
    baseline: Option<BaselineObject<'a>>,
}

#[derive(Serialize)]
struct GroupObject<'a> {
    rank: &'static str,
    rank_reason: &'static str,
    explanation: &'static str,
    site: SiteObject<'a>,
    message: String,
    mfa: String,
    call: String,
    also: Vec<String>,
    occurrences: u64,
    known: bool,
}

#[derive(Serialize)]
struct SiteObject<'a> {
    id: String,
    function: String,
    file: Option<&'a str>,
    line: Option<usize>,
}

#[derive(Serialize)]
struct BaselineObject<'a> {
    file: &'a str,
    known: usize,
    gone: usize,
}

#[derive(Serialize)]
struct CheckObject<'a> {
    modules: Vec<TallyObject>,
    total: TallyObject,
    operations: OperationTotalsObject,
    failures: Vec<FailureObject<'a>>,
    loading: LoadingObject,
    unchanged: UnchangedObject,
    interrupted: usize,
    left_out: LeftOutObject,
    without_spec: usize,
    missing_modules: Vec<MissingModuleObject>,
    time_ms: f64,
}

#[derive(Serialize)]
struct LoadingObject {
    found: usize,
    loaded: usize,
    build: Option<&'static str>,
}

#[derive(Serialize)]
struct MissingModuleObject {
    module: &'static str,
    functions: usize,
    similar: Vec<&'static str>,
}

#[derive(Serialize)]
struct TallyObject {
    /// Only in the line of a module.
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'static str>,
    functions: usize,
    crash: usize,
    proved: usize,
    no_crash_found: usize,
    findings: usize,
    sites: usize,
    mistakes: u64,
    time_ms: f64,
}

#[derive(Serialize)]
struct FailureObject<'a> {
    kind: &'static str,
    subject: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct UnchangedObject {
    functions: usize,
    with_findings: usize,
}

#[derive(Serialize)]
struct LeftOutObject {
    modules: usize,
    functions: usize,
}

#[derive(Serialize)]
struct FunctionObject<'a> {
    mfa: String,
    verdict: &'static str,
    proof: Option<&'static str>,
    stop: &'static str,
    complete: bool,
    always_raises: bool,
    spec: &'static str,
    behaviour: Option<&'static str>,
    preconditions: Vec<String>,
    findings: Vec<FindingObject<'a>>,
    expected: usize,
    operations: Option<OperationsObject<'a>>,
    unreachable: Vec<UnreachableObject<'a>>,
    incomplete: Vec<GapObject<'a>>,
    divergences: Vec<DivergenceObject<'a>>,
    coverage: CoverageObject,
    limits: LimitsObject,
    stats: StatisticsObject,
    corpus: Option<CorpusObject>,
    advice: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orders: Option<OrdersObject>,
}

#[derive(Serialize)]
struct OrdersObject {
    seen: usize,
    left: usize,
}

#[derive(Serialize)]
struct OperationsObject<'a> {
    all: usize,
    safe: usize,
    found: usize,
    failed: Vec<OperationObject<'a>>,
    left: Vec<LeftObject<'a>>,
    result_left: bool,
    postconditions_left: bool,
    given_up: bool,
}

#[derive(Serialize)]
struct OperationObject<'a> {
    mfa: String,
    file: &'a str,
    line: usize,
    kind: &'static str,
    what: String,
}

#[derive(Serialize)]
struct LeftObject<'a> {
    #[serde(flatten)]
    operation: OperationObject<'a>,
    why: &'static str,
    why_at: Option<&'a str>,
}

#[derive(Serialize)]
struct OperationTotalsObject {
    all: usize,
    safe: usize,
    found: usize,
    left: usize,
}

#[derive(Serialize)]
struct ShortenedObject {
    field: String,
    bytes: usize,
}

#[derive(Serialize)]
struct MadeUpModuleObject {
    name: String,
    source: String,
}

fn made_up_module(module: &modules::MadeUp) -> MadeUpModuleObject {
    MadeUpModuleObject { name: module.name.name().to_owned(), source: module.lines().join("\n") }
}

#[derive(Serialize)]
struct FindingObject<'a> {
    kind: &'static str,
    class: Option<&'static str>,
    reason: Option<String>,
    by_signal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    story: Vec<String>,
    violation: Option<ViolationObject<'a>>,
    message: String,
    file: Option<&'a str>,
    line: Option<usize>,
    function: Option<String>,
    args: Vec<String>,
    call: String,
    shown: String,
    pasteable: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    modules: Vec<MadeUpModuleObject>,
    shortened: Vec<ShortenedObject>,
    stack: Vec<FrameObject<'a>>,
    confirmed: bool,
    confirmation: &'static str,
    confirmation_note: Option<&'a str>,
    occurrences: u64,
    found_before: bool,
    rank: &'static str,
    rank_reason: &'static str,
    site: SiteObject<'a>,
}

#[derive(Serialize)]
struct ViolationObject<'a> {
    value: String,
    promised: &'a str,
    mismatch: Option<String>,
}

#[derive(Serialize)]
struct FrameObject<'a> {
    module: &'static str,
    function: &'static str,
    arity: usize,
    args: Option<Vec<String>>,
    file: Option<&'a str>,
    line: Option<usize>,
}

#[derive(Serialize)]
struct UnreachableObject<'a> {
    function: String,
    file: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct GapObject<'a> {
    kind: &'static str,
    what: Option<&'a str>,
    count: u64,
}

#[derive(Serialize)]
struct DivergenceObject<'a> {
    call: String,
    decision: usize,
    expected: &'a str,
    found: Option<&'a str>,
}

#[derive(Serialize)]
struct CoverageObject {
    clauses: ShareObject,
    generated: ShareObject,
    lines: ShareObject,
    not_called: usize,
    functions: Vec<FunctionCoverageObject>,
    missed: Vec<MissedObject>,
}

#[derive(Serialize)]
struct ShareObject {
    reached: usize,
    known: usize,
}

#[derive(Serialize)]
struct FunctionCoverageObject {
    function: String,
    clauses: ShareObject,
    generated: ShareObject,
}

#[derive(Serialize)]
struct MissedObject {
    function: String,
    line: u32,
    why: &'static str,
    what: Option<String>,
}

#[derive(Serialize)]
struct LimitsObject {
    time_ms: Option<f64>,
    runs: Option<u64>,
    depth: usize,
    reductions: u64,
    memory_mib: Option<u64>,
}

#[derive(Serialize)]
struct StatisticsObject {
    runs: u64,
    rejected: u64,
    solver: SolverObject,
    divergences: u64,
    decisions_left: usize,
    pruned: u64,
    time_ms: f64,
    run_ms: f64,
    solver_ms: f64,
    smt_ms: f64,
}

#[derive(Serialize)]
struct CorpusObject {
    inputs: usize,
    crashes: usize,
    gone: usize,
    untried: usize,
    dropped: usize,
}

#[derive(Serialize)]
struct SolverObject {
    sat: u64,
    unsat: u64,
    unknown: u64,
    layers: BTreeMap<&'static str, u64>,
}

fn check<'a>(report: &Report, check: &'a Check) -> CheckObject<'a> {
    let modules = check::modules(report).into_iter();
    CheckObject {
        modules: modules.map(|(name, each)| tally(Some(name.name()), &each)).collect(),
        total: tally(None, &Tally::of(&report.functions)),
        operations: operation_totals(report),
        failures: check.failures.iter().map(failure).collect(),
        loading: LoadingObject {
            found: check.loading.found,
            loaded: check.loading.loaded,
            build: check.loading.build,
        },
        unchanged: UnchangedObject {
            functions: check.unchanged.functions,
            with_findings: check.unchanged.with_findings,
        },
        interrupted: check.interrupted,
        left_out: LeftOutObject {
            modules: check.left_out.modules,
            functions: check.left_out.functions,
        },
        without_spec: check.without_spec,
        missing_modules: check.missing_modules.iter().map(missing_module).collect(),
        time_ms: milliseconds(check.time),
    }
}

fn group<'a>(group: &Group<'a>) -> GroupObject<'a> {
    let Group { why, function, finding, .. } = group;
    GroupObject {
        rank: why.rank().name(),
        rank_reason: why.name(),
        explanation: why.words(),
        site: site(group.site),
        message: crate::text::message(finding),
        mfa: function.mfa.to_string(),
        call: finding.call_within(function.mfa, room::CALL).as_input(),
        also: group.also.iter().map(|each| each.mfa.to_string()).collect(),
        occurrences: group.occurrences,
        known: group.is_known,
    }
}

fn site(site: &Site) -> SiteObject<'_> {
    SiteObject {
        id: site.name.term().to_string(),
        function: site.name.function.to_string(),
        file: site.line.as_ref().map(|line| line.file.as_str()),
        line: site.line.as_ref().map(|line| line.line),
    }
}

fn baseline<'a>(report: &Report, known: &'a Baseline) -> BaselineObject<'a> {
    let unchanged = report.check.iter().flat_map(|check| &check.unchanged.sites);
    let still_there = unchanged.filter(|each| known.has(&each.site)).count();
    BaselineObject {
        file: &known.file,
        known: still_there + groups(report).iter().filter(|group| group.is_known).count(),
        gone: known.gone(report),
    }
}

fn missing_module(missing: &crate::MissingModule) -> MissingModuleObject {
    MissingModuleObject {
        module: missing.name.name(),
        functions: missing.functions,
        similar: missing.similar.iter().map(|name| name.name()).collect(),
    }
}

fn tally(module: Option<&'static str>, tally: &Tally) -> TallyObject {
    TallyObject {
        module,
        functions: tally.functions,
        crash: tally.crash,
        proved: tally.proved,
        no_crash_found: tally.no_crash_found,
        findings: tally.findings,
        sites: tally.sites,
        mistakes: tally.mistakes,
        time_ms: milliseconds(tally.time),
    }
}

fn failure(failure: &Failure) -> FailureObject<'_> {
    FailureObject { kind: failure.kind.name(), subject: &failure.subject, why: &failure.why }
}

fn function(function: &Function) -> FunctionObject<'_> {
    FunctionObject {
        mfa: function.mfa.to_string(),
        verdict: match function.verdict {
            Verdict::Crash => "crash",
            Verdict::Proved => "proved",
            Verdict::NoCrashFound => "no_crash_found",
        },
        proof: function.proof.map(Proof::name),
        stop: stop_name(function.stop),
        complete: function.is_complete,
        always_raises: function.always_raises,
        spec: match function.spec {
            Spec::Used => "used",
            Spec::OfCallback(_) => "callback",
            Spec::Ignored => "ignored",
            Spec::Missing => "missing",
        },
        behaviour: match function.spec {
            Spec::OfCallback(behaviour) => Some(behaviour.name()),
            _ => None,
        },
        preconditions: function.preconditions.iter().map(Mfa::to_string).collect(),
        findings: function.findings.iter().map(|each| finding(function, each)).collect(),
        expected: function.expected,
        operations: function.operations.as_ref().map(operations),
        unreachable: function.unreachable.iter().map(unreachable).collect(),
        incomplete: function.gaps.iter().map(gap).collect(),
        divergences: divergences(function),
        coverage: coverage(&function.coverage),
        limits: LimitsObject {
            time_ms: function.limits.time.map(milliseconds),
            runs: function.limits.runs,
            depth: function.limits.depth,
            reductions: function.limits.reductions,
            memory_mib: function.limits.memory.map(|bytes| bytes >> 20),
        },
        stats: statistics(&function.statistics),
        corpus: function.corpus.as_ref().map(|corpus| CorpusObject {
            inputs: corpus.inputs,
            crashes: corpus.crashes,
            gone: corpus.gone,
            untried: corpus.untried,
            dropped: corpus.dropped,
        }),
        advice: crate::advice::advice(function),
        orders: function
            .orders
            .as_ref()
            .map(|orders| OrdersObject { seen: orders.seen, left: orders.left }),
    }
}

fn operation_totals(report: &Report) -> OperationTotalsObject {
    let OperationTotals { all, safe, found, left } = check::operations(report);
    OperationTotalsObject { all, safe, found, left }
}

fn operation_object(shown: &Shown) -> OperationObject<'_> {
    OperationObject {
        mfa: shown.function.to_string(),
        file: &shown.place.file,
        line: shown.place.line,
        kind: shown.hazard.name(),
        what: shown.hazard.to_string(),
    }
}

fn operations(operations: &OperationsReport) -> OperationsObject<'_> {
    let left = operations.left.iter().map(|left| LeftObject {
        operation: operation_object(&left.operation),
        why: left.why.name(),
        why_at: left.at.as_deref(),
    });
    OperationsObject {
        all: operations.all,
        safe: operations.safe,
        found: operations.found.len(),
        failed: operations.found.iter().map(operation_object).collect(),
        left: left.collect(),
        result_left: operations.result_is_left,
        postconditions_left: operations.postconditions_are_left,
        given_up: operations.has_given_up,
    }
}

fn finding<'a>(function: &Function, finding: &'a crate::Finding) -> FindingObject<'a> {
    let place = finding.place();
    let (confirmation, note) = match &finding.standing {
        Standing::Confirmed => ("confirmed", None),
        Standing::Repeated => ("repeated", None),
        Standing::NotTried(why) => ("not_tried", Some(why.as_str())),
        Standing::NodeDied(why) => ("node_died", Some(why.as_str())),
        Standing::Refuted(why) => ("refuted", Some(why.as_str())),
    };
    let mut shortened = Shortened::default();
    let call = notation::call_within(function.mfa, &finding.arguments, room::DATA);
    let is_pasteable = call.is_whole && notation::without_notation(&finding.arguments).is_none();
    FindingObject {
        kind: match finding.kind {
            FindingKind::Crash => "crash",
            FindingKind::ProcessCrash => "process_crash",
            FindingKind::Hang => "hang",
            FindingKind::Deadlock => "deadlock",
            FindingKind::Halt => "halt",
            FindingKind::LostMessage => "lost_message",
            FindingKind::SpecViolation => "spec_violation",
            FindingKind::PostViolation => "post_violation",
            FindingKind::OutsideFunType => "outside_fun_type",
        },
        class: finding.exception.as_ref().map(|(class, _)| class.atom().name()),
        reason: finding.exception.as_ref().map(|(_, reason)| shortened.value("reason", reason)),
        by_signal: finding.by_signal,
        schedule: finding.schedule.as_deref(),
        story: finding.story.lines(),
        violation: finding.violation.as_ref().map(|violation| ViolationObject {
            value: shortened.value("violation.value", &violation.value),
            promised: &violation.promised,
            mismatch: violation
                .mismatch
                .as_ref()
                .map(|mismatch| notation::mismatch(&violation.value, mismatch)),
        }),
        message: crate::text::message(finding),
        file: place.map(|(_, place)| place.file.as_str()),
        line: place.map(|(_, place)| place.line),
        function: place.map(|(mfa, _)| mfa.to_string()),
        args: match script::calls(function.mfa, &finding.arguments, Language::Erlang, room::DATA) {
            Some(calls) => calls.into_iter().map(|call| call.text).collect(),
            None => shortened.values("args", &finding.arguments),
        },
        call: shortened.call("call", call),
        shown: finding.call_within(function.mfa, room::CALL).text,
        pasteable: is_pasteable,
        modules: modules::made_up(&finding.arguments).iter().map(made_up_module).collect(),
        stack: stack(&finding.stack, &mut shortened),
        confirmed: finding.standing == Standing::Confirmed,
        confirmation,
        confirmation_note: note,
        occurrences: finding.occurrences,
        found_before: finding.found_before,
        rank: finding.why.rank().name(),
        rank_reason: finding.why.name(),
        site: site(&finding.site),
        shortened: shortened.0,
    }
}

/// Which fields of a finding hold only the beginning of something.
#[derive(Default)]
struct Shortened(Vec<ShortenedObject>);

impl Shortened {
    fn note(&mut self, field: impl FnOnce() -> String, written: &Written) {
        if !written.is_whole {
            self.0.push(ShortenedObject { field: field(), bytes: written.length.bytes });
        }
    }

    fn value(&mut self, field: &str, term: &Term) -> String {
        let written = notation::within(term, room::DATA);
        self.note(|| field.to_owned(), &written);
        written.text
    }

    fn values(&mut self, field: &str, terms: &[Term]) -> Vec<String> {
        let written = notation::all_within(terms, room::DATA);
        for (number, each) in written.iter().enumerate() {
            self.note(|| format!("{field}[{number}]"), each);
        }
        written.into_iter().map(|each| each.text).collect()
    }

    fn call(&mut self, field: &str, call: Written) -> String {
        self.note(|| field.to_owned(), &call);
        call.as_input()
    }
}

fn stack<'a>(frames: &'a [crate::Frame], shortened: &mut Shortened) -> Vec<FrameObject<'a>> {
    let objects = frames.iter().enumerate().map(|(number, frame)| FrameObject {
        module: frame.mfa.module.name(),
        function: frame.mfa.function.name(),
        arity: frame.mfa.arity,
        args: frame
            .arguments
            .as_deref()
            .map(|arguments| shortened.values(&format!("stack[{number}].args"), arguments)),
        file: frame.place.as_ref().map(|place| place.file.as_str()),
        line: frame.place.as_ref().map(|place| place.line),
    });
    objects.collect()
}

fn unreachable(clause: &crate::UnreachableClause) -> UnreachableObject<'_> {
    let SourceLine { file, line, .. } = &clause.place;
    UnreachableObject { function: clause.function().to_string(), file, line: *line }
}

fn gap(gap: &crate::Gap) -> GapObject<'_> {
    let what = Some(gap.what.as_str()).filter(|what| !what.is_empty());
    GapObject { kind: gap.kind.name(), what, count: gap.count }
}

fn divergences(function: &Function) -> Vec<DivergenceObject<'_>> {
    let divergences = function.divergences.iter().take(MOST_DIVERGENCES);
    let objects = divergences.map(|divergence| DivergenceObject {
        call: notation::call_within(function.mfa, &divergence.arguments, room::CALL).as_input(),
        decision: divergence.decision,
        expected: &divergence.expected,
        found: divergence.found.as_deref(),
    });
    objects.collect()
}

fn coverage(coverage: &crate::Coverage) -> CoverageObject {
    let share = |share: Share| ShareObject { reached: share.reached, known: share.known };
    let functions = coverage.functions().into_iter().map(|each| FunctionCoverageObject {
        function: each.function.to_string(),
        clauses: share(each.written),
        generated: share(each.generated),
    });
    CoverageObject {
        clauses: share(coverage.written()),
        generated: share(coverage.generated()),
        lines: share(coverage.line_share()),
        not_called: coverage.not_called(),
        functions: functions.collect(),
        missed: coverage.missed_in_called().into_iter().filter_map(missed).collect(),
    }
}

fn missed(clause: &Clause) -> Option<MissedObject> {
    let why = clause.missed.as_ref()?;
    let what = match why {
        Missed::Stopped(stop) => Some(stop_name(*stop).to_owned()),
        Missed::Lost(what) | Missed::Incomplete(what) => Some(what.clone()),
        Missed::Behind(line) => Some(line.to_string()),
        _ => None,
    };
    let FunctionName { name, arity } = clause.id.function;
    let function = Mfa { module: clause.id.module, function: name, arity: arity as usize };
    Some(MissedObject { function: function.to_string(), line: clause.line, why: why.name(), what })
}

fn stop_name(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Exhausted => "exhausted",
        StopReason::Budget(Limit::Time) => "time",
        StopReason::Budget(Limit::Runs) => "runs",
        StopReason::Budget(Limit::Memory) => "memory",
        StopReason::Interrupted => "interrupted",
        StopReason::Engine(_) => "engine",
    }
}

fn statistics(statistics: &crate::Statistics) -> StatisticsObject {
    StatisticsObject {
        runs: statistics.runs,
        rejected: statistics.rejected,
        solver: SolverObject {
            sat: statistics.sat,
            unsat: statistics.unsat,
            unknown: statistics.unknown,
            layers: statistics.layers.iter().copied().collect(),
        },
        divergences: statistics.divergences,
        decisions_left: statistics.decisions_left,
        pruned: statistics.pruned,
        time_ms: milliseconds(statistics.time),
        run_ms: milliseconds(statistics.run_time),
        solver_ms: milliseconds(statistics.solver_time),
        smt_ms: milliseconds(statistics.smt_time),
    }
}

/// To the microsecond: more digits would only be noise.
fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}
