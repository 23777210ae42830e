//! What does a report say to GitHub? Workflow commands, which a job prints and which become notes
//! at the lines of a pull request.

use crate::text::{self, Palette};
use crate::{Finding, Function, Report, Standing, notation};

/// A line for each finding, then the verdicts.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for function in &report.functions {
        for finding in &function.findings {
            out.push_str(&command(function, finding));
            out.push('\n');
        }
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
        Standing::NotTried(_) => "warning",
        // Not the program's mistake.
        Standing::Refuted(_) => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = finding.reader_place() {
        properties.push(format!("file={}", property(&place.file)));
        properties.push(format!("line={}", place.line));
    }
    let title = format!("{} in {}", text::name(finding), function.mfa);
    properties.push(format!("title={}", property(&title)));
    let call = notation::call(function.mfa, &finding.arguments);
    let mut message = format!("{}\n{call}.", text::exception(finding));
    if let Standing::NotTried(why) | Standing::Refuted(why) = &finding.standing {
        message.push_str(&format!("\nnot confirmed on the BEAM: {why}"));
    }
    format!("::{level} {}::{}", properties.join(","), data(&message))
}

/// As `@actions/core` escapes the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// As `@actions/core` escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
