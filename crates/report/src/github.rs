//! What does a report say to GitHub? Workflow commands, which a job prints and which become notes
//! at the lines of a pull request.

use crate::text::{self, Palette};
use crate::{Finding, Function, Report, Standing, room, unreachable, visible};
use term::print::is_hidden;

/// A line for each finding and each clause that can go, then the verdicts.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for function in &report.functions {
        for finding in &function.findings {
            out.push_str(&command(function, finding));
            out.push('\n');
        }
    }
    for (function, clause) in report.unreachable() {
        let (file, line) = (property(&clause.place.file), clause.place.line);
        let title = property(&format!("{} in {}", unreachable::NAME, clause.function()));
        let why = data(&text::comes_nowhere(function));
        out.push_str(&format!("::notice file={file},line={line},title={title}::{why}\n"));
    }
    for failure in report.failures() {
        let title = property(&format!("{} was not tested", failure.subject));
        out.push_str(&format!("::warning title={title}::{}\n", data(&failure.why)));
    }
    // GitHub takes a line for a command only where it begins with `::`, and these never do.
    out + &text::verdicts(report, &Palette::PLAIN)
}

/// `::error file=F,line=L,title=T::MESSAGE`
fn command(function: &Function, finding: &Finding) -> String {
    let level = match finding.standing {
        Standing::Confirmed => "error",
        Standing::NotTried(_) | Standing::NodeDied(_) => "warning",
        // Not the program's mistake.
        Standing::Refuted(_) => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = finding.reader_place() {
        properties.push(format!("file={}", file(&place.file)));
        properties.push(format!("line={}", place.line));
    }
    let title = format!("{} in {}", text::name(finding), function.mfa);
    properties.push(format!("title={}", property(&title)));
    let call = finding.call_within(function.mfa, room::CALL).as_input();
    let mut message = format!("{}\n{call}", text::exception(finding));
    match &finding.standing {
        Standing::Confirmed => {}
        Standing::NotTried(why) | Standing::Refuted(why) => {
            message.push_str(&format!("\nnot confirmed on the BEAM: {why}"));
        }
        Standing::NodeDied(why) => {
            message.push_str(&format!("\nnot confirmed: the BEAM died of this call: {why}"));
        }
    }
    format!("::{level} {}::{}", properties.join(","), data(&message))
}

/// As `@actions/core` escapes the message of a command.
fn data(text: &str) -> String {
    // Lines are shown as such, but nothing else that moves the cursor.
    let lines: Vec<_> = text.split('\n').map(visible::line).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A path must stay what it is, as far as it can be shown.
fn file(path: &str) -> String {
    let escaped = path.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    escaped.replace(':', "%3A").replace(',', "%2C").replace(is_hidden, "\u{FFFD}")
}

/// As `@actions/core` escapes a property of a command.
fn property(text: &str) -> String {
    data(&visible::line(text)).replace(':', "%3A").replace(',', "%2C")
}
