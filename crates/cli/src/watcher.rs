//! Who watches a search? The terminal is shown how far it is, and the BEAM is asked about crashes.

use crate::arguments::SearchOptions;
use crate::progress::Progress;
use crate::replay::{self, Replays};
use crate::seed::Seed;
use crate::session::Session;
use beam::Call;
use cli::agreement;
use explore::{Confirmation, Exploration, Finding, Observer, Path, Paths, Subject};
use report::PathResult;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use term::Term;
use trace::{Input, Outcome};
use workbench::Workpiece;

/// Shows the way, and asks the BEAM about crashes.
pub struct Watcher<'a> {
    pub session: &'a Session,
    pub piece: &'a Workpiece,
    pub seed: Seed,
    pub progress: &'a Progress,
    pub options: &'a SearchOptions,
    /// When the time for the search is over.
    pub end: Option<Instant>,
    /// How long crashes are replayed, once that has begun.
    pub replays: Option<Replays>,
    /// The paths of the runs, if somebody wants to look at them.
    pub paths: Option<Paths>,
    /// When the BEAM was first asked after Ctrl-C.
    pub stopped: Option<Instant>,
}

/// After Ctrl-C, the BEAM is asked for so long at most.
const AFTER_STOP: Duration = Duration::from_secs(2);

/// Why it is not asked any more.
pub const INTERRUPTED: &str = "interrupted";

impl Watcher<'_> {
    /// The call of the function with this input, as the BEAM knows it.
    fn call(&self, input: &Input) -> Call {
        let given = input.arguments.iter().map(|term| self.seed.for_the_beam(term));
        let (module, function, arguments) = self.piece.called_with(given.collect());
        Call { module, function, arguments }
    }

    /// What happens on the BEAM.
    fn ask(&self, input: &Input) -> Result<beam::Outcome, String> {
        self.session.judge.install(self.end)?;
        let ran = self.session.loader.node().apply(&self.call(input), &beam::Limits::default());
        ran.map(|ran| ran.outcome).map_err(|error| error.to_string())
    }

    /// What the paths of the runs that came to an end return on the BEAM. What is wrong with a result
    /// is a finding, and not to be asserted.
    pub fn results(&self, subject: &Subject) -> Vec<PathResult> {
        self.progress.replay();
        let taken = self.paths.iter().flat_map(|paths| &paths.taken);
        let returning = taken.filter(|path| matches!(path.outcome, Outcome::Returned(_)));
        let right = returning.filter(|path| subject.judge(&path.input, &path.outcome).is_none());
        right.map(|path| self.result(path)).collect()
    }

    /// What comes out differently from one call to the next cannot be asserted. Time passes here
    /// otherwise than on the BEAM, so what depends on it shows when the two are compared.
    fn result(&self, path: &Path) -> PathResult {
        let arguments = path.input.arguments.clone();
        if self.session.stop.load(Ordering::Relaxed) {
            return PathResult { arguments, returned: Err(INTERRUPTED.to_owned()) };
        }
        let returned = match (self.ask(&path.input), self.ask(&path.input)) {
            (Ok(beam::Outcome::Value(first)), Ok(beam::Outcome::Value(second))) => {
                let is_alike = |ours: &Term| agreement::is_alike(ours, &first);
                let is_stable = is_alike(&second)
                    && matches!(&path.outcome, Outcome::Returned(ours) if is_alike(ours));
                let why = "it depends on more than its arguments";
                if is_stable { Ok(first) } else { Err(why.to_owned()) }
            }
            (Err(why), _) | (_, Err(why)) => Err(why),
            _ => Err("it does not return on the BEAM".to_owned()),
        };
        PathResult { arguments, returned }
    }
}

impl Observer for Watcher<'_> {
    fn after_run(&mut self, exploration: &Exploration) -> bool {
        self.progress.update(exploration);
        if !exploration.findings.is_empty() && !self.options.no_confirm() {
            self.session.judge.wake_node();
        }
        !self.session.stop.load(Ordering::Relaxed)
    }

    fn confirm(&mut self, finding: &Finding) -> Confirmation {
        self.progress.replay();
        if let Some(why) = self.session.judge.no_confirmation(finding, self.options) {
            return Confirmation::NotTried(why);
        }
        if self.session.stop.load(Ordering::Relaxed) {
            let since = self.stopped.get_or_insert_with(Instant::now);
            if replay::has_no_end(finding) || since.elapsed() > AFTER_STOP {
                return Confirmation::NotTried(INTERRUPTED.to_owned());
            }
        }
        if self.session.gathers_missing && self.session.missing_module(finding).is_some() {
            return Confirmation::NotTried("a module is missing".to_owned());
        }
        if let Err(why) = self.session.judge.install(self.end) {
            return Confirmation::NotTried(why);
        }
        let call = self.call(&finding.input);
        let replays = self
            .replays
            .get_or_insert_with(|| Replays::until(self.end, self.options.memory() << 20));
        self.session.judge.confirm(&call, finding, replays)
    }
}
