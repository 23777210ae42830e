//! How is a decision told to somebody who knows the function's arguments and nothing else? "element 3 of the
//! first argument", "is not "AGE"".
//!
//! What has no words of its own is written as an expression ([`print`](mod@crate::print)).

use crate::bits::BitField;
use crate::{ActPart, Comparison, Expr, Kind, Shape, Symbol, Symbols, print};
use term::built::Constructor;
use term::{BigInt, Term};

/// Deeper parts are written as `…`: nobody reads more.
const DEEPEST: usize = 6;

/// Of values that something is none of, so many are named.
const MOST_NAMED: usize = 8;

/// What was looked at, and what it was found to be. In a row, the two are a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub subject: String,
    /// Begins with a verb.
    pub way: String,
}

/// What it says of a value that it has this shape (`holds`), or not.
pub fn told(symbols: &Symbols, subject: Symbol, shape: &Shape, holds: bool) -> Told {
    if let Some(is_true) = shape.truth(holds).filter(|_| symbols.is_truth(subject)) {
        return truth(symbols, subject, is_true);
    }
    let noun = match (shape, symbols.expr(subject)) {
        // Of a call that builds a value it is said which function is called.
        (Shape::Literal(Term::Atom(label)), Expr::Element { tuple, index: 0 })
            if Constructor::of_label(*label).is_some() =>
        {
            noun(symbols, *tuple, DEEPEST)
        }
        _ => noun(symbols, subject, DEEPEST),
    };
    let way = match (shape, symbols.expr(subject)) {
        (Shape::Literal(Term::Int(number)), Expr::BitInteger(field)) => {
            bytes_are(field, BigInt::from(*number), holds)
        }
        (Shape::Literal(Term::BigInt(number)), Expr::BitInteger(field)) => {
            bytes_are(field, (**number).clone(), holds)
        }
        _ => is(shape, holds),
    };
    Told { subject: noun, way }
}

/// What it says of a value that it has none of these shapes.
pub fn none_of(symbols: &Symbols, subject: Symbol, shapes: &[Shape]) -> Told {
    if let [only] = shapes {
        return told(symbols, subject, only, false);
    }
    let named: Vec<String> = shapes.iter().take(MOST_NAMED).map(named).collect();
    let more = if shapes.len() > named.len() { ", …" } else { "" };
    let way = format!("is none of {}{more}", named.join(", "));
    Told { subject: noun(symbols, subject, DEEPEST), way }
}

/// A comparison or a test, as a sentence.
fn truth(symbols: &Symbols, subject: Symbol, is_true: bool) -> Told {
    let noun = |symbol: Symbol| noun(symbols, symbol, DEEPEST);
    match symbols.expr(subject) {
        Expr::Compare(comparison, left, right) => {
            let comparison = if is_true { *comparison } else { opposite(*comparison) };
            // The input is what is spoken of.
            let is_constant = symbols.as_constant(*left).is_some();
            let (left, right, comparison) = match is_constant {
                true => (right, left, mirrored(comparison)),
                false => (left, right, comparison),
            };
            let way = format!("is {}{}", relation(comparison), noun(*right));
            Told { subject: noun(*left), way }
        }
        Expr::Has(value, shape) => told(symbols, *value, shape, is_true),
        Expr::HasKey { map, key } => {
            let has = if is_true { "has the key" } else { "does not have the key" };
            Told { subject: noun(*map), way: format!("{has} {}", noun(*key)) }
        }
        _ => Told { subject: noun(subject), way: format!("is {is_true}") },
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::ExactlyEqual => Comparison::ExactlyNotEqual,
        Comparison::ExactlyNotEqual => Comparison::ExactlyEqual,
    }
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same => same,
    }
}

fn relation(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "less than ",
        Comparison::LessOrEqual => "at most ",
        Comparison::Greater => "greater than ",
        Comparison::GreaterOrEqual => "at least ",
        Comparison::Equal => "equal to ",
        Comparison::NotEqual => "not equal to ",
        Comparison::ExactlyEqual => "",
        Comparison::ExactlyNotEqual => "not ",
    }
}

fn is(shape: &Shape, holds: bool) -> String {
    let not = if holds { "" } else { "not " };
    format!("is {not}{}", named(shape))
}

fn named(shape: &Shape) -> String {
    match shape {
        Shape::Literal(Term::Nil) => "an empty list".to_owned(),
        Shape::Literal(Term::Atom(name)) => match Constructor::of_label(*name) {
            Some(Constructor { module, function, arity, .. }) => {
                let (module, function) = (Term::Atom(module), Term::Atom(function));
                format!("built by {module}:{function}/{arity}")
            }
            None => Term::Atom(*name).to_string(),
        },
        Shape::Literal(term) => term.to_string(),
        Shape::Cons => "a list with elements".to_owned(),
        Shape::Tuple(size) => format!("a tuple of {size}"),
        Shape::Fun(arity) => format!("a fun of {arity}"),
        Shape::Kind(kind @ (Kind::Atom | Kind::Integer)) => format!("an {}", kind.name()),
        Shape::Kind(kind) => format!("a {}", kind.name()),
    }
}

/// `are not "AGE"`: several bytes as the text that they are.
fn bytes_are(field: &BitField, number: BigInt, holds: bool) -> String {
    let not = if holds { "" } else { "not " };
    let text = (field.size.is_multiple_of(8) && !field.is_signed && !field.is_little)
        .then(|| text_of(&number, field.size as usize / 8))
        .flatten();
    let verb = if is_several_bytes(field) { "are" } else { "is" };
    match text {
        Some(text) => format!("{verb} {not}{text:?}"),
        None => format!("{verb} {not}{number}"),
    }
}

/// As so many bytes, if all of them can be read.
fn text_of(number: &BigInt, length: usize) -> Option<String> {
    let (_, mut bytes) = number.to_bytes_be();
    if *number < BigInt::ZERO || bytes.len() != length {
        return None;
    }
    bytes.retain(|byte| (b' '..=b'~').contains(byte));
    (bytes.len() == length).then(|| bytes.into_iter().map(char::from).collect())
}

/// A part of the input, or what was made of it.
fn noun(symbols: &Symbols, symbol: Symbol, depth: usize) -> String {
    if depth == 0 {
        return "…".to_owned();
    }
    let part = |whole: Symbol| noun(symbols, whole, depth - 1);
    match symbols.expr(symbol) {
        Expr::Argument(number) => argument(*number as usize),
        Expr::Head(cons) => {
            let (list, number) = list_of(symbols, *cons);
            format!("element {} of {}", number + 1, part(list))
        }
        Expr::Tail(_) => {
            let (list, number) = list_of(symbols, symbol);
            let elements =
                if number == 1 { "element 1".to_owned() } else { format!("{number} elements") };
            format!("the rest of {} after {elements}", part(list))
        }
        Expr::Element { tuple, index } => format!("element {} of {}", index + 1, part(*tuple)),
        Expr::TupleSize(tuple) => format!("the size of {}", part(*tuple)),
        Expr::MapValue { map, key } => format!("the value of {} in {}", part(*key), part(*map)),
        Expr::MapKey { map, index } => format!("key {} of {}", index + 1, part(*map)),
        Expr::MapSize(map) => format!("the number of keys of {}", part(*map)),
        Expr::AtomText(atom) => format!("the text of {}", part(*atom)),
        Expr::BitSize(bits) => format!("the size in bits of {}", part(*bits)),
        Expr::BitInteger(field) | Expr::BitFloat(field) => {
            let BitField { bits, offset, size, .. } = *field;
            format!("{} of {}", bits_named(offset, Some(size)), part(bits))
        }
        Expr::BitSlice { bits, offset, size } => {
            format!("{} of {}", bits_named(*offset, *size), part(*bits))
        }
        Expr::Returned { fun, .. } | Expr::Otherwise(fun) => {
            format!("a result of {}", part(*fun))
        }
        Expr::Exported { module, function, arity, .. } => {
            format!("{}/{arity} of {}", function.name(), part(*module))
        }
        Expr::Acts { fun, part: act, .. } => {
            let what = match act {
                ActPart::Action => "what is done by",
                ActPart::Value(_) => "what is passed by",
                ActPart::Then => "how it goes on in",
                ActPart::Catches => "whether anything is caught by",
            };
            format!("{what} {}", part(*fun))
        }
        Expr::Arithmetic(operator, left, right) => {
            format!("({} {} {})", part(*left), operator.name(), part(*right))
        }
        _ => print::write(symbols, symbol),
    }
}

/// The list that this is the rest of, and after how many elements.
fn list_of(symbols: &Symbols, symbol: Symbol) -> (Symbol, usize) {
    let (mut list, mut number) = (symbol, 0);
    while let Expr::Tail(whole) = symbols.expr(list) {
        (list, number) = (*whole, number + 1);
    }
    (list, number)
}

fn argument(number: usize) -> String {
    const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    match ORDINALS.get(number) {
        Some(ordinal) => format!("the {ordinal} argument"),
        None => format!("argument {}", number + 1),
    }
}

fn is_several_bytes(field: &BitField) -> bool {
    field.offset.is_multiple_of(8) && field.size.is_multiple_of(8) && field.size > 8
        || (!field.offset.is_multiple_of(8) || !field.size.is_multiple_of(8)) && field.size > 1
}

/// `byte 1`, `bytes 1–3`, `bits 3–5`, `the bytes from 4 on`
fn bits_named(offset: u32, size: Option<u32>) -> String {
    let is_bytes =
        offset.is_multiple_of(8) && size.is_none_or(|size| size.is_multiple_of(8) && size > 0);
    let unit = if is_bytes { 8 } else { 1 };
    let noun = if is_bytes { "byte" } else { "bit" };
    let first = offset / unit + 1;
    match size.map(|size| size / unit) {
        None => format!("the {noun}s from {first} on"),
        Some(0) => format!("no {noun}s"),
        Some(1) => format!("{noun} {first}"),
        Some(number) => format!("{noun}s {first}–{}", first + number - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(symbols: &Symbols, subject: Symbol, shape: Shape, holds: bool) -> String {
        let Told { subject, way } = told(symbols, subject, &shape, holds);
        format!("{subject} {way}")
    }

    #[test]
    fn parts_of_the_input() {
        let mut symbols = Symbols::new();
        let first = symbols.argument(0);
        let rest = symbols.intern(Expr::Tail(first));
        let rest = symbols.intern(Expr::Tail(rest));
        let third = symbols.intern(Expr::Head(rest));
        assert_eq!(
            said(&symbols, third, Shape::Literal(Term::Int(7)), false),
            "element 3 of the first argument is not 7"
        );
        assert_eq!(
            said(&symbols, rest, Shape::Cons, true),
            "the rest of the first argument after 2 elements is a list with elements"
        );
        let seventh = symbols.argument(6);
        assert_eq!(
            said(&symbols, seventh, Shape::Kind(Kind::Integer), true),
            "argument 7 is an integer"
        );
        let shapes = [1, 2].map(|number| Shape::Literal(Term::Int(number)));
        let Told { way, .. } = none_of(&symbols, first, &shapes);
        assert_eq!(way, "is none of 1, 2");
    }

    #[test]
    fn bytes() {
        let mut symbols = Symbols::new();
        let bits = symbols.argument(1);
        let field = BitField { bits, offset: 0, size: 24, is_signed: false, is_little: false };
        let bytes = symbols.intern(Expr::BitInteger(field));
        let age = Shape::Literal(Term::Int(0x414745));
        assert_eq!(
            said(&symbols, bytes, age, false),
            "bytes 1–3 of the second argument are not \"AGE\""
        );
        let one = symbols.intern(Expr::BitInteger(BitField { offset: 8, size: 8, ..field }));
        let zero = Shape::Literal(Term::Int(0));
        assert_eq!(said(&symbols, one, zero.clone(), true), "byte 2 of the second argument is 0");
        let odd = symbols.intern(Expr::BitInteger(BitField { offset: 3, size: 3, ..field }));
        assert_eq!(said(&symbols, odd, zero, true), "bits 4–6 of the second argument are 0");
    }

    #[test]
    fn comparisons_and_tests() {
        let mut symbols = Symbols::new();
        let first = symbols.argument(0);
        let ten = symbols.constant(Term::Int(10));
        let less = symbols.intern(Expr::Compare(Comparison::Less, ten, first));
        let truth = |value| Shape::Literal(Term::bool(value));
        assert_eq!(
            said(&symbols, less, truth(true), true),
            "the first argument is greater than 10"
        );
        assert_eq!(said(&symbols, less, truth(true), false), "the first argument is at most 10");
        let key = symbols.constant(Term::atom("a"));
        let has = symbols.intern(Expr::HasKey { map: first, key });
        assert_eq!(
            said(&symbols, has, truth(false), true),
            "the first argument does not have the key a"
        );
        let value = symbols.intern(Expr::MapValue { map: first, key });
        assert_eq!(
            said(&symbols, value, Shape::Literal(Term::Nil), true),
            "the value of a in the first argument is an empty list"
        );
    }
}
