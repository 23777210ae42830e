//! Which paths were taken? The first runs of a search with their decisions in words, for whoever
//! wants to look into them. There may be millions, so only the first are kept, and the rest is counted.

use symbolic::Symbols;
use symbolic::words::{self, Told};
use trace::{Backend, Decision, Edit, Frame, Input, Outcome, Test, Trace, Ways};

/// A path of more decisions is kept up to here.
const MOST_STEPS: usize = 200;

/// A way described at greater length is cut.
const LONGEST_WAY: usize = 80;

/// The same for what is told in words.
const LONGEST_TOLD: usize = 160;

#[derive(Clone, Debug, Default)]
pub struct Paths {
    pub taken: Vec<Path>,
    /// How many are kept at most.
    most: usize,
    /// Runs whose paths were not kept.
    pub dropped: u64,
}

#[derive(Clone, Debug)]
pub struct Path {
    pub input: Input,
    pub outcome: Outcome,
    pub steps: Vec<PathStep>,
    /// There were more decisions than these.
    pub is_cut: bool,
    /// Its run reached a clause that no run before had reached.
    pub is_new: bool,
    pub has_processes: bool,
}

/// A decision, and the way that was taken.
#[derive(Clone, Debug)]
pub struct PathStep {
    pub frame: Option<Frame>,
    /// What was looked at, and what it was: a sentence.
    pub subject: String,
    pub way: String,
}

impl Paths {
    pub fn at_most(most: usize) -> Paths {
        Paths { most, ..Paths::default() }
    }

    /// Keeps a path, or counts it.
    pub fn add(&mut self, path: Option<Path>, is_new: bool) {
        match path {
            Some(path) if self.taken.len() < self.most => self.taken.push(Path { is_new, ..path }),
            _ => self.dropped += 1,
        }
    }

    pub fn is_full(&self) -> bool {
        self.taken.len() >= self.most
    }
}

impl Path {
    pub fn of(backend: &dyn Backend, symbols: &Symbols, input: &Input, trace: &Trace) -> Path {
        let decisions = trace.decisions.iter().take(MOST_STEPS);
        Path {
            input: input.clone(),
            outcome: trace.outcome.clone(),
            steps: decisions.map(|decision| step(backend, symbols, decision)).collect(),
            is_cut: trace.is_cut || trace.decisions.len() > MOST_STEPS,
            is_new: false,
            has_processes: trace.has_processes,
        }
    }
}

fn step(backend: &dyn Backend, symbols: &Symbols, decision: &Decision) -> PathStep {
    let Told { subject, way } = match decision.test() {
        Some(test) => match test.shapes.get(decision.taken) {
            Some(shape) => words::told(symbols, test.subject, shape, true),
            None => words::none_of(symbols, test.subject, &test.shapes),
        },
        None => Told { subject: decision.at.to_string(), way: way(decision, decision.taken) },
    };
    let [subject, way] = [subject, way].map(|text| cut(&text, LONGEST_TOLD));
    PathStep { frame: backend.frame(decision.place), subject, way }
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// `42`, `[_|_]`, `none of …`, or `choice 1 at …`
pub fn way(decision: &Decision, taken: usize) -> String {
    let way = match &decision.ways {
        Ways::Test(test) => outcome_of(test, taken),
        Ways::Edits(edits) => edits.get(taken).map_or_else(String::new, Edit::to_string),
    };
    cut(&way, LONGEST_WAY)
}

fn outcome_of(test: &Test, taken: usize) -> String {
    match (test.shapes.get(taken), &test.shapes[..]) {
        (Some(shape), _) => shape.to_string(),
        (None, [only]) => format!("not {only}"),
        (None, several) => {
            let named: Vec<String> = several.iter().take(8).map(ToString::to_string).collect();
            let more = if several.len() > named.len() { ", …" } else { "" };
            format!("none of {}{more}", named.join(", "))
        }
    }
}
