//! Are the bits of numbers right that no machine word has room for? Random formulas over large constants,
//! solved and tried out on a lattice of numbers around the powers of two.
//!
//! Every solution is evaluated, and nothing that has a solution on the lattice may be refuted. In most
//! formulas one is planted there.

use super::agreement::{Random, agree};
use super::tests::solver;
use crate::evaluate::Evaluator;
use crate::linear::Linear;
use crate::numeric::{
    Number, NumberKind, NumericAnswer, NumericComparison, NumericExpr, NumericProblem,
    NumericSolver, NumericVariable, Relation,
};
use crate::patience::Patience;
use num_bigint::BigInt;
use symbolic::{Arithmetic, Unary};

/// The SMT solver takes milliseconds for each.
const PROBLEMS: u64 = 240;
const SMT_WORK: u64 = 250_000;

/// The bits around which numbers are tried.
const PLACES: [u32; 7] = [3, 31, 59, 63, 64, 90, 100];

/// Shifts by the input are tried up to here.
const SHIFTS: [i64; 6] = [0, 1, 3, 64, 75, -2];

#[test]
fn wide_bits_are_as_they_are_computed() {
    let (mut linear, mut smt) = (Linear::new(), solver());
    let mut evaluator = Evaluator::new();
    let lattice = lattice();
    let (mut found, mut planted) = (0, 0);
    for seed in 0..PROBLEMS {
        let mut random = Random(0x5eed_0000 + seed);
        let problem = formula(&mut random, &lattice, &mut evaluator);
        let known = on_the_lattice(&problem, &lattice, &mut evaluator);
        planted += u64::from(known.is_some());
        let answer = linear.solve(&problem, &Patience::endless());
        agree("linear", seed, &problem, &known, &answer, &mut evaluator);
        let answer = match (answer, &mut smt) {
            (NumericAnswer::GaveUp(_), Some(smt)) => {
                let answer = smt.solve(&problem, &Patience::new(SMT_WORK, None));
                agree("smt", seed, &problem, &known, &answer, &mut evaluator);
                answer
            }
            (answer, _) => answer,
        };
        found += u64::from(matches!(answer, NumericAnswer::Sat(_)));
    }
    println!("{found} solved of {planted} that have a solution on the lattice");
    // All of this would hold if nothing were ever solved, or if nothing had a solution.
    assert!(planted * 3 > PROBLEMS, "{planted}");
    assert!(smt.is_none() || found * 2 > planted, "{found} of {planted}");
}

/// Zero, one, powers of two and what is next to them, a few with several bits, and all of these below zero.
fn lattice() -> Vec<BigInt> {
    let one = BigInt::from(1);
    let mut numbers = vec![BigInt::ZERO, one.clone()];
    for place in PLACES {
        let power = &one << place;
        numbers.extend([&power - 1, power.clone(), &power + 1, &power * 5]);
    }
    let negative: Vec<BigInt> = numbers.iter().map(|number| -number).collect();
    numbers.extend(negative);
    numbers.sort();
    numbers.dedup();
    numbers
}

fn on_the_lattice(
    problem: &NumericProblem,
    lattice: &[BigInt],
    evaluator: &mut Evaluator,
) -> Option<Vec<Number>> {
    let number = |number: &BigInt| Number::Integer(number.clone());
    let mut values = lattice.iter().flat_map(|one| lattice.iter().map(move |two| (one, two)));
    let found =
        values.find(|(one, two)| evaluator.satisfies(problem, &[number(one), number(two)]))?;
    Some(vec![number(found.0), number(found.1)])
}

/// One or two comparisons of bits of two integers. What the left side comes to for two numbers of the
/// lattice is what it is compared with, most of the time.
fn formula(random: &mut Random, lattice: &[BigInt], evaluator: &mut Evaluator) -> NumericProblem {
    let variable = NumericVariable {
        kind: NumberKind::Integer,
        low: None,
        high: None,
        excluded: Vec::new(),
        hint: None,
    };
    let pick = |random: &mut Random| lattice[random.next(lattice.len() as u64) as usize].clone();
    let values = [pick(random), pick(random)].map(Number::Integer);
    let count = 1 + random.next(2);
    let comparisons = (0..count)
        .map(|nth| {
            let left = bits(random, 2, lattice);
            let planted = evaluator.value(&left, &values);
            let is_planted = random.next(4) > 0;
            let right = match planted.filter(|_| is_planted) {
                Some(value) => value,
                None => Number::Integer(pick(random)),
            };
            let relation = match (nth, random.next(3)) {
                (0, _) | (_, 0) => Relation::Equal,
                (_, 1) => Relation::NotEqual,
                _ => Relation::LessOrEqual,
            };
            NumericComparison { relation, left, right: NumericExpr::Constant(right) }
        })
        .collect();
    NumericProblem { variables: vec![variable.clone(), variable], comparisons }
}

fn bits(random: &mut Random, depth: u32, lattice: &[BigInt]) -> NumericExpr {
    if depth == 0 || depth == 1 && random.next(2) == 0 {
        return NumericExpr::Variable(random.next(2) as usize);
    }
    let constant = |number: BigInt| Box::new(NumericExpr::Constant(Number::Integer(number)));
    let left = Box::new(bits(random, depth - 1, lattice));
    let operator = match random.next(7) {
        0 => Arithmetic::BitAnd,
        1 => Arithmetic::BitOr,
        2 => Arithmetic::BitXor,
        3 => return NumericExpr::Unary(Unary::BitNot, left),
        4 | 5 => {
            let by = SHIFTS[random.next(SHIFTS.len() as u64) as usize];
            let operators = [Arithmetic::ShiftLeft, Arithmetic::ShiftRight];
            let operator = operators[random.next(2) as usize];
            return NumericExpr::Arithmetic(operator, left, constant(by.into()));
        }
        _ => Arithmetic::Add,
    };
    let right = match random.next(3) {
        0 => constant(lattice[random.next(lattice.len() as u64) as usize].clone()),
        _ => Box::new(bits(random, depth - 1, lattice)),
    };
    NumericExpr::Arithmetic(operator, left, right)
}
