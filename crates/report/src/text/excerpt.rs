//! How does the place look in the source? Its line, marked.

use super::Pen;
use crate::{Finding, dialect, visible};

/// A line longer than this is not shown to its end.
const LONGEST_LINE: usize = 140;

/// The innermost line of the program that can be shown. A stack trace knows no columns: where nobody else
/// does, all that is written on the line is marked.
pub fn write(pen: &mut Pen, finding: &Finding) {
    let Some((mfa, place, text)) = finding.shown_place() else { return };
    if finding.place().is_some_and(|(_, top)| top != place) {
        pen.line(&format!("  called from {}:{} in {}", place.file, place.line, dialect::name(mfa)));
    }
    let Marked { text, indent, length } = marked(text, place.column);
    let (number, margin) = (place.line.to_string(), " ".repeat(place.line.to_string().len()));
    pen.line("");
    pen.push("    ");
    pen.styled(pen.palette.faint, &format!("{number} |"));
    pen.line(&format!(" {text}"));
    pen.push("    ");
    pen.styled(pen.palette.faint, &format!("{margin} |"));
    pen.push(&format!(" {}", " ".repeat(indent)));
    pen.styled(pen.palette.bad, &"^".repeat(length));
    pen.line("");
}

/// A line as it is shown, and which of its characters are marked.
struct Marked {
    text: String,
    indent: usize,
    length: usize,
}

fn marked(source: &str, column: Option<usize>) -> Marked {
    let text = super::cut(&visible::source(source), LONGEST_LINE);
    let shown = |text: &str| visible::source_part(text).chars().count();
    if let Some(column) = column
        && let Some((start, _)) = source.char_indices().nth(column - 1)
        && let word = word(&source[start..])
        && !word.is_empty()
    {
        let (indent, length) = (shown(&source[..start]), shown(word));
        if indent + length <= LONGEST_LINE {
            return Marked { text, indent, length };
        }
    }
    let code = text.trim_start();
    let indent = text.chars().count() - code.chars().count();
    let length = code.chars().count();
    Marked { text, indent, length }
}

/// What begins there: an operator, or a name with the name behind a colon. A bracket says nothing.
fn word(code: &str) -> &str {
    let is_letter = |letter: char| letter.is_alphanumeric() || "_@:?#".contains(letter);
    let is_sign = |letter: char| "+-*/=<>|!&".contains(letter);
    let end = match code.chars().next() {
        Some(first) if is_letter(first) => code.find(|letter| !is_letter(letter)),
        Some(first) if is_sign(first) => code.find(|letter| !is_sign(letter)),
        _ => Some(0),
    };
    &code[..end.unwrap_or(code.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, column: Option<usize>, wanted: &str) {
        let Marked { text, indent, length } = marked(source, column);
        assert_eq!(format!("{text}\n{}{}", " ".repeat(indent), "^".repeat(length)), wanted);
    }

    #[test]
    fn the_operation_is_marked() {
        let source = "\tA div B + C div D,";
        check(source, Some(14), "    A div B + C div D,\n                ^^^");
        check(source, Some(4), "    A div B + C div D,\n      ^^^");
        check(source, None, "    A div B + C div D,\n    ^^^^^^^^^^^^^^^^^^");
        check(source, Some(99), "    A div B + C div D,\n    ^^^^^^^^^^^^^^^^^^");
        check("f(ö) -> lists:nth(ö, [])", Some(9), "f(ö) -> lists:nth(ö, [])\n        ^^^^^^^^^");
        check("X = [a] ++ b", Some(9), "X = [a] ++ b\n        ^^");
        check(" {ok, X} = f(),", Some(2), " {ok, X} = f(),\n ^^^^^^^^^^^^^^");
    }
}
