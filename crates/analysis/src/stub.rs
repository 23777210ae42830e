//! Is a function only the place-holder of a built-in? OTP writes these as calls of `nif_error`, which is
//! what they do until the real function is loaded.
//!
//! There are two questions. [`is_stub`]: is there nothing else to run? Then the code is no code, and the
//! native takes its place. [`calls_nif_error`]: may it be a native? OTP has functions that check their
//! arguments first; of these there is code to run, and it is still a built-in of the VM.
//!
//! Both ask first whether the module [`has_natives`]. Elsewhere `nif_error` is a way to write `error` of which
//! Dialyzer does not complain.

use crate::calls;
use core_erlang::{Expr, ExprId, Function, FunctionName, Module};
use term::{Atom, atoms};

/// The modules of which the emulator itself has functions. No other has any before it loads native code.
const OF_THE_EMULATOR: [&str; 23] = [
    "atomics",
    "binary",
    "code",
    "erl_ddll",
    "erlang",
    "error_logger",
    "erts_debug",
    "erts_internal",
    "erts_literal_area_collector",
    "ets",
    "file",
    "io",
    "lists",
    "maps",
    "math",
    "net_kernel",
    "os",
    "persistent_term",
    "prim_file",
    "re",
    "string",
    "trace",
    "unicode",
];

/// Can functions of the module be anything else than their code?
pub fn has_natives(module: &Module) -> bool {
    is_of_the_emulator(module.name) || loads_nifs(module)
}

pub fn is_of_the_emulator(module: Atom) -> bool {
    OF_THE_EMULATOR.contains(&module.name())
}

/// Does the function do nothing but call `nif_error`, perhaps after it has computed the arguments, in the place of
/// something else?
pub fn is_stub(module: &Module, function: &Function) -> bool {
    ends_in_nif_error(function) && has_natives(module)
}

/// The same in the ways that modules with NIFs of their own have for it: a function of the module that all
/// place-holders call, or a plain `exit(not_loaded)`.
pub fn is_stub_of(module: &Module, function: &Function) -> bool {
    match last(function) {
        Some(Expr::Apply { function: callee, arguments }) => {
            let Expr::Name(name) = function.expr(*callee) else { return false };
            are_literals(function, arguments)
                && matches!(module.function(*name), Some(Ok(other)) if is_stub(module, &other))
        }
        Some(Expr::Call { module: called, name, arguments }) => {
            let is_raise = function.literal_atom(*called) == Some(atoms::erlang)
                && function.literal_atom(*name).is_some_and(is_raising);
            if is_raise {
                are_literals(function, arguments) && loads_nifs(module)
            } else {
                is_stub(module, function)
            }
        }
        _ => false,
    }
}

/// Does the module say which library its NIFs are in?
pub fn loads_nifs(module: &Module) -> bool {
    let load_nif = FunctionName { name: Atom::new("load_nif"), arity: 2 };
    let mut functions = module.functions.iter().filter_map(|each| module.decode(each).ok());
    functions
        .any(|function| calls::named(module.name, &function).contains(&(atoms::erlang, load_nif)))
}

/// What the function ends with, whatever its arguments are.
fn last(function: &Function) -> Option<&Expr> {
    let Expr::Fun { body, .. } = function.expr(function.body) else { return None };
    let mut body = *body;
    loop {
        match function.expr(body) {
            Expr::Seq { then, .. } => body = *then,
            Expr::Let { body: inner, .. } => body = *inner,
            other => return Some(other),
        }
    }
}

fn are_literals(function: &Function, arguments: &[ExprId]) -> bool {
    arguments.iter().all(|argument| matches!(function.expr(*argument), Expr::Literal(_)))
}

fn is_raising(name: Atom) -> bool {
    matches!(name.name(), "error" | "exit" | "throw")
}

/// Does the function do nothing but call itself, by the name of its module? So OTP writes `erlang:apply/3`: what
/// the code says has no end, and what is meant is the built-in.
pub fn names_itself(home: Atom, function: &Function) -> bool {
    let Some(Expr::Call { module, name, arguments }) = last(function) else { return false };
    function.literal_atom(*module) == Some(home)
        && function.literal_atom(*name) == Some(function.name.name)
        && arguments.len() == function.name.arity as usize
}

/// Does the function do nothing but call `nif_error`, whatever that means in its module?
pub fn ends_in_nif_error(function: &Function) -> bool {
    match last(function) {
        Some(Expr::Call { module, name, .. }) => is_nif_error(function, *module, *name),
        _ => false,
    }
}

/// Does the function call `nif_error` anywhere? So does every stub.
pub fn calls_nif_error(function: &Function) -> bool {
    function.exprs.iter().any(|expr| match expr {
        Expr::Call { module, name, .. } => is_nif_error(function, *module, *name),
        _ => false,
    })
}

fn is_nif_error(function: &Function, module: ExprId, name: ExprId) -> bool {
    function.literal_atom(module) == Some(atoms::erlang)
        && function.literal_atom(name).is_some_and(|name| name.name() == "nif_error")
}
