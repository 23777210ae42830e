//! When is it enough? Time, runs, or because somebody says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    time: Option<Duration>,
    runs: Option<u64>,
    run: u64,
    stop: Option<Arc<AtomicBool>>,
}

/// What ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Time,
    Runs,
}

impl Budget {
    pub fn new(time: Option<Duration>, runs: Option<u64>) -> Budget {
        Budget { started: Instant::now(), time, runs, run: 0, stop: None }
    }

    /// The search is out of time as soon as somebody sets this.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(stop), ..self }
    }

    pub fn count_run(&mut self) {
        self.run += 1;
    }

    pub fn spent(&self) -> Option<Limit> {
        if self.runs.is_some_and(|runs| self.run >= runs) {
            Some(Limit::Runs)
        } else if self.is_out_of_time() {
            Some(Limit::Time)
        } else {
            None
        }
    }

    pub fn is_out_of_time(&self) -> bool {
        let is_stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        is_stopped || self.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// When the time is over.
    pub fn deadline(&self) -> Option<Instant> {
        self.started.checked_add(self.time?)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
