//! How does one process run? Operation by operation, on an explicit stack.
//!
//! [`Machine::execute`] is the loop: one flat `match` over [`Op`]. What is quick happens in place;
//! the rest is a method each. Calls push a [`Frame`], tail calls reuse the slots of the caller, and
//! a process can stop after any call and go on later. Collections happen between calls only, when
//! every live value is in a slot.

mod addressee;
mod calling;
mod computing;
mod deciding;
mod raising;

use crate::code::{
    Arithmetic, Callee, Code, CodeId, Comparison, Kind, Label, NOWHERE, Op, Operand, Operands,
    RAISE, RaiseKind, Slot, Switch, Target,
};
use crate::ending::Ending;
use crate::machine::Machine;
use crate::oracle;
use crate::process::{Deadline, Frame, Handler, Process, ProcessId, State};
use crate::program::{Program, START};
use crate::segment;
use crate::shadow::{WithSymbols, compares_symbols};
use crate::stacktrace::{self, Top};
use crate::streams;
use crate::system::{Context, TimerAction};
use core_erlang::{FunctionName, SegmentType};
use runtime::bits::build::{Segment, SegmentKind};
use runtime::compare;
use runtime::{Class, FunView, Incomplete, NativeResult, Raise, Value};
use smallvec::SmallVec;
use term::{Atom, atoms};
use trace::{Place, Raiser};

/// Why a process stopped running.
pub enum Stop {
    /// Its turn is over.
    Yield,
    /// It waits for a message.
    Wait,
    Returned(Value),
    Crashed {
        class: Class,
        reason: Value,
        trace: Value,
    },
    /// An exit signal ended it.
    Exited(Ending),
    /// It has ended the whole system.
    Halted {
        status: Value,
        trace: Value,
    },
    Incomplete(Box<Incomplete>),
    OutOfMemory,
    /// Somebody outside wants the run to end.
    Stopped,
}

/// Where a process is.
#[derive(Clone, Copy)]
pub struct At<'p> {
    pub program: &'p Program,
    pub code: &'p Code,
    pub pc: usize,
    pub base: usize,
}

impl At<'_> {
    /// Where a decision is taken: at the operation before the next one.
    pub(crate) fn place(self) -> Place {
        // A built-in that is itself under test is called by nobody's operation.
        self.code.place(self.pc.saturating_sub(1))
    }
}

type Values = SmallVec<[Value; 8]>;

/// From here on an integer is not small on the BEAM.
const SMALL_LIMIT: u64 = 1 << 59;

/// Every so many calls, look at what is dear to look at.
pub(crate) const LOOK_AROUND: u64 = 64;

impl Machine {
    pub(crate) fn execute(&mut self, process: &mut Process, turn: u64) -> Stop {
        if let Some(ending) = process.exiting.take() {
            return Stop::Exited(ending);
        }
        let budget = self.reductions + turn;
        process.yields = false;
        // The code that runs is borrowed from this, and not from the machine.
        let program = self.library.program().clone();
        let at = match self.resume(&program, process) {
            Ok(at) => at,
            Err(stop) => return stop,
        };
        match self.run_from(process, at, budget) {
            Ok(never) => match never {},
            Err(stop) => stop,
        }
    }

    /// Where the process goes on. A process that has not begun calls its first function.
    fn resume<'p>(&mut self, program: &'p Program, process: &mut Process) -> Result<At<'p>, Stop> {
        let state = std::mem::replace(
            &mut process.state,
            State::Starting { module: atoms::empty, function: atoms::empty, arguments: Vec::new() },
        );
        let start = At { program, code: program.start(), pc: 0, base: 0 };
        match state {
            State::Running { code, pc, base } | State::Waiting { code, pc, base } => {
                Ok(At { program, code: program.code(code), pc, base })
            }
            State::Starting { module, function, arguments }
            | State::Hibernating { module, function, arguments } => {
                self.call_by_name(process, start, module, function, &arguments, None)
            }
            State::StartingFun { fun, arguments } => {
                self.apply(process, start, fun, &arguments, None)
            }
            State::Returning { value } => Err(Stop::Returned(value)),
            State::Crashing { class, reason, trace } => Err(Stop::Crashed { class, reason, trace }),
        }
    }

    pub(crate) fn run_from(
        &mut self,
        process: &mut Process,
        at: At,
        budget: u64,
    ) -> Result<std::convert::Infallible, Stop> {
        // Of our own, so that it can live in registers.
        let mut at = At { program: at.program, code: at.code, pc: at.pc, base: at.base };
        macro_rules! get {
            ($operand:expr) => {
                match $operand.decode() {
                    Ok(slot) => process.stack[at.base + slot],
                    Err(constant) => self.library.constant(&mut self.heap, constant),
                }
            };
        }
        macro_rules! set {
            ($slot:expr, $value:expr) => {{
                let value = $value;
                process.stack[at.base + $slot as usize] = value;
            }};
        }
        macro_rules! jump {
            ($label:expr) => {
                at.pc = $label as usize
            };
        }
        loop {
            // Not copied: each operation reads only the fields that it has.
            let op = &at.code.ops[at.pc];
            at.pc += 1;
            match *op {
                Op::Move { to, from } => set!(to, get!(from)),
                Op::Cons { to, head, tail } => {
                    let (head, tail) = (get!(head), get!(tail));
                    set!(to, self.heap.cons(head, tail));
                }
                Op::Tuple { to, elements } => {
                    let elements = self.values(process, at, elements);
                    set!(to, self.heap.tuple(&elements));
                }
                Op::Jump { to } => jump!(to),
                Op::Switch { on, switch } => {
                    let value = get!(on);
                    let switch = &at.code.switches[switch as usize];
                    if value.is_cons() {
                        jump!(switch.cons);
                    } else if value.is_immediate() {
                        jump!(switch.words.get(value).unwrap_or(switch.default));
                    } else if value.is_tuple() {
                        jump!(self.choose_tuple(switch, value));
                    } else if value.is_symbolic() {
                        jump!(self.choose_symbolic(process, at, switch, value));
                    } else {
                        jump!(self.choose_constant(switch, value));
                    }
                }
                Op::Head { to, cons } => {
                    let cons = get!(cons);
                    if cons.is_cons() {
                        set!(to, self.heap.head(cons));
                    } else {
                        set!(to, self.shadow().head_symbolic(cons));
                    }
                }
                Op::Tail { to, cons } => {
                    let cons = get!(cons);
                    if cons.is_cons() {
                        set!(to, self.heap.tail(cons));
                    } else {
                        set!(to, self.shadow().tail_symbolic(cons));
                    }
                }
                Op::Element { to, tuple, index } => {
                    let tuple = get!(tuple);
                    if tuple.is_tuple() {
                        set!(to, self.heap.elements(tuple)[index as usize]);
                    } else {
                        set!(to, self.shadow().element_symbolic(tuple, index));
                    }
                }
                Op::Test { test, value, otherwise } => {
                    let value = get!(value);
                    // A symbolic value has no type of its own.
                    let truth = self.has_type(test, value)
                        || value.is_symbolic()
                            && self.shadow_at(process, at).test_symbolic(at.place(), test, value);
                    if !truth {
                        jump!(otherwise);
                    }
                }
                Op::Compare { comparison, left, right, otherwise } => {
                    let (left, right) = (get!(left), get!(right));
                    let truth = if left.is_small() && right.is_small() {
                        comparison.holds_for_small(left, right)
                    } else if self.is_symbolic_run() && compares_symbols(&self.heap, left, right) {
                        self.shadow_at(process, at).compare_symbolic(
                            at.place(),
                            comparison,
                            left,
                            right,
                        )
                    } else {
                        self.holds(comparison, left, right)
                    };
                    if !truth {
                        jump!(otherwise);
                    }
                }
                Op::IsTrue { value, otherwise } => {
                    let value = get!(value);
                    let truth = value == Value::TRUE
                        || value.is_symbolic()
                            && self.shadow_at(process, at).is_true_symbolic(at.place(), value);
                    if !truth {
                        jump!(otherwise);
                    }
                }
                Op::TestValue { test, to, value } => {
                    let value = get!(value);
                    if self.has_type(test, value) {
                        set!(to, Value::TRUE);
                    } else if value.is_symbolic() {
                        set!(
                            to,
                            self.shadow_at(process, at).test_value_symbolic(
                                at.place(),
                                test,
                                value
                            )
                        );
                    } else {
                        set!(to, Value::FALSE);
                    }
                }
                Op::CompareValue { comparison, to, left, right } => {
                    let (left, right) = (get!(left), get!(right));
                    if left.is_small() && right.is_small() {
                        set!(to, Value::bool(comparison.holds_for_small(left, right)));
                    } else if self.is_symbolic_run() && compares_symbols(&self.heap, left, right) {
                        let mut shadow = self.shadow_at(process, at);
                        set!(
                            to,
                            shadow.compare_value_symbolic(at.place(), comparison, left, right)
                        );
                    } else {
                        set!(to, Value::bool(self.holds(comparison, left, right)));
                    }
                }
                Op::Arithmetic { operator, to, left, right, fail } => {
                    let (left_value, right_value) = (get!(left), get!(right));
                    if let Some(value) = operator.compute_small(left_value, right_value) {
                        set!(to, value);
                        continue;
                    }
                    let values = [left_value, right_value];
                    match self.arithmetic_beyond(process, at, operator, values) {
                        Ok(value) => set!(to, value),
                        Err(_) if fail != RAISE => jump!(fail),
                        Err(raise) => {
                            let operands = [left, right];
                            at = self.arithmetic_raised(
                                process, at, operator, values, operands, raise,
                            )?;
                        }
                    }
                }
                Op::Clause { number } => self.coverage.reach(number),
                Op::Concretise => self.concretise_parameters(process, at),
                Op::Call { to, ref target, arguments } => {
                    if let Some(&Callee::Code(callee)) = target.callee.get() {
                        let callee = at.program.code(callee);
                        let base = at.base + at.code.slots as usize;
                        debug_assert_eq!(process.stack.len(), base);
                        process.stack.resize(base + callee.slots as usize, Value::NIL);
                        for (index, &operand) in at.code.operands(arguments).iter().enumerate() {
                            process.stack[base + index] = get!(operand);
                        }
                        process.frames.push(Frame {
                            code: at.code.id,
                            pc: at.pc,
                            base: at.base,
                            to,
                        });
                        at = At { code: callee, pc: 0, base, ..at };
                    } else {
                        let values = self.values(process, at, arguments);
                        at = self.call_target(process, at, target, &values, Some(to))?;
                    }
                    self.breathe(process, at, budget)?;
                }
                Op::TailCall { ref target, arguments } => {
                    if let Some(&Callee::Code(callee)) = target.callee.get() {
                        let callee = at.program.code(callee);
                        // The arguments may need the slots that they go to.
                        let top = process.stack.len();
                        for &operand in at.code.operands(arguments) {
                            let value = get!(operand);
                            process.stack.push(value);
                        }
                        let end = at.base + process.stack.len() - top;
                        process.stack.copy_within(top.., at.base);
                        process.stack.truncate(end);
                        process.stack.resize(at.base + callee.slots as usize, Value::NIL);
                        at = At { code: callee, pc: 0, ..at };
                    } else {
                        let values = self.values(process, at, arguments);
                        at = self.call_target(process, at, target, &values, None)?;
                    }
                    self.breathe(process, at, budget)?;
                }
                Op::Return { value } => {
                    let value = get!(value);
                    at = self.return_value(process, at, value)?;
                    if self.heap.is_swelling() {
                        self.look_around(process, at, u64::MAX)?;
                    }
                }
                Op::Answer => {
                    at = self.answer(process, at)?;
                }
                Op::Apply { to, fun, arguments } => {
                    let fun = get!(fun);
                    let values = self.values(process, at, arguments);
                    at = self.apply(process, at, fun, &values, Some(to))?;
                    self.breathe(process, at, budget)?;
                }
                Op::TailApply { fun, arguments } => {
                    let fun = get!(fun);
                    let values = self.values(process, at, arguments);
                    at = self.apply(process, at, fun, &values, None)?;
                    self.breathe(process, at, budget)?;
                }
                Op::CallNamed { to, module, name, arguments } => {
                    let (module, name) = (get!(module), get!(name));
                    let values = self.values(process, at, arguments);
                    at = self.call_named(process, at, module, name, &values, Some(to))?;
                    self.breathe(process, at, budget)?;
                }
                Op::TailCallNamed { module, name, arguments } => {
                    let (module, name) = (get!(module), get!(name));
                    let values = self.values(process, at, arguments);
                    at = self.call_named(process, at, module, name, &values, None)?;
                    self.breathe(process, at, budget)?;
                }
                Op::Closure { to, ref code, free } => {
                    let free = self.values(process, at, free);
                    match self.closure(code, &free) {
                        Ok(closure) => set!(to, closure),
                        Err(raise) => {
                            at = self.raised(process, at, raise, Top::Function, Raiser::BuiltIn)?;
                        }
                    }
                }
                Op::Guard { to, ref target, arguments, fail } => {
                    let values = self.values(process, at, arguments);
                    match self.guard(process, at, target, &values) {
                        Ok(value) => set!(to, value),
                        Err(Raise::Incomplete(incomplete)) => {
                            return Err(Stop::Incomplete(incomplete));
                        }
                        Err(_) => jump!(fail),
                    }
                }
                Op::Map { to, base, pairs, exact, fail } => {
                    let base = get!(base);
                    let pairs = self.values(process, at, pairs);
                    let is_plain =
                        !self.is_symbolic_run() || self.shadow().is_plain_update(base, &pairs);
                    let result = if is_plain {
                        self.update_map(base, &pairs, exact)
                    } else {
                        self.shadow_at(process, at).update_map_symbolic(
                            at.place(),
                            base,
                            &pairs,
                            exact,
                        )
                    };
                    match result {
                        Ok(map) => set!(to, map),
                        Err(_) if fail != RAISE => jump!(fail),
                        Err(raise) => {
                            at = self.raised(process, at, raise, Top::Function, Raiser::BuiltIn)?;
                        }
                    }
                }
                Op::MapValue { to, map, key, otherwise } => {
                    let (map, key) = (get!(map), get!(key));
                    let found =
                        if !self.is_symbolic_run() || self.shadow().is_plain_lookup(map, key) {
                            self.heap.map_get(map, key)
                        } else {
                            self.shadow_at(process, at).map_value_symbolic(at.place(), map, key)
                        };
                    match found {
                        Some(value) => set!(to, value),
                        None => jump!(otherwise),
                    }
                }
                Op::Bits { to, segments, fail } => match self.build_bits(process, at, segments) {
                    Ok(bits) => set!(to, bits),
                    Err((Raise::Incomplete(incomplete), _)) => {
                        return Err(Stop::Incomplete(incomplete));
                    }
                    Err(_) if fail != RAISE => jump!(fail),
                    Err((raise, top)) => {
                        at = self.raised(process, at, raise, top, Raiser::BuiltIn)?;
                    }
                },
                Op::BitsStart { value, position, otherwise } => {
                    let value = get!(value);
                    let is_bits = if value.is_symbolic() {
                        self.shadow_at(process, at).start_bits_symbolic(at.place(), value)
                    } else {
                        self.heap.as_bits(value).is_some()
                    };
                    if is_bits {
                        set!(position, Value::index(0));
                    } else {
                        jump!(otherwise);
                    }
                }
                Op::BitsRead { to, bits, position, size, shape, otherwise } => {
                    let bits = get!(bits);
                    let from = process.stack[at.base + position as usize].small_number() as usize;
                    let size = size.map(|size| get!(size));
                    let is_wanted = to != NOWHERE;
                    let is_symbolic =
                        bits.is_symbolic() || size.is_some_and(|size| size.is_symbolic());
                    let read = if is_symbolic {
                        self.shadow_at(process, at).read_bits_symbolic(
                            at.place(),
                            (bits, from),
                            size,
                            shape,
                            is_wanted,
                        )
                    } else {
                        segment::read(&mut self.heap, bits, from, size, shape, is_wanted)
                    };
                    match read {
                        Some((value, end)) => {
                            if to != NOWHERE {
                                set!(to, value);
                            }
                            set!(position, Value::index(end));
                        }
                        None => jump!(otherwise),
                    }
                }
                Op::BitsEnd { bits, position, otherwise } => {
                    let bits = get!(bits);
                    let position = process.stack[at.base + position as usize].small_number();
                    let is_end = if bits.is_symbolic() {
                        self.shadow_at(process, at).end_bits_symbolic(
                            at.place(),
                            bits,
                            position as usize,
                        )
                    } else {
                        let length = self.heap.as_bits(bits).map(|view| view.length);
                        length == Some(position as usize)
                    };
                    if !is_end {
                        jump!(otherwise);
                    }
                }
                Op::PushHandler { handler, slots } => process.handlers.push(Handler {
                    code: at.code.id,
                    pc: handler as usize,
                    base: at.base,
                    frames: process.frames.len(),
                    slots,
                }),
                Op::PopHandler => {
                    process.handlers.pop();
                }
                Op::Caught { to, slots } => {
                    let first = at.base + slots as usize;
                    let (class, reason, trace) =
                        (process.stack[first], process.stack[first + 1], process.stack[first + 2]);
                    set!(to, self.caught(class, reason, trace));
                }
                Op::Reraise { trace, reason } => {
                    let (trace, reason) = (get!(trace), get!(reason));
                    let class = stacktrace::class(&self.heap, trace).unwrap_or(Class::Error);
                    at = self.throw(process, at, class, reason, trace)?;
                }
                Op::RawRaise { class, reason, trace } => {
                    let (class, reason, trace) = (get!(class), get!(reason), get!(trace));
                    at = self.raw_raise(process, at, class, reason, trace)?;
                }
                Op::BuildStacktrace { to, trace } => {
                    let trace = get!(trace);
                    self.note_stack();
                    set!(to, stacktrace::build(&mut self.heap, &mut self.library, trace));
                }
                Op::Raise { raising, reason, arguments } => {
                    let reason = get!(reason);
                    let arguments = self.values(process, at, arguments);
                    at = self.match_failed(process, at, raising, reason, &arguments)?;
                }
                Op::PeekMessage { found, message } => {
                    if self.system.signals.journal.is_some()
                        && self.waits_before_looking(process, at)
                    {
                        return Err(Stop::Yield);
                    }
                    self.note_looking(process, at);
                    let peeked = self.peek(process)?;
                    process.mailbox.is_seen = peeked.is_none();
                    process.mailbox.depth = process.frames.len();
                    if found != NOWHERE {
                        set!(found, Value::bool(peeked.is_some()));
                    }
                    if let (Some(peeked), true) = (peeked, message != NOWHERE) {
                        set!(message, peeked);
                    }
                }
                Op::RemoveMessage => {
                    if process.is_trial {
                        return Err(Stop::Returned(Value::TRUE));
                    }
                    if self.system.signals.journal.is_some() {
                        self.note_taken(process);
                    }
                    self.note_taking(process);
                    process.mailbox.remove();
                    self.system.observer.changes += 1;
                    self.forget_deadline(process);
                }
                Op::NextMessage => {
                    if process.is_trial {
                        return Err(Stop::Returned(Value::FALSE));
                    }
                    if self.system.signals.journal.is_some() {
                        self.note_left(process);
                    }
                    process.mailbox.cursor += 1;
                }
                Op::WaitTimeout { to, timeout } => {
                    if process.is_trial {
                        return Err(Stop::Returned(Value::FALSE));
                    }
                    let mut timeout = get!(timeout);
                    if timeout.is_symbolic() {
                        timeout = self.shadow_at(process, at).timeout_symbolic(at.place(), timeout);
                    }
                    match self.wait(process, timeout) {
                        Ok(Some(is_over)) => {
                            if is_over {
                                if self.system.signals.journal.is_some() {
                                    self.note_timeout(process, timeout);
                                }
                                self.note_waiting(process, at, timeout);
                            }
                            set!(to, Value::bool(is_over));
                        }
                        Ok(None) => {
                            self.note_waiting(process, at, timeout);
                            // Decide again when a message or the time comes.
                            let At { code, pc, base, .. } = at;
                            process.state = State::Waiting { code: code.id, pc: pc - 1, base };
                            return Err(Stop::Wait);
                        }
                        Err(raise) => {
                            at = self.raised(process, at, raise, Top::Function, Raiser::BuiltIn)?;
                        }
                    }
                }
                Op::Unreachable => {
                    let what = "no clause matched where the compiler says that one must";
                    return Err(incomplete(Incomplete::Unsupported(what.into())));
                }
            }
        }
    }

    #[inline(always)]
    fn value(&mut self, process: &Process, at: At, operand: Operand) -> Value {
        match operand.decode() {
            Ok(slot) => process.stack[at.base + slot],
            Err(constant) => self.library.constant(&mut self.heap, constant),
        }
    }

    #[inline(always)]
    fn values(&mut self, process: &Process, at: At, operands: Operands) -> Values {
        let mut values = Values::new();
        for &operand in at.code.operands(operands) {
            values.push(self.value(process, at, operand));
        }
        values
    }

    // ---- waiting ----

    /// The next message for a `receive` to look at. At the end of the mailbox it fetches what has arrived.
    fn peek(&mut self, process: &mut Process) -> Result<Option<Value>, Stop> {
        if process.mailbox.peek().is_none() && !process.arrived.is_empty() {
            self.system.fetch(&mut self.heap, process);
            if let Some(ending) = process.exiting.take() {
                return Err(Stop::Exited(ending));
            }
        }
        Ok(process.mailbox.peek())
    }

    /// Is the waiting over? `Some(true)`: time is up. `Some(false)`: there is a message to look at.
    /// `None`: neither.
    fn wait(&mut self, process: &mut Process, timeout: Value) -> Result<Option<bool>, Raise> {
        // A `receive` without clauses waits for time only, whatever there is in the mailbox.
        if process.mailbox.is_seen && process.mailbox.peek().is_some() {
            process.mailbox.is_seen = false;
            return Ok(Some(false));
        }
        let deadline = match process.deadline {
            Some(deadline) => deadline,
            None => {
                let mut deadline = Deadline { at: self.deadline(timeout)?, timer: None };
                if let Some(at) = deadline.at
                    && at > self.system.clock.now()
                {
                    let reference = self.system.numbers.new_reference();
                    self.system.clock.set_timer(at, reference, TimerAction::Wake(process.id));
                    deadline.timer = Some(reference);
                }
                process.deadline = Some(deadline);
                deadline
            }
        };
        if let (Some(at), true) = (deadline.at, process.is_hurried) {
            self.forget_deadline(process);
            self.system.clock.wait_until(at);
            process.mailbox.start_over();
            return Ok(Some(true));
        }
        if deadline.at.is_some_and(|at| at <= self.system.clock.now()) {
            process.deadline = None;
            process.mailbox.start_over();
            return Ok(Some(true));
        }
        Ok(None)
    }

    /// The `receive` at hand is over: nobody needs its timer any more.
    #[inline]
    fn forget_deadline(&mut self, process: &mut Process) {
        if let Some(Deadline { timer: Some(timer), .. }) = process.deadline.take() {
            self.system.clock.cancel_timer(timer);
        }
    }

    /// When a `receive … after Timeout` gives up; `None` for never.
    fn deadline(&self, timeout: Value) -> Result<Option<u64>, Raise> {
        if timeout == Value::atom(atoms::infinity) {
            return Ok(None);
        }
        match self.heap.as_i64(timeout).and_then(|milliseconds| u32::try_from(milliseconds).ok()) {
            Some(milliseconds) => {
                Ok(Some(self.system.clock.now() + u64::from(milliseconds) * 1_000_000))
            }
            None => Err(Raise::error(atoms::timeout_value)),
        }
    }
}

fn incomplete(incomplete: Incomplete) -> Stop {
    Stop::Incomplete(Box::new(incomplete))
}

/// Functions that raise on behalf of whoever calls them, and do not show in the trace.
fn is_raising(module: Atom, function: Atom) -> bool {
    let raises = matches!(function, atoms::error | atoms::exit | atoms::throw);
    module == atoms::erlang && (raises || function.name() == "raise")
}

/// Is the last thing that a function does a call of what only a value says? The BEAM jumps there,
/// also to a built-in, and the function is gone from the stack. (A built-in that is named in the
/// code is called, and the function stays.)
fn is_last_by_value(at: At) -> bool {
    match at.pc.checked_sub(1).and_then(|pc| at.code.ops.get(pc)) {
        Some(Op::TailCallNamed { .. } | Op::TailApply { .. }) => true,
        Some(Op::TailCall { target, .. }) => {
            target.module == atoms::erlang && target.function.name() == "apply"
        }
        _ => false,
    }
}
