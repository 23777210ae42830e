//! How much memory does a term take? About so much; what it shares with others counts for each.

use crate::{Fun, Term};

/// What a list, tuple or binary takes beside its parts.
pub const BYTES_PER_ALLOCATION: usize = 48;

/// What a closure takes beside what it holds.
const BYTES_PER_CLOSURE: usize = 96;

impl Term {
    /// How many bytes it takes, about.
    pub fn weight(&self) -> usize {
        let mut bytes = 0;
        let mut waiting = vec![self];
        while let Some(term) = waiting.pop() {
            bytes += size_of::<Term>();
            match term {
                Term::BigInt(number) => bytes += BYTES_PER_ALLOCATION + number.bits() as usize / 8,
                Term::Bits(bits) => bytes += BYTES_PER_ALLOCATION + bits.bytes().len(),
                Term::List(list) => {
                    bytes += BYTES_PER_ALLOCATION;
                    waiting.extend(&list.elements);
                    waiting.push(&list.tail);
                }
                Term::Tuple(elements) => {
                    bytes += BYTES_PER_ALLOCATION;
                    waiting.extend(elements.iter());
                }
                Term::Map(map) => {
                    bytes += BYTES_PER_ALLOCATION;
                    waiting.extend(map.pairs().iter().flat_map(|(key, value)| [key, value]));
                }
                Term::Fun(fun) => {
                    bytes += BYTES_PER_CLOSURE;
                    if let Fun::Closure(closure) = &**fun {
                        waiting.extend(&closure.free);
                    }
                }
                Term::Pid(_) | Term::Port(_) | Term::Reference(_) => bytes += BYTES_PER_ALLOCATION,
                Term::Int(_) | Term::Float(_) | Term::Atom(_) | Term::Nil => {}
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_count() {
        let number = Term::Int(1).weight();
        assert_eq!(number, size_of::<Term>());
        let list = Term::list(vec![Term::Int(1); 1000]);
        assert!(list.weight() > 1000 * number);
        let nested = Term::tuple(vec![list.clone(), list.clone()]);
        assert!(nested.weight() > 2 * list.weight());
        assert!(Term::binary(&[0; 5000]).weight() > 5000);
    }
}
