//! In which language is the program told about? In Elixir where the module is one of Elixir's (its name
//! begins with `Elixir.`), else in Erlang. JSON and EUnit are for programs, and stay with Erlang.

use crate::notation::Known;
use crate::room::Written;
use crate::script::{self, Language};
use crate::stack::Frame;
use crate::{Finding, Mfa, elixir, notation, room, wording};
use term::{Atom, Term};
use typing::{Reading, Type};

/// `shop:total/2` or `Shop.total/2`
pub fn name(mfa: Mfa) -> String {
    if script::is_meant(mfa) {
        return format!("{}, calls in a row", module(mfa.module));
    }
    match elixir::is_module(mfa.module) {
        true => elixir::name(mfa),
        false => mfa.to_string(),
    }
}

/// The same where people read it: functions that the compiler made are told as what they are.
pub fn place(mfa: Mfa) -> String {
    match elixir::is_module(mfa.module) {
        true => elixir::name(mfa),
        false => notation::generated(mfa),
    }
}

pub fn language(mfa: Mfa) -> Language {
    match elixir::is_module(mfa.module) {
        true => Language::Elixir,
        false => Language::Erlang,
    }
}

/// `shop` or `Shop`
pub fn module(module: Atom) -> String {
    match elixir::is_module(module) {
        true => elixir::module(module),
        false => Term::Atom(module).to_string(),
    }
}

/// A call to paste into the shell of its language.
pub fn call_within(mfa: Mfa, arguments: &[Term], room: usize) -> Written {
    match elixir::is_module(mfa.module) && elixir::can_write(arguments) {
        true => elixir::call_within(mfa, arguments, room),
        false => notation::call_within(mfa, arguments, room),
    }
}

/// The same for people, with arguments as they are meant and expressions for what has no notation.
pub fn call_meant(
    mfa: Mfa,
    arguments: &[Term],
    readings: &[Reading],
    known: &[Known],
    room: usize,
) -> Written {
    match elixir::is_module(mfa.module) && elixir::can_write(arguments) {
        true => elixir::call_within(mfa, arguments, room),
        false => notation::call_known(mfa, arguments, Some(readings), known, room),
    }
}

/// A line of a stack trace. What Elixir calls is told in Elixir.
pub fn called(frame: &Frame, stack: &[Frame], room: usize) -> String {
    if !is_elixir(stack) {
        return wording::called(frame, room);
    }
    match &frame.arguments {
        Some(arguments) if elixir::can_write(arguments) => {
            elixir::operation(frame.mfa, arguments, room)
                .unwrap_or_else(|| elixir::call_within(frame.mfa, arguments, room).text)
        }
        _ => elixir::name(frame.mfa),
    }
}

/// The exception in the words of Elixir, if the program is written in it.
pub fn exception(finding: &Finding, room: usize) -> Option<String> {
    let (class, reason) = finding.exception.as_ref()?;
    if !is_elixir(&finding.stack) {
        return None;
    }
    // Which numbers were divided says more than that the arguments of a division were bad.
    let is_arithmetic = reason.as_atom_name() == Some("badarith");
    match finding.words.as_ref().filter(|_| !is_arithmetic) {
        Some(words) => Some(room::text(words, room)),
        None => Some(elixir::exception(*class, reason, &finding.stack, room)),
    }
}

/// A value within a sentence about that function.
pub fn value(mfa: Mfa, term: &Term, reading: &Reading, room: usize) -> String {
    match elixir::is_module(mfa.module) {
        true => elixir::within(term, room).text,
        false => notation::shown_within(term, reading, room).text,
    }
}

/// A type that belongs to that function.
pub fn type_of(mfa: Mfa, wanted: &Type, room: usize) -> String {
    let written = match elixir::is_module(mfa.module) {
        true => elixir::types::write(wanted),
        false => wanted.to_string(),
    };
    room::text(&written, room)
}

/// Whoever calls a library of Erlang from Elixir reads Elixir.
pub fn is_elixir(stack: &[Frame]) -> bool {
    stack.iter().any(|frame| elixir::is_module(frame.mfa.module))
}
