//! Is there a smaller input with the same crash? Parts are made plainer one at a time, as long as
//! the crash site stays the same.

use crate::Subject;
use crate::finding::{Finding, FindingKind};
use crate::smaller::Smaller;
use crate::together::shorter_together;
use std::time::Instant;
use term::Term;
use trace::{Backend, BackendError, RunLimits};

/// How many inputs are tried at most.
const MOST_TRIES: u32 = 400;

pub fn minimise(
    backend: &mut dyn Backend,
    subject: &Subject,
    finding: &mut Finding,
    until: Instant,
    endurance: u64,
) -> Result<(), BackendError> {
    let limits = RunLimits { endurance, ..RunLimits::until(Some(until)) };
    // A hang takes its whole limit each time.
    let ends = !matches!(finding.kind, FindingKind::Hang | FindingKind::Deadlock);
    let mut tries = if ends { MOST_TRIES } else { 10 };
    let mut is_smaller = true;
    while is_smaller && tries > 0 {
        is_smaller = false;
        let arguments = finding.input.arguments.clone();
        for candidate in smaller_inputs(&arguments) {
            if tries == 0 || Instant::now() >= until {
                return Ok(());
            }
            if !subject.allows(&candidate) {
                continue;
            }
            tries -= 1;
            let input = finding.input.with_arguments(candidate);
            let outcome = backend.run_concretely(&input, limits)?;
            let judgement = subject.judge(&input, &outcome);
            if let Some(judgement) = judgement.filter(|each| each.key == finding.key) {
                finding.violation = judgement.violation;
                finding.input = input;
                finding.outcome = outcome;
                is_smaller = true;
                break;
            }
        }
    }
    Ok(())
}

/// The arguments with one of them plainer, or with a size and what is of that size.
fn smaller_inputs(arguments: &[Term]) -> impl Iterator<Item = Vec<Term>> {
    let one = arguments.iter().enumerate().flat_map(move |(index, argument)| {
        Smaller::than(argument).map(move |smaller| {
            let mut arguments = arguments.to_vec();
            arguments[index] = smaller;
            arguments
        })
    });
    one.chain(std::iter::once_with(move || shorter_together(arguments)).flatten())
}
