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

/// How wide terminals are that do not say it.
const COLUMNS: usize = 80;

/// On what is narrower, a line would not say anything.
const FEWEST_COLUMNS: usize = 20;

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
    /// `line` is told how many columns there are, which may change.
    pub fn start(mut line: impl FnMut(usize) -> String + Send + 'static) -> Painter {
        let (end, ended) = channel();
        let thread = std::thread::spawn(move || {
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let columns = columns();
                paint(&cut(&visible::line(&line(columns)), columns));
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
        let painter = Painter::start(move |columns| {
            let left = time.saturating_sub(started.elapsed());
            let line = shown.line(&function, runs_before, left, columns);
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
    fn line(&self, function: &str, runs_before: u64, left: Duration, columns: usize) -> String {
        let now = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let rate = now(&self.runs).saturating_sub(runs_before) as f64 / PERIOD.as_secs_f64();
        let runs = count(now(&self.runs), "run");
        let clauses = count(now(&self.clauses), "clause");
        let findings = count(now(&self.findings), "finding");
        if self.is_replaying.load(Ordering::Relaxed) {
            let replaying = format!("replaying {findings} on the BEAM");
            return widest([format!("{function}: {runs}, {replaying}"), replaying], columns);
        }
        let left = time_left(left);
        let name_room = columns.saturating_sub(width(&format!(": {findings}, {left}")));
        let wide = [
            format!("{function}: {runs} ({rate:.0}/s), {clauses}, {findings}, {left}"),
            format!("{function}: {runs}, {findings}, {left}"),
            format!("{function}: {findings}, {left}"),
            format!("{}: {findings}, {left}", cut(function, name_room)),
        ];
        widest(wide, columns)
    }
}

/// `9 s left`, `3 min left`: nobody believes the seconds of an hour.
pub fn time_left(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..100 => format!("{seconds} s left"),
        seconds @ 100..6_000 => format!("{} min left", (seconds + 30) / 60),
        seconds => format!("{} h left", (seconds + 1_800) / 3_600),
    }
}

/// The first of these that fits, or the last.
pub fn widest<const N: usize>(lines: [String; N], columns: usize) -> String {
    let mut lines = lines.into_iter();
    let last = lines.next_back().unwrap_or_default();
    lines.find(|line| width(line) <= columns).unwrap_or(last)
}

/// In columns: other writings may take two for each character.
pub fn width(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

fn columns_of(character: char) -> usize {
    match character {
        '\0'..'\u{300}' | '…' => 1,
        _ => 2,
    }
}

/// As much of the text as fits, with a sign that there is more.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut left = columns.saturating_sub(1);
    let fits = |character: &char| {
        let fits = columns_of(*character) <= left;
        left = left.saturating_sub(columns_of(*character));
        fits
    };
    let begun: String = text.chars().take_while(fits).collect();
    if columns == 0 { String::new() } else { begun + "…" }
}

/// How many columns a line may have without reaching the last, where some terminals begin a new one.
fn columns() -> usize {
    let said = rustix::termios::tcgetwinsize(std::io::stderr()).map(|size| size.ws_col.into());
    let columns = said.ok().filter(|columns| *columns > 0).unwrap_or(COLUMNS);
    columns.max(FEWEST_COLUMNS) - 1
}

fn paint(line: &str) {
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
        let line = |columns| state.line("m:f/1", 206, Duration::from_millis(9_400), columns);
        expect!["m:f/1: 606 runs (2000/s), 0 clauses, 3 findings, 9 s left"].assert_eq(&line(79));
        expect!["m:f/1: 606 runs, 3 findings, 9 s left"].assert_eq(&line(39));
        expect!["m:f/1: 3 findings, 9 s left"].assert_eq(&line(30));
        expect!["m:…: 3 findings, 9 s left"].assert_eq(&line(25));
        state.findings.store(1, Ordering::Relaxed);
        state.is_replaying.store(true, Ordering::Relaxed);
        let line = |columns| state.line("m:f/1", 206, Duration::from_millis(9_400), columns);
        expect!["m:f/1: 606 runs, replaying 1 finding on the BEAM"].assert_eq(&line(79));
        expect!["replaying 1 finding on the BEAM"].assert_eq(&line(39));
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!(cut("lists:map/2", 11), "lists:map/2");
        assert_eq!(cut("lists:map/2", 8), "lists:m…");
        assert_eq!(cut("日本語", 5), "日本…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("abc", 0), "");
        let said = [0, 99, 100, 3_599, 7_300].map(Duration::from_secs).map(time_left).join(", ");
        assert_eq!(said, "0 s left, 99 s left, 2 min left, 60 min left, 2 h left");
    }
}
