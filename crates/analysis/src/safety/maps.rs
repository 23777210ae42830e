//! What does `#{K => V}` or `M#{K := V}` come to?

use super::evaluate::Evaluator;
use super::raised::Classes;
use super::shape::any_value;
use core_erlang::{Expr, ExprId, MapOperator, MapPair};
use term::Term;
use typing::lattice::maps::{Known, Maps};
use typing::lattice::{Kinds, ValueSet, order};

pub fn build(
    evaluator: &mut Evaluator,
    id: ExprId,
    base: ExprId,
    pairs: &[MapPair],
) -> Option<ValueSet> {
    let set = evaluator.value(base)?;
    let open = evaluator.lattice().open(&set);
    let others: ValueSet = Kinds { maps: None, ..Kinds::clone(&open) }.into();
    if !others.is_empty() {
        evaluator.raise(id, Classes::ERROR, &ValueSet::Any);
    }
    let mut maps = open.maps;
    for pair in pairs {
        let key = evaluator.value(pair.key)?;
        let value = evaluator.value(pair.value)?;
        maps = match maps {
            Some(before) => {
                // What is put does not take keys away, so the map that was there tells.
                let has_key = evaluator.has_key(base, pair.key);
                put(evaluator, id, before, pair, has_key, (key, value))
            }
            None => None,
        };
    }
    maps.map(|maps| ValueSet::maps(Some(maps)))
}

fn put(
    evaluator: &mut Evaluator,
    id: ExprId,
    mut maps: Maps,
    pair: &MapPair,
    has_key: bool,
    (key, value): (ValueSet, ValueSet),
) -> Option<Maps> {
    let code = evaluator.code.clone();
    let Some(literal) = single_key(code.function.expr(pair.key), &key) else {
        // Any of the keys may be the one: what is known of their values is not known any more.
        if pair.operator == MapOperator::Exact {
            if !has_key {
                evaluator.raise(id, Classes::ERROR, &ValueSet::Any);
            }
            if any_value(&maps).is_empty() {
                return None;
            }
        }
        for known in maps.known.values_mut() {
            known.value = order::join(&known.value, &value);
        }
        maps.others = Some(match maps.others.take() {
            Some((keys, values)) => (order::join(&keys, &key), order::join(&values, &value)),
            None => (key, value),
        });
        return Some(maps);
    };
    let before = maps.get(&evaluator.lattice(), &literal);
    if pair.operator == MapOperator::Exact {
        if !before.is_required && !has_key {
            evaluator.raise(id, Classes::ERROR, &ValueSet::Any);
        }
        if before.value.is_empty() {
            return None;
        }
    }
    maps.known.insert(literal, Known { value, is_required: true });
    Some(maps)
}

/// The only key that there is, if it is one that a set of maps can know.
pub fn single_key(expr: &Expr, set: &ValueSet) -> Option<Term> {
    if let Expr::Literal(literal) = expr {
        return Some(literal.clone());
    }
    let ValueSet::Of(kinds) = set else { return None };
    if let Some(atom) = kinds.atoms.single().filter(|atom| *set == ValueSet::atom(*atom)) {
        return Some(Term::Atom(atom));
    }
    let number = kinds.integers.single()?;
    (*set == ValueSet::integer(number.clone())).then(|| Term::from(number.clone()))
}
