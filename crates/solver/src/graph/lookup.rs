//! What does a test of a table's element say? Where in the table it can be: between two places, and
//! at none of those in between that do not fit.

use super::{Contradiction, Graph, NumberRelation, Side, Step};
use crate::numeric::Relation;
use std::cmp::Ordering;
use symbolic::{Comparison, Expr, Kind, Shape, Symbol};
use term::{Term, order};

impl Graph<'_> {
    /// The element that is looked up is one that fits.
    pub(super) fn look_up(
        &mut self,
        table: Symbol,
        index: Symbol,
        fits: impl Fn(&Term) -> bool,
    ) -> Step {
        let elements = self.symbols.table(table);
        let first = elements.iter().position(&fits).ok_or(Contradiction)?;
        let last = elements.iter().rposition(&fits).ok_or(Contradiction)?;
        let unfit = (first..=last).filter(|&place| !fits(&elements[place]));
        let number = |place: usize| Term::Int(place as i64 + 1);
        if self.is_path(index) {
            let id = self.path_node(index)?;
            let domain = self.domain_mut(id);
            domain.narrow(&Shape::Kind(Kind::Integer), true);
            domain.above(&number(first), true);
            domain.below(&number(last), true);
            for place in unfit {
                domain.narrow(&Shape::Literal(number(place)), false);
            }
            return self.check(id);
        }
        if !self.is_computed(index) {
            // An element of another table, for one: the finished input is checked.
            self.leave_to_the_check()?;
            return self.make_nodes(index);
        }
        self.make_nodes(index)?;
        let (place, at) = (Side::Symbol(index), |place| Side::Number(number(place)));
        let mut relate = |relation, left: Side, right: Side| {
            self.numbers.push(NumberRelation { relation, left, right, is_exact: false });
        };
        relate(Relation::LessOrEqual, at(first), place.clone());
        relate(Relation::LessOrEqual, place.clone(), at(last));
        unfit.for_each(|other| relate(Relation::NotEqual, place.clone(), at(other)));
        Ok(())
    }

    /// An element of a table is compared with a constant. `None`: it is not.
    pub(super) fn compare_element(
        &mut self,
        comparison: Comparison,
        left: Symbol,
        right: Symbol,
        truth: bool,
    ) -> Option<Step> {
        match (self.symbols.expr(left), self.symbols.expr(right)) {
            (&Expr::Lookup { table, index }, Expr::Constant(other)) => {
                let fits = |element: &Term| holds(comparison, element, other) == truth;
                Some(self.look_up(table, index, fits))
            }
            (Expr::Constant(other), &Expr::Lookup { table, index }) => {
                let fits = |element: &Term| holds(comparison, other, element) == truth;
                Some(self.look_up(table, index, fits))
            }
            _ => None,
        }
    }
}

fn holds(comparison: Comparison, left: &Term, right: &Term) -> bool {
    let order = || order::compare(left, right);
    match comparison {
        Comparison::Less => order() == Ordering::Less,
        Comparison::LessOrEqual => order() != Ordering::Greater,
        Comparison::Greater => order() == Ordering::Greater,
        Comparison::GreaterOrEqual => order() != Ordering::Less,
        Comparison::Equal => order::equal(left, right),
        Comparison::NotEqual => !order::equal(left, right),
        Comparison::ExactlyEqual => order::exactly_equal(left, right),
        Comparison::ExactlyNotEqual => !order::exactly_equal(left, right),
    }
}
