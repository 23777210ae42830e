//! Where do the tests work? Each in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub struct Workshop(pub PathBuf);

impl Workshop {
    /// A new folder with these files in it. It stays where it is, in the target folder, so that one can
    /// look at what a failed test left.
    pub fn new(name: &str, files: &[(&str, &str)]) -> Workshop {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("formats-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let workshop = Workshop(folder.canonicalize().expect("it is there"));
        for (file, text) in files {
            workshop.write(file, text);
        }
        workshop
    }

    pub fn write(&self, file: &str, text: &str) {
        std::fs::write(self.0.join(file), text).expect("a file can be written");
    }

    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub fn ermine(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ermine"));
        command.args(arguments).current_dir(&self.0).env_remove("CLICOLOR_FORCE");
        command.output().expect("ermine starts")
    }

    /// What a search says that must find something.
    pub fn findings(&self, arguments: &[&str]) -> String {
        let output = self.ermine(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

/// `false`: it is not there, and somebody said that this is no mistake.
pub fn has(what: &str, variable: &str, is_there: bool) -> bool {
    if std::env::var_os(variable).is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs {what}, and {variable}=1 is set");
        return false;
    }
    assert!(
        is_there,
        "there is no {what}: scripts/setup.sh --tests installs it, {variable}=1 skips the tests \
         that need it"
    );
    true
}

pub fn has_erlang() -> bool {
    has("Erlang", "ERMINE_WITHOUT_ERLANG", beam::Otp::find(None).is_ok())
}

pub fn starts(command: &str, argument: &str) -> bool {
    Command::new(command).arg(argument).output().is_ok()
}
