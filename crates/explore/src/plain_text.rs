//! Which inputs are the same but easier to read? Where a type says `string()` or `char()`, a character that
//! nobody can read may as well be an `a`: `"a-a"` is the better example than `[0, 45, 0]`. Where an `a` means
//! something (it is a digit to some), another character may not.

use term::Term;
use typing::{Reading, Record};

/// Of a longer text, not every character is tried by itself.
const LONG: usize = 50;

/// What is put in the place of a character that cannot be read.
const LETTER: u8 = b'a';

/// What is tried where that does not do.
const OTHER_LETTERS: [u8; 2] = [b'z', b'-'];

/// The arguments with letters for characters that cannot be read: all of them first, then those of each
/// text, then one by one; other letters at last.
pub fn with_letters(arguments: &[Term], readings: &[Reading]) -> Vec<Vec<Term>> {
    let whole = Term::list(arguments.to_vec());
    let reading = Reading::Parts(readings.to_vec());
    let texts = texts(&whole, &reading, 0);
    let mut candidates = Vec::new();
    if texts.len() > 1 {
        let all = texts
            .iter()
            .fold(whole.clone(), |whole, text| replaced(&whole, &text.path, &text.with(LETTER)));
        candidates.push(all);
    }
    for text in &texts {
        let places = std::iter::once(text.with(LETTER)).chain(text.one_by_one());
        candidates.extend(places.map(|term| replaced(&whole, &text.path, &term)));
    }
    for text in &texts {
        let others = OTHER_LETTERS.map(|letter| replaced(&whole, &text.path, &text.with(letter)));
        candidates.extend(others);
    }
    let lists = candidates.iter().filter_map(|candidate| candidate.as_list());
    lists.map(<[Term]>::to_vec).collect()
}

/// A text or a character in which something cannot be read.
struct Unreadable<'t> {
    /// From the whole down to it, as the readings count parts.
    path: Vec<usize>,
    term: &'t Term,
}

impl Unreadable<'_> {
    fn with(&self, letter: u8) -> Term {
        match self.term.as_list() {
            Some(characters) => {
                Term::list(characters.iter().map(|each| readable(each, letter)).collect())
            }
            None => readable(self.term, letter),
        }
    }

    fn one_by_one(&self) -> Vec<Term> {
        let characters = self.term.as_list().filter(|all| (2..LONG).contains(&all.len()));
        let characters = characters.unwrap_or_default();
        let with = |index: usize| {
            let mut changed = characters.to_vec();
            changed[index] = readable(&changed[index], LETTER);
            Term::list(changed)
        };
        (0..characters.len()).filter(|index| !is_readable(&characters[*index])).map(with).collect()
    }
}

fn is_readable(character: &Term) -> bool {
    character.as_i64().is_some_and(|code| (i64::from(b' ')..=i64::from(b'~')).contains(&code))
}

fn readable(character: &Term, letter: u8) -> Term {
    if is_readable(character) { character.clone() } else { Term::Int(letter.into()) }
}

/// So many parts are looked into.
const DEEPEST: usize = 64;

fn texts<'t>(term: &'t Term, reading: &Reading, depth: usize) -> Vec<Unreadable<'t>> {
    let is_unreadable = match reading {
        Reading::Plain | Reading::Caller => false,
        Reading::Character => !is_readable(term),
        Reading::Text => !term.as_list().unwrap_or_default().iter().all(is_readable),
        Reading::Parts(readings) | Reading::Record(Record { parts: readings, .. })
            if depth < DEEPEST =>
        {
            let inside = parts(term).into_iter().zip(readings).enumerate();
            let inside = inside.flat_map(|(number, (part, reading))| {
                let mut found = texts(part, reading, depth + 1);
                found.iter_mut().for_each(|each| each.path.insert(0, number));
                found
            });
            return inside.collect();
        }
        Reading::Parts(_) | Reading::Record(_) => false,
    };
    is_unreadable.then(|| Unreadable { path: Vec::new(), term }).into_iter().collect()
}

/// As readings count them. The keys of maps stay as they are.
fn parts(term: &Term) -> Vec<&Term> {
    match term {
        Term::List(list) => list.elements.iter().collect(),
        Term::Tuple(elements) => elements.iter().collect(),
        _ => Vec::new(),
    }
}

/// The term with another in the place of that part.
fn replaced(term: &Term, path: &[usize], part: &Term) -> Term {
    let Some((number, rest)) = path.split_first() else { return part.clone() };
    let mut inside: Vec<Term> = parts(term).into_iter().cloned().collect();
    inside[*number] = replaced(&inside[*number], rest, part);
    match term {
        Term::List(list) => Term::list_with_tail(inside, list.tail.clone()),
        _ => Term::tuple(inside),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_texts_then_each_then_each_character() {
        let arguments =
            term::read::arguments("[[0, 45, 0], {1, [7]}, 0, [0], \"ok\"]").expect("terms");
        let readings = [
            Reading::Text,
            Reading::Parts(vec![Reading::Plain, Reading::Text]),
            Reading::Character,
            Reading::Plain,
            Reading::Text,
        ];
        let found = with_letters(&arguments, &readings);
        let written: Vec<String> =
            found.into_iter().map(|each| Term::list(each).to_string()).collect();
        assert_eq!(
            written,
            [
                "[\"a-a\",{1,\"a\"},97,[0],\"ok\"]",
                "[\"a-a\",{1,[7]},0,[0],\"ok\"]",
                "[[97,45,0],{1,[7]},0,[0],\"ok\"]",
                "[[0,45,97],{1,[7]},0,[0],\"ok\"]",
                "[[0,45,0],{1,\"a\"},0,[0],\"ok\"]",
                "[[0,45,0],{1,[7]},97,[0],\"ok\"]",
                "[\"z-z\",{1,[7]},0,[0],\"ok\"]",
                "[\"---\",{1,[7]},0,[0],\"ok\"]",
                "[[0,45,0],{1,\"z\"},0,[0],\"ok\"]",
                "[[0,45,0],{1,\"-\"},0,[0],\"ok\"]",
                "[[0,45,0],{1,[7]},122,[0],\"ok\"]",
                "[[0,45,0],{1,[7]},45,[0],\"ok\"]",
            ]
        );
        assert!(
            with_letters(&term::read::arguments("[\"ok\"]").expect("terms"), &[Reading::Text])
                .is_empty()
        );
    }
}
