//! What did the processes of a run tell each other, in the order in which it came?

use std::fmt;

/// Who takes part, and what happened, one thing after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    pub actors: Vec<StoryActor>,
    pub events: Vec<StoryEvent>,
    /// There was more of it.
    pub is_cut: bool,
}

/// A process or a timer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryActor {
    /// `0.1`, as a schedule has it.
    pub name: String,
    /// The name it registered, or the function it runs.
    pub label: Option<String>,
}

/// Something that one of them did, or that was done to it: the numbers are places in [`Story::actors`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryEvent {
    pub who: usize,
    pub what: Told,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    Spawns(usize),
    SetsTimer(usize),
    Receives {
        from: usize,
        message: String,
    },
    /// Its `receive` is over without a message.
    WaitsNoLonger,
    /// An exit signal of this one ends it.
    IsEnded {
        by: usize,
    },
    IsAtItsEnd,
}

impl Story {
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Tells at most so many events.
    pub fn shorten(&mut self, most: usize) {
        self.is_cut |= self.events.len() > most;
        self.events.truncate(most);
    }

    /// A line of text for each event.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.events.iter().map(|event| self.line(event).to_string()).collect();
        if self.is_cut {
            lines.push("…".to_owned());
        }
        lines
    }

    fn line<'a>(&'a self, event: &'a StoryEvent) -> impl fmt::Display + 'a {
        Line { story: self, event }
    }
}

struct Line<'a> {
    story: &'a Story,
    event: &'a StoryEvent,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actor = |number: usize| &self.story.actors[number];
        let name = |number: usize| actor(number).name.as_str();
        let who = name(self.event.who);
        match &self.event.what {
            Told::Spawns(other) => match &actor(*other).label {
                Some(label) => write!(f, "{who} spawns {}: {label}", name(*other)),
                None => write!(f, "{who} spawns {}", name(*other)),
            },
            Told::SetsTimer(timer) => write!(f, "{who} sets the timer {}", name(*timer)),
            Told::Receives { from, message } => write!(f, "{} → {who}: {message}", name(*from)),
            Told::WaitsNoLonger => write!(f, "{who} waits no longer"),
            Told::IsEnded { by } => write!(f, "{} ends {who}", name(*by)),
            Told::IsAtItsEnd => write!(f, "{who} is at its end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_each_event() {
        let actor = |name: &str, label: Option<&str>| StoryActor {
            name: name.to_owned(),
            label: label.map(str::to_owned),
        };
        let event = |who, what| StoryEvent { who, what };
        let message = "{done,1}".to_owned();
        let story = Story {
            actors: vec![actor("0", None), actor("0.0", Some("worker/1"))],
            events: vec![
                event(0, Told::Spawns(1)),
                event(0, Told::Receives { from: 1, message }),
                event(1, Told::IsAtItsEnd),
            ],
            is_cut: true,
        };
        let lines = ["0 spawns 0.0: worker/1", "0.0 → 0: {done,1}", "0.0 is at its end", "…"];
        assert_eq!(story.lines(), lines);
    }
}
