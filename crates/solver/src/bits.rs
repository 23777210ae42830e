//! Which bits does an input need? Lengths first: a length is a number like any other. Then the bits:
//! every bitstring is cut where some constraint begins or ends to look, and what lies between two
//! cuts is a number of its own, so that whatever is read is a sum of these.

use crate::graph::bits::BitFact;
use crate::graph::{Graph, NodeId, Side};
use crate::numeric::Relation;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};
use runtime::bits::encoding::{float_from_bits, float_to_bits};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use symbolic::{BitField, Expr, Symbol};
use term::{Bits, Term};

/// The bits between two cuts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Atom {
    pub node: NodeId,
    pub offset: u32,
    pub size: u32,
}

/// Some bits that are read as a float.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatAt {
    pub atom: Atom,
    pub is_little: bool,
}

#[derive(Default)]
pub struct Layout {
    cuts: BTreeMap<NodeId, BTreeSet<u32>>,
    /// Lengths that are known.
    pub lengths: Vec<(NodeId, u64)>,
    fixed: FxHashMap<Atom, BigInt>,
}

/// Some bits would have to be two numbers at once, or one that is too large for them.
#[derive(Clone, Copy, Debug)]
pub struct Clash;

impl Layout {
    pub fn new(graph: &Graph) -> Result<Layout, Clash> {
        let mut layout = Layout::default();
        let mut facts = graph.bit_facts.clone();
        let mut seen = FxHashSet::default();
        for relation in &graph.numbers {
            for side in [&relation.left, &relation.right] {
                if let Side::Symbol(symbol) = side {
                    layout.cut_all(graph, *symbol, &mut seen);
                }
            }
            if relation.relation == Relation::Equal {
                facts.extend(equality(graph, &relation.left, &relation.right)?);
                facts.extend(equality(graph, &relation.right, &relation.left)?);
            }
        }
        for fact in &facts {
            match *fact {
                BitFact::Is { node, offset, size, .. } => {
                    layout.cut(graph.find(node), &[offset, offset + size]);
                }
                BitFact::Length { node, length } => {
                    let node = graph.find(node);
                    layout.cut(node, &[]);
                    layout.lengths.push((node, length));
                }
            }
        }
        for fact in &facts {
            if let BitFact::Is { node, offset, size, number } = fact {
                layout.fix(graph.find(*node), *offset, *size, number)?;
            }
        }
        Ok(layout)
    }

    /// Cuts for all that is read in an expression.
    fn cut_all(&mut self, graph: &Graph, symbol: Symbol, seen: &mut FxHashSet<Symbol>) {
        let mut pending = vec![symbol];
        while let Some(symbol) = pending.pop() {
            if !seen.insert(symbol) {
                continue;
            }
            match graph.symbols.expr(symbol) {
                Expr::BitInteger(field) | Expr::BitFloat(field) => {
                    let Some(node) = graph.known_node(field.bits) else { continue };
                    for span in spans(field) {
                        self.cut(node, &[span.offset, span.offset + span.size]);
                    }
                    if let Some(sign) = sign_bit(field) {
                        self.cut(node, &[sign, sign + 1]);
                    }
                }
                Expr::BitSize(bits) => {
                    if let Some(node) = graph.known_node(*bits) {
                        self.cut(node, &[]);
                    }
                }
                _ => graph.symbols.each_operand(symbol, |operand| pending.push(operand)),
            }
        }
    }

    fn cut(&mut self, node: NodeId, places: &[u32]) {
        self.cuts.entry(node).or_default().extend(places);
    }

    fn fix(&mut self, node: NodeId, offset: u32, size: u32, number: &BigInt) -> Result<(), Clash> {
        let end = offset + size;
        for atom in self.atoms(node, offset, size) {
            let mask = (BigInt::one() << atom.size) - 1;
            let value: BigInt = (number >> (end - atom.offset - atom.size)) & mask;
            match self.fixed.insert(atom, value.clone()) {
                Some(known) if known != value => return Err(Clash),
                _ => {}
            }
        }
        Ok(())
    }

    /// The number that the bits must be, if only one is left.
    pub fn fixed(&self, atom: &Atom) -> Option<&BigInt> {
        self.fixed.get(atom)
    }

    /// What lies between the cuts of some bits, both ends of which are cuts.
    fn atoms(&self, node: NodeId, offset: u32, size: u32) -> Vec<Atom> {
        let cuts: Vec<u32> = self
            .cuts
            .get(&node)
            .into_iter()
            .flat_map(|cuts| cuts.range(offset..=offset + size))
            .copied()
            .collect();
        cuts.windows(2)
            .map(|pair| Atom { node, offset: pair[0], size: pair[1] - pair[0] })
            .collect()
    }

    /// Every bitstring that somebody looks into, and the least length it must have.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, u32)> + '_ {
        self.cuts.iter().map(|(node, cuts)| (*node, cuts.last().copied().unwrap_or(0)))
    }

    pub fn fixed_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.fixed.keys().copied()
    }

    /// A number as a sum of the numbers between the cuts.
    pub fn sum(&self, node: NodeId, field: &BitField) -> Vec<(Atom, BigInt)> {
        let sign = sign_bit(field);
        let mut sum = Vec::new();
        for Span { offset, size, shift } in spans(field) {
            for atom in self.atoms(node, offset, size) {
                let place = shift + (offset + size - atom.offset - atom.size);
                let weight = BigInt::one() << place;
                let is_sign = sign == Some(atom.offset);
                sum.push((atom, if is_sign { -weight } else { weight }));
            }
        }
        sum
    }
}

/// Bits that lie in the order of their weight.
struct Span {
    offset: u32,
    size: u32,
    /// The weight of the last one, in bits.
    shift: u32,
}

fn spans(field: &BitField) -> Vec<Span> {
    let BitField { offset, size, is_little, .. } = *field;
    if !is_little {
        return vec![Span { offset, size, shift: 0 }];
    }
    let bytes = (0..size.div_ceil(8)).map(|place| Span {
        offset: offset + 8 * place,
        size: (size - 8 * place).min(8),
        shift: 8 * place,
    });
    bytes.collect()
}

/// The bit that says whether the number is below zero.
fn sign_bit(field: &BitField) -> Option<u32> {
    if !field.is_signed || field.size == 0 {
        return None;
    }
    let last_byte = 8 * (field.size.div_ceil(8) - 1);
    Some(if field.is_little { field.offset + last_byte } else { field.offset })
}

/// `left = right`, where one is read from bits and the other is known: these bits are known.
fn equality(graph: &Graph, left: &Side, right: &Side) -> Result<Option<BitFact>, Clash> {
    let Side::Symbol(symbol) = left else { return Ok(None) };
    let Expr::BitInteger(field) = graph.symbols.expr(*symbol) else { return Ok(None) };
    let term = match right {
        Side::Number(term) => term,
        Side::Node(_) => return Ok(None),
        Side::Symbol(symbol) => match graph.symbols.expr(*symbol) {
            Expr::Constant(term) => term,
            _ => return Ok(None),
        },
    };
    let (Some(node), Some(number)) = (graph.known_node(field.bits), term.to_big_int()) else {
        return Ok(None);
    };
    let (low, high) = field.range();
    if number < low || number > high {
        return Err(Clash);
    }
    let unsigned = number & ((BigInt::one() << field.size) - 1);
    let number = spans(field).iter().fold(BigInt::ZERO, |bits, span| {
        let part = (&unsigned >> span.shift) & ((BigInt::one() << span.size) - 1);
        (bits << span.size) | part
    });
    Ok(Some(BitFact::Is { node, offset: field.offset, size: field.size, number }))
}

/// What is known of a bitstring when the numbers are solved.
#[derive(Clone, Debug, Default)]
pub struct BitsPlan {
    pub length: u64,
    pub numbers: Vec<(Atom, BigInt)>,
    pub floats: Vec<(FloatAt, f64)>,
}

/// Longer inputs are not made.
const LONGEST: u64 = 1 << 27;

impl BitsPlan {
    /// The bitstring: what is known as it must be, the rest as it was, and zeros behind that.
    pub fn term(&self, before: Option<&Term>) -> Option<Term> {
        if self.length > LONGEST {
            return None;
        }
        let mut bytes = match before {
            Some(Term::Bits(bits)) => bits.bytes().to_vec(),
            _ => Vec::new(),
        };
        let length = self.length as usize;
        bytes.resize(length.div_ceil(8), 0);
        for (atom, number) in &self.numbers {
            write(&mut bytes, *atom, number);
        }
        for (float, number) in &self.floats {
            let size = float.atom.size;
            let mut bits = float_to_bits(*number, size as usize)?;
            if float.is_little {
                bits = bits.swap_bytes() >> (64 - size);
            }
            write(&mut bytes, float.atom, &BigInt::from(bits));
        }
        Some(Term::Bits(Bits::new(bytes, length)))
    }

    /// The same with another bit that nobody has looked at.
    pub fn flipped(&self, term: &Term) -> Option<Term> {
        let Term::Bits(bits) = term else { return None };
        let floats = self.floats.iter().map(|(float, _)| float.atom);
        let mut used: Vec<Atom> =
            self.numbers.iter().map(|(atom, _)| *atom).chain(floats).collect();
        // From the last one on: the first gap between them is the last place that is free.
        used.sort_by_key(|atom| std::cmp::Reverse(u64::from(atom.offset) + u64::from(atom.size)));
        let mut end = self.length;
        for atom in used {
            let behind = u64::from(atom.offset) + u64::from(atom.size);
            if behind < end {
                break;
            }
            end = end.min(atom.offset.into());
        }
        let place = end.checked_sub(1)?;
        let mut bytes = bits.bytes().to_vec();
        bytes[place as usize / 8] ^= 0x80 >> (place % 8);
        Some(Term::Bits(Bits::new(bytes, bits.bit_length())))
    }
}

fn write(bytes: &mut [u8], atom: Atom, number: &BigInt) {
    if atom.offset.is_multiple_of(8) && atom.size.is_multiple_of(8) && !number.is_negative() {
        return write_bytes(bytes, (atom.offset / 8) as usize, (atom.size / 8) as usize, number);
    }
    for place in 0..atom.size {
        let bit = atom.offset + place;
        let (index, mask) = ((bit / 8) as usize, 0x80u8 >> (bit % 8));
        let Some(byte) = bytes.get_mut(index) else { return };
        *byte =
            if number.bit(u64::from(atom.size - 1 - place)) { *byte | mask } else { *byte & !mask };
    }
}

/// The last bytes of a number that is not negative, behind as many zeros as it takes.
fn write_bytes(bytes: &mut [u8], first: usize, size: usize, number: &BigInt) {
    let digits = number.magnitude().to_bytes_le();
    let digits = digits.into_iter().chain(std::iter::repeat(0)).take(size);
    for (place, digit) in (first..first + size).rev().zip(digits) {
        if let Some(byte) = bytes.get_mut(place) {
            *byte = digit;
        }
    }
}

/// What some bits of a term are, if they are there.
pub fn number_at(term: Option<&Term>, atom: &Atom) -> Option<BigInt> {
    let Some(Term::Bits(bits)) = term else { return None };
    let end = atom.offset as usize + atom.size as usize;
    (end <= bits.bit_length())
        .then(|| symbolic::bits::number_of(bits, atom.offset as usize, atom.size as usize))
}

pub fn float_at(term: Option<&Term>, float: &FloatAt) -> Option<f64> {
    let bits = number_at(term, &float.atom)?.to_u64()?;
    let size = float.atom.size;
    let bits = if float.is_little { bits.swap_bytes() >> (64 - size) } else { bits };
    float_from_bits(bits, size as usize)
}

pub fn bit_length(term: Option<&Term>) -> Option<u64> {
    match term {
        Some(Term::Bits(bits)) => Some(bits.bit_length() as u64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::patience::Patience;
    use crate::shape::ShapeSolver;
    use crate::{Answer, Problem, Solver};
    use expect_test::{Expect, expect};
    use symbolic::{BitField, Comparison, Constraint, Expr, Shape, Symbol, Symbols};
    use term::{Term, atoms};
    use typing::Types;

    fn field(offset: u32, size: u32, flags: &str) -> Expr {
        let (is_signed, is_little) = (flags.contains('s'), flags.contains('l'));
        Expr::BitInteger(BitField { bits: Symbol(0), offset, size, is_signed, is_little })
    }

    /// Comparisons of expressions with numbers, all of which must hold.
    fn check(start: Term, asked: &[(Expr, Comparison, i64)], expect: Expect) {
        let mut symbols = Symbols::new();
        symbols.argument(0);
        let constraints: Vec<Constraint> = asked
            .iter()
            .map(|(expr, comparison, number)| {
                let (left, right) =
                    (symbols.intern(expr.clone()), symbols.constant(Term::Int(*number)));
                let compared = symbols.intern(Expr::Compare(*comparison, left, right));
                Constraint::is(compared, Shape::Literal(Term::Atom(atoms::true_)))
            })
            .collect();
        let environment = Types::new(Box::new(|_| None));
        let answer = ShapeSolver::native().solve(&Problem {
            symbols: &symbols,
            constraints: &constraints,
            start: &[start],
            types: &[],
            environment: &environment,
            patience: &Patience::endless(),
        });
        expect.assert_eq(&match answer {
            Answer::Sat(model) => model.arguments()[0].to_string(),
            Answer::Refuted(_) => "none".to_owned(),
            Answer::GaveUp(why) => why.to_string(),
        });
    }

    #[test]
    fn lengths_come_with_the_bits() {
        use Comparison::{Equal, GreaterOrEqual, Less};
        let empty = || Term::binary(&[]);
        let size = Expr::BitSize(Symbol(0));
        check(empty(), &[(size.clone(), GreaterOrEqual, 20)], expect!["<<0,0,0>>"]);
        check(empty(), &[(size.clone(), Equal, 12)], expect!["<<0,0:4>>"]);
        check(empty(), &[(field(16, 8, ""), Equal, 7)], expect!["<<0,0,7>>"]);
        let both = [(field(16, 8, ""), Equal, 7), (size.clone(), Less, 24)];
        check(empty(), &both, expect!["none"]);
    }

    #[test]
    fn fields_that_overlap_agree() {
        use Comparison::{Equal, Greater, Less, NotEqual};
        let start = || Term::binary(&[1, 2, 3, 4]);
        check(start(), &[(field(0, 16, "l"), Equal, 0x1234)], expect!["<<52,18,3,4>>"]);
        check(start(), &[(field(8, 8, "s"), Less, -100)], expect!["<<1,130,3,4>>"]);
        let overlapping = [(field(0, 12, ""), Equal, 0xABC), (field(8, 8, ""), Greater, 0xCC)];
        check(start(), &overlapping, expect!["<<171,205,3,4>>"]);
        let bytes = [(field(0, 16, ""), Equal, 0x1234), (field(0, 8, ""), NotEqual, 0x12)];
        check(start(), &bytes, expect!["none"]);
        let signs = [(field(0, 16, "sl"), Less, -30_000), (field(0, 8, ""), Equal, 5)];
        check(start(), &signs, expect!["<<5,130,3,4>>"]);
    }
}
