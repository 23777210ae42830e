//! How does Elixir write it? Terms as `inspect` shows them, so that they can be pasted into `iex`; calls,
//! functions and exceptions.
//!
//! A struct is shown with the fields that it has: `%Order{items: []}`. One that lacks some of its fields,
//! which only a search makes up, gets their defaults where it is pasted.

mod exception;
mod names;
pub mod types;

pub use exception::exception;
pub use names::{is_module, module, name, quoted};

mod funs;

use crate::notation::{self, write_big};
use crate::room::{self, Sheet, Written};
use crate::script::{self, Language};
use crate::{Mfa, elixir};
use names::{atom, key};
use term::built::{self, Constructor};
use term::{Atom, Bits, Fun, Term};

/// The term, up to so many bytes.
pub fn within(term: &Term, room: usize) -> Written {
    within_with(term, &[], room)
}

/// Does Elixir have a notation for all that is in these?
pub fn can_write(terms: &[Term]) -> bool {
    notation::without_notation(terms).is_none() && !terms.iter().any(notation::knows_unscannable)
}

/// `Shop.total([1], :ok)`, or `f = fn -> :ok end; Shop.total(f, f)` where the arguments hold one fun
/// several times.
pub fn call_within(mfa: Mfa, arguments: &[Term], room: usize) -> Written {
    if let Some(calls) = script::calls(mfa, arguments, Language::Elixir, room) {
        return script::on_a_line(calls, Language::Elixir);
    }
    let shared = notation::shared_funs(arguments);
    let name = |number| if shared.len() == 1 { "f".to_owned() } else { format!("f{number}") };
    let names: Vec<(&Term, String)> =
        (1..).zip(&shared).map(|(number, fun)| (*fun, name(number))).collect();
    let mut all = Written::empty();
    for (fun, name) in &names {
        all.add(&format!("{name} = "));
        all.append(within(fun, room));
        all.add("; ");
    }
    all.append(call_named(mfa, arguments, &names, room));
    all.ending = "";
    all
}

/// The same, where some terms have names already.
pub fn call_named(mfa: Mfa, arguments: &[Term], names: &[(&Term, String)], room: usize) -> Written {
    let mut all = Written::empty();
    all.add(&format!("{}(", names::callee(mfa)));
    let write_all = |room| -> Vec<Written> {
        arguments.iter().map(|term| within_with(term, names, room)).collect()
    };
    let mut written = write_all(room);
    let lengths: Vec<usize> = written.iter().map(|each| each.length.bytes).collect();
    match room::share(&lengths, room) {
        share if share < room => written = write_all(share),
        _ => {}
    }
    for (number, argument) in written.into_iter().enumerate() {
        all.add(if number == 0 { "" } else { ", " });
        all.append(argument);
    }
    all.add(")");
    all.ending = "";
    all
}

/// `1 / 0` or `div(1, 0)`, if the function is an operator of Erlang's.
pub fn operation(mfa: Mfa, arguments: &[Term], room: usize) -> Option<String> {
    if mfa.module != term::atoms::erlang {
        return None;
    }
    let value = |term| within(term, room).text;
    match (mfa.function.name(), arguments) {
        (sign @ ("+" | "-"), [operand]) => Some(format!("{sign}{}", value(operand))),
        (sign @ ("+" | "-" | "*" | "/" | "++" | "--"), [left, right]) => {
            Some(format!("{} {sign} {}", value(left), value(right)))
        }
        (name @ ("div" | "rem"), [left, right]) => {
            Some(format!("{name}({}, {})", value(left), value(right)))
        }
        (name @ ("band" | "bor" | "bxor" | "bsl" | "bsr"), [left, right]) => {
            Some(format!("Bitwise.{name}({}, {})", value(left), value(right)))
        }
        _ => None,
    }
}

/// What is still to be written. Terms nest as deep as a program likes, so this is no recursion.
enum ElixirPiece<'a> {
    Term(&'a Term),
    Text(&'static str),
    Owned(String),
    /// `key: `
    Key(Atom),
    /// The rest of these, with what stands before the first and between them.
    Elements(&'a [Term], &'static str),
    /// `key => value`
    Pairs(&'a [(Term, Term)], &'static str),
    /// `key: value`, without the field of a struct that says which it is.
    Fields(&'a [(Term, Term)], &'static str),
    /// `key: value` of a list.
    Keywords(&'a [Term], &'static str),
}

fn within_with(term: &Term, names: &[(&Term, String)], room: usize) -> Written {
    let mut sheet = Sheet::new(room);
    let mut pieces = vec![ElixirPiece::Term(term)];
    while let Some(piece) = pieces.pop()
        && !sheet.is_over()
    {
        match piece {
            ElixirPiece::Text(text) => sheet.push(text),
            ElixirPiece::Owned(text) => sheet.push(&text),
            ElixirPiece::Key(name) => sheet.push(&key(name)),
            ElixirPiece::Term(term) => match names.iter().find(|(named, _)| *named == term) {
                Some((_, name)) => sheet.push(name),
                None => write_step(term, &mut pieces, &mut sheet),
            },
            ElixirPiece::Elements([], _) | ElixirPiece::Pairs([], _) => {}
            ElixirPiece::Fields([], _) | ElixirPiece::Keywords([], _) => {}
            ElixirPiece::Elements([first, rest @ ..], separator) => {
                sheet.push(separator);
                pieces.extend([ElixirPiece::Elements(rest, ", "), ElixirPiece::Term(first)]);
            }
            ElixirPiece::Pairs([(key, value), rest @ ..], separator) => {
                sheet.push(separator);
                pieces.extend([ElixirPiece::Pairs(rest, ", "), ElixirPiece::Term(value)]);
                pieces.extend([ElixirPiece::Text(" => "), ElixirPiece::Term(key)]);
            }
            ElixirPiece::Fields([(key, value), rest @ ..], separator) => match key.as_atom() {
                Some(name) if name.name() != STRUCT => {
                    sheet.push(separator);
                    pieces.extend([ElixirPiece::Fields(rest, ", "), ElixirPiece::Term(value)]);
                    pieces.push(ElixirPiece::Key(name));
                }
                _ => pieces.push(ElixirPiece::Fields(rest, separator)),
            },
            ElixirPiece::Keywords([first, rest @ ..], separator) => {
                sheet.push(separator);
                pieces.push(ElixirPiece::Keywords(rest, ", "));
                if let Some([Term::Atom(name), value]) = first.as_tuple() {
                    pieces.extend([ElixirPiece::Term(value), ElixirPiece::Key(*name)]);
                }
            }
        }
    }
    sheet.written()
}

/// Which struct a map is.
const STRUCT: &str = "__struct__";

fn write_step<'a>(term: &'a Term, pieces: &mut Vec<ElixirPiece<'a>>, sheet: &mut Sheet) {
    match term {
        Term::List(list) if list.is_proper() && list.elements.iter().all(is_keyword) => {
            pieces.extend([ElixirPiece::Text("]"), ElixirPiece::Keywords(&list.elements, "[")]);
        }
        Term::List(list) => {
            if let Some(text) = notation::readable_list(term) {
                return sheet.push(&format!("~c{}", quoted(&text)));
            }
            pieces.push(ElixirPiece::Text("]"));
            if !list.is_proper() {
                pieces.extend([ElixirPiece::Term(&list.tail), ElixirPiece::Text(" | ")]);
            }
            pieces.push(ElixirPiece::Elements(&list.elements, "["));
        }
        Term::Tuple(elements) if built::call(term).is_some() => {
            let (builder, _) = built::call(term).expect("just asked");
            let Constructor { module, function, arity, element } = builder;
            let callee = names::callee(Mfa { module, function, arity });
            if let Some(index) = element {
                pieces.push(ElixirPiece::Owned(format!(", {})", index - 1)));
                sheet.push("elem(");
            }
            sheet.push(&format!("{callee}("));
            pieces.extend([ElixirPiece::Text(")"), ElixirPiece::Elements(&elements[1..], "")]);
        }
        Term::Tuple(elements) => {
            pieces.push(ElixirPiece::Text("}"));
            match elements.is_empty() {
                true => sheet.push("{"),
                false => pieces.push(ElixirPiece::Elements(elements, "{")),
            }
        }
        Term::Map(map) => write_map(map.pairs(), pieces, sheet),
        Term::Bits(bits) => write_bits(bits, sheet),
        Term::BigInt(number) => write_big(number, sheet),
        Term::Atom(name) => sheet.push(&atom(*name)),
        Term::Fun(fun) => write_fun(term, fun, pieces, sheet),
        _ => sheet.push(&term.to_string()),
    }
}

fn is_keyword(term: &Term) -> bool {
    let is_plain = |name: &Atom| !elixir::is_module(*name);
    matches!(term.as_tuple(), Some([Term::Atom(name), _]) if is_plain(name))
        && built::call(term).is_none()
}

fn write_map<'a>(pairs: &'a [(Term, Term)], pieces: &mut Vec<ElixirPiece<'a>>, sheet: &mut Sheet) {
    pieces.push(ElixirPiece::Text("}"));
    let is_field = |(key, _): &(Term, Term)| key.as_atom().is_some_and(|key| !is_module(key));
    let marks = pairs.iter().find(|(key, _)| key.as_atom_name() == Some(STRUCT));
    match marks.map(|(_, value)| value.as_atom().filter(|name| is_module(*name))) {
        Some(Some(name)) if pairs.iter().all(is_field) => {
            sheet.push(&format!("%{}{{", module(name)));
            pieces.push(ElixirPiece::Fields(pairs, ""));
        }
        None if pairs.iter().all(is_field) => {
            sheet.push("%{");
            pieces.push(ElixirPiece::Fields(pairs, ""));
        }
        _ => {
            sheet.push("%{");
            pieces.push(ElixirPiece::Pairs(pairs, ""));
        }
    }
}

/// `"text"`, or `<<1, 2, 3::size(4)>>`
fn write_bits(bits: &Bits, sheet: &mut Sheet) {
    let (whole, trailing) = (bits.bit_length() / 8, bits.trailing_bits());
    let is_shown = |letter: char| !letter.is_control() || "\n\t\r".contains(letter);
    let text = std::str::from_utf8(&bits.bytes()[..whole]).ok();
    if let Some(text) = text.filter(|text| trailing == 0 && text.chars().all(is_shown)) {
        return sheet.push(&quoted(text));
    }
    sheet.push("<<");
    for (number, byte) in bits.bytes()[..whole].iter().enumerate() {
        sheet.push(if number == 0 { "" } else { ", " });
        sheet.push(&byte.to_string());
        if sheet.is_over() {
            return;
        }
    }
    if let Some(byte) = bits.bytes().get(whole) {
        let separator = if whole == 0 { "" } else { ", " };
        sheet.push(&format!("{separator}{}::size({trailing})", byte >> (8 - trailing)));
    }
    sheet.push(">>");
}

/// `&Shop.total/2` or `fn 1 -> true; _ -> false end`
fn write_fun<'a>(term: &Term, fun: &'a Fun, pieces: &mut Vec<ElixirPiece<'a>>, sheet: &mut Sheet) {
    match (fun, fun.made_up()) {
        (Fun::External { module, function, arity }, _) => {
            let mfa = Mfa { module: *module, function: *function, arity: *arity as usize };
            sheet.push(&format!("&{}/{arity}", names::callee(mfa)));
        }
        (_, Some(made_up)) if made_up.knows_locals() => sheet.push(&funs::text(made_up)),
        (_, Some(made_up)) => {
            sheet.push("fn");
            let others = vec!["_"; made_up.arity.into()].join(", ");
            let space = if others.is_empty() { "" } else { " " };
            pieces.extend([ElixirPiece::Text(" end"), ElixirPiece::Term(made_up.otherwise)]);
            pieces.push(ElixirPiece::Owned(format!("{space}{others} -> ")));
            for (arguments, result) in made_up.cases().rev() {
                pieces.extend([
                    ElixirPiece::Text(";"),
                    ElixirPiece::Term(result),
                    ElixirPiece::Text(" -> "),
                ]);
                write_heads(arguments, pieces);
            }
        }
        _ => sheet.push(&term.to_string()),
    }
}

/// ` 1, a2 when a2 === %{a: 1}`: as a pattern, a map would match all that have its keys, and one zero
/// the other.
fn write_heads<'a>(arguments: &'a [Term], pieces: &mut Vec<ElixirPiece<'a>>) {
    let is_loose = |part: &Term| match part {
        Term::Map(_) => true,
        Term::Float(number) => *number == 0.0,
        _ => false,
    };
    let mut heads = Vec::new();
    let mut guards = Vec::new();
    for (number, argument) in (1..).zip(arguments) {
        heads.push(ElixirPiece::Text(if number == 1 { " " } else { ", " }));
        if term::any(argument, is_loose) {
            heads.push(ElixirPiece::Owned(format!("a{number}")));
            let word = if guards.is_empty() { "when" } else { "and" };
            guards.push(ElixirPiece::Owned(format!(" {word} a{number} === ")));
            guards.push(ElixirPiece::Term(argument));
        } else {
            heads.push(ElixirPiece::Term(argument));
        }
    }
    pieces.extend(heads.into_iter().chain(guards).rev());
}

#[cfg(test)]
mod tests;
