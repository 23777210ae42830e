//! Which operation raised an exception? Whether somebody wrote that it raises is a fact about the code: the
//! reason may be anything.

use crate::Frame;

/// Where an exception came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raised {
    pub by: Raiser,
    /// Where the operation is written. A stack trace does not say it where the call was the last thing
    /// that a function did.
    pub at: Option<Frame>,
    /// Another process than the one under test, which nobody watches.
    pub is_elsewhere: bool,
    /// It follows from what the input has done, in this process or in another one.
    pub is_of_input: bool,
}

impl Raised {
    pub const UNKNOWN: Raised = Raised::by(Raiser::Unknown);

    pub const fn by(raiser: Raiser) -> Raised {
        Raised { by: raiser, at: None, is_elsewhere: false, is_of_input: false }
    }
}

/// The operation that an exception came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Raiser {
    /// The engine cannot tell.
    Unknown,
    /// `error/1..3`, `exit/1`, `throw/1`, `nif_error/1,2`: somebody wrote that it raises.
    Written,
    /// `raise/3` with another exception than the one that was caught, or with a stack trace that may be
    /// of any.
    Raised,
    /// No clause of a function fits.
    Head,
    /// No clause of a `case`, an `if`, a `try` or a match fits.
    Match,
    /// A built-in, an operator, or what makes a map or a bitstring.
    BuiltIn,
    /// There is no such function.
    Undefined,
    /// What is called is no fun, or one of another arity.
    Fun,
    /// Another process ended, to which this one is linked.
    Signal,
    /// A fun of the input that was made up to raise it.
    Input,
}

impl Raiser {
    pub const ALL: [Raiser; 10] = [
        Raiser::Unknown,
        Raiser::Written,
        Raiser::Raised,
        Raiser::Head,
        Raiser::Match,
        Raiser::BuiltIn,
        Raiser::Undefined,
        Raiser::Fun,
        Raiser::Signal,
        Raiser::Input,
    ];

    /// The same from its number, `self as usize`.
    pub fn from_number(number: usize) -> Raiser {
        Raiser::ALL.get(number).copied().unwrap_or(Raiser::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_raiser_is_known_by_its_number() {
        for raiser in Raiser::ALL {
            assert_eq!(Raiser::from_number(raiser as usize), raiser);
        }
    }
}
