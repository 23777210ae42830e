//! How is told what came of a search? From one [`Report`] value, in one file per format.
//!
//! - [`function`]: from a search to what is said about it
//! - [`check`]: many functions at once
//! - [`site`], [`rank`], [`group`], [`policy`]: where findings are, what they mean, which of them are one, and
//!   which matter
//! - [`finding`], [`stack`], [`gap`], [`coverage`], [`path`]: the parts of that
//! - [`notation`]: terms as Erlang to paste
//! - [`room`]: how much of them; [`layout`]: in which lines
//! - [`visible`]: what others wrote, so that it does no harm on a screen
//! - [`wording`]: exceptions in the words of Erlang's shell
//! - [`advice`]: what to try next
//! - [`mod@unreachable`]: clauses that can go
//! - [`rule`]: names of mistakes that stay the same from run to run
//! - [`text`]: for people
//! - [`json`]: for programs
//! - [`junit`]: for build servers
//! - [`sarif`]: for code scanning
//! - [`github`]: for the checks of a pull request
//! - [`eunit`], [`exunit`]: as a module of tests
//! - [`html`]: as a page for the browser
//! - [`lcov`]: for tools that show coverage
//! - [`steps`]: what happened in one call that was watched
//!
//! Nothing here prints or reads a file: formats are functions from a report to a `String`, and the
//! lines of the user's program come through [`Sources`].

pub mod advice;
pub mod check;
pub mod coverage;
pub mod dialect;
pub mod elixir;
pub mod eunit;
pub mod exunit;
pub mod finding;
pub mod function;
pub mod gap;
pub mod github;
pub mod group;
pub mod html;
pub mod json;
pub mod junit;
pub mod layout;
pub mod lcov;
pub mod modules;
pub mod notation;
pub mod operations;
pub mod path;
pub mod policy;
pub mod rank;
mod refused;
pub mod room;
pub mod rule;
pub mod sarif;
pub mod script;
pub mod site;
pub mod stack;
pub mod steps;
pub mod text;
pub mod unreachable;
pub mod visible;
pub mod wording;

pub use check::{
    Check, Failure, FailureKind, LeftOut, Loading, MissingModule, Unchanged, UnchangedSite,
};
pub use coverage::Coverage;
pub use finding::{Finding, Standing};
pub use function::{
    CallbackState, Divergence, Function, Limits, Remembered, Spec, Statistics, Target,
};
pub use gap::{Gap, GapKind};
pub use group::Group;
pub use path::PathResult;
pub use policy::{Baseline, FailOn, Policy};
pub use rank::{Rank, Why};
pub use site::{Program, Site, SiteName, UnknownProgram};
pub use stack::Frame;
pub use unreachable::UnreachableClause;

use std::collections::BTreeMap;
use std::fmt;
use term::{Atom, Term};

/// All that one call of `ermine` found out.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was tested, as the user calls it.
    pub name: String,
    /// The version of Ermine.
    pub ermine: String,
    /// The version of Erlang/OTP.
    pub otp: String,
    /// What kept the BEAM from touching the machine while it replayed crashes.
    pub walls: Vec<&'static str>,
    /// In an order that does not depend on which was tested first.
    pub functions: Vec<Function>,
    /// If whole modules were tested.
    pub check: Option<Check>,
    /// The configuration that was used, as the user calls it.
    pub configuration: Option<String>,
    /// Which findings matter.
    pub policy: Policy,
    /// The text of the modules under test, where it is to be shown.
    pub sources: BTreeMap<Atom, SourceFile>,
}

/// `module:function/arity`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mfa {
    pub module: Atom,
    pub function: Atom,
    pub arity: usize,
}

impl fmt::Display for Mfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}/{}", Term::Atom(self.module), Term::Atom(self.function), self.arity)
    }
}

/// Where the text of the program comes from.
pub trait Sources {
    /// What the reader calls a file that a stack trace names.
    fn name(&self, file: &str) -> String;

    /// The same, of a module that may say better where it is.
    fn name_in(&self, module: Atom, file: &str) -> String {
        let _ = module;
        self.name(file)
    }

    /// A line of the file, counted from 1, if it can be had and is worth showing.
    fn line(&self, module: Atom, file: &str, line: usize) -> Option<String>;
}

/// The text of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// As the reader calls it.
    pub name: String,
    pub lines: Vec<String>,
}

/// For when there is no source.
pub struct NoSources;

impl Sources for NoSources {
    fn name(&self, file: &str) -> String {
        file.to_owned()
    }

    fn line(&self, _: Atom, _: &str, _: usize) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests;
