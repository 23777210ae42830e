//! Is there a smaller input with the same crash? Parts are made plainer one at a time, as long as
//! the crash site stays the same.

use crate::Subject;
use crate::finding::{Finding, FindingKind};
use num_bigint::BigInt;
use std::time::Instant;
use term::{Bits, List, MadeUp, Term};
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
    let limits = RunLimits { deadline: Some(until), endurance };
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
    inputs.extend(shorter_together(arguments));
    inputs
}

/// So many sizes are looked at that are numbers of the input as well.
const MOST_SIZES: usize = 8;

/// Where a number of the input is the size of a bitstring or a list in it, both become smaller.
fn shorter_together(arguments: &[Term]) -> Vec<Vec<Term>> {
    let (mut numbers, mut sizes) = (Vec::new(), Vec::new());
    for argument in arguments {
        term::visit(argument, &mut |part| {
            match part {
                Term::Int(number) => numbers.push(*number),
                Term::Bits(bits) => {
                    sizes.extend([bits.bit_length(), bits.byte_size()].map(|size| size as i64));
                }
                Term::List(list) => sizes.push(list.elements.len() as i64),
                _ => {}
            }
            true
        });
    }
    sizes.retain(|size| (1..=LONG_BITS as i64).contains(size) && numbers.contains(size));
    sizes.sort_unstable();
    sizes.dedup();
    let mut inputs = Vec::new();
    for &size in sizes.iter().take(MOST_SIZES) {
        let all_zero =
            |kept: usize| arguments.iter().all(|each| starts_with_zeros(each, size, kept));
        // As many as are left without zeros in front of them.
        let (mut plain, mut all) = (1, size as usize);
        while plain < all {
            let middle = plain + (all - plain) / 2;
            if all_zero(middle) { all = middle } else { plain = middle + 1 }
        }
        let mut kept = vec![plain as i64, 0, size / 2, size - 1];
        kept.retain(|kept| *kept < size);
        kept.dedup();
        for kept in kept {
            for keeps_end in [true, false] {
                let cut = |argument| cut_together(argument, size, kept, keeps_end);
                inputs.push(arguments.iter().map(cut).collect());
            }
        }
    }
    inputs
}

/// Is a bitstring of this size nothing but zeros before its last bits?
fn starts_with_zeros(argument: &Term, size: i64, kept: usize) -> bool {
    term::visit(argument, &mut |part| match part {
        Term::Bits(bits) if bits.bit_length() as i64 == size => {
            (0..bits.bit_length().saturating_sub(kept)).all(|index| !bits.bit(index))
        }
        _ => true,
    })
}

/// The number that is a size, and what is of that size, cut to another.
fn cut_together(argument: &Term, size: i64, kept: i64, keeps_end: bool) -> Term {
    let (whole, few) = (size as usize, kept as usize);
    let first = if keeps_end { whole - few } else { 0 };
    term::rewrite(argument, &|part| match part {
        Term::Int(number) if *number == size => Some(Term::Int(kept)),
        Term::Bits(bits) if bits.bit_length() == whole => Some(slice(bits, first, few)),
        Term::Bits(bits) if bits.byte_size() == whole && bits.is_binary() => {
            Some(slice(bits, first * 8, few * 8))
        }
        Term::List(list) if list.elements.len() == whole => {
            let elements = list.elements[first..first + few].to_vec();
            Some(Term::list_with_tail(elements, list.tail.clone()))
        }
        _ => None,
    })
}

/// So many bits from this one on.
fn slice(bits: &Bits, first: usize, length: usize) -> Term {
    let mut bytes = vec![0_u8; length.div_ceil(8)];
    for index in (0..length).filter(|index| bits.bit(first + index)) {
        bytes[index / 8] |= 128 >> (index % 8);
    }
    Term::Bits(Bits::new(bytes, length))
}

/// Of a bitstring with more bits than this, only halves are tried: each try is a copy.
const LONG_BITS: usize = 80_000;

/// A part of it, or nothing but zeros.
fn smaller_bits(bits: &Bits) -> Vec<Term> {
    let length = bits.bit_length();
    let half = length / 16 * 8;
    let mut smaller = vec![Term::binary(&[])];
    if half > 0 {
        smaller.extend([slice(bits, 0, half), slice(bits, half, length - half)]);
    }
    if length <= LONG_BITS {
        // A byte or a bit less, at either end.
        for less in [8, length % 8, 1] {
            if (1..length).contains(&less) {
                smaller.extend([0, less].map(|first| slice(bits, first, length - less)));
            }
        }
        if bits.bytes().iter().any(|byte| *byte != 0) {
            smaller.push(Term::Bits(Bits::new(vec![0; bits.bytes().len()], length)));
        }
    }
    smaller
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
        Term::Bits(bits) if bits.bit_length() > 0 => smaller_bits(bits),
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

#[cfg(test)]
mod tests {
    use super::*;
    use term::read;

    fn together(arguments: &str) -> Vec<String> {
        let arguments = read::arguments(arguments).expect("arguments");
        let shown = |each: Vec<Term>| Term::list(each).to_string();
        shorter_together(&arguments).into_iter().map(shown).collect()
    }

    #[test]
    fn a_number_that_is_a_size_goes_with_it() {
        let smaller = together("[<<0, 0, 0, 0, 10, 2:2>>, 42]");
        assert_eq!(smaller[0], "[<<42:6>>,6]");
        let smaller = together("[{[a, b, c, d], 4}]");
        assert!(smaller.contains(&"[{[c,d],2}]".to_owned()), "{smaller:?}");
        assert!(smaller.contains(&"[{[a,b],2}]".to_owned()), "{smaller:?}");
        assert!(together("[<<1, 2>>, 7]").is_empty());
    }

    #[test]
    fn bits_of_any_length_become_shorter() {
        let bits = read::term("<<1, 2:2>>").expect("a term");
        let smaller: Vec<String> = smaller(&bits).iter().map(Term::to_string).collect();
        assert!(smaller.contains(&"<<1>>".to_owned()), "{smaller:?}");
        assert!(smaller.contains(&"<<2:2>>".to_owned()), "{smaller:?}");
    }
}
