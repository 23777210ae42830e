//! What do the bits of the input decide? First how many there are, then what they are.
//!
//! A symbolic bitstring is a part of the input, some bits of such a part, or put together from
//! pieces. Whatever is asked about it becomes a comparison of numbers: of its length, or of the
//! integers that some of its bits are. Where a length or a size must be known to go on, the run goes
//! on with the one it has, as a decision: nothing is lost.
//!
//! - [`length`]: what the decisions so far say about lengths
//! - [`part`]: which bits of the input some bits of a value are
//! - [`matching`]: `<<…>>` as a pattern
//! - [`character`]: UTF-8, UTF-16 and UTF-32
//! - [`building`]: `<<…>>` as an expression
//! - [`comparing`]: equality and order

mod building;
mod character;
mod comparing;
pub mod length;
mod matching;
mod part;

use super::nth;
use crate::shadow::Shadow;
use runtime::{BitsView, Raise, Value};
use symbolic::{Arithmetic, Comparison, Expr, Kind, Shape, Symbol};
use term::Term;
use trace::Place;

impl Shadow<'_> {
    /// Is the value a bitstring? If it depends on the input, so does the answer.
    pub(crate) fn is_bits_symbolic(&mut self, here: Place, value: Value) -> bool {
        if !value.is_symbolic() {
            return self.heap.as_bits(value).is_some();
        }
        let is_bits = self.decide(here, value, &[Shape::Kind(Kind::Bitstring)]) == 0;
        if is_bits {
            self.note_length(value);
        }
        is_bits
    }

    /// The bits that a value has in this run.
    fn view_of(&self, bits: Value) -> BitsView {
        self.heap.as_bits(self.heap.concrete(bits)).expect("it is known to be a bitstring")
    }

    /// Is the symbol made of bits of the input, and no part of the input itself?
    pub(crate) fn is_made_of_bits(&self, value: Value) -> bool {
        let Some(symbol) = self.heap.symbol(value) else { return false };
        let recorder = &*self.recorder;
        let expr = recorder.symbols.expr(Symbol(symbol));
        matches!(expr, Expr::BitSlice { .. } | Expr::BitConcat(_))
    }

    /// `bit_size(Bits)`
    pub(super) fn bit_size_symbolic(&mut self, here: Place, bits: Value) -> Result<Value, Raise> {
        if !self.is_bits_symbolic(here, bits) {
            return Err(Raise::badarg());
        }
        Ok(self.length_value(bits))
    }

    /// `byte_size(Bits)`: a last byte that is only used in part counts.
    pub(super) fn byte_size_symbolic(&mut self, here: Place, bits: Value) -> Result<Value, Raise> {
        let size = self.bit_size_symbolic(here, bits)?;
        if !size.is_symbolic() {
            let size = self.heap.as_usize(size).expect("a length");
            return Ok(Value::index(size.div_ceil(8)));
        }
        let is_binary = self.is_multiple_symbolic(nth(here, 1), bits, 0, 8);
        let length = self.view_of(bits).length;
        let (_, mut symbol) = self.halves(size);
        let symbols = &mut self.recorder.symbols;
        if !is_binary {
            let seven = symbols.integer(7);
            symbol = symbols.intern(Expr::Arithmetic(Arithmetic::Add, symbol, seven));
        }
        let eight = symbols.integer(8);
        let expr = Expr::Arithmetic(Arithmetic::IntegerDivide, symbol, eight);
        Ok(self.number(Value::index(length.div_ceil(8)), expr))
    }

    /// A type test of a value that is made of bits: only whether these are whole bytes is open.
    pub(super) fn bits_have_kind(&mut self, here: Place, kind: Kind, bits: Value) -> bool {
        match kind {
            Kind::Bitstring => true,
            Kind::Binary => self.is_multiple_symbolic(here, bits, 0, 8),
            _ => false,
        }
    }

    /// Is the rest behind `from` bits a whole number of units?
    fn is_multiple_symbolic(&mut self, here: Place, bits: Value, from: usize, unit: u64) -> bool {
        let rest = self.view_of(bits).length - from;
        let truth = unit <= 1 || (rest as u64).is_multiple_of(unit);
        if unit <= 1 || !bits.is_symbolic() {
            return truth;
        }
        let (_, symbol) = self.halves(bits);
        let length = self.length_of(symbol);
        let is_open = |base: &&Symbol| !(unit == 8 && self.is_known_binary(**base));
        let open: Vec<Symbol> = length.bases.iter().filter(is_open).copied().collect();
        match open[..] {
            [] => truth,
            // Of the input itself it is a question of its type.
            [base] if unit == 8 => {
                let is_binary = self.actual_length(base).is_multiple_of(8);
                self.decide_symbol(here, base, Shape::Kind(Kind::Binary), is_binary);
                if !is_binary {
                    self.decide_remainder(here, bits, from, unit, truth);
                }
                truth
            }
            _ => {
                self.decide_remainder(here, bits, from, unit, truth);
                truth
            }
        }
    }

    fn decide_remainder(&mut self, here: Place, bits: Value, from: usize, unit: u64, truth: bool) {
        let size = self.length_value(bits);
        if !size.is_symbolic() {
            return;
        }
        let (_, size) = self.halves(size);
        let symbols = &mut self.recorder.symbols;
        let (from, unit) = (symbols.integer(from as u64), symbols.integer(unit));
        let rest = symbols.intern(Expr::Arithmetic(Arithmetic::Subtract, size, from));
        let remainder = symbols.intern(Expr::Arithmetic(Arithmetic::Remainder, rest, unit));
        self.recorder.assume(remainder, Shape::Kind(Kind::Integer));
        self.decide_symbol(here, remainder, Shape::Literal(Term::Int(0)), truth);
    }

    /// A question about a symbol, and its answer in this run.
    fn decide_symbol(&mut self, here: Place, symbol: Symbol, shape: Shape, truth: bool) {
        self.recorder.decide(here, symbol, [shape].into(), usize::from(!truth));
    }

    fn decide_order(
        &mut self,
        here: Place,
        comparison: Comparison,
        (left, right): (Symbol, Symbol),
        truth: bool,
    ) {
        let compared = self.recorder.symbols.intern(Expr::Compare(comparison, left, right));
        let is_true = Shape::Literal(Term::Atom(term::atoms::true_));
        self.decide_symbol(here, compared, is_true, truth);
    }

    fn is_known_binary(&self, base: Symbol) -> bool {
        let recorder = &*self.recorder;
        recorder.is_surely(base, &Shape::Kind(Kind::Binary))
    }
}
