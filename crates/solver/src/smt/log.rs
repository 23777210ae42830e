//! Which queries did the solver get? Each in a file of its own that can be run again.

use super::find::Program;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

pub struct Log {
    folder: PathBuf,
    next: u32,
}

impl Log {
    pub fn new(folder: PathBuf) -> Log {
        // If this fails, so does every file in it, and none of that is worth a run.
        let _ = fs::create_dir_all(&folder);
        Log { folder, next: 1 }
    }

    pub fn write(&mut self, program: &Program, script: &str, answer: &str) {
        let mut text = format!("; for {} {}\n{script}", program.brand, program.version);
        for line in answer.lines() {
            text.push_str(&format!("; {line}\n"));
        }
        // Others may be writing into the same folder: the next free number is ours.
        loop {
            let path = self.folder.join(format!("{:06}.smt2", self.next));
            self.next += 1;
            match File::create_new(path) {
                Ok(mut file) => {
                    let _ = file.write_all(text.as_bytes());
                    return;
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => return,
            }
        }
    }
}
