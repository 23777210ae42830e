//! Which clauses can a call lead to, as far as the text tells? Those of the functions that are called,
//! unless they want other constants than all calls give.

use crate::outline::{Argument, FunctionOutline, Outline, Wanted, numbered};
use core_erlang::FunctionName;
use rustc_hash::FxHashMap;
use term::Term;

/// What the parameters of the functions are that a call leads to.
#[derive(Debug)]
pub struct Reach {
    parameters: FxHashMap<FunctionName, Vec<Constants>>,
}

/// What a parameter can be.
#[derive(Clone, Debug, PartialEq)]
enum Constants {
    Any,
    /// One of a few constants.
    Some(Vec<Term>),
}

/// More constants than this are no longer told apart.
const MOST_CONSTANTS: usize = 8;

impl Outline {
    /// Leaves out the functions that no call of these leads to. The compiler keeps functions that it
    /// has put into the places of their calls: nobody can come to what is left of them.
    pub fn only_reachable_from(mut self, starts: &[FunctionName]) -> Outline {
        let reach = self.reach(starts);
        self.functions.retain(|function| reach.function(function.name));
        self.numbers = numbered(&self.functions);
        self
    }

    /// What calls of these functions of the module may lead to in the module, whatever their
    /// arguments.
    pub fn reach(&self, starts: &[FunctionName]) -> Reach {
        let any = |start: &FunctionName| (*start, vec![Constants::Any; start.arity as usize]);
        let mut reach = Reach { parameters: starts.iter().map(any).collect() };
        let mut pending = starts.to_vec();
        while let Some(name) = pending.pop() {
            let Some(function) = self.function(name) else { continue };
            for (called, arguments) in reach.calls(function) {
                if reach.add(called, arguments) {
                    pending.push(called);
                }
            }
        }
        reach
    }
}

impl Reach {
    pub fn function(&self, name: FunctionName) -> bool {
        self.parameters.contains_key(&name)
    }

    /// Can the clause be chosen? Its function is one that is called, and those around it can be.
    pub fn clause(&self, function: &FunctionOutline, number: u32) -> bool {
        let Some(parameters) = self.parameters.get(&function.name) else { return false };
        let fits = |(parameter, wanted): &(u32, Wanted)| match parameters.get(*parameter as usize) {
            Some(Constants::Some(constants)) => constants.iter().any(|term| wanted.fits(term)),
            _ => true,
        };
        let clause = |number: u32| &function.clauses[number as usize];
        let mut around = std::iter::successors(Some(number), |number| clause(*number).parent);
        around.all(|number| clause(number).needs.iter().all(fits))
    }

    fn calls(&self, function: &FunctionOutline) -> Vec<(FunctionName, Vec<Constants>)> {
        let parameters = &self.parameters[&function.name];
        let values = |argument: &Argument| match argument {
            Argument::Constant(term) => Constants::Some(vec![term.clone()]),
            Argument::Parameter(number) => parameters[*number as usize].clone(),
            Argument::Other => Constants::Any,
        };
        let clauses = (0..).zip(&function.clauses);
        let chosen = clauses.filter(|(number, _)| self.clause(function, *number));
        let given = chosen.flat_map(|(_, clause)| &clause.given);
        given.map(|given| (given.function, given.arguments.iter().map(values).collect())).collect()
    }

    /// `true`: the function was not known to be called like this.
    fn add(&mut self, function: FunctionName, arguments: Vec<Constants>) -> bool {
        let Some(known) = self.parameters.get_mut(&function) else {
            self.parameters.insert(function, arguments);
            return true;
        };
        let mut is_new = false;
        for (known, argument) in known.iter_mut().zip(arguments) {
            is_new |= known.add(argument);
        }
        is_new
    }
}

impl Constants {
    fn add(&mut self, others: Constants) -> bool {
        let Constants::Some(constants) = self else { return false };
        if let Constants::Some(others) = others {
            let before = constants.len();
            for other in others {
                if !constants.contains(&other) {
                    constants.push(other);
                }
            }
            if constants.len() <= MOST_CONSTANTS {
                return constants.len() > before;
            }
        }
        *self = Constants::Any;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::{ClauseOutline, Given};
    use core_erlang::Position;
    use term::Atom;

    fn name(name: &str) -> FunctionName {
        FunctionName { name: Atom::new(name), arity: 1 }
    }

    fn clause(needs: Option<i64>, calls: &[(&str, Argument)]) -> ClauseOutline {
        let given = calls.iter().map(|(called, argument)| Given {
            function: name(called),
            arguments: vec![argument.clone()],
        });
        ClauseOutline {
            position: Position::default(),
            siblings: 0..1,
            parent: None,
            lines: Vec::new(),
            expressions: 1,
            calls: Vec::new(),
            given: given.collect(),
            needs: needs.iter().map(|number| (0, Wanted::Literal(Term::Int(*number)))).collect(),
        }
    }

    fn outline(functions: Vec<(&str, Vec<ClauseOutline>)>) -> Outline {
        let functions = functions
            .into_iter()
            .map(|(text, clauses)| FunctionOutline { name: name(text), clauses })
            .collect();
        Outline::new(Atom::new("m"), String::new(), functions)
    }

    #[test]
    fn calls_are_followed_inside_of_the_module() {
        let call = |called| clause(None, &[(called, Argument::Other)]);
        let outline = outline(vec![
            ("f", vec![call("g")]),
            ("g", vec![call("f"), call("h")]),
            ("h", vec![call("gone")]),
            ("i", vec![clause(None, &[])]),
        ]);
        let reach = outline.reach(&[name("f")]);
        let reached = ["f", "g", "h", "gone", "i"].map(|text| reach.function(name(text)));
        assert_eq!(reached, [true, true, true, true, false]);
    }

    #[test]
    fn what_nobody_calls_is_left_out() {
        let call = |called| clause(None, &[(called, Argument::Other)]);
        let outline = outline(vec![
            ("dissolved", vec![call("helper")]),
            ("f", vec![call("g")]),
            ("helper", vec![clause(None, &[])]),
            ("g", vec![clause(None, &[])]),
        ]);
        let outline = outline.only_reachable_from(&[name("f")]);
        let names: Vec<FunctionName> = outline.functions.iter().map(|each| each.name).collect();
        assert_eq!(names, ["f", "g"].map(name));
        assert!(outline.function(name("g")).is_some_and(|each| each.name == name("g")));
        assert!(outline.function(name("dissolved")).is_none());
    }

    #[test]
    fn constants_choose_clauses() {
        let one = || Argument::Constant(Term::Int(1));
        let two = || Argument::Constant(Term::Int(2));
        let outline = outline(vec![
            ("f", vec![clause(None, &[("g", one())]), clause(None, &[("g", two())])]),
            ("g", vec![clause(None, &[("h", Argument::Parameter(0))])]),
            (
                "h",
                vec![clause(Some(1), &[]), clause(Some(2), &[]), clause(Some(3), &[("i", one())])],
            ),
            ("i", vec![clause(None, &[])]),
        ]);
        let reach = outline.reach(&[name("f")]);
        let function = outline.function(name("h")).expect("it is there");
        let chosen = [0, 1, 2].map(|number| reach.clause(function, number));
        assert_eq!(chosen, [true, true, false]);
        assert!(!reach.function(name("i")));
        // Whoever calls it from elsewhere may give anything.
        let reach = outline.reach(&[name("h")]);
        assert!(reach.clause(function, 2) && reach.function(name("i")));
    }
}
