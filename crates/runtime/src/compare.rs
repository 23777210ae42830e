//! Which of two values comes first, and are they the same?
//!
//! The same order as [`term::order`], on the values of a running program: number < atom <
//! reference < fun < port < pid < tuple < map < `[]` < list < bitstring.
//!
//! - [`compare`] and [`equal`] are `<` and `==`, where `1 == 1.0`.
//! - [`compare_exact`] and [`exactly_equal`] are the order of the keys of maps, in which every
//!   integer comes before every float, and `=:=`.
//!
//! Symbols are looked through: what counts is the concrete value behind them. Closures of this run
//! compare by their number, which begins with who they are, and then by what they hold; on the BEAM it
//! is the name of their module, which a run of one program has no use for. Whoever asks for the order of such values,
//! and not for that of keys in a map, is remembered by the heap.

use crate::heap::{BitsView, FunView, Heap};
use crate::parts::holds_identity;
use crate::value::{Immediate, Kind, Tag, Value};
use num_bigint::BigInt;
use num_traits::FromPrimitive;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use term::Term;
use term::order::signed_zero_is_distinct;

/// One level of any walk over values takes far less than this.
const RED_ZONE: usize = 64 * 1024;
const PIECE: usize = 4 * 1024 * 1024;

/// Runs one level of a walk over nested values, with enough stack for it.
#[inline]
pub fn deeper<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, PIECE, level)
}

/// `A < B`, `A == B` or `A > B` in Erlang.
#[inline]
pub fn compare(heap: &Heap, a: Value, b: Value) -> Ordering {
    order_quickly(a, b).unwrap_or_else(|| order::<false>(heap, a, b))
}

/// The order of the keys of maps.
#[inline]
pub fn compare_exact(heap: &Heap, a: Value, b: Value) -> Ordering {
    order_quickly(a, b).unwrap_or_else(|| order::<true>(heap, a, b))
}

/// `A == B`
#[inline]
pub fn equal(heap: &Heap, a: Value, b: Value) -> bool {
    a == b || !(a.is_immediate() && b.is_immediate()) && same::<false>(heap, a, b)
}

/// `A =:= B`
#[inline]
pub fn exactly_equal(heap: &Heap, a: Value, b: Value) -> bool {
    a == b || !(a.is_immediate() && b.is_immediate()) && same::<true>(heap, a, b)
}

#[inline(always)]
fn order_quickly(a: Value, b: Value) -> Option<Ordering> {
    if a == b {
        Some(Equal)
    } else if a.is_small() && b.is_small() {
        // The tag of small integers is zero: the words compare as the numbers do.
        Some((a.0 as i64).cmp(&(b.0 as i64)))
    } else {
        None
    }
}

fn order<const EXACT: bool>(heap: &Heap, mut a: Value, mut b: Value) -> Ordering {
    loop {
        heap.work.pay(1);
        a = heap.concrete(a);
        b = heap.concrete(b);
        if let Some(ordering) = order_quickly(a, b) {
            return ordering;
        }
        if !(a.is_cons() && b.is_cons()) {
            return order_by_kind::<EXACT>(heap, a, b);
        }
        let (left, right) = (heap.head(a), heap.head(b));
        let heads = order_quickly(left, right)
            .unwrap_or_else(|| deeper(|| order::<EXACT>(heap, left, right)));
        if heads.is_ne() {
            return heads;
        }
        a = heap.tail(a);
        b = heap.tail(b);
    }
}

/// Two values that are concrete and not both lists.
fn order_by_kind<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> Ordering {
    let (left, right) = (rank(heap, a), rank(heap, b));
    if left != right {
        return left.cmp(&right);
    }
    match left {
        Rank::Number => order_numbers::<EXACT>(heap, a, b),
        Rank::Atom => a.as_atom().cmp(&b.as_atom()),
        Rank::Fun => order_funs::<EXACT>(heap, a, b),
        Rank::Reference | Rank::Port | Rank::Pid => order_identities::<EXACT>(heap, a, b),
        Rank::Tuple => order_tuples::<EXACT>(heap, a, b),
        Rank::Map => order_maps::<EXACT>(heap, a, b),
        Rank::Nil => Equal,
        // The machine spells out raw traces before a program can compare them.
        Rank::List => a.0.cmp(&b.0),
        Rank::Bits => heap.compare_bits(bits(heap, a), bits(heap, b)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Number,
    Atom,
    Reference,
    Fun,
    Port,
    Pid,
    Tuple,
    Map,
    Nil,
    List,
    Bits,
}

/// The place of a concrete value's type in the order of all types.
fn rank(heap: &Heap, value: Value) -> Rank {
    match value.tag() {
        Tag::Small => Rank::Number,
        Tag::Atom => Rank::Atom,
        Tag::Immediate => match value.as_immediate() {
            Some(Immediate::Pid(_)) => Rank::Pid,
            Some(Immediate::Reference(_)) => Rank::Reference,
            _ => Rank::Nil,
        },
        Tag::Cons => Rank::List,
        Tag::Tuple => Rank::Tuple,
        Tag::Boxed => rank_of_box(heap, value),
        Tag::Symbolic => panic!("a symbol stands for a symbol"),
        Tag::Header => panic!("a header is not a value"),
    }
}

fn rank_of_box(heap: &Heap, value: Value) -> Rank {
    match heap.kind(value) {
        Kind::Float | Kind::BigPositive | Kind::BigNegative => Rank::Number,
        Kind::Bits => Rank::Bits,
        Kind::FlatMap | Kind::TreeMap => Rank::Map,
        Kind::Closure | Kind::ExternalFun => Rank::Fun,
        Kind::RawTrace => Rank::List,
        Kind::Foreign => match heap.foreign_term(value) {
            Some(Term::Reference(_)) => Rank::Reference,
            Some(Term::Port(_)) => Rank::Port,
            Some(Term::Pid(_)) => Rank::Pid,
            _ => Rank::Fun,
        },
        kind @ (Kind::Tuple | Kind::MapNode) => panic!("no program holds a bare {kind:?}"),
    }
}

fn bits(heap: &Heap, value: Value) -> BitsView {
    heap.as_bits(value).expect("ranked as a bitstring")
}

// ---- numbers ----

/// Numbers that are not both small.
fn order_numbers<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> Ordering {
    match (heap.as_float(a), heap.as_float(b)) {
        (Some(a), Some(b)) => order_floats::<EXACT>(a, b),
        (Some(_), None) if EXACT => Greater,
        (None, Some(_)) if EXACT => Less,
        (Some(a), None) => order_integer_and_float(heap, b, a).reverse(),
        (None, Some(b)) => order_integer_and_float(heap, a, b),
        (None, None) => order_integers(heap, a, b),
    }
}

fn order_floats<const EXACT: bool>(a: f64, b: f64) -> Ordering {
    match a.partial_cmp(&b).expect("values hold no NaN") {
        // Only zeros are equal and yet have different bits.
        Equal if EXACT && signed_zero_is_distinct() => a.total_cmp(&b),
        ordering => ordering,
    }
}

/// Integers of which at least one is big.
fn order_integers(heap: &Heap, a: Value, b: Value) -> Ordering {
    // A big integer is larger than any small one in magnitude.
    let sign = |value: Value| match value.is_small() {
        true => 0,
        false if heap.kind(value) == Kind::BigNegative => -1,
        false => 1,
    };
    let (left, right) = (sign(a), sign(b));
    if left != right {
        return left.cmp(&right);
    }
    let (a, b) = (heap.payload(a), heap.payload(b));
    heap.work.pay_for_bytes(8 * a.len());
    let from_the_top =
        || a.iter().rev().map(|digit| digit.0).cmp(b.iter().rev().map(|digit| digit.0));
    let magnitudes = a.len().cmp(&b.len()).then_with(from_the_top);
    if left < 0 { magnitudes.reverse() } else { magnitudes }
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

fn order_integer_and_float(heap: &Heap, integer: Value, float: f64) -> Ordering {
    match heap.as_i64(integer) {
        Some(_) if float >= TWO_TO_63 => Less,
        Some(_) if float < -TWO_TO_63 => Greater,
        Some(integer) => {
            let whole = float.trunc();
            let fraction = float - whole;
            integer.cmp(&(whole as i64)).then_with(|| 0.0.partial_cmp(&fraction).expect("no NaN"))
        }
        None => heap.big(integer).cmp(&BigInt::from_f64(float.trunc()).expect("a finite float")),
    }
}

// ---- what has parts ----

fn order_tuples<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> Ordering {
    let (a, b) = (heap.elements(a), heap.elements(b));
    a.len().cmp(&b.len()).then_with(|| order_slices::<EXACT>(heap, a, b))
}

fn order_slices<const EXACT: bool>(heap: &Heap, a: &[Value], b: &[Value]) -> Ordering {
    heap.work.pay(a.len() as u64);
    for (&a, &b) in a.iter().zip(b) {
        let ordering = order_quickly(a, b).unwrap_or_else(|| deeper(|| order::<EXACT>(heap, a, b)));
        if ordering.is_ne() {
            return ordering;
        }
    }
    Equal
}

fn order_maps<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> Ordering {
    heap.work.pay(heap.map_size(a) as u64);
    let differing = |order: fn(&Heap, Value, Value) -> Ordering,
                     part: fn((Value, Value)) -> Value| {
        let mut pairs = heap.map_pairs(a).zip(heap.map_pairs(b));
        let found = pairs.find_map(|(a, b)| {
            let ordering = order(heap, part(a), part(b));
            ordering.is_ne().then_some((a.0, b.0, ordering))
        });
        found.unwrap_or((Value::NIL, Value::NIL, Equal))
    };
    let note = |key: Value| {
        if !EXACT && holds_identity(heap, key) {
            heap.has_ordered_identities.set(true);
        }
    };
    let keys = || {
        let (one, other, ordering) = differing(compare_exact, |(key, _)| key);
        note(one);
        note(other);
        ordering
    };
    let values = || {
        let (key, _, ordering) = differing(order::<EXACT>, |(_, value)| value);
        // Which values are the first to differ is a question of the order of the keys.
        if heap.map_size(a) > 1 {
            note(key);
        }
        ordering
    };
    heap.map_size(a).cmp(&heap.map_size(b)).then_with(|| deeper(keys)).then_with(|| deeper(values))
}

// ---- funs, pids, ports and references ----

/// Closures come before the funs that name a function, ours before those of elsewhere.
fn order_funs<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> Ordering {
    use FunView::{Closure, External};
    match (heap.fun(a), heap.fun(b)) {
        (Some(Closure { code: left, .. }), Some(Closure { code: right, .. })) => {
            if !EXACT {
                heap.has_ordered_identities.set(true);
            }
            let (a, b) = (heap.free_variables(a), heap.free_variables(b));
            (left, a.len()).cmp(&(right, b.len())).then_with(|| order_slices::<EXACT>(heap, a, b))
        }
        (
            Some(External { module, function, arity }),
            Some(External { module: other_module, function: other_function, arity: other_arity }),
        ) => (module, function, arity).cmp(&(other_module, other_function, other_arity)),
        (None, None) => order_identities::<EXACT>(heap, a, b),
        (Some(Closure { .. }), _) | (None, Some(External { .. })) => Less,
        (Some(External { .. }), _) | (None, Some(Closure { .. })) => Greater,
    }
}

/// Two pids, ports, references, or closures of elsewhere.
fn order_identities<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> Ordering {
    if !EXACT && (a.is_immediate() || b.is_immediate()) {
        heap.has_ordered_identities.set(true);
    }
    if a.is_immediate() && b.is_immediate() {
        return a.0.cmp(&b.0);
    }
    term::order::compare_exact(&identity(heap, a), &identity(heap, b))
}

fn identity(heap: &Heap, value: Value) -> Term {
    match (value.as_immediate(), heap.foreign_term(value)) {
        (Some(Immediate::Pid(number)), _) => crate::convert::local_pid(number),
        (Some(Immediate::Reference(number)), _) => crate::convert::local_reference(number),
        (_, Some(term)) => term.clone(),
        _ => panic!("neither a pid nor a reference"),
    }
}

// ---- equality ----

/// Whether the order of two values is `Equal`, found without asking which is the smaller.
fn same<const EXACT: bool>(heap: &Heap, mut a: Value, mut b: Value) -> bool {
    loop {
        heap.work.pay(1);
        a = heap.concrete(a);
        b = heap.concrete(b);
        if a == b {
            return true;
        }
        if !(a.is_cons() && b.is_cons()) {
            return same_kind::<EXACT>(heap, a, b);
        }
        if !same_parts::<EXACT>(heap, heap.head(a), heap.head(b)) {
            return false;
        }
        a = heap.tail(a);
        b = heap.tail(b);
    }
}

#[inline]
fn same_parts<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> bool {
    a == b || !(a.is_immediate() && b.is_immediate()) && deeper(|| same::<EXACT>(heap, a, b))
}

/// Two values that are concrete, not one word, and not both lists.
fn same_kind<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> bool {
    match (a.tag(), b.tag()) {
        (Tag::Tuple, Tag::Tuple) => same_slices::<EXACT>(heap, heap.elements(a), heap.elements(b)),
        (Tag::Boxed, Tag::Boxed) => same_boxes::<EXACT>(heap, a, b),
        // A small integer and a float.
        (Tag::Small, Tag::Boxed) | (Tag::Boxed, Tag::Small) if !EXACT => {
            order_by_kind::<false>(heap, a, b).is_eq()
        }
        _ => false,
    }
}

fn same_boxes<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> bool {
    match (heap.kind(a), heap.kind(b)) {
        (Kind::Bits, Kind::Bits) => heap.bits_equal(bits(heap, a), bits(heap, b)),
        (Kind::FlatMap, Kind::FlatMap) | (Kind::TreeMap, Kind::TreeMap) => {
            same_maps::<EXACT>(heap, a, b)
        }
        (Kind::FlatMap | Kind::TreeMap, _) => false,
        (Kind::Closure, Kind::Closure) => {
            // Whether they are the same is no question of their order.
            let before = heap.has_ordered_identities.get();
            let is_same = order_by_kind::<EXACT>(heap, a, b).is_eq();
            heap.has_ordered_identities.set(before);
            is_same
        }
        _ => order_by_kind::<EXACT>(heap, a, b).is_eq(),
    }
}

fn same_slices<const EXACT: bool>(heap: &Heap, a: &[Value], b: &[Value]) -> bool {
    heap.work.pay(a.len() as u64);
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| same_parts::<EXACT>(heap, a, b))
}

fn same_maps<const EXACT: bool>(heap: &Heap, a: Value, b: Value) -> bool {
    heap.work.pay(heap.map_size(a) as u64);
    heap.map_size(a) == heap.map_size(b)
        && heap.map_pairs(a).zip(heap.map_pairs(b)).all(|((key, value), (other_key, other))| {
            same_parts::<true>(heap, key, other_key) && same_parts::<EXACT>(heap, value, other)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Bits, Fun, atoms};

    /// Terms of every kind, among them neighbours that are hard to tell apart.
    fn samples() -> Vec<Term> {
        let big = |text: &str| Term::integer(text.parse().unwrap());
        let list = |elements: &[i64], tail: Term| {
            Term::list_with_tail(elements.iter().map(|&element| element.into()).collect(), tail)
        };
        let many = |key: fn(i64) -> Term| Term::map((0..40).map(|n| (key(n), n.into())).collect());
        vec![
            0.into(),
            Term::Float(0.0),
            Term::Float(-0.0),
            1.into(),
            Term::Float(1.0),
            (1i64 << 60).into(),
            Term::Float((1i64 << 60) as f64),
            (1i64 << 53).into(),
            ((1i64 << 53) + 1).into(),
            Term::Float(9_007_199_254_740_992.0),
            i64::MIN.into(),
            Term::Float(-TWO_TO_63),
            big("18446744073709551616"),
            big("-18446744073709551616"),
            Term::Float(18_446_744_073_709_551_616.0),
            Term::Float(1.0e300),
            Term::atom("a"),
            Term::atom("å"),
            local_reference(1),
            local_reference(1 << 40),
            Fun::External { module: atoms::lists, function: atoms::all, arity: 2 }.into(),
            local_pid(1),
            local_pid(2),
            Term::tuple(vec![]),
            Term::tuple(vec![1.into(), 2.into()]),
            Term::tuple(vec![1.into(), Term::Float(2.0)]),
            Term::map(vec![]),
            Term::map(vec![(1.into(), 2.into())]),
            Term::map(vec![(Term::Float(1.0), 2.into())]),
            Term::map(vec![(1.into(), Term::Float(2.0))]),
            many(Term::from),
            many(|n| Term::Float(n as f64)),
            Term::Nil,
            list(&[1, 2], Term::Nil),
            list(&[1], Term::Nil),
            list(&[1], Term::atom("a")),
            list(&[1], Term::binary(b"a")),
            Term::binary(b"ab"),
            Term::binary(b"b"),
            Bits::new(vec![b'a', 0xFF], 11).into(),
            Bits::new(vec![b'a', 0xFF], 12).into(),
        ]
    }

    use crate::convert::{local_pid, local_reference};

    #[test]
    fn values_compare_as_terms_do() {
        let mut heap = Heap::new();
        let terms = samples();
        let values: Vec<_> = terms.iter().map(|term| heap.from_term(term)).collect();
        for (a, &left) in terms.iter().zip(&values) {
            for (b, &right) in terms.iter().zip(&values) {
                let exact = term::order::compare_exact(a, b);
                let loose = term::order::compare(a, b);
                assert_eq!(compare_exact(&heap, left, right), exact);
                assert_eq!(compare(&heap, left, right), loose);
                assert_eq!(exactly_equal(&heap, left, right), exact.is_eq());
                assert_eq!(equal(&heap, left, right), loose.is_eq());
            }
        }
    }

    #[test]
    fn who_asks_for_the_order_of_references_is_remembered() {
        let mut heap = Heap::new();
        let (one, two) = (Value::reference(1), Value::reference(2));
        let asks = |heap: &Heap, ask: &dyn Fn(&Heap)| {
            ask(heap);
            heap.has_ordered_identities.take()
        };
        assert!(asks(&heap, &|heap| assert_eq!(compare(heap, one, two), Less)));
        assert!(asks(&heap, &|heap| assert_eq!(
            compare(heap, Value::pid(2), Value::pid(1)),
            Greater
        )));
        let (first, second) = (heap.tuple(&[Value::OK, one]), heap.tuple(&[Value::OK, two]));
        assert!(asks(&heap, &|heap| assert_eq!(compare(heap, first, second), Less)));
        // What does not depend on their numbers.
        assert!(!asks(&heap, &|heap| assert_eq!(compare(heap, one, one), Equal)));
        assert!(!asks(&heap, &|heap| assert_eq!(compare(heap, one, Value::pid(1)), Less)));
        assert!(!asks(&heap, &|heap| assert!(!equal(heap, first, second))));
        assert!(!asks(&heap, &|heap| assert!(!exactly_equal(heap, one, two))));
        let map = heap.map_from_pairs(vec![(one, Value::OK), (two, Value::OK)]);
        assert!(!asks(&heap, &|heap| assert!(heap.map_has(map, one))));
        let other = heap.map_from_pairs(vec![(one, Value::OK), (Value::reference(3), Value::OK)]);
        assert!(asks(&heap, &|heap| assert_eq!(compare(heap, map, other), Less)));
        let (in_first, in_second) = (heap.list(&[one]), heap.list(&[two]));
        let (first, second, both, others) = {
            let mut map = |pairs: &[(Value, usize)]| {
                let value = |&(key, value)| (key, Value::index(value));
                heap.map_from_pairs(pairs.iter().map(value).collect())
            };
            let both = [(in_first, 1), (in_second, 2)];
            let others = [(in_first, 2), (in_second, 1)];
            (map(&[(in_first, 1)]), map(&[(in_second, 1)]), map(&both), map(&others))
        };
        assert!(asks(&heap, &|heap| assert_eq!(compare(heap, first, second), Less)));
        // The keys are the same, and their order says which values are compared first.
        assert!(asks(&heap, &|heap| assert_eq!(compare(heap, both, others), Less)));
        assert!(!asks(&heap, &|heap| assert_eq!(compare(heap, first, both), Less)));
        let changed = heap.map_from_pairs(vec![(in_first, Value::index(2))]);
        assert!(!asks(&heap, &|heap| assert_eq!(compare(heap, first, changed), Less)));
        assert!(!asks(&heap, &|heap| assert_eq!(compare(heap, both, both), Equal)));
    }

    #[test]
    fn symbols_are_looked_through() {
        let mut heap = Heap::new();
        let symbolic = heap.symbolic(Value::index(1), 7);
        let list = heap.list(&[symbolic]);
        let plain = heap.list(&[Value::index(1)]);
        assert!(exactly_equal(&heap, list, plain));
        let tail = heap.symbolic(plain, 8);
        let longer = heap.cons(Value::index(0), tail);
        let plain = heap.list(&[Value::index(0), Value::index(1)]);
        assert_eq!(compare(&heap, longer, plain), Equal);
    }

    #[test]
    fn bits_are_compared_wherever_they_start() {
        let mut heap = Heap::new();
        let bytes = [0b1010_1100, 0b0110_1011, 0b1100_0110, 0b1011_1101, 0b0101_0101];
        let whole = heap.from_term(&Term::binary(&bytes));
        let view = bits(&heap, whole);
        for (length, first, second) in (0..20).flat_map(|length| {
            (0..20).flat_map(move |first| (0..20).map(move |second| (length, first, second)))
        }) {
            let part = |heap: &mut Heap, offset: usize| {
                let words = [view.buffer as usize, offset, length].map(|word| Value(word as u64));
                heap.boxed(Kind::Bits, &words)
            };
            let (a, b) = (part(&mut heap, first), part(&mut heap, second));
            let expected = heap.to_term(a).cmp(&heap.to_term(b));
            assert_eq!(compare(&heap, a, b), expected);
            assert_eq!(equal(&heap, a, b), expected.is_eq());
        }
    }

    #[test]
    fn a_million_levels() {
        let mut heap = Heap::new();
        let mut nested = |last: i64| {
            (0..1_000_000).fold(heap.int(last), |inner, _| heap.tuple(&[Value::OK, inner]))
        };
        let (one, two) = (nested(1), nested(2));
        assert_eq!(compare(&heap, one, two), Less);
        assert!(!equal(&heap, one, two));
    }
}
