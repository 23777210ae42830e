//! How does the Erlang half get onto the node?
//!
//! It is embedded here as source and compiled by the OTP it will run on, once: the `.beam` files
//! are kept in the cache, in a folder named by the hash of the sources and the version of OTP. Where
//! there is no cache, they are kept in a folder that is removed in the end.
//!
//! A node of its own compiles them, which may write into that folder and does nothing else: no node
//! that ever sees code of the user's may write where Ermine's own code is.

use crate::process::{emulator, lock};
use crate::walls::Walled;
use crate::{Otp, openings, walls};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, io, path, process, thread};

const SOURCES: [(&str, &str); 11] = [
    ("ermine_node", include_str!("../../../erlang/ermine_node.erl")),
    ("ermine_events", include_str!("../../../erlang/ermine_events.erl")),
    ("ermine_watch", include_str!("../../../erlang/ermine_watch.erl")),
    ("ermine_load", include_str!("../../../erlang/ermine_load.erl")),
    ("ermine_core", include_str!("../../../erlang/ermine_core.erl")),
    ("ermine_project", include_str!("../../../erlang/ermine_project.erl")),
    ("ermine_comprehensions", include_str!("../../../erlang/ermine_comprehensions.erl")),
    ("ermine_run", include_str!("../../../erlang/ermine_run.erl")),
    ("ermine_script", include_str!("../../../erlang/models/ermine_script.erl")),
    ("ermine_zlib", include_str!("../../../erlang/ermine_zlib.erl")),
    ("ermine_text", include_str!("../../../erlang/ermine_text.erl")),
];

/// Compiles everything in the folder given as the argument.
const COMPILE: &str = "\
    [Folder] = init:get_plain_arguments(), \
    [{ok, _} = compile:noenv_file(Source, [{outdir, Folder}, report]) \
     || Source <- filelib:wildcard(filename:join(Folder, \"*.erl\"))], \
    halt(0).";

/// It takes less than a second; on a machine that is short of everything, some more.
const COMPILE_LIMIT: Duration = Duration::from_secs(60);

/// A hash of everything here: when it changes, nothing made by an older half may be read again.
pub fn fingerprint() -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for (name, source) in SOURCES {
        hasher.update(name.as_bytes()).update(&[0]).update(source.as_bytes()).update(&[0]);
    }
    hasher.finalize()
}

/// A folder with the Erlang half, compiled.
pub struct ErlangHalf {
    folder: PathBuf,
    /// To be removed in the end.
    is_temporary: bool,
}

impl ErlangHalf {
    /// The half as compiled before, or compiled now.
    pub fn prepare(cache_folder: Option<&Path>, otp: &Otp) -> io::Result<ErlangHalf> {
        let name = folder_name(&otp.identity());
        let kept = cache_folder.map(|cache| cache.join(name));
        if let Some(folder) = kept.as_ref().filter(|folder| is_complete(folder)) {
            return Ok(ErlangHalf { folder: folder.clone(), is_temporary: false });
        }
        let compiled = cache_folder.map(|cache| ErlangHalf::compile_in(cache, otp));
        let mut half = match compiled {
            Some(Ok(half)) => half,
            // A cache that cannot be written, or is full, is no reason not to work.
            _ => ErlangHalf::compile_in(&path::absolute(env::temp_dir())?, otp)?,
        };
        if let Some(kept) = kept {
            half.move_to(kept);
        }
        Ok(half)
    }

    fn compile_in(parent: &Path, otp: &Otp) -> io::Result<ErlangHalf> {
        let half = ErlangHalf { folder: new_folder(parent)?, is_temporary: true };
        lock(&TEMPORARY).push(half.folder.clone());
        for (name, source) in SOURCES {
            fs::write(half.folder.join(name).with_extension("erl"), source)?;
        }
        let mut openings = openings::of_otp(otp);
        openings.readable.push(half.folder.clone());
        openings.writable.push(half.folder.clone());
        let mut command = emulator(otp, &mut openings);
        command.args(["-boot", "no_dot_erlang", "-noinput", "-noshell", "-eval", COMPILE]);
        command.arg("-extra").arg(&half.folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        wait(walls::spawn(command, &openings)?)?;
        match is_complete(&half.folder) {
            true => Ok(half),
            false => Err(io::Error::other("Ermine's own modules cannot be compiled")),
        }
    }

    /// Another Ermine may have been faster: then its folder is as good as ours.
    fn move_to(&mut self, kept: PathBuf) {
        if fs::rename(&self.folder, &kept).is_ok() {
            *self = ErlangHalf { folder: kept, is_temporary: false };
        } else if is_complete(&kept) {
            let _ = fs::remove_dir_all(&self.folder);
            *self = ErlangHalf { folder: kept, is_temporary: false };
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes the folder, because what is in it does not start.
    pub fn discard(&self) {
        // What cannot be removed will fail again, and then the error is shown.
        let _ = fs::remove_dir_all(&self.folder);
    }

    /// Is it still there? Another Ermine may have cleaned up.
    pub fn is_complete(&self) -> bool {
        is_complete(&self.folder)
    }
}

/// Folders to be removed in the end, if it comes before its time.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes what is not to be kept, for who ends at once. No node can be started afterwards.
pub fn remove_temporary() {
    for folder in lock(&TEMPORARY).drain(..) {
        let _ = fs::remove_dir_all(folder);
    }
}

impl Drop for ErlangHalf {
    fn drop(&mut self) {
        if self.is_temporary {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

fn wait(mut walled: Walled) -> io::Result<()> {
    let start = Instant::now();
    while walled.child.try_wait()?.is_none() {
        if start.elapsed() > COMPILE_LIMIT {
            walled.child.kill()?;
            walled.child.wait()?;
            return Err(io::ErrorKind::TimedOut.into());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
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
