//! Is what comes of members in the answer, and little else?

use super::*;
use crate::Random;

/// Ranges with and without ends, and members of them.
fn some(random: &mut Random, most: i64) -> (Integers, Vec<BigInt>) {
    let bound = |random: &mut Random| match random.one_in(5) {
        true => None,
        false => Some(BigInt::from(random.between(-most, most))),
    };
    // So many that some are taken together.
    let count = 1 + if random.one_in(4) { random.below(20) } else { random.below(3) };
    let set = Integers::of((0..count).map(|_| Range::new(bound(random), bound(random))));
    let huge: BigInt = BigInt::from(1) << 3000_u32;
    let far = [huge.clone(), -huge, BigInt::from(i64::MAX), BigInt::from(i64::MIN)];
    let near = (-most - 2..=most + 2).map(BigInt::from);
    let ends = set.ranges().iter().flat_map(|range| [range.low.clone(), range.high.clone()]);
    let ends: Vec<BigInt> = ends.flatten().collect();
    let all = near.chain(far).chain(ends);
    let members = all.filter(|number| set.contains(number)).collect();
    (set, members)
}

type OnSets = fn(&Integers, &Integers) -> Integers;
type OnNumbers = fn(&BigInt, &BigInt) -> Option<BigInt>;

fn shift(number: &BigInt, places: &BigInt) -> Option<BigInt> {
    let places = i64::try_from(places).ok().filter(|places| places.unsigned_abs() < 5000)?;
    Some(if places < 0 { number >> -places } else { number << places })
}

const OPERATIONS: [(&str, OnSets, OnNumbers); 15] = [
    ("add", Integers::add, |a, b| Some(a + b)),
    ("subtract", Integers::subtract, |a, b| Some(a - b)),
    ("multiply", Integers::multiply, |a, b| Some(a * b)),
    ("divide", Integers::divide, |a, b| (*b != BigInt::ZERO).then(|| a / b)),
    ("remainder", Integers::remainder, |a, b| (*b != BigInt::ZERO).then(|| a % b)),
    ("and", Integers::bit_and, |a, b| Some(a & b)),
    ("or", Integers::bit_or, |a, b| Some(a | b)),
    ("xor", Integers::bit_xor, |a, b| Some(a ^ b)),
    ("left", Integers::shift_left, shift),
    ("right", Integers::shift_right, |a, b| shift(a, &-b)),
    ("minimum", Integers::minimum, |a, b| Some(a.min(b).clone())),
    ("maximum", Integers::maximum, |a, b| Some(a.max(b).clone())),
    ("negate", |a, _| a.negate(), |a, _| Some(-a)),
    ("complement", |a, _| a.complement_bits(), |a, _| Some(!a)),
    ("absolute", |a, _| a.absolute(), |a, _| Some(BigInt::from(a.magnitude().clone()))),
];

#[test]
fn what_comes_of_members_is_in_the_answer() {
    let mut random = Random::new(17);
    for (name, on_sets, on_numbers) in OPERATIONS {
        let mut tried = 0;
        for _ in 0..400 {
            let most = *random.pick(&[3, 9, 40]);
            let (one, ones) = some(&mut random, most);
            let (other, others) = some(&mut random, most);
            let answer = on_sets(&one, &other);
            for a in &ones {
                for b in others.iter().filter(|_| random.one_in(3)) {
                    let Some(number) = on_numbers(a, b) else { continue };
                    assert!(
                        answer.contains(&number),
                        "{name} of {a} and {b}: {one:?} {other:?} {answer:?}"
                    );
                    tried += 1;
                }
            }
        }
        assert!(tried > 10_000, "{name}: {tried} tried");
    }
}

fn check(answer: Integers, low: Option<i64>, high: Option<i64>) {
    let expected = Range::new(low.map(BigInt::from), high.map(BigInt::from));
    assert_eq!(answer, Integers::of([expected]));
}

#[test]
fn answers_hold_little_more() {
    let (small, natural) = (Integers::range(1, 9), Integers::at_least(0));
    check(natural.add(&small), Some(1), None);
    check(small.subtract(&small), Some(-8), Some(8));
    check(natural.multiply(&small), Some(0), None);
    check(Integers::all().multiply(&Integers::one(BigInt::ZERO)), Some(0), Some(0));
    check(Integers::range(-7, 20).divide(&Integers::range(0, 3)), Some(-7), Some(20));
    check(Integers::at_least(10).divide(&Integers::at_least(1)), Some(0), None);
    check(Integers::all().remainder(&Integers::range(-5, 8)), Some(-7), Some(7));
    check(natural.remainder(&Integers::one(BigInt::from(10))), Some(0), Some(9));
    check(small.remainder(&Integers::at_least(10)), Some(1), Some(9));
    check(Integers::all().bit_and(&Integers::one(BigInt::from(255))), Some(0), Some(255));
    check(Integers::range(4, 5).bit_or(&small), Some(4), Some(15));
    check(small.shift_left(&Integers::range(0, 2)), Some(1), Some(36));
    check(natural.shift_right(&natural), Some(0), None);
    check(Integers::range(-6, -1).shift_right(&natural), Some(-6), Some(-1));
    check(Integers::all().absolute(), Some(0), None);
    check(Integers::range(-4, 2).complement_bits(), Some(-3), Some(3));
}

#[test]
fn bounds_do_not_grow() {
    let mut set = Integers::one(BigInt::from(3));
    for _ in 0..100 {
        set = set.multiply(&set);
        assert!(set.ranges().iter().all(|range| {
            let ends = [&range.low, &range.high].map(|end| end.as_ref().map_or(0, BigInt::bits));
            ends.iter().all(|bits| *bits <= MOST_BITS + 1)
        }));
    }
    assert!(set.highest().is_none() && !set.contains(&BigInt::ZERO));
}
