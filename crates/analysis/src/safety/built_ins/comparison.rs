//! What do comparisons and the operators on truth values come to?

use super::known::{ends, may_equal};
use super::{Call, Effect, sets, table};
use std::cmp::Ordering;
use term::{Atom, order};
use typing::lattice::atoms::Atoms;
use typing::lattice::integers::Integers;
use typing::lattice::{Funs, Kinds, Tuples, ValueSet};

table! {
    "erlang" {
        "=="/2 = |call| call.returns(equal(call)),
        "/="/2 = |call| call.returns(negated(&equal(call))),
        "=:="/2 = |call| call.returns(exactly_equal(call)),
        "=/="/2 = |call| call.returns(negated(&exactly_equal(call))),
        "<"/2 = |call| call.returns(ordered(call, Ordering::is_lt)),
        "=<"/2 = |call| call.returns(ordered(call, Ordering::is_le)),
        ">"/2 = |call| call.returns(ordered(call, Ordering::is_gt)),
        ">="/2 = |call| call.returns(ordered(call, Ordering::is_ge)),
        "min"/2 = |call| call.returns(one_of_two(call, Integers::minimum)),
        "max"/2 = |call| call.returns(one_of_two(call, Integers::maximum)),
        "and"/2 = |call| combined(call, |left, right| left && right),
        "or"/2 = |call| combined(call, |left, right| left || right),
        "xor"/2 = |call| combined(call, |left, right| left != right),
        "not"/1 = not,
    }
}

fn can_be(set: &ValueSet, truth: bool) -> bool {
    match set {
        ValueSet::Any => true,
        ValueSet::Of(kinds) => kinds.atoms.contains(Atom::from_bool(truth)),
    }
}

fn negated(truth: &ValueSet) -> ValueSet {
    sets::truth(can_be(truth, false), can_be(truth, true))
}

fn exactly_equal(call: &Call) -> ValueSet {
    let [one, other] = call.arguments else { return ValueSet::boolean() };
    let is_same = call.single(0).is_some_and(|term| call.single(1) == Some(term));
    sets::truth(call.lattice.overlap(one, other), !is_same)
}

fn equal(call: &Call) -> ValueSet {
    let [one, other] = call.arguments else { return ValueSet::boolean() };
    let singles = call.single(0).zip(call.single(1));
    let is_same = singles.is_some_and(|(one, other)| order::equal(&one, &other));
    sets::truth(may_equal(call.lattice, one, other), !is_same)
}

/// Which orders the two can be in.
fn orders(call: &Call) -> Vec<Ordering> {
    let all = [Ordering::Less, Ordering::Equal, Ordering::Greater];
    if let Some((one, other)) = call.single(0).zip(call.single(1)) {
        return vec![order::compare(&one, &other)];
    }
    let (left, right) = (&call.kinds[0], &call.kinds[1]);
    let is_possible = |order: &Ordering| match (has_only_integers(left), has_only_integers(right)) {
        (true, true) => can_be_in_order(&left.integers, &right.integers, *order),
        _ => match order {
            Ordering::Less => lowest_rank(left) <= highest_rank(right),
            Ordering::Equal => may_equal(call.lattice, &call.arguments[0], &call.arguments[1]),
            Ordering::Greater => highest_rank(left) >= lowest_rank(right),
        },
    };
    all.into_iter().filter(is_possible).collect()
}

fn ordered(call: &Call, wanted: fn(Ordering) -> bool) -> ValueSet {
    let orders = orders(call);
    sets::truth(orders.iter().any(|each| wanted(*each)), orders.iter().any(|each| !wanted(*each)))
}

fn has_only_integers(kinds: &Kinds) -> bool {
    *kinds == Kinds { integers: kinds.integers.clone(), ..Kinds::default() }
}

fn can_be_in_order(left: &Integers, right: &Integers, order: Ordering) -> bool {
    let ((low, high), (other_low, other_high)) = (ends(left), ends(right));
    match order {
        Ordering::Less => !matches!((low, other_high), (Some(low), Some(high)) if low >= high),
        Ordering::Equal => !left.meet(right).is_empty(),
        Ordering::Greater => !matches!((high, other_low), (Some(high), Some(low)) if high <= low),
    }
}

/// In the order of terms: which kinds there are.
fn ranks(kinds: &Kinds) -> [bool; 11] {
    let has_atoms = kinds.atoms != Atoms::none();
    let has_funs = !matches!(&kinds.funs, Funs::These(these) if these.is_empty());
    let has_tuples = !matches!(&kinds.tuples, Tuples::These(these) if these.is_empty());
    [
        kinds.floats || !kinds.integers.is_empty(),
        has_atoms,
        kinds.references,
        has_funs,
        kinds.ports,
        kinds.pids,
        has_tuples,
        kinds.maps.is_some(),
        kinds.nil,
        kinds.cons.is_some(),
        kinds.bits.is_some(),
    ]
}

fn lowest_rank(kinds: &Kinds) -> Option<usize> {
    ranks(kinds).iter().position(|is_there| *is_there)
}

fn highest_rank(kinds: &Kinds) -> Option<usize> {
    ranks(kinds).iter().rposition(|is_there| *is_there)
}

/// `min` and `max`
fn one_of_two(call: &Call, on_integers: fn(&Integers, &Integers) -> Integers) -> ValueSet {
    let (left, right) = (&call.kinds[0], &call.kinds[1]);
    match has_only_integers(left) && has_only_integers(right) {
        true => ValueSet::integers(on_integers(&left.integers, &right.integers)),
        false => call.lattice.join(&call.arguments[0], &call.arguments[1]),
    }
}

fn combined(call: &Call, operation: fn(bool, bool) -> bool) -> Effect {
    let sides = call.kinds.iter().map(|kinds| {
        let possible = |truth: &bool| kinds.atoms.contains(Atom::from_bool(*truth));
        [true, false].into_iter().filter(possible).collect::<Vec<bool>>()
    });
    let sides: Vec<Vec<bool>> = sides.collect();
    let answers: Vec<bool> = sides[0]
        .iter()
        .flat_map(|left| sides[1].iter().map(|right| operation(*left, *right)))
        .collect();
    let result = sets::truth(answers.contains(&true), answers.contains(&false));
    call.wants([ValueSet::boolean(), ValueSet::boolean()], result)
}

fn not(call: &Call) -> Effect {
    let atoms = &call.kinds[0].atoms;
    let can_be = |truth| atoms.contains(Atom::from_bool(truth));
    call.wants([ValueSet::boolean()], sets::truth(can_be(false), can_be(true)))
}
