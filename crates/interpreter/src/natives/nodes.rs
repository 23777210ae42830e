//! Which other nodes are there? None: the program runs on a node without a name and without a network.

use super::Row;
use crate::system::Context;
use runtime::{NativeResult, Raise, Value};
use term::{Atom, Term, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "nodes", 0, |_, _| Ok(Value::NIL)),
    ("erlang", "nodes", 1, |context, a| nodes(context, a[0], None)),
    ("erlang", "nodes", 2, |context, a| nodes(context, a[0], Some(a[1]))),
    ("erlang", "monitor_node", 2, monitor_node),
    ("erlang", "monitor_node", 3, monitor_node),
    ("erlang", "get_cookie", 0, |_, _| Ok(Atom::new("nocookie").into())),
    ("erlang", "get_cookie", 1, cookie_of),
    ("erlang", "disconnect_node", 1, |_, _| Ok(Atom::new("ignored").into())),
    ("net_kernel", "monitor_nodes", 1, |_, _| Ok(Value::OK)),
    ("net_kernel", "monitor_nodes", 2, |_, _| Ok(Value::OK)),
    ("net_kernel", "dflag_unicode_io", 1, |_, _| Ok(Value::TRUE)),
    ("net_adm", "ping", 1, ping),
    ("erts_internal", "get_creation", 0, |_, _| Ok(Value::index(0))),
    ("erts_internal", "dist_spawn_request", 4, spawn_elsewhere),
    ("erlang", "ports", 0, |_, _| Ok(Value::NIL)),
    ("erts_internal", "port_info", 1, port_info),
    ("erts_internal", "port_info", 2, port_info),
];

/// Ourselves are the only node there is, if the kinds asked for include that.
fn nodes(context: &mut Context, kinds: Value, info: Option<Value>) -> NativeResult {
    let kinds = match kinds.as_atom() {
        Some(_) => vec![kinds],
        None => context.heap.proper_list(kinds).ok_or_else(Raise::badarg)?,
    };
    let mut includes_us = false;
    for kind in kinds {
        match kind.as_atom().map(Atom::name) {
            Some("this" | "known") => includes_us = true,
            Some("visible" | "hidden" | "connected") => {}
            _ => return Err(Raise::badarg()),
        }
    }
    let us = Value::atom(atoms::nonode_nohost);
    let entry = match info {
        None => us,
        Some(options) => {
            let info = node_info(context, options)?;
            context.heap.tuple(&[us, info])
        }
    };
    Ok(if includes_us { context.heap.list(&[entry]) } else { Value::NIL })
}

fn node_info(context: &mut Context, options: Value) -> NativeResult {
    if !context.heap.is_map(options) {
        return Err(Raise::badarg());
    }
    let mut pairs = Vec::new();
    let wishes: Vec<(Value, Value)> = context.heap.map_pairs(options).collect();
    for (key, is_wanted) in wishes {
        let value = match key.as_atom().map(Atom::name) {
            Some("connection_id") => Value::UNDEFINED,
            Some("node_type") => Atom::new("this").into(),
            _ => return Err(Raise::badarg()),
        };
        if is_wanted.as_bool().ok_or_else(Raise::badarg)? {
            pairs.push((key, value));
        }
    }
    Ok(context.heap.map_from_pairs(pairs))
}

fn cookie_of(_: &mut Context, arguments: &[Value]) -> NativeResult {
    arguments[0].as_atom().map(|_| Atom::new("nocookie").into()).ok_or_else(Raise::badarg)
}

fn monitor_node(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if let Some(&options) = arguments.get(2) {
        let passive = Value::atom(Atom::new("allow_passive_connect"));
        let options = context.heap.proper_list(options);
        if !options.is_some_and(|options| options.iter().all(|option| *option == passive)) {
            return Err(Raise::badarg_because("badopt"));
        }
    }
    let node = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    if node != atoms::nonode_nohost {
        return Err(Raise::error(Atom::new("notalive")));
    }
    arguments[1].as_bool().map(|_| Value::TRUE).ok_or_else(Raise::badarg)
}

/// A node without a name does not even answer itself.
fn ping(_: &mut Context, arguments: &[Value]) -> NativeResult {
    match arguments[0].as_atom() {
        Some(_) => Ok(Atom::new("pang").into()),
        None => Err(Raise::error(atoms::function_clause)),
    }
}

/// Who starts a process on another node asks for the network.
fn spawn_elsewhere(_: &mut Context, _: &[Value]) -> NativeResult {
    Err(Raise::effect(atoms::erlang, Atom::new("spawn_request"), 5))
}

/// The result `badarg` is turned into an exception by who calls.
fn port_info(context: &mut Context, arguments: &[Value]) -> NativeResult {
    match context.heap.foreign_term(arguments[0]) {
        Some(Term::Port(_)) => Ok(Value::UNDEFINED),
        _ if arguments[0].is_atom() => Ok(Value::UNDEFINED),
        _ => Ok(atoms::badarg.into()),
    }
}
