//! What does a report say to GitHub? Workflow commands, which a job prints and which become notes
//! at the lines of a pull request.

use crate::group::{Group, groups};
use crate::text::{self, Palette};
use crate::{Rank, Report, Standing, room, unreachable, visible};
use term::print::is_hidden;

/// A line for each finding and each clause that can go, then the verdicts.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for group in groups(report).iter().filter(|group| !group.is_known) {
        out.push_str(&command(group));
        out.push('\n');
    }
    for function in &report.functions {
        for finding in function.findings.iter().filter(|finding| !finding.stands()) {
            let title = property(&format!("{} in {}", text::name(finding), function.mfa));
            let call = finding.call_within(function.mfa, room::CALL).as_input();
            let message = format!("{call}\n{}", text::standing(report, finding));
            out.push_str(&format!("::notice title={title}::{}\n", data(&message)));
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
fn command(group: &Group) -> String {
    let Group { function, finding, .. } = group;
    let level = match group.rank() {
        Rank::LikelyBug => "error",
        Rank::SpecTooWide => "warning",
        Rank::Deliberate | Rank::UnlikelyInput => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = &group.site.line {
        properties.push(format!("file={}", file(&place.file)));
        properties.push(format!("line={}", place.line));
    }
    let title = format!("{} in {}", group.rank().words(), group.site.name.function);
    properties.push(format!("title={}", property(&title)));
    let call = finding.call_within(function.mfa, room::CALL).as_input();
    let mut message = format!("{}\n{call}", text::exception(finding));
    if !group.also.is_empty() {
        message.push_str(&format!("\nalso through {}", text::others(group)));
    }
    match &finding.standing {
        Standing::Confirmed | Standing::Repeated => {}
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
