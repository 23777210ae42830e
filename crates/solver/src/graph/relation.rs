//! How do two expressions compare? What `<`, `==` and `=:=` tell about the parts of the input.

use super::guess::Guess;
use super::{
    Access, Contradiction, Differing, Graph, NodeId, NumberRelation, Side, Step, holds_number,
    numeric_twin, part,
};
use crate::domain::Arity;
use crate::numeric::Relation;
use symbolic::{Basic, Comparison, Constraint, Expr, Kind, Kinds, Shape, Symbol};
use term::{Term, order};

impl Graph<'_> {
    pub(super) fn relate(
        &mut self,
        comparison: Comparison,
        left: Symbol,
        right: Symbol,
        truth: bool,
    ) -> Step {
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
        if let Some(step) = self.compare_element(comparison, left, right, truth) {
            return step;
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
        self.make_nodes(left)?;
        self.make_nodes(right)?;
        if self.is_beyond(left, right) {
            return Err(Contradiction);
        }
        // Below a number there are only numbers.
        let is_number =
            |symbol: Symbol| self.is_computed(symbol) || self.is_only(symbol, Kinds::NUMBERS);
        if is_number(right) {
            let relation = if inclusive { Relation::LessOrEqual } else { Relation::Less };
            self.compare_numbers(relation, left, right, false)?;
            return self.keep_numbers(left);
        }
        self.guesses.push(Guess::Ordered { left, right, inclusive });
        Ok(())
    }

    /// What is no number differs from every number: nothing is left to solve there.
    pub fn forget_what_differs(&mut self) {
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.retain(|relation| {
            let is_name = |side: &Side| match side {
                Side::Symbol(symbol) => {
                    let kinds = self.known_node(*symbol).map(|id| self.node(id).domain.kinds);
                    kinds.is_some_and(|kinds| kinds.intersect(Kinds::NUMBERS).is_empty())
                }
                Side::Node(id) => self.node(*id).domain.kinds.intersect(Kinds::NUMBERS).is_empty(),
                Side::Number(_) => false,
            };
            let differs = is_name(&relation.left) || is_name(&relation.right);
            relation.relation != Relation::NotEqual || !differs
        });
        self.numbers = numbers;
    }

    /// The sizes that `tuple_size(T)` or `map_size(M)` can be.
    fn sizes(&mut self, symbol: Symbol, whole: NodeId) -> &mut Arity {
        let is_map = matches!(self.symbols.expr(symbol), Expr::MapSize(_));
        let domain = self.domain_mut(whole);
        domain.keep(Kinds::only(&[if is_map { Basic::Map } else { Basic::Tuple }]));
        if is_map { &mut domain.map_size } else { &mut domain.arity }
    }

    /// `tuple_size(T) >= 3` and the like narrow the sizes of `T`. `false`: it is none of these.
    fn size_bound(&mut self, left: Symbol, right: Symbol, inclusive: bool) -> Step<bool> {
        let number = |symbol: Symbol| match self.symbols.expr(symbol) {
            Expr::Constant(Term::Int(number)) => Some(*number),
            _ => None,
        };
        match (self.symbols.expr(left), self.symbols.expr(right)) {
            (Expr::TupleSize(whole) | Expr::MapSize(whole), _) if number(right).is_some() => {
                let high = number(right).expect("just tested") - i64::from(!inclusive);
                let Ok(high) = u32::try_from(high) else {
                    return if high < 0 { Err(Contradiction) } else { Ok(true) };
                };
                let id = self.path_node(*whole)?;
                let size = self.sizes(left, id);
                size.high = size.high.min(high);
                self.check(id)?;
                Ok(true)
            }
            (_, Expr::TupleSize(whole) | Expr::MapSize(whole)) if number(left).is_some() => {
                let low = number(left).expect("just tested") + i64::from(!inclusive);
                let low = u32::try_from(low.max(0)).map_err(|_| Contradiction)?;
                let id = self.path_node(*whole)?;
                let size = self.sizes(right, id);
                size.low = size.low.max(low);
                self.check(id)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    pub(super) fn compare_numbers(
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
    pub(super) fn be_numbers(&mut self, symbols: &[Symbol]) -> Step {
        for &symbol in symbols {
            if self.is_path(symbol) {
                self.path_node(symbol)?;
                let is_assumed = !self.is_only(symbol, Kinds::NUMBERS);
                self.assuming_if(is_assumed, |graph| graph.keep_numbers(symbol))?;
            }
        }
        Ok(())
    }

    /// What can only be a number.
    pub(super) fn keep_numbers(&mut self, symbol: Symbol) -> Step {
        if !self.is_path(symbol) {
            return Ok(());
        }
        let id = self.path_node(symbol)?;
        self.node_mut(id).domain.keep(Kinds::NUMBERS);
        self.check(id)
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
        let is_without_number = |symbol: Symbol| match self.symbols.expr(symbol) {
            Expr::Constant(term) => !holds_number(term),
            _ => self.is_only(symbol, Kinds::WITHOUT_NUMBERS),
        };
        if is_without_number(left) || is_without_number(right) {
            return self.same(left, right);
        }
        self.make_nodes(left)?;
        self.make_nodes(right)?;
        self.guesses.push(Guess::Equal(left, right));
        Ok(())
    }

    fn unequal(&mut self, left: Symbol, right: Symbol) -> Step {
        for (symbol, other) in [(left, right), (right, left)] {
            if let Expr::Constant(term) = self.symbols.expr(other)
                && self.is_path(symbol)
                && !has_parts(term)
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

    /// `tuple_size(T) =:= 3` and the like leave one size of `T`. `false`: it is none of these.
    fn is_size(&mut self, left: Symbol, right: Symbol) -> Step<bool> {
        for (symbol, other) in [(left, right), (right, left)] {
            if let (
                Expr::TupleSize(whole) | Expr::MapSize(whole),
                Expr::Constant(Term::Int(size)),
            ) = (self.symbols.expr(symbol), self.symbols.expr(other))
            {
                let wanted = u32::try_from(*size).map_err(|_| Contradiction)?;
                let id = self.path_node(*whole)?;
                let size = self.sizes(symbol, id);
                size.low = size.low.max(wanted);
                size.high = size.high.min(wanted);
                self.check(id)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One of the two is a number, and so is the other.
    pub(super) fn same_number(&mut self, left: Symbol, right: Symbol, is_exact: bool) -> Step {
        if self.is_size(left, right)? {
            return Ok(());
        }
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
            let is_truth = self.symbols.is_truth(symbol);
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
                && !has_parts(term)
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
        self.differing.push(Differing { left, right, is_exact });
        Ok(())
    }

    /// Must two parts differ, by `==`? Without numbers, that is the same as by `=:=`.
    pub(super) fn is_unequal(&self, one: NodeId, other: NodeId) -> bool {
        let pair = [Some(self.find(one)), Some(self.find(other))];
        let kinds = self.node(one).domain.kinds;
        let has_no_number = kinds.without(Kinds::WITHOUT_NUMBERS).is_empty();
        self.differing.iter().any(|differing| {
            let (left, right) = (self.known_node(differing.left), self.known_node(differing.right));
            (!differing.is_exact || has_no_number)
                && (pair == [left, right] || pair == [right, left])
        })
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
            (Expr::MapUpdate { .. } | Expr::MapMerge { .. }, _)
            | (_, Expr::MapUpdate { .. } | Expr::MapMerge { .. }) => self.same_maps(left, right),
            (
                Expr::BitSlice { .. } | Expr::BitConcat(_),
                Expr::BitSlice { .. } | Expr::BitConcat(_),
            ) => {
                // Which bits are the same is not followed: the finished input is checked.
                self.leave_to_the_check()
            }
            (_, Expr::Constant(term)) => self.construct(left, term),
            (Expr::Constant(term), _) => self.construct(right, term),
            (Expr::Lookup { .. }, _) | (_, Expr::Lookup { .. }) => {
                // Which elements of the table that leaves is not followed: the finished input is checked.
                self.leave_to_the_check()
            }
            _ if self.symbols.is_truth(left) || self.symbols.is_truth(right) => {
                // Truth values that are compared with each other: the finished input is checked.
                self.leave_to_the_check()
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
            Expr::BitSlice { .. } | Expr::BitConcat(_) => self.be_bits(symbol, term),
            &Expr::Lookup { table, index } => {
                self.look_up(table, index, |element| order::exactly_equal(element, term))
            }
            _ => self.leave_to_the_check(),
        }
    }

    /// Any expression is this very term.
    pub(super) fn be_term(&mut self, symbol: Symbol, term: &Term) -> Step {
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
        runtime::compare::deeper(|| self.construct(symbol, term))
    }

    /// A node is the value of an expression.
    pub(super) fn be_expr(&mut self, id: NodeId, symbol: Symbol) -> Step {
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
            Expr::MapUpdate { map, pairs } => self.be_updated(id, *map, pairs),
            _ if self.is_computed(symbol) => {
                self.make_nodes(symbol)?;
                self.node_mut(id).domain.keep(Kinds::NUMBERS);
                self.check(id)?;
                let (left, right) = (Side::Node(id), Side::Symbol(symbol));
                let relation = Relation::Equal;
                self.numbers.push(NumberRelation { relation, left, right, is_exact: true });
                Ok(())
            }
            _ => self.leave_to_the_check(),
        }
    }
}

/// Is not being this term a question of its parts, and not only of its shape?
pub(super) fn has_parts(term: &Term) -> bool {
    match term {
        Term::List(_) => true,
        Term::Map(map) => !map.is_empty(),
        Term::Tuple(elements) => !elements.is_empty(),
        _ => false,
    }
}
