//! Which term comes first? `against_the_vm.rs` asks the VM; this is what people should know.

use std::collections::{BTreeMap, HashSet};
use term::order::{compare, compare_exact, equal, exactly_equal};
use term::{Term, read};

fn terms(text: &str) -> Vec<Term> {
    read::arguments(text).expect("a list of terms")
}

#[test]
fn types_have_an_order() {
    let sorted = terms("[1, a, fun m:f/1, {}, #{}, [], [1], <<>>]");
    assert!(sorted.is_sorted_by(|a, b| compare(a, b).is_lt()));
    assert!(sorted.is_sorted());
}

#[test]
fn small_to_large() {
    for text in [
        "[-1.0e300, -9223372036854775809, -9223372036854775808, -1, 0, 0.5, 1, 9223372036854775808]",
        "['', 'A', a, aa, b, å]",
        "[{}, {z}, {a, a}, {a, b}]",
        "[#{}, #{z => 1}, #{a => 1, b => 1}, #{a => 1, b => 2}, #{a => 1, c => 0}]",
        "[#{1 => a}, #{2 => a}, #{1.0 => a}]",
        "[[], [1 | 2], [1], [1, 2], [1 | <<>>], [2]]",
        "[<<>>, <<0:1>>, <<0>>, <<1:1>>, <<255:7>>, <<255>>]",
    ] {
        assert!(terms(text).is_sorted_by(|a, b| compare(a, b).is_lt()), "{text}");
    }
}

#[test]
fn integers_and_floats() {
    let [one, one_point_zero] = &terms("[1, 1.0]")[..] else { panic!() };
    assert!(equal(one, one_point_zero) && !exactly_equal(one, one_point_zero));
    // 2^53 and its neighbour above, which is no float.
    let [even, odd, float] = &terms("[9007199254740992, 9007199254740993, 9007199254740992.0]")[..]
    else {
        panic!()
    };
    assert!(equal(even, float) && compare(odd, float).is_gt());
    let [small, large] = &terms("[0.5, 100]")[..] else { panic!() };
    assert!(compare(small, large).is_lt(), "by value");
    assert!(compare_exact(small, large).is_gt(), "by type");
}

#[test]
fn terms_are_keys_in_rust() {
    let keys = terms("[1, 1.0, 0.0, -0.0, a, [1, 2], {a}, #{a => 1}, <<1:1>>, <<1>>, 1]");
    let hashed: HashSet<Term> = keys.iter().cloned().collect();
    let sorted: BTreeMap<Term, ()> = keys.into_iter().map(|key| (key, ())).collect();
    assert_eq!((hashed.len(), sorted.len()), (9, 9));
}
