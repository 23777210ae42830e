//! Asks the Erlang that is on `PATH`.

use std::path::Path;
use std::process::Command;
use term::{Term, external};

/// Runs `Module:main([Input, Output])` on a file of frames, and returns the term that it writes.
///
/// `None` if the environment says that there is no Erlang here. Without that, a missing one is a
/// failure: a test that nobody runs should be known.
pub fn ask(
    module: &str,
    source: &str,
    frames: impl Iterator<Item = Vec<u8>>,
    arguments: &[&str],
) -> Option<Term> {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        println!("skipped: ERMINE_WITHOUT_ERLANG=1");
        return None;
    }
    let name = format!("ermine-{module}-{}-{}", std::process::id(), arguments.len());
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&directory).expect("a directory for temporary files");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(directory.join(name), bytes).expect("the directory is ours");
    };
    write(&format!("{module}.erl"), source.as_bytes());
    let mut input = Vec::new();
    for frame in frames {
        input.extend((frame.len() as u32).to_be_bytes());
        input.extend(frame);
    }
    write("input", &input);
    run(module, &directory, arguments);
    let answer = std::fs::read(directory.join("output")).expect("the VM wrote its answer");
    std::fs::remove_dir_all(&directory).expect("the directory is ours");
    Some(external::decode(&answer).expect("the VM's answer is a term"))
}

fn run(module: &str, directory: &Path, arguments: &[&str]) {
    let script =
        format!("{{ok, _}} = compile:file({module}), {module}:main([\"input\", \"output\"])");
    let run = Command::new("erl")
        .args(arguments)
        .args(["-noshell", "-eval", &script])
        .current_dir(directory)
        .output()
        .expect("`erl` must be on PATH; ERMINE_WITHOUT_ERLANG=1 leaves out what needs it");
    let message = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "erl failed ({}): {message}", run.status);
}
