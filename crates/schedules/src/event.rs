//! What happened at an event, as an engine tells it?
//!
//! Everything that is not decided by the past of a process is a choice at one of its events, and only these
//! are told. Names are causal: the same event has the same key in every run that comes to it.

use crate::actor::ActorId;

/// The how-manieth event of an actor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EventKey {
    pub actor: ActorId,
    pub nth: u32,
}

/// The how-manieth signal that was sent at an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct MessageKey {
    pub event: EventKey,
    pub nth: u32,
}

/// Something that several actors read and write: a registered name, a key of a table, whether a process is
/// alive. Engines number them as they like, for instance by hashes: that two are taken for one costs runs and
/// misses nothing.
///
/// Which objects an event accesses, and whether it writes them, must follow from the past of its own process:
/// what might write counts as a write, also where it finds nothing to change. So there are rows and columns:
/// to unregister a name is a write of that name in the row of any process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    pub group: u64,
    /// `None`: all rows of the group.
    pub row: Option<u64>,
    /// `None`: all columns of the row.
    pub column: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub object: Object,
    /// It may change the object. (What reads and writes counts as a write.)
    pub writes: bool,
}

/// A signal that leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sent {
    /// In whose name: signals from one to another are delivered in the order in which they leave.
    pub from: ActorId,
    pub to: ActorId,
    /// The engine's number for what it says. [`Conditions`](crate::Conditions) are asked with it.
    pub payload: u32,
    pub kind: SentKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SentKind {
    /// It is put into the mailbox when it is delivered, whenever that is.
    Message,
    /// It is put into the mailbox at this very event.
    AtOnce,
    /// Its delivery is an event of its own: [`Step::Deliver`].
    Signal,
}

/// An event as it happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    pub at: EventKey,
    pub step: Step,
    pub sends: Vec<Sent>,
    pub accesses: Vec<Access>,
    /// Whatever its actor has sent to this one is delivered before (as `is_process_alive/1` has it).
    pub flushes: Option<ActorId>,
    /// Which ways the input has gone in this process since the event before, as a number. Runs with other
    /// numbers are other runs.
    pub decided: u64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// Nothing is chosen but what was there before, if it accesses an object.
    Plain,
    /// Another actor begins.
    Spawn(ActorId),
    Receive {
        /// The engine's number for what is waited for.
        pattern: u32,
        has_timeout: bool,
        taken: Taken,
    },
    /// A test of the input.
    Branch {
        /// The engine's number for what is tested.
        condition: u32,
        ways: u32,
        way: u32,
    },
    /// Of a courier.
    Deliver {
        signal: MessageKey,
        to: ActorId,
        /// It ends the process, provided that this has not ended before.
        strikes: bool,
    },
    /// The delivery of a signal has ended the process, at once.
    Killed {
        by: EventKey,
        /// What it would have done.
        instead_of: Intended,
    },
    /// The process has ended by itself. What follows is done for it: nothing strikes it any more.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Taken {
    Message(MessageKey),
    Timeout,
}

/// What a process was about to do when it was ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intended {
    Receive {
        pattern: u32,
        has_timeout: bool,
    },
    Branch {
        condition: u32,
        ways: u32,
    },
    /// Nobody knows, but it would have gone on.
    Other,
    /// It was at its end already.
    Nothing,
}

/// A `receive` that still waits when nobody can run any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    pub at: EventKey,
    pub pattern: u32,
    /// See [`Record::decided`].
    pub decided: u64,
}

/// A `receive` that waits was asked not to take this message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Refusal {
    pub receive: EventKey,
    pub message: MessageKey,
}

impl Object {
    /// All of a group.
    pub fn whole(group: u64) -> Object {
        Object { group, row: None, column: None }
    }

    pub fn row(group: u64, row: u64) -> Object {
        Object { group, row: Some(row), column: None }
    }

    pub fn cell(group: u64, row: u64, column: u64) -> Object {
        Object { group, row: Some(row), column: Some(column) }
    }

    pub fn column(group: u64, column: u64) -> Object {
        Object { group, row: None, column: Some(column) }
    }

    fn overlaps(self, other: Object) -> bool {
        let meets = |ours: Option<u64>, theirs: Option<u64>| {
            ours == theirs || ours.is_none() || theirs.is_none()
        };
        self.group == other.group && meets(self.row, other.row) && meets(self.column, other.column)
    }
}

impl Access {
    pub fn read(object: Object) -> Access {
        Access { object, writes: false }
    }

    pub fn write(object: Object) -> Access {
        Access { object, writes: true }
    }
}

impl Record {
    /// An event at which nothing is chosen.
    pub fn plain(at: EventKey, step: Step) -> Record {
        Record { at, step, sends: Vec::new(), accesses: Vec::new(), flushes: None, decided: 0 }
    }

    /// Does this one see what the other one writes?
    pub fn sees_writes_of(&self, other: &Record) -> bool {
        self.accesses.iter().any(|ours| {
            let mut theirs = other.accesses.iter();
            theirs.any(|theirs| theirs.writes && ours.object.overlaps(theirs.object))
        })
    }
}

impl Step {
    /// Can nothing strike the process any more?
    pub fn is_last(&self) -> bool {
        matches!(self, Step::End | Step::Killed { .. })
    }
}
