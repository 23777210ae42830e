//! What is a loaded module? Its interface at hand, its functions decoded when asked for.
//!
//! A program runs a small part of the modules it touches, so the bodies stay in their wire form
//! until somebody wants one.

use crate::tree::{Function, FunctionName};
use crate::wire;
use std::ops::Range;
use std::sync::Arc;
use term::{Atom, Term};

#[derive(Clone)]
pub struct Module {
    pub name: Atom,
    pub exports: Vec<FunctionName>,
    /// `-vsn`, `-behaviour`, `-ermine` …, as `{Name, Value}` in the order written.
    pub attributes: Vec<(Atom, Term)>,
    /// `-record`, `-type`, `-opaque`, `-nominal`, `-spec`, `-callback`, as the abstract format has
    /// them: `{attribute, Location, Kind, Form}`.
    pub forms: Vec<Term>,
    /// Source files by number; the first is the module's own.
    pub files: Vec<String>,
    /// Where the module was compiled from, as far as is known; the file need not exist any more.
    pub source: String,
    pub functions: Vec<StoredFunction>,
    /// The wire forms of all functions.
    pub code: Arc<[u8]>,
}

/// A function, still in its wire form.
#[derive(Clone)]
pub struct StoredFunction {
    pub name: FunctionName,
    pub code: Range<usize>,
}

impl Module {
    pub fn function(&self, name: FunctionName) -> Option<Result<Function, wire::Error>> {
        let stored = self.functions.iter().find(|stored| stored.name == name)?;
        Some(self.decode(stored))
    }

    pub fn decode(&self, stored: &StoredFunction) -> Result<Function, wire::Error> {
        wire::decode_function(stored.name, &self.code[stored.code.clone()])
    }

    /// The modules that `-behaviour` or `-behavior` names, in the order written.
    pub fn behaviours(&self) -> impl Iterator<Item = Atom> {
        let is_one = |name: &Atom| matches!(name.name(), "behaviour" | "behavior");
        let named = self.attributes.iter().filter(move |(name, _)| is_one(name));
        named
            .flat_map(|(_, value)| value.as_list().unwrap_or(std::slice::from_ref(value)))
            .filter_map(Term::as_atom)
    }

    /// Must every module of this behaviour have such a function? `-callback`, but not `-optional_callbacks`
    pub fn insists_on(&self, name: FunctionName) -> bool {
        let is_it = |term: &Term| match term.as_tuple() {
            Some([Term::Atom(known), Term::Int(arity)]) => {
                *known == name.name && *arity == i64::from(name.arity)
            }
            _ => false,
        };
        let is_callback = |form: &Term| match form.as_tuple() {
            Some([_, _, Term::Atom(kind), form]) if kind.name() == "callback" => {
                form.as_tuple().and_then(|parts| parts.first()).is_some_and(is_it)
            }
            _ => false,
        };
        let mut optional =
            self.attributes.iter().filter(|(kind, _)| kind.name() == "optional_callbacks");
        let is_optional = |(_, names): &(Atom, Term)| {
            names.as_list().is_some_and(|names| names.iter().any(is_it))
        };
        self.forms.iter().any(is_callback) && !optional.any(is_optional)
    }

    pub fn is_exported(&self, name: FunctionName) -> bool {
        self.exports.contains(&name)
    }
}
