//! Which maps? Those that have certain keys, with certain values, and other keys of one sort.

use super::order::{self, Order};
use super::{Lattice, ValueSet};
use crate::tree::{MapField, Type};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::Term;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Maps {
    /// Keys of which something is known.
    pub known: BTreeMap<Term, Known>,
    /// What other keys there may be, if any, and their values.
    pub others: Option<(ValueSet, ValueSet)>,
}

/// What is known of a key. If it is not required and there are no values, it is not there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    pub value: ValueSet,
    pub is_required: bool,
}

/// More keys than these count as others.
pub const MOST_KEYS: usize = 32;

impl Maps {
    pub fn all() -> Maps {
        Maps { known: BTreeMap::new(), others: Some((ValueSet::Any, ValueSet::Any)) }
    }

    /// Only `#{}`.
    pub fn empty() -> Maps {
        Maps { known: BTreeMap::new(), others: None }
    }

    pub fn of_pairs(pairs: &[(Term, Term)]) -> Maps {
        let known = |value| Known { value: ValueSet::of_term(value), is_required: true };
        let known = pairs.iter().map(|(key, value)| (key.clone(), known(value))).collect();
        Maps { known, others: None }.no_larger()
    }

    /// Of a type; `None` if there is no such map.
    pub fn of_fields(fields: &[MapField]) -> Option<Maps> {
        let mut maps = Maps::empty();
        let mut before: Option<(ValueSet, ValueSet)> = None;
        for field in fields {
            let value = ValueSet::of_type(&field.value);
            match single(&field.key) {
                // The leftmost field that a key fits decides.
                Some(key) if maps.known.contains_key(&key) => {}
                Some(key) => {
                    let value = match &before {
                        Some((_, earlier)) => order::join(&value, earlier),
                        None => value,
                    };
                    if field.is_required && value.is_empty() {
                        return None;
                    }
                    maps.known.insert(key, Known { value, is_required: field.is_required });
                }
                None => {
                    let key = ValueSet::of_type(&field.key);
                    before = Some(match before {
                        Some((keys, values)) => {
                            (order::join(&keys, &key), order::join(&values, &value))
                        }
                        None => (key, value),
                    });
                }
            }
        }
        maps.others = before.filter(|(key, value)| !key.is_empty() && !value.is_empty());
        Some(maps.no_larger())
    }

    /// What may be found under a key, and whether it must be there.
    pub fn get(&self, lattice: &Lattice, key: &Term) -> Known {
        if let Some(known) = self.known.get(key) {
            return known.clone();
        }
        match &self.others {
            Some((keys, value)) if lattice.contains(keys, key) => {
                Known { value: value.clone(), is_required: false }
            }
            _ => Known { value: ValueSet::none(), is_required: false },
        }
    }

    pub fn contains(&self, lattice: &Lattice, pairs: &[(Term, Term)]) -> bool {
        let is_there = |key: &Term| pairs.iter().any(|(each, _)| each == key);
        let mut required = self.known.iter().filter(|(_, known)| known.is_required);
        required.all(|(key, _)| is_there(key))
            && pairs.iter().all(|(key, value)| match (self.known.get(key), &self.others) {
                (Some(known), _) => lattice.contains(&known.value, value),
                (None, Some((keys, values))) => {
                    lattice.contains(keys, key) && lattice.contains(values, value)
                }
                (None, None) => false,
            })
    }

    /// A join does not look into names: a key that may be in one counts as being there.
    pub fn join(&self, other: &Maps) -> Maps {
        let without = |maps: &Maps| match &maps.others {
            Some((_, value)) => Known { value: value.clone(), is_required: false },
            None => Known { value: ValueSet::none(), is_required: false },
        };
        let mut known = BTreeMap::new();
        for key in self.known.keys().chain(other.known.keys()) {
            let of = |maps: &Maps| maps.known.get(key).cloned().unwrap_or_else(|| without(maps));
            let (one, two) = (of(self), of(other));
            let value = order::join(&one.value, &two.value);
            let is_required = one.is_required && two.is_required;
            known.insert(key.clone(), Known { value, is_required });
        }
        let others = match (&self.others, &other.others) {
            (Some((key, value)), Some((other_key, other_value))) => {
                Some((order::join(key, other_key), order::join(value, other_value)))
            }
            (one, two) => one.clone().or_else(|| two.clone()),
        };
        Maps { known, others }.no_larger()
    }

    pub fn meet(&self, other: &Maps, order: &mut Order) -> Option<Maps> {
        let mut known = BTreeMap::new();
        for key in self.known.keys().chain(other.known.keys()) {
            let (one, two) = (self.get(order.lattice, key), other.get(order.lattice, key));
            let value = order.meet(&one.value, &two.value);
            let is_required = one.is_required || two.is_required;
            if is_required && value.is_empty() {
                return None;
            }
            known.insert(key.clone(), Known { value, is_required });
        }
        let others = match (&self.others, &other.others) {
            (Some((key, value)), Some((other_key, other_value))) => {
                let both = (order.meet(key, other_key), order.meet(value, other_value));
                Some(both).filter(|(key, value)| !key.is_empty() && !value.is_empty())
            }
            _ => None,
        };
        Some(Maps { known, others }.no_larger())
    }

    pub fn is_subset(&self, other: &Maps, order: &mut Order) -> bool {
        let others_fit = self.others_fit(other, order);
        others_fit && self.keys_that_differ(other, order).is_empty()
    }

    fn others_fit(&self, other: &Maps, order: &mut Order) -> bool {
        match (&self.others, &other.others) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((key, value)), Some((other_key, other_value))) => {
                order.is_subset(key, other_key) && order.is_subset(value, other_value)
            }
        }
    }

    /// The keys because of which these are not all among the others.
    fn keys_that_differ(&self, other: &Maps, order: &mut Order) -> Vec<Term> {
        let mut keys: Vec<&Term> = self.known.keys().chain(other.known.keys()).collect();
        keys.sort();
        keys.dedup();
        let mut differ = Vec::new();
        for key in keys {
            let (one, two) = (self.get(order.lattice, key), other.get(order.lattice, key));
            let is_there = one.is_required || !two.is_required;
            if !is_there || !order.is_subset(&one.value, &two.value) {
                differ.push(key.clone());
            }
        }
        differ
    }

    /// What is left, or somewhat more: something is taken away only where one key makes the difference.
    pub fn difference(&self, other: &Maps, order: &mut Order) -> Option<Maps> {
        if !self.others_fit(other, order) {
            return Some(self.clone());
        }
        let differ = self.keys_that_differ(other, order);
        let [key] = &*differ else { return (!differ.is_empty()).then(|| self.clone()) };
        let (one, two) = (self.get(order.lattice, key), other.get(order.lattice, key));
        // Those that have it keep the values that the others do not have; those that do not are left
        // if the others must have it.
        let value = order.difference(&one.value, &two.value);
        let is_required = one.is_required || !two.is_required;
        if is_required && value.is_empty() {
            return None;
        }
        let mut left = self.clone();
        left.known.insert(key.clone(), Known { value, is_required });
        Some(left.no_larger())
    }

    /// The same with few keys that are known; the rest counts as others.
    pub fn no_larger(mut self) -> Maps {
        while self.known.len() > MOST_KEYS {
            let Some((key, known)) = self.known.pop_last() else { break };
            let key = ValueSet::of_term(&key);
            self.others = match self.others.take() {
                others if known.value.is_empty() => others,
                Some((keys, values)) => {
                    Some((order::join(&keys, &key), order::join(&values, &known.value)))
                }
                None => Some((key, known.value)),
            };
        }
        self
    }
}

/// The only term of a type, if sets of keys can tell.
fn single(wanted: &Arc<Type>) -> Option<Term> {
    match &**wanted {
        Type::AtomLiteral(atom) => Some(Term::Atom(*atom)),
        Type::Integer { low: Some(low), high: Some(high) } if low == high => {
            Some(Term::from(low.clone()))
        }
        Type::Nil => Some(Term::Nil),
        _ => None,
    }
}
