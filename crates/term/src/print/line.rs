//! How is a term written on one line?

use super::Encoding;
use super::funs::local_name;
use super::text::{float_text, is_printable, write_atom, write_name_as_vm, write_quoted};
use crate::built::{self, Constructor};
use crate::canonical::Hole;
use crate::nesting::deeper;
use crate::{Atom, BigInt, Bits, Fun, List, Reference, Term, atoms};
use rustc_hash::FxBuildHasher;
use std::fmt::Write;
use std::hash::BuildHasher;

#[derive(Clone, Copy)]
pub(super) struct Style {
    pub encoding: Encoding,
    /// Which lists and binaries are shown as text, if any are.
    pub texts: Option<Encoding>,
    /// Whether this is to be pasted into any OTP, rather than to be equal to what OTP 25 prints.
    pub to_paste: bool,
    /// What is around the made-up fun that is written.
    pub around: Around,
}

/// What is around a made-up fun: it is written into another one.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// So many local variables.
    pub locals: u32,
    /// So many calls that came back.
    pub calls: u32,
}

impl Style {
    pub const READABLE: Style = Style {
        encoding: Encoding::Unicode,
        texts: Some(Encoding::Unicode),
        to_paste: true,
        around: Around { locals: 0, calls: 0 },
    };

    pub fn new(encoding: Encoding, texts: Option<Encoding>) -> Style {
        Style { encoding, texts, to_paste: false, around: Around::default() }
    }
}

pub(super) fn write(term: &Term, style: Style) -> String {
    let mut out = String::new();
    write_term(term, style, &mut out);
    out
}

pub(super) fn write_term(term: &Term, style: Style, out: &mut String) {
    if write_leaf(term, style, out) {
        return;
    }
    if style.around.locals > 0
        && let Some(hole) = Hole::of(term)
    {
        return out.push_str(&local_name(hole.number));
    }
    deeper(|| match term {
        Term::Tuple(_) if style.to_paste && built::call(term).is_some() => {
            let (builder, arguments) = built::call(term).expect("just asked");
            write_call(builder, arguments, style, out);
        }
        Term::Tuple(elements) => {
            write_separated(elements, "{", style, out);
            out.push('}');
        }
        Term::List(list) => write_list(list, style, out),
        Term::Map(map) => write_map(map.pairs(), style, out),
        Term::Bits(bits) => write_segments(bits, out),
        _ => unreachable!("everything else is a leaf"),
    });
}

/// `m:f(A,B)` or `element(2,m:f(A,B))`
fn write_call(builder: Constructor, arguments: &[Term], style: Style, out: &mut String) {
    let Constructor { module, function, element, .. } = builder;
    if let Some(index) = element {
        write_display(format_args!("element({index},"), out);
    }
    write_name(module, style, out);
    out.push(':');
    write_name(function, style, out);
    match arguments {
        [] => out.push('('),
        _ => write_separated(arguments, "(", style, out),
    }
    out.push_str(if element.is_some() { "))" } else { ")" });
}

fn write_separated(terms: &[Term], opening: &str, style: Style, out: &mut String) {
    let mut separator = opening;
    for term in terms {
        out.push_str(separator);
        write_term(term, style, out);
        separator = ",";
    }
}

fn write_list(list: &List, style: Style, out: &mut String) {
    write_separated(&list.elements, "[", style, out);
    if !list.is_proper() {
        out.push('|');
        write_term(&list.tail, style, out);
    }
    out.push(']');
}

fn write_map(pairs: &[(Term, Term)], style: Style, out: &mut String) {
    let mut separator = "#{";
    for (key, value) in pairs {
        out.push_str(separator);
        write_term(key, style, out);
        out.push_str(" => ");
        write_term(value, style, out);
        separator = ",";
    }
    out.push('}');
}

fn write_segments(bits: &Bits, out: &mut String) {
    let mut separator = "<<";
    for segment in segments(bits) {
        out.push_str(separator);
        out.push_str(&segment);
        separator = ",";
    }
    out.push_str(">>");
}

/// The bytes of a bitstring, and what is left over as `Value:Size`.
pub(super) fn segments(bits: &Bits) -> impl Iterator<Item = String> {
    let trailing = bits.trailing_bits();
    let whole = bits.bit_length() / 8;
    let rest = bits.bytes().get(whole).map(|byte| format!("{}:{trailing}", byte >> (8 - trailing)));
    bits.bytes()[..whole].iter().map(u8::to_string).chain(rest)
}

/// Writes a term that is never broken into lines, or nothing if the term is not such a one.
pub(super) fn write_leaf(term: &Term, style: Style, out: &mut String) -> bool {
    match term {
        Term::Int(integer) => write_display(integer, out),
        Term::BigInt(integer) if integer.bits() > MANY_BITS => write_in_hexadecimal(integer, out),
        Term::BigInt(integer) => write_display(integer, out),
        Term::Float(float) => out.push_str(&float_text(*float)),
        Term::Atom(atom) => write_name(*atom, style, out),
        Term::Nil => out.push_str("[]"),
        Term::Tuple(elements) if elements.is_empty() => out.push_str("{}"),
        Term::Map(map) if map.is_empty() => out.push_str("#{}"),
        Term::Bits(bits) if bits.is_empty() => out.push_str("<<>>"),
        Term::List(list) => return write_as_string(list, style, out),
        Term::Bits(bits) => return write_as_text(bits, style, out),
        Term::Tuple(_) | Term::Map(_) => return false,
        Term::Fun(fun) => write_fun(fun, style, out),
        Term::Pid(pid) => {
            write_display(format_args!("<{}.{}.{}>", channel(pid.node), pid.id, pid.serial), out);
        }
        Term::Port(port) => {
            write_display(format_args!("#Port<{}.{}>", channel(port.node), port.id), out);
        }
        Term::Reference(reference) => write_reference(reference, out),
    }
    true
}

/// To find the decimal digits of a longer integer takes seconds, or minutes.
const MANY_BITS: u64 = 1 << 20;

/// `16#FF`, which Erlang reads as well.
fn write_in_hexadecimal(integer: &BigInt, out: &mut String) {
    let digits = integer.to_str_radix(16).to_ascii_uppercase();
    match digits.strip_prefix('-') {
        Some(digits) => write_display(format_args!("-16#{digits}"), out),
        None => write_display(format_args!("16#{digits}"), out),
    }
}

fn write_display(display: impl std::fmt::Display, out: &mut String) {
    write!(out, "{display}").expect("a String takes everything");
}

/// Nodes are shown as numbers, which mean nothing; our own node is zero, and others are the same
/// number in every run of Ermine.
fn channel(node: Atom) -> u32 {
    if node == atoms::nonode_nohost { 0 } else { (FxBuildHasher.hash_one(node) >> 40) as u32 | 1 }
}

fn write_reference(reference: &Reference, out: &mut String) {
    write_display(format_args!("#Ref<{}", channel(reference.node)), out);
    for word in reference.ids.iter().rev() {
        write_display(format_args!(".{word}"), out);
    }
    out.push('>');
}

fn write_name(atom: Atom, style: Style, out: &mut String) {
    match atom.name() {
        // Reserved from OTP 27 on.
        name @ ("maybe" | "else") if style.to_paste => out.extend(["'", name, "'"]),
        name => write_atom(name, style.encoding, out),
    }
}

/// OTP's libraries leave funs to the VM, and take the bytes that they get for characters.
fn write_fun(fun: &Fun, style: Style, out: &mut String) {
    match fun {
        Fun::External { module, function, arity } if style.to_paste => {
            out.push_str("fun ");
            write_name(*module, style, out);
            out.push(':');
            write_name(*function, style, out);
            write_display(format_args!("/{arity}"), out);
        }
        Fun::External { module, function, arity } => {
            let mut text = String::from("fun ");
            write_name_as_vm(module.name(), &mut text);
            text.push(':');
            write_name_as_vm(function.name(), &mut text);
            write_display(format_args!("/{arity}"), &mut text);
            push_garbled(&text, out);
        }
        Fun::Closure(closure) if style.to_paste && closure.made_up().is_some() => {
            deeper(|| {
                super::funs::write_made_up(closure.made_up().expect("just asked"), style, out)
            });
        }
        Fun::Closure(closure) => {
            let (index, unique) = (closure.old_index, closure.old_unique);
            // OTP writes this name without quotes.
            let text = format!("#Fun<{}.{index}.{unique}>", closure.module.name());
            if style.to_paste { out.push_str(&text) } else { push_garbled(&text, out) }
        }
    }
}

/// Takes every byte for a character.
fn push_garbled(text: &str, out: &mut String) {
    out.extend(text.bytes().map(char::from));
}

fn write_as_string(list: &List, style: Style, out: &mut String) -> bool {
    let Some(range) = style.texts else { return false };
    let code = |term: &Term| term.as_i64().and_then(|integer| u32::try_from(integer).ok());
    let printable = |term| code(term).is_some_and(|code| is_printable(code, range));
    if !list.is_proper() || !list.elements.iter().all(printable) {
        return false;
    }
    write_quoted(list.elements.iter().filter_map(code), '"', style.encoding, out);
    true
}

/// A binary as text: in UTF-8 if it is that, and otherwise with a character for each byte.
fn write_as_text(bits: &Bits, style: Style, out: &mut String) -> bool {
    let Some(range) = style.texts.filter(|_| bits.is_binary()) else { return false };
    if style.encoding == Encoding::Unicode
        && let Ok(text) = std::str::from_utf8(bits.bytes())
    {
        return write_utf8(text, range, out);
    }
    if !bits.bytes().iter().all(|&byte| is_printable(byte.into(), Encoding::Latin1)) {
        return false;
    }
    out.push_str("<<");
    write_quoted(bits.bytes().iter().map(|&byte| byte.into()), '"', Encoding::Latin1, out);
    out.push_str(">>");
    true
}

fn write_utf8(text: &str, range: Encoding, out: &mut String) -> bool {
    if !text.chars().all(|character| is_printable(character.into(), range)) {
        return false;
    }
    out.push_str("<<");
    write_quoted(text.chars().map(u32::from), '"', Encoding::Unicode, out);
    out.push_str(if text.is_ascii() { ">>" } else { "/utf8>>" });
    true
}
