//! What text is character data whose binaries are UTF-16 or UTF-32?
//!
//! This follows the converter that OTP has in Erlang (`unicode:characters_to_binary_int/2`, to which
//! the built-in hands over), since what is left after an error tells how it was found.

use super::unicode::{Conversion, Stop};
use crate::bits::encoding::{decode_utf16, is_character};
use crate::exception::Raise;
use crate::heap::Heap;
use crate::value::Value;
use term::atoms;

#[derive(Clone, Copy)]
struct WideEncoding {
    /// 2 for UTF-16, 4 for UTF-32.
    unit: usize,
    is_little: bool,
}

/// Binaries are converted in pieces of this many bytes.
const PIECE: usize = 8192;

/// The first bytes of a character, and how many are missing.
struct Begun {
    bytes: Vec<u8>,
    missing: usize,
}

fn encoding(heap: &Heap, value: Value) -> Option<WideEncoding> {
    let (name, is_little) = match heap.as_tuple(value) {
        Some(&[name, endianness]) => match endianness.as_atom()? {
            atoms::big => (name, false),
            atoms::little => (name, true),
            _ => return None,
        },
        Some(_) => return None,
        None => (value, false),
    };
    match name.as_atom()? {
        atoms::utf16 => Some(WideEncoding { unit: 2, is_little }),
        atoms::utf32 => Some(WideEncoding { unit: 4, is_little }),
        _ => None,
    }
}

pub fn convert(heap: &mut Heap, data: Value, name: Value) -> Result<Conversion, Raise> {
    let encoding = encoding(heap, name).ok_or_else(Raise::badarg)?;
    let waiting = Vec::new();
    let mut walk = WideWalk { heap, encoding, waiting, text: String::new(), begun: None };
    let error = walk.run(data)?;
    let stop = match (error, walk.begun) {
        (Some(left), _) => Some(Stop::Error(left)),
        (None, Some(begun)) => Some(Stop::Incomplete(begun.bytes)),
        (None, None) => None,
    };
    Ok(Conversion { text: walk.text, stop })
}

struct WideWalk<'heap> {
    heap: &'heap mut Heap,
    encoding: WideEncoding,
    /// What comes behind the lists that we are in.
    waiting: Vec<Value>,
    text: String,
    begun: Option<Begun>,
}

/// What to go on with in the list that we are in, or what is left of it after an error.
type WideStep = Result<Value, Value>;

impl WideWalk<'_> {
    /// Converts all there is; returns what is left after an error.
    fn run(&mut self, data: Value) -> Result<Option<Value>, Raise> {
        let mut rest = data;
        loop {
            self.heap.work.pay(1);
            if self.text.len() == self.text.capacity() {
                self.heap.allow(2 * self.text.len());
            }
            if rest.is_nil() {
                match self.waiting.pop() {
                    Some(tail) => rest = tail,
                    None => return Ok(None),
                }
                continue;
            }
            if rest.is_cons() {
                let head = self.heap.head(rest);
                if head.is_cons() || head.is_nil() {
                    self.waiting.push(self.heap.tail(rest));
                    rest = head;
                    continue;
                }
            }
            match self.step(rest)? {
                Ok(next) => rest = next,
                Err(left) => return Ok(Some(self.with_waiting(left))),
            }
        }
    }

    fn with_waiting(&mut self, left: Value) -> Value {
        let heap = &mut *self.heap;
        self.waiting.drain(..).rev().fold(left, |left, tail| heap.cons(left, tail))
    }

    /// One element of a list, or a binary at the end of one.
    fn step(&mut self, rest: Value) -> Result<WideStep, Raise> {
        if !rest.is_cons() {
            return self.last_binary(rest);
        }
        let (head, tail) = (self.heap.head(rest), self.heap.tail(rest));
        if self.heap.is_integer(head) {
            return Ok(self.integer(head, rest));
        }
        let bytes = self.heap.owned_binary(head).ok_or_else(Raise::badarg)?;
        match self.begun.take() {
            Some(begun) if bytes.len() >= begun.missing => {
                let (fill, trailing) = bytes.split_at(begun.missing);
                let whole = self.heap.binary_from_vec([&begun.bytes, fill].concat());
                let trailing = self.heap.binary(trailing);
                Ok(Ok(self.heap.list_with_tail(&[whole, trailing], tail)))
            }
            Some(begun) => {
                self.begun = Some(begun.and(&bytes));
                Ok(Ok(tail))
            }
            None if bytes.len() > PIECE => Ok(Ok(self.in_pieces(&bytes, tail))),
            None => Ok(match self.decode(&bytes) {
                Ok(()) => Ok(tail),
                Err(left) => Err(self.heap.cons(left, tail)),
            }),
        }
    }

    /// A binary that is there instead of `[]`.
    fn last_binary(&mut self, rest: Value) -> Result<WideStep, Raise> {
        let bytes = self.heap.owned_binary(rest).ok_or_else(Raise::badarg)?;
        Ok(match self.begun.take() {
            Some(begun) if bytes.len() >= begun.missing => {
                let begun = self.heap.binary_from_vec(begun.bytes);
                Ok(self.heap.list(&[begun, rest]))
            }
            Some(begun) => {
                self.begun = Some(begun.and(&bytes));
                Ok(Value::NIL)
            }
            None if bytes.len() > PIECE => Ok(self.in_pieces(&bytes, Value::NIL)),
            None => self.decode(&bytes).map(|()| Value::NIL),
        })
    }

    fn in_pieces(&mut self, bytes: &[u8], tail: Value) -> Value {
        let (first, others) = bytes.split_at(PIECE);
        let pieces = [self.heap.binary(first), self.heap.binary(others)];
        self.heap.list_with_tail(&pieces, tail)
    }

    fn integer(&mut self, number: Value, rest: Value) -> WideStep {
        let tail = self.heap.tail(rest);
        if let Some(begun) = self.begun.take() {
            let begun = self.heap.binary_from_vec(begun.bytes);
            return Err(self.heap.cons(begun, rest));
        }
        let code_point = number.as_small().and_then(|number| u32::try_from(number).ok());
        match code_point.and_then(char::from_u32) {
            Some(character) => {
                self.text.push(character);
                Ok(tail)
            }
            None => {
                let wrong = self.heap.list(&[number]);
                Err(self.heap.cons(wrong, tail))
            }
        }
    }

    /// Converts a binary; returns what is left of it after an error.
    fn decode(&mut self, bytes: &[u8]) -> Result<(), Value> {
        let mut rest = bytes;
        while let Some((character, length)) = self.encoding.character(rest) {
            self.text.push(character);
            rest = &rest[length..];
        }
        if rest.is_empty() {
            return Ok(());
        }
        match self.encoding.missing(rest) {
            Some(missing) => {
                self.begun = Some(Begun { bytes: rest.to_vec(), missing });
                Ok(())
            }
            None => Err(self.heap.binary(rest)),
        }
    }
}

impl Begun {
    fn and(mut self, bytes: &[u8]) -> Begun {
        self.bytes.extend_from_slice(bytes);
        self.missing -= bytes.len();
        self
    }
}

impl WideEncoding {
    fn number(self, bytes: &[u8]) -> u32 {
        let add = |number, &byte: &u8| (number << 8) | u32::from(byte);
        if self.is_little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) }
    }

    /// The first character, and how many bytes it has.
    fn character(self, bytes: &[u8]) -> Option<(char, usize)> {
        let unit = |index: usize| {
            let range = index * self.unit..(index + 1) * self.unit;
            bytes.get(range).map(|bytes| self.number(bytes))
        };
        let first = unit(0)?;
        let (code_point, units) = if self.unit == 4 {
            is_character(first).then_some((first, 1))?
        } else {
            decode_utf16(first as u16, unit(1).map(|second| second as u16))?
        };
        Some((char::from_u32(code_point)?, units * self.unit))
    }

    /// How many bytes are missing to a character that begins like this.
    fn missing(self, bytes: &[u8]) -> Option<usize> {
        let is_high = |byte: u8| byte >> 2 == 0b11_0110;
        let is_low = |byte: u8| byte >> 2 == 0b11_0111;
        // The two highest bytes of a UTF-32 character that count.
        let is_wide =
            |upper: u8, middle: u8| upper <= 16 && (upper > 0 || middle <= 215 || middle >= 224);
        match (self.unit, self.is_little, bytes) {
            (2, false, [0..=215 | 224.., ..]) if bytes.len() == 1 => Some(1),
            (2, false, [first]) if is_high(*first) => Some(3),
            (2, false, [first, _]) if is_high(*first) => Some(2),
            (2, false, [first, _, third]) if is_high(*first) && is_low(*third) => Some(1),
            // Or three: the next byte will tell.
            (2, true, [_]) => Some(1),
            (2, true, [_, second]) if is_high(*second) => Some(2),
            (2, true, [_, second, _]) if is_high(*second) => Some(1),
            (4, false, [0]) => Some(3),
            (4, false, [0, ..=16]) => Some(2),
            (4, false, [0, upper, middle]) if is_wide(*upper, *middle) => Some(1),
            (4, true, [_]) => Some(3),
            (4, true, [_, _]) => Some(2),
            (4, true, [254 | 255, 255, 0]) => None,
            (4, true, [_, middle, upper]) if is_wide(*upper, *middle) => Some(1),
            _ => None,
        }
    }
}
