//! How do we run one `erl` and talk to it?
//!
//! Frames (a length, a number, an external term) go through two pipes that are nobody's standard
//! input or output. The node leaves by itself when its pipe closes; where the program keeps it from
//! that, the operating system ends it when Ermine ends (see [`crate::walls`]). When Ermine is done with it,
//! its whole process group is killed.
//!
//! The emulator is started directly and not through `erl`, which is a shell script: then there is no
//! shell behind the walls either.

use crate::erlang_half::ErlangHalf;
use crate::openings::{self, Role};
use crate::walls::{self, Openings, Walled};
use crate::{NodeError, Otp};
use command_fds::{CommandFdExt, FdMapping};
use rustc_hash::FxHashMap;
use rustix::process::{Pid, Signal, kill_process_group};
use std::env;
use std::ffi::OsStr;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::num::NonZero;
use std::os::unix::process::CommandExt;
use std::process::{ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;
use term::external::{self, Reader};

/// A node starts in a tenth of a second; on a machine that is short of everything, in a few seconds.
const START_LIMIT: Duration = Duration::from_secs(60);

/// No answer is larger, so this is noise on the pipe.
const FRAME_LIMIT: u32 = 256 << 20;

pub struct Process {
    id: u32,
    /// Until it has been killed and waited for: then its number may belong to another process.
    walled: Mutex<Option<Walled>>,
    input: Mutex<PipeWriter>,
    inbox: Arc<Inbox>,
    start: Mutex<Start>,
    /// So many bytes it may take beyond what it has when it is ready.
    memory: u64,
}

enum Start {
    Waiting { ready: Receiver<Vec<u8>>, half: Arc<ErlangHalf> },
    Ready(About),
    Failed(String),
}

/// What a node says of itself.
#[derive(Clone, Debug)]
pub struct About {
    /// `erlang:system_info(otp_release)`
    pub release: String,
    /// `erlang:system_info(version)`
    pub erts_version: String,
    /// `code:root_dir()`
    pub root: String,
    /// `code:lib_dir()`
    pub lib: String,
    /// `jit` or `emu`
    pub flavor: String,
}

impl About {
    /// Reads `{ready, {Release, Version, Root, Lib, Flavor}}`.
    fn read(greeting: &[u8]) -> external::Result<About> {
        let mut reader = Reader::new(greeting)?;
        reader.tuple_of(2)?;
        reader.atom()?;
        reader.tuple_of(5)?;
        let mut text = || reader.bytes().map(|text| String::from_utf8_lossy(text).into_owned());
        Ok(About {
            release: text()?,
            erts_version: text()?,
            root: text()?,
            lib: text()?,
            flavor: text()?,
        })
    }
}

/// Who waits for which answer, and what the node said before it died.
#[derive(Default)]
struct Inbox {
    waiting: Mutex<Option<FxHashMap<u64, Sender<Vec<u8>>>>>,
    last_words: Mutex<Vec<u8>>,
}

impl Process {
    /// Starts a node without waiting for it.
    pub fn start(otp: &Otp, half: Arc<ErlangHalf>, plan: &Plan) -> Result<Process, NodeError> {
        let not_started = |error: io::Error| NodeError::NotStarted(error.to_string());
        let mut openings = plan.openings.clone();
        openings.readable.push(half.folder().to_owned());
        let mut command = emulator(otp, &mut openings);
        let schedulers = parallelism().to_string();
        command.args(["+S", &schedulers, "+SDio", "1", "+sbwt", "none", "+sbwtdcpu", "none"]);
        command.args(["+sbwtdio", "none", "-boot", "no_dot_erlang", "-noinput", "-noshell"]);
        // Listing processes takes time in proportion to how many there may be.
        command.args(["+P", "65536"]);
        // Code under test may use language features that have to be allowed (`maybe`); that they
        // are allowed does not make them keywords in modules that do not ask for them.
        command.args(["-enable-feature", "all"]);
        command.arg("-pa").arg(half.folder());
        command.args(["-s", "ermine_node", "start", plan.role.name()]);
        if plan.role == Role::Compiler {
            for variable in ["ERL_COMPILER_OPTIONS", "HOME"] {
                command.envs(env::var_os(variable).map(|value| (variable, value)));
            }
            // A compiler is called from where the user is.
            command.arg("-extra").args(env::current_dir().ok());
        }
        let (requests, input) = io::pipe().map_err(not_started)?;
        let (output, answers) = io::pipe().map_err(not_started)?;
        let mappings = vec![
            FdMapping { parent_fd: requests.into(), child_fd: 3 },
            FdMapping { parent_fd: answers.into(), child_fd: 4 },
        ];
        command.fd_mappings(mappings).map_err(|error| not_started(io::Error::other(error)))?;
        command.process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut walled = walls::spawn(command, &openings).map_err(not_started)?;
        let errors = walled.child.stderr.take().expect("stderr is piped");
        let (sender, ready) = channel();
        let inbox = Arc::new(Inbox::default());
        *lock(&inbox.waiting) = Some(FxHashMap::from_iter([(0, sender)]));
        inbox.clone().listen(output, errors);
        let start = Mutex::new(Start::Waiting { ready, half });
        let (id, input) = (walled.child.id(), Mutex::new(input));
        let (walled, memory) = (Mutex::new(Some(walled)), plan.memory);
        Ok(Process { id, walled, input, inbox, start, memory })
    }

    /// Waits for the node to say that it is there.
    pub fn wait_until_ready(&self) -> Result<About, NodeError> {
        let mut start = lock(&self.start);
        let greeting = match &mut *start {
            Start::Ready(about) => return Ok(about.clone()),
            Start::Failed(why) => return Err(NodeError::NotStarted(why.clone())),
            Start::Waiting { ready, .. } => self.greeting(ready).and_then(|about| {
                let limited = walls::limit(self.id, self.memory);
                limited.map(|()| about).map_err(|error| format!("its memory has no limit: {error}"))
            }),
        };
        let next = match &greeting {
            Ok(about) => Start::Ready(about.clone()),
            Err(why) => Start::Failed(why.clone()),
        };
        let before = std::mem::replace(&mut *start, next);
        if let (Start::Waiting { half, .. }, Err(_)) = (before, &greeting) {
            half.discard();
        }
        greeting.map_err(|why| {
            self.kill();
            NodeError::NotStarted(why)
        })
    }

    fn greeting(&self, ready: &Receiver<Vec<u8>>) -> Result<About, String> {
        match ready.recv_timeout(START_LIMIT) {
            Ok(greeting) => About::read(&greeting).map_err(|error| error.to_string()),
            Err(RecvTimeoutError::Timeout) => Err("it does not answer".to_owned()),
            Err(RecvTimeoutError::Disconnected) => Err(self.inbox.last_words()),
        }
    }

    pub fn id(&self) -> u32 {
        self.id
    }

    pub fn is_alive(&self) -> bool {
        lock(&self.inbox.waiting).is_some()
    }

    /// Sends a request; its answer will arrive at the receiver, which disconnects if the node dies.
    pub fn send(&self, number: u64, request: &[u8]) -> Result<Receiver<Vec<u8>>, NodeError> {
        let (sender, receiver) = channel();
        match &mut *lock(&self.inbox.waiting) {
            Some(waiting) => waiting.insert(number, sender),
            None => return Err(self.death()),
        };
        self.write(number, request).map_err(|_| self.death())?;
        Ok(receiver)
    }

    fn write(&self, number: u64, request: &[u8]) -> io::Result<()> {
        let length = u32::try_from(request.len() + 8)
            .map_err(|_| io::Error::other("the request is larger than a frame"))?;
        let mut frame = Vec::with_capacity(request.len() + 12);
        frame.extend_from_slice(&length.to_be_bytes());
        frame.extend_from_slice(&number.to_be_bytes());
        frame.extend_from_slice(request);
        let mut input = lock(&self.input);
        input.write_all(&frame)?;
        input.flush()
    }

    /// Gives a request up: its worker on the node is killed, its answer thrown away.
    pub fn cancel(&self, number: u64, cancel: &[u8]) {
        if let Some(waiting) = &mut *lock(&self.inbox.waiting) {
            waiting.remove(&number);
        }
        // If the node is gone, so is the worker.
        let _ = self.write(number, cancel);
    }

    pub fn death(&self) -> NodeError {
        NodeError::Died(self.inbox.last_words())
    }

    pub fn kill(&self) {
        if let Some(mut walled) = lock(&self.walled).take() {
            // It may have died by itself, but then it is still there until we wait for it.
            let _ = kill_process_group(Pid::from_child(&walled.child), Signal::KILL);
            let _ = walled.child.kill();
            let _ = walled.child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Inbox {
    fn listen(self: Arc<Inbox>, output: PipeReader, errors: ChildStderr) {
        let inbox = self.clone();
        let (finished, end_of_words) = channel::<()>();
        thread::spawn(move || {
            inbox.keep_last_words(errors);
            drop(finished);
        });
        thread::spawn(move || {
            let _ = self.deliver(output);
            // Whoever learns of the death wants the last words too, if they come soon.
            let _ = end_of_words.recv_timeout(Duration::from_millis(200));
            *lock(&self.waiting) = None;
        });
    }

    /// Hands each answer to who waits for it, until the pipe closes.
    fn deliver(&self, mut output: PipeReader) -> io::Result<()> {
        loop {
            let mut header = [0; 12];
            output.read_exact(&mut header)?;
            let (length, number) = header.split_at(4);
            let length = u32::from_be_bytes(length.try_into().expect("four bytes"));
            let number = u64::from_be_bytes(number.try_into().expect("eight bytes"));
            if !(8..=FRAME_LIMIT).contains(&length) {
                return Err(io::Error::other("a frame of impossible length"));
            }
            // As much as really comes: a length is quickly said.
            let mut answer = Vec::new();
            let length = u64::from(length) - 8;
            if (&mut output).take(length).read_to_end(&mut answer)? as u64 != length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let receiver = lock(&self.waiting).as_mut().and_then(|all| all.remove(&number));
            if let Some(receiver) = receiver {
                // Who no longer waits does not want it.
                let _ = receiver.send(answer);
            }
        }
    }

    fn keep_last_words(&self, mut errors: ChildStderr) {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = errors.read(&mut buffer) {
            let mut words = lock(&self.last_words);
            words.extend_from_slice(&buffer[..count]);
            let excess = words.len().saturating_sub(4096);
            words.drain(..excess);
        }
    }

    /// The last line it said, in which the emulator puts the reason.
    fn last_words(&self) -> String {
        let words = lock(&self.last_words);
        let text = String::from_utf8_lossy(&words);
        let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        line.unwrap_or("it said nothing").chars().take(300).collect()
    }
}

/// How a node is to be started.
pub struct Plan {
    pub role: Role,
    pub openings: Openings,
    pub memory: u64,
}

/// The emulator, as the script `erl` would start it: in a folder where nothing is to be found, with
/// none of the user's variables.
pub fn emulator(otp: &Otp, openings: &mut Openings) -> Command {
    let programs = openings::emulator_folder(otp);
    let mut command = walls::command(programs.join("erlexec").as_os_str(), openings);
    let fixed: [(&str, &OsStr); 8] = [
        ("ROOTDIR", otp.root.as_os_str()),
        ("BINDIR", programs.as_os_str()),
        ("EMU", "beam".as_ref()),
        ("PROGNAME", "erl".as_ref()),
        ("HOME", "/".as_ref()),
        ("LC_ALL", "C.UTF-8".as_ref()),
        ("TZ", "UTC".as_ref()),
        ("ERL_CRASH_DUMP_SECONDS", "0".as_ref()),
    ];
    command.env_clear().envs(fixed).current_dir("/");
    command
}

/// How many requests can really run at the same time. More than a few are rarely under way.
pub fn parallelism() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).clamp(1, 4)
}

/// A panic elsewhere leaves nothing half done in what these locks guard.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
