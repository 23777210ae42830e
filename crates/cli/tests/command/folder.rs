//! A folder of a test's own with some files, and `ermine` started there.

use crate::warm::{keep, warm};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with some files, removed in the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(test: &str, name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{name}"));
        // Left by a run that was killed.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file can be written");
        }
        Folder(folder.canonicalize().expect("it is there"))
    }

    pub fn ermine(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(arguments).current_dir(&self.0).env_remove("CLICOLOR_FORCE");
        let cache = self.0.join(".cache");
        warm(&cache);
        let output = command.env("ERMINE_CACHE", &cache).output().expect("ermine starts");
        keep(&cache);
        output
    }

    /// What it prints, on both ways, and the exit code.
    pub fn text(&self, arguments: &[&str]) -> (String, i32) {
        let output = self.ermine(arguments);
        let text = [output.stdout, output.stderr].concat();
        let code = output.status.code().expect("no signal ended it");
        (String::from_utf8_lossy(&text).into_owned(), code)
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        let output = self.ermine(&[arguments, &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
        })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the target folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
pub fn has(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "no {wanted:?} in:\n{text}");
}
