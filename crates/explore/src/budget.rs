//! When is it enough? Time, runs, memory, or because somebody says so.
//!
//! Clones share one budget: it is spent by all workers of a search together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Tells how many bytes are in use, where that can be told.
pub type MemoryGauge = fn() -> Option<u64>;

#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    time: Option<Duration>,
    runs: Option<u64>,
    run: Arc<AtomicU64>,
    memory: Option<Memory>,
    stop: Option<Arc<AtomicBool>>,
}

#[derive(Clone, Debug)]
struct Memory {
    bytes: u64,
    gauge: MemoryGauge,
    /// When it was looked at last, in milliseconds from the start, and what was seen.
    looked: Arc<AtomicU64>,
    is_spent: Arc<AtomicBool>,
}

/// How often memory is looked at. In less than this, no search takes much.
const PERIOD: u64 = 20;

/// What ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Limit {
    Time,
    Runs,
    Memory,
}

impl Budget {
    pub fn new(time: Option<Duration>, runs: Option<u64>) -> Budget {
        let run = Arc::default();
        Budget { started: Instant::now(), time, runs, run, memory: None, stop: None }
    }

    /// The search is out of time as soon as somebody sets this.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(stop), ..self }
    }

    pub fn with_memory(self, bytes: u64, gauge: MemoryGauge) -> Budget {
        let memory = Memory { bytes, gauge, looked: Arc::default(), is_spent: Arc::default() };
        Budget { memory: Some(memory), ..self }
    }

    pub fn count_run(&self) {
        self.run.fetch_add(1, Ordering::Relaxed);
    }

    pub fn spent(&self) -> Option<Limit> {
        if self.runs.is_some_and(|runs| self.run.load(Ordering::Relaxed) >= runs) {
            Some(Limit::Runs)
        } else if self.is_out_of_time() {
            Some(Limit::Time)
        } else if self.is_out_of_memory() {
            Some(Limit::Memory)
        } else {
            None
        }
    }

    pub fn is_out_of_time(&self) -> bool {
        let is_stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        is_stopped || self.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// Is there more time left than was taken so far?
    pub fn is_mostly_left(&self) -> bool {
        self.time.is_none_or(|time| self.started.elapsed() < time / 2)
    }

    fn is_out_of_memory(&self) -> bool {
        let Some(memory) = &self.memory else { return false };
        let now = self.started.elapsed().as_millis() as u64;
        if now >= memory.looked.load(Ordering::Relaxed) + PERIOD {
            memory.looked.store(now, Ordering::Relaxed);
            if (memory.gauge)().is_some_and(|bytes| bytes >= memory.bytes) {
                memory.is_spent.store(true, Ordering::Relaxed);
            }
        }
        memory.is_spent.load(Ordering::Relaxed)
    }

    /// When the time is over.
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.time?)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_spend_the_same_runs() {
        let budget = Budget::new(None, Some(2));
        let other = budget.clone();
        budget.count_run();
        assert_eq!(other.spent(), None);
        other.count_run();
        assert_eq!(budget.spent(), Some(Limit::Runs));
    }

    #[test]
    fn memory_that_is_spent_stays_spent() {
        let much = Budget::new(None, None).with_memory(100, || Some(100));
        std::thread::sleep(Duration::from_millis(2 * PERIOD));
        assert_eq!(much.spent(), Some(Limit::Memory));
        let unknown = Budget::new(None, None).with_memory(100, || None);
        std::thread::sleep(Duration::from_millis(2 * PERIOD));
        assert_eq!(unknown.spent(), None);
    }
}
