//! What about built-ins that we do not have? Pure ones the BEAM answers for; those that would touch
//! the machine end the run, and the user learns which it was.

use crate::library::Answer;
use crate::system::System;
use runtime::{Heap, Incomplete, NativeResult, Raise, Value};
use term::{Atom, Term};

pub fn ask(
    heap: &mut Heap,
    system: &mut System,
    module: Atom,
    function: Atom,
    arguments: &[Value],
) -> NativeResult {
    let arity = arguments.len();
    if is_effect(module) {
        return Err(Raise::effect(module, function, arity));
    }
    let Some(oracle) = system.oracle.as_mut().filter(|_| is_pure(module)) else {
        let missing = Incomplete::UnsupportedBuiltIn { module, function, arity };
        return Err(Raise::Incomplete(Box::new(missing)));
    };
    let terms: Vec<Term> = arguments.iter().map(|&value| heap.to_term(value)).collect();
    match oracle.apply(module, function, &terms) {
        Ok(Answer::Value(term)) => Ok(heap.from_term(&term)),
        Ok(Answer::Exception { class, reason }) => {
            let reason = heap.from_term(&reason);
            Err(Raise::Exception { class, reason, cause: None })
        }
        Err(why) => {
            let failed = Incomplete::Oracle { module, function, arity, why };
            Err(Raise::Incomplete(Box::new(failed)))
        }
    }
}

/// Modules whose built-ins depend on nothing but their arguments.
fn is_pure(module: Atom) -> bool {
    matches!(module.name(), "re" | "zlib" | "crypto" | "unicode" | "string" | "math")
}

/// Modules whose built-ins reach out of the run.
fn is_effect(module: Atom) -> bool {
    matches!(
        module.name(),
        "prim_file" | "prim_socket" | "prim_inet" | "prim_net" | "prim_tty" | "erl_ddll" | "os"
    )
}
