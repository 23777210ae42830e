//! What do the strategies know? Which ways were gone, what was covered, and how far it is to the rest.

use crate::Aim;
use crate::flip::{Flip, Run};
use crate::step::Step;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use symbolic::Shape;
use term::Atom;
use trace::{ClauseId, ClausePart, Decision, Label, Outline, Place};

#[derive(Default)]
pub struct Knowledge {
    /// How often runs have gone a way.
    visits: FxHashMap<Label, u64>,
    /// The value that a run asked for, by place.
    questions: FxHashMap<Place, Shape>,
    /// Places where runs ask for different values, and how many there were.
    enumerated: FxHashMap<Place, u64>,
    /// What was spent on flips at a place that led to nothing new.
    efforts: FxHashMap<Place, u64>,
    /// The last few ways of each run up to each of its decisions, by hash.
    pub contexts: FxHashSet<u64>,
    /// The ways of each run up to each of its decisions, each once, by hash.
    ways: FxHashSet<u64>,
    graph: Graph,
    /// Made again when more is covered and somebody asks.
    measured: OnceLock<Measures>,
}

/// The clauses of the module under test by number, and what leads where.
#[derive(Default)]
struct Graph {
    numbers: FxHashMap<ClauseId, usize>,
    clauses: Vec<Node>,
}

struct Node {
    /// Clauses inside of it, and those that a function begins with which it calls.
    next: Vec<usize>,
    siblings: std::ops::Range<usize>,
    expressions: u64,
    is_covered: bool,
    /// Which function of the module it is in.
    function: usize,
    /// What only the compiler wrote is no aim.
    is_generated: bool,
    /// Lines of operations in it that may fail, and that no run has failed at.
    aims: Vec<usize>,
}

struct Measures {
    /// Steps to the next clause that is not covered.
    distances: Vec<u64>,
    /// Steps to the next clause in which something may fail.
    aim_distances: Vec<u64>,
    /// Expressions that are not covered in the clause, and where it leads directly.
    worths: Vec<u64>,
    /// Is there a clause that is not covered, in a function of which another one is?
    has_missed: bool,
}

/// Farther than anything.
pub const FAR: u64 = u32::MAX as u64;

/// So much work in vain is like one run that went the way.
const EFFORT: u64 = 16;

/// After so many runs (32) that went a way, one more is not expected to lead to anything new.
const FAMILIAR: u64 = 6;

/// After so many (128), not even if no run has come there by these ways, or if code that nobody has reached is ahead.
const FAMILIAR_BY_OTHER_WAYS: u64 = 8;

/// So many contexts are remembered; then a new memory begins.
const MOST_CONTEXTS: usize = 1 << 20;

impl Knowledge {
    pub fn new(outline: &Outline, aims: &[Aim]) -> Knowledge {
        let mut graph = Graph::new(outline);
        for aim in aims {
            if let Some(number) = graph.numbers.get(&aim.clause) {
                graph.clauses[*number].aims.push(aim.line);
            }
        }
        Knowledge { graph, ..Knowledge::default() }
    }

    /// A run has failed on this line: nobody need look for that any more.
    pub fn find(&mut self, module: Atom, line: usize) {
        let mut is_changed = false;
        for (clause, number) in &self.graph.numbers {
            let aims = &mut self.graph.clauses[*number].aims;
            let before = aims.len();
            aims.retain(|aim| clause.module != module || *aim != line);
            is_changed |= aims.len() < before;
        }
        if is_changed {
            self.measured = OnceLock::new();
        }
    }

    /// Learns from a run which ways it went and which clauses it was the first to reach.
    pub fn learn(&mut self, run: &Run, steps: &[Step], reached: &[ClauseId]) {
        reached.iter().for_each(|clause| self.cover(*clause));
        for (step, decision) in steps.iter().zip(&run.decisions) {
            self.visit(step.label, decision);
            self.pass(step.context);
            self.go(step.ways);
        }
    }

    pub fn cover(&mut self, clause: ClauseId) {
        let number = self.graph.numbers.get(&clause);
        let node = number.map(|number| &mut self.graph.clauses[*number]);
        if let Some(node) = node.filter(|node| !node.is_covered) {
            node.is_covered = true;
            self.measured = OnceLock::new();
        }
    }

    /// A run has gone this way.
    fn visit(&mut self, label: Label, decision: &Decision) {
        *self.visits.entry(label).or_default() += 1;
        let shapes = decision.test().map_or(&[][..], |test| &test.shapes);
        if let ([shape @ Shape::Literal(_)], 0) = (shapes, decision.taken) {
            let first = self.questions.entry(decision.place).or_insert_with(|| shape.clone());
            if first != shape {
                *self.enumerated.entry(decision.place).or_default() += 1;
            }
        }
    }

    /// How often runs have gone the way, roughly: twice as often is one more. Where a run goes on
    /// with the very value that it has (a length, a size), "another one" is a way that no run has
    /// gone, again and again: it counts as gone as often as there were values. So does a way that no
    /// input goes, on one path after the other: what was spent in vain counts like runs.
    pub fn familiarity(&self, flip: &Flip) -> u64 {
        let decision = flip.decision();
        let visits = self.visits.get(&flip.label()).copied().unwrap_or(0);
        let values = self.enumerated.get(&decision.place).filter(|_| flip.asks_for_another());
        let effort = self.efforts.get(&decision.place).copied().unwrap_or(0) / EFFORT;
        let times = visits.max(values.copied().unwrap_or(0)).max(effort);
        u64::from(u64::BITS - times.leading_zeros())
    }

    /// May there be a clause ahead that nobody has reached, and is the way there not well known? Who calls
    /// a fun cannot be seen in the code, so each clause counts that is in a function which runs came to. A way
    /// inside of what is called from everywhere (`lists:reverse/1`) is familiar soon, so the ways up to it count
    /// as well.
    pub fn may_reach_more(&self, flip: &Flip) -> bool {
        let measures = self.measured.get_or_init(|| self.graph.measure());
        let is_ahead = self.distance(flip.part) < FAR;
        if !measures.has_missed && !is_ahead {
            return false;
        }
        let most = match self.ways.contains(&flip.other.ways) && !is_ahead {
            true => FAMILIAR,
            false => FAMILIAR_BY_OTHER_WAYS,
        };
        self.familiarity(flip) < most
    }

    /// Somebody goes these ways, or finds that nobody can.
    pub fn go(&mut self, ways: u64) {
        if self.ways.len() >= MOST_CONTEXTS {
            self.ways.clear();
        }
        self.ways.insert(ways);
    }

    fn pass(&mut self, context: u64) {
        if self.contexts.len() >= MOST_CONTEXTS {
            self.contexts.clear();
        }
        self.contexts.insert(context);
    }

    /// A flip at this place led to nothing new.
    pub fn spend(&mut self, place: Place, cost: u64) {
        *self.efforts.entry(place).or_default() += cost;
    }

    /// How many steps it is to a clause that is not covered yet, if a decision there goes elsewhere.
    pub fn distance(&self, part: Option<ClausePart>) -> u64 {
        self.measure(part, |measures, clauses, is_choice| {
            let nearest = clauses.map(|number| measures.distances[number]).min().unwrap_or(FAR);
            nearest.saturating_add(u64::from(!is_choice)).min(FAR)
        })
        .unwrap_or(FAR)
    }

    /// How far it is to a clause in which something may fail that no run has failed at, if a decision there goes
    /// elsewhere.
    pub fn aim_distance(&self, part: Option<ClausePart>) -> u64 {
        self.measure(part, |measures, clauses, is_choice| {
            let nearest = clauses.map(|number| measures.aim_distances[number]).min().unwrap_or(FAR);
            nearest.saturating_add(u64::from(!is_choice)).min(FAR)
        })
        .unwrap_or(FAR)
    }

    /// How many expressions could be covered that are not, if a decision there goes elsewhere.
    pub fn worth(&self, part: Option<ClausePart>) -> u64 {
        self.measure(part, |measures, clauses, _| clauses.map(|each| measures.worths[each]).sum())
            .unwrap_or(0)
    }

    fn measure(
        &self,
        part: Option<ClausePart>,
        read: impl FnOnce(&Measures, std::ops::Range<usize>, bool) -> u64,
    ) -> Option<u64> {
        let (clause, is_choice) = match part? {
            ClausePart::Heads(first) => (first, true),
            ClausePart::Body(clause) => (clause, false),
        };
        let number = *self.graph.numbers.get(&clause)?;
        let clauses = match is_choice {
            true => self.graph.clauses[number].siblings.clone(),
            false => number..number + 1,
        };
        let measures = self.measured.get_or_init(|| self.graph.measure());
        Some(read(measures, clauses, is_choice))
    }
}

impl Graph {
    fn new(outline: &Outline) -> Graph {
        let mut graph = Graph::default();
        let Some(module) = outline.module else { return graph };
        let mut starts = Vec::new();
        for (index, function) in outline.functions.iter().enumerate() {
            let start = graph.clauses.len();
            starts.push(start);
            for (number, clause) in (0..).zip(&function.clauses) {
                let id = ClauseId { module, function: function.name, number };
                graph.numbers.insert(id, start + number as usize);
                let siblings = clause.siblings.start as usize..clause.siblings.end as usize;
                graph.clauses.push(Node {
                    next: Vec::new(),
                    siblings: start + siblings.start..start + siblings.end,
                    expressions: u64::from(clause.expressions),
                    is_covered: clause.is_generated(),
                    function: index,
                    is_generated: clause.is_generated(),
                    aims: Vec::new(),
                });
            }
        }
        let entries = |name| {
            let number = outline.functions.iter().position(|function| function.name == name)?;
            let clauses = outline.functions[number].clauses.iter().enumerate();
            let outermost = clauses.filter(|(_, clause)| clause.parent.is_none());
            Some(outermost.map(|(each, _)| starts[number] + each).collect::<Vec<usize>>())
        };
        for (function, &start) in outline.functions.iter().zip(&starts) {
            for (number, clause) in function.clauses.iter().enumerate() {
                if let Some(parent) = clause.parent {
                    graph.clauses[start + parent as usize].next.push(start + number);
                }
                let ours = clause.calls.iter().filter(|(called, _)| *called == module);
                let called: Vec<usize> =
                    ours.filter_map(|(_, name)| entries(*name)).flatten().collect();
                graph.clauses[start + number].next.extend(called);
            }
        }
        graph
    }

    fn measure(&self) -> Measures {
        let worths = self.clauses.iter().map(|clause| {
            let own = |clause: &Node| if clause.is_covered { 0 } else { clause.expressions };
            own(clause) + clause.next.iter().map(|next| own(&self.clauses[*next])).sum::<u64>()
        });
        Measures {
            distances: self.distances(|clause| !clause.is_covered),
            aim_distances: self.distances(|clause| !clause.aims.is_empty()),
            worths: worths.collect(),
            has_missed: self.has_missed(),
        }
    }

    fn has_missed(&self) -> bool {
        let written = || self.clauses.iter().filter(|clause| !clause.is_generated);
        let covered: FxHashSet<usize> =
            written().filter(|clause| clause.is_covered).map(|clause| clause.function).collect();
        written().any(|clause| !clause.is_covered && covered.contains(&clause.function))
    }

    /// Breadth first, against the arrows, from all clauses that are wanted.
    fn distances(&self, is_wanted: impl Fn(&Node) -> bool) -> Vec<u64> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.clauses.len()];
        for (number, clause) in self.clauses.iter().enumerate() {
            clause.next.iter().for_each(|next| before[*next].push(number));
        }
        let mut distances = vec![FAR; self.clauses.len()];
        let mut ring: Vec<usize> =
            (0..self.clauses.len()).filter(|each| is_wanted(&self.clauses[*each])).collect();
        let mut distance = 0;
        while !ring.is_empty() {
            let mut wider = Vec::new();
            for number in ring {
                if distances[number] == FAR {
                    distances[number] = distance;
                    wider.extend(&before[number]);
                }
            }
            (ring, distance) = (wider, distance + 1);
        }
        distances
    }
}
