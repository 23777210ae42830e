//! Do we agree with the real VM on what terms are? Ten thousand hostile ones are decoded, printed,
//! compared and encoded by both.

mod hostile;
mod vm;

use hostile::Random;
use std::cmp::Ordering;
use term::print::Options;
use term::{Atom, Fun, Term, external, order, print};

const COUNT: usize = 10_000;

/// What the VM says of the terms.
fn ask_the_vm(terms: &[Term], arguments: &[&str]) -> Option<Term> {
    let frames = terms.iter().map(external::encode);
    vm::ask("against_the_vm", include_str!("against_the_vm.erl"), frames, arguments)
}

/// Always the same, unless one looks for more trouble.
fn seed() -> u64 {
    std::env::var("ERMINE_SEED").map_or(20_260_101, |seed| seed.parse().expect("a number"))
}

fn hostile_terms() -> Vec<Term> {
    let mut random = Random::new(seed());
    (0..COUNT)
        .map(|index| match index % 4 {
            0 => hostile::leaf(&mut random),
            1 => {
                if random.chance(2) {
                    hostile::integer(&mut random)
                } else {
                    hostile::float(&mut random)
                }
            }
            2 => hostile::term(&mut random, 8),
            _ if index % 100 == 99 => hostile::large_map(&mut random),
            _ if index % 20 == 19 => hostile::term(&mut random, 400),
            _ => hostile::term(&mut random, 60),
        })
        .collect()
}

#[test]
fn the_vm_agrees() {
    let terms = hostile_terms();
    let Some(latin1) = ask_the_vm(&terms, &[]) else { return };
    let Some(unicode) = ask_the_vm(&terms, &["+pc", "unicode"]) else { return };
    let [release, shown, sorted, pairs] = latin1.as_tuple().unwrap() else { panic!("{latin1}") };
    let release = release.as_i64().unwrap();
    order::set_signed_zero_distinct(release >= 27);
    let mut wrong = Wrong::default();
    for (term, answer) in terms.iter().zip(shown.as_list().unwrap()) {
        check_encoding(term, &answer.as_tuple().unwrap()[0], release, &mut wrong);
    }
    let unicode_shown = unicode.as_tuple().unwrap()[1].as_list().unwrap();
    for ((term, latin1), unicode) in terms.iter().zip(shown.as_list().unwrap()).zip(unicode_shown) {
        check_printing(term, latin1, Options::LATIN1, Options::UNICODE, release, &mut wrong);
        check_printing(term, unicode, Options::LATIN1, Options::READABLE, release, &mut wrong);
    }
    check_sorting(&terms, sorted, &mut wrong);
    check_pairs(&terms, pairs, &mut wrong);
    wrong.report();
}

/// Collects what differs, to show more than the first of it.
#[derive(Default)]
struct Wrong {
    messages: Vec<String>,
    checks: usize,
}

impl Wrong {
    fn check(&mut self, right: bool, message: impl FnOnce() -> String) {
        self.checks += 1;
        if !right {
            self.messages.push(message());
        }
    }

    fn report(self) {
        println!("{} checks, {} differences", self.checks, self.messages.len());
        let first: Vec<_> = self.messages.iter().take(15).cloned().collect();
        assert!(first.is_empty(), "{} differences:\n{}", self.messages.len(), first.join("\n"));
    }
}

fn check_encoding(term: &Term, answer: &Term, release: i64, wrong: &mut Wrong) {
    let bytes = answer.as_binary().unwrap();
    let decoded = external::decode(bytes);
    wrong.check(decoded.as_ref() == Ok(term), || format!("{term}\n  comes back as {decoded:?}"));
    let ours = external::encode(term);
    let same = !has_known_order(term, release) || ours == bytes;
    wrong.check(same, || format!("{term}\n  is {ours:?}\n  not {bytes:?}"));
}

fn check_printing(
    term: &Term,
    answer: &Term,
    latin1: Options,
    unicode: Options,
    release: i64,
    wrong: &mut Wrong,
) {
    if !has_known_order(term, release) || any(term, &is_of_another_node) {
        return;
    }
    let texts = answer.as_tuple().unwrap()[1].as_list().unwrap();
    let ours = [
        print::write(term),
        print::write_unicode(term),
        latin1.print(term),
        unicode.print(term),
        Options { line_length: 0, ..unicode }.print(term),
        Options { line_length: 30, ..unicode }.print(term),
        "0123456789".to_owned() + &Options { column: 11, ..unicode }.print(term),
    ];
    for (index, (ours, theirs)) in ours.iter().zip(texts).enumerate() {
        let theirs = String::from_utf8_lossy(theirs.as_binary().unwrap());
        wrong.check(*ours == theirs, || format!("format {index}\n{ours}\n  not\n{theirs}"));
    }
    if unicode == Options::READABLE && !any(term, &is_written_for_pasting) {
        let readable = print::escape_hidden(&ours[4]);
        wrong.check(readable == term.to_string(), || format!("{term} is not on one line"));
    }
}

fn check_sorting(terms: &[Term], answer: &Term, wrong: &mut Wrong) {
    let mut ours: Vec<usize> = (0..terms.len()).collect();
    ours.sort_by(|&a, &b| order::compare(&terms[a], &terms[b]).then(a.cmp(&b)));
    for (ours, theirs) in ours.into_iter().zip(answer.as_list().unwrap()) {
        let theirs = theirs.as_usize().unwrap();
        wrong.check(ours == theirs, || format!("sorted: {}\n  not {}", terms[ours], terms[theirs]));
    }
}

fn check_pairs(terms: &[Term], answer: &Term, wrong: &mut Wrong) {
    let pair =
        |distance| (0..terms.len()).map(move |index| (index, (index + distance) % terms.len()));
    for ((a, b), theirs) in pair(1).chain(pair(100)).zip(answer.as_list().unwrap()) {
        let (a, b) = (&terms[a], &terms[b]);
        let sign = |ordering: Ordering| Term::Int(ordering as i64);
        let ours = Term::tuple(vec![
            sign(order::compare(a, b)),
            sign(order::compare_exact(a, b)),
            Term::bool(order::equal(a, b)),
            Term::bool(order::exactly_equal(a, b)),
        ]);
        wrong.check(ours == *theirs, || format!("{a}\nand {b}\n  are {ours}, not {theirs}"));
    }
}

/// Whether a condition holds for a term or anything in it.
fn any(term: &Term, condition: &impl Fn(&Term) -> bool) -> bool {
    condition(term)
        || match term {
            Term::Tuple(elements) => elements.iter().any(|element| any(element, condition)),
            Term::List(list) => {
                list.elements.iter().chain([&list.tail]).any(|element| any(element, condition))
            }
            Term::Map(map) => map.keys().chain(map.values()).any(|part| any(part, condition)),
            Term::Fun(fun) => match &**fun {
                Fun::Closure(closure) => closure.free.iter().any(|free| any(free, condition)),
                Fun::External { .. } => false,
            },
            _ => false,
        }
}

/// Whether the VM has the pairs of all maps in the order of keys, which is so for small ones. From
/// OTP 26 on, atoms as keys are in an order of their own.
fn has_known_order(term: &Term, release: i64) -> bool {
    let atoms_are_sorted = release < 26;
    !any(term, &|term| match term {
        Term::Map(map) => {
            map.len() > 32
                || !atoms_are_sorted && map.keys().filter(|key| key.as_atom().is_some()).count() > 1
        }
        _ => false,
    })
}

/// Such terms print with a number that the VM makes up.
fn is_of_another_node(term: &Term) -> bool {
    let node = match term {
        Term::Pid(pid) => pid.node,
        Term::Port(port) => port.node,
        Term::Reference(reference) => reference.node,
        _ => return false,
    };
    node != Atom::new("nonode@nohost")
}

/// `Display` differs from OTP 25 for these, so that the text can be pasted.
fn is_written_for_pasting(term: &Term) -> bool {
    term.as_fun().is_some() || term.as_atom_name() == Some("maybe")
}
