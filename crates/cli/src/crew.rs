//! Who tests many functions? Some threads, each with a machine and a solver of its own. They share
//! what is loaded and the node.
//!
//! Whatever happens to one function, the others go on: a panic is a bug of Ermine, and told as that.

use crate::arguments::SearchOptions;
use crate::memory;
use crate::overview::Overview;
use crate::panics;
use crate::progress::Progress;
use crate::session::{Session, Testee};
use crate::worker::Worker;
use core_erlang::{FunctionName, Module};
use report::{Failure, FailureKind, Function};
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A function to test.
pub struct Job {
    pub module: Arc<Module>,
    pub function: FunctionName,
    /// It is not as it was when it was tested last.
    pub is_changed: bool,
}

impl Job {
    pub fn testee(&self) -> Testee<'_> {
        Testee { module: &self.module, function: self.function }
    }
}

/// What came of a job.
pub enum Done {
    Tested(Box<Function>),
    Failed(Failure),
    /// Somebody stopped us before its turn came.
    NotReached,
}

/// So much a thread may recurse. It costs nothing until it is used.
const STACK: usize = 256 << 20;

/// So much each machine may take; a run that wants more ends there.
const MEMORY: usize = 1 << 30;

thread_local! {
    /// What the last panic of this thread said.
    static COMPLAINT: RefCell<Option<String>> = const { RefCell::new(None) };
}

const NAME: &str = "crew";

/// Tests every function; the results are in the order of the jobs.
pub fn work(
    session: &Session,
    jobs: &[Job],
    options: &SearchOptions,
    threads: usize,
    overview: &Overview,
) -> Vec<Done> {
    keep_complaints();
    let next = AtomicUsize::new(0);
    let take_turns = || {
        let mut results = Vec::new();
        let mut worker = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(number) else { break results };
            let done = match session.stop.load(Ordering::Relaxed) {
                true => Done::NotReached,
                false => {
                    overview.begin(job.testee().mfa());
                    let done = test(session, job, options, threads, &mut worker);
                    overview.end(job.testee().mfa(), &done);
                    done
                }
            };
            results.push((number, done));
        }
    };
    let mut results: Vec<(usize, Done)> = thread::scope(|scope| {
        let start = |_| {
            let builder = thread::Builder::new().name(NAME.to_owned()).stack_size(STACK);
            builder.spawn_scoped(scope, take_turns)
        };
        // With fewer threads than wanted, those that there are do all of the work.
        let crew: Vec<_> = (0..threads).filter_map(|number| start(number).ok()).collect();
        let all = crew.into_iter().map(|member| member.join().expect("its panics are caught"));
        all.flatten().collect()
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, done)| done).collect()
}

fn test(
    session: &Session,
    job: &Job,
    options: &SearchOptions,
    threads: usize,
    worker: &mut Option<Worker>,
) -> Done {
    let attempt = AssertUnwindSafe(|| {
        let worker = match worker {
            Some(worker) => worker,
            None => worker.insert(Worker::new(session, options)?),
        };
        let machine = worker.machine(session);
        machine.limits.bytes = MEMORY.min(memory::of_each(options, threads));
        machine.release();
        session.explore(&job.testee(), worker, None, options, 1, Progress::hidden())
    });
    let subject = || job.testee().mfa().to_string();
    match panic::catch_unwind(attempt) {
        Ok(Ok(function)) => Done::Tested(Box::new(function)),
        Ok(Err(error)) => {
            let why = format!("{error:#}");
            Done::Failed(Failure::new(FailureKind::Setup, subject(), &why))
        }
        Err(_) => {
            // Nobody knows what state it is in.
            *worker = None;
            let why = COMPLAINT.take().unwrap_or_else(|| "it does not say why".to_owned());
            Done::Failed(Failure::new(FailureKind::Internal, subject(), &why))
        }
    }
}

/// Panics of the crew are told in the report, and nowhere else.
fn keep_complaints() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |complaint| {
        if thread::current().name() == Some(NAME) {
            COMPLAINT.replace(Some(panics::what(complaint)));
        } else {
            usual(complaint);
        }
    }));
}
