//! Which operations of a function can raise, called within its spec, and which cannot for any input?
//!
//! An abstract interpretation of Core Erlang: values are sets of terms ([`typing::lattice`]), every call is
//! looked at with the sets that it gets, and what may be raised is a result like others. It follows calls
//! into all modules, the library included. Only the spec of the function itself is believed: it says what
//! the arguments are. What a helper's spec says is not read.
//!
//! Whatever is not known may return and raise anything, so that [`Safety::left`] holds all operations that
//! can fail, and mostly some that cannot.
//!
//! - [`code`]: functions and their scopes; [`names`]: every binding has a name of its own
//! - [`summaries`]: what functions come to; [`evaluate`]: what expressions come to
//! - [`shape`]: which values a clause takes; [`learn`]: what a test tells
//! - [`environment`]: what is known of variables; [`raised`]: exceptions, and who raises them
//! - [`ending`]: whether calls come to an end; [`ahead`]: from where on nothing can fail any more
//! - [`built_ins`]: what is not written in Erlang; [`maps`], [`bitstrings`]: how these are built

pub mod ahead;
mod bitstrings;
pub mod built_ins;
mod code;
mod ending;
mod environment;
mod evaluate;
mod learn;
mod maps;
mod names;
pub mod raised;
mod shape;
mod summaries;

pub use ahead::{Ahead, FunctionAhead};
pub use code::Modules;
pub use raised::{Classes, Operation};

use core_erlang::FunctionName;
use raised::Raised;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use summaries::{Summaries, Summary, Target};
use term::Atom;
use typing::lattice::{Effort, ValueSet};
use typing::{Type, Types};

/// What a function is called with, and what it is to return: one clause of a spec.
pub struct Promise<'a> {
    pub parameters: &'a [Arc<Type>],
    /// `None`: anything.
    pub result: Option<&'a Arc<Type>>,
}

/// What was found out about a function.
#[derive(Debug)]
pub struct Safety {
    /// The operations that may fail, and how.
    pub left: BTreeMap<Operation, Classes>,
    /// Is what it returns what the spec says?
    pub result_fits: bool,
    /// Was it shown that every call comes to an end?
    pub has_an_end: bool,
    /// The analysis was given up: nothing is known.
    pub has_given_up: bool,
    /// The functions that it may come to.
    pub reached: BTreeSet<(Atom, FunctionName)>,
    /// How many expressions were looked at.
    pub steps: usize,
    /// From where on nothing can fail any more, if what is returned is what the spec says.
    pub ahead: Arc<Ahead>,
}

impl Safety {
    /// Can no input make it raise, or return what it should not?
    pub fn is_safe(&self) -> bool {
        !self.has_given_up && self.left.is_empty() && self.result_fits
    }
}

/// Looks at a function, for each clause of its spec. `effort`: how many expressions may be looked at and sets
/// compared, and whether somebody has called it off. Once it is spent, the analysis has given up.
pub fn analyse(
    types: &Types,
    modules: Modules,
    module: Atom,
    function: FunctionName,
    promises: &[Promise],
    effort: &Effort,
) -> Safety {
    let mut summaries = Summaries::new(types, modules, effort);
    let lattice = summaries.lattice();
    let mut left: BTreeMap<Operation, Classes> = BTreeMap::new();
    let mut result_fits = true;
    let mut is_known = true;
    for promise in promises {
        let arguments: Vec<ValueSet> = promise.parameters.iter().map(ValueSet::of_type).collect();
        let summary = match summaries.library.definition(module, function) {
            code::Definition::Code(_) => {
                let target = Target::Local { module, name: function };
                Some(summaries.call(target, Vec::new(), arguments, None))
            }
            code::Definition::BuiltIn => {
                built_ins::call(&lattice, module, function.name, &arguments).and_then(returned)
            }
            code::Definition::Missing | code::Definition::Unknown => None,
        };
        let Some(summary) = summary else {
            is_known = false;
            continue;
        };
        for (operation, classes) in summary.raised.operations {
            let known = left.entry(operation).or_default();
            *known = known.with(classes);
        }
        if let (Some(values), Some(wanted)) = (&summary.values, promise.result) {
            result_fits &= values.iter().all(|value| lattice.fits(value, wanted));
        }
    }
    let is_known = is_known && !summaries.has_given_up();
    let ahead = if is_known { ahead::ahead(&mut summaries, &left) } else { Ahead::default() };
    Safety {
        left,
        ahead: Arc::new(ahead),
        result_fits,
        has_an_end: is_known && summaries.have_an_end(),
        has_given_up: !is_known,
        reached: summaries.reached(),
        steps: summaries.steps(),
    }
}

/// What a built-in comes to that cannot raise; there is no operation in it that could be told of.
fn returned(effect: built_ins::Effect) -> Option<Summary> {
    let is_safe = !effect.may_raise && !effect.result.is_empty();
    is_safe.then(|| Summary { values: Some(vec![effect.result]), raised: Raised::default() })
}

/// Is it a function of `erlang` that raises for no arguments, whatever they are?
pub fn never_raises(name: Atom) -> bool {
    let operators = ["=:=", "=/=", "==", "/=", "<", ">", "=<", ">=", "self", "node", "make_ref"];
    learn::kind(name).is_some() || operators.contains(&name.name())
}
