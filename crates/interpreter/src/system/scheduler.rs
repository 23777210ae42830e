//! Who decides what comes next where a program leaves it open?
//!
//! Erlang promises that signals from one process to another arrive in the order in which they were sent, and
//! nothing else. [`FirstReady`] does as the BEAM does on one core; [`AnyOrder`] does what it likes.

use crate::machine::TURN;
use crate::process::ProcessId;

/// What comes next? Engines ask; policies live elsewhere.
pub trait Scheduler {
    /// The position in `ready` of the process to run. `ready` is never empty and is in the order
    /// in which the processes became ready.
    fn choose(&mut self, ready: &[ProcessId]) -> usize;

    /// How many calls the process may make before it is another's turn.
    fn turn(&mut self) -> u64 {
        TURN
    }

    /// Does everything arrive at once, in the order of sending? Then [`Scheduler::arrives`] is not asked.
    fn delivers_at_once(&self) -> bool {
        true
    }

    /// Which of `count` signals to a process arrives now: they are the first of their pairs, in the order of
    /// sending. `None`: none yet. If nobody can run, one of them must.
    fn arrives(&mut self, _count: usize, _nobody_can_run: bool) -> Option<usize> {
        Some(0)
    }
}

/// First come, first served: as the BEAM does on one core.
pub struct FirstReady;

impl Scheduler for FirstReady {
    fn choose(&mut self, _ready: &[ProcessId]) -> usize {
        0
    }
}

/// Turns of all lengths, signals that take their time: anything that Erlang allows, as a number says.
pub struct AnyOrder {
    state: u64,
}

impl AnyOrder {
    pub fn new(seed: u64) -> AnyOrder {
        AnyOrder { state: seed }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }
}

impl Scheduler for AnyOrder {
    fn choose(&mut self, ready: &[ProcessId]) -> usize {
        self.below(ready.len())
    }

    fn turn(&mut self) -> u64 {
        // Most races are between neighbours, and some programs compute for long.
        match self.below(4) {
            0 => TURN,
            1 => 1 + self.below(200) as u64,
            _ => 1 + self.below(12) as u64,
        }
    }

    fn delivers_at_once(&self) -> bool {
        false
    }

    fn arrives(&mut self, count: usize, nobody_can_run: bool) -> Option<usize> {
        let arrives = nobody_can_run || self.below(2) == 0;
        arrives.then(|| self.below(count))
    }
}
