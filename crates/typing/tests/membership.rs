//! Do we mean by a type what Erlang means? `constructs.erl` has every construct, and a function
//! written by hand that the real VM runs to decide membership.

use beam::{Call, Limits, Loader, LoaderOptions, ModuleSource, Outcome};
use std::path::PathBuf;
use std::sync::Arc;
use term::{Atom, Term};
use typing::{Generator, Random, Type, Types, hostile};

/// More than ten thousand over all types.
const TERMS_PER_TYPE: usize = 160;

struct World {
    loader: Arc<Loader>,
    types: Types,
    names: Vec<Atom>,
}

fn constructs() -> Atom {
    Atom::new("constructs")
}

fn world() -> World {
    let loader = Arc::new(Loader::new(LoaderOptions::default()).expect("OTP is there"));
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/constructs.erl"));
    let source = ModuleSource::File { path, options: Vec::new() };
    loader.install(&source).expect("it compiles");
    loader.load(&source).expect("it loads");
    let modules = loader.clone();
    let types = Types::new(Box::new(move |name| modules.load_by_name(name).ok()));
    let declarations = types.declarations(constructs()).expect("it is loaded");
    let plain = declarations.types.keys().filter(|(_, arity)| *arity == 0);
    let mut names: Vec<Atom> = plain.map(|(name, _)| *name).collect();
    names.sort();
    World { loader, types, names }
}

fn named(name: Atom) -> Arc<Type> {
    Arc::new(Type::Named { module: constructs(), name, arguments: Vec::new() })
}

/// What the VM says of each pair.
fn decided(world: &World, pairs: &[(Atom, Term)]) -> Vec<bool> {
    let call = |(name, term): &(Atom, Term)| Call {
        module: constructs(),
        function: Atom::new("is"),
        arguments: vec![Term::from(*name), term.clone()],
    };
    let calls: Vec<Call> = pairs.iter().map(call).collect();
    let ran = world.loader.node().apply_many(&calls, &Limits::default()).expect("the node runs");
    let answer = |(ran, (name, term)): (beam::Ran, &(Atom, Term))| match ran.outcome {
        Outcome::Value(answer) => answer.as_bool().expect("is/2 gives a boolean"),
        other => panic!("constructs:is({}, {term}): {other:?}", name.name()),
    };
    ran.into_iter().zip(pairs).map(answer).collect()
}

/// Terms of the type, of another type, spoiled ones and any.
fn candidate(generator: &mut Generator, names: &[Atom], name: Atom, index: usize) -> Term {
    let other = *generator.random.pick(names);
    let wanted = match index % 4 {
        3 => named(other),
        _ => named(name),
    };
    let budget = 1 + generator.random.below(20);
    let term = generator.term(&wanted, budget);
    let random = &mut generator.random;
    match (index % 4, term) {
        (0 | 3, Some(term)) => term,
        (1, Some(term)) => hostile::spoil(random, &term),
        _ => hostile::term(random, 6),
    }
}

#[test]
fn membership_is_what_the_vm_says() {
    let world = world();
    let mut generator = Generator::new(&world.types, Random::new(5));
    let mut pairs = Vec::new();
    for &name in &world.names {
        for index in 0..TERMS_PER_TYPE {
            pairs.push((name, candidate(&mut generator, &world.names, name, index)));
        }
    }
    assert!(pairs.len() >= 10_000, "{} pairs", pairs.len());
    let decided = decided(&world, &pairs);
    let wrong = pairs.iter().zip(&decided).filter_map(|((name, term), expected)| {
        let found = world.types.contains(&named(*name), term);
        let answer = found.as_ref().map_or_else(ToString::to_string, |()| "it is".to_owned());
        (found.is_ok() != *expected).then(|| format!("{term} : {}? {answer}", name.name()))
    });
    let wrong: Vec<String> = wrong.take(20).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Without members on either side the test would show little.
    let members = decided.iter().filter(|is_member| **is_member).count();
    assert!(members > pairs.len() / 4 && members < pairs.len() * 3 / 4, "{members} members");
}

#[test]
fn what_is_generated_is_a_member() {
    let world = world();
    let mut generator = Generator::new(&world.types, Random::new(9));
    for &name in &world.names {
        for budget in 0..40 {
            if let Some(term) = generator.term(&named(name), budget) {
                let found = world.types.contains(&named(name), &term);
                assert!(found.is_ok(), "{}: {}", name.name(), found.unwrap_err());
            }
        }
    }
}

#[test]
fn the_smallest_inhabitant_is_a_member() {
    let world = world();
    let empty = ["no_term", "no_return_at_all", "only_itself", "never_ending"].map(Atom::new);
    let mut pairs = Vec::new();
    for &name in &world.names {
        match world.types.smallest(&named(name)) {
            Some(term) => pairs.push((name, term)),
            None => assert!(empty.contains(&name), "{} has terms", name.name()),
        }
    }
    assert_eq!(pairs.len() + empty.len(), world.names.len());
    for ((name, term), is_member) in pairs.iter().zip(decided(&world, &pairs)) {
        assert!(is_member, "{term} is no {}", name.name());
    }
}

/// Atoms are numbered as they come, and that must not show: searches begin with these terms.
#[test]
fn of_two_of_a_size_the_smallest_is_the_first() {
    let mut text = "-module(ties).\n-export_type([both_0/0]).\n".to_owned();
    for number in 0..40 {
        text += &format!(
            "-type both_{number}() :: left_{number}() | right_{number}().\n\
             -type left_{number}() :: {{left_{number}}}.\n-type right_{number}() :: {{right_{number}}}.\n"
        );
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("ties.erl");
    std::fs::write(&path, text).expect("a file can be written");
    let World { loader, types, .. } = world();
    loader.load(&ModuleSource::File { path, options: Vec::new() }).expect("it loads");
    for number in 0..40 {
        let name = Atom::new(&format!("both_{number}"));
        let both = Type::Named { module: Atom::new("ties"), name, arguments: Vec::new() };
        let left = Term::tuple(vec![Term::atom(&format!("left_{number}"))]);
        assert_eq!(types.smallest(&Arc::new(both)), Some(left));
    }
}

#[test]
fn what_is_not_there_is_said_once() {
    let world = world();
    let missing = named(Atom::new("t_missing_module"));
    assert!(world.types.contains(&missing, &Term::Nil).is_ok());
    assert!(world.types.contains(&missing, &Term::Int(1)).is_ok());
    let missing: Vec<String> = world.types.missing().iter().map(ToString::to_string).collect();
    assert_eq!(missing, ["module no_such_module_at_all"]);
}

#[test]
fn a_mismatch_tells_the_place() {
    let world = world();
    let check = |name: &str, text: &str, expected: &str| {
        let term = term::read::term(text).expect("a term");
        let mismatch = world.types.contains(&named(Atom::new(name)), &term).expect_err("no member");
        assert_eq!(mismatch.to_string(), expected);
    };
    check("t_pair", "{a, b}", "b is not of type integer(), at element 2 of the tuple");
    check("t_list_of", "[a, b, 1]", "1 is not of type atom(), at element 3 of the list");
    check("t_list_of", "[a | b]", "b is not of type [], at the tail of the list");
    check("t_mixed", "#{a => 1, k => [x]}", "[x] is not of type binary(), at the value under k");
    check(
        "t_tree",
        "{1, nil, {2, {x, nil, nil}, nil}}",
        "x is not of type integer(), at element 1 of the tuple of element 2 of the tuple \
         of element 3 of the tuple",
    );
    check("t_tree", "leaf", "leaf is not of type constructs:t_tree()");
}

#[test]
fn specs_of_the_library() {
    let world = world();
    let check = |module: &str, function: &str, arity: u32, expected: &str| {
        let name = core_erlang::FunctionName { name: Atom::new(function), arity };
        let spec = world.types.spec(Atom::new(module), name).expect("it has a spec");
        assert_eq!(spec.to_string(), expected);
    };
    check(
        "lists",
        "nth",
        2,
        "(N, List) -> Elem when N :: pos_integer(), List :: [T, ...], Elem :: T, T :: any()",
    );
    check(
        "erlang",
        "abs",
        1,
        "(Float) -> float() when Float :: float(); (Int) -> non_neg_integer() when Int :: integer()",
    );
    check("gb_trees", "empty", 0, "() -> gb_trees:tree()");
    check(
        "queue",
        "fold",
        3,
        "(Fun, Acc0, queue:queue(Item)) -> Acc1 when Fun :: fun((Item, AccIn) -> AccOut), Acc0 :: any(), \
         Acc1 :: any(), AccIn :: any(), AccOut :: any()",
    );
}

/// A function without a spec is what the callback of a behaviour says; one with a spec is what that says.
#[test]
fn callbacks_of_the_library() {
    let world = world();
    let check = |module: &str, function: &str, arity: u32, behaviour: Option<&str>, has_spec| {
        let name = core_erlang::FunctionName { name: Atom::new(function), arity };
        let found = world.types.behaviour_of(Atom::new(module), name);
        assert_eq!(found.map(Atom::name), behaviour, "{module}:{function}/{arity}");
        assert_eq!(
            world.types.spec(Atom::new(module), name).is_some(),
            has_spec,
            "{module}:{function}"
        );
    };
    check("timer", "terminate", 2, None, true);
    check("disk_log_server", "terminate", 2, Some("gen_server"), true);
    check("erl_signal_handler", "init", 1, Some("gen_event"), true);
    check("erl_signal_handler", "start", 0, None, false);
}

/// Where somebody shall be blamed, opaque types are not looked into.
#[test]
fn what_is_allowed() {
    let world = world();
    let library = |module: &str, name: &str, arguments: usize| {
        let arguments = (0..arguments).map(|_| Arc::new(Type::Any)).collect();
        Arc::new(Type::Named { module: Atom::new(module), name: Atom::new(name), arguments })
    };
    let check = |wanted: &Arc<Type>, text: &str, contains: bool, allows: bool| {
        let term = term::read::term(text).expect("a term");
        assert_eq!(world.types.contains(wanted, &term).is_ok(), contains, "{text} in {wanted}");
        assert_eq!(world.types.allows(wanted, &term).is_ok(), allows, "{text} by {wanted}");
    };
    check(&library("gb_trees", "tree", 2), "{-1, nil}", false, true);
    check(&library("unicode", "chardata", 0), "a", false, false);
    let pair = |key: Type| {
        let (key, value) = (Arc::new(key), Arc::new(Type::Atom));
        Arc::new(Type::Map(vec![typing::MapField { key, value, is_required: true }]))
    };
    check(&pair(Type::Atom), "#{}", false, true);
    check(&pair(Type::AtomLiteral(Atom::new("a"))), "#{}", false, false);
}

/// What a list ends in may be a list.
#[test]
fn lists_in_two_parts() {
    let world = world();
    let binaries = Type::list(Arc::new(Type::BINARY));
    let wanted = Arc::new(Type::maybe_improper_list(Arc::new(Type::Atom), Arc::new(binaries)));
    let check = |text: &str, expected: bool| {
        let term = term::read::term(text).expect("a term");
        assert_eq!(world.types.contains(&wanted, &term).is_ok(), expected, "{text}");
    };
    check("[]", true);
    check("[a, b]", true);
    check("[a, b, <<>>, <<1>>]", true);
    check("[a, <<>>, b]", false);
    check("[<<>>]", false);
    check("[a | b]", false);
}
