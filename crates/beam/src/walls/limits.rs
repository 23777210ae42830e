//! How much memory may a program take that is running already?
//!
//! The address space is what the operating system can limit exactly. A node reserves much of it and
//! uses little, so the limit is what it has reserved when it is ready, and so much more.

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use std::fs;
use std::io;

/// No file that a node writes needs to be larger.
const LARGEST_FILE: u64 = 64 << 20;

/// A program that is started with so little ends before its first instruction.
const NOT_ENOUGH: u64 = 1 << 12;

/// From now on the program may take so many bytes more than it has, starts no other, and leaves no core
/// dump. `process` is what [`super::spawn`] started: the program, or `unshare` above it.
pub fn limit(process: u32, more: u64) -> io::Result<()> {
    let all = Processes::now()?;
    let program = match all.name(process).is_some_and(|name| name == "unshare") {
        true => all.children(process).next().ok_or_else(|| io::Error::other("nobody is there"))?,
        false => process,
    };
    narrow(program, address_space(program)?.saturating_add(more))?;
    // The emulator has a helper that starts programs for it. Not even for an administrator does it start
    // one that has no memory.
    for helper in all.beneath(program) {
        narrow(helper, NOT_ENOUGH)?;
    }
    Ok(())
}

fn narrow(process: u32, memory: u64) -> io::Result<()> {
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
    set(Resource::As, memory)?;
    Ok(())
}

/// Who runs, and who was started by whom.
struct Processes(Vec<Running>);

struct Running {
    number: u32,
    parent: u32,
    name: String,
}

impl Processes {
    fn now() -> io::Result<Processes> {
        let numbers = fs::read_dir("/proc")?.flatten();
        let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        Ok(Processes(numbers.filter_map(Running::of).collect()))
    }

    fn name(&self, number: u32) -> Option<&str> {
        let found = self.0.iter().find(|entry| entry.number == number);
        found.map(|entry| entry.name.as_str())
    }

    fn children(&self, parent: u32) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().filter(move |entry| entry.parent == parent).map(|entry| entry.number)
    }

    /// Children, their children, and so on.
    fn beneath(&self, parent: u32) -> Vec<u32> {
        let mut found: Vec<u32> = self.children(parent).collect();
        let mut next = 0;
        while let Some(&process) = found.get(next) {
            found.extend(self.children(process));
            next += 1;
        }
        found
    }
}

impl Running {
    /// From `/proc/N/stat`: `N (NAME) STATE PARENT …`. A name may have anything in it.
    fn of(number: u32) -> Option<Running> {
        let text = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        let (before, after) = text.rsplit_once(')')?;
        let name = before.split_once('(')?.1.to_owned();
        let parent = after.split_whitespace().nth(1)?.parse().ok()?;
        Some(Running { number, parent, name })
    }
}

/// Bytes that a process has reserved.
fn address_space(process: u32) -> io::Result<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/statm"))?;
    let pages: Option<u64> = text.split_whitespace().next().and_then(|pages| pages.parse().ok());
    let pages = pages.ok_or_else(|| io::Error::other("statm without a number"))?;
    Ok(pages * rustix::param::page_size() as u64)
}
