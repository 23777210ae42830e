//! Which terms are in a set? Random ones, to try what is said about all of them; and random sets.

use std::sync::Arc;
use term::{Atom, BigInt, Term, atoms};
use typing::lattice::atoms::Atoms;
use typing::lattice::integers::{Integers, Range};
use typing::lattice::lengths::Lengths;
use typing::lattice::maps::{Known, Maps};
use typing::lattice::{Cons, FunKind, Funs, Kinds, Lattice, Tuples, ValueSet};
use typing::{Generator, Type, hostile};

/// Atoms that mean something to a built-in.
const OPTIONS: &[&str] = &[
    "true",
    "false",
    "ok",
    "error",
    "exit",
    "throw",
    "utf8",
    "latin1",
    "unicode",
    "big",
    "little",
    "global",
    "trim",
    "trim_all",
    "short",
    "compact",
    "compressed",
    "second",
    "native",
    "positive",
    "monotonic",
    "undefined",
    "a",
    "日本",
];

/// A term of a set, of about so many parts; `None` if it happens to find none.
pub fn member(
    generator: &mut Generator,
    lattice: &Lattice,
    set: &ValueSet,
    budget: usize,
) -> Option<Term> {
    let ValueSet::Of(kinds) = set else {
        return Some(hostile::term(&mut generator.random, budget.min(6)));
    };
    let ways: &[Way] = &[
        of_names,
        of_atoms,
        of_integers,
        of_floats,
        of_nil,
        of_cons,
        of_tuples,
        of_maps,
        of_bits,
        of_funs,
        of_identities,
    ];
    let first = generator.random.below(ways.len());
    let (before, from) = ways.split_at(first);
    from.iter().chain(before).find_map(|way| way(generator, lattice, kinds, budget))
}

type Way = fn(&mut Generator, &Lattice, &Kinds, usize) -> Option<Term>;

fn of_names(generator: &mut Generator, _: &Lattice, kinds: &Kinds, budget: usize) -> Option<Term> {
    let names = &kinds.names;
    (!names.is_empty())
        .then(|| generator.random.pick(names).clone())
        .and_then(|name| generator.term(&name.0, budget))
}

fn of_atoms(generator: &mut Generator, _: &Lattice, kinds: &Kinds, _: usize) -> Option<Term> {
    match &kinds.atoms {
        Atoms::These(these) if these.is_empty() => None,
        Atoms::These(these) => {
            let these: Vec<Atom> = these.iter().copied().collect();
            Some(Term::Atom(*generator.random.pick(&these)))
        }
        Atoms::AllBut(_) => {
            let tries = 0..10;
            let mut atoms = tries.map(|_| match generator.random.one_in(2) {
                true => option(generator),
                false => hostile::atom(&mut generator.random).as_atom().unwrap_or(Atom::new("a")),
            });
            atoms.find(|atom| kinds.atoms.contains(*atom)).map(Term::Atom)
        }
    }
}

fn option(generator: &mut Generator) -> Atom {
    let name: &&str = generator.random.pick(OPTIONS);
    Atom::new(name)
}

fn of_integers(generator: &mut Generator, _: &Lattice, kinds: &Kinds, _: usize) -> Option<Term> {
    let ranges = kinds.integers.ranges();
    if ranges.is_empty() {
        return None;
    }
    let Range { low, high } = generator.random.pick(ranges).clone();
    let end = match generator.random.below(4) {
        0 => low.clone(),
        1 => high.clone(),
        _ => None,
    };
    match end {
        Some(end) => Some(Term::integer(end)),
        None => generator.term(&Arc::new(Type::Integer { low, high }), 1),
    }
}

fn of_floats(generator: &mut Generator, _: &Lattice, kinds: &Kinds, _: usize) -> Option<Term> {
    kinds.floats.then(|| hostile::float(&mut generator.random))
}

fn of_nil(_: &mut Generator, _: &Lattice, kinds: &Kinds, _: usize) -> Option<Term> {
    kinds.nil.then_some(Term::Nil)
}

fn of_cons(
    generator: &mut Generator,
    lattice: &Lattice,
    kinds: &Kinds,
    budget: usize,
) -> Option<Term> {
    let Cons { element, tail } = kinds.cons.as_ref()?;
    let length = 1 + generator.random.below(budget.clamp(1, 4));
    let elements: Option<Vec<Term>> =
        (0..length).map(|_| member(generator, lattice, element, budget / 2)).collect();
    // What a list ends in is no list.
    let end = Kinds { cons: None, ..lattice.open(tail) };
    let end = member(generator, lattice, &end.into(), 0)?;
    Some(Term::list_with_tail(elements?, end))
}

fn of_tuples(
    generator: &mut Generator,
    lattice: &Lattice,
    kinds: &Kinds,
    budget: usize,
) -> Option<Term> {
    match &kinds.tuples {
        Tuples::All => generator.term(&Arc::new(Type::AnyTuple), budget.max(1)),
        Tuples::These(these) if these.is_empty() => None,
        Tuples::These(these) => {
            let sets = generator.random.pick(these);
            let elements: Option<Vec<Term>> =
                sets.iter().map(|set| member(generator, lattice, set, budget / 2)).collect();
            elements.map(Term::tuple)
        }
    }
}

fn of_maps(
    generator: &mut Generator,
    lattice: &Lattice,
    kinds: &Kinds,
    budget: usize,
) -> Option<Term> {
    let maps = kinds.maps.as_ref()?;
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    for (key, Known { value, is_required }) in &maps.known {
        if *is_required || generator.random.one_in(2) {
            match member(generator, lattice, value, budget / 2) {
                Some(value) => pairs.push((key.clone(), value)),
                None if *is_required => return None,
                None => {}
            }
        }
    }
    if let Some((keys, values)) = &maps.others {
        for _ in 0..generator.random.below(4) {
            let key = member(generator, lattice, keys, 1)?;
            let value = member(generator, lattice, values, budget / 2)?;
            let is_there = pairs.iter().any(|(each, _)| *each == key);
            if !is_there && !maps.known.contains_key(&key) {
                pairs.push((key, value));
            }
        }
    }
    Some(Term::map(pairs))
}

fn of_bits(generator: &mut Generator, _: &Lattice, kinds: &Kinds, _: usize) -> Option<Term> {
    let Lengths { size, unit } = kinds.bits?;
    let times = generator.random.below(if unit <= 8 { 16 } else { 3 }) as u64;
    Some(hostile::bits_of_length(&mut generator.random, (size + unit * times) as usize))
}

fn of_funs(generator: &mut Generator, _: &Lattice, kinds: &Kinds, _: usize) -> Option<Term> {
    let any = || Arc::new(Type::Any);
    let parameters = match &kinds.funs {
        Funs::All => None,
        Funs::These(these) if these.is_empty() => return None,
        Funs::These(these) => match generator.random.pick(these) {
            FunKind::Typed { parameters, .. } => parameters.as_ref().map(Vec::len),
            FunKind::Written { arity, .. } => Some(*arity),
        },
    };
    let parameters = parameters.map(|arity| vec![any(); arity]);
    generator.term(&Arc::new(Type::Fun { parameters, result: any() }), 2)
}

fn of_identities(generator: &mut Generator, _: &Lattice, kinds: &Kinds, _: usize) -> Option<Term> {
    let random = &mut generator.random;
    let all = [
        kinds.pids.then(|| hostile::pid(random)),
        kinds.ports.then(|| hostile::port(random)),
        kinds.references.then(|| hostile::reference(random)),
    ];
    let all: Vec<Term> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| random.pick(&all).clone())
}

/// A set of few kinds, of those that built-ins are about.
pub fn some_set(generator: &mut Generator, lattice: &Lattice, depth: usize) -> ValueSet {
    let inner = |generator: &mut Generator| some_set(generator, lattice, depth - 1);
    match generator.random.below(if depth == 0 { 12 } else { 22 }) {
        0 => ValueSet::Any,
        1 => ValueSet::integers(Integers::all()),
        2..=4 => ValueSet::integers(some_integers(generator)),
        5 => ValueSet::float(),
        6 => ValueSet::atoms(Atoms::all()),
        7 => ValueSet::atom(option(generator)),
        8 => ValueSet::boolean(),
        9 => ValueSet::nil(),
        10 => {
            let size = generator.random.below(41) as u64;
            ValueSet::bits(Lengths { size, unit: *generator.random.pick(&[0, 1, 8]) })
        }
        11 => {
            let size = 8 * generator.random.below(5) as u64;
            ValueSet::bits(Lengths { size, unit: *generator.random.pick(&[0, 8, 8]) })
        }
        12 | 13 => ValueSet::list(inner(generator)),
        14 => ValueSet::cons(inner(generator), ValueSet::nil()),
        15 => ValueSet::cons(inner(generator), some_set(generator, lattice, 0)),
        16 | 17 => {
            let arity = generator.random.below(4);
            ValueSet::tuple((0..arity).map(|_| inner(generator)).collect())
        }
        18 => some_maps(generator, lattice, depth),
        19 => {
            let (module, name) = (atoms::empty, Atom::new("iolist"));
            ValueSet::named(Arc::new(Type::Named { module, name, arguments: Vec::new() }))
        }
        20 => ValueSet::of_term(&hostile::term(&mut generator.random, 4)),
        _ => lattice.join(&inner(generator), &inner(generator)),
    }
}

fn some_integers(generator: &mut Generator) -> Integers {
    let random = &mut generator.random;
    let low = BigInt::from(random.between(-3, 4));
    let high = &low + random.between(0, 6);
    let large = BigInt::from(1) << *random.pick(&[7_u32, 16, 32, 59, 64, 1022, 1100]);
    match random.below(6) {
        0 => Integers::at_least(low),
        1 => Integers::at_most(high),
        2 => Integers::of([Range::new(None, Some(low)), Range::new(Some(high), None)]),
        3 => Integers::range(-large.clone(), large),
        4 => Integers::range(low, large.max(BigInt::from(9))),
        _ => Integers::range(low, high),
    }
}

fn some_maps(generator: &mut Generator, lattice: &Lattice, depth: usize) -> ValueSet {
    let mut maps = if generator.random.one_in(2) { Maps::all() } else { Maps::empty() };
    if generator.random.one_in(3) {
        let pair = [(); 2].map(|()| some_set(generator, lattice, depth - 1));
        maps.others = Some(pair.into()).filter(|(key, value)| !key.is_empty() && !value.is_empty());
    }
    for key in ["a", "ok", "true"] {
        if generator.random.one_in(2) {
            let value = some_set(generator, lattice, depth - 1);
            let is_required = !value.is_empty() && generator.random.one_in(2);
            maps.known.insert(Term::atom(key), Known { value, is_required });
        }
    }
    ValueSet::maps(Some(maps))
}
