//! What do the constraints say about the parts of the input? A partial tree of nodes, each with its
//! domain, some of them known to be one and the same.
//!
//! Adding a constraint narrows domains, unifies nodes (union-find), or is kept for later: as a
//! comparison of numbers, or as a check that the finished input must pass. An empty domain on the
//! way is a proof that there is no input at all.

use crate::domain::{Basic, Domain, Kinds};
use crate::numeric::Relation;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use symbolic::{Comparison, Constraint, Expr, Kind, Shape, Symbol, Symbols};
use term::{Term, atoms, order};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub usize);

/// How to get from a value to one of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Access {
    Head,
    Tail,
    Element(u32),
}

pub struct Node {
    /// This node is the same as that one.
    link: Option<NodeId>,
    pub domain: Domain,
    pub children: BTreeMap<Access, NodeId>,
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

#[derive(Clone, Debug)]
pub enum Side {
    Symbol(Symbol),
    /// A number that is no expression of the program.
    Number(Term),
}

pub struct Graph<'p> {
    pub symbols: &'p Symbols,
    pub nodes: Vec<Node>,
    of_symbol: FxHashMap<Symbol, NodeId>,
    start: &'p [Term],
    pub numbers: Vec<NumberRelation>,
    /// Pairs that must differ (`=/=`).
    pub differing: Vec<(Symbol, Symbol)>,
    /// Something was assumed that is sufficient but not necessary: a contradiction proves nothing.
    pub is_narrowed: bool,
}

/// No input can satisfy the constraints.
#[derive(Debug)]
pub struct Contradiction;

pub type Step<T = ()> = Result<T, Contradiction>;

impl<'p> Graph<'p> {
    /// `start` is the input that we start from.
    pub fn new(symbols: &'p Symbols, start: &'p [Term]) -> Graph<'p> {
        Graph {
            symbols,
            nodes: Vec::new(),
            of_symbol: FxHashMap::default(),
            start,
            numbers: Vec::new(),
            differing: Vec::new(),
            is_narrowed: false,
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

    fn new_node(&mut self, hint: Option<Term>) -> NodeId {
        self.nodes.push(Node {
            link: None,
            domain: Domain::default(),
            children: BTreeMap::new(),
            hint,
        });
        NodeId(self.nodes.len() - 1)
    }

    /// Is the symbol a part of the input?
    pub fn is_path(&self, symbol: Symbol) -> bool {
        matches!(
            self.symbols.expr(symbol),
            Expr::Argument(_) | Expr::Head(_) | Expr::Tail(_) | Expr::Element { .. }
        )
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
        let node = &mut self.nodes[parent.0];
        match access {
            Access::Head | Access::Tail => node.domain.keep(Kinds::only(&[Basic::Cons])),
            Access::Element(index) => {
                node.domain.keep(Kinds::only(&[Basic::Tuple]));
                node.domain.arity.low = node.domain.arity.low.max(index + 1);
            }
        }
        let hint = node.hint.as_ref().and_then(|term| part(term, access));
        let literal = node.domain.literal.as_ref().map(|term| part(term, access));
        let child = self.new_node(hint);
        self.nodes[parent.0].children.insert(access, child);
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
            || domain.literal.as_ref().is_some_and(|term| !domain.allows(term))
            || domain.arity.low > domain.arity.high && only_tuples(domain);
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
            let part = part(term, access).ok_or(Contradiction)?;
            self.be(child, &part)?;
        }
        Ok(())
    }

    fn unite(&mut self, left: NodeId, right: NodeId) -> Step {
        let (left, right) = (self.find(left), self.find(right));
        if left == right {
            return Ok(());
        }
        // A finite term is no part of itself.
        if self.reaches(left, right) || self.reaches(right, left) {
            return Err(Contradiction);
        }
        let children = std::mem::take(&mut self.nodes[right.0].children);
        let domain = std::mem::take(&mut self.nodes[right.0].domain);
        let hint = self.nodes[right.0].hint.take();
        self.nodes[right.0].link = Some(left);
        let node = &mut self.nodes[left.0];
        node.domain.intersect(&domain);
        if node.hint.is_none() {
            node.hint = hint;
        }
        self.check(left)?;
        for (access, child) in children {
            let other = self.child(left, access)?;
            self.unite(other, child)?;
        }
        if let Some(term) = self.node(left).domain.literal.clone() {
            self.be(left, &term)?;
        }
        Ok(())
    }

    fn reaches(&self, from: NodeId, to: NodeId) -> bool {
        let mut pending = vec![from];
        while let Some(id) = pending.pop() {
            let id = self.find(id);
            if id == to {
                return true;
            }
            pending.extend(self.nodes[id.0].children.values());
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
            Expr::Arithmetic(..) | Expr::Unary(..) => self.number(*symbol, shape, *holds),
            Expr::Argument(_) | Expr::Head(_) | Expr::Tail(_) | Expr::Element { .. } => {
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
            Expr::Arithmetic(..) | Expr::Unary(..) | Expr::TupleSize(_)
        )
    }

    /// Is it certain that an expression is no number?
    fn is_never_number(&self, symbol: Symbol) -> bool {
        match self.symbols.expr(symbol) {
            Expr::Constant(term) => !Kind::Number.fits(term),
            Expr::Cons(..) | Expr::Tuple(_) | Expr::Compare(..) | Expr::Has(..) => true,
            _ => false,
        }
    }

    /// Is it certain that a part of the input has one of these kinds only?
    fn is_only(&self, symbol: Symbol, kinds: Kinds) -> bool {
        let domain = self.known_node(symbol).map(|id| &self.node(id).domain);
        domain.is_some_and(|domain| domain.kinds.without(kinds).is_empty())
    }

    fn relate(&mut self, comparison: Comparison, left: Symbol, right: Symbol, truth: bool) -> Step {
        if left == right {
            let holds = matches!(
                comparison,
                Comparison::LessOrEqual
                    | Comparison::GreaterOrEqual
                    | Comparison::Equal
                    | Comparison::ExactlyEqual
            );
            return if holds == truth { Ok(()) } else { Err(Contradiction) };
        }
        match (comparison, truth) {
            (Comparison::Less, true) | (Comparison::GreaterOrEqual, false) => {
                self.ordered(left, right, false)
            }
            (Comparison::LessOrEqual, true) | (Comparison::Greater, false) => {
                self.ordered(left, right, true)
            }
            (Comparison::Greater, true) | (Comparison::LessOrEqual, false) => {
                self.ordered(right, left, false)
            }
            (Comparison::GreaterOrEqual, true) | (Comparison::Less, false) => {
                self.ordered(right, left, true)
            }
            (Comparison::Equal, true) | (Comparison::NotEqual, false) => self.equal(left, right),
            (Comparison::Equal, false) | (Comparison::NotEqual, true) => self.unequal(left, right),
            (Comparison::ExactlyEqual, true) | (Comparison::ExactlyNotEqual, false) => {
                self.same(left, right)
            }
            (Comparison::ExactlyEqual, false) | (Comparison::ExactlyNotEqual, true) => {
                self.different(left, right)
            }
        }
    }

    /// `left < right`, or `=<` if `inclusive`.
    fn ordered(&mut self, left: Symbol, right: Symbol, inclusive: bool) -> Step {
        match (self.symbols.expr(left), self.symbols.expr(right)) {
            (Expr::Constant(low), Expr::Constant(high)) => {
                let holds = match order::compare(low, high) {
                    std::cmp::Ordering::Less => true,
                    std::cmp::Ordering::Equal => inclusive,
                    std::cmp::Ordering::Greater => false,
                };
                return if holds { Ok(()) } else { Err(Contradiction) };
            }
            (Expr::Constant(low), _) if self.is_path(right) => {
                let id = self.path_node(right)?;
                self.node_mut(id).domain.above(low, inclusive);
                return self.check(id);
            }
            (_, Expr::Constant(high)) if self.is_path(left) => {
                let id = self.path_node(left)?;
                self.node_mut(id).domain.below(high, inclusive);
                return self.check(id);
            }
            // Computed values are numbers, and what is no number is on one side of all of these.
            _ if self.is_computed(left) && self.is_never_number(right) => return Ok(()),
            _ if self.is_computed(right) && self.is_never_number(left) => {
                return Err(Contradiction);
            }
            _ => {}
        }
        if self.size_bound(left, right, inclusive)? {
            return Ok(());
        }
        let relation = if inclusive { Relation::LessOrEqual } else { Relation::Less };
        self.compare_numbers(relation, left, right, false)?;
        // Below a number there are only numbers.
        if self.is_computed(right) {
            return self.keep_numbers(left);
        }
        self.be_numbers(&[left, right])
    }

    /// `tuple_size(T) >= 3` and the like narrow the sizes of `T`. `false`: it is none of these.
    fn size_bound(&mut self, left: Symbol, right: Symbol, inclusive: bool) -> Step<bool> {
        let number = |symbol: Symbol| match self.symbols.expr(symbol) {
            Expr::Constant(Term::Int(number)) => Some(*number),
            _ => None,
        };
        match (self.symbols.expr(left), self.symbols.expr(right)) {
            (Expr::TupleSize(tuple), _) if number(right).is_some() => {
                let high = number(right).expect("just tested") - i64::from(!inclusive);
                let Ok(high) = u32::try_from(high) else {
                    return if high < 0 { Err(Contradiction) } else { Ok(true) };
                };
                let id = self.path_node(*tuple)?;
                let arity = &mut self.node_mut(id).domain.arity;
                arity.high = arity.high.min(high);
                self.check(id)?;
                Ok(true)
            }
            (_, Expr::TupleSize(tuple)) if number(left).is_some() => {
                let low = number(left).expect("just tested") + i64::from(!inclusive);
                let low = u32::try_from(low.max(0)).map_err(|_| Contradiction)?;
                let id = self.path_node(*tuple)?;
                let arity = &mut self.node_mut(id).domain.arity;
                arity.low = arity.low.max(low);
                self.check(id)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn compare_numbers(
        &mut self,
        relation: Relation,
        left: Symbol,
        right: Symbol,
        is_exact: bool,
    ) -> Step {
        self.make_nodes(left)?;
        self.make_nodes(right)?;
        let (left, right) = (Side::Symbol(left), Side::Symbol(right));
        self.numbers.push(NumberRelation { relation, left, right, is_exact });
        Ok(())
    }

    /// Parts of the input that are compared as numbers are taken to be numbers, if they can be.
    fn be_numbers(&mut self, symbols: &[Symbol]) -> Step {
        for &symbol in symbols {
            if self.is_path(symbol) {
                self.path_node(symbol)?;
                self.is_narrowed |= !self.is_only(symbol, Kinds::NUMBERS);
                self.keep_numbers(symbol)?;
            }
        }
        Ok(())
    }

    /// What can only be a number.
    fn keep_numbers(&mut self, symbol: Symbol) -> Step {
        if !self.is_path(symbol) {
            return Ok(());
        }
        let id = self.path_node(symbol)?;
        self.node_mut(id).domain.keep(Kinds::NUMBERS);
        self.check(id)
    }

    /// Every part of the input that an expression is computed from has a node: without it the
    /// expression would have no value, and nothing that is said about it would hold.
    pub fn make_nodes(&mut self, symbol: Symbol) -> Step {
        let symbols = self.symbols;
        let mut pending = vec![symbol];
        while let Some(symbol) = pending.pop() {
            if self.is_path(symbol) {
                self.path_node(symbol)?;
            } else {
                symbols.each_operand(symbol, |operand| pending.push(operand));
            }
        }
        Ok(())
    }

    /// `left == right`
    fn equal(&mut self, left: Symbol, right: Symbol) -> Step {
        for (symbol, other) in [(left, right), (right, left)] {
            if let Expr::Constant(term) = self.symbols.expr(other)
                && Kind::Number.fits(term)
                && self.is_path(symbol)
            {
                let id = self.path_node(symbol)?;
                let domain = &mut self.node_mut(id).domain;
                domain.above(term, true);
                domain.below(term, true);
                return self.check(id);
            }
        }
        let are_numbers = self.is_only(left, Kinds::NUMBERS) && self.is_only(right, Kinds::NUMBERS);
        if are_numbers || self.is_computed(left) || self.is_computed(right) {
            return self.same_number(left, right, false);
        }
        // Numbers inside may also be equal without being the same.
        let may_hold_number = |symbol: Symbol| match self.symbols.expr(symbol) {
            Expr::Constant(term) => holds_number(term),
            _ => true,
        };
        self.is_narrowed |= may_hold_number(left) && may_hold_number(right);
        self.same(left, right)
    }

    fn unequal(&mut self, left: Symbol, right: Symbol) -> Step {
        for (symbol, other) in [(left, right), (right, left)] {
            if let Expr::Constant(term) = self.symbols.expr(other)
                && self.is_path(symbol)
                && !matches!(term, Term::List(_) | Term::Tuple(_) | Term::Map(_))
            {
                let twin = numeric_twin(term);
                let id = self.path_node(symbol)?;
                let domain = &mut self.node_mut(id).domain;
                domain.narrow(&Shape::Literal(term.clone()), false);
                if let Some(twin) = twin {
                    domain.narrow(&Shape::Literal(twin), false);
                }
                return self.check(id);
            }
        }
        self.apart(left, right, false)
    }

    /// One of the two is a number, and so is the other.
    fn same_number(&mut self, left: Symbol, right: Symbol, is_exact: bool) -> Step {
        if self.is_never_number(left) || self.is_never_number(right) {
            return Err(Contradiction);
        }
        self.compare_numbers(Relation::Equal, left, right, is_exact)?;
        self.keep_numbers(left)?;
        self.keep_numbers(right)
    }

    /// A truth value that is compared with a constant is a test of its own.
    fn truth_test(&mut self, left: Symbol, right: Symbol, holds: bool) -> Option<Step> {
        for (symbol, other) in [(left, right), (right, left)] {
            let is_truth = matches!(self.symbols.expr(symbol), Expr::Compare(..) | Expr::Has(..));
            if let (true, Expr::Constant(term)) = (is_truth, self.symbols.expr(other)) {
                let shape = Shape::Literal(term.clone());
                return Some(self.assume(&Constraint { symbol, shape, holds }));
            }
        }
        None
    }

    /// `left =/= right`
    fn different(&mut self, left: Symbol, right: Symbol) -> Step {
        for (symbol, other) in [(left, right), (right, left)] {
            if let Expr::Constant(term) = self.symbols.expr(other)
                && self.is_path(symbol)
                && !matches!(term, Term::List(_) | Term::Tuple(_) | Term::Map(_))
            {
                let id = self.path_node(symbol)?;
                self.node_mut(id).domain.narrow(&Shape::Literal(term.clone()), false);
                return self.check(id);
            }
        }
        self.apart(left, right, true)
    }

    fn apart(&mut self, left: Symbol, right: Symbol, is_exact: bool) -> Step {
        if let Some(step) = self.truth_test(left, right, false) {
            return step;
        }
        let are_numbers = self.is_only(left, Kinds::NUMBERS) && self.is_only(right, Kinds::NUMBERS);
        let is_number = self.is_computed(left) || self.is_computed(right);
        if is_number && (self.is_never_number(left) || self.is_never_number(right)) {
            return Ok(());
        }
        if is_number || are_numbers {
            return self.compare_numbers(Relation::NotEqual, left, right, is_exact);
        }
        self.differing.push((left, right));
        Ok(())
    }

    /// Nothing is known to be the same that must differ.
    pub fn check_differing(&self) -> Step {
        let is_one = |(left, right): &(Symbol, Symbol)| {
            let node = self.known_node(*left);
            node.is_some() && node == self.known_node(*right)
        };
        if self.differing.iter().any(is_one) { Err(Contradiction) } else { Ok(()) }
    }

    /// `left =:= right`
    pub fn same(&mut self, left: Symbol, right: Symbol) -> Step {
        if left == right {
            return Ok(());
        }
        if let Some(step) = self.truth_test(left, right, true) {
            return step;
        }
        match (self.symbols.expr(left), self.symbols.expr(right)) {
            (Expr::Constant(one), Expr::Constant(other)) => {
                if order::exactly_equal(one, other) {
                    Ok(())
                } else {
                    Err(Contradiction)
                }
            }
            _ if self.is_computed(left) || self.is_computed(right) => {
                self.same_number(left, right, true)
            }
            _ if self.is_path(left) => {
                let id = self.path_node(left)?;
                self.be_expr(id, right)
            }
            _ if self.is_path(right) => {
                let id = self.path_node(right)?;
                self.be_expr(id, left)
            }
            (Expr::Cons(head, tail), Expr::Cons(other_head, other_tail)) => {
                self.same(*head, *other_head)?;
                self.same(*tail, *other_tail)
            }
            (Expr::Tuple(parts), Expr::Tuple(others)) if parts.len() == others.len() => parts
                .iter()
                .zip(others.iter())
                .try_for_each(|(part, other)| self.same(*part, *other)),
            (_, Expr::Constant(term)) => self.construct(left, term),
            (Expr::Constant(term), _) => self.construct(right, term),
            (Expr::Compare(..) | Expr::Has(..), _) | (_, Expr::Compare(..) | Expr::Has(..)) => {
                // Truth values that are compared with each other: the finished input is checked.
                self.is_narrowed = true;
                Ok(())
            }
            _ => Err(Contradiction),
        }
    }

    /// A construction is this very term.
    fn construct(&mut self, symbol: Symbol, term: &Term) -> Step {
        match self.symbols.expr(symbol) {
            Expr::Cons(head, tail) => {
                let (first, rest) =
                    (part(term, Access::Head).ok_or(Contradiction)?, part(term, Access::Tail));
                self.be_term(*head, &first)?;
                self.be_term(*tail, &rest.ok_or(Contradiction)?)
            }
            Expr::Tuple(parts) => {
                let Term::Tuple(elements) = term else { return Err(Contradiction) };
                if elements.len() != parts.len() {
                    return Err(Contradiction);
                }
                parts
                    .iter()
                    .zip(elements.iter())
                    .try_for_each(|(part, term)| self.be_term(*part, term))
            }
            _ => {
                self.is_narrowed = true;
                Ok(())
            }
        }
    }

    /// Any expression is this very term.
    fn be_term(&mut self, symbol: Symbol, term: &Term) -> Step {
        if self.is_path(symbol) {
            let id = self.path_node(symbol)?;
            return self.be(id, term);
        }
        if let Expr::Constant(known) = self.symbols.expr(symbol) {
            return if order::exactly_equal(known, term) { Ok(()) } else { Err(Contradiction) };
        }
        if self.is_computed(symbol) {
            let shape = Shape::Literal(term.clone());
            return self.number(symbol, &shape, true);
        }
        self.construct(symbol, term)
    }

    /// A node is the value of an expression.
    fn be_expr(&mut self, id: NodeId, symbol: Symbol) -> Step {
        if self.is_path(symbol) {
            let other = self.path_node(symbol)?;
            return self.unite(id, other);
        }
        match self.symbols.expr(symbol) {
            Expr::Constant(term) => self.be(id, term),
            Expr::Cons(head, tail) => {
                let (head, tail) = (*head, *tail);
                let child = self.child(id, Access::Head)?;
                self.be_expr(child, head)?;
                let child = self.child(id, Access::Tail)?;
                self.be_expr(child, tail)
            }
            Expr::Tuple(parts) => {
                self.node_mut(id).domain.narrow(&Shape::Tuple(parts.len() as u32), true);
                self.check(id)?;
                for (index, &part) in parts.iter().enumerate() {
                    let child = self.child(id, Access::Element(index as u32))?;
                    self.be_expr(child, part)?;
                }
                Ok(())
            }
            _ => {
                self.is_narrowed = true;
                Ok(())
            }
        }
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

/// Is there a number anywhere in the term?
fn holds_number(term: &Term) -> bool {
    match term {
        Term::Int(_) | Term::BigInt(_) | Term::Float(_) | Term::Map(_) => true,
        Term::List(list) => list.elements.iter().any(holds_number) || holds_number(&list.tail),
        Term::Tuple(elements) => elements.iter().any(holds_number),
        _ => false,
    }
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
        _ => None,
    }
}

/// `1.0` for `1`, and the other way round: equal by `==`, but not the same.
fn numeric_twin(term: &Term) -> Option<Term> {
    use num_traits::{FromPrimitive, ToPrimitive};
    let twin = match term {
        Term::Float(number) => Term::from(num_bigint::BigInt::from_f64(*number)?),
        _ => Term::Float(crate::domain::integer(term)?.to_f64().filter(|float| float.is_finite())?),
    };
    order::equal(&twin, term).then_some(twin)
}
