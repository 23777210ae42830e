//! What makes a path the same as another? The labels of its decisions, one after the other, by hash.

use crate::strategies::context_guided;
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use trace::{Backend, ClausePart, Label, Trace};

/// A decision on a path, by hash.
pub struct Step {
    /// The path up to the decision.
    pub node: u64,
    /// The way taken, and the path with it.
    pub label: Label,
    pub path: u64,
    pub context: u64,
    pub ways: u64,
    pub part: Option<ClausePart>,
    pub is_own_part: bool,
    /// How long the path is up to here: a way that is taken again counts once more each time.
    pub length: u64,
    pub others: Vec<OtherWay>,
}

/// A way that the run could have gone instead.
#[derive(Clone, Copy, Debug)]
pub struct OtherWay {
    /// Its number in the decision.
    pub way: usize,
    pub label: Label,
    /// The path that goes there, by hash.
    pub path: u64,
    /// The last few ways up to this one, by hash.
    pub context: u64,
    /// All ways up to this one, each once and in no order, by hash: however often a loop goes round, that is the same.
    pub ways: u64,
}

/// The decisions of a run. Hashing takes a while, so it is done before any lock is taken.
pub fn steps(backend: &dyn Backend, trace: &Trace) -> Vec<Step> {
    let mut path = FxHasher::default();
    let mut last_part = None;
    let mut recent: VecDeque<Label> = VecDeque::new();
    let mut times_taken: FxHashMap<Label, u64> = FxHashMap::default();
    let (mut length, mut ways) = (0, 0);
    let mut steps = Vec::with_capacity(trace.decisions.len());
    for decision in &trace.decisions {
        // The same test after something else is another.
        if decision.past != 0 {
            decision.past.hash(&mut path);
        }
        let part = backend.clause_part(decision.place);
        let in_context = |label| context(&recent, label);
        let with = |label| if times_taken.contains_key(&label) { ways } else { ways ^ hash(label) };
        let others = decision.open.iter().map(|&way| {
            let label = decision.label(way);
            let (path, context) = (extended(&path, label), in_context(label));
            OtherWay { way, label, path, context, ways: with(label) }
        });
        let others = others.collect();
        let (node, label) = (path.finish(), decision.label(decision.taken));
        let context = in_context(label);
        ways = with(label);
        recent.push_back(label);
        if recent.len() >= context_guided::LENGTH {
            recent.pop_front();
        }
        label.hash(&mut path);
        let times = times_taken.entry(label).or_default();
        *times += 1;
        let length_before = length;
        length += *times;
        steps.push(Step {
            node,
            label,
            path: path.finish(),
            context,
            ways,
            part: part.or(last_part),
            is_own_part: part.is_some(),
            length: length_before,
            others,
        });
        last_part = part.map(inside).or(last_part);
    }
    steps
}

/// Where a run is that has left the module under test: still inside of what called.
fn inside(part: ClausePart) -> ClausePart {
    ClausePart::Body(part.clause())
}

fn extended(path: &FxHasher, label: Label) -> u64 {
    let mut path = path.clone();
    label.hash(&mut path);
    path.finish()
}

fn hash(label: Label) -> u64 {
    let mut hasher = FxHasher::default();
    label.hash(&mut hasher);
    hasher.finish()
}

/// The last few ways, and this one.
fn context(recent: &VecDeque<Label>, label: Label) -> u64 {
    let mut hasher = FxHasher::default();
    recent.iter().for_each(|label| label.hash(&mut hasher));
    label.hash(&mut hasher);
    hasher.finish()
}
