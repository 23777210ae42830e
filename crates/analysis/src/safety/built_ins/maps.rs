//! What do the functions on maps come to?

use super::known::{in_memory, single};
use super::{Call, Effect, sets, table};
use std::collections::{BTreeMap, BTreeSet};
use term::Term;
use typing::lattice::integers::Integers;
use typing::lattice::maps::{Known, Maps};
use typing::lattice::{Lattice, Tuples, ValueSet};

table! {
    "erlang" {
        "is_map_key"/2 = is_key,
        "map_get"/2 = get,
        "map_size"/1 = size,
    }
    "maps" {
        "find"/2 = find,
        "from_keys"/2 = from_keys,
        "from_list"/1 = from_list,
        "get"/2 = get,
        "is_key"/2 = is_key,
        "keys"/1 = keys,
        "merge"/2 = merge,
        "new"/0 = |call| call.returns(ValueSet::maps(Some(Maps::empty()))),
        "put"/3 = put,
        "remove"/2 = remove,
        "take"/2 = take,
        "to_list"/1 = to_list,
        "update"/3 = update,
        "values"/1 = values,
    }
}

/// What may be found under a key: a term, if there is only one that it can be, or any of a set.
fn found(lattice: &Lattice, maps: &Maps, key: &ValueSet) -> Known {
    if let Some(key) = single(lattice, key) {
        return maps.get(lattice, &key);
    }
    let known = maps.known.iter().filter(|(each, _)| lattice.contains(key, each));
    let value = known.fold(ValueSet::none(), |all, (_, each)| sets::join(&all, &each.value));
    let others = maps.others.iter().filter(|(keys, _)| lattice.overlap(keys, key));
    let value = others.fold(value, |all, (_, each)| sets::join(&all, each));
    Known { value, is_required: false }
}

/// The map with a pair more, or another value for its key.
fn with_pair(lattice: &Lattice, maps: &Maps, key: &ValueSet, value: &ValueSet) -> Maps {
    let mut maps = maps.clone();
    if let Some(key) = single(lattice, key) {
        maps.known.insert(key, Known { value: value.clone(), is_required: true });
        return maps.no_larger();
    }
    for (each, known) in &mut maps.known {
        if lattice.contains(key, each) {
            known.value = sets::join(&known.value, value);
        }
    }
    maps.others = Some(match &maps.others {
        Some((keys, values)) => (sets::join(keys, key), sets::join(values, value)),
        None => (key.clone(), value.clone()),
    });
    maps
}

fn without_key(lattice: &Lattice, maps: &Maps, key: &ValueSet) -> Maps {
    let mut maps = maps.clone();
    match single(lattice, key) {
        Some(key) => {
            let is_there = !maps.get(lattice, &key).value.is_empty();
            if is_there {
                maps.known.insert(key, Known { value: ValueSet::none(), is_required: false });
            }
        }
        None => {
            for (each, known) in &mut maps.known {
                known.is_required &= !lattice.contains(key, each);
            }
        }
    }
    maps.no_larger()
}

/// The pairs of both; the second has the last word.
fn merged(lattice: &Lattice, one: &Maps, other: &Maps) -> Maps {
    let keys: BTreeSet<&Term> = one.known.keys().chain(other.known.keys()).collect();
    let pair = |key: &Term| {
        let (before, after) = (one.get(lattice, key), other.get(lattice, key));
        if after.is_required {
            return (key.clone(), after);
        }
        let value = sets::join(&before.value, &after.value);
        (key.clone(), Known { value, is_required: before.is_required })
    };
    let others = match (&one.others, &other.others) {
        (Some((keys, values)), Some((more_keys, more_values))) => {
            Some((sets::join(keys, more_keys), sets::join(values, more_values)))
        }
        (one, other) => one.clone().or_else(|| other.clone()),
    };
    Maps { known: keys.into_iter().map(pair).collect(), others }.no_larger()
}

/// Maps that have a key, if it is known which.
fn maps_with(key: Option<Term>) -> ValueSet {
    let known = Known { value: ValueSet::Any, is_required: true };
    let known: BTreeMap<Term, Known> = key.into_iter().map(|key| (key, known.clone())).collect();
    ValueSet::maps(Some(Maps { known, ..Maps::all() }))
}

fn is_there(known: &Known) -> bool {
    known.is_required || !known.value.is_empty()
}

impl Call<'_> {
    /// The maps that an argument can be; `None` if it can be none.
    fn maps(&self, index: usize) -> Option<&Maps> {
        self.kinds[index].maps.as_ref()
    }

    /// What may be found in the map of one argument under the key of another.
    fn found(&self, key: usize, map: usize) -> Known {
        match self.maps(map) {
            Some(maps) => found(self.lattice, maps, &self.arguments[key]),
            None => Known { value: ValueSet::none(), is_required: false },
        }
    }

    fn changed_maps(&self, index: usize, change: impl Fn(&Maps) -> Maps) -> ValueSet {
        self.maps(index).map_or(ValueSet::none(), |maps| ValueSet::maps(Some(change(maps))))
    }
}

fn get(call: &Call) -> Effect {
    let found = call.found(0, 1);
    let is_safe = found.is_required && call.is_within(1, &sets::map());
    call.effect([ValueSet::Any, maps_with(call.single(0))], is_safe, found.value)
}

fn is_key(call: &Call) -> Effect {
    let found = call.found(0, 1);
    let result = sets::truth(is_there(&found), !found.is_required);
    call.wants([ValueSet::Any, sets::map()], result)
}

fn find(call: &Call) -> Effect {
    let found = call.found(0, 1);
    let pair = ValueSet::tuple(vec![sets::one_atom("ok"), found.value]);
    let result = or_error(pair, found.is_required);
    call.wants([ValueSet::Any, sets::map()], result)
}

fn or_error(result: ValueSet, is_certain: bool) -> ValueSet {
    if is_certain { result } else { sets::join(&result, &sets::one_atom("error")) }
}

fn take(call: &Call) -> Effect {
    let found = call.found(0, 1);
    let rest = call.changed_maps(1, |maps| without_key(call.lattice, maps, &call.arguments[0]));
    let result = or_error(ValueSet::tuple(vec![found.value, rest]), found.is_required);
    call.wants([ValueSet::Any, sets::map()], result)
}

fn remove(call: &Call) -> Effect {
    let result = call.changed_maps(1, |maps| without_key(call.lattice, maps, &call.arguments[0]));
    call.wants([ValueSet::Any, sets::map()], result)
}

fn put(call: &Call) -> Effect {
    let [key, value, _] = call.arguments else { return call.returns(ValueSet::Any) };
    let result = call.changed_maps(2, |maps| with_pair(call.lattice, maps, key, value));
    call.wants([ValueSet::Any, ValueSet::Any, sets::map()], result)
}

fn update(call: &Call) -> Effect {
    let [key, value, _] = call.arguments else { return call.returns(ValueSet::Any) };
    let found = call.found(0, 2);
    let result = match is_there(&found) {
        true => call.changed_maps(2, |maps| with_pair(call.lattice, maps, key, value)),
        false => ValueSet::none(),
    };
    let is_safe = found.is_required && call.is_within(2, &sets::map());
    call.effect([ValueSet::Any, ValueSet::Any, maps_with(call.single(0))], is_safe, result)
}

fn merge(call: &Call) -> Effect {
    let result = match (call.maps(0), call.maps(1)) {
        (Some(one), Some(other)) => ValueSet::maps(Some(merged(call.lattice, one, other))),
        _ => ValueSet::none(),
    };
    call.wants([sets::map(), sets::map()], result)
}

fn size(call: &Call) -> Effect {
    let sizes = call.maps(0).map_or(Integers::none(), |maps| {
        let least = maps.known.values().filter(|known| known.is_required).count();
        match maps.others {
            Some(_) => in_memory(least as u64),
            None => {
                Integers::range(least, maps.known.values().filter(|each| is_there(each)).count())
            }
        }
    });
    call.wants([sets::map()], ValueSet::integers(sizes))
}

/// A list with something for each pair of the first argument.
fn listed(call: &Call, of_pair: fn(ValueSet, ValueSet) -> ValueSet) -> Effect {
    let result = call.maps(0).map_or(ValueSet::none(), |maps| {
        let known = maps.known.iter().filter(|(_, known)| is_there(known));
        let known = known.map(|(key, known)| (ValueSet::of_term(key), known.value.clone()));
        let pairs = known.chain(maps.others.clone());
        let pairs = pairs.map(|(key, value)| of_pair(key, value));
        let element = pairs.fold(ValueSet::none(), |all, each| sets::join(&all, &each));
        match maps.known.values().any(|known| known.is_required) {
            true => sets::nonempty_list(element),
            false => ValueSet::list(element),
        }
    });
    call.wants([sets::map()], result)
}

fn keys(call: &Call) -> Effect {
    listed(call, |key, _| key)
}

fn values(call: &Call) -> Effect {
    listed(call, |_, value| value)
}

fn to_list(call: &Call) -> Effect {
    listed(call, |key, value| ValueSet::tuple(vec![key, value]))
}

/// Of a list of pairs: each key may be there or not.
fn from_pairs(lattice: &Lattice, pairs: &[Vec<ValueSet>]) -> Maps {
    let mut maps = Maps::empty();
    let pairs = || pairs.iter().filter(|sets| sets.len() == 2);
    for sets in pairs() {
        if single(lattice, &sets[0]).is_none() {
            maps = with_pair(lattice, &maps, &sets[0], &sets[1]);
        }
    }
    for sets in pairs() {
        if let Some(key) = single(lattice, &sets[0]) {
            let before = maps.get(lattice, &key).value;
            let value = sets::join(&before, &sets[1]);
            maps.known.insert(key, Known { value, is_required: false });
        }
    }
    maps.no_larger()
}

fn from_list(call: &Call) -> Effect {
    let pair = ValueSet::tuple(vec![ValueSet::Any, ValueSet::Any]);
    let element = super::known::elements(&call.kinds[0]);
    let result = match call.lattice.open(&element).tuples {
        Tuples::All => sets::map(),
        Tuples::These(these) => ValueSet::maps(Some(from_pairs(call.lattice, &these))),
    };
    call.wants([ValueSet::list(pair)], result)
}

fn from_keys(call: &Call) -> Effect {
    let element = super::known::elements(&call.kinds[0]);
    let value = call.arguments[1].clone();
    let maps = match element.is_empty() {
        true => Maps::empty(),
        false => from_pairs(call.lattice, &[vec![element, value]]),
    };
    call.wants([sets::proper_list(), ValueSet::Any], ValueSet::maps(Some(maps)))
}
