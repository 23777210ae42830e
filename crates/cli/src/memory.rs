//! How much memory does Ermine take? As the system counts it: whatever holds it, and whether or not it
//! could be given back.

use crate::arguments::SearchOptions;

/// What a run may take while so many are made at the same time. The search itself needs the rest.
pub fn of_each(options: &SearchOptions, jobs: usize) -> usize {
    (options.memory() << 20) as usize / 4 * 3 / jobs.max(1)
}

/// In bytes; `None` where the system does not tell (it does on Linux).
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells() {
        let bytes = super::resident().expect("it is Linux");
        assert!((1 << 20..1 << 40).contains(&bytes), "{bytes}");
    }
}
