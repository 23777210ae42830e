//! Can anything fail any more in this run? What an analysis has shown of the program is asked where the input
//! decides, until the answer is no: from there on all that the run does is safe, whichever way it goes.
//!
//! It is asked before every decision, so it must cost next to nothing. Most often the function that runs can
//! fail itself. Otherwise one of those that have called can: which one is remembered, and as long as it is
//! there, it answers. Only if neither is known, all that have called are looked at, and not again for as many
//! decisions as that were.

use crate::code::{Code, CodeId};
use crate::process::Frame;
use crate::program::Program;
use analysis::safety::{Ahead, FunctionAhead};
use std::sync::Arc;

pub struct LookAhead {
    table: Arc<Ahead>,
    /// By number of code; `None` where nobody has asked yet.
    functions: Vec<Option<Shown>>,
    /// Somebody who has called, and in whom something can fail afterwards.
    witness: Option<Witness>,
    /// So many decisions are not asked about.
    pause: usize,
}

/// What the analysis has shown of a function, if it has looked at it.
type Shown = Option<Arc<FunctionAhead>>;

#[derive(Clone, Copy)]
struct Witness {
    depth: usize,
    code: CodeId,
    pc: usize,
}

impl LookAhead {
    pub fn new(table: Arc<Ahead>) -> LookAhead {
        LookAhead { table, functions: Vec::new(), witness: None, pause: 0 }
    }

    /// Forgets the run, but not the code.
    pub fn start(&mut self) {
        (self.witness, self.pause) = (None, 0);
    }

    /// Can nothing fail any more, neither in the operation before `pc` nor in what follows it, nor in those that
    /// have called? `false` may also mean that it was not looked at.
    pub fn is_safe(&mut self, program: &Program, code: &Code, pc: usize, frames: &[Frame]) -> bool {
        if !self.is_safe_at(code, pc) {
            return false;
        }
        if self.is_witnessed(frames) {
            return false;
        }
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        let found = frames.iter().position(|frame| !self.is_safe_after(program, frame));
        self.witness = found.map(|depth| {
            let Frame { code, pc, .. } = frames[depth];
            Witness { depth, code, pc }
        });
        self.pause = found.unwrap_or(0);
        found.is_none()
    }

    /// What follows in a caller depends on nothing but where it goes on.
    fn is_witnessed(&self, frames: &[Frame]) -> bool {
        self.witness.is_some_and(|Witness { depth, code, pc }| {
            frames.get(depth).is_some_and(|frame| frame.code == code && frame.pc == pc)
        })
    }

    fn is_safe_at(&mut self, code: &Code, pc: usize) -> bool {
        let origin = pc.checked_sub(1).and_then(|before| code.origins.get(before));
        let (Some(origin), Some(known)) = (origin, self.function(code)) else { return false };
        known.is_safe_at(origin.expr)
    }

    fn is_safe_after(&mut self, program: &Program, frame: &Frame) -> bool {
        let code = program.code(frame.code);
        let origin = frame.pc.checked_sub(1).and_then(|before| code.origins.get(before));
        let (Some(origin), Some(known)) = (origin, self.function(code)) else { return false };
        known.is_safe_after(origin.expr)
    }

    fn function(&mut self, code: &Code) -> Option<&FunctionAhead> {
        let number = code.id.index();
        if number >= self.functions.len() {
            self.functions.resize(number + 1, None);
        }
        let table = &self.table;
        self.functions[number]
            .get_or_insert_with(|| table.function(code.home.module, code.home.function).cloned())
            .as_deref()
    }
}
