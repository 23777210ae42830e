//! Which bytes does `term_to_binary` write for a value?

use super::iodata::too_long;
use crate::bits::build::LONGEST;
use crate::compare::deeper;
use crate::convert::{local_pid, local_reference};
use crate::exception::Raise;
use crate::heap::{BitsView, FunView, Heap, View};
use crate::value::{Kind, Value};
use term::{Atom, Pid, Port, Reference, Term, external};

/// Which forms of atoms and floats to use: the option `minor_version` of `term_to_binary/2`.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// 0: floats as text.
    OldFloats,
    /// 1: atoms in Latin-1 where that is possible.
    #[default]
    Plain,
    /// 2: all atoms in UTF-8.
    Utf8Atoms,
}

pub struct Encoder<'heap> {
    heap: &'heap Heap,
    form: Form,
    pub bytes: Vec<u8>,
    /// Where large binaries begin and end.
    pub cuts: Vec<usize>,
}

/// What is written of a value without its parts is shorter than this, unless it is a binary.
const SHORT: usize = 1 << 16;
/// Binaries of more bytes than this are pieces of their own in a `term_to_iovec`.
const LARGE: usize = 64;
/// A list of bytes has a short form up to this length.
const LONGEST_STRING: usize = 0xFFFF;

impl<'heap> Encoder<'heap> {
    /// The term with its version byte.
    pub fn encode(heap: &'heap Heap, value: Value, form: Form) -> Result<Encoder<'heap>, Raise> {
        let bytes = vec![external::VERSION];
        let mut encoder = Encoder { heap, form, bytes, cuts: Vec::new() };
        encoder.value(value)?;
        Ok(encoder)
    }

    fn length(&mut self, length: usize) {
        self.bytes.extend((length as u32).to_be_bytes());
    }

    fn value(&mut self, value: Value) -> Result<(), Raise> {
        if self.bytes.len() > LONGEST / 8 {
            return Err(too_long());
        }
        self.heap.work.pay(1);
        // The bytes are about to be moved to where there are twice as many.
        if self.bytes.len() > SHORT && self.bytes.capacity() - self.bytes.len() < SHORT {
            self.heap.allow(2 * self.bytes.len());
            self.bytes.reserve(SHORT);
        }
        match self.heap.view(value) {
            View::Small(number) => self.small(number),
            View::Big => self.big(value),
            View::Float(number) => self.float(number),
            View::Atom(atom) => self.atom(atom),
            View::Nil => self.bytes.push(106),
            View::Cons(..) => return deeper(|| self.list(value)),
            View::Tuple => return deeper(|| self.tuple(value)),
            View::Map => return deeper(|| self.map(value)),
            View::Bits(view) => self.bits(view),
            View::Fun => return deeper(|| self.fun(value)),
            View::Pid(number) => self.identity(&local_pid(number)),
            View::Reference(number) => self.identity(&local_reference(number)),
            View::Foreign => {
                let term = self.heap.foreign_term(value).expect("it is foreign");
                self.identity(term);
            }
            View::Symbolic => return self.value(self.heap.concrete(value)),
        }
        Ok(())
    }

    fn small(&mut self, number: i64) {
        if let Ok(byte) = u8::try_from(number) {
            self.bytes.extend([97, byte]);
        } else if let Ok(word) = i32::try_from(number) {
            self.bytes.push(98);
            self.bytes.extend(word.to_be_bytes());
        } else {
            let digits = number.unsigned_abs().to_le_bytes();
            self.digits(number < 0, &digits);
        }
    }

    fn big(&mut self, value: Value) {
        let is_negative = self.heap.kind(value) == Kind::BigNegative;
        let digits: Vec<u8> =
            self.heap.payload(value).iter().flat_map(|word| word.0.to_le_bytes()).collect();
        self.digits(is_negative, &digits);
    }

    /// An integer of these digits, lowest first; there may be zeros behind.
    fn digits(&mut self, is_negative: bool, digits: &[u8]) {
        let length = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
        match u8::try_from(length) {
            Ok(length) => self.bytes.extend([110, length]),
            Err(_) => {
                self.bytes.push(111);
                self.length(length);
            }
        }
        self.bytes.push(u8::from(is_negative));
        self.bytes.extend(&digits[..length]);
    }

    fn float(&mut self, number: f64) {
        if self.form != Form::OldFloats {
            self.bytes.push(70);
            self.bytes.extend(number.to_be_bytes());
            return;
        }
        let mut text = scientific(number).into_bytes();
        text.resize(31, 0);
        self.bytes.push(99);
        self.bytes.extend(text);
    }

    fn atom(&mut self, atom: Atom) {
        let name = atom.name();
        let latin1: Option<Vec<u8>> =
            name.chars().map(|character| u8::try_from(character).ok()).collect();
        match latin1 {
            Some(latin1) if self.form != Form::Utf8Atoms => {
                self.bytes.push(100);
                self.bytes.extend((latin1.len() as u16).to_be_bytes());
                self.bytes.extend(latin1);
                return;
            }
            _ => {}
        }
        match u8::try_from(name.len()) {
            Ok(length) => self.bytes.extend([119, length]),
            Err(_) => {
                self.bytes.push(118);
                self.bytes.extend((name.len() as u16).to_be_bytes());
            }
        }
        self.bytes.extend(name.as_bytes());
    }

    fn list(&mut self, list: Value) -> Result<(), Raise> {
        if self.string(list) {
            return Ok(());
        }
        let (elements, tail) = self.heap.list_parts(list);
        self.bytes.push(108);
        self.length(elements.len());
        for element in elements {
            self.value(element)?;
        }
        self.value(tail)
    }

    /// Writes a proper list of bytes in its short form.
    fn string(&mut self, list: Value) -> bool {
        let start = self.bytes.len();
        self.bytes.extend([107, 0, 0]);
        let mut rest = list;
        while rest.is_cons() && self.bytes.len() - start < 3 + LONGEST_STRING {
            let Some(byte) = self.heap.head(rest).as_small().and_then(|n| u8::try_from(n).ok())
            else {
                break;
            };
            self.bytes.push(byte);
            rest = self.heap.tail(rest);
        }
        if !rest.is_nil() {
            self.bytes.truncate(start);
            return false;
        }
        let length = (self.bytes.len() - start - 3) as u16;
        self.bytes[start + 1..start + 3].copy_from_slice(&length.to_be_bytes());
        true
    }

    fn tuple(&mut self, tuple: Value) -> Result<(), Raise> {
        let elements = self.heap.elements(tuple);
        match u8::try_from(elements.len()) {
            Ok(arity) => self.bytes.extend([104, arity]),
            Err(_) => {
                self.bytes.push(105);
                self.length(elements.len());
            }
        }
        elements.iter().try_for_each(|&element| self.value(element))
    }

    fn map(&mut self, map: Value) -> Result<(), Raise> {
        let pairs: Vec<(Value, Value)> = self.heap.map_pairs(map).collect();
        self.bytes.push(116);
        self.length(pairs.len());
        for (key, value) in pairs {
            self.value(key)?;
            self.value(value)?;
        }
        Ok(())
    }

    fn bits(&mut self, view: BitsView) {
        self.bytes.push(if view.is_binary() { 109 } else { 77 });
        self.length(view.byte_size());
        if !view.is_binary() {
            self.bytes.push((view.length % 8) as u8);
        }
        let start = self.bytes.len();
        self.heap.allow(start + view.byte_size());
        self.bytes.extend_from_slice(&self.heap.view_bytes(view));
        let whole = view.length / 8;
        if whole > LARGE {
            self.cuts.extend([start, start + whole]);
        }
    }

    fn fun(&mut self, fun: Value) -> Result<(), Raise> {
        match self.heap.fun(fun) {
            Some(FunView::External { module, function, arity }) => {
                self.bytes.push(113);
                self.atom(module);
                self.atom(function);
                self.small(arity as i64);
                Ok(())
            }
            // The names of closures are the machine's affair; here they are known by number.
            _ => self.closure(fun),
        }
    }

    fn closure(&mut self, fun: Value) -> Result<(), Raise> {
        // Writing the free variables first shows whether there is too much of them.
        let start = self.bytes.len();
        for &free in self.heap.free_variables(fun) {
            self.value(free)?;
        }
        self.bytes.truncate(start);
        self.cuts.retain(|&cut| cut <= start);
        external::encode_into(&self.heap.to_term(fun), &mut self.bytes);
        Ok(())
    }

    /// A pid, port, reference or closure of elsewhere.
    fn identity(&mut self, term: &Term) {
        match term {
            Term::Pid(pid) => self.pid(pid),
            Term::Port(port) => self.port(port),
            Term::Reference(reference) => self.reference(reference),
            _ => external::encode_into(term, &mut self.bytes),
        }
    }

    fn pid(&mut self, pid: &Pid) {
        self.bytes.push(88);
        self.atom(pid.node);
        for word in [pid.id, pid.serial, pid.creation] {
            self.bytes.extend(word.to_be_bytes());
        }
    }

    fn port(&mut self, port: &Port) {
        let is_short = port.id < 1 << 28;
        self.bytes.push(if is_short { 89 } else { 120 });
        self.atom(port.node);
        if is_short {
            self.bytes.extend((port.id as u32).to_be_bytes());
        } else {
            self.bytes.extend(port.id.to_be_bytes());
        }
        self.bytes.extend(port.creation.to_be_bytes());
    }

    fn reference(&mut self, reference: &Reference) {
        self.bytes.push(90);
        self.bytes.extend((reference.ids.len() as u16).to_be_bytes());
        self.atom(reference.node);
        self.bytes.extend(reference.creation.to_be_bytes());
        for word in &reference.ids {
            self.bytes.extend(word.to_be_bytes());
        }
    }
}

/// C's `%.20e`.
fn scientific(number: f64) -> String {
    let text = format!("{number:.20e}");
    let (mantissa, exponent) = text.split_once('e').expect("it has an exponent");
    let exponent: i32 = exponent.parse().expect("a number");
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode(text: &str, form: Form) -> Vec<u8> {
        let mut heap = Heap::new();
        let value = heap.from_term(&term::read::term(text).expect("a term"));
        Encoder::encode(&heap, value, form).map(|encoder| encoder.bytes).expect("it is short")
    }

    #[test]
    fn the_bytes_are_those_of_otp_25() {
        let plain = encode("{a,'å','€',1.5,[-1,256,2147483648]}", Form::Plain);
        let expected = [
            &[131, 104, 5, 100, 0, 1, 97, 100, 0, 1, 229, 119, 3, 226, 130, 172][..],
            &[70, 63, 248, 0, 0, 0, 0, 0, 0, 108, 0, 0, 0, 3, 98, 255, 255, 255, 255],
            &[98, 0, 0, 1, 0, 110, 4, 0, 0, 0, 0, 128, 106],
        ];
        assert_eq!(plain, expected.concat());
        assert_eq!(encode("'å'", Form::Utf8Atoms), [131, 119, 2, 195, 165]);
        let old = encode("-1.5e-300", Form::OldFloats);
        assert_eq!(old, b"\x83c-1.50000000000000012048e-300\0\0\0");
    }

    #[test]
    fn a_value_that_is_too_long() {
        let mut heap = Heap::new();
        let megabyte = heap.binary(&[0; 1 << 20]);
        let value = (0..60).fold(megabyte, |value, _| heap.tuple(&[value, value]));
        assert!(matches!(Encoder::encode(&heap, value, Form::Plain), Err(Raise::Incomplete(_))));
    }
}
