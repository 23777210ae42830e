//! How far are they, with many functions? One line that changes, for whoever sits at the terminal.

use crate::crew::Done;
use crate::progress::Painter;
use report::Mfa;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub struct Overview {
    state: Arc<Mutex<State>>,
    /// Erases the line when it goes.
    _painter: Option<Painter>,
}

struct State {
    all: usize,
    done: usize,
    with_findings: usize,
    /// At work now.
    current: Vec<Mfa>,
}

impl Overview {
    pub fn new(all: usize, is_shown: bool) -> Overview {
        let state = State { all, done: 0, with_findings: 0, current: Vec::new() };
        let state = Arc::new(Mutex::new(state));
        let shown = state.clone();
        let painter = is_shown.then(|| Painter::start(move || lock(&shown).line()));
        Overview { state, _painter: painter }
    }

    pub fn begin(&self, function: Mfa) {
        lock(&self.state).current.push(function);
    }

    pub fn end(&self, function: Mfa, done: &Done) {
        let mut state = lock(&self.state);
        state.current.retain(|each| *each != function);
        state.done += 1;
        let has_findings = matches!(done, Done::Tested(tested) if !tested.findings.is_empty());
        state.with_findings += usize::from(has_findings);
    }
}

impl State {
    fn line(&self) -> String {
        let current: Vec<String> = self.current.iter().map(Mfa::to_string).collect();
        let State { all, done, with_findings, .. } = self;
        format!("{done} of {all} functions, {with_findings} with findings; {}", current.join(", "))
    }
}

/// What is behind the lock is whole at any time.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
