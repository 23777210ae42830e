//! Small programs of processes: what can they do?

use std::fmt;

/// Two numbers from 0 to 3.
pub type Input = [u8; 2];

/// The processes by number. The first one starts the others before it does anything else.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub processes: Vec<Vec<Instruction>>,
    /// Is it asked whether processes are alive, or are names registered? Then their ends are written down.
    pub has_names: bool,
    /// Are processes tied to each other?
    pub has_ties: bool,
}

/// Numbers are processes, names, cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    Send {
        to: usize,
        tag: u8,
        value: Source,
    },
    /// The tag is what it says, whatever the process has seen.
    Post {
        /// `None`: to who sent the last message.
        to: Option<usize>,
        tag: u8,
    },
    Receive {
        pattern: Pattern,
        has_timeout: bool,
    },
    Exit {
        to: usize,
        how: Exit,
    },
    Read(u64),
    Write(u64),
    /// All cells at once.
    ReadAll,
    WriteAll,
    Branch {
        value: Source,
        than: u8,
        is_less: bool,
    },
    Trap(bool),
    Link(usize),
    Unlink(usize),
    Monitor(usize),
    /// The last monitor.
    Demonitor,
    Register {
        name: usize,
        process: usize,
    },
    Unregister(usize),
    WhereIs(usize),
    SendToName {
        name: usize,
        tag: u8,
    },
    IsAlive(usize),
    StartTimer {
        to: usize,
        tag: u8,
    },
    /// The last timer.
    CancelTimer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Normal,
    Reason,
    /// Cannot be trapped.
    Kill,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    First,
    /// One more than the second.
    Second,
    /// What was received last.
    Last,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    Any,
    Tag(u8),
    /// The value is at most this.
    AtMost(u8),
    /// The tag is 1, and the value is another one.
    Other(u8),
    /// `'EXIT'` and `'DOWN'`
    Notice,
}

/// A value that may depend on the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Number(u8),
    First,
    Second,
}

impl Value {
    pub fn under(self, input: Input) -> u8 {
        match self {
            Value::Number(number) => number,
            Value::First => input[0],
            Value::Second => input[1] + 1,
        }
    }

    pub fn code(self) -> u32 {
        match self {
            Value::Number(number) => u32::from(number),
            Value::First => 6,
            Value::Second => 7,
        }
    }

    fn decoded(code: u32) -> Value {
        match code {
            6 => Value::First,
            7 => Value::Second,
            number => Value::Number(number as u8),
        }
    }
}

/// What a message says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said {
    pub tag: u8,
    pub value: Value,
    pub is_notice: bool,
}

impl Said {
    pub fn notice(tag: u8) -> Said {
        Said { tag, value: Value::Number(1), is_notice: true }
    }

    pub fn code(self) -> u32 {
        self.value.code() << 2 | u32::from(self.is_notice) << 1 | u32::from(self.tag)
    }

    pub fn decoded(code: u32) -> Said {
        let (tag, is_notice) = ((code & 1) as u8, code & 2 != 0);
        Said { tag, value: Value::decoded(code >> 2), is_notice }
    }
}

impl Pattern {
    pub fn code(self) -> u32 {
        match self {
            Pattern::Any => 0,
            Pattern::Notice => 1,
            Pattern::Tag(tag) => 2 + u32::from(tag),
            Pattern::AtMost(value) => 8 + u32::from(value),
            Pattern::Other(value) => 16 + u32::from(value),
        }
    }

    pub fn decoded(code: u32) -> Pattern {
        match code {
            0 => Pattern::Any,
            1 => Pattern::Notice,
            2..8 => Pattern::Tag((code - 2) as u8),
            8..16 => Pattern::AtMost((code - 8) as u8),
            _ => Pattern::Other((code - 16) as u8),
        }
    }

    pub fn fits(self, message: Said, input: Input) -> bool {
        let value = message.value.under(input);
        match self {
            Pattern::Any => true,
            Pattern::Notice => message.is_notice,
            Pattern::Tag(tag) => message.tag == tag,
            Pattern::AtMost(limit) => value <= limit,
            Pattern::Other(number) => message.tag == 1 && value != number,
        }
    }
}

/// A test of a value, as a number.
pub fn condition_code(value: Value, than: u8, is_less: bool) -> u32 {
    value.code() << 4 | u32::from(than) << 1 | u32::from(is_less)
}

pub fn condition_holds(code: u32, input: Input) -> bool {
    let value = Value::decoded(code >> 4).under(input);
    let than = (code >> 1 & 7) as u8;
    if code & 1 == 1 { value < than } else { value == than }
}

impl Program {
    pub fn new(processes: Vec<Vec<Instruction>>) -> Program {
        use Instruction::{Demonitor, IsAlive, Link, Monitor, Register, SendToName, WhereIs};
        let all = || processes.iter().flatten();
        let has_names = all()
            .any(|i| matches!(i, Register { .. } | IsAlive(_) | WhereIs(_) | SendToName { .. }));
        let has_ties = all().any(|i| matches!(i, Link(_) | Monitor(_) | Demonitor));
        Program { processes, has_names, has_ties }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, instructions) in self.processes.iter().enumerate() {
            writeln!(f, "process {number}: {instructions:?}")?;
        }
        Ok(())
    }
}
