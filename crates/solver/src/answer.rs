//! What does a solver say? Here is an input, or these constraints have none, or it cannot tell.
//!
//! A [`Model`] cannot be made without the check that it is one, so nobody has to check it again. A
//! [`Core`] is what a refutation rests on: the constraints that it names have no solution together,
//! whatever else is asked, as long as the types stay.

use crate::why::Why;
use crate::{Problem, step};
use symbolic::{Constraint, Evaluation};
use term::Term;

/// "There is none" is an answer, and so is "I cannot tell".
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Sat(Model),
    Refuted(Core),
    GaveUp(Why),
}

impl Answer {
    /// What came of looking for a model of all constraints.
    pub(crate) fn of(problem: &Problem, attempt: step::Attempt<Model, Why>) -> Answer {
        match attempt {
            Ok(model) => Answer::Sat(model),
            Err(step::Halt::Impossible) => Answer::Refuted(Core::all(problem)),
            Err(step::Halt::GaveUp(why)) => Answer::GaveUp(why),
        }
    }
}

/// Arguments that satisfy all constraints of a problem, and that its types allow.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    arguments: Vec<Term>,
}

/// Arguments that are no model.
#[derive(Debug)]
pub struct Rejected<'p> {
    pub arguments: Vec<Term>,
    pub failure: Failure<'p>,
}

/// What is wrong with arguments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Failure<'p> {
    /// They do not satisfy this one, the first of these.
    Constraint(&'p Constraint),
    /// No clause of the spec allows them.
    Types,
}

impl Model {
    /// The only way to a model.
    pub fn check<'p>(
        problem: &Problem<'p>,
        arguments: Vec<Term>,
    ) -> Result<Model, Box<Rejected<'p>>> {
        match failure(problem, &arguments) {
            None => Ok(Model { arguments }),
            Some(failure) => Err(Box::new(Rejected { arguments, failure })),
        }
    }

    /// A model of some of the constraints, if it is one of all of them. Its types are the same.
    pub fn of_all(self, problem: &Problem) -> Option<Model> {
        failed(problem, &self.arguments).is_none().then_some(self)
    }

    pub fn arguments(&self) -> &[Term] {
        &self.arguments
    }

    pub fn into_arguments(self) -> Vec<Term> {
        self.arguments
    }

    /// For tests of layers that only pass it on.
    #[cfg(test)]
    pub fn unchecked(arguments: Vec<Term>) -> Model {
        Model { arguments }
    }
}

/// Why arguments are no model, if they are none.
pub fn failure<'p>(problem: &Problem<'p>, arguments: &[Term]) -> Option<Failure<'p>> {
    match failed(problem, arguments) {
        Some(constraint) => Some(Failure::Constraint(constraint)),
        None => {
            let is_allowed = problem.environment.contain_call(problem.types, arguments);
            (!is_allowed).then_some(Failure::Types)
        }
    }
}

/// The first constraint that the arguments do not satisfy.
fn failed<'p>(problem: &Problem<'p>, arguments: &[Term]) -> Option<&'p Constraint> {
    let mut evaluation = Evaluation::new(problem.symbols, arguments);
    problem.constraints.iter().find(|constraint| !evaluation.satisfies(constraint))
}

/// The constraints of a problem that are to blame: together, and with the types, they have no
/// solution, whatever the others are and wherever one starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    places: Vec<usize>,
}

impl Core {
    /// These of [`Problem::constraints`], in their order.
    pub fn of(places: Vec<usize>) -> Core {
        Core { places }
    }

    /// All of them: right whenever there is no solution, and the least that one can say.
    pub fn all(problem: &Problem) -> Core {
        Core { places: (0..problem.constraints.len()).collect() }
    }

    /// Where they are in [`Problem::constraints`].
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    pub fn constraints<'p>(&self, problem: &Problem<'p>) -> impl Iterator<Item = &'p Constraint> {
        let constraints = problem.constraints;
        self.places.iter().map(move |&place| &constraints[place])
    }

    /// The same in the problem that some constraints were taken from, of which these are the places
    /// there.
    pub fn from_part(self, places: &[usize]) -> Core {
        Core { places: self.places.into_iter().map(|place| places[place]).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stack::scripted::problem;
    use std::sync::Arc;
    use symbolic::{Kind, Shape, Symbols};
    use typing::{Type, Types};

    #[test]
    fn a_model_satisfies_all_constraints_and_fits_the_spec() {
        let mut symbols = Symbols::new();
        let input = symbols.argument(0);
        let constraints = [Constraint::is(input, Shape::Kind(Kind::Integer))];
        let environment = Types::new(Box::new(|_| None));
        let types = [vec![Arc::new(Type::range(1, 3))], vec![Arc::new(Type::range(7, 9))]];
        let problem =
            Problem { types: &types, ..problem(&symbols, &constraints, &[], &environment) };
        let check = |term: Term| Model::check(&problem, vec![term]).map_err(|no| no.failure);
        assert!(check(Term::Int(2)).is_ok());
        assert!(check(Term::Int(8)).is_ok());
        assert_eq!(check(Term::Int(5)), Err(Failure::Types));
        assert_eq!(check(Term::Nil), Err(Failure::Constraint(&constraints[0])));
    }

    #[test]
    fn a_core_of_a_part_is_one_of_the_whole() {
        let core = Core::of(vec![0, 2]).from_part(&[1, 4, 6]);
        assert_eq!(core.places(), [1, 6]);
    }
}
