//! How long may the BEAM take to confirm what was found?
//!
//! As long as there is time left for the function, and a moment beyond. A call that answers at once is
//! never turned away, however late it is: a busy machine must not make crashes look doubtful. But as
//! soon as one has taken too long, the others of the function are not tried any more.

use explore::{Confirmation, Finding, FindingKind};
use std::time::{Duration, Instant};

/// So long replaying may go on when the time of the function is over.
const LATE: Duration = Duration::from_millis(150);

/// What any call may take; a node that does not even say that the time is over takes as much again.
const SHORTEST: Duration = Duration::from_millis(300);

/// What has no end need not be waited for to the end.
const WITHOUT_END: Duration = Duration::from_secs(1);

/// The replays of one function.
pub struct Replays {
    until: Instant,
    is_over: bool,
    /// What an answer may have in bytes.
    largest: u64,
}

/// A term of one byte may take so many here, if it is deep.
const BYTES_PER_BYTE: u64 = 128;

impl Replays {
    /// For a function whose time is over at this moment, and that may take so much memory. The time may be
    /// over already: then the node was slow to start.
    pub fn until(end: Option<Instant>, memory: u64) -> Replays {
        let now = Instant::now();
        let until = end.map_or(now, |end| end.max(now)) + LATE;
        Replays { until, is_over: false, largest: memory / BYTES_PER_BYTE }
    }

    /// How far the BEAM may go with a finding, if it is still to be asked.
    pub fn limits(&self, finding: &Finding) -> Option<beam::Limits> {
        let usual = beam::Limits::default();
        let most = if has_no_end(finding) { WITHOUT_END } else { usual.time };
        let left = self.left();
        let (time, grace) = (left.clamp(SHORTEST, most), left.clamp(SHORTEST, usual.grace));
        let result_bytes = self.largest.min(usual.result_bytes);
        (!self.is_over).then_some(beam::Limits { time, grace, result_bytes, ..usual })
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// How long others who ask the BEAM may be waited for.
    pub fn wait(&self) -> Instant {
        self.until.max(Instant::now() + SHORTEST)
    }

    /// A call took longer than it was allowed to.
    pub fn too_long(&mut self) -> Confirmation {
        self.is_over = self.left().is_zero();
        no_time()
    }
}

/// Taking too long is what such a finding is about.
pub fn has_no_end(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Hang | FindingKind::Deadlock)
}

pub fn no_time() -> Confirmation {
    Confirmation::NotTried("no time was left for it (--time)".to_owned())
}
