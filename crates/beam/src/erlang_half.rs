//! How does the Erlang half get onto the node?
//!
//! It is embedded here as source and compiled by the OTP it will run on, once: the `.beam` files
//! are kept in the cache, in a folder named by the hash of the sources and the version of OTP. Where
//! there is no cache, they are made in a folder that is removed as soon as the node has loaded them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

const SOURCES: [(&str, &str); 5] = [
    ("ermine_node", include_str!("../../../erlang/ermine_node.erl")),
    ("ermine_load", include_str!("../../../erlang/ermine_load.erl")),
    ("ermine_core", include_str!("../../../erlang/ermine_core.erl")),
    ("ermine_run", include_str!("../../../erlang/ermine_run.erl")),
    ("ermine_text", include_str!("../../../erlang/ermine_text.erl")),
];

/// Compiles everything in the folder given as the argument, then starts.
const COMPILE_AND_START: &str = "\
    [Folder] = init:get_plain_arguments(), \
    true = code:add_patha(Folder), \
    [{ok, _} = compile:noenv_file(Source, [{outdir, Folder}, report]) \
     || Source <- filelib:wildcard(filename:join(Folder, \"*.erl\"))], \
    ermine_node:start().";

/// A hash of everything here: when it changes, nothing made by an older half may be read again.
pub fn fingerprint() -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for (name, source) in SOURCES {
        hasher.update(name.as_bytes()).update(&[0]).update(source.as_bytes()).update(&[0]);
    }
    hasher.finalize()
}

/// A folder with the Erlang half, compiled or about to be.
pub struct ErlangHalf {
    folder: PathBuf,
    state: State,
}

enum State {
    /// The `.beam` files are there.
    Compiled,
    /// The node is to compile the sources; then the folder moves here, or goes if there is no place.
    New { destination: Option<PathBuf> },
}

impl ErlangHalf {
    /// The half as compiled before, or its sources in a fresh folder.
    pub fn prepare(cache_folder: Option<&Path>, otp_identity: &str) -> io::Result<ErlangHalf> {
        let destination = cache_folder.map(|folder| folder.join(folder_name(otp_identity)));
        if let Some(folder) = destination.as_ref().filter(|folder| is_complete(folder)) {
            return Ok(ErlangHalf { folder: folder.clone(), state: State::Compiled });
        }
        ErlangHalf::write_sources(destination)
    }

    fn write_sources(destination: Option<PathBuf>) -> io::Result<ErlangHalf> {
        let beside = destination.as_deref().and_then(Path::parent);
        let (folder, destination) = match beside.map(new_folder) {
            Some(Ok(folder)) => (folder, destination),
            // A cache that cannot be written is no reason not to work.
            _ => (new_folder(&env::temp_dir())?, None),
        };
        let half = ErlangHalf { folder, state: State::New { destination } };
        for (name, source) in SOURCES {
            fs::write(half.folder.join(name).with_extension("erl"), source)?;
        }
        Ok(half)
    }

    /// What to tell `erl` so that it runs the half.
    pub fn arguments(&self) -> Vec<&std::ffi::OsStr> {
        let folder = self.folder.as_os_str();
        match self.state {
            State::Compiled => vec!["-pa".as_ref(), folder, "-s".as_ref(), "ermine_node".as_ref()],
            State::New { .. } => {
                vec!["-eval".as_ref(), COMPILE_AND_START.as_ref(), "-extra".as_ref(), folder]
            }
        }
    }

    /// The node is running, so the half is compiled: keep it for next time.
    pub fn keep(&mut self) {
        if let State::New { destination: Some(destination) } = &self.state {
            // Another Ermine may have been faster: then its folder is as good as ours.
            if fs::rename(&self.folder, destination).is_ok() {
                self.state = State::Compiled;
            }
        }
    }

    /// Removes the folder, because what is in it does not start.
    pub fn discard(&self) {
        // What cannot be removed will fail again, and then the error is shown.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for ErlangHalf {
    fn drop(&mut self) {
        if let State::New { .. } = self.state {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn folder_name(otp_identity: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(fingerprint().as_bytes()).update(otp_identity.as_bytes());
    format!("erlang-{}", &hasher.finalize().to_hex()[..32])
}

fn is_complete(folder: &Path) -> bool {
    SOURCES.iter().all(|(name, _)| folder.join(name).with_extension("beam").is_file())
}

/// A folder that only this process uses.
fn new_folder(parent: &Path) -> io::Result<PathBuf> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    fs::create_dir_all(parent)?;
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!(".new-erlang-{}-{number}", process::id()));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            result => return result.map(|()| folder),
        }
    }
}
