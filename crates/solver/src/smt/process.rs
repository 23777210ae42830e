//! How do we run one solver and talk to it? A script goes in by one write, and what it says comes
//! back, or the process is killed.
//!
//! Whoever says more than any answer takes is killed as well, with all that it has started.
//!
//! The solver never sees the end of its input until we are done with it, and leaves when it does.

use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// What fits into a pipe that the other side has emptied, so that writing it cannot block.
const PIPE: usize = 32 * 1024;

/// No answer is longer.
const MOST_ANSWERED: usize = 4 << 20;

/// No program says more about its version.
const MOST_ABOUT_ITSELF: u64 = 64 << 10;

/// Says that everything before it has been answered.
const MARK: &str = "ermine-answered";

/// A limit on memory makes a query that needs too much the end of the solver alone.
const LAUNCH: &str = "ulimit -v \"$1\" 2>/dev/null; shift; exec \"$0\" \"$@\"";

pub struct Process {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Result<String, Silence>>,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Silence {
    TimedOut,
    Died,
    /// It said more than any answer takes.
    SaidTooMuch,
}

impl Process {
    pub fn start(
        program: &Path,
        arguments: &[String],
        memory_megabytes: Option<u64>,
    ) -> io::Result<Process> {
        let mut command = match memory_megabytes {
            Some(megabytes) => {
                let mut command = Command::new("/bin/sh");
                command.arg("-c").arg(LAUNCH).arg(program).arg((megabytes * 1024).to_string());
                command
            }
            None => Command::new(program),
        };
        command.args(arguments);
        // An interrupt from the keyboard is for us: we may still have questions.
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let input = child.stdin.take().expect("stdin is piped");
        let output = child.stdout.take().expect("stdout is piped");
        let (sender, replies) = channel();
        thread::spawn(move || {
            let _ = read_replies(output, |reply| sender.send(reply).is_ok());
            // Nobody reads on: it would wait for us with a full pipe.
        });
        Ok(Process { child, input, replies })
    }

    /// Sends a script and waits for what it prints. After a [`Silence`] the process is of no use.
    pub fn ask(&mut self, script: &str, limit: Duration) -> Result<String, Silence> {
        let script = format!("{script}(echo \"{MARK}\")\n");
        if script.len() <= PIPE {
            // Whoever does not read has died, or says too much: what comes back tells which.
            let _ = self.input.write_all(script.as_bytes());
            return self.reply(limit);
        }
        // A solver that does not read must not keep us from looking at the clock.
        let (child, input, replies) = (&mut self.child, &mut self.input, &self.replies);
        thread::scope(|scope| {
            scope.spawn(move || input.write_all(script.as_bytes()));
            let reply = receive(replies, limit);
            if reply.is_err() {
                // Also those that it has started: they may hold the pipe that is written to.
                kill(child);
            }
            reply
        })
    }

    fn reply(&mut self, limit: Duration) -> Result<String, Silence> {
        receive(&self.replies, limit)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Ends a child that leads a group of its own, with the whole group.
fn kill(child: &mut Child) {
    // It may have died by itself, but then it is still there until we wait for it.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
}

fn receive(
    replies: &Receiver<Result<String, Silence>>,
    limit: Duration,
) -> Result<String, Silence> {
    match replies.recv_timeout(limit) {
        Ok(reply) => reply,
        Err(RecvTimeoutError::Timeout) => Err(Silence::TimedOut),
        Err(RecvTimeoutError::Disconnected) => Err(Silence::Died),
    }
}

fn read_replies(
    mut output: impl Read,
    mut send: impl FnMut(Result<String, Silence>) -> bool,
) -> io::Result<()> {
    let mut reply: Vec<u8> = Vec::new();
    let mut chunk = [0; 8 * 1024];
    // Where the line begins that has not ended yet.
    let mut line = 0;
    loop {
        let read = output.read(&mut chunk)?;
        if read == 0 {
            return Ok(());
        }
        for &byte in &chunk[..read] {
            reply.push(byte);
            if byte != b'\n' {
                continue;
            }
            if is_mark(&reply[line..]) {
                reply.truncate(line);
                let text = String::from_utf8_lossy(&reply).into_owned();
                if !send(Ok(text)) {
                    return Ok(());
                }
                reply.clear();
            }
            line = reply.len();
        }
        if reply.len() > MOST_ANSWERED {
            send(Err(Silence::SaidTooMuch));
            return Ok(());
        }
    }
}

/// Some print the quotes, too.
fn is_mark(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let unquoted = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\""));
    unquoted.unwrap_or(line) == MARK.as_bytes()
}

/// What a program prints before it ends.
pub fn output_of(program: &Path, arguments: &[&str], limit: Duration) -> io::Result<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()?;
    let output = child.stdout.take().expect("stdout is piped");
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        // What it printed until an error is what it printed.
        let _ = output.take(MOST_ABOUT_ITSELF).read_to_end(&mut text);
        let _ = sender.send(text);
    });
    let text = receiver.recv_timeout(limit);
    kill(&mut child);
    let _ = child.wait();
    let text = text.map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "it does not end"))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let arguments = ["-c".to_owned(), script.to_owned()];
        Process::start(Path::new("/bin/sh"), &arguments, None).expect("there is a shell")
    }

    const LIMIT: Duration = Duration::from_secs(20);

    #[test]
    fn a_reply_ends_with_the_mark() {
        let mut process =
            shell("read line; echo sat; echo \\\"ermine-answered\\\"; cat >/dev/null");
        assert_eq!(process.ask("", LIMIT), Ok("sat\n".to_owned()));
    }

    #[test]
    fn the_dead_are_noticed() {
        let mut process = shell("read line; exit 1");
        assert_eq!(process.ask("", LIMIT), Err(Silence::Died));
    }

    #[test]
    fn who_never_answers_is_not_waited_for() {
        let mut process = shell("exec sleep 100");
        assert_eq!(process.ask("", Duration::from_millis(20)), Err(Silence::TimedOut));
        let mut process = shell("exec sleep 100");
        let long = "x".repeat(1 << 20);
        assert_eq!(process.ask(&long, Duration::from_millis(20)), Err(Silence::TimedOut));
    }

    #[test]
    fn who_says_too_much_is_not_listened_to() {
        // One line without an end, many lines, and both while the question is still being written.
        for script in ["exec tr '\\0' x </dev/zero", "exec yes sat"] {
            let mut process = shell(script);
            assert_eq!(process.ask("", LIMIT), Err(Silence::SaidTooMuch));
            let mut process = shell(script);
            assert_eq!(process.ask(&"x".repeat(1 << 20), LIMIT), Err(Silence::SaidTooMuch));
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_an_answer() {
        let mut process = shell("read line; printf '\\377\\n'; echo ermine-answered; cat");
        assert_eq!(process.ask("", LIMIT), Ok("\u{fffd}\n".to_owned()));
    }

    #[test]
    fn what_it_has_started_ends_with_it() {
        // The child of the shell holds both pipes, and reads nothing.
        let long = "x".repeat(1 << 20);
        let mut process = shell("sleep 100 & wait");
        assert_eq!(process.ask(&long, Duration::from_millis(50)), Err(Silence::TimedOut));
        // Who closes its output says nothing any more.
        let mut process = shell("exec >&-; exec sleep 100");
        assert_eq!(process.ask("", LIMIT), Err(Silence::Died));
    }

    #[test]
    fn a_version_without_an_end_is_cut() {
        let text = output_of(Path::new("/bin/sh"), &["-c", "exec yes Z3"], LIMIT).expect("text");
        assert_eq!(text.len() as u64, MOST_ABOUT_ITSELF);
    }

    #[test]
    fn memory_can_be_limited() {
        let arguments = ["-c".to_owned(), "ulimit -v; echo ermine-answered; cat".to_owned()];
        let mut process =
            Process::start(Path::new("/bin/sh"), &arguments, Some(512)).expect("a shell");
        assert_eq!(process.ask("", LIMIT), Ok("524288\n".to_owned()));
    }
}
