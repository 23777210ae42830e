//! Which findings of a whole project does the screen show? The most important in full, others of their ranks
//! in a table, and of the rest how many there are. Everything is in the other formats.

use super::verdict::callback;
use super::{Detail, LONGEST_MESSAGE, Pen, count, cut, exception_within, name, standing};
use crate::group::{Group, groups};
use crate::rank::Rank;
use crate::site::{SiteName, What};
use crate::{Report, Spec, Standing, dialect, room, visible};
use anstyle::Style;

/// So many are in the table.
const MOST_IN_TABLE: usize = 20;

/// So many other functions are named that lead to a site.
const MOST_NAMED: usize = 5;

/// So many lines are named in which the same goes wrong.
const MOST_LINES: usize = 10;

/// A call that is longer is cut: this is a glance, and the other formats have all of it.
const LONGEST_CALL: usize = 400;

/// The same in a column of the table.
const LONGEST_CELL: usize = 50;

/// A line of the source that is longer is not shown to its end.
const LONGEST_LINE: usize = 100;

/// How the others are seen.
const ELSEWHERE: &str = "--format html --output FILE shows them";

pub fn write(pen: &mut Pen, report: &Report, detail: Detail) {
    let all = groups(report);
    if detail == Detail::Brief {
        all.iter().filter(|group| !group.is_known).for_each(|group| brief(pen, group));
        mistakes(pen, report);
        return;
    }
    let matters = |group: &&Group| !group.is_known && group.rank() <= Rank::SpecTooWide;
    let shown = together(all.iter().filter(matters));
    let (full, rest) = shown.split_at(report.policy.show.min(shown.len()));
    for told in full {
        finding(pen, report, told);
    }
    let rest: Vec<&Group> = rest.iter().flat_map(Told::each).collect();
    table(pen, &rest);
    for rank in [Rank::Deliberate, Rank::UnlikelyInput] {
        let number = all.iter().filter(|group| !group.is_known && group.rank() == rank).count();
        if number > 0 {
            let findings = count(number as u64, "finding");
            pen.line(&format!("{findings} not shown, {}: {ELSEWHERE}", rank_in_words(rank)));
        }
    }
    known(pen, report, &all);
    mistakes(pen, report);
    if !all.is_empty() {
        pen.line("");
    }
}

/// A finding on the screen.
struct Told<'a, 'r> {
    group: &'a Group<'r>,
    /// Others that are most likely the same mistake.
    alike: Vec<&'a Group<'r>>,
}

impl<'a, 'r> Told<'a, 'r> {
    fn each(&self) -> impl Iterator<Item = &'a Group<'r>> {
        std::iter::once(self.group).chain(self.alike.iter().copied())
    }
}

/// The same function that refuses in the same way, in several lines of one function, is told once. Arithmetic is
/// not: each has numbers of its own.
fn together<'a, 'r: 'a>(groups: impl Iterator<Item = &'a Group<'r>>) -> Vec<Told<'a, 'r>> {
    let mut all: Vec<Told> = Vec::new();
    for group in groups {
        let SiteName { function, what, .. } = group.site.name;
        let line = |group: &Group| group.site.line.as_ref().map(|line| line.line);
        let is_alike = |told: &&mut Told| {
            let other = &told.group.site.name;
            (other.function, other.what, told.group.why) == (function, what, group.why)
                && matches!(what, What::Failure { by: Some(_), reason } if reason.name() != "badarith")
                && line(group).is_some_and(|this| line(told.group).is_some_and(|at| at != this))
        };
        match all.iter_mut().find(is_alike) {
            Some(told) => told.alike.push(group),
            None => all.push(Told { group, alike: Vec::new() }),
        }
    }
    all
}

/// What the program does itself is told otherwise than what nobody gives it.
fn rank_in_words(rank: Rank) -> &'static str {
    match rank {
        Rank::LikelyBug => "likely bugs",
        Rank::SpecTooWide => "specs that are too wide",
        Rank::Deliberate => "exceptions that the program raises itself",
        Rank::UnlikelyInput => "of input that is unlikely",
    }
}

/// `src/m.erl:7`, or the function where no line is known
pub fn place(group: &Group) -> String {
    match &group.site.line {
        Some(line) => format!("{}:{}", line.file, line.line),
        None => dialect::place(group.site.name.function),
    }
}

fn finding(pen: &mut Pen, report: &Report, told: &Told) {
    let Told { group, alike } = told;
    let Group { site, finding, function, .. } = group;
    pen.styled(pen.palette.bad, &format!("{}:", group.rank().words()));
    pen.push(" ");
    pen.styled(pen.palette.strong, &exception_within(finding, LONGEST_MESSAGE));
    pen.line("");
    let within = dialect::place(site.name.function);
    let within = if site.line.is_some() { format!(" in {within}") } else { String::new() };
    pen.line(&format!("  at {}{within}: {}", place(group), group.why.words()));
    if let Some((line, text)) =
        site.line.as_ref().and_then(|line| Some((line, line.text.as_ref()?)))
    {
        let text = cut(visible::source(text).trim_start(), LONGEST_LINE);
        pen.push("    ");
        pen.styled(pen.palette.faint, &format!("{} |", line.line));
        pen.line(&format!(" {text}"));
    }
    pen.push("  ");
    pen.styled(pen.palette.typed, &finding.call_within(function.mfa, LONGEST_CALL).as_input());
    pen.line("");
    if !group.also.is_empty() {
        pen.line(&format!("  also through {}", others(group)));
    }
    if !alike.is_empty() {
        pen.line(&format!("  the same in {}", lines(alike)));
    }
    if let Spec::OfCallback(behaviour) = function.spec {
        pen.line(&format!("  it has no -spec: {} took its place", callback(behaviour)));
    }
    if !matches!(finding.standing, Standing::Confirmed | Standing::Repeated) {
        pen.line(&format!("  {}", standing(report, finding)));
    }
    pen.line("");
}

/// `m:f/1, m:g/2 and 3 more`
pub fn others(group: &Group) -> String {
    let named: Vec<String> =
        group.also.iter().take(MOST_NAMED).map(|each| dialect::name(each.mfa)).collect();
    let more = match group.also.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    named.join(", ") + &more
}

/// `lines 12, 15, 20`
fn lines(groups: &[&Group]) -> String {
    let mut lines: Vec<usize> =
        groups.iter().filter_map(|group| Some(group.site.line.as_ref()?.line)).collect();
    lines.sort_unstable();
    lines.dedup();
    let named: Vec<String> = lines.iter().take(MOST_LINES).map(usize::to_string).collect();
    let more = match lines.len().saturating_sub(MOST_LINES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let word = if lines.len() == 1 { "line" } else { "lines" };
    format!("{word} {}{more}", named.join(", "))
}

/// Place, reason and call of those that are not told in full.
fn table(pen: &mut Pen, groups: &[&Group]) {
    if groups.is_empty() {
        return;
    }
    let row = |group: &&Group| {
        let Group { finding, function, .. } = group;
        let call = finding.call_within(function.mfa, LONGEST_CELL).as_input();
        let reason = exception_within(finding, LONGEST_CELL);
        [place(group), cut(&reason, LONGEST_CELL), cut(&call, LONGEST_CELL)]
    };
    let rows: Vec<[String; 3]> = groups.iter().take(MOST_IN_TABLE).map(row).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = [0, 1].map(|column| width(column).unwrap_or(0));
    pen.styled(pen.palette.strong, &format!("{} more of these ranks:", groups.len()));
    pen.line("");
    for [place, reason, call] in &rows {
        pen.push(&format!("  {place:<0$}  {reason:<1$}  ", widths[0], widths[1]));
        pen.styled(Style::new(), call);
        pen.line("");
    }
    if groups.len() > rows.len() {
        let more = groups.len() - rows.len();
        pen.line(&format!("  and {more} more: --show N shows more of them in full; {ELSEWHERE}"));
    }
    pen.line("");
}

/// What the baseline has.
fn known(pen: &mut Pen, report: &Report, groups: &[Group]) {
    let Some(baseline) = &report.policy.baseline else { return };
    let unchanged = report.check.iter().flat_map(|check| &check.unchanged.sites);
    let still_there = unchanged.filter(|each| baseline.has(&each.site)).count();
    let known = groups.iter().filter(|group| group.is_known).count();
    let mut text =
        format!("{} known by {}", count((known + still_there) as u64, "finding"), baseline.file);
    match baseline.gone(report) {
        0 => {}
        gone => {
            let lines = count(gone as u64, "line");
            text +=
                &format!("; {lines} of it not found any more: --update-baseline writes it anew");
        }
    }
    pen.line(&text);
}

/// One line that tools which know compilers can jump from.
fn brief(pen: &mut Pen, group: &Group) {
    let Group { finding, function, .. } = group;
    let call = finding.call_within(function.mfa, room::WORDS).as_input();
    let (name, rank) = (name(finding), group.rank().words());
    let exception = exception_within(finding, LONGEST_MESSAGE);
    pen.line(&format!("{}: {name} ({rank}): {exception}: {call}", place(group)));
}

/// What the BEAM does not do: these are Ermine's own.
fn mistakes(pen: &mut Pen, report: &Report) {
    for function in &report.functions {
        for finding in function.findings.iter().filter(|finding| !finding.stands()) {
            pen.styled(pen.palette.bad, &format!("{}:", name(finding)));
            let call = finding.call_within(function.mfa, room::WORDS).as_input();
            pen.line(&format!(" {}: {call}", exception_within(finding, LONGEST_MESSAGE)));
            pen.line(&format!("  {}", standing(report, finding)));
        }
    }
}
