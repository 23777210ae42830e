//! What if a comparison is not linear? What it is about is still one number: `X / Y` is not both more
//! than 4 and less than 3.

use super::system::Contradiction;
use crate::evaluate::order;
use crate::numeric::{Number, NumericExpr, Relation};
use std::cmp::Ordering;

/// Expressions of which nothing is known but how they compare with constants.
#[derive(Default)]
pub struct Opaque<'p> {
    known: Vec<(&'p NumericExpr, Bounds)>,
}

/// `true`: the bound itself is allowed.
#[derive(Default)]
struct Bounds {
    low: Option<(Number, bool)>,
    high: Option<(Number, bool)>,
}

impl<'p> Opaque<'p> {
    /// `expr relation constant`, or the other way round.
    pub fn compare(
        &mut self,
        expr: &'p NumericExpr,
        relation: Relation,
        is_constant_left: bool,
        constant: Number,
    ) -> Result<(), Contradiction> {
        let place = self.known.iter().position(|(known, _)| *known == expr);
        let place = place.unwrap_or_else(|| {
            self.known.push((expr, Bounds::default()));
            self.known.len() - 1
        });
        let bounds = &mut self.known[place].1;
        match (relation, is_constant_left) {
            (Relation::Less, false) => bounds.lower(constant, false),
            (Relation::LessOrEqual, false) => bounds.lower(constant, true),
            (Relation::Less, true) => bounds.raise(constant, false),
            (Relation::LessOrEqual, true) => bounds.raise(constant, true),
            (Relation::Equal, _) => {
                bounds.lower(constant.clone(), true);
                bounds.raise(constant, true);
            }
            (Relation::NotEqual, _) => {}
        }
        if bounds.are_apart() { Err(Contradiction) } else { Ok(()) }
    }
}

impl Bounds {
    fn lower(&mut self, bound: Number, inclusive: bool) {
        tighten(&mut self.high, Ordering::Less, bound, inclusive);
    }

    fn raise(&mut self, bound: Number, inclusive: bool) {
        tighten(&mut self.low, Ordering::Greater, bound, inclusive);
    }

    fn are_apart(&self) -> bool {
        let (Some((low, from)), Some((high, to))) = (&self.low, &self.high) else { return false };
        let order = order(low, high);
        order.is_gt() || order.is_eq() && !(*from && *to)
    }
}

/// Takes a bound that is to this side of the one that is known, or leaves it out.
fn tighten(known: &mut Option<(Number, bool)>, side: Ordering, bound: Number, inclusive: bool) {
    let is_news = known.as_ref().is_none_or(|(known, is_allowed)| {
        let order = order(&bound, known);
        order == side || order.is_eq() && *is_allowed
    });
    if is_news {
        *known = Some((bound, inclusive));
    }
}
