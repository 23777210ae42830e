//! What is a process? Its stack, its mailbox, and whom it is tied to. A process that does not run
//! is a plain value: parked, and resumed where it stopped.

use crate::boot::NAMED_SLOTS;
use crate::code::{CodeId, Slot};
use crate::ending::Ending;
use crate::program::NAMED;
use crate::system::OnItsWay;
use runtime::collect::Collection;
use runtime::{Class, Value};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use term::Atom;
use trace::ProcessName;

pub type ProcessId = u64;
pub type ReferenceId = u64;

pub struct Process {
    pub id: ProcessId,
    /// Who it is in every run, whoever else was spawned before.
    pub causal_name: ProcessName,
    /// How many processes it has spawned.
    pub children: u32,
    /// The frames' slots, one frame after the other.
    pub stack: Vec<Value>,
    /// Those that called, innermost last.
    pub frames: Vec<Frame>,
    pub handlers: Vec<Handler>,
    pub state: State,
    pub mailbox: Mailbox,
    /// What has come while it ran, and what it has not looked at.
    pub arrived: VecDeque<OnItsWay>,
    /// A map: the process dictionary.
    pub dictionary: Value,
    /// A map with the keys that it has erased: that they are not in its dictionary is its own doing.
    pub erased: Value,
    /// It has erased all of them.
    pub is_dictionary_own: bool,
    pub links: BTreeSet<ProcessId>,
    /// Monitors that this process has set up.
    pub monitors: BTreeMap<ReferenceId, Monitor>,
    /// Monitors that others have set up on it.
    pub watchers: BTreeMap<ReferenceId, ProcessId>,
    /// Aliases that still let messages through.
    pub aliases: BTreeMap<ReferenceId, AliasKind>,
    pub group_leader: Value,
    pub name: Option<Atom>,
    pub parent: Option<ProcessId>,
    /// Module, function and arity it was spawned with.
    pub initial_call: (Atom, Atom, usize),
    pub traps_exits: bool,
    pub priority: Atom,
    /// Other flags, as `process_flag/2` set them.
    pub flags: BTreeMap<Atom, Value>,
    pub reductions: u64,
    /// An exit signal that must end it before it does anything else.
    pub exiting: Option<Ending>,
    /// The exit that it caught last: `proc_lib` catches whatever ends a process, and exits in its place.
    pub caught_exit: Option<Ending>,
    /// Give others a turn as soon as possible.
    pub yields: bool,
    /// When the `receive` at hand gives up.
    pub deadline: Option<Deadline>,
    /// Whom it keeps from running, and how often it has asked for that.
    pub suspending: BTreeMap<ProcessId, usize>,
    /// How many reasons there are not to run it.
    pub suspended: usize,
    /// How many events it may go through, while it follows a schedule.
    pub permits: u32,
    /// Its `receive` is to wait no longer.
    pub is_hurried: bool,
    /// It is only there to see whether a `receive` takes a message.
    pub is_trial: bool,
    /// OTP runs callbacks of a module of the input in it: see [`crate::hosts`].
    pub is_host: bool,
    /// Where the `receive` in which it is looks for messages: code, place and base.
    pub looks_at: Option<(CodeId, usize, usize)>,
    /// All that it does happens in a function that the input has named: it was spawned there.
    pub named: Option<NamedAt>,
    /// A built-in that the input has named is being called: such a one has no frame.
    pub naming: Option<NamedAt>,
    /// May there be frames of such functions on its stack?
    pub calls_named: bool,
    /// What it has caught last of what such a function raised.
    pub caught_named: Option<CaughtNamed>,
}

/// Where a function of a module is called that the input names. As long as the function runs, there is a frame
/// with this below it.
#[derive(Clone, Copy)]
pub struct NamedAt {
    pub code: CodeId,
    pub pc: usize,
    pub module: Atom,
}

/// An exception that came out of such a function, by the function that raised it.
#[derive(Clone, Copy)]
pub struct CaughtNamed {
    pub raised_in: (Atom, Atom),
    pub at: NamedAt,
}

/// What its stack takes.
impl Process {
    pub fn bytes(&self) -> usize {
        self.stack.len() * size_of::<Value>() + self.frames.len() * size_of::<Frame>()
    }
}

/// Where a process goes on when it runs again.
#[derive(Clone)]
pub enum State {
    /// It has not begun: call this function.
    Starting {
        module: Atom,
        function: Atom,
        arguments: Vec<Value>,
    },
    /// It has not begun: apply this fun.
    StartingFun {
        fun: Value,
        arguments: Vec<Value>,
    },
    Running {
        code: CodeId,
        pc: usize,
        base: usize,
    },
    /// Waits in `receive`, or hibernates until a message comes.
    Waiting {
        code: CodeId,
        pc: usize,
        base: usize,
    },
    /// Waits for a message before it starts again, with an empty stack.
    Hibernating {
        module: Atom,
        function: Atom,
        arguments: Vec<Value>,
    },
    /// It has returned, and ends when it is its turn.
    Returning {
        value: Value,
    },
    /// The same after an exception.
    Crashing {
        class: Class,
        reason: Value,
        trace: Value,
    },
}

/// A caller: where it goes on, and where it wants the value.
#[derive(Clone, Copy)]
pub struct Frame {
    pub code: CodeId,
    pub pc: usize,
    pub base: usize,
    pub to: Slot,
}

/// Who gets an exception.
#[derive(Clone, Copy)]
pub struct Handler {
    pub code: CodeId,
    pub pc: usize,
    pub base: usize,
    /// How many frames there are below.
    pub frames: usize,
    /// Class, reason and trace go to three slots from here.
    pub slots: Slot,
}

#[derive(Clone)]
pub struct Monitor {
    /// `None`: nobody, as there is no process of that name, or it is elsewhere.
    pub target: Option<ProcessId>,
    /// `process` or `port`
    pub kind: Atom,
    /// What the message `'DOWN'` calls it: the pid, or `{Name, Node}`.
    pub shown: Value,
    /// `'DOWN'`, or what the watcher wants instead.
    pub tag: Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasKind {
    Explicit,
    /// Ends with the monitor.
    WithMonitor,
    /// Ends with the first message or the monitor.
    Once,
}

#[derive(Clone, Copy)]
pub struct Deadline {
    /// Virtual time in nanoseconds; `None` for never.
    pub at: Option<u64>,
    /// What wakes the process then.
    pub timer: Option<ReferenceId>,
}

/// Messages in the order of their arrival, and how far `receive` has looked.
#[derive(Default)]
pub struct Mailbox {
    pub messages: VecDeque<Value>,
    /// By which number each is known in the journal, if it is: see [`crate::system::Journal`].
    numbers: VecDeque<u32>,
    pub cursor: usize,
    /// `receive` has looked at all there was. (One without clauses never looks.)
    pub is_seen: bool,
    /// How many frames there were below the one that looked last.
    pub depth: usize,
}

impl Mailbox {
    pub fn peek(&self) -> Option<Value> {
        self.messages.get(self.cursor).copied()
    }

    /// A message arrives.
    pub fn put(&mut self, message: Value, number: u32) {
        self.messages.push_back(message);
        self.numbers.push_back(number);
    }

    /// Of the message that is looked at.
    pub fn number(&self) -> u32 {
        self.numbers.get(self.cursor).copied().unwrap_or(0)
    }

    /// Of any message.
    pub fn number_at(&self, index: usize) -> u32 {
        self.numbers.get(index).copied().unwrap_or(0)
    }

    /// The numbers of those that `receive` has looked at and left.
    pub fn passed(&self) -> Vec<u32> {
        let numbers = self.numbers.iter().take(self.cursor).copied();
        numbers.filter(|&number| number > 0).collect()
    }

    pub fn remove(&mut self) {
        self.remove_at(self.cursor);
        self.start_over();
    }

    pub fn remove_at(&mut self, index: usize) {
        self.messages.remove(index);
        self.numbers.remove(index);
    }

    /// The next `receive` looks from the first message on.
    pub fn start_over(&mut self) {
        self.cursor = 0;
        self.is_seen = false;
    }
}

impl Process {
    pub fn new(id: ProcessId, state: State, empty_map: Value, group_leader: Value) -> Process {
        let initial_call = match &state {
            State::Starting { module, function, arguments } => {
                (*module, *function, arguments.len())
            }
            _ => (term::atoms::erlang, term::atoms::apply, 2),
        };
        Process {
            id,
            causal_name: ProcessName::started(0),
            children: 0,
            stack: Vec::new(),
            frames: Vec::new(),
            handlers: Vec::new(),
            state,
            mailbox: Mailbox::default(),
            arrived: VecDeque::new(),
            dictionary: empty_map,
            erased: empty_map,
            is_dictionary_own: false,
            links: BTreeSet::new(),
            monitors: BTreeMap::new(),
            watchers: BTreeMap::new(),
            aliases: BTreeMap::new(),
            group_leader,
            name: None,
            parent: None,
            initial_call,
            traps_exits: false,
            priority: term::atoms::normal,
            flags: BTreeMap::new(),
            reductions: 0,
            exiting: None,
            caught_exit: None,
            yields: false,
            deadline: None,
            suspending: BTreeMap::new(),
            suspended: 0,
            permits: 0,
            is_hurried: false,
            is_trial: false,
            is_host: false,
            looks_at: None,
            named: None,
            naming: None,
            calls_named: false,
            caught_named: None,
        }
    }

    /// In which function it is that the input has named: the outermost of them.
    pub fn named_at(&self) -> Option<NamedAt> {
        self.named_below(self.frames.len()).or(self.naming)
    }

    /// The same for those that are called in the first so many frames.
    pub fn named_below(&self, frames: usize) -> Option<NamedAt> {
        if self.named.is_some() || !self.calls_named {
            return self.named;
        }
        let frame = self.frames[..frames].iter().find(|frame| frame.code.index() == NAMED)?;
        let slots: &[Value; NAMED_SLOTS as usize] = self.stack.get(frame.base..)?.first_chunk()?;
        let [_, code, pc, module] = *slots;
        Some(NamedAt {
            code: CodeId::new(code.small_number() as usize),
            pc: pc.small_number() as usize,
            module: module.as_atom()?,
        })
    }

    /// Is there a message that its waiting is over for?
    pub fn is_called(&self) -> bool {
        match self.state {
            State::Hibernating { .. } => !self.mailbox.messages.is_empty(),
            _ => self.mailbox.is_seen && self.mailbox.peek().is_some(),
        }
    }

    pub fn pid(&self) -> Value {
        Value::pid(self.id)
    }

    /// Shows every value of the process to the collector.
    pub fn visit(&mut self, collection: &mut Collection) {
        collection.visit_all(&mut self.stack);
        collection.visit_all(&mut self.mailbox.messages);
        for sent in &mut self.arrived {
            sent.signal.visit(collection);
        }
        collection.visit(&mut self.dictionary);
        collection.visit(&mut self.erased);
        collection.visit(&mut self.group_leader);
        for monitor in self.monitors.values_mut() {
            collection.visit(&mut monitor.shown);
            collection.visit(&mut monitor.tag);
        }
        collection.visit_all(self.flags.values_mut());
        for ending in self.exiting.iter_mut().chain(&mut self.caught_exit) {
            ending.visit(collection);
        }
        match &mut self.state {
            State::Starting { arguments, .. } | State::Hibernating { arguments, .. } => {
                collection.visit_all(arguments);
            }
            State::StartingFun { fun, arguments } => {
                collection.visit(fun);
                collection.visit_all(arguments);
            }
            State::Returning { value } => collection.visit(value),
            State::Crashing { reason, trace, .. } => {
                collection.visit(reason);
                collection.visit(trace);
            }
            State::Running { .. } | State::Waiting { .. } => {}
        }
    }
}
