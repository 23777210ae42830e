//! Which inputs are the same but have plainer numbers? A number of three hundred digits is rarely what it
//! takes: `math:pow(0, -1)` fails as `math:pow` of a googol does. Halving comes to the smallest of the large
//! ones and no further; so all numbers are tried at once.

use num_traits::Signed;
use std::cell::Cell;
use term::Term;

/// In this order.
const PLAIN: [i64; 6] = [0, 1, -1, 2, 10, 1_000];

/// Of more numbers than this, only the long ones are changed, and alike.
const FEW: usize = 3;

/// What has more digits is long.
const MOST_DIGITS: usize = 6;

/// So many inputs are tried.
const MOST: usize = 100;

/// The arguments with plain numbers, the plainest first; none if there are no long ones.
pub fn with_plain_numbers(arguments: &[Term]) -> Vec<Vec<Term>> {
    let whole = Term::list(arguments.to_vec());
    let (count, long) = (Cell::new(0), Cell::new(0));
    term::visit(&whole, &mut |part| {
        count.set(count.get() + usize::from(is_number(part)));
        long.set(long.get() + usize::from(is_long(part)));
        true
    });
    if long.get() == 0 {
        return Vec::new();
    }
    let with = |choose: &dyn Fn(usize, &Term) -> Option<i64>| {
        let number = Cell::new(0);
        let change = |part: &Term| {
            let place = is_number(part).then(|| number.replace(number.get() + 1))?;
            Some(like(part, choose(place, part)?))
        };
        let changed = term::rewrite(&whole, &change);
        changed.as_list().map(<[Term]>::to_vec).unwrap_or_default()
    };
    match count.get() {
        count @ 1..=FEW => {
            let choices = choices(count);
            choices.iter().map(|chosen| with(&|place, _| chosen.get(place).copied())).collect()
        }
        _ => {
            let alike = PLAIN.iter();
            alike.map(|plain| with(&|_, part| is_long(part).then_some(*plain))).collect()
        }
    }
}

/// So many of the plain numbers in a row: those first that come first.
fn choices(count: usize) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = rows.iter().flat_map(|row| {
            (0..PLAIN.len()).map(|index| row.iter().copied().chain([index]).collect())
        });
        rows = longer.collect();
    }
    rows.sort_by_key(|row| row.iter().sum::<usize>());
    rows.truncate(MOST);
    rows.into_iter().map(|row| row.into_iter().map(|index| PLAIN[index]).collect()).collect()
}

fn is_number(term: &Term) -> bool {
    matches!(term, Term::Int(_) | Term::BigInt(_) | Term::Float(_))
}

fn is_long(term: &Term) -> bool {
    match term {
        Term::Int(number) => number.unsigned_abs() >= 10_u64.pow(MOST_DIGITS as u32),
        Term::BigInt(number) => number.abs().bits() > 0,
        Term::Float(number) => {
            number.abs() >= 1.0e6 || term.to_string().trim_start_matches('-').len() > MOST_DIGITS
        }
        _ => false,
    }
}

/// A number of the same kind.
fn like(term: &Term, number: i64) -> Term {
    match term {
        Term::Float(_) => Term::Float(number as f64),
        _ => Term::Int(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<String> {
        let arguments = term::read::arguments(text).expect("terms");
        let all = with_plain_numbers(&arguments);
        all.into_iter().map(|each| Term::list(each).to_string()).collect()
    }

    #[test]
    fn the_plainest_come_first() {
        let all = plain("[100000000000000000000000, 3]");
        assert_eq!(all[..4], ["[0,0]", "[0,1]", "[1,0]", "[0,-1]"]);
        assert_eq!(all.len(), PLAIN.len() * PLAIN.len());
        assert_eq!(plain("[1.0e300]")[..2], ["[0.0]", "[1.0]"]);
        assert_eq!(plain("[{a, 123456789}, \"ab\"]").first().unwrap(), "[{a,0},[0,0]]");
    }

    #[test]
    fn short_numbers_stay() {
        assert!(plain("[1, 2.5, a, 999999]").is_empty());
        let many = plain("[1, 2, 3, 4, 12345678]");
        assert_eq!(many[..2], ["[1,2,3,4,0]", "[1,2,3,4,1]"]);
        assert_eq!(many.len(), PLAIN.len());
    }
}
