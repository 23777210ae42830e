//! How far are they, with many functions? One line that changes, for whoever sits at the terminal.

use crate::crew::Done;
use crate::progress::{Painter, cut, time_left, widest, width};
use report::text::count;
use report::{Mfa, Rank, SiteName, dialect};
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
    /// Clauses that somebody wrote, function by function: reached, and known.
    clauses: (usize, usize),
    /// At work now, and since when.
    current: Vec<(Mfa, Instant)>,
    /// How many are at work at the same time.
    threads: usize,
    pace: Pace,
}

/// How long a function takes, about: the mean of the first, and then what the latest make of it, for some
/// modules take longer than others.
#[derive(Default)]
struct Pace {
    known: u32,
    seconds: f64,
}

/// So many of the latest functions say how long the next will take.
const LATEST: u32 = 30;

impl Pace {
    fn learn(&mut self, time: Duration) {
        self.known = (self.known + 1).min(LATEST);
        self.seconds += (time.as_secs_f64() - self.seconds) / f64::from(self.known);
    }
}

impl Overview {
    pub fn new(all: usize, threads: usize, is_shown: bool) -> Overview {
        let state = Arc::new(Mutex::new(Counts::new(all, threads)));
        let shown = state.clone();
        let painter = is_shown
            .then(|| Painter::start(move |columns| lock(&shown).line(Instant::now(), columns)));
        Overview { state, _painter: painter }
    }

    pub fn begin(&self, function: Mfa) {
        lock(&self.state).current.push((function, Instant::now()));
    }

    pub fn end(&self, function: Mfa, done: &Done) {
        let mut state = lock(&self.state);
        if let Some(place) = state.current.iter().position(|(each, _)| *each == function) {
            let (_, begun) = state.current.remove(place);
            state.pace.learn(begun.elapsed());
        }
        state.done += 1;
        if let Done::Tested(tested) = done {
            for finding in tested.findings.iter().filter(|finding| finding.stands()) {
                let rank = finding.why.rank();
                let known = state.sites.entry(finding.site.name.clone()).or_insert(rank);
                *known = rank.min(*known);
            }
            let share = tested.coverage.written();
            state.clauses.0 += share.reached;
            state.clauses.1 += share.known;
        }
    }
}

impl Counts {
    fn new(all: usize, threads: usize) -> Counts {
        let (done, sites, clauses, current) = (0, HashMap::new(), (0, 0), Vec::new());
        Counts { all, done, sites, clauses, current, threads, pace: Pace::default() }
    }

    fn line(&self, now: Instant, columns: usize) -> String {
        let Counts { all, done, sites, clauses: (reached, known), .. } = self;
        let likely = sites.values().filter(|rank| **rank == Rank::LikelyBug).count();
        let likely = match likely {
            0 => String::new(),
            number => format!(" ({})", count(number as u64, "likely bug")),
        };
        let plain = count(sites.len() as u64, "finding");
        let findings = format!("{plain}{likely}");
        let left = self.left(now).map_or_else(String::new, |left| format!(", {}", time_left(left)));
        let clauses = match known {
            0 => String::new(),
            known => format!(", {}% of clauses", reached * 100 / known),
        };
        let beginnings = [
            format!("{done}/{all} functions, {findings}{clauses}{left}"),
            format!("{done}/{all} functions, {findings}{left}"),
            format!("{done}/{all}, {findings}{left}"),
            format!("{done}/{all}, {plain}{left}"),
        ];
        // What is being tested should be seen, at least its beginning.
        let beginning = widest(beginnings, columns.saturating_sub(LEAST_OF_NAME));
        let room = columns.saturating_sub(width(&beginning) + "; ".len());
        match self.names(room) {
            names if names.is_empty() => beginning,
            names => format!("{beginning}; {names}"),
        }
    }

    /// As many of those at work as fit.
    fn names(&self, room: usize) -> String {
        let names: Vec<String> = self.current.iter().map(|(mfa, _)| dialect::name(*mfa)).collect();
        let fitting = (1..=names.len()).rev().map(|number| names[..number].join(", "));
        let mut fitting = fitting.filter(|joined| width(joined) <= room);
        let first = names.first().map(|name| cut(name, room)).unwrap_or_default();
        fitting.next().unwrap_or(first)
    }

    /// About how much longer, if the others take as long as those that were done last.
    fn left(&self, now: Instant) -> Option<Duration> {
        if self.pace.known == 0 {
            return None;
        }
        let begun = self.done + self.current.len();
        let open = self.all.saturating_sub(begun) as f64 * self.pace.seconds;
        let running = self.current.iter().map(|(_, begun)| {
            let ran = now.saturating_duration_since(*begun).as_secs_f64();
            (self.pace.seconds - ran).max(0.0)
        });
        let seconds = (open + running.sum::<f64>()) / self.threads.max(1) as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

/// So much of the line is kept for what is being tested.
const LEAST_OF_NAME: usize = 14;

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
        let mut state = Counts::new(40, 2);
        let mfa = |name| Mfa { module: Atom::new("lists"), function: Atom::new(name), arity: 2 };
        let now = Instant::now();
        state.current = vec![(mfa("map"), now), (mfa("keyfind"), now)];
        let line = |state: &Counts, columns| state.line(now, columns);
        expect!["0/40 functions, 0 findings; lists:map/2, lists:keyfind/2"]
            .assert_eq(&line(&state, 79));
        let site = |nth| SiteName { function: mfa("map"), what: What::Hang, nth };
        state.sites.insert(site(1), Rank::Deliberate);
        expect!["0/40 functions, 1 finding; lists:map/2, lists:keyfind/2"]
            .assert_eq(&line(&state, 79));
        state.sites.insert(site(2), Rank::LikelyBug);
        (state.done, state.clauses) = (10, (9, 12));
        state.pace.learn(Duration::from_secs(2));
        expect![
            "10/40 functions, 2 findings (1 likely bug), 75% of clauses, 30 s left; lists:map/2, lists:keyfind/2"
        ]
        .assert_eq(&line(&state, 119));
        expect!["10/40 functions, 2 findings (1 likely bug), 30 s left; lists:map/2"]
            .assert_eq(&line(&state, 79));
        expect!["10/40, 2 findings, 30 s left; lists:map…"].assert_eq(&line(&state, 40));
    }

    #[test]
    fn the_latest_functions_say_how_long_the_rest_takes() {
        let mut pace = Pace::default();
        (0..100).for_each(|_| pace.learn(Duration::from_secs(1)));
        assert_eq!(pace.seconds, 1.0);
        (0..3 * LATEST).for_each(|_| pace.learn(Duration::from_secs(2)));
        assert!(pace.seconds > 1.9, "{}", pace.seconds);
    }
}
