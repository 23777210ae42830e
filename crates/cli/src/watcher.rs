//! Who watches a search? The terminal is shown how far it is, and the BEAM is asked about crashes.

use crate::progress::Progress;
use crate::seed::Seed;
use crate::session::Session;
use beam::Call;
use core_erlang::FunctionName;
use explore::{Confirmation, Exploration, Observer};
use std::sync::atomic::Ordering;
use term::Atom;
use trace::{Input, Outcome};

/// Shows the way, and asks the BEAM about crashes.
pub struct Watcher<'a> {
    pub session: &'a Session,
    pub module: Atom,
    pub function: FunctionName,
    pub seed: Seed,
    pub progress: Progress,
}

impl Observer for Watcher<'_> {
    fn after_run(&mut self, exploration: &Exploration) -> bool {
        self.progress.update(exploration);
        !self.session.stop.load(Ordering::Relaxed)
    }

    fn confirm(&mut self, input: &Input, outcome: &Outcome) -> Confirmation {
        self.progress.replay();
        if let Err(why) = self.session.install() {
            return Confirmation::NotTried(why);
        }
        let call = Call {
            module: self.module,
            function: self.function.name,
            arguments: input.arguments.iter().map(|term| self.seed.for_the_beam(term)).collect(),
        };
        self.session.confirm(&call, outcome)
    }
}
