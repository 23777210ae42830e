//! What happens to symbolic values? They are looked at through their concrete half, and what was
//! seen is noted; what is computed from them is symbolic again.
//!
//! [`Shadow`] is all of it. The machine comes here only when a value is not what it hoped for and turns
//! out to be symbolic: everything here is off the fast path.
//!
//! The border: this part has the heap, the recorder and the library. It knows nothing of who runs
//! (processes, the machine and its operations) nor of what is around them, so nothing in this folder
//! names `execute`, `natives`, `system` or the machine; `scripts/check-architecture.sh` looks. What needs
//! to call a function, to raise or to wait is in `execute`, and asks the shadow.

mod arithmetic;
pub(crate) mod bits;
mod built_ins;
pub(crate) mod funs;
mod losing;
mod map_built_ins;
mod maps;
pub(crate) mod naming;
mod ordering;
mod power;
#[cfg(test)]
mod tests;
mod text;

use crate::code::{CodeId, Switch};
use crate::library::Library;
use crate::record::Recorder;
use ordering::Order;
use runtime::parts::any_part;
use runtime::{Heap, NativeResult, Value};
use rustc_hash::FxHashMap;
use symbolic::{Comparison, Expr, Kind, Shape, Symbol};
use term::{Atom, Term, atoms};
use trace::{Loser, Place};

/// Operations that decide more than once number their decisions.
pub(crate) fn nth(place: Place, number: u32) -> Place {
    place.at(place.expr, place.nth | number)
}

/// The symbols of values with parts, by their words.
type Reified = FxHashMap<u64, Symbol>;

/// How a built-in is called whose arguments may hold symbols.
pub(crate) enum WithSymbols {
    /// It is at ease with them.
    AsItIs,
    /// It is done already.
    Done(NativeResult),
    /// By Erlang code that computes the same, step by step.
    Model(CodeId, Vec<Value>),
    /// With the concrete halves only.
    Stripped(Vec<Value>),
}

/// What is known of the values of a run besides what they are, for as long as an operation looks at it.
pub(crate) struct Shadow<'a> {
    pub heap: &'a mut Heap,
    pub recorder: &'a mut Recorder,
    pub library: &'a mut Library,
}

impl Shadow<'_> {
    /// The concrete half and the symbol of a symbolic value.
    pub(crate) fn halves(&self, value: Value) -> (Value, Symbol) {
        let symbol = self.heap.symbol(value).expect("the value is symbolic");
        (self.heap.concrete(value), Symbol(symbol))
    }

    fn symbolic(&mut self, concrete: Value, expr: Expr) -> Value {
        let symbol = self.recorder.symbols.intern(expr);
        self.heap.symbolic(concrete, symbol.0)
    }

    // ---- deciding ----

    /// Which of some shapes the value has, by its concrete half; noted as a decision.
    pub(crate) fn decide(&mut self, place: Place, value: Value, shapes: &[Shape]) -> usize {
        let (concrete, symbol) = self.halves(value);
        let taken = shapes.iter().position(|shape| fits(self.heap, shape, concrete));
        let taken = taken.unwrap_or(shapes.len());
        self.recorder.decide(place, symbol, shapes.into(), taken);
        taken
    }

    /// Goes on with what the value is, and lets the search try others: nothing is lost.
    pub(crate) fn pin(&mut self, place: Place, value: Value) -> Value {
        let (concrete, _) = self.halves(value);
        let term = self.heap.to_term(concrete);
        self.decide(place, value, &[Shape::Literal(term)]);
        concrete
    }

    /// A switch looks at the value.
    #[cold]
    pub(crate) fn decide_switch(&mut self, here: Place, switch: &Switch, value: Value) {
        let (concrete, symbol) = self.halves(value);
        let (heap, library) = (&*self.heap, &*self.library);
        let shapes = self.recorder.shapes_of(
            switch,
            |constant| library.constant_term(constant as usize),
            |word| heap.to_term(word),
        );
        let taken = shapes.iter().position(|shape| fits(heap, shape, concrete));
        let taken = taken.unwrap_or(shapes.len());
        self.recorder.decide(here, symbol, shapes, taken);
    }

    #[cold]
    pub(crate) fn test_symbolic(&mut self, here: Place, test: Kind, value: Value) -> bool {
        if self.is_made_of_bits(value) {
            return self.bits_have_kind(here, test, value);
        }
        self.decide(here, value, &[Shape::Kind(test)]) == 0
    }

    #[cold]
    pub(crate) fn test_value_symbolic(&mut self, here: Place, test: Kind, value: Value) -> Value {
        if self.is_made_of_bits(value) {
            return Value::bool(self.bits_have_kind(here, test, value));
        }
        let (concrete, symbol) = self.halves(value);
        let shape = Shape::Kind(test);
        let recorder = &mut *self.recorder;
        if let Some(answer) = recorder.answer(symbol, &shape) {
            if recorder.is_concurrent() {
                recorder.decide(here, symbol, [shape].into(), usize::from(!answer));
            }
            return Value::bool(answer);
        }
        let truth = fits(self.heap, &shape, concrete);
        self.symbolic(Value::bool(truth), Expr::Has(symbol, shape))
    }

    #[cold]
    pub(crate) fn is_true_symbolic(&mut self, here: Place, value: Value) -> bool {
        self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]) == 0
    }

    #[cold]
    pub(crate) fn compare_symbolic(
        &mut self,
        here: Place,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> bool {
        let truth = comparison.holds(self.heap, left, right);
        let is_equality =
            matches!(comparison, Comparison::ExactlyEqual | Comparison::ExactlyNotEqual);
        // Equality with a literal is a question of shape.
        if is_equality {
            for (value, other) in [(left, right), (right, left)] {
                if value.is_symbolic() && is_plain_literal(self.heap, other) {
                    let literal = Shape::Literal(self.heap.to_term(other));
                    self.decide(here, value, &[literal]);
                    return truth;
                }
            }
        }
        let value = self.compare_value_symbolic(here, comparison, left, right);
        if value.is_symbolic() {
            self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        }
        if is_equality && truth == (comparison == Comparison::ExactlyEqual) {
            self.learn_equal_bits(left, right);
        }
        truth
    }

    #[cold]
    pub(crate) fn compare_value_symbolic(
        &mut self,
        here: Place,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> Value {
        let truth = comparison.holds(self.heap, left, right);
        let mut left = self.decided_truth(nth(here, 4), left, right);
        let mut right = self.decided_truth(nth(here, 5), right, left);
        if !left.is_symbolic() && !right.is_symbolic() && left.is_immediate() {
            return Value::bool(truth);
        }
        // What is compared with a number or an atom is not taken apart: see the solver's domains.
        let is_order = !matches!(
            comparison,
            Comparison::Equal
                | Comparison::NotEqual
                | Comparison::ExactlyEqual
                | Comparison::ExactlyNotEqual
        );
        if !is_order && let Some(value) = self.compare_bits_symbolic(here, comparison, left, right)
        {
            return value;
        }
        let are_bits = self.is_made_of_bits(left) || self.is_made_of_bits(right);
        let has_literal = is_plain_literal(self.heap, left) || is_plain_literal(self.heap, right);
        if is_order && are_bits && has_literal {
            // A bitstring comes after every number and atom.
            return Value::bool(truth);
        }
        if is_order && !is_plain_literal(self.heap, left) && !is_plain_literal(self.heap, right) {
            match self.order_symbolic(nth(here, 6), left, right) {
                Order::Settled => return Value::bool(truth),
                Order::Open(left_part, right_part) => (left, right) = (left_part, right_part),
            }
        }
        if self.are_one(left, right) {
            return Value::bool(truth);
        }
        let symbol = self.comparison(comparison, left, right);
        self.heap.symbolic(Value::bool(truth), symbol.0)
    }

    /// A truth value that is compared with what is not known: there are only two, so it is decided.
    fn decided_truth(&mut self, here: Place, value: Value, other: Value) -> Value {
        if !value.is_symbolic() || is_plain_literal(self.heap, other) {
            return value;
        }
        let (concrete, symbol) = self.halves(value);
        if !self.recorder.symbols.is_truth(symbol) {
            return value;
        }
        self.decide(here, value, &[Shape::Literal(Term::Atom(atoms::true_))]);
        concrete
    }

    /// Are the values one and the same, whatever the input?
    pub(crate) fn are_one(&self, left: Value, right: Value) -> bool {
        left == right
            || left.is_symbolic()
                && right.is_symbolic()
                && self.heap.symbol(left) == self.heap.symbol(right)
    }

    pub(crate) fn comparison(
        &mut self,
        comparison: Comparison,
        left: Value,
        right: Value,
    ) -> Symbol {
        let (left, right) = (self.reify(left), self.reify(right));
        self.recorder.symbols.intern(Expr::Compare(comparison, left, right))
    }

    /// The expression of a value in which symbols may be anywhere.
    pub(crate) fn reify(&mut self, value: Value) -> Symbol {
        self.reify_part(value, &mut Reified::default())
    }

    /// A part that occurs in many places is looked into once.
    fn reify_part(&mut self, value: Value, known: &mut Reified) -> Symbol {
        if value.is_symbolic() {
            return self.halves(value).1;
        }
        if let Some(&symbol) = known.get(&value.0) {
            return symbol;
        }
        let symbol = crate::deep(|| self.reify_here(value, known));
        if value.is_cons() || value.is_tuple() {
            known.insert(value.0, symbol);
        }
        symbol
    }

    fn reify_here(&mut self, value: Value, known: &mut Reified) -> Symbol {
        if !holds_symbols(self.heap, value) {
            let term = self.heap.to_term(value);
            return self.recorder.symbols.constant(term);
        }
        if value.is_cons() {
            let mut cells = Vec::new();
            let mut rest = value;
            while rest.is_cons() && !known.contains_key(&rest.0) {
                cells.push(rest);
                rest = self.heap.tail(rest);
            }
            let mut symbol = self.reify_part(rest, known);
            for cell in cells.into_iter().rev() {
                let head = self.reify_part(self.heap.head(cell), known);
                symbol = self.recorder.symbols.intern(Expr::Cons(head, symbol));
                known.insert(cell.0, symbol);
            }
            return symbol;
        }
        if let Some(elements) = self.heap.as_tuple(value) {
            let elements = elements.to_vec();
            let elements =
                elements.into_iter().map(|element| self.reify_part(element, known)).collect();
            return self.recorder.symbols.intern(Expr::Tuple(elements));
        }
        if self.heap.is_map(value) {
            return self.reify_map(value);
        }
        self.recorder.lose(Loser::Function(atoms::erlang, Atom::new("=="), 2));
        let term = self.heap.to_term(value);
        self.recorder.symbols.constant(term)
    }

    fn reify_map(&mut self, map: Value) -> Symbol {
        let pairs = self.pairs_by_age(map);
        let pairs = pairs.into_iter().map(|(key, value)| (key.symbol, Some(self.reify(value))));
        let pairs = pairs.collect();
        let symbols = &mut self.recorder.symbols;
        let map = symbols.constant(Term::map(vec![]));
        symbols.intern(Expr::MapUpdate { map, pairs })
    }

    // ---- taking apart ----

    #[cold]
    pub(crate) fn head_symbolic(&mut self, cons: Value) -> Value {
        let (concrete, symbol) = self.halves(cons);
        let head = self.heap.head(concrete);
        self.list_part(head, symbol, Expr::Head(symbol))
    }

    #[cold]
    pub(crate) fn tail_symbolic(&mut self, cons: Value) -> Value {
        let (concrete, symbol) = self.halves(cons);
        let tail = self.heap.tail(concrete);
        self.list_part(tail, symbol, Expr::Tail(symbol))
    }

    fn list_part(&mut self, part: Value, list: Symbol, expr: Expr) -> Value {
        let recorder = &mut *self.recorder;
        if !recorder.follows() {
            return part;
        }
        let symbol = recorder.symbols.intern(expr);
        recorder.assume_parts(list, symbol);
        self.heap.symbolic(part, symbol.0)
    }

    #[cold]
    pub(crate) fn element_symbolic(&mut self, tuple: Value, index: u32) -> Value {
        let (concrete, symbol) = self.halves(tuple);
        let element = self.heap.elements(concrete)[index as usize];
        if !self.recorder.follows() {
            return element;
        }
        self.symbolic(element, Expr::Element { tuple: symbol, index })
    }
}

/// Do the values hold symbols in a way that matters for comparing them?
#[cold]
pub fn compares_symbols(heap: &Heap, left: Value, right: Value) -> bool {
    if left.is_symbolic() || right.is_symbolic() {
        return true;
    }
    // Against an immediate, only the outermost constructor counts.
    !left.is_immediate()
        && !right.is_immediate()
        && (holds_symbols(heap, left) || holds_symbols(heap, right))
}

/// Is there a symbol anywhere in the value?
pub fn holds_symbols(heap: &Heap, value: Value) -> bool {
    any_part(heap, value, Value::is_symbolic)
}

/// Shows every symbolic value inside of a value, until `visit` says `false`.
fn each_symbol(heap: &Heap, value: Value, mut visit: impl FnMut(Value) -> bool) {
    any_part(heap, value, |part| part.is_symbolic() && !visit(part));
}

/// A term that has no parts, so that being equal to it is a question of shape.
fn is_plain_literal(heap: &Heap, value: Value) -> bool {
    value.is_immediate() || heap.is_integer(value) || heap.as_float(value).is_some()
}

pub(crate) fn fits(heap: &Heap, shape: &Shape, value: Value) -> bool {
    match shape {
        Shape::Literal(Term::Atom(atom)) => value.as_atom() == Some(*atom),
        Shape::Literal(Term::Nil) => value.is_nil(),
        Shape::Literal(Term::Int(number)) => heap.as_i64(value) == Some(*number),
        Shape::Cons => value.is_cons(),
        Shape::Fun(_) => unreachable!("only the library knows the arity of a closure"),
        Shape::Tuple(size) => {
            heap.as_tuple(value).is_some_and(|parts| parts.len() == *size as usize)
        }
        // What is left has no parts, or only its outermost constructor counts.
        Shape::Kind(Kind::Tuple) => value.is_tuple(),
        Shape::Kind(Kind::List) => value.is_cons() || value.is_nil(),
        Shape::Literal(_) | Shape::Kind(_) if value.is_cons() || value.is_tuple() => false,
        Shape::Kind(Kind::Map) => heap.is_map(value),
        Shape::Literal(_) | Shape::Kind(_) => shape.fits(&heap.to_term(value)),
    }
}
