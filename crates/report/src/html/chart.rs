//! Who told whom? A sequence chart: a column for each process, a row for each message.

use crate::{Finding, room, text, visible};
use askama::Template;
use explore::FindingKind;
use trace::{Story, StoryActor, Told};

const COLUMN: usize = 150;
const ROW: usize = 26;
const TOP: usize = 44;

/// So much is written over an arrow.
const LONGEST_WORDS: usize = 60;

#[derive(Template)]
#[template(path = "chart.html")]
pub struct Chart {
    width: usize,
    height: usize,
    columns: Vec<Column>,
    rows: Vec<Row>,
}

struct Column {
    x: usize,
    name: String,
}

struct Row {
    y: usize,
    /// The class that gives it its looks.
    kind: &'static str,
    from: usize,
    to: usize,
    /// Where the words begin.
    at: usize,
    words: String,
}

impl Chart {
    /// `None`: there is nothing to tell.
    pub fn of(finding: &Finding) -> Option<Chart> {
        let story: &Story = &finding.story;
        if story.is_empty() {
            return None;
        }
        let columns: Vec<Column> = (0..)
            .zip(&story.actors)
            .map(|(number, actor)| Column { x: x(number), name: name(actor) })
            .collect();
        let mut rows: Vec<Row> = (0..)
            .zip(&story.events)
            .map(|(number, event)| row(number, event.who, &event.what))
            .collect();
        rows.extend(last(finding, rows.len()));
        let (width, height) = (x(columns.len()), y(rows.len()) + ROW);
        Some(Chart { width, height, columns, rows })
    }
}

fn x(column: usize) -> usize {
    COLUMN / 2 + column * COLUMN
}

fn y(row: usize) -> usize {
    TOP + ROW + row * ROW
}

fn name(actor: &StoryActor) -> String {
    let name = match &actor.label {
        Some(label) => format!("{} {label}", actor.name),
        None => actor.name.clone(),
    };
    visible::line(&room::text(&name, LONGEST_WORDS)).into_owned()
}

fn row(number: usize, who: usize, what: &Told) -> Row {
    let (kind, from, words) = match what {
        Told::Spawns(other) => return arrow(number, "spawn", who, *other, "spawns"),
        Told::SetsTimer(timer) => return arrow(number, "spawn", who, *timer, "sets"),
        Told::Receives { from, message } => ("message", *from, message.as_str()),
        Told::IsEnded { by } => ("end", *by, "ends it"),
        Told::WaitsNoLonger => ("alone", who, "waits no longer"),
        Told::IsAtItsEnd => ("alone", who, "is at its end"),
    };
    arrow(number, kind, from, who, words)
}

fn arrow(number: usize, kind: &'static str, from: usize, to: usize, words: &str) -> Row {
    let words = visible::line(&room::text(words, LONGEST_WORDS)).into_owned();
    let kind = if from == to { "alone" } else { kind };
    Row { y: y(number), kind, from: x(from), to: x(to), at: x(from.min(to)) + 8, words }
}

/// What comes of it, in the column of the process under test, if that is where it happens.
fn last(finding: &Finding, number: usize) -> Option<Row> {
    let is_elsewhere = matches!(finding.kind, FindingKind::ProcessCrash | FindingKind::LostMessage);
    let under_test = finding.story.actors.iter().position(|actor| actor.name == "0");
    let column = under_test.filter(|_| !is_elsewhere).unwrap_or(0);
    let words = text::exception(finding);
    Some(Row { kind: "bad", ..arrow(number, "alone", column, column, &words) })
}
