//! How much memory does Ermine take? As the system counts it: whatever holds it, and whether or not it
//! could be given back.

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
