//! What can a program ask for that its arguments do not say? The world is another at another time, on
//! another machine, for another caller: what depends on it is never proved.

/// A part of the world.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Matter {
    /// Clocks, and what waits for them.
    Time,
    /// Who of several processes is first.
    Order,
    /// What the operating system and the command line say: variables, the current folder, the zone.
    Environment,
    /// The machine and the emulator: sizes, counts, versions of what is around.
    Machine,
    /// The name of the node, and the others.
    Nodes,
    /// Which processes, names and ports there are.
    Processes,
    /// The dictionary, mailbox, flags and stack of whoever calls.
    Caller,
    /// Tables and terms that the run has not made.
    Storage,
    /// How applications are configured, the logger included.
    Settings,
    /// Which code and which atoms there are.
    Code,
    /// By which numbers pids, references and funs are known.
    Identity,
    /// The order of what has none: large maps, tables that are not ordered.
    Hashes,
    Chance,
    /// Who types, and into what.
    Terminal,
}

impl Matter {
    /// What was asked for, in words: "asked for …".
    pub fn words(self) -> &'static str {
        match self {
            Matter::Time => "the time",
            Matter::Order => "the order of processes",
            Matter::Environment => "the environment",
            Matter::Machine => "the machine",
            Matter::Nodes => "the node and others",
            Matter::Processes => "processes of others",
            Matter::Caller => "the state of the caller",
            Matter::Storage => "tables or terms of others",
            Matter::Settings => "settings of applications",
            Matter::Code => "the code that is there",
            Matter::Identity => "the numbers of pids, references or funs",
            Matter::Hashes => "the order of what has none",
            Matter::Chance => "chance",
            Matter::Terminal => "the terminal",
        }
    }
}
