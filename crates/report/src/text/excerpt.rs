//! How does the place look in the source? Its line, marked.

use super::Pen;
use crate::{Finding, dialect, visible};

/// A line longer than this is not shown to its end.
const LONGEST_LINE: usize = 140;

/// The innermost line of the program that can be shown. A stack trace knows no columns, so all that
/// is written on the line is marked.
pub fn write(pen: &mut Pen, finding: &Finding) {
    let Some((mfa, place, text)) = finding.shown_place() else { return };
    if finding.place().is_some_and(|(_, top)| top != place) {
        pen.line(&format!("  called from {}:{} in {}", place.file, place.line, dialect::name(mfa)));
    }
    let text = super::cut(&visible::source(text), LONGEST_LINE);
    let (number, margin) = (place.line.to_string(), " ".repeat(place.line.to_string().len()));
    let code = text.trim_start();
    let indent = " ".repeat(text.chars().count() - code.chars().count());
    let marks = "^".repeat(code.chars().count());
    pen.line("");
    pen.push("    ");
    pen.styled(pen.palette.faint, &format!("{number} |"));
    pen.line(&format!(" {text}"));
    pen.push("    ");
    pen.styled(pen.palette.faint, &format!("{margin} |"));
    pen.push(&format!(" {indent}"));
    pen.styled(pen.palette.bad, &marks);
    pen.line("");
}
