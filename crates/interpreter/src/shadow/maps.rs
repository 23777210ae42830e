//! What is known about symbolic maps? Not much yet: they are taken as they are.

use super::place;
use crate::execute::At;
use crate::machine::Machine;
use runtime::Value;
use symbolic::{Kind, Shape};

impl Machine {
    /// Maps are concrete: a symbolic one is taken as it is.
    pub(crate) fn concrete_map(&mut self, at: At, base: Value) -> Value {
        if !base.is_symbolic() {
            return base;
        }
        self.decide(place(at), base, &[Shape::Kind(Kind::Map)]);
        self.concretise("#{}", base)
    }

    /// Keys of maps are concrete. Keys and values alternate.
    pub(crate) fn concrete_keys(&mut self, pairs: &mut [Value]) {
        for pair in pairs.chunks_exact_mut(2) {
            pair[0] = self.concretise("#{}", pair[0]);
        }
    }
}
