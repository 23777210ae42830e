//! What time is it, and what happens when?
//!
//! Time is virtual: it moves with the work done, and jumps to the next timer when nobody can run.
//! So a run is repeatable, and a minute of waiting costs nothing.

use crate::process::{ProcessId, ReferenceId};
use runtime::Value;
use runtime::collect::Collection;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::Atom;

/// Virtual time, in nanoseconds since the run began.
pub type Instant = u64;

/// What one reduction takes.
const NANOSECONDS_PER_REDUCTION: u64 = 50;

#[derive(Default)]
pub struct Clock {
    now: Instant,
    /// In the order in which they go off.
    timers: BTreeMap<TimerPlace, Timer>,
    /// Where each of them is.
    places: FxHashMap<ReferenceId, TimerPlace>,
    next_timer: u64,
    has_sent: bool,
    pub statistics: Statistics,
}

/// When, and as which of those that were set.
type TimerPlace = (Instant, u64);

struct Timer {
    reference: ReferenceId,
    action: TimerAction,
}

#[derive(Clone)]
pub enum TimerAction {
    /// The `receive` of this process has waited long enough.
    Wake(ProcessId),
    Send {
        to: Recipient,
        message: Value,
    },
}

#[derive(Clone, Copy)]
pub enum Recipient {
    Process(ProcessId),
    Name(Atom),
}

/// What has been counted, and what was told of it the last time.
#[derive(Default)]
pub struct Statistics {
    pub reductions: u64,
    pub reductions_told: u64,
    pub exact_reductions_told: u64,
    pub runtime_told: u64,
    pub wall_clock_told: u64,
    /// The last answer of `erlang:now/0`, in microseconds.
    pub last_now: i64,
}

impl Clock {
    #[inline]
    pub fn now(&self) -> Instant {
        self.now
    }

    /// So much work was done.
    pub fn pass(&mut self, reductions: u64) {
        self.statistics.reductions += reductions;
        self.now += reductions * NANOSECONDS_PER_REDUCTION;
    }

    /// When nobody can run: jumps to the next timer. `false`: there is none.
    pub fn jump(&mut self) -> bool {
        let Some((&(at, _), _)) = self.timers.first_key_value() else { return false };
        self.now = self.now.max(at);
        true
    }

    /// It is at least this late.
    pub fn wait_until(&mut self, at: Instant) {
        self.now = self.now.max(at);
    }

    // ---- timers ----

    /// The action happens at this time unless it is cancelled.
    pub fn set_timer(&mut self, at: Instant, reference: ReferenceId, action: TimerAction) {
        self.next_timer += 1;
        let place = (at, self.next_timer);
        self.has_sent |= matches!(action, TimerAction::Send { .. });
        self.timers.insert(place, Timer { reference, action });
        self.places.insert(reference, place);
    }

    /// When a timer goes off, and what it does then.
    pub fn timer(&self, reference: ReferenceId) -> Option<(Instant, &TimerAction)> {
        let place = self.places.get(&reference)?;
        Some((place.0, &self.timers.get(place)?.action))
    }

    pub fn cancel_timer(&mut self, reference: ReferenceId) {
        if let Some(place) = self.places.remove(&reference) {
            self.timers.remove(&place);
        }
    }

    /// The next of those that are due by now.
    pub fn take_due(&mut self) -> Option<(ReferenceId, TimerAction)> {
        let entry = self.timers.first_entry().filter(|entry| entry.key().0 <= self.now)?;
        let timer = entry.remove();
        self.places.remove(&timer.reference);
        Some((timer.reference, timer.action))
    }

    /// This one, though it is not due.
    pub fn take(&mut self, reference: ReferenceId) -> Option<TimerAction> {
        let place = self.places.remove(&reference)?;
        self.timers.remove(&place).map(|timer| timer.action)
    }

    /// In the order in which they go off.
    pub fn timers(&self) -> impl Iterator<Item = (ReferenceId, &TimerAction)> {
        self.timers.values().map(|timer| (timer.reference, &timer.action))
    }

    pub fn has_timers(&self) -> bool {
        !self.timers.is_empty()
    }

    /// Was there ever one that sends a message?
    #[inline]
    pub fn has_sending_timers(&self) -> bool {
        self.has_sent
    }

    pub(super) fn visit(&mut self, collection: &mut Collection) {
        for timer in self.timers.values_mut() {
            if let TimerAction::Send { message, .. } = &mut timer.action {
                collection.visit(message);
            }
        }
    }
}
