//! Which bits does a segment of `<<…>>` stand for?

use crate::{Bits, Term};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// More than anyone writes down as text; the limit keeps a size with a typing error from using up
/// all memory.
const MOST_BITS: usize = 1 << 33;

/// What is behind the value of a segment: `:Size/Type-Sign-Order-unit:Unit`.
#[derive(Default, Clone, Copy)]
pub(super) struct Specification {
    pub size: Option<usize>,
    pub unit: Option<usize>,
    kind: Option<SegmentKind>,
    /// Makes no difference to what is built.
    signed: Option<bool>,
    little: Option<bool>,
}

#[derive(Clone, Copy, PartialEq)]
enum SegmentKind {
    Integer,
    Float,
    Binary,
    Bitstring,
    Utf8,
    Utf16,
    Utf32,
}

pub(super) enum Segment {
    Term(Term, Specification),
    Text(String, Specification),
}

type Built<T> = Result<T, String>;

impl Specification {
    /// Adds one of the words that may follow a `/`.
    pub fn add(&mut self, word: &str) -> Built<()> {
        match word {
            "integer" => set(&mut self.kind, SegmentKind::Integer),
            "float" => set(&mut self.kind, SegmentKind::Float),
            "binary" | "bytes" => set(&mut self.kind, SegmentKind::Binary),
            "bitstring" | "bits" => set(&mut self.kind, SegmentKind::Bitstring),
            "utf8" => set(&mut self.kind, SegmentKind::Utf8),
            "utf16" => set(&mut self.kind, SegmentKind::Utf16),
            "utf32" => set(&mut self.kind, SegmentKind::Utf32),
            "signed" => set(&mut self.signed, true),
            "unsigned" => set(&mut self.signed, false),
            "big" => set(&mut self.little, false),
            "little" => set(&mut self.little, true),
            "native" => set(&mut self.little, cfg!(target_endian = "little")),
            other => Err(format!("`{other}` is no type of segments")),
        }
    }

    fn is_little(&self) -> bool {
        self.little == Some(true)
    }

    /// The number of bits, if it is given or the type has one by itself.
    fn bits(&self, default_size: Option<usize>, default_unit: usize) -> Built<Option<usize>> {
        let unit = self.unit.unwrap_or(default_unit);
        if !(1..=256).contains(&unit) {
            return Err("a unit is from 1 to 256".to_owned());
        }
        if self.unit.is_some() && self.size.is_none() && default_size.is_some() {
            return Err("a unit is of use only after a size".to_owned());
        }
        let Some(size) = self.size.or(default_size) else { return Ok(None) };
        match size.checked_mul(unit).filter(|&bits| bits <= MOST_BITS) {
            Some(bits) => Ok(Some(bits)),
            None => Err("a segment this large is not for a text".to_owned()),
        }
    }
}

/// The same may be said twice, but not different things.
fn set<T: PartialEq>(place: &mut Option<T>, value: T) -> Built<()> {
    match place {
        Some(before) if *before != value => Err("two types that exclude each other".to_owned()),
        _ => {
            *place = Some(value);
            Ok(())
        }
    }
}

/// Bits that grow from left to right.
#[derive(Default)]
pub(super) struct Builder {
    bytes: Vec<u8>,
    bit_length: usize,
}

impl Builder {
    pub fn finish(self) -> Bits {
        Bits::new(self.bytes, self.bit_length)
    }

    pub fn append(&mut self, segment: &Segment) -> Built<()> {
        match segment {
            Segment::Term(term, specification) => self.append_term(term, *specification),
            Segment::Text(text, specification) => {
                // A string stands for a segment per character.
                text.chars().try_for_each(|character| {
                    self.append_term(&Term::from(u32::from(character)), *specification)
                })
            }
        }
    }

    fn append_term(&mut self, term: &Term, specification: Specification) -> Built<()> {
        match specification.kind.unwrap_or(SegmentKind::Integer) {
            SegmentKind::Integer => self.append_integer(term, specification),
            SegmentKind::Float => self.append_float(term, specification),
            SegmentKind::Binary => self.append_part(term, specification, 8),
            SegmentKind::Bitstring => self.append_part(term, specification, 1),
            kind => self.append_character(term, kind, specification),
        }
    }

    fn append_integer(&mut self, term: &Term, specification: Specification) -> Built<()> {
        let Some(integer) = term.to_big_int() else {
            return Err(format!("expected an integer, found {term}"));
        };
        let bits = specification.bits(Some(8), 1)?.expect("an integer has a size");
        let bytes = big_endian(&integer, bits);
        if specification.is_little() {
            self.push_little(&bytes, bits)
        } else {
            self.push_last(&bytes, bits)
        }
        Ok(())
    }

    fn append_float(&mut self, term: &Term, specification: Specification) -> Built<()> {
        let float = match term {
            Term::Float(float) => Some(*float),
            Term::Int(_) | Term::BigInt(_) => term.to_big_int().and_then(|big| big.to_f64()),
            _ => None,
        };
        let Some(float) = float.filter(|float| float.is_finite()) else {
            return Err(format!("expected a number that a float can be, found {term}"));
        };
        let bits = specification.bits(Some(64), 1)?.expect("a float has a size");
        let bytes = match bits {
            64 => Some(float.to_be_bytes().to_vec()),
            32 => Some(float as f32).filter(|f| f.is_finite()).map(|f| f.to_be_bytes().to_vec()),
            16 => half_float(float).map(|half| half.to_be_bytes().to_vec()),
            _ => return Err("a float has 16, 32 or 64 bits".to_owned()),
        };
        // OTP's evaluator makes an infinity of it, and its compiled code fails.
        let Some(mut bytes) = bytes else {
            return Err(format!("{term} is too large for a float of {bits} bits"));
        };
        if specification.is_little() {
            bytes.reverse();
        }
        self.push_last(&bytes, bits);
        Ok(())
    }

    fn append_part(&mut self, term: &Term, specification: Specification, unit: usize) -> Built<()> {
        let Some(part) = term.as_bits() else {
            return Err(format!("expected a binary, found {term}"));
        };
        let bits = specification.bits(None, unit)?.unwrap_or(part.bit_length());
        let whole_units = specification.size.is_some()
            || part.bit_length().is_multiple_of(specification.unit.unwrap_or(unit));
        if bits > part.bit_length() || !whole_units {
            return Err(format!("{term} has not the bits that are asked for"));
        }
        self.push_first(part.bytes(), bits);
        Ok(())
    }

    fn append_character(
        &mut self,
        term: &Term,
        kind: SegmentKind,
        specification: Specification,
    ) -> Built<()> {
        if specification.size.is_some() || specification.unit.is_some() {
            return Err("characters have no size of their own".to_owned());
        }
        let code = term.as_i64().and_then(|code| u32::try_from(code).ok());
        let Some(character) = code.and_then(char::from_u32) else {
            return Err(format!("expected the number of a character, found {term}"));
        };
        let mut units = [0; 2];
        let little = specification.is_little();
        let bytes: Vec<u8> = match kind {
            SegmentKind::Utf8 => character.to_string().into_bytes(),
            SegmentKind::Utf16 => {
                let encoded = character.encode_utf16(&mut units).iter();
                encoded
                    .flat_map(|&unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() })
                    .collect()
            }
            _ if little => u32::from(character).to_le_bytes().to_vec(),
            _ => u32::from(character).to_be_bytes().to_vec(),
        };
        self.push_first(&bytes, bytes.len() * 8);
        Ok(())
    }

    /// The first bits of some bytes.
    fn push_first(&mut self, bytes: &[u8], bits: usize) {
        let shift = self.bit_length % 8;
        let whole = bits.div_ceil(8);
        for &byte in &bytes[..whole] {
            if shift == 0 {
                self.bytes.push(byte);
            } else {
                *self.bytes.last_mut().expect("some bits are in it") |= byte >> shift;
                self.bytes.push(byte << (8 - shift));
            }
        }
        self.bit_length += bits;
        // The last byte may have brought bits that do not count.
        self.bytes.truncate(self.bit_length.div_ceil(8));
        let unused = self.bytes.len() * 8 - self.bit_length;
        if let Some(last) = self.bytes.last_mut() {
            *last &= 0xFF << unused;
        }
    }

    /// The last bits of some bytes.
    fn push_last(&mut self, bytes: &[u8], bits: usize) {
        let (whole, rest) = (bits / 8, bits % 8);
        let tail = &bytes[bytes.len() - whole..];
        if rest > 0 {
            self.push_first(&[bytes[bytes.len() - whole - 1] << (8 - rest)], rest);
        }
        self.push_first(tail, whole * 8);
    }

    /// The last bits of some bytes, with the bytes in the other order. What is no whole byte is the
    /// most significant part, and comes last.
    fn push_little(&mut self, bytes: &[u8], bits: usize) {
        let (whole, rest) = (bits / 8, bits % 8);
        let tail: Vec<u8> = bytes.iter().rev().take(whole).copied().collect();
        self.push_first(&tail, whole * 8);
        if rest > 0 {
            self.push_first(&[bytes[bytes.len() - whole - 1] << (8 - rest)], rest);
        }
    }
}

/// The last bits of an integer in two's complement, in just enough bytes.
fn big_endian(integer: &BigInt, bits: usize) -> Vec<u8> {
    let digits = integer.to_signed_bytes_be();
    let filler = if integer.sign() == num_bigint::Sign::Minus { 0xFF } else { 0 };
    let length = bits.div_ceil(8);
    let mut bytes = vec![filler; length.saturating_sub(digits.len())];
    bytes.extend(&digits[digits.len().saturating_sub(length)..]);
    bytes
}

/// The nearest float of 16 bits, if it is not infinite.
fn half_float(float: f64) -> Option<u16> {
    let sign = if float.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = float.abs();
    // The distance between two neighbours is a power of two, and 2^-24 at the least.
    let exponent = (magnitude.log2().floor() as i32).clamp(-14, 16);
    let steps = (magnitude / 2f64.powi(exponent - 10)).round_ties_even() as u32;
    // A carry out of the fraction makes the exponent one larger, which is just right.
    let encoded = if steps < 1024 { steps } else { ((exponent + 14) as u32) * 1024 + steps };
    (encoded < 0x7C00).then_some(sign | encoded as u16)
}
