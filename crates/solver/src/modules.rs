//! Which module has the functions that were decided? One that is made up of them, and of those that it had
//! before.

use crate::build::{Build, Built, Missing};
use crate::graph::{Access, NodeId};
use crate::why::Hard;
use std::collections::BTreeMap;
use std::sync::Arc;
use symbolic::{Expr, Symbol, Symbols};
use term::made_up_module::{Exported, made_up_function, made_up_functions, made_up_module};
use term::{Atom, Term, atoms};
use typing::{Type, Types};

/// The function of this module that the symbol is.
pub fn exported(symbols: &Symbols, function: Symbol, module: Atom) -> Term {
    let Expr::Exported { function, arity, .. } = symbols.expr(function) else {
        unreachable!("only functions are exported")
    };
    let fun = made_up_function(module, *function, usize::from(*arity));
    fun.unwrap_or(Term::Atom(atoms::undefined))
}

/// Of which type it is: that of the callback, or a fun of so many parameters; or it is not there, which is none of
/// the choices where a behaviour insists on it.
pub fn wanted(symbols: &Symbols, environment: &Types, function: Symbol) -> Arc<Type> {
    let Expr::Exported { behaviour, function, arity, .. } = symbols.expr(function) else {
        unreachable!("only functions are exported")
    };
    let of_callback = environment.callback(*behaviour, *function, u32::from(*arity));
    let fun = of_callback.unwrap_or_else(|| {
        let any = || Arc::new(Type::Any);
        let parameters = (0..*arity).map(|_| any()).collect();
        Arc::new(Type::Fun { parameters: Some(parameters), result: any() })
    });
    match environment.is_required_callback(*behaviour, *function, u32::from(*arity)) {
        true => fun,
        false => Arc::new(Type::union([fun, Arc::new(Type::AtomLiteral(atoms::undefined))])),
    }
}

const ANOTHER: Missing = Missing::NotFound(Hard::Funs);

impl Build<'_, '_> {
    /// Is something asked of the module that this atom names?
    pub(crate) fn is_module(&self, id: NodeId) -> bool {
        let children = &self.graph.node(id).children;
        children.keys().any(|access| matches!(access, Access::Exported(_)))
    }

    pub(crate) fn module(
        &mut self,
        id: NodeId,
        within: &Arc<Type>,
        hint: Option<&Term>,
    ) -> Built<Term> {
        let node = self.graph.node(id);
        let before = match hint {
            Some(Term::Atom(name)) => made_up_functions(*name),
            _ => None,
        };
        let mut functions: Vec<Exported> =
            before.iter().flat_map(|all| all.iter()).cloned().collect();
        let mut asked: Vec<(Atom, u8, Term)> = Vec::new();
        // Its functions know no local variables.
        let outer = std::mem::take(&mut self.scope);
        let locals = std::mem::take(&mut self.locals);
        let built = self.functions(&node.children, &mut functions, &mut asked);
        (self.scope, self.locals) = (outer, locals);
        built?;
        let is_it = |module: &Term| match module {
            Term::Atom(module) => asked.iter().all(|(name, arity, fun)| {
                let is = made_up_function(*module, *name, usize::from(*arity));
                is.unwrap_or(Term::Atom(atoms::undefined)) == *fun
            }),
            _ => false,
        };
        // A module without functions is any other atom.
        let found = match functions.is_empty() {
            true => {
                let hint = hint.filter(|_| before.is_none());
                self.atom_in(&node.domain, within, hint)
            }
            false => {
                let name = made_up_module(functions).ok_or(ANOTHER)?;
                let module = Term::Atom(name);
                let fits = node.domain.allows(&module)
                    && self.environment.contains(within, &module).is_ok();
                fits.then_some(module)
            }
        };
        found.filter(is_it).ok_or(ANOTHER)
    }

    /// The functions that something is asked of, and those of them that are there.
    fn functions(
        &mut self,
        children: &BTreeMap<Access, NodeId>,
        functions: &mut Vec<Exported>,
        asked: &mut Vec<(Atom, u8, Term)>,
    ) -> Built<()> {
        for (access, child) in children {
            let Access::Exported(function) = *access else {
                // Nobody asks for the text of a module that is called.
                return Err(ANOTHER);
            };
            let wanted = wanted(self.graph.symbols, self.environment, function);
            let fun = self.node(*child, &wanted)?;
            let Expr::Exported { behaviour, function: name, arity, .. } =
                *self.graph.symbols.expr(function)
            else {
                unreachable!("only functions are exported")
            };
            let is_known = |known: &(Atom, u8, Term)| (known.0, known.1) == (name, arity);
            if asked.iter().any(|known| is_known(known) && known.2 != fun) {
                return Err(ANOTHER);
            }
            functions.retain(|each| (each.name, each.arity()) != (name, arity));
            if matches!(fun, Term::Fun(_)) {
                let behaviour = Some(behaviour).filter(|behaviour| {
                    self.environment.callback(*behaviour, name, u32::from(arity)).is_some()
                });
                functions.push(Exported { name, fun: fun.clone(), behaviour });
            }
            asked.push((name, arity, fun));
        }
        Ok(())
    }
}
