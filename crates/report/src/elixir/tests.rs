use super::*;
use crate::dialect;
use crate::stack::Frame;
use expect_test::{Expect, expect};
use trace::Class;

fn check(text: &str, expect: Expect) {
    let term = term::read::term(text).expect("a term");
    expect.assert_eq(&within(&term, 1_000).text);
}

#[test]
fn atoms_and_modules() {
    check("[ok, nil, true, 'Elixir.Shop.Cart']", expect!["[:ok, nil, true, Shop.Cart]"]);
    check(
        "['two words', 'Big', 'a?', 'é', '']",
        expect![[r#"[:"two words", :"Big", :a?, :"é", :""]"#]],
    );
    // No module of Elixir, and no interpolation.
    check("['Elixir.lower', 'a#{b}']", expect![[r#"[:"Elixir.lower", :"a\#{b}"]"#]]);
}

#[test]
fn lists_and_maps() {
    check("[{a, 1}, {'b c', [2 | 3]}]", expect![[r#"[a: 1, "b c": [2 | 3]]"#]]);
    check("[{a, 1}, 2]", expect!["[{:a, 1}, 2]"]);
    check("[{'Elixir.A', 1}]", expect!["[{A, 1}]"]);
    check("#{a => 1, b => []}", expect!["%{a: 1, b: []}"]);
    check("#{<<\"a\">> => 1, b => {}}", expect![[r#"%{:b => {}, "a" => 1}"#]]);
    check("{1.5, #{}, \"2024-02-29\", [42]}", expect![[r#"{1.5, %{}, ~c"2024-02-29", [42]}"#]]);
}

#[test]
fn structs() {
    check("#{'__struct__' => 'Elixir.Order', items => [#{}]}", expect!["%Order{items: [%{}]}"]);
    check("#{'__struct__' => 'Elixir.Order'}", expect!["%Order{}"]);
    // These are none.
    check("#{'__struct__' => order, a => 1}", expect!["%{:__struct__ => :order, :a => 1}"]);
    check("#{'__struct__' => 7, a => 1}", expect!["%{:__struct__ => 7, :a => 1}"]);
}

#[test]
fn binaries() {
    check("<<\"a \\\"b\\\"\\n#{}\">>", expect![[r#""a \"b\"\n\#{}""#]]);
    check("[<<>>, <<0, 200>>, <<1, 5:3>>]", expect![[r#"["", <<0, 200>>, <<1, 5::size(3)>>]"#]]);
}

#[test]
fn funs() {
    check(
        "[fun 'Elixir.Shop':total/2, fun lists:map/2]",
        expect!["[&Shop.total/2, &:lists.map/2]"],
    );
    let read = |text| term::read::term(text).expect("a term");
    let cases = vec![
        (vec![Term::Int(1), read("ok")], read("true")),
        (vec![read("#{a => 1}"), read("0.0")], Term::Nil),
    ];
    let fun = Term::made_up_fun(2, cases, read("false"));
    let expected =
        "fn 1, :ok -> true; a1, a2 when a1 === %{a: 1} and a2 === 0.0 -> []; _, _ -> false end";
    assert_eq!(within(&fun, 1_000).text, expected);
    let mfa = Mfa { module: Atom::new("Elixir.Shop"), function: Atom::new("each!"), arity: 2 };
    let constant = Term::constant_fun(0, read("ok"));
    let call = call_within(mfa, &[constant.clone(), constant], 1_000);
    assert_eq!(call.as_input(), "f = fn -> :ok end; Shop.each!(f, f)");
}

#[test]
fn funs_that_act() {
    use term::canonical::{Action, Behaviour, Hole, HoleKind, Passed};
    let read = |text| term::read::term(text).expect("a term");
    let hole = |number, kind| Hole { number, kind }.to_term();
    let raise = Behaviour {
        key: vec![Term::Int(3)],
        action: Action::Raise(Atom::new("throw")),
        values: vec![read("no")],
        then: None,
    };
    let then =
        Term::canonical_fun(1, vec![(vec![Term::Int(1)], Term::Int(10))], Term::Nil, &[raise]);
    let call = Behaviour {
        key: vec![hole(0, HoleKind::Function(2)), Term::tuple(vec![hole(1, HoleKind::Reference)])],
        action: Action::Call { local: 0, passed: vec![Passed::Value, Passed::Local(1)] },
        values: vec![read("a")],
        then: Some(then),
    };
    let fun = Term::canonical_fun(2, Vec::new(), Term::Nil, &[call]);
    assert_eq!(
        within(&fun, 1_000).text,
        "fn g, {h} when is_function(g, 2) and is_reference(h) -> case g.(:a, h) do 3 -> throw(:no); \
         1 -> 10; _ -> [] end; _, _ -> [] end"
    );
}

#[test]
fn funs_that_name_what_they_are_given() {
    use term::canonical::{Hole, HoleKind};
    let hole = Hole { number: 0, kind: HoleKind::Reference }.to_term();
    let answer = Term::tuple(vec![Term::Int(5), Term::list(vec![hole.clone()])]);
    let fun = Term::canonical_fun(1, vec![(vec![hole], answer)], Term::Nil, &[]);
    assert_eq!(within(&fun, 1_000).text, "fn g when is_reference(g) -> {5, [g]}; _ -> [] end");
}

#[test]
fn what_is_long_is_cut() {
    let deep = (0..200_000).fold(Term::Nil, |inner, _| Term::tuple(vec![inner]));
    assert_eq!(within(&deep, 4).text, "{{{{… (400,002 bytes in all)");
}

fn frame(module: &str, function: &str, arguments: Option<&str>) -> Frame {
    let arguments = arguments.map(|text| term::read::arguments(text).expect("arguments"));
    let arity = arguments.as_ref().map_or(1, Vec::len);
    let mfa = Mfa { module: Atom::new(module), function: Atom::new(function), arity };
    Frame { mfa, arguments, place: None, readings: Vec::new() }
}

#[test]
fn functions_by_who_reads_of_them() {
    let total = frame("Elixir.Shop", "total", None);
    assert_eq!(dialect::name(total.mfa), "Shop.total/1");
    assert_eq!(dialect::name(frame("shop", "total", None).mfa), "shop:total/1");
    assert_eq!(
        dialect::name(frame("Elixir.Shop", "-total/3-fun-0-", None).mfa),
        "anonymous fn/1 in Shop.total/3"
    );
    let nth = frame("lists", "nth", Some("[1, []]"));
    assert_eq!(dialect::called(&nth, &[nth.clone(), total.clone()], 100), ":lists.nth(1, [])");
    assert_eq!(dialect::called(&nth, std::slice::from_ref(&nth), 100), "lists:nth(1, [])");
}

fn check_error(text: &str, expect: Expect) {
    let stack = [frame("Elixir.Shop", "total", Some("[0]"))];
    let term = term::read::term(text).expect("a term");
    expect.assert_eq(&exception(Class::Error, &term, &stack, 100));
}

#[test]
fn exceptions() {
    check_error(
        "#{'__struct__' => 'Elixir.ArgumentError', '__exception__' => true, message => <<\"no\">>}",
        expect!["** (ArgumentError) no"],
    );
    check_error(
        "#{'__struct__' => 'Elixir.KeyError', '__exception__' => true, key => a, term => #{}, message => nil}",
        expect!["** (KeyError) key :a not found in: %{}"],
    );
    check_error(
        "{badmatch, empty}",
        expect!["** (MatchError) no match of right hand side value: :empty"],
    );
    check_error("{badkey, a}", expect!["** (KeyError) key :a not found"]);
    check_error(
        "function_clause",
        expect!["** (FunctionClauseError) no function clause matching in Shop.total/1"],
    );
    check_error("{my, own}", expect!["** (ErlangError) Erlang error: {:my, :own}"]);
    let thrown = exception(Class::Throw, &Term::atom("ball"), &[], 100);
    assert_eq!(thrown, "** (throw) :ball");
}
