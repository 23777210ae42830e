//! What text is this character data? Deep lists of code points and of binaries in some encoding,
//! made into UTF-8 or into the list of the code points; up to the first thing that is no text.
//!
//! The BEAM has two converters, one in C for Latin-1 and UTF-8, and one in Erlang for the others
//! ([`super::unicode_wide`]). They say differently what was not converted, and so do we.

use super::unicode_wide;
use crate::bits::encoding::decode_utf8;
use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::natives;
use crate::value::Value;
use term::{Atom, atoms};

natives! {
    "unicode" {
        "bin_is_7bit"/1 = bin_is_7bit,
        "characters_to_binary"/2 = characters_to_binary,
        "characters_to_list"/2 = characters_to_list,
    }
}

/// How far a conversion came.
#[derive(Default)]
pub struct Conversion {
    /// What was converted, as UTF-8.
    pub text: String,
    pub stop: Option<Stop>,
}

/// Why a conversion stopped.
pub enum Stop {
    /// This is no text.
    Error(Value),
    /// A character's first bytes are the last of the data.
    Incomplete(Vec<u8>),
}

fn bin_is_7bit(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let bytes = heap.binary_bytes(arguments[0]);
    Ok(Value::bool(bytes.is_some_and(|bytes| bytes.is_ascii())))
}

fn characters_to_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let mut conversion = convert(heap, arguments)?;
    // A list with nothing but one binary is taken for the binary.
    if let Some(Stop::Error(rest)) = &mut conversion.stop
        && is_list_of_one_binary(heap, arguments[0])
        && encoding(arguments[1]).is_some()
        && rest.is_cons()
    {
        *rest = heap.head(*rest);
    }
    finish(heap, conversion, |heap, text| heap.binary_from_vec(text.into_bytes()))
}

fn characters_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let conversion = convert(heap, arguments)?;
    finish(heap, conversion, |heap, text| heap.string(&text))
}

fn finish(
    heap: &mut Heap,
    conversion: Conversion,
    make: impl Fn(&mut Heap, String) -> Value,
) -> NativeResult {
    let converted = make(heap, conversion.text);
    let (tag, rest) = match conversion.stop {
        None => return Ok(converted),
        Some(Stop::Error(rest)) => (atoms::error, rest),
        Some(Stop::Incomplete(bytes)) => (Atom::new("incomplete"), heap.binary_from_vec(bytes)),
    };
    Ok(heap.tuple(&[tag.into(), converted, rest]))
}

fn is_list_of_one_binary(heap: &Heap, data: Value) -> bool {
    data.is_cons() && heap.tail(data).is_nil() && heap.as_bits(heap.head(data)).is_some()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Latin1,
    Utf8,
}

fn encoding(value: Value) -> Option<Encoding> {
    match value.as_atom() {
        Some(atoms::latin1) => Some(Encoding::Latin1),
        Some(atoms::utf8 | atoms::unicode) => Some(Encoding::Utf8),
        _ => None,
    }
}

fn convert(heap: &mut Heap, arguments: &[Value]) -> Result<Conversion, Raise> {
    let Some(encoding) = encoding(arguments[1]) else {
        return unicode_wide::convert(heap, arguments[0], arguments[1]);
    };
    if !is_character_data(heap, arguments[0]) {
        return Err(Raise::badarg());
    }
    let walk = Walk { heap, encoding, waiting: Vec::new(), text: String::new(), begun: Vec::new() };
    Ok(walk.run(arguments[0]))
}

/// Is everything in the data of the right type? Whether the integers are characters does not
/// matter yet; only a big integer cannot be one, so that the BEAM looks no further.
fn is_character_data(heap: &Heap, data: Value) -> bool {
    let is_binary = |value| heap.as_bits(value).is_some_and(|view| view.is_binary());
    let mut waiting = Vec::new();
    let mut rest = data;
    loop {
        heap.work.pay(1);
        if rest.is_cons() {
            let (head, tail) = (heap.head(rest), heap.tail(rest));
            if head.is_cons() {
                waiting.push(tail);
                rest = head;
            } else if is_small_on_the_beam(head) || head.is_nil() || is_binary(head) {
                rest = tail;
            } else {
                return heap.is_integer(head);
            }
        } else if !rest.is_nil() && !is_binary(rest) {
            return false;
        } else if let Some(tail) = waiting.pop() {
            rest = tail;
        } else {
            return true;
        }
    }
}

/// The BEAM's small integers have a bit less than ours.
fn is_small_on_the_beam(value: Value) -> bool {
    value.as_small().is_some_and(|number| (-(1 << 59)..1 << 59).contains(&number))
}

/// A conversion under way.
struct Walk<'heap> {
    heap: &'heap mut Heap,
    encoding: Encoding,
    /// What comes behind the lists that we are in.
    waiting: Vec<Value>,
    text: String,
    /// The first bytes of a character, which were the last of a binary.
    begun: Vec<u8>,
}

impl Walk<'_> {
    fn run(mut self, data: Value) -> Conversion {
        let mut rest = data;
        loop {
            self.heap.work.pay(1);
            if self.text.len() == self.text.capacity() {
                self.heap.allow(2 * self.text.len());
            }
            if rest.is_cons() {
                let (head, tail) = (self.heap.head(rest), self.heap.tail(rest));
                if head.is_cons() {
                    self.waiting.push(tail);
                    rest = head;
                    continue;
                }
                if let Err(left) = self.element(head) {
                    let left = self.heap.cons(left, tail);
                    return self.fail(left);
                }
                rest = tail;
            } else {
                if let Err(left) = self.element(rest) {
                    return self.fail(left);
                }
                match self.waiting.pop() {
                    Some(tail) => rest = tail,
                    None => break,
                }
            }
        }
        let stop = if self.begun.is_empty() {
            None
        } else if self.begun[1..].iter().all(|byte| byte & 0xC0 == 0x80) {
            Some(Stop::Incomplete(self.begun))
        } else {
            Some(Stop::Error(self.heap.binary(&self.begun)))
        };
        Conversion { text: self.text, stop }
    }

    /// What is left begins with `left`, in the list that we are in.
    fn fail(mut self, left: Value) -> Conversion {
        let mut left = left;
        while let Some(tail) = self.waiting.pop() {
            left = self.heap.cons(left, tail);
        }
        if !self.begun.is_empty() {
            let begun = self.heap.binary(&self.begun);
            left = self.heap.list(&[begun, left]);
        }
        Conversion { text: self.text, stop: Some(Stop::Error(left)) }
    }

    /// Converts what is no list; if it cannot be converted, returns what is left of it.
    fn element(&mut self, element: Value) -> Result<(), Value> {
        if element.is_nil() {
            return Ok(());
        }
        match self.heap.owned_binary(element) {
            Some(bytes) => {
                // The copy, the text, and the text again when it grows.
                self.heap.allow(2 * self.text.len() + 3 * bytes.len());
                self.binary(element, &bytes)
            }
            None => self.integer(element),
        }
    }

    fn integer(&mut self, element: Value) -> Result<(), Value> {
        let number = element.as_small().and_then(|number| u32::try_from(number).ok());
        let character = match self.encoding {
            Encoding::Latin1 => number.filter(|&number| number <= 255),
            Encoding::Utf8 => number,
        };
        match character.and_then(char::from_u32) {
            Some(character) if self.begun.is_empty() => {
                self.text.push(character);
                Ok(())
            }
            _ => Err(element),
        }
    }

    fn binary(&mut self, element: Value, bytes: &[u8]) -> Result<(), Value> {
        match self.encoding {
            Encoding::Latin1 => {
                self.text.extend(bytes.iter().map(|&byte| char::from(byte)));
                Ok(())
            }
            Encoding::Utf8 => self.utf8(element, bytes),
        }
    }

    fn utf8(&mut self, element: Value, bytes: &[u8]) -> Result<(), Value> {
        let mut done = 0;
        if !self.begun.is_empty() {
            let begun = self.begun.len();
            let mut start = self.begun.clone();
            start.extend(bytes.iter().take(4));
            match decode_utf8(&start) {
                Some((_, length)) => {
                    self.push_utf8(&start[..length]);
                    self.begun.clear();
                    done = length - begun;
                }
                None if is_incomplete(&start) => {
                    self.begun = start;
                    return Ok(());
                }
                None => return Err(element),
            }
        }
        let valid = match std::str::from_utf8(&bytes[done..]) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        self.push_utf8(&bytes[done..done + valid]);
        let left = &bytes[done + valid..];
        if left.is_empty() {
            return Ok(());
        }
        if is_incomplete(left) {
            self.begun = left.to_vec();
            return Ok(());
        }
        let view = self.heap.as_bits(element).expect("it has bytes");
        let position = (done + valid) * 8;
        Err(self.heap.slice(view, position, view.length - position))
    }

    /// Appends bytes that are known to be UTF-8.
    fn push_utf8(&mut self, bytes: &[u8]) {
        self.text.push_str(std::str::from_utf8(bytes).expect("was decoded before"));
    }
}

/// Are there less bytes than the first one says that its character has? As on the BEAM, the others
/// are not looked at before they are all there, or nothing more comes.
fn is_incomplete(bytes: &[u8]) -> bool {
    let length = match bytes[0] {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => return false,
    };
    bytes.len() < length
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Term, print, read};

    /// What `unicode:characters_to_binary/2` answers.
    fn convert(data: &str, encoding: &str) -> String {
        let mut heap = Heap::new();
        let term: Term = read::term(data).expect("a term");
        let arguments = [heap.from_term(&term), Atom::new(encoding).into()];
        match characters_to_binary(&mut heap, &arguments) {
            Ok(value) => print::write(&heap.to_term(value)),
            Err(_) => "badarg".into(),
        }
    }

    #[test]
    fn what_is_left_after_an_error() {
        // As the BEAM answers.
        let cases = [
            ("[1,[2,[256],3|<<5>>],4]", "latin1", "{error,<<1,2>>,[[[256],3|<<5>>],4]}"),
            ("[<<1,2,255,3>>]", "utf8", "{error,<<1,2>>,<<255,3>>}"),
            ("[[<<1,2,255,3>>]]", "utf8", "{error,<<1,2>>,[[<<255,3>>]]}"),
            ("[[1|<<255>>],7|<<5>>]", "utf8", "{error,<<1>>,[<<255>>,7|<<5>>]}"),
            ("[[<<226>>],[5,6],7]", "utf8", "{error,<<>>,[<<226>>,[[5,6],7]]}"),
            ("[<<226>>,[],<<130>>|<<172>>]", "utf8", "<<226,130,172>>"),
            ("[<<226>>|<<130>>]", "utf8", "{incomplete,<<>>,<<226,130>>}"),
            ("[<<239>>,<<10>>]", "utf8", "{error,<<>>,<<239,10>>}"),
            ("[256,a]", "utf8", "badarg"),
            (
                "[4,[<<1,2,216,0>>],<<1,2,3>>,5]",
                "utf16",
                "{error,<<4,196,130>>,[<<216,0,1,2>>,<<3>>,5]}",
            ),
            ("[4,-1,5]", "utf32", "{error,<<4>>,[[-1],5]}"),
        ];
        for (data, encoding, answer) in cases {
            assert_eq!(convert(data, encoding), answer, "{data} in {encoding}");
        }
    }
}
