//! What may a function be called with? What its spec says, and whether a seed fits that.

use anyhow::{Result, bail};
use core_erlang::FunctionName;
use explore::{ExpectedException, Promises, Subject};
use report::notation;
use std::sync::Arc;
use term::Atom;
use trace::Input;
use typing::{SpecClause, Type, Types};

/// What the spec says about the arguments, one alternative for each clause.
pub fn argument_types(
    environment: &Types,
    module: Atom,
    function: FunctionName,
    no_spec: bool,
) -> Vec<Vec<Arc<Type>>> {
    let spec = environment.spec(module, function).filter(|_| !no_spec);
    spec.map(|spec| spec.clauses.iter().map(|clause| clause.closed_parameters()).collect())
        .unwrap_or_default()
}

/// What the spec says about the result, an alternative for each clause as well.
pub fn promises(
    environment: &Types,
    module: Atom,
    function: FunctionName,
    checks_results: bool,
    exceptions: Vec<ExpectedException>,
) -> Promises {
    let spec = environment.spec(module, function);
    let results = spec.map(|spec| spec.clauses.iter().map(SpecClause::closed_result).collect());
    Promises { results: results.unwrap_or_default(), checks_results, exceptions }
}

/// Why no call fits the spec, if none does: in each of its clauses, there is a type without a value.
pub fn no_input(subject: &Subject) -> Option<String> {
    let is_empty = |wanted: &&Arc<Type>| subject.environment.smallest(wanted).is_none();
    let empty: Option<Vec<&Arc<Type>>> =
        subject.types.iter().map(|types| types.iter().find(is_empty)).collect();
    let wanted = empty?.first()?.in_module(subject.module);
    Some(format!("no value is of type {wanted}"))
}

pub fn check_seeds(subject: &Subject, seeds: &[Input]) -> Result<()> {
    for seed in seeds {
        let mut mismatch = None;
        for types in subject.types {
            let failed = types.iter().zip(&seed.arguments).enumerate().find_map(
                |(index, (wanted, term))| {
                    Some((index + 1, subject.environment.contains(wanted, term).err()?))
                },
            );
            match failed {
                None => return Ok(()),
                Some(failed) => mismatch = Some(failed),
            }
        }
        if let Some((number, mut mismatch)) = mismatch {
            mismatch.expected = mismatch.expected.in_module(subject.module);
            let mismatch = notation::mismatch(&seed.arguments[number - 1], &mismatch);
            bail!(
                "the seed does not fit the spec: argument {number}: {mismatch} (use --no-spec to ignore it)"
            );
        }
    }
    Ok(())
}
