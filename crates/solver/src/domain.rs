//! Which values can one node of the input have, as far as tests on it alone tell?
//!
//! A domain is a set of kinds with a refinement for each: bounds for numbers, names for atoms,
//! sizes for tuples. Tests narrow it; an empty domain is a proof that no input exists. Bounds come
//! from comparisons with constants, in Erlang's order of terms: `X > 42` leaves larger numbers and
//! *everything that is no number*.

use crate::ranges::{Range, Ranges};
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use symbolic::{Basic, Kind, Kinds, Shape};
use term::{Atom, Term, atoms, order};

#[derive(Clone, Debug)]
pub struct Domain {
    pub kinds: Kinds,
    /// The value, if only one is left.
    pub literal: Option<Term>,
    /// Values it does not have, by `=:=`.
    pub excluded: FxHashSet<Term>,
    /// It is above (or at, if `true`) this term.
    pub lower: Option<(Term, bool)>,
    pub upper: Option<(Term, bool)>,
    /// Only for integers: within one of these.
    pub ranges: Option<Ranges>,
    /// Only for atoms: one of these.
    pub names: Option<Vec<Atom>>,
    /// Only for bitstrings: so many bits, and any number of units of so many more. One of these, or
    /// anything if there are none.
    pub bit_forms: Vec<(u64, u64)>,
    /// Only for tuples.
    pub arity: Arity,
    /// Only for maps.
    pub map_size: Arity,
    /// Only for funs.
    pub fun_arity: Option<u32>,
    pub fun_arity_excluded: Vec<u32>,
}

#[derive(Clone, Debug)]
pub struct Arity {
    pub low: u32,
    pub high: u32,
    pub excluded: Vec<u32>,
}

impl Arity {
    pub fn allows(&self, size: u32) -> bool {
        (self.low..=self.high).contains(&size) && !self.excluded.contains(&size)
    }

    fn intersect(&mut self, other: &Arity) {
        self.narrow(other);
        self.excluded.extend(&other.excluded);
    }

    /// The bounds of both.
    pub fn narrow(&mut self, other: &Arity) {
        self.low = self.low.max(other.low);
        self.high = self.high.min(other.high);
    }

    /// Is there no size at all?
    pub fn is_empty(&self) -> bool {
        self.low > self.high || self.low == self.high && self.excluded.contains(&self.low)
    }
}

/// The BEAM's limit.
const LARGEST_TUPLE: u32 = (1 << 24) - 1;

impl Default for Domain {
    fn default() -> Domain {
        Domain {
            kinds: Kinds::ALL,
            literal: None,
            excluded: FxHashSet::default(),
            lower: None,
            upper: None,
            ranges: None,
            names: None,
            bit_forms: Vec::new(),
            arity: Arity { low: 0, high: LARGEST_TUPLE, excluded: Vec::new() },
            map_size: Arity { low: 0, high: u32::MAX, excluded: Vec::new() },
            fun_arity: None,
            fun_arity_excluded: Vec::new(),
        }
    }
}

impl Domain {
    pub fn narrow(&mut self, shape: &Shape, holds: bool) {
        match (shape, holds) {
            (Shape::Literal(term), true) => self.be(term),
            (Shape::Literal(Term::Nil), false) => self.lack(Basic::Nil),
            (Shape::Literal(Term::Map(map)), false) if map.is_empty() => {
                self.map_size.excluded.push(0);
            }
            (Shape::Literal(Term::Tuple(elements)), false) if elements.is_empty() => {
                self.arity.excluded.push(0);
            }
            (Shape::Literal(term), false) => drop(self.excluded.insert(term.clone())),
            (Shape::Cons, true) => self.keep(Kinds::only(&[Basic::Cons])),
            (Shape::Cons, false) => self.lack(Basic::Cons),
            (Shape::Tuple(size), true) => {
                self.keep(Kinds::only(&[Basic::Tuple]));
                self.arity.low = self.arity.low.max(*size);
                self.arity.high = self.arity.high.min(*size);
            }
            (Shape::Tuple(size), false) => self.arity.excluded.push(*size),
            (Shape::Fun(arity), true) => {
                self.keep(Kinds::only(&[Basic::Fun]));
                if !self.allows_fun_arity(*arity) {
                    self.kinds = Kinds::NONE;
                }
                self.fun_arity = Some(*arity);
            }
            (Shape::Fun(arity), false) => {
                if self.fun_arity == Some(*arity) {
                    self.lack(Basic::Fun);
                }
                self.fun_arity_excluded.push(*arity);
            }
            (Shape::Kind(kind), true) => {
                self.keep(Kinds::of(*kind));
                if *kind == Kind::Boolean {
                    self.keep_names(&[atoms::false_, atoms::true_]);
                }
            }
            (Shape::Kind(Kind::Boolean), false) => {
                self.excluded.extend([atoms::false_, atoms::true_].map(Term::Atom));
            }
            (Shape::Kind(kind), false) => self.kinds = self.kinds.without(Kinds::of(*kind)),
        }
    }

    pub fn keep(&mut self, kinds: Kinds) {
        self.kinds = self.kinds.intersect(kinds);
    }

    fn lack(&mut self, kind: Basic) {
        self.kinds = self.kinds.without(Kinds::only(&[kind]));
    }

    /// If it is an integer, it is in one of these.
    pub fn keep_ranges(&mut self, ranges: Ranges) {
        let ranges = match &self.ranges {
            Some(known) => known.intersect(&ranges),
            None => ranges,
        };
        if ranges.all.is_empty() {
            return self.lack(Basic::Integer);
        }
        let is_integer = self.kinds == Kinds::only(&[Basic::Integer]);
        if is_integer {
            let (low, high) = ranges.ends();
            if let Some(low) = low {
                self.above(&Term::from(low.clone()), true);
            }
            if let Some(high) = high {
                self.below(&Term::from(high.clone()), true);
            }
        }
        // One range of integers is a matter of bounds.
        self.ranges = Some(ranges).filter(|ranges| !is_integer || ranges.all.len() > 1);
    }

    fn keep_names(&mut self, names: &[Atom]) {
        match &mut self.names {
            Some(known) => known.retain(|name| names.contains(name)),
            None => self.names = Some(names.to_vec()),
        }
    }

    /// It is this very term.
    pub fn be(&mut self, term: &Term) {
        match &self.literal {
            Some(known) if !order::exactly_equal(known, term) => self.kinds = Kinds::NONE,
            _ => {
                self.keep(Kinds::only(&[Basic::of(term)]));
                self.literal = Some(term.clone());
            }
        }
    }

    pub fn above(&mut self, bound: &Term, inclusive: bool) {
        let is_tighter = match &self.lower {
            None => true,
            Some((known, _)) => match order::compare(bound, known) {
                Ordering::Greater => true,
                Ordering::Equal => !inclusive,
                Ordering::Less => false,
            },
        };
        if is_tighter {
            self.lower = Some((bound.clone(), inclusive));
        }
        let rank = Basic::of(bound).rank();
        self.kinds =
            Kinds::only(&self.kinds.iter().filter(|kind| kind.rank() >= rank).collect::<Vec<_>>());
    }

    pub fn below(&mut self, bound: &Term, inclusive: bool) {
        let is_tighter = match &self.upper {
            None => true,
            Some((known, _)) => match order::compare(bound, known) {
                Ordering::Less => true,
                Ordering::Equal => !inclusive,
                Ordering::Greater => false,
            },
        };
        if is_tighter {
            self.upper = Some((bound.clone(), inclusive));
        }
        let rank = Basic::of(bound).rank();
        self.kinds =
            Kinds::only(&self.kinds.iter().filter(|kind| kind.rank() <= rank).collect::<Vec<_>>());
    }

    /// Is a bound of keys one in the order of terms too? All integers come before all floats among keys.
    fn are_keys_alike(&self, other: &Domain, bound: &Term) -> bool {
        let may_be_float = |domain: &Domain| domain.kinds.contains(Basic::Float);
        match bound {
            Term::Atom(_) | Term::Nil | Term::Bits(_) => true,
            Term::Int(_) | Term::BigInt(_) => !may_be_float(self) && !may_be_float(other),
            _ => false,
        }
    }

    /// It comes after a key of the other domain in the order of keys, or is equal to it.
    pub fn come_after(&mut self, other: &Domain) {
        if let Some((bound, _)) = &other.lower
            && self.are_keys_alike(other, bound)
        {
            self.above(bound, true);
        }
        let Some(first) = other.kinds.iter().map(Basic::rank).min() else { return };
        let kinds: Vec<Basic> = self.kinds.iter().filter(|kind| kind.rank() >= first).collect();
        self.keep(Kinds::only(&kinds));
    }

    /// It comes before a key of the other domain in the order of keys, or is equal to it.
    pub fn come_before(&mut self, other: &Domain) {
        if let Some((bound, _)) = &other.upper
            && self.are_keys_alike(other, bound)
        {
            self.below(bound, true);
        }
        let Some(last) = other.kinds.iter().map(Basic::rank).max() else { return };
        let kinds: Vec<Basic> = self.kinds.iter().filter(|kind| kind.rank() <= last).collect();
        self.keep(Kinds::only(&kinds));
    }

    /// Both at once: for nodes that turn out to be one.
    pub fn intersect(&mut self, other: &Domain) {
        self.keep(other.kinds);
        if let Some(term) = &other.literal {
            self.be(term);
        }
        self.excluded.extend(other.excluded.iter().cloned());
        if let Some((bound, inclusive)) = &other.lower {
            self.above(bound, *inclusive);
        }
        if let Some((bound, inclusive)) = &other.upper {
            self.below(bound, *inclusive);
        }
        if let Some(ranges) = &other.ranges {
            self.keep_ranges(ranges.clone());
        }
        if let Some(names) = &other.names {
            self.keep_names(names);
        }
        self.arity.intersect(&other.arity);
        self.map_size.intersect(&other.map_size);
        if self.bit_forms.is_empty() {
            self.bit_forms = other.bit_forms.clone();
        }
        if let Some(arity) = other.fun_arity {
            self.narrow(&Shape::Fun(arity), true);
        }
        for arity in &other.fun_arity_excluded {
            self.narrow(&Shape::Fun(*arity), false);
        }
    }

    /// Is the term within, as far as it is not taken apart?
    pub fn allows(&self, term: &Term) -> bool {
        self.kinds.contains(Basic::of(term))
            && self.literal.as_ref().is_none_or(|literal| order::exactly_equal(literal, term))
            && !self.excluded.contains(term)
            && self.is_within_bounds(term)
            && match term {
                Term::Int(_) | Term::BigInt(_) => self.is_in_range(term),
                Term::Atom(name) => self.names.as_ref().is_none_or(|names| names.contains(name)),
                Term::Tuple(elements) => self.allows_arity(elements.len() as u32),
                Term::Map(map) => self.map_size.allows(map.len() as u32),
                Term::Fun(fun) => self.allows_fun_arity(u32::from(fun.arity())),
                _ => true,
            }
    }

    pub fn is_within_bounds(&self, term: &Term) -> bool {
        let is_above = self.lower.as_ref().is_none_or(|(bound, inclusive)| {
            match order::compare(term, bound) {
                Ordering::Greater => true,
                Ordering::Equal => *inclusive,
                Ordering::Less => false,
            }
        });
        let is_below = || {
            self.upper.as_ref().is_none_or(|(bound, inclusive)| match order::compare(term, bound) {
                Ordering::Less => true,
                Ordering::Equal => *inclusive,
                Ordering::Greater => false,
            })
        };
        is_above && is_below()
    }

    fn is_in_range(&self, term: &Term) -> bool {
        let number = || term.to_big_int().expect("only integers are in ranges");
        self.ranges.as_ref().is_none_or(|ranges| ranges.contains(&number()))
    }

    pub fn allows_fun_arity(&self, arity: u32) -> bool {
        self.fun_arity.is_none_or(|wanted| wanted == arity)
            && !self.fun_arity_excluded.contains(&arity)
    }

    pub fn allows_arity(&self, size: u32) -> bool {
        self.arity.allows(size)
    }

    /// Sizes that a tuple can have, the smallest first. There are many: take what is needed.
    pub fn arities(&self) -> impl Iterator<Item = u32> + '_ {
        (self.arity.low..=self.arity.high).filter(|size| !self.arity.excluded.contains(size))
    }

    /// The least and greatest integers within the bounds and ranges; `None` where there is no end.
    pub fn integer_bounds(&self) -> (Option<BigInt>, Option<BigInt>) {
        let bounds = self.number_bounds();
        let Some(ranges) = &self.ranges else { return bounds };
        let ((low, high), (least, greatest)) = (bounds, ranges.ends());
        let ends = Range { low: least.cloned(), high: greatest.cloned() };
        let both = ends.intersect(&Range { low, high });
        (both.low, both.high)
    }

    /// The same without ranges, which floats need not be in.
    pub fn number_bounds(&self) -> (Option<BigInt>, Option<BigInt>) {
        let low = self.lower.as_ref().and_then(|(bound, inclusive)| match bound {
            Term::Float(number) => {
                let above = BigInt::from_f64(number.ceil())?;
                let is_whole = number.ceil() == *number;
                Some(if is_whole && !inclusive { above + 1 } else { above })
            }
            _ => bound.to_big_int().map(|number| if *inclusive { number } else { number + 1 }),
        });
        let high = self.upper.as_ref().and_then(|(bound, inclusive)| match bound {
            Term::Float(number) => {
                let below = BigInt::from_f64(number.floor())?;
                let is_whole = number.floor() == *number;
                Some(if is_whole && !inclusive { below - 1 } else { below })
            }
            _ => bound.to_big_int().map(|number| if *inclusive { number } else { number - 1 }),
        });
        (low, high)
    }

    /// The allowed integer of a range that is nearest to a wish; `None` if there is none at all.
    pub fn nearest_integer(&self, within: &Range, wish: &BigInt) -> Option<BigInt> {
        let (low, high) = self.integer_bounds();
        let bounds = within.intersect(&Range { low, high });
        let Some(ranges) = &self.ranges else { return self.nearest_within(&bounds, wish) };
        let rooms = ranges.all.iter().map(|range| range.intersect(&bounds));
        let found = rooms.filter_map(|room| self.nearest_within(&room, wish));
        found.min_by_key(|number| (number - wish).into_parts().1)
    }

    fn nearest_within(&self, room: &Range, wish: &BigInt) -> Option<BigInt> {
        let mut start = wish;
        if let Some(low) = &room.low {
            start = start.max(low);
        }
        if let Some(high) = &room.high {
            start = start.min(high);
        }
        // Only finitely many are excluded: one of the next ones on either side is free.
        for step in 0..=self.excluded.len() {
            for candidate in [start + step, start - step] {
                if room.contains(&candidate) && self.allows(&Term::from(candidate.clone())) {
                    return Some(candidate);
                }
            }
        }
        None
    }

    /// Is nothing between the bounds?
    pub fn has_no_room(&self) -> bool {
        match (&self.lower, &self.upper) {
            (Some((low, from)), Some((high, to))) => match order::compare(low, high) {
                Ordering::Less => false,
                Ordering::Equal => !from || !to,
                Ordering::Greater => true,
            },
            _ => false,
        }
    }

    /// Do the bounds leave one number at most?
    pub fn has_one_number(&self) -> bool {
        match (&self.lower, &self.upper) {
            (Some((low, _)), Some((high, _))) => order::compare(low, high) != Ordering::Less,
            _ => false,
        }
    }

    /// Some allowed float, near a wish if possible.
    pub fn some_float(&self, wish: Option<f64>) -> Option<f64> {
        let number = |bound: &Option<(Term, bool)>| {
            bound.as_ref().and_then(|(term, _)| match term {
                Term::Float(number) => Some(*number),
                _ => term.to_big_int().and_then(|number| number.to_f64()).filter(|n| n.is_finite()),
            })
        };
        let (low, high) = (number(&self.lower), number(&self.upper));
        let mut candidates: Vec<f64> = wish.into_iter().collect();
        if let Some(Term::Float(literal)) = self.literal {
            candidates.push(literal);
        }
        candidates.extend([0.0, 1.0]);
        for bound in [low, high].into_iter().flatten() {
            candidates.extend([bound, bound + 1.0, bound - 1.0, bound + 0.5, bound - 0.5]);
            candidates.extend([bound.next_up(), bound.next_down()]);
        }
        if let (Some(low), Some(high)) = (low, high) {
            candidates.push(low + (high - low) / 2.0);
        }
        let mut further = candidates.last().copied().unwrap_or(0.0);
        for _ in 0..self.excluded.len() + 2 {
            further += 1.0;
            candidates.push(further);
        }
        candidates
            .into_iter()
            .filter(|number| number.is_finite())
            .find(|number| self.allows(&Term::Float(*number)))
    }

    /// Some allowed atom: a wish, one of the possible names, or a plain new one.
    pub fn some_atom(&self, wish: Option<Atom>) -> Option<Atom> {
        let is_allowed = |atom: &Atom| self.allows(&Term::Atom(*atom));
        if let Some(wish) = wish.filter(is_allowed) {
            return Some(wish);
        }
        if let Some(Term::Atom(literal)) = self.literal {
            return Some(literal).filter(is_allowed);
        }
        if let Some(names) = &self.names {
            return names.iter().copied().find(is_allowed);
        }
        let beyond = self.lower.as_ref().and_then(|(bound, _)| match bound {
            Term::Atom(name) => Some(format!("{}a", name.name())),
            _ => None,
        });
        let plain = ('a'..='z').map(String::from);
        let numbered = (0..=self.excluded.len()).map(|number| format!("a{number}"));
        let candidates = plain.chain(beyond).chain(numbered).chain([String::new()]);
        candidates.map(|name| Atom::new(&name)).find(is_allowed)
    }
}
