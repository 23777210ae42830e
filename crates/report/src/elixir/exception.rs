//! What does Elixir say when a program fails? `** (KeyError) key :a not found in: %{}`: its own
//! exceptions are structs, and for the errors of the virtual machine it has names and words
//! (`Exception.normalize` and `Exception.message`).

use super::names::{atom, name};
use super::within;
use crate::stack::Frame;
use term::{Atom, Term};
use trace::Class;

/// The exception in a line, with values up to so many bytes.
pub fn exception(class: Class, reason: &Term, stack: &[Frame], room: usize) -> String {
    let value = |term: &Term| within(term, room).text;
    match class {
        Class::Exit => format!("** (exit) {}", value(reason)),
        Class::Throw => format!("** (throw) {}", value(reason)),
        Class::Error => {
            let (name, message) =
                of_struct(reason, room).or_else(|| of_machine(reason, stack, room)).unwrap_or_else(
                    || ("ErlangError".into(), format!("Erlang error: {}", value(reason))),
                );
            format!("** ({name}) {message}").trim_end().to_owned()
        }
    }
}

fn field<'a>(reason: &'a Term, key: &str) -> Option<&'a Term> {
    let Term::Map(map) = reason else { return None };
    map.pairs().iter().find(|(known, _)| known.as_atom_name() == Some(key)).map(|(_, value)| value)
}

/// `%ArgumentError{message: "…"}`; the fields of those whose message is no text.
fn of_struct(reason: &Term, room: usize) -> Option<(String, String)> {
    let is_exception =
        field(reason, "__exception__").is_some_and(|mark| mark.as_atom_name() == Some("true"));
    let name = field(reason, "__struct__").filter(|_| is_exception)?.as_atom()?;
    let text =
        field(reason, "message").and_then(|text| std::str::from_utf8(text.as_binary()?).ok());
    let message = match (text, name.name()) {
        (Some(text), _) => crate::room::text(text, room),
        (None, "Elixir.KeyError") => key_error(reason, room),
        (None, _) => within(reason, room).text,
    };
    Some((atom(name), message))
}

fn key_error(reason: &Term, room: usize) -> String {
    let value = |key| field(reason, key).map(|value| within(value, room).text);
    let key = value("key").unwrap_or_default();
    match value("term").filter(|term| term != "nil") {
        Some(term) => format!("key {key} not found in: {term}"),
        None => format!("key {key} not found"),
    }
}

/// The errors of the virtual machine.
fn of_machine(reason: &Term, stack: &[Frame], room: usize) -> Option<(String, String)> {
    let failed = stack.first();
    let (name, message) = match (reason, reason.as_tuple()) {
        (Term::Atom(atom), _) => of_atom(*atom, failed, room)?,
        (_, Some([Term::Atom(tag), found])) => of_pair(tag.name(), found, room)?,
        (_, Some([Term::Atom(tag), key, map])) if tag.name() == "badkey" => {
            let [key, map] = [key, map].map(|term| within(term, room).text);
            ("KeyError", format!("key {key} not found in: {map}"))
        }
        _ => return None,
    };
    Some((name.to_owned(), message))
}

fn of_atom(reason: Atom, failed: Option<&Frame>, room: usize) -> Option<(&'static str, String)> {
    let called = || failed.map(|frame| name(frame.mfa)).unwrap_or_default();
    Some(match reason.name() {
        "badarg" => ("ArgumentError", with_call("argument error", failed, room)),
        "badarith" => {
            ("ArithmeticError", with_call("bad argument in arithmetic expression", failed, room))
        }
        "function_clause" => {
            ("FunctionClauseError", format!("no function clause matching in {}", called()))
        }
        "undef" => ("UndefinedFunctionError", format!("function {} is undefined", called())),
        "cond_clause" => ("CondClauseError", "no cond clause evaluated to a truthy value".into()),
        "system_limit" => ("SystemLimitError", "a system limit has been reached".into()),
        _ => return None,
    })
}

/// A built-in has no place in the source, so the call is named.
fn with_call(words: &str, failed: Option<&Frame>, room: usize) -> String {
    let frame = failed.filter(|frame| frame.place.is_none());
    match frame.and_then(|frame| Some((frame.mfa, frame.arguments.as_ref()?))) {
        Some((mfa, arguments)) if super::can_write(arguments) => {
            let operation = super::operation(mfa, arguments, room);
            let call = || super::call_within(mfa, arguments, room).text;
            format!("{words}: {}", operation.unwrap_or_else(call))
        }
        _ => words.to_owned(),
    }
}

/// `{Name, Value}`
fn of_pair(tag: &str, found: &Term, room: usize) -> Option<(&'static str, String)> {
    let (name, words) = match tag {
        "badmatch" => ("MatchError", "no match of right hand side value: "),
        "case_clause" => ("CaseClauseError", "no case clause matching: "),
        "with_clause" => ("WithClauseError", "no with clause matching: "),
        "else_clause" => ("WithClauseError", "no with clause matching: "),
        "try_clause" => ("TryClauseError", "no try clause matching: "),
        "badmap" => ("BadMapError", "expected a map, got: "),
        "badfun" => ("BadFunctionError", "expected a function, got: "),
        "badkey" => {
            return Some(("KeyError", format!("key {} not found", within(found, room).text)));
        }
        _ => return None,
    };
    Some((name, format!("{words}{}", within(found, room).text)))
}
