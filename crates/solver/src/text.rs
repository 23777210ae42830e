//! How do tests write down a numeric problem? `x:int[0..9]=5 f:float; x + 1 < 2.5 * f`.

use crate::numeric::{
    Number, NumberKind, NumericAnswer, NumericComparison, NumericExpr, NumericProblem,
    NumericVariable, Relation,
};
use symbolic::{Arithmetic, Unary};

pub fn problem(text: &str) -> NumericProblem {
    let mut parts = text.split(';');
    let mut problem = NumericProblem::default();
    let mut names = Vec::new();
    for declaration in parts.next().unwrap_or("").split_whitespace() {
        let (name, rest) = declaration.split_once(':').expect("name:kind");
        let (rest, hint) = match rest.split_once('=') {
            Some((rest, hint)) => (rest, Some(number(hint))),
            None => (rest, None),
        };
        let (kind, bounds) = rest.split_once('[').unwrap_or((rest, ".."));
        let (low, high) = bounds.trim_end_matches(']').split_once("..").expect("low..high");
        let bound = |text: &str| (!text.is_empty()).then(|| number(text));
        names.push(name.to_owned());
        problem.variables.push(NumericVariable {
            kind: if kind == "int" { NumberKind::Integer } else { NumberKind::Float },
            low: bound(low),
            high: bound(high),
            excluded: Vec::new(),
            hint,
        });
    }
    for part in parts {
        problem
            .comparisons
            .push(Parser { tokens: tokens(part), place: 0, names: &names }.comparison());
    }
    problem
}

pub fn show(answer: &NumericAnswer) -> String {
    match answer {
        NumericAnswer::Sat(values) => values.iter().map(show_number).collect::<Vec<_>>().join(" "),
        NumericAnswer::Refuted => "unsat".to_owned(),
        NumericAnswer::GaveUp(why) => format!("unknown: {why}"),
    }
}

fn show_number(number: &Number) -> String {
    match number {
        Number::Integer(integer) => integer.to_string(),
        Number::Float(float) => format!("{float:?}"),
    }
}

fn number(text: &str) -> Number {
    if text.contains(['.', 'e']) {
        Number::Float(text.parse().expect("a float"))
    } else {
        Number::Integer(text.parse().expect("an integer"))
    }
}

fn tokens(text: &str) -> Vec<String> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

struct Parser<'n> {
    tokens: Vec<String>,
    place: usize,
    names: &'n [String],
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.place).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.place += 1;
        self.tokens[self.place - 1].clone()
    }

    fn comparison(&mut self) -> NumericComparison {
        let left = self.expr(0);
        let operator = self.next();
        let right = self.expr(0);
        assert_eq!(self.peek(), "", "nothing follows a comparison");
        let (relation, is_swapped) = match operator.as_str() {
            "<" => (Relation::Less, false),
            "=<" | "<=" => (Relation::LessOrEqual, false),
            ">" => (Relation::Less, true),
            ">=" => (Relation::LessOrEqual, true),
            "==" => (Relation::Equal, false),
            "/=" => (Relation::NotEqual, false),
            other => panic!("{other} is no comparison"),
        };
        let (left, right) = if is_swapped { (right, left) } else { (left, right) };
        NumericComparison { relation, left, right }
    }

    /// Operators of at least this precedence.
    fn expr(&mut self, least: u8) -> NumericExpr {
        let mut left = self.operand();
        while let Some((operator, precedence)) = operator(self.peek()) {
            if precedence < least {
                break;
            }
            self.place += 1;
            let right = self.expr(precedence + 1);
            left = NumericExpr::Arithmetic(operator, Box::new(left), Box::new(right));
        }
        left
    }

    fn operand(&mut self) -> NumericExpr {
        let token = self.next();
        if token == "(" {
            let inner = self.expr(0);
            assert_eq!(self.next(), ")");
            return inner;
        }
        let Some(unary) = Unary::from_name(&token) else {
            return match self.names.iter().position(|name| *name == token) {
                Some(variable) => NumericExpr::Variable(variable),
                None => NumericExpr::Constant(number(&token)),
            };
        };
        NumericExpr::Unary(unary, Box::new(self.operand()))
    }
}

fn operator(token: &str) -> Option<(Arithmetic, u8)> {
    Some(match token {
        "+" => (Arithmetic::Add, 1),
        "-" => (Arithmetic::Subtract, 1),
        "bor" => (Arithmetic::BitOr, 1),
        "bxor" => (Arithmetic::BitXor, 1),
        "bsl" => (Arithmetic::ShiftLeft, 1),
        "bsr" => (Arithmetic::ShiftRight, 1),
        "*" => (Arithmetic::Multiply, 2),
        "/" => (Arithmetic::Divide, 2),
        "div" => (Arithmetic::IntegerDivide, 2),
        "rem" => (Arithmetic::Remainder, 2),
        "band" => (Arithmetic::BitAnd, 2),
        _ => return None,
    })
}
