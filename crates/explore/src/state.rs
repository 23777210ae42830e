//! What do all workers know of a search? What was tried, taken, covered and found so far, and who is
//! at it.

use crate::coverage::Flips;
use crate::finding::{Confirmation, Finding, FindingKey};
use crate::frontier::Pending;
use crate::knowledge::Knowledge;
use crate::paths::Paths;
use crate::promise::Judgement;
use crate::report::{Exploration, Shortfall, StopReason, Undecided};
use crate::task::{Purpose, Ran};
use crate::variation::Variations;
use crate::ways::{Flip, Ways};
use crate::{Plan, seed};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};
use term::{Atom, Term};
use trace::{ClauseId, ClausePart, Input, Outcome, Outline};

pub struct State {
    /// The one under test.
    pub module: Option<Atom>,
    pub seeds: VecDeque<Input>,
    /// Inputs that came to a choice and could not go the way that nobody has gone: see
    /// [`Purpose::Again`].
    pub again: VecDeque<Input>,
    /// Inputs whose runs were cut, to be run longer when there is nothing else to do.
    pub longer: VecDeque<Input>,
    pub variations: Variations,
    pub ways: Ways,
    /// Inputs that have been run, by hash.
    pub tried: FxHashSet<u128>,
    pub sites: FxHashMap<FindingKey, usize>,
    pub flips: BTreeMap<ClauseId, Flips>,
    pub exploration: Exploration,
    /// How many workers there are, and how many of them are at a task or look for one.
    pub workers: usize,
    pub busy: usize,
    /// When each of them began to look for what it does now.
    pub began: Vec<Instant>,
    /// From when on and for how many flips more are asked for.
    pub help_from: (Duration, usize),
    pub stop: Option<StopReason>,
}

/// When a way has been impossible so often, or twice as often as at the last time, another try is made
/// at it.
const OFTEN: u64 = 4;

/// So many runs that were cut wait to be made again.
const MOST_LONGER: usize = 3;

/// What the search remembers of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Every way that it could have gone and did not.
    All,
    /// Its last ways, because it made a flip again and came no nearer to what nobody has reached.
    Last,
    /// It was a variation like many others.
    Nothing,
}

/// What a run brought.
pub struct Seen {
    /// Clauses and crashes that no run before had come to.
    pub gain: u64,
    /// The clauses alone.
    pub clauses: u64,
    pub kept: Kept,
    /// The ways that it could have gone.
    pub flips: Vec<Flip>,
    /// Which run it was.
    pub number: u64,
}

impl State {
    pub fn new(plan: &Plan, outline: &Outline, most_workers: usize) -> State {
        let seeds = match plan.seeds.is_empty() {
            true => seed::seeds(plan.subject),
            false => plan.seeds.clone(),
        };
        State {
            module: outline.module,
            seeds: seeds.into(),
            again: VecDeque::new(),
            longer: VecDeque::new(),
            variations: Variations::new(plan.chance),
            ways: Ways::default(),
            tried: FxHashSet::default(),
            sites: FxHashMap::default(),
            flips: BTreeMap::new(),
            exploration: Exploration {
                paths: (plan.paths > 0).then(|| Paths::at_most(plan.paths)),
                ..Exploration::default()
            },
            workers: 1,
            busy: 0,
            began: vec![Instant::now(); most_workers],
            help_from: plan.help.map_or((Duration::ZERO, 0), |help| (help.after, help.flips)),
            stop: None,
        }
    }

    /// Takes in what became of a run.
    pub fn see(&mut self, ran: &Ran, knowledge: &RwLock<Knowledge>) -> Seen {
        let known_sites = self.sites.len();
        self.note(ran);
        let clauses = self.cover(&ran.next.input, &ran.reached);
        let gain = clauses + (self.sites.len() - known_sites) as u64;
        if let Some(paths) = &mut self.exploration.paths {
            paths.add(ran.path.clone(), clauses > 0);
        }
        if gain > 0 {
            self.variations.learn(&ran.next.input);
        }
        if let (Purpose::Variation { aim: Some(aim), .. }, Some(distance)) =
            (&ran.next.purpose, ran.distance)
        {
            self.variations.came(*aim, &ran.next.input, distance);
        }
        let kept = self.kept(ran, gain, knowledge);
        // Whoever was faster may have gone the same way.
        let is_known = ran.steps.last().is_some_and(|last| self.ways.was_taken(last.path));
        self.exploration.forgotten += u64::from(kept != Kept::All || is_known);
        let flips = match kept {
            Kept::All => {
                if !ran.next.purpose.is_noted() {
                    self.tried.insert(hash_of(&ran.next.input.arguments));
                }
                self.ways.unexplored(ran)
            }
            Kept::Last => self.ways.last(ran),
            Kept::Nothing => Vec::new(),
        };
        Seen { gain, clauses, kept, flips, number: self.exploration.runs }
    }

    fn kept(&self, ran: &Ran, gain: u64, knowledge: &RwLock<Knowledge>) -> Kept {
        let known = || knowledge.read().unwrap_or_else(PoisonError::into_inner);
        match &ran.next.purpose {
            _ if gain > 0 => Kept::All,
            Purpose::Variation { .. } if !ran.is_unlike_others => Kept::Nothing,
            Purpose::Flip { pending, .. }
                if pending.is_again && !self.ways.is_near(ran, &known()) =>
            {
                Kept::Last
            }
            _ => Kept::All,
        }
    }

    pub fn not_known(&mut self, pending: &Pending, why: Undecided) {
        // What is decided inside of a clause may keep runs from other clauses of its function.
        if let Some(ClausePart::Heads(clause) | ClausePart::Body(clause)) = pending.part {
            self.flips.entry(clause).or_default().unknown += 1;
        }
        *self.exploration.unknown.entry(why).or_default() += 1;
    }

    /// Is there a clause that nobody has come to, and the way there impossible on this path? The
    /// more often that was so, the rarer another try.
    pub fn is_worth_another_try(&self, pending: &Pending, knowledge: &Knowledge) -> bool {
        let unsat = pending.choice().and_then(|choice| self.flips.get(&choice)).map(|it| it.unsat);
        !pending.is_again
            && unsat.is_some_and(|times| times >= OFTEN && times.is_power_of_two())
            && knowledge.distance(pending.part) == 0
    }

    /// If the flip leads to a clause that nobody has come to, others shall come nearer to it.
    pub fn aim_at(&mut self, pending: &Pending, distance: f64, knowledge: &Knowledge) {
        if pending.choice().is_some() && knowledge.distance(pending.part) == 0 {
            self.variations.aim_at(pending, distance);
        }
    }

    /// What is no choice between clauses is counted nowhere.
    pub fn count_flip(&mut self, pending: &Pending, count: impl FnOnce(&mut Flips)) {
        if let Some(clause) = pending.choice() {
            count(self.flips.entry(clause).or_default());
        }
    }

    fn note(&mut self, ran: &Ran) {
        let Ran { next, trace, .. } = ran;
        let exploration = &mut self.exploration;
        exploration.run_time += ran.time;
        exploration.runs += 1;
        exploration.cut += u64::from(trace.is_cut);
        let has_no_end = matches!(ran.crash, Some((Outcome::NoEnd(_), _)));
        exploration.endless += u64::from(has_no_end);
        exploration.raised_as_promised += u64::from(ran.is_promised_raise);
        for loss in &trace.losses {
            let losses = match loss.is_wanted {
                true => &mut exploration.left_out,
                false => &mut exploration.losses,
            };
            *losses.entry(loss.at).or_default() += u64::from(loss.count);
        }
        if let Outcome::Incomplete(incomplete) = &trace.outcome {
            exploration.fell_short(Shortfall::Incomplete(incomplete.clone()));
        }
        if trace.has_processes {
            exploration.fell_short(Shortfall::OneSchedule);
        }
        if trace.calls_funs {
            exploration.fell_short(Shortfall::PlainFuns);
        }
        if matches!(trace.outcome, Outcome::OutOfMemory) {
            exploration.fell_short(Shortfall::OutOfMemory);
        }
        match &ran.divergence {
            None => {}
            Some(divergence) => match next.purpose {
                Purpose::Flip { is_guess: true, .. } => exploration.missed_guesses += 1,
                _ => exploration.divergences.push(divergence.clone()),
            },
        }
        if trace.outcome == Outcome::Rejected {
            exploration.rejected += 1;
        }
        let is_cut = trace.outcome == Outcome::OutOfReductions;
        if matches!(next.purpose, Purpose::Longer) {
            exploration.ran_longer(&next.input);
        }
        if is_cut && !has_no_end {
            exploration.fell_short(Shortfall::OutOfReductions);
            let is_first = !matches!(next.purpose, Purpose::Longer);
            if is_first && self.longer.len() < MOST_LONGER {
                self.longer.push_back(next.input.clone());
            }
        }
        match &ran.crash {
            Some((Outcome::OutOfReductions, None)) if is_cut => {
                exploration.may_hang(&next.input, trace.reductions);
            }
            // Without symbols, it came to an end.
            Some((_, None)) if is_cut => {}
            Some((outcome, judgement)) => self.add_finding(ran, outcome, judgement.clone()),
            None => {}
        }
    }

    fn add_finding(&mut self, ran: &Ran, outcome: &Outcome, judgement: Option<Judgement>) {
        let Some(Judgement { kind, key, violation }) = judgement else {
            return self.exploration.fell_short(Shortfall::NotRepeated);
        };
        if let Some(&known) = self.sites.get(&key) {
            self.exploration.findings[known].occurrences += 1;
            return;
        }
        self.sites.insert(key.clone(), self.exploration.findings.len());
        self.exploration.findings.push(Finding {
            key,
            kind,
            input: ran.next.input.clone(),
            outcome: outcome.clone(),
            violation,
            has_processes: ran.trace.has_processes,
            asks_the_time: ran.trace.asks_the_time(),
            asks_the_world: ran.trace.asks_the_world(),
            found_before: false,
            occurrences: 1,
            confirmation: Confirmation::NotTried("the search is not over".into()),
        });
    }

    /// How many clauses of the module under test no run had come to before.
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
pub fn hash_of(arguments: &[Term]) -> u128 {
    let mut bytes = Vec::new();
    arguments.iter().for_each(|term| term::external::encode_into(term, &mut bytes));
    let (mut one, mut other) = (FxHasher::default(), DefaultHasher::new());
    bytes.hash(&mut one);
    bytes.hash(&mut other);
    u128::from(one.finish()) << 64 | u128::from(other.finish())
}
