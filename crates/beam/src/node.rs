//! How do we ask OTP something?
//!
//! [`Node`] is one `erl` for as long as Ermine runs, started when it is first needed or, better, in
//! the background before that. Any number of threads may have requests under way. If the node
//! dies, the requests under way are made once more, on a new node in which everything installed
//! before is there again.

use crate::erlang_half::ErlangHalf;
use crate::openings::{self, Role};
use crate::process::{About, Plan, Process, lock};
use crate::{CodePath, Otp};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::Duration;
use term::external::{self, Reader};
use term::{Term, atoms};

#[derive(Debug, Clone, thiserror::Error)]
pub enum NodeError {
    #[error("the Erlang node does not start: {0}")]
    NotStarted(String),
    #[error("the Erlang node died: {0}")]
    Died(String),
    #[error("the Erlang node did not answer within {} ms", .0.as_millis())]
    TimedOut(Duration),
    /// The node understood, and could not do it: for what kind of reason, and in words.
    #[error("{text}")]
    Refused { kind: String, text: String },
    #[error("the Erlang node answered nonsense: {0}")]
    Nonsense(#[from] external::Error),
    #[error("the Erlang node answered {answers} of {calls} calls")]
    Uncounted { answers: usize, calls: usize },
}

/// Compiling and loading one module.
const INSTALL_LIMIT: Duration = Duration::from_secs(120);

/// How long a node that let a request time out may take to show that it is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// What a node may take of memory, if nobody says: beyond what it takes by itself, in bytes.
pub const DEFAULT_MEMORY: u64 = 2 << 30;

pub struct Node {
    otp: Otp,
    /// Where the compiled Erlang half is kept, if anywhere.
    cache_folder: Option<PathBuf>,
    /// The Erlang half, once a node has needed it. Nodes share it.
    half: Arc<Mutex<Option<Arc<ErlangHalf>>>>,
    plan: Mutex<Plan>,
    state: Mutex<State>,
    /// How many requests were made, and how many of these are over.
    requests: AtomicU64,
    ended: AtomicU64,
    /// Makes the numbers of requests: a program that finds the pipe cannot answer what it has not read.
    /// One that reads the pipe stays there to do so: see [`Node::distrust`].
    secret: RandomState,
    next_seed: AtomicU64,
}

#[derive(Default)]
struct State {
    process: Option<Arc<Process>>,
    /// Requests that changed the node, to be repeated on a new one.
    installed: Vec<Vec<u8>>,
    /// Those on which something was left behind that may answer in the place of others.
    distrusted: Vec<Weak<Process>>,
}

impl Node {
    /// A node that runs calls of OTP's functions, and is not started yet.
    pub fn new(otp: Otp, cache_folder: Option<PathBuf>) -> Node {
        let plan =
            Plan { role: Role::Runner, openings: openings::of_otp(&otp), memory: DEFAULT_MEMORY };
        Node::planned(otp, cache_folder, Arc::default(), plan)
    }

    /// The same, which also sees the modules on the code path.
    pub fn with_code_path(self, code_path: &CodePath, memory: u64) -> Node {
        {
            let mut plan = lock(&self.plan);
            plan.openings.add(openings::of_modules(code_path));
            plan.memory = memory;
        }
        self
    }

    /// Another node beside this one: for compiling.
    pub fn compiler(&self, code_path: &CodePath, memory: u64) -> Node {
        let mut openings = openings::of_otp(&self.otp);
        openings.add(openings::of_applications(code_path.extra_folders()));
        let plan = Plan { role: Role::Compiler, openings, memory };
        Node::planned(self.otp.clone(), self.cache_folder.clone(), self.half.clone(), plan)
    }

    fn planned(
        otp: Otp,
        cache_folder: Option<PathBuf>,
        half: Arc<Mutex<Option<Arc<ErlangHalf>>>>,
        plan: Plan,
    ) -> Node {
        Node {
            otp,
            cache_folder,
            half,
            plan: Mutex::new(plan),
            state: Mutex::default(),
            requests: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            secret: RandomState::new(),
            next_seed: AtomicU64::new(1),
        }
    }

    /// Opens the walls for reading these. Walls that stand cannot be opened any more, so a node that
    /// is running makes room for a new one.
    pub fn allow_reading(&self, paths: impl IntoIterator<Item = PathBuf>) {
        let mut plan = lock(&self.plan);
        let before = plan.openings.readable.len();
        for path in paths {
            if !plan.openings.readable.iter().any(|open| path.starts_with(open)) {
                plan.openings.readable.push(path);
            }
        }
        let has_grown = plan.openings.readable.len() > before;
        drop(plan);
        if has_grown {
            self.stop();
        }
    }

    pub fn otp(&self) -> &Otp {
        &self.otp
    }

    /// Starts the node without waiting for it. If that fails, the first request will say why.
    pub fn start_in_background(&self) {
        let mut state = lock(&self.state);
        if state.process.is_none() {
            state.process = self.start().ok().map(Arc::new);
        }
    }

    /// Ends the node as soon as the requests under way are answered; the next one starts a new node.
    pub fn stop(&self) {
        lock(&self.state).process = None;
    }

    /// The operating system's number of the node's process, if one is running.
    pub fn process_id(&self) -> Option<u32> {
        lock(&self.state).process.as_ref().map(|process| process.id())
    }

    /// What the node says of itself; starts it if need be.
    pub fn about(&self) -> Result<About, NodeError> {
        self.process()?.wait_until_ready()
    }

    fn start(&self) -> Result<Process, NodeError> {
        let half = self.half().map_err(|error| NodeError::NotStarted(error.to_string()))?;
        Process::start(&self.otp, half, &lock(&self.plan))
    }

    fn half(&self) -> io::Result<Arc<ErlangHalf>> {
        let mut shared = lock(&self.half);
        if let Some(half) = shared.as_ref().filter(|half| half.is_complete()) {
            return Ok(half.clone());
        }
        let half = Arc::new(ErlangHalf::prepare(self.cache_folder.as_deref(), &self.otp)?);
        *shared = Some(half.clone());
        Ok(half)
    }

    /// The node, running and with everything installed.
    fn process(&self) -> Result<Arc<Process>, NodeError> {
        let mut state = lock(&self.state);
        if let Some(process) = state.process.as_ref().filter(|process| process.is_alive())
            && process.wait_until_ready().is_ok()
        {
            return Ok(process.clone());
        }
        // The first failure may be that of a damaged Erlang half, which is compiled again now.
        state.process = None;
        let process = self.start_and_wait().or_else(|_| self.start_and_wait())?;
        for request in &state.installed {
            self.exchange(&process, request, INSTALL_LIMIT)?;
        }
        state.process = Some(process.clone());
        Ok(process)
    }

    fn start_and_wait(&self) -> Result<Arc<Process>, NodeError> {
        let process = self.start()?;
        process.wait_until_ready()?;
        Ok(Arc::new(process))
    }

    /// Sends a request and waits for its answer. If the node dies meanwhile, a new one is asked: the
    /// death may have been somebody else's doing. A request that kills two nodes fails.
    pub fn request(&self, request: &Term, limit: Duration) -> Result<Answer, NodeError> {
        self.request_of_one(request, limit).map(|(_, answer)| answer)
    }

    /// The same, and who answered.
    pub(crate) fn request_of_one(
        &self,
        request: &Term,
        limit: Duration,
    ) -> Result<(Arc<Process>, Answer), NodeError> {
        let request = external::encode(request);
        let process = self.process()?;
        match self.exchange(&process, &request, limit) {
            Err(NodeError::Died(_)) => self.bury(&process),
            Ok(_) if self.is_distrusted(&process) => {}
            answer => return answer.map(|answer| (process, answer)),
        }
        let process = self.process()?;
        self.exchange(&process, &request, limit).map(|answer| (process, answer))
    }

    /// A call has left something behind on a node, a process or a port. It may be reading what we ask,
    /// and answer it. So nobody asks there any more, and what is being asked is asked again elsewhere.
    pub(crate) fn distrust(&self, process: &Arc<Process>) {
        {
            let distrusted = &mut lock(&self.state).distrusted;
            distrusted.retain(|process| process.strong_count() > 0);
            distrusted.push(Arc::downgrade(process));
        }
        self.bury(process);
    }

    fn is_distrusted(&self, process: &Arc<Process>) -> bool {
        let is_it = |other: &Weak<Process>| other.as_ptr() == Arc::as_ptr(process);
        lock(&self.state).distrusted.iter().any(is_it)
    }

    /// How many requests are over, and how many were ever made.
    pub(crate) fn over(&self) -> u64 {
        self.ended.load(Ordering::SeqCst)
    }

    pub(crate) fn made(&self) -> u64 {
        self.requests.load(Ordering::SeqCst)
    }

    /// Whoever listens to the node may not have noticed its death yet; the next request must not go
    /// there.
    fn bury(&self, dead: &Arc<Process>) {
        let process = &mut lock(&self.state).process;
        if process.as_ref().is_some_and(|process| Arc::ptr_eq(process, dead)) {
            *process = None;
        }
    }

    /// As [`Node::request`], and repeats it whenever the node had to be started again.
    pub fn install(&self, request: &Term) -> Result<Answer, NodeError> {
        let answer = self.request(request, INSTALL_LIMIT)?;
        self.repeat_on_restart(request);
        Ok(answer)
    }

    pub(crate) fn repeat_on_restart(&self, request: &Term) {
        let request = external::encode(request);
        let installed = &mut lock(&self.state).installed;
        if !installed.contains(&request) {
            installed.push(request);
        }
    }

    fn exchange(
        &self,
        process: &Arc<Process>,
        request: &[u8],
        limit: Duration,
    ) -> Result<Answer, NodeError> {
        let number = self.new_number();
        let answer = process.send(number, request).map(|answer| answer.recv_timeout(limit));
        self.ended.fetch_add(1, Ordering::SeqCst);
        match answer? {
            Ok(frame) => Answer::new(frame),
            Err(RecvTimeoutError::Disconnected) => Err(process.death()),
            Err(RecvTimeoutError::Timeout) => {
                process.cancel(number, &external::encode(&Term::atom("cancel")));
                self.make_sure_of_life(process.clone());
                Err(NodeError::TimedOut(limit))
            }
        }
    }

    /// A node that cannot even answer a ping is no use to anyone. Nobody waits for it to do so.
    fn make_sure_of_life(&self, process: Arc<Process>) {
        let number = self.new_number();
        // Nobody waits for its end.
        self.ended.fetch_add(1, Ordering::SeqCst);
        thread::spawn(move || {
            let answer = process.send(number, &external::encode(&Term::atom("ping")));
            if !answer.is_ok_and(|answer| answer.recv_timeout(SIGN_OF_LIFE).is_ok()) {
                process.kill();
            }
        });
    }

    /// A number that nobody can guess. The number 0 is the node's own message that it is ready.
    fn new_number(&self) -> u64 {
        self.secret.hash_one(self.requests.fetch_add(1, Ordering::SeqCst)).max(1)
    }

    /// A name for a module that no one else uses on this node.
    pub(crate) fn new_seed_name(&self) -> String {
        format!("ermine_seed_{}", self.next_seed.fetch_add(1, Ordering::Relaxed))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // Somebody may still be waiting for a sign of life from it.
        if let Some(process) = lock(&self.state).process.take() {
            process.kill();
        }
    }
}

/// What the node answered, still as bytes.
pub struct Answer {
    frame: Vec<u8>,
    /// Where the answer proper begins.
    start: usize,
}

impl Answer {
    /// Takes `{ok, Answer}` or `{error, Kind, Text}` apart.
    fn new(frame: Vec<u8>) -> Result<Answer, NodeError> {
        let mut reader = Reader::new(&frame)?;
        reader.tuple_header()?;
        if reader.atom()? == atoms::ok {
            let start = reader.position();
            return Ok(Answer { frame, start });
        }
        let kind = reader.atom()?.name().to_owned();
        let text = String::from_utf8_lossy(reader.bytes()?).into_owned();
        Err(NodeError::Refused { kind, text })
    }

    pub fn reader(&self) -> Reader<'_> {
        Reader::without_version(&self.frame[self.start..])
    }
}
