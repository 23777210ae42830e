//! What may a function be called with? What its spec says, and whether a seed fits that.

use anyhow::{Result, bail};
use core_erlang::FunctionName;
use explore::Subject;
use std::sync::Arc;
use term::Atom;
use trace::Input;
use typing::{Type, Types};

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

pub fn check_seeds(subject: &Subject, seeds: &[Input]) -> Result<()> {
    for seed in seeds {
        let mut mismatch = None;
        for types in subject.types {
            let failed = types
                .iter()
                .zip(&seed.arguments)
                .find_map(|(wanted, term)| subject.environment.contains(wanted, term).err());
            match failed {
                None => return Ok(()),
                Some(failed) => mismatch = Some(failed),
            }
        }
        if let Some(mismatch) = mismatch {
            bail!("the seed does not fit the spec: {mismatch} (use --no-spec to ignore it)");
        }
    }
    Ok(())
}
