//! How is a term written so that it can be pasted into a shell, and reads as what it most likely is?
//!
//! A search makes up integers, so a short list of them is a list: `[42]`, never `"*"`. Only what is
//! long enough and looks like a text is shown as one: words with what stands between them, or else a
//! longer text of which at least half are letters and digits. Binaries are the same.
//!
//! Where a type says what a value is meant as, people are shown that ([`Readings`]), however short it is:
//! `"0/0"`, `""`, `$V`; and binaries with the texts that are in them, `<<"AGE",0>>`. Programs are not: what
//! they read stays as it was.
//!
//! What a report shows has a limit, see [`room`]; [`write()`] writes all of it.

mod known;
mod meant;

pub use known::{Known, known};
pub use meant::{generated, within_generated};

use crate::Mfa;
use crate::room::{self, Sheet, Written};
use crate::script::{self, Language};
use std::ops::Range;
use term::{Atom, BigInt, Bits, Fun, Term, built};
use typing::{Mismatch, Reading, Record, Step};

/// From here on, a list of characters may be meant as a text.
const SHORTEST_TEXT: usize = 4;

/// The same if there are signs in it that are rare in texts.
const SHORTEST_ODD_TEXT: usize = 8;

/// The term as Erlang reads it back, if it has a notation (see [`without_notation`]).
pub fn write(term: &Term) -> String {
    within(term, usize::MAX).text
}

/// The same, up to so many bytes.
pub fn within(term: &Term, room: usize) -> Written {
    within_with(term, None, &[], room)
}

/// The same for people.
pub fn shown_within(term: &Term, reading: &Reading, room: usize) -> Written {
    within_with(term, Some(reading), &[], room)
}

/// The same, and which bytes of it are the part at the end of that path, if that is written by itself.
pub fn marked_within(
    term: &Term,
    reading: &Reading,
    path: &[Step],
    room: usize,
) -> (Written, Option<Range<usize>>) {
    let part = path.iter().try_fold(term, |whole, step| below(whole, step));
    let mut mark = part.map(|part| Mark { part, begun: None, range: None });
    let written = written_with(term, Some(reading), &[], room, mark.as_mut());
    let range = mark.and_then(|mark| mark.range).filter(|_| written.is_whole);
    (written, range)
}

/// A part of a term, and where it is written.
struct Mark<'a> {
    part: &'a Term,
    begun: Option<usize>,
    range: Option<Range<usize>>,
}

/// What arguments are meant as: for people, by their types; `None`: for programs.
pub type Readings<'a> = Option<&'a [Reading]>;

/// The same, with some of the funs in it by name.
fn within_with(
    term: &Term,
    reading: Option<&Reading>,
    names: &[(&Term, String)],
    room: usize,
) -> Written {
    written_with(term, reading, names, room, None)
}

fn written_with(
    term: &Term,
    reading: Option<&Reading>,
    names: &[(&Term, String)],
    room: usize,
    mut mark: Option<&mut Mark>,
) -> Written {
    let mut sheet = Sheet::new(room);
    let is_for_people = reading.is_some();
    let mut pieces = vec![Piece::Term(term, reading.unwrap_or(&Reading::Plain))];
    while let Some(piece) = pieces.pop()
        && !sheet.is_over()
    {
        if let (Some(mark), Piece::Term(term, _)) = (&mut mark, &piece)
            && std::ptr::eq(*term, mark.part)
        {
            mark.begun = Some(sheet.length());
            pieces.push(Piece::Marked);
        }
        match piece {
            Piece::Text(text) => sheet.push(text),
            Piece::Marked => {
                if let Some(mark) = &mut mark {
                    mark.range = mark.begun.map(|begun| begun..sheet.length());
                }
            }
            Piece::Term(term, reading) => match names.iter().find(|(named, _)| *named == term) {
                Some((_, name)) => sheet.push(name),
                None => match as_meant(term, reading, is_for_people) {
                    Some(text) => sheet.push(&text),
                    None => write_step(term, reading, &mut pieces, &mut sheet),
                },
            },
            Piece::Elements([], ..) | Piece::Pairs([], ..) | Piece::Fields([], ..) => {}
            Piece::Elements([first, rest @ ..], number, reading) => {
                sheet.push(if number == 0 { "" } else { ", " });
                let first = Piece::Term(first, reading.part(number));
                pieces.extend([Piece::Elements(rest, number + 1, reading), first]);
            }
            Piece::Fields([first, rest @ ..], number, record) => {
                let name = record.fields.get(number - 1).map(|name| atom(*name));
                let separator = if number == 1 { "" } else { ", " };
                sheet.push(&format!("{separator}{} = ", name.unwrap_or_default()));
                let part = record.parts.get(number).unwrap_or(&Reading::Plain);
                pieces.extend([Piece::Fields(rest, number + 1, record), Piece::Term(first, part)]);
            }
            Piece::Pairs([(key, value), rest @ ..], number, reading) => {
                sheet.push(if number == 0 { "" } else { ", " });
                let value = Piece::Term(value, reading.part(2 * number + 1));
                let key = Piece::Term(key, reading.part(2 * number));
                pieces.extend([Piece::Pairs(rest, number + 1, reading), value]);
                pieces.extend([Piece::Text(" => "), key]);
            }
        }
    }
    sheet.written()
}

/// Several terms that share the room: those that need little are whole.
pub fn all_within(terms: &[Term], room: usize) -> Vec<Written> {
    all_within_with(terms, None, &[], room)
}

fn all_within_with(
    terms: &[Term],
    readings: Readings,
    names: &[(&Term, String)],
    room: usize,
) -> Vec<Written> {
    let reading = |number: usize| readings.map(|all| all.get(number).unwrap_or(&Reading::Plain));
    let write_all = |room| {
        let numbered = terms.iter().enumerate();
        numbered
            .map(move |(number, term)| within_with(term, reading(number), names, room))
            .collect()
    };
    let written: Vec<Written> = write_all(room);
    let lengths: Vec<usize> = written.iter().map(|each| each.length.bytes).collect();
    match room::share(&lengths, room) {
        share if share < room => write_all(share),
        _ => written,
    }
}

/// `m:f(1, [2])`, or `F = fun() -> ok end, m:f(F, [F])` where the arguments hold one fun several
/// times: written twice, it would be two.
pub fn call(mfa: Mfa, arguments: &[Term]) -> String {
    call_within(mfa, arguments, usize::MAX).text
}

/// The same, with arguments up to so many bytes.
pub fn call_within(mfa: Mfa, arguments: &[Term], room: usize) -> Written {
    call_meant(mfa, arguments, None, room)
}

/// The same, with arguments as they are meant.
pub fn call_meant(mfa: Mfa, arguments: &[Term], readings: Readings, room: usize) -> Written {
    call_known(mfa, arguments, readings, &[], room)
}

/// The same, with expressions for values that have no notation.
pub fn call_known(
    mfa: Mfa,
    arguments: &[Term],
    readings: Readings,
    known: &[Known],
    room: usize,
) -> Written {
    if let Some(calls) = script::calls(mfa, arguments, Language::Erlang, room) {
        return script::on_a_line(calls, Language::Erlang);
    }
    let shared = shared_funs(arguments);
    let name = |number| if shared.len() == 1 { "F".to_owned() } else { format!("F{number}") };
    let mut names: Vec<(&Term, String)> =
        (1..).zip(&shared).map(|(number, fun)| (*fun, name(number))).collect();
    let mut all = Written::empty();
    for (fun, name) in &names {
        all.add(&format!("{name} = "));
        all.append(within(fun, room));
        all.add(", ");
    }
    for Known { term, expression, name } in known {
        if let Some(name) = name {
            all.add(&format!("{name} = {expression}, "));
        }
        names.push((*term, name.unwrap_or(*expression).to_owned()));
    }
    all.append(plain_call(mfa, arguments, readings, &names, room));
    all
}

/// The same, where some terms have names already.
pub fn call_named(mfa: Mfa, arguments: &[Term], names: &[(&Term, String)], room: usize) -> Written {
    plain_call(mfa, arguments, None, names, room)
}

fn plain_call(
    mfa: Mfa,
    arguments: &[Term],
    readings: Readings,
    names: &[(&Term, String)],
    room: usize,
) -> Written {
    let mut all = Written::empty();
    all.add(&format!("{}:{}(", callee(mfa.module), callee(mfa.function)));
    for (number, argument) in
        all_within_with(arguments, readings, names, room).into_iter().enumerate()
    {
        all.add(if number == 0 { "" } else { ", " });
        all.append(argument);
    }
    all.add(")");
    all
}

/// The funs that these terms hold several times.
pub fn shared_funs(arguments: &[Term]) -> Vec<&Term> {
    let funs = made_up_funs(arguments);
    let is_several = |fun: &&Term| funs.iter().filter(|other| *other == fun).count() > 1;
    let mut shared: Vec<&Term> = Vec::new();
    for fun in funs.iter().copied().filter(is_several) {
        if !shared.contains(&fun) {
            shared.push(fun);
        }
    }
    shared
}

/// What is called by a name that has no notation is called by an expression.
fn callee(name: Atom) -> String {
    match atom(name) {
        text if can_be_scanned(name) => text,
        text => format!("({text})"),
    }
}

/// The scanner of Erlang knows no way to write these two characters.
pub const UNSCANNABLE: [char; 2] = ['\u{FFFE}', '\u{FFFF}'];

/// Compilers before that of OTP 28 break at literal atoms of more bytes.
pub const LONGEST_ATOM: usize = 255;

fn can_be_scanned(atom: Atom) -> bool {
    atom.name().len() <= LONGEST_ATOM && !atom.name().contains(UNSCANNABLE)
}

fn atom(atom: Atom) -> String {
    let listed = |bytes: &[u8]| bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    let name = atom.name().as_bytes();
    if can_be_scanned(atom) {
        Term::Atom(atom).to_string()
    } else if name.len() <= LONGEST_ATOM {
        format!("binary_to_atom(<<{}>>)", listed(name))
    } else {
        // The compiler computes the other one, and breaks at what it gets.
        let bytes = term::external::encode(&Term::Atom(atom));
        format!("binary_to_term(<<{}>>)", listed(&bytes))
    }
}

/// The call as one expression, whatever it needs.
pub fn expression(mfa: Mfa, arguments: &[Term]) -> String {
    expression_within(mfa, arguments, usize::MAX).text
}

/// The same, with arguments up to so many bytes.
pub fn expression_within(mfa: Mfa, arguments: &[Term], room: usize) -> Written {
    let call = call_within(mfa, arguments, room);
    let funs = made_up_funs(arguments);
    let is_bound = (1..funs.len()).any(|number| funs[..number].contains(&funs[number]));
    let is_alone = !script::is_meant(mfa);
    if !is_bound && is_alone {
        return call;
    }
    let mut expression = Written::empty();
    expression.add("begin ");
    expression.append(call);
    expression.add(" end");
    expression
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
pub fn mismatch(value: &Term, mismatch: &Mismatch) -> String {
    let Mismatch { path, found, expected } = mismatch;
    let found = shown_within(found, &Reading::Plain, room::WORDS).text;
    let expected = room::text(&expected.to_string(), room::WORDS);
    let text = format!("{found} is not of type {expected}");
    match &path[..] {
        [] => text,
        [only] => format!("{text}, at {only}"),
        several => format!("{text}, in {}", place_in(value, several, &found)),
    }
}

/// So many steps into a term are shown.
const MOST_STEPS: usize = 12;

/// So many parts beside the one that is meant are shown as `_` each.
const MOST_BESIDE: usize = 5;

/// So much of a key on the way is shown, in bytes.
const LONGEST_KEY: usize = 100;

/// A term with nothing in it but the way to a part: `{_, [_, Part]}`.
fn place_in(value: &Term, path: &[Step], part: &str) -> String {
    let (mut before, mut after) = (String::new(), Vec::new());
    let mut value = Some(value);
    let hidden = path.len().saturating_sub(MOST_STEPS);
    for (number, step) in path.iter().enumerate() {
        let whole = value;
        value = whole.and_then(|value| below(value, step));
        if number < hidden {
            continue;
        }
        let count = whole.map_or(0, parts);
        match step {
            Step::Element(index) | Step::Member(index) => {
                let is_tuple = matches!(step, Step::Element(_));
                before.push(if is_tuple { '{' } else { '[' });
                before += &beside(index - 1, "_, ", "…, ");
                let rest = beside(count.saturating_sub(*index), ", _", ", …");
                after.push(rest + if is_tuple { "}" } else { "]" });
            }
            Step::Tail => {
                before += "[… | ";
                after.push("]".to_owned());
            }
            Step::Value(key) => {
                before += &format!("#{{{} => ", within(key, LONGEST_KEY).text);
                after.push(if count > 1 { ", …}" } else { "}" }.to_owned());
            }
        }
    }
    after.reverse();
    let start = if hidden > 0 { "… " } else { "" };
    format!("{start}{before}{part}{}", after.concat())
}

/// What is beside the part that is meant.
fn beside(count: usize, each: &str, many: &str) -> String {
    match count {
        0..=MOST_BESIDE => each.repeat(count),
        _ => many.to_owned(),
    }
}

/// How many parts a term has.
fn parts(value: &Term) -> usize {
    match value {
        Term::Tuple(elements) => elements.len(),
        Term::List(list) => list.elements.len(),
        Term::Map(map) => map.pairs().len(),
        _ => 0,
    }
}

pub(crate) fn below<'t>(value: &'t Term, step: &Step) -> Option<&'t Term> {
    match (step, value) {
        (Step::Element(index), Term::Tuple(elements)) => elements.get(index.checked_sub(1)?),
        (Step::Member(index), Term::List(list)) => list.elements.get(index.checked_sub(1)?),
        (Step::Tail, Term::List(list)) => Some(&list.tail),
        (Step::Value(key), Term::Map(map)) => {
            map.pairs().iter().find(|(known, _)| known == key).map(|(_, value)| value)
        }
        _ => None,
    }
}

/// The first kind of value in these terms for which Erlang has no notation.
pub fn without_notation(terms: &[Term]) -> Option<&'static str> {
    without_notation_but(terms, &[])
}

/// The same, apart from those that there are expressions for.
pub fn without_notation_but(terms: &[Term], known: &[Known]) -> Option<&'static str> {
    visit(terms, |term| match term {
        _ if known.iter().any(|known| known.term == term) => None,
        Term::Pid(_) => Some("pids"),
        Term::Port(_) => Some("ports"),
        Term::Reference(_) => Some("references"),
        Term::Fun(fun) => match (&**fun, fun.made_up()) {
            (_, Some(made_up)) if made_up.knows_funs() => Some("funs that know other funs"),
            (_, Some(made_up)) => {
                let parts = made_up.cases().flat_map(|(arguments, _)| arguments);
                let parts = parts.chain(made_up.results());
                let parts = parts.chain(made_up.parts_of_behaviours());
                let parts = parts.chain(made_up.keys_of_behaviours());
                parts
                    .into_iter()
                    .any(knows_unscannable)
                    .then_some("such atoms in funs (U+FFFE, U+FFFF, more than 255 bytes)")
            }
            (Fun::Closure(_), None) => Some("closures"),
            (Fun::External { .. }, None) => {
                knows_unscannable(term).then_some("funs of such names (U+FFFE, U+FFFF)")
            }
        },
        _ => None,
    })
}

/// Does it hold an atom that is made by a call? Files of terms have no calls.
pub fn knows_unscannable(term: &Term) -> bool {
    let is_such = |term: &Term| match term {
        Term::Atom(atom) => !can_be_scanned(*atom),
        Term::Fun(fun) => match **fun {
            Fun::External { module, function, .. } => {
                !can_be_scanned(module) || !can_be_scanned(function)
            }
            Fun::Closure(_) => false,
        },
        _ => false,
    };
    visit(std::slice::from_ref(term), |term| is_such(term).then_some(())).is_some()
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
                    rest.extend(fun.parts_of_behaviours());
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
    Term(&'a Term, &'a Reading),
    Text(&'static str),
    /// The rest of these, which number the first has, and what all of them are meant as.
    Elements(&'a [Term], usize, &'a Reading),
    Pairs(&'a [(Term, Term)], usize, &'a Reading),
    /// The end of the part that is marked.
    Marked,
    /// The same for the elements of a record, after its name.
    Fields(&'a [Term], usize, &'a Record),
}

fn write_step<'a>(
    term: &'a Term,
    reading: &'a Reading,
    pieces: &mut Vec<Piece<'a>>,
    sheet: &mut Sheet,
) {
    match term {
        Term::List(list) => {
            sheet.push("[");
            pieces.push(Piece::Text("]"));
            if !list.is_proper() {
                let tail = Piece::Term(&list.tail, &Reading::Plain);
                pieces.extend([tail, Piece::Text(" | ")]);
            }
            pieces.push(Piece::Elements(&list.elements, 0, reading));
        }
        Term::Tuple(elements) if built::call(term).is_some() => {
            let (builder, _) = built::call(term).expect("just asked");
            let element = builder.element.map(|index| format!("element({index}, "));
            sheet.push(&element.unwrap_or_default());
            sheet.push(&format!("{}:{}(", callee(builder.module), callee(builder.function)));
            pieces.push(Piece::Text(if builder.element.is_some() { "))" } else { ")" }));
            if let [_, first, rest @ ..] = &elements[..] {
                let first = Piece::Term(first, reading.part(1));
                pieces.extend([Piece::Elements(rest, 2, reading), first]);
            }
        }
        Term::Tuple(elements) if !elements.is_empty() => {
            pieces.push(Piece::Text("}"));
            match as_record(elements, reading) {
                Some(record) => {
                    sheet.push(&format!("#{}{{", atom(record.name)));
                    pieces.push(Piece::Fields(&elements[1..], 1, record));
                }
                None => {
                    sheet.push("{");
                    pieces.push(Piece::Elements(elements, 0, reading));
                }
            }
        }
        Term::Map(map) if !map.is_empty() => {
            sheet.push("#{");
            pieces.extend([Piece::Text("}"), Piece::Pairs(map.pairs(), 0, reading)]);
        }
        Term::Bits(bits) => write_bits(bits, sheet),
        Term::BigInt(number) => write_big(number, sheet),
        Term::Atom(name) => sheet.push(&atom(*name)),
        Term::Fun(fun) => match **fun {
            Fun::External { module, function, arity } => {
                sheet.push(&format!("fun {}:{}/{arity}", atom(module), atom(function)));
            }
            Fun::Closure(_) => sheet.push(&term.to_string()),
        },
        _ => sheet.push(&term.to_string()),
    }
}

/// The record that a tuple is meant as.
fn as_record<'r>(elements: &[Term], reading: &'r Reading) -> Option<&'r Record> {
    match (reading, elements.first()) {
        (Reading::Record(record), Some(Term::Atom(name)))
            if *name == record.name && elements.len() == record.fields.len() + 1 =>
        {
            Some(record)
        }
        _ => None,
    }
}

/// `<<1,2,3:4>>`
fn write_bits(bits: &Bits, sheet: &mut Sheet) {
    let (whole, trailing) = (bits.bit_length() / 8, bits.trailing_bits());
    sheet.push("<<");
    for (number, byte) in bits.bytes()[..whole].iter().enumerate() {
        sheet.push(if number == 0 { "" } else { "," });
        sheet.push(&byte.to_string());
        if sheet.is_over() {
            return;
        }
    }
    if let Some(byte) = bits.bytes().get(whole) {
        let separator = if whole == 0 { "" } else { "," };
        sheet.push(&format!("{separator}{}:{trailing}", byte >> (8 - trailing)));
    }
    sheet.push(">>");
}

/// The digits of a number that has more takes longer to find than anybody wants to wait.
const MOST_DIGITS: usize = 20_000;

/// All digits, or the first of them and how many there are.
pub fn write_big(number: &BigInt, sheet: &mut Sheet) {
    let about = (number.bits() as f64 * std::f64::consts::LOG10_2) as usize;
    let shown = sheet.left();
    if about <= MOST_DIGITS || about < shown {
        return sheet.push(&number.to_string());
    }
    let behind = (about - shown) as u32;
    let beginning = (number / BigInt::from(10).pow(behind)).to_string();
    sheet.push_beginning(&beginning, beginning.len() + behind as usize);
}

/// The term as something else than its parts, if it is meant as that.
fn as_meant(term: &Term, reading: &Reading, is_for_people: bool) -> Option<String> {
    match (reading, term) {
        (Reading::Text, Term::Nil) => Some("\"\"".to_owned()),
        (Reading::Text, Term::List(_)) => meant::text(term),
        (Reading::Character, Term::Int(code)) => meant::character(*code),
        (Reading::Caller, Term::Pid(_)) => Some("self()".to_owned()),
        _ => as_text(term).or_else(|| match term {
            Term::Bits(bits) if is_for_people => meant::bits(bits),
            _ => None,
        }),
    }
}

/// `"text"` or `<<"text">>`, if the term is most likely meant so.
fn as_text(term: &Term) -> Option<String> {
    match term {
        Term::List(_) => readable_list(term).map(|text| format!("\"{}\"", escaped(&text))),
        Term::Bits(_) => {
            readable(term.as_binary()?).map(|text| format!("<<\"{}\">>", escaped(text)))
        }
        _ => None,
    }
}

/// The text that a list is most likely meant as.
pub fn readable_list(term: &Term) -> Option<String> {
    let Term::List(list) = term else { return None };
    let byte = |term: &Term| term.as_i64().and_then(|code| u8::try_from(code).ok());
    let bytes: Option<Vec<u8>> = list.elements.iter().map(byte).collect();
    readable(&bytes.filter(|_| list.is_proper())?).map(str::to_owned)
}

fn escaped(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', "\\\"")
}

/// The bytes as a text, if they look like one.
fn readable(bytes: &[u8]) -> Option<&str> {
    let is_common = |byte: &u8| byte.is_ascii_alphanumeric() || b" .,:;!?'-_()/@+".contains(byte);
    let is_printable = |byte: &u8| (b' '..=b'~').contains(byte);
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphanumeric()).count();
    let is_words = bytes.len() >= SHORTEST_TEXT && letters > 0 && bytes.iter().all(is_common);
    let is_text = bytes.len() >= SHORTEST_ODD_TEXT
        && 2 * letters >= bytes.len()
        && bytes.iter().all(is_printable);
    std::str::from_utf8(bytes).ok().filter(|_| is_words || is_text)
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
        check("<<>>", expect!["<<>>"]);
        check("<<5:3>>", expect!["<<5:3>>"]);
        check("123456789012345678901234567890", expect!["123456789012345678901234567890"]);
    }

    #[test]
    fn deep_terms() {
        let deep = (0..100_000).fold(Term::Nil, |inner, _| Term::tuple(vec![inner]));
        assert_eq!(write(&deep).len(), 200_002);
        assert_eq!(without_notation(std::slice::from_ref(&deep)), None);
    }

    fn cut(term: &Term, expect: Expect) {
        expect.assert_eq(&within(term, 20).text);
    }

    #[test]
    fn what_is_cut_says_how_long_it_is() {
        cut(
            &(0..100_000).map(Term::Int).collect(),
            expect!["[0, 1, 2, 3, 4, 5, 6… (688,890 bytes in all)"],
        );
        let deep = (0..200_000).fold(Term::Nil, |inner, _| Term::tuple(vec![inner]));
        cut(&deep, expect!["{{{{{{{{{{{{{{{{{{{{… (400,002 bytes in all)"]);
        cut(
            &Bits::from(vec![200; 1 << 20]).into(),
            expect!["<<200,200,200,200,20… (4,194,307 bytes in all)"],
        );
        cut(
            &Bits::from(vec![b'a'; 1 << 20]).into(),
            expect![[r#"<<"aaaaaaaaaaaaaaaaa… (1,048,582 bytes in all)"#]],
        );
        let pairs = (0..10_000).map(|number| (Term::Int(number), Term::Nil));
        cut(&Term::map(pairs.collect()), expect!["#{0 => [], 1 => [], … (118,891 bytes in all)"]);
        // Each is both halves of the next.
        let shared = (0..60).fold(Term::Nil, |half, _| Term::tuple(vec![half.clone(), half]));
        cut(&shared, expect!["{{{{{{{{{{{{{{{{{{{{… (more than 67,108,864 bytes in all)"]);
    }

    #[test]
    fn long_numbers() {
        let million = BigInt::from(10).pow(1_000_000);
        cut(
            &Term::integer(million.clone()),
            expect!["10000000000000000000… (1,000,001 bytes in all)"],
        );
        cut(
            &Term::integer(-million.clone() + 1),
            expect!["-9999999999999999999… (1,000,001 bytes in all)"],
        );
        let odd = BigInt::from(3).pow(50_000);
        let (all, begun) = (odd.to_string(), within(&Term::integer(odd), 1_000));
        assert_eq!(begun.text, format!("{}… (23,857 bytes in all)", &all[..1_000]));
        assert_eq!(begun.length.bytes, all.len());
    }

    #[test]
    fn a_cut_call_is_no_input() {
        let mfa = Mfa { module: Atom::new("m"), function: Atom::new("f"), arity: 2 };
        let long: Term = (0..10_000).map(Term::Int).collect();
        let call = call_within(mfa, &[long, Term::atom("ok")], 30);
        assert_eq!(call.length.bytes, 58_899);
        expect!["m:f([0, 1, 2, 3, 4, 5, 6, 7, 8, … (58,890 bytes in all), ok)"]
            .assert_eq(&call.as_input());
        expect!["m:f([], ok)."]
            .assert_eq(&call_within(mfa, &[Term::Nil, Term::atom("ok")], 30).as_input());
    }

    #[test]
    fn atoms_that_cannot_be_scanned_are_made() {
        let [odd, plain] = ["\u{FFFE}", "\u{1FFFE}\n"].map(Term::atom);
        assert_eq!(write(&odd), "binary_to_atom(<<239,191,190>>)");
        assert_eq!(write(&plain), r"'\x{1FFFE}\n'");
        let long = write(&Term::atom(&"日".repeat(200)));
        assert!(long.starts_with("binary_to_term(<<131,118,2,88,230,151,165,"), "{long}");
        let mfa = Mfa { module: Atom::new("\u{FFFF}"), function: Atom::new("f"), arity: 0 };
        assert_eq!(call(mfa, &[]), "(binary_to_atom(<<239,191,191>>)):f()");
        assert_eq!(mfa.to_string(), r"'\x{FFFF}':f/0");
        let fun = Term::constant_fun(0, odd.clone());
        assert_eq!(
            without_notation(&[fun]),
            Some("such atoms in funs (U+FFFE, U+FFFF, more than 255 bytes)")
        );
        assert!(knows_unscannable(&Term::list(vec![odd])) && !knows_unscannable(&plain));
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
    fn ones_own_pid_is_self() {
        let pid = |id| Term::from(Pid { node: atoms::nonode_nohost, id, serial: 0, creation: 0 });
        let map = Term::map(vec![(Term::atom("who"), pid(105))]);
        let list = Term::list(vec![pid(7), map]);
        let term = Term::tuple(vec![pid(105), list, Term::string("<0.105.0>")]);
        let reading = Reading::Plain.with_caller(&term, &pid(105));
        let text = shown_within(&term, &reading, 100).text;
        assert_eq!(text, "{self(), [<0.7.0>, #{who => self()}], \"<0.105.0>\"}");
        assert_eq!(Reading::Plain.with_caller(&term, &pid(8)), Reading::Plain);
    }

    #[test]
    fn what_cannot_be_pasted() {
        let pid = Pid { node: atoms::nonode_nohost, id: 1, serial: 0, creation: 0 };
        let inside = Term::list(vec![Term::tuple(vec![Term::Int(1), pid.into()])]);
        assert_eq!(without_notation(&[Term::Int(1), inside]), Some("pids"));
        assert_eq!(without_notation(&[Bits::new(vec![1], 8).into(), Atom::new("a").into()]), None);
    }
}
