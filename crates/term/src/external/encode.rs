//! Which bytes stand for this term?

use super::{VERSION, tag};
use crate::nesting::deeper;
use crate::{Atom, Bits, Closure, Fun, List, Pid, Port, Reference, Term};
use flate2::{Compression, write::ZlibEncoder};
use num_bigint::{BigInt, Sign};
use std::io::Write;

/// The term with its version byte.
pub fn encode(term: &Term) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    encode_into(term, &mut bytes);
    bytes
}

/// As [`encode`], compressed by zlib at a level from 0 to 9, unless that makes it longer.
pub fn encode_compressed(term: &Term, level: u32) -> Vec<u8> {
    let plain = encode(term);
    compress(&plain, level).unwrap_or(plain)
}

/// An external term, compressed by zlib at a level from 0 to 9; `None` if that is longer.
pub fn compress(plain: &[u8], level: u32) -> Option<Vec<u8>> {
    let size = u32::try_from(plain.len() - 1).expect("a term of less than 4 GB");
    let mut bytes = vec![VERSION, tag::COMPRESSED];
    bytes.extend(size.to_be_bytes());
    let mut encoder = ZlibEncoder::new(bytes, Compression::new(level.min(9)));
    encoder.write_all(&plain[1..]).expect("memory takes everything");
    let compressed = encoder.finish().expect("memory takes everything");
    (compressed.len() <= plain.len()).then_some(compressed)
}

/// Appends a term without a version byte.
pub fn encode_into(term: &Term, bytes: &mut Vec<u8>) {
    match term {
        Term::Int(integer) => encode_integer(*integer, bytes),
        Term::BigInt(integer) => encode_big(integer, bytes),
        Term::Float(float) => {
            bytes.push(tag::NEW_FLOAT);
            bytes.extend(float.to_be_bytes());
        }
        Term::Atom(atom) => encode_atom(*atom, bytes),
        Term::Nil => bytes.push(tag::NIL),
        Term::List(list) => deeper(|| encode_list(list, bytes)),
        Term::Tuple(elements) => deeper(|| encode_tuple(elements, bytes)),
        Term::Map(map) => deeper(|| encode_map(map.pairs(), bytes)),
        Term::Bits(bits) => encode_bits(bits, bytes),
        Term::Fun(fun) => encode_fun(fun, bytes),
        Term::Pid(pid) => encode_pid(pid, bytes),
        Term::Port(port) => encode_port(port, bytes),
        Term::Reference(reference) => encode_reference(reference, bytes),
    }
}

fn push_length(length: usize, bytes: &mut Vec<u8>) {
    let length = u32::try_from(length).expect("the format counts with 32 bits");
    bytes.extend(length.to_be_bytes());
}

fn encode_integer(integer: i64, bytes: &mut Vec<u8>) {
    if let Ok(byte) = u8::try_from(integer) {
        bytes.extend([tag::SMALL_INTEGER, byte]);
    } else if let Ok(word) = i32::try_from(integer) {
        bytes.push(tag::INTEGER);
        bytes.extend(word.to_be_bytes());
    } else {
        let digits = integer.unsigned_abs().to_le_bytes();
        let length = 8 - integer.unsigned_abs().leading_zeros() as usize / 8;
        bytes.extend([tag::SMALL_BIG, length as u8, u8::from(integer < 0)]);
        bytes.extend(&digits[..length]);
    }
}

fn encode_big(integer: &BigInt, bytes: &mut Vec<u8>) {
    let (sign, digits) = integer.to_bytes_le();
    match u8::try_from(digits.len()) {
        Ok(length) => bytes.extend([tag::SMALL_BIG, length]),
        Err(_) => {
            bytes.push(tag::LARGE_BIG);
            push_length(digits.len(), bytes);
        }
    }
    bytes.push(u8::from(sign == Sign::Minus));
    bytes.extend(digits);
}

fn encode_atom(atom: Atom, bytes: &mut Vec<u8>) {
    let name = atom.name().as_bytes();
    match u8::try_from(name.len()) {
        Ok(length) => bytes.extend([tag::SMALL_ATOM_UTF8, length]),
        Err(_) => {
            let length = u16::try_from(name.len()).expect("an atom has at most 255 characters");
            bytes.push(tag::ATOM_UTF8);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes.extend(name);
}

fn encode_tuple(elements: &[Term], bytes: &mut Vec<u8>) {
    match u8::try_from(elements.len()) {
        Ok(length) => bytes.extend([tag::SMALL_TUPLE, length]),
        Err(_) => {
            bytes.push(tag::LARGE_TUPLE);
            push_length(elements.len(), bytes);
        }
    }
    elements.iter().for_each(|element| encode_into(element, bytes));
}

fn encode_list(list: &List, bytes: &mut Vec<u8>) {
    if encode_as_string(list, bytes) {
        return;
    }
    bytes.push(tag::LIST);
    push_length(list.elements.len(), bytes);
    list.elements.iter().for_each(|element| encode_into(element, bytes));
    encode_into(&list.tail, bytes);
}

/// A proper list of bytes has a short form, if it is not too long.
fn encode_as_string(list: &List, bytes: &mut Vec<u8>) -> bool {
    let byte = |element: &Term| element.as_i64().and_then(|integer| u8::try_from(integer).ok());
    let Ok(length) = u16::try_from(list.elements.len()) else { return false };
    if !list.is_proper() || byte(&list.elements[0]).is_none() {
        return false;
    }
    let start = bytes.len();
    bytes.push(tag::STRING);
    bytes.extend(length.to_be_bytes());
    bytes.extend(list.elements.iter().map_while(byte));
    let complete = bytes.len() == start + 3 + list.elements.len();
    if !complete {
        bytes.truncate(start);
    }
    complete
}

fn encode_map(pairs: &[(Term, Term)], bytes: &mut Vec<u8>) {
    bytes.push(tag::MAP);
    push_length(pairs.len(), bytes);
    for (key, value) in pairs {
        encode_into(key, bytes);
        encode_into(value, bytes);
    }
}

fn encode_bits(bits: &Bits, bytes: &mut Vec<u8>) {
    bytes.push(if bits.is_binary() { tag::BINARY } else { tag::BIT_BINARY });
    push_length(bits.byte_size(), bytes);
    if !bits.is_binary() {
        bytes.push(bits.trailing_bits() as u8);
    }
    bytes.extend(bits.bytes());
}

fn encode_fun(fun: &Fun, bytes: &mut Vec<u8>) {
    match fun {
        Fun::External { module, function, arity } => {
            bytes.push(tag::EXPORT);
            encode_atom(*module, bytes);
            encode_atom(*function, bytes);
            encode_integer((*arity).into(), bytes);
        }
        Fun::Closure(closure) => deeper(|| encode_closure(closure, bytes)),
    }
}

fn encode_closure(closure: &Closure, bytes: &mut Vec<u8>) {
    bytes.push(tag::NEW_FUN);
    // The size is known, and put here, when all of it is written.
    let start = bytes.len();
    bytes.extend([0; 4]);
    bytes.push(closure.arity);
    bytes.extend(closure.unique);
    bytes.extend(closure.index.to_be_bytes());
    push_length(closure.free.len(), bytes);
    encode_atom(closure.module, bytes);
    encode_integer(closure.old_index.into(), bytes);
    encode_integer(closure.old_unique, bytes);
    encode_into(&closure.creator, bytes);
    closure.free.iter().for_each(|free| encode_into(free, bytes));
    let size = u32::try_from(bytes.len() - start).expect("a fun of less than 4 GB");
    bytes[start..start + 4].copy_from_slice(&size.to_be_bytes());
}

fn encode_pid(pid: &Pid, bytes: &mut Vec<u8>) {
    bytes.push(tag::NEW_PID);
    encode_atom(pid.node, bytes);
    for word in [pid.id, pid.serial, pid.creation] {
        bytes.extend(word.to_be_bytes());
    }
}

/// Numbers of ports had 28 bits for a long time, and those that do are still written that way.
fn encode_port(port: &Port, bytes: &mut Vec<u8>) {
    match u32::try_from(port.id) {
        Ok(id) if id < 1 << 28 => {
            bytes.push(tag::NEW_PORT);
            encode_atom(port.node, bytes);
            bytes.extend(id.to_be_bytes());
        }
        _ => {
            bytes.push(tag::V4_PORT);
            encode_atom(port.node, bytes);
            bytes.extend(port.id.to_be_bytes());
        }
    }
    bytes.extend(port.creation.to_be_bytes());
}

fn encode_reference(reference: &Reference, bytes: &mut Vec<u8>) {
    bytes.push(tag::NEWER_REFERENCE);
    let words = u16::try_from(reference.ids.len()).expect("a reference has at most five words");
    bytes.extend(words.to_be_bytes());
    encode_atom(reference.node, bytes);
    bytes.extend(reference.creation.to_be_bytes());
    reference.ids.iter().for_each(|word| bytes.extend(word.to_be_bytes()));
}
