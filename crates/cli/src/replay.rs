//! How long may the BEAM take to confirm what was found?
//!
//! As long as there is time left for the function, and a moment beyond: a busy machine must not make
//! crashes look doubtful. As soon as one call has taken too long, the others of the function are not
//! tried any more, and all together take half a second beyond the time at most.

use explore::{Confirmation, Finding, FindingKind};
use std::time::{Duration, Instant};

/// So long replaying may go on when the time of the function is over.
const LATE: Duration = Duration::from_millis(150);

/// So long all replays of a function may go on, however quick each of them is.
const LATEST: Duration = Duration::from_millis(500);

/// What any call may take; a node that does not even say that the time is over takes as much again.
const SHORTEST: Duration = Duration::from_millis(300);

/// A node that waits for a call without end takes so long to say that the time is over.
const ANSWER: Duration = Duration::from_millis(50);

/// What has no end need not be waited for to the end.
const WITHOUT_END: Duration = Duration::from_secs(1);

/// The replays of one function.
pub struct Replays {
    until: Instant,
    last: Instant,
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
        let end = end.map_or(now, |end| end.max(now));
        let (until, last) = (end + LATE, end + LATEST);
        Replays { until, last, is_over: false, largest: memory / BYTES_PER_BYTE }
    }

    /// How far the BEAM may go with a finding, if it is still to be asked.
    pub fn limits(&self, finding: &Finding) -> Option<beam::Limits> {
        let usual = beam::Limits::default();
        let (most, least) = match has_no_end(finding) {
            // Who waits for less has not seen that there is no end.
            true => (WITHOUT_END, SHORTEST + ANSWER),
            false => (usual.time, Duration::from_millis(1)),
        };
        let rest = self.last.saturating_duration_since(Instant::now());
        if self.is_over || rest < least {
            return None;
        }
        let time = self.left().clamp(SHORTEST, most).min(rest);
        let grace = (rest - time).min(usual.grace);
        let result_bytes = self.largest.min(usual.result_bytes);
        Some(beam::Limits { time, grace, result_bytes, ..usual })
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// How long others who ask the BEAM may be waited for.
    pub fn wait(&self) -> Instant {
        self.until.max(Instant::now() + SHORTEST).min(self.last)
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

/// Why something was not tried.
pub const NO_TIME: &str = "no time was left for it (--time)";

pub fn no_time() -> Confirmation {
    Confirmation::NotTried(NO_TIME.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use explore::FindingKey;
    use trace::{Input, NoEnd, Outcome};

    fn finding(kind: FindingKind) -> Finding {
        let outcome = Outcome::NoEnd(NoEnd::Repeats);
        let (_, key) = FindingKey::of(&outcome).expect("a hang");
        Finding::new(kind, key, Input::new(Vec::new()), outcome)
    }

    #[test]
    fn all_of_them_take_half_a_second_beyond_their_time() {
        let (crash, hang) = (finding(FindingKind::Crash), finding(FindingKind::Hang));
        let late = |by: u64| {
            let end = Instant::now() - Duration::from_millis(by);
            Replays { until: end + LATE, last: end + LATEST, ..Replays::until(None, 1 << 30) }
        };
        for by in [0, 100, 200, 300, 400] {
            let limits = late(by).limits(&crash).expect("it is tried");
            let longest = Duration::from_millis(500 - by);
            assert!(limits.time + limits.grace <= longest, "{by}: {limits:?}");
        }
        assert!(late(500).limits(&crash).is_none());
        assert!(late(100).limits(&hang).is_some_and(|limits| limits.time == SHORTEST));
        assert!(late(200).limits(&hang).is_none());
        assert!(late(500).wait() <= Instant::now());
    }

    #[test]
    fn there_is_time_before_the_end() {
        let end = Instant::now() + Duration::from_secs(8);
        let replays = Replays::until(Some(end), 1 << 30);
        let now = Instant::now();
        let limits = replays.limits(&finding(FindingKind::Crash)).expect("it is tried");
        assert_eq!(limits.time, beam::Limits::default().time);
        assert!(now + limits.time + limits.grace <= end + LATEST, "{limits:?}");
    }
}
