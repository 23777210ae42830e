//! What is known about symbolic bitstrings? Not much yet: their contents are taken as they are.

use super::place;
use crate::execute::At;
use crate::machine::Machine;
use runtime::Value;
use symbolic::{Kind, Shape};

impl Machine {
    /// The contents of bitstrings are concrete.
    pub(crate) fn bits_symbolic(&mut self, at: At, value: Value) -> bool {
        let is_bits = self.decide(place(at), value, &[Shape::Kind(Kind::Bitstring)]) == 0;
        if is_bits {
            self.concretise("<<>>", value);
        }
        is_bits
    }
}
