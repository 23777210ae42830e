//! Which functions does a function name? Those that it calls or makes funs of, as far as the text tells:
//! what is called by a name that is only known when the program runs is not among them.

use core_erlang::{Expr, Function, FunctionName, Position};
use std::collections::BTreeSet;
use term::{Atom, Fun, Term};

/// The functions that a function of this module names.
pub fn named(module: Atom, function: &Function) -> BTreeSet<(Atom, FunctionName)> {
    let mut names = BTreeSet::new();
    for expr in &function.exprs {
        match expr {
            Expr::Name(name) => drop(names.insert((module, *name))),
            Expr::Call { module, name, arguments } => {
                let called = function.literal_atom(*module).zip(function.literal_atom(*name));
                let arity = arguments.len() as u32;
                names.extend(called.map(|(module, name)| (module, FunctionName { name, arity })));
            }
            Expr::Literal(Term::Fun(fun)) => {
                if let Fun::External { module, function, arity } = **fun {
                    let arity = u32::from(arity);
                    names.insert((module, FunctionName { name: function, arity }));
                }
            }
            _ => {}
        }
    }
    names
}

/// The atoms among the constants of a function.
pub fn atoms(function: &Function) -> BTreeSet<Atom> {
    let mut atoms = BTreeSet::new();
    for expr in &function.exprs {
        let Expr::Literal(literal) = expr else { continue };
        term::visit(literal, &mut |part| {
            if let Term::Atom(atom) = part {
                atoms.insert(*atom);
            }
            true
        });
    }
    atoms
}

/// Where a function says that none of its clauses fits.
pub fn failing_clause(function: &Function) -> Option<Position> {
    let is_it = |expr: &Expr| {
        matches!(expr, Expr::Primop { name, function: failing, .. }
            if name.name() == "match_fail" && *failing == Some(function.name))
    };
    let (id, _) = function.numbered().find(|(_, expr)| is_it(expr))?;
    Some(function.position(id))
}
