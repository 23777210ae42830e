//! What do the constraints say about the bits of the input? Which numbers some of them are, and how
//! many there are.

use super::{Contradiction, Graph, NodeId, Step};
use num_bigint::BigInt;
use symbolic::{Basic, BitPiece, Expr, Kind, Kinds, Shape, Symbol};
use term::{Bits, Term};

#[derive(Clone, Debug)]
pub enum BitFact {
    /// So many bits from `offset` on are this number, which is not below zero.
    Is { node: NodeId, offset: u32, size: u32, number: BigInt },
    /// There are so many bits.
    Length { node: NodeId, length: u64 },
}

const BITS: [Basic; 2] = [Basic::Binary, Basic::OddBits];

impl Graph<'_> {
    /// What an expression takes bits from is a bitstring.
    pub(super) fn keep_bits(&mut self, symbol: Symbol) -> Step {
        let bits = match *self.symbols.expr(symbol) {
            Expr::BitSize(bits) | Expr::BitSlice { bits, .. } => bits,
            Expr::BitInteger(field) | Expr::BitFloat(field) => field.bits,
            _ => return Ok(()),
        };
        if !self.is_path(bits) {
            return Ok(());
        }
        let id = self.path_node(bits)?;
        self.node_mut(id).domain.keep(Kinds::only(&BITS));
        self.check(id)
    }

    /// A test of something that is a bitstring for certain.
    pub(super) fn bits_test(&mut self, symbol: Symbol, shape: &Shape, holds: bool) -> Step {
        self.make_nodes(symbol)?;
        match shape {
            Shape::Kind(Kind::Bitstring) if holds => Ok(()),
            Shape::Kind(Kind::Bitstring) => Err(Contradiction),
            // Whether they are whole bytes is seen in the finished input.
            Shape::Kind(Kind::Binary) => self.leave_to_the_check(),
            Shape::Literal(term @ Term::Bits(_)) if holds => self.be_bits(symbol, term),
            _ if holds => Err(Contradiction),
            _ => Ok(()),
        }
    }

    /// Some bits of the input are this very bitstring.
    pub(super) fn be_bits(&mut self, symbol: Symbol, term: &Term) -> Step {
        let Term::Bits(wanted) = term else { return Err(Contradiction) };
        match self.symbols.expr(symbol) {
            Expr::Constant(known) => {
                if known == term {
                    Ok(())
                } else {
                    Err(Contradiction)
                }
            }
            &Expr::BitSlice { bits, offset, size } => self.be_slice((bits, offset, size), wanted),
            Expr::BitConcat(pieces) => self.be_pieces(pieces, wanted),
            _ if self.is_path(symbol) => {
                let id = self.path_node(symbol)?;
                self.be(id, term)
            }
            _ => self.leave_to_the_check(),
        }
    }

    fn be_slice(
        &mut self,
        (bits, offset, size): (Symbol, u32, Option<u32>),
        wanted: &Bits,
    ) -> Step {
        let length = wanted.bit_length() as u64;
        if size.is_some_and(|size| u64::from(size) != length) {
            return Err(Contradiction);
        }
        if !self.is_path(bits) {
            return self.leave_to_the_check();
        }
        let node = self.path_node(bits)?;
        self.node_mut(node).domain.keep(Kinds::only(&BITS));
        self.check(node)?;
        if size.is_none() {
            self.bit_facts.push(BitFact::Length { node, length: u64::from(offset) + length });
        }
        if length == 0 {
            return Ok(());
        }
        let size = u32::try_from(length).map_err(|_| Contradiction)?;
        let number = symbolic::bits::number_of(wanted, 0, size as usize);
        self.bit_facts.push(BitFact::Is { node, offset, size, number });
        Ok(())
    }

    /// Piece by piece, if it is certain how long they are.
    fn be_pieces(&mut self, pieces: &[BitPiece], wanted: &Bits) -> Step {
        let total = wanted.bit_length() as u64;
        let sizes: Vec<Option<u64>> = pieces.iter().map(|piece| self.piece_size(piece)).collect();
        let known: u64 = sizes.iter().flatten().sum();
        let open = sizes.iter().filter(|size| size.is_none()).count();
        if known > total || open == 0 && known < total {
            return Err(Contradiction);
        }
        if open > 1 {
            return self.leave_to_the_check();
        }
        let mut position = 0;
        for (piece, size) in pieces.iter().zip(sizes) {
            let size = size.unwrap_or(total - known) as usize;
            self.be_piece(piece, &sliced(wanted, position, size))?;
            position += size;
        }
        Ok(())
    }

    fn piece_size(&self, piece: &BitPiece) -> Option<u64> {
        match piece {
            BitPiece::Integer { size, .. } => Some((*size).into()),
            BitPiece::Bits(bits) => match self.symbols.expr(*bits) {
                Expr::BitSlice { size, .. } => size.map(u64::from),
                Expr::Constant(Term::Bits(bits)) => Some(bits.bit_length() as u64),
                Expr::BitConcat(pieces) => pieces.iter().map(|piece| self.piece_size(piece)).sum(),
                _ => None,
            },
        }
    }

    fn be_piece(&mut self, piece: &BitPiece, wanted: &Bits) -> Step {
        let (value, size) = match *piece {
            BitPiece::Bits(bits) => return self.be_bits(bits, &Term::Bits(wanted.clone())),
            BitPiece::Integer { value, size } => (value, size),
        };
        let number = symbolic::bits::number_of(wanted, 0, size as usize);
        let is_only_one = match self.symbols.expr(value) {
            Expr::Constant(term) => {
                let mask = (BigInt::from(1) << size) - 1;
                let is_it = term.to_big_int().is_some_and(|known| known & mask == number);
                return if is_it { Ok(()) } else { Err(Contradiction) };
            }
            Expr::BitInteger(field) => !field.is_signed && field.size <= size,
            _ => false,
        };
        // Other integers have the same lowest bits.
        self.assuming_if(!is_only_one, |graph| match graph.is_path(value) {
            true => {
                let id = graph.path_node(value)?;
                graph.be(id, &Term::from(number))
            }
            false => graph.number(value, &Shape::Literal(Term::from(number)), true),
        })
    }
}

/// Some bits of a bitstring.
fn sliced(bits: &Bits, offset: usize, size: usize) -> Bits {
    let mut bytes = vec![0; size.div_ceil(8)];
    for place in (0..size).filter(|place| bits.bit(offset + place)) {
        bytes[place / 8] |= 0x80 >> (place % 8);
    }
    Bits::new(bytes, size)
}
