//! How do we run one solver and talk to it? A script goes in by one write, and what it says comes
//! back, or the process is killed.
//!
//! The solver never sees the end of its input until we are done with it, and leaves when it does.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// What fits into a pipe that the other side has emptied, so that writing it cannot block.
const PIPE: usize = 32 * 1024;

/// Says that everything before it has been answered.
const MARK: &str = "ermine-answered";

/// A limit on memory makes a query that needs too much the end of the solver alone.
const LAUNCH: &str = "ulimit -v \"$1\" 2>/dev/null; shift; exec \"$0\" \"$@\"";

pub struct Process {
    child: Child,
    input: ChildStdin,
    replies: Receiver<String>,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Silence {
    TimedOut,
    Died,
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
        });
        Ok(Process { child, input, replies })
    }

    /// Sends a script and waits for what it prints. After a [`Silence`] the process is of no use.
    pub fn ask(&mut self, script: &str, limit: Duration) -> Result<String, Silence> {
        let script = format!("{script}(echo \"{MARK}\")\n");
        if script.len() <= PIPE {
            self.input.write_all(script.as_bytes()).map_err(|_| Silence::Died)?;
            return self.reply(limit);
        }
        // A solver that does not read must not keep us from looking at the clock.
        let (child, input, replies) = (&mut self.child, &mut self.input, &self.replies);
        thread::scope(|scope| {
            scope.spawn(move || input.write_all(script.as_bytes()));
            let reply = receive(replies, limit);
            if reply.is_err() {
                let _ = child.kill();
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
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn receive(replies: &Receiver<String>, limit: Duration) -> Result<String, Silence> {
    replies.recv_timeout(limit).map_err(|error| match error {
        RecvTimeoutError::Timeout => Silence::TimedOut,
        RecvTimeoutError::Disconnected => Silence::Died,
    })
}

fn read_replies(output: ChildStdout, mut send: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut output = BufReader::new(output);
    let mut reply = String::new();
    loop {
        let start = reply.len();
        if output.read_line(&mut reply)? == 0 {
            return Ok(());
        }
        // Some print the quotes, too.
        if reply[start..].trim().trim_matches('"') == MARK {
            reply.truncate(start);
            if !send(std::mem::take(&mut reply)) {
                return Ok(());
            }
        }
    }
}

/// What a program prints before it ends.
pub fn output_of(program: &Path, arguments: &[&str], limit: Duration) -> io::Result<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut output = child.stdout.take().expect("stdout is piped");
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        // What it printed until an error is what it printed.
        let _ = output.read_to_end(&mut text);
        let _ = sender.send(text);
    });
    let text = receiver.recv_timeout(limit);
    let _ = child.kill();
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
    fn memory_can_be_limited() {
        let arguments = ["-c".to_owned(), "ulimit -v; echo ermine-answered; cat".to_owned()];
        let mut process =
            Process::start(Path::new("/bin/sh"), &arguments, Some(512)).expect("a shell");
        assert_eq!(process.ask("", LIMIT), Ok("524288\n".to_owned()));
    }
}
