//! Is what came of a case what the case states?

use crate::patterns::Patterns;
use crate::statement::{Expected, RUNS, Statement, What, Where};
use crate::witness::{Witnessed, outcome, shown};
use anyhow::Result;
use beam::Loader;
use explore::{Finding, FindingKind, Limit, StopReason, Verdict};
use std::sync::Arc;
use term::Atom;
use trace::Outcome;

/// Everything that is not as stated.
pub fn complaints(
    loader: &Arc<Loader>,
    statement: &Statement,
    witnessed: &Witnessed,
) -> Result<Vec<String>> {
    let mut complaints = findings(loader, statement, witnessed)?;
    let exploration = &witnessed.exploration;
    let stop = match exploration.stop {
        Some(StopReason::Exhausted) => "exhausted",
        Some(StopReason::Budget(Limit::Time)) => "time",
        Some(StopReason::Budget(Limit::Runs)) => "runs",
        Some(StopReason::Budget(Limit::Memory)) => "memory",
        Some(StopReason::Engine(_)) => "engine",
        Some(StopReason::Interrupted) | None => "interrupted",
    };
    let verdict = match exploration.verdict() {
        Verdict::Crash => "crash",
        Verdict::Proved => "proved",
        Verdict::NoCrashFound => "no_crash_found",
    };
    for (what, stated, found) in
        [("stop", &statement.stop, stop), ("verdict", &statement.verdict, verdict)]
    {
        if let Some(stated) = stated
            && stated != found
        {
            complaints.push(format!("stated {what}: {stated}, but it is {found}"));
        }
    }
    if stop == "time" {
        complaints.push("it took too long".into());
    }
    if stop == "runs" && statement.runs.is_none() {
        complaints.push(format!("{RUNS} runs are not enough: state how many it takes"));
    }
    if statement.is_complete && !exploration.is_complete() {
        complaints.push("stated to be complete, and something was cut or lost".into());
    }
    if let Some(orders) = statement.orders {
        let (seen, left) =
            exploration.orders.as_ref().map_or((0, 0), |seen| (seen.seen, seen.left));
        if (seen, left) != (orders, 0) {
            complaints
                .push(format!("stated {orders} orders, but {seen} were seen, {left} are left"));
        }
    }
    if statement.covers_all {
        for (function, line) in &witnessed.unreached {
            let name = function.name.name();
            complaints.push(format!("no run reached the clause of {name} in line {line}"));
        }
    }
    // What nobody claims to have seen may be missing, if the case says that it is.
    if exploration.is_complete() || statement.known_wrong.is_none() {
        for (input, key) in &witnessed.missed {
            complaints.push(format!("missed: {} leads to {key:?}", shown(input)));
        }
    }
    Ok(complaints)
}

/// Findings that nobody stated, and statements that nobody found.
fn findings(
    loader: &Arc<Loader>,
    statement: &Statement,
    witnessed: &Witnessed,
) -> Result<Vec<String>> {
    let module = witnessed.module.name;
    let mut patterns = Patterns::new(loader, module, statement)?;
    let mut left: Vec<(usize, &Expected)> = statement.expected.iter().enumerate().collect();
    let mut complaints = Vec::new();
    for finding in &witnessed.exploration.findings {
        let stated = left
            .iter()
            .position(|(number, expected)| fits(&mut patterns, module, *number, expected, finding));
        match stated {
            Some(index) => drop(left.remove(index)),
            None => complaints.push(format!(
                "not stated: {} {}",
                shown(&finding.input),
                outcome(&finding.outcome)
            )),
        }
    }
    for cut in &witnessed.exploration.may_hang {
        left.retain(|(number, expected)| {
            let is_about = matches!(expected.what, What::MayHang);
            !(is_about && patterns.call_matches(*number, &cut.input.arguments))
        });
    }
    complaints.extend(left.into_iter().map(|(_, expected)| format!("not found: {expected:?}")));
    Ok(complaints)
}

fn fits(
    patterns: &mut Patterns,
    module: Atom,
    number: usize,
    expected: &Expected,
    finding: &Finding,
) -> bool {
    let is_the_same = match (&expected.what, &finding.outcome) {
        (What::Crash { place, class, .. }, Outcome::Crashed { class: found, reason, .. }) => {
            found.atom().name() == class
                && is_there(place, module, finding)
                && patterns.reason_matches(number, reason)
        }
        (What::Hang, _) => finding.kind == FindingKind::Hang,
        (What::Deadlock, _) => finding.kind == FindingKind::Deadlock,
        (What::Halt, _) => finding.kind == FindingKind::Halt,
        (What::LostMessage, _) => finding.kind == FindingKind::LostMessage,
        (What::SpecViolation, _) => finding.kind == FindingKind::SpecViolation,
        (What::PostViolation, _) => finding.kind == FindingKind::PostViolation,
        (What::OutsideFunType, _) => finding.kind == FindingKind::OutsideFunType,
        _ => false,
    };
    is_the_same && patterns.call_matches(number, &finding.input.arguments)
}

fn is_there(place: &Where, module: Atom, finding: &Finding) -> bool {
    match (place, &finding.key.place) {
        (Where::Line(line), Some((found, _, found_line))) => *found == module && found_line == line,
        (Where::Module(name), Some((found, _, _))) => found.name() == name,
        // No frame has a line: only the module can be told, by the built-in.
        (Where::Module(name), None) => {
            let built_in = finding.key.built_in.as_deref();
            built_in.is_some_and(|built_in| built_in.starts_with(&format!("{name}:")))
        }
        (Where::Signal, _) => finding.outcome.is_by_signal(),
        (Where::Line(_), None) => false,
    }
}

/// What a person wants to know who looks into a failed case.
pub fn summary(witnessed: &Witnessed) -> String {
    let exploration = &witnessed.exploration;
    format!(
        "{:?}, {:?}: {} runs, {:?}; cut {}, left {}, unsat {}, unknown {:?}, losses {:?}, \
         incomplete {:?}",
        exploration.verdict(),
        exploration.stop,
        exploration.runs,
        exploration.time,
        exploration.cut,
        exploration.left,
        exploration.unsat,
        exploration.unknown,
        exploration.losses,
        exploration.incomplete
    )
}
