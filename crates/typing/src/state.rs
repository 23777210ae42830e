//! What is the state of a server? What its callbacks return: `init/1` at first, the others from then on. A state
//! that none of them returns does not exist, whatever its type says.

use crate::built::{Maker, Makers, Plan, named};
use crate::environment::Types;
use crate::tree::Type;
use core_erlang::FunctionName;
use std::sync::Arc;
use term::Atom;
use term::built::Constructor;

/// A callback: which parameter the state is, and in which results there is a new one, `{reply, _, State}`.
struct Callback {
    name: &'static str,
    arity: u32,
    /// Counted from 1.
    state: Option<usize>,
    results: &'static [(&'static str, usize)],
}

const fn callback(
    name: &'static str,
    arity: u32,
    state: Option<usize>,
    results: &'static [(&'static str, usize)],
) -> Callback {
    Callback { name, arity, state, results }
}

const INIT: Callback = callback("init", 1, None, &[("ok", 2)]);

const SERVER: [Callback; 7] = [
    INIT,
    callback("handle_call", 3, Some(3), &[("reply", 3), ("noreply", 2)]),
    callback("handle_cast", 2, Some(2), &[("noreply", 2)]),
    callback("handle_info", 2, Some(2), &[("noreply", 2)]),
    callback("handle_continue", 2, Some(2), &[("noreply", 2)]),
    callback("terminate", 2, Some(2), &[]),
    callback("code_change", 3, Some(2), &[]),
];

const EVENT_HANDLER: [Callback; 6] = [
    INIT,
    callback("handle_event", 2, Some(2), &[("ok", 2)]),
    callback("handle_call", 2, Some(2), &[("ok", 3)]),
    callback("handle_info", 2, Some(2), &[("ok", 2)]),
    callback("terminate", 2, Some(2), &[]),
    callback("code_change", 3, Some(2), &[]),
];

/// What the state of a module is called, beside the names of its types.
pub(crate) const STATE: &str = "";

impl Types {
    /// The parameter of a callback that is the state of its server, counted from 0, and the calls that return one.
    pub fn with_state(
        &self,
        module: Atom,
        function: FunctionName,
    ) -> Option<(usize, Arc<Type>, Plan)> {
        let callbacks = self.callbacks_with_state(module)?;
        let is_it =
            |each: &&Callback| each.name == function.name.name() && each.arity == function.arity;
        let state = callbacks.iter().find(is_it)?.state?;
        let built = named(module, Atom::new(STATE), &[]);
        let starts = |maker: &Maker| maker.plans.iter().all(Plan::is_keep);
        if !self.makers(&built).all.iter().any(starts) {
            return None;
        }
        Some((state - 1, built.clone(), Plan::Built(built)))
    }

    /// `None` if the module is no such server.
    fn callbacks_with_state(&self, module: Atom) -> Option<&'static [Callback]> {
        let declarations = self.declarations(module)?;
        declarations.behaviours.iter().find_map(|behaviour| match behaviour.name() {
            "gen_server" | "Elixir.GenServer" => Some(&SERVER[..]),
            "gen_event" => Some(&EVENT_HANDLER[..]),
            _ => None,
        })
    }

    /// The callbacks of a module that return its state.
    pub(crate) fn makers_of_state(&self, module: Atom) -> Makers {
        let mut makers = Makers { all: Vec::new(), is_complete: true };
        let callbacks = self.callbacks_with_state(module).unwrap_or_default();
        let Some(declarations) = self.declarations(module) else { return makers };
        for Callback { name, arity, state, results } in callbacks {
            let function = FunctionName { name: Atom::new(name), arity: *arity };
            let spec = self.spec(module, function);
            let clause = spec.as_ref().and_then(|spec| spec.clauses.first());
            let Some(clause) = clause.filter(|_| declarations.exports.contains(&function)) else {
                continue;
            };
            let parameters = clause.closed_parameters();
            let (mut parameters, mut plans): (Vec<Arc<Type>>, Vec<Plan>) =
                parameters.iter().map(|each| self.with_calls(each)).unzip();
            if let Some(state) = state {
                let built = named(module, Atom::new(STATE), &[]);
                parameters[state - 1] = built.clone();
                plans[state - 1] = Plan::Built(built);
            }
            for (tag, element) in *results {
                let builder = Constructor {
                    module,
                    function: function.name,
                    arity: *arity as usize,
                    element: Some(*element),
                };
                let Some(label) = builder.label() else { continue };
                makers.all.push(Maker {
                    builder,
                    label,
                    parameters: parameters.clone(),
                    plans: plans.clone(),
                    tags: vec![Atom::new(tag)],
                    others: vec![],
                });
            }
        }
        makers
    }
}
