//! How is a value written that is meant as a text or a character? As the shell would write it, if it can be
//! seen on a screen. And what do people call a function that the compiler made?

use crate::Mfa;
use term::{Bits, Term};

/// `"text"`, if all of it can be seen.
pub fn text(term: &Term) -> Option<String> {
    let characters = term.as_list()?.iter();
    let characters: Option<String> =
        characters.map(|each| char::from_u32(u32::try_from(each.as_i64()?).ok()?)).collect();
    let is_seen = |each: char| !is_unseen(each) || matches!(each, '\n' | '\t' | '\r');
    // Display quotes whatever is printable.
    characters.filter(|text| text.chars().all(is_seen)).map(|_| term.to_string())
}

fn is_unseen(character: char) -> bool {
    term::print::is_hidden(character) || ('\u{E000}'..='\u{F8FF}').contains(&character)
}

/// `$V`
pub fn character(code: i64) -> Option<String> {
    let character = char::from_u32(u32::try_from(code).ok()?)?;
    match character {
        '\n' => Some("$\\n".to_owned()),
        '\t' => Some("$\\t".to_owned()),
        '\r' => Some("$\\r".to_owned()),
        ' ' => Some("$\\s".to_owned()),
        '\\' => Some("$\\\\".to_owned()),
        '!'..='~' => Some(format!("${character}")),
        _ if character.is_alphanumeric() => Some(format!("${character}")),
        _ => None,
    }
}

/// So many characters in a row are a text inside of a binary.
const SHORTEST_INSIDE: usize = 3;

/// `<<"AGE",0>>`: a binary with the texts that are in it, if there are any.
pub fn bits(bits: &Bits) -> Option<String> {
    let is_seen = |byte: &u8| (b' '..=b'~').contains(byte);
    let bytes = bits.bytes();
    if !bits.is_binary() || bytes.is_empty() {
        return None;
    }
    let is_text = |run: &[u8]| {
        let has_words = run.iter().any(u8::is_ascii_alphanumeric);
        let is_long_enough = match run.len() == bytes.len() {
            true => has_words || run.len() > 1,
            false => has_words && run.len() >= SHORTEST_INSIDE,
        };
        run.iter().all(is_seen) && is_long_enough
    };
    let mut segments = Vec::new();
    let mut has_text = false;
    for run in bytes.chunk_by(|one, other| is_seen(one) == is_seen(other)) {
        match is_text(run) {
            true => {
                has_text = true;
                let text: String = run.iter().map(|byte| char::from(*byte)).collect();
                let quoted = text.replace('\\', r"\\").replace('"', "\\\"");
                segments.push(format!("\"{quoted}\""));
            }
            false => segments.extend(run.iter().map(u8::to_string)),
        }
    }
    has_text.then(|| format!("<<{}>>", segments.join(",")))
}

/// `the comprehension in m:average/1` for `m:'-average/1-lc$^0/1-0-'/1`: what people call a function that
/// the compiler made. Others are called by their names.
pub fn generated(mfa: Mfa) -> String {
    within_generated(mfa).unwrap_or_else(|| mfa.to_string())
}

/// The same, if the compiler made it.
pub fn within_generated(mfa: Mfa) -> Option<String> {
    let inside = mfa.function.name().strip_prefix('-')?.strip_suffix('-')?;
    let kinds = [("-fun-", "fun"), ("-lc$^", "comprehension"), ("-blc$^", "comprehension")];
    let others =
        [("-lbc$^", "comprehension"), ("-bc$^", "comprehension"), ("-mc$^", "comprehension")];
    let found = kinds.iter().chain(&others);
    let (home, kind) = found
        .filter_map(|(mark, kind)| Some((inside.split_once(mark)?.0, *kind)))
        .min_by_key(|(home, _)| home.len())?;
    let (name, arity) = home.rsplit_once('/')?;
    let arity: usize = arity.parse().ok()?;
    let function = Mfa { module: mfa.module, function: term::Atom::new(name), arity };
    Some(format!("the {kind} in {function}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Atom;

    fn read(text: &str) -> Term {
        term::read::term(text).expect("a term")
    }

    #[test]
    fn texts_that_can_be_seen() {
        for seen in ["\"0/0\"", "\"日本語\"", r#""a\nb""#, r#""say \"so\"""#, "\"a\""] {
            assert_eq!(text(&read(seen)).as_deref(), Some(seen));
        }
        for unseen in ["[0]", "[97, 0]", "[55296]", "[57344]", "[8206]", "[97, b]"] {
            assert_eq!(text(&read(unseen)), None, "{unseen}");
        }
    }

    #[test]
    fn characters_read_back() {
        for code in 0..0x3000 {
            if let Some(written) = character(code) {
                assert_eq!(read(&written), Term::Int(code), "{written}");
            }
        }
        assert_eq!(character(86).as_deref(), Some("$V"));
        assert_eq!(character(0), None);
    }

    #[test]
    fn binaries_with_texts_in_them() {
        let check = |text: &str, wanted: Option<&str>| {
            let Term::Bits(binary) = read(text) else { panic!("{text} is no binary") };
            let written = bits(&binary);
            assert_eq!(written.as_deref(), wanted);
            if let Some(written) = written {
                assert_eq!(read(&written), read(text));
            }
        };
        check("<<65, 71, 69, 0>>", Some("<<\"AGE\",0>>"));
        check("<<97>>", Some("<<\"a\">>"));
        check("<<0, 97, 98, 0>>", None);
        check("<<42>>", None);
        check("<<123, 123, 38, 46, 125, 125>>", Some("<<\"{{&.}}\">>"));
        check("<<123, 123, 0>>", None);
        check("<<1, 5:3>>", None);
        check("<<>>", None);
        check(r#"<<"a\"\\b", 255, "ab\"">>"#, Some(r#"<<"a\"\\b",255,"ab\"">>"#));
    }

    #[test]
    fn what_the_compiler_made() {
        let named = |function: &str| {
            generated(Mfa { module: Atom::new("m"), function: Atom::new(function), arity: 1 })
        };
        assert_eq!(named("-average/1-lc$^0/1-0-"), "the comprehension in m:average/1");
        assert_eq!(named("-f/2-fun-0-"), "the fun in m:f/2");
        assert_eq!(named("-f/2-lbc$^1/2-0-"), "the comprehension in m:f/2");
        assert_eq!(named("-f/2-blc$^0/1-0-"), "the comprehension in m:f/2");
        assert_eq!(named("-a-b/2-fun-3-"), "the fun in m:'a-b'/2");
        assert_eq!(named("-f/2-inlined-0-"), "m:'-f/2-inlined-0-'/1");
        assert_eq!(named("f"), "m:f/1");
        assert_eq!(named("-"), "m:-/1".replace('-', "'-'"));
    }
}
