//! How is a term made? Constructors that keep the promises [`Term`] makes: small integers are
//! `Int`, lists are flat, floats are finite.

use crate::{Atom, Bits, Closure, Fun, List, Map, Pid, Port, Reference, Term, Tuple};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use std::ops::Deref;
use std::sync::Arc;

impl Term {
    pub fn atom(name: &str) -> Term {
        Term::Atom(Atom::new(name))
    }

    pub fn bool(truth: bool) -> Term {
        Term::Atom(Atom::from_bool(truth))
    }

    /// An integer of any size.
    pub fn integer(integer: BigInt) -> Term {
        match integer.to_i64() {
            Some(small) => Term::Int(small),
            None => Term::BigInt(Arc::new(integer)),
        }
    }

    /// A float, unless it is one that Erlang does not have.
    pub fn float(float: f64) -> Option<Term> {
        float.is_finite().then_some(Term::Float(float))
    }

    /// `[A, B, …]`
    pub fn list(elements: Vec<Term>) -> Term {
        Term::list_with_tail(elements, Term::Nil)
    }

    /// `[A, B | Tail]`
    pub fn list_with_tail(mut elements: Vec<Term>, tail: Term) -> Term {
        if elements.is_empty() {
            return tail;
        }
        let Term::List(rest) = tail else {
            return Term::List(Arc::new(List { elements, tail }));
        };
        elements.extend_from_slice(&rest.elements);
        Term::List(Arc::new(List { elements, tail: rest.tail.clone() }))
    }

    /// `{A, B, …}`
    pub fn tuple(elements: Vec<Term>) -> Term {
        Term::Tuple(Tuple::from(elements))
    }

    /// The list of the code points of a text.
    pub fn string(text: &str) -> Term {
        Term::list(text.chars().map(|character| Term::from(u32::from(character))).collect())
    }

    pub fn binary(bytes: &[u8]) -> Term {
        Term::Bits(Bits::from(bytes))
    }

    /// `#{K => V, …}`; of a key given twice, the last value counts.
    pub fn map(pairs: Vec<(Term, Term)>) -> Term {
        Map::from_pairs(pairs).into()
    }

    /// `fun M:F/A`
    pub fn external_fun(module: Atom, function: Atom, arity: u8) -> Term {
        Fun::External { module, function, arity }.into()
    }
}

impl Tuple {
    pub fn elements(&self) -> &[Term] {
        &self.0
    }
}

impl Deref for Tuple {
    type Target = [Term];

    fn deref(&self) -> &[Term] {
        &self.0
    }
}

impl From<Vec<Term>> for Tuple {
    fn from(elements: Vec<Term>) -> Tuple {
        Tuple(elements.into())
    }
}

impl From<&[Term]> for Tuple {
    fn from(elements: &[Term]) -> Tuple {
        Tuple(elements.into())
    }
}

impl<const N: usize> From<[Term; N]> for Tuple {
    fn from(elements: [Term; N]) -> Tuple {
        Tuple(Arc::new(elements))
    }
}

impl From<Arc<[Term]>> for Tuple {
    fn from(elements: Arc<[Term]>) -> Tuple {
        Tuple(elements)
    }
}

impl FromIterator<Term> for Tuple {
    fn from_iter<I: IntoIterator<Item = Term>>(elements: I) -> Tuple {
        Tuple(elements.into_iter().collect())
    }
}

macro_rules! from_small {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Term {
            fn from(integer: $integer) -> Term {
                Term::Int(integer.into())
            }
        })*
    };
}

macro_rules! from_wide {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Term {
            fn from(integer: $integer) -> Term {
                match i64::try_from(integer) {
                    Ok(small) => Term::Int(small),
                    Err(_) => Term::BigInt(Arc::new(BigInt::from(integer))),
                }
            }
        })*
    };
}

from_small!(i8, i16, i32, i64, u8, u16, u32);
from_wide!(u64, i128, u128, usize, isize);

impl From<BigInt> for Term {
    fn from(integer: BigInt) -> Term {
        Term::integer(integer)
    }
}

impl From<BigUint> for Term {
    fn from(integer: BigUint) -> Term {
        Term::integer(integer.into())
    }
}

impl From<bool> for Term {
    fn from(truth: bool) -> Term {
        Term::bool(truth)
    }
}

impl From<Vec<Term>> for Term {
    fn from(elements: Vec<Term>) -> Term {
        Term::list(elements)
    }
}

impl From<Atom> for Term {
    fn from(atom: Atom) -> Term {
        Term::Atom(atom)
    }
}

impl From<Bits> for Term {
    fn from(bits: Bits) -> Term {
        Term::Bits(bits)
    }
}

impl From<Tuple> for Term {
    fn from(tuple: Tuple) -> Term {
        Term::Tuple(tuple)
    }
}

impl From<Closure> for Term {
    fn from(closure: Closure) -> Term {
        Fun::Closure(closure).into()
    }
}

macro_rules! from_shared {
    ($($variant:ident),*) => {
        $(impl From<$variant> for Term {
            fn from(inner: $variant) -> Term {
                Term::$variant(Arc::new(inner))
            }
        })*
    };
}

from_shared!(List, Map, Fun, Pid, Port, Reference);

impl FromIterator<Term> for Term {
    /// The list of the elements.
    fn from_iter<I: IntoIterator<Item = Term>>(elements: I) -> Term {
        Term::list(elements.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_small_when_they_fit() {
        for small in [i64::MIN, -1, 0, i64::MAX] {
            assert!(matches!(Term::integer(small.into()), Term::Int(same) if same == small));
        }
        let big = BigInt::from(i64::MAX) + 1;
        assert!(matches!(Term::integer(big), Term::BigInt(_)));
        assert!(matches!(Term::from(u64::MAX), Term::BigInt(_)));
        assert!(matches!(Term::from(7u64), Term::Int(7)));
    }

    #[test]
    fn lists_are_flat() {
        let inner = Term::list_with_tail(vec![2.into()], Term::atom("tail"));
        let outer = Term::list_with_tail(vec![1.into()], inner);
        let list = outer.as_cons().unwrap();
        assert_eq!(list.elements.len(), 2);
        assert_eq!(list.tail.as_atom(), Some(Atom::new("tail")));
        assert!(Term::list(vec![]).is_nil());
        assert_eq!(Term::list_with_tail(vec![], 3.into()).as_i64(), Some(3));
    }

    #[test]
    fn floats_are_finite() {
        assert!(Term::float(f64::NAN).is_none());
        assert!(Term::float(f64::NEG_INFINITY).is_none());
        assert!(Term::float(-0.0).is_some());
    }
}
