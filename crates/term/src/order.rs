//! Which of two terms comes first, and are they the same?
//!
//! Erlang has one order of all terms:
//! number < atom < reference < fun < port < pid < tuple < map < `[]` < list < bitstring.
//! It comes in two forms that only differ on numbers:
//!
//! - [`compare`] and [`equal`] are `<` and `==`, where `1 == 1.0`. An integer and a float compare
//!   by their exact values at any size.
//! - [`compare_exact`] and [`exactly_equal`] are the order of the keys of maps and `=:=`. There
//!   every integer comes before every float. Rust's `Ord` and `Eq` for [`Term`] are these.
//!
//! The keys of two maps compare exactly even under `<`.
//!
//! References, ports, pids and funs compare as OTP compares them, which no manual promises.

use crate::nesting::deeper;
use crate::{Bits, Closure, Fun, List, Map, Pid, Port, Reference, Term};
use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether `0.0 =:= -0.0` is false.
static SIGNED_ZERO_IS_DISTINCT: AtomicBool = AtomicBool::new(false);

/// Up to OTP 26 `0.0 =:= -0.0` is true, from OTP 27 on it is false. We follow the OTP that the
/// program under test runs on, which is one for the whole process. Set it before any map is made.
pub fn set_signed_zero_distinct(distinct: bool) {
    SIGNED_ZERO_IS_DISTINCT.store(distinct, Relaxed);
}

pub fn signed_zero_is_distinct() -> bool {
    SIGNED_ZERO_IS_DISTINCT.load(Relaxed)
}

/// `A < B`, `A == B` or `A > B` in Erlang.
pub fn compare(a: &Term, b: &Term) -> Ordering {
    order::<false>(a, b)
}

/// The order of the keys of maps.
pub fn compare_exact(a: &Term, b: &Term) -> Ordering {
    order::<true>(a, b)
}

/// `A == B`
pub fn equal(a: &Term, b: &Term) -> bool {
    same::<false>(a, b)
}

/// `A =:= B`
pub fn exactly_equal(a: &Term, b: &Term) -> bool {
    same::<true>(a, b)
}

fn order<const EXACT: bool>(a: &Term, b: &Term) -> Ordering {
    match (a, b) {
        (Term::Int(a), Term::Int(b)) => a.cmp(b),
        (Term::Atom(a), Term::Atom(b)) => a.cmp(b),
        (Term::Nil, Term::Nil) => Equal,
        (Term::Float(a), Term::Float(b)) => order_floats::<EXACT>(*a, *b),
        (Term::Bits(a), Term::Bits(b)) => order_bits(a, b),
        (Term::Tuple(a), Term::Tuple(b)) => {
            a.len().cmp(&b.len()).then_with(|| order_slices::<EXACT>(a, b))
        }
        (Term::List(a), Term::List(b)) => order_lists::<EXACT>(a, b),
        (Term::Map(a), Term::Map(b)) => order_maps::<EXACT>(a, b),
        (Term::Fun(a), Term::Fun(b)) => order_funs::<EXACT>(a, b),
        (Term::Pid(a), Term::Pid(b)) => order_pids(a, b),
        (Term::Port(a), Term::Port(b)) => order_ports(a, b),
        (Term::Reference(a), Term::Reference(b)) => order_references(a, b),
        _ => match (rank(a), rank(b)) {
            (0, 0) => order_mixed_numbers::<EXACT>(a, b),
            (a, b) => a.cmp(&b),
        },
    }
}

/// The place of a term's type in the order of all types.
fn rank(term: &Term) -> u8 {
    match term {
        Term::Int(_) | Term::BigInt(_) | Term::Float(_) => 0,
        Term::Atom(_) => 1,
        Term::Reference(_) => 2,
        Term::Fun(_) => 3,
        Term::Port(_) => 4,
        Term::Pid(_) => 5,
        Term::Tuple(_) => 6,
        Term::Map(_) => 7,
        Term::Nil => 8,
        Term::List(_) => 9,
        Term::Bits(_) => 10,
    }
}

fn order_floats<const EXACT: bool>(a: f64, b: f64) -> Ordering {
    match a.partial_cmp(&b).expect("terms hold no NaN") {
        // Only zeros are equal and yet have different bits.
        Equal if EXACT && signed_zero_is_distinct() => a.total_cmp(&b),
        ordering => ordering,
    }
}

/// Numbers of which at least one is a big integer, or one is a float and the other is not.
fn order_mixed_numbers<const EXACT: bool>(a: &Term, b: &Term) -> Ordering {
    match (a, b) {
        (Term::BigInt(a), Term::BigInt(b)) => a.cmp(b),
        (Term::BigInt(a), Term::Int(_)) => sign_of(a),
        (Term::Int(_), Term::BigInt(b)) => sign_of(b).reverse(),
        (Term::Float(_), _) if EXACT => Greater,
        (_, Term::Float(_)) if EXACT => Less,
        (Term::Int(a), Term::Float(b)) => order_integer_and_float(*a, *b),
        (Term::Float(a), Term::Int(b)) => order_integer_and_float(*b, *a).reverse(),
        (Term::BigInt(a), Term::Float(b)) => order_big_and_float(a, *b),
        (Term::Float(a), Term::BigInt(b)) => order_big_and_float(b, *a).reverse(),
        _ => unreachable!("two small integers or two floats are not mixed"),
    }
}

/// How a big integer compares with anything that fits in 64 bits.
fn sign_of(big: &BigInt) -> Ordering {
    if big.sign() == Sign::Minus { Less } else { Greater }
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

fn order_integer_and_float(integer: i64, float: f64) -> Ordering {
    if float >= TWO_TO_63 {
        return Less;
    }
    if float < -TWO_TO_63 {
        return Greater;
    }
    let whole = float.trunc();
    let fraction = float - whole;
    integer.cmp(&(whole as i64)).then_with(|| 0.0.partial_cmp(&fraction).expect("no NaN"))
}

fn order_big_and_float(big: &BigInt, float: f64) -> Ordering {
    if (-TWO_TO_63..TWO_TO_63).contains(&float) {
        return sign_of(big);
    }
    // A float this large has no fraction.
    big.cmp(&BigInt::from_f64(float).expect("terms hold no infinities"))
}

fn order_slices<const EXACT: bool>(a: &[Term], b: &[Term]) -> Ordering {
    if std::ptr::eq(a, b) {
        return Equal;
    }
    deeper(|| {
        let mut differences = a.iter().zip(b).map(|(a, b)| order::<EXACT>(a, b));
        differences.find(|ordering| ordering.is_ne()).unwrap_or(Equal)
    })
}

fn order_lists<const EXACT: bool>(a: &Arc<List>, b: &Arc<List>) -> Ordering {
    if Arc::ptr_eq(a, b) {
        return Equal;
    }
    order_slices::<EXACT>(&a.elements, &b.elements).then_with(|| {
        match a.elements.len().cmp(&b.elements.len()) {
            Equal => deeper(|| order::<EXACT>(&a.tail, &b.tail)),
            // What is left of the longer one is a list; the tail of the shorter one is not.
            Less => rank(&a.tail).cmp(&9),
            Greater => 9.cmp(&rank(&b.tail)),
        }
    })
}

fn order_maps<const EXACT: bool>(a: &Arc<Map>, b: &Arc<Map>) -> Ordering {
    if Arc::ptr_eq(a, b) {
        return Equal;
    }
    let keys = || {
        let mut differences = a.keys().zip(b.keys()).map(|(a, b)| compare_exact(a, b));
        differences.find(|ordering| ordering.is_ne()).unwrap_or(Equal)
    };
    let values = || {
        let mut differences = a.values().zip(b.values()).map(|(a, b)| order::<EXACT>(a, b));
        differences.find(|ordering| ordering.is_ne()).unwrap_or(Equal)
    };
    a.len().cmp(&b.len()).then_with(|| deeper(keys)).then_with(|| deeper(values))
}

/// A bitstring comes before those that begin with it.
fn order_bits(a: &Bits, b: &Bits) -> Ordering {
    let common = a.bit_length().min(b.bit_length());
    let (whole, trailing) = (common / 8, common % 8);
    let last = |bits: &Bits| bits.bytes()[whole] >> (8 - trailing);
    a.bytes()[..whole]
        .cmp(&b.bytes()[..whole])
        .then_with(|| if trailing == 0 { Equal } else { last(a).cmp(&last(b)) })
        .then_with(|| a.bit_length().cmp(&b.bit_length()))
}

/// Closures come before the funs that name a function.
fn order_funs<const EXACT: bool>(a: &Fun, b: &Fun) -> Ordering {
    match (a, b) {
        (Fun::Closure(a), Fun::Closure(b)) => order_closures::<EXACT>(a, b),
        (Fun::Closure(_), Fun::External { .. }) => Less,
        (Fun::External { .. }, Fun::Closure(_)) => Greater,
        (
            Fun::External { module, function, arity },
            Fun::External { module: other_module, function: other_function, arity: other_arity },
        ) => (module, function, arity).cmp(&(other_module, other_function, other_arity)),
    }
}

/// What identifies the code of a closure for the BEAM. The arity and the hash are not part of it.
fn code_of(closure: &Closure) -> (crate::Atom, u32, i64, usize) {
    (closure.module, closure.index, closure.old_unique, closure.free.len())
}

fn order_closures<const EXACT: bool>(a: &Closure, b: &Closure) -> Ordering {
    code_of(a).cmp(&code_of(b)).then_with(|| order_slices::<EXACT>(&a.free, &b.free))
}

fn order_pids(a: &Pid, b: &Pid) -> Ordering {
    let key = |pid: &Pid| (pid.serial, pid.id, pid.node, pid.creation);
    key(a).cmp(&key(b))
}

fn order_ports(a: &Port, b: &Port) -> Ordering {
    (a.node, a.creation, a.id).cmp(&(b.node, b.creation, b.id))
}

fn order_references(a: &Reference, b: &Reference) -> Ordering {
    let words = |reference: &Reference| significant(&reference.ids).len();
    (a.node, a.creation, words(a))
        .cmp(&(b.node, b.creation, words(b)))
        .then_with(|| a.ids[..words(a)].iter().rev().cmp(b.ids[..words(b)].iter().rev()))
}

/// The words of a reference without the zeros on top, which say nothing.
fn significant(ids: &[u32]) -> &[u32] {
    let length = ids.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
    &ids[..length]
}

/// Whether the order of two terms is `Equal`, found without asking which is the smaller.
fn same<const EXACT: bool>(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::Int(a), Term::Int(b)) => a == b,
        (Term::Atom(a), Term::Atom(b)) => a == b,
        (Term::Nil, Term::Nil) => true,
        (Term::Bits(a), Term::Bits(b)) => {
            a.bit_length() == b.bit_length() && a.bytes() == b.bytes()
        }
        (Term::Tuple(a), Term::Tuple(b)) => same_slices::<EXACT>(a, b),
        (Term::List(a), Term::List(b)) => {
            Arc::ptr_eq(a, b)
                || same_slices::<EXACT>(&a.elements, &b.elements)
                    && deeper(|| same::<EXACT>(&a.tail, &b.tail))
        }
        (Term::Map(a), Term::Map(b)) => Arc::ptr_eq(a, b) || same_maps::<EXACT>(a, b),
        (Term::Fun(a), Term::Fun(b)) => order_funs::<EXACT>(a, b).is_eq(),
        (Term::Pid(a), Term::Pid(b)) => a == b,
        (Term::Port(a), Term::Port(b)) => a == b,
        (Term::Reference(a), Term::Reference(b)) => a == b,
        _ => rank(a) == 0 && rank(b) == 0 && order::<EXACT>(a, b).is_eq(),
    }
}

fn same_slices<const EXACT: bool>(a: &[Term], b: &[Term]) -> bool {
    a.len() == b.len()
        && (std::ptr::eq(a, b) || deeper(|| a.iter().zip(b).all(|(a, b)| same::<EXACT>(a, b))))
}

fn same_maps<const EXACT: bool>(a: &Map, b: &Map) -> bool {
    let same_pair =
        |a: &(Term, Term), b: &(Term, Term)| exactly_equal(&a.0, &b.0) && same::<EXACT>(&a.1, &b.1);
    a.len() == b.len() && deeper(|| a.pairs().iter().zip(b.pairs()).all(|(a, b)| same_pair(a, b)))
}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        compare_exact(self, other)
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Term {}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        exactly_equal(self, other)
    }
}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(rank(self));
        match self {
            Term::Int(integer) => state.write_i64(*integer),
            Term::BigInt(integer) => integer.hash(state),
            // Both zeros have one hash, because they may be equal.
            Term::Float(float) => state.write_u64((float + 0.0).to_bits()),
            Term::Atom(atom) => atom.hash(state),
            Term::Nil => {}
            Term::List(list) => deeper(|| {
                list.elements.hash(state);
                list.tail.hash(state);
            }),
            Term::Tuple(elements) => deeper(|| elements.elements().hash(state)),
            Term::Map(map) => deeper(|| map.pairs().hash(state)),
            Term::Bits(bits) => {
                state.write_usize(bits.bit_length());
                state.write(bits.bytes());
            }
            Term::Fun(fun) => hash_fun(fun, state),
            Term::Pid(pid) => pid.hash(state),
            Term::Port(port) => port.hash(state),
            Term::Reference(reference) => reference.hash(state),
        }
    }
}

fn hash_fun<H: Hasher>(fun: &Fun, state: &mut H) {
    match fun {
        Fun::External { module, function, arity } => (module, function, arity).hash(state),
        Fun::Closure(closure) => deeper(|| {
            code_of(closure).hash(state);
            closure.free.hash(state);
        }),
    }
}

impl PartialEq for Reference {
    fn eq(&self, other: &Reference) -> bool {
        order_references(self, other).is_eq()
    }
}

impl Eq for Reference {}

impl Hash for Reference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.node, self.creation, significant(&self.ids)).hash(state);
    }
}
