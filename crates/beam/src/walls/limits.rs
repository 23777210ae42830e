//! How much memory may a program take that is running already?
//!
//! The address space is what the operating system can limit exactly. A node reserves much of it and
//! uses little, so the limit is what it has reserved when it is ready, and so much more.

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use std::fs;
use std::io;

/// No file that a node writes needs to be larger.
const LARGEST_FILE: u64 = 64 << 20;

/// From now on the process may take so many bytes more than it has, starts no other, and leaves no core
/// dump.
pub fn limit(process: u32, more: u64) -> io::Result<()> {
    let process = beneath(process);
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| io::Error::other("no number of a process"))?;
    let set = |resource, most: u64| {
        // What is narrower already stays so: not everybody may widen it.
        let before = getrlimit(resource).maximum;
        let most = before.map_or(most, |before| before.min(most));
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        prlimit(Some(pid), resource, limit).map(drop)
    };
    set(Resource::Core, 0)?;
    set(Resource::Fsize, LARGEST_FILE)?;
    // A node has all of its threads by now.
    set(Resource::Nproc, 1)?;
    set(Resource::As, address_space(process)?.saturating_add(more))?;
    Ok(())
}

/// The process itself, or the one that it started and waits for: `unshare` does nothing else.
fn beneath(process: u32) -> u32 {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let is_unshare = fs::read_to_string(format!("/proc/{process}/comm"))
        .is_ok_and(|name| name.trim() == "unshare");
    let child = children.ok().filter(|_| is_unshare);
    child.and_then(|all| all.split_whitespace().next()?.parse().ok()).unwrap_or(process)
}

/// Bytes that a process has reserved.
fn address_space(process: u32) -> io::Result<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/statm"))?;
    let pages: Option<u64> = text.split_whitespace().next().and_then(|pages| pages.parse().ok());
    let pages = pages.ok_or_else(|| io::Error::other("statm without a number"))?;
    Ok(pages * rustix::param::page_size() as u64)
}
