//! Is there a smaller input with the same crash? Parts are made plainer one at a time, as long as
//! the crash site stays the same.

use crate::Subject;
use crate::finding::{Finding, FindingKind};
use num_bigint::BigInt;
use std::time::Instant;
use term::{List, MadeUp, Term};
use trace::{Backend, BackendError, RunLimits};

/// How many inputs are tried at most.
const MOST_TRIES: u32 = 400;

/// Of a list or tuple with more elements than this, not every element is tried to be left out or to
/// be made plainer: each try is a copy.
const LARGE: usize = 10_000;

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
        for candidate in smaller_inputs(&finding.input.arguments) {
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

fn smaller_inputs(arguments: &[Term]) -> Vec<Vec<Term>> {
    let mut inputs = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        for smaller in smaller(argument) {
            let mut arguments = arguments.to_vec();
            arguments[index] = smaller;
            inputs.push(arguments);
        }
    }
    inputs
}

/// Terms that are plainer than this one, the plainest first.
fn smaller(term: &Term) -> Vec<Term> {
    match term {
        Term::Int(0) | Term::Nil => Vec::new(),
        Term::Int(number) => smaller_integers(*number),
        Term::BigInt(number) => {
            let half: BigInt = &**number / 2;
            vec![Term::Int(0), Term::Int(1), Term::from(half)]
        }
        Term::Float(number) => smaller_floats(*number),
        Term::Atom(name) if name.name() == "a" => Vec::new(),
        Term::Atom(_) => vec![Term::atom("a")],
        Term::List(list) => smaller_lists(list),
        Term::Tuple(elements) => in_place(elements).into_iter().map(Term::tuple).collect(),
        Term::Bits(bits) if bits.bit_length() > 0 => {
            let whole = bits.bytes();
            vec![Term::binary(&[]), Term::binary(&whole[..whole.len() / 2])]
        }
        Term::Fun(fun) => fun.made_up().map_or_else(Vec::new, smaller_funs),
        _ => Vec::new(),
    }
}

/// Fewer cases, or plainer results.
fn smaller_funs(fun: MadeUp) -> Vec<Term> {
    let cases: Vec<(Vec<Term>, Term)> =
        fun.cases().map(|(arguments, result)| (arguments.to_vec(), result.clone())).collect();
    let with = |cases, otherwise: &Term| Term::made_up_fun(fun.arity, cases, otherwise.clone());
    let mut funs = Vec::new();
    if cases.len() > 1 {
        funs.push(with(Vec::new(), fun.otherwise));
    }
    for number in 0..cases.len() {
        let mut fewer = cases.clone();
        fewer.remove(number);
        funs.push(with(fewer, fun.otherwise));
    }
    funs.extend(smaller(fun.otherwise).iter().map(|plainer| with(cases.clone(), plainer)));
    for (number, (_, result)) in cases.iter().enumerate() {
        for plainer in smaller(result) {
            let mut changed = cases.clone();
            changed[number].1 = plainer;
            funs.push(with(changed, fun.otherwise));
        }
    }
    funs
}

fn smaller_integers(number: i64) -> Vec<Term> {
    let mut smaller = vec![0, number / 2, number - number.signum()];
    if number < 0 {
        smaller.insert(0, number.saturating_neg());
    }
    smaller
        .retain(|other| other.unsigned_abs() < number.unsigned_abs() || *other > 0 && number < 0);
    smaller.dedup();
    smaller.into_iter().map(Term::Int).collect()
}

fn smaller_floats(number: f64) -> Vec<Term> {
    let candidates = [0.0, 1.0, number.trunc(), number / 2.0];
    let is_plainer =
        |other: &f64| other.abs() < number.abs() || *other == number.trunc() && *other != number;
    candidates.into_iter().filter(is_plainer).map(Term::Float).collect()
}

fn smaller_lists(list: &List) -> Vec<Term> {
    let (elements, tail) = (&list.elements, &list.tail);
    let mut smaller_ones = vec![Term::Nil];
    if elements.len() > 2 {
        smaller_ones
            .push(Term::list_with_tail(elements[..elements.len() / 2].to_vec(), tail.clone()));
        smaller_ones
            .push(Term::list_with_tail(elements[elements.len() / 2..].to_vec(), tail.clone()));
    }
    if elements.len() > LARGE {
        return smaller_ones;
    }
    for index in 0..elements.len().min(50) {
        let mut shorter = elements.clone();
        shorter.remove(index);
        smaller_ones.push(Term::list_with_tail(shorter, tail.clone()));
    }
    if !matches!(tail, Term::Nil) {
        smaller_ones.push(Term::list(elements.clone()));
    }
    smaller_ones.extend(
        in_place(elements).into_iter().map(|each| Term::list_with_tail(each, tail.clone())),
    );
    smaller_ones
        .extend(smaller(tail).into_iter().map(|each| Term::list_with_tail(elements.clone(), each)));
    smaller_ones
}

/// The same number of elements, one of them plainer.
fn in_place(elements: &[Term]) -> Vec<Vec<Term>> {
    let mut results = Vec::new();
    if elements.len() > LARGE {
        return results;
    }
    for (index, element) in elements.iter().enumerate().take(50) {
        for plainer in smaller(element) {
            let mut changed = elements.to_vec();
            changed[index] = plainer;
            results.push(changed);
        }
    }
    results
}
