//! What do the types of maps rule out? Keys that no field has, the absence of keys that every
//! alternative requires, and sizes.

use crate::graph::{Access, Graph, NodeId, Step};
use crate::maps::singleton;
use std::sync::Arc;
use symbolic::{Basic, Kinds, Shape, Symbol, Symbols};
use term::{Term, order};
use typing::{MapField, Type, Types};

/// Can the keys that are known to be there, and those that are not, be those of a map of this type?
pub fn fits(graph: &Graph, environment: &Types, id: NodeId, alternative: &Type) -> bool {
    let Type::Map(fields) = alternative else { return true };
    let node = graph.node(id);
    let constant = |key: &Symbol| graph.symbols.as_constant(*key).cloned();
    let mut present = node.keys().filter_map(|key| constant(&key));
    let absent: Vec<Term> = node.absent.iter().filter_map(constant).collect();
    let (low, high) = sizes(environment, fields, &absent);
    // Keys that the program made.
    let made = node.keys().filter(|key| graph.symbols.as_constant(*key).is_none());
    let mut made = made.map(|key| graph.symbols.kinds(key)).filter(|kinds| *kinds != Kinds::ALL);
    let is_large_enough = high.is_none_or(|high| high >= node.domain.map_size.low);
    present.all(|key| field(environment, fields, &key).is_some())
        && !required(environment, fields).iter().any(|key| contains(&absent, key))
        && made.all(|kinds| fields.iter().any(|field| may_have(environment, field, kinds)))
        && is_large_enough
        && low <= node.domain.map_size.high
}

fn may_have(environment: &Types, field: &MapField, kinds: Kinds) -> bool {
    let alternatives = environment.alternatives(&field.key);
    let may_be = |kind: Basic| alternatives.iter().any(|each| crate::build::may_be(each, kind));
    kinds.iter().any(may_be)
}

/// Sizes that no alternative has are out, and so are keys.
pub fn narrow(
    graph: &mut Graph,
    environment: &Types,
    id: NodeId,
    alternatives: &[Arc<Type>],
) -> Step {
    let of_maps = |alternative: &Arc<Type>| match &**alternative {
        Type::Map(fields) => Some(fields.clone()),
        _ => None,
    };
    let is_map = graph.node(id).domain.kinds == Kinds::only(&[Basic::Map]);
    let all: Option<Vec<Vec<MapField>>> = alternatives.iter().map(of_maps).collect();
    let (true, Some(all)) = (is_map, all) else { return Ok(()) };
    let absent: Vec<Term> = {
        let absent = graph.node(id).absent.iter();
        absent.filter_map(|key| graph.symbols.as_constant(*key)).cloned().collect()
    };
    let ranges: Vec<(u32, Option<u32>)> =
        all.iter().map(|fields| sizes(environment, fields, &absent)).collect();
    let size = &mut graph.domain_mut(id).map_size;
    size.low = size.low.max(ranges.iter().map(|(low, _)| *low).min().unwrap_or(0));
    let highs: Option<Vec<u32>> = ranges.iter().map(|(_, high)| *high).collect();
    if let Some(high) = highs.and_then(|highs| highs.into_iter().max()) {
        size.high = size.high.min(high);
    }
    keys(graph, environment, id, &all)
}

/// Parts of the input that are keys: those that are there are of the types that keys have, those that
/// are not there are none that are required.
fn keys(graph: &mut Graph, environment: &Types, id: NodeId, all: &[Vec<MapField>]) -> Step {
    let nodes = |graph: &Graph, keys: Vec<Symbol>| -> Vec<NodeId> {
        keys.into_iter().filter_map(|key| graph.known_node(key)).collect()
    };
    let present = graph.node(id).keys().collect();
    for key in nodes(graph, present) {
        let fields = all.iter().flatten();
        let types = fields.flat_map(|field| environment.alternatives(&field.key)).collect();
        super::node(graph, environment, key, types)?;
    }
    let everywhere: Vec<Term> = match all.split_first() {
        Some((first, rest)) => required(environment, first)
            .into_iter()
            .filter(|key| rest.iter().all(|each| contains(&required(environment, each), key)))
            .collect(),
        None => Vec::new(),
    };
    let absent = graph.node(id).absent.clone();
    for key in nodes(graph, absent) {
        let domain = graph.domain_mut(key);
        for term in &everywhere {
            domain.narrow(&Shape::Literal(term.clone()), false);
        }
    }
    Ok(())
}

/// The types that a value or a key of a map can have.
pub fn part(
    symbols: &Symbols,
    environment: &Types,
    fields: &[MapField],
    access: Access,
) -> Vec<Arc<Type>> {
    match access {
        Access::Value(key) => match symbols.as_constant(key) {
            Some(key) => {
                let field = field(environment, fields, key);
                field.map(|field| field.value.clone()).into_iter().collect()
            }
            None => fields.iter().map(|field| field.value.clone()).collect(),
        },
        Access::Key(_) => fields.iter().map(|field| field.key.clone()).collect(),
        _ => Vec::new(),
    }
}

fn field<'f>(environment: &Types, fields: &'f [MapField], key: &Term) -> Option<&'f MapField> {
    fields.iter().find(|field| environment.contains(&field.key, key).is_ok())
}

/// The keys that every map of these fields has.
fn required(environment: &Types, fields: &[MapField]) -> Vec<Term> {
    let required = fields.iter().filter(|field| field.is_required);
    required.filter_map(|field| singleton(&environment.meaning(&field.key))).collect()
}

fn contains(keys: &[Term], key: &Term) -> bool {
    keys.iter().any(|each| order::exactly_equal(each, key))
}

/// The least and the greatest size of a map of these fields that lacks some keys.
fn sizes(environment: &Types, fields: &[MapField], absent: &[Term]) -> (u32, Option<u32>) {
    let mut high = Some(0);
    for field in fields {
        let alternatives = environment.alternatives(&field.key);
        let counts: Option<Vec<u32>> = alternatives.iter().map(|each| count(each)).collect();
        let count = counts.map(|counts| counts.into_iter().fold(0, u32::saturating_add));
        high = high.zip(count).map(|(high, count): (u32, u32)| high.saturating_add(count));
    }
    let lacking = (0..absent.len()).filter(|&index| {
        let is_first = !contains(&absent[..index], &absent[index]);
        is_first && field(environment, fields, &absent[index]).is_some()
    });
    let lacking = lacking.count() as u32;
    (required(environment, fields).len() as u32, high.map(|high| high.saturating_sub(lacking)))
}

/// How many terms a type has, if these are few.
fn count(wanted: &Type) -> Option<u32> {
    match wanted {
        Type::Integer { low: Some(low), high: Some(high) } => {
            u32::try_from(high.clone() - low.clone() + 1u32).ok()
        }
        _ => singleton(wanted).map(|_| 1),
    }
}
