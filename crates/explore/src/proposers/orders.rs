//! In which other orders could processes have run? Every run with several of them is learned from, and other
//! orders of what they did are run with the same arguments; what the input decides there is flipped as in any
//! other run. See [`schedules`].
//!
//! Flips keep the order of the run that they come from, so each order is seen with each input, as long as what
//! the processes decide is decided one after the other: see [`Blur`]. What a `receive` takes may depend on the
//! input as well. So it is offered each message that it would take with some input: in an order in which it looks
//! at it, that is a decision of the run as any other.

use super::Proposer;
use crate::knowledge::Knowledge;
use crate::task::{News, Purpose, Ran, Task};
use rustc_hash::FxHashSet;
use schedules::{
    Action, Actor, ActorId, Actors, Answer, Conditions, EventKey, Exploration, Fit, Intended,
    Literal, MessageKey, Offer, Run, Step, Strategy, Taken,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use term::Term;
use trace::{Blur, History, Input, Move, Outcome, Schedule};
use typing::Random;

pub struct Orders {
    exploration: Exploration<Arc<[Term]>>,
    actors: Actors,
    fits: Fits,
    /// The next number for patterns and payloads.
    next: u32,
    /// How many more orders may be run.
    left: usize,
    /// Orders with more preemptions than this are not run, and so many there were.
    preemptions: Option<usize>,
    beyond: usize,
    is_on: bool,
    /// Whose turn is it, orders or flips?
    is_turn: bool,
    has_seen_any: bool,
    blurs: BTreeSet<Blur>,
    has_given_up: bool,
}

/// What came of the orders of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrdersSeen {
    /// So many that differ in what a process can see.
    pub seen: usize,
    /// So many that may, and were not run.
    pub left: usize,
    pub blurs: BTreeSet<Blur>,
}

/// More than these are not kept in mind.
const MOST_WAITING: usize = 20_000;

/// Which messages a `receive` takes: seen in the run that had both, with its input.
#[derive(Default)]
struct Fits {
    known: FxHashSet<(u32, u32)>,
    /// It does not take them, and with another input it might.
    open: FxHashSet<(u32, u32)>,
}

/// What a run has shown, besides its graph.
#[derive(Default)]
struct Shown {
    /// Where processes were ended that waited, or had nothing to do.
    waits_at: Vec<EventKey>,
    /// Messages at which a `receive` has looked.
    looks: Vec<Offer>,
}

impl Conditions for Fits {
    type Input = Arc<[Term]>;

    fn fit(&self, pattern: u32, payload: u32) -> Fit {
        match (pattern, payload) {
            pair if self.known.contains(&pair) => Fit::Always,
            pair if self.open.contains(&pair) => Fit::Depends,
            _ => Fit::Never,
        }
    }

    fn holds(&self, literal: Literal, _input: &Arc<[Term]>) -> bool {
        match literal {
            Literal::Fits { pattern, payload, fits } => {
                self.known.contains(&(pattern, payload)) == fits
            }
            Literal::Way { .. } => true,
        }
    }

    /// The input stays: what other inputs do is left to flips.
    fn solve(&mut self, _literals: &[Literal], hint: &Arc<[Term]>) -> Answer<Arc<[Term]>> {
        Answer::Model(hint.clone())
    }
}

impl Orders {
    /// At most so many orders are run, and none with more preemptions. One is what the engine chooses, and
    /// nothing is learned.
    pub fn new(most: usize, preemptions: Option<usize>) -> Orders {
        let exploration = Exploration::new(Strategy::OldestFirst);
        Orders {
            exploration: match preemptions {
                Some(_) => exploration.keeping_together(),
                None => exploration,
            },
            preemptions,
            beyond: 0,
            actors: Actors::default(),
            fits: Fits::default(),
            next: 0,
            left: most.saturating_sub(1),
            is_on: most > 1,
            is_turn: false,
            has_seen_any: false,
            blurs: BTreeSet::new(),
            has_given_up: false,
        }
    }

    /// Is it the turn of orders? Every second time it is.
    pub fn takes_turn(&mut self) -> bool {
        self.is_turn = !self.is_turn;
        self.is_turn && self.exploration.waiting() > 0
    }

    /// `None`: there were none, or nobody wanted to know.
    pub fn summary(&mut self) -> Option<OrdersSeen> {
        if !self.has_seen_any {
            return None;
        }
        // Those that other runs have shown meanwhile are none.
        let mut left = usize::from(self.has_given_up) + self.beyond;
        while let Some(work) = self.exploration.next_work(&self.fits) {
            left += usize::from(work.refused.is_empty());
        }
        Some(OrdersSeen { seen: self.exploration.classes(), left, blurs: self.blurs.clone() })
    }

    fn learn_from(&mut self, history: &History, arguments: &[Term]) -> Shown {
        self.has_seen_any = true;
        self.blurs.extend(&history.blurs);
        if self.exploration.waiting() > MOST_WAITING {
            self.has_given_up = true;
            return Shown::default();
        }
        let numbers: Vec<ActorId> =
            history.actors.iter().map(|actor| self.actors.number(actor.clone())).collect();
        let first = self.next;
        self.next = self.next.saturating_add(history.numbers);
        let renumbered = |&(r, m): &(u32, u32)| (first + r, first + m);
        self.fits.known.extend(history.fits.iter().map(renumbered));
        self.fits.open.extend(history.open.iter().map(renumbered));
        let run = history.run.clone().renumbered(|actor| numbers[actor.0 as usize], first);
        let passed = history.passed.iter().map(renumbered).collect();
        let shown = Shown { waits_at: waits_at(&run), looks: looks(&run, &passed) };
        self.exploration.learn(run, &arguments.into(), &mut self.fits);
        shown
    }

    fn moves(&self, actions: &[Action]) -> Vec<Move> {
        actions.iter().filter_map(|&action| self.one_move(action)).collect()
    }

    fn one_move(&self, action: Action) -> Option<Move> {
        let actor = |number| self.actors.actor(number).clone();
        let name = |number| match self.actors.actor(number) {
            Actor::Process(name) => Some(name.clone()),
            Actor::Courier { .. } | Actor::Timer(_) => None,
        };
        Some(match action {
            Action::Step(at) => match actor(at.actor) {
                Actor::Courier { from, to } => Move::Deliver { from: Actor::Process(from), to },
                actor => Move::Run(actor),
            },
            Action::Timeout(at) => Move::Timeout(name(at.actor)?),
            Action::Deliver { from, to, .. } => Move::Deliver { from: actor(from), to: name(to)? },
        })
    }
}

impl Proposer for Orders {
    fn propose(&mut self, _knowledge: &Knowledge, _chance: &mut Random) -> Option<Task> {
        if self.left == 0 {
            return None;
        }
        let (work, schedule) = loop {
            let work = self.exploration.next_work(&self.fits)?;
            // That a `receive` waits is a matter of the input.
            if !work.refused.is_empty() {
                continue;
            }
            let schedule = Schedule::new(self.moves(&work.actions));
            match self.preemptions {
                Some(most) if schedule.preemptions() > most => self.beyond += 1,
                _ => break (work, schedule),
            }
        };
        self.left -= 1;
        let input = Input { arguments: work.input.to_vec(), schedule };
        let schedules::Work { shows, is_sure, lives_at, offers, .. } = work;
        Some(Task::Run(input, Purpose::Order { shows, is_sure, lives_at, offers }))
    }

    fn learn(&mut self, ran: &Ran, _news: News) {
        let Some(history) = ran.trace.history.as_deref().filter(|_| self.is_on) else { return };
        let is_cut =
            ran.trace.outcome.is_cut_short() || matches!(ran.trace.outcome, Outcome::Incomplete(_));
        if is_cut {
            self.blurs.insert(Blur::Length);
        }
        let shown = self.learn_from(history, &ran.input.arguments);
        let Purpose::Order { shows, is_sure, lives_at, offers } = &ran.purpose else { return };
        if self.has_given_up || self.exploration.has_shown(shows) {
            return;
        }
        if offers.is_some_and(|offer| !shown.looks.contains(&offer)) {
            self.blurs.insert(Blur::DataInReceive);
        }
        if *is_sure && !lives_at.is_some_and(|at| shown.waits_at.contains(&at)) {
            self.blurs.insert(Blur::NotFollowed);
        }
    }
}

fn waits_at(run: &Run) -> Vec<EventKey> {
    let waits = run.events.iter().filter_map(|event| match event.step {
        Step::Killed { instead_of: Intended::Receive { .. } | Intended::Nothing, .. } => {
            Some(event.at)
        }
        _ => None,
    });
    waits.collect()
}

/// Whatever a `receive` has looked at. `passed`: what it has left, by pattern and payload.
fn looks(run: &Run, passed: &FxHashSet<(u32, u32)>) -> Vec<Offer> {
    let taken = run.events.iter().filter_map(|event| match event.step {
        Step::Receive { taken: Taken::Message(message), .. } => {
            Some(Offer { receive: event.at, message })
        }
        _ => None,
    });
    let received = run.events.iter().filter_map(|event| match event.step {
        Step::Receive { pattern, .. } => Some((event.at, pattern)),
        _ => None,
    });
    let pending = run.pending.iter().map(|pending| (pending.at, pending.pattern));
    let receives: Vec<(EventKey, u32)> = received.chain(pending).collect();
    let messages = run.events.iter().flat_map(|event| {
        let key = |nth| MessageKey { event: event.at, nth };
        (0..).zip(&event.sends).map(move |(nth, sent)| (key(nth), sent.payload))
    });
    let left = messages.flat_map(|(message, payload)| {
        let passes = |&(_, pattern): &(EventKey, u32)| passed.contains(&(pattern, payload));
        let who = receives.iter().copied().filter(passes);
        who.map(move |(receive, _)| Offer { receive, message }).collect::<Vec<_>>()
    });
    taken.chain(left).collect()
}
