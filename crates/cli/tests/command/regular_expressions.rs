//! Does the model of `re:run` find what PCRE finds? Random patterns and subjects, with the same groups,
//! the same matches one after the other, and in the same form.

use interpreter::{Machine, Outcome};
use term::{Atom, Term};
use typing::Random;
use world::World;

const CALLS: usize = 4000;

/// Most of what the model follows, and some of what it leaves alone.
const ATOMS: [&[u8]; 30] = [
    b"a",
    b"b",
    b"c",
    b".",
    b"\\d",
    b"\\w",
    b"\\s",
    b"\\S",
    b"\\W",
    b"[ab]",
    b"[^a]",
    b"[a-c1]",
    b"[^\\w]",
    b"[\\d_-]",
    b"^",
    b"$",
    b"\\b",
    b"\\B",
    b"\\A",
    b"\\z",
    b"\\Z",
    b"-",
    b"A",
    b"\\.",
    b"\\n",
    b"[[:alpha:]]",
    b"[]a]",
    b"\\x61",
    b"\xe8",
    b"[[:upper:]1]",
];
const QUANTIFIERS: [&str; 15] =
    ["", "", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,3}?", "{"];
const GROUPS: [&str; 5] = ["(", "(", "(?:", "(?=", "(?!"];
const FLAGS: [&str; 7] =
    ["global", "caseless", "anchored", "multiline", "dotall", "dollar_endonly", "ungreedy"];
const BYTES: &[u8] = b"aabbbcAB1 -\n_.\xc8\xe8";

fn pattern(random: &mut Random, depth: usize, text: &mut Vec<u8>) {
    let ways = *random.pick(&[1, 1, 1, 2, 3]);
    for way in 0..ways {
        if way > 0 {
            text.push(b'|');
        }
        for _ in 0..random.below(4) {
            if depth > 0 && random.one_in(3) {
                text.extend_from_slice(random.pick(&GROUPS).as_bytes());
                pattern(random, depth - 1, text);
                text.push(b')');
            } else {
                let atom: &&[u8] = random.pick(&ATOMS);
                text.extend_from_slice(atom);
            }
            text.extend_from_slice(random.pick(&QUANTIFIERS).as_bytes());
        }
    }
}

fn capture(random: &mut Random) -> Option<Term> {
    let numbers = |numbers: &[i64]| Term::list(numbers.iter().map(|&n| Term::Int(n)).collect());
    let what = match random.below(8) {
        0 => Term::atom("all"),
        1 => Term::atom("first"),
        2 => Term::atom("all_but_first"),
        3 => Term::atom("none"),
        4 => numbers(&[0, 2, 1]),
        _ => return None,
    };
    let form = *random.pick(&["index", "list", "binary"]);
    Some(Term::tuple(vec![Term::atom("capture"), what, Term::atom(form)]))
}

fn call(machine: &mut Machine, module: &str, function: &str, arguments: &[Term]) -> String {
    machine.reset();
    match machine.call(Atom::new(module), Atom::new(function), arguments) {
        Outcome::Returned(term) => format!("{term}"),
        Outcome::Crashed { class, reason, .. } => format!("{}:{reason}", class.atom().name()),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_model_finds_what_pcre_finds() {
    let Some(loader) = crate::erlang::loader() else { return };
    let mut machine = World::machine(&loader);
    let mut random = Random::for_label(7, "regular expressions");
    let mut differences = Vec::new();
    for _ in 0..CALLS {
        let mut text = Vec::new();
        let depth = random.below(3);
        pattern(&mut random, depth, &mut text);
        let subject: Vec<u8> = (0..random.below(9)).map(|_| *random.pick(BYTES)).collect();
        let flags = random.below(3);
        let mut options: Vec<Term> =
            (0..flags).map(|_| *random.pick(&FLAGS)).map(Term::atom).collect();
        options.extend(capture(&mut random));
        let arguments = [Term::binary(&subject), Term::binary(&text), Term::list(options)];
        let model = call(&mut machine, "ermine_regex", "re:run", &arguments);
        let built_in = call(&mut machine, "re", "run", &arguments);
        if model != built_in {
            let shown: Vec<String> = arguments.iter().map(Term::to_string).collect();
            differences.push(format!("{}\n  model {model}, PCRE {built_in}", shown.join(", ")));
        }
    }
    let shown: Vec<&str> = differences.iter().map(String::as_str).take(20).collect();
    assert!(shown.is_empty(), "{} differences:\n{}", differences.len(), shown.join("\n"));
}
