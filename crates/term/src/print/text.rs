//! How are atoms, texts and floats written? What the scanner would read back, with as few quotes
//! and escapes as OTP uses.

use super::Encoding;
use crate::atom::RESERVED_WORDS;
use std::borrow::Cow;
use std::fmt::Write;

/// An atom, in quotes if it needs them.
pub fn write_atom(name: &str, encoding: Encoding, out: &mut String) {
    if needs_quotes(name) {
        write_quoted(name.chars().map(u32::from), '\'', encoding, out);
    } else {
        out.push_str(name);
    }
}

fn needs_quotes(name: &str) -> bool {
    let mut characters = name.chars();
    !characters.next().is_some_and(starts_a_name)
        || !characters.all(continues_a_name)
        || RESERVED_WORDS.binary_search(&name).is_ok()
}

/// A name in an external fun, as the VM itself writes it, which differs from the libraries: it
/// does not know the reserved words, takes `@` for a reason to quote, and has fewer escapes.
pub(super) fn write_name_as_vm(name: &str, out: &mut String) {
    let bare = |character| continues_a_name(character) && character != '@';
    if name.starts_with(starts_a_name) && name.chars().all(bare) {
        return out.push_str(name);
    }
    out.push('\'');
    for character in name.chars() {
        match character {
            '\x1B' => out.push_str("\\033"),
            '\x7F' => out.push(character),
            _ => write_character(character.into(), '\'', Encoding::Unicode, out),
        }
    }
    out.push('\'');
}

/// The lower-case letters of Latin-1.
fn starts_a_name(character: char) -> bool {
    matches!(character, 'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ')
}

fn continues_a_name(character: char) -> bool {
    starts_a_name(character)
        || matches!(character, 'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | '0'..='9' | '_' | '@')
}

/// A text between quotes. All its characters must be code points, which need not be valid ones.
pub(super) fn write_quoted(
    characters: impl Iterator<Item = u32>,
    quote: char,
    encoding: Encoding,
    out: &mut String,
) {
    out.push(quote);
    for character in characters {
        write_character(character, quote, encoding, out);
    }
    out.push(quote);
}

fn write_character(code: u32, quote: char, encoding: Encoding, out: &mut String) {
    let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    match code {
        _ if character == quote || character == '\\' => out.extend(['\\', character]),
        0x20..=0x7E | 0xA0..=0xFF => out.push(character),
        0x100.. if encoding == Encoding::Unicode => out.push(character),
        0x100.. => write!(out, "\\x{{{code:X}}}").expect("a String takes everything"),
        _ => match escape_letter(code) {
            Some(letter) => out.extend(['\\', letter]),
            None => write!(out, "\\{code:03o}").expect("a String takes everything"),
        },
    }
}

/// Characters that have no shape of their own, and change how others are read or shown: controls, marks
/// of direction and width, ends of lines, and what is no character at all.
pub fn is_hidden(character: char) -> bool {
    let is_no_character = |code: u32| code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code);
    character.is_control()
        || is_no_character(character.into())
        || matches!(character,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// The text with `\x{202E}` in the place of each hidden character.
pub fn escape_hidden(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match is_hidden(character) {
            true => write!(escaped, "\\x{{{:X}}}", u32::from(character))
                .expect("a String takes everything"),
            false => escaped.push(character),
        }
    }
    Cow::Owned(escaped)
}

/// The letter that stands for a control character after a backslash.
fn escape_letter(code: u32) -> Option<char> {
    Some(match code {
        0x08 => 'b',
        0x09 => 't',
        0x0A => 'n',
        0x0B => 'v',
        0x0C => 'f',
        0x0D => 'r',
        0x1B => 'e',
        0x7F => 'd',
        _ => return None,
    })
}

/// Whether a character may be part of what is shown as text.
pub(super) fn is_printable(code: u32, range: Encoding) -> bool {
    match code {
        0x08..=0x0D | 0x1B | 0x20..=0x7E | 0xA0..=0xFF => true,
        0x100..0xD800 | 0xE000..0xFFFE | 0x1_0000..=0x10_FFFF => range == Encoding::Unicode,
        _ => false,
    }
}

/// 2^53, from which on not every integer is a float, so that all digits would say too much.
const LAST_EXACT: f64 = 9_007_199_254_740_992.0;

/// The shortest digits that mean this float, and an exponent if that makes it shorter.
pub fn float_text(float: f64) -> String {
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let (digits, exponent) = decimal(float.abs());
    let body = if float.abs() >= LAST_EXACT {
        with_exponent(&digits, exponent)
    } else {
        shortest(&digits, exponent)
    };
    format!("{sign}{body}")
}

/// The digits of a float, without zeros at either end, and the exponent of the first one.
///
/// They come from Ryū, as OTP's do: where two texts are equally short and close to the float,
/// others choose differently.
fn decimal(float: f64) -> (String, i32) {
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(float);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().expect("an exponent is a number");
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let leading_zeros = (all.len() - digits.len()) as i32;
    match digits.trim_end_matches('0') {
        "" => ("0".to_owned(), 0),
        digits => (digits.to_owned(), exponent + whole.len() as i32 - 1 - leading_zeros),
    }
}

fn with_exponent(digits: &str, exponent: i32) -> String {
    let (first, rest) = digits.split_at(1);
    let rest = if rest.is_empty() { "0" } else { rest };
    format!("{first}.{rest}e{exponent}")
}

/// The shorter of the two notations, and the one without an exponent if they are equally long.
fn shortest(digits: &str, exponent: i32) -> String {
    let length = digits.len() as i32;
    // How many digits are before the decimal point; negative for zeros after it.
    let before = exponent + 1;
    if 0 < before && before < length {
        let (whole, fraction) = digits.split_at(before as usize);
        return format!("{whole}.{fraction}");
    }
    let plain = if before <= 0 {
        format!("0.{}{digits}", "0".repeat(-before as usize))
    } else {
        format!("{digits}{}.0", "0".repeat((before - length) as usize))
    };
    let scientific = with_exponent(digits, exponent);
    if plain.len() <= scientific.len() { plain } else { scientific }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(name: &str, encoding: Encoding, expect: Expect) {
        let mut out = String::new();
        write_atom(name, encoding, &mut out);
        expect.assert_eq(&out);
    }

    #[test]
    fn atoms() {
        check("aB_9@ö", Encoding::Latin1, expect!["aB_9@ö"]);
        check("", Encoding::Latin1, expect!["''"]);
        check("Abc", Encoding::Latin1, expect!["'Abc'"]);
        check("end", Encoding::Latin1, expect!["'end'"]);
        check("a'\\\n\u{1}\u{7f}", Encoding::Latin1, expect![[r"'a\'\\\n\001\d'"]]);
        check("→", Encoding::Latin1, expect![[r"'\x{2192}'"]]);
        check("→", Encoding::Unicode, expect!["'→'"]);
    }

    #[test]
    fn what_is_hidden_is_seen() {
        let hidden = "a\u{202E}b\u{200B}\u{FEFF}\u{FFFE}\u{1FFFF}\u{85}";
        let shown = r"a\x{202E}b\x{200B}\x{FEFF}\x{FFFE}\x{1FFFF}\x{85}";
        assert_eq!(escape_hidden(hidden), shown);
        assert_eq!(escape_hidden("größe → 日本"), "größe → 日本");
        let atom = crate::Term::atom("a\u{202E}b");
        assert_eq!(atom.to_string(), r"'a\x{202E}b'");
        assert_eq!(crate::read::term(&atom.to_string()).as_ref(), Ok(&atom));
        // As OTP writes it.
        assert_eq!(crate::print::write_unicode(&atom), "'a\u{202E}b'");
    }

    #[test]
    fn floats() {
        let floats = [
            0.0,
            -0.0,
            1.0,
            0.1,
            100.0,
            1e5,
            123456.0,
            1e22,
            1.5e300,
            1e-5,
            0.001,
            0.0001,
            5e-324,
            9007199254740991.0,
            9007199254740992.0,
            1.7976931348623157e308,
            3.25,
            -2.5e-7,
        ];
        let texts = floats.map(float_text).join(" ");
        expect!["0.0 -0.0 1.0 0.1 100.0 1.0e5 123456.0 1.0e22 1.5e300 1.0e-5 0.001 0.0001 5.0e-324 9007199254740991.0 9.007199254740992e15 1.7976931348623157e308 3.25 -2.5e-7"].assert_eq(&texts);
    }
}
