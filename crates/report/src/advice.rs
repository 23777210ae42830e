//! What should the user try next? The one thing that is likely to help most. Whoever is told "no
//! crash found" is always told something.

use crate::text::seconds;
use crate::{Function, Gap, GapKind, Spec};
use explore::{FindingKind, Limit, StopReason, Verdict};

pub fn advice(function: &Function) -> Option<String> {
    match function.verdict {
        Verdict::Proved => None,
        Verdict::Crash => {
            let hangs = |kind| function.findings.iter().any(|finding| finding.kind == kind);
            if !hangs(FindingKind::Crash) && hangs(FindingKind::Hang) {
                return Some(format!(
                    "if it is only slow, raise --reductions (now {})",
                    function.limits.reductions
                ));
            }
            about_spec(function)
        }
        Verdict::NoCrashFound => about_stop(function).or_else(|| about_gaps(function)),
    }
}

/// Without a spec, an input may be nothing that anybody would ever pass.
fn about_spec(function: &Function) -> Option<String> {
    (function.spec == Spec::Missing).then(|| {
        format!("{} has no -spec; with one, only inputs that it allows are tried", function.mfa)
    })
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
        StopReason::Exhausted => None,
    }
}

/// The gaps, those first without which the others may not matter.
const BY_WEIGHT: [GapKind; 14] = [
    GapKind::Divergence,
    GapKind::Refuted,
    GapKind::NotRepeated,
    GapKind::Effect,
    GapKind::UnsupportedBuiltIn,
    GapKind::Oracle,
    GapKind::OutOfMemory,
    GapKind::OutOfReductions,
    GapKind::DepthCut,
    GapKind::Concrete,
    GapKind::SolverUnknown,
    GapKind::LostPrecision,
    GapKind::Unsupported,
    GapKind::PlainFuns,
];

fn about_gaps(function: &Function) -> Option<String> {
    let statistics = &function.statistics;
    if statistics.runs == 0 {
        return Some("give the arguments to start from: see SEED in --help".to_owned());
    }
    if statistics.runs == statistics.rejected {
        let advice = "no input got beyond the precondition; give one that does: see SEED in --help";
        return Some(advice.to_owned());
    }
    let gap = |kind: &GapKind| function.gaps.iter().find(|gap| gap.kind == *kind);
    BY_WEIGHT.iter().find_map(gap).map(|gap| about_gap(function, gap))
}

fn about_gap(function: &Function, gap: &Gap) -> String {
    let what = &gap.what;
    match gap.kind {
        GapKind::Divergence | GapKind::Refuted | GapKind::NotRepeated => {
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
        GapKind::Oracle => "is Erlang in order? ermine doctor tells".to_owned(),
        GapKind::OutOfMemory => {
            let now = function.limits.memory.map(|bytes| format!(" (now {} MiB)", bytes >> 20));
            format!("raise --memory{}", now.unwrap_or_default())
        }
        GapKind::OutOfReductions => {
            format!("raise --reductions (now {})", function.limits.reductions)
        }
        GapKind::DepthCut => format!("raise --depth (now {})", function.limits.depth),
        GapKind::Concrete => format!("take {what} out of the file of --concrete"),
        GapKind::SolverUnknown if what.contains("no SMT solver") => {
            "install an SMT solver: ermine doctor tells what is there".to_owned()
        }
        GapKind::SolverUnknown | GapKind::LostPrecision => match function.spec {
            Spec::Missing => {
                format!(
                    "write a -spec for {}: fewer inputs are then to be told apart",
                    function.mfa
                )
            }
            _ => "start from arguments of your own that get further: see SEED in --help".to_owned(),
        },
        GapKind::PlainFuns => {
            "if the funs it is given may fail, or return something else each time, \
             start from such: see SEED in --help"
                .to_owned()
        }
        GapKind::Unsupported => "search the functions that do without it, one by one".to_owned(),
    }
}
