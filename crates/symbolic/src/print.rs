//! How is an expression written for people? As Erlang would write it, with `Arg1` for the first
//! argument of the function under test.

use crate::{Comparison, Expr, Symbol, Symbols, Unary};
use std::fmt::Write;

/// Deeper expressions are written as `…`: nobody reads more.
const DEEPEST: usize = 8;

/// Longer ones are cut.
const LONGEST: usize = 120;

/// The expression of a symbol.
pub fn write(symbols: &Symbols, symbol: Symbol) -> String {
    let mut out = String::new();
    put(symbols, symbol, DEEPEST, &mut out);
    match out.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &out[..end]),
        None => out,
    }
}

fn put(symbols: &Symbols, symbol: Symbol, depth: usize, out: &mut String) {
    if depth == 0 || out.len() > 4 * LONGEST {
        return out.push('…');
    }
    let mut part = |before: &str, symbol: Symbol, after: &str| {
        out.push_str(before);
        put(symbols, symbol, depth - 1, out);
        out.push_str(after);
    };
    match symbols.expr(symbol) {
        Expr::Constant(term) => write!(out, "{term}").expect("a String takes everything"),
        Expr::Argument(number) => {
            write!(out, "Arg{}", number + 1).expect("a String takes everything");
        }
        Expr::Head(cons) => part("hd(", *cons, ")"),
        Expr::Tail(cons) => part("tl(", *cons, ")"),
        Expr::Element { tuple, index } => {
            part(&format!("element({}, ", index + 1), *tuple, ")");
        }
        Expr::Lookup { table, index } => {
            part("element(", *index, ", ");
            part("", *table, ")");
        }
        Expr::Cons(head, tail) => {
            part("[", *head, " | ");
            part("", *tail, "]");
        }
        Expr::Tuple(elements) => {
            for (number, element) in elements.iter().enumerate() {
                part(if number == 0 { "{" } else { ", " }, *element, "");
            }
            out.push_str(if elements.is_empty() { "{}" } else { "}" });
        }
        Expr::Arithmetic(operator, left, right) => {
            part("(", *left, "");
            part(&format!(" {} ", operator.name()), *right, ")");
        }
        Expr::Unary(Unary::Negate, operand) => part("-", *operand, ""),
        Expr::Unary(operator, operand) => part(function(*operator), *operand, ")"),
        Expr::Compare(comparison, left, right) => {
            part("(", *left, "");
            part(&format!(" {} ", sign(*comparison)), *right, ")");
        }
        Expr::Has(value, shape) => part("(", *value, &format!(" is {shape})")),
        // What is rarely decided on has no words of its own.
        _ => out.push_str("a value made of the input"),
    }
}

/// As it is called in Erlang.
fn function(operator: Unary) -> &'static str {
    match operator {
        Unary::Negate => "-(",
        Unary::BitNot => "(bnot ",
        Unary::Absolute => "abs(",
        Unary::Float => "float(",
        Unary::Truncate => "trunc(",
        Unary::Round => "round(",
        Unary::Floor => "floor(",
        Unary::Ceil => "ceil(",
    }
}

fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "<",
        Comparison::LessOrEqual => "=<",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
        Comparison::Equal => "==",
        Comparison::NotEqual => "/=",
        Comparison::ExactlyEqual => "=:=",
        Comparison::ExactlyNotEqual => "=/=",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arithmetic, Shape};
    use term::Term;

    #[test]
    fn expressions() {
        let mut symbols = Symbols::new();
        let first = symbols.argument(0);
        let tail = symbols.intern(Expr::Tail(first));
        let second = symbols.intern(Expr::Head(tail));
        let one = symbols.constant(Term::Int(1));
        let sum = symbols.intern(Expr::Arithmetic(Arithmetic::Add, second, one));
        let less = symbols.intern(Expr::Compare(Comparison::LessOrEqual, sum, one));
        assert_eq!(write(&symbols, less), "((hd(tl(Arg1)) + 1) =< 1)");
        let test = symbols.intern(Expr::Has(tail, Shape::Cons));
        assert_eq!(write(&symbols, test), "(tl(Arg1) is [_|_])");
        let pair = symbols.intern(Expr::Tuple(Box::new([first, one])));
        assert_eq!(write(&symbols, pair), "{Arg1, 1}");
    }

    #[test]
    fn deep_ones_are_cut() {
        let mut symbols = Symbols::new();
        let argument = symbols.argument(0);
        let deep = (0..100_000).fold(argument, |inner, _| symbols.intern(Expr::Tail(inner)));
        assert_eq!(write(&symbols, deep), "tl(tl(tl(tl(tl(tl(tl(tl(…))))))))");
    }
}
