//! Which inputs are smaller in two places at once? A number of the input may be the size of a bitstring or
//! a list in it: neither can shrink alone.

use crate::smaller::{LONG_BITS, slice};
use rustc_hash::FxHashSet;
use term::Term;

/// So many sizes are looked at that are numbers of the input as well.
const MOST_SIZES: usize = 8;

/// Where a number of the input is the size of a bitstring or a list in it, both become smaller.
pub fn shorter_together(arguments: &[Term]) -> Vec<Vec<Term>> {
    let (mut numbers, mut sizes) = (FxHashSet::default(), Vec::new());
    for argument in arguments {
        term::visit(argument, &mut |part| {
            match part {
                Term::Int(number) => {
                    numbers.insert(*number);
                }
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
    let mut inputs = without_what_is_skipped(arguments, &numbers);
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

/// Where a number of the input says how much of a bitstring or a list comes before what matters, it is zero,
/// and that much is gone.
fn without_what_is_skipped(arguments: &[Term], numbers: &FxHashSet<i64>) -> Vec<Vec<Term>> {
    let mut skipped: Vec<i64> =
        numbers.iter().copied().filter(|number| (1..=LONG_BITS as i64).contains(number)).collect();
    skipped.sort_unstable();
    let mut inputs = Vec::new();
    for &number in skipped.iter().take(MOST_SIZES) {
        for unit in [1, 8] {
            let cut = |argument| without_start(argument, number, unit);
            let input: Vec<Term> = arguments.iter().map(cut).collect();
            let has_changed = |part: &Term| !matches!(part, Term::Int(_));
            let shrinks =
                arguments.iter().zip(&input).any(|(old, new)| old != new && has_changed(old));
            if shrinks && !inputs.contains(&input) {
                inputs.push(input);
            }
        }
    }
    inputs
}

/// Without so many bits of this unit, or elements, in front; the number is zero.
fn without_start(argument: &Term, number: i64, unit: usize) -> Term {
    let (count, bits_gone) = (number as usize, number as usize * unit);
    term::rewrite(argument, &|part| match part {
        Term::Int(other) if *other == number => Some(Term::Int(0)),
        Term::Bits(bits) if bits.bit_length() >= bits_gone => {
            Some(slice(bits, bits_gone, bits.bit_length() - bits_gone))
        }
        Term::List(list) if list.elements.len() >= count => {
            let elements = list.elements[count..].to_vec();
            Some(Term::list_with_tail(elements, list.tail.clone()))
        }
        _ => None,
    })
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
        assert!(smaller.contains(&"[<<42:6>>,6]".to_owned()), "{smaller:?}");
        let smaller = together("[{[a, b, c, d], 4}]");
        assert!(smaller.contains(&"[{[c,d],2}]".to_owned()), "{smaller:?}");
        assert!(smaller.contains(&"[{[a,b],2}]".to_owned()), "{smaller:?}");
        assert!(together("[<<1, 2>>, 77]").is_empty());
    }

    #[test]
    fn what_a_number_skips_goes_with_it() {
        assert_eq!(together("[<<42:7>>, 1]")[0], "[<<42:6>>,0]");
        let smaller = together("[<<0, 0, 7>>, {2}]");
        assert!(smaller.contains(&"[<<7>>,{0}]".to_owned()), "{smaller:?}");
        let smaller = together("[[a, b, c], 2]");
        assert!(smaller.contains(&"[[c],0]".to_owned()), "{smaller:?}");
    }
}
