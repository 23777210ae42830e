//! Why does nobody know? Reasons that code can tell apart; their text is made where it is shown.

use std::fmt;

/// Why a solver cannot tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// The arithmetic is too hard, or there is no SMT solver.
    Arithmetic(NumericWhy),
    /// Something that the shape solver does not follow.
    Shapes(ShapeWhy),
    /// A model was found that did not satisfy the constraints after all.
    Rejected,
}

/// Why nobody knows which numbers there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NumericWhy {
    TookTooLong,
    /// The question was not worth more, or the search is over.
    OutOfTime,
    NoSmtSolver,
    /// Something is left that is not linear.
    NotLinear,
    /// It is linear, and too many values would have to be tried.
    TooHard,
    /// A solution was found that is none.
    FailedCheck,
    /// A number is too long to be written down.
    TooWide,
    /// An expression is.
    TooLarge,
    /// Something is compared that nobody can choose.
    NoPartOfInput,
    /// Integers or floats, binaries or bitstrings: there are too many ways to choose.
    TooManyKinds,
    TooManyRanges,
    Smt(SmtWhy),
}

/// Why an SMT solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SmtWhy {
    /// And what the system says about that.
    DoesNotStart(String),
    Died,
    /// More than any answer takes.
    SaysTooMuch,
    /// It has failed so often that it is not asked any more.
    DoesNotWork,
    SaysNothing,
    /// There is no way to put the question.
    NotUnderstood,
    /// Only some of all numbers were looked at.
    OnlySmallNumbers,
    DoesNotKnow,
    /// Something that is no answer.
    Says(String),
    /// Real numbers stood for floats.
    OnlyRealNumbers,
}

/// Why nobody knows which shapes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShapeWhy {
    TookTooLong,
    /// No term was found for what was decided before, of many that might be: this was too hard.
    NotFound(Hard),
    /// Something was assumed that need not be so, above all that what is compared is a number.
    Assumed,
    /// Terms whose order nobody chooses are in a certain order.
    CertainOrder,
    /// Only a pid, port or reference would do, and none can be written down.
    OnlyIdentifier,
    /// An SMT solver's datatypes lack something.
    NoDatatype,
    /// An SMT solver's value is none of Erlang.
    NoTerm,
}

/// What was too hard where a term was looked for and not found. Of several, the last of these is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hard {
    /// It takes a term that is not one of those that were tried.
    Excluded,
    /// Types that no member was found of.
    Types,
    /// Numbers were chosen first, and none of the terms with them fits.
    Numbers,
    /// One part stands in two places, and what fits in one does not in the other.
    Shared,
    /// A bitstring of certain lengths and bits.
    Bits,
    /// The characters of an atom.
    Text,
    /// What a fun returns.
    Funs,
    /// What a fun returns for a fun, a pid, a port or a reference.
    Questions,
    /// Which keys a map has, and in which order.
    Keys,
    /// Arguments of types with alternatives that go together.
    Alternatives,
    /// It is larger than anybody would want to read, or took too many steps to build.
    Large,
}

impl Why {
    /// Might it be known with more patience?
    pub fn is_impatience(&self) -> bool {
        match self {
            Why::Arithmetic(why) => why.is_impatience(),
            Why::Shapes(why) => *why == ShapeWhy::TookTooLong,
            Why::Rejected => false,
        }
    }

    /// Might it be known if there were an SMT solver?
    pub fn is_lack_of_smt(&self) -> bool {
        *self == Why::Arithmetic(NumericWhy::NoSmtSolver)
    }
}

impl NumericWhy {
    /// Might it be known with more patience?
    pub fn is_impatience(&self) -> bool {
        matches!(self, NumericWhy::TookTooLong | NumericWhy::OutOfTime)
    }
}

impl From<NumericWhy> for Why {
    fn from(why: NumericWhy) -> Why {
        Why::Arithmetic(why)
    }
}

impl From<ShapeWhy> for Why {
    fn from(why: ShapeWhy) -> Why {
        Why::Shapes(why)
    }
}

impl From<SmtWhy> for NumericWhy {
    fn from(why: SmtWhy) -> NumericWhy {
        NumericWhy::Smt(why)
    }
}

/// For people.
impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Why::Arithmetic(why) => write!(f, "arithmetic: {why}"),
            Why::Shapes(why) => write!(f, "shapes: {why}"),
            Why::Rejected => f.write_str("a model that did not hold"),
        }
    }
}

impl fmt::Display for NumericWhy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            NumericWhy::TookTooLong => TOOK_TOO_LONG,
            NumericWhy::OutOfTime => "out of time",
            NumericWhy::NoSmtSolver => "there is no SMT solver",
            NumericWhy::NotLinear => "not linear",
            NumericWhy::TooHard => "too hard",
            NumericWhy::FailedCheck => "model failed its check",
            NumericWhy::TooWide => "numbers of more than 65,536 bits",
            NumericWhy::TooLarge => "an expression that is too large",
            NumericWhy::NoPartOfInput => "a number that is no part of the input",
            NumericWhy::TooManyKinds => "too many kinds of numbers",
            NumericWhy::TooManyRanges => "too many ranges",
            NumericWhy::Smt(why) => return why.fmt(f),
        })
    }
}

impl fmt::Display for SmtWhy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            SmtWhy::DoesNotStart(error) => return write!(f, "the solver does not start: {error}"),
            SmtWhy::Died => "the solver died",
            SmtWhy::SaysTooMuch => "the solver says too much",
            SmtWhy::DoesNotWork => "the solver does not work",
            SmtWhy::SaysNothing => "the solver said nothing",
            SmtWhy::NotUnderstood => "nothing that the solver understands",
            SmtWhy::OnlySmallNumbers => "no solution among small numbers",
            SmtWhy::DoesNotKnow => "the solver does not know",
            SmtWhy::Says(what) => return write!(f, "the solver says {what}"),
            SmtWhy::OnlyRealNumbers => "floats are no real numbers",
        })
    }
}

impl fmt::Display for ShapeWhy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            ShapeWhy::TookTooLong => TOOK_TOO_LONG,
            ShapeWhy::NotFound(hard) => return write!(f, "no input was found: {hard}"),
            ShapeWhy::Assumed => "terms that are compared as numbers",
            ShapeWhy::CertainOrder => "funs, pids, ports or references in a certain order",
            ShapeWhy::OnlyIdentifier => "only a pid, port or reference would do",
            ShapeWhy::NoDatatype => "there is no datatype for it",
            ShapeWhy::NoTerm => "a value that is no term",
        })
    }
}

impl fmt::Display for Hard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Hard::Excluded => "a term that differs from many others",
            Hard::Types => "a type without known members",
            Hard::Numbers => "numbers and the terms around them depend on each other",
            Hard::Shared => "one value in places of different types",
            Hard::Bits => "a bitstring of certain lengths and bits",
            Hard::Text => "the text of an atom",
            Hard::Funs => "what a fun returns",
            Hard::Questions => "what a fun returns for another fun, a pid, a port or a reference",
            Hard::Keys => "keys of a map",
            Hard::Alternatives => "alternatives of types that go together",
            Hard::Large => "a term that is too large",
        })
    }
}

const TOOK_TOO_LONG: &str = "the solver took too long";

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn reasons_as_people_read_them() {
        let died: NumericWhy = SmtWhy::Died.into();
        let whys: [Why; 6] = [
            NumericWhy::NoSmtSolver.into(),
            died.into(),
            ShapeWhy::TookTooLong.into(),
            NumericWhy::from(SmtWhy::Says("(error)".to_owned())).into(),
            Why::Rejected,
            ShapeWhy::NotFound(Hard::Keys).into(),
        ];
        expect![[r#"
            arithmetic: there is no SMT solver
            arithmetic: the solver died
            shapes: the solver took too long
            arithmetic: the solver says (error)
            a model that did not hold
            shapes: no input was found: keys of a map"#]]
        .assert_eq(&whys.map(|why| why.to_string()).join("\n"));
    }

    #[test]
    fn more_patience_does_not_bring_a_solver() {
        assert!(Why::from(NumericWhy::TookTooLong).is_impatience());
        assert!(Why::from(NumericWhy::OutOfTime).is_impatience());
        assert!(Why::from(ShapeWhy::TookTooLong).is_impatience());
        let lacking = Why::from(NumericWhy::NoSmtSolver);
        assert!(!lacking.is_impatience() && lacking.is_lack_of_smt());
        assert!(!Why::Rejected.is_impatience() && !Why::Rejected.is_lack_of_smt());
    }
}
