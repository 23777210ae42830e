//! What do funs of a seed do, and which exceptions do made-up funs raise? They run, and what comes of it is
//! noted: see [`trace::OwnFuns`].

use super::Row;
use crate::system::Context;
use runtime::{Class, FunView, NativeResult, Value};
use term::Term;
use trace::{CallByInput, OwnAnswer};

pub const NATIVES: &[Row] = &[
    ("ermine_own_funs", "answered", 3, answered),
    ("ermine_own_funs", "raised", 2, raised),
    ("ermine_canonical", "raised", 2, raised_by_made_up),
    ("ermine_canonical", "called", 2, called),
];

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
    let noted = noted(context, arguments);
    context.system.own_funs.raised.extend(noted);
    Ok(Value::OK)
}

fn raised_by_made_up(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if let Some((class, reason)) = noted(context, arguments) {
        context.system.doings.note_raised(class, reason);
    }
    Ok(Value::OK)
}

/// A function of the program, or of a library, may have a spec.
fn called(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Context { heap, system, library, .. } = context;
    let name = match heap.fun(heap.concrete(arguments[0])) {
        Some(FunView::External { module, function, .. }) => Some((module, function)),
        Some(FunView::Closure { code, .. }) if !library.is_made_up(code) => {
            let code = library.code(code);
            Some((code.module, code.name))
        }
        _ => None,
    };
    let is_huge = heap.is_larger_than(LARGEST, arguments[1]);
    if let Some((module, function)) = name
        && !is_huge
        && system.own_funs.calls.len() < MOST_ANSWERS
    {
        let list = heap.to_term_with(arguments[1], *library);
        let arguments = list.as_list().map(<[Term]>::to_vec).unwrap_or_default();
        system.own_funs.calls.push(CallByInput { module, function, arguments });
    }
    Ok(Value::OK)
}

/// Class and reason, unless that is too large.
fn noted(context: &mut Context, arguments: &[Value]) -> Option<(Class, Term)> {
    let Context { heap, library, .. } = context;
    let class = arguments[0].as_atom().and_then(Class::from_atom)?;
    let is_huge = heap.is_larger_than(LARGEST, arguments[1]);
    (!is_huge).then(|| (class, heap.to_term_with(arguments[1], *library)))
}
