//! What is in a term? Questions with an `Option` for an answer: `None` is "of another type".

use crate::{Atom, Bits, Fun, List, Map, Pid, Port, Reference, Term, atoms};
use num_bigint::BigInt;

impl Term {
    pub fn as_atom(&self) -> Option<Atom> {
        match self {
            Term::Atom(atom) => Some(*atom),
            _ => None,
        }
    }

    /// The name, if this is an atom.
    pub fn as_atom_name(&self) -> Option<&'static str> {
        self.as_atom().map(Atom::name)
    }

    pub fn as_bool(&self) -> Option<bool> {
        match *self {
            Term::Atom(atoms::true_) => Some(true),
            Term::Atom(atoms::false_) => Some(false),
            _ => None,
        }
    }

    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Term::Int(integer) => Some(*integer),
            _ => None,
        }
    }

    pub fn as_usize(&self) -> Option<usize> {
        self.as_i64().and_then(|integer| integer.try_into().ok())
    }

    /// An integer of any size.
    pub fn to_big_int(&self) -> Option<BigInt> {
        match self {
            Term::Int(integer) => Some(BigInt::from(*integer)),
            Term::BigInt(integer) => Some((**integer).clone()),
            _ => None,
        }
    }

    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Term::Float(float) => Some(*float),
            _ => None,
        }
    }

    pub fn as_tuple(&self) -> Option<&[Term]> {
        match self {
            Term::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements after the tag, if this is a tuple that begins with this atom.
    pub fn as_tagged_tuple(&self, tag: Atom) -> Option<&[Term]> {
        match self.as_tuple()? {
            [Term::Atom(first), rest @ ..] if *first == tag => Some(rest),
            _ => None,
        }
    }

    /// Is there a fun, a pid, a port or a reference in it? What these are depends on who runs.
    pub fn has_identity(&self) -> bool {
        let is_identity = |part: &Term| {
            matches!(part, Term::Fun(_) | Term::Pid(_) | Term::Port(_) | Term::Reference(_))
        };
        crate::any(self, is_identity)
    }

    /// The elements of a proper list, also of `[]`.
    pub fn as_list(&self) -> Option<&[Term]> {
        match self {
            Term::Nil => Some(&[]),
            Term::List(list) if list.is_proper() => Some(&list.elements),
            _ => None,
        }
    }

    /// A list that is not empty, proper or not.
    pub fn as_cons(&self) -> Option<&List> {
        match self {
            Term::List(list) => Some(list),
            _ => None,
        }
    }

    /// The text, if this is a proper list of code points. `[]` is the empty text.
    pub fn as_string(&self) -> Option<String> {
        self.as_list()?.iter().map(Term::as_char).collect()
    }

    fn as_char(&self) -> Option<char> {
        self.as_i64().and_then(|point| u32::try_from(point).ok()).and_then(char::from_u32)
    }

    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Term::Map(map) => Some(map),
            _ => None,
        }
    }

    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Term::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The bytes of a bitstring whose length is a whole number of them.
    pub fn as_binary(&self) -> Option<&[u8]> {
        self.as_bits().filter(|bits| bits.is_binary()).map(Bits::bytes)
    }

    pub fn as_fun(&self) -> Option<&Fun> {
        match self {
            Term::Fun(fun) => Some(fun),
            _ => None,
        }
    }

    pub fn as_pid(&self) -> Option<&Pid> {
        match self {
            Term::Pid(pid) => Some(pid),
            _ => None,
        }
    }

    pub fn as_port(&self) -> Option<&Port> {
        match self {
            Term::Port(port) => Some(port),
            _ => None,
        }
    }

    pub fn as_reference(&self) -> Option<&Reference> {
        match self {
            Term::Reference(reference) => Some(reference),
            _ => None,
        }
    }

    pub fn is_atom(&self, atom: Atom) -> bool {
        self.as_atom() == Some(atom)
    }

    pub fn is_nil(&self) -> bool {
        matches!(self, Term::Nil)
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Term::Int(_) | Term::BigInt(_))
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Term::Int(_) | Term::BigInt(_) | Term::Float(_))
    }
}

impl List {
    pub fn is_proper(&self) -> bool {
        self.tail.is_nil()
    }
}

impl Fun {
    pub fn module(&self) -> Atom {
        match self {
            Fun::External { module, .. } => *module,
            Fun::Closure(closure) => closure.module,
        }
    }

    pub fn arity(&self) -> u8 {
        match self {
            Fun::External { arity, .. } => *arity,
            Fun::Closure(closure) => closure.arity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_lists() {
        assert_eq!(Term::string("aå→").as_string().unwrap(), "aå→");
        assert_eq!(Term::Nil.as_string().unwrap(), "");
        assert!(Term::list(vec![Term::Int(0xD800)]).as_string().is_none());
        assert!(Term::list_with_tail(vec![Term::Int(1)], Term::Int(2)).as_list().is_none());
    }

    #[test]
    fn tags_and_binaries() {
        let tuple = Term::tuple(vec![atoms::ok.into(), 1.into()]);
        assert_eq!(tuple.as_tagged_tuple(atoms::ok).unwrap().len(), 1);
        assert!(tuple.as_tagged_tuple(atoms::error).is_none());
        assert_eq!(Term::binary(b"ab").as_binary(), Some(&b"ab"[..]));
        assert!(Term::from(Bits::new(vec![0xFF], 3)).as_binary().is_none());
    }
}
