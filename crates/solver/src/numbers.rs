//! Which numbers satisfy the comparisons? From nodes to a [`NumericProblem`] and back.
//!
//! A node that is compared as a number is an integer if it can be one, and a float otherwise. If
//! there is no solution, the other kind is tried.

mod table;

use crate::bits::{self, Atom, BitsPlan, Clash, FloatAt, Layout};
use crate::graph::{Graph, NodeId, NumberRelation, Side};
use crate::linear;
use crate::numeric::{
    Number, NumberKind, NumericAnswer, NumericAttempt, NumericComparison, NumericExpr,
    NumericProblem, NumericVariable, Relation,
};
use crate::patience::Patience;
use crate::ranges::Ranges;
use crate::step::{self, Halt};
use crate::why::NumericWhy;
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};
use symbolic::{Arithmetic, Basic, Expr, Kinds, Symbol, Unary};
use term::Term;

/// The float next to a number, on one side.
type Nearest = fn(&Number) -> f64;

/// What the comparisons ask of the nodes that take part in them.
#[derive(Default)]
pub struct Assignment {
    pub values: FxHashMap<NodeId, Term>,
    /// How many elements a tuple has, or how many keys a map.
    pub sizes: FxHashMap<NodeId, u32>,
    pub bits: FxHashMap<NodeId, BitsPlan>,
}

impl Assignment {
    /// Is nothing asked of anybody?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.sizes.is_empty() && self.bits.is_empty()
    }
}

/// A number that can be chosen: a part of the input, or the size of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Unknown {
    Value(NodeId),
    Size(NodeId),
    /// How many whole units (bytes, if nothing is said) a bitstring has.
    BitUnits(NodeId),
    /// How many bits it has besides.
    BitRest(NodeId),
    Bits(Atom),
    Float(FloatAt),
    /// What is looked up in a table.
    Element(Symbol),
}

/// Which kind a number has, where more than one is possible: the first, the second …
type Choice<'c> = &'c dyn Fn(Unknown) -> usize;

/// So many ways of being an integer or a float are tried.
const KIND_CHOICES: usize = 16;

/// So often a solution may be in a gap between ranges.
const MOST_SPLITS: usize = 64;

/// Nobody solves what is larger than this when it is written out.
const LARGEST: u32 = 4000;

/// Nor what is larger than this in all.
const LARGEST_TOGETHER: u64 = 100_000;

/// What it takes to write out one operation.
const WRITING_STEPS: u64 = 4;

/// Who knows about numbers.
type Ask<'a> = &'a mut dyn FnMut(&NumericProblem) -> NumericAnswer;

/// The unknowns of a problem, each with its number.
#[derive(Default)]
struct Unknowns {
    list: Vec<Unknown>,
    places: FxHashMap<Unknown, usize>,
    /// How many elements there are in the tables that are looked into.
    elements: u64,
}

impl Unknowns {
    fn add(&mut self, each: Unknown) {
        self.places.entry(each).or_insert_with(|| {
            self.list.push(each);
            self.list.len() - 1
        });
    }
}

pub fn solve(graph: &Graph, patience: &Patience, ask: Ask) -> NumericAttempt<Assignment> {
    if graph.numbers.is_empty() && graph.bit_facts.is_empty() {
        return Ok(Assignment::default());
    }
    let layout = Layout::new(graph).map_err(|Clash| Halt::Impossible)?;
    let mut unknowns = Unknowns::default();
    for (node, _) in layout.nodes() {
        unknowns.add(Unknown::BitUnits(node));
        unknowns.add(Unknown::BitRest(node));
    }
    layout.fixed_atoms().for_each(|atom| unknowns.add(Unknown::Bits(atom)));
    let mut seen = FxHashSet::default();
    let mut together = 0;
    for relation in &graph.numbers {
        for side in [&relation.left, &relation.right] {
            if let Side::Node(id) = side {
                unknowns.add(Unknown::Value(graph.find(*id)));
            }
            let Side::Symbol(symbol) = side else { continue };
            let size = graph.symbols.size(*symbol);
            together += u64::from(size);
            if size > LARGEST || together > LARGEST_TOGETHER {
                return Err(Halt::GaveUp(NumericWhy::TooLarge));
            }
            if leaves(graph, &layout, *symbol, &mut unknowns, &mut seen).is_none() {
                return Err(Halt::GaveUp(NumericWhy::NoPartOfInput));
            }
        }
    }
    let mixed: Vec<(Unknown, usize)> = unknowns
        .list
        .iter()
        .map(|each| (*each, kinds_of(graph, *each)))
        .filter(|(_, count)| *count > 1)
        .collect();
    let choices = mixed.iter().fold(1, |all: usize, (_, count)| all.saturating_mul(*count));
    let some = step::first(0..choices.min(KIND_CHOICES), |number| {
        let choice = |each: Unknown| {
            let mut rest = number;
            for (mixed, count) in &mixed {
                if *mixed == each {
                    return rest % count;
                }
                rest /= count;
            }
            only_kind(graph, each)
        };
        let written = together + unknowns.list.len() as u64 + unknowns.elements;
        patience.step(WRITING_STEPS * written);
        if patience.is_over() {
            return Err(Halt::GaveUp(NumericWhy::TookTooLong));
        }
        solve_kinds(graph, &layout, &unknowns, &choice, ask)
    });
    let others = match choices > KIND_CHOICES {
        true => Halt::GaveUp(NumericWhy::TooManyKinds),
        false => Halt::Impossible,
    };
    some.map_err(|halt| others.join(halt))
}

/// How many kinds are possible: integer and float, binary and other bitstring, forms of these.
fn kinds_of(graph: &Graph, each: Unknown) -> usize {
    let has_both = |id: NodeId, one: Basic, other: Basic| {
        let kinds = graph.node(id).domain.kinds;
        1 + usize::from(kinds.contains(one) && kinds.contains(other))
    };
    match each {
        Unknown::Value(id) => has_both(id, Basic::Integer, Basic::Float),
        Unknown::BitUnits(id) => graph.node(id).domain.bit_forms.len().max(1),
        Unknown::Element(lookup) => {
            table::runs_of(graph.symbols, lookup).map_or(1, |runs| runs.len())
        }
        Unknown::BitRest(id) if graph.node(id).domain.bit_forms.is_empty() => {
            has_both(id, Basic::Binary, Basic::OddBits)
        }
        _ => 1,
    }
}

/// The kind of what has only one: 1 for a float, and for a bitstring that is no binary.
fn only_kind(graph: &Graph, each: Unknown) -> usize {
    match each {
        Unknown::Value(id) => graph.node(id).domain.kinds.contains(Basic::Float).into(),
        Unknown::BitRest(id) => graph.node(id).domain.kinds.contains(Basic::OddBits).into(),
        Unknown::Float(_) => 1,
        _ => 0,
    }
}

/// The length that a bitstring has at least, and the unit of what it has more. `None`: bytes, and
/// maybe some bits.
fn form_of(graph: &Graph, id: NodeId, choice: Choice) -> Option<(u64, u64)> {
    graph.node(id).domain.bit_forms.get(choice(Unknown::BitUnits(id))).copied()
}

fn number_kind(each: Unknown, choice: Choice) -> NumberKind {
    let is_float = matches!(each, Unknown::Value(_) | Unknown::Float(_)) && choice(each) == 1;
    if is_float { NumberKind::Float } else { NumberKind::Integer }
}

/// The parts of the input that an expression is computed from. `None`: there is something else.
fn leaves(
    graph: &Graph,
    layout: &Layout,
    symbol: Symbol,
    unknowns: &mut Unknowns,
    seen: &mut FxHashSet<Symbol>,
) -> Option<()> {
    if !seen.insert(symbol) {
        return Some(());
    }
    match graph.symbols.expr(symbol) {
        Expr::Constant(term) => symbolic::Kind::Number.fits(term).then_some(()),
        Expr::Arithmetic(_, left, right) => {
            leaves(graph, layout, *left, unknowns, seen)?;
            leaves(graph, layout, *right, unknowns, seen)
        }
        Expr::Unary(_, operand) => leaves(graph, layout, *operand, unknowns, seen),
        Expr::Lookup { table, index } => {
            table::runs_of(graph.symbols, symbol).filter(|runs| !runs.is_empty())?;
            unknowns.elements += graph.symbols.table(*table).len() as u64;
            unknowns.add(Unknown::Element(symbol));
            leaves(graph, layout, *index, unknowns, seen)
        }
        // Its length is there already.
        Expr::BitSize(bits) => graph.known_node(*bits).map(|_| ()),
        Expr::BitInteger(field) => {
            let node = graph.known_node(field.bits)?;
            for (atom, _) in layout.sum(node, field) {
                unknowns.add(Unknown::Bits(atom));
            }
            Some(())
        }
        _ => {
            unknowns.add(unknown(graph, symbol)?);
            Some(())
        }
    }
}

fn unknown(graph: &Graph, symbol: Symbol) -> Option<Unknown> {
    match graph.symbols.expr(symbol) {
        Expr::TupleSize(whole) | Expr::MapSize(whole) => {
            graph.known_node(*whole).map(Unknown::Size)
        }
        Expr::BitFloat(field) => {
            let node = graph.known_node(field.bits)?;
            let atom = Atom { node, offset: field.offset, size: field.size };
            Some(Unknown::Float(FloatAt { atom, is_little: field.is_little }))
        }
        _ => graph.known_node(symbol).map(Unknown::Value),
    }
}

fn solve_kinds(
    graph: &Graph,
    layout: &Layout,
    unknowns: &Unknowns,
    choice: Choice,
    ask: Ask,
) -> NumericAttempt<Assignment> {
    let kind = |each: Unknown| number_kind(each, choice);
    let terms = Terms { graph, layout, unknowns, choice };
    let nodes = &unknowns.list;
    let mut comparisons = terms.lengths();
    comparisons.extend(terms.places());
    for relation in &graph.numbers {
        let comparison = terms.comparison(relation);
        if relation.is_exact {
            let kind_of = |side| kind_of(side, &|index| kind(nodes[index]));
            let are_alike = kind_of(&comparison.left) == kind_of(&comparison.right);
            match relation.relation {
                Relation::Equal if !are_alike => return Err(Halt::Impossible),
                Relation::NotEqual if !are_alike => continue,
                _ => {}
            }
        }
        comparisons.push(comparison);
    }
    let variables = nodes.iter().map(|each| variable(graph, layout, *each, choice)).collect();
    let problem = NumericProblem { variables, comparisons };
    let ranges = |index: usize| match nodes[index] {
        Unknown::Value(id) if kind(nodes[index]) == NumberKind::Integer => {
            graph.node(id).domain.ranges.as_ref()
        }
        _ => None,
    };
    let values = solve_within(problem, &ranges, ask, &mut { MOST_SPLITS })?;
    Ok(assignment(graph, nodes, values, choice))
}

/// Solvers know no gaps between ranges: a solution that is in one is looked for on both sides of it.
fn solve_within<'g>(
    problem: NumericProblem,
    ranges: &dyn Fn(usize) -> Option<&'g Ranges>,
    ask: Ask,
    splits: &mut usize,
) -> NumericAttempt<Vec<Number>> {
    let values = ask(&problem).attempt()?;
    let gap = |(index, value): (usize, &Number)| {
        let number = value.as_integer()?;
        Some((index, ranges(index)?.gap(number)?))
    };
    let Some((index, gap)) = values.iter().enumerate().find_map(gap) else {
        return Ok(values);
    };
    if *splits == 0 {
        return Err(Halt::GaveUp(NumericWhy::TooManyRanges));
    }
    *splits -= 1;
    let mut halves = Vec::new();
    if let Some(below) = gap.below {
        let mut half = problem.clone();
        half.variables[index].high = Some(Number::Integer(below));
        halves.push(half);
    }
    if let Some(above) = gap.above {
        let mut half = problem;
        half.variables[index].low = Some(Number::Integer(above));
        halves.push(half);
    }
    step::first(halves, |half| solve_within(half, ranges, ask, splits))
}

fn assignment(graph: &Graph, nodes: &[Unknown], values: Vec<Number>, choice: Choice) -> Assignment {
    let mut assignment = Assignment::default();
    for (each, value) in nodes.iter().zip(values) {
        match (*each, value) {
            (Unknown::Value(id), value) => {
                assignment.values.insert(id, term_of(value));
            }
            (Unknown::Size(id), Number::Integer(size)) => {
                let size = u32::try_from(&size).expect("sizes are within their bounds");
                assignment.sizes.insert(id, size);
            }
            (Unknown::BitUnits(id), Number::Integer(count)) => {
                let (least, unit) = form_of(graph, id, choice).unwrap_or((0, 8));
                let count = u64::try_from(&count).unwrap_or(u64::MAX);
                let length = count.saturating_mul(unit).saturating_add(least);
                let plan = assignment.bits.entry(id).or_default();
                plan.length = plan.length.saturating_add(length);
            }
            (Unknown::BitRest(id), Number::Integer(rest)) => {
                let rest = u64::try_from(&rest).expect("less than a byte");
                let plan = assignment.bits.entry(id).or_default();
                plan.length = plan.length.saturating_add(rest);
            }
            (Unknown::Bits(atom), Number::Integer(number)) => {
                assignment.bits.entry(atom.node).or_default().numbers.push((atom, number));
            }
            // It follows from the place, which is a part of the input.
            (Unknown::Element(_), _) => {}
            (Unknown::Float(float), Number::Float(number)) => {
                assignment.bits.entry(float.atom.node).or_default().floats.push((float, number));
            }
            _ => unreachable!("every number is of its kind"),
        }
    }
    assignment
}

fn variable(graph: &Graph, layout: &Layout, each: Unknown, choice: Choice) -> NumericVariable {
    let id = match each {
        Unknown::Value(id) => id,
        Unknown::Size(id) => return size_variable(graph, id),
        Unknown::Element(lookup) => {
            let runs = table::runs_of(graph.symbols, lookup).expect("leaves have runs");
            return runs[choice(each)].variable();
        }
        _ => return bit_variable(graph, layout, each, choice),
    };
    let kind = number_kind(each, choice);
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

/// Numbers that have to do with bits. A bitstring that must be a certain one leaves no choice.
fn bit_variable(graph: &Graph, layout: &Layout, each: Unknown, choice: Choice) -> NumericVariable {
    let number = |number: u64| Number::Integer(number.into());
    let id = match each {
        Unknown::BitUnits(id) | Unknown::BitRest(id) => id,
        Unknown::Bits(atom) | Unknown::Float(FloatAt { atom, .. }) => atom.node,
        Unknown::Value(_) | Unknown::Size(_) | Unknown::Element(_) => unreachable!("no bits"),
    };
    let node = graph.node(id);
    let (literal, hint) = (node.domain.literal.as_ref(), node.hint.as_ref());
    let form = form_of(graph, id, choice);
    let (least, unit) = form.unwrap_or((0, 8));
    let units = |length: u64| length.saturating_sub(least).checked_div(unit).unwrap_or(0);
    let rest = |length: u64| if form.is_some() { 0 } else { length % 8 };
    let (low, high, fixed, hint) = match each {
        Unknown::BitUnits(_) => {
            let high = (unit == 0).then(|| number(0));
            let fixed = bits::bit_length(literal).map(units).map(number);
            (Some(number(0)), high, fixed, bits::bit_length(hint).map(units).map(number))
        }
        Unknown::BitRest(_) => {
            let is_odd = choice(each) == 1 && form.is_none();
            let (low, high) = if is_odd { (1, 7) } else { (0, 0) };
            let fixed = bits::bit_length(literal).map(rest).map(number);
            let hint = bits::bit_length(hint).map(rest).map(number);
            (Some(number(low)), Some(number(high)), fixed, hint)
        }
        Unknown::Bits(atom) => {
            let high = (BigInt::from(1) << atom.size) - 1;
            let fixed = layout.fixed(&atom).cloned().or_else(|| bits::number_at(literal, &atom));
            let hint = bits::number_at(hint, &atom).map(Number::Integer);
            let (low, high) = (number(0), Number::Integer(high));
            (Some(low), Some(high), fixed.map(Number::Integer), hint)
        }
        _ => {
            let Unknown::Float(float) = each else { unreachable!("the last one") };
            let fixed = bits::float_at(literal, &float).map(Number::Float);
            (None, None, fixed, bits::float_at(hint, &float).map(Number::Float))
        }
    };
    NumericVariable {
        kind: number_kind(each, choice),
        low: fixed.clone().or(low),
        high: fixed.or(high),
        excluded: Vec::new(),
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

/// Expressions over the input as expressions over the unknowns.
struct Terms<'t, 'g> {
    graph: &'t Graph<'g>,
    layout: &'t Layout,
    unknowns: &'t Unknowns,
    choice: Choice<'t>,
}

impl Terms<'_, '_> {
    fn comparison(&self, relation: &NumberRelation) -> NumericComparison {
        NumericComparison {
            relation: relation.relation,
            left: self.side(&relation.left),
            right: self.side(&relation.right),
        }
    }

    fn side(&self, side: &Side) -> NumericExpr {
        match side {
            Side::Symbol(symbol) => self.expr(*symbol),
            Side::Node(id) => self.variable(Unknown::Value(self.graph.find(*id))),
            Side::Number(term) => NumericExpr::Constant(number_of(term).expect("a number")),
        }
    }

    fn expr(&self, symbol: Symbol) -> NumericExpr {
        let graph = self.graph;
        match graph.symbols.expr(symbol) {
            Expr::Constant(term) => {
                NumericExpr::Constant(number_of(term).expect("leaves are numbers"))
            }
            Expr::Arithmetic(operator, left, right) => NumericExpr::Arithmetic(
                *operator,
                Box::new(self.expr(*left)),
                Box::new(self.expr(*right)),
            ),
            Expr::Unary(operator, operand) => {
                NumericExpr::Unary(*operator, Box::new(self.expr(*operand)))
            }
            Expr::BitSize(bits) => self.length(graph.known_node(*bits).expect("it has a node")),
            Expr::BitInteger(field) => {
                let node = graph.known_node(field.bits).expect("leaves have nodes");
                let sum = self.layout.sum(node, field).into_iter();
                sum.map(|(atom, weight)| times(self.variable(Unknown::Bits(atom)), weight))
                    .reduce(plus)
                    .unwrap_or_else(|| constant(0))
            }
            Expr::Lookup { .. } => self.variable(Unknown::Element(symbol)),
            _ => self.variable(unknown(graph, symbol).expect("leaves have nodes")),
        }
    }

    fn variable(&self, each: Unknown) -> NumericExpr {
        let index = self.unknowns.places.get(&each);
        NumericExpr::Variable(*index.expect("leaves are listed"))
    }

    /// How many bits a bitstring has.
    fn length(&self, id: NodeId) -> NumericExpr {
        let (least, unit) = form_of(self.graph, id, self.choice).unwrap_or((0, 8));
        let units = times(self.variable(Unknown::BitUnits(id)), unit.into());
        let length = plus(units, self.variable(Unknown::BitRest(id)));
        if least == 0 { length } else { plus(length, constant(least)) }
    }

    /// What is read must be there, and lengths that are known are what they are.
    fn lengths(&self) -> Vec<NumericComparison> {
        let least = self.layout.nodes().map(|(id, length)| NumericComparison {
            relation: Relation::LessOrEqual,
            left: constant(length.into()),
            right: self.length(id),
        });
        let known = self.layout.lengths.iter().map(|(id, length)| NumericComparison {
            relation: Relation::Equal,
            left: self.length(*id),
            right: constant(*length),
        });
        least.chain(known).collect()
    }
}

fn constant(number: u64) -> NumericExpr {
    NumericExpr::Constant(Number::Integer(number.into()))
}

fn times(expr: NumericExpr, factor: BigInt) -> NumericExpr {
    if factor == BigInt::from(1) {
        return expr;
    }
    let factor = NumericExpr::Constant(Number::Integer(factor));
    NumericExpr::Arithmetic(Arithmetic::Multiply, Box::new(expr), Box::new(factor))
}

fn plus(left: NumericExpr, right: NumericExpr) -> NumericExpr {
    NumericExpr::Arithmetic(Arithmetic::Add, Box::new(left), Box::new(right))
}

pub fn number_of(term: &Term) -> Option<Number> {
    match term {
        Term::Float(number) => Some(Number::Float(*number)),
        _ => term.to_big_int().map(Number::Integer),
    }
}

fn term_of(number: Number) -> Term {
    match number {
        Number::Integer(number) => Term::from(number),
        Number::Float(number) => Term::Float(number),
    }
}
