//! Which built-ins need more than their arguments? Those of processes, time, code and tables.
//!
//! A file per family, each with its table `NATIVES`, as in [`mod@runtime::natives`].

mod building;
mod code;
pub mod code_server;
mod dictionary;
mod exceptions;
mod flags;
mod information;
mod monitors;
mod nodes;
mod operating_system;
mod otp;
mod output;
mod own_funs;
mod processes;
mod spawning;
mod storage;
mod system_info;
mod time;
mod timers;

pub use operating_system::name as variable_name;

use crate::code::Callee;
use crate::system::Context;
use runtime::{NativeResult, Value};
use rustc_hash::FxHashMap;
use term::{Atom, atoms};

pub type ContextNative = fn(&mut Context, &[Value]) -> NativeResult;

/// Module, function, arity, and the code.
pub type Row = (&'static str, &'static str, usize, ContextNative);

const TABLES: &[&[Row]] = &[
    code::NATIVES,
    code_server::NATIVES,
    dictionary::NATIVES,
    exceptions::NATIVES,
    flags::NATIVES,
    information::NATIVES,
    monitors::NATIVES,
    nodes::NATIVES,
    operating_system::NATIVES,
    otp::NATIVES,
    output::NATIVES,
    building::NATIVES,
    own_funs::NATIVES,
    processes::NATIVES,
    spawning::NATIVES,
    storage::NATIVES,
    system_info::NATIVES,
    time::NATIVES,
    timers::NATIVES,
];

/// Every built-in in Rust, of this crate and the runtime.
pub fn all() -> FxHashMap<(Atom, Atom, usize), Callee> {
    let mut natives = FxHashMap::default();
    let mut add = |module: &str, function: &str, arity: usize, callee: Callee| {
        let before = natives.insert((Atom::new(module), Atom::new(function), arity), callee);
        assert!(before.is_none(), "{module}:{function}/{arity} is listed twice");
    };
    for (module, function, arity, native) in runtime::natives::all() {
        add(module, function, arity, Callee::Pure(native));
    }
    for &(module, function, arity, native) in TABLES.iter().copied().flatten() {
        add(module, function, arity, Callee::InContext(native));
    }
    for &(function, arity, native) in tables::TABLE_NATIVES {
        add("ets", function, arity, Callee::Table(native));
    }
    add(atoms::erlang.name(), "apply", 2, Callee::ApplyFun);
    add(atoms::erlang.name(), "apply", 3, Callee::ApplyNamed);
    add(atoms::erlang.name(), "hibernate", 3, Callee::Hibernate);
    natives
}
