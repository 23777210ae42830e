//! How is a term written so that it can be pasted into a shell, and reads as what it most likely is?
//!
//! A search makes up integers, so a short list of them is a list: `[42]`, never `"*"`. Only what is
//! long enough and looks like a text is shown as one: words with what stands between them, or else a
//! longer text of which at least half are letters and digits. Binaries are the same.

use crate::Mfa;
use term::{Fun, Term};
use typing::Mismatch;

/// From here on, a list of characters may be meant as a text.
const SHORTEST_TEXT: usize = 4;

/// The same if there are signs in it that are rare in texts.
const SHORTEST_ODD_TEXT: usize = 8;

/// The term as Erlang reads it back, if it has a notation (see [`without_notation`]).
pub fn write(term: &Term) -> String {
    write_with(term, &[])
}

/// The same, with some of the funs in it by name.
fn write_with(term: &Term, names: &[(&Term, String)]) -> String {
    let mut out = String::new();
    let mut pieces = vec![Piece::Term(term)];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Term(term) => match names.iter().find(|(named, _)| *named == term) {
                Some((_, name)) => out.push_str(name),
                None => write_step(term, &mut pieces, &mut out),
            },
        }
    }
    out
}

/// `m:f(1, [2])`, or `F = fun() -> ok end, m:f(F, [F])` where the arguments hold one fun several
/// times: written twice, it would be two.
pub fn call(mfa: Mfa, arguments: &[Term]) -> String {
    let (module, function) = (Term::Atom(mfa.module), Term::Atom(mfa.function));
    let funs = made_up_funs(arguments);
    let is_several = |fun: &&Term| funs.iter().filter(|other| *other == fun).count() > 1;
    let mut shared: Vec<&Term> = Vec::new();
    for fun in funs.iter().copied().filter(is_several) {
        if !shared.contains(&fun) {
            shared.push(fun);
        }
    }
    let name = |number| if shared.len() == 1 { "F".to_owned() } else { format!("F{number}") };
    let names: Vec<(&Term, String)> =
        (1..).zip(&shared).map(|(number, fun)| (*fun, name(number))).collect();
    let bindings: String = names.iter().map(|(fun, name)| format!("{name} = {fun}, ")).collect();
    let arguments: Vec<String> =
        arguments.iter().map(|argument| write_with(argument, &names)).collect();
    format!("{bindings}{module}:{function}({})", arguments.join(", "))
}

/// The call as one expression, whatever it needs.
pub fn expression(mfa: Mfa, arguments: &[Term]) -> String {
    let call = call(mfa, arguments);
    let funs = made_up_funs(arguments);
    let is_bound = (1..funs.len()).any(|number| funs[..number].contains(&funs[number]));
    if is_bound { format!("begin {call} end") } else { call }
}

/// The funs in these terms that were made up and can be written down, each as often as it occurs.
pub fn made_up_funs(terms: &[Term]) -> Vec<&Term> {
    let mut funs = Vec::new();
    visit(terms, |term| {
        if matches!(term, Term::Fun(fun) if fun.made_up().is_some()) {
            funs.push(term);
        }
        None::<()>
    });
    funs
}

/// Why a term is not of a type, with terms as everywhere in a report.
pub fn mismatch(mismatch: &Mismatch) -> String {
    let Mismatch { path, found, expected } = mismatch;
    let mut text = format!("{} is not of type {expected}", write(found));
    for (index, step) in path.iter().rev().enumerate() {
        text.push_str(if index == 0 { ", at " } else { " of " });
        text.push_str(&step.to_string());
    }
    text
}

/// The first kind of value in these terms for which Erlang has no notation.
pub fn without_notation(terms: &[Term]) -> Option<&'static str> {
    visit(terms, |term| match term {
        Term::Pid(_) => Some("pids"),
        Term::Port(_) => Some("ports"),
        Term::Reference(_) => Some("references"),
        Term::Fun(fun) => match (&**fun, fun.made_up()) {
            (_, Some(made_up)) => made_up.knows_funs().then_some("funs that know other funs"),
            (Fun::Closure(_), None) => Some("closures"),
            (Fun::External { .. }, None) => None,
        },
        _ => None,
    })
}

/// Looks at each term and all that is in it, until there is an answer.
fn visit<'a, T>(terms: &'a [Term], mut look: impl FnMut(&'a Term) -> Option<T>) -> Option<T> {
    let mut rest: Vec<&Term> = terms.iter().rev().collect();
    while let Some(term) = rest.pop() {
        if let Some(answer) = look(term) {
            return Some(answer);
        }
        match term {
            Term::Fun(fun) => {
                if let Some(fun) = fun.made_up() {
                    rest.extend(fun.results());
                    rest.extend(fun.cases().flat_map(|(arguments, _)| arguments));
                }
            }
            Term::List(list) => {
                rest.push(&list.tail);
                rest.extend(list.elements.iter().rev());
            }
            Term::Tuple(elements) => rest.extend(elements.iter().rev()),
            Term::Map(map) => {
                rest.extend(map.pairs().iter().rev().flat_map(|(key, value)| [value, key]));
            }
            _ => {}
        }
    }
    None
}

/// What is still to be written. Terms nest as deep as a program likes, so this is no recursion.
enum Piece<'a> {
    Term(&'a Term),
    Text(&'static str),
}

fn write_step<'a>(term: &'a Term, pieces: &mut Vec<Piece<'a>>, out: &mut String) {
    if let Some(text) = as_text(term) {
        return out.push_str(&text);
    }
    let start = pieces.len();
    match term {
        Term::List(list) => {
            out.push('[');
            separated(&list.elements, pieces);
            if !list.is_proper() {
                pieces.extend([Piece::Text(" | "), Piece::Term(&list.tail)]);
            }
            pieces.push(Piece::Text("]"));
        }
        Term::Tuple(elements) => {
            out.push('{');
            separated(elements, pieces);
            pieces.push(Piece::Text("}"));
        }
        Term::Map(map) => {
            out.push_str("#{");
            for (number, (key, value)) in map.pairs().iter().enumerate() {
                let separator = if number == 0 { "" } else { ", " };
                pieces.extend([Piece::Text(separator), Piece::Term(key)]);
                pieces.extend([Piece::Text(" => "), Piece::Term(value)]);
            }
            pieces.push(Piece::Text("}"));
        }
        Term::Bits(_) => out.push_str(&term::print::write(term)),
        _ => out.push_str(&term.to_string()),
    }
    // The last piece is taken first.
    pieces[start..].reverse();
}

fn separated<'a>(terms: &'a [Term], pieces: &mut Vec<Piece<'a>>) {
    for (number, term) in terms.iter().enumerate() {
        let separator = if number == 0 { "" } else { ", " };
        pieces.extend([Piece::Text(separator), Piece::Term(term)]);
    }
}

/// `"text"` or `<<"text">>`, if the term is most likely meant so.
fn as_text(term: &Term) -> Option<String> {
    match term {
        Term::List(list) if list.is_proper() => {
            let byte = |term: &Term| term.as_i64().and_then(|code| u8::try_from(code).ok());
            let bytes: Option<Vec<u8>> = list.elements.iter().map(byte).collect();
            readable(&bytes?).map(|text| format!("\"{text}\""))
        }
        Term::Bits(_) => readable(term.as_binary()?).map(|text| format!("<<\"{text}\">>")),
        _ => None,
    }
}

/// The text between the quotes.
fn readable(bytes: &[u8]) -> Option<String> {
    let is_common = |byte: &u8| byte.is_ascii_alphanumeric() || b" .,:;!?'-_()/@+".contains(byte);
    let is_printable = |byte: &u8| (b' '..=b'~').contains(byte);
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
    let is_words = bytes.len() >= SHORTEST_TEXT && letters > 0 && bytes.iter().all(is_common);
    let is_text = bytes.len() >= SHORTEST_ODD_TEXT
        && 2 * letters >= bytes.len()
        && bytes.iter().all(is_printable);
    let text = std::str::from_utf8(bytes).ok().filter(|_| is_words || is_text)?;
    Some(text.replace('\\', r"\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use term::{Atom, Bits, Pid, atoms};

    fn check(text: &str, expect: Expect) {
        let term = term::read::term(text).expect("a term");
        let written = write(&term);
        assert_eq!(term::read::term(&written).as_ref(), Ok(&term), "{written} reads back");
        expect.assert_eq(&written);
    }

    #[test]
    fn short_lists_of_integers_stay_lists() {
        check("[42]", expect!["[42]"]);
        check("\"abc\"", expect!["[97, 98, 99]"]);
        check("[40, 41, 40, 41]", expect!["[40, 41, 40, 41]"]);
        check("[0, 97, 98, 99, 100]", expect!["[0, 97, 98, 99, 100]"]);
        check("<<42>>", expect!["<<42>>"]);
        check("<<1, 5:3>>", expect!["<<1,5:3>>"]);
    }

    #[test]
    fn what_looks_like_a_text_is_one() {
        check("\"2024-02-29\"", expect![[r#""2024-02-29""#]]);
        check("<<\"Hello, world!\">>", expect![[r#"<<"Hello, world!">>"#]]);
        check("\"<script>alert(1)</script>\"", expect![[r#""<script>alert(1)</script>""#]]);
        check("<<\"50% of <all>\">>", expect![[r#"<<"50% of <all>">>"#]]);
        check("\"<<*abc>>\"", expect!["[60, 60, 42, 97, 98, 99, 62, 62]"]);
        check("\"</td>\"", expect!["[60, 47, 116, 100, 62]"]);
        check(r#"<<"C:\\some">>"#, expect!["<<67,58,92,115,111,109,101>>"]);
        check("\"say \\\"so\\\"\"", expect![[r#""say \"so\"""#]]);
        check("\"größe\"", expect!["[103, 114, 246, 223, 101]"]);
    }

    #[test]
    fn everything_else() {
        check("{a, 'B c', [1 | 2], 1.5}", expect!["{a, 'B c', [1 | 2], 1.5}"]);
        check("#{a => [], 1 => {}}", expect!["#{1 => {}, a => []}"]);
        check("[[], {}, #{}, <<>>]", expect!["[[], {}, #{}, <<>>]"]);
        check("fun lists:map/2", expect!["fun lists:map/2"]);
        check("123456789012345678901234567890", expect!["123456789012345678901234567890"]);
    }

    #[test]
    fn deep_terms() {
        let deep = (0..100_000).fold(Term::Nil, |inner, _| Term::tuple(vec![inner]));
        assert_eq!(write(&deep).len(), 200_002);
        assert_eq!(without_notation(std::slice::from_ref(&deep)), None);
    }

    #[test]
    fn a_fun_that_occurs_twice_is_one() {
        let mfa = Mfa { module: Atom::new("m"), function: Atom::new("f"), arity: 2 };
        let [ok, no] = ["ok", "no"].map(|held| Term::constant_fun(0, Term::atom(held)));
        let once = [ok.clone(), no.clone()];
        assert_eq!(call(mfa, &once), "m:f(fun() -> ok end, fun() -> no end)");
        assert_eq!(expression(mfa, &once), call(mfa, &once));
        let twice = [ok.clone(), Term::list(vec![ok.clone(), no.clone()])];
        assert_eq!(call(mfa, &twice), "F = fun() -> ok end, m:f(F, [F, fun() -> no end])");
        assert_eq!(expression(mfa, &twice), format!("begin {} end", call(mfa, &twice)));
        let both = [Term::tuple(vec![ok.clone(), no.clone()]), Term::list(vec![no, ok])];
        let bound = "F1 = fun() -> ok end, F2 = fun() -> no end, m:f({F1, F2}, [F2, F1])";
        assert_eq!(call(mfa, &both), bound);
    }

    #[test]
    fn what_cannot_be_pasted() {
        let pid = Pid { node: atoms::nonode_nohost, id: 1, serial: 0, creation: 0 };
        let inside = Term::list(vec![Term::tuple(vec![Term::Int(1), pid.into()])]);
        assert_eq!(without_notation(&[Term::Int(1), inside]), Some("pids"));
        assert_eq!(without_notation(&[Bits::new(vec![1], 8).into(), Atom::new("a").into()]), None);
    }
}
