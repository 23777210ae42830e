//! What must be said safe, and what must not? The differential tests find what is wrong in the table; here
//! is what it is good for.

use super::sets::*;
use super::{Effect, call, rows};
use std::collections::BTreeSet;
use std::sync::Arc;
use term::{Atom, Term, atoms};
use typing::lattice::integers::Integers;
use typing::lattice::maps::{Known, Maps};
use typing::lattice::{Lattice, ValueSet};
use typing::{Type, Types};

fn effect(name: &str, arguments: &[ValueSet]) -> Effect {
    let types = Types::new(Box::new(|_| None));
    let lattice = Lattice::new(&types);
    let qualified =
        name.split_once(':').filter(|(module, _)| module.starts_with(char::is_alphabetic));
    let (module, name) = qualified.unwrap_or(("erlang", name));
    let effect = call(&lattice, Atom::new(module), Atom::new(name), arguments);
    effect.unwrap_or_else(|| panic!("{module}:{name}/{} is in the table", arguments.len()))
}

fn literal(text: &str) -> ValueSet {
    ValueSet::of_term(&term::read::term(text).expect("a term"))
}

fn iolist() -> ValueSet {
    let (module, name) = (atoms::empty, Atom::new("iolist"));
    ValueSet::named(Arc::new(Type::Named { module, name, arguments: Vec::new() }))
}

fn list_of(element: ValueSet) -> ValueSet {
    ValueSet::list(element)
}

fn tuple<const N: usize>(elements: [ValueSet; N]) -> ValueSet {
    ValueSet::tuple(elements.into())
}

fn any() -> ValueSet {
    ValueSet::Any
}

/// A map that has `a`, and may have more.
fn map_with_a(value: ValueSet) -> ValueSet {
    let known = [(Term::atom("a"), Known { value, is_required: true })].into();
    ValueSet::maps(Some(Maps { known, ..Maps::all() }))
}

#[test]
fn a_built_in_has_one_row() {
    let names: Vec<_> = rows().map(|row| (row.module, row.name, row.arity)).collect();
    let different: BTreeSet<_> = names.iter().collect();
    assert_eq!(different.len(), names.len());
}

#[test]
fn what_is_not_in_the_table_is_not_known() {
    let types = Types::new(Box::new(|_| None));
    let lattice = Lattice::new(&types);
    assert!(call(&lattice, Atom::new("erlang"), Atom::new("halt"), &[]).is_none());
    assert!(call(&lattice, Atom::new("erlang"), Atom::new("+"), &[any(), any(), any()]).is_none());
}

#[test]
fn what_nobody_calls_does_nothing() {
    let effect = effect("hd", &[ValueSet::none()]);
    assert!(effect.result.is_empty() && !effect.may_raise);
}

/// Calls that cannot raise, and what they return.
fn safe() -> Vec<(&'static str, Vec<ValueSet>, ValueSet)> {
    let (int, bin, bits) = (integer(), binary(), bitstring());
    let nonzero = || ValueSet::integers(Integers::all().difference(&Integers::one(0.into())));
    let pair = || tuple([one_atom("ok"), integer()]);
    vec![
        ("+", vec![int.clone(), int.clone()], integer()),
        ("+", vec![at_least(0), literal("1")], at_least(1)),
        ("-", vec![between(0, 9), literal("1")], between(-1, 8)),
        ("*", vec![between(-2, 3), between(0, 4)], between(-8, 12)),
        ("-", vec![number()], number()),
        ("abs", vec![int.clone()], at_least(0)),
        ("div", vec![int.clone(), nonzero()], integer()),
        ("div", vec![at_least(0), literal("2")], at_least(0)),
        ("rem", vec![int.clone(), literal("10")], between(-9, 9)),
        ("/", vec![ValueSet::float(), between(1, 100)], ValueSet::float()),
        ("band", vec![int.clone(), literal("255")], between(0, 255)),
        ("bsl", vec![literal("1"), between(0, 8)], between(1, 256)),
        ("bsr", vec![at_least(0), between(0, 8)], at_least(0)),
        ("float", vec![between(0, 9)], ValueSet::float()),
        ("round", vec![number()], integer()),
        ("=:=", vec![atom(), integer()], one_atom("false")),
        ("=:=", vec![literal("a"), literal("a")], one_atom("true")),
        ("==", vec![literal("1"), ValueSet::float()], ValueSet::boolean()),
        ("==", vec![literal("1"), literal("{a, b}")], one_atom("false")),
        ("<", vec![between(0, 3), between(4, 5)], one_atom("true")),
        (">", vec![at_least(0), literal("-1")], one_atom("true")),
        ("<", vec![number(), atom()], one_atom("true")),
        ("max", vec![int.clone(), literal("0")], at_least(0)),
        ("min", vec![at_least(0), literal("5")], between(0, 5)),
        ("and", vec![ValueSet::boolean(), literal("false")], one_atom("false")),
        ("not", vec![literal("true")], one_atom("false")),
        ("is_integer", vec![between(1, 2)], one_atom("true")),
        ("is_integer", vec![atom()], one_atom("false")),
        ("is_integer", vec![any()], ValueSet::boolean()),
        ("is_list", vec![iolist()], one_atom("true")),
        ("is_boolean", vec![literal("maybe")], one_atom("false")),
        ("is_binary", vec![literal("<<1, 2>>")], one_atom("true")),
        ("is_binary", vec![literal("<<1:3>>")], one_atom("false")),
        ("is_function", vec![literal("fun lists:map/2"), literal("2")], one_atom("true")),
        ("is_function", vec![literal("fun lists:map/2"), literal("1")], one_atom("false")),
        ("is_record", vec![literal("{state, 1}"), literal("state")], one_atom("true")),
        (
            "is_record",
            vec![literal("{state, 1}"), literal("state"), literal("3")],
            one_atom("false"),
        ),
        ("element", vec![literal("2"), pair()], integer()),
        ("element", vec![between(1, 2), pair()], union([one_atom("ok"), integer()])),
        ("setelement", vec![literal("2"), pair(), atom()], tuple([one_atom("ok"), atom()])),
        ("tuple_size", vec![pair()], literal("2")),
        ("tuple_size", vec![ValueSet::tuples()], between(0, (1 << 24) - 1)),
        ("tuple_to_list", vec![pair()], nonempty_list(union([one_atom("ok"), integer()]))),
        ("append_element", vec![pair(), atom()], tuple([one_atom("ok"), integer(), atom()])),
        ("make_tuple", vec![literal("2"), atom()], tuple([atom(), atom()])),
        ("length", vec![list_of(any())], between(0, 1_u64 << 60)),
        ("length", vec![nonempty_list(any())], between(1, 1_u64 << 60)),
        ("hd", vec![nonempty_list(atom())], atom()),
        ("tl", vec![nonempty_list(atom())], list_of(atom())),
        ("++", vec![list_of(atom()), list_of(integer())], list_of(union([atom(), integer()]))),
        ("++", vec![nonempty_list(atom()), ValueSet::nil()], nonempty_list(atom())),
        ("--", vec![list_of(atom()), list_of(any())], list_of(atom())),
        ("lists:member", vec![any(), list_of(any())], ValueSet::boolean()),
        ("lists:member", vec![atom(), list_of(integer())], one_atom("false")),
        ("lists:reverse", vec![list_of(atom()), ValueSet::nil()], list_of(atom())),
        (
            "lists:keyfind",
            vec![literal("ok"), literal("1"), list_of(pair())],
            union([pair(), one_atom("false")]),
        ),
        ("lists:keyfind", vec![literal("no"), literal("1"), list_of(pair())], one_atom("false")),
        ("map_get", vec![literal("a"), map_with_a(integer())], integer()),
        ("maps:get", vec![literal("a"), literal("#{a => b}")], one_atom("b")),
        (
            "maps:find",
            vec![literal("a"), map_with_a(integer())],
            tuple([one_atom("ok"), integer()]),
        ),
        ("maps:find", vec![literal("a"), literal("#{}")], one_atom("error")),
        ("maps:put", vec![literal("a"), literal("1"), literal("#{}")], literal("#{a => 1}")),
        ("maps:update", vec![literal("a"), integer(), map_with_a(any())], map_with_a(integer())),
        ("maps:remove", vec![any(), map()], map()),
        ("maps:keys", vec![literal("#{a => 1}")], nonempty_list(one_atom("a"))),
        ("maps:values", vec![map_with_a(any())], nonempty_list(any())),
        ("maps:is_key", vec![literal("a"), map_with_a(any())], one_atom("true")),
        ("maps:from_list", vec![list_of(tuple([any(), any()]))], map()),
        ("maps:merge", vec![map(), map_with_a(atom())], map_with_a(atom())),
        ("maps:to_list", vec![map()], list_of(tuple([any(), any()]))),
        ("map_size", vec![map_with_a(any())], between(1, 1_u64 << 60)),
        ("byte_size", vec![bits.clone()], between(0, 1_u64 << 60)),
        ("byte_size", vec![literal("<<1, 2, 3>>")], literal("3")),
        ("binary_part", vec![binary_of(4), between(0, 2), literal("2")], literal("<<0, 0>>")),
        (
            "binary:part",
            vec![binary_of(4), tuple([literal("4"), literal("-4")])],
            literal("<<0:32>>"),
        ),
        ("split_binary", vec![binary_of(2), between(0, 2)], tuple([binary(), binary()])),
        ("binary:at", vec![binary_of(3), between(0, 2)], byte()),
        ("binary:first", vec![binary_of(1)], byte()),
        ("binary:split", vec![bin.clone(), literal("<<\",\">>")], nonempty_list(binary())),
        (
            "binary:split",
            vec![bin.clone(), literal("<<\",\">>"), literal("[global, trim_all]")],
            list_of(binary()),
        ),
        ("binary:copy", vec![bin.clone(), between(0, 10)], binary()),
        ("binary_to_list", vec![bin.clone()], list_of(byte())),
        ("iolist_to_binary", vec![union([iolist(), binary()])], binary()),
        ("iolist_to_binary", vec![list_of(union([byte(), binary(), list_of(byte())]))], binary()),
        ("iolist_size", vec![iolist()], at_least(0)),
        ("list_to_binary", vec![list_of(byte())], binary()),
        ("list_to_bitstring", vec![list_of(union([byte(), bitstring()]))], bitstring()),
        ("atom_to_list", vec![atom()], list_of(character())),
        ("atom_to_binary", vec![atom()], binary()),
        ("atom_to_binary", vec![literal("ok"), literal("latin1")], binary()),
        ("integer_to_list", vec![at_least(0)], nonempty_list(between(48, 57))),
        ("integer_to_binary", vec![int.clone(), literal("16")], binary_of(1)),
        ("float_to_list", vec![ValueSet::float(), literal("[short]")], nonempty_list(character())),
        ("phash2", vec![any(), literal("8")], between(0, 7)),
        ("term_to_binary", vec![any()], binary()),
        ("math:sqrt", vec![between(0, 100)], ValueSet::float()),
        ("math:pow", vec![literal("2"), between(0, 64)], ValueSet::float()),
        ("math:sin", vec![ValueSet::float()], ValueSet::float()),
        ("self", vec![], ValueSet::pids()),
        ("put", vec![any(), any()], any()),
        ("unicode:characters_to_binary", vec![list_of(integer()), literal("utf8")], any()),
    ]
}

#[test]
fn what_is_safe_is_said_to_be_safe() {
    let types = Types::new(Box::new(|_| None));
    let lattice = Lattice::new(&types);
    let is_wrong = |(name, arguments, expected): (&str, Vec<ValueSet>, ValueSet)| {
        let found = effect(name, &arguments);
        let is_precise = !found.result.is_empty() && lattice.is_subset(&found.result, &expected);
        (found.may_raise || !is_precise).then(|| format!("{name}{arguments:?}: {found:?}"))
    };
    let wrong: Vec<String> = safe().into_iter().filter_map(is_wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_may_raise_is_not_said_to_be_safe() {
    let calls: Vec<(&str, Vec<ValueSet>)> = vec![
        ("+", vec![ValueSet::float(), literal("1")]),
        ("*", vec![number(), integer()]),
        ("/", vec![integer(), literal("2")]),
        ("/", vec![ValueSet::float(), ValueSet::float()]),
        ("div", vec![integer(), at_least(0)]),
        ("float", vec![integer()]),
        ("bsl", vec![literal("1"), at_least(0)]),
        ("bsr", vec![literal("1"), integer()]),
        ("length", vec![ValueSet::cons(any(), any())]),
        ("hd", vec![list_of(any())]),
        ("element", vec![literal("3"), literal("{a, b}")]),
        ("element", vec![at_least(1), literal("{a, b}")]),
        ("element", vec![literal("1"), ValueSet::tuples()]),
        ("list_to_tuple", vec![list_of(any())]),
        ("make_tuple", vec![at_least(0), any()]),
        ("append_element", vec![ValueSet::tuples(), any()]),
        ("map_get", vec![literal("b"), map_with_a(any())]),
        ("map_get", vec![atom(), map_with_a(any())]),
        ("is_map_key", vec![any(), any()]),
        ("is_function", vec![any(), integer()]),
        ("binary_part", vec![binary_of(4), between(0, 3), literal("2")]),
        ("binary_part", vec![binary_of(4), literal("2"), literal("-3")]),
        ("list_to_atom", vec![list_of(character())]),
        ("atom_to_binary", vec![atom(), literal("latin1")]),
        ("integer_to_list", vec![integer(), integer()]),
        ("iolist_to_binary", vec![list_of(integer())]),
        ("iolist_to_binary", vec![ValueSet::cons(byte(), byte())]),
        ("list_to_binary", vec![union([list_of(byte()), binary()])]),
        ("binary:copy", vec![binary(), at_least(0)]),
        ("binary:split", vec![binary(), binary()]),
        ("binary:split", vec![binary(), list_of(binary_of(1))]),
        ("math:pow", vec![integer(), integer()]),
        ("math:pow", vec![between(0, 2), between(-1, 2)]),
        ("math:pow", vec![literal("2"), between(0, i64::MAX)]),
        ("math:exp", vec![ValueSet::float()]),
        ("math:log", vec![at_least(0)]),
        ("lists:keyfind", vec![any(), integer(), list_of(any())]),
        ("++", vec![ValueSet::cons(any(), any()), list_of(any())]),
        ("float_to_list", vec![ValueSet::float(), literal("[{decimals, 2}]")]),
    ];
    for (name, arguments) in calls {
        assert!(effect(name, &arguments).may_raise, "{name}{arguments:?}");
    }
}

#[test]
fn what_never_returns_is_said_to_raise() {
    let calls: Vec<(&str, Vec<ValueSet>)> = vec![
        ("+", vec![atom(), integer()]),
        ("div", vec![integer(), literal("0")]),
        ("hd", vec![ValueSet::nil()]),
        ("element", vec![literal("0"), literal("{a}")]),
        ("element", vec![literal("2"), literal("{a}")]),
        ("map_get", vec![literal("a"), literal("#{b => 1}")]),
        ("error", vec![any()]),
        ("exit", vec![any()]),
        ("throw", vec![any()]),
        ("raise", vec![literal("error"), any(), ValueSet::nil()]),
        ("binary:first", vec![literal("<<>>")]),
    ];
    for (name, arguments) in calls {
        let found = effect(name, &arguments);
        assert!(found.may_raise && found.result.is_empty(), "{name}{arguments:?}: {found:?}");
    }
}

#[test]
fn a_call_that_returned_tells_about_its_arguments() {
    let types = Types::new(Box::new(|_| None));
    let lattice = Lattice::new(&types);
    let learned = |name: &str, arguments: &[ValueSet]| -> Vec<ValueSet> {
        let effect = effect(name, arguments);
        let pairs = arguments.iter().zip(&effect.learned);
        pairs.map(|(argument, learned)| lattice.meet(argument, learned)).collect()
    };
    assert_eq!(learned("length", &[any()]), [list_of(any())]);
    assert_eq!(learned("hd", &[list_of(atom())]), [nonempty_list(atom())]);
    assert_eq!(learned("+", &[any(), literal("1")])[0], number());
    assert!(!lattice.contains(&learned("div", &[integer(), integer()])[1], &Term::Int(0)));
    let maps = learned("maps:get", &[literal("a"), map()]);
    assert_eq!(maps[1], map_with_a(any()));
    let tuples = union([literal("{a}"), literal("{b, c}")]);
    assert_eq!(learned("element", &[literal("2"), tuples])[1], literal("{b, c}"));
}
