//! What do the functions that raise on purpose come to?

use super::{Call, Effect, sets, table};
use typing::lattice::ValueSet;

table! {
    "erlang" {
        "error"/1 = never,
        "error"/2 = never,
        "error"/3 = never,
        "exit"/1 = never,
        "throw"/1 = never,
        "nif_error"/1 = never,
        "nif_error"/2 = never,
        "raise"/3 = raise,
    }
}

/// It never returns.
fn never(call: &Call) -> Effect {
    Effect { may_raise: true, ..call.returns(ValueSet::none()) }
}

/// `badarg` is *returned* where the arguments are no exception.
fn raise(call: &Call) -> Effect {
    let is_exception =
        call.is_one_of(0, ["error", "exit", "throw"]) && call.is_within(2, &ValueSet::nil());
    let result = if is_exception { ValueSet::none() } else { sets::one_atom("badarg") };
    Effect { may_raise: true, ..call.returns(result) }
}
