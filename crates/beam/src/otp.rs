//! Which Erlang/OTP is there?
//!
//! The installation is found without running it, because a warm run of Ermine needs no node at all:
//! `erl` is a script inside the installation, or names it in a line `ROOTDIR=…`. Only a shim, such
//! as version managers put on the path, has to be asked, which takes some tenths of a second; its
//! answer is remembered for this folder and these version files.

use crate::whole_file::write_whole;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest release that works; older ones lack columns in Core Erlang.
const OLDEST_RELEASE: u32 = 25;

#[derive(Clone, Debug)]
pub struct Otp {
    /// The command that starts a node.
    pub erl: PathBuf,
    /// `code:root_dir()`
    pub root: PathBuf,
    /// `25`
    pub release: u32,
    /// `25.2.3`, or just the release where the installation does not say more
    pub version: String,
    /// `13.1.5`
    pub erts_version: String,
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum OtpError {
    #[error(
        "Erlang/OTP is not installed: no `erl` on the PATH \
         (try `apt-get install erlang`, or set ERMINE_ERL)"
    )]
    Missing,
    #[error("ERMINE_ERL names {0}, which is not a file")]
    NoSuchErl(PathBuf),
    #[error("{0} does not start: {1}")]
    DoesNotStart(PathBuf, String),
    #[error("Erlang/OTP {0} is too old: Ermine needs {OLDEST_RELEASE} or newer")]
    TooOld(String),
}

impl Otp {
    /// The OTP that `$ERMINE_ERL` names, or else the first `erl` on the path. What cannot be found
    /// out at a glance is remembered in the cache folder.
    pub fn find(cache_folder: Option<&Path>) -> Result<Otp, OtpError> {
        Otp::of_erl(find_erl()?, cache_folder)
    }

    pub fn of_erl(erl: PathBuf, cache_folder: Option<&Path>) -> Result<Otp, OtpError> {
        let root = match root_of_script(&erl) {
            Some(root) => root,
            None => remembered_root(&erl, cache_folder)?,
        };
        let (release, erts_version) = read_start_data(&root)
            .ok_or_else(|| OtpError::DoesNotStart(erl.clone(), no_release(&root)))?;
        let number = release.parse().map_err(|_| OtpError::TooOld(release.clone()))?;
        let version = fs::read_to_string(root.join("releases").join(&release).join("OTP_VERSION"))
            .map_or(release, |version| version.trim().to_owned());
        if number < OLDEST_RELEASE {
            return Err(OtpError::TooOld(version));
        }
        Ok(Otp { erl, root, release: number, version, erts_version })
    }

    /// All that distinguishes this OTP's compiler from another's.
    pub fn identity(&self) -> String {
        format!("{} erts {} {}", self.version, self.erts_version, env::consts::ARCH)
    }
}

fn no_release(root: &Path) -> String {
    format!("{} holds no release", root.display())
}

fn find_erl() -> Result<PathBuf, OtpError> {
    if let Some(erl) = env::var_os("ERMINE_ERL").filter(|erl| !erl.is_empty()) {
        let erl = PathBuf::from(erl);
        return if erl.is_file() { Ok(erl) } else { Err(OtpError::NoSuchErl(erl)) };
    }
    find_on_path("erl").ok_or(OtpError::Missing)
}

/// The first file of this name in the folders of `$PATH`.
pub fn find_on_path(name: &str) -> Option<PathBuf> {
    let path: OsString = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn root_of_script(erl: &Path) -> Option<PathBuf> {
    let script = fs::canonicalize(erl).ok()?;
    let above = script.ancestors().skip(1).take(3).find(|folder| is_root(folder));
    above.map(Path::to_owned).or_else(|| root_named_in(&script))
}

/// The folder named in a line `ROOTDIR=…` of the script.
fn root_named_in(script: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(script).ok()?;
    text.lines()
        .filter_map(|line| line.trim().strip_prefix("ROOTDIR="))
        .map(|root| PathBuf::from(root.trim_matches('"')))
        .find(|root| is_root(root))
}

fn is_root(folder: &Path) -> bool {
    folder.join("lib").is_dir() && folder.join("releases/start_erl.data").is_file()
}

fn remembered_root(erl: &Path, cache_folder: Option<&Path>) -> Result<PathBuf, OtpError> {
    let Some(folder) = cache_folder else { return ask_for_root(erl) };
    let note = folder.join(format!("otp-{}", &shim_key(erl).to_hex()[..32]));
    if let Ok(root) = fs::read_to_string(&note)
        && is_root(Path::new(&root))
    {
        return Ok(root.into());
    }
    let root = ask_for_root(erl)?;
    if let Some(text) = root.to_str() {
        // Without the note we ask again, no more.
        let _ = fs::create_dir_all(folder).and_then(|()| write_whole(&note, text.as_bytes()));
    }
    Ok(root)
}

/// What a version manager looks at: where we are, its variable, its files on the way up.
fn shim_key(erl: &Path) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(erl.as_os_str().as_bytes()).update(&fs::read(erl).unwrap_or_default());
    hasher.update(env::var_os("ASDF_ERLANG_VERSION").unwrap_or_default().as_bytes());
    let here = env::current_dir().unwrap_or_default();
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    for folder in here.ancestors().chain([home.as_path()]) {
        hasher.update(folder.as_os_str().as_bytes());
        for file in [".tool-versions", "mise.toml", ".mise.toml"] {
            hasher.update(&fs::read(folder.join(file)).unwrap_or_default());
        }
    }
    hasher.finalize()
}

fn ask_for_root(erl: &Path) -> Result<PathBuf, OtpError> {
    let failed = |why: String| OtpError::DoesNotStart(erl.to_owned(), why);
    let output = Command::new(erl)
        .args(["-noinput", "-noshell", "-boot", "no_dot_erlang", "-eval"])
        .arg("io:put_chars(code:root_dir()), halt().")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(error.to_string()))?;
    let root = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if output.status.success() && is_root(&root) {
        return Ok(root);
    }
    if output.status.success() && root.is_dir() {
        return Err(failed(no_release(&root)));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(failed(said.lines().next().unwrap_or("it says nothing").to_owned()))
}

/// `releases/start_erl.data` says `13.1.5 25`: the version of the emulator, and the release.
fn read_start_data(root: &Path) -> Option<(String, String)> {
    let text = fs::read_to_string(root.join("releases/start_erl.data")).ok()?;
    let mut words = text.split_whitespace();
    let erts_version = words.next()?.to_owned();
    Some((words.next()?.to_owned(), erts_version))
}
