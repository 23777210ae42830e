//! Ermine's Erlang half takes more than a second to compile, and each test has a cache of its own: it begins with
//! what another test has compiled. What was tested, which the cache keeps as well, is no part of that.

use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};

fn shared() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("warm-cache")
}

/// Fills a cache that is not there yet. That nothing is to be had is no mistake: then it stays cold.
pub fn warm(cache: &Path) {
    if !cache.exists() {
        let _ = fs::create_dir_all(cache).and_then(|()| copy_new(&shared(), cache));
    }
}

/// Keeps what the first test has compiled for the others.
pub fn keep(cache: &Path) {
    let _ = fs::create_dir_all(shared()).and_then(|()| copy_new(cache, &shared()));
}

/// The folders of compiled code that are in the one and not in the other. They appear there whole.
fn copy_new(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let (entry, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        let is_ours =
            entry.file_name().is_some_and(|name| name.to_string_lossy().starts_with("erlang-"));
        if !is_ours || target.exists() {
            continue;
        }
        let aside = to.join(format!("aside-{}", std::process::id()));
        fs::create_dir_all(&aside)?;
        for file in fs::read_dir(&entry)? {
            let file = file?;
            fs::copy(file.path(), aside.join(file.file_name()))?;
        }
        if fs::rename(&aside, &target).is_err() {
            fs::remove_dir_all(&aside)?;
        }
    }
    Ok(())
}
