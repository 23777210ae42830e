//! What does the BEAM say to what was found? It is given the code under test, and then each call that
//! crashed here.

use crate::arguments::SearchOptions;
use crate::replay::{self, Replays};
use crate::watcher::INTERRUPTED;
use beam::{Call, Loader, ModuleSource, NodeError, Ran, walls};
use cli::agreement;
use explore::{Confirmation, Finding, FindingKind};
use std::collections::HashSet;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, RwLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};
use term::Atom;

/// The BEAM, and what it has been told.
pub struct Judge {
    loader: Arc<Loader>,
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
    /// The modules under test that the BEAM does not find by itself.
    sources: Vec<ModuleSource>,
    /// How many of these the BEAM has now.
    installed: Mutex<Installed>,
    /// Whether the node has been told to start.
    is_awake: Once,
    /// How often the BEAM was asked together with others, and how often it answered.
    asks_begun: AtomicU64,
    asks_ended: AtomicU64,
    /// Held by whoever asks the BEAM; alone by whoever asks again.
    beam: RwLock<()>,
}

/// What the BEAM has of the modules under test.
#[derive(Default)]
struct Installed {
    /// The modules on the code path that it does not have, once it has the others.
    left_out: Option<Vec<Atom>>,
    /// So many of the sources were installed.
    sources: usize,
    /// The modules of dependencies that were compiled because they were called.
    offered: HashSet<Atom>,
    /// The modules for which it was seen who compiled them.
    again: HashSet<Atom>,
    /// Why there will be no more.
    failure: Option<String>,
}

enum NotInstalled {
    Failed(String),
    NoTime,
    Interrupted,
}

/// So long installing may go on when the time of a function is over. All is compiled by then.
const INSTALLING: Duration = Duration::from_millis(500);

impl Judge {
    /// For the modules of these sources, which are loaded already.
    pub fn new(loader: Arc<Loader>, sources: Vec<ModuleSource>, stop: Arc<AtomicBool>) -> Judge {
        Judge {
            loader,
            stop,
            sources,
            installed: Mutex::default(),
            is_awake: Once::new(),
            asks_begun: AtomicU64::new(0),
            asks_ended: AtomicU64::new(0),
            beam: RwLock::default(),
        }
    }

    /// The BEAM must have the code under test, and find what it calls where we found it. All of it
    /// before the first call: modules under test may call each other. Whoever has no time to wait for
    /// the end of it leaves the rest to the next.
    pub fn install(&self, end: Option<Instant>) -> Result<(), String> {
        let last = end.map_or_else(Instant::now, |end| end.max(Instant::now())) + INSTALLING;
        let mut installed = self.installed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = &installed.failure {
            return Err(why.clone());
        }
        let result = self.install_further(&mut installed, last);
        if let Err(NotInstalled::Failed(why)) = &result {
            installed.failure = Some(why.clone());
        }
        result.map_err(|why| match why {
            NotInstalled::Failed(why) => why,
            NotInstalled::NoTime => replay::NO_TIME.to_owned(),
            NotInstalled::Interrupted => INTERRUPTED.to_owned(),
        })
    }

    fn install_further(
        &self,
        installed: &mut Installed,
        last: Instant,
    ) -> Result<(), NotInstalled> {
        let failed = |error: &dyn Display| NotInstalled::Failed(error.to_string());
        if installed.left_out.is_none() {
            let left_out = self.loader.install_code_path().map_err(|error| failed(&error))?;
            installed.left_out = Some(left_out);
        }
        let is_found = |source: &ModuleSource| match source {
            ModuleSource::Name(_) => true,
            ModuleSource::Beam(path) => {
                let name = path.file_stem().map(|stem| Atom::new(&stem.to_string_lossy()));
                let found = name.and_then(|name| self.loader.code_path().find(name));
                found.is_some_and(|found| std::path::absolute(path).is_ok_and(|path| path == found))
            }
            _ => false,
        };
        let is_stopped = || self.stop.load(Ordering::Relaxed);
        while let Some(source) = self.sources.get(installed.sources) {
            let is_first = installed.sources == 0;
            if !is_first && is_stopped() {
                return Err(NotInstalled::Interrupted);
            }
            if !is_first && Instant::now() > last {
                return Err(NotInstalled::NoTime);
            }
            if !is_found(source) {
                self.loader.install(source).map_err(|error| failed(&error))?;
            }
            installed.sources += 1;
        }
        let offered = &mut installed.offered;
        self.loader.install_offered(offered).map_err(|error| failed(&error))?;
        let again = &mut installed.again;
        self.loader.install_what_others_compiled(again).map_err(|error| failed(&error))?;
        // That a node takes long to start is not the function's fault. If it does not, the call says why.
        let _ = self.loader.node().about();
        Ok(())
    }

    /// Modules that the BEAM could not be given, which is said once.
    pub fn note_on_modules(&self) -> Option<String> {
        let installed = self.installed.lock().unwrap_or_else(PoisonError::into_inner);
        let left_out = installed.left_out.as_deref().unwrap_or_default();
        let named: Vec<&str> = left_out.iter().take(MOST_NAMED).map(|name| name.name()).collect();
        (!named.is_empty()).then(|| {
            format!(
                "modules that run code when they are loaded, and have no debug info, are not there on \
                 the BEAM: {}{}",
                named.join(", "),
                and_more(left_out.len())
            )
        })
    }

    /// What the BEAM does with a call. If it does not do the same, it is asked once more, while nobody
    /// else asks: calls share the names of processes, and one may take the node down for all.
    pub fn confirm(&self, call: &Call, finding: &Finding, replays: &mut Replays) -> Confirmation {
        let (first, was_alone) = {
            let _together = self.beam.read().unwrap_or_else(PoisonError::into_inner);
            let begun = self.asks_begun.fetch_add(1, Ordering::SeqCst);
            let is_first = begun == self.asks_ended.load(Ordering::SeqCst);
            let first = self.ask(call, finding, replays);
            let is_last = begun + 1 == self.asks_begun.load(Ordering::SeqCst);
            self.asks_ended.fetch_add(1, Ordering::SeqCst);
            (first, is_first && is_last)
        };
        match first {
            Confirmation::Confirmed { .. } => return first,
            // Two nodes have died of it by now, and of nothing else.
            Confirmation::NodeDied(_) if was_alone => return first,
            _ => {}
        }
        let wait = replays.wait();
        loop {
            let _alone = match self.beam.try_write() {
                Ok(alone) => alone,
                Err(TryLockError::Poisoned(alone)) => alone.into_inner(),
                Err(TryLockError::WouldBlock) if Instant::now() < wait => {
                    thread::sleep(Duration::from_millis(1));
                    continue;
                }
                // Whoever could not be asked again has not refuted anything.
                Err(TryLockError::WouldBlock) => return replay::no_time(),
            };
            return self.ask(call, finding, replays);
        }
    }

    fn ask(&self, call: &Call, finding: &Finding, replays: &mut Replays) -> Confirmation {
        let Some(limits) = replays.limits(finding) else { return replay::no_time() };
        let limits = beam::Limits { linger: agreement::linger(finding).min(limits.time), ..limits };
        match self.loader.node().apply(call, &limits) {
            Err(NodeError::TimedOut(_)) => replays.too_long(),
            Err(error) => Confirmation::NotTried(error.to_string()),
            Ok(Ran { outcome: beam::Outcome::TimedOut, .. })
                if !replay::has_no_end(finding) && limits.time < beam::Limits::default().time =>
            {
                replays.too_long()
            }
            Ok(Ran { outcome: beam::Outcome::TooLarge, .. }) => {
                Confirmation::NotTried("what the BEAM gives is too large to be compared".to_owned())
            }
            Ok(ran) => agreement::confirmation(call.module, finding, &ran.outcome),
        }
    }

    /// The node takes a moment to start; whoever will need it says so early.
    pub fn wake_node(&self) {
        self.is_awake.call_once(|| {
            let node = self.loader.node().clone();
            thread::spawn(move || node.start_in_background());
        });
    }

    /// That the BEAM could touch the machine is said once.
    pub fn note_on_walls(&self, options: &SearchOptions) -> Option<String> {
        let is_open = !walls::held().is_closed() && !options.no_confirm();
        is_open.then(|| WITHOUT_WALLS.to_owned())
    }

    /// Why a crash is not to be replayed, if so.
    pub fn no_confirmation(&self, finding: &Finding, options: &SearchOptions) -> Option<String> {
        if options.no_confirm() {
            return Some("--no-confirm".to_owned());
        }
        if finding.kind == FindingKind::Halt {
            return Some("the BEAM would end with it".to_owned());
        }
        let may_differ = finding.asks_the_world || finding.has_processes;
        let is_open = !walls::held().is_closed() && !options.confirm_anyway;
        (may_differ && is_open).then(|| WITHOUT_WALLS.to_owned())
    }
}

/// So many of what is not there are named.
pub const MOST_NAMED: usize = 5;

/// For those that were not named.
pub fn and_more(count: usize) -> String {
    match count.saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

/// What is said where nothing keeps the BEAM from touching the machine.
pub const WITHOUT_WALLS: &str = "nothing keeps the BEAM from touching this machine (Linux 5.13 or later \
     can): crashes that may be different there are replayed with --confirm-anyway only";
