//! What does the machine execute? One function, lowered to compact operations on numbered slots.
//!
//! Slots belong to the frame of the call; the parameters are the first ones. An operand is a slot
//! or a constant of the run. Operations that can fail inside of a guard name the place to go to
//! instead; elsewhere that place is [`RAISE`] and they raise.
//!
//! Code belongs to a [`Program`](crate::program::Program) and is immutable. Whatever outlives an
//! operation (frames, handlers, call sites, closures) names code by its [`CodeId`]; references to it
//! are borrowed from the program, by [`At`](crate::execute::At) and what it is handed to.

use analysis::Surroundings;
use core_erlang::{ExprId, FunctionName, Position, SegmentType};
use runtime::Value;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};
pub use symbolic::{Arithmetic, Comparison, Kind};
use term::Atom;
use trace::Place;

pub use crate::identity::{CodeId, FunName};

/// A slot of the current frame.
pub type Slot = u32;

/// A place in [`Code::ops`].
pub type Label = u32;

/// Instead of a place to go to: raise an exception.
pub const RAISE: Label = u32::MAX;

/// Instead of a slot: the value is not wanted.
pub const NOWHERE: Slot = u32::MAX;

/// A slot (0 and up) or a constant of the run (below 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand(i32);

impl Operand {
    pub fn slot(slot: Slot) -> Operand {
        Operand(i32::try_from(slot).expect("a frame of fewer than 2^31 slots"))
    }

    pub fn constant(number: usize) -> Operand {
        Operand(!i32::try_from(number).expect("fewer than 2^31 constants"))
    }

    /// The slot, or the number of the constant.
    #[inline(always)]
    pub fn decode(self) -> Result<usize, usize> {
        if self.0 >= 0 { Ok(self.0 as usize) } else { Err(!self.0 as usize) }
    }
}

/// Some of [`Code::operands`].
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    pub start: u32,
    pub count: u32,
}

/// Which expression an operation was made of, and the how-manieth of its operations it is.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    pub expr: ExprId,
    pub nth: u32,
}

/// Instead of an expression: nobody wrote it.
pub const UNWRITTEN: ExprId = ExprId(u32::MAX);

/// An operation takes no more decisions than these. Each has a place of its own.
const DECISIONS: u32 = 8;

pub struct Code {
    pub id: CodeId,
    pub fun_name: FunName,
    pub module: Atom,
    pub name: Atom,
    /// The function it is written in; the same as `name` unless it is of a fun. No expression of it in
    /// particular: see [`function_place`].
    pub home: Place,
    /// As stack traces show it: free variables count, as they do on the BEAM.
    pub parameters: u32,
    /// How many free variables follow the arguments.
    pub free: u32,
    /// How many slots a frame has.
    pub slots: u32,
    pub ops: Box<[Op]>,
    /// Where each operation comes from, parallel to `ops`.
    pub origins: Box<[Origin]>,
    /// What is known of the expressions of the function.
    pub surroundings: Arc<Surroundings>,
    pub operands: Box<[Operand]>,
    pub switches: Box<[Switch]>,
    pub builds: Box<[Box<[BuildSegment]>]>,
    pub notes: Notes,
}

/// What is known of single operations, by their places in [`Code::ops`].
#[derive(Default)]
pub struct Notes {
    /// Calls whose results nobody looks at.
    pub unread: Box<[u32]>,
    /// What operations that look for messages or wait for them want.
    pub waits: Box<[(u32, Awaited)]>,
}

/// Clause by clause of a `receive`: what parts of the message must be equal to, from around it. A
/// message that is not from this run has none of the references that the run has made.
pub type Awaited = Box<[Box<[Operand]>]>;

impl Notes {
    pub fn is_unread(&self, operation: usize) -> bool {
        self.unread.binary_search(&(operation as u32)).is_ok()
    }

    /// `None`: that is not known.
    pub fn awaited(&self, operation: usize) -> Option<&Awaited> {
        let index = self.waits.binary_search_by_key(&(operation as u32), |(place, _)| *place);
        index.ok().map(|index| &self.waits[index].1)
    }
}

/// All places of a function are made of this one, and it stands for the function.
pub fn function_place(module: Atom, function: FunctionName) -> Place {
    Place::new(module, function, UNWRITTEN, 0)
}

/// Code that is written in operations: each is as good as an expression.
pub fn own_origins(operations: usize) -> Box<[Origin]> {
    (0..operations as u32).map(|number| Origin { expr: ExprId(number), nth: 0 }).collect()
}

impl Code {
    /// Where in the source an operation comes from.
    pub fn position(&self, operation: usize) -> Option<Position> {
        self.surroundings.position(self.origins.get(operation)?.expr)
    }

    /// The place of the first decision that an operation takes.
    pub fn place(&self, operation: usize) -> Place {
        let Origin { expr, nth } = self.origins[operation];
        self.home.at(expr, nth * DECISIONS)
    }

    pub fn operands(&self, range: Operands) -> &[Operand] {
        &self.operands[range.start as usize..(range.start + range.count) as usize]
    }

    /// By what closures name it.
    pub fn closure_number(&self) -> usize {
        self.fun_name.closure_number(self.id)
    }

    /// The arity of the fun that this is the code of.
    pub fn arity(&self) -> usize {
        (self.parameters - self.free) as usize
    }
}

/// What a call site calls: found out at the first call.
pub struct Target {
    pub module: Atom,
    pub function: Atom,
    pub arity: usize,
    /// Is it called from within its module, exported or not?
    pub is_local: bool,
    pub callee: OnceLock<Callee>,
}

impl Target {
    pub fn new(module: Atom, function: Atom, arity: usize, is_local: bool) -> Arc<Target> {
        Arc::new(Target { module, function, arity, is_local, callee: OnceLock::new() })
    }
}

#[derive(Clone, Copy)]
pub enum Callee {
    Code(CodeId),
    Pure(runtime::natives::Native),
    InContext(crate::natives::ContextNative),
    /// A function of `ets`.
    Table(tables::TableNative),
    /// `erlang:apply/2`
    ApplyFun,
    /// `erlang:apply/3`
    ApplyNamed,
    /// `erlang:hibernate/3`
    Hibernate,
    /// A pure function that the BEAM answers for: see [`crate::oracle`].
    Oracle,
    /// It would touch the machine: see [`crate::effects`].
    Effect,
    /// A built-in that nobody has.
    Missing,
}

/// One node of a decision tree: where to go for which constructor or literal.
#[derive(Debug)]
pub struct Switch {
    /// Atoms, small integers and `[]`, compared by word.
    pub words: Words,
    /// Big integers, floats and other constants, compared by `=:=`: the number of the constant.
    pub constants: Box<[(u32, Label)]>,
    pub cons: Label,
    /// By number of elements.
    pub tuples: Box<[(u32, Label)]>,
    pub default: Label,
}

#[derive(Debug)]
pub enum Words {
    Few(Box<[(Value, Label)]>),
    Many(FxHashMap<Value, Label>),
}

impl Words {
    pub fn new(words: Vec<(Value, Label)>) -> Words {
        if words.len() <= 6 {
            Words::Few(words.into())
        } else {
            Words::Many(words.into_iter().collect())
        }
    }

    #[inline]
    pub fn get(&self, value: Value) -> Option<Label> {
        match self {
            Words::Few(words) => {
                words.iter().find(|(word, _)| *word == value).map(|&(_, label)| label)
            }
            Words::Many(words) => words.get(&value).copied(),
        }
    }

    pub fn labels_mut(&mut self) -> Box<dyn Iterator<Item = &mut Label> + '_> {
        match self {
            Words::Few(words) => Box::new(words.iter_mut().map(|(_, label)| label)),
            Words::Many(words) => Box::new(words.values_mut()),
        }
    }
}

/// `Value:Size/Type` in a construction
#[derive(Clone, Copy, Debug)]
pub struct BuildSegment {
    pub value: Operand,
    /// `None`: all of it, or the size that the type has by itself.
    pub size: Option<Operand>,
    pub unit: u32,
    pub kind: SegmentType,
    pub little: bool,
}

/// How bits are read as a number.
#[derive(Clone, Copy, Debug)]
pub struct SegmentShape {
    pub unit: u32,
    pub kind: SegmentType,
    pub signed: bool,
    pub little: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum RaiseKind {
    /// `{function_clause, Args…}` of this very function: the arguments go into the trace.
    FunctionClause,
    /// The value is the reason: `{badmatch, V}`, `{case_clause, V}` …
    Error,
}

pub enum Op {
    Move {
        to: Slot,
        from: Operand,
    },
    Cons {
        to: Slot,
        head: Operand,
        tail: Operand,
    },
    Tuple {
        to: Slot,
        elements: Operands,
    },
    Closure {
        to: Slot,
        code: Arc<Target>,
        free: Operands,
    },
    /// Keys and values alternate. `exact` is true where every key must be there already.
    Map {
        to: Slot,
        base: Operand,
        pairs: Operands,
        exact: bool,
        fail: Label,
    },
    Bits {
        to: Slot,
        segments: u32,
        fail: Label,
    },

    Jump {
        to: Label,
    },
    Switch {
        on: Operand,
        switch: u32,
    },
    Head {
        to: Slot,
        cons: Operand,
    },
    Tail {
        to: Slot,
        cons: Operand,
    },
    Element {
        to: Slot,
        tuple: Operand,
        index: u32,
    },
    /// Go on if the value has the type, else jump.
    Test {
        test: Kind,
        value: Operand,
        otherwise: Label,
    },
    Compare {
        comparison: Comparison,
        left: Operand,
        right: Operand,
        otherwise: Label,
    },
    /// Go on if the value is `true`, else jump.
    IsTrue {
        value: Operand,
        otherwise: Label,
    },
    /// The value under a key; jump if there is none. The map is known to be one.
    MapValue {
        to: Slot,
        map: Operand,
        key: Operand,
        otherwise: Label,
    },

    /// Start to match a bitstring: `position` will hold how far it is read.
    BitsStart {
        value: Operand,
        position: Slot,
        otherwise: Label,
    },
    /// One segment. `size` of `None` means all the rest, or what the type has by itself.
    BitsRead {
        to: Slot,
        bits: Operand,
        position: Slot,
        size: Option<Operand>,
        shape: SegmentShape,
        otherwise: Label,
    },
    /// Jump unless everything has been read.
    BitsEnd {
        bits: Operand,
        position: Slot,
        otherwise: Label,
    },

    Arithmetic {
        operator: Arithmetic,
        to: Slot,
        left: Operand,
        right: Operand,
        fail: Label,
    },
    TestValue {
        test: Kind,
        to: Slot,
        value: Operand,
    },
    CompareValue {
        comparison: Comparison,
        to: Slot,
        left: Operand,
        right: Operand,
    },
    /// A built-in inside of a guard.
    Guard {
        to: Slot,
        target: Arc<Target>,
        arguments: Operands,
        fail: Label,
    },

    Call {
        to: Slot,
        target: Arc<Target>,
        arguments: Operands,
    },
    TailCall {
        target: Arc<Target>,
        arguments: Operands,
    },
    Apply {
        to: Slot,
        fun: Operand,
        arguments: Operands,
    },
    TailApply {
        fun: Operand,
        arguments: Operands,
    },
    /// `Module:Name(…)` where one of these is not known before.
    CallNamed {
        to: Slot,
        module: Operand,
        name: Operand,
        arguments: Operands,
    },
    TailCallNamed {
        module: Operand,
        name: Operand,
        arguments: Operands,
    },
    Return {
        value: Operand,
    },
    /// The body of a fun that was made up: it looks its arguments up, and returns what is there.
    Answer,

    /// From here on an exception goes to `handler`, with class, reason and trace in three slots.
    PushHandler {
        handler: Label,
        slots: Slot,
    },
    PopHandler,
    /// What `catch` makes of an exception in three slots.
    Caught {
        to: Slot,
        slots: Slot,
    },
    /// `primop raise(Trace, Reason)`
    Reraise {
        trace: Operand,
        reason: Operand,
    },
    /// `primop raw_raise(Class, Reason, Trace)`
    RawRaise {
        class: Operand,
        reason: Operand,
        trace: Operand,
    },
    BuildStacktrace {
        to: Slot,
        trace: Operand,
    },
    Raise {
        raising: RaiseKind,
        reason: Operand,
        arguments: Operands,
    },

    PeekMessage {
        found: Slot,
        message: Slot,
    },
    RemoveMessage,
    NextMessage,
    /// Wait for a message or the end of time; `to` is `true` when time is up.
    WaitTimeout {
        to: Slot,
        timeout: Operand,
    },

    /// The parameters of the function lose their symbols: see [`crate::concrete`].
    Concretise,
    /// A clause has been chosen: its number in the program's list of clauses.
    Clause {
        number: u32,
    },
    /// No clause matched where the compiler promised that one does.
    Unreachable,
}
