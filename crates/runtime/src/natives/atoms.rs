//! How do atoms become text, and text atoms?
//!
//! An atom has at most 255 characters. An atom "exists" here when anything in this process has
//! named it, which includes what Ermine itself and other runs have named.

use crate::exception::{NativeResult, Raise};
use crate::heap::Heap;
use crate::value::Value;
use term::{Atom, atoms};

crate::natives! {
    "erlang" {
        "atom_to_binary"/1 = atom_to_binary,
        "atom_to_binary"/2 = atom_to_binary,
        "atom_to_list"/1 = atom_to_list,
        "binary_to_atom"/1 = binary_to_atom,
        "binary_to_atom"/2 = binary_to_atom,
        "binary_to_existing_atom"/1 = binary_to_existing_atom,
        "binary_to_existing_atom"/2 = binary_to_existing_atom,
        "list_to_atom"/1 = list_to_atom,
        "list_to_existing_atom"/1 = list_to_existing_atom,
    }
}

const MAX_CHARACTERS: usize = 255;

enum AtomEncoding {
    Latin1,
    Utf8,
}

/// The encoding in the second argument, UTF-8 if there is none.
fn encoding(arguments: &[Value]) -> Result<AtomEncoding, Raise> {
    match arguments.get(1).map(|argument| argument.as_atom()) {
        None | Some(Some(atoms::utf8 | atoms::unicode)) => Ok(AtomEncoding::Utf8),
        Some(Some(atoms::latin1)) => Ok(AtomEncoding::Latin1),
        Some(_) => Err(Raise::badarg()),
    }
}

fn atom_to_list(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let atom = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    Ok(heap.string(atom.name()))
}

fn atom_to_binary(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?.name();
    match encoding(arguments)? {
        AtomEncoding::Utf8 => Ok(heap.binary(name.as_bytes())),
        AtomEncoding::Latin1 => {
            let bytes: Result<Vec<u8>, _> =
                name.chars().map(|character| u8::try_from(u32::from(character))).collect();
            Ok(heap.binary_from_vec(bytes.map_err(|_| Raise::badarg())?))
        }
    }
}

fn list_to_atom(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    Ok(Atom::new(&list_name(heap, arguments[0])?).into())
}

fn list_to_existing_atom(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    existing(list_name(heap, arguments[0]))
}

fn binary_to_atom(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    Ok(Atom::new(&binary_name(heap, arguments)?).into())
}

fn binary_to_existing_atom(heap: &mut Heap, arguments: &[Value]) -> NativeResult {
    existing(binary_name(heap, arguments))
}

/// A name that is too long is the name of no existing atom.
fn existing(name: Result<String, Raise>) -> NativeResult {
    let name = name.map_err(|_| Raise::badarg())?;
    Atom::existing(&name).map(Value::atom).ok_or_else(Raise::badarg)
}

/// The name in a list of characters. What is behind the 255th character is not looked at.
fn list_name(heap: &Heap, mut list: Value) -> Result<String, Raise> {
    let mut name = String::new();
    let mut length = 0;
    while list.is_cons() {
        if length == MAX_CHARACTERS {
            return Err(Raise::system_limit());
        }
        let character = heap.head(list).as_small().and_then(|number| u32::try_from(number).ok());
        name.push(character.and_then(char::from_u32).ok_or_else(Raise::badarg)?);
        length += 1;
        list = heap.tail(list);
    }
    if list.is_nil() { Ok(name) } else { Err(Raise::badarg()) }
}

/// The name in a binary, the first argument, in the encoding that the second says.
fn binary_name(heap: &Heap, arguments: &[Value]) -> Result<String, Raise> {
    let bytes = heap.binary_bytes(arguments[0]).ok_or_else(Raise::badarg)?;
    match encoding(arguments)? {
        AtomEncoding::Latin1 if bytes.len() > MAX_CHARACTERS => Err(Raise::system_limit()),
        AtomEncoding::Latin1 => Ok(bytes.iter().map(|&byte| char::from(byte)).collect()),
        AtomEncoding::Utf8 => utf8_name(&bytes),
    }
}

/// More bytes than 255 characters can have are too many, whatever they are; fewer are judged in
/// order, so that a wrong byte only counts if it comes before the 256th character.
fn utf8_name(bytes: &[u8]) -> Result<String, Raise> {
    if bytes.len() > MAX_CHARACTERS * 4 {
        return Err(Raise::system_limit());
    }
    let (valid, is_whole) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => {
            let valid = &bytes[..error.valid_up_to()];
            (std::str::from_utf8(valid).expect("the part that is valid"), false)
        }
    };
    match valid.chars().count() {
        length if length > MAX_CHARACTERS => Err(Raise::system_limit()),
        MAX_CHARACTERS if !is_whole => Err(Raise::system_limit()),
        _ if !is_whole => Err(Raise::badarg()),
        _ => Ok(valid.to_owned()),
    }
}
