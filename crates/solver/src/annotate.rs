//! What do the types alone rule out? From the arguments downwards, every node keeps only kinds that
//! some alternative of its type has, and numbers within the ranges of these.
//!
//! This is less than a type says (it forgets which alternatives go together), so it only ever rules
//! out what is impossible; [`crate::build`] does the rest.

use crate::build::{integer_in, may_be};
use crate::domain::Domain;
use crate::funs;
use crate::graph::{Access, Contradiction, Graph, NodeId, Step};
use crate::modules;
use crate::ranges::{Range, Ranges};
use std::sync::Arc;
use symbolic::{ActPart, Basic, Expr, Kinds};
use term::{Atom, Term};
use typing::{Type, Types};

mod maps;

pub fn annotate(graph: &mut Graph, environment: &Types, id: NodeId, wanted: &Arc<Type>) -> Step {
    node(graph, environment, id, environment.alternatives(wanted))
}

pub(crate) fn node(
    graph: &mut Graph,
    environment: &Types,
    id: NodeId,
    mut alternatives: Vec<Arc<Type>>,
) -> Step {
    if alternatives.iter().any(|alternative| matches!(**alternative, Type::Any | Type::Variable(_)))
    {
        return Ok(());
    }
    alternatives.retain(|alternative| fits(graph, environment, id, alternative, 0));
    let is_key = graph.key_types.contains_key(&graph.find(id));
    if is_key {
        let id = graph.find(id);
        graph.key_types.insert(id, Arc::new(Type::union(alternatives.iter().cloned())));
    }
    let kinds: Vec<Basic> = Basic::ALL
        .into_iter()
        .filter(|kind| alternatives.iter().any(|alternative| may_be(alternative, *kind)))
        .collect();
    let domain = graph.domain_mut(id);
    domain.keep(Kinds::only(&kinds));
    narrow(domain, &alternatives);
    if domain.kinds.is_empty() {
        return Err(Contradiction);
    }
    maps::narrow(graph, environment, id, &alternatives)?;
    let children: Vec<(Access, NodeId)> =
        graph.node(id).children.iter().map(|(access, child)| (*access, *child)).collect();
    for (access, child) in children {
        let mut below = Vec::new();
        for alternative in &alternatives {
            part(graph, environment, alternative, access, &mut below);
        }
        node(graph, environment, child, below)?;
    }
    Ok(())
}

/// Bitstrings of whole bytes are binaries; otherwise there may be only some lengths.
fn narrow_bits(domain: &mut Domain, alternatives: &[Arc<Type>]) {
    let forms: Vec<(u64, u64)> = alternatives
        .iter()
        .filter_map(|alternative| match **alternative {
            Type::Bits { size, unit } => Some((size, unit)),
            _ => None,
        })
        .collect();
    if forms.is_empty() {
        return;
    }
    if forms.iter().all(|(size, unit)| size % 8 == 0 && unit % 8 == 0) {
        domain.kinds = domain.kinds.without(Kinds::only(&[Basic::OddBits]));
    }
    if !forms.iter().any(|form| matches!(form, (0, 1 | 8))) {
        domain.bit_forms = forms;
    }
}

/// Integers are within the ranges of some alternative.
fn narrow_integers(domain: &mut Domain, alternatives: &[Arc<Type>]) {
    if !domain.kinds.contains(Basic::Integer) {
        return;
    }
    let ranges = alternatives.iter().filter_map(|alternative| match &**alternative {
        Type::Integer { low, high } => Some(Range { low: low.clone(), high: high.clone() }),
        _ => None,
    });
    let ranges = Ranges::union(ranges);
    if !ranges.is_all() {
        domain.keep_ranges(ranges);
    }
}

/// Numbers and names that no alternative has are out.
fn narrow(domain: &mut Domain, alternatives: &[Arc<Type>]) {
    narrow_bits(domain, alternatives);
    narrow_integers(domain, alternatives);
    if domain.kinds == Kinds::only(&[Basic::Atom]) {
        let names: Option<Vec<Atom>> = alternatives
            .iter()
            .map(|alternative| match &**alternative {
                Type::AtomLiteral(name) => Some(*name),
                _ => None,
            })
            .collect();
        if let Some(names) = names {
            match &mut domain.names {
                Some(known) => known.retain(|name| names.contains(name)),
                None => domain.names = Some(names),
            }
        }
    }
}

/// What is further below a node says nothing about which of its alternatives it can be: to follow that
/// everywhere would take long.
const DEEPEST: usize = 2;

/// Can a node be of this alternative, as far as its own domain and those of its next parts tell?
fn fits(graph: &Graph, environment: &Types, id: NodeId, alternative: &Type, depth: usize) -> bool {
    let node = graph.node(id);
    let domain = &node.domain;
    if !domain.kinds.iter().any(|kind| may_be(alternative, kind)) {
        return false;
    }
    match alternative {
        Type::AtomLiteral(name) => domain.allows(&Term::Atom(*name)),
        Type::Integer { .. } => integer_in(domain, alternative, None).is_some(),
        Type::Tuple(elements) => {
            domain.allows_arity(elements.len() as u32)
                && (0..).zip(elements).all(|(index, element)| {
                    let child = node.children.get(&Access::Element(index));
                    child.is_none_or(|child| part_fits(graph, environment, *child, element, depth))
                })
        }
        Type::Cons { element, .. } => {
            let head = node.children.get(&Access::Head);
            head.is_none_or(|head| part_fits(graph, environment, *head, element, depth))
        }
        Type::Map(_) => maps::fits(graph, environment, id, alternative),
        Type::Fun { parameters: Some(parameters), .. } => {
            domain.allows_fun_arity(parameters.len() as u32)
        }
        _ => true,
    }
}

fn part_fits(
    graph: &Graph,
    environment: &Types,
    id: NodeId,
    wanted: &Arc<Type>,
    depth: usize,
) -> bool {
    if depth == DEEPEST {
        return true;
    }
    let alternatives = environment.alternatives(wanted);
    alternatives.iter().any(|each| fits(graph, environment, id, each, depth + 1))
}

/// The types that a part can have under one alternative.
fn part(
    graph: &Graph,
    environment: &Types,
    alternative: &Arc<Type>,
    access: Access,
    into: &mut Vec<Arc<Type>>,
) {
    match (&**alternative, access) {
        (Type::Cons { element, .. }, Access::Head) => {
            into.extend(environment.alternatives(element))
        }
        (Type::Cons { tail, .. }, Access::Tail) => {
            into.push(alternative.clone());
            into.extend(environment.alternatives(tail));
        }
        (Type::Tuple(elements), Access::Element(index)) => {
            if let Some(element) = elements.get(index as usize) {
                into.extend(environment.alternatives(element));
            }
        }
        (Type::Fun { result, .. }, Access::Result(call))
            if let Expr::Acts { part, .. } = graph.symbols.expr(call) =>
        {
            into.push(match part {
                // What is passed is of the types of what it is passed to, which is known when the fun is
                // built.
                ActPart::Action | ActPart::Value(_) | ActPart::Catches => Arc::new(Type::Any),
                ActPart::Then => Arc::new(funs::following(result)),
            });
        }
        (Type::Fun { result, .. }, Access::Result(_)) => {
            let first = into.len();
            into.extend(environment.alternatives(result));
            if into.len() == first {
                // A fun that never returns: whatever it is, it may be called.
                into.push(Arc::new(Type::Any));
            }
        }
        (Type::Map(fields), _) => {
            let types = maps::part(graph.symbols, environment, fields, access);
            types.iter().for_each(|each| into.extend(environment.alternatives(each)));
        }
        (Type::AnyTuple | Type::AnyMap | Type::Any | Type::Variable(_), _) => {
            into.push(Arc::new(Type::Any))
        }
        (Type::Atom | Type::AtomLiteral(_), Access::Exported(function)) => {
            into.extend(environment.alternatives(&modules::wanted(
                graph.symbols,
                environment,
                function,
            )));
        }
        (Type::Atom | Type::AtomLiteral(_), Access::Text) => {
            into.extend(
                environment.alternatives(&Arc::new(Type::list(Arc::new(Type::character())))),
            );
        }
        _ => {}
    }
}
