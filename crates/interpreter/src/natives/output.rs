//! Where does output go? Nowhere but into the run's own record of it.

use super::Row;
use crate::system::Context;
use runtime::{NativeResult, Raise, Value};
use term::{Atom, Term, atoms};

pub const NATIVES: &[Row] = &[
    ("ermine_io", "output", 1, output),
    // What a terminal answers is nobody's to know: see [`crate::questions`].
    ("ermine_io", "asked", 0, |_, _| Ok(Value::OK)),
    ("erlang", "display", 1, display),
    ("erlang", "display_nl", 0, |context, _| Ok(write(context, b"\n"))),
    ("erlang", "display_string", 1, |context, a| display_string(context, a[0])),
    ("erlang", "display_string", 2, |context, a| display_string(context, a[1])),
    // Everything that is logged gets here when its level lets it through; there are no handlers.
    ("logger_backend", "log_allowed", 2, |_, _| Ok(Value::OK)),
    ("logger_config", "get", 2, |context, a| logger_configuration(context, a[1])),
    ("error_logger", "warning_map", 0, |_, _| Ok(Atom::new("warning").into())),
];

fn write(context: &mut Context, bytes: &[u8]) -> Value {
    context.system.output.write(context.heap, bytes);
    Value::TRUE
}

/// What our group leader hands over: a binary.
fn output(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let bytes = context.heap.owned_binary(arguments[0]).ok_or_else(Raise::badarg)?;
    write(context, &bytes);
    Ok(atoms::ok.into())
}

/// What the logger is set to by itself. (Changing it is an effect.)
fn logger_configuration(context: &mut Context, what: Value) -> NativeResult {
    let answer = if what == Value::atom(Atom::new("primary")) {
        let configuration = Term::map(vec![
            (Term::atom("level"), Term::atom("notice")),
            (Term::atom("filters"), Term::Nil),
            (Term::atom("filter_default"), Term::atom("log")),
            (Term::atom("metadata"), Term::map(Vec::new())),
        ]);
        [atoms::ok.into(), context.heap.from_term(&configuration)]
    } else {
        let not_found = Value::atom(Atom::new("not_found"));
        [atoms::error.into(), context.heap.tuple(&[not_found, what])]
    };
    Ok(context.heap.tuple(&answer))
}

fn display(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let text = format!("{}\n", context.heap.to_term(arguments[0]));
    Ok(write(context, text.as_bytes()))
}

fn display_string(context: &mut Context, text: Value) -> NativeResult {
    let term = context.heap.to_term(text);
    match (term.as_string(), term.as_binary()) {
        (Some(text), _) => Ok(write(context, text.as_bytes())),
        (_, Some(bytes)) => Ok(write(context, bytes)),
        _ => Err(Raise::badarg()),
    }
}
