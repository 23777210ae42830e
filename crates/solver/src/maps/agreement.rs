//! Is nothing refuted that has a solution? Random questions about maps, as a search makes them: some
//! input is known to satisfy all of them, and the one that the solver starts from all but the last.

use crate::honesty;
use crate::patience::Patience;
use crate::stack::Stack;
use crate::{Answer, Problem, Solver};
use std::sync::Arc;
use symbolic::{Comparison, Constraint, Evaluation, Expr, Kind, Shape, Symbol, Symbols};
use term::{Term, atoms};
use typing::random::Random;
use typing::{MapField, Type, Types};

const PROBLEMS: u64 = 30_000;

/// A map and something that may be one of its keys.
type Input = Vec<Term>;

#[test]
fn what_has_a_solution_is_not_refuted() {
    let (mut found, mut open) = (0, 0);
    each_problem(PROBLEMS, |seed, problem, witness| match Stack::native().solve(problem) {
        Answer::Sat(_) => found += 1,
        Answer::GaveUp(_) => open += 1,
        Answer::Refuted(_) => panic!(
            "seed {seed}: {witness:?} satisfies {:?} (from {:?}, {:?})\n{}",
            problem.constraints,
            problem.start,
            problem.types,
            wording(problem.symbols)
        ),
    });
    println!("{found} found, {open} open");
    assert!(found > 10 * open, "{found} found, but {open} open");
    assert!(found > 5_000, "only {found} found");
}

#[test]
fn who_runs_out_of_patience_refutes_nothing() {
    each_problem(PROBLEMS / 4, |seed, problem, _| {
        honesty::check_patience(problem, honesty::growing());
        if seed % 50 == 0 {
            honesty::check_patience(problem, 50..350);
        }
    });
}

/// Random problems, each with its number and an input that solves it.
fn each_problem(count: u64, mut visit: impl FnMut(u64, &Problem, &Input)) {
    let environment = Types::new(Box::new(|_| None));
    for seed in 0..count {
        let mut random = Random::new(seed);
        let (start, witness) = (input(&mut random), input(&mut random));
        let types = match random.below(3) {
            0 => some_types(&mut random),
            _ => Vec::new(),
        };
        let are_typed = [&start, &witness].iter().all(|input| {
            let of_type = |(wanted, term)| environment.contains(wanted, term).is_ok();
            types.is_empty() || types.iter().zip(input.iter()).all(of_type)
        });
        let mut symbols = Symbols::new();
        let constraints = constraints(&mut random, &mut symbols, &start, &witness);
        let (true, Some(constraints)) = (are_typed, constraints) else { continue };
        let types = if types.is_empty() { vec![] } else { vec![types] };
        let problem = Problem {
            symbols: &symbols,
            constraints: &constraints,
            start: &start,
            types: &types,
            environment: &environment,
            patience: &Patience::endless(),
        };
        visit(seed, &problem, &witness);
    }
}

fn wording(symbols: &Symbols) -> String {
    let all = (0..symbols.len() as u32).map(Symbol);
    all.map(|symbol| format!("{symbol:?} = {:?}\n", symbols.expr(symbol))).collect()
}

fn input(random: &mut Random) -> Input {
    let keys = keys();
    let pairs = (0..random.below(5)).map(|_| (random.pick(&keys).clone(), value(random)));
    let pairs = pairs.collect();
    vec![Term::map(pairs), random.pick(&keys).clone()]
}

fn keys() -> [Term; 8] {
    let pair = Term::tuple(vec![Term::atom("a"), Term::Int(1)]);
    let numbers = [Term::Int(1), Term::Float(1.0), Term::Int(2), Term::Int(5)];
    let [one, float, two, five] = numbers;
    [Term::atom("a"), Term::atom("b"), Term::atom("c"), one, float, two, five, pair]
}

fn value(random: &mut Random) -> Term {
    random.pick(&[Term::Int(0), Term::Int(7), Term::atom("a"), Term::Nil]).clone()
}

fn some_types(random: &mut Random) -> Vec<Arc<Type>> {
    let literal = |name: &str| Arc::new(Type::AtomLiteral(term::Atom::new(name)));
    let names = Arc::new(Type::union([literal("a"), literal("b"), literal("c")]));
    let numbers = Arc::new(Type::range(1, 5));
    let any = Arc::new(Type::Any);
    let values = [any.clone(), Arc::new(Type::range(0, 6)), Arc::new(Type::Atom)];
    let mut map = || {
        let value = random.pick(&values).clone();
        let field = |key: &Arc<Type>, is_required| MapField {
            key: key.clone(),
            value: value.clone(),
            is_required,
        };
        let fields = match random.below(5) {
            0 => vec![field(&names, false)],
            1 => vec![field(&literal("a"), true), field(&numbers, false)],
            2 => vec![field(&literal("b"), true), field(&names, false)],
            3 => vec![field(&names, true), field(&numbers, false)],
            _ => vec![field(&numbers, false), field(&names, false)],
        };
        Arc::new(Type::Map(fields))
    };
    let maps = [map(), map()];
    let maps = match random.below(2) {
        0 => maps[0].clone(),
        _ => Arc::new(Type::union(maps)),
    };
    let key = match random.below(2) {
        0 => any,
        _ => Arc::new(Type::union([names, numbers])),
    };
    vec![maps, key]
}

/// Questions that both inputs answer alike, and a last one on which they differ: with the answers of
/// the second.
fn constraints(
    random: &mut Random,
    symbols: &mut Symbols,
    start: &Input,
    witness: &Input,
) -> Option<Vec<Constraint>> {
    let map = symbols.argument(0);
    symbols.argument(1);
    let mut constraints = vec![Constraint::is(map, Shape::Kind(Kind::Map))];
    for _ in 0..30 {
        let (symbol, shape) = question(random, symbols);
        let fits = |input: &Input| {
            let term = Evaluation::new(symbols, input).term(symbol)?;
            Some(shape.fits(&term))
        };
        let Some(holds) = fits(witness) else { continue };
        let constraint = Constraint { symbol, shape: shape.clone(), holds };
        match fits(start) {
            Some(before) if before == holds => constraints.push(constraint),
            // The part is not there in the input that we start from.
            None => {}
            Some(_) if constraints.len() > 2 => {
                constraints.push(constraint);
                return Some(constraints);
            }
            Some(_) => {}
        }
    }
    None
}

fn question(random: &mut Random, symbols: &mut Symbols) -> (Symbol, Shape) {
    let map = symbols.argument(0);
    let truth = Shape::Literal(Term::Atom(atoms::true_));
    let number = Term::Int(random.below(5) as i64);
    match random.below(8) {
        0 | 1 => {
            let key = key(random, symbols);
            (symbols.intern(Expr::HasKey { map, key }), truth)
        }
        2 => {
            let size = symbols.intern(Expr::MapSize(map));
            let number = symbols.constant(number);
            (symbols.intern(Expr::Compare(Comparison::Greater, size, number)), truth)
        }
        3 => (symbols.intern(Expr::MapSize(map)), Shape::Literal(number)),
        4 => {
            let literal = random.pick(&keys()).clone();
            (part(random, symbols), Shape::Literal(literal))
        }
        5 => (part(random, symbols), Shape::Kind(*random.pick(&[Kind::Atom, Kind::Integer]))),
        6 => {
            let (left, right) = (part(random, symbols), part(random, symbols));
            (symbols.intern(Expr::Compare(Comparison::ExactlyEqual, left, right)), truth)
        }
        _ => {
            let literal = random.pick(&keys()).clone();
            let (left, right) = (part(random, symbols), symbols.constant(literal));
            (symbols.intern(Expr::Compare(Comparison::Less, left, right)), truth)
        }
    }
}

fn part(random: &mut Random, symbols: &mut Symbols) -> Symbol {
    match random.one_in(2) {
        true => key(random, symbols),
        false => {
            let (map, key) = (symbols.argument(0), key(random, symbols));
            symbols.intern(Expr::MapValue { map, key })
        }
    }
}

fn key(random: &mut Random, symbols: &mut Symbols) -> Symbol {
    let map = symbols.argument(0);
    match random.below(3) {
        0 => symbols.constant(random.pick(&keys()).clone()),
        1 => symbols.argument(1),
        _ => symbols.intern(Expr::MapKey { map, index: random.below(3) as u32 }),
    }
}
