//! Where did the input decide how the program went on, and what would take it elsewhere?

use crate::input::Edit;
use crate::{Label, NamedCall, Place};
use schedules::EventId;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use symbolic::{Constraint, Shape, Symbol};
use term::Term;

/// A place where the input decided how the program went on.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Which event of the run.
    pub at: EventId,
    /// Where in the program: equal places are equal numbers.
    pub place: Place,
    pub kind: DecisionKind,
    /// The ways there are, which exclude each other. They are known by number.
    pub ways: Ways,
    /// Which way was taken.
    pub taken: usize,
    /// The other ways, as far as the decisions before do not already rule them out.
    pub open: Vec<usize>,
    /// What had happened before, where there are several processes: runs in which another one had sent or
    /// written something else before have another number.
    pub past: u64,
    /// It was taken in a function that the input has named.
    pub within: Option<NamedCall>,
}

/// What was decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DecisionKind {
    /// A test of a value: a clause, a guard, whether a built-in fails.
    Branch,
    /// Which message a `receive` takes, or that it waits no longer.
    Receive,
    /// Who was first at something that several processes share.
    Object,
    /// What a made-up fun does when it is called.
    Dispatch,
    /// When an exit signal comes.
    Signal,
    /// Whether what was returned is what was promised. No expression of the program asks for it.
    Result,
}

/// The ways of a decision.
#[derive(Clone, Debug)]
pub enum Ways {
    /// What a value is decides: there is a way for each shape, and one more, the last, for "none of
    /// these".
    Test(Test),
    /// The input says it: a way for each edit.
    Edits(Vec<Edit>),
}

/// A value, and the shapes that it was tested for.
#[derive(Clone, Debug)]
pub struct Test {
    /// What was looked at.
    pub subject: Symbol,
    pub shapes: Arc<[Shape]>,
}

/// What it takes to go a way: what must hold, and what is changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    pub constraints: Vec<Constraint>,
    pub edit: Option<Edit>,
}

impl Decision {
    /// A value was tested.
    pub fn branch(
        at: EventId,
        place: Place,
        test: Test,
        taken: usize,
        open: Vec<usize>,
    ) -> Decision {
        Decision {
            at,
            place,
            kind: DecisionKind::Branch,
            ways: Ways::Test(test),
            taken,
            open,
            past: 0,
            within: None,
        }
    }

    /// What was tested, if a value decided.
    pub fn test(&self) -> Option<&Test> {
        match &self.ways {
            Ways::Test(test) => Some(test),
            Ways::Edits(_) => None,
        }
    }

    /// What it takes to go this way.
    pub fn way(&self, number: usize) -> Way {
        match &self.ways {
            Ways::Test(test) => Way { constraints: test.constraints(number), edit: None },
            Ways::Edits(edits) => Way { constraints: Vec::new(), edit: edits.get(number).cloned() },
        }
    }

    /// What must hold for the program to go this way.
    pub fn constraints(&self, way: usize) -> Vec<Constraint> {
        self.test().map_or_else(Vec::new, |test| test.constraints(way))
    }

    pub fn label(&self, way: usize) -> Label {
        let mut hasher = DefaultHasher::new();
        match &self.ways {
            Ways::Test(test) => test.hash_way(way, &mut hasher),
            Ways::Edits(edits) => edits.get(way).hash(&mut hasher),
        }
        (self.place, hasher.finish())
    }

    /// Is what happened here what was asked for with this decision of another run? A test that is
    /// made up as the program runs (is it this very value?) may be worded differently.
    pub fn went(&self, asked: &Decision, way: usize) -> bool {
        if self.place != asked.place || self.kind != asked.kind {
            return false;
        }
        match (&self.ways, &asked.ways) {
            (Ways::Test(found), Ways::Test(asked)) => {
                let taken = found.shapes.get(self.taken);
                match asked.shapes.get(way) {
                    Some(shape) => taken == Some(shape),
                    None => taken.is_none_or(|taken| !asked.shapes.contains(taken)),
                }
            }
            (Ways::Edits(found), Ways::Edits(asked)) => {
                asked.get(way).is_some_and(|edit| found.get(self.taken) == Some(edit))
            }
            _ => false,
        }
    }

    /// Are the ways the same as those of another run, in whichever symbols?
    pub fn has_ways_of(&self, other: &Decision) -> bool {
        match (&self.ways, &other.ways) {
            (Ways::Test(ours), Ways::Test(theirs)) => ours.shapes == theirs.shapes,
            (Ways::Edits(ours), Ways::Edits(theirs)) => ours == theirs,
            _ => false,
        }
    }
}

impl Test {
    /// Is this the way of all values that have none of the shapes?
    pub fn is_none_of_these(&self, way: usize) -> bool {
        way == self.shapes.len()
    }

    fn constraints(&self, way: usize) -> Vec<Constraint> {
        match self.shapes.get(way) {
            Some(shape) => vec![Constraint::is(self.subject, shape.clone())],
            None => {
                let none_of = self.shapes.iter().cloned();
                none_of.map(|shape| Constraint::is_not(self.subject, shape)).collect()
            }
        }
    }

    fn hash_way(&self, way: usize, hasher: &mut DefaultHasher) {
        match self.shapes.get(way) {
            Some(shape) => {
                shape.hash(hasher);
                // `0` and `0.0` have the same hash, and are not the same answer.
                matches!(shape, Shape::Literal(Term::Float(_))).hash(hasher);
            }
            None => self.shapes.hash(hasher),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_erlang::{ExprId, FunctionName};
    use schedules::ProcessName;
    use term::Atom;

    fn decision(kind: DecisionKind, ways: Ways, taken: usize) -> Decision {
        let at = EventId::new(ProcessName::started(0), 0);
        let function = FunctionName { name: Atom::new("f"), arity: 1 };
        let place = Place::new(Atom::new("m"), function, ExprId(2), 0);
        Decision { at, place, kind, ways, taken, open: vec![], past: 0, within: None }
    }

    fn receive(taken: usize) -> Decision {
        let at = EventId::new(ProcessName::started(0), 0);
        let edits = (0..3).map(|way| Edit::Choose { at: at.clone(), way }).collect();
        decision(DecisionKind::Receive, Ways::Edits(edits), taken)
    }

    fn branch(shapes: &[Shape], taken: usize) -> Decision {
        let test = Test { subject: Symbol(0), shapes: shapes.into() };
        decision(DecisionKind::Branch, Ways::Test(test), taken)
    }

    #[test]
    fn a_test_takes_constraints_and_a_choice_takes_an_edit() {
        let nil = Shape::Literal(Term::Nil);
        let branch = branch(&[Shape::Cons, nil.clone()], 0);
        let (is, is_not) = (Constraint::is, Constraint::is_not);
        let none = vec![is_not(Symbol(0), Shape::Cons), is_not(Symbol(0), nil.clone())];
        assert_eq!(branch.way(1), Way { constraints: vec![is(Symbol(0), nil)], edit: None });
        assert_eq!(branch.way(2), Way { constraints: none, edit: None });
        let receive = receive(0);
        let edit = Edit::Choose { at: receive.at.clone(), way: 2 };
        assert_eq!(receive.way(2), Way { constraints: vec![], edit: Some(edit) });
        assert_eq!(receive.way(3), Way { constraints: vec![], edit: None });
    }

    #[test]
    fn what_was_asked_for_is_known_again() {
        assert!(receive(2).went(&receive(0), 2));
        assert!(!receive(1).went(&receive(0), 2));
        assert!(branch(&[Shape::Cons], 1).went(&branch(&[Shape::Cons], 0), 1));
        assert!(!branch(&[Shape::Cons], 1).went(&receive(0), 1));
        let labels: Vec<Label> = (0..3).map(|way| receive(0).label(way)).collect();
        assert_eq!(labels[0], receive(1).label(0));
        assert!(labels[0] != labels[1] && labels[1] != labels[2]);
    }

    #[test]
    fn none_of_these_may_be_worded_otherwise() {
        let (cons, nil) = (Shape::Cons, Shape::Literal(Term::Nil));
        // Nothing of what was asked about before, but something that is asked about now.
        assert!(
            branch(std::slice::from_ref(&nil), 0).went(&branch(std::slice::from_ref(&cons), 0), 1)
        );
        assert!(!branch(&[cons.clone(), nil], 0).went(&branch(&[cons], 0), 1));
    }
}
