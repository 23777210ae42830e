//! How does a term read? As `io_lib:format/2` of OTP 25 shows it, to the letter.
//!
//! | here | in Erlang |
//! |---|---|
//! | [`write()`] | `~w` |
//! | [`write_unicode`] | `~tw` |
//! | [`Options::print`] | `~p`, `~tp`, with the start column and line length of one's choice |
//! | [`pretty`] | `~tp` under `erl +pc unicode` |
//! | `Display` | the same on one line, however long |
//!
//! `Display` is what findings show. It is Erlang to paste into a shell, unless the term holds a
//! pid, a port, a reference or a closure, for which Erlang has no notation. OTP quotes the
//! names in funs by other rules than atoms, and garbles those that are not ASCII; so do we, except
//! in `Display`, which also quotes the atoms that are reserved words in newer OTPs, and escapes the
//! characters that nobody sees ([`is_hidden`]).

mod funs;
mod layout;
mod line;
mod text;

use crate::{Bits, Closure, Fun, List, Map, Pid, Port, Reference, Term, Tuple};
use line::Style;
use std::fmt;

pub use funs::module_source;
pub use text::{escape_hidden, float_text, is_hidden, write_atom};

/// Which characters stand for themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Those below 256.
    Latin1,
    Unicode,
}

/// How a term is printed over several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Which characters are written as they are: `Unicode` for the `t` in `~tp`.
    pub encoding: Encoding,
    /// Which lists and binaries count as text: the `+pc` of `erl`. `Unicode` needs the encoding
    /// to be `Unicode` too.
    pub printable: Encoding,
    /// The column at which the first line starts, counted from 1.
    pub column: usize,
    /// Lines are broken before this column; 0 means never.
    pub line_length: usize,
}

impl Options {
    /// `~p`
    pub const LATIN1: Options = Options {
        encoding: Encoding::Latin1,
        printable: Encoding::Latin1,
        column: 1,
        line_length: 80,
    };

    /// `~tp`
    pub const UNICODE: Options = Options { encoding: Encoding::Unicode, ..Options::LATIN1 };

    /// `~tp` under `erl +pc unicode`
    pub const READABLE: Options = Options { printable: Encoding::Unicode, ..Options::UNICODE };

    /// What is nested deeply is indented deeply, as in OTP: a thousand maps in each other are two
    /// megabytes of spaces.
    pub fn print(&self, term: &Term) -> String {
        layout::print(term, self)
    }
}

/// `~w`
pub fn write(term: &Term) -> String {
    line::write(term, Style::new(Encoding::Latin1, None))
}

/// `~tw`
pub fn write_unicode(term: &Term) -> String {
    line::write(term, Style::new(Encoding::Unicode, None))
}

/// The term with its texts readable, in lines shorter than `columns`.
pub fn pretty(term: &Term, columns: usize) -> String {
    Options { line_length: columns, ..Options::READABLE }.print(term)
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is hidden can only be between quotes, where an escape means the same.
        f.write_str(&escape_hidden(&line::write(self, Style::READABLE)))
    }
}

/// The same as `Display`: a term's text says all of it.
impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! debug_as_term {
    ($($part:ty),*) => {
        $(impl fmt::Debug for $part {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Term::from(self.clone()), f)
            }
        })*
    };
}

debug_as_term!(Tuple, List, Map, Bits, Fun, Closure, Pid, Port, Reference);
