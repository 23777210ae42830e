//! Whose events are there? Those of processes, and of what acts between them.

use crate::name::{EventId, ProcessName};
use rustc_hash::FxHashMap;

/// Who has events of his own, in an order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Actor {
    Process(ProcessName),
    /// Delivers the signals from one process to another that do something when they are delivered: exits,
    /// links, monitors. (Plain messages are no events: it only counts which of them are received.)
    Courier {
        from: ProcessName,
        to: ProcessName,
    },
    /// A timer that was set at this event.
    Timer(EventId),
}

/// An actor by number. The numbers hold for one exploration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ActorId(pub u32);

/// The actors that any run of an exploration has had.
#[derive(Default)]
pub struct Actors {
    numbers: FxHashMap<Actor, ActorId>,
    actors: Vec<Actor>,
}

impl Actors {
    pub fn number(&mut self, actor: Actor) -> ActorId {
        if let Some(&number) = self.numbers.get(&actor) {
            return number;
        }
        let number = ActorId(u32::try_from(self.actors.len()).expect("fewer than 2^32 actors"));
        self.actors.push(actor.clone());
        self.numbers.insert(actor, number);
        number
    }

    pub fn actor(&self, number: ActorId) -> &Actor {
        &self.actors[number.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_actor_has_one_number() {
        let mut actors = Actors::default();
        let process = ProcessName::started(0);
        let courier =
            |from: &ProcessName, to| Actor::Courier { from: from.clone(), to: process.child(to) };
        let first = actors.number(Actor::Process(process.clone()));
        let second = actors.number(courier(&process, 1));
        assert_ne!(first, second);
        assert_eq!(actors.number(courier(&process, 1)), second);
        assert_eq!(actors.actor(first), &Actor::Process(process));
    }
}
