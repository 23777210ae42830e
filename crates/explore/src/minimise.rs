//! Is there a smaller input with the same crash? Parts are made plainer one at a time, as long as
//! the crash site stays the same. The order of processes comes first: it is made as usual as it can be.

use crate::Subject;
use crate::finding::{Finding, FindingKind};
use crate::plain_numbers::with_plain_numbers;
use crate::plain_text::with_letters;
use crate::smaller::Smaller;
use crate::together::shorter_together;
use std::time::Instant;
use term::{Term, script};
use trace::{Backend, BackendError, Input, RunLimits, Schedule};

/// How many inputs are tried at most.
const MOST_TRIES: u32 = 400;

/// How many orders of processes.
const MOST_ORDERS: u32 = 400;

/// How many more with plain numbers.
const MOST_NUMBERS: u32 = 60;

/// How many more with characters that can be read.
const MOST_LETTERS: u32 = 60;

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
    let mut trial = Trial { backend, subject, limits, until };
    let mut tries = if finding.kind == FindingKind::Hang { 0 } else { MOST_ORDERS };
    while !finding.input.schedule.is_free() {
        let candidates = finding.input.schedule.simpler();
        if !trial.first_in_order(finding, candidates, &mut tries)? {
            break;
        }
    }
    let mut tries = if ends { MOST_TRIES } else { 10 };
    while tries > 0 {
        let arguments = finding.input.arguments.clone();
        let smaller = shorter_scripts(&arguments).chain(smaller_inputs(&arguments));
        if !trial.first_alike(finding, smaller, &mut tries)? {
            break;
        }
    }
    let mut tries = if ends { MOST_NUMBERS } else { 0 };
    let plain = with_plain_numbers(&finding.input.arguments).into_iter();
    trial.first_alike(finding, plain, &mut tries)?;
    // What is as small as it gets may still be easier to read.
    let mut tries = if ends { MOST_LETTERS } else { 0 };
    while tries > 0 {
        let arguments = finding.input.arguments.clone();
        let readings = subject.environment.readings(subject.module, subject.types, &arguments);
        let readable = with_letters(&arguments, &readings).into_iter();
        if !trial.first_alike(finding, readable, &mut tries)? {
            break;
        }
    }
    if ends && let Some(own) = trial.backend.own_pid() {
        let candidate = with_own_pid(&finding.input.arguments, &own);
        trial.first_alike(finding, candidate.into_iter(), &mut 1)?;
    }
    Ok(())
}

/// The arguments with the pid of the process under test in the place of the only other one: whoever
/// replays the call has that at hand.
fn with_own_pid(arguments: &[Term], own: &Term) -> Option<Vec<Term>> {
    let mut pids: Vec<&Term> = Vec::new();
    for argument in arguments {
        term::visit(argument, &mut |part| {
            if matches!(part, Term::Pid(_)) && !pids.contains(&part) && pids.len() < 2 {
                pids.push(part);
            }
            true
        });
    }
    let [only] = pids[..] else { return None };
    let change = |part: &Term| (part == only).then(|| own.clone());
    let changed = || arguments.iter().map(|argument| term::rewrite(argument, &change)).collect();
    (only != own).then(changed)
}

/// Tries inputs in the place of another.
struct Trial<'a> {
    backend: &'a mut dyn Backend,
    subject: &'a Subject<'a>,
    limits: RunLimits,
    until: Instant,
}

impl Trial<'_> {
    /// Takes the first of these arguments that end in the same way. Are there any?
    fn first_alike(
        &mut self,
        finding: &mut Finding,
        candidates: impl Iterator<Item = Vec<Term>>,
        tries: &mut u32,
    ) -> Result<bool, BackendError> {
        let subject = self.subject;
        let input = finding.input.clone();
        let allowed = candidates
            .map(|candidate| subject.allows(&candidate).then(|| input.with_arguments(candidate)));
        self.first_input(finding, allowed, tries)
    }

    /// Takes the first of these orders of processes that ends in the same way. Is there one?
    fn first_in_order(
        &mut self,
        finding: &mut Finding,
        candidates: impl Iterator<Item = Schedule>,
        tries: &mut u32,
    ) -> Result<bool, BackendError> {
        let arguments = finding.input.arguments.clone();
        let inputs =
            candidates.map(|schedule| Some(Input { arguments: arguments.clone(), schedule }));
        self.first_input(finding, inputs, tries)
    }

    fn first_input(
        &mut self,
        finding: &mut Finding,
        candidates: impl Iterator<Item = Option<Input>>,
        tries: &mut u32,
    ) -> Result<bool, BackendError> {
        for candidate in candidates {
            if *tries == 0 || Instant::now() >= self.until {
                *tries = 0;
                return Ok(false);
            }
            let Some(input) = candidate else { continue };
            *tries -= 1;
            let outcome = self.backend.run_concretely(&input, self.limits)?;
            let judgement = self.subject.judge(&input, &outcome);
            if let Some(judgement) = judgement.filter(|each| each.key == finding.key) {
                finding.violation = judgement.violation;
                finding.input = input;
                finding.outcome = outcome;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A script with one call less, the last first.
fn shorter_scripts(arguments: &[Term]) -> impl Iterator<Item = Vec<Term>> {
    let script = arguments.first().filter(|_| arguments.len() == 1);
    let calls = script.and_then(script::calls).map_or(0, |calls| calls.len());
    let without = move |index| Some(vec![script::without(script?, index)?]);
    (0..calls).rev().filter_map(without)
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
