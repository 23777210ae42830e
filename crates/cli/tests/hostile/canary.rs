//! What must stay as it is, whatever a program tries?
//!
//! A scratch folder with a project in which the command runs, files outside of it, a home and a folder for
//! temporary files; sockets to which nobody may connect; a process that must live; a secret that must not
//! come up in what is printed. The programs learn where all of it is from `canary.hrl`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What no output may contain.
pub const SECRET: &str = "ermine-must-never-tell-this-7301";

/// What every file contains that must not be changed.
const PRECIOUS: &str = "years of work\n";

pub struct Canary {
    root: PathBuf,
    tcp: TcpListener,
    udp: UdpSocket,
    unix: UnixListener,
    child: Child,
    before: Snapshot,
}

/// Every file and folder: what it is, and when it was changed last.
type Snapshot = BTreeMap<PathBuf, String>;

impl Canary {
    pub fn new(name: &str) -> std::io::Result<Canary> {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
        // Left by a test that was killed.
        let _ = fs::remove_dir_all(&root);
        for folder in ["project/canary/folder", "outside/folder", "home", "tmp", "notes"] {
            fs::create_dir_all(root.join(folder))?;
        }
        let root = root.canonicalize()?;
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        let unix = UnixListener::bind(root.join("outside/socket"))?;
        tcp.set_nonblocking(true)?;
        udp.set_nonblocking(true)?;
        unix.set_nonblocking(true)?;
        let mut command = Command::new("sleep");
        command.arg("600").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn()?;
        let canary = Canary { root, tcp, udp, unix, child, before: Snapshot::new() };
        canary.fill()?;
        fs::write(canary.project().join("canary.hrl"), canary.header()?)?;
        Ok(canary)
    }

    /// Puts there what must not be touched.
    fn fill(&self) -> std::io::Result<()> {
        for folder in ["project/canary", "outside"] {
            for file in ["precious.txt", "other.txt", "folder/precious.txt"] {
                let path = self.root.join(folder).join(file);
                fs::create_dir_all(path.parent().unwrap_or(&self.root))?;
                // A new file, whatever has become of the rights to the old one.
                let _ = fs::remove_file(&path);
                fs::write(path, PRECIOUS)?;
            }
        }
        let outside = self.outside();
        // Whatever line of it is shown.
        fs::write(outside.join("secret.txt"), format!("{SECRET}\n").repeat(40))?;
        fs::write(outside.join("secret.hrl"), format!("-define(SECRET, \"{SECRET}\").\n"))?;
        // A file that is no Erlang: who includes it makes the compiler complain about what is in it.
        fs::write(outside.join("passwords"), format!("user '{SECRET}'.\n"))
    }

    fn header(&self) -> std::io::Result<String> {
        let lines = self.definitions()?;
        Ok(lines.iter().map(|(name, value)| format!("-define({name}, {value}).\n")).collect())
    }

    /// Where all of it is, as Erlang and C write it.
    pub fn definitions(&self) -> std::io::Result<Vec<(&'static str, String)>> {
        Ok(vec![
            ("INSIDE", text(&self.project().join("canary"))),
            ("OUTSIDE", text(&self.outside())),
            ("HOME", text(&self.home())),
            ("CACHE_FILE", text(&self.poison())),
            ("SECRET_FILE", text(&self.outside().join("secret.txt"))),
            ("SOCKET", text(&self.outside().join("socket"))),
            ("TCP_PORT", self.tcp.local_addr()?.port().to_string()),
            ("UDP_PORT", self.udp.local_addr()?.port().to_string()),
            ("CHILD", format!("\"{}\"", self.child.id())),
        ])
    }

    /// What the environment of a command is to be, so that nothing of the user's is in reach.
    pub fn environment(&self) -> Vec<(&'static str, PathBuf)> {
        vec![
            ("HOME", self.home()),
            ("TMPDIR", self.root.join("tmp")),
            ("ERMINE_CACHE", self.cache()),
            ("HOSTILE_INSIDE", self.project().join("canary")),
            ("HOSTILE_OUTSIDE", self.outside()),
        ]
    }

    pub fn project(&self) -> PathBuf {
        self.root.join("project")
    }

    pub fn outside(&self) -> PathBuf {
        self.root.join("outside")
    }

    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    pub fn notes(&self) -> PathBuf {
        self.root.join("notes")
    }

    /// One for all tests: what is in it is made from OTP, and from programs that are in no two folders.
    fn cache(&self) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-cache")
    }

    /// From now on, nothing may change.
    pub fn arm(&mut self) -> std::io::Result<()> {
        self.before = self.snapshot()?;
        Ok(())
    }

    /// What has changed since.
    pub fn complaints(&mut self) -> std::io::Result<Vec<String>> {
        let mut complaints = Vec::new();
        let after = self.snapshot()?;
        let shown = |path: &Path| path.display().to_string();
        for (path, state) in &self.before {
            match after.get(path) {
                None => complaints.push(format!("{} is gone", shown(path))),
                Some(now) if now != state => {
                    complaints.push(format!("{} has changed", shown(path)))
                }
                Some(_) => {}
            }
        }
        let new = after.keys().filter(|path| !self.before.contains_key(*path));
        complaints.extend(new.map(|path| format!("{} is new", shown(path))));
        if fs::remove_file(self.poison()).is_ok() {
            complaints.push("there is something of it in the cache".to_owned());
        }
        complaints.extend(self.connections());
        if self.child.try_wait()?.is_some() {
            complaints.push("the child is dead".to_owned());
            self.child = Command::new("sleep").arg("600").stdin(Stdio::null()).spawn()?;
        }
        if !complaints.is_empty() {
            self.mend(&after)?;
        }
        Ok(complaints)
    }

    /// Makes it as it was, for the next command.
    fn mend(&self, after: &Snapshot) -> std::io::Result<()> {
        for path in after.keys().filter(|path| !self.before.contains_key(*path)).rev() {
            let path = self.root.join(path);
            let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
        }
        self.fill()
    }

    /// What programs try to put into the cache.
    fn poison(&self) -> PathBuf {
        let name = self.root.file_name().unwrap_or_default();
        self.cache().join(format!("struck-{}", name.display()))
    }

    fn connections(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        while let Ok((mut stream, _)) = self.tcp.accept() {
            let _ = stream.set_nonblocking(false);
            let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
            complaints.push(format!("a connection by TCP: {}", said(&mut stream)));
        }
        while let Ok((mut stream, _)) = self.unix.accept() {
            let _ = stream.set_nonblocking(false);
            let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
            complaints.push(format!("a connection to a socket in a folder: {}", said(&mut stream)));
        }
        let mut buffer = [0; 64];
        while let Ok(length) = self.udp.recv(&mut buffer) {
            let said = String::from_utf8_lossy(&buffer[..length]).into_owned();
            complaints.push(format!("a datagram: {}", said.escape_debug()));
        }
        complaints
    }

    fn snapshot(&self) -> std::io::Result<Snapshot> {
        let mut snapshot = Snapshot::new();
        for folder in ["project", "outside", "home", "tmp"] {
            self.look_into(&self.root.join(folder), &mut snapshot)?;
        }
        Ok(snapshot)
    }

    fn look_into(&self, folder: &Path, snapshot: &mut Snapshot) -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let about = fs::symlink_metadata(&path)?;
            let contents = match fs::read(&path) {
                Ok(contents) if about.is_file() => blake3::hash(&contents).to_string(),
                _ => String::new(),
            };
            let changed = (about.mtime(), about.mtime_nsec());
            let state = format!("{:o} {} {changed:?} {contents}", about.mode(), about.nlink());
            let shown = path.strip_prefix(&self.root).unwrap_or(&path).to_owned();
            // A folder's own times say no more than what is in it does, and less clearly.
            let state = if about.is_dir() { format!("{:o}", about.mode()) } else { state };
            snapshot.insert(shown, state);
            if about.is_dir() {
                self.look_into(&path, snapshot)?;
            }
        }
        Ok(())
    }
}

impl Drop for Canary {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What is left behind is in the target folder.
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn said(stream: &mut impl Read) -> String {
    let mut buffer = [0; 64];
    match stream.read(&mut buffer) {
        Ok(length) => String::from_utf8_lossy(&buffer[..length]).escape_debug().to_string(),
        Err(error) if error.kind() == ErrorKind::WouldBlock => "it said nothing".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// A path as Erlang writes a string.
fn text(path: &Path) -> String {
    format!("{:?}", path.display().to_string())
}
