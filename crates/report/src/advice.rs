//! What should the user try next? The one thing that is likely to help most.

use crate::text::seconds;
use crate::{Function, GapKind, Spec};
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
        StopReason::Interrupted | StopReason::Exhausted => None,
    }
}

fn about_gaps(function: &Function) -> Option<String> {
    let gap = |kind| function.gaps.iter().find(|gap| gap.kind == kind);
    if let Some(effect) = gap(GapKind::Effect) {
        return Some(format!(
            "{} would touch the machine; search the functions around it, which get its result as \
             an argument",
            effect.what
        ));
    }
    if gap(GapKind::DepthCut).is_some() {
        return Some(format!("raise --depth (now {})", function.limits.depth));
    }
    if gap(GapKind::SolverUnknown).is_some() {
        return Some("is there an SMT solver? ermine doctor tells".to_owned());
    }
    if function.statistics.runs > 0 && function.statistics.runs == function.statistics.rejected {
        return Some(
            "no input got beyond the precondition; give one that does: see SEED in --help"
                .to_owned(),
        );
    }
    if function.statistics.runs == 0 {
        return Some("give the arguments to start from: see SEED in --help".to_owned());
    }
    let is_lost = gap(GapKind::LostPrecision).is_some();
    is_lost
        .then(|| "start from arguments of your own that get further: see SEED in --help".to_owned())
}
