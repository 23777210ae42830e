//! How does code that is itself data receive? `erl_eval` (and with it the shell and debugged code) calls
//! `prim_eval:'receive'(Fun, Timeout)`, which takes the first message that the fun does not answer with
//! `nomatch`. On the BEAM that function is written in assembler, and here in our operations, because
//! no Erlang can say "look at a message and leave it".

use crate::code::{Code, Comparison, Notes, Op, Operand, Operands, function_place, own_origins};
use crate::program::{Contents, Pieces};
use core_erlang::FunctionName;
use std::sync::Arc;
use term::{Atom, Term, atoms};

/// Is this the function?
pub fn is_it(module: Atom, name: FunctionName) -> bool {
    module.name() == "prim_eval" && name.name.name() == "receive" && name.arity == 2
}

/// Slots 0 and 1 are the arguments: the fun and the time.
const FOUND: u32 = 2;
const MESSAGE: u32 = 3;
const ANSWER: u32 = 4;
const IS_OVER: u32 = 5;

pub fn lowered(contents: &mut Contents) -> Pieces {
    let (fun, time) = (Operand::slot(0), Operand::slot(1));
    let no_match = contents.constant(&Term::atom("nomatch"));
    let timeout = contents.constant(&atoms::timeout.into());
    let arguments = Operands { start: 0, count: 1 };
    let (comparison, answer) = (Comparison::ExactlyEqual, Operand::slot(ANSWER));
    let (look, take, wait) = (0, 6, 8);
    let ops = [
        Op::PeekMessage { found: FOUND, message: MESSAGE },
        Op::IsTrue { value: Operand::slot(FOUND), otherwise: wait },
        Op::Apply { to: ANSWER, fun, arguments },
        Op::Compare { comparison, left: answer, right: no_match, otherwise: take },
        Op::NextMessage,
        Op::Jump { to: look },
        // take:
        Op::RemoveMessage,
        Op::Return { value: answer },
        // wait:
        Op::WaitTimeout { to: IS_OVER, timeout: time },
        Op::IsTrue { value: Operand::slot(IS_OVER), otherwise: look },
        Op::Return { value: timeout },
    ];
    let id = contents.new_code();
    let (module, name) = (Atom::new("prim_eval"), Atom::new("receive"));
    let home = function_place(module, FunctionName { name, arity: 2 });
    let code = Code {
        id,
        fun_name: contents.fun_name(home, 0),
        module,
        name,
        home,
        parameters: 2,
        free: 0,
        slots: IS_OVER + 1,
        origins: own_origins(ops.len()),
        surroundings: Arc::default(),
        ops: Box::new(ops),
        operands: Box::new([Operand::slot(MESSAGE)]),
        switches: Box::new([]),
        builds: Box::new([]),
        notes: Notes::default(),
    };
    Pieces { whole: id, codes: vec![code] }
}
