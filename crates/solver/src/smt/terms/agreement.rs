//! Does the shape solver agree with an SMT solver about terms? Random conjunctions, as a search makes
//! them: all but the last hold for the input it starts from.

use super::super::tests::program;
use super::{Options, Smt, TermSolver};
use crate::answer::failure;
use crate::honesty;
use crate::numeric::NumericSolver;
use crate::patience::Patience;
use crate::stack::Stack;
use crate::{Answer, Problem, Solver};
use std::time::Duration;
use symbolic::{
    Arithmetic, Comparison, Constraint, Evaluation, Expr, Kind, Shape, Symbol, Symbols,
};
use term::Term;
use typing::random::Random;
use typing::{Types, hostile};

const PROBLEMS: u64 = 10_000;

/// So many inputs are tried on what the shapes have refuted.
const GUESSES: usize = 100;

/// How two parts of the input are compared: two parts are only put in order after it is decided that
/// both are numbers.
const OF_TWO_PARTS: &[Comparison] = &[Comparison::ExactlyEqual, Comparison::ExactlyNotEqual];

/// The same without that decision: chains and circles of any terms, as sorting makes them.
const OF_ANY_TERMS: &[Comparison] = &[
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::ExactlyEqual,
    Comparison::Less,
    Comparison::LessOrEqual,
];

#[test]
fn shapes_and_smt_agree() {
    let counts = agree(OF_TWO_PARTS);
    let (asked, unknown) = (counts.iter().flatten().sum::<u64>(), counts[2].iter().sum::<u64>());
    let decided_by_both = counts[0][0] + counts[1][1];
    // All of this would hold if everything were unknown.
    let is_asked = asked > 0;
    assert!(!is_asked || asked * 10 > PROBLEMS * 9, "{counts:?}");
    assert!(unknown * 500 <= asked, "shapes: {counts:?}");
    assert!(decided_by_both * 10 >= asked * 8, "{counts:?}");
}

#[test]
fn the_order_of_terms_and_smt_agree() {
    let counts = agree(OF_ANY_TERMS);
    let (asked, unknown) = (counts.iter().flatten().sum::<u64>(), counts[2].iter().sum::<u64>());
    assert!(unknown * 20 <= asked, "shapes: {counts:?}");
}

/// Asks both about all problems. How often the shapes (rows) and SMT (columns) said sat, unsat and
/// unknown.
fn agree(comparisons: &[Comparison]) -> [[u64; 3]; 3] {
    let program = program();
    let options = Options { timeout: Duration::from_millis(500), ..Options::default() };
    let mut smt = program.clone().map(|program| TermSolver::new(program, options.clone()));
    let mut counts = [[0u64; 3]; 3];
    each_problem(comparisons, PROBLEMS, |seed, problem| {
        let mut random = Random::new(seed);
        let numbers = program
            .clone()
            .map(|program| Box::new(Smt::new(program, options.clone())) as Box<dyn NumericSolver>);
        let by_shapes = Stack::new(numbers).solve(problem);
        if let Answer::Sat(model) = &by_shapes {
            let failed = failure(problem, model.arguments());
            assert!(failed.is_none(), "seed {seed}: {model:?} does not satisfy {failed:?}");
        }
        for _ in 0..GUESSES {
            let guess: Vec<Term> =
                problem.start.iter().map(|_| small_term(&mut random, 2)).collect();
            let is_refuted =
                !matches!(by_shapes, Answer::Refuted(_)) || failure(problem, &guess).is_some();
            assert!(is_refuted, "seed {seed}: {guess:?} satisfies {:?}", problem.constraints);
        }
        let Some(smt) = &mut smt else { return };
        let by_smt = smt.solve(problem);
        let is_contradiction = matches!(
            (&by_shapes, &by_smt),
            (Answer::Sat(_), Answer::Refuted(_)) | (Answer::Refuted(_), Answer::Sat(_))
        );
        assert!(
            !is_contradiction,
            "seed {seed}: {by_shapes:?} or {by_smt:?}? {:?}\n{}",
            problem.constraints,
            wording(problem)
        );
        counts[row(&by_shapes)][row(&by_smt)] += 1;
    });
    println!("shapes (sat, unsat, unknown) by SMT (sat, unsat, unknown): {counts:?}");
    counts
}

/// As many as are asked when nobody asks an SMT solver, each of them often.
const ATTACKED: u64 = 3_000;

#[test]
fn a_core_has_no_solution() {
    let mut smaller = 0;
    each_problem(OF_ANY_TERMS, ATTACKED, |seed, problem| {
        let Answer::Refuted(core) = Stack::native().solve(problem) else { return };
        smaller += u64::from(core.places().len() < problem.constraints.len());
        let mut random = Random::new(seed);
        let other: Vec<Term> = problem.start.iter().map(|_| small_term(&mut random, 2)).collect();
        honesty::check_core(problem, &core, &[problem.start.to_vec(), other]);
        for _ in 0..GUESSES {
            let guess: Vec<Term> =
                problem.start.iter().map(|_| small_term(&mut random, 2)).collect();
            let constraints: Vec<Constraint> = core.constraints(problem).cloned().collect();
            let alone = Problem { constraints: &constraints, ..*problem };
            assert!(failure(&alone, &guess).is_some(), "seed {seed}: {guess:?}, {constraints:?}");
        }
    });
    assert!(smaller > 500, "only {smaller} cores are smaller than their problems");
}

#[test]
fn who_runs_out_of_patience_refutes_nothing() {
    let mut found = 0;
    each_problem(OF_ANY_TERMS, ATTACKED, |seed, problem| {
        if let Answer::Sat(_) = Stack::native().solve(problem) {
            found += 1;
            honesty::check_patience(problem, honesty::growing());
            if seed % 50 == 0 {
                honesty::check_patience(problem, 50..350);
            }
        }
    });
    assert!(found > 1_000, "only {found} have a solution");
}

/// Random problems, and their numbers.
fn each_problem(comparisons: &[Comparison], count: u64, mut visit: impl FnMut(u64, &Problem)) {
    let environment = Types::new(Box::new(|_| None));
    for seed in 0..count {
        let mut random = Random::new(seed);
        let Some(conjunction) = Conjunction::new(&mut random, comparisons) else { continue };
        let problem = Problem {
            symbols: &conjunction.symbols,
            constraints: &conjunction.constraints,
            start: &conjunction.start,
            types: &[],
            environment: &environment,
            patience: &Patience::endless(),
        };
        visit(seed, &problem);
    }
}

fn row(answer: &Answer) -> usize {
    match answer {
        Answer::Sat(_) => 0,
        Answer::Refuted(_) => 1,
        Answer::GaveUp(_) => 2,
    }
}

struct Conjunction {
    symbols: Symbols,
    start: Vec<Term>,
    constraints: Vec<Constraint>,
}

impl Conjunction {
    /// `None`: nothing was found that could be asked.
    fn new(random: &mut Random, comparisons: &[Comparison]) -> Option<Conjunction> {
        let arity = 1 + random.below(3);
        let start: Vec<Term> = (0..arity).map(|_| small_term(random, 3)).collect();
        let mut symbols = Symbols::new();
        let mut known: Vec<Symbol> =
            (0..arity).map(|number| symbols.argument(number as u32)).collect();
        let mut constraints = Vec::new();
        let wanted = 2 + random.below(7);
        for _ in 0..wanted * 6 {
            if constraints.len() == wanted {
                break;
            }
            let subject = subject(random, &mut symbols, &mut known, &start, comparisons);
            let shape = match symbols.expr(subject) {
                Expr::Compare(..) => Shape::Literal(Term::bool(true)),
                _ => shape(random, &start),
            };
            let constraint = Constraint::is(subject, shape);
            let mut evaluation = Evaluation::new(&symbols, &start);
            if evaluation.term(subject).is_none() {
                continue;
            }
            let holds = evaluation.satisfies(&constraint);
            // Before something is computed, it is decided that it is computed from integers.
            symbols.each_operand(subject, |operand| {
                if let Expr::Arithmetic(_, one, _) = symbols.expr(operand) {
                    constraints.push(Constraint::is(*one, Shape::Kind(Kind::Integer)));
                }
            });
            constraints.push(Constraint { holds, ..constraint });
        }
        let last = constraints.last_mut()?;
        last.holds = !last.holds;
        Some(Conjunction { symbols, start, constraints })
    }
}

fn wording(problem: &Problem) -> String {
    let symbols = (0..problem.symbols.len() as u32).map(Symbol);
    symbols.map(|symbol| format!("{symbol:?} = {:?}\n", problem.symbols.expr(symbol))).collect()
}

/// Something to ask about: a part of the input, a comparison of two, or a sum.
fn subject(
    random: &mut Random,
    symbols: &mut Symbols,
    known: &mut Vec<Symbol>,
    start: &[Term],
    of_two_parts: &[Comparison],
) -> Symbol {
    let one = *random.pick(known);
    let value = Evaluation::new(symbols, start).term(one);
    match random.below(10) {
        0..=4 => {
            // A part, as far as there is one.
            let part = match value {
                Some(Term::List(_)) if random.one_in(2) => symbols.intern(Expr::Head(one)),
                Some(Term::List(_)) => symbols.intern(Expr::Tail(one)),
                Some(Term::Tuple(elements)) if !elements.is_empty() => {
                    let index = random.below(elements.len()) as u32;
                    symbols.intern(Expr::Element { tuple: one, index })
                }
                _ => one,
            };
            if !known.contains(&part) {
                known.push(part);
            }
            part
        }
        5..=7 => {
            let other = match random.one_in(2) {
                true => *random.pick(known),
                false => symbols.constant(small_term(random, 2)),
            };
            let is_plain =
                matches!(symbols.expr(other), Expr::Constant(term) if !is_compound(term));
            let comparisons: &[Comparison] = match is_plain {
                true => &[Comparison::ExactlyEqual, Comparison::Equal, Comparison::Less],
                false => of_two_parts,
            };
            symbols.intern(Expr::Compare(*random.pick(comparisons), one, other))
        }
        _ => {
            let number = symbols.constant(Term::Int(random.between(-3, 3)));
            let is_integer = |term: &Option<Term>| matches!(term, Some(Term::Int(_)));
            if !is_integer(&value) {
                return one;
            }
            let operator = *random.pick(&[Arithmetic::Add, Arithmetic::Subtract]);
            let sum = symbols.intern(Expr::Arithmetic(operator, one, number));
            let bound = symbols.constant(Term::Int(random.between(-5, 5)));
            symbols.intern(Expr::Compare(Comparison::LessOrEqual, sum, bound))
        }
    }
}

fn shape(random: &mut Random, start: &[Term]) -> Shape {
    match random.below(8) {
        0 => Shape::Cons,
        1 => Shape::Tuple(random.below(4) as u32),
        2 => Shape::Literal(random.pick(start).clone()),
        3 | 4 => Shape::Literal(small_term(random, 0)),
        _ => Shape::Kind(*random.pick(&[
            Kind::Atom,
            Kind::Integer,
            Kind::List,
            Kind::Tuple,
            Kind::Number,
            Kind::Boolean,
            Kind::Binary,
            Kind::Float,
        ])),
    }
}

fn is_compound(term: &Term) -> bool {
    matches!(term, Term::List(_) | Term::Tuple(_) | Term::Bits(_))
}

/// A term of few kinds and small parts, so that terms meet.
fn small_term(random: &mut Random, depth: usize) -> Term {
    match random.below(if depth == 0 { 5 } else { 9 }) {
        0 | 1 => Term::Int(random.between(-2, 4)),
        2 => Term::atom(random.pick::<&str>(&["a", "b", "true", "false"])),
        3 => Term::Nil,
        4 => match random.below(4) {
            0 => Term::Float(random.between(-1, 2) as f64),
            1 => hostile::bits_of_length(random, 8),
            _ => Term::Int(0),
        },
        5 | 6 => {
            let elements =
                (0..1 + random.below(3)).map(|_| small_term(random, depth - 1)).collect();
            Term::list(elements)
        }
        _ => {
            let elements = (0..random.below(4)).map(|_| small_term(random, depth - 1)).collect();
            Term::tuple(elements)
        }
    }
}
