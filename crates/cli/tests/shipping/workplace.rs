//! Where do the tests of the plugins work? In a copy of a project of `tests/projects`, with the plugin.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

pub struct Workplace {
    pub project: PathBuf,
    home: PathBuf,
}

/// What a command printed, on both ways, and its exit code.
pub struct Said {
    pub text: String,
    pub code: i32,
}

impl Workplace {
    /// A copy of this project, with a plugin of ours in a folder of it.
    pub fn new(test: &str, project: &str, plugin: &str, place: &str) -> Workplace {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shipping-{test}"));
        let _ = std::fs::remove_dir_all(&folder);
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        copy(&repository.join("tests/projects").join(project), &folder.join("project"));
        let place = folder.join("project").join(place);
        copy(&repository.join("plugins").join(plugin), &place);
        std::fs::create_dir_all(folder.join("home")).expect("a folder can be made");
        let folder = folder.canonicalize().expect("it is there");
        Workplace { project: folder.join("project"), home: folder.join("home") }
    }

    /// A file that is newer than all others, also for those who count in seconds.
    pub fn write(&self, file: &str, text: &str) {
        let path = self.project.join(file);
        std::fs::write(&path, text).expect("a file can be written");
        let file = std::fs::File::options().append(true).open(path).expect("it is there");
        let later = SystemTime::now() + Duration::from_secs(2);
        file.set_modified(later).expect("its time can be set");
    }

    /// A command line in the project, for which nothing is installed but what is tested.
    pub fn command(&self, line: &str) -> Command {
        let mut words = line.split(' ');
        let mut command = Command::new(words.next().expect("a command"));
        command.args(words).current_dir(&self.project).env("HOME", &self.home);
        for variable in ["CLICOLOR_FORCE", "MIX_ENV", "REBAR_PROFILE", "XDG_CACHE_HOME"] {
            command.env_remove(variable);
        }
        // Elixir's own modules take seconds to load for the first time.
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shipping-cache");
        command.env("ERMINE_CACHE", cache).env("ERMINE", env!("CARGO_BIN_EXE_ermine"));
        command.env("LC_ALL", "C.UTF-8");
        command
    }

    pub fn say(&self, line: &str) -> Said {
        self.said(&mut self.command(line))
    }

    pub fn said(&self, command: &mut Command) -> Said {
        let Output { status, stdout, stderr } = command.output().expect("it starts");
        let text = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
        let here = format!("{}/", self.project.display());
        Said { text: lasting(&text.replace(&here, "")), code: status.code().expect("no signal") }
    }

    /// Two programs have a pipe for their output in common, as `2>&1` does: nothing is out of order.
    pub fn screen(&self, line: &str) -> String {
        let mut command = self.command("sh -c");
        let said = self.said(command.arg(format!("exec {line} 2>&1")));
        format!("{}exit code {}\n", said.text, said.code)
    }
}

impl Said {
    #[track_caller]
    pub fn has(&self, code: i32, wanted: &str) {
        assert!(self.text.contains(wanted), "no {wanted:?} in:\n{}", self.text);
        assert_eq!(self.code, code, "{}", self.text);
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).unwrap_or_else(|error| panic!("{from:?}: {error}")) {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        match entry.file_name().to_str() {
            // What somebody built there is not the project.
            Some("_build" | "deps") => {}
            _ if entry.path().is_dir() => copy(&entry.path(), &target),
            _ => {
                std::fs::copy(entry.path(), target).expect("a file can be copied");
            }
        }
    }
}

/// The text without colours, times, the version of OTP, and counts of what chance decides.
fn lasting(text: &str) -> String {
    let mut shown = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => drop(letters.find(char::is_ascii_alphabetic)),
            _ => shown.push(letter),
        }
    }
    shown.lines().map(|line| lasting_line(line.trim_end()) + "\n").collect()
}

/// `0.03 s` and `under 0.01 s` become `… s`, with the spaces before them that a column has.
fn lasting_line(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        let is_unit = ["s", "runs", "run"].contains(&words[index]);
        if is_unit && words[index - 1].starts_with(|first: char| first.is_ascii_digit()) {
            words[index - 1] = "…";
        }
        if words[index - 1] == "Erlang/OTP" {
            words[index] = "…";
        }
    }
    let text = words.join(" ").replace("under …", "…").replace("… runs ", "… run ");
    match text.split_once("  … s") {
        Some((columns, _)) => format!("{}  … s", columns.trim_end()),
        None if text.ends_with("  time") => {
            text.replace("time", "").trim_end().to_owned() + "  time"
        }
        None => text,
    }
}

/// `false`: it is not there, and somebody said that this is no mistake.
pub fn starts(tool: &str, variable: &str) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| value == "1");
    if is_set(variable) || is_set("ERMINE_WITHOUT_ERLANG") {
        eprintln!("skipped: it needs {tool}, and {variable}=1 or ERMINE_WITHOUT_ERLANG=1 is set");
        return false;
    }
    let is_there = Command::new("sh").args(["-c", &format!("command -v {tool}")]).output();
    assert!(
        is_there.is_ok_and(|output| output.status.success()),
        "there is no {tool}: scripts/setup.sh --tests installs it, {variable}=1 skips the tests that \
         need it"
    );
    true
}

/// What `script` of util-linux records of a command that has a terminal to itself.
pub fn at_terminal(workplace: &Workplace, line: &str) -> String {
    let mut command = workplace.command("script --quiet --return --command");
    command.arg(line).arg("/dev/null").env("TERM", "xterm-256color");
    for variable in ["NO_COLOR", "CLICOLOR", "CI"] {
        command.env_remove(variable);
    }
    let output = command.output().expect("script starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
