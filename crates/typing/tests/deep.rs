//! Does the depth of a term cost neither stack nor time beyond its size?

use core_erlang::Module;
use std::sync::Arc;
use term::{Atom, Term};
use typing::{Random, Type, Types, hostile};

/// `-type t() :: bottom | {t()} | [t()] | #{next := t()} | #{t() => top}.`
const FORM: &str = "{attribute, 1, type, {t, {type, 1, union, [
    {atom, 1, bottom},
    {type, 1, tuple, [{user_type, 1, t, []}]},
    {type, 1, list, [{user_type, 1, t, []}]},
    {type, 1, map, [{type, 1, map_field_exact, [{atom, 1, next}, {user_type, 1, t, []}]}]},
    {type, 1, map, [{type, 1, map_field_assoc, [{user_type, 1, t, []}, {atom, 1, top}]}]}
]}, []}}";

fn types() -> (Types, Arc<Type>) {
    let module = Arc::new(Module {
        name: Atom::new("deep"),
        exports: Vec::new(),
        attributes: Vec::new(),
        forms: vec![term::read::term(FORM).expect("it is a term")],
        files: Vec::new(),
        source: String::new(),
        functions: Vec::new(),
        code: Arc::new([]),
    });
    let named = |module: &str, name: &str| Type::Named {
        module: Atom::new(module),
        name: Atom::new(name),
        arguments: Vec::new(),
    };
    let types = Types::new(Box::new(move |name| (name.name() == "deep").then(|| module.clone())));
    (types, Arc::new(named("deep", "t")))
}

fn nested(levels: usize, bottom: &str, wrap: fn(Term) -> Term) -> Term {
    (0..levels).fold(Term::atom(bottom), |inner, _| wrap(inner))
}

const WRAPS: [fn(Term) -> Term; 4] = [
    |inner| Term::tuple(vec![inner]),
    |inner| Term::list(vec![inner]),
    |inner| Term::map(vec![(Term::atom("next"), inner)]),
    |inner| Term::map(vec![(inner, Term::atom("top"))]),
];

/// Each level was looked at twice, and so on below, so that thirty levels took minutes.
#[test]
fn time_grows_with_the_size() {
    let (types, wanted) = types();
    for levels in [1, 2, 30, 1_000] {
        for (index, wrap) in WRAPS.into_iter().enumerate() {
            let good = nested(levels, "bottom", wrap);
            assert_eq!(types.contains(&wanted, &good), Ok(()));
            assert_eq!(types.allows(&wanted, &good), Ok(()));
            let bad = nested(levels, "wrong", wrap);
            // In a key, all that is wrong is that there is such a key.
            let steps = if index == 3 { 0 } else { levels };
            for result in [types.contains(&wanted, &bad), types.allows(&wanted, &bad)] {
                let mismatch = result.expect_err("it does not fit");
                assert_eq!(mismatch.path.len(), steps, "{mismatch}");
                assert_eq!(mismatch.expected, wanted, "{mismatch}");
            }
        }
        let bytes = |bottom: Term| (0..levels).fold(bottom, |inner, _| Term::list(vec![inner]));
        let (list, form) = (bytes(Term::list(vec![Term::Int(1)])), bytes(Term::atom("a")));
        let iolist = Type::Named {
            // Where types of no module are.
            module: Atom::new(""),
            name: Atom::new("iolist"),
            arguments: Vec::new(),
        };
        assert_eq!(types.contains(&Arc::new(iolist.clone()), &list), Ok(()));
        let mismatch = types.contains(&Arc::new(iolist), &form).expect_err("no atoms in there");
        assert_eq!(mismatch.path.len(), levels);
    }
}

#[test]
fn depth_takes_no_stack() {
    let (types, wanted) = types();
    let mut random = Random::new(1);
    for wrap in WRAPS {
        let good = nested(1_000_000, "bottom", wrap);
        assert!(types.contains(&wanted, &good).is_ok());
        let bad = nested(200_000, "wrong", wrap);
        assert!(types.contains(&wanted, &bad).is_err());
        assert!(types.allows(&wanted, &bad).is_err());
        assert!(!types.contain_call(&[vec![wanted.clone()]], &[bad]));
        for _ in 0..10 {
            hostile::spoil(&mut random, &good);
        }
    }
}
