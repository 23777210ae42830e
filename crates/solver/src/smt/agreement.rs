//! Do all ways of solving agree? Random problems, solved by [`Linear`], by [`Smt`] and by trying all
//! numbers of a small box.

use super::tests::solver;
use crate::evaluate::Evaluator;
use crate::honesty;
use crate::linear::Linear;
use crate::numeric::{
    Number, NumberKind, NumericAnswer, NumericComparison, NumericExpr, NumericProblem,
    NumericSolver, NumericVariable, Relation,
};
use crate::patience::Patience;
use crate::why::NumericWhy;
use num_bigint::BigInt;
use std::time::{Duration, Instant};
use symbolic::{Arithmetic, Unary};

const PROBLEMS: u64 = 10_000;
/// The SMT solver, which is a thousand times slower, gets as many as it can do in this time.
const SMT_TIME: Duration = Duration::from_secs(12);
/// Most of what it can do at all it does with this.
const SMT_WORK: u64 = 250_000;
/// Integers are tried up to here, in both directions.
const BOX: i64 = 6;
const FLOATS: [f64; 9] = [-3.0, -1.5, -0.1, 0.0, 0.1, 0.5, 1.0, 2.5, 1e20];

#[test]
fn no_solver_contradicts_another() {
    let (mut linear, mut smt) = (Linear::new(), solver());
    let mut evaluator = Evaluator::new();
    let mut counts = Counts::default();
    let start = Instant::now();
    for seed in 0..PROBLEMS {
        let problem = Random(seed).problem();
        let known = brute_force(&problem, &mut evaluator);
        counts.problems += 1;
        let answer = linear.solve(&problem, &Patience::endless());
        counts.linear += u64::from(!matches!(answer, NumericAnswer::GaveUp(_)));
        agree("linear", seed, &problem, &known, &answer, &mut evaluator);
        if known.is_some() {
            for work in honesty::growing().take(8) {
                let answer = linear.solve(&problem, &Patience::new(work, None));
                agree("linear in a hurry", seed, &problem, &known, &answer, &mut evaluator);
            }
        }
        if let Some(smt) = &mut smt
            && start.elapsed() < SMT_TIME
        {
            let by_smt = smt.solve(&problem, &Patience::new(SMT_WORK, None));
            counts.asked += 1;
            counts.smt += u64::from(!matches!(by_smt, NumericAnswer::GaveUp(_)));
            agree("smt", seed, &problem, &known, &by_smt, &mut evaluator);
            let is_contradiction = matches!(
                (&answer, &by_smt),
                (NumericAnswer::Sat(_), NumericAnswer::Refuted)
                    | (NumericAnswer::Refuted, NumericAnswer::Sat(_))
            );
            assert!(!is_contradiction, "seed {seed}: {answer:?} or {by_smt:?}? {problem:?}");
        }
    }
    println!("{counts:?}");
    // All of this would hold if everything were unknown.
    assert!(counts.linear * 3 > counts.problems, "{counts:?}");
    assert!(smt.is_none() || counts.smt * 4 > counts.asked, "{counts:?}");
}

#[derive(Debug, Default)]
struct Counts {
    problems: u64,
    /// Those that were decided.
    linear: u64,
    asked: u64,
    smt: u64,
}

pub(super) fn agree(
    who: &str,
    seed: u64,
    problem: &NumericProblem,
    known: &Option<Vec<Number>>,
    answer: &NumericAnswer,
    evaluator: &mut Evaluator,
) {
    match (answer, known) {
        (NumericAnswer::Refuted, Some(model)) => {
            panic!("seed {seed}: {who} finds no solution, but {model:?} is one of {problem:?}")
        }
        (NumericAnswer::Sat(model), _) => {
            let is_solution = evaluator.satisfies(problem, model);
            assert!(is_solution, "seed {seed}: {who} says {model:?}, which is none of {problem:?}");
        }
        (NumericAnswer::GaveUp(why), _) => {
            assert_ne!(*why, NumericWhy::FailedCheck, "seed {seed}: {who} of {problem:?}");
        }
        _ => {}
    }
}

fn brute_force(problem: &NumericProblem, evaluator: &mut Evaluator) -> Option<Vec<Number>> {
    let mut values: Vec<Number> = Vec::new();
    search(problem, evaluator, &mut values).then_some(values)
}

fn search(problem: &NumericProblem, evaluator: &mut Evaluator, values: &mut Vec<Number>) -> bool {
    let Some(variable) = problem.variables.get(values.len()) else {
        return evaluator.satisfies(problem, values);
    };
    let choices: Vec<Number> = match variable.kind {
        NumberKind::Integer => (-BOX..=BOX).map(|number| Number::Integer(number.into())).collect(),
        NumberKind::Float => FLOATS.iter().map(|number| Number::Float(*number)).collect(),
    };
    for choice in choices {
        values.push(choice);
        if search(problem, evaluator, values) {
            return true;
        }
        values.pop();
    }
    false
}

/// Numbers that look random and are always the same (splitmix64).
pub(super) struct Random(pub u64);

impl Random {
    pub fn next(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0.wrapping_mul(0xd134_2543_de82_ef95) ^ self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % limit
    }

    fn small(&mut self) -> i64 {
        self.next(2 * BOX as u64 + 1) as i64 - BOX
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.next(100) < percent
    }

    fn problem(&mut self) -> NumericProblem {
        let with_floats = self.chance(15);
        let is_linear = self.chance(60);
        let count = 1 + self.next(3) as usize;
        let variables = (0..count).map(|_| self.variable(with_floats)).collect();
        let comparisons = 1 + self.next(4);
        let comparisons = (0..comparisons)
            .map(|_| NumericComparison {
                relation: match self.next(6) {
                    0 | 1 => Relation::Less,
                    2 => Relation::LessOrEqual,
                    3 | 4 => Relation::Equal,
                    _ => Relation::NotEqual,
                },
                left: self.expr(count, 2, is_linear),
                right: self.expr(count, 1, is_linear),
            })
            .collect();
        let mut problem = NumericProblem { variables, comparisons };
        keep_to_integers(&mut problem);
        problem
    }

    fn variable(&mut self, with_floats: bool) -> NumericVariable {
        if with_floats && self.chance(50) {
            let hint = self.chance(50).then(|| Number::Float(self.small() as f64 / 2.0));
            let (low, high, excluded) = (None, None, Vec::new());
            return NumericVariable { kind: NumberKind::Float, low, high, excluded, hint };
        }
        let mut maybe =
            |percent| self.chance(percent).then(|| Number::Integer(BigInt::from(self.small())));
        NumericVariable {
            kind: NumberKind::Integer,
            low: maybe(30),
            high: maybe(30),
            excluded: maybe(30).into_iter().chain(maybe(10)).collect(),
            hint: maybe(50),
        }
    }

    fn expr(&mut self, variables: usize, depth: u32, is_linear: bool) -> NumericExpr {
        if depth == 0 || self.chance(20) {
            if self.chance(60) {
                return NumericExpr::Variable(self.next(variables as u64) as usize);
            }
            return NumericExpr::Constant(Number::Integer(self.small().into()));
        }
        let mut part = || Box::new(self.expr(variables, depth - 1, is_linear));
        let (left, right) = (part(), part());
        let operator = match self.next(if is_linear { 5 } else { 14 }) {
            0 | 1 => Arithmetic::Add,
            2 => Arithmetic::Subtract,
            3 => return NumericExpr::Unary(Unary::Negate, left),
            4 => {
                let constant = NumericExpr::Constant(Number::Integer(self.small().into()));
                return NumericExpr::Arithmetic(Arithmetic::Multiply, left, Box::new(constant));
            }
            5 => Arithmetic::Multiply,
            6 => Arithmetic::IntegerDivide,
            7 => Arithmetic::Remainder,
            8 => Arithmetic::BitAnd,
            9 => Arithmetic::BitOr,
            10 => Arithmetic::BitXor,
            11 => Arithmetic::ShiftLeft,
            12 => Arithmetic::ShiftRight,
            _ => {
                let operators =
                    [Unary::Absolute, Unary::BitNot, Unary::Truncate, Unary::Round, Unary::Float];
                return NumericExpr::Unary(operators[self.next(5) as usize], left);
            }
        };
        NumericExpr::Arithmetic(operator, left, right)
    }
}

/// Operators that want integers get these: a variable that is a float is truncated for them.
fn keep_to_integers(problem: &mut NumericProblem) {
    let kinds: Vec<NumberKind> = problem.variables.iter().map(|variable| variable.kind).collect();
    for comparison in &mut problem.comparisons {
        repair(&mut comparison.left, &kinds);
        repair(&mut comparison.right, &kinds);
    }
}

fn repair(expr: &mut NumericExpr, kinds: &[NumberKind]) -> NumberKind {
    match expr {
        NumericExpr::Variable(variable) => kinds[*variable],
        NumericExpr::Constant(number) => number.kind(),
        NumericExpr::Arithmetic(operator, left, right) => {
            let kinds = [repair(left, kinds), repair(right, kinds)];
            let takes_floats = matches!(
                operator,
                Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply | Arithmetic::Divide
            );
            if !takes_floats {
                for (side, kind) in [left, right].into_iter().zip(kinds) {
                    if kind == NumberKind::Float {
                        let operand = std::mem::replace(side, Box::new(NumericExpr::Variable(0)));
                        **side = NumericExpr::Unary(Unary::Truncate, operand);
                    }
                }
                NumberKind::Integer
            } else if kinds.contains(&NumberKind::Float) || *operator == Arithmetic::Divide {
                NumberKind::Float
            } else {
                NumberKind::Integer
            }
        }
        NumericExpr::Unary(operator, operand) => match (&operator, repair(operand, kinds)) {
            (Unary::Float, _) => NumberKind::Float,
            (Unary::Negate | Unary::Absolute, kind) => kind,
            (Unary::BitNot, NumberKind::Float) => {
                *operator = Unary::Truncate;
                NumberKind::Integer
            }
            _ => NumberKind::Integer,
        },
    }
}
