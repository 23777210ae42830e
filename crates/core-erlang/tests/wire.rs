//! Are modules read from the wire as they were meant, and is damage noticed? The wire forms here are
//! written by hand in Erlang's own notation; no Erlang is needed.

use core_erlang::wire::{Error, decode_function, decode_module};
use core_erlang::{Expr, ExprId, Function, FunctionName, Pattern, Position, print};
use expect_test::{Expect, expect};
use term::{Atom, external, read};

fn encode(text: &str) -> Vec<u8> {
    external::encode(&read::term(text).expect("the test's own notation"))
}

fn name(text: &str, arity: u32) -> FunctionName {
    FunctionName { name: Atom::new(text), arity }
}

fn function(text: &str, arity: u32) -> Result<Function, Error> {
    decode_function(name("f", arity), &encode(text))
}

fn check(text: &str, arity: u32, expected: Expect) {
    expected.assert_eq(&print::function(&function(text, arity).expect("a function")));
}

#[test]
fn data_is_read() {
    check(
        r#"{$f, 0, {'X', 1}, {$t, 0, {{$v, 0, 'X'}, {$[, 0, {$v, 0, 1}, {$l, 0, "ab"}},
            {$l, 0, {ok, [1, 2.5], <<"x">>, 'it\'s'}}, {$n, 0, g, 3}}}, []}"#,
        2,
        expect![[r#"
            'f'/2 =
              fun (X, _1) ->
                {X, [_1|"ab"], {'ok', [1, 2.5], <<"x">>, 'it\'s'}, 'g'/3}
        "#]],
    );
}

#[test]
fn control_is_read() {
    check(
        r#"{$f, 0, {0},
            {$=, 0, {1}, {$a, 0, {$n, 0, g, 1}, {{$v, 0, 0}}},
             {$;, 0, {$:, 0, {$l, 0, io}, {$l, 0, nl}, {}},
              {$c, 0, {$e, 0, {{$v, 0, 0}, {$v, 0, 1}}},
               {{0, {{$v, 'A'}, {$=, 'B', {$t, {{$v, 'C'}, {$[, {$l, 1}, {$v, 'D'}}}}}},
                 {$l, 0, true}, {$h, 0, {$v, 0, 'A'}}},
                {1, {{$m, {{{$l, 0, k}, {$v, 'V'}}}}, {$b, {{{$v, 'S'}, {$l, 0, 8}, 1, $i, 3}}}},
                 {$v, 0, 0}, {$p, 0, match_fail, {{$l, 0, x}}, {f, 1}}}}}}},
            []}"#,
        1,
        expect![[r#"
            'f'/1 =
              fun (_0) ->
                let <_1> = apply 'g'/1(_0)
                in do call 'io':'nl'()
                case <_0, _1> of
                  <A, B = {C, [1|D]}> when 'true' ->
                    catch
                      A
                  <~{'k':=V}~, #{#<S>(8,1,'integer',['signed'|['little']])}#> when _0 ->
                    primop 'match_fail'('x')
                end
        "#]],
    );
}

#[test]
fn the_rest_is_read() {
    check(
        r#"{$f, 0, {},
            {$r, 0, {{loop, 0, {$f, 0, {}, {$a, 0, {$n, 0, loop, 0}, {}}, []}}},
             {$y, 0, {$m, 0, {$l, 0, #{}}, {{0, {$l, 0, a}, {$v, 0, 1}}, {1, {$l, 0, b}, {$v, 0, 2}}}},
              {'X'}, {$b, 0, {{{$v, 0, 'X'}, {$l, 0, undefined}, 1, $8, 0}}}, {1, 2, 3},
              {$v, 0, 3}},
             1},
            '-f/0-fun-0-'}"#,
        0,
        expect![[r#"
            'f'/0 =
              fun () ->
                letrec % of labels
                  'loop'/0 =
                    fun () ->
                      apply 'loop'/0()
                in try
                  ~{
                    'a'=>_1,
                    'b':=_2 | ~{}~}~
                of <X> ->
                  #{
                    #<X>('undefined',1,'utf8',['unsigned'|['big']])}#
                catch <_1, _2, _3> ->
                  _3
        "#]],
    );
}

#[test]
fn equal_names_are_equal_variables() {
    let function = function("{$f, 0, {'X', 7}, {$t, 0, {{$v, 0, 7}, {$v, 0, 'X'}}}, []}", 2);
    let function = function.unwrap();
    assert_eq!(function.variables.len(), 2);
    let Expr::Fun { parameters, name: None, .. } = function.expr(function.body) else { panic!() };
    assert!(matches!(function.expr(ExprId(0)), Expr::Variable(v) if *v == parameters[1]));
}

#[test]
fn positions_are_unpacked() {
    let packed = (3u64 << 43) | (70_000 << 11) | (81 << 1) | 1;
    let function = function(&format!("{{$f, {packed}, {{}}, {{$l, 0, ok}}, []}}"), 0).unwrap();
    let expected = Position { file: 3, line: 70_000, column: 81, generated: true };
    assert_eq!(function.position(function.body), expected);
    assert_eq!(function.position(ExprId(0)), Position::default());
}

const MODULE: &str = r#"{ermine_module, m, {{f, 0}}, {{vsn, [1]}, {author, "me"}},
    {{attribute, {1, 2}, type, {t, {type, 1, integer, []}, []}}},
    {<<"m.erl">>, <<"m.hrl">>}, <<"/src/m.erl">>, {{f, 0, SIZE}}, <<CODE>>}"#;

fn module_bytes() -> Vec<u8> {
    let code = encode("{$f, 0, {}, {$l, 0, ok}, []}");
    let bytes: Vec<_> = code.iter().map(u8::to_string).collect();
    let size = code.len().to_string();
    encode(&MODULE.replace("SIZE", &size).replace("CODE", &bytes.join(",")))
}

#[test]
fn a_module_is_read() {
    let module = decode_module(&module_bytes()).unwrap();
    assert_eq!(module.name, Atom::new("m"));
    assert!(module.is_exported(name("f", 0)));
    assert_eq!(module.attributes.len(), 2);
    assert_eq!(module.forms.len(), 1);
    assert_eq!(module.files, ["m.erl", "m.hrl"]);
    assert_eq!(module.source, "/src/m.erl");
    assert!(module.function(name("g", 0)).is_none());
    assert!(module.function(name("f", 0)).unwrap().is_ok());
    let text = print::module(&module, print::Options::default()).unwrap();
    assert!(text.starts_with("module 'm' ['f'/0]\n"), "{text}");
}

#[test]
fn damage_is_an_error_and_never_a_panic() {
    let functions = [
        "{$f, 1024, {'X'}, {$c, 0, {$v, 0, 'X'}, {{0, {{$[, {$l, 1}, {$v, 'T'}}}, {$l, 0, true}, \
         {$b, 0, {{{$v, 0, 'T'}, {$l, 0, 8}, 1, $i, 3}}}}}}, []}",
        "{$f, 0, {'X'}, {$r, 0, {{g, 1, {$f, 0, {9}, {$v, 0, 9}, []}}}, {$l, 0, \"abc\"}, 0}, []}",
    ];
    for text in functions {
        let good = encode(text);
        for at in 0..good.len() {
            for replacement in [0, 1, 97, 104, 106, 107, 108, 109, 110, 119, 131, 255] {
                let mut bad = good.clone();
                bad[at] = replacement;
                let _ = decode_function(name("f", 1), &bad);
            }
            assert!(decode_function(name("f", 1), &good[..at]).is_err());
        }
    }
    let good = module_bytes();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x55;
        let _ = decode_module(&bad).map(|module| module.function(name("f", 0)));
        assert!(decode_module(&good[..at]).is_err());
    }
}

#[test]
fn a_function_has_the_arity_it_says() {
    let error = function("{$f, 0, {'X'}, {$v, 0, 'X'}, []}", 2).unwrap_err();
    assert!(error.to_string().contains("no fun of its arity"), "{error}");
    assert!(function("{$l, 0, ok}", 0).is_err());
}

/// Something nested deeper than the test's own notation could be read: `before` once for each level,
/// then what is inside of them all, then `after` once for each level. Tuples are given by their
/// size, and what is in them follows.
fn nested(levels: usize, before: &[&str], inside: &str, after: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..levels {
        before.iter().for_each(|part| push(&mut bytes, part));
    }
    push(&mut bytes, inside);
    for _ in 0..levels {
        after.iter().for_each(|part| push(&mut bytes, part));
    }
    bytes
}

fn push(bytes: &mut Vec<u8>, part: &str) {
    match part.strip_prefix("tuple of ") {
        Some(size) => bytes.extend([104, size.parse().expect("a small size")]),
        None => bytes.extend(&encode(part)[1..]),
    }
}

fn wrapped(before: &[&str], inside: &[u8], after: &[&str]) -> Vec<u8> {
    let mut bytes = vec![external::VERSION];
    before.iter().for_each(|part| push(&mut bytes, part));
    bytes.extend(inside);
    after.iter().for_each(|part| push(&mut bytes, part));
    bytes
}

#[test]
fn deep_nesting_is_no_danger() {
    const LEVELS: usize = 200_000;
    let body = nested(LEVELS, &["tuple of 4", "$;", "0", "{$l, 0, ok}"], "{$l, 0, ok}", &[]);
    let bytes = wrapped(&["tuple of 5", "$f", "0", "{}"], &body, &["[]"]);
    let function = decode_function(name("f", 0), &bytes).unwrap();
    assert_eq!(function.exprs.len(), 2 * LEVELS + 2);
    assert!(print::function(&function).len() > LEVELS);
}

#[test]
fn patterns_beyond_reason_are_refused() {
    let decode = |levels| {
        let pattern = nested(levels, &["tuple of 3", "$[", "{$l, 1}"], "{$v, 'X'}", &[]);
        let before = ["tuple of 5", "$f", "0", "{}", "tuple of 4", "$c", "0", "{$l, 0, x}"];
        let clause = ["tuple of 1", "tuple of 4", "0", "tuple of 1"];
        let after = ["{$l, 0, true}", "{$l, 0, ok}", "[]"];
        let bytes = wrapped(&[&before[..], &clause].concat(), &pattern, &after);
        decode_function(name("f", 0), &bytes)
    };
    let function = decode(9_000).unwrap();
    let Expr::Fun { body, .. } = function.expr(function.body) else { panic!() };
    let Expr::Case { clauses, .. } = function.expr(*body) else { panic!() };
    assert!(matches!(clauses[0].patterns[0], Pattern::Cons { .. }));
    let error = decode(11_000).unwrap_err();
    assert!(error.to_string().contains("nested too deeply"), "{error}");
}
