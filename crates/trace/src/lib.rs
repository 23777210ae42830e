//! What passes between running and searching? An [`Input`] goes in, a [`Trace`] comes out.
//!
//! Engines know nothing of search, and the search knows nothing of evaluation: both know this crate.

mod place;
mod world;

use core_erlang::{FunctionName, Position};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;
use symbolic::{Constraint, Shape, Symbol, Symbols};
use term::{Atom, Term};

pub use analysis::{ClauseId, ClausePart, Outline, Reach, outline};
pub use place::Place;
pub use runtime::{Class, Incomplete};
pub use world::Matter;

/// What one run is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub arguments: Vec<Term>,
}

/// What one run leaves behind.
#[derive(Clone, Debug)]
pub struct Trace {
    /// In the order in which they were taken.
    pub decisions: Vec<Decision>,
    /// What the run went on with where it stopped following: from the decision of this number on,
    /// the path is only certain while this holds.
    pub pins: Vec<(usize, Constraint)>,
    /// There were more decisions than the depth allows.
    pub is_cut: bool,
    pub outcome: Outcome,
    /// Where the run stopped following how a value depends on the input.
    pub losses: Vec<Loss>,
    /// The clauses that the run came to, each once.
    pub covered: Vec<ClauseId>,
    pub reductions: u64,
    /// What the program wrote.
    pub output: Vec<u8>,
    /// Did the run do anything that cannot be repeated on the BEAM as it is?
    pub has_processes: bool,
    /// Did the program call funs of the input? They are plain ones: each returns, and for the same
    /// arguments the same.
    pub calls_funs: bool,
}

impl Trace {
    /// Did it ask for something that is not a function of the arguments? The answer on the BEAM may be
    /// another.
    pub fn asks_the_world(&self) -> bool {
        self.matters().next().is_some()
    }

    /// Did it ask for the time? The answer on the BEAM is another.
    pub fn asks_the_time(&self) -> bool {
        self.matters().any(|matter| matter == Matter::Time)
    }

    fn matters(&self) -> impl Iterator<Item = Matter> + '_ {
        self.losses.iter().filter_map(|loss| loss.at.matter())
    }
}

/// A place where the input decided how the program went on.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Where in the program.
    pub place: Place,
    /// What was looked at.
    pub subject: Symbol,
    /// The ways there are, which exclude each other; one more, the last, for "none of these".
    pub shapes: Arc<[Shape]>,
    /// Which way was taken: a number into `shapes`, or its length for "none of these".
    pub taken: usize,
    /// The other ways, as far as the decisions before do not already rule them out.
    pub open: Vec<usize>,
}

/// A way at a place in the program. Equal labels of two runs mean the same test and the same answer.
pub type Label = (Place, u64);

impl Decision {
    pub fn label(&self, way: usize) -> Label {
        let mut hasher = DefaultHasher::new();
        match self.shapes.get(way) {
            Some(shape) => {
                shape.hash(&mut hasher);
                // `0` and `0.0` have the same hash, and are not the same answer.
                matches!(shape, Shape::Literal(Term::Float(_))).hash(&mut hasher);
            }
            None => self.shapes.hash(&mut hasher),
        }
        (self.place, hasher.finish())
    }

    /// Is what happened here what was asked for with this decision of another run? A test that is
    /// made up as the program runs (is it this very value?) may be worded differently.
    pub fn went(&self, asked: &Decision, way: usize) -> bool {
        if self.place != asked.place {
            return false;
        }
        let taken = self.shapes.get(self.taken);
        match asked.shapes.get(way) {
            Some(shape) => taken == Some(shape),
            None => taken.is_none_or(|taken| !asked.shapes.contains(taken)),
        }
    }

    /// What must hold for the program to go this way.
    pub fn constraints(&self, way: usize) -> Vec<Constraint> {
        match self.shapes.get(way) {
            Some(shape) => vec![Constraint::is(self.subject, shape.clone())],
            None => {
                let none_of = self.shapes.iter().cloned();
                none_of.map(|shape| Constraint::is_not(self.subject, shape)).collect()
            }
        }
    }
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Returned(Term),
    /// An exception that nobody caught.
    Crashed {
        class: Class,
        reason: Term,
        stacktrace: Term,
    },
    /// Nobody can run any more, and the program has not finished.
    Deadlock,
    /// The program asked for something that Ermine does not do.
    Incomplete(Incomplete),
    /// It did not come to an end within its limit of reductions: it may hang, or take long.
    OutOfReductions,
    /// It has no end.
    NoEnd(NoEnd),
    OutOfMemory,
    Stopped,
    /// The input does not fulfil a precondition: the function was not called.
    Rejected,
    /// It returned this, and a postcondition does not hold.
    Unfulfilled {
        value: Term,
        /// Which postcondition: `m:f/2`
        condition: (Atom, FunctionName),
    },
}

impl Outcome {
    /// Did a limit end the run, wherever it was?
    pub fn is_cut_short(&self) -> bool {
        use Outcome::{NoEnd, OutOfMemory, OutOfReductions, Stopped};
        matches!(self, OutOfReductions | NoEnd(_) | OutOfMemory | Stopped)
    }
}

/// Why a run has no end, however long one waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEnd {
    /// A function calls itself with the arguments that it was called with.
    Repeats,
    /// Each round of a loop is like the one before, but for what grows or moves away.
    Grows,
}

/// Symbolic information that was dropped.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Loss {
    pub at: Loser,
    /// How often, in one run.
    pub count: u32,
    /// The user said that the function is not to be followed.
    pub is_wanted: bool,
}

/// Who drops what is known about a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Loser {
    /// A built-in without a model, or a function that is not to be followed: `m:f/1`
    Function(Atom, Atom, usize),
    /// Something else, in words.
    Construct(&'static str),
    /// The run asked for something that is not a function of the arguments, by calling this built-in
    /// or in another way. Nothing is known of what it would have been elsewhere.
    World(Matter, Option<(Atom, Atom, usize)>),
}

impl Loser {
    /// What was asked of the world, if anything was.
    pub fn matter(self) -> Option<Matter> {
        match self {
            Loser::World(matter, _) => Some(matter),
            Loser::Function(..) | Loser::Construct(_) => None,
        }
    }
}

/// A place as a stack trace tells it: a fun has a name of its own, and what counts is the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub module: Atom,
    pub function: FunctionName,
    pub position: Position,
}

/// Who runs a program on an input: the interpreter, or the BEAM.
pub trait Backend {
    /// Runs the function under test. Expressions over the input go into `symbols`.
    fn run(&mut self, input: &Input, symbols: &mut Symbols) -> Trace;

    /// Runs it without symbols: what happens, and nothing else.
    fn run_concretely(&mut self, input: &Input) -> Outcome;

    /// Runs with symbols are stopped at this time.
    fn set_deadline(&mut self, _deadline: Option<Instant>) {}

    /// Runs from now on may take so many times their reductions.
    fn set_endurance(&mut self, _times: u64) {}

    /// Who decides there; `None` if that is not known.
    fn frame(&self, _place: Place) -> Option<Frame> {
        None
    }

    /// The module under test, as it is written.
    fn outline(&mut self) -> Arc<Outline>;

    /// Which part of which clause it is in; `None` where that cannot be told.
    fn clause_part(&self, place: Place) -> Option<ClausePart>;
}
