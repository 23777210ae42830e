//! Do sets of terms keep what they are asked to keep? Every answer is tried with terms: those of the types
//! at hand, spoiled ones, and any.

use beam::{Loader, LoaderOptions, ModuleSource};
use std::path::PathBuf;
use std::sync::Arc;
use term::{Atom, Term};
use typing::lattice::{Effort, Lattice, ValueSet, order};
use typing::tree::MapField;
use typing::{Generator, Random, Type, Types, hostile};

const PAIRS: usize = 2000;
const TERMS: usize = 12;

/// The types of `constructs.erl`, among them recursive ones, records and opaque ones.
fn world() -> (Types, Vec<Arc<Type>>) {
    let loader = Arc::new(Loader::new(LoaderOptions::default()).expect("OTP is there"));
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/constructs.erl"));
    loader.load(&ModuleSource::File { path, options: Vec::new() }).expect("it loads");
    let types = Types::new(Box::new(move |name| loader.load_by_name(name).ok()));
    let module = Atom::new("constructs");
    let declarations = types.declarations(module).expect("it is loaded");
    let plain = declarations.types.keys().filter(|(_, arity)| *arity == 0);
    let mut names: Vec<Atom> = plain.map(|(name, _)| *name).collect();
    names.sort();
    let named = |name| Arc::new(Type::Named { module, name, arguments: Vec::new() });
    let all = names.into_iter().map(named).collect();
    (types, all)
}

struct Maker<'a> {
    random: Random,
    names: &'a [Arc<Type>],
}

impl Maker<'_> {
    /// A type of few parts, so that two of them often have something in common.
    fn some(&mut self, depth: usize) -> Arc<Type> {
        let kinds = if depth == 0 { 8 } else { 15 };
        let literal = |random: &mut Random| *random.pick(&["a", "b", "ok", "error"].map(Atom::new));
        let made = match self.random.below(kinds) {
            0 => Type::AtomLiteral(literal(&mut self.random)),
            1 => Type::Atom,
            2 => {
                let low = self.random.between(-3, 3);
                Type::range(low, low + self.random.between(0, 4))
            }
            3 => Type::INTEGER,
            4 => Type::Nil,
            5 => Type::Bits {
                size: self.random.below(17) as u64,
                unit: *self.random.pick(&[0, 1, 4, 8]),
            },
            6 => Type::Float,
            7 => return self.random.pick(self.names).clone(),
            8 => Type::list(self.some(depth - 1)),
            9 => Type::nonempty_maybe_improper_list(self.some(depth - 1), self.some(depth - 1)),
            10 | 11 => {
                let arity = self.random.below(4);
                Type::Tuple((0..arity).map(|_| self.some(depth - 1)).collect())
            }
            12 => {
                let count = self.random.below(4);
                let field = |_| MapField {
                    key: self.some(0),
                    value: self.some(depth - 1),
                    is_required: self.random.one_in(2),
                };
                Type::Map((0..count).map(field).collect())
            }
            13 => Type::Fun {
                parameters: Some(vec![self.some(0)]),
                result: if self.random.one_in(2) { Arc::new(Type::Any) } else { self.some(0) },
            },
            _ => {
                let count = 2 + self.random.below(2);
                Type::union((0..count).map(|_| self.some(depth - 1)).collect::<Vec<_>>())
            }
        };
        Arc::new(made)
    }

    /// A type like this one: a part of it is another, or it has one alternative more.
    fn like(&mut self, model: &Arc<Type>) -> Arc<Type> {
        let count = model.children().len();
        if count == 0 || self.random.one_in(4) {
            return match self.random.below(3) {
                0 => self.some(1),
                1 => Arc::new(Type::union([self.some(1), model.clone()])),
                _ => model.clone(),
            };
        }
        let changed = self.random.below(count);
        let mut index = 0;
        let result = model.map_children(&mut |child| {
            index += 1;
            if index - 1 == changed { self.like(child) } else { child.clone() }
        });
        Arc::new(result)
    }
}

/// Two types and terms that are worth trying with them.
struct Pair {
    types: [Arc<Type>; 2],
    sets: [ValueSet; 2],
    terms: Vec<Term>,
}

fn each_pair(seed: u64, mut check: impl FnMut(&Lattice, &Pair)) {
    let (types, names) = world();
    let lattice = Lattice::new(&types);
    let mut maker = Maker { random: Random::new(seed), names: &names };
    let mut generator = Generator::new(&types, Random::new(seed + 1));
    for _ in 0..PAIRS {
        let one = maker.some(3);
        let other = if maker.random.one_in(3) { maker.some(3) } else { maker.like(&one) };
        let mut terms = Vec::new();
        for index in 0..TERMS {
            let wanted = if index % 2 == 0 { &one } else { &other };
            let budget = generator.random.below(12);
            let Some(term) = generator.term(wanted, budget) else { continue };
            terms.push(hostile::spoil(&mut generator.random, &term));
            terms.push(term);
        }
        terms.push(hostile::term(&mut generator.random, 4));
        let sets = [ValueSet::of_type(&one), ValueSet::of_type(&other)];
        check(&lattice, &Pair { types: [one, other], sets, terms });
    }
}

#[test]
fn nothing_is_lost() {
    // How often each question had an answer that could be wrong: a test that compares nothing shows nothing.
    let (mut in_both, mut in_one, mut dropped, mut of_both) = (0, 0, 0, 0);
    each_pair(11, |lattice, pair| {
        let [one, other] = &pair.sets;
        let (join, meet) = (lattice.join(one, other), lattice.meet(one, other));
        let rest = lattice.difference(one, other);
        let wide = lattice.widen(one, other);
        for term in &pair.terms {
            let is_in = |set: &ValueSet| lattice.contains(set, term);
            let said = || format!("{term}: {} and {}", pair.types[0], pair.types[1]);
            for (wanted, set) in pair.types.iter().zip(&pair.sets) {
                let is_of_type = lattice.types.contains(wanted, term).is_ok();
                assert!(!is_of_type || is_in(set), "of a type: {}", said());
            }
            let (here, there) = (is_in(one), is_in(other));
            assert!(!(here || there) || is_in(&join), "join: {} {join:?}", said());
            assert!(!(here && there) || is_in(&meet), "meet: {} {meet:?}", said());
            assert!(!here || there || is_in(&rest), "difference: {} {rest:?}", said());
            assert!(!(here || there) || is_in(&wide), "widening: {} {wide:?}", said());
            in_both += usize::from(here && there);
            in_one += usize::from(here && !there);
            dropped += usize::from(here && there && !is_in(&rest));
            of_both += usize::from(is_in(&meet) && !(here && there));
            let itself = ValueSet::of_term(term);
            assert!(is_in(&itself), "{term}: {itself:?}");
        }
    });
    assert!(in_both > 6000 && in_one > 6000, "{in_both} in both, {in_one} in one");
    // Whoever takes nothing away loses nothing, and is of no use.
    assert!(dropped * 2 > in_both, "{dropped} of {in_both} are taken away");
    assert!(of_both * 10 < in_both, "{of_both} beside {in_both} in both");
}

#[test]
fn what_is_within_is_within() {
    let (mut within, mut outside, mut fitting) = (0, 0, 0);
    each_pair(23, |lattice, pair| {
        let [one, other] = &pair.sets;
        let is_subset = lattice.is_subset(one, other);
        let fits = lattice.fits(one, &pair.types[1]);
        assert!(lattice.is_subset(one, one), "{}", pair.types[0]);
        let join = lattice.join(one, other);
        for term in &pair.terms {
            let said = || format!("{term}: {} in {}", pair.types[0], pair.types[1]);
            let here = lattice.contains(one, term);
            if here && is_subset {
                assert!(lattice.contains(other, term), "subset: {}", said());
            }
            if here && fits {
                assert!(lattice.types.contains(&pair.types[1], term).is_ok(), "fits: {}", said());
            }
            outside += usize::from(here && !lattice.contains(other, term));
        }
        within += usize::from(is_subset);
        fitting += usize::from(fits);
        assert!(!lattice.difference(one, &join).is_empty() || lattice.is_subset(one, &join));
    });
    assert!(within > PAIRS / 5 && fitting > PAIRS / 5, "{within} within, {fitting} fitting");
    assert!(outside > 3000, "{outside} terms are outside");
}

#[test]
fn widening_comes_to_an_end() {
    let (types, names) = world();
    let lattice = Lattice::new(&types);
    let mut maker = Maker { random: Random::new(31), names: &names };
    for _ in 0..30 {
        let mut set = ValueSet::of_type(&maker.some(2));
        let mut last_change = 0;
        for step in 1_i64..400 {
            let elements = vec![set.clone(), ValueSet::integer((step * step * step).into())];
            let nested = match step % 3 {
                0 => ValueSet::tuple(elements),
                1 => ValueSet::list(set.clone()),
                // What comes from elsewhere comes from a program, which has an end.
                _ if step < 60 => ValueSet::of_type(&maker.some(2)),
                _ => set.clone(),
            };
            let wider = lattice.widen(&set, &nested);
            assert!(lattice.is_subset(&set, &wider), "it grows in step {step}");
            assert!(wider.size() < 2000, "it has {} parts in step {step}", wider.size());
            if !lattice.is_subset(&wider, &set) {
                last_change = step;
            }
            set = wider;
        }
        assert!(last_change < 150, "it grew in step {last_change}");
    }
}

/// Those of abstract code name each other in circles, by the dozen. What they come to together is known after so
/// many levels and names, or not at all; and what both sets have by name stays a name.
#[test]
fn types_that_unfold_into_each_other_are_compared_in_bounded_work() {
    let (types, _) = world();
    let declared = types.declarations(Atom::new("erl_parse")).expect("erl_parse is there");
    let mut names: Vec<Atom> = declared.types.keys().map(|(name, _)| *name).collect();
    names.sort_by_key(|name| name.name());
    names.retain(|name| name.name().starts_with("af_") || name.name().starts_with("abstract_"));
    assert!(names.len() > 40, "{}", names.len());
    let named = |name: Atom| {
        let module = Atom::new("erl_parse");
        ValueSet::named(Arc::new(Type::Named { module, name, arguments: Vec::new() }))
    };
    let effort = Effort::new(usize::MAX, &|| false);
    let lattice = Lattice::within(&types, &effort);
    let form = named(Atom::new("abstract_form"));
    let opened: ValueSet = lattice.open(&form).into();
    let mut most = 0;
    for name in names {
        for whole in [&form, &opened] {
            let set = named(name);
            let before = effort.left();
            let both = order::join(&set, whole);
            lattice.meet(&set, whole);
            lattice.difference(whole, &set);
            lattice.is_subset(&set, whole);
            most = most.max(before - effort.left());
            let met = lattice.meet(&both, &order::join(&set, &ValueSet::float()));
            let ValueSet::Of(kinds) = &met else { panic!("{name:?} is anything") };
            assert_eq!(kinds.names.len(), 1, "{name:?}");
        }
    }
    assert!((10..=9000).contains(&most), "{most} levels and names");
}
