//! Where does a process come from? From a frame that no function has.

use crate::code::{Code, CodeRef, Notes, Op, function_place, own_origins};
use analysis::surroundings;
use core_erlang::FunctionName;
use term::atoms;

/// The number of the code that starts a process: it is in no library and shows in no trace.
pub const START: usize = usize::MAX;

/// What a process is in before its first function is called.
pub fn start() -> CodeRef {
    thread_local! {
        static CODE: CodeRef = Box::leak(Box::new(Code {
            number: START,
            module: atoms::empty,
            name: atoms::empty,
            home: function_place(atoms::empty, FunctionName { name: atoms::empty, arity: 0 }),
            parameters: 0,
            free: 0,
            slots: 0,
            ops: Box::new([Op::Unreachable]),
            origins: own_origins(1),
            surroundings: &surroundings::NONE,
            operands: Box::new([]),
            switches: Box::new([]),
            builds: Box::new([]),
            notes: Notes::default(),
        }));
    }
    CODE.with(|code| *code)
}
