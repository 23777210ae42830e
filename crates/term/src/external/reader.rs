//! What comes next in these bytes? A cursor that is asked for what the caller expects, and reads
//! straight from the bytes.
//!
//! ```
//! use term::{Term, atoms, external::{self, Reader}};
//! let point = Term::tuple(vec![atoms::ok.into(), Term::string("ab"), 7.into()]);
//! let bytes = external::encode(&point);
//! let mut reader = Reader::new(&bytes)?;
//! assert_eq!(reader.tuple_header()?, 3);
//! assert_eq!(reader.atom()?, atoms::ok);
//! let length = reader.list_header()?;
//! let list: Vec<i64> = (0..length).map(|_| reader.integer()).collect::<Result<_, _>>()?;
//! reader.list_end()?;
//! assert_eq!((list, reader.integer()?), (vec![97, 98], 7));
//! reader.end()?;
//! # Ok::<(), term::external::Error>(())
//! ```

use super::atom_cache::AtomCache;
use super::{Error, LARGEST_TUPLE, LONGEST_ATOM, Problem, Result, VERSION, tag};
use crate::{Atom, Bits, Term};
use num_bigint::{BigInt, Sign};
use std::fmt;

/// A cursor over the bytes of one or more terms. After an error it is of no more use.
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    /// A list of small integers may be written as a string of bytes without tags. While we are in
    /// one, this is how many elements are left of it, plus one for the `[]` at its end, and zero
    /// otherwise. Each byte then counts as a small integer whose tag is left out.
    in_string: usize,
    /// How many more terms the headers read so far by [`Reader::term`] have announced. Each needs
    /// at least a byte, so an announcement that the rest of the bytes cannot keep is found at once.
    pub(super) announced: usize,
    atoms: AtomCache<'a>,
    /// The elements of tuples that are not complete yet, of one after those of another.
    pub(super) elements: Vec<Term>,
}

/// The type of the next term, as far as its tag shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Float,
    Atom,
    Tuple,
    Nil,
    List,
    Map,
    Bits,
    Fun,
    Pid,
    Port,
    Reference,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Integer => "an integer",
            Kind::Float => "a float",
            Kind::Atom => "an atom",
            Kind::Tuple => "a tuple",
            Kind::Nil => "the empty list",
            Kind::List => "a list",
            Kind::Map => "a map",
            Kind::Bits => "a binary",
            Kind::Fun => "a fun",
            Kind::Pid => "a pid",
            Kind::Port => "a port",
            Kind::Reference => "a reference",
        })
    }
}

impl<'a> Reader<'a> {
    /// A reader of a term with its version byte, which must not be compressed (see
    /// [`super::uncompress`]).
    pub fn new(bytes: &'a [u8]) -> Result<Reader<'a>> {
        let mut reader = Reader::without_version(bytes);
        match reader.byte()? {
            VERSION => Ok(reader),
            other => Err(Error { at: 0, problem: Problem::Version(other) }),
        }
    }

    /// A reader of terms that no version byte goes before.
    pub fn without_version(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            bytes,
            position: 0,
            in_string: 0,
            announced: 0,
            atoms: AtomCache::default(),
            elements: Vec::new(),
        }
    }

    /// How many bytes have been read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many bytes are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.position
    }

    /// Expects that nothing is left.
    pub fn end(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            rest => Err(self.error(Problem::TrailingBytes(rest))),
        }
    }

    /// The type of the next term, which is not read yet.
    pub fn peek(&self) -> Result<Kind> {
        let tag = match self.in_string {
            0 => *self.bytes.get(self.position).ok_or_else(|| self.error(Problem::Truncated))?,
            1 => tag::NIL,
            _ => tag::SMALL_INTEGER,
        };
        self.kind(tag)
    }

    /// The number of elements of a tuple; the elements come next.
    #[inline]
    pub fn tuple_header(&mut self) -> Result<usize> {
        match self.tag()? {
            tag::SMALL_TUPLE => Ok(self.byte()?.into()),
            tag::LARGE_TUPLE => self.large_tuple_length(),
            other => Err(self.unexpected("a tuple", other)),
        }
    }

    /// Expects a tuple of this many elements.
    #[inline]
    pub fn tuple_of(&mut self, expected: usize) -> Result<()> {
        let start = self.position;
        match self.tuple_header()? {
            found if found == expected => Ok(()),
            found => Err(Error { at: start, problem: Problem::Arity { expected, found } }),
        }
    }

    /// The number of elements of a list. The elements come next, and then its tail: see
    /// [`Reader::list_end`]. It is so for the empty list as well, and for lists that are written
    /// as strings.
    #[inline]
    pub fn list_header(&mut self) -> Result<usize> {
        match self.tag()? {
            tag::LIST => {
                let length = self.length()?;
                self.justified(length)
            }
            tag::NIL => {
                self.in_string = 1;
                Ok(0)
            }
            tag::STRING => {
                let length = usize::from(self.two_bytes()?);
                self.in_string = self.justified(length)? + 1;
                Ok(length)
            }
            other => Err(self.unexpected("a list", other)),
        }
    }

    /// Expects the tail of a proper list.
    #[inline]
    pub fn list_end(&mut self) -> Result<()> {
        match self.tag()? {
            tag::NIL => Ok(()),
            other => Err(self.unexpected("the end of a proper list", other)),
        }
    }

    /// The elements of a proper list, each read by a function.
    #[inline]
    pub fn list<T>(&mut self, mut element: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let length = self.list_header()?;
        // An element of ours may be larger than the byte that announces it.
        let mut elements = Vec::with_capacity(length.min(1024));
        for _ in 0..length {
            elements.push(element(self)?);
        }
        self.list_end()?;
        Ok(elements)
    }

    /// The number of pairs of a map; each key and its value come next.
    pub fn map_header(&mut self) -> Result<usize> {
        match self.tag()? {
            tag::MAP => {
                let length = self.length()?;
                self.justified(length.saturating_mul(2))?;
                Ok(length)
            }
            other => Err(self.unexpected("a map", other)),
        }
    }

    #[inline]
    pub fn atom(&mut self) -> Result<Atom> {
        let tag = self.tag()?;
        match self.atom_of(tag)? {
            Some(atom) => Ok(atom),
            None => Err(self.unexpected("an atom", tag)),
        }
    }

    /// An integer that fits in 64 bits.
    #[inline]
    pub fn integer(&mut self) -> Result<i64> {
        match self.tag()? {
            tag::SMALL_INTEGER => Ok(self.byte()?.into()),
            tag::INTEGER => Ok((self.four_bytes()? as i32).into()),
            tag @ (tag::SMALL_BIG | tag::LARGE_BIG) => {
                let start = self.position;
                let (sign, digits) = self.big_digits(tag)?;
                small_from_digits(sign, digits)
                    .ok_or(Error { at: start, problem: Problem::IntegerTooLarge })
            }
            other => Err(self.unexpected("an integer", other)),
        }
    }

    /// An integer of any size.
    pub fn big_integer(&mut self) -> Result<BigInt> {
        match self.tag()? {
            tag::SMALL_INTEGER => Ok(self.byte()?.into()),
            tag::INTEGER => Ok((self.four_bytes()? as i32).into()),
            tag @ (tag::SMALL_BIG | tag::LARGE_BIG) => {
                let (sign, digits) = self.big_digits(tag)?;
                Ok(BigInt::from_bytes_le(sign, digits))
            }
            other => Err(self.unexpected("an integer", other)),
        }
    }

    pub fn float(&mut self) -> Result<f64> {
        match self.tag()? {
            tag::NEW_FLOAT => self.new_float(),
            tag::FLOAT => self.old_float(),
            other => Err(self.unexpected("a float", other)),
        }
    }

    /// A binary of whole bytes.
    #[inline]
    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        match self.tag()? {
            tag::BINARY => {
                let length = self.length()?;
                self.take(length)
            }
            other => Err(self.unexpected("a binary", other)),
        }
    }

    /// A bitstring of any length.
    pub fn bits(&mut self) -> Result<Bits> {
        match self.tag()? {
            tag::BINARY => {
                let length = self.length()?;
                Ok(Bits::from(self.take(length)?))
            }
            tag::BIT_BINARY => self.bit_binary(),
            other => Err(self.unexpected("a bitstring", other)),
        }
    }

    /// Goes over one term. It is checked less than [`Reader::term`] checks it.
    pub fn skip(&mut self) -> Result<()> {
        // Terms nested in each other only add to how many are left.
        let mut left = 1usize;
        while left > 0 {
            left -= 1;
            left = left.saturating_add(self.skip_one()?);
        }
        Ok(())
    }

    /// Goes over one term but not over those in it, and says how many they are.
    fn skip_one(&mut self) -> Result<usize> {
        let tag = self.tag()?;
        let payload = match tag {
            tag::SMALL_INTEGER => 1,
            tag::INTEGER => 4,
            tag::NEW_FLOAT => 8,
            tag::FLOAT => 31,
            tag::NIL => 0,
            tag::SMALL_TUPLE => return Ok(self.byte()?.into()),
            tag::LARGE_TUPLE => return self.large_tuple_length(),
            tag::LIST => return Ok(self.length()?.saturating_add(1)),
            tag::MAP => return Ok(self.length()?.saturating_mul(2)),
            tag::EXPORT => return Ok(3),
            tag::STRING | tag::ATOM | tag::ATOM_UTF8 => self.two_bytes()?.into(),
            tag::SMALL_ATOM | tag::SMALL_ATOM_UTF8 => self.byte()?.into(),
            tag::BINARY => self.length()?,
            tag::BIT_BINARY => self.length()?.saturating_add(1),
            tag::SMALL_BIG => usize::from(self.byte()?) + 1,
            tag::LARGE_BIG => self.length()?.saturating_add(1),
            // The size counts its own four bytes.
            tag::NEW_FUN => self.length()?.saturating_sub(4),
            _ => {
                self.identity(tag)?;
                0
            }
        };
        self.take(payload)?;
        Ok(0)
    }

    // What follows is shared with the building of terms.

    #[cold]
    pub(super) fn error(&self, problem: Problem) -> Error {
        Error { at: self.position, problem }
    }

    #[cold]
    pub(super) fn unexpected(&self, expected: &'static str, tag: u8) -> Error {
        // The tag itself has been read.
        let at = self.position.saturating_sub(1);
        match self.kind(tag) {
            Ok(found) => Error { at, problem: Problem::Unexpected { expected, found } },
            Err(Error { problem, .. }) => Error { at, problem },
        }
    }

    fn kind(&self, tag: u8) -> Result<Kind> {
        Ok(match tag {
            tag::SMALL_INTEGER | tag::INTEGER | tag::SMALL_BIG | tag::LARGE_BIG => Kind::Integer,
            tag::NEW_FLOAT | tag::FLOAT => Kind::Float,
            tag::ATOM | tag::SMALL_ATOM | tag::ATOM_UTF8 | tag::SMALL_ATOM_UTF8 => Kind::Atom,
            tag::SMALL_TUPLE | tag::LARGE_TUPLE => Kind::Tuple,
            tag::NIL => Kind::Nil,
            tag::LIST | tag::STRING => Kind::List,
            tag::MAP => Kind::Map,
            tag::BINARY | tag::BIT_BINARY => Kind::Bits,
            tag::NEW_FUN | tag::EXPORT => Kind::Fun,
            tag::PID | tag::NEW_PID => Kind::Pid,
            tag::PORT | tag::NEW_PORT | tag::V4_PORT => Kind::Port,
            tag::REFERENCE | tag::NEW_REFERENCE | tag::NEWER_REFERENCE => Kind::Reference,
            tag::LOCAL => return Err(self.error(Problem::Local)),
            other => return Err(self.error(Problem::UnknownTag(other))),
        })
    }

    /// The tag of the next term, which is the one left out if we are in a string.
    #[inline]
    pub(super) fn tag(&mut self) -> Result<u8> {
        if self.in_string == 0 {
            return self.byte();
        }
        self.in_string -= 1;
        Ok(if self.in_string == 0 { tag::NIL } else { tag::SMALL_INTEGER })
    }

    #[inline]
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        match self.bytes[self.position..].split_at_checked(count) {
            Some((taken, _)) => {
                self.position += count;
                Ok(taken)
            }
            None => Err(self.error(Problem::Truncated)),
        }
    }

    #[inline]
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes[self.position..].first_chunk() {
            Some(chunk) => {
                self.position += N;
                Ok(*chunk)
            }
            None => Err(self.error(Problem::Truncated)),
        }
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8> {
        match self.bytes.get(self.position) {
            Some(&byte) => {
                self.position += 1;
                Ok(byte)
            }
            None => Err(self.error(Problem::Truncated)),
        }
    }

    #[inline]
    pub(super) fn two_bytes(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    #[inline]
    pub(super) fn four_bytes(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    #[inline]
    pub(super) fn length(&mut self) -> Result<usize> {
        Ok(self.four_bytes()? as usize)
    }

    /// A number of elements, each of which takes at least a byte.
    #[inline]
    pub(super) fn justified(&self, count: usize) -> Result<usize> {
        if count <= self.remaining() { Ok(count) } else { Err(self.error(Problem::Truncated)) }
    }

    pub(super) fn large_tuple_length(&mut self) -> Result<usize> {
        let length = self.length()?;
        if length > LARGEST_TUPLE {
            return Err(self.error(Problem::TupleTooLarge(length)));
        }
        self.justified(length)
    }

    /// The atom, if this is the tag of one.
    #[inline]
    pub(super) fn atom_of(&mut self, tag: u8) -> Result<Option<Atom>> {
        let (length, utf8) = match tag {
            tag::SMALL_ATOM_UTF8 => (self.byte()?.into(), true),
            tag::ATOM_UTF8 => (self.two_bytes()?.into(), true),
            tag::SMALL_ATOM => (self.byte()?.into(), false),
            tag::ATOM => (self.two_bytes()?.into(), false),
            _ => return Ok(None),
        };
        let name = self.take(length)?;
        if !utf8 && !name.is_ascii() {
            return self.latin1_atom(name).map(Some);
        }
        if let Some(atom) = self.atoms.get(name) {
            return Ok(Some(atom));
        }
        self.new_atom(name).map(Some)
    }

    #[cold]
    fn new_atom(&mut self, name: &'a [u8]) -> Result<Atom> {
        let text = std::str::from_utf8(name).map_err(|_| self.error(Problem::AtomNotUtf8))?;
        if name.len() > LONGEST_ATOM && text.chars().count() > LONGEST_ATOM {
            return Err(self.error(Problem::AtomTooLong));
        }
        let atom = Atom::new(text);
        self.atoms.insert(name, atom);
        Ok(atom)
    }

    #[cold]
    fn latin1_atom(&mut self, name: &[u8]) -> Result<Atom> {
        if name.len() > LONGEST_ATOM {
            return Err(self.error(Problem::AtomTooLong));
        }
        let text: String = name.iter().map(|&byte| char::from(byte)).collect();
        Ok(Atom::new(&text))
    }

    pub(super) fn big_digits(&mut self, tag: u8) -> Result<(Sign, &'a [u8])> {
        let length = if tag == tag::SMALL_BIG { self.byte()?.into() } else { self.length()? };
        let sign = if self.byte()? == 0 { Sign::Plus } else { Sign::Minus };
        Ok((sign, self.take(length)?))
    }

    pub(super) fn new_float(&mut self) -> Result<f64> {
        let float = f64::from_be_bytes(self.array()?);
        if float.is_finite() { Ok(float) } else { Err(self.error(Problem::BadFloat)) }
    }

    /// A float as text, filled up with zero bytes.
    pub(super) fn old_float(&mut self) -> Result<f64> {
        let text = self.take(31)?;
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
        let digits = text[..end].trim_ascii();
        let plain = digits.iter().all(|byte| b"0123456789+-.eE".contains(byte));
        let float = std::str::from_utf8(digits).ok().filter(|_| plain);
        match float.and_then(|text| text.parse::<f64>().ok()) {
            Some(float) if float.is_finite() => Ok(float),
            _ => Err(self.error(Problem::BadFloat)),
        }
    }

    pub(super) fn bit_binary(&mut self) -> Result<Bits> {
        let length = self.length()?;
        let used = self.byte()?;
        if used > 8 || (used == 0) != (length == 0) {
            return Err(self.error(Problem::BadTrailingBits(used)));
        }
        let bytes = self.take(length)?;
        let bit_length = if length == 0 { 0 } else { (length - 1) * 8 + usize::from(used) };
        Ok(Bits::new(bytes.to_vec(), bit_length))
    }
}

/// The integer of these digits, least significant first, if it fits.
pub(super) fn small_from_digits(sign: Sign, digits: &[u8]) -> Option<i64> {
    let significant = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
    let mut padded = [0; 8];
    padded.get_mut(..significant)?.copy_from_slice(&digits[..significant]);
    let magnitude = u64::from_le_bytes(padded);
    if sign == Sign::Minus {
        0i64.checked_sub_unsigned(magnitude)
    } else {
        magnitude.try_into().ok()
    }
}
