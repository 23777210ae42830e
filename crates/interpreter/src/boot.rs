//! Where does a process come from, and who has called what the input names? Frames that no function has.

use crate::code::{Code, Op, Operand, function_place, own_origins};
use crate::program::Contents;
use core_erlang::FunctionName;
use term::atoms;

/// What a process is in before its first function is called.
pub fn start(contents: &mut Contents) -> Code {
    let home = function_place(atoms::empty, FunctionName { name: atoms::empty, arity: 0 });
    contents.code_of_one(atoms::empty, atoms::empty, home, Op::Unreachable)
}

/// What is between the caller and a function that the input names: see [`crate::process::NamedAt`].
pub fn named(contents: &mut Contents) -> Code {
    let home = function_place(atoms::empty, FunctionName { name: atoms::empty, arity: 1 });
    let ops = Box::new([Op::Unreachable, Op::Return { value: Operand::slot(0) }]);
    let code = contents.code_of_one(atoms::empty, atoms::empty, home, Op::Unreachable);
    Code { slots: NAMED_SLOTS, origins: own_origins(ops.len()), ops, ..code }
}

/// Where that code goes on.
pub const NAMED_RETURNS: usize = 1;

/// What the function returns, and of the call: code, place in it, module.
pub const NAMED_SLOTS: u32 = 4;
