//! Which numbers satisfy the comparisons? From nodes to a [`NumericProblem`] and back.
//!
//! A node that is compared as a number is an integer if it can be one, and a float otherwise. If
//! there is no solution, the other kind is tried.

use crate::domain::{Basic, Kinds, integer};
use crate::graph::{Graph, NodeId, NumberRelation, Side};
use crate::linear;
use crate::numeric::{
    Number, NumberKind, NumericAnswer, NumericComparison, NumericExpr, NumericProblem,
    NumericSolver, NumericVariable, Relation,
};
use rustc_hash::FxHashMap;
use symbolic::{Arithmetic, Expr, Symbol, Unary};
use term::Term;

/// The float next to a number, on one side.
type Nearest = fn(&Number) -> f64;

/// What the comparisons ask of the nodes that take part in them.
#[derive(Default)]
pub struct Assignment {
    pub values: FxHashMap<NodeId, Term>,
    /// How many elements a tuple has, or how many keys a map.
    pub sizes: FxHashMap<NodeId, u32>,
}

/// A number that can be chosen: a part of the input, or the size of one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    Value(NodeId),
    Size(NodeId),
}

pub enum Numbers {
    Sat(Assignment),
    Unsat,
    Unknown(String),
}

/// So many ways of being an integer or a float are tried.
const KIND_CHOICES: u32 = 16;

pub fn solve(graph: &Graph, solvers: &mut [&mut dyn NumericSolver]) -> Numbers {
    if graph.numbers.is_empty() {
        return Numbers::Sat(Assignment::default());
    }
    let mut nodes = Vec::new();
    for relation in &graph.numbers {
        for side in [&relation.left, &relation.right] {
            if let Side::Symbol(symbol) = side
                && leaves(graph, *symbol, &mut nodes).is_none()
            {
                return Numbers::Unknown("a number that is no part of the input".into());
            }
        }
    }
    let mixed: Vec<Unknown> = nodes.iter().copied().filter(|each| is_mixed(graph, *each)).collect();
    let choices = 1u32.checked_shl(mixed.len() as u32).unwrap_or(u32::MAX);
    let mut unknown = None;
    for choice in 0..choices.min(KIND_CHOICES) {
        let kind = |each: Unknown| match mixed.iter().position(|mixed| *mixed == each) {
            Some(bit) if choice >> bit & 1 == 1 => NumberKind::Float,
            Some(_) => NumberKind::Integer,
            None => only_kind(graph, each),
        };
        match solve_kinds(graph, &nodes, &kind, solvers) {
            Numbers::Unsat => {}
            Numbers::Unknown(why) => unknown = Some(why),
            sat => return sat,
        }
    }
    match unknown {
        Some(why) => Numbers::Unknown(why),
        None if choices > KIND_CHOICES => Numbers::Unknown("too many kinds of numbers".into()),
        None => Numbers::Unsat,
    }
}

fn is_mixed(graph: &Graph, each: Unknown) -> bool {
    let Unknown::Value(id) = each else { return false };
    let kinds = graph.node(id).domain.kinds;
    kinds.contains(Basic::Integer) && kinds.contains(Basic::Float)
}

fn only_kind(graph: &Graph, each: Unknown) -> NumberKind {
    let Unknown::Value(id) = each else { return NumberKind::Integer };
    let kinds = graph.node(id).domain.kinds;
    if kinds.contains(Basic::Float) { NumberKind::Float } else { NumberKind::Integer }
}

/// The parts of the input that an expression is computed from. `None`: there is something else.
fn leaves(graph: &Graph, symbol: Symbol, nodes: &mut Vec<Unknown>) -> Option<()> {
    match graph.symbols.expr(symbol) {
        Expr::Constant(term) => symbolic::Kind::Number.fits(term).then_some(()),
        Expr::Arithmetic(_, left, right) => {
            leaves(graph, *left, nodes)?;
            leaves(graph, *right, nodes)
        }
        Expr::Unary(_, operand) => leaves(graph, *operand, nodes),
        _ => {
            let each = unknown(graph, symbol)?;
            if !nodes.contains(&each) {
                nodes.push(each);
            }
            Some(())
        }
    }
}

fn unknown(graph: &Graph, symbol: Symbol) -> Option<Unknown> {
    match graph.symbols.expr(symbol) {
        Expr::TupleSize(whole) | Expr::MapSize(whole) => {
            graph.known_node(*whole).map(Unknown::Size)
        }
        _ => graph.known_node(symbol).map(Unknown::Value),
    }
}

fn solve_kinds(
    graph: &Graph,
    nodes: &[Unknown],
    kind: &dyn Fn(Unknown) -> NumberKind,
    solvers: &mut [&mut dyn NumericSolver],
) -> Numbers {
    let mut comparisons = Vec::new();
    for relation in &graph.numbers {
        let comparison = comparison(graph, nodes, relation);
        if relation.is_exact {
            let kind_of = |side| kind_of(side, &|index| kind(nodes[index]));
            let are_alike = kind_of(&comparison.left) == kind_of(&comparison.right);
            match relation.relation {
                Relation::Equal if !are_alike => return Numbers::Unsat,
                Relation::NotEqual if !are_alike => continue,
                _ => {}
            }
        }
        comparisons.push(comparison);
    }
    let variables = nodes.iter().map(|id| variable(graph, *id, kind(*id))).collect();
    let problem = NumericProblem { variables, comparisons };
    let mut why = "no solver".to_owned();
    for solver in solvers {
        match solver.solve(&problem) {
            NumericAnswer::Sat(values) => {
                return Numbers::Sat(assignment(nodes, values));
            }
            NumericAnswer::Unsat => return Numbers::Unsat,
            NumericAnswer::Unknown(reason) => why = reason,
        }
    }
    Numbers::Unknown(why)
}

fn assignment(nodes: &[Unknown], values: Vec<Number>) -> Assignment {
    let mut assignment = Assignment::default();
    for (each, value) in nodes.iter().zip(values) {
        match (each, value) {
            (Unknown::Value(id), value) => {
                assignment.values.insert(*id, term_of(value));
            }
            (Unknown::Size(id), Number::Integer(size)) => {
                let size = u32::try_from(&size).expect("sizes are within their bounds");
                assignment.sizes.insert(*id, size);
            }
            (Unknown::Size(_), Number::Float(_)) => unreachable!("sizes are integers"),
        }
    }
    assignment
}

fn variable(graph: &Graph, each: Unknown, kind: NumberKind) -> NumericVariable {
    let id = match each {
        Unknown::Value(id) => id,
        Unknown::Size(id) => return size_variable(graph, id),
    };
    let node = graph.node(id);
    let is_kind = |number: &Number| {
        matches!(
            (number, kind),
            (Number::Integer(_), NumberKind::Integer) | (Number::Float(_), NumberKind::Float)
        )
    };
    let (low, high) = match kind {
        NumberKind::Integer => {
            let (low, high) = node.domain.integer_bounds();
            (low.map(Number::Integer), high.map(Number::Integer))
        }
        NumberKind::Float => {
            let bound = |bound: &Option<(Term, bool)>, at: Nearest, beyond: Nearest| {
                let (term, inclusive) = bound.as_ref()?;
                let number = number_of(term)?;
                let float = if *inclusive { at(&number) } else { beyond(&number) };
                // Where no float is beyond the bound, the finished input is checked for it.
                float.is_finite().then_some(Number::Float(float))
            };
            let domain = &node.domain;
            (
                bound(&domain.lower, linear::at_least, linear::more),
                bound(&domain.upper, linear::at_most, linear::less),
            )
        }
    };
    let literal = node.domain.literal.as_ref().and_then(number_of);
    NumericVariable {
        kind,
        low: literal.clone().or(low),
        high: literal.or(high),
        excluded: node.domain.excluded.iter().filter_map(number_of).filter(is_kind).collect(),
        hint: node.hint.as_ref().and_then(number_of).filter(is_kind),
    }
}

fn size_variable(graph: &Graph, id: NodeId) -> NumericVariable {
    let node = graph.node(id);
    let number = |size: u32| Number::Integer(size.into());
    let hint = match &node.hint {
        Some(Term::Tuple(elements)) => Some(number(elements.len() as u32)),
        Some(Term::Map(map)) => Some(number(map.len() as u32)),
        _ => None,
    };
    let is_map = node.domain.kinds == Kinds::only(&[Basic::Map]);
    let size = if is_map { &node.domain.map_size } else { &node.domain.arity };
    NumericVariable {
        kind: NumberKind::Integer,
        low: Some(number(size.low)),
        high: Some(number(size.high)),
        excluded: size.excluded.iter().copied().map(number).collect(),
        hint,
    }
}

/// Is the value an integer or a float? That follows from what it is computed from.
fn kind_of(expr: &NumericExpr, variable: &dyn Fn(usize) -> NumberKind) -> NumberKind {
    match expr {
        NumericExpr::Variable(index) => variable(*index),
        NumericExpr::Constant(Number::Integer(_)) => NumberKind::Integer,
        NumericExpr::Constant(Number::Float(_)) => NumberKind::Float,
        NumericExpr::Arithmetic(Arithmetic::Divide, ..) => NumberKind::Float,
        NumericExpr::Arithmetic(
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply,
            left,
            right,
        ) => match (kind_of(left, variable), kind_of(right, variable)) {
            (NumberKind::Integer, NumberKind::Integer) => NumberKind::Integer,
            _ => NumberKind::Float,
        },
        NumericExpr::Unary(Unary::Negate | Unary::Absolute, operand) => kind_of(operand, variable),
        NumericExpr::Unary(Unary::Float, _) => NumberKind::Float,
        NumericExpr::Arithmetic(..) | NumericExpr::Unary(..) => NumberKind::Integer,
    }
}

fn comparison(graph: &Graph, nodes: &[Unknown], relation: &NumberRelation) -> NumericComparison {
    NumericComparison {
        relation: relation.relation,
        left: side(graph, nodes, &relation.left),
        right: side(graph, nodes, &relation.right),
    }
}

fn side(graph: &Graph, nodes: &[Unknown], side: &Side) -> NumericExpr {
    match side {
        Side::Symbol(symbol) => expr(graph, nodes, *symbol),
        Side::Number(term) => NumericExpr::Constant(number_of(term).expect("a number")),
    }
}

fn expr(graph: &Graph, nodes: &[Unknown], symbol: Symbol) -> NumericExpr {
    match graph.symbols.expr(symbol) {
        Expr::Constant(term) => NumericExpr::Constant(number_of(term).expect("leaves are numbers")),
        Expr::Arithmetic(operator, left, right) => NumericExpr::Arithmetic(
            *operator,
            Box::new(expr(graph, nodes, *left)),
            Box::new(expr(graph, nodes, *right)),
        ),
        Expr::Unary(operator, operand) => {
            NumericExpr::Unary(*operator, Box::new(expr(graph, nodes, *operand)))
        }
        _ => {
            let each = unknown(graph, symbol).expect("leaves have nodes");
            let index = nodes.iter().position(|node| *node == each).expect("leaves are listed");
            NumericExpr::Variable(index)
        }
    }
}

pub fn number_of(term: &Term) -> Option<Number> {
    match term {
        Term::Float(number) => Some(Number::Float(*number)),
        _ => integer(term).map(Number::Integer),
    }
}

fn term_of(number: Number) -> Term {
    match number {
        Number::Integer(number) => Term::from(number),
        Number::Float(number) => Term::Float(number),
    }
}
