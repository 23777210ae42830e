//! Is a function only the place-holder of a built-in? OTP writes these as calls of `nif_error`, which is
//! what they do until the real function is loaded.
//!
//! There are two questions. [`is_stub`]: is there nothing else to run? Then the code is no code, and the
//! native takes its place. [`calls_nif_error`]: may it be a native? OTP has functions that check their
//! arguments first; of these there is code to run, and it is still a built-in of the VM.

use core_erlang::{Expr, ExprId, Function};
use term::atoms;

/// Does the function do nothing but call `nif_error`, perhaps after it has computed the arguments?
pub fn is_stub(function: &Function) -> bool {
    let Expr::Fun { body, .. } = function.expr(function.body) else { return false };
    let mut body = *body;
    loop {
        match function.expr(body) {
            Expr::Call { module, name, .. } => return is_nif_error(function, *module, *name),
            Expr::Seq { then, .. } => body = *then,
            Expr::Let { body: inner, .. } => body = *inner,
            _ => return false,
        }
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
