//! What keeps a single operation within the limits of its run?
//!
//! Between two calls the machine looks at the clock. But one operation may take for ever: a term of
//! sixty cells that share their parts has 2^60 of them for whoever compares, hashes or writes it. So
//! whatever goes through values pays a unit of [`Work`] for each, and whatever is about to take much
//! memory asks for it first.
//!
//! A *refusal* unwinds to where the run began, which makes an outcome of it ([`attempt`]). It is no
//! panic, and no hook hears of it. Comparisons, hashes and conversions have no error to return, and
//! nobody who called them may see half an answer: the run is over.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a run may take.
#[derive(Clone)]
pub struct Limits {
    pub reductions: u64,
    /// The heap, what is kept outside of it, and what it takes to collect it.
    pub bytes: usize,
    /// Set from outside to stop the run.
    pub stop: Arc<AtomicBool>,
    /// The run is stopped at this time.
    pub deadline: Option<Instant>,
    /// What all of the program that runs us may take, and how to learn what it takes.
    pub resident: Option<Resident>,
}

#[derive(Clone, Copy)]
pub struct Resident {
    pub bytes: u64,
    pub gauge: fn() -> Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        let (stop, deadline, resident) = (Arc::default(), None, None);
        Limits { reductions: u64::MAX, bytes: 2 << 30, stop, deadline, resident }
    }
}

impl Limits {
    /// None at all.
    fn none() -> Limits {
        Limits { bytes: usize::MAX, ..Limits::default() }
    }

    pub fn is_stopped(&self) -> bool {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late || self.stop.load(Ordering::Relaxed)
    }
}

/// Why an operation is not brought to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is late, or somebody wants the run to end.
    Stopped,
    /// The work is more than the run may do.
    OutOfReductions,
    OutOfMemory,
    /// It cannot be interrupted, and would take longer than there is time.
    NoTime,
}

/// A unit is one look at a value. About so many take as long as a call.
pub const UNITS_PER_REDUCTION: u64 = 16;

/// What a unit takes, about.
const NANOSECONDS_PER_UNIT: u64 = 4;

/// After so many units somebody looks at the clock.
const STRIDE: u64 = 1 << 16;

/// So often the system is asked how much memory is taken. In less than this, no run takes much.
const PERIOD: Duration = Duration::from_millis(20);

/// What a run has done and may do.
pub struct Work {
    limits: Limits,
    /// Units until somebody looks.
    left: Cell<u64>,
    /// Units that were looked at.
    done: Cell<u64>,
    /// Bytes that the operation at hand has made and that nobody else counts.
    made: Cell<usize>,
    /// Bytes that the run keeps outside of the heap, counted by whoever keeps them.
    outside: Arc<AtomicUsize>,
    /// When the system was last asked for the memory that is taken.
    asked: Cell<Option<Instant>>,
}

impl Default for Work {
    fn default() -> Work {
        Work {
            limits: Limits::none(),
            left: Cell::new(STRIDE),
            done: Cell::new(0),
            made: Cell::new(0),
            outside: Arc::default(),
            asked: Cell::new(None),
        }
    }
}

impl Work {
    /// A run begins, with all of its work before it.
    pub fn begin(&mut self) {
        self.left.set(STRIDE);
        self.done.set(0);
        self.made.set(0);
    }

    /// From here on, these limits hold: whoever sets them catches what is refused.
    pub fn set_limits(&mut self, limits: &Limits) {
        self.limits.clone_from(limits);
        self.made.set(0);
    }

    /// From here on, nothing is refused: what is done now must be done to its end, or nobody would
    /// catch a refusal.
    pub fn lift_limits(&mut self) -> Limits {
        std::mem::replace(&mut self.limits, Limits::none())
    }

    /// Where to add what is kept outside of the heap, and to take it away again.
    pub fn outside(&self) -> Arc<AtomicUsize> {
        self.outside.clone()
    }

    /// How many bytes are taken beside the heap.
    pub fn bytes(&self) -> usize {
        self.outside.load(Ordering::Relaxed).saturating_add(self.made.get())
    }

    /// When the run is stopped.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.deadline
    }

    /// The most bytes that heap and all may take.
    pub fn most_bytes(&self) -> usize {
        self.limits.bytes
    }

    /// Another operation begins: what the last one has made is gone, or is counted elsewhere.
    #[inline]
    pub fn next_operation(&self) {
        self.made.set(0);
    }

    /// Pays for so many looks at values; unwinds if that is too much.
    #[inline(always)]
    pub fn pay(&self, units: u64) {
        match self.left.get().checked_sub(units) {
            Some(left) => self.left.set(left),
            None => self.pay_all(units),
        }
    }

    #[cold]
    #[inline(never)]
    fn pay_all(&self, units: u64) {
        let paid = (STRIDE - self.left.get()).saturating_add(units);
        self.done.set(self.done.get().saturating_add(paid));
        self.left.set(STRIDE);
        if let Some(refusal) = self.look() {
            refuse(refusal);
        }
    }

    /// The same for bytes that are copied or compared, which is quick.
    #[inline]
    pub fn pay_for_bytes(&self, bytes: usize) {
        self.pay(bytes as u64 >> 5);
    }

    /// Pays for what cannot be interrupted: refused at once if there is no time for it.
    pub fn pay_ahead(&self, units: u64) {
        if let Some(deadline) = self.limits.deadline
            && units > STRIDE
        {
            let time = Duration::from_nanos(units.saturating_mul(NANOSECONDS_PER_UNIT));
            if deadline.saturating_duration_since(Instant::now()) < time {
                refuse(Refusal::NoTime);
            }
        }
        self.pay(units);
    }

    /// Bytes that the operation at hand has made outside of the heap.
    pub(crate) fn made(&self) -> usize {
        self.made.get()
    }

    /// Notes bytes that the operation at hand makes outside of the heap.
    #[inline]
    pub(crate) fn make(&self, bytes: usize) {
        self.made.set(self.made.get().saturating_add(bytes));
    }

    /// Must the run end?
    pub fn look(&self) -> Option<Refusal> {
        if self.limits.is_stopped() {
            return Some(Refusal::Stopped);
        }
        if self.done.get() / UNITS_PER_REDUCTION > self.limits.reductions {
            return Some(Refusal::OutOfReductions);
        }
        self.is_resident_too_much().then_some(Refusal::OutOfMemory)
    }

    /// Does the system say that too much memory is taken?
    fn is_resident_too_much(&self) -> bool {
        let Some(Resident { bytes, gauge }) = self.limits.resident else { return false };
        let now = Instant::now();
        if self.asked.get().is_some_and(|asked| now.duration_since(asked) < PERIOD) {
            return false;
        }
        self.asked.set(Some(now));
        gauge().is_some_and(|taken| taken > bytes)
    }
}

/// What somebody keeps outside of the heap, as part of what the run keeps there.
pub struct Kept {
    bytes: usize,
    total: Arc<AtomicUsize>,
}

impl Kept {
    /// Nothing yet; what is put there is added to `total`, and taken away when this is dropped.
    pub fn new(total: Arc<AtomicUsize>) -> Kept {
        Kept { bytes: 0, total }
    }

    pub fn put(&mut self, bytes: usize) {
        self.bytes += bytes;
        self.total.fetch_add(bytes, Ordering::Relaxed);
    }

    pub fn lose(&mut self, bytes: usize) {
        self.bytes -= bytes;
        self.total.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub fn lose_all(&mut self) {
        self.lose(self.bytes);
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.lose_all();
    }
}

/// Ends the run from within an operation.
pub fn refuse(refusal: Refusal) -> ! {
    resume_unwind(Box::new(refusal))
}

/// Does something that may be refused. Whatever it changes must not be looked at after a refusal.
pub fn attempt<R>(action: impl FnOnce() -> R) -> Result<R, Refusal> {
    catch_unwind(AssertUnwindSafe(action)).map_err(|payload| match payload.downcast::<Refusal>() {
        Ok(refusal) => *refusal,
        Err(panic) => resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{compare, equal, exactly_equal};
    use crate::{Heap, Value};
    use std::panic::AssertUnwindSafe;

    fn with(limits: Limits) -> Heap {
        let mut heap = Heap::new();
        heap.work.set_limits(&limits);
        heap
    }

    /// Sixty cells, of which whoever goes through them sees 2^60.
    fn shared(heap: &mut Heap) -> Value {
        (0..60).fold(Value::NIL, |inner, _| heap.cons(inner, inner))
    }

    #[test]
    fn work_is_counted_and_refused() {
        let heap = with(Limits { reductions: 100, ..Limits::default() });
        let enough = 100 * UNITS_PER_REDUCTION;
        let paid = attempt(|| heap.work.pay(enough));
        assert_eq!(paid, Ok(()));
        let paid = attempt(|| (0..2 * STRIDE).for_each(|_| heap.work.pay(1)));
        assert_eq!(paid, Err(Refusal::OutOfReductions));
    }

    #[test]
    fn what_takes_longer_than_there_is_time_is_not_begun() {
        let deadline = Instant::now().checked_add(Duration::from_secs(3600));
        let heap = with(Limits { deadline, ..Limits::default() });
        assert_eq!(attempt(|| heap.work.pay_ahead(1 << 20)), Ok(()));
        assert_eq!(attempt(|| heap.work.pay_ahead(1 << 50)), Err(Refusal::NoTime));
    }

    #[test]
    fn whoever_looks_at_shared_parts_again_and_again_is_stopped() {
        let limits = || Limits { reductions: 100_000, ..Limits::default() };
        let operations: [fn(&mut Heap, Value, Value); 5] = [
            |heap, a, b| assert!(equal(heap, a, b)),
            |heap, a, b| assert!(exactly_equal(heap, a, b)),
            |heap, a, b| assert!(compare(heap, a, b).is_eq()),
            |heap, a, _| drop(heap.to_term(a)),
            |heap, a, _| assert!(heap.iodata_size(a).is_ok()),
        ];
        for operation in operations {
            let mut heap = with(limits());
            let (a, b) = (shared(&mut heap), shared(&mut heap));
            let heap = AssertUnwindSafe(&mut heap);
            let ended = attempt(move || operation({ heap }.0, a, b));
            assert_eq!(ended, Err(Refusal::OutOfReductions));
        }
    }

    #[test]
    fn what_is_one_and_the_same_is_equal_at_once() {
        let mut heap = with(Limits { reductions: 100, ..Limits::default() });
        let shared = shared(&mut heap);
        let (one, other) = (heap.tuple(&[shared, Value::OK]), heap.tuple(&[shared, Value::OK]));
        assert_eq!(attempt(|| exactly_equal(&heap, one, other)), Ok(true));
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let mut heap = with(Limits { bytes: 1 << 20, ..Limits::default() });
        assert_eq!(attempt(|| heap.allow(1 << 19)), Ok(()));
        assert_eq!(attempt(|| heap.allow(1 << 21)), Err(Refusal::OutOfMemory));
        let mut list = Value::NIL;
        let ended = attempt(|| (0..1 << 20).for_each(|_| list = heap.cons(Value::NIL, list)));
        assert_eq!(ended, Err(Refusal::OutOfMemory));
        assert!(heap.words.capacity() * 8 <= 1 << 20);
    }

    #[test]
    fn what_is_kept_outside_counts_too() {
        let heap = with(Limits { bytes: 1 << 20, ..Limits::default() });
        let mut kept = Kept::new(heap.work.outside());
        kept.put(1 << 20);
        assert_eq!(attempt(|| heap.allow(1)), Err(Refusal::OutOfMemory));
        kept.lose(1 << 20);
        assert_eq!(attempt(|| heap.allow(1)), Ok(()));
        kept.put(1 << 20);
        drop(kept);
        assert_eq!(attempt(|| heap.allow(1)), Ok(()));
    }

    #[test]
    fn whoever_wants_the_run_to_end_is_heard() {
        let limits = Limits::default();
        let heap = with(limits.clone());
        limits.stop.store(true, Ordering::Relaxed);
        assert_eq!(attempt(|| heap.work.pay(STRIDE + 1)), Err(Refusal::Stopped));
    }

    #[test]
    #[should_panic(expected = "a mistake of ours")]
    fn panics_stay_panics() {
        let _ = attempt(|| panic!("a mistake of ours"));
    }
}
