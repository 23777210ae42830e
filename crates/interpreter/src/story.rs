//! What did the processes of the last run tell each other, in words and in the order in which it came?

use crate::machine::Machine;
use crate::system::Journal;
use schedules::{Actor, ActorId, MessageKey, Step, Taken};
use trace::{Story, StoryActor, StoryEvent, Told};

/// So much of a story is told.
const MOST_EVENTS: usize = 60;

/// So much of a message is told, in characters.
const LONGEST_MESSAGE: usize = 60;

impl Machine {
    /// Each message that was received and whatever else one process did to another. Nothing, if nobody noted
    /// what several of them did.
    pub(crate) fn story(&self) -> Story {
        let Some(journal) = self.system.signals.journal.as_deref() else { return Story::default() };
        let mut teller = Teller { journal, story: Story::default() };
        for event in journal.events() {
            let Some((who, what)) = self.told(&mut teller, event.at.actor, event.step) else {
                continue;
            };
            if teller.story.events.len() == MOST_EVENTS {
                teller.story.is_cut = true;
                break;
            }
            teller.story.events.push(StoryEvent { who, what });
        }
        teller.story
    }

    fn told(&self, teller: &mut Teller, who: ActorId, step: Step) -> Option<(usize, Told)> {
        let journal = teller.journal;
        let what = match step {
            Step::Spawn(other) => {
                // Who spawns has the column before.
                teller.number(who);
                match journal.actor(other) {
                    Actor::Timer(_) => Told::SetsTimer(teller.number(other)),
                    _ => Told::Spawns(teller.number(other)),
                }
            }
            Step::Receive { taken: Taken::Message(key), .. } => {
                let message = self.message(journal, key)?;
                Told::Receives { from: teller.number(journal.sender(key)?), message }
            }
            Step::Receive { taken: Taken::Timeout, .. } => Told::WaitsNoLonger,
            Step::Killed { by, .. } => Told::IsEnded { by: teller.sender(by.actor)? },
            Step::End => Told::IsAtItsEnd,
            Step::Plain | Step::Branch { .. } | Step::Deliver { .. } => return None,
        };
        Some((teller.number(who), what))
    }

    fn message(&self, journal: &Journal, key: MessageKey) -> Option<String> {
        let letter = journal.letters.iter().find(|letter| letter.key == key)?;
        let text = self.heap.to_term(letter.message).to_string();
        Some(match text.char_indices().nth(LONGEST_MESSAGE) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        })
    }
}

/// Numbers those who take part as they come.
struct Teller<'a> {
    journal: &'a Journal,
    story: Story,
}

impl Teller<'_> {
    fn number(&mut self, actor: ActorId) -> usize {
        let name = match self.journal.actor(actor) {
            Actor::Process(name) => name.to_string(),
            Actor::Timer(timer) => timer.to_string(),
            Actor::Courier { from, .. } => from.to_string(),
        };
        let actors = &mut self.story.actors;
        if let Some(known) = actors.iter().position(|known| known.name == name) {
            return known;
        }
        let label = self.journal.labels.get(&actor).cloned();
        actors.push(StoryActor { name, label });
        actors.len() - 1
    }

    /// In whose name a courier delivers.
    fn sender(&mut self, courier: ActorId) -> Option<usize> {
        let Actor::Courier { from, .. } = self.journal.actor(courier) else { return None };
        let from = self.journal.number_of(&Actor::Process(from.clone()))?;
        Some(self.number(from))
    }
}
