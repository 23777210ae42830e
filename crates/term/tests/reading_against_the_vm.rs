//! Do we read what the real VM reads? Texts of our own printing, texts from the corners of the
//! syntax, and both with a character changed.

mod hostile;
mod vm;

use hostile::Random;
use term::{Fun, Term, read};

const CORNERS: &[&str] = &[
    "1_000",
    "1__0",
    "1_",
    "_1",
    "16#ff",
    "16#FG",
    "1#1",
    "37#1",
    "2#1_0",
    "16#_1",
    "0",
    "-0",
    "+1",
    "- 1",
    "--1",
    "-+1",
    "-a",
    "- $a",
    "1.0",
    "1.",
    "1.e1",
    "1.0e",
    "1.0e5",
    "1.0E-5",
    "1.0e+5",
    "1.0e400",
    "-0.0",
    "1_0.0_1",
    "1.0_",
    "1.5e1_0",
    "$a",
    "$\\n",
    "$\\s",
    "$ ",
    "$\\x41",
    "$\\x4",
    "$\\x{41}",
    "$\\x{}",
    "$\\x{110000}",
    "$\\x{D800}",
    "$\\101",
    "$\\8",
    "$\\777",
    "$\\^a",
    "$\\^A",
    "$\\q",
    "$'",
    "$\"",
    "$\\",
    "$",
    "a",
    "aB_1@",
    "a.b",
    "'a b'",
    "'a\\'b'",
    "'a",
    "''",
    "'\\x{2192}'",
    "→",
    "å",
    "Å",
    "ÿ",
    "÷",
    "_",
    "X",
    "end",
    "maybe",
    "\"\"",
    "\"a\" \"b\"",
    "\"a\"\n%c\n\"b\"",
    "\"a\\\"b\"",
    "\"a\\\nb\"",
    "\"\\e\\d\\s\"",
    "\"a",
    "\"a\"b",
    "{}",
    "{a}",
    "{a,}",
    "{,a}",
    "{a b}",
    "[]",
    "[a|b]",
    "[a|[b]]",
    "[a|[]]",
    "[|a]",
    "[a|b|c]",
    "[a|b,c]",
    "[a,[b|c]|[d|e]]",
    "#{}",
    "#{a=>1}",
    "#{a=>1,a=>2}",
    "#{a:=1}",
    "#{a}",
    "#{1=>a,1.0=>b}",
    "# {}",
    "#a{}",
    "<<>>",
    "<<1>>",
    "<<256>>",
    "<<-1>>",
    "<<1:4>>",
    "<<1:4,2:4>>",
    "<<1:0>>",
    "<<\"abc\">>",
    "<<\"å\">>",
    "<<\"å\"/utf8>>",
    "<<\"→\">>",
    "<<\"a\":16>>",
    "<<\"a\"/utf16>>",
    "<<\"a\"/utf32-little>>",
    "<<\"a\"/little-utf16>>",
    "<<1/utf8>>",
    "<<16#D800/utf8>>",
    "<<-1/utf8>>",
    "<<1.0>>",
    "<<1.0/float>>",
    "<<1/float>>",
    "<<1.0:32/float>>",
    "<<1.0:16/float>>",
    "<<65519.0:16/float>>",
    "<<1.0e-8:16/float>>",
    "<<6.0e-8:16/float>>",
    "<<1.0:17/float>>",
    "<<1.1:64/float-little>>",
    "<<0.1:16/float>>",
    "<<1:3/little>>",
    "<<511:12/little>>",
    "<<511:12/big>>",
    "<<1:12/native>>",
    "<<1:8/unit:2>>",
    "<<1/unit:8>>",
    "<<1:1/unit:256>>",
    "<<1:1/unit:257>>",
    "<<1:1/unit:0>>",
    "<<1/signed-little>>",
    "<<1/signed-unsigned>>",
    "<<1/integer-integer>>",
    "<<1/integer-float>>",
    "<<1/wide>>",
    "<<<<1,2>>/binary>>",
    "<<<<1,2>>:1/binary>>",
    "<<<<1,2>>:3/binary>>",
    "<<<<1:3>>/binary>>",
    "<<<<1:3>>/bitstring>>",
    "<<<<1:3>>/bits,1:5>>",
    "<<<<1:3>>:2/bits>>",
    "<<<<1>>>>",
    "<<a>>",
    "<<(1)>>",
    "<<(1):(8)>>",
    "<<1:-1>>",
    "<<1:a>>",
    "<<1,>>",
    "<<1 2>>",
    "<<[1]>>",
    "fun m:f/1",
    "fun 'm':'f'/0",
    "fun m:f/256",
    "fun m:f/-1",
    "fun f/1",
    "fun m:f",
    "(a)",
    "((1))",
    "()",
    "-(1)",
    "{a}%c",
    "%c\na",
    "a%",
    "a,b",
    "<0.1.0>",
    "#Ref<0.1>",
    "1+1",
    "a:b",
    "\u{a0}a",
    "a\0",
];

fn texts() -> Vec<String> {
    let mut random = Random::new(5);
    let mut texts: Vec<String> = CORNERS.iter().map(|&text| text.to_owned()).collect();
    for _ in 0..3_000 {
        let term = hostile::term(&mut random, 30);
        texts.push(term.to_string());
        texts.push(term::print::Options::LATIN1.print(&term));
    }
    for index in 0..texts.len() {
        let mut characters: Vec<char> = texts[index].chars().collect();
        if !characters.is_empty() {
            let place = random.below(characters.len());
            let others: Vec<char> = "a1_.,|:/#'\"\\<>{}[]$ -\n%Xe".chars().collect();
            characters[place] = random.one_of(&others);
        }
        texts.push(characters.into_iter().collect());
    }
    texts
}

#[test]
fn the_vm_reads_the_same() {
    let texts = texts();
    let frames = texts.iter().map(|text| text.as_bytes().to_vec());
    let source = include_str!("reading_against_the_vm.erl");
    let Some(answers) = vm::ask("reading_against_the_vm", source, frames, &[]) else { return };
    let mut wrong = Vec::new();
    for (text, answer) in texts.iter().zip(answers.as_list().unwrap()) {
        let theirs = answer.as_tuple().map(|answer| &answer[1]);
        let ours = one(read::terms(&format!("{text}\n. ")));
        if ours.as_ref().ok() != theirs && !is_known_to_differ(text) {
            wrong.push(format!("{text}\n  ours:   {ours:?}\n  theirs: {theirs:?}"));
        }
    }
    let first = wrong.iter().take(30).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} texts differ:\n{first}", wrong.len(), texts.len());
}

fn one(terms: read::Reading<Vec<Term>>) -> Result<Term, String> {
    match terms.as_deref() {
        Ok([term]) => Ok(term.clone()),
        Ok(terms) => Err(format!("{} terms", terms.len())),
        Err(error) => Err(error.to_string()),
    }
}

/// OTP up to 26 reads no U+FFFE and U+FFFF, though atoms may hold them.
fn is_known_to_differ(text: &str) -> bool {
    ["\u{FFFE}", "\u{FFFF}", "FFFE", "FFFF"].iter().any(|character| text.contains(character))
}

/// What findings show can be pasted.
#[test]
fn what_we_display_is_erlang() {
    let mut random = Random::new(6);
    let terms: Vec<Term> = (0..3_000).map(|_| hostile::term(&mut random, 30)).collect();
    let frames = terms.iter().map(|term| term.to_string().into_bytes());
    let source = include_str!("reading_against_the_vm.erl");
    let Some(answers) = vm::ask("reading_against_the_vm", source, frames, &["+pc", "unicode"])
    else {
        return;
    };
    let mut compared = 0;
    for (term, answer) in terms.iter().zip(answers.as_list().unwrap()) {
        if is_notation(term) && !is_known_to_differ(&term.to_string()) {
            compared += 1;
            assert_eq!(answer.as_tuple().map(|answer| &answer[1]), Some(term));
        }
    }
    assert!(compared > 500, "only {compared} terms without pids and the like");
}

/// Whether Erlang has a notation for all of a term.
fn is_notation(term: &Term) -> bool {
    match term {
        Term::Pid(_) | Term::Port(_) | Term::Reference(_) => false,
        Term::Fun(fun) => matches!(**fun, Fun::External { .. }),
        Term::Tuple(elements) => elements.iter().all(is_notation),
        Term::List(list) => list.elements.iter().chain([&list.tail]).all(is_notation),
        Term::Map(map) => map.keys().chain(map.values()).all(is_notation),
        _ => true,
    }
}
