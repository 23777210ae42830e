//! In which language is the program told about? In Elixir where the module is one of Elixir's (its name
//! begins with `Elixir.`), else in Erlang. JSON and EUnit are for programs, and stay with Erlang.

use crate::room::Written;
use crate::stack::Frame;
use crate::{Finding, Mfa, elixir, notation, wording};
use term::{Atom, Term};

/// `shop:total/2` or `Shop.total/2`
pub fn name(mfa: Mfa) -> String {
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

/// A line of a stack trace. What Elixir calls is told in Elixir.
pub fn called(frame: &Frame, stack: &[Frame], room: usize) -> String {
    if !is_elixir(stack) {
        return wording::called(frame, room);
    }
    match &frame.arguments {
        Some(arguments) if elixir::can_write(arguments) => {
            elixir::call_within(frame.mfa, arguments, room).text
        }
        _ => elixir::name(frame.mfa),
    }
}

/// The exception in the words of Elixir, if the program is written in it.
pub fn exception(finding: &Finding, room: usize) -> Option<String> {
    let (class, reason) = finding.exception.as_ref()?;
    is_elixir(&finding.stack).then(|| elixir::exception(*class, reason, &finding.stack, room))
}

/// Whoever calls a library of Erlang from Elixir reads Elixir.
fn is_elixir(stack: &[Frame]) -> bool {
    stack.iter().any(|frame| elixir::is_module(frame.mfa.module))
}
