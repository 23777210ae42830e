//! Which term do these bytes mean?

use super::reader::small_from_digits;
use super::{Error, Problem, Reader, Result, VERSION, tag};
use crate::nesting::deeper;
use crate::order::compare_exact;
use crate::{Atom, Bits, Closure, Map, Pid, Port, Reference, Term};
use flate2::read::ZlibDecoder;
use num_bigint::BigInt;
use std::borrow::Cow;
use std::io::Read;

/// How many bytes [`decode`] is willing to uncompress.
pub const DEFAULT_LIMIT: usize = 1 << 30;

/// zlib cannot make data larger than this when it uncompresses it.
const HIGHEST_COMPRESSION: usize = 1040;

/// The term that all of the bytes are.
pub fn decode(bytes: &[u8]) -> Result<Term> {
    decode_limited(bytes, DEFAULT_LIMIT)
}

/// As [`decode`], with another limit on the size of uncompressed data.
pub fn decode_limited(bytes: &[u8], limit: usize) -> Result<Term> {
    let plain = uncompress(bytes, limit)?;
    let mut reader = Reader::new(&plain)?;
    let term = reader.term()?;
    reader.end()?;
    Ok(term)
}

/// The term that the bytes begin with, and how many of them it takes. It must not be compressed.
pub fn decode_prefix(bytes: &[u8]) -> Result<(Term, usize)> {
    let mut reader = Reader::new(bytes)?;
    let term = reader.term()?;
    Ok((term, reader.position()))
}

/// How many bytes the term takes without compression, as it says itself; `None` if it is not compressed.
pub fn uncompressed_size(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [VERSION, tag::COMPRESSED, a, b, c, d, ..] => {
            Some(u32::from_be_bytes([*a, *b, *c, *d]) as usize)
        }
        _ => None,
    }
}

/// The same term without compression, with its version byte: what a [`Reader`] wants.
pub fn uncompress(bytes: &[u8], limit: usize) -> Result<Cow<'_, [u8]>> {
    let [VERSION, tag::COMPRESSED, size @ ..] = bytes else {
        return Ok(Cow::Borrowed(bytes));
    };
    let problem = |problem| Error { at: 2, problem };
    let Some((size, data)) = size.split_first_chunk() else {
        return Err(problem(Problem::Truncated));
    };
    let claimed = u32::from_be_bytes(*size) as usize;
    let limit = limit.min(data.len().saturating_mul(HIGHEST_COMPRESSION));
    if claimed > limit {
        return Err(problem(Problem::TooLarge { claimed, limit }));
    }
    let mut plain = vec![VERSION];
    // One more byte than was claimed shows that there are more.
    let mut decoder = ZlibDecoder::new(data).take(claimed as u64 + 1);
    match decoder.read_to_end(&mut plain) {
        Err(error) => Err(problem(Problem::BadCompression(error.to_string()))),
        Ok(read) if read != claimed => {
            let message = format!("{claimed} bytes announced, and not the same number found");
            Err(problem(Problem::BadCompression(message)))
        }
        Ok(_) => Ok(Cow::Owned(plain)),
    }
}

impl Reader<'_> {
    /// One whole term.
    #[inline]
    pub fn term(&mut self) -> Result<Term> {
        let tag = self.tag()?;
        self.term_of(tag)
    }

    /// The rest of the term that begins with this tag.
    #[inline]
    fn term_of(&mut self, tag: u8) -> Result<Term> {
        Ok(match tag {
            tag::SMALL_INTEGER => Term::Int(self.byte()?.into()),
            tag::INTEGER => Term::Int((self.four_bytes()? as i32).into()),
            tag::NIL => Term::Nil,
            tag::SMALL_ATOM_UTF8 | tag::ATOM_UTF8 | tag::SMALL_ATOM | tag::ATOM => {
                Term::Atom(self.atom_of(tag)?.expect("the tag is an atom's"))
            }
            tag::SMALL_TUPLE => {
                let length = self.byte()?.into();
                deeper(|| self.tuple(length))?
            }
            tag::LIST => deeper(|| self.cons())?,
            _ => self.rarer_term(tag)?,
        })
    }

    fn rarer_term(&mut self, tag: u8) -> Result<Term> {
        Ok(match tag {
            tag::LARGE_TUPLE => {
                let length = self.large_tuple_length()?;
                deeper(|| self.tuple(length))?
            }
            tag::STRING => {
                let length = self.two_bytes()?.into();
                let bytes = self.take(length)?;
                Term::list(bytes.iter().map(|&byte| byte.into()).collect())
            }
            tag::BINARY => {
                let length = self.length()?;
                Bits::from(self.take(length)?).into()
            }
            tag::BIT_BINARY => self.bit_binary()?.into(),
            tag::SMALL_BIG | tag::LARGE_BIG => self.big(tag)?,
            tag::NEW_FLOAT => Term::Float(self.new_float()?),
            tag::FLOAT => Term::Float(self.old_float()?),
            tag::MAP => deeper(|| self.map())?,
            tag::NEW_FUN => deeper(|| self.closure())?,
            tag::EXPORT => self.external_fun()?,
            _ => self.identity(tag)?,
        })
    }

    /// Takes note of so many terms to come, if what is left can hold them besides all that were
    /// announced before.
    fn announce(&mut self, count: usize) -> Result<()> {
        let announced = self.announced.saturating_add(count);
        if announced > self.remaining() {
            return Err(self.error(Problem::Truncated));
        }
        self.announced = announced;
        Ok(())
    }

    fn announced_term(&mut self) -> Result<Term> {
        self.announced -= 1;
        self.term()
    }

    fn append_terms(&mut self, count: usize, terms: &mut Vec<Term>) -> Result<()> {
        self.announce(count)?;
        terms.reserve(count);
        for _ in 0..count {
            terms.push(self.announced_term()?);
        }
        Ok(())
    }

    fn tuple(&mut self, length: usize) -> Result<Term> {
        self.announce(length)?;
        let start = self.elements.len();
        for _ in 0..length {
            let element = self.announced_term()?;
            self.elements.push(element);
        }
        Ok(Term::Tuple(self.elements.drain(start..).collect()))
    }

    /// A list, whose tail may be written as a list again.
    fn cons(&mut self) -> Result<Term> {
        let mut elements = Vec::new();
        loop {
            let length = self.length()?;
            self.append_terms(length, &mut elements)?;
            match self.tag()? {
                tag::NIL => return Ok(Term::list(elements)),
                tag::LIST => {}
                other => {
                    let tail = self.term_of(other)?;
                    return Ok(Term::list_with_tail(elements, tail));
                }
            }
        }
    }

    fn map(&mut self) -> Result<Term> {
        let start = self.position();
        let length = self.length()?;
        self.announce(length.saturating_mul(2))?;
        let mut pairs = Vec::with_capacity(length);
        for _ in 0..length {
            pairs.push((self.announced_term()?, self.announced_term()?));
        }
        if !pairs.is_sorted_by(|a: &(Term, Term), b| compare_exact(&a.0, &b.0).is_lt()) {
            pairs.sort_by(|a, b| compare_exact(&a.0, &b.0));
            if pairs.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return Err(Error { at: start, problem: Problem::DuplicateKey });
            }
        }
        Ok(Map::from_sorted(pairs).into())
    }

    fn big(&mut self, tag: u8) -> Result<Term> {
        let (sign, digits) = self.big_digits(tag)?;
        Ok(match small_from_digits(sign, digits) {
            Some(small) => Term::Int(small),
            None => Term::integer(BigInt::from_bytes_le(sign, digits)),
        })
    }

    fn external_fun(&mut self) -> Result<Term> {
        let (module, function) = (self.atom()?, self.atom()?);
        Ok(Term::external_fun(module, function, self.arity()?))
    }

    fn arity(&mut self) -> Result<u8> {
        match self.tag()? {
            tag::SMALL_INTEGER => self.byte(),
            other => Err(self.unexpected("the arity of a fun", other)),
        }
    }

    fn closure(&mut self) -> Result<Term> {
        let start = self.position();
        let size = self.length()?;
        let arity = self.byte()?;
        let unique = self.array()?;
        let index = self.four_bytes()?;
        let free_count = self.length()?;
        let module = self.atom()?;
        let old_index = u32::try_from(self.integer()?);
        let old_index = old_index.map_err(|_| self.error(Problem::IntegerTooLarge))?;
        let old_unique = self.integer()?;
        let creator = match self.tag()? {
            tag @ (tag::PID | tag::NEW_PID) => self.identity(tag)?,
            other => return Err(self.unexpected("the pid of a fun's creator", other)),
        };
        let mut free = Vec::new();
        self.append_terms(free_count, &mut free)?;
        if self.position() - start != size {
            return Err(Error { at: start, problem: Problem::BadFunSize });
        }
        let closure =
            Closure { module, arity, index, unique, old_index, old_unique, creator, free };
        Ok(closure.into())
    }

    /// A pid, port or reference: the terms that begin with the name of a node.
    pub(super) fn identity(&mut self, tag: u8) -> Result<Term> {
        Ok(match tag {
            tag::PID | tag::NEW_PID => {
                let node = self.atom()?;
                let (id, serial) = (self.four_bytes()?, self.four_bytes()?);
                Pid { node, id, serial, creation: self.creation(tag == tag::NEW_PID)? }.into()
            }
            tag::PORT | tag::NEW_PORT => {
                let node = self.atom()?;
                let id = self.four_bytes()?.into();
                Port { node, id, creation: self.creation(tag == tag::NEW_PORT)? }.into()
            }
            tag::V4_PORT => {
                let node = self.atom()?;
                let id = u64::from_be_bytes(self.array()?);
                Port { node, id, creation: self.creation(true)? }.into()
            }
            tag::REFERENCE => {
                let node = self.atom()?;
                let ids = vec![self.four_bytes()?];
                Reference { node, ids, creation: self.creation(false)? }.into()
            }
            tag::NEW_REFERENCE | tag::NEWER_REFERENCE => self.reference(tag)?,
            other => return Err(self.unexpected("a term", other)),
        })
    }

    fn reference(&mut self, tag: u8) -> Result<Term> {
        let words = self.two_bytes()?;
        if !(1..=5).contains(&words) {
            return Err(self.error(Problem::BadReference(words)));
        }
        let node: Atom = self.atom()?;
        let creation = self.creation(tag == tag::NEWER_REFERENCE)?;
        let ids = (0..words).map(|_| self.four_bytes()).collect::<Result<_>>()?;
        Ok(Reference { node, creation, ids }.into())
    }

    fn creation(&mut self, wide: bool) -> Result<u32> {
        if wide { self.four_bytes() } else { Ok(self.byte()?.into()) }
    }
}
