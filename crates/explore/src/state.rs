//! What do all workers know of a search? What was tried, taken, covered and found so far, and which
//! workers are still busy.

use crate::Plan;
use crate::coverage::Flips;
use crate::finding::{Finding, FindingKey, FindingKind};
use crate::flip::{Flip, Run};
use crate::knowledge::Knowledge;
use crate::paths::Paths;
use crate::promise::Judgement;
use crate::proposers::{Shared, again};
use crate::report::{Exploration, Shortfall, StopReason, Undecided};
use crate::seed;
use crate::task::{Crash, News, Purpose, Ran};
use crate::ways::TriedWays;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};
use term::Atom;
use trace::{ClauseId, ClausePart, Frame, Input, Loser, Loss, Outcome, Outline, Raised};

pub struct State {
    /// The one under test.
    pub module: Option<Atom>,
    pub proposers: Shared,
    pub ways: TriedWays,
    /// Inputs that have been run, by hash.
    pub tried: FxHashSet<u128>,
    pub sites: FxHashMap<FindingKey, usize>,
    /// What runs with several processes came to, by arguments.
    ends: FxHashMap<u128, Ends>,
    pub flips: BTreeMap<ClauseId, Flips>,
    pub exploration: Exploration,
    /// What can be found and has not been, if that is known.
    pub foreseen: Option<Vec<Frame>>,
    /// How many workers there are, and how many of them are at a task or look for one.
    pub workers: usize,
    pub busy: usize,
    /// When each of them began to look for what it does now.
    pub began: Vec<Instant>,
    /// From when on and for how many flips more are asked for.
    pub help_from: (Duration, usize),
    pub stop: Option<StopReason>,
}

/// What is lost where a function that the input names could do more.
const NAMED: &str = "apply: what functions do that the input names";

/// What the orders of processes that were run with the same arguments came to.
#[derive(PartialEq, Eq)]
enum Ends {
    /// All to the same finding, or all to none.
    Alike(Option<FindingKey>),
    Differ,
}

/// What the search remembers of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Every way that it could have gone and did not.
    All,
    /// Its last ways: see [`again::last_flips`].
    Last,
    /// It was a variation like many others.
    Nothing,
}

impl State {
    pub fn new(plan: &Plan, outline: &Outline, most_workers: usize) -> State {
        State {
            module: outline.module,
            proposers: Shared::new(plan),
            ways: TriedWays::default(),
            tried: FxHashSet::default(),
            sites: FxHashMap::default(),
            ends: FxHashMap::default(),
            flips: BTreeMap::new(),
            exploration: Exploration {
                paths: (plan.paths > 0).then(|| Paths::at_most(plan.paths)),
                is_safe: plan.is_safe,
                ..Exploration::default()
            },
            foreseen: plan.foreseen.clone(),
            workers: 1,
            busy: 0,
            began: vec![Instant::now(); most_workers],
            help_from: plan.help.map_or((Duration::ZERO, 0), |help| (help.after, help.flips)),
            stop: None,
        }
    }

    /// Counts a run, with what it found and what it was the first to reach.
    pub fn note(&mut self, ran: &Ran) -> News {
        let known_sites = self.sites.len();
        self.count(ran);
        let clauses = self.cover(&ran.input, &ran.reached);
        if let Some(paths) = &mut self.exploration.paths {
            paths.add(ran.path.clone(), clauses > 0);
        }
        News { clauses, findings: (self.sites.len() - known_sites) as u64 }
    }

    pub fn kept(&self, ran: &Ran, news: News, knowledge: &RwLock<Knowledge>) -> Kept {
        let known = || knowledge.read().unwrap_or_else(PoisonError::into_inner);
        match &ran.purpose {
            _ if news.gain() > 0 => Kept::All,
            Purpose::Variation { .. } if !ran.is_unlike_others => Kept::Nothing,
            Purpose::Flip { .. } if !again::is_kept(ran, &self.ways, &known()) => Kept::Last,
            _ => Kept::All,
        }
    }

    /// The ways that the run could have gone and that are worth a flip.
    pub fn flips_of(&mut self, ran: &Ran, run: &Arc<Run>, kept: Kept) -> Vec<Flip> {
        // Whoever was faster may have gone the same way.
        let is_known = ran.steps.last().is_some_and(|last| self.ways.was_taken(last.path));
        self.exploration.forgotten += u64::from(kept != Kept::All || is_known);
        match kept {
            Kept::All => {
                if !ran.purpose.is_noted() {
                    self.tried.insert(hash_of(&run.input));
                }
                let (flips, left) = self.ways.unexplored(ran, run, again::most_repeats(ran));
                if left > 0 {
                    *self.exploration.losses.entry(Loser::Construct(NAMED)).or_default() += left;
                }
                flips
            }
            Kept::Last => again::last_flips(ran, run, &self.ways),
            Kept::Nothing => Vec::new(),
        }
    }

    pub fn not_known(&mut self, flip: &Flip, why: Undecided) {
        // What is decided inside of a clause may keep runs from other clauses of its function.
        if let Some(ClausePart::Heads(clause) | ClausePart::Body(clause)) = flip.part {
            self.flips.entry(clause).or_default().unknown += 1;
        }
        *self.exploration.unknown.entry(why).or_default() += 1;
    }

    /// What is no choice between clauses is counted nowhere.
    pub fn count_flip(&mut self, flip: &Flip, count: impl FnOnce(&mut Flips)) {
        if let Some(clause) = flip.choice() {
            count(self.flips.entry(clause).or_default());
        }
    }

    fn count(&mut self, ran: &Ran) {
        let Ran { input, purpose, trace, .. } = ran;
        let exploration = &mut self.exploration;
        exploration.run_time += ran.time;
        exploration.runs += 1;
        // What is run once more to go deeper counted as cut before.
        exploration.cut -= u64::from(matches!(purpose, Purpose::Deeper { was_cut: true, .. }));
        exploration.cut += u64::from(trace.is_cut_short());
        exploration.cut_safely += u64::from(trace.is_cut && !trace.is_cut_short());
        exploration.endless += u64::from(ran.has_no_end());
        exploration.raised_as_promised += u64::from(ran.is_promised_raise);
        exploration.expected.extend(ran.expected.clone());
        for loss in &trace.losses {
            let losses = match loss {
                Loss { is_harmless: true, .. } => &mut exploration.harmless_losses,
                Loss { is_wanted: true, .. } => &mut exploration.left_out,
                _ => &mut exploration.losses,
            };
            *losses.entry(loss.at).or_default() += u64::from(loss.count);
        }
        if let Outcome::Incomplete(incomplete) = &trace.outcome {
            exploration.fell_short(Shortfall::Incomplete(incomplete.clone()));
        }
        // What came of the orders is said in the end.
        if trace.has_processes && trace.history.is_none() {
            exploration.fell_short(Shortfall::OneSchedule);
        }
        if trace.history.is_some() {
            let judgement = ran.crash.as_ref().and_then(|crash| crash.judgement.as_ref());
            let end = Ends::Alike(judgement.map(|judgement| judgement.key.clone()));
            let ends = self.ends.entry(hash_of_arguments(input));
            ends.and_modify(|known| {
                if *known != end {
                    *known = Ends::Differ;
                }
            })
            .or_insert(end);
            // What other processes do is not foreseen.
            self.foreseen = None;
        }
        if trace.calls_funs {
            exploration.fell_short(Shortfall::PlainFuns);
            exploration.behaviours.note(input);
        }
        if let Some(fault) = ran.own_fault {
            exploration.fell_short(Shortfall::SeedFun(fault));
        }
        if !trace.is_result_followed {
            exploration.fell_short(Shortfall::ResultNotFollowed);
        }
        if matches!(trace.outcome, Outcome::OutOfMemory) {
            exploration.fell_short(Shortfall::OutOfMemory);
        }
        match &ran.divergence {
            None => {}
            Some(divergence) => match purpose {
                Purpose::Flip { is_guess: true, .. } => exploration.missed_guesses += 1,
                // What others can see of a process may depend on the input, and so does where it stops for them.
                Purpose::Flip { .. } if divergence.is_of_order => {
                    exploration.fell_short(Shortfall::OneSchedule);
                }
                _ => exploration.divergences.push(divergence.clone()),
            },
        }
        if trace.outcome == Outcome::Rejected {
            exploration.rejected += 1;
        }
        if matches!(purpose, Purpose::Longer) {
            exploration.ran_longer(input);
        }
        if ran.may_hang() {
            exploration.fell_short(Shortfall::OutOfReductions);
        }
        let is_cut = trace.outcome == Outcome::OutOfReductions;
        match &ran.crash {
            Some(Crash { outcome: Outcome::OutOfReductions, judgement: None }) if is_cut => {
                exploration.may_hang(input, trace.reductions);
            }
            // Without symbols, it came to an end.
            Some(Crash { judgement: None, .. }) if is_cut => {}
            Some(crash) => self.add_finding(ran, &crash.outcome, crash.judgement.clone()),
            None => {}
        }
    }

    /// Has everything been found that can be?
    pub fn is_all_found(&self) -> bool {
        self.foreseen.as_ref().is_some_and(Vec::is_empty)
    }

    fn add_finding(&mut self, ran: &Ran, outcome: &Outcome, judgement: Option<Judgement>) {
        let Some(judgement) = judgement else {
            return self.exploration.fell_short(Shortfall::NotRepeated);
        };
        let site = judgement.site();
        let Judgement { kind, key, violation, within } = judgement;
        if let Some(&known) = self.sites.get(&site) {
            let finding = &mut self.exploration.findings[known];
            finding.occurrences += 1;
            // Nobody can read a closure of a seed in a report.
            if seed::has_closures(&finding.input) && !seed::has_closures(&ran.input) {
                finding.input = ran.input.clone();
                finding.outcome = outcome.clone();
                finding.violation = violation;
                finding.learn(&ran.trace);
            }
            return;
        }
        if ran.trace.safe_from.is_some() && kind != FindingKind::OutsideFunType {
            self.exploration.fell_short(Shortfall::AnalysisRefuted);
        }
        if kind != FindingKind::OutsideFunType
            && let (Some(foreseen), Outcome::Crashed { raised: Raised { at: Some(at), .. }, .. }) =
                (&mut self.foreseen, outcome)
        {
            let line = at.position.line;
            let is_told = key
                .place
                .is_some_and(|(module, _, told)| (module, told) == (at.module, i64::from(line)));
            let found = (at.module, at.function, line);
            let is_it = |each: &Frame| (each.module, each.function, each.position.line) == found;
            foreseen.retain(|each| !(is_told && is_it(each)));
        }
        self.sites.insert(site, self.exploration.findings.len());
        self.exploration.findings.push(Finding {
            violation,
            within,
            has_processes: ran.trace.has_processes,
            asks_the_time: ran.trace.asks_the_time(),
            asks_the_world: ran.trace.asks_the_world(),
            ..Finding::new(kind, key, ran.input.clone(), outcome.clone())
        });
    }

    /// Says of each finding whether other orders of processes came to something else.
    pub fn compare_orders(&mut self) {
        for finding in &mut self.exploration.findings {
            let ends = self.ends.get(&hash_of_arguments(&finding.input));
            finding.is_of_some_orders = ends == Some(&Ends::Differ);
        }
    }

    /// How many clauses of the module under test no run had reached before.
    pub fn cover(&mut self, input: &Input, reached: &[ClauseId]) -> u64 {
        let mut new = Vec::new();
        for &clause in reached {
            if self.exploration.covered.insert(clause, 0).is_none() {
                new.push(clause);
            }
        }
        let is_ours = |clause: &&ClauseId| self.module.is_none_or(|module| clause.module == module);
        let gain = new.iter().filter(is_ours).count() as u64;
        if !new.is_empty() {
            self.exploration.firsts.push((input.clone(), new));
        }
        gain
    }
}

/// Two hashes side by side: no two inputs of a search have the same. They are taken of the bytes,
/// because terms that differ in kind only (`0` and `0.0`) have the same hash.
pub fn hash_of(input: &Input) -> u128 {
    hash_with(input, &input.schedule)
}

/// The same for all orders of processes.
fn hash_of_arguments(input: &Input) -> u128 {
    hash_with(input, &())
}

fn hash_with(input: &Input, schedule: &impl Hash) -> u128 {
    let mut bytes = Vec::new();
    input.arguments.iter().for_each(|term| term::external::encode_into(term, &mut bytes));
    let (mut one, mut other) = (FxHasher::default(), DefaultHasher::new());
    (&bytes, schedule).hash(&mut one);
    (&bytes, schedule).hash(&mut other);
    u128::from(one.finish()) << 64 | u128::from(other.finish())
}
