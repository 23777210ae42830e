//! What is found that is easy to miss, and what is told where nothing is.

use super::*;
use crate::stack::Stack;
use crate::stack::scripted::problem;
use crate::why::Hard;
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Symbol, Symbols};
use typing::{MapField, Types, inhabitant};

fn solve(
    symbols: &Symbols,
    constraints: &[Constraint],
    start: &[Term],
    types: &[Vec<Arc<Type>>],
) -> Answer {
    let environment = Types::new(Box::new(|_| None));
    let problem = problem(symbols, constraints, start, &environment);
    Stack::native().solve(&Problem { types, ..problem })
}

fn is_found(symbols: &Symbols, constraints: &[Constraint], start: &[Term]) -> Vec<Term> {
    match solve(symbols, constraints, start, &[]) {
        // No model is made that is none.
        Answer::Sat(model) => model.into_arguments(),
        other => panic!("{other:?}"),
    }
}

fn is_refuted(symbols: &Symbols, constraints: &[Constraint], start: &[Term]) {
    let answer = solve(symbols, constraints, start, &[]);
    assert!(matches!(answer, Answer::Refuted(_)), "{answer:?}");
}

fn test(
    symbols: &mut Symbols,
    comparison: Comparison,
    left: Symbol,
    right: Symbol,
    holds: bool,
) -> Constraint {
    let test = symbols.intern(Expr::Compare(comparison, left, right));
    Constraint::is(test, Shape::Literal(Term::bool(holds)))
}

#[test]
fn characters_of_atoms_are_no_surrogates() {
    let mut symbols = Symbols::new();
    let atom = symbols.argument(0);
    let text = symbols.intern(Expr::AtomText(atom));
    let first = symbols.intern(Expr::Head(text));
    let [low, high] = [0xd800, 0xdfff].map(|number| symbols.constant(Term::Int(number)));
    let start = [Term::atom("a")];
    let above = test(&mut symbols, Comparison::Less, first, low, false);
    let found = is_found(&symbols, std::slice::from_ref(&above), &start);
    assert!(matches!(&found[..], [Term::Atom(name)] if name.name() >= "\u{e000}"), "{found:?}");
    let below = test(&mut symbols, Comparison::LessOrEqual, first, high, true);
    is_refuted(&symbols, &[above, below], &start);
}

#[test]
fn between_two_characters_there_is_none() {
    let mut symbols = Symbols::new();
    let atom = symbols.argument(0);
    let text = symbols.intern(Expr::AtomText(atom));
    let first = symbols.intern(Expr::Head(text));
    let [low, high] = [222, 223].map(|number| symbols.constant(Term::Int(number)));
    let above = test(&mut symbols, Comparison::LessOrEqual, first, low, false);
    let below = test(&mut symbols, Comparison::GreaterOrEqual, first, high, false);
    is_refuted(&symbols, &[above, below], &[Term::atom("a")]);
}

/// `F(A) =/= F(B)`, where `A` and `B` are equal and `F` always returns the same.
#[test]
fn a_fun_that_must_answer_differently_is_asked_differently() {
    let mut symbols = Symbols::new();
    let (fun, list) = (symbols.argument(0), symbols.argument(1));
    let tail = symbols.intern(Expr::Tail(list));
    let questions = [Expr::Head(list), Expr::Head(tail)].map(|expr| symbols.intern(expr));
    let [one, two] = questions
        .map(|question| symbols.intern(Expr::Returned { fun, arguments: Box::new([question]) }));
    let differ = test(&mut symbols, Comparison::ExactlyEqual, one, two, false);
    let start = [Term::constant_fun(1, Term::Nil), Term::list(vec![Term::Int(0), Term::Int(0)])];
    is_found(&symbols, &[differ], &start);
}

#[test]
fn funs_without_parameters_differ_by_what_they_return() {
    let mut symbols = Symbols::new();
    let (one, two) = (symbols.argument(0), symbols.argument(1));
    let are_funs = [one, two].map(|fun| Constraint::is(fun, Shape::Kind(Kind::Function)));
    let differ = test(&mut symbols, Comparison::Equal, one, two, false);
    let fun = Term::constant_fun(0, Term::Nil);
    let [one, two] = are_funs;
    is_found(&symbols, &[one, two, differ], &[fun.clone(), fun]);
}

#[test]
fn what_is_too_large_may_be_computed() {
    let mut symbols = Symbols::new();
    let (one, two) = (symbols.argument(0), symbols.argument(1));
    let are_floats = [one, two].map(|float| Constraint::is(float, Shape::Kind(Kind::Float)));
    let hundred = symbols.constant(Term::Int(100));
    let difference = symbols.intern(Expr::Arithmetic(Arithmetic::Subtract, one, hundred));
    let product = symbols.intern(Expr::Arithmetic(Arithmetic::Multiply, hundred, difference));
    let is_fine = symbols.intern(Expr::TooLarge(Arithmetic::Multiply, hundred, difference));
    let is_large = symbols.intern(Expr::TooLarge(Arithmetic::Add, product, two));
    let [first, second] = are_floats;
    let truth = |symbol, truth| Constraint::is(symbol, Shape::Literal(Term::bool(truth)));
    let constraints = [first, second, truth(is_fine, false), truth(is_large, true)];
    is_found(&symbols, &constraints, &[Term::Float(0.0), Term::Float(0.0)]);
}

#[test]
fn next_to_a_float_a_length_is_nothing() {
    let mut symbols = Symbols::new();
    let (bits, float) = (symbols.argument(0), symbols.argument(1));
    let length = symbols.intern(Expr::BitSize(bits));
    let eight = symbols.constant(Term::Int(8));
    let bytes = symbols.intern(Expr::Arithmetic(Arithmetic::IntegerDivide, length, eight));
    let is_large = symbols.intern(Expr::TooLarge(Arithmetic::Subtract, bytes, float));
    let constraints = [
        Constraint::is(bits, Shape::Kind(Kind::Binary)),
        Constraint::is(float, Shape::Kind(Kind::Float)),
        Constraint::is(is_large, Shape::Literal(Term::bool(true))),
    ];
    is_refuted(&symbols, &constraints, &[Term::binary(&[]), Term::Float(0.0)]);
}

#[test]
fn what_is_neither_less_nor_greater_can_differ() {
    let mut symbols = Symbols::new();
    let (one, two) = (symbols.argument(0), symbols.argument(1));
    let are_numbers = [one, two].map(|number| Constraint::is(number, Shape::Kind(Kind::Number)));
    let [first, second] = are_numbers;
    let constraints = [
        test(&mut symbols, Comparison::ExactlyEqual, one, two, false),
        first,
        second,
        test(&mut symbols, Comparison::Less, one, two, false),
        test(&mut symbols, Comparison::Greater, one, two, false),
    ];
    is_found(&symbols, &constraints, &[Term::Int(1), Term::Int(0)]);
}

#[test]
fn tuples_of_one_size_that_differ_are_not_empty() {
    let mut symbols = Symbols::new();
    let (one, two) = (symbols.argument(0), symbols.argument(1));
    let sizes = [one, two].map(|tuple| symbols.intern(Expr::TupleSize(tuple)));
    let constraints = [
        test(&mut symbols, Comparison::ExactlyEqual, one, two, false),
        Constraint::is(one, Shape::Kind(Kind::Tuple)),
        Constraint::is(two, Shape::Kind(Kind::Tuple)),
        test(&mut symbols, Comparison::ExactlyEqual, sizes[0], sizes[1], true),
    ];
    let start = [Term::tuple(vec![Term::Int(0)]), Term::tuple(vec![])];
    is_found(&symbols, &constraints, &start);
}

/// `{A, [B]} =/= {A, [C]}`, and `[B] =:= [C]`
#[test]
fn what_is_made_of_the_same_parts_is_the_same() {
    let mut symbols = Symbols::new();
    let [a, b, c] = [0, 1, 2].map(|number| symbols.argument(number));
    let nil = symbols.constant(Term::Nil);
    let lists = [b, c].map(|element| symbols.intern(Expr::Cons(element, nil)));
    let pairs = lists.map(|list| symbols.intern(Expr::Tuple(Box::new([a, list]))));
    let constraints = [
        test(&mut symbols, Comparison::ExactlyEqual, pairs[0], pairs[1], false),
        test(&mut symbols, Comparison::ExactlyEqual, lists[0], lists[1], true),
    ];
    is_refuted(&symbols, &constraints, &[Term::Int(0), Term::Int(1), Term::Int(2)]);
}

#[test]
fn a_list_of_something_computed_is_made() {
    let mut symbols = Symbols::new();
    let (number, list) = (symbols.argument(0), symbols.argument(1));
    let one = symbols.constant(Term::Int(1));
    let nil = symbols.constant(Term::Nil);
    let sum = symbols.intern(Expr::Arithmetic(Arithmetic::Add, number, one));
    let wanted = symbols.intern(Expr::Cons(sum, nil));
    for comparison in [Comparison::Equal, Comparison::ExactlyEqual] {
        let constraints = [
            Constraint::is(number, Shape::Kind(Kind::Integer)),
            Constraint::is(sum, Shape::Literal(Term::Int(37))),
            test(&mut symbols, comparison, list, wanted, true),
        ];
        let found = is_found(&symbols, &constraints, &[Term::Int(0), Term::Int(0)]);
        assert_eq!(found, [Term::Int(36), Term::list(vec![Term::Int(37)])]);
    }
}

/// `-spec f(#{query => binary(), port => integer()})`: the first key is `query`, and its value is no
/// binary.
#[test]
fn a_key_that_is_known_has_the_values_of_its_type() {
    let mut symbols = Symbols::new();
    let map = symbols.argument(0);
    let key = symbols.intern(Expr::MapKey { map, index: 0 });
    let value = symbols.intern(Expr::MapValue { map, key });
    let size = symbols.intern(Expr::MapSize(map));
    let field = |name: &str, value: Type| MapField {
        key: Arc::new(Type::AtomLiteral(term::Atom::new(name))),
        value: Arc::new(value),
        is_required: false,
    };
    let wanted = Type::Map(vec![
        field("query", Type::Bits { size: 0, unit: 8 }),
        field("port", Type::Integer { low: None, high: None }),
    ]);
    let constraints = |kind: Kind, holds: bool| {
        [
            Constraint::is(size, Shape::Literal(Term::Int(1))),
            Constraint::is(key, Shape::Literal(Term::atom("query"))),
            Constraint { symbol: value, shape: Shape::Kind(kind), holds },
        ]
    };
    let types = [vec![Arc::new(wanted)]];
    let start = [Term::map(vec![(Term::atom("query"), Term::binary(&[]))])];
    let answer = solve(&symbols, &constraints(Kind::Binary, true), &start, &types);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    let answer = solve(&symbols, &constraints(Kind::Binary, false), &start, &types);
    assert!(matches!(answer, Answer::Refuted(_)), "{answer:?}");
    // Nobody's pid does.
    let any = [vec![Arc::new(Type::AnyMap)]];
    let answer = solve(&symbols, &constraints(Kind::Pid, true), &start, &any);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
    // One that is none of these would do, and cannot be made up: that is not a question of keys.
    let mut strange = constraints(Kind::Pid, true).to_vec();
    for number in 0..inhabitant::NOBODYS {
        let pid = Shape::Literal(inhabitant::pid(number));
        strange.push(Constraint::is_not(value, pid));
    }
    let answer = solve(&symbols, &strange, &start, &any);
    assert_eq!(answer, Answer::GaveUp(ShapeWhy::OnlyIdentifier.into()));
}

#[test]
fn what_was_too_hard_is_told() {
    let mut symbols = Symbols::new();
    let map = symbols.argument(0);
    let size = symbols.intern(Expr::MapSize(map));
    let many = symbols.constant(Term::Int(20_000));
    let is_large = test(&mut symbols, Comparison::GreaterOrEqual, size, many, true);
    let answer = solve(&symbols, &[is_large], &[Term::map(vec![])], &[]);
    assert_eq!(answer, Answer::GaveUp(ShapeWhy::NotFound(Hard::Large).into()));
}
