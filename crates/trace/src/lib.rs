//! What passes between running and searching? An [`Input`] goes in, a [`Trace`] comes out.
//!
//! Engines know nothing of search, and the search knows nothing of evaluation: both know this crate.

mod decision;
mod history;
mod input;
mod named_call;
mod own_funs;
mod place;
mod raiser;
mod schedule;
mod story;
pub mod watched;
mod world;

use core_erlang::{FunctionName, Position};
use std::sync::Arc;
use std::time::Instant;
use symbolic::{Constraint, Symbols};
use term::{Atom, Term};
use thiserror::Error;

pub use analysis::{ClauseId, ClausePart, OperationKind, Operations, Outline, Reach, outline};
pub use decision::{Decision, DecisionKind, Test, Way, Ways};
pub use history::{Blur, History};
pub use input::{Edit, Input};
pub use named_call::NamedCall;
pub use own_funs::{CallByInput, CallOfInput, OwnAnswer, OwnFuns};
pub use place::Place;
pub use raiser::{Raised, Raiser};
pub use runtime::{Class, Incomplete};
pub use schedule::{Move, NoMove, Schedule};
pub use schedules::{EventId, ProcessName};
pub use story::{Story, StoryActor, StoryEvent, Told};
pub use world::Matter;

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
    /// From the decision of this number on (be it noted or not), nothing can fail, whichever way the run goes:
    /// an analysis has shown it for all inputs. No exception comes out, what is returned is what was promised,
    /// and it comes to an end.
    pub safe_from: Option<usize>,
    pub outcome: Outcome,
    /// It came to its end in a function that the input has named, or by an exception of it.
    pub ended_within: Option<NamedCall>,
    /// Is it known of other results on the same path whether they are what was promised? They were asked about,
    /// or there are none.
    pub is_result_followed: bool,
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
    /// What funs of the input did that nobody made up.
    pub own_funs: OwnFuns,
    /// What several processes did, if there were several and somebody wants to know.
    pub history: Option<Box<History>>,
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

    /// Were decisions left out that may matter?
    pub fn is_cut_short(&self) -> bool {
        self.is_cut && self.safe_from.is_none()
    }

    fn matters(&self) -> impl Iterator<Item = Matter> + '_ {
        self.losses.iter().filter_map(|loss| loss.at.matter())
    }
}

/// A way at a place in the program. Equal labels of two runs mean the same test and the same answer.
pub type Label = (Place, u64);

/// What became of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Returned(Term),
    /// An exception that nobody caught.
    Crashed {
        class: Class,
        reason: Term,
        stacktrace: Term,
        raised: Raised,
    },
    /// The program has ended the whole system, with this status.
    Halted {
        status: Term,
        stacktrace: Term,
    },
    /// Nobody can run any more, and nobody has received this message. Where it was sent, as a stack trace.
    LostMessage {
        message: Term,
        stacktrace: Term,
    },
    /// Nobody can run any more, and the program has not finished. Where processes wait, that under test first.
    Deadlock(Vec<Frame>),
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

    /// Did an exit signal end the process under test? Another one crashed or exits, and the stack is where it
    /// did. Who traps exits lives on.
    pub fn is_by_signal(&self) -> bool {
        matches!(self, Outcome::Crashed { raised: Raised { by: Raiser::Signal, .. }, .. })
    }
}

/// Why a run has no end, however long one waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEnd {
    /// A function calls itself with the arguments that it was called with.
    Repeats,
    /// Each round of a loop is like the one before, but for what grows or moves away.
    Grows,
    /// Several processes keep each other busy: all of them are where they were before.
    GoesRound,
}

/// Symbolic information that was dropped.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Loss {
    pub at: Loser,
    /// How often, in one run.
    pub count: u32,
    /// The user said that the function is not to be followed.
    pub is_wanted: bool,
    /// Nothing could fail any more: see [`Trace::safe_from`].
    pub is_harmless: bool,
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

/// How long one run may take, beside what the engine allows every run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// It is stopped at this time.
    pub deadline: Option<Instant>,
    /// It may take so many times the usual reductions.
    pub endurance: u64,
    /// So many times the usual number of decisions are recorded.
    pub depth: usize,
}

impl RunLimits {
    /// The usual reductions and decisions, and no more time than this.
    pub fn until(deadline: Option<Instant>) -> RunLimits {
        RunLimits { deadline, endurance: 1, depth: 1 }
    }
}

/// The engine failed: nothing is known of what the program would have done. This is neither a crash of
/// the program nor a limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Error)]
pub enum BackendError {
    /// What runs the program died in the middle.
    #[error("the engine died")]
    Died,
}

/// Who runs a program on an input: the interpreter, or the BEAM.
pub trait Backend {
    /// Runs the function under test. Expressions over the input go into `symbols`.
    fn run(
        &mut self,
        input: &Input,
        symbols: &mut Symbols,
        limits: RunLimits,
    ) -> Result<Trace, BackendError>;

    /// Runs it without symbols: what happens, and nothing else.
    fn run_concretely(&mut self, input: &Input, limits: RunLimits)
    -> Result<Outcome, BackendError>;

    /// The pid of the process that runs the function under test, if it is the same in every run.
    fn own_pid(&self) -> Option<Term> {
        None
    }

    /// Where the exception came from that ended the last run, and who had called, innermost first.
    fn raised_at(&self) -> Vec<Frame> {
        Vec::new()
    }

    /// What the processes of the last run told each other.
    fn story(&self) -> Story {
        Story::default()
    }

    /// Who decides there; `None` if that is not known.
    fn frame(&self, _place: Place) -> Option<Frame> {
        None
    }

    /// The module under test, as it is written.
    fn outline(&mut self) -> Arc<Outline>;

    /// Which part of which clause it is in; `None` where that cannot be told.
    fn clause_part(&self, place: Place) -> Option<ClausePart>;
}
