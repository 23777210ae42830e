//! Which event of which process? Both are named by how they came about. So they have the same names in every
//! run that comes to the same point, in whatever order the processes ran.

use std::fmt;
use std::sync::{Arc, LazyLock};

/// A process by how it came to be: one that the engine started, the second that this one spawned, and
/// so on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ProcessName(Arc<[u32]>);

impl ProcessName {
    /// The `number`th that the engine started.
    pub fn started(number: u32) -> ProcessName {
        // Every run has the first.
        static FIRST: LazyLock<ProcessName> = LazyLock::new(|| ProcessName([0].into()));
        if number == 0 { FIRST.clone() } else { ProcessName([number].into()) }
    }

    /// The `number`th that this one spawned.
    pub fn child(&self, number: u32) -> ProcessName {
        ProcessName(self.0.iter().copied().chain([number]).collect())
    }
}

impl fmt::Display for ProcessName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// Something that happened in a process. Today only decisions are events.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EventId {
    pub process: ProcessName,
    /// Its how-manieth event, from 0.
    pub nth: u32,
}

impl EventId {
    /// `1.2#7`: the eighth event of the process 1.2
    pub fn new(process: ProcessName, nth: u32) -> EventId {
        EventId { process, nth }
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.process, self.nth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_sort_before_children_and_have_other_names() {
        let first = ProcessName::started(0);
        let names = [first.clone(), first.child(0), first.child(0).child(3), first.child(1)];
        assert!(names.is_sorted());
        assert_eq!(names.map(|name| name.to_string()), ["0", "0.0", "0.0.3", "0.1"]);
        assert_eq!(EventId::new(first.child(2), 7).to_string(), "0.2#7");
    }
}
