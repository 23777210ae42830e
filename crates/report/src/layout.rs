//! How is a long call broken into lines? As a person would: what fits stays on its line; of what does not,
//! each part begins a line below the first.
//!
//! It works on the text, which has balanced brackets in Erlang's notation and in Elixir's alike. Texts that
//! were cut lack some of the brackets; they are broken all the same, and nothing is lost but a space where a
//! line ends.

/// So wide are lines in a report.
pub const WIDTH: usize = 98;

/// What begins further to the right than this hangs below its bracket instead.
const FURTHEST: usize = WIDTH / 2;

/// What hangs is so far to the right of what is around it.
const HANGING: usize = 4;

/// No line begins further to the right, however deep a term is nested.
const MOST_INDENT: usize = 60;

/// Parts up to this long may share a line, if they have no parts of their own and no names.
const SHORT: usize = 24;

/// The text in lines of at most so many characters, where that is possible.
pub fn lines(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let tokens = tokens(text);
    let mut writer = Lines { lines: Vec::new(), line: String::new(), column: 0, width };
    let mut groups = vec![Bracketed { indent: 0, end: tokens.len(), was_short: false }];
    let mut number = 0;
    while let Some(token) = tokens.get(number) {
        while groups.len() > 1 && groups.last().is_some_and(|group| group.end < number) {
            groups.pop();
        }
        writer.push(token.text);
        number += 1;
        let indent = groups.last().map_or(0, |group| group.indent);
        match token.kind {
            Kind::Open { end } => {
                let behind = behind(&tokens, end);
                if writer.fits(measure(&tokens[number..behind])) {
                    tokens[number..=end.min(tokens.len() - 1)]
                        .iter()
                        .for_each(|token| writer.push_all(token));
                    number = end + 1;
                    continue;
                }
                let aligned = writer.column;
                let (wanted, hangs) = match aligned <= indent + FURTHEST {
                    true => (aligned, false),
                    false => (indent + HANGING, true),
                };
                let indent = wanted.min(MOST_INDENT);
                if hangs && indent == wanted {
                    writer.end_line(indent);
                }
                groups.push(Bracketed { indent, end, was_short: is_short(&tokens, number) });
            }
            Kind::Separator => {
                let next = part_end(&tokens, number);
                let length = measure(&tokens[number..behind(&tokens, next).max(next)]);
                let is_short = is_short(&tokens, number);
                let was_short = groups
                    .last_mut()
                    .is_some_and(|group| std::mem::replace(&mut group.was_short, is_short));
                match was_short && is_short && writer.fits(token.space.len() + length) {
                    true => writer.push(token.space),
                    false => writer.end_line(indent),
                }
            }
            Kind::Other | Kind::Close => writer.push(token.space),
        }
    }
    writer.end_line(0);
    writer.lines
}

/// Something between brackets that does not fit on one line.
struct Bracketed {
    indent: usize,
    /// The token that closes it.
    end: usize,
    /// The part before may share its line.
    was_short: bool,
}

struct Lines {
    lines: Vec<String>,
    line: String,
    column: usize,
    width: usize,
}

impl Lines {
    fn push(&mut self, text: &str) {
        self.line.push_str(text);
        self.column += text.chars().count();
    }

    fn push_all(&mut self, token: &Token) {
        self.push(token.text);
        self.push(token.space);
    }

    fn fits(&self, length: usize) -> bool {
        self.column + length <= self.width
    }

    fn end_line(&mut self, indent: usize) {
        let line = std::mem::replace(&mut self.line, " ".repeat(indent));
        self.lines.push(line.trim_end().to_owned());
        self.column = indent;
    }
}

struct Token<'t> {
    text: &'t str,
    /// What stands behind it if the line goes on.
    space: &'t str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A bracket, and the number of the token that closes it; of one that nobody closes, behind the last.
    Open {
        end: usize,
    },
    Close,
    /// `,` or `;`
    Separator,
    Other,
}

/// How many characters these take on a line.
fn measure(tokens: &[Token]) -> usize {
    let Some((last, others)) = tokens.split_last() else { return 0 };
    let length = |token: &Token| token.text.chars().count() + token.space.chars().count();
    others.iter().map(length).sum::<usize>() + last.text.chars().count()
}

/// What must stay on the line of a part: the brackets that close behind it, and a separator.
fn behind(tokens: &[Token], end: usize) -> usize {
    let mut behind = end;
    while tokens.get(behind).is_some_and(|token| token.kind == Kind::Close) {
        behind += 1;
    }
    let is_separated = tokens.get(behind).is_some_and(|token| token.kind == Kind::Separator);
    (behind + usize::from(is_separated)).min(tokens.len())
}

/// The end of the part that begins here: a separator or a bracket that closes what is around it.
fn part_end(tokens: &[Token], first: usize) -> usize {
    let mut number = first;
    while let Some(token) = tokens.get(number) {
        match token.kind {
            Kind::Open { end } => number = end + 1,
            Kind::Other => number += 1,
            Kind::Close | Kind::Separator => break,
        }
    }
    number.min(tokens.len())
}

/// May the part that begins here share a line with others?
fn is_short(tokens: &[Token], first: usize) -> bool {
    let part = &tokens[first.min(tokens.len())..part_end(tokens, first)];
    let is_plain = |token: &Token| token.kind == Kind::Other && !matches!(token.text, "=" | "=>");
    part.iter().all(is_plain) && measure(part) <= SHORT
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = token_length(rest);
        let (word, after) = rest.split_at(length);
        let spaces = after.len() - after.trim_start_matches(' ').len();
        let (space, after) = after.split_at(spaces);
        let number = tokens.len();
        let kind = match word {
            "(" | "[" | "{" | "<<" => {
                open.push((number, closing(word)));
                Kind::Open { end: usize::MAX }
            }
            // One that closes nothing is a part of something else: `->`, `fun/1>`.
            ")" | "]" | "}" | ">>" => match open.iter().rposition(|(_, close)| *close == word) {
                Some(level) => {
                    for (opened, _) in open.drain(level..) {
                        tokens[opened].kind = Kind::Open { end: number };
                    }
                    Kind::Close
                }
                None => Kind::Other,
            },
            "," | ";" => Kind::Separator,
            _ => Kind::Other,
        };
        tokens.push(Token { text: word, space, kind });
        rest = after;
    }
    let all = tokens.len();
    open.into_iter().for_each(|(opened, _)| tokens[opened].kind = Kind::Open { end: all });
    tokens
}

fn closing(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        _ => ">>",
    }
}

/// In bytes.
fn token_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    match bytes[0] {
        b'(' | b'[' | b'{' | b')' | b']' | b'}' | b',' | b';' => 1,
        b'<' if rest.starts_with("<<") => 2,
        b'>' if rest.starts_with(">>") => 2,
        quote @ (b'"' | b'\'') => quoted_length(bytes, quote),
        b'$' => character_length(rest),
        b' ' => bytes.iter().take_while(|byte| **byte == b' ').count(),
        first => {
            let stops = |byte: &u8| b"([{)]},;<>\"'$ ".contains(byte);
            let end = bytes[1..].iter().position(stops).map_or(bytes.len(), |at| at + 1);
            // A single one of these is no bracket.
            if matches!(first, b'<' | b'>') { 1 } else { end }
        }
    }
}

fn quoted_length(bytes: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// `$a`, `$\n`, `$,`
fn character_length(rest: &str) -> usize {
    let mut characters = rest.chars().skip(1);
    let length = match characters.next() {
        Some('\\') => 2 + characters.next().map_or(0, char::len_utf8),
        Some(other) => 1 + other.len_utf8(),
        None => 1,
    };
    length.min(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expect: Expect) {
        let lines = lines(text, 40);
        let bare = |text: &str| text.chars().filter(|each| *each != ' ').collect::<String>();
        assert_eq!(bare(&lines.concat()), bare(text), "nothing is lost");
        expect.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn what_fits_stays() {
        check("shop:total([], {share, 0}).", expect!["shop:total([], {share, 0})."]);
    }

    #[test]
    fn parts_begin_lines() {
        check(
            "shop:total([#order{id = 1, items = [a, b]}, #order{id = 2, items = []}], {share, 0}).",
            expect![[r#"
                shop:total([#order{id = 1,
                                   items = [a, b]},
                            #order{id = 2, items = []}],
                           {share, 0})."#]],
        );
    }

    #[test]
    fn short_parts_share_lines() {
        let numbers: Vec<String> = (1..40).map(|number| number.to_string()).collect();
        let list = format!("m:f([{}]).", numbers.join(", "));
        check(
            &list,
            expect![[r#"
                m:f([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
                     12, 13, 14, 15, 16, 17, 18, 19, 20,
                     21, 22, 23, 24, 25, 26, 27, 28, 29,
                     30, 31, 32, 33, 34, 35, 36, 37, 38,
                     39])."#]],
        );
        let bytes = format!("m:f(<<{}>>).", numbers.join(","));
        check(
            &bytes,
            expect![[r#"
                m:f(<<1,2,3,4,5,6,7,8,9,10,11,12,13,14,
                      15,16,17,18,19,20,21,22,23,24,25,
                      26,27,28,29,30,31,32,33,34,35,36,
                      37,38,39>>)."#]],
        );
    }

    #[test]
    fn what_is_quoted_is_whole() {
        check(
            r#"m:f("a, b (c", 'one, "two"', $,, $\\, [$", $(], "and some more of it", [])."#,
            expect![[r#"
                m:f("a, b (c", 'one, "two"', $,, $\\,
                    [$", $(],
                    "and some more of it",
                    [])."#]],
        );
    }

    #[test]
    fn what_was_cut_is_broken_too() {
        check(
            "m:f([{0, 1}, {2, 3}, {4, 5}, {6, … (58,890 bytes in all), [1, 2, 3], some_atom)",
            expect![[r#"
                m:f([{0, 1},
                     {2, 3},
                     {4, 5},
                     {6,
                      … (58,890 bytes in all),
                      [1, 2, 3],
                      some_atom)"#]],
        );
    }

    #[test]
    fn far_to_the_right_is_no_place() {
        let name = "a_function_with_a_rather_long_name_that_goes_on_beyond_the_middle";
        check(
            &format!("m:{name}([1, 2, 3], {{some, more}})."),
            expect![[r#"
                m:a_function_with_a_rather_long_name_that_goes_on_beyond_the_middle(
                    [1, 2, 3],
                    {some, more})."#]],
        );
    }

    #[test]
    fn any_depth() {
        let deep = "[".repeat(2_000) + &"]".repeat(2_000);
        assert_eq!(lines(&deep, 40).concat().replace(' ', ""), deep);
    }
}
