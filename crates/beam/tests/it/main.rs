//! Does everything that needs Erlang work with the Erlang at hand?
//!
//! Without Erlang these tests fail, so that nobody takes silence for success; with
//! `ERMINE_WITHOUT_ERLANG=1` they say that they were skipped.

mod cache;
mod calls;
mod loading;
mod nodes;
mod walls;
// The same for the tests of the command.
#[path = "../../../cli/tests/command/warm.rs"]
mod warm;

use beam::{Cache, Loader, LoaderOptions, Otp};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The installation to test with, unless tests without Erlang were asked for.
fn otp() -> Option<Otp> {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs Erlang, and ERMINE_WITHOUT_ERLANG=1 is set");
        return None;
    }
    match Otp::find(None) {
        Ok(otp) => Some(otp),
        Err(error) => panic!("{error}; ERMINE_WITHOUT_ERLANG=1 skips the tests that need it"),
    }
}

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ermine-beam-test-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Folder(folder)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn write(&self, name: &str, contents: &str) -> PathBuf {
        let file = self.0.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, contents).expect("a file");
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        warm::keep(&self.0.join("cache"));
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A loader with a cache of its own in the folder.
fn loader(otp: &Otp, folder: &Folder) -> Loader {
    loader_with_paths(otp, folder, Vec::new())
}

fn loader_with_paths(otp: &Otp, folder: &Folder, code_paths: Vec<PathBuf>) -> Loader {
    let cache = folder.path().join("cache");
    warm::warm(&cache);
    let cache = Some(Cache::new(cache, 1 << 30));
    Loader::with_otp(otp.clone(), LoaderOptions { code_paths, cache, ..LoaderOptions::default() })
}
