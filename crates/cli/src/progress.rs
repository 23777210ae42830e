//! How far is the search? One line that changes, for whoever sits at the terminal.
//!
//! It is drawn by a thread of its own, so that it goes on while the solver thinks, and erased before
//! anything else is printed. In pipes and on build servers there is none.

use explore::Exploration;
use report::text::count;
use report::visible;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the line is drawn. What is over before shows none.
const PERIOD: Duration = Duration::from_millis(200);

/// Longer lines would wrap on common terminals, and could not be erased.
const COLUMNS: usize = 79;

pub struct Progress {
    state: Arc<Shown>,
    /// Erases the line when it goes.
    _painter: Option<Painter>,
}

/// Draws a line again and again, and erases it in the end.
pub struct Painter {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Painter {
    pub fn start(mut line: impl FnMut() -> String + Send + 'static) -> Painter {
        let (end, ended) = channel();
        let thread = std::thread::spawn(move || {
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                paint(&line());
            }
            paint("");
        });
        Painter { thread: Some((end, thread)) }
    }
}

impl Drop for Painter {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.thread.take() {
            drop(end);
            // A painter that panicked has nothing more to paint.
            let _ = thread.join();
        }
    }
}

#[derive(Default)]
struct Shown {
    runs: AtomicU64,
    clauses: AtomicU64,
    findings: AtomicU64,
    is_replaying: AtomicBool,
}

/// Is somebody watching who can be shown something that changes?
pub fn is_watched() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
    std::io::stderr().is_terminal() && !is_set("CI") && !is_dumb
}

impl Progress {
    pub fn start(function: String, time: Duration) -> Progress {
        let state = Arc::new(Shown::default());
        let shown = state.clone();
        let started = Instant::now();
        let mut runs_before = 0;
        let painter = Painter::start(move || {
            let left = time.saturating_sub(started.elapsed());
            let line = shown.line(&function, runs_before, left);
            runs_before = shown.runs.load(Ordering::Relaxed);
            line
        });
        Progress { state, _painter: Some(painter) }
    }

    pub fn hidden() -> Progress {
        Progress { state: Arc::default(), _painter: None }
    }

    pub fn update(&self, exploration: &Exploration) {
        self.state.runs.store(exploration.runs, Ordering::Relaxed);
        self.state.clauses.store(exploration.covered.len() as u64, Ordering::Relaxed);
        self.state.findings.store(exploration.findings.len() as u64, Ordering::Relaxed);
    }

    /// The search is over, and its findings are shown to the BEAM.
    pub fn replay(&self) {
        self.state.is_replaying.store(true, Ordering::Relaxed);
    }
}

impl Shown {
    fn line(&self, function: &str, runs_before: u64, left: Duration) -> String {
        let now = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let rate = now(&self.runs).saturating_sub(runs_before) as f64 / PERIOD.as_secs_f64();
        let runs = count(now(&self.runs), "run");
        let clauses = count(now(&self.clauses), "clause");
        let findings = count(now(&self.findings), "finding");
        if self.is_replaying.load(Ordering::Relaxed) {
            return format!("{function}: {runs}, replaying {findings} on the BEAM");
        }
        format!(
            "{function}: {runs} ({rate:.0}/s), {clauses}, {findings}, {} s left",
            left.as_secs()
        )
    }
}

fn paint(line: &str) {
    let line: String = visible::line(line).chars().take(COLUMNS).collect();
    // Who cannot be shown the way is shown the result all the same.
    let _ = write!(std::io::stderr(), "\r\x1b[2K{line}");
    let _ = std::io::stderr().flush();
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn lines() {
        let state = Shown::default();
        state.runs.store(606, Ordering::Relaxed);
        state.findings.store(3, Ordering::Relaxed);
        let line = || state.line("m:f/1", 206, Duration::from_millis(9_400));
        expect!["m:f/1: 606 runs (2000/s), 0 clauses, 3 findings, 9 s left"].assert_eq(&line());
        state.findings.store(1, Ordering::Relaxed);
        state.is_replaying.store(true, Ordering::Relaxed);
        expect!["m:f/1: 606 runs, replaying 1 finding on the BEAM"].assert_eq(&line());
    }
}
