//! What do funs of a seed do? They run as they are, and what comes of it is noted: see
//! [`trace::OwnFuns`].

use super::Row;
use crate::system::Context;
use runtime::{Class, NativeResult, Value};
use term::Term;
use trace::OwnAnswer;

pub const NATIVES: &[Row] =
    &[("ermine_own_funs", "answered", 3, answered), ("ermine_own_funs", "raised", 2, raised)];

/// So many answers are noted, and none that are larger.
const MOST_ANSWERS: usize = 1_000;
const LARGEST: usize = 10_000;

fn answered(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Context { heap, system, library, .. } = context;
    let is_huge = arguments.iter().any(|&each| heap.is_larger_than(LARGEST, each));
    if system.own_funs.answers.len() < MOST_ANSWERS && !is_huge {
        let [fun, arguments, result] =
            [0, 1, 2].map(|number| heap.to_term_with(arguments[number], *library));
        let arguments = arguments.as_list().map(<[Term]>::to_vec).unwrap_or_default();
        system.own_funs.answers.push(OwnAnswer { fun, arguments, result });
    }
    Ok(Value::OK)
}

fn raised(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Context { heap, system, library, .. } = context;
    let is_huge = heap.is_larger_than(LARGEST, arguments[1]);
    let class = arguments[0].as_atom().and_then(Class::from_atom);
    if let (Some(class), false) = (class, is_huge) {
        let reason = heap.to_term_with(arguments[1], *library);
        system.own_funs.raised.push((class, reason));
    }
    Ok(Value::OK)
}
