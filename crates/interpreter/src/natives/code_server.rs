//! Which code is there, and how was the node started? The questions that `code` and `init` answer
//! without touching anything.
//!
//! Code is loaded as it is called, so every module that could be loaded counts as loaded.

use super::Row;
use crate::system::Context;
use runtime::{Heap, NativeResult, Raise, Value};
use std::collections::BTreeSet;
use term::{Atom, Term, atoms};

pub const NATIVES: &[Row] = &[
    ("code", "ensure_loaded", 1, ensure_loaded),
    ("code", "ensure_modules_loaded", 1, ensure_modules_loaded),
    ("code", "is_loaded", 1, is_loaded),
    ("code", "which", 1, which),
    ("code", "all_loaded", 0, all_loaded),
    ("code", "module_status", 0, module_statuses),
    ("code", "module_status", 1, module_status),
    ("code", "modified_modules", 0, |_, _| Ok(Value::NIL)),
    ("code", "get_mode", 0, |_, _| Ok(Atom::new("interactive").into())),
    ("code", "is_sticky", 1, is_sticky),
    ("code", "root_dir", 0, |context, _| Ok(in_root(context, ""))),
    ("code", "lib_dir", 0, |context, _| Ok(in_root(context, "/lib"))),
    ("code", "lib_dir", 1, |context, a| library_folder(context, a[0], "")),
    ("code", "lib_dir", 2, library_subfolder),
    ("code", "priv_dir", 1, |context, a| library_folder(context, a[0], "/priv")),
    ("code", "get_path", 0, code_path),
    ("code", "where_is_file", 1, where_is_file),
    ("erlang", "loaded", 0, loaded),
    ("erlang", "pre_loaded", 0, preloaded),
    ("erlang", "check_process_code", 2, check_process_code),
    ("erlang", "check_process_code", 3, check_process_code),
    ("erlang", "check_old_code", 1, check_old_code),
    ("erlang", "load_nif", 2, |_, _| Ok(Value::OK)),
    ("init", "get_argument", 1, start_argument),
    ("init", "get_arguments", 0, start_arguments),
    ("init", "get_plain_arguments", 0, |_, _| Ok(Value::NIL)),
    ("init", "get_status", 0, status),
    ("init", "script_id", 0, script_id),
];

/// Modules that are part of the BEAM itself and have no file.
const PRELOADED: &[&str] = &[
    "atomics",
    "counters",
    "erl_init",
    "erl_prim_loader",
    "erl_tracer",
    "erlang",
    "erts_code_purger",
    "erts_dirty_process_signal_handler",
    "erts_internal",
    "erts_literal_area_collector",
    "init",
    "persistent_term",
    "prim_buffer",
    "prim_eval",
    "prim_file",
    "prim_inet",
    "prim_net",
    "prim_socket",
    "prim_zip",
    "socket_registry",
    "zlib",
];

/// Is the module inside of the emulator, without a file?
pub fn is_preloaded(module: Atom) -> bool {
    PRELOADED.contains(&module.name())
}

fn module_name(value: Value) -> Result<Atom, Raise> {
    value.as_atom().ok_or_else(|| Raise::error(atoms::function_clause))
}

// ---- modules ----

fn ensure_loaded(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let module = module_name(arguments[0])?;
    let pair = match context.library.is_module_known(module) {
        true => [atoms::module.into(), arguments[0]],
        false => [atoms::error.into(), Atom::new("nofile").into()],
    };
    Ok(context.heap.tuple(&pair))
}

fn ensure_modules_loaded(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let modules = context.heap.proper_list(arguments[0]);
    let modules = modules.ok_or_else(|| Raise::error(atoms::function_clause))?;
    let mut missing = Vec::new();
    for module in modules {
        if !context.library.is_module_known(module_name(module)?) {
            missing.push(context.heap.tuple(&[module, Atom::new("nofile").into()]));
        }
    }
    if missing.is_empty() {
        return Ok(Value::OK);
    }
    let missing = context.heap.list(&missing);
    Ok(context.heap.tuple(&[atoms::error.into(), missing]))
}

/// The file of a module that is there; `preloaded` for those without.
fn file(context: &mut Context, module: Atom) -> Option<Value> {
    if !context.library.is_module_known(module) {
        return None;
    }
    if is_preloaded(module) {
        return Some(Atom::new("preloaded").into());
    }
    let file = context.library.file(module).unwrap_or_default();
    Some(context.heap.string(&file))
}

fn is_loaded(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let module = module_name(arguments[0])?;
    Ok(match file(context, module) {
        Some(file) => context.heap.tuple(&[atoms::file.into(), file]),
        None => Value::FALSE,
    })
}

fn which(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let module = module_name(arguments[0])?;
    let nowhere = || Atom::new("non_existing").into();
    Ok(file(context, module).unwrap_or_else(nowhere))
}

fn all_loaded(context: &mut Context, _: &[Value]) -> NativeResult {
    let mut pairs = Vec::new();
    for module in context.library.loaded() {
        if let Some(file) = file(context, module) {
            pairs.push(context.heap.tuple(&[module.into(), file]));
        }
    }
    Ok(context.heap.list(&pairs))
}

fn loaded(context: &mut Context, _: &[Value]) -> NativeResult {
    let preloaded = PRELOADED.iter().map(|name| Atom::new(name));
    let modules: BTreeSet<Atom> = preloaded.chain(context.library.loaded()).collect();
    let modules: Vec<Value> = modules.into_iter().map(Value::atom).collect();
    Ok(context.heap.list(&modules))
}

fn preloaded(context: &mut Context, _: &[Value]) -> NativeResult {
    let modules: Vec<Value> = PRELOADED.iter().map(|name| Atom::new(name).into()).collect();
    Ok(context.heap.list(&modules))
}

fn status_of(context: &mut Context, module: Atom) -> Value {
    let is_known = context.library.is_module_known(module);
    Atom::new(if is_known { "loaded" } else { "not_loaded" }).into()
}

fn module_statuses(context: &mut Context, _: &[Value]) -> NativeResult {
    let mut pairs = Vec::new();
    for module in context.library.loaded() {
        let status = status_of(context, module);
        pairs.push(context.heap.tuple(&[module.into(), status]));
    }
    Ok(context.heap.list(&pairs))
}

/// Of one module, or of each of a list.
fn module_status(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let Some(modules) = context.heap.proper_list(arguments[0]) else {
        let module = module_name(arguments[0])?;
        return Ok(status_of(context, module));
    };
    let mut pairs = Vec::new();
    for module in modules {
        let status = status_of(context, module_name(module)?);
        pairs.push(context.heap.tuple(&[module, status]));
    }
    Ok(context.heap.list(&pairs))
}

/// The applications whose modules nobody may replace.
const STICKY: &[&str] = &["kernel", "stdlib", "compiler"];

fn is_sticky(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let module = module_name(arguments[0])?;
    let file = context.library.file(module).unwrap_or_default();
    let is_sticky = context
        .library
        .libraries()
        .iter()
        .filter(|folder| STICKY.contains(&application_of(folder)))
        .any(|folder| file.starts_with(&format!("{folder}/ebin/")));
    Ok(is_sticky.into())
}

/// No module has old code here.
fn check_old_code(_: &mut Context, arguments: &[Value]) -> NativeResult {
    arguments[0].as_atom().map(|_| Value::FALSE).ok_or_else(Raise::badarg)
}

fn check_process_code(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let bad_option = || Raise::badarg_because("bad_option");
    let options = arguments.get(2).copied().unwrap_or(Value::NIL);
    let mut request = None;
    for option in context.heap.proper_list(options).ok_or_else(bad_option)? {
        let Some(&[key, value]) = context.heap.as_tuple(option) else { return Err(bad_option()) };
        match key.as_atom().map(Atom::name) {
            Some("async") => request = Some(value),
            Some("allow_gc") if value.as_bool().is_some() => {}
            _ => return Err(bad_option()),
        }
    }
    if arguments[0].as_pid().is_none() || !arguments[1].is_atom() {
        return Err(Raise::badarg());
    }
    let Some(request) = request else { return Ok(Value::FALSE) };
    let tag = Value::atom(Atom::new("check_process_code"));
    let message = context.heap.tuple(&[tag, request, Value::FALSE]);
    context.system.signals.send(context.process.id, message);
    Ok(Atom::new("async").into())
}

// ---- folders ----

fn in_root(context: &mut Context, rest: &str) -> Value {
    let path = format!("{}{rest}", context.library.installation().root);
    context.heap.string(&path)
}

/// `stdlib` of `…/lib/stdlib-4.2`
fn application_of(folder: &str) -> &str {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    name.split('-').next().unwrap_or(name)
}

fn name_of(heap: &Heap, value: Value) -> Option<String> {
    match value.as_atom() {
        Some(name) => Some(name.name().to_owned()),
        None => heap.to_term(value).as_string(),
    }
}

fn library_folder(context: &mut Context, name: Value, rest: &str) -> NativeResult {
    if !name.is_atom() && !name.is_cons() && !name.is_nil() {
        return Err(Raise::error(atoms::function_clause));
    }
    // A list that is no name is no application's name either.
    let name = name_of(context.heap, name).unwrap_or_default();
    let folders = context.library.libraries();
    Ok(match folders.iter().find(|folder| application_of(folder) == name) {
        Some(folder) => context.heap.string(&format!("{folder}{rest}")),
        None => context.heap.tuple(&[atoms::error.into(), Atom::new("bad_name").into()]),
    })
}

fn library_subfolder(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let subfolder = arguments[1].as_atom().filter(|_| arguments[0].is_atom());
    let subfolder = subfolder.ok_or_else(|| Raise::error(atoms::function_clause))?;
    library_folder(context, arguments[0], &format!("/{}", subfolder.name()))
}

fn code_path(context: &mut Context, _: &[Value]) -> NativeResult {
    let folders = context.library.libraries();
    let mut path = vec![context.heap.string(".")];
    for folder in folders {
        path.push(context.heap.string(&format!("{folder}/ebin")));
    }
    Ok(context.heap.list(&path))
}

/// Only files of modules: what else there is on the disk is out of reach.
fn where_is_file(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if !arguments[0].is_cons() && !arguments[0].is_nil() {
        return Err(Raise::error(atoms::function_clause));
    }
    let Some(name) = name_of(context.heap, arguments[0]) else {
        return Ok(Atom::new("non_existing").into());
    };
    let Some(module) = name.strip_suffix(".beam") else {
        return Err(Raise::effect(Atom::new("code"), Atom::new("where_is_file"), 1));
    };
    Ok(match context.library.file(Atom::new(module)) {
        Some(file) => context.heap.string(&file),
        None => Atom::new("non_existing").into(),
    })
}

// ---- how the node was started ----

fn flags(context: &Context) -> Vec<(&'static str, Vec<String>)> {
    let root = context.library.installation().root;
    let text = |text: &str| vec![text.to_owned()];
    // The folder that a run is in, and at home in, is the topmost.
    vec![
        ("root", vec![root]),
        ("progname", text("erl")),
        ("home", text("/")),
        ("noshell", Vec::new()),
    ]
}

fn strings(values: &[String]) -> Term {
    values.iter().map(|value| Term::string(value)).collect()
}

fn start_argument(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let wanted = arguments[0].as_atom().map(Atom::name);
    let flags = flags(context);
    Ok(match flags.iter().find(|(name, _)| Some(*name) == wanted) {
        Some((_, values)) => {
            let values = Term::list(vec![strings(values)]);
            context.heap.from_term(&Term::tuple(vec![atoms::ok.into(), values]))
        }
        None => atoms::error.into(),
    })
}

fn start_arguments(context: &mut Context, _: &[Value]) -> NativeResult {
    let pairs = flags(context)
        .iter()
        .map(|(name, values)| Term::tuple(vec![Term::atom(name), strings(values)]))
        .collect();
    Ok(context.heap.from_term(&pairs))
}

fn status(context: &mut Context, _: &[Value]) -> NativeResult {
    let started = Value::atom(Atom::new("started"));
    Ok(context.heap.tuple(&[started, started]))
}

fn script_id(context: &mut Context, _: &[Value]) -> NativeResult {
    let release = context.library.installation().release;
    let script = Term::tuple(vec![Term::string("Erlang/OTP"), Term::string(&release)]);
    Ok(context.heap.from_term(&script))
}
