//! What should the user try next? The one thing that is likely to help most. Whoever is told "no
//! crash found" is always told something.

use crate::text::seconds;
use crate::{Function, Gap, GapKind, Spec, dialect};
use explore::{Limit, StopReason, Verdict};
use term::Term;

/// `ermine check` takes no arguments to start from.
const SEE_SEED: &str = "see SEED in ermine run --help";

/// Where a module is not found.
pub const ADD_FOLDER: &str = "-pa DIR adds a folder of .beam files where modules are looked for";

pub fn advice(function: &Function) -> Option<String> {
    match function.verdict {
        Verdict::Proved => None,
        Verdict::Crash => about_missing(function)
            .or_else(|| about_spec(function))
            .or_else(|| Some(about_findings(function))),
        Verdict::NoCrashFound => {
            let whose = dialect::name(function.mfa);
            about_stop(function).or_else(|| about_gaps(function, &whose))
        }
    }
}

/// The same for many functions without a crash found, in words that they may share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Why there is no proof.
    pub why: &'static str,
    pub advice: String,
}

/// Why there is no proof and what to do, and what it is about in this function.
pub fn shared(function: &Function) -> (Shared, Option<&str>) {
    let why = match function.stop {
        StopReason::Budget(Limit::Time) => "stopped by --time",
        StopReason::Budget(Limit::Runs) => "stopped by --runs",
        StopReason::Budget(Limit::Memory) => "stopped by --memory",
        StopReason::Interrupted => "interrupted",
        StopReason::Engine(_) => "the engine failed",
        StopReason::Exhausted => return shared_gap(function),
    };
    (Shared { why, advice: about_stop(function).unwrap_or_default() }, None)
}

fn shared_gap(function: &Function) -> (Shared, Option<&str>) {
    const AROUND: &str = "search the functions around it, which get its result as an argument";
    let statistics = &function.statistics;
    let gap = weightiest(function);
    let (why, advice) = match gap.map(|gap| gap.kind) {
        Some(GapKind::NoInput) => ("no call fits the -spec", Some("repair it, or use --no-spec")),
        _ if statistics.runs == 0 => ("no input to start from", None),
        _ if statistics.runs == statistics.rejected => {
            ("no input got beyond the precondition", None)
        }
        Some(
            GapKind::Divergence
            | GapKind::Refuted
            | GapKind::NotRepeated
            | GapKind::AnalysisRefuted,
        ) => ("a bug in Ermine", Some("please report it")),
        Some(GapKind::Effect) => ("runs ended at what would touch the machine", Some(AROUND)),
        Some(GapKind::UnsupportedBuiltIn) => {
            ("runs ended at built-ins that Ermine lacks", Some(AROUND))
        }
        Some(GapKind::Oracle) => ("runs ended because the BEAM did not answer", None),
        Some(GapKind::MissingModule) => ("runs ended at modules that are not there", None),
        Some(GapKind::OutOfMemory) => ("runs ended out of memory", None),
        Some(GapKind::OutOfReductions | GapKind::Hang) => {
            ("runs took more than --reductions and may hang", None)
        }
        Some(GapKind::DepthCut) => ("runs went on beyond --depth", None),
        Some(GapKind::Concrete) => {
            ("not followed, by --concrete", Some("take it out of the file of --concrete"))
        }
        Some(GapKind::SolverUnknown) => ("the solver could not decide every branch", None),
        Some(GapKind::LostPrecision) => ("reasoning stopped", None),
        Some(GapKind::Hashed) => ("values are hashed, which cannot be turned round", Some(AROUND)),
        Some(GapKind::Unsupported) => ("runs came to what Ermine does not do", None),
        Some(GapKind::World) => ("asked for what its arguments do not say", Some(AROUND)),
        Some(GapKind::Time) => ("depends on time", Some(AROUND)),
        Some(GapKind::Order) => ("depends on the order of processes", None),
        Some(GapKind::PlainFuns) => ("funs were taken to do the same for the same arguments", None),
        Some(GapKind::BuiltOtherwise) => ("values may be built in other ways", None),
        Some(GapKind::ResultNotFollowed) => {
            ("results may not fit the -spec for other inputs", None)
        }
        Some(GapKind::InitArgument) => {
            ("takes what its own module passes", Some("a -spec for init/1 says what that is"))
        }
        Some(GapKind::SeedFun) => ("a fun of the seed is not what the function asks for", None),
        None => ("not everything could be followed", None),
    };
    let advice = advice.map(str::to_owned).or_else(|| about_gaps(function, "each"));
    // Reasons of the solver and of the BEAM are long, and say less than their number.
    let unnamed = [GapKind::SolverUnknown, GapKind::Oracle];
    let named = gap.filter(|gap| !gap.what.is_empty() && !unnamed.contains(&gap.kind));
    let what = named.map(|gap| gap.what.as_str());
    (Shared { why, advice: advice.unwrap_or_default() }, what)
}

/// Why no call fits the spec, if none does.
pub fn no_input(function: &Function) -> Option<&str> {
    let gap = function.gaps.iter().find(|gap| gap.kind == GapKind::NoInput);
    gap.map(|gap| gap.what.as_str())
}

/// A module that is not there may only be out of sight.
fn about_missing(function: &Function) -> Option<String> {
    let names: Vec<String> =
        function.missing_modules.iter().map(|name| Term::Atom(*name).to_string()).collect();
    (!names.is_empty()).then(|| format!("there is no module {}; {ADD_FOLDER}", names.join(", ")))
}

/// Without a spec, an input may be nothing that anybody would ever pass.
fn about_spec(function: &Function) -> Option<String> {
    (function.spec == Spec::Missing && function.mfa.arity > 0).then(|| {
        let name = dialect::name(function.mfa);
        format!("{name} has no -spec; with one, only inputs that it allows are tried")
    })
}

/// What is found is a bug, or something that nobody wants to hear of again.
fn about_findings(function: &Function) -> String {
    let has_exception = function.findings.iter().any(|finding| finding.exception.is_some());
    let meant = if has_exception { ", or --expect if it is meant to be" } else { "" };
    match function.spec {
        Spec::OfCallback(_) => format!(
            "repair it, or say by a -spec of its own or --pre what it is called with{meant}"
        ),
        _ => format!("repair it, or leave such calls out by a narrower -spec or --pre{meant}"),
    }
}

fn about_stop(function: &Function) -> Option<String> {
    let limits = &function.limits;
    match function.stop {
        StopReason::Budget(Limit::Time) => {
            let now = limits.time.map(|time| format!(" (now {})", seconds(time)));
            Some(format!("raise --time{}", now.unwrap_or_default()))
        }
        StopReason::Budget(Limit::Runs) => {
            let now = limits.runs.map(|runs| format!(" (now {runs})"));
            Some(format!("raise --runs{}", now.unwrap_or_default()))
        }
        StopReason::Budget(Limit::Memory) => {
            let now = limits.memory.map(|bytes| format!(" (now {} MiB)", bytes >> 20));
            Some(format!("raise --memory{}", now.unwrap_or_default()))
        }
        StopReason::Interrupted => Some("let it run on to its end".to_owned()),
        StopReason::Engine(_) => Some("try it again: what the runs found so far stands".to_owned()),
        StopReason::Exhausted => None,
    }
}

/// The gaps, those first without which the others may not matter.
const BY_WEIGHT: [GapKind; 26] = [
    GapKind::NoInput,
    GapKind::SeedFun,
    GapKind::InitArgument,
    GapKind::Divergence,
    GapKind::Refuted,
    GapKind::NotRepeated,
    GapKind::AnalysisRefuted,
    GapKind::MissingModule,
    GapKind::Effect,
    GapKind::UnsupportedBuiltIn,
    GapKind::Oracle,
    GapKind::OutOfMemory,
    GapKind::OutOfReductions,
    GapKind::Hang,
    GapKind::DepthCut,
    GapKind::Concrete,
    GapKind::SolverUnknown,
    GapKind::LostPrecision,
    GapKind::Hashed,
    GapKind::Unsupported,
    GapKind::World,
    GapKind::Time,
    GapKind::Order,
    GapKind::ResultNotFollowed,
    GapKind::PlainFuns,
    GapKind::BuiltOtherwise,
];

fn weightiest(function: &Function) -> Option<&Gap> {
    let gap = |kind: &GapKind| function.gaps.iter().find(|gap| gap.kind == *kind);
    BY_WEIGHT.iter().find_map(gap)
}

/// `whose` is the function, as it is to be called.
fn about_gaps(function: &Function, whose: &str) -> Option<String> {
    let statistics = &function.statistics;
    if statistics.runs == 0 && no_input(function).is_none() {
        return Some(format!("give the arguments to start from: {SEE_SEED}"));
    }
    if statistics.runs > 0 && statistics.runs == statistics.rejected {
        return Some(format!(
            "no input got beyond the precondition; give one that does: {SEE_SEED}"
        ));
    }
    weightiest(function).map(|gap| about_gap(function, gap, whose))
}

fn about_gap(function: &Function, gap: &Gap, whose: &str) -> String {
    let what = &gap.what;
    match gap.kind {
        GapKind::NoInput => "no call fits the -spec: repair it, or use --no-spec".to_owned(),
        GapKind::Divergence
        | GapKind::Refuted
        | GapKind::NotRepeated
        | GapKind::AnalysisRefuted => {
            "this is a bug in Ermine: please report it, with the call above".to_owned()
        }
        GapKind::Effect => format!(
            "{what} would touch the machine; search the functions around it, which get its result \
             as an argument"
        ),
        GapKind::UnsupportedBuiltIn => format!(
            "Ermine lacks {what}; search the functions around it, which get its result as an \
             argument"
        ),
        GapKind::MissingModule => ADD_FOLDER.to_owned(),
        GapKind::Oracle => "is Erlang in order? ermine doctor tells".to_owned(),
        GapKind::OutOfMemory => {
            let now = function.limits.memory.map(|bytes| format!(" (now {} MiB)", bytes >> 20));
            format!("raise --memory{}", now.unwrap_or_default())
        }
        GapKind::OutOfReductions | GapKind::Hang => {
            let now = function.limits.reductions;
            format!("if it only takes long, raise --reductions (now {now})")
        }
        GapKind::DepthCut => format!("raise --depth (now {})", function.limits.depth),
        GapKind::Concrete => format!("take {what} out of the file of --concrete"),
        GapKind::SolverUnknown if gap.lacks_smt_solver => {
            "install an SMT solver: ermine doctor tells what is there".to_owned()
        }
        // There are no inputs to choose from.
        GapKind::SolverUnknown | GapKind::LostPrecision | GapKind::PlainFuns
            if function.mfa.arity == 0 =>
        {
            "search the functions that it calls, one by one".to_owned()
        }
        GapKind::SolverUnknown | GapKind::LostPrecision => match function.spec {
            Spec::Missing => {
                format!("write a -spec for {whose}: fewer inputs are then to be told apart")
            }
            _ => format!("start from arguments of your own that get further: {SEE_SEED}"),
        },
        GapKind::Hashed => format!(
            "nobody can turn {what} round; search the functions around it, which get its result as an \
             argument"
        ),
        GapKind::BuiltOtherwise => {
            "give all exported functions of its module a -spec, so that it is known what they return"
                .to_owned()
        }
        GapKind::PlainFuns => format!(
            "if the funs it is given may fail, or return something else each time, \
             start from such: {SEE_SEED}"
        ),
        GapKind::ResultNotFollowed => {
            "what is returned could not be compared with the -spec for all inputs; --no-return-check \
             leaves that out"
                .to_owned()
        }
        GapKind::InitArgument => {
            "write a -spec for init/1 that says what its module passes".to_owned()
        }
        GapKind::SeedFun => {
            "start from a fun that returns, and what the -spec says: a failure of yours is none of \
             the function"
                .to_owned()
        }
        GapKind::World | GapKind::Time => format!(
            "what {whose} does depends on more than its arguments; search the functions around it, \
             which get the rest as arguments"
        ),
        GapKind::Unsupported | GapKind::Order => {
            "search the functions that do without it, one by one".to_owned()
        }
    }
}
