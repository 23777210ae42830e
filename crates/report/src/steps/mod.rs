//! What happened in a call, step by step? The events of a watched program as a tree for people ([`text`]), and as
//! a line of JSON each for programs ([`json_lines`]). Both follow the [`Whereabouts`] of a process, so that each event
//! is known to be in a function.

mod json;
mod text;

pub use json::json_lines;
pub use text::text;

use core_erlang::{Expr, ExprId, Function, FunctionName, Module, Position};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Atom, Term};
use trace::watched::{CUT, Event};

/// The code that was watched.
pub struct WatchedCode<'a> {
    modules: &'a [Arc<Module>],
    functions: FxHashMap<(Atom, FunctionName), Option<Arc<Function>>>,
}

impl<'a> WatchedCode<'a> {
    pub fn new(modules: &'a [Arc<Module>]) -> WatchedCode<'a> {
        WatchedCode { modules, functions: FxHashMap::default() }
    }

    fn module(&self, name: Atom) -> Option<&'a Module> {
        self.modules.iter().find(|module| module.name == name).map(|module| &**module)
    }

    fn function(&mut self, module: Atom, name: FunctionName) -> Option<Arc<Function>> {
        let code = self.module(module);
        let decode = || code?.function(name)?.ok().map(Arc::new);
        self.functions.entry((module, name)).or_insert_with(decode).clone()
    }
}

/// Where a process is.
#[derive(Default)]
struct Whereabouts(Vec<Level>);

enum Level {
    Entered(Entered),
    /// Somebody waits here for the value of a call.
    Waiting {
        at: ExprId,
        has_value: bool,
    },
    /// Exceptions are caught here.
    Trying,
}

impl Whereabouts {
    /// How many functions have been entered and not left?
    fn depth(&self) -> usize {
        self.0.iter().filter(|level| matches!(level, Level::Entered(_))).count()
    }

    /// The function that runs.
    fn top(&self) -> Option<Entered> {
        self.0.iter().rev().find_map(|level| match level {
            Level::Entered(entered) => Some(entered.clone()),
            _ => None,
        })
    }

    /// Goes on to where the process is after the event. If a call is over: was its value told when the function
    /// that it entered was left?
    fn follow(&mut self, event: &Event, code: &mut WatchedCode) -> bool {
        match event {
            Event::Call { module, function, .. } => {
                let entered = Entered::new(*module, *function, code);
                self.0.push(Level::Entered(entered));
            }
            Event::Exit { .. } => {
                self.leave(|level| matches!(level, Level::Entered(_)));
                if let Some(Level::Waiting { has_value, .. }) = self.0.last_mut() {
                    *has_value = true;
                }
            }
            Event::Go { at, .. } => self.0.push(Level::Waiting { at: *at, has_value: false }),
            // Who calls is gone; what comes next is on its level.
            Event::Tail { .. } => {
                self.leave(|level| matches!(level, Level::Entered(_)));
            }
            Event::Back { at, .. } => {
                let left = self.leave(
                    |level| matches!(level, Level::Waiting { at: waiting, .. } if waiting == at),
                );
                return matches!(left, Some(Level::Waiting { has_value: true, .. }));
            }
            Event::Try { .. } => self.0.push(Level::Trying),
            Event::Tried { .. } | Event::Caught { .. } => {
                self.leave(|level| matches!(level, Level::Trying));
            }
            Event::Case { .. } | Event::ExitCase { .. } | Event::Bind { .. } => {}
        }
        false
    }

    /// Leaves everything up to the innermost level that is meant, and that one.
    fn leave(&mut self, is_meant: impl Fn(&Level) -> bool) -> Option<Level> {
        while let Some(level) = self.0.pop() {
            if is_meant(&level) {
                return Some(level);
            }
        }
        None
    }
}

/// A function that has been entered.
#[derive(Clone)]
struct Entered {
    module: Atom,
    name: FunctionName,
    function: Option<Arc<Function>>,
}

impl Entered {
    fn new(module: Atom, name: FunctionName, code: &mut WatchedCode) -> Entered {
        Entered { module, name, function: code.function(module, name) }
    }

    /// Is this the function itself, and not a fun in it?
    fn is_whole(&self, fun: ExprId) -> bool {
        self.function.as_ref().is_none_or(|function| function.body == fun)
    }

    fn position(&self, at: ExprId) -> Option<Position> {
        let function = self.function.as_ref()?;
        let position = *function.positions.get(at.0 as usize)?;
        (position.line > 0).then_some(position)
    }

    fn expr(&self, at: ExprId) -> Option<&Expr> {
        self.function.as_ref()?.exprs.get(at.0 as usize)
    }
}

/// `shop:average/1 (shop.erl:12)`
fn stack_line(frame: &Term) -> Option<String> {
    let [module, function, arity, place] = frame.as_tuple()? else { return None };
    let find = |key: &str| {
        let mut pairs = place.as_list()?.iter().filter_map(Term::as_tuple);
        let is_it = |pair: &&[Term]| pair.first().and_then(Term::as_atom_name) == Some(key);
        pairs.find(is_it)?.get(1)
    };
    let name = format!("{}:{}/{}", module, function, arity);
    Some(match (find("file").and_then(Term::as_string), find("line")) {
        (Some(file), Some(line)) => format!("{name} ({file}:{line})"),
        _ => name,
    })
}

/// A value as far as it was kept.
fn shown(value: &Term) -> String {
    value.to_string().replace(&format!("'{CUT}'"), CUT)
}
