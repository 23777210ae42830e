//! What happened when a case was explored, and did everybody see the same?
//!
//! Every input that the search tries runs twice here, with symbols and without, and once on the
//! BEAM. Then random inputs are tried: a crash that they meet and the search did not is one that the
//! search has missed.

use crate::statement::{API, RUNS, Statement};
use analysis::safety::Safety;
use anyhow::{Context, Result};
use beam::{Call, Limits, Loader, ModuleSource};
use cli::agreement;
use core_erlang::{FunctionName, Module};
use explore::proposers::longer;
use explore::{
    Budget, Confirmation, Exploration, Finding, FindingKey, FindingKind, Help, Observer, Plan,
    Shortfall, StopReason, Subject,
};
use interpreter::{Interpreter, OrderSettings};
use solver::smt::Options;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use symbolic::Symbols;
use term::{Atom, Term};
use trace::{
    Backend, BackendError, ClauseId, ClausePart, Frame, Input, Outcome, Outline, Place, Raised,
    RunLimits, Trace,
};
use typing::{Generator, Random, Type, hostile};
use workbench::{Helpers, Settings, Wishes, Workbench, Workpiece, inputs, subject};

pub struct Witnessed {
    pub module: Arc<Module>,
    pub exploration: Exploration,
    /// Where two ways of running an input differ, or a finding is not what it seems.
    pub disagreements: Vec<String>,
    /// Crashes that random inputs met and the search did not.
    pub missed: Vec<(Input, FindingKey)>,
    /// The clauses that somebody wrote and no run has reached.
    pub unreached: Vec<(FunctionName, u32)>,
}

/// Runs are the limit. Whatever takes longer than this, on a busy machine too, hangs.
const TIME: Duration = Duration::from_secs(300);

/// Generous, because other tests may run at the same time; what ends a question is work, not time.
const SOLVER_TIME: Duration = Duration::from_secs(60);

/// A call that takes longer on the BEAM is taken to have no end.
const BEAM_LIMITS: Limits = Limits {
    time: Duration::from_millis(1000),
    heap_words: 32 << 20,
    result_bytes: 1 << 20,
    linger: Duration::ZERO,
    grace: beam::GRACE,
};

/// So many of the inputs are run on the BEAM.
const MOST_REPLAYS: usize = 300;

/// The same of calls in a row: each waits at the end for what it has set going.
const MOST_REPLAYS_IN_A_ROW: usize = 40;

/// Timeouts of so many milliseconds fire at any time, where orders are tried.
const SHORT_TIMEOUTS: u64 = 1000;

const RANDOM_INPUTS: usize = 400;

/// How many decisions of a run are followed, at first.
const DEPTH: usize = 60;

pub fn explore(
    loader: &Arc<Loader>,
    source: &ModuleSource,
    statement: &Statement,
) -> Result<Witnessed> {
    let module = loader.load(source)?;
    let bench = Workbench::new(loader.clone());
    let (piece, safety) = prepared(&bench, &module, statement)?;
    let subject = bench.subject(&piece);
    let seed = statement.seed.as_deref().map(term::read::arguments).transpose().context("seed")?;
    let seeds = inputs(seed);
    subject::check_seeds(&subject, &seeds)?;
    let orders = OrderSettings {
        all_crashes: statement.all_crashes,
        lost_messages: statement.lost_messages,
        ..OrderSettings::with_timeouts(SHORT_TIMEOUTS)
    };
    let settings = Settings {
        orders: (statement.schedules > 1).then_some(orders),
        ahead: piece.ahead(&safety),
        promised: bench.promised(&piece, &safety),
        depth: statement.depth.unwrap_or(DEPTH),
        limit: &|machine| machine.limits.reductions = statement.reductions,
        teach: &|_| (),
        smt_path: None,
        smt: Options { timeout: SOLVER_TIME, ..Options::default() },
    };
    let interpreter = piece.engine(bench.machine(), &settings);
    let own_pid = interpreter.own_pid();
    let mut witness = Witness { interpreter, ran: Vec::new(), disagreements: Vec::new() };
    let budget = || Budget::new(Some(TIME), Some(statement.runs.unwrap_or(RUNS)));
    let mut beam = Beam { loader, piece: &piece, own_pid };
    loader.install(source)?;
    let plan = |seeds| {
        let goes_deeper = statement.depth.is_none();
        // Whatever is said to be safe is run all the same: it must not fail.
        let Statement { schedules, preemptions, .. } = *statement;
        let plan = Plan::new(&subject, seeds, budget());
        Plan { goes_deeper, prunes: false, schedules, preemptions, ..plan }
    };
    let exploration =
        explore::explore(&mut witness, &mut settings.solver()?, plan(seeds.clone()), &mut beam);
    let helpers = Helpers { bench: &bench, piece: &piece, settings: &settings };
    let help = Help { after: Duration::ZERO, flips: 1, ..Help::new(&helpers, 2) };
    let plan = Plan { help: Some(help), prunes: true, ..plan(seeds) };
    let mut first = piece.engine(bench.machine(), &settings);
    let together = explore::explore(&mut first, &mut settings.solver()?, plan, &mut Nobody);
    witness.compare(&exploration, &together);
    // In which order the BEAM runs processes is not for us to say.
    if statement.schedules == 1 {
        witness.replay(&beam)?;
    }
    witness.check_findings(&subject, &exploration);
    let operations = bench.operations(&safety);
    let is_analysed = piece.script.is_none();
    for found in [&exploration, &together] {
        let is_unforeseen = |finding: &&Finding| is_analysed && !operations.foresee(finding);
        for finding in found.findings.iter().filter(is_unforeseen) {
            let call = shown(&finding.input);
            let found = outcome(&finding.outcome);
            witness.disagreements.push(format!("said to be safe, but {call} leads to {found}"));
        }
        if found.has_refuted_the_analysis() {
            let text = "a run has failed where the analysis had shown that nothing can";
            witness.disagreements.push(text.to_owned());
        }
    }
    let missed = witness.missed(&subject, &exploration);
    let unreached = witness.unreached(&exploration);
    let disagreements = witness.disagreements;
    Ok(Witnessed { module, exploration, disagreements, missed, unreached })
}

/// What is explored, and what an analysis says of it.
fn prepared(
    bench: &Workbench,
    module: &Module,
    statement: &Statement,
) -> Result<(Workpiece, Safety)> {
    if statement.function == API {
        let piece = bench.prepare_scripts(module, &[])?.context("there is nothing to call")?;
        return Ok((piece, Safety::unknown()));
    }
    let function = FunctionName { name: Atom::new(&statement.function), arity: statement.arity };
    let wishes = Wishes { no_spec: statement.no_spec, ..Wishes::default() };
    let piece = bench.prepare(module, function, wishes)?;
    let piece = if statement.seed.is_none() { piece.building(bench) } else { piece };
    let safety = bench.safety(&piece, workbench::safety::STEPS);
    Ok((piece, safety))
}

/// The interpreter, and what it was asked.
struct Witness {
    interpreter: Interpreter,
    ran: Vec<Ran>,
    disagreements: Vec<String>,
}

struct Ran {
    input: Input,
    outcome: Outcome,
    asks_the_world: bool,
}

impl Backend for Witness {
    fn run(
        &mut self,
        input: &Input,
        symbols: &mut Symbols,
        limits: RunLimits,
    ) -> Result<Trace, BackendError> {
        let trace = self.interpreter.run(input, symbols, limits)?;
        let concrete = self.interpreter.run_concretely(input, limits)?;
        if !is_same(&trace.outcome, &concrete) {
            self.disagreements.push(format!(
                "{}: with symbols {}, without {}",
                shown(input),
                outcome(&trace.outcome),
                outcome(&concrete)
            ));
        }
        self.check_parts(input, &trace);
        self.ran.push(Ran {
            input: input.clone(),
            outcome: concrete,
            asks_the_world: trace.asks_the_world(),
        });
        Ok(trace)
    }

    fn run_concretely(
        &mut self,
        input: &Input,
        limits: RunLimits,
    ) -> Result<Outcome, BackendError> {
        self.interpreter.run_concretely(input, limits)
    }

    fn outline(&mut self) -> Arc<Outline> {
        self.interpreter.outline()
    }

    fn clause_part(&self, place: Place) -> Option<ClausePart> {
        self.interpreter.clause_part(place)
    }

    fn frame(&self, place: Place) -> Option<Frame> {
        self.interpreter.frame(place)
    }
}

impl Witness {
    /// Is every decision inside of a clause that the run came to?
    fn check_parts(&mut self, input: &Input, trace: &Trace) {
        let reached: BTreeSet<ClauseId> = trace.covered.iter().copied().collect();
        let parts =
            trace.decisions.iter().map(|decision| self.interpreter.clause_part(decision.place));
        for part in parts.flatten() {
            if let ClausePart::Body(clause) = part
                && !reached.contains(&clause)
            {
                let why = format!("{}: decides inside of {clause:?}, not reached", shown(input));
                self.disagreements.push(why);
                return;
            }
        }
    }

    /// Does the BEAM do the same with every input?
    fn replay(&mut self, beam: &Beam) -> Result<()> {
        let is_in_a_row = beam.piece.script.is_some();
        let most = if is_in_a_row { MOST_REPLAYS_IN_A_ROW } else { MOST_REPLAYS };
        let is_replayed = |ran: &&Ran| {
            matches!(ran.outcome, Outcome::Returned(_) | Outcome::Crashed { .. })
                && !ran.asks_the_world
        };
        let ended: Vec<&Ran> = self.ran.iter().filter(is_replayed).take(most).collect();
        let calls: Vec<Call> = ended.iter().map(|ran| beam.call(&ran.input)).collect();
        let theirs = beam.loader.node().apply_many(&calls, &BEAM_LIMITS)?;
        for (Ran { input, outcome: ours, .. }, theirs) in ended.into_iter().zip(theirs) {
            if !agreement::agree(ours, &theirs.outcome) {
                self.disagreements.push(format!(
                    "{}: here {}, on the BEAM {:?}",
                    shown(input),
                    outcome(ours),
                    theirs.outcome
                ));
            }
        }
        Ok(())
    }

    /// Does it make a difference how many work on it?
    fn compare(&mut self, alone: &Exploration, together: &Exploration) {
        let sites = |exploration: &Exploration| {
            let keys = exploration.findings.iter().map(|finding| finding.site());
            keys.collect::<BTreeSet<FindingKey>>()
        };
        let are_comparable = |exploration: &Exploration| {
            exploration.stop == Some(StopReason::Exhausted) && exploration.missed_guesses == 0
        };
        if !are_comparable(alone) || !are_comparable(together) {
            return;
        }
        let (alone, together) = (sites(alone), sites(together));
        if alone != together {
            self.disagreements.push(format!(
                "one finds {alone:?}, several that leave out what is safe find {together:?}"
            ));
        }
    }

    fn outcome(&mut self, input: &Input, endurance: u64) -> Outcome {
        let limits = RunLimits { endurance, ..RunLimits::until(None) };
        let outcome = self.interpreter.run_concretely(input, limits);
        outcome.expect("the interpreter does not fail")
    }

    fn check_findings(&mut self, subject: &Subject, exploration: &Exploration) {
        let endurance = if exploration.longer > 0 { longer::ENDURANCE } else { 1 };
        for finding in &exploration.findings {
            let again = self.outcome(&finding.input, endurance);
            let key = subject.judge(&finding.input, &again).map(|judgement| judgement.key);
            if key.as_ref() != Some(&finding.key) {
                let input = shown(&finding.input);
                self.disagreements.push(format!("{input}: once {:?}, then {key:?}", finding.key));
            }
            if let Some(why) = unconfirmed(finding) {
                self.disagreements.push(format!("{}: {why}", shown(&finding.input)));
            }
        }
        for divergence in &exploration.divergences {
            self.disagreements.push(format!("another way than predicted: {divergence:?}"));
        }
        if exploration.has_refuted_the_analysis() {
            self.disagreements.push("a crash where nothing can fail, by analysis".into());
        }
        if exploration.incomplete.contains_key(&Shortfall::NotRepeated) {
            self.disagreements.push("a crash that did not happen again without symbols".into());
        }
    }

    /// Crashes that the search did not find, met by inputs of the right types and by variations of
    /// those that the search tried.
    fn missed(&mut self, subject: &Subject, exploration: &Exploration) -> Vec<(Input, FindingKey)> {
        let known: Vec<&FindingKey> =
            exploration.findings.iter().map(|finding| &finding.key).collect();
        let mut generator = Generator::new(subject.environment, Random::new(17));
        let mut missed: Vec<(Input, FindingKey)> = Vec::new();
        for number in 0..RANDOM_INPUTS {
            let ran = &self.ran[number % self.ran.len()].input;
            let arguments = arguments(&mut generator, subject, ran);
            let Some(arguments) = arguments.filter(|each| each.iter().all(can_be_tried)) else {
                continue;
            };
            let input = Input::new(arguments);
            let outcome = self.outcome(&input, 1);
            let Some(judgement) = subject.judge(&input, &outcome) else { continue };
            let key = judgement.key;
            if exploration.findings.iter().any(|finding| is_one_with(finding, &key)) {
                continue;
            }
            if !known.contains(&&key) && !missed.iter().any(|(_, other)| *other == key) {
                missed.push((input, key));
            }
        }
        missed
    }

    /// Lines with clauses of the module that no run came to.
    fn unreached(&mut self, exploration: &Exploration) -> Vec<(FunctionName, u32)> {
        let outline = self.interpreter.outline();
        let Some(module) = outline.module else { return Vec::new() };
        let mut unreached = Vec::new();
        let mut reached = Vec::new();
        for function in &outline.functions {
            let written = (0..).zip(&function.clauses).filter(|(_, each)| !each.is_generated());
            for (number, clause) in written {
                let id = ClauseId { module, function: function.name, number };
                let is_reached = exploration.covered.contains_key(&id);
                let lines = if is_reached { &mut reached } else { &mut unreached };
                lines.push((function.name, clause.position.line));
            }
        }
        unreached.retain(|each| !reached.contains(each));
        unreached.dedup();
        unreached
    }
}

/// Of what goes wrong in functions that the input names, there is one finding where they are called.
fn is_one_with(finding: &Finding, key: &FindingKey) -> bool {
    let call =
        finding.within.map(|call| (call.module, call.function.name, i64::from(call.position.line)));
    let is_elsewhere = |(tested, ..): (Atom, Atom, i64)| key.place.is_some_and(|at| at.0 != tested);
    call.is_some() && (key.place == call || call.is_some_and(is_elsewhere))
}

/// Does the BEAM see another crash, or the same one elsewhere?
fn unconfirmed(finding: &Finding) -> Option<String> {
    if finding.confirmation == Confirmation::Repeated {
        return None;
    }
    let Confirmation::Confirmed { stacktrace } = &finding.confirmation else {
        return Some(format!("the BEAM does not agree: {:?}", finding.confirmation));
    };
    // What the input itself raises has no stack trace.
    if finding.kind == FindingKind::OutsideFunType {
        return None;
    }
    // Of a signal the BEAM tells the reason and nothing else.
    let (false, Outcome::Crashed { class, reason, .. }) =
        (finding.outcome.is_by_signal(), &finding.outcome)
    else {
        return None;
    };
    let stacktrace = stacktrace.clone();
    let raised = Raised::UNKNOWN;
    let theirs = Outcome::Crashed { class: *class, reason: reason.clone(), stacktrace, raised };
    let (_, key) = FindingKey::of(&theirs)?;
    (key != finding.key).then(|| format!("here {:?}, on the BEAM {key:?}", finding.key))
}

/// Arguments that the spec allows: new ones, or those of a run with something changed.
fn arguments(generator: &mut Generator, subject: &Subject, ran: &Input) -> Option<Vec<Term>> {
    let types = match subject.types {
        [] => (0..subject.arity).map(|_| Arc::new(Type::Any)).collect(),
        clauses => generator.random.pick(clauses).clone(),
    };
    if generator.random.one_in(2) {
        return types.iter().map(|wanted| generator.term(wanted, 12)).collect();
    }
    let mut arguments = ran.arguments.clone();
    if !arguments.is_empty() {
        let index = generator.random.below(arguments.len());
        arguments[index] = hostile::spoil(&mut generator.random, &arguments[index]);
    }
    let mut pairs = types.iter().zip(&arguments);
    let fits = pairs.all(|(wanted, term)| subject.environment.contains(wanted, term).is_ok());
    fits.then_some(arguments)
}

/// Nobody can write down a pid, a port or a reference, so the search has none to try; and a fun that
/// was not made up may return what its type does not allow.
fn can_be_tried(term: &Term) -> bool {
    !term::any(term, |part| match part {
        Term::Pid(_) | Term::Port(_) | Term::Reference(_) => true,
        Term::Fun(fun) => fun.made_up().is_none(),
        _ => false,
    })
}

struct Nobody;

impl Observer for Nobody {
    fn after_run(&mut self, _: &Exploration) -> bool {
        true
    }

    fn confirm(&mut self, _: &Finding) -> Confirmation {
        Confirmation::NotTried("nobody asked".into())
    }
}

/// Who says whether a crash is real.
struct Beam<'a> {
    loader: &'a Arc<Loader>,
    piece: &'a Workpiece,
    /// Who the process under test is here.
    own_pid: Term,
}

impl Beam<'_> {
    fn call(&self, input: &Input) -> Call {
        // It is another one there.
        let pids = agreement::pids_there(self.own_pid.clone());
        let own = |part: &Term| {
            let (_, theirs) = pids.iter().find(|(ours, _)| ours == part)?;
            Some(theirs.clone())
        };
        let given = input.arguments.iter().map(|each| term::rewrite(each, &own)).collect();
        let (module, function, arguments) = self.piece.called_with(given);
        Call { module, function, arguments }
    }
}

impl Observer for Beam<'_> {
    fn after_run(&mut self, _: &Exploration) -> bool {
        true
    }

    fn confirm(&mut self, finding: &Finding) -> Confirmation {
        let linger = agreement::linger(finding);
        let limits = Limits { linger, ..BEAM_LIMITS };
        match self.loader.node().apply(&self.call(&finding.input), &limits) {
            Err(error) => Confirmation::NotTried(error.to_string()),
            Ok(ran) => agreement::confirmation(self.piece.module, finding, &ran.outcome),
        }
    }
}

fn is_same(left: &Outcome, right: &Outcome) -> bool {
    match (left, right) {
        (Outcome::Returned(left), Outcome::Returned(right)) => agreement::is_alike(left, right),
        (
            Outcome::Crashed { class, reason, .. },
            Outcome::Crashed { class: other_class, reason: other_reason, .. },
        ) => class == other_class && agreement::is_alike(reason, other_reason),
        // Following symbols takes reductions of its own.
        (Outcome::OutOfReductions | Outcome::NoEnd(_), _)
        | (_, Outcome::OutOfReductions | Outcome::NoEnd(_)) => true,
        _ => left == right,
    }
}

pub fn shown(input: &Input) -> String {
    let arguments: Vec<String> = input.arguments.iter().map(Term::to_string).collect();
    format!("({})", arguments.join(", "))
}

pub fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(term) => format!("returned {term}"),
        Outcome::Crashed { class, reason, stacktrace, .. } => {
            format!("{}:{reason} at {stacktrace}", class.atom().name())
        }
        other => format!("{other:?}"),
    }
}
