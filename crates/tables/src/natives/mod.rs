//! Which functions of the module `ets` are built in?

pub mod counters;
pub mod info;
pub mod objects;
pub mod ownership;
pub mod select;

use crate::Tables;
use runtime::{Heap, NativeResult, Value};

/// A built-in that works on tables, called by the process of this number.
pub type TableNative = fn(&mut Tables, &mut Heap, u64, &[Value]) -> NativeResult;

/// Name and arity in the module `ets`, and the code.
pub const TABLE_NATIVES: &[(&str, usize, TableNative)] = &[
    ("all", 0, info::all),
    ("delete", 1, ownership::delete_table),
    ("delete", 2, objects::delete),
    ("delete_object", 2, objects::delete_object),
    ("first", 1, objects::first),
    ("give_away", 3, ownership::give_away),
    ("info", 1, info::info),
    ("info", 2, info::info_item),
    ("insert", 2, objects::insert),
    ("insert_new", 2, objects::insert_new),
    ("internal_delete_all", 2, objects::delete_all),
    ("internal_request_all", 0, info::request_all),
    ("internal_select_delete", 2, select::delete),
    ("is_compiled_ms", 1, select::is_compiled),
    ("last", 1, objects::last),
    ("lookup", 2, objects::lookup),
    ("lookup_element", 3, objects::lookup_element),
    ("lookup_element", 4, objects::lookup_element),
    ("match", 1, select::go_on),
    ("match", 2, select::match_bindings),
    ("match", 3, select::match_bindings),
    ("match_object", 1, select::go_on),
    ("match_object", 2, select::match_objects),
    ("match_object", 3, select::match_objects),
    ("match_spec_compile", 1, select::compile),
    ("match_spec_run_r", 3, select::run_reversed),
    ("member", 2, objects::member),
    ("new", 2, ownership::new_table),
    ("next", 2, objects::next),
    ("prev", 2, objects::prev),
    ("rename", 2, ownership::rename),
    ("safe_fixtable", 2, ownership::safe_fixtable),
    ("select", 1, select::go_on),
    ("select", 2, select::select),
    ("select", 3, select::select),
    ("select_count", 2, select::count),
    ("select_replace", 2, select::replace),
    ("select_reverse", 1, select::go_on),
    ("select_reverse", 2, select::select_reverse),
    ("select_reverse", 3, select::select_reverse),
    ("setopts", 2, ownership::set_options),
    ("slot", 2, objects::slot),
    ("take", 2, objects::take),
    ("update_counter", 3, counters::update_counter),
    ("update_counter", 4, counters::update_counter),
    ("update_element", 3, counters::update_element),
    ("update_element", 4, counters::update_element),
    ("whereis", 1, info::whereis),
];

/// The atom that ends a traversal.
pub(crate) fn end_of_table() -> Value {
    term::Atom::new("$end_of_table").into()
}
