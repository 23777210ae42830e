//! What can a program do to the machine while the real BEAM compiles or runs it?
//!
//! Nothing that the operating system does not let it do. The interpreter has no way out by
//! construction; the BEAM has every way, so it is started behind walls, in layers that each hold by
//! themselves:
//!
//! - **Landlock**: which files may be read, written and executed; no TCP; no signals to others
//! - **seccomp**: no sockets of any kind, no signals, no tracing, nothing that is for administrators
//! - **namespaces** (`unshare`): a network without interfaces, no process in sight but its own
//! - **limits**: on memory, on the size of files, no core dumps, no further programs
//!
//! The first two belong to a thread and are inherited by what it starts. So a thread of its own puts
//! them up, starts the program, and waits until nobody wants the program any more: what it started does
//! not outlive it (`setpriv --pdeathsig`), however Ermine ends. What cannot be had is missing in
//! [`Held`], and it is for others to say so; what was promised there and fails later keeps the program
//! from being started.

#[cfg(target_os = "linux")]
mod descriptors;
#[cfg(target_os = "linux")]
mod landlock;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod seccomp;

#[cfg(target_os = "linux")]
pub use limits::limit;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{env, fmt, io, thread};

/// What may be touched all the same.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// Files, and folders with all that is in them.
    pub readable: Vec<PathBuf>,
    /// Folders in which the names may be read, and nothing else.
    pub listable: Vec<PathBuf>,
    /// Folders in which files may be made, changed and removed.
    pub writable: Vec<PathBuf>,
    /// Programs.
    pub executable: Vec<PathBuf>,
}

impl Openings {
    pub fn add(&mut self, more: Openings) {
        self.readable.extend(more.readable);
        self.listable.extend(more.listable);
        self.writable.extend(more.writable);
        self.executable.extend(more.executable);
    }
}

/// Which walls stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// The version of Landlock's interface.
    pub landlock: Option<u32>,
    pub seccomp: bool,
    pub namespaces: bool,
}

impl Held {
    const NOTHING: Held = Held { landlock: None, seccomp: false, namespaces: false };

    /// Can nothing get out? Without files and programs being guarded, much can.
    pub fn is_closed(&self) -> bool {
        self.landlock.is_some() && self.seccomp
    }

    /// The names of the walls that stand.
    pub fn names(&self) -> Vec<&'static str> {
        let walls = [
            (self.landlock.is_some(), "Landlock"),
            (self.seccomp, "seccomp"),
            (self.namespaces, "namespaces"),
        ];
        walls.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut names: Vec<String> = self.names().into_iter().map(str::to_owned).collect();
        if let (Some(version), Some(landlock)) = (self.landlock, names.first_mut()) {
            landlock.push_str(&format!(" {version}"));
        }
        match &names[..] {
            [] => f.write_str("none"),
            names => f.write_str(&names.join(", ")),
        }
    }
}

/// The walls that this system has, found out by trying. `ERMINE_WALLS=off` goes without.
pub fn held() -> Held {
    static HELD: LazyLock<Held> = LazyLock::new(|| {
        if env::var_os("ERMINE_WALLS").is_some_and(|choice| choice == "off") {
            return Held::NOTHING;
        }
        let tried = thread::Builder::new().name("walls".to_owned()).spawn(try_walls);
        tried.ok().and_then(|thread| thread.join().ok()).unwrap_or(Held::NOTHING)
    });
    *HELD
}

#[cfg(target_os = "linux")]
fn try_walls() -> Held {
    // Namespaces first: from behind the other walls, this thread can start nothing.
    let namespaces = has_namespaces();
    // Without the one, there are holes in the other.
    let landlock = descriptors::keep_to_ourselves()
        .and_then(|()| landlock::restrict(&Openings::default()))
        .unwrap_or(None);
    Held { landlock, seccomp: seccomp::restrict().is_ok(), namespaces }
}

#[cfg(not(target_os = "linux"))]
fn try_walls() -> Held {
    Held::NOTHING
}

/// What `unshare` is told: nobody's user, no network, no other processes; if it ends, so does what it
/// started.
const NAMESPACES: [&str; 8] =
    ["--user", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child", "--"];

/// What `setpriv` is told: who is started ends with the thread that started it.
const LEASH: [&str; 3] = ["--pdeathsig", "KILL", "--"];

/// A program of the system, wherever it is installed. The user's `PATH` is not asked.
fn system_program(name: &str) -> Option<PathBuf> {
    ["/usr/bin", "/bin", "/run/current-system/sw/bin"]
        .into_iter()
        .map(|folder| PathBuf::from(folder).join(name))
        .find(|file| file.is_file())
}

/// Does the system let a program be started in this way?
fn works(program: &OsStr, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).arg(program).arg("--version").env_clear();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(target_os = "linux")]
fn has_namespaces() -> bool {
    system_program("unshare").is_some_and(|unshare| works(unshare.as_os_str(), &NAMESPACES))
}

/// The program that holds what it starts on a leash, if there is one that does.
fn leash() -> Option<&'static PathBuf> {
    static FOUND: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        system_program("setpriv").filter(|setpriv| works(setpriv.as_os_str(), &LEASH))
    });
    FOUND.as_ref()
}

/// The command that starts a program on a leash and inside of its own namespaces, as far as these can be
/// had.
pub fn command(program: &OsStr, openings: &mut Openings) -> Command {
    let mut line = Vec::new();
    if held() != Held::NOTHING
        && let Some(setpriv) = leash()
    {
        openings.executable.push(setpriv.clone());
        line.push(setpriv.as_os_str().to_owned());
        line.extend(LEASH.map(Into::into));
    }
    if let Some(unshare) = system_program("unshare").filter(|_| held().namespaces) {
        line.push(unshare.as_os_str().to_owned());
        line.extend(NAMESPACES.map(Into::into));
        openings.executable.push(unshare);
    }
    openings.executable.push(program.into());
    line.push(program.to_owned());
    let mut command = Command::new(&line[0]);
    command.args(&line[1..]);
    command
}

/// A program behind walls. When this is dropped, the program ends where it is on a leash.
pub struct Walled {
    pub child: Child,
    _leash: Sender<()>,
}

/// Starts a program behind all walls that [`held`] promises. It gets no file of Ermine's that is open but
/// those that the command names.
pub fn spawn(mut command: Command, openings: &Openings) -> io::Result<Walled> {
    let held = held();
    let openings = openings.clone();
    let (report, started) = channel();
    let (leash, is_held): (Sender<()>, Receiver<()>) = channel();
    thread::Builder::new().name("walls".to_owned()).spawn(move || {
        let child = put_up(held, &openings).and_then(|()| command.spawn());
        drop(command);
        if report.send(child).is_ok() {
            // Until the other end is dropped.
            let _ = is_held.recv();
        }
    })?;
    let started = started.recv().map_err(|_| io::Error::other("the walls could not be put up"))?;
    Ok(Walled { child: started?, _leash: leash })
}

#[cfg(target_os = "linux")]
fn put_up(held: Held, openings: &Openings) -> io::Result<()> {
    if held.landlock.is_some() {
        // What is open already passes through the walls.
        descriptors::keep_to_ourselves()?;
        if landlock::restrict(openings)?.is_none() {
            return Err(io::Error::other("Landlock is gone"));
        }
    }
    if held.seccomp {
        seccomp::restrict()?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub fn limit(_: u32, _: u64) -> io::Result<()> {
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn put_up(_: Held, _: &Openings) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Runs a line of shell behind the walls: what it wrote, and whether it succeeded.
    fn shell(line: &str, openings: &Openings) -> (String, bool) {
        let mut openings = openings.clone();
        openings.readable.extend(["/usr", "/lib", "/lib64", "/bin", "/etc"].map(PathBuf::from));
        openings.executable.extend(["/usr", "/lib", "/lib64", "/bin"].map(PathBuf::from));
        openings.readable.push("/dev/null".into());
        let mut command = command("/bin/sh".as_ref(), &mut openings);
        command.arg("-c").arg(line).stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(Stdio::null());
        let Walled { child, _leash } = spawn(command, &openings).unwrap();
        let output = child.wait_with_output().unwrap();
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
    }

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("ermine-walls-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Tests say so where the system has no walls, rather than to pass without a word.
    fn is_closed() -> bool {
        let is_closed = held().is_closed();
        if !is_closed {
            eprintln!("no walls on this system: {}", held());
        }
        is_closed
    }

    #[test]
    fn what_is_open_can_be_used_and_nothing_else() {
        if !is_closed() {
            return;
        }
        let (inside, outside) = (folder("inside"), folder("outside"));
        fs::write(inside.join("a"), "open").unwrap();
        fs::write(outside.join("a"), "secret").unwrap();
        let openings = Openings {
            readable: vec![inside.clone()],
            writable: vec![inside.clone()],
            ..Openings::default()
        };
        let at = |folder: &Path, line: &str| line.replace('@', &folder.display().to_string());
        assert_eq!(shell(&at(&inside, "cat @/a"), &openings), ("open".to_owned(), true));
        assert_eq!(shell(&at(&outside, "cat @/a"), &openings), (String::new(), false));
        assert!(shell(&at(&inside, "echo new > @/b"), &openings).1);
        assert!(!shell(&at(&outside, "echo new > @/b"), &openings).1);
        assert!(!shell(&at(&outside, "rm @/a"), &openings).1);
        assert!(!shell(&at(&outside, "ln -s x @/c"), &openings).1);
        assert!(!shell(&at(&outside, "mkdir @/d"), &openings).1);
        assert!(!shell(&at(&outside, "chmod 777 @/a; test -x @/a"), &openings).1);
        assert_eq!(fs::read_to_string(outside.join("a")).unwrap(), "secret");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
        fs::remove_dir_all(inside).unwrap();
        fs::remove_dir_all(outside).unwrap();
    }

    #[test]
    fn names_without_contents() {
        if !is_closed() {
            return;
        }
        let folder = folder("names");
        fs::write(folder.join("a"), "secret").unwrap();
        let openings = Openings { listable: vec![folder.clone()], ..Openings::default() };
        let line = format!("ls {0}; cat {0}/a", folder.display());
        assert_eq!(shell(&line, &openings), ("a\n".to_owned(), false));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nobody_is_signalled() {
        if !is_closed() {
            return;
        }
        let mut bystander = Command::new("sleep").arg("60").spawn().unwrap();
        let line = format!("kill -9 {}", bystander.id());
        assert!(!shell(&line, &Openings::default()).1);
        assert!(bystander.try_wait().unwrap().is_none(), "it is still there");
        bystander.kill().unwrap();
        bystander.wait().unwrap();
    }

    #[test]
    fn no_sockets() {
        if !is_closed() {
            return;
        }
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let line = format!(
            "perl -e 'use Socket; for my $family (AF_INET, AF_UNIX, AF_INET6) {{ \
             socket(my $s, $family, SOCK_STREAM, 0) and print \"made\" }} \
             socket(my $s, AF_INET, SOCK_STREAM, 0) and \
             connect($s, sockaddr_in({port}, inet_aton(\"127.0.0.1\"))) and print \"connected\"; \
             print \"ran\"'"
        );
        assert_eq!(shell(&line, &Openings::default()).0, "ran");
        assert!(listener.accept().is_err(), "nobody came");
    }
}
