//! What if a value is used in a way that is not followed? Its concrete half goes on, the loss is
//! counted, and from there on the run depends on what the value was.

use super::{each_symbol, holds_symbols};
use crate::shadow::Shadow;
use core_erlang::FunctionName;
use runtime::Value;
use symbolic::{Shape, Symbol};
use term::Atom;
use trace::Loser;

impl Shadow<'_> {
    /// The values without their symbols, which are lost.
    pub(crate) fn strip(
        &mut self,
        module: Atom,
        function: Atom,
        arguments: &[Value],
    ) -> Vec<Value> {
        let (stripped, is_lost) = self.stripped(arguments);
        if is_lost {
            let name = FunctionName { name: function, arity: arguments.len() as u32 };
            let loser = Loser::Function(module, function, arguments.len());
            if self.library.is_concrete(module, name) {
                self.recorder.leave_out(loser);
            } else {
                self.recorder.lose(loser);
            }
        }
        stripped
    }

    /// The same, and whether there was anything to lose.
    fn stripped(&mut self, arguments: &[Value]) -> (Vec<Value>, bool) {
        let mut is_lost = false;
        let mut stripped = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let holds = holds_symbols(self.heap, argument);
            is_lost |= holds && !self.is_settled(argument);
            stripped.push(if holds { self.without_symbols(argument) } else { argument });
        }
        (stripped, is_lost)
    }

    /// The concrete half, because what is done with it is not followed.
    #[cold]
    pub(crate) fn concretise(&mut self, what: &'static str, value: Value) -> Value {
        if !holds_symbols(self.heap, value) {
            return value;
        }
        if !self.is_settled(value) {
            self.recorder.lose(Loser::Construct(what));
        }
        self.without_symbols(value)
    }

    /// That the value is none of these is taken for granted from here on.
    pub(crate) fn pin_none_of(&mut self, value: Value, shapes: impl Iterator<Item = Shape>) {
        let (_, symbol) = self.halves(value);
        self.recorder.pin_none_of(symbol, shapes);
    }

    /// Does what was decided before leave only the value that it has?
    fn is_settled(&self, value: Value) -> bool {
        let mut is_settled = true;
        each_symbol(self.heap, value, |symbolic| {
            let symbol = Symbol(self.heap.symbol(symbolic).expect("it is symbolic"));
            is_settled = self.recorder.is_settled(symbol);
            is_settled
        });
        is_settled
    }

    /// The value with every symbol in it replaced by its concrete half, on which the run depends from
    /// now on.
    fn without_symbols(&mut self, value: Value) -> Value {
        let Shadow { heap, recorder, library } = self;
        let (heap, library) = (&**heap, &**library);
        each_symbol(heap, value, |symbolic| {
            let symbol = Symbol(heap.symbol(symbolic).expect("it is symbolic"));
            recorder.pin(symbol, || heap.to_term_with(heap.concrete(symbolic), library));
            true
        });
        self.heap.without_symbols(value)
    }
}
