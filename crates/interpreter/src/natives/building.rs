//! When is all built that the function under test is called with? See [`crate::contract::Building`].

use super::Row;
use crate::system::Context;
use runtime::{NativeResult, Value};

pub const NATIVES: &[Row] = &[("ermine_build", "ready", 0, ready)];

fn ready(context: &mut Context, _arguments: &[Value]) -> NativeResult {
    context.system.is_building = false;
    Ok(Value::OK)
}
