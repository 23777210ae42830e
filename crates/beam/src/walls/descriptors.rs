//! Which open files does a program get that we start? Those that are meant for it, and none that Ermine
//! itself was started with: a log of the shell's, a build tool's pipes.

use std::io;

/// The first after standard input, output and error.
const FIRST: libc::c_uint = 3;

/// No program that is started from now on gets what is open now. The standard library opens everything
/// in this way anyhow; what is passed on by intention is a copy, made behind this.
#[allow(unsafe_code)]
pub fn keep_to_ourselves() -> io::Result<()> {
    // SAFETY: the call takes three numbers and no pointers, and with this flag it closes nothing: it
    // only marks descriptors as to be closed when another program is started. No owner of one sees a
    // difference.
    let result = unsafe {
        libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC)
    };
    match result {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::pipe;
    use std::os::fd::AsRawFd;
    use std::process::Command;

    #[test]
    fn what_was_open_does_not_reach_others() {
        let (reader, _writer) = pipe().unwrap();
        // As a shell leaves it.
        rustix::io::fcntl_setfd(&reader, rustix::io::FdFlags::empty()).unwrap();
        let is_there = |number: i32| {
            let line = format!("test -e /proc/self/fd/{number}");
            Command::new("/bin/sh").arg("-c").arg(line).status().unwrap().success()
        };
        assert!(is_there(reader.as_raw_fd()));
        keep_to_ourselves().unwrap();
        assert!(!is_there(reader.as_raw_fd()));
    }
}
