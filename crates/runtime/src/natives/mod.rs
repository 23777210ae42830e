//! Which built-in functions are plain functions of their arguments?
//!
//! One file per Erlang module (or per family, where `erlang` would be too long), each with a table
//! `NATIVES` of its own. A native looks at its arguments, makes a value on the heap, and touches
//! nothing else. (What needs processes, tables or clocks lives in the interpreter.)
//!
//! An argument a native cannot take is `Err(Raise::badarg())` and the like; the machine adds the
//! stack trace. Symbolic arguments never reach a native: the machine deals with them first.

use crate::exception::NativeResult;
use crate::heap::Heap;
use crate::value::Value;

pub mod arithmetic;
pub mod atoms;
pub mod binary;
pub mod binary_search;
pub mod checksum;
pub mod error_function;
pub mod external;
pub mod external_encode;
pub mod external_scan;
pub mod float_text;
pub mod hash;
pub mod integer_text;
pub mod iodata;
pub mod list_operators;
pub mod lists;
pub mod maps;
pub mod math;
pub mod old_hash;
pub mod packet;
pub mod packet_http;
pub mod strings;
pub mod tuples;
pub mod types;
pub mod unicode;
pub mod unicode_wide;

pub type Native = fn(&mut Heap, &[Value]) -> NativeResult;

/// One row of a table: module, function, arity, and the code.
pub type Row = (&'static str, &'static str, usize, Native);

/// The table of one file: `natives! { "lists" { "member"/2 = member, "reverse"/2 = reverse } }`
#[macro_export]
macro_rules! natives {
    ($($module:literal { $($name:literal / $arity:literal = $function:expr),* $(,)? })*) => {
        pub const NATIVES: &[$crate::natives::Row] = &[
            $($(($module, $name, $arity, $function),)*)*
        ];
    };
}

/// Every native there is.
pub fn all() -> impl Iterator<Item = Row> {
    let tables: &[&[Row]] = &[
        arithmetic::NATIVES,
        atoms::NATIVES,
        binary::NATIVES,
        binary_search::NATIVES,
        checksum::NATIVES,
        external::NATIVES,
        float_text::NATIVES,
        hash::NATIVES,
        integer_text::NATIVES,
        iodata::NATIVES,
        list_operators::NATIVES,
        lists::NATIVES,
        maps::NATIVES,
        math::NATIVES,
        old_hash::NATIVES,
        packet::NATIVES,
        strings::NATIVES,
        tuples::NATIVES,
        types::NATIVES,
        unicode::NATIVES,
    ];
    tables.iter().copied().flatten().copied()
}
