//! What do the constraints say about the parts of the input? A partial tree of nodes, each with its
//! domain, some of them known to be one and the same.
//!
//! Adding a constraint narrows domains, unifies nodes (union-find), or is kept for later: as a
//! comparison of numbers, or as a check that the finished input must pass. An empty domain on the
//! way is a proof that there is no input at all.

pub mod bits;
mod certainty;
mod difference;
mod funs;
mod guess;
mod lookup;
mod maps;
mod overflow;
mod precedence;
mod relation;
mod text;

use crate::domain::Domain;
use crate::numeric::Relation;
use crate::patience::Patience;
use crate::ranges::{Range, Ranges};
use crate::why::ShapeWhy;
use bits::BitFact;
use certainty::Certainty;
pub use certainty::Stop::{self, Contradiction};
use guess::Guess;
use runtime::compare::deeper;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use symbolic::{Basic, Constraint, Evaluation, Expr, Kind, Kinds, Shape, Symbol, Symbols};
use term::{Term, atoms, order};
use typing::Type;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub usize);

/// How to get from a value to one of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Access {
    Head,
    Tail,
    Element(u32),
    /// The value of a key.
    Value(Symbol),
    /// One of the keys, in their order.
    Key(u32),
    /// The text of an atom.
    Text,
    /// What a fun returns, or a part of what it does, in the call of this symbol.
    Result(Symbol),
    /// The function of a made-up module that this symbol is, or `undefined`.
    Exported(Symbol),
}

pub struct Node {
    /// This node is the same as that one.
    link: Option<NodeId>,
    pub domain: Domain,
    pub children: BTreeMap<Access, NodeId>,
    /// Keys that a map does not have.
    pub absent: Vec<Symbol>,
    /// It is the text of an atom, or the rest of one: a list of characters.
    is_text: bool,
    /// What is there in the input we start from.
    pub hint: Option<Term>,
}

/// `left < right` and the like, where both are numbers.
#[derive(Clone, Debug)]
pub struct NumberRelation {
    pub relation: Relation,
    pub left: Side,
    pub right: Side,
    /// By `=:=`: an integer and a float are not the same, even if they are equal.
    pub is_exact: bool,
}

/// `left =/= right`, or `left /= right`.
#[derive(Clone, Copy, Debug)]
pub struct Differing {
    pub left: Symbol,
    pub right: Symbol,
    pub is_exact: bool,
}

impl Differing {
    fn is_about(&self, one: Symbol, other: Symbol) -> bool {
        (self.left, self.right) == (one, other) || (self.left, self.right) == (other, one)
    }
}

#[derive(Clone, Debug)]
pub enum Side {
    Symbol(Symbol),
    /// A part of the input that no expression of the program names.
    Node(NodeId),
    /// A number that is no expression of the program.
    Number(Term),
}

pub struct Graph<'p> {
    pub symbols: &'p Symbols,
    patience: &'p Patience,
    pub nodes: Vec<Node>,
    of_symbol: FxHashMap<Symbol, NodeId>,
    /// Expressions all of whose parts have their nodes.
    has_nodes: FxHashSet<Symbol>,
    start: &'p [Term],
    /// What things were in the input that we start from, once somebody wants to know.
    before: Option<Evaluation<'p>>,
    pub numbers: Vec<NumberRelation>,
    /// What the types say about parts of the input that are keys of maps.
    pub key_types: FxHashMap<NodeId, Arc<Type>>,
    /// What is known of the bits of bitstrings.
    pub bit_facts: Vec<BitFact>,
    /// Pairs that must differ.
    pub differing: Vec<Differing>,
    /// Parts that must differ because terms around them do.
    parts_apart: Vec<(NodeId, NodeId)>,
    /// Comparisons that wait until the rest is known.
    guesses: Vec<Guess>,
    certainty: Certainty,
}

/// What it takes to make a node, or to look at an expression.
const NODE_STEPS: u64 = 4;

/// So many elements of a list are copied in one step.
const ELEMENTS_PER_STEP: u64 = 4;

pub type Step<T = ()> = Result<T, Stop>;

impl<'p> Graph<'p> {
    /// `start` is the input that we start from.
    pub fn new(symbols: &'p Symbols, start: &'p [Term], patience: &'p Patience) -> Graph<'p> {
        Graph {
            symbols,
            patience,
            nodes: Vec::new(),
            of_symbol: FxHashMap::default(),
            start,
            before: None,
            has_nodes: FxHashSet::default(),
            numbers: Vec::new(),
            key_types: FxHashMap::default(),
            bit_facts: Vec::new(),
            differing: Vec::new(),
            parts_apart: Vec::new(),
            guesses: Vec::new(),
            certainty: Certainty::OF_NOTHING,
        }
    }

    // ---- nodes ----

    pub fn find(&self, mut id: NodeId) -> NodeId {
        while let Some(link) = self.nodes[id.0].link {
            id = link;
        }
        id
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[self.find(id).0]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let id = self.find(id);
        &mut self.nodes[id.0]
    }

    pub fn domain_mut(&mut self, id: NodeId) -> &mut Domain {
        &mut self.node_mut(id).domain
    }

    /// A node for an argument that no constraint is about.
    pub fn free_node(&mut self, hint: Option<Term>) -> NodeId {
        self.new_node(hint)
    }

    /// Pays for some steps. When the patience is over, there may be an input all the same.
    fn pay(&mut self, steps: u64) -> Step {
        self.patience.step(steps);
        if self.patience.left() > 0 {
            return Ok(());
        }
        Err(Stop::GaveUp(ShapeWhy::TookTooLong))
    }

    fn new_node(&mut self, hint: Option<Term>) -> NodeId {
        self.nodes.push(Node {
            link: None,
            domain: Domain::default(),
            children: BTreeMap::new(),
            absent: Vec::new(),
            is_text: false,
            hint,
        });
        NodeId(self.nodes.len() - 1)
    }

    /// Is the symbol a part of the input?
    pub fn is_path(&self, symbol: Symbol) -> bool {
        self.symbols.is_path(symbol)
    }

    /// The node of a symbol that has one already.
    pub fn known_node(&self, symbol: Symbol) -> Option<NodeId> {
        self.of_symbol.get(&symbol).map(|id| self.find(*id))
    }

    /// The node of a part of the input.
    pub fn path_node(&mut self, symbol: Symbol) -> Step<NodeId> {
        if let Some(&id) = self.of_symbol.get(&symbol) {
            return Ok(self.find(id));
        }
        let id = match *self.symbols.expr(symbol) {
            Expr::Argument(number) => {
                let hint = self.start.get(number as usize).cloned();
                self.new_node(hint)
            }
            Expr::Head(cons) => {
                let parent = self.path_node(cons)?;
                self.child(parent, Access::Head)?
            }
            Expr::Tail(cons) => {
                let parent = self.path_node(cons)?;
                self.child(parent, Access::Tail)?
            }
            Expr::Element { tuple, index } => {
                let parent = self.path_node(tuple)?;
                self.child(parent, Access::Element(index))?
            }
            Expr::MapValue { map, key } => {
                let parent = self.path_node(map)?;
                self.make_nodes(key)?;
                self.child(parent, Access::Value(key))?
            }
            Expr::MapKey { map, index } => {
                let parent = self.path_node(map)?;
                self.child(parent, Access::Key(index))?
            }
            Expr::AtomText(atom) => {
                let parent = self.path_node(atom)?;
                self.child(parent, Access::Text)?
            }
            Expr::Returned { fun, ref arguments } => {
                let parent = self.path_node(fun)?;
                arguments.iter().try_for_each(|argument| self.make_nodes(*argument))?;
                self.child(parent, Access::Result(symbol))?
            }
            Expr::Acts { fun, ref key, .. } => {
                let parent = self.path_node(fun)?;
                key.iter().try_for_each(|part| self.make_nodes(*part))?;
                self.child(parent, Access::Result(symbol))?
            }
            Expr::Otherwise(fun) => {
                let parent = self.path_node(fun)?;
                self.child(parent, Access::Result(symbol))?
            }
            Expr::Exported { module, .. } => {
                let parent = self.path_node(module)?;
                self.child(parent, Access::Exported(symbol))?
            }
            // The head of something computed: nothing is known about it here.
            _ => self.new_node(None),
        };
        self.of_symbol.insert(symbol, id);
        Ok(id)
    }

    /// A part of a node. That it is there tells something about the whole.
    pub fn child(&mut self, parent: NodeId, access: Access) -> Step<NodeId> {
        let parent = self.find(parent);
        if let Some(&child) = self.nodes[parent.0].children.get(&access) {
            return Ok(self.find(child));
        }
        let copied = match (access, &self.nodes[parent.0].hint) {
            (Access::Tail, Some(Term::List(list))) => list.elements.len() as u64,
            _ => 0,
        };
        self.pay(NODE_STEPS + copied / ELEMENTS_PER_STEP)?;
        let node = &mut self.nodes[parent.0];
        match access {
            Access::Head | Access::Tail => node.domain.keep(Kinds::only(&[Basic::Cons])),
            Access::Element(index) => {
                node.domain.keep(Kinds::only(&[Basic::Tuple]));
                node.domain.arity.low = node.domain.arity.low.max(index + 1);
            }
            Access::Value(_) | Access::Key(_) => return self.map_child(parent, access),
            Access::Text => node.domain.keep(Kinds::only(&[Basic::Atom])),
            Access::Result(call) => return self.result_child(parent, call),
            Access::Exported(function) => return self.exported_child(parent, function),
        }
        let hint = node.hint.as_ref().and_then(|term| part(term, access));
        let literal = node.domain.literal.as_ref().map(|term| part(term, access));
        let is_text = node.is_text;
        let child = self.new_node(hint);
        self.nodes[parent.0].children.insert(access, child);
        match access {
            Access::Text => self.be_text(child)?,
            Access::Tail if is_text => self.be_text(child)?,
            Access::Head if is_text => self.be_character(child)?,
            _ => {}
        }
        match literal {
            Some(Some(term)) => self.be(child, &term)?,
            Some(None) => return Err(Contradiction),
            None => {}
        }
        self.check(parent)?;
        Ok(child)
    }

    fn check(&self, id: NodeId) -> Step {
        let domain = &self.node(id).domain;
        let is_empty = domain.kinds.is_empty()
            || domain.has_no_room()
            || domain.literal.as_ref().is_some_and(|term| !domain.allows(term))
            || domain.arity.low > domain.arity.high && only_tuples(domain)
            || domain.map_size.is_empty() && domain.kinds == Kinds::only(&[Basic::Map]);
        if is_empty { Err(Contradiction) } else { Ok(()) }
    }

    /// The node is this very term, and so are its parts.
    pub fn be(&mut self, id: NodeId, term: &Term) -> Step {
        let id = self.find(id);
        self.nodes[id.0].domain.be(term);
        self.check(id)?;
        let children: Vec<(Access, NodeId)> =
            self.nodes[id.0].children.iter().map(|(access, child)| (*access, *child)).collect();
        for (access, child) in children {
            if let Some(part) = self.map_part(term, access) {
                let part = part.ok_or(Contradiction)?;
                deeper(|| self.be(child, &part))?;
            }
        }
        self.check_map(id)
    }

    fn unite(&mut self, left: NodeId, right: NodeId) -> Step {
        let (left, right) = (self.find(left), self.find(right));
        if left == right {
            return Ok(());
        }
        self.pay(NODE_STEPS)?;
        // A finite term is no part of itself.
        if self.reaches(left, right, false) || self.reaches(right, left, false) {
            return Err(Contradiction);
        }
        // A fun may well return itself, but none that is made up does.
        if self.reaches(left, right, true) || self.reaches(right, left, true) {
            return Err(Stop::GaveUp(ShapeWhy::Assumed));
        }
        let children = std::mem::take(&mut self.nodes[right.0].children);
        let domain = std::mem::take(&mut self.nodes[right.0].domain);
        let absent = std::mem::take(&mut self.nodes[right.0].absent);
        let is_text = self.nodes[right.0].is_text;
        let hint = self.nodes[right.0].hint.take();
        self.nodes[right.0].link = Some(left);
        let node = &mut self.nodes[left.0];
        node.domain.intersect(&domain);
        node.absent.extend(absent);
        let is_text = node.is_text | is_text;
        if node.hint.is_none() {
            node.hint = hint;
        }
        self.check(left)?;
        if is_text {
            self.be_text(left)?;
        }
        for (access, child) in children {
            let other = self.child(left, access)?;
            deeper(|| self.unite(other, child))?;
        }
        self.unite_results(left)?;
        if let Some(term) = self.node(left).domain.literal.clone() {
            self.be(left, &term)?;
        }
        self.check_map(left)
    }

    /// A list of characters, and so are its parts.
    fn be_text(&mut self, id: NodeId) -> Step {
        let id = self.find(id);
        if std::mem::replace(&mut self.nodes[id.0].is_text, true) {
            return Ok(());
        }
        self.nodes[id.0].domain.keep(Kinds::only(&[Basic::Nil, Basic::Cons]));
        self.check(id)?;
        let child = |access| self.nodes[id.0].children.get(&access).copied();
        let (head, tail) = (child(Access::Head), child(Access::Tail));
        head.map_or(Ok(()), |head| self.be_character(head))?;
        tail.map_or(Ok(()), |tail| deeper(|| self.be_text(tail)))
    }

    fn be_character(&mut self, id: NodeId) -> Step {
        let domain = self.domain_mut(id);
        domain.keep(Kinds::only(&[Basic::Integer]));
        // No atom has a surrogate in its name.
        let range = |low: u32, high: u32| Range { low: Some(low.into()), high: Some(high.into()) };
        domain.keep_ranges(Ranges::union([range(0, 0xd7ff), range(0xe000, 0x10_ffff)]));
        self.check(id)
    }

    fn reaches(&self, from: NodeId, to: NodeId, through_results: bool) -> bool {
        let mut pending = vec![from];
        while let Some(id) = pending.pop() {
            self.patience.step(1);
            let id = self.find(id);
            if id == to {
                return true;
            }
            let children = self.nodes[id.0].children.iter();
            let is_part = |access: &Access| {
                through_results || !matches!(access, Access::Result(_) | Access::Exported(_))
            };
            pending.extend(children.filter(|(access, _)| is_part(access)).map(|(_, child)| *child));
        }
        false
    }

    // ---- constraints ----

    pub fn assume(&mut self, constraint: &Constraint) -> Step {
        let Constraint { symbol, shape, holds } = constraint;
        match self.symbols.expr(*symbol) {
            Expr::Constant(term) => {
                if shape.fits(term) == *holds {
                    Ok(())
                } else {
                    Err(Contradiction)
                }
            }
            Expr::Compare(comparison, left, right) => match truth(shape, *holds)? {
                Some(truth) => self.relate(*comparison, *left, *right, truth),
                None => Ok(()),
            },
            Expr::Has(operand, inner) => match truth(shape, *holds)? {
                Some(truth) => self.assume(&Constraint {
                    symbol: *operand,
                    shape: inner.clone(),
                    holds: truth,
                }),
                None => Ok(()),
            },
            Expr::Cons(..) => constructed(&Shape::Cons, shape, *holds),
            Expr::Tuple(parts) => constructed(&Shape::Tuple(parts.len() as u32), shape, *holds),
            Expr::TupleSize(tuple) => self.tuple_size(*tuple, shape, *holds),
            Expr::HasKey { map, key } => match truth(shape, *holds)? {
                Some(truth) => self.has_key(*map, *key, truth),
                None => Ok(()),
            },
            Expr::MapSize(map) => self.map_size(*map, shape, *holds),
            Expr::MapUpdate { .. } | Expr::MapMerge { .. } => {
                constructed(&Shape::Kind(Kind::Map), shape, *holds)
            }
            Expr::TextAtom(text) => self.text_atom(*text, shape, *holds),
            Expr::Lookup { table, index } => {
                self.look_up(*table, *index, |element| shape.fits(element) == *holds)
            }
            Expr::TooLarge(operator, left, right) => match truth(shape, *holds)? {
                Some(true) => self.too_large(*operator, *left, *right),
                // What is too large after all is noticed when the model is checked.
                Some(false) => self.make_nodes(*symbol),
                None => Ok(()),
            },
            Expr::Arithmetic(..)
            | Expr::Unary(..)
            | Expr::BitSize(_)
            | Expr::BitInteger(_)
            | Expr::BitFloat(_) => self.number(*symbol, shape, *holds),
            Expr::BitSlice { .. } | Expr::BitConcat(_) => self.bits_test(*symbol, shape, *holds),
            Expr::Argument(_)
            | Expr::Head(_)
            | Expr::Tail(_)
            | Expr::Element { .. }
            | Expr::MapValue { .. }
            | Expr::MapKey { .. }
            | Expr::Returned { .. }
            | Expr::Acts { .. }
            | Expr::Otherwise(_)
            | Expr::Exported { .. }
            | Expr::AtomText(_) => {
                let id = self.path_node(*symbol)?;
                match (shape, holds) {
                    (Shape::Literal(term), true) => self.be(id, term),
                    _ => {
                        self.node_mut(id).domain.narrow(shape, *holds);
                        self.check(id)
                    }
                }
            }
        }
    }

    fn tuple_size(&mut self, tuple: Symbol, shape: &Shape, holds: bool) -> Step {
        let id = self.path_node(tuple)?;
        match (shape, holds) {
            (Shape::Literal(Term::Int(size)), _) => match u32::try_from(*size) {
                Ok(size) => self.node_mut(id).domain.narrow(&Shape::Tuple(size), holds),
                Err(_) if holds => return Err(Contradiction),
                Err(_) => {}
            },
            (Shape::Kind(Kind::Integer | Kind::Number), false) => return Err(Contradiction),
            (Shape::Kind(Kind::Integer | Kind::Number), true) => {}
            (_, true) => return Err(Contradiction),
            (_, false) => {}
        }
        self.check(id)
    }

    /// A test of something computed: it is some number.
    fn number(&mut self, symbol: Symbol, shape: &Shape, holds: bool) -> Step {
        match shape {
            Shape::Literal(Term::Int(_) | Term::BigInt(_) | Term::Float(_)) => {
                let relation = if holds { Relation::Equal } else { Relation::NotEqual };
                let Shape::Literal(term) = shape else { unreachable!("just matched") };
                self.make_nodes(symbol)?;
                let (left, right) = (Side::Symbol(symbol), Side::Number(term.clone()));
                self.numbers.push(NumberRelation { relation, left, right, is_exact: true });
                Ok(())
            }
            // Which kind of number it is follows from the kinds of its operands.
            Shape::Kind(Kind::Integer | Kind::Float | Kind::Number) => Ok(()),
            _ if holds => Err(Contradiction),
            _ => Ok(()),
        }
    }

    fn is_computed(&self, symbol: Symbol) -> bool {
        matches!(
            self.symbols.expr(symbol),
            Expr::Arithmetic(..)
                | Expr::Unary(..)
                | Expr::TupleSize(_)
                | Expr::MapSize(_)
                | Expr::BitSize(_)
                | Expr::BitInteger(_)
                | Expr::BitFloat(_)
        )
    }

    /// Is it certain that an expression is no number?
    fn is_never_number(&self, symbol: Symbol) -> bool {
        self.symbols.kinds(symbol).intersect(Kinds::NUMBERS).is_empty()
    }

    /// Is it certain that a part of the input has one of these kinds only?
    fn is_only(&self, symbol: Symbol, kinds: Kinds) -> bool {
        let domain = self.known_node(symbol).map(|id| &self.node(id).domain);
        domain.is_some_and(|domain| domain.kinds.without(kinds).is_empty())
    }

    /// Every part of the input that an expression is computed from has a node: without it the
    /// expression would have no value, and nothing that is said about it would hold.
    pub fn make_nodes(&mut self, symbol: Symbol) -> Step {
        let symbols = self.symbols;
        let mut pending = vec![symbol];
        while let Some(symbol) = pending.pop() {
            if self.is_path(symbol) {
                self.path_node(symbol)?;
                continue;
            }
            if !self.has_nodes.insert(symbol) {
                continue;
            }
            self.pay(NODE_STEPS)?;
            self.keep_bits(symbol)?;
            let first = pending.len();
            symbols.each_operand(symbol, |operand| pending.push(operand));
            // What is computed is computed from numbers.
            let is_computed = matches!(
                symbols.expr(symbol),
                Expr::Arithmetic(..) | Expr::Unary(..) | Expr::TooLarge(..)
            );
            if is_computed {
                for &operand in &pending[first..] {
                    self.keep_numbers(operand)?;
                }
            }
        }
        Ok(())
    }
}

/// Which truth value a test of a truth value leaves; `None`: either.
fn truth(shape: &Shape, holds: bool) -> Step<Option<bool>> {
    let allows = |atom| shape.fits(&Term::Atom(atom)) == holds;
    match (allows(atoms::true_), allows(atoms::false_)) {
        (true, false) => Ok(Some(true)),
        (false, true) => Ok(Some(false)),
        (true, true) => Ok(None),
        (false, false) => Err(Contradiction),
    }
}

/// A test of something whose constructor is known.
fn constructed(constructor: &Shape, shape: &Shape, holds: bool) -> Step {
    let fits = constructor.implies(shape);
    let may_fit = matches!(shape, Shape::Literal(_)) && constructor.may_be(shape);
    if fits == holds || may_fit { Ok(()) } else { Err(Contradiction) }
}

/// Is there a number anywhere in the term? Not in the keys of its maps: they are the same or they are not.
fn holds_number(term: &Term) -> bool {
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match term {
            Term::Int(_) | Term::BigInt(_) | Term::Float(_) => return true,
            Term::Map(map) => pending.extend(map.values()),
            Term::List(list) => pending.extend(list.elements.iter().chain([&list.tail])),
            Term::Tuple(elements) => pending.extend(elements.iter()),
            _ => {}
        }
    }
    false
}

fn only_tuples(domain: &Domain) -> bool {
    domain.kinds == Kinds::only(&[Basic::Tuple])
}

/// A part of a term.
pub fn part(term: &Term, access: Access) -> Option<Term> {
    match (term, access) {
        (Term::List(list), Access::Head) => list.elements.first().cloned(),
        (Term::List(list), Access::Tail) => {
            Some(Term::list_with_tail(list.elements[1..].to_vec(), list.tail.clone()))
        }
        (Term::Tuple(elements), Access::Element(index)) => elements.get(index as usize).cloned(),
        (Term::Atom(name), Access::Text) => Some(Term::string(name.name())),
        _ => None,
    }
}

/// `1.0` for `1`, and the other way round: equal by `==`, but not the same.
pub fn numeric_twin(term: &Term) -> Option<Term> {
    use num_traits::{FromPrimitive, ToPrimitive};
    let twin = match term {
        Term::Float(number) => Term::from(num_bigint::BigInt::from_f64(*number)?),
        _ => Term::Float(term.to_big_int()?.to_f64().filter(|float| float.is_finite())?),
    };
    order::equal(&twin, term).then_some(twin)
}
