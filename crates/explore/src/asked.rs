//! Which values have been tried at the end of a path, and where is the next one looked for?
//!
//! Some programs use a number as it is, a length or a size, so that every value is a path of its own. The
//! search then asks for a value that no run has had yet, and each question excludes one value more than the
//! last. To keep the questions short, the numbers are cut into stretches. A question is about one stretch and
//! excludes only the values in it, and several workers can ask at the same time.

use std::collections::BTreeSet;
use std::ops::Bound;
use symbolic::{Comparison, Constraint, Expr, Shape, Symbol, Symbols};
use term::{Term, atoms};
use trace::Decision;

/// Values of which it was asked whether it is this very one, in whichever run.
#[derive(Default)]
pub struct Asked {
    integers: BTreeSet<i64>,
    others: Vec<Shape>,
}

/// All terms between two numbers: above the one, if there is one, and not above the other.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Stretch {
    above: Option<i64>,
    up_to: Option<i64>,
}

/// After so many values stretches are cut off from what has no end, for so many more each.
const LONG: i64 = 64;

impl Asked {
    /// Questions of several answers, and those of kind, are the same in every run: `None`.
    pub fn value(decision: &Decision) -> Option<&Shape> {
        match &decision.test()?.shapes[..] {
            [Shape::Literal(Term::Nil | Term::Atom(atoms::true_ | atoms::false_))] => None,
            [shape @ Shape::Literal(_)] => Some(shape),
            _ => None,
        }
    }

    pub fn add(&mut self, shape: &Shape) {
        match shape {
            Shape::Literal(Term::Int(integer)) => {
                self.integers.insert(*integer);
            }
            _ if self.others.contains(shape) => {}
            _ => self.others.push(shape.clone()),
        }
    }

    /// How many values come first, before it is the turn of what was cut off.
    pub fn turn_of_the_rest(&self) -> u64 {
        self.len() as u64 + LONG as u64
    }

    pub fn len(&self) -> usize {
        self.integers.len() + self.others.len()
    }

    /// The symbol is none of the values that lie in the stretch.
    pub fn none_of(&self, symbol: Symbol, stretch: &Stretch) -> Vec<Constraint> {
        let integers = self.integers.range(stretch.bounds());
        let integers = integers.map(|integer| Shape::Literal(Term::Int(*integer)));
        let shapes = integers.chain(self.others.iter().cloned());
        shapes.map(|shape| Constraint::is_not(symbol, shape)).collect()
    }

    /// Cuts a stretch without an end in two, if something was found there after many others: the
    /// part to go on with, and the rest.
    pub fn cut(&self, stretch: &Stretch) -> Option<(Stretch, Stretch)> {
        if self.integers.len() < LONG as usize {
            return None;
        }
        let tried = || self.integers.range(stretch.bounds());
        let (first, last) = (tried().next()?, tried().next_back()?);
        match *stretch {
            Stretch { above, up_to: None } => {
                let end = Some(last.checked_add(LONG)?);
                Some((Stretch { above, up_to: end }, Stretch { above: end, up_to: None }))
            }
            Stretch { above: None, up_to } => {
                let end = Some(first.checked_sub(LONG)?);
                Some((Stretch { above: end, up_to }, Stretch { above: None, up_to: end }))
            }
            Stretch { above: Some(_), up_to: Some(_) } => None,
        }
    }
}

impl Stretch {
    fn bounds(&self) -> (Bound<&i64>, Bound<&i64>) {
        let above = self.above.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
        let up_to = self.up_to.as_ref().map_or(Bound::Unbounded, Bound::Included);
        (above, up_to)
    }

    /// The symbol lies in the stretch. Terms of all kinds are above a number or not.
    pub fn holds(&self, symbol: Symbol, symbols: &mut Symbols) -> Vec<Constraint> {
        let ends = [(&self.above, atoms::true_), (&self.up_to, atoms::false_)];
        let ends = ends.into_iter().filter_map(|(end, truth)| Some(((*end)?, truth)));
        ends.map(|(end, truth)| {
            let end = symbols.constant(Term::Int(end));
            let is_above = symbols.intern(Expr::Compare(Comparison::Greater, symbol, end));
            Constraint::is(is_above, Shape::Literal(Term::Atom(truth)))
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(values: impl IntoIterator<Item = i64>) -> Asked {
        let mut asked = Asked::default();
        values.into_iter().for_each(|value| asked.add(&Shape::Literal(Term::from(value))));
        asked
    }

    fn stretch(above: Option<i64>, up_to: Option<i64>) -> Stretch {
        Stretch { above, up_to }
    }

    #[test]
    fn few_values_are_one_stretch() {
        assert_eq!(asked(0..63).cut(&Stretch::default()), None);
        // Whether there is anything is not known here.
        assert_eq!(asked(0..64).cut(&stretch(Some(127), None)), None);
    }

    #[test]
    fn what_has_no_end_is_cut_behind_what_was_tried() {
        let cut = asked(0..64).cut(&Stretch::default());
        assert_eq!(cut, Some((stretch(None, Some(127)), stretch(Some(127), None))));
        let cut = asked((0..64).chain([128])).cut(&stretch(Some(127), None));
        assert_eq!(cut, Some((stretch(Some(127), Some(192)), stretch(Some(192), None))));
        // Downwards once there is an end above.
        let cut = asked(0..64).cut(&stretch(None, Some(127)));
        assert_eq!(cut, Some((stretch(Some(-64), Some(127)), stretch(None, Some(-64)))));
        assert_eq!(asked(0..1000).cut(&stretch(Some(-64), Some(2000))), None);
    }

    #[test]
    fn only_what_lies_in_the_stretch_is_excluded() {
        let mut asked = asked(0..10);
        asked.add(&Shape::Literal(Term::Float(1.5)));
        asked.add(&Shape::Literal(Term::Float(1.5)));
        assert_eq!(asked.len(), 11);
        let none_of = asked.none_of(Symbol(0), &stretch(Some(3), Some(5)));
        let values = [Term::from(4), Term::from(5), Term::Float(1.5)];
        let expected = values.map(|value| Constraint::is_not(Symbol(0), Shape::Literal(value)));
        assert_eq!(none_of, expected);
    }
}
