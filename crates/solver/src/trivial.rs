//! What can be seen at once? That the new constraint contradicts another one about the same symbol.

use crate::{Answer, Core, Problem, Solver, Statistics};
use symbolic::{Constraint, Expr};

pub struct Trivial<S> {
    pub inner: S,
    answered: u64,
}

impl<S> Trivial<S> {
    pub fn new(inner: S) -> Trivial<S> {
        Trivial { inner, answered: 0 }
    }
}

impl<S: Solver> Solver for Trivial<S> {
    fn solve(&mut self, problem: &Problem) -> Answer {
        if let Some(core) = contradiction(problem) {
            self.answered += 1;
            return Answer::Refuted(core);
        }
        self.inner.solve(problem)
    }

    fn statistics(&self) -> Statistics {
        let below = self.inner.statistics();
        Statistics { trivial: below.trivial + self.answered, ..below }
    }
}

/// The new constraint, and the one that it contradicts unless it does so by itself.
fn contradiction(problem: &Problem) -> Option<Core> {
    let (new, others) = problem.constraints.split_last()?;
    if let Expr::Constant(term) = problem.symbols.expr(new.symbol) {
        return (new.shape.fits(term) != new.holds).then(|| Core::of(vec![others.len()]));
    }
    let is_excluded = |other: &Constraint| other.symbol == new.symbol && excludes(other, new);
    let place = others.iter().position(is_excluded)?;
    Some(Core::of(vec![place, others.len()]))
}

/// Do two constraints about one symbol exclude each other?
fn excludes(one: &Constraint, other: &Constraint) -> bool {
    match (one.holds, other.holds) {
        (true, true) => !one.shape.may_be(&other.shape),
        (true, false) => one.shape.implies(&other.shape),
        (false, true) => other.shape.implies(&one.shape),
        (false, false) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;
    use crate::stack::scripted::{Scripted, problem};
    use symbolic::{Kind, Shape, Symbols};
    use term::Term;
    use typing::Types;

    #[test]
    fn what_contradicts_itself_is_not_asked() {
        let mut symbols = Symbols::new();
        let (input, two) = (symbols.argument(0), symbols.constant(Term::Int(2)));
        let list = Constraint::is(input, Shape::Kind(Kind::List));
        let types = Types::new(Box::new(|_| None));
        let found = Answer::Sat(Model::unchecked(Vec::new()));
        let mut solver = Trivial::new(Scripted::new(vec![found.clone()]));
        let refuted = |places: &[usize]| Answer::Refuted(Core::of(places.to_vec()));
        let mut ask =
            |constraints: &[Constraint]| solver.solve(&problem(&symbols, constraints, &[], &types));
        let number = Constraint::is(input, Shape::Kind(Kind::Integer));
        let other = Constraint::is(two, Shape::Literal(Term::Int(2)));
        assert_eq!(ask(&[list.clone(), other, number]), refuted(&[0, 2]));
        let no_list = Constraint::is_not(input, Shape::Kind(Kind::List));
        assert_eq!(ask(&[Constraint::is(input, Shape::Cons), no_list]), refuted(&[0, 1]));
        assert_eq!(ask(&[list.clone(), Constraint::is(two, Shape::Cons)]), refuted(&[1]));
        assert_eq!(ask(&[list, Constraint::is(input, Shape::Cons)]), found);
        assert_eq!((solver.statistics().trivial, solver.inner.asked.len()), (3, 1));
    }
}
