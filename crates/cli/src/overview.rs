//! How far are they, with many functions? One line that changes, for whoever sits at the terminal.

use crate::crew::Done;
use crate::progress::Painter;
use report::text::count;
use report::{Mfa, Rank, SiteName};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub struct Overview {
    state: Arc<Mutex<Counts>>,
    /// Erases the line when it goes.
    _painter: Option<Painter>,
}

struct Counts {
    all: usize,
    done: usize,
    /// What was found, each once.
    sites: HashMap<SiteName, Rank>,
    runs: u64,
    /// Clauses that somebody wrote, function by function: reached, and known.
    clauses: (usize, usize),
    /// At work now.
    current: Vec<Mfa>,
    started: Instant,
}

impl Overview {
    pub fn new(all: usize, is_shown: bool) -> Overview {
        let state = Arc::new(Mutex::new(Counts::new(all)));
        let shown = state.clone();
        let painter = is_shown.then(|| {
            Painter::start(move || {
                let state = lock(&shown);
                state.line(state.started.elapsed())
            })
        });
        Overview { state, _painter: painter }
    }

    pub fn begin(&self, function: Mfa) {
        lock(&self.state).current.push(function);
    }

    pub fn end(&self, function: Mfa, done: &Done) {
        let mut state = lock(&self.state);
        state.current.retain(|each| *each != function);
        state.done += 1;
        if let Done::Tested(tested) = done {
            for finding in tested.findings.iter().filter(|finding| finding.stands()) {
                let rank = finding.why.rank();
                let known = state.sites.entry(finding.site.name.clone()).or_insert(rank);
                *known = rank.min(*known);
            }
            state.runs += tested.statistics.runs;
            let share = tested.coverage.written();
            state.clauses.0 += share.reached;
            state.clauses.1 += share.known - tested.coverage.not_called();
        }
    }
}

impl Counts {
    fn new(all: usize) -> Counts {
        let started = Instant::now();
        let (done, sites, runs, clauses, current) = (0, HashMap::new(), 0, (0, 0), Vec::new());
        Counts { all, done, sites, runs, clauses, current, started }
    }

    fn line(&self, elapsed: Duration) -> String {
        let Counts { all, done, sites, runs, clauses: (reached, known), .. } = self;
        let rate = *runs as f64 / elapsed.as_secs_f64().max(0.001);
        let likely = sites.values().filter(|rank| **rank == Rank::LikelyBug).count();
        let likely = match likely {
            0 => String::new(),
            number => format!(" ({})", count(number as u64, "likely bug")),
        };
        let findings = count(sites.len() as u64, "finding") + &likely;
        let runs = count(*runs, "run");
        let mut line = format!("{done}/{all} functions, {findings}, {runs} ({rate:.0}/s)");
        if *known > 0 {
            line += &format!(", {}% of clauses", reached * 100 / known);
        }
        if let Some(left) = self.left(elapsed) {
            line += &format!(", {} s left", left.as_secs());
        }
        let current: Vec<String> = self.current.iter().map(Mfa::to_string).collect();
        line + "; " + &current.join(", ")
    }

    /// About how much longer, if the others take as long as those that are done.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let open = self.all.saturating_sub(self.done);
        (self.done > 0).then(|| elapsed.mul_f64(open as f64 / self.done as f64))
    }
}

/// What is behind the lock is whole at any time.
fn lock(state: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use report::site::What;
    use term::Atom;

    #[test]
    fn lines() {
        let mut state = Counts::new(40);
        let mfa = Mfa { module: Atom::new("lists"), function: Atom::new("map"), arity: 2 };
        state.current.push(mfa);
        let line = |state: &Counts| state.line(Duration::from_secs(5));
        expect!["0/40 functions, 0 findings, 0 runs (0/s); lists:map/2"].assert_eq(&line(&state));
        let what = What::Hang;
        let site = |nth| SiteName { function: mfa, what, nth };
        state.sites.insert(site(1), Rank::Deliberate);
        expect!["0/40 functions, 1 finding, 0 runs (0/s); lists:map/2"].assert_eq(&line(&state));
        state.sites.insert(site(2), Rank::LikelyBug);
        state.sites.insert(site(3), Rank::LikelyBug);
        (state.done, state.runs, state.clauses) = (10, 5_000, (9, 12));
        expect!["10/40 functions, 3 findings (2 likely bugs), 5000 runs (1000/s), 75% of clauses, 15 s left; lists:map/2"]
            .assert_eq(&line(&state));
    }
}
