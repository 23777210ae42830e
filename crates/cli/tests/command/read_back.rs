//! Can what Ermine prints be pasted? Erlang's own reader reads every term back as it was, however hostile
//! it is: names that need quotes, characters that have no glyph, floats, bits, nested maps.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use term::{Atom, Term, external};
use typing::{Random, hostile};

const TERMS: usize = 4000;

/// A term with names and texts of characters that nobody expects.
fn term(random: &mut Random) -> Term {
    match random.below(4) {
        0 => Term::Atom(Atom::new(&text(random))),
        1 => Term::tuple(vec![Term::string(&text(random)), Term::atom(&text(random))]),
        2 => Term::binary(text(random).as_bytes()),
        _ => hostile::term(random, 4),
    }
}

/// First and last characters of what is treated alike somewhere.
const EDGES: [u32; 22] = [
    0x00, 0x07, 0x08, 0x0a, 0x1b, 0x1f, 0x20, 0x22, 0x27, 0x5c, 0x7e, 0x7f, 0x80, 0x9f, 0xa0, 0xad,
    0xff, 0x100, 0x2028, 0xfeff, 0xfffe, 0x10_ffff,
];

fn text(random: &mut Random) -> String {
    let length = random.below(6);
    let mut text = String::new();
    for _ in 0..length {
        let point = match random.below(3) {
            0 => *random.pick(&EDGES),
            1 => 0x20 + random.below(0x5f) as u32,
            _ => random.below(0x11_0000) as u32,
        };
        text.extend(char::from_u32(point));
    }
    text
}

/// Erlang has no notation for some.
fn has_notation(term: &Term) -> bool {
    report::notation::without_notation(std::slice::from_ref(term)).is_none()
}

#[test]
fn erlang_reads_back_what_is_printed() {
    if !crate::erlang::has_erlang() {
        return;
    }
    let mut random = Random::new(17);
    let mut terms = vec![Term::Atom(Atom::new("\u{fffe}")), Term::string("\u{fffe}")];
    while terms.len() < TERMS {
        terms.extend(Some(term(&mut random)).filter(has_notation));
    }
    let mut printed = String::new();
    for term in &terms {
        let shown = report::notation::shown_within(term, &typing::Reading::Plain, usize::MAX);
        assert!(shown.is_whole);
        let plain = report::notation::within(term, usize::MAX).text;
        writeln!(printed, "{{{plain}, {}}}.", shown.text).expect("a String takes everything");
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("read_back");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("printed"), printed).expect("a file");
    fs::write(folder.join("terms"), external::encode(&Term::list(terms))).expect("a file");
    let program = r#"
        {ok, Encoded} = file:read_file("terms"),
        Terms = binary_to_term(Encoded),
        {ok, File} = file:open("printed", [read, {encoding, utf8}, read_ahead]),
        Read = fun Read(Line) ->
                       case io:parse_erl_exprs(File, '', Line) of
                           {ok, Expressions, Next} ->
                               {value, Value, _} = erl_eval:exprs(Expressions, []),
                               [Value | Read(Next)];
                           {eof, _} -> [];
                           Wrong -> [Wrong]
                       end
               end,
        All = Read(1),
        Wrong = [{Term, Was} || {Term, Was} <- lists:zip(Terms, All), Was =/= {Term, Term}],
        io:format("~tp ~tp", [length(All), Wrong]),
        halt()."#;
    let output = Command::new("erl")
        .args(["-noshell", "-noinput", "-eval", program])
        .current_dir(&folder)
        .output()
        .expect("erl runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said, format!("{TERMS} []"), "{}", String::from_utf8_lossy(&output.stderr));
}
