//! What must hold when a hostile program goes through a command?

use crate::canary::{Canary, SECRET};
use crate::program::{Placed, Program};
use crate::supervisor::{self, Bounds, Watched};
use libtest_mimic::Failed;
use std::ffi::{OsStr, OsString};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What Ermine is told to take at most, in MiB, wherever it can be told.
const MEMORY: u64 = 300;

/// How much more Ermine may have, and the node, which is a whole Erlang before it does anything. The
/// promise is 100 MB; a supervisor that looks now and then on a busy machine needs some room.
const MEMORY_SLACK: u64 = 150;
const NODE_SLACK: u64 = 250;

/// How many seconds a command may take beyond its time: starting a node and compiling on a machine that is
/// busy with other tests. `scripts/hostile.sh` prints what it really takes.
const TIME_SLACK: u64 = 10;

/// No value is so large that all of it has to be shown.
const OUTPUT_LIMIT: usize = 8 << 20;

/// The commands that go through all programs.
pub const TOGETHER: [Together; 3] = [Together::Check, Together::Eval, Together::Core];

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Together {
    Check,
    Eval,
    Core,
}

impl Together {
    pub fn name(self) -> &'static str {
        match self {
            Together::Check => "check",
            Together::Eval => "eval",
            Together::Core => "core",
        }
    }
}

/// One program, through `run` or the commands that it names, and on the node.
pub fn alone(program: &Program) -> Result<(), Failed> {
    let mut canary = Canary::new(&program.name.replace('/', "-"))?;
    place(&canary, program)?;
    let mut commands = Vec::new();
    let thorough = program.thorough_commands.iter().filter(|_| is_thorough());
    for words in program.commands.iter().chain(thorough) {
        commands.push(words.iter().map(|word| in_place(&canary, word)).collect());
    }
    if commands.is_empty() && program.thorough_commands.is_empty() {
        let mut words = vec!["run".to_owned(), program.file(), program.function.clone()];
        words.extend(["--time", "1s", "--memory", "300"].map(str::to_owned));
        words.extend(program.options.iter().map(|word| in_place(&canary, word)));
        commands.push(once_each(words));
    }
    let mut complaints = Vec::new();
    for words in commands {
        let command = ermine(&canary, program, &words);
        let memory = words.iter().any(|word| word == "--memory").then_some(MEMORY);
        let seconds = program.seconds + if words[0] == "check" { 10 } else { 1 };
        complaints.extend(watch(
            &mut canary,
            &program.name,
            &label(&words),
            &command,
            seconds,
            memory,
        )?);
    }
    if program.is_called_on_node {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--on-node", &program.file(), &program.function, &program.eval]);
        surround(&mut command, &canary, program);
        complaints.extend(watch(&mut canary, &program.name, "on node", &command, 5, None)?);
    }
    judge(complaints)
}

/// All programs in one folder.
pub fn together(together: Together, programs: &[Program]) -> Result<(), Failed> {
    let mut canary = Canary::new(together.name())?;
    let programs: Vec<&Program> = programs.iter().filter(|program| program.is_together).collect();
    for program in &programs {
        place(&canary, program)?;
    }
    let mut complaints = Vec::new();
    if together == Together::Check {
        // Named one by one: a folder with .beam files in it is tested by these.
        let files = programs.iter().map(|program| program.file());
        let options = ["--time", "200ms", "--memory", "300", "--format", "json"].map(str::to_owned);
        let words: Vec<String> =
            ["check".to_owned()].into_iter().chain(files).chain(options).collect();
        let command = ermine(&canary, programs[0], &words);
        let seconds = 10 + programs.len() as u64 / 2;
        let found = watch(&mut canary, "all of them", "check", &command, seconds, Some(MEMORY))?;
        complaints.extend(found);
        return judge(complaints);
    }
    // To print or to run one is as to print or to run another, so a part of them will do where time is short.
    let step = if is_thorough() { 1 } else { 4 };
    for program in programs.into_iter().step_by(step) {
        let (function, _) = program.function.split_once('/').expect("FUNCTION/ARITY");
        let words = match together {
            Together::Eval => vec!["eval", function, &program.eval, "--memory", "300"],
            _ => vec!["core", &program.function],
        };
        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        words.insert(1, program.file());
        if together == Together::Eval {
            words.extend(["--reductions", "2000000"].map(str::to_owned));
        }
        let command = ermine(&canary, program, &words);
        let limit = (together == Together::Eval).then_some(MEMORY);
        let name = together.name();
        complaints.extend(watch(&mut canary, &program.name, name, &command, 1, limit)?);
    }
    judge(complaints)
}

fn is_thorough() -> bool {
    std::env::var_os("HOSTILE_TABLE").is_some()
}

/// What is said about the command: which one, and of what.
fn label(words: &[String]) -> String {
    match (words[0].as_str(), words.get(2)) {
        ("run" | "eval", Some(function)) => format!("{} {function}", words[0]),
        _ => words[0].clone(),
    }
}

fn judge(complaints: Vec<String>) -> Result<(), Failed> {
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n").into()) }
}

/// An option that is given twice counts as it was given last.
fn once_each(words: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if matches!(word.as_str(), "--time" | "--memory")
            && let Some(place) = kept.iter().position(|known| *known == word)
        {
            kept.drain(place..place + 2);
        }
        kept.push(word.clone());
        if word.starts_with("--") && word != "--no-spec" {
            kept.extend(words.next());
        }
    }
    kept
}

fn in_place(canary: &Canary, text: &str) -> String {
    let shown = |path: PathBuf| path.display().to_string();
    let text = text.replace("{project}", &shown(canary.project()));
    let text = text.replace("{outside}", &shown(canary.outside()));
    unescaped(&text.replace("{home}", &shown(canary.home())))
}

/// With the characters that `\u{1b}` and the like stand for.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once('}').expect("\\u{…}");
        let number = u32::from_str_radix(digits, 16).expect("a number");
        plain.push(char::from_u32(number).expect("a character"));
        plain.push_str(rest);
    }
    plain
}

fn ermine(canary: &Canary, program: &Program, words: &[String]) -> Command {
    let built = || OsString::from(env!("CARGO_BIN_EXE_ermine"));
    let mut command = Command::new(std::env::var_os("ERMINE").unwrap_or_else(built));
    command.args(words);
    surround(&mut command, canary, program);
    command
}

fn surround(command: &mut Command, canary: &Canary, program: &Program) {
    command.current_dir(canary.project()).envs(canary.environment());
    for (name, value) in &program.environment {
        command.env(name, in_place(canary, value));
    }
}

/// Runs the command, and says what is wrong with what came of it.
fn watch(
    canary: &mut Canary,
    program: &str,
    name: &str,
    command: &Command,
    seconds: u64,
    memory: Option<u64>,
) -> Result<Vec<String>, Failed> {
    canary.arm()?;
    let bounds = Bounds { seconds: seconds + 2 * TIME_SLACK, mebibytes: 2500 };
    let watched = supervisor::run(command, bounds, &canary.notes())?;
    let damage = canary.complaints()?;
    let mut complaints = damage.clone();
    complaints.extend(broken_promises(&watched, seconds, memory, is_for_terminal(command)));
    tell(program, name, &watched, &damage, &complaints)?;
    let output = || {
        let tail = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            text.chars().take(1500).collect::<String>()
        };
        format!("{}{}", tail(&watched.stdout), tail(&watched.stderr))
    };
    if !complaints.is_empty() && std::env::var_os("HOSTILE_OUTPUT").is_some() {
        eprintln!("{program} {name}:\n{}", output());
    }
    Ok(complaints.into_iter().map(|complaint| format!("{program}, {name}: {complaint}")).collect())
}

/// Or for a program, which does not mind what a terminal would.
fn is_for_terminal(command: &Command) -> bool {
    !command.get_args().any(|word| word == "json" || word == "html" || word == "--on-node")
}

fn broken_promises(
    watched: &Watched,
    seconds: u64,
    memory: Option<u64>,
    is_for_terminal: bool,
) -> Vec<String> {
    let mut complaints = Vec::new();
    match (&watched.killed, watched.exit) {
        (Some(why), _) => complaints.push(format!(
            "it had to be killed because of its {why}: {} s, Ermine {} MiB, the node {} MiB",
            watched.seconds, watched.ermine_mebibytes, watched.node_mebibytes
        )),
        (None, Some(0..=2)) => {}
        (None, Some(code)) => complaints.push(format!("exit code {code}")),
        (None, None) => complaints.push("a signal ended it".to_owned()),
    }
    if watched.killed.is_none() && watched.seconds > (seconds + TIME_SLACK) as f64 {
        complaints.push(format!("{} s, where {seconds} s were allowed", watched.seconds));
    }
    if let Some(memory) = memory {
        if watched.ermine_mebibytes > memory + MEMORY_SLACK {
            complaints.push(format!("{} MiB, of {memory}", watched.ermine_mebibytes));
        }
        if watched.node_mebibytes > memory + NODE_SLACK {
            complaints.push(format!("{} MiB on the node, of {memory}", watched.node_mebibytes));
        }
    }
    complaints.extend(watched.left_behind.iter().map(|name| format!("it left {name} behind")));
    for (name, bytes) in [("stdout", &watched.stdout), ("stderr", &watched.stderr)] {
        if bytes.len() > OUTPUT_LIMIT {
            complaints.push(format!("{} bytes on {name}", bytes.len()));
        }
        let text = String::from_utf8_lossy(bytes);
        if text.contains("panicked") {
            let line = text.lines().find(|line| line.contains("panicked")).unwrap_or_default();
            complaints.push(format!("a panic: {line}"));
        }
        let control = text.chars().find(|letter| is_control(*letter));
        if let Some(control) = control.filter(|_| is_for_terminal) {
            complaints.push(format!("{control:?} is on {name} as it is"));
        }
        if text.contains(SECRET) {
            complaints.push(format!("the secret is on {name}"));
        }
    }
    complaints
}

/// Would a terminal take this for an order? Nothing here is one, so colours are none either.
fn is_control(letter: char) -> bool {
    let is_direction = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_direction || (letter.is_control() && !matches!(letter, '\n' | '\t'))
}

/// Adds a row to the table, if somebody wants one.
fn tell(
    program: &str,
    name: &str,
    watched: &Watched,
    damage: &[String],
    complaints: &[String],
) -> std::io::Result<()> {
    let Some(path) = std::env::var_os("HOSTILE_TABLE") else { return Ok(()) };
    let exit = watched.exit.map_or("signal".to_owned(), |code| code.to_string());
    let exit = watched.killed.as_ref().map_or(exit, |why| format!("killed ({why})"));
    let canaries = if damage.is_empty() { "untouched" } else { "TOUCHED" };
    let row = format!(
        "{program}\t{name}\t{exit}\t{:.2}\t{}\t{}\t{}\t{canaries}\t{}\n",
        watched.seconds,
        watched.ermine_mebibytes,
        watched.node_mebibytes,
        watched.solver_mebibytes,
        complaints.join("; ")
    );
    OpenOptions::new().create(true).append(true).open(path)?.write_all(row.as_bytes())
}

/// Puts the program and what it needs into the project.
fn place(canary: &Canary, program: &Program) -> Result<(), Failed> {
    let project = canary.project();
    fs::copy(&program.path, project.join(program.file()))?;
    fs::copy(program.helper("hostile.hrl"), project.join("hostile.hrl"))?;
    for Placed { file, to } in &program.copies {
        let to = PathBuf::from(in_place(canary, to));
        let to = project.join(to);
        fs::create_dir_all(to.parent().unwrap_or(&project))?;
        fs::copy(program.helper(file), to)?;
    }
    for Placed { file, to } in &program.builds {
        let folder = project.join(in_place(canary, to));
        fs::create_dir_all(&folder)?;
        build(canary, &program.helper(file), &folder)?;
    }
    Ok(())
}

/// Compiles as a user would have done before.
fn build(canary: &Canary, file: &Path, folder: &Path) -> Result<(), Failed> {
    let project = canary.project();
    let mut command;
    if file.extension() == Some(OsStr::new("c")) {
        command = Command::new("cc");
        command.args(["-shared", "-fPIC", "-w", "-o"]);
        command.arg(folder.join(file.with_extension("so").file_name().unwrap_or_default()));
        let definitions = canary.definitions()?;
        command.args(definitions.iter().map(|(name, value)| format!("-D{name}={value}")));
    } else {
        command = Command::new("erlc");
        command.args(["+debug_info", "-W0", "-I"]).arg(&project).arg("-I");
        // `hostile.hrl` has been put there, and lies beside the helper.
        command.args(file.ancestors().skip(1).find(|above| above.ends_with("helpers")));
        command.arg("-o").arg(folder);
    }
    command.arg(file);
    let output = match command.output() {
        // Then its program has nothing to load, and that is that.
        Err(error)
            if error.kind() == std::io::ErrorKind::NotFound
                && file.extension() == Some(OsStr::new("c")) =>
        {
            return Ok(());
        }
        output => output?,
    };
    if !output.status.success() {
        let words = [output.stdout, output.stderr].concat();
        return Err(format!("{}: {}", file.display(), String::from_utf8_lossy(&words)).into());
    }
    Ok(())
}
