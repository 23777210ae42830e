//! What did the processes of the last run tell each other, in words and in the order in which it came?

use crate::machine::Machine;
use crate::system::Journal;
use schedules::{Actor, ActorId, MessageKey, Step, Taken};

/// So much of a story is told.
const MOST_LINES: usize = 60;

/// So much of a message is told, in characters.
const LONGEST_MESSAGE: usize = 60;

impl Machine {
    /// A line for each message that was received and for whatever else one process did to another. Nothing, if
    /// nobody noted what several of them did.
    pub(crate) fn story(&self) -> Vec<String> {
        let Some(journal) = self.system.signals.journal.as_deref() else { return Vec::new() };
        let mut lines = Vec::new();
        for event in journal.events() {
            let who = name(journal, event.at.actor);
            let line = match event.step {
                Step::Spawn(other) => match journal.actor(other) {
                    Actor::Timer(timer) => Some(format!("{who} sets the timer {timer}")),
                    _ => Some(format!("{who} spawns {}", name(journal, other))),
                },
                Step::Receive { taken: Taken::Message(key), .. } => self.told(journal, &who, key),
                Step::Receive { taken: Taken::Timeout, .. } => {
                    Some(format!("{who} waits no longer"))
                }
                Step::Killed { by, .. } => match journal.actor(by.actor) {
                    Actor::Courier { from, .. } => Some(format!("{from} ends {who}")),
                    _ => None,
                },
                Step::End => Some(format!("{who} is at its end")),
                Step::Plain | Step::Branch { .. } | Step::Deliver { .. } => None,
            };
            lines.extend(line);
            if lines.len() == MOST_LINES {
                lines.push("…".to_owned());
                break;
            }
        }
        lines
    }

    fn told(&self, journal: &Journal, who: &str, key: MessageKey) -> Option<String> {
        let letter = journal.letters.iter().find(|letter| letter.key == key)?;
        let text = self.heap.to_term(letter.message).to_string();
        let text = match text.char_indices().nth(LONGEST_MESSAGE) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        };
        let from = journal.sender(key).map(|from| name(journal, from))?;
        Some(format!("{from} → {who}: {text}"))
    }
}

fn name(journal: &Journal, actor: ActorId) -> String {
    match journal.actor(actor) {
        Actor::Process(name) => name.to_string(),
        Actor::Timer(timer) => timer.to_string(),
        Actor::Courier { from, .. } => from.to_string(),
    }
}
