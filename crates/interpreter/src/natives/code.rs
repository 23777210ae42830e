//! Questions about code: which functions there are, and what a fun is.

use super::Row;
use crate::code::FunName;
use crate::system::Context;
use core_erlang::FunctionName;
use runtime::{FunView, NativeResult, Raise, Value};
use term::made_up_module::made_up_function;
use term::{Atom, Term, atoms};

pub const NATIVES: &[Row] = &[
    ("erlang", "is_function", 2, is_function),
    ("erlang", "fun_info", 2, fun_info_item),
    ("erlang", "fun_to_list", 1, fun_to_list),
    ("erlang", "make_fun", 3, make_fun),
    ("erlang", "function_exported", 3, function_exported),
    ("erlang", "is_builtin", 3, is_builtin),
    ("erlang", "module_loaded", 1, module_loaded),
    ("erlang", "get_module_info", 1, module_info),
    ("erlang", "get_module_info", 2, module_info_item),
];

/// How many arguments a fun takes; `None` for what is no fun.
pub fn fun_arity(context: &Context, fun: Value) -> Option<usize> {
    match context.heap.fun(fun) {
        Some(FunView::Closure { code, .. }) => Some(context.library.code(code).arity()),
        Some(FunView::External { arity, .. }) => Some(arity),
        None => match context.heap.foreign_term(fun) {
            Some(Term::Fun(fun)) => match &**fun {
                term::Fun::Closure(closure) => Some(closure.arity as usize),
                term::Fun::External { arity, .. } => Some(*arity as usize),
            },
            _ => None,
        },
    }
}

fn is_function(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let wanted = match context.heap.as_bigint(arguments[1]) {
        Some(number) if number.sign() != num_bigint::Sign::Minus => {
            context.heap.as_usize(arguments[1])
        }
        _ => return Err(Raise::badarg()),
    };
    let arity = fun_arity(context, arguments[0]);
    Ok(Value::bool(arity.is_some() && arity == wanted))
}

fn fun_info_item(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let (fun, item) = (arguments[0], arguments[1].as_atom().ok_or_else(Raise::badarg)?);
    let view = context.heap.fun(fun).ok_or_else(Raise::badarg)?;
    let arity = fun_arity(context, fun).ok_or_else(Raise::badarg)?;
    let value = match (view, item.name()) {
        (_, "arity") => Value::index(arity),
        (FunView::Closure { code, .. }, "module") => context.library.code(code).module.into(),
        (FunView::External { module, .. }, "module") => module.into(),
        (FunView::Closure { code, .. }, "name") => context.library.code(code).name.into(),
        (FunView::External { function, .. }, "name") => function.into(),
        (FunView::Closure { .. }, "type") => Value::atom(Atom::new("local")),
        (FunView::External { .. }, "type") => Value::atom(Atom::new("external")),
        (FunView::Closure { .. }, "env") => {
            let free = context.heap.free_variables(fun).to_vec();
            context.heap.list(&free)
        }
        (FunView::External { .. }, "env") => Value::NIL,
        (FunView::Closure { code, .. }, "index" | "new_index") => {
            Value::index(FunName::of_closure(code).index as usize)
        }
        (FunView::Closure { code, .. }, "uniq") => {
            Value::index(FunName::of_closure(code).unique as usize)
        }
        (FunView::Closure { .. }, "new_uniq") => context.heap.binary(&[0; 16]),
        (FunView::Closure { .. }, "pid") => context.process.pid(),
        (FunView::Closure { .. }, "refc") => Value::index(1),
        (
            FunView::External { .. },
            "pid" | "index" | "new_index" | "uniq" | "new_uniq" | "refc",
        ) => Value::UNDEFINED,
        _ => return Err(Raise::badarg()),
    };
    Ok(context.heap.tuple(&[item.into(), value]))
}

fn fun_to_list(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let text = match context.heap.fun(arguments[0]).ok_or_else(Raise::badarg)? {
        FunView::Closure { code, .. } => {
            let FunName { unique, index } = FunName::of_closure(code);
            let module = context.library.code(code).module;
            format!("#Fun<{}.{index}.{unique}>", module.name())
        }
        FunView::External { .. } => context.heap.to_term(arguments[0]).to_string(),
    };
    Ok(context.heap.string(&text))
}

fn make_fun(context: &mut Context, arguments: &[Value]) -> NativeResult {
    match (arguments[0].as_atom(), arguments[1].as_atom(), context.heap.as_usize(arguments[2])) {
        (Some(module), Some(function), Some(arity)) if arity <= 255 => {
            Ok(context.heap.external_fun(module, function, arity))
        }
        _ => Err(Raise::badarg()),
    }
}

/// No function has an arity below zero, but one may ask.
fn is_negative(arity: Value) -> bool {
    arity.as_small().is_some_and(|arity| arity < 0)
}

fn mfa(context: &Context, arguments: &[Value]) -> Result<(Atom, Atom, usize), Raise> {
    // From here on an integer is not small on the BEAM.
    let arity = context.heap.as_usize(arguments[2]).filter(|&arity| arity < 1 << 59);
    match (arguments[0].as_atom(), arguments[1].as_atom(), arity) {
        (Some(module), Some(function), Some(arity)) => Ok((module, function, arity)),
        _ => Err(Raise::badarg()),
    }
}

/// Every module that can be loaded counts as loaded: ours are loaded as they are called.
fn function_exported(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if arguments[0].is_atom() && arguments[1].is_atom() && is_negative(arguments[2]) {
        return Ok(Value::FALSE);
    }
    let (module, function, arity) = mfa(context, arguments)?;
    if context.library.is_native(module, function, arity) && module == atoms::erlang {
        return Ok(Value::TRUE);
    }
    let name = FunctionName { name: function, arity: arity as u32 };
    let is_made_up = made_up_function(module, function, arity).is_some();
    let module = context.library.module(module)?;
    let is_there = module.is_some_and(|module| module.is_exported(name));
    Ok(Value::bool(is_there || is_made_up))
}

fn is_builtin(context: &mut Context, arguments: &[Value]) -> NativeResult {
    if arguments[0].is_atom() && arguments[1].is_atom() && is_negative(arguments[2]) {
        return Ok(Value::FALSE);
    }
    let (module, function, arity) = mfa(context, arguments)?;
    Ok(Value::bool(context.library.is_built_in(module, function, arity)?))
}

fn module_loaded(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let module = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    Ok(Value::bool(context.library.is_module_known(module)))
}

fn module_info(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let mut items = Vec::new();
    for item in ["module", "exports", "attributes", "compile"] {
        let key = Value::atom(Atom::new(item));
        let value = module_info_item(context, &[arguments[0], key])?;
        items.push(context.heap.tuple(&[key, value]));
    }
    Ok(context.heap.list(&items))
}

fn module_info_item(context: &mut Context, arguments: &[Value]) -> NativeResult {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let item = arguments[1].as_atom().ok_or_else(Raise::badarg)?;
    let module = context.library.module(name)?.ok_or_else(Raise::badarg)?;
    let names = |context: &mut Context, names: &mut dyn Iterator<Item = FunctionName>| {
        let pairs: Vec<Value> = names
            .map(|FunctionName { name, arity }| {
                context.heap.tuple(&[name.into(), Value::index(arity as usize)])
            })
            .collect();
        context.heap.list(&pairs)
    };
    match item.name() {
        "module" => Ok(name.into()),
        "exports" => Ok(names(context, &mut module.exports.iter().copied())),
        "functions" => {
            let mut functions = module.functions.iter().map(|function| function.name);
            Ok(names(context, &mut functions))
        }
        "attributes" => {
            let terms: Vec<Term> = module
                .attributes
                .iter()
                .map(|(key, value)| Term::tuple(vec![Term::Atom(*key), value.clone()]))
                .collect();
            Ok(context.heap.from_term(&Term::list(terms)))
        }
        "compile" | "nifs" => Ok(Value::NIL),
        "md5" => Ok(context.heap.binary(&[0; 16])),
        _ => Err(Raise::badarg()),
    }
}
