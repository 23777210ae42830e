//! Who decides what comes next where a program leaves it open?

use crate::process::ProcessId;

/// Who runs next? Engines ask; policies live elsewhere.
pub trait Scheduler {
    /// The position in `ready` of the process to run. `ready` is never empty and is in the order
    /// in which the processes became ready.
    fn choose(&mut self, ready: &[ProcessId]) -> usize;
}

/// First come, first served: as the BEAM does on one core.
pub struct FirstReady;

impl Scheduler for FirstReady {
    fn choose(&mut self, _ready: &[ProcessId]) -> usize {
        0
    }
}
