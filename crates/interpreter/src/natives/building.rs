//! When is all built that the function under test is called with? See [`crate::contract::Building`]. And which scripts
//! cannot be carried out? See [`crate::contract::Script`].

use super::Row;
use crate::system::Context;
use runtime::{NativeResult, Raise, Value};
use term::Atom;

pub const NATIVES: &[Row] =
    &[("ermine_build", "ready", 0, ready), ("ermine_script", "no_input", 0, no_input)];

fn ready(context: &mut Context, _arguments: &[Value]) -> NativeResult {
    context.system.is_building = false;
    Ok(Value::OK)
}

/// A script that cannot be carried out is as good as a value that cannot be built.
fn no_input(context: &mut Context, _arguments: &[Value]) -> NativeResult {
    context.system.is_building = true;
    Err(Raise::exit(Atom::new("$no_input")))
}
