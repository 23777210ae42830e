//! Where does a process come from? From a frame that no function has.

use crate::code::{Code, Op, function_place};
use crate::program::Contents;
use core_erlang::FunctionName;
use term::atoms;

/// What a process is in before its first function is called.
pub fn start(contents: &mut Contents) -> Code {
    let home = function_place(atoms::empty, FunctionName { name: atoms::empty, arity: 0 });
    contents.code_of_one(atoms::empty, atoms::empty, home, Op::Unreachable)
}
