//! What can be said about the bits of a bitstring? How many there are, what numbers and shorter
//! bitstrings they are, and how a bitstring was put together.
//!
//! Offsets and sizes are known numbers: a run has settled them before it makes an expression of
//! them. A part of a part is written as a part of the whole, so all of them are parts of the input.

use crate::expr::{Arithmetic, Expr, Symbol, Symbols};
use runtime::{BitsView, Heap, Value};
use term::{BigInt, Bits, Term};

/// Some bits of a bitstring, read as a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitField {
    pub bits: Symbol,
    pub offset: u32,
    pub size: u32,
    pub is_signed: bool,
    pub is_little: bool,
}

/// One piece of a bitstring that was put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BitPiece {
    /// `B/bitstring`
    Bits(Symbol),
    /// `N:Size`: the lowest bits of an integer, the highest of them first
    Integer { value: Symbol, size: u32 },
}

impl Symbols {
    /// `bit_size(B)`, by what the expression says about it.
    pub fn bit_size(&mut self, bits: Symbol) -> Symbol {
        match self.expr(bits) {
            Expr::Constant(Term::Bits(known)) => {
                let length = known.bit_length();
                self.integer(length as u64)
            }
            &Expr::BitSlice { size: Some(size), .. } => self.integer(size.into()),
            &Expr::BitSlice { bits, offset, size: None } => {
                let whole = self.bit_size(bits);
                let offset = self.integer(offset.into());
                self.intern(Expr::Arithmetic(Arithmetic::Subtract, whole, offset))
            }
            Expr::BitConcat(pieces) => {
                let pieces = pieces.clone();
                let mut known = 0;
                let mut sum = None;
                for piece in pieces {
                    let size = match piece {
                        BitPiece::Integer { size, .. } => self.integer(size.into()),
                        BitPiece::Bits(bits) => self.bit_size(bits),
                    };
                    match self.expr(size) {
                        Expr::Constant(Term::Int(size)) => known += *size as u64,
                        _ => sum = Some(self.sum(sum, size)),
                    }
                }
                let known = self.integer(known);
                match sum {
                    None => known,
                    Some(sum) => self.sum(Some(sum), known),
                }
            }
            _ => self.intern(Expr::BitSize(bits)),
        }
    }

    /// Bits from `offset` on: `size` of them, or all the rest.
    pub fn bit_slice(&mut self, bits: Symbol, offset: u32, size: Option<u32>) -> Symbol {
        match *self.expr(bits) {
            Expr::BitSlice { bits, offset: outer, size: all } => {
                let rest = all.map(|all| all - offset);
                self.bit_slice(bits, outer + offset, size.or(rest))
            }
            _ if offset == 0 && size.is_none() => bits,
            _ => self.intern(Expr::BitSlice { bits, offset, size }),
        }
    }

    /// The number that some bits are.
    pub fn bit_integer(&mut self, field: BitField) -> Symbol {
        match *self.expr(field.bits) {
            Expr::BitSlice { bits, offset, .. } => {
                let offset = offset + field.offset;
                self.intern(Expr::BitInteger(BitField { bits, offset, ..field }))
            }
            _ => self.intern(Expr::BitInteger(field)),
        }
    }

    pub fn integer(&mut self, number: u64) -> Symbol {
        self.constant(Term::from(BigInt::from(number)))
    }

    fn sum(&mut self, left: Option<Symbol>, right: Symbol) -> Symbol {
        match left {
            Some(left) => self.intern(Expr::Arithmetic(Arithmetic::Add, left, right)),
            None => right,
        }
    }

    /// The bitstring that all of these bits are a part of, and where they begin in it.
    pub fn whole_of(&self, bits: Symbol) -> (Symbol, u32) {
        match *self.expr(bits) {
            Expr::BitSlice { bits, offset, .. } => (bits, offset),
            _ => (bits, 0),
        }
    }
}

impl BitField {
    /// The number, read from a bitstring that may be too short.
    pub fn read(&self, heap: &mut Heap, view: BitsView) -> Option<Value> {
        heap.read_integer(
            view,
            self.offset as usize,
            self.size as usize,
            self.is_signed,
            self.is_little,
        )
    }

    /// The least and the greatest number that so many bits can be.
    pub fn range(&self) -> (BigInt, BigInt) {
        let one = BigInt::from(1);
        if self.size == 0 {
            return (BigInt::ZERO, BigInt::ZERO);
        }
        if self.is_signed {
            let half = one.clone() << (self.size - 1);
            (-half.clone(), half - one)
        } else {
            (BigInt::ZERO, (one.clone() << self.size) - one)
        }
    }
}

/// Some bits of a bitstring, as the number they are. There must be that many.
pub fn number_of(bits: &Bits, offset: usize, size: usize) -> BigInt {
    let mut heap = Heap::new();
    let value = heap.bitstring(bits.bytes().to_vec(), bits.bit_length());
    let view = heap.as_bits(value).expect("just made");
    let number = heap.read_integer(view, offset, size, false, false).expect("the bits are there");
    heap.as_bigint(number).expect("an integer")
}
