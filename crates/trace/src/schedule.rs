//! In which order do things happen, where a program leaves it open? A list of moves, which prints as one line
//! of text and is read from it.
//!
//! `0 0*2 0.1 0.1>0 0` is: the process 0 goes on, and twice more; so does its second child; a signal from that
//! one arrives at 0, which goes on. `0.1!` waits no longer, `0#2` is the third timer that 0 has set.

use schedules::{Actor, EventId, ProcessName};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What happens next.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A process goes on, through the next thing that others can see. A timer goes off.
    Run(Actor),
    /// A process waits no longer in its `receive`.
    Timeout(ProcessName),
    /// The next signal from one to the other arrives.
    Deliver { from: Actor, to: ProcessName },
}

/// What is chosen where the program leaves something open: who runs, which message comes first, which timeout
/// fires. When all moves are made the engine chooses; what is not possible is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule {
    pub moves: Vec<Move>,
    /// What is chosen at events that an engine names itself. The interpreter has none of these.
    choices: BTreeMap<EventId, usize>,
}

/// Why a text is no schedule: this part of it is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMove(pub String);

impl Schedule {
    pub fn new(moves: Vec<Move>) -> Schedule {
        Schedule { moves, choices: BTreeMap::new() }
    }

    /// Does the engine choose everywhere?
    pub fn is_free(&self) -> bool {
        self.moves.is_empty() && self.choices.is_empty()
    }

    /// How often is it another process's turn, although the one before could go on? Not where it waits: its
    /// time is over or something arrives before it goes on.
    pub fn preemptions(&self) -> usize {
        let mut last: Option<&ProcessName> = None;
        let mut count = 0;
        for (index, each) in self.moves.iter().enumerate() {
            let (Move::Run(Actor::Process(now)) | Move::Timeout(now)) = each else { continue };
            if let Some(before) = last.replace(now)
                && before != now
                && self.could_go_on(before, index)
            {
                count += 1;
            }
        }
        count
    }

    /// Does the process go on after this move without having waited for anything?
    fn could_go_on(&self, process: &ProcessName, from: usize) -> bool {
        let next = self.moves[from..].iter().find(|each| match each {
            Move::Run(Actor::Process(name)) | Move::Timeout(name) => name == process,
            Move::Deliver { to, .. } => to == process,
            Move::Run(_) => false,
        });
        matches!(next, Some(Move::Run(_)))
    }

    /// Schedules that are nearer to the usual order: none, those without a piece of this one, long pieces and
    /// late ones first, and those in which a process goes on for longer.
    pub fn simpler(&self) -> impl Iterator<Item = Schedule> + use<> {
        let moves = self.moves.clone();
        let count = moves.len();
        let mut lengths: Vec<usize> = std::iter::successors(Some(count), |length| Some(length / 2))
            .take_while(|length| *length > 0)
            .collect();
        lengths.dedup();
        let pieces = lengths.into_iter().flat_map(move |length| {
            (0..count.div_ceil(length)).map(move |nth| {
                let end = count - nth * length;
                end.saturating_sub(length)..end
            })
        });
        let original = moves.clone();
        let shorter = pieces.map(move |piece| {
            let mut left = moves.clone();
            left.drain(piece);
            Schedule::new(left)
        });
        let joined = (1..count).filter_map(move |at| joined(&original, at));
        shorter.chain(joined)
    }

    /// How often is it the turn of another one?
    fn switches(&self) -> usize {
        self.moves.chunk_by(|one, other| one == other).count()
    }

    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// What is chosen at this event, if anything is.
    pub fn choice(&self, at: &EventId) -> Option<usize> {
        self.choices.get(at).copied()
    }

    pub(crate) fn choose(&mut self, at: EventId, way: usize) {
        self.choices.insert(at, way);
    }
}

/// The moves that begin at this place, as far as they are alike, right behind those before that are like
/// them. `None`: there are none, or it is no fewer switches.
fn joined(moves: &[Move], at: usize) -> Option<Schedule> {
    if moves[at - 1] == moves[at] {
        return None;
    }
    let before = moves[..at].iter().rposition(|each| *each == moves[at])?;
    let end =
        moves[at..].iter().position(|each| *each != moves[at]).map_or(moves.len(), |n| at + n);
    let mut nearer = moves.to_vec();
    nearer[before + 1..end].rotate_right(end - at);
    let nearer = Schedule::new(nearer);
    let is_fewer = nearer.switches() < Schedule::new(moves.to_vec()).switches();
    is_fewer.then_some(nearer)
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no move of a schedule", self.0)
    }
}

impl std::error::Error for NoMove {}

fn write_actor(f: &mut fmt::Formatter<'_>, actor: &Actor) -> fmt::Result {
    match actor {
        Actor::Process(name) => write!(f, "{name}"),
        Actor::Timer(timer) => write!(f, "{timer}"),
        Actor::Courier { from, to } => write!(f, "{from}>{to}"),
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Run(actor) => write_actor(f, actor),
            Move::Timeout(process) => write!(f, "{process}!"),
            Move::Deliver { from, to } => {
                write_actor(f, from)?;
                write!(f, ">{to}")
            }
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, same) in self.moves.chunk_by(|a, b| a == b).enumerate() {
            let gap = if number == 0 { "" } else { " " };
            write!(f, "{gap}{}", same[0])?;
            if same.len() > 1 {
                write!(f, "*{}", same.len())?;
            }
        }
        Ok(())
    }
}

fn process(text: &str) -> Option<ProcessName> {
    let mut numbers = text.split('.').map(|number| number.parse().ok());
    let mut name = ProcessName::started(numbers.next()??);
    for number in numbers {
        name = name.child(number?);
    }
    Some(name)
}

fn actor(text: &str) -> Option<Actor> {
    match text.split_once('#') {
        Some((name, nth)) => Some(Actor::Timer(EventId::new(process(name)?, nth.parse().ok()?))),
        None => Some(Actor::Process(process(text)?)),
    }
}

fn one_move(text: &str) -> Option<Move> {
    if let Some(name) = text.strip_suffix('!') {
        return Some(Move::Timeout(process(name)?));
    }
    match text.split_once('>') {
        Some((from, to)) => Some(Move::Deliver { from: actor(from)?, to: process(to)? }),
        None => Some(Move::Run(actor(text)?)),
    }
}

/// A schedule has no more moves than this, however often one is repeated.
const MOST_MOVES: usize = 1 << 20;

impl FromStr for Schedule {
    type Err = NoMove;

    fn from_str(text: &str) -> Result<Schedule, NoMove> {
        let mut moves = Vec::new();
        for word in text.split_whitespace() {
            let no_move = || NoMove(word.to_owned());
            let (name, times) = match word.split_once('*') {
                Some((name, times)) => (name, times.parse().map_err(|_| no_move())?),
                None => (word, 1usize),
            };
            let each = one_move(name).ok_or_else(no_move)?;
            if times > MOST_MOVES - moves.len() {
                return Err(no_move());
            }
            moves.extend(std::iter::repeat_n(each, times));
        }
        Ok(Schedule::new(moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_again() {
        let text = "0 0*2 0.1 0.1>0 0! 0.1#3 0.1#3>0.2 7.0.12";
        let schedule: Schedule = text.parse().unwrap();
        assert_eq!(schedule.moves.len(), 9);
        assert_eq!(schedule.to_string(), text.replacen("0 0*2", "0*3", 1));
        assert_eq!(schedule.to_string().parse(), Ok(schedule));
        assert!("".parse::<Schedule>().unwrap().is_free());
    }

    #[test]
    fn who_waits_is_not_interrupted() {
        let preemptions = |text: &str| text.parse::<Schedule>().unwrap().preemptions();
        assert_eq!(preemptions("0*3 0.0 0.1"), 0);
        assert_eq!(preemptions("0 0.0 0.0>0 0"), 0);
        assert_eq!(preemptions("0 0.0 0!"), 0);
        assert_eq!(preemptions("0 0.0 0"), 1);
        assert_eq!(preemptions("0 0.0 0 0.0*2"), 2);
    }

    #[test]
    fn simpler_schedules_are_shorter_or_switch_less() {
        let schedule: Schedule = "0 0.0 0".parse().unwrap();
        let simpler: Vec<String> = schedule.simpler().map(|each| each.to_string()).collect();
        assert_eq!(simpler, ["", "0 0.0", "0*2", "0.0 0", "0*2 0.0"]);
        let weight = |each: &Schedule| (each.moves.len(), each.switches());
        assert!(schedule.simpler().all(|each| weight(&each) < weight(&schedule)));
    }

    #[test]
    fn what_is_no_schedule_is_refused() {
        for wrong in ["x", "0.", "0>", ">0", "0*", "0*x", "0#", "!", "0*99999999999", "0>1#2"] {
            assert_eq!(wrong.parse::<Schedule>(), Err(NoMove(wrong.to_owned())), "{wrong}");
        }
    }
}
