//! What is one run given, and how does another input differ from it?

use crate::schedule::Schedule;
use schedules::EventId;
use std::fmt;
use term::Term;

/// What one run is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// With what the funs among them return.
    pub arguments: Vec<Term>,
    pub schedule: Schedule,
}

/// A change of an input that is no matter of values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// At this event, this is chosen.
    Choose { at: EventId, way: usize },
}

impl Input {
    /// The engine chooses wherever the program leaves something open.
    pub fn new(arguments: Vec<Term>) -> Input {
        Input { arguments, schedule: Schedule::default() }
    }

    /// The same with other arguments.
    pub fn with_arguments(&self, arguments: Vec<Term>) -> Input {
        Input { arguments, schedule: self.schedule.clone() }
    }

    pub fn edited(mut self, edit: &Edit) -> Input {
        match edit {
            Edit::Choose { at, way } => self.schedule.choose(at.clone(), *way),
        }
        self
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edit::Choose { at, way } => write!(f, "choice {way} at {at}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedules::ProcessName;

    #[test]
    fn an_edit_changes_one_choice() {
        let at = |nth| EventId::new(ProcessName::started(0), nth);
        let input = Input::new(vec![Term::Nil]);
        assert!(input.schedule.is_free());
        let edited = input.clone().edited(&Edit::Choose { at: at(3), way: 1 });
        assert_eq!(edited.arguments, input.arguments);
        assert_eq!(
            (edited.schedule.choice(&at(3)), edited.schedule.choice(&at(2))),
            (Some(1), None)
        );
        let again = edited.clone().edited(&Edit::Choose { at: at(3), way: 0 });
        assert_eq!(again.schedule.choice(&at(3)), Some(0));
        assert_ne!(again, edited);
        assert_eq!(edited.with_arguments(vec![]).schedule, edited.schedule);
    }
}
