//! How does a command run that may be up to anything? Below a process that watches it.
//!
//! The supervisor is this test once more. It adopts whatever the command leaves behind, so that nothing
//! gets away by losing its parents; it notes how much memory Ermine and its children take at most, and
//! kills all of them when they take far too long or too much. How it went is written to a file, a line
//! for each number.

use rustix::process::{Pid, Signal, getpid, kill_process, set_child_subreaper};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Long before this, the command is killed by the supervisor; this is for what grows between two looks.
const ADDRESS_SPACE_KIB: u64 = 12 << 20;

/// In blocks of 512 bytes: what a file may have at most, so that no disk is filled.
const FILE_BLOCKS: u64 = 400_000;

const PAUSE: Duration = Duration::from_millis(15);

/// How long what is left of a command may take to go away by itself.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a command is allowed before the supervisor ends it.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub seconds: u64,
    pub mebibytes: u64,
}

/// How a command went.
#[derive(Debug, Default)]
pub struct Watched {
    /// `None`: a signal ended it.
    pub exit: Option<i32>,
    pub seconds: f64,
    /// The most that Ermine itself had in memory.
    pub ermine_mebibytes: u64,
    /// The most that one `beam.smp` had.
    pub node_mebibytes: u64,
    pub solver_mebibytes: u64,
    /// Why the supervisor killed it.
    pub killed: Option<String>,
    /// What was still running long after the command had ended.
    pub left_behind: Vec<String>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Runs the command below a supervisor. Its folder and environment are those of `command`.
pub fn run(command: &Command, bounds: Bounds, notes: &Path) -> std::io::Result<Watched> {
    let mut supervisor = Command::new(std::env::current_exe()?);
    supervisor.arg("--supervise").arg(notes);
    supervisor.arg(bounds.seconds.to_string()).arg(bounds.mebibytes.to_string());
    supervisor.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        supervisor.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => supervisor.env(name, value),
            None => supervisor.env_remove(name),
        };
    }
    fs::create_dir_all(notes)?;
    let status = supervisor.stdin(Stdio::null()).status()?;
    if !status.success() {
        return Err(std::io::Error::other(format!("the supervisor failed: {status}")));
    }
    let text = fs::read_to_string(notes.join("notes"))?;
    let mut watched = Watched {
        stdout: fs::read(notes.join("stdout"))?,
        stderr: fs::read(notes.join("stderr"))?,
        ..Watched::default()
    };
    for line in text.lines() {
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        match key {
            "exit" => watched.exit = value.parse().ok(),
            "seconds" => watched.seconds = value.parse().unwrap_or_default(),
            "ermine" => watched.ermine_mebibytes = value.parse().unwrap_or_default(),
            "node" => watched.node_mebibytes = value.parse().unwrap_or_default(),
            "solver" => watched.solver_mebibytes = value.parse().unwrap_or_default(),
            "killed" => watched.killed = Some(value.to_owned()),
            _ => watched.left_behind.push(value.to_owned()),
        }
    }
    Ok(watched)
}

/// The supervisor itself: NOTES SECONDS MEBIBYTES COMMAND…
pub fn main(words: &[String]) -> ExitCode {
    let [notes, seconds, mebibytes, command @ ..] = words else { return ExitCode::FAILURE };
    let bounds = Bounds {
        seconds: seconds.parse().expect("seconds"),
        mebibytes: mebibytes.parse().expect("mebibytes"),
    };
    set_child_subreaper(Some(getpid())).expect("a process may adopt its descendants");
    match supervise(Path::new(notes), bounds, command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn supervise(notes: &Path, bounds: Bounds, words: &[String]) -> std::io::Result<()> {
    let launch = format!(
        "ulimit -c 0; ulimit -v {ADDRESS_SPACE_KIB}; ulimit -f {FILE_BLOCKS}; exec \"$0\" \"$@\""
    );
    let started = Instant::now();
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(launch).args(words).stdin(Stdio::null());
    command.stdout(File::create(notes.join("stdout"))?);
    command.stderr(File::create(notes.join("stderr"))?);
    let mut child = command.spawn()?;
    let ermine = child.id();
    let mut lines = Vec::new();
    let mut peaks: BTreeMap<&str, u64> = BTreeMap::new();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let mut is_too_large = false;
        for process in descendants() {
            let Some(peak) = peak_of(process.id) else { continue };
            let role = match process.name.as_str() {
                _ if process.id == ermine => "ermine",
                "beam.smp" => "node",
                "z3" | "cvc5" => "solver",
                _ => continue,
            };
            let most = peaks.entry(role).or_default();
            *most = peak.max(*most);
            is_too_large |= peak > bounds.mebibytes;
        }
        let is_too_long = started.elapsed() > Duration::from_secs(bounds.seconds);
        if is_too_large || is_too_long {
            let why = if is_too_large { "memory" } else { "time" };
            lines.push(format!("killed={why}"));
            kill_all();
            break child.wait()?;
        }
        sleep(PAUSE);
    };
    lines.push(format!("seconds={:.2}", started.elapsed().as_secs_f64()));
    lines.extend(status.code().map(|code| format!("exit={code}")));
    lines.extend(peaks.iter().map(|(role, most)| format!("{role}={most}")));
    let ended = Instant::now();
    while !descendants().is_empty() && ended.elapsed() < FAREWELL {
        sleep(PAUSE);
    }
    for process in descendants() {
        lines.push(format!("left={} ({})", process.name, process.id));
    }
    kill_all();
    fs::write(notes.join("notes"), lines.join("\n"))
}

struct Process {
    id: u32,
    parent: u32,
    name: String,
}

/// Everything below this process that is still running.
fn descendants() -> Vec<Process> {
    let mut others: Vec<Process> = processes();
    let mut found: Vec<Process> = Vec::new();
    let mut family = vec![std::process::id()];
    loop {
        let (below, rest): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|process| family.contains(&process.parent));
        if below.is_empty() {
            return found;
        }
        family.extend(below.iter().map(|process| process.id));
        found.extend(below);
        others = rest;
    }
}

/// All that are more than a number waiting to be asked for.
fn processes() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter_map(process).collect()
}

fn process(id: u32) -> Option<Process> {
    // 17 (a name) S 16 …
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (start, rest) = text.rsplit_once(')')?;
    let (_, name) = start.split_once('(')?;
    let mut words = rest.split_whitespace();
    let is_gone = matches!(words.next()?, "Z" | "X");
    let parent = words.next()?.parse().ok()?;
    (!is_gone).then(|| Process { id, parent, name: name.to_owned() })
}

/// The most memory that it ever had, in MiB.
fn peak_of(id: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes >> 10)
}

/// While some are killed, others may start more.
fn kill_all() {
    for _ in 0..100 {
        let all = descendants();
        if all.is_empty() {
            return;
        }
        for process in all {
            let id = i32::try_from(process.id).ok().and_then(Pid::from_raw);
            // It may be gone already.
            let _ = id.map(|id| kill_process(id, Signal::KILL));
        }
        sleep(PAUSE);
    }
}
