//! What if a comparison is not linear? What it is about is still one number: `X / Y` is not both more
//! than 4 and less than 3.

use super::system::Contradiction;
use crate::evaluate::order;
use crate::numeric::{Number, NumericExpr, Relation};

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
        let is_news = self.high.as_ref().is_none_or(|(known, is_allowed)| {
            let order = order(&bound, known);
            order.is_lt() || order.is_eq() && *is_allowed
        });
        if is_news {
            self.high = Some((bound, inclusive));
        }
    }

    fn raise(&mut self, bound: Number, inclusive: bool) {
        let is_news = self.low.as_ref().is_none_or(|(known, is_allowed)| {
            let order = order(&bound, known);
            order.is_gt() || order.is_eq() && *is_allowed
        });
        if is_news {
            self.low = Some((bound, inclusive));
        }
    }

    fn are_apart(&self) -> bool {
        let (Some((low, from)), Some((high, to))) = (&self.low, &self.high) else { return false };
        let order = order(low, high);
        order.is_gt() || order.is_eq() && !(*from && *to)
    }
}
