//! What do the callbacks of a behaviour promise? A module of the input keeps to that, as one does that a person has
//! written.

use crate::environment::Types;
use crate::tree::Type;
use core_erlang::FunctionName;
use std::sync::Arc;
use term::made_up_module::{Exported, are_there_any, made_up_functions, made_up_modules};
use term::{Atom, Term};

impl Types {
    /// Of which type the functions are that a behaviour calls by this name, as its `-callback` says. Where that has
    /// alternatives, nothing is known of the parameters.
    pub fn callback(&self, behaviour: Atom, name: Atom, arity: u32) -> Option<Arc<Type>> {
        let declarations = self.declarations(behaviour)?;
        let spec = declarations.callbacks.get(&FunctionName { name, arity })?;
        let any = || Arc::new(Type::Any);
        let parameters = match &spec.clauses[..] {
            [only] => only.closed_parameters(),
            _ => (0..arity).map(|_| any()).collect(),
        };
        let results = spec.clauses.iter().map(|clause| clause.closed_result());
        let result = Arc::new(Type::union(results));
        Some(Arc::new(Type::Fun { parameters: Some(parameters), result }))
    }

    /// Must a module of this behaviour have such a function?
    pub fn is_required_callback(&self, behaviour: Atom, name: Atom, arity: u32) -> bool {
        let function = FunctionName { name, arity };
        let declarations = self.declarations(behaviour);
        declarations.is_some_and(|declarations| declarations.required_callbacks.contains(&function))
    }

    /// Are the functions of all modules that were made up, and are among these terms, of the types of their
    /// callbacks?
    pub(crate) fn keep_callbacks(&self, terms: &[Term]) -> bool {
        let keeps = |each: &Exported| {
            let arity = u32::from(each.arity());
            let behaviour = each.behaviour;
            let wanted = behaviour.and_then(|behaviour| self.callback(behaviour, each.name, arity));
            wanted.is_none_or(|wanted| self.contains(&wanted, &each.fun).is_ok())
        };
        !are_there_any()
            || made_up_modules(terms).into_iter().all(|module| {
                made_up_functions(module).iter().flat_map(|all| all.iter()).all(keeps)
            })
    }
}
