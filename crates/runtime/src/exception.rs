//! How does a run go wrong? By the program's exceptions, or by limits of ours; never mixed up.

use crate::value::Value;
use term::{Atom, atoms};

/// The class of an exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Class {
    Error,
    Exit,
    Throw,
}

impl Class {
    pub fn atom(self) -> Atom {
        match self {
            Class::Error => atoms::error,
            Class::Exit => atoms::exit,
            Class::Throw => atoms::throw,
        }
    }

    pub fn from_atom(atom: Atom) -> Option<Class> {
        match atom {
            atoms::error => Some(Class::Error),
            atoms::exit => Some(Class::Exit),
            atoms::throw => Some(Class::Throw),
            _ => None,
        }
    }
}

/// Something that the program asked for and Ermine does not do: a limit of ours, never a bug of
/// the program.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Incomplete {
    /// It would have touched the machine.
    Effect { module: Atom, function: Atom, arity: usize },
    /// A built-in that we do not have, and may not ask the BEAM for.
    UnsupportedBuiltIn { module: Atom, function: Atom, arity: usize },
    /// The oracle could not answer.
    Oracle { module: Atom, function: Atom, arity: usize, why: String },
    /// A construct or a module's code that we cannot run.
    Unsupported(String),
}

/// Why a native function does not return a value.
#[derive(Clone, Debug)]
pub enum Raise {
    Exception {
        class: Class,
        reason: Value,
        /// What the built-in tells the error formatter (`cause` in its `error_info`).
        cause: Option<Atom>,
    },
    /// `erlang:raise/3` and re-thrown exceptions bring their trace along (a list of frames).
    WithTrace {
        class: Class,
        reason: Value,
        trace: Value,
    },
    /// The whole system ends, with this status.
    Halt(Value),
    Incomplete(Box<Incomplete>),
}

pub type NativeResult = Result<Value, Raise>;

impl Raise {
    pub fn error(reason: impl Into<Value>) -> Raise {
        Raise::Exception { class: Class::Error, reason: reason.into(), cause: None }
    }

    pub fn exit(reason: impl Into<Value>) -> Raise {
        Raise::Exception { class: Class::Exit, reason: reason.into(), cause: None }
    }

    pub fn throw(reason: impl Into<Value>) -> Raise {
        Raise::Exception { class: Class::Throw, reason: reason.into(), cause: None }
    }

    pub fn badarg() -> Raise {
        Raise::error(atoms::badarg)
    }

    pub fn badarith() -> Raise {
        Raise::error(atoms::badarith)
    }

    pub fn system_limit() -> Raise {
        Raise::error(atoms::system_limit)
    }

    /// `badarg` with a cause for the error formatter.
    pub fn badarg_because(cause: &str) -> Raise {
        Raise::Exception {
            class: Class::Error,
            reason: atoms::badarg.into(),
            cause: Some(Atom::new(cause)),
        }
    }

    pub fn effect(module: Atom, function: Atom, arity: usize) -> Raise {
        Raise::Incomplete(Box::new(Incomplete::Effect { module, function, arity }))
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.as_small(), self.as_atom()) {
            (Some(number), _) => write!(f, "{number}"),
            (_, Some(atom)) => write!(f, "{atom:?}"),
            _ => write!(f, "{:?}@{:#x}", self.tag(), self.0 >> 3),
        }
    }
}
