//! Which term does this text mean? What `file:consult/1` reads, which is what people write in
//! seeds, options and tests.
//!
//! ```
//! use term::read;
//! let point = read::term("#{x => 16#FF, y => [$a, <<1:4, \"ö\"/utf8>> | \"bc\"]} % a comment")?;
//! assert_eq!(point.to_string(), "#{x => 255,y => [97,<<28,59,6:4>>,98,99]}");
//! # Ok::<(), read::ReadError>(())
//! ```
//!
//! Text is not evaluated: there are no variables or operators other than a sign, and calls only where they stand for
//! what is built ([`with_calls`]). A fun with
//! a body is [`ReadError::NeedsCompiler`], because only OTP can make something of it.

mod parse;
mod place;
mod scan;
mod segments;

use crate::Term;
use parse::Parser;

pub use place::{Placed, Places};

/// A position in a text; both numbers count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text is no term.
    #[error("{place}: {message}")]
    Syntax { place: Position, message: String },
    /// The text holds `fun(…) -> … end`, which has to be compiled.
    #[error("{place}: a fun with a body has to be compiled")]
    NeedsCompiler { place: Position },
}

pub type Reading<T> = Result<T, ReadError>;

/// The one term that the text is, with or without a dot after it.
pub fn term(text: &str) -> Reading<Term> {
    let mut parser = Parser::new(text)?;
    let term = parser.term()?;
    parser.dot_or_nothing()?;
    parser.end()?;
    Ok(term)
}

/// The same, in which `m:f(1)` stands for what the call returns: see [`crate::built`].
pub fn with_calls(text: &str) -> Reading<Term> {
    let mut parser = Parser::new(text)?;
    parser.has_calls = true;
    let term = parser.term()?;
    parser.dot_or_nothing()?;
    parser.end()?;
    Ok(term)
}

/// The same, in which `_` need not be quoted to be the atom of that name, as in a [`crate::pattern`].
pub fn pattern(text: &str) -> Reading<Term> {
    let mut parser = Parser::new(text)?;
    parser.has_holes = true;
    let term = parser.term()?;
    parser.end()?;
    Ok(term)
}

/// The terms of a text, each with a dot after it.
pub fn terms(text: &str) -> Reading<Vec<Term>> {
    let mut parser = Parser::new(text)?;
    let mut terms = Vec::new();
    while !parser.is_at_end() {
        terms.push(parser.term()?);
        parser.dot()?;
    }
    Ok(terms)
}

/// The same, each with the places of all its parts: for who has to say what is wrong where.
pub fn placed_terms(text: &str) -> Reading<Vec<(Term, Places)>> {
    let mut parser = Parser::new(text)?;
    let mut terms = Vec::new();
    while !parser.is_at_end() {
        let term = parser.term()?;
        terms.push((term, Places::new(std::mem::take(&mut parser.places))));
        parser.dot()?;
    }
    Ok(terms)
}

/// The arguments of a call, written as the list of them: `[A, B]`. There may be calls among them.
pub fn arguments(text: &str) -> Reading<Vec<Term>> {
    match with_calls(text)?.as_list() {
        Some(arguments) => Ok(arguments.to_vec()),
        None => Err(ReadError::Syntax {
            place: Position { line: 1, column: 1 },
            message: "expected the list of all arguments, as in [1, two, \"three\"]".to_owned(),
        }),
    }
}
