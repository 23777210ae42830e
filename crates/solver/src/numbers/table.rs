//! Which number is looked up in a table? One run of it after the other is tried: neighbours that are
//! all the same number, or that count upwards.

use super::{Terms, Unknown, constant, plus};
use crate::numeric::{
    Number, NumberKind, NumericComparison, NumericExpr, NumericVariable, Relation,
};
use num_bigint::BigInt;
use symbolic::{Expr, Symbol, Symbols};
use term::Term;

/// Integers of a table that are neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its places in the table, from 1.
    first: u64,
    last: u64,
    start: BigInt,
    is_rising: bool,
}

/// The runs of a table. `None`: there are numbers in it that are no integers.
pub fn runs(table: &[Term]) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    for (place, element) in (1..).zip(table) {
        let Some(number) = element.to_big_int() else {
            if matches!(element, Term::Float(_)) {
                return None;
            }
            continue;
        };
        match runs.last_mut() {
            Some(run) if run.last + 1 == place && run.continues_with(&number) => {
                run.is_rising = number != run.start;
                run.last = place;
            }
            _ => runs.push(Run { first: place, last: place, start: number, is_rising: false }),
        }
    }
    Some(runs)
}

impl Run {
    fn continues_with(&self, number: &BigInt) -> bool {
        let next = &self.start + (self.last + 1 - self.first);
        let is_one = self.first == self.last;
        match self.is_rising {
            true => *number == next,
            false => *number == self.start || is_one && *number == next,
        }
    }

    fn end(&self) -> BigInt {
        if self.is_rising { &self.start + (self.last - self.first) } else { self.start.clone() }
    }

    pub fn variable(&self) -> NumericVariable {
        NumericVariable {
            kind: NumberKind::Integer,
            low: Some(Number::Integer(self.start.clone())),
            high: Some(Number::Integer(self.end())),
            excluded: Vec::new(),
            hint: None,
        }
    }
}

/// The runs of the table that an expression looks into.
pub fn runs_of(symbols: &Symbols, lookup: Symbol) -> Option<Vec<Run>> {
    match symbols.expr(lookup) {
        Expr::Lookup { table, .. } => runs(symbols.table(*table)),
        _ => None,
    }
}

impl Terms<'_, '_> {
    /// The places of what is looked up are within the runs that were chosen.
    pub(super) fn places(&self) -> Vec<NumericComparison> {
        let mut comparisons = Vec::new();
        for &each in &self.unknowns.list {
            let Unknown::Element(lookup) = each else { continue };
            let Expr::Lookup { index, .. } = *self.graph.symbols.expr(lookup) else { continue };
            let runs = runs_of(self.graph.symbols, lookup).expect("leaves have runs");
            let run = &runs[(self.choice)(each)];
            let place = || self.expr(index);
            let mut relate = |relation, left, right| {
                comparisons.push(NumericComparison { relation, left, right });
            };
            relate(Relation::LessOrEqual, constant(run.first), place());
            relate(Relation::LessOrEqual, place(), constant(run.last));
            if run.is_rising {
                let offset = &run.start - BigInt::from(run.first);
                let offset = NumericExpr::Constant(Number::Integer(offset));
                relate(Relation::Equal, self.variable(each), plus(place(), offset));
            }
        }
        comparisons
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_make_runs() {
        let table = [0, 0, 0, 1, 2, 3, 9].map(Term::Int);
        let run = |first, last, start: i64, is_rising| Run {
            first,
            last,
            start: start.into(),
            is_rising,
        };
        let expected = vec![run(1, 3, 0, false), run(4, 6, 1, true), run(7, 7, 9, false)];
        assert_eq!(runs(&table), Some(expected));
        let names = [Term::Int(5), Term::Nil, Term::Int(6)];
        assert_eq!(runs(&names), Some(vec![run(1, 1, 5, false), run(3, 3, 6, false)]));
        assert_eq!(runs(&[Term::Int(1), Term::Float(0.5)]), None);
    }
}
