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
//! - [`growth`]: whether integers grow too fast
//! - [`ending`]: whether calls come to an end; [`ahead`]: from where on nothing can fail any more
//! - [`built_ins`]: what is not written in Erlang; [`maps`], [`bitstrings`]: how these are built
//! - [`stored`]: what was found out, as a term

pub mod ahead;
mod bitstrings;
pub mod built_ins;
mod code;
mod ending;
mod environment;
mod evaluate;
mod growth;
mod learn;
mod maps;
mod names;
pub mod raised;
mod shape;
mod stored;
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
    /// Functions that are to give `true` for the arguments and the result.
    pub postconditions: &'a [(Atom, FunctionName)],
}

/// What was found out about a function.
#[derive(Debug)]
pub struct Safety {
    /// The operations that may fail, and how.
    pub left: BTreeMap<Operation, Classes>,
    /// Is what it returns what the spec says?
    pub result_fits: bool,
    /// Is every postcondition fulfilled?
    pub postconditions_hold: bool,
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
    /// Nobody has looked.
    pub fn unknown() -> Safety {
        Safety {
            left: BTreeMap::new(),
            result_fits: true,
            postconditions_hold: true,
            has_an_end: false,
            has_given_up: true,
            reached: BTreeSet::new(),
            steps: 0,
            ahead: Arc::default(),
        }
    }

    /// Can no input make it raise, or return what it should not?
    pub fn is_safe(&self) -> bool {
        let is_as_promised = self.result_fits && self.postconditions_hold;
        !self.has_given_up && self.left.is_empty() && is_as_promised
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
    let mut too_large = BTreeSet::new();
    let (mut summaries, found) = loop {
        let mut summaries = Summaries::new(types, modules, effort, &too_large);
        let found = fixpoint(&mut summaries, module, function, promises);
        if summaries.has_given_up() {
            break (summaries, found);
        }
        // What makes integers too large raises, and then others may see that.
        let more = growth::that_feed_themselves(&mut summaries);
        if more.is_empty() {
            break (summaries, found);
        }
        too_large.extend(more);
    };
    let OfAllClauses { left, result_fits, postconditions_hold, is_known } = found;
    let mut ahead = Ahead::default();
    let mut has_an_end = false;
    if is_known && !summaries.has_given_up() {
        let endless = summaries.without_an_end();
        has_an_end = endless.is_empty();
        ahead = ahead::ahead(&mut summaries, &left, endless);
    }
    // The effort may have been spent just now, and then nothing of it counts.
    let is_known = is_known && !summaries.has_given_up();
    if !is_known {
        (ahead, has_an_end) = (Ahead::default(), false);
    }
    Safety {
        left,
        ahead: Arc::new(ahead),
        result_fits,
        postconditions_hold,
        has_an_end,
        has_given_up: !is_known,
        reached: summaries.reached(),
        steps: summaries.steps(),
    }
}

/// Looks at all clauses until nothing changes any more: funs that one of them lets go may be called in another.
fn fixpoint(
    summaries: &mut Summaries,
    module: Atom,
    function: FunctionName,
    promises: &[Promise],
) -> OfAllClauses {
    loop {
        let before = summaries.changes_at_large();
        let found = all_clauses(summaries, module, function, promises);
        if summaries.changes_at_large() == before || summaries.has_given_up() {
            return found;
        }
    }
}

/// What the clauses of a spec come to.
struct OfAllClauses {
    left: BTreeMap<Operation, Classes>,
    result_fits: bool,
    postconditions_hold: bool,
    is_known: bool,
}

fn all_clauses(
    summaries: &mut Summaries,
    module: Atom,
    function: FunctionName,
    promises: &[Promise],
) -> OfAllClauses {
    let lattice = summaries.lattice();
    let mut left: BTreeMap<Operation, Classes> = BTreeMap::new();
    let (mut result_fits, mut postconditions_hold) = (true, true);
    let mut is_known = true;
    for promise in promises {
        let arguments: Vec<ValueSet> = promise.parameters.iter().map(ValueSet::of_type).collect();
        let summary = match summaries.library.definition(module, function) {
            code::Definition::Code(_) => {
                let target = Target::Local { module, name: function };
                Some(summaries.call(target, Vec::new(), arguments.clone(), None))
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
        if let Some([value]) = summary.values.as_deref() {
            let given: Vec<ValueSet> = arguments.iter().chain([value]).cloned().collect();
            let mut all = promise.postconditions.iter();
            postconditions_hold &= all.all(|each| is_fulfilled(summaries, *each, &given));
        }
    }
    OfAllClauses { left, result_fits, postconditions_hold, is_known }
}

/// Does a condition give `true` for all such arguments? If it raises, it does not.
fn is_fulfilled(
    summaries: &mut Summaries,
    (module, name): (Atom, FunctionName),
    arguments: &[ValueSet],
) -> bool {
    if !matches!(summaries.library.definition(module, name), code::Definition::Code(_)) {
        return false;
    }
    let target = Target::Local { module, name };
    let Summary { values, raised } = summaries.call(target, Vec::new(), arguments.to_vec(), None);
    let is_true = values.is_none_or(|values| values == [ValueSet::atom(term::atoms::true_)]);
    is_true && raised.is_empty() && raised.by_input.is_empty()
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
