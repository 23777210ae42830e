//! How is a text shown that somebody else wrote? Names of files and modules, messages of the compiler:
//! none of them may move the cursor, change colours, begin a line of its own or turn others around.

use std::borrow::Cow;
use std::fmt::Write;
use term::print::is_hidden;

/// On one line, with escapes in the place of what would not be seen.
pub fn line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    text.chars().for_each(|character| push(character, &mut shown));
    Cow::Owned(shown)
}

/// The same where lines may follow: those are indented, so that none looks as if Ermine said it.
pub fn lines(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\n  "),
            other => push(other, &mut shown),
        }
    }
    Cow::Owned(shown)
}

/// A line of a program, as it shows on any screen.
pub fn source(text: &str) -> String {
    source_part(text.trim_end())
}

/// A part of such a line, with the spaces at its end.
pub fn source_part(text: &str) -> String {
    line(&text.replace('\t', "    ")).into_owned()
}

fn push(character: char, shown: &mut String) {
    match character {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        '\x1B' => shown.push_str("\\e"),
        hidden if is_hidden(hidden) => {
            write!(shown, "\\x{{{:X}}}", u32::from(hidden)).expect("a String takes everything")
        }
        other => shown.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(line("a/b c.erl"), "a/b c.erl");
        assert_eq!(line("a\nb\x1b[31m\r.erl"), r"a\nb\e[31m\r.erl");
        assert_eq!(
            line("\0\x7f\u{9b}\u{202e}\u{2066}\u{200f}"),
            r"\x{0}\x{7F}\x{9B}\x{202E}\x{2066}\x{200F}"
        );
        assert_eq!(line("größe 日本 \u{1F600}"), "größe 日本 \u{1F600}");
        assert_eq!(lines("one\n::error::two\r"), "one\n  ::error::two\\r");
        assert_eq!(source("\tf() ->\x1b ok. \r"), "    f() ->\\e ok.");
    }
}
