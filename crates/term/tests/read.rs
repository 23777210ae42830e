//! What does reading make of a text, and what does it say if it cannot?

use expect_test::{Expect, expect};
use term::read::{self, ReadError};

fn check(text: &str, expect: Expect) {
    let read = match read::term(text) {
        Ok(term) => term.to_string(),
        Err(error) => format!("error: {error}"),
    };
    expect.assert_eq(&read);
}

#[test]
fn numbers() {
    check("1_000", expect!["1000"]);
    check("16#Ff_00", expect!["65280"]);
    check("36#zz", expect!["1295"]);
    check("- 5", expect!["-5"]);
    check("+ 5", expect!["5"]);
    check("-$a", expect!["-97"]);
    check("-123456789012345678901234567890", expect!["-123456789012345678901234567890"]);
    check("1.5e3", expect!["1.5e3"]);
    check("1_0.2_5E-1", expect!["1.025"]);
    check("-0.0", expect!["-0.0"]);
    check("1.0e999", expect!["error: 1:1: this float is larger than the largest there is"]);
    check("37#1", expect!["error: 1:1: the base of a number is from 2 to 36"]);
    check("2#2", expect!["error: 1:3: expected a digit of base 2"]);
    check("- a", expect!["error: 1:3: expected a number after the sign, found the atom `a`"]);
}

#[test]
fn characters_and_escapes() {
    check(
        "[$a, $\\n, $\\s, $ , $\\x41, $\\x{1F600}, $\\101, $\\^A, $\\\\, $→]",
        expect![[r#"[97,10,32,32,65,128512,65,1,92,8594]"#]],
    );
    check(r#""a\tb\"c\e\d" "\x{e5}\345""#, expect!["[97,9,98,34,99,27,127,229,229]"]);
    check(r"'a\'b'", expect![[r"'a\'b'"]]);
    check(r#""\x{D800}""#, expect!["error: 1:10: `D800` is no character's number"]);
    check("\"abc", expect![[r#"error: 1:1: this " has no partner"#]]);
}

#[test]
fn nested_terms() {
    check(
        "{a, [1, 2 | T], #{}}.",
        expect!["error: 1:13: expected a term, found the variable `T`, which has no value"],
    );
    check(
        "{a,[1,2|t],{},[],#{a=>1,b=>#{}},\"x\"}",
        expect![[r#"{a,[1,2|t],{},[],#{a => 1,b => #{}},"x"}"#]],
    );
    check("[a | [b | [c | \"d\"]]]", expect![[r#"[a,b,c,100]"#]]);
    check("#{1 => a, 1.0 => b, 1 => c}", expect!["#{1 => c,1.0 => b}"]);
    check("% first\n{a, % second\n b}\n", expect!["{a,b}"]);
    check("(({a}))", expect!["{a}"]);
    check("['end', maybe, 'Ab', å, 'a b']", expect!["['end','maybe','Ab',å,'a b']"]);
}

#[test]
fn binaries() {
    check("<<>>", expect!["<<>>"]);
    check("<<1, 2:4>>", expect!["<<1,2:4>>"]);
    check("<<\"abc\">>", expect![[r#"<<"abc">>"#]]);
    check("<<\"åb\"/utf8>>", expect![[r#"<<"åb"/utf8>>"#]]);
    check("<<\"a\":16, -1:4/signed, 5:4>>", expect!["<<0,97,245>>"]);
    check("<<16#1234:16/little, 258:12/little>>", expect!["<<52,18,2,1:4>>"]);
    check(
        "<<1.5/float, 1:32/float, 0.5:16/float-little>>",
        expect!["<<63,248,0,0,0,0,0,0,63,128,0,0,0,56>>"],
    );
    check(
        "<<<<1,2,3>>:2/binary, <<5:3>>/bits, 8364/utf16, 65/utf32-little>>",
        expect!["<<1,2,164,21,136,32,0,0,0:3>>"],
    );
    check("<<1:2/unit:8>>", expect!["<<0,1>>"]);
    check("<<70000.0:16/float>>", expect!["error: 1:3: 7.0e4 is too large for a float of 16 bits"]);
    check("<<a>>", expect!["error: 1:3: expected an integer, found a"]);
    check("<<<<1:3>>/binary>>", expect!["error: 1:3: <<1:3>> has not the bits that are asked for"]);
    check("<<1/wide>>", expect!["error: 1:5: `wide` is no type of segments"]);
    check("<<1:X>>", expect!["error: 1:5: expected a size in bits, found the variable `X`"]);
}

#[test]
fn what_is_no_term() {
    check("", expect!["error: 1:1: expected a term, found the end of the text"]);
    check("{a,\n b", expect!["error: 2:3: expected `,` or `}`, found the end of the text"]);
    check("[a, b", expect!["error: 1:6: expected `,`, `|` or `]`, found the end of the text"]);
    check("#{a}", expect!["error: 1:4: expected `=>` after the key, found `}`"]);
    check("<0.1.0>", expect!["error: 1:1: a pid such as <0.1.0> cannot be written as a term"]);
    check("#Ref<0.1.2.3>", expect!["error: 1:2: #Ref<…> cannot be written as a term"]);
    check(
        "#point{x = 1}",
        expect!["error: 1:2: the record #point is not known here; write it as a tuple"],
    );
    check("a b", expect!["error: 1:3: expected a dot after the term, found the atom `b`"]);
    check("a. b", expect!["error: 1:4: expected nothing after the term, found the atom `b`"]);
    check("if", expect!["error: 1:1: expected a term, found the reserved word `if`"]);
    check("a§", expect!["error: 1:2: the character `§` begins no term"]);
    check(
        "fun f/1",
        expect!["error: 1:6: expected `:`, because a fun here has to name its module"],
    );
}

#[test]
fn funs() {
    check("fun m:'F'/2", expect!["fun m:'F'/2"]);
    check("fun m:f/256", expect!["error: 1:9: expected an arity from 0 to 255"]);
    for text in ["[fun(X) -> X end]", "{a,\n fun F(0) -> 1 end}", "fun () -> ok end"] {
        assert!(matches!(read::term(text), Err(ReadError::NeedsCompiler { .. })), "{text}");
    }
    check("{a,\n fun(X) -> X end}", expect!["error: 2:2: a fun with a body has to be compiled"]);
}

#[test]
fn many_terms() {
    let terms = read::terms("{a, 1.0}. % comment\n\"b\".\n[1.5].\nc.").unwrap();
    assert_eq!(terms.len(), 4);
    assert!(read::terms("").unwrap().is_empty());
    expect!["2:1: expected a dot after the term, found the atom `b`"]
        .assert_eq(&read::terms("a\nb.").unwrap_err().to_string());
}

#[test]
fn arguments_of_a_call() {
    assert_eq!(read::arguments("[1, [a], {}]").unwrap().len(), 3);
    assert!(read::arguments("[]").unwrap().is_empty());
    expect![[r#"1:1: expected the list of all arguments, as in [1, two, "three"]"#]]
        .assert_eq(&read::arguments("1").unwrap_err().to_string());
}
