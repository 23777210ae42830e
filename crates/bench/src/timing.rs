//! How long did it take? Processor time of this thread, as others may want the machine too, and
//! medians of several repetitions.

use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::time::Instant;

/// The processor time that this thread has spent so far.
pub fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The median of the processor time of some work.
pub fn processor_time<T>(repetitions: usize, mut work: impl FnMut() -> T) -> f64 {
    let mut once = || {
        let start = processor_seconds();
        black_box(work());
        processor_seconds() - start
    };
    median((0..repetitions).map(|_| once()).collect())
}

/// The median of the time on the clock, for work that another process does for us. Each time, what
/// `prepare` does comes first and is not counted.
pub fn clock_time<T>(
    repetitions: usize,
    mut prepare: impl FnMut(),
    mut work: impl FnMut() -> T,
) -> f64 {
    let mut once = || {
        prepare();
        let start = Instant::now();
        black_box(work());
        start.elapsed().as_secs_f64()
    };
    median((0..repetitions).map(|_| once()).collect())
}

pub fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

pub fn geometric_mean(numbers: &[f64]) -> f64 {
    let sum: f64 = numbers.iter().map(|number| number.ln()).sum();
    (sum / numbers.len() as f64).exp()
}
