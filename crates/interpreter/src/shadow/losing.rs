//! What if a value is used in a way that is not followed? Its concrete half goes on, the loss is
//! counted, and from there on the run depends on what the value was.

use super::{each_symbol, holds_symbols};
use crate::machine::Machine;
use runtime::Value;
use symbolic::Symbol;
use term::{Atom, atoms};

impl Machine {
    /// The values without their symbols, which are lost.
    pub(crate) fn strip(
        &mut self,
        module: Atom,
        function: Atom,
        arguments: &[Value],
    ) -> Vec<Value> {
        let mut is_lost = false;
        let mut stripped = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let holds = holds_symbols(&self.heap, argument);
            is_lost |= holds && !self.is_settled(argument);
            stripped.push(if holds { self.without_symbols(argument) } else { argument });
        }
        if is_lost {
            self.recording().lose(module, function, arguments.len());
        }
        stripped
    }

    /// The concrete half, because what is done with it is not followed.
    #[cold]
    pub(crate) fn concretise(&mut self, what: &str, value: Value) -> Value {
        if !holds_symbols(&self.heap, value) {
            return value;
        }
        if !self.is_settled(value) {
            self.recording().lose(atoms::erlang, Atom::new(what), 0);
        }
        self.without_symbols(value)
    }

    /// Does what was decided before leave only the value that it has?
    fn is_settled(&self, value: Value) -> bool {
        let recorder = self.recorder.as_ref().expect("the value may hold symbols");
        let mut is_settled = true;
        each_symbol(&self.heap, value, |symbolic| {
            let symbol = Symbol(self.heap.symbol(symbolic).expect("it is symbolic"));
            is_settled = recorder.is_settled(symbol);
            is_settled
        });
        is_settled
    }

    /// The value with every symbol in it replaced by its concrete half, on which the run depends from
    /// now on.
    fn without_symbols(&mut self, value: Value) -> Value {
        let (heap, library) = (&self.heap, &self.library);
        let recorder = self.recorder.as_mut().expect("it holds symbols");
        each_symbol(heap, value, |symbolic| {
            let symbol = Symbol(heap.symbol(symbolic).expect("it is symbolic"));
            recorder.pin(symbol, || heap.to_term_with(heap.concrete(symbolic), library));
            true
        });
        if value.is_symbolic() {
            return self.heap.concrete(value);
        }
        let term = self.heap.to_term(value);
        self.heap.from_term(&term)
    }
}
