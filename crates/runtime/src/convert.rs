//! How does a value leave a run, and how does a term enter it?
//!
//! [`Heap::from_term`] and [`Heap::to_term`] copy between the run's own form and [`Term`]. Symbols
//! are looked through. Pids and references of this run travel as those of the node
//! `nonode@nohost` with creation 0, and become local again on their way back; everything else of
//! elsewhere (ports, other nodes' pids and references, closures that this run does not know) is
//! kept as it is in the heap's table of foreign terms.
//!
//! Only the machine knows which module and which fun a closure's code is, so it says so through
//! [`FunNames`]. Where nobody but the run itself will ever look, [`ByNumber`] is enough.

use crate::compare::deeper;
use crate::heap::{FunView, Heap};
use crate::value::{Immediate, Kind, Tag, Value};
use term::weight::BYTES_PER_ALLOCATION;
use term::{Atom, Bits, Closure, Fun, List, Map, Pid, Reference, Term, atoms};

/// Who a closure's code is in the world outside of the run.
pub trait FunNames {
    /// The closure of this code, with nothing in `free` yet.
    fn name(&self, code: usize) -> Closure;

    /// The code of a closure, if it is one of this run's.
    fn code(&self, closure: &Closure) -> Option<usize>;
}

/// So many bits of a closure's number say where its code is. Those above say who it is, and so they are
/// what closures are ordered and hashed by: where code is depends on what was called first.
pub const CODE_BITS: u32 = 20;

/// So many bits above say which fun of its function it is, and the others which function that is in.
pub const INDEX_BITS: u32 = 10;

/// Closures are named by the number of their code. Such terms make sense within one run only.
pub struct ByNumber;

/// No module has this name, so no closure of a program is taken for one of these.
const LOCAL_MODULE: &str = "-closure of this run-";

impl FunNames for ByNumber {
    fn name(&self, code: usize) -> Closure {
        let name = code >> CODE_BITS;
        Closure {
            module: Atom::new(LOCAL_MODULE),
            arity: 0,
            index: (code & ((1 << CODE_BITS) - 1)) as u32,
            unique: [0; 16],
            old_index: (name & ((1 << INDEX_BITS) - 1)) as u32,
            old_unique: (name >> INDEX_BITS) as i64,
            creator: local_pid(0),
            free: Vec::new(),
        }
    }

    fn code(&self, closure: &Closure) -> Option<usize> {
        let name = ((closure.old_unique as usize) << INDEX_BITS) | closure.old_index as usize;
        let number = (name << CODE_BITS) | closure.index as usize;
        (closure.module.name() == LOCAL_MODULE).then_some(number)
    }
}

/// The first number of a local pid has this many bits, as on the BEAM; its serial has the rest.
pub const PID_BITS: u32 = 15;

/// The term of a process of this run.
///
/// # Panics
/// If its number is none that [`Heap::from_term`] would give to a process: 2^47 or more.
pub fn local_pid(number: u64) -> Term {
    let serial = u32::try_from(number >> PID_BITS).expect("fewer than 2^47 processes");
    Pid { node: atoms::nonode_nohost, id: pid_id(number), serial, creation: 0 }.into()
}

/// The first of the two numbers of a process of this run.
pub fn pid_id(number: u64) -> u32 {
    (number & ((1 << PID_BITS) - 1)) as u32
}

/// The lowest word of a local reference has this many bits.
pub const REFERENCE_BITS: u32 = 18;

/// The term of a reference made in this run.
pub fn local_reference(number: u64) -> Term {
    let low = (number & ((1 << REFERENCE_BITS) - 1)) as u32;
    let middle = (number >> REFERENCE_BITS) as u32;
    let high = (number >> (REFERENCE_BITS + 32)) as u32;
    let ids = vec![low, middle, high];
    Reference { node: atoms::nonode_nohost, creation: 0, ids }.into()
}

fn pid_number(pid: &Pid) -> Option<u64> {
    let is_local = pid.node == atoms::nonode_nohost && pid.creation == 0;
    let number = u64::from(pid.id) | (u64::from(pid.serial) << PID_BITS);
    (is_local && pid.id >> PID_BITS == 0).then_some(number)
}

fn reference_number(reference: &Reference) -> Option<u64> {
    let [low, middle, high] = reference.ids[..] else { return None };
    if reference.node != atoms::nonode_nohost
        || reference.creation != 0
        || low >> REFERENCE_BITS != 0
    {
        return None;
    }
    let upper = u64::from(middle) | (u64::from(high) << 32);
    let number = u64::from(low).checked_add(upper.checked_mul(1 << REFERENCE_BITS)?)?;
    (Value::reference(number).as_reference() == Some(number)).then_some(number)
}

impl Heap {
    // ---- in ----

    pub fn from_term(&mut self, term: &Term) -> Value {
        self.from_term_with(term, &ByNumber)
    }

    pub fn from_term_with(&mut self, term: &Term, names: &dyn FunNames) -> Value {
        self.work.pay(1);
        match term {
            Term::Int(number) => self.int(*number),
            Term::BigInt(number) => self.integer(number),
            Term::Float(number) => self.float(*number),
            Term::Atom(atom) => Value::atom(*atom),
            Term::Nil => Value::NIL,
            Term::List(list) => deeper(|| self.list_from(list, names)),
            Term::Tuple(elements) => {
                let elements = deeper(|| self.all_from(elements, names));
                self.tuple(&elements)
            }
            Term::Map(map) => deeper(|| self.map_from(map, names)),
            Term::Bits(bits) => self.bitstring(bits.bytes().to_vec(), bits.bit_length()),
            Term::Pid(pid) => match pid_number(pid) {
                Some(number) => Value::pid(number),
                None => self.foreign(term.clone()),
            },
            Term::Reference(reference) => match reference_number(reference) {
                Some(number) => Value::reference(number),
                None => self.foreign(term.clone()),
            },
            Term::Port(_) => self.foreign(term.clone()),
            Term::Fun(fun) => match &**fun {
                Fun::External { module, function, arity } => {
                    self.external_fun(*module, *function, usize::from(*arity))
                }
                Fun::Closure(closure) => match names.code(closure) {
                    Some(code) => {
                        let free = deeper(|| self.all_from(&closure.free, names));
                        self.closure(code, &free)
                    }
                    None => self.foreign(term.clone()),
                },
            },
        }
    }

    fn all_from(&mut self, terms: &[Term], names: &dyn FunNames) -> Vec<Value> {
        terms.iter().map(|term| self.from_term_with(term, names)).collect()
    }

    fn list_from(&mut self, list: &List, names: &dyn FunNames) -> Value {
        let mut value = self.from_term_with(&list.tail, names);
        for element in list.elements.iter().rev() {
            let head = self.from_term_with(element, names);
            value = self.cons(head, value);
        }
        value
    }

    fn map_from(&mut self, map: &Map, names: &dyn FunNames) -> Value {
        let mut pairs = Vec::with_capacity(map.len());
        for (key, value) in map.pairs() {
            let key = self.from_term_with(key, names);
            pairs.push((key, self.from_term_with(value, names)));
        }
        // The order is the same in here, except among closures.
        self.map_from_pairs(pairs)
    }

    // ---- out ----

    pub fn to_term(&self, value: Value) -> Term {
        self.to_term_with(value, &ByNumber)
    }

    pub fn to_term_with(&self, value: Value, names: &dyn FunNames) -> Term {
        self.work.pay(1);
        let value = self.concrete(value);
        match value.tag() {
            Tag::Small => Term::Int(value.small_number()),
            Tag::Atom => Term::Atom(value.as_atom().expect("tagged as an atom")),
            Tag::Immediate => match value.as_immediate() {
                Some(Immediate::Pid(number)) => local_pid(number),
                Some(Immediate::Reference(number)) => local_reference(number),
                _ => Term::Nil,
            },
            Tag::Cons => deeper(|| self.list_to(value, names)),
            Tag::Tuple => Term::tuple(deeper(|| self.all_to(self.elements(value), names))),
            Tag::Boxed => deeper(|| self.box_to(value, names)),
            Tag::Symbolic => panic!("a symbol stands for a symbol"),
            Tag::Header => panic!("a header is not a value"),
        }
    }

    /// Does it take more than so many values to write the term out? Inside of a run, a part that
    /// occurs often is there once; outside, `[S | S]` is twice as large as `S`.
    pub fn is_larger_than(&self, most: usize, value: Value) -> bool {
        let mut pending = vec![value];
        for _ in 0..most {
            self.work.pay(1);
            let Some(value) = pending.pop().map(|value| self.concrete(value)) else { return false };
            match value.tag() {
                Tag::Cons => pending.extend([self.tail(value), self.head(value)]),
                Tag::Tuple => pending.extend(self.elements(value)),
                Tag::Boxed => match self.kind(value) {
                    Kind::FlatMap | Kind::TreeMap => {
                        pending.extend(self.map_pairs(value).flat_map(|(key, value)| [key, value]));
                    }
                    Kind::Closure => pending.extend(self.free_variables(value)),
                    _ => {}
                },
                _ => {}
            }
        }
        true
    }

    fn all_to(&self, values: &[Value], names: &dyn FunNames) -> Vec<Term> {
        self.make_terms(values.len());
        values.iter().map(|&value| self.to_term_with(value, names)).collect()
    }

    /// Terms are about to be made; together with what they hold they must not be too much.
    fn make_terms(&self, count: usize) {
        self.make_bytes(count * size_of::<Term>());
    }

    fn make_bytes(&self, bytes: usize) {
        self.work.make(bytes + BYTES_PER_ALLOCATION);
        // To let go of it takes time, too: what is more than half of what there is at all ends here.
        self.allow(self.work.made());
    }

    fn list_to(&self, mut list: Value, names: &dyn FunNames) -> Term {
        let mut elements = Vec::new();
        while list.is_cons() {
            if elements.len() == elements.capacity() {
                self.make_terms(elements.len().max(4));
            }
            elements.push(self.to_term_with(self.head(list), names));
            list = self.concrete(self.tail(list));
        }
        Term::list_with_tail(elements, self.to_term_with(list, names))
    }

    fn box_to(&self, value: Value, names: &dyn FunNames) -> Term {
        match self.kind(value) {
            Kind::Float => Term::Float(self.as_float(value).expect("a float")),
            Kind::BigPositive | Kind::BigNegative => {
                self.make_bytes(8 * self.payload(value).len());
                Term::integer(self.big(value))
            }
            Kind::Bits => {
                let view = self.as_bits(value).expect("a bitstring");
                self.make_bytes(view.byte_size());
                Bits::new(self.view_bytes(view).into_owned(), view.length).into()
            }
            Kind::FlatMap | Kind::TreeMap => {
                self.make_terms(2 * self.map_size(value));
                let pairs = self.map_pairs(value);
                let term = |value| self.to_term_with(value, names);
                Term::map(pairs.map(|(key, value)| (term(key), term(value))).collect())
            }
            Kind::Closure | Kind::ExternalFun => self.fun_to(value, names),
            Kind::Foreign => self.foreign_term(value).expect("a foreign term").clone(),
            // The machine spells it out before anyone takes it out of the run.
            Kind::RawTrace => Term::Nil,
            kind @ (Kind::Tuple | Kind::MapNode) => panic!("no program holds a bare {kind:?}"),
        }
    }

    fn fun_to(&self, fun: Value, names: &dyn FunNames) -> Term {
        match self.fun(fun).expect("a fun") {
            FunView::External { module, function, arity } => {
                Term::external_fun(module, function, arity as u8)
            }
            FunView::Closure { code, .. } => {
                let mut closure = names.name(code);
                closure.free = self.all_to(self.free_variables(fun), names);
                closure.into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice::from_ref;

    fn there_and_back(term: &Term) -> (Heap, Value) {
        let mut heap = Heap::new();
        let value = heap.from_term(term);
        assert!(heap.to_term(value) == *term);
        (heap, value)
    }

    #[test]
    fn identities_of_the_run_stay_local() {
        for number in [0, 1, (1 << 15) - 1, 1 << 15, (1 << 47) - 1] {
            assert_eq!(there_and_back(&local_pid(number)).1.as_pid(), Some(number));
        }
        for number in [0, 1, (1 << 20) - 1, 1 << 20, (1 << 58) - 1] {
            assert_eq!(there_and_back(&local_reference(number)).1.as_reference(), Some(number));
        }
    }

    #[test]
    fn shared_parts_count_each_time() {
        let (heap, value) = there_and_back(&Term::list(vec![Term::Int(1), Term::tuple(vec![])]));
        // Two cells, two elements, and the end.
        assert!(heap.is_larger_than(5, value) && !heap.is_larger_than(6, value));
        let mut heap = Heap::new();
        let doubled = (0..60).fold(Value::NIL, |tree, _| heap.cons(tree, tree));
        assert!(heap.is_larger_than(1_000_000, doubled));
        let map = heap.from_term(&Term::map(vec![(Term::Int(1), Term::Nil)]));
        assert!(heap.is_larger_than(3, map) && !heap.is_larger_than(4, map));
    }

    #[test]
    fn pids_have_two_numbers() {
        let text = |number| term::print::write(&local_pid(number));
        assert_eq!([32767, 32768, 100_000].map(text), ["<0.32767.0>", "<0.0.1>", "<0.1696.3>"]);
    }

    #[test]
    fn identities_of_elsewhere_are_kept() {
        let node = Atom::new("other@host");
        let pid: Term = Pid { node, id: 1, serial: 2, creation: 3 }.into();
        let odd: Term =
            Pid { node: atoms::nonode_nohost, id: 1 << 15, serial: 0, creation: 0 }.into();
        let port: Term = term::Port { node, id: 1 << 40, creation: 3 }.into();
        let reference = Reference { node: atoms::nonode_nohost, creation: 0, ids: vec![1, 2] };
        let huge = Reference { ids: vec![1, 2, u32::MAX], ..reference.clone() };
        let mut closure = ByNumber.name(3);
        closure.module = atoms::lists;
        for term in [pid, odd, port, reference.into(), huge.into(), closure.into()] {
            let (heap, value) = there_and_back(&term);
            assert!(heap.foreign_term(value).is_some());
        }
    }

    #[test]
    fn closures_of_the_run_come_back() {
        let mut heap = Heap::new();
        let free = [Value::OK, Value::index(2)];
        let closure = heap.closure(17, &free);
        let copy = heap.from_term(&heap.to_term(closure));
        assert!(crate::compare::exactly_equal(&heap, closure, copy));
        assert_eq!(heap.free_variables(copy), free);
    }

    #[test]
    fn bits_that_start_anywhere() {
        let mut heap = Heap::new();
        let whole = heap.from_term(&Term::binary(&[0b1010_0101, 0b1100_0011, 0xFF]));
        let buffer = heap.as_bits(whole).unwrap().buffer;
        let part = heap.boxed(Kind::Bits, &[Value(u64::from(buffer)), Value(3), Value(10)]);
        let expected = Term::from(Bits::new(vec![0b0010_1110, 0], 10));
        assert!(heap.to_term(part) == expected);
    }

    #[test]
    fn a_million_levels_and_a_million_elements() {
        let wide = Term::list((0..1_000_000).map(Term::Int).collect());
        let deep = (0..1_000_000).fold(wide, |inner, _| Term::list(vec![inner, 1.into()]));
        let (heap, value) = there_and_back(&deep);
        let wrapped = Term::tuple(vec![deep]);
        assert!(from_ref(&heap.to_term(value)) == wrapped.as_tuple().unwrap());
    }
}
