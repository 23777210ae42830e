//! Which differences do we know and accept? Those of one file, each with its reason.
//!
//! `tests/differential/known_differences` holds terms `{Module, Function, Arity, Reason}.`; an entry
//! that no longer occurs has to go.

use core_erlang::FunctionName;
use std::collections::BTreeMap;
use term::{Atom, Term};

#[derive(Default)]
pub struct Known {
    reasons: BTreeMap<(Atom, FunctionName), String>,
}

impl Known {
    pub fn read() -> anyhow::Result<Known> {
        let path = crate::data_folder().join("known_differences");
        let text = std::fs::read_to_string(&path)?;
        let terms = term::read::terms(&text)?;
        let reasons = terms.iter().map(entry).collect::<Option<_>>();
        let reasons = reasons.ok_or_else(|| {
            anyhow::anyhow!(
                "known_differences: an entry is {{module, function, arity, \"reason\"}}."
            )
        })?;
        Ok(Known { reasons })
    }

    pub fn contains(&self, module: Atom, function: FunctionName) -> bool {
        self.reasons.contains_key(&(module, function))
    }

    /// The entries of one module.
    pub fn of(&self, module: Atom) -> impl Iterator<Item = FunctionName> {
        self.reasons.keys().filter(move |(name, _)| *name == module).map(|(_, function)| *function)
    }
}

fn entry(term: &Term) -> Option<((Atom, FunctionName), String)> {
    let [module, name, arity, reason] = term.as_tuple()? else { return None };
    let function = FunctionName { name: name.as_atom()?, arity: arity.as_usize()? as u32 };
    Some(((module.as_atom()?, function), reason.as_string().filter(|reason| !reason.is_empty())?))
}
