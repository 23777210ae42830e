//! Who told whom? A sequence chart: a column for each process, a row for each message.

use crate::{Finding, text, visible};
use askama::Template;
use explore::FindingKind;
use trace::{Story, StoryActor, Told};

const ROW: usize = 26;
/// Where the first row is.
const TOP: usize = 64;
/// What a character takes.
const CHARACTER: usize = 8;
/// Between two columns.
const NARROWEST: usize = 90;
const WIDEST: usize = 280;
/// Between a column and what is written beside it.
const GAP: usize = 10;

/// So much is written over an arrow.
const LONGEST_WORDS: usize = 44;
/// And at the head of a column.
const LONGEST_LABEL: usize = 24;

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
    /// `0.1`, as a schedule has it.
    name: String,
    /// The name it registered, or the function it runs.
    label: String,
    /// Without cuts.
    all: String,
}

struct Row {
    y: usize,
    /// The class that gives it its looks.
    kind: &'static str,
    /// Which columns.
    from: usize,
    to: usize,
    words: String,
    all: String,
    /// Where it begins, where it ends, and where its words begin.
    x: [usize; 3],
}

impl Row {
    fn leftmost(&self) -> usize {
        self.from.min(self.to)
    }

    fn rightmost(&self) -> usize {
        self.from.max(self.to)
    }

    fn is_arrow(&self) -> bool {
        self.from != self.to
    }

    fn points_right(&self) -> bool {
        self.from < self.to
    }
}

impl Chart {
    /// `None`: there is nothing to tell.
    pub fn of(finding: &Finding) -> Option<Chart> {
        let story = &finding.story;
        if story.is_empty() {
            return None;
        }
        // What comes of it is in the column of the process under test, if that is where it happens.
        let is_elsewhere =
            matches!(finding.kind, FindingKind::ProcessCrash | FindingKind::LostMessage);
        let under_test = story.actors.iter().position(|actor| actor.name == "0");
        let column = under_test.filter(|_| !is_elsewhere).unwrap_or(0);
        Some(Chart::new(story, (column, &text::exception(finding))))
    }

    fn new(story: &Story, (column, end): (usize, &str)) -> Chart {
        let mut rows: Vec<Row> =
            story.events.iter().map(|event| row(event.who, &event.what)).collect();
        if story.is_cut {
            rows.push(line("alone", column, column, "…"));
        }
        rows.push(line("bad", column, column, end));
        let mut columns: Vec<Column> = story.actors.iter().map(head).collect();
        let width = place(&mut columns, &rows);
        let mut y = TOP;
        for row in &mut rows {
            let at = columns[row.leftmost()].x + GAP;
            row.x = [columns[row.from].x, columns[row.to].x, at];
            row.y = y;
            y += ROW;
        }
        Chart { width, height: y, columns, rows }
    }
}

fn wide(text: &str) -> usize {
    text.chars().count() * CHARACTER
}

impl Column {
    fn half(&self) -> usize {
        wide(&self.name).max(wide(&self.label)) / 2
    }
}

/// Puts each column far enough from the one before for their heads, and for what is written between the two.
/// The width of it all.
fn place(columns: &mut [Column], rows: &[Row]) -> usize {
    let mut x = columns[0].half() + GAP;
    for number in 0..columns.len() {
        columns[number].x = x;
        let Some(next) = columns.get(number + 1) else { break };
        let between = rows.iter().filter(|row| row.leftmost() == number && row.is_arrow());
        let words = between.map(|row| (wide(&row.words) + GAP) / (row.rightmost() - number));
        let heads = columns[number].half() + next.half() + GAP;
        x += words.max().unwrap_or(0).clamp(NARROWEST, WIDEST).max(heads);
    }
    let ends = rows.iter().map(|row| columns[row.leftmost()].x + GAP + wide(&row.words));
    let heads = columns.iter().map(|column| column.x + column.half());
    ends.chain(heads).max().unwrap_or(x) + GAP
}

/// Its beginning. All of it is told when the mouse is over it.
fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn whole(text: &str) -> String {
    visible::line(text).into_owned()
}

fn head(actor: &StoryActor) -> Column {
    let all = whole(actor.label.as_deref().unwrap_or_default());
    Column { x: 0, name: actor.name.clone(), label: short(&all, LONGEST_LABEL), all }
}

fn row(who: usize, what: &Told) -> Row {
    match what {
        Told::Spawns(other) => line("spawn", who, *other, "spawns"),
        Told::SetsTimer(timer) => line("spawn", who, *timer, "sets"),
        Told::Receives { from, message } => line("message", *from, who, message),
        Told::IsEnded { by } => line("end", *by, who, "ends it"),
        Told::WaitsNoLonger => line("alone", who, who, "waits no longer"),
        Told::IsAtItsEnd => line("alone", who, who, "is at its end"),
    }
}

fn line(kind: &'static str, from: usize, to: usize, words: &str) -> Row {
    let kind = if from == to && kind != "bad" { "alone" } else { kind };
    // What comes of it is at the end, and all of it is of interest.
    let most = if kind == "bad" { 2 * LONGEST_WORDS } else { LONGEST_WORDS };
    let all = whole(words);
    Row { y: 0, kind, from, to, words: short(&all, most), all, x: [0; 3] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::StoryEvent;

    fn actor(name: &str, label: &str) -> StoryActor {
        let label = (!label.is_empty()).then(|| label.to_owned());
        StoryActor { name: name.to_owned(), label }
    }

    fn chart() -> Chart {
        let told = |message: &str| Told::Receives { from: 1, message: message.to_owned() };
        let event = |who, what| StoryEvent { who, what };
        let story = Story {
            actors: vec![actor("0", ""), actor("0.0", "gen_server a_server_with_a_long_name")],
            events: vec![
                event(0, Told::Spawns(1)),
                event(0, told("<script>&\"")),
                event(1, Told::IsAtItsEnd),
            ],
            is_cut: true,
        };
        Chart::new(&story, (0, "error: gone"))
    }

    #[test]
    fn nothing_stands_on_anything_else() {
        let Chart { width, height, columns, rows } = chart();
        let [first, second] = &columns[..] else { panic!("two processes") };
        assert!(first.x >= first.half() && second.x >= first.x + first.half() + second.half());
        assert!(rows.windows(2).all(|pair| pair[0].y + ROW == pair[1].y));
        assert!(rows.iter().all(|row| row.y < height && row.x[2] + wide(&row.words) < width));
    }

    #[test]
    fn an_arrow_goes_from_who_sends_to_who_receives() {
        let Chart { columns, rows, .. } = chart();
        let kinds: Vec<&str> = rows.iter().map(|row| row.kind).collect();
        assert_eq!(kinds, ["spawn", "message", "alone", "alone", "bad"]);
        assert_eq!((rows[0].x[0], rows[0].x[1]), (columns[0].x, columns[1].x));
        assert_eq!((rows[1].x[0], rows[1].x[1]), (columns[1].x, columns[0].x));
    }

    #[test]
    fn what_a_program_says_is_no_markup() {
        let svg = chart().render().expect("it is only text");
        assert!(!svg.contains("<script>") && svg.contains("script"), "{svg}");
    }
}
