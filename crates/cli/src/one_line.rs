//! How is a term written that is too large to be laid out? On one line, piece by piece: nobody holds
//! the whole text.

use std::io::{self, Write};
use std::slice::Iter;
use term::{Term, print};

/// Does a term have more than so many parts? A byte of a binary counts a little, too.
pub fn is_larger_than(most: usize, term: &Term) -> bool {
    let mut left = most;
    let mut waiting = vec![term];
    while let Some(term) = waiting.pop() {
        let parts = 1 + match term {
            Term::Bits(bits) => bits.bytes().len() / BYTES_PER_PART,
            Term::BigInt(number) => number.bits() as usize / BITS_PER_PART,
            Term::List(list) => list.elements.len(),
            Term::Tuple(elements) => elements.len(),
            Term::Map(map) => 2 * map.len(),
            _ => 0,
        };
        if parts > left {
            return true;
        }
        left -= parts;
        match term {
            Term::List(list) => {
                waiting.extend(&list.elements);
                waiting.push(&list.tail);
            }
            Term::Tuple(elements) => waiting.extend(elements.iter()),
            Term::Map(map) => {
                waiting.extend(map.pairs().iter().flat_map(|(key, value)| [key, value]));
            }
            _ => {}
        }
    }
    false
}

const BYTES_PER_PART: usize = 16;
const BITS_PER_PART: usize = 64;

/// So many bytes of a binary are written at once.
const PIECE: usize = 1 << 16;

/// What is left of a list, tuple or map.
struct Rest<'a> {
    elements: Elements<'a>,
    tail: Option<&'a Term>,
    is_first: bool,
    end: &'static str,
}

enum Elements<'a> {
    Terms(Iter<'a, Term>),
    Pairs(Iter<'a, (Term, Term)>),
    /// The key is written already.
    Value(&'a Term, Iter<'a, (Term, Term)>),
}

/// Writes a term as `~w` does, however large or deep it is.
pub fn write(term: &Term, out: &mut impl Write) -> io::Result<()> {
    let mut rests: Vec<Rest> = Vec::new();
    let mut next = Some(term);
    loop {
        if let Some(term) = next.take()
            && let Some(rest) = begin(term, out)?
        {
            rests.push(rest);
        }
        let Some(rest) = rests.last_mut() else { return Ok(()) };
        next = rest.next(out)?;
        if next.is_none() {
            out.write_all(rest.end.as_bytes())?;
            rests.pop();
        }
    }
}

/// Writes a term that has no parts, or the beginning of one that has.
fn begin<'a>(term: &'a Term, out: &mut impl Write) -> io::Result<Option<Rest<'a>>> {
    let (start, elements, tail, end) = match term {
        Term::List(list) => {
            let tail = Some(&list.tail).filter(|tail| !matches!(tail, Term::Nil));
            ("[", Elements::Terms(list.elements.iter()), tail, "]")
        }
        Term::Tuple(elements) => ("{", Elements::Terms(elements.iter()), None, "}"),
        Term::Map(map) => ("#{", Elements::Pairs(map.pairs().iter()), None, "}"),
        Term::Bits(bits) if bits.bytes().len() > PIECE && bits.bit_length() % 8 == 0 => {
            write_binary(bits.bytes(), out)?;
            return Ok(None);
        }
        _ => {
            out.write_all(print::write_unicode(term).as_bytes())?;
            return Ok(None);
        }
    };
    out.write_all(start.as_bytes())?;
    Ok(Some(Rest { elements, tail, is_first: true, end }))
}

impl<'a> Rest<'a> {
    /// The next part to write, once what is between it and the last one is written.
    fn next(&mut self, out: &mut impl Write) -> io::Result<Option<&'a Term>> {
        let (next, separator) = match &mut self.elements {
            Elements::Terms(terms) => match terms.next() {
                Some(term) => (Some(term), ","),
                None => (self.tail.take(), "|"),
            },
            Elements::Pairs(pairs) => match pairs.next() {
                Some((key, value)) => {
                    self.elements = Elements::Value(value, pairs.clone());
                    (Some(key), ",")
                }
                None => (None, ""),
            },
            Elements::Value(value, pairs) => {
                let value = *value;
                self.elements = Elements::Pairs(pairs.clone());
                (Some(value), " => ")
            }
        };
        if next.is_some() && !std::mem::take(&mut self.is_first) {
            out.write_all(separator.as_bytes())?;
        }
        Ok(next)
    }
}

fn write_binary(bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"<<")?;
    for (number, piece) in bytes.chunks(PIECE).enumerate() {
        let numbers: Vec<String> = piece.iter().map(u8::to_string).collect();
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}{}", numbers.join(","))?;
    }
    out.write_all(b">>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(term: &Term) -> String {
        let mut out = Vec::new();
        write(term, &mut out).expect("memory can be written to");
        String::from_utf8(out).expect("it is text")
    }

    #[test]
    fn as_others_write_it() {
        for source in [
            "[]",
            "{}",
            "#{}",
            "[1,a|b]",
            "{[],[x],<<1,2>>,-1.5}",
            "#{a => [1,2],{b} => #{c => d}}",
            "[[[[]]],{},'A b']",
            "[#{1 => 2}|x]",
        ] {
            let term = term::read::term(source).expect("a term");
            assert_eq!(text(&term), print::write_unicode(&term), "{source}");
        }
    }

    #[test]
    fn what_is_large_is_readable_again() {
        let binary = Term::binary(&[7; 3 * PIECE + 5]);
        let number = Term::integer(-(term::BigInt::from(3) << (1_usize << 20)));
        for term in [binary, number] {
            assert!(term::read::term(&text(&term)).expect("a term") == term);
        }
    }

    #[test]
    fn a_million_levels() {
        let deep = (0..1_000_000).fold(Term::Nil, |inner, _| Term::tuple(vec![inner]));
        assert_eq!(text(&deep).len(), 2_000_002);
        assert!(is_larger_than(1_000_000, &deep) && !is_larger_than(3_000_000, &deep));
    }

    #[test]
    fn bytes_and_digits_count() {
        assert!(is_larger_than(1000, &Term::binary(&[0; 32_000])));
        assert!(!is_larger_than(1000, &Term::binary(&[0; 8_000])));
        assert!(is_larger_than(1000, &Term::integer(term::BigInt::from(1) << 100_000)));
    }
}
