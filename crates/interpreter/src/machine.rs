//! How does a program run? One process at a time, until all is said.
//!
//! [`Machine`] owns the run: the heap, the code, the processes. [`Machine::run`] is the outer loop:
//! who goes next, for how long, and what became of it. What happens inside of a turn is in
//! [`crate::execute`].

use crate::ahead::LookAhead;
use crate::ending::Ending;
use crate::endless::livelock::Rounds;
use crate::execute::{At, Stop};
use crate::following::OrderSettings;
use crate::library::{Library, ModuleLoader, Oracle};
use crate::process::{NamedAt, Process, ProcessId, State};
use crate::program::Program;
use crate::record::Recorder;
use crate::services::FIRST_SPAWNED;
use crate::shadow::Shadow;
use crate::system::{FirstReady, System};
use crate::{services, stacktrace};
use runtime::collect::Collection;
use runtime::work::{self, Refusal};
pub use runtime::work::{Limits, Resident};
use runtime::{Class, Heap, Incomplete, Value};
use std::sync::Arc;
use symbolic::Shape;
use term::{Atom, Term, atoms};
pub use trace::Outcome;
use trace::{Blur, Frame, NamedCall, NoEnd, Schedule};
use trace::{Raised, Raiser};

/// How many calls a process may make before it is another's turn, as on the BEAM.
pub const TURN: u64 = 4000;

/// One in so many reductions may go into what the function under test is called with.
const BUILDING: u64 = 20;

/// What a value takes as a term, about.
const BYTES_PER_VALUE: usize = 64;

pub struct Machine {
    pub heap: Heap,
    pub library: Library,
    pub system: System,
    /// Who answers for built-ins that we do not have.
    pub oracle: Option<Box<dyn Oracle>>,
    pub limits: Limits,
    pub coverage: Coverage,
    pub reductions: u64,
    /// How much of the heap and how many constants there were when nothing had run yet.
    start: (usize, usize),
    /// What the process under test has returned, with its symbols. Whatever runs next may move it.
    pub(crate) returned: Option<Value>,
    /// Where the exception came from that ended the process under test, and who had called.
    pub raised_at: Vec<Frame>,
    /// How many functions were called from outside since the last reset, in a process each.
    pub(crate) starts: u64,
    /// The process under test. (That of a condition, while it runs.)
    pub(crate) main: ProcessId,
    /// How many functions run in the middle of an operation.
    pub(crate) asides: u32,
    /// Notes the decisions of a run that has symbolic arguments.
    pub recorder: Option<Box<Recorder>>,
    /// What is known of the program that runs, if anything is.
    pub(crate) ahead: Option<Box<LookAhead>>,
    /// Has the run called what the input names?
    calls_named: bool,
    /// In which function of these the process under test ended, another one, and the whole system.
    named_ends: NamedEnds,
    /// Is it to be asked? Not once it has been found that nothing can fail any more.
    pub(crate) looks_ahead: bool,
    /// See [`trace::Trace::is_result_followed`].
    pub(crate) is_result_followed: bool,
    /// Is it written down what several processes do, and what of it is of interest?
    pub orders: Option<OrderSettings>,
    /// In which order processes do it, to begin with.
    pub(crate) schedule: Schedule,
    /// What became of the process under test, while others go on.
    ended: Option<Outcome>,
    /// The first of the others that crashed, if nobody was told.
    crashed: Option<Outcome>,
    /// The first end of the whole system.
    halted: Option<Outcome>,
    /// Until when the others may go on.
    rest: Rest,
    /// Are they where they were before?
    pub(crate) rounds: Rounds,
}

/// See [`trace::Trace::ended_within`].
#[derive(Clone, Copy, Default)]
struct NamedEnds {
    main: Option<NamedAt>,
    elsewhere: Option<NamedAt>,
    halt: Option<NamedAt>,
}

/// How long others may go on when the process under test has ended.
#[derive(Clone, Copy)]
struct Rest {
    reductions: u64,
    time: u64,
}

impl Rest {
    const REDUCTIONS: u64 = 200_000;
    const TIME: u64 = 60_000_000_000;
    const NONE: Rest = Rest { reductions: u64::MAX, time: u64::MAX };
}

/// Which clauses ([`Library::clause`]) the run at hand has come to.
#[derive(Default)]
pub struct Coverage {
    /// In which run a clause was reached last.
    stamps: Vec<u32>,
    run: u32,
    pub reached: Vec<u32>,
}

impl Coverage {
    #[inline]
    pub fn reach(&mut self, clause: u32) {
        let index = clause as usize;
        if index >= self.stamps.len() {
            self.stamps.resize((index + 1).next_power_of_two(), u32::MAX);
        }
        if self.stamps[index] != self.run {
            self.stamps[index] = self.run;
            self.reached.push(clause);
        }
    }

    fn start(&mut self) {
        self.run += 1;
        self.reached.clear();
    }
}

impl Machine {
    /// A machine with a program of its own.
    pub fn new(loader: Box<dyn ModuleLoader>, oracle: Option<Box<dyn Oracle>>) -> Machine {
        Machine::of(Arc::new(Program::new(Arc::default())), loader, oracle)
    }

    /// A machine that runs a program which others may run, too. Their loaders find the same modules.
    pub fn of(
        program: Arc<Program>,
        loader: Box<dyn ModuleLoader>,
        oracle: Option<Box<dyn Oracle>>,
    ) -> Machine {
        let mut heap = Heap::new();
        let system = System::new(&mut heap);
        Machine {
            heap,
            library: Library::new(program, loader),
            system,
            oracle,
            limits: Limits::default(),
            coverage: Coverage::default(),
            reductions: 0,
            start: (0, 0),
            returned: None,
            raised_at: Vec::new(),
            starts: 0,
            main: 0,
            asides: 0,
            recorder: None,
            ahead: None,
            calls_named: false,
            named_ends: NamedEnds::default(),
            looks_ahead: false,
            is_result_followed: true,
            orders: None,
            schedule: Schedule::default(),
            ended: None,
            crashed: None,
            halted: None,
            rest: Rest::NONE,
            rounds: Rounds::default(),
        }
    }

    /// Forgets everything but the code: the next run finds the world as new.
    pub fn reset(&mut self) {
        let (words, constants) = self.start;
        let is_as_left = constants == self.library.constants.len() && self.heap.was_not_collected();
        if is_as_left {
            self.heap.rewind(words);
        } else {
            let mut collection = self.heap.full_collection();
            collection.visit_all(&mut self.library.constants);
            collection.finish();
        }
        self.start = (self.heap.mark(), self.library.constants.len());
        let scheduler = std::mem::replace(&mut self.system.scheduler, Box::new(FirstReady));
        self.system = System::new(&mut self.heap);
        self.system.scheduler = scheduler;
        self.raised_at.clear();
        self.heap.is_cut = false;
        self.heap.has_ordered_identities.set(false);
        self.coverage.start();
        self.returned = None;
        self.starts = 0;
        self.reductions = 0;
        self.looks_ahead = false;
        self.calls_named = false;
        self.named_ends = NamedEnds::default();
        self.is_result_followed = true;
        (self.ended, self.crashed, self.halted, self.rest) = (None, None, None, Rest::NONE);
        self.rounds = Rounds::default();
    }

    /// Gives back the memory that only past runs needed.
    pub fn release(&mut self) {
        self.reset();
        self.heap.release();
    }

    /// Calls a function in a process of its own, and runs until that process has ended.
    pub fn call(&mut self, module: Atom, function: Atom, arguments: &[Term]) -> Outcome {
        let arguments =
            arguments.iter().map(|term| self.heap.from_term_with(term, &self.library)).collect();
        self.call_values(module, function, arguments)
    }

    pub(crate) fn call_values(
        &mut self,
        module: Atom,
        function: Atom,
        arguments: Vec<Value>,
    ) -> Outcome {
        self.start(State::Starting { module, function, arguments })
    }

    pub(crate) fn start(&mut self, state: State) -> Outcome {
        self.returned = None;
        self.starts += 1;
        self.heap.work.begin();
        self.heap.set_limits(&self.limits);
        let ended = work::attempt(|| {
            let leader = services::start(&mut self.system, &mut self.heap);
            let main = self.system.processes.spawn(state, leader, None);
            self.run(main)
        });
        self.heap.work.lift_limits();
        ended.unwrap_or_else(|refusal| {
            // It may have come from anywhere, and the process that ran is gone: nothing goes on.
            self.asides = 0;
            self.system.processes.abandon();
            outcome_of(refusal)
        })
    }

    fn run(&mut self, main: ProcessId) -> Outcome {
        self.main = main;
        if self.system.signals.journal.is_some() {
            let schedule = std::mem::take(&mut self.schedule);
            if let Some(outcome) = self.follow(&schedule, main) {
                return outcome;
            }
        }
        let outcome = self.run_freely(main);
        let outcome = self.settle(outcome);
        self.waits_for_input(outcome)
    }

    /// How many reductions the run may take. To build what the function is called with may take a small part of them.
    fn most_reductions(&self) -> u64 {
        match self.system.is_building {
            true => self.limits.reductions / BUILDING,
            false => self.limits.reductions,
        }
    }

    fn run_freely(&mut self, main: ProcessId) -> Outcome {
        loop {
            if let Some(refusal) = self.heap.work.look() {
                return outcome_of(refusal);
            }
            if self.reductions > self.most_reductions().min(self.rest.reductions) {
                return Outcome::OutOfReductions;
            }
            self.system.fire_timers();
            self.system.deliver(&mut self.heap, None);
            let Some(mut process) = self.system.take_next() else {
                if self.system.deliver_one(&mut self.heap) || self.lets_time_pass() {
                    continue;
                }
                return Outcome::Deadlock(self.waiting_places(main));
            };
            // No turn takes more than is left (and the one that is too many).
            let left = (self.limits.reductions - self.reductions).saturating_add(1);
            let turn = self.system.scheduler.turn();
            let who = process.id;
            let stop = self.turn(&mut process, turn.min(left));
            self.system.processes.end_turn();
            if let Some(outcome) = self.after_turn(process, stop, main) {
                return outcome;
            }
            if self.goes_round(who) {
                return Outcome::NoEnd(NoEnd::GoesRound);
            }
        }
    }

    /// Nobody can run. `false`: nothing will change that.
    fn lets_time_pass(&mut self) -> bool {
        self.rounds.waits();
        self.system.clock.now() <= self.rest.time && self.system.clock.jump()
    }

    /// Has the function under test come to its end?
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// The process under test has come to its end. The others go on, if somebody wants to know.
    fn main_ended(&mut self, outcome: Outcome) -> Option<Outcome> {
        if !self.system.signals.journal.as_ref().is_some_and(|journal| journal.is_open()) {
            return Some(outcome);
        }
        self.rest = Rest {
            reductions: self.reductions + Rest::REDUCTIONS,
            time: self.system.clock.now() + Rest::TIME,
        };
        if let Some(journal) = &mut self.system.signals.journal {
            journal.returned = self.returned.take();
        }
        self.ended = Some(outcome);
        None
    }

    /// What the run comes to, when nobody goes on.
    fn settle(&mut self, last: Outcome) -> Outcome {
        let is_quiet = matches!(last, Outcome::Deadlock(_));
        if let Some(journal) = &mut self.system.signals.journal {
            self.returned = self.returned.take().or(journal.returned.take());
            if !is_quiet && self.ended.is_some() {
                journal.blur(Blur::Length);
            }
        }
        let ended = self.ended.take();
        let mut elsewhere = self.crashed.take().or(self.halted.take());
        if is_quiet && elsewhere.is_none() && matches!(ended, Some(Outcome::Returned(_))) {
            elsewhere = self.lost_message();
        }
        match (ended, elsewhere) {
            (Some(Outcome::Returned(_)), Some(other)) => other,
            (None, Some(other)) if is_quiet => other,
            // What spins for ever may be a server whose callbacks the input has.
            (Some(Outcome::Returned(_)), None)
                if matches!(last, Outcome::NoEnd(_)) && !self.system.doings.has_hosts() =>
            {
                last
            }
            (Some(_), _) if matches!(last, Outcome::Stopped | Outcome::Incomplete(_)) => last,
            (Some(outcome), _) => outcome,
            (None, _) => last,
        }
    }

    /// A message that nobody has received, if that is of interest.
    fn lost_message(&mut self) -> Option<Outcome> {
        self.orders.filter(|orders| orders.lost_messages)?;
        let letter = self.system.signals.journal.as_ref()?.lost_message()?;
        let (message, (code, pc)) = (letter.message, letter.place?);
        let place = self.library.program().code(code).place(pc);
        let frames: Vec<Frame> = self.library.frame(place).into_iter().collect();
        let sent: Vec<Value> = frames.iter().map(|frame| self.stack_frame(frame)).collect();
        let stacktrace = self.heap.list(&sent);
        self.raised_at = frames;
        let message = self.heap.to_term_with(message, &self.library);
        let stacktrace = self.heap.to_term_with(stacktrace, &self.library);
        Some(Outcome::LostMessage { message, stacktrace })
    }

    /// As it is in a stack trace.
    fn stack_frame(&mut self, frame: &Frame) -> Value {
        let (heap, library) = (&mut self.heap, &mut self.library);
        let location = stacktrace::location(heap, library, frame.module, Some(frame.position));
        let arity = Value::index(frame.function.arity as usize);
        heap.tuple(&[frame.module.into(), frame.function.name.into(), arity, location])
    }

    /// A process has ended the whole system. Where other orders are of interest, what the others do may come
    /// before: they go on without it.
    fn halts(&mut self, process: Box<Process>, status: Value, trace: Value) -> Option<Outcome> {
        let frames = stacktrace::frames(&self.heap, &self.library, trace);
        let stacktrace = stacktrace::build(&mut self.heap, &mut self.library, trace);
        let stacktrace = self.heap.to_term_with(stacktrace, &self.library);
        let status = self.heap.to_term_with(status, &self.library);
        let outcome = Outcome::Halted { status, stacktrace };
        if self.halted.is_none() {
            self.named_ends.halt = stacktrace::within(&self.heap, trace);
        }
        let has_others = self.system.signals.journal.as_ref().is_some_and(|one| one.is_open());
        if !has_others {
            self.raised_at = frames;
            return Some(outcome);
        }
        if self.halted.is_none() {
            self.raised_at = frames;
            self.halted = Some(outcome);
        }
        self.rests(process);
        None
    }

    /// Runs a process for a while, and lets time pass.
    pub(crate) fn turn(&mut self, process: &mut Process, reductions: u64) -> Stop {
        let before = self.reductions;
        let is_second = process.id != self.main && process.id >= FIRST_SPAWNED;
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(&process.causal_name, is_second);
        }
        self.update_past(process);
        let stop = self.execute(process, reductions);
        let stop = self.ends_later(process, stop);
        let spent = self.reductions - before;
        process.reductions += spent;
        self.system.clock.pass(spent);
        self.system.pause(&mut self.heap, process);
        stop
    }

    /// See [`trace::Trace::ended_within`].
    pub(crate) fn ended_within(&self, outcome: &Outcome) -> Option<NamedCall> {
        let NamedEnds { main, elsewhere, halt } = self.named_ends;
        let named = match outcome {
            Outcome::Crashed { raised, .. } if raised.is_elsewhere => elsewhere,
            Outcome::Crashed { .. } => main,
            Outcome::Halted { .. } => halt,
            Outcome::Deadlock(_) | Outcome::OutOfReductions | Outcome::NoEnd(_) => {
                self.system.processes.parked(self.main)?.named_at()
            }
            _ => None,
        };
        Some(self.library.program().named_call(named?))
    }

    /// Puts a process back, or buries it. Gives the outcome if the run is over.
    pub(crate) fn after_turn(
        &mut self,
        mut process: Box<Process>,
        stop: Stop,
        main: ProcessId,
    ) -> Option<Outcome> {
        let is_main = process.id == main;
        match stop {
            Stop::Yield => {
                self.system.processes.park_ready(process);
                None
            }
            Stop::Wait => {
                // A message may have come while it decided to wait.
                if process.is_called() || process.exiting.is_some() {
                    self.system.processes.make_ready(&mut process);
                }
                self.system.processes.park(process);
                None
            }
            Stop::Returned(_) if is_main && process.exiting.is_some() => {
                let ending = process.exiting.take().expect("just seen");
                self.named_ends.main = stacktrace::within(&self.heap, ending.trace);
                let outcome = self.taken_down(&process, ending);
                self.note_leaving(&mut process);
                self.system.ended(&mut self.heap, process, ending);
                self.main_ended(outcome)
            }
            Stop::Returned(value) if is_main => {
                self.note_return(&mut process);
                self.returned = Some(value);
                let outcome = match self.is_too_large(value) {
                    true => Outcome::OutOfMemory,
                    false => Outcome::Returned(self.heap.to_term_with(value, &self.library)),
                };
                let outcome = self.main_ended(outcome);
                match outcome.is_none() {
                    // Whoever called lives on.
                    true => self.rests(process),
                    false => self.bury(process, Value::atom(atoms::normal).into()),
                }
                outcome
            }
            Stop::Returned(_) => {
                self.note_end(&mut process);
                self.bury(process, Value::atom(atoms::normal).into());
                None
            }
            Stop::Crashed { class, reason, trace } => {
                self.note_end(&mut process);
                let exit_reason = self.exit_reason(class, reason, trace);
                if !is_main
                    && !self.is_ended_by_input(&process, (class, reason, trace), exit_reason)
                {
                    self.note_crash(&process, (class, reason, trace), exit_reason);
                }
                if is_main {
                    self.named_ends.main = stacktrace::within(&self.heap, trace);
                }
                let outcome = is_main.then(|| self.crash(class, reason, trace));
                let (heap, library) = (&mut self.heap, &mut self.library);
                let ending = Ending::raised(heap, library, &process, exit_reason, trace);
                self.bury(process, ending);
                outcome.and_then(|outcome| self.main_ended(outcome))
            }
            Stop::Exited(ending) => {
                if is_main && self.ended.is_none() {
                    self.named_ends.main = stacktrace::within(&self.heap, ending.trace);
                }
                let outcome =
                    (is_main && self.ended.is_none()).then(|| self.taken_down(&process, ending));
                if !is_main {
                    self.note_end_by_signal(&process, ending);
                    self.note_signalled(&process, ending.reason);
                }
                self.note_leaving(&mut process);
                self.bury(process, ending);
                outcome.and_then(|outcome| self.main_ended(outcome))
            }
            Stop::Halted { status, trace } => self.halts(process, status, trace),
            Stop::Incomplete(incomplete) => Some(Outcome::Incomplete(*incomplete)),
            Stop::OutOfMemory => Some(Outcome::OutOfMemory),
            Stop::Stopped => Some(Outcome::Stopped),
        }
    }

    fn bury(&mut self, process: Box<Process>, ending: Ending) {
        self.system.ended(&mut self.heap, process, ending);
    }

    /// The process under test has returned, and does nothing any more.
    fn rests(&mut self, mut process: Box<Process>) {
        let (module, function) = (atoms::empty, atoms::empty);
        process.state = State::Hibernating { module, function, arguments: Vec::new() };
        process.suspended = 1;
        self.system.processes.park(process);
    }

    /// Another process than the one under test has crashed. Is anybody told?
    fn note_crash(
        &mut self,
        process: &Process,
        (class, reason, trace): (Class, Value, Value),
        exit_reason: Value,
    ) {
        let is_told = (self.system.is_watched(process) || self.has_failed_to_start(process))
            && !self.orders.is_some_and(|orders| orders.all_crashes);
        let is_wanted = self.system.signals.journal.is_some() && process.id >= FIRST_SPAWNED;
        if is_told || !is_wanted || self.crashed.is_some() || self.is_as_told(exit_reason) {
            return;
        }
        let frames = std::mem::take(&mut self.raised_at);
        let mut crash = self.crash(class, reason, trace);
        if let Outcome::Crashed { raised, .. } = &mut crash {
            raised.is_elsewhere = true;
            self.named_ends.elsewhere = stacktrace::within(&self.heap, trace);
            self.crashed = Some(crash);
        } else {
            self.raised_at = frames;
        }
    }

    /// Has a process of `proc_lib` told who started it that it does not start? It ends then, and the other one
    /// need not watch it any more.
    fn has_failed_to_start(&self, process: &Process) -> bool {
        let is_refusal = |message: Value| {
            let Some(&[tag, pid, returned]) = self.heap.as_tuple(message) else { return false };
            let is_answer = tag.as_atom().is_some_and(|tag| matches!(tag.name(), "ack" | "nack"));
            let result = self.heap.as_tuple(returned).and_then(|result| result.first()?.as_atom());
            is_answer && pid == process.pid() && result == Some(atoms::error)
        };
        let (module, function, _) = process.initial_call;
        let is_started = (module.name(), function.name()) == ("proc_lib", "init_p");
        let journal = self.system.signals.journal.as_ref().filter(|_| is_started);
        journal.is_some_and(|journal| journal.letters.iter().any(|one| is_refusal(one.message)))
    }

    /// An exit signal has ended another process than the one under test.
    fn note_end_by_signal(&mut self, process: &Process, ending: Ending) {
        let is_wanted = self.orders.is_some_and(|orders| orders.all_crashes)
            && self.system.signals.journal.is_some()
            && process.id >= FIRST_SPAWNED;
        if !is_wanted || self.crashed.is_some() || self.is_as_told(ending.reason) {
            return;
        }
        let mut crash = self.taken_down(process, ending);
        if let Outcome::Crashed { raised, .. } = &mut crash {
            raised.is_elsewhere = true;
            self.named_ends.elsewhere = stacktrace::within(&self.heap, ending.trace);
            self.crashed = Some(crash);
        }
    }

    /// `normal`, `shutdown`, `{shutdown, _}`: a process that ends so has not failed.
    fn is_as_told(&self, reason: Value) -> bool {
        let reason = self.heap.concrete(reason);
        let is_shutdown =
            |value: Value| value.as_atom().is_some_and(|name| name.name() == "shutdown");
        let is_pair = matches!(self.heap.as_tuple(reason), Some(&[first, _]) if is_shutdown(first));
        reason == Value::atom(atoms::normal) || is_shutdown(reason) || is_pair
    }

    /// Would the value take more memory outside of the run than the run may?
    fn is_too_large(&self, value: Value) -> bool {
        self.heap.is_larger_than(self.limits.bytes / BYTES_PER_VALUE, value)
    }

    fn crash(&mut self, class: Class, reason: Value, trace: Value) -> Outcome {
        let raising = stacktrace::raising(&self.heap, trace, class, reason);
        let raised = raising.map(|raising| stacktrace::raised(&self.library, raising));
        let mut raised = raised.unwrap_or(Raised::UNKNOWN);
        let frames = stacktrace::build(&mut self.heap, &mut self.library, trace);
        if self.is_too_large(reason) || self.is_too_large(frames) {
            return Outcome::OutOfMemory;
        }
        self.raised_at = stacktrace::frames(&self.heap, &self.library, trace);
        let reason = self.heap.to_term_with(reason, &self.library);
        raised.is_of_input = self.is_of_input(class, &reason, raised.by);
        let stacktrace = stacktrace::to_term(&mut self.heap, &mut self.library, trace);
        Outcome::Crashed { class, reason, stacktrace, raised }
    }

    /// An exit signal has ended the process under test.
    fn taken_down(&mut self, process: &Process, ending: Ending) -> Outcome {
        let stack = ending.stack(&mut self.heap, &mut self.library, process);
        if self.is_too_large(ending.reason) || self.is_too_large(stack) {
            return Outcome::OutOfMemory;
        }
        let reason = self.heap.to_term_with(ending.reason, &self.library);
        let mut raised = Raised::by(Raiser::Signal);
        raised.is_of_input = self.is_of_input(Class::Exit, &reason, raised.by);
        let stacktrace = self.heap.to_term_with(stack, &self.library);
        Outcome::Crashed { class: Class::Exit, reason, stacktrace, raised }
    }

    /// What linked and monitoring processes are told.
    fn exit_reason(&mut self, class: Class, reason: Value, trace: Value) -> Value {
        let reason = match class {
            Class::Exit if reason.is_symbolic() && self.is_symbolic_run() => {
                return self.decided_end(reason, trace);
            }
            Class::Exit => return reason,
            Class::Error => reason,
            Class::Throw => self.heap.tuple(&[atoms::nocatch.into(), reason]),
        };
        let trace = stacktrace::build(&mut self.heap, &mut self.library, trace);
        self.heap.tuple(&[reason, trace])
    }

    /// Whoever ends normally takes nobody along: whether the reason says so is decided.
    fn decided_end(&mut self, reason: Value, trace: Value) -> Value {
        let raising = stacktrace::raising(&self.heap, trace, Class::Exit, reason);
        let Some((code, pc)) = raising.and_then(|raising| raising.operation) else { return reason };
        let place = self.library.program().code(code).place(pc);
        let normal = Shape::Literal(Term::Atom(atoms::normal));
        match self.shadow().decide(place, reason, &[normal]) {
            0 => atoms::normal.into(),
            _ => reason,
        }
    }

    /// Does the run have symbolic values?
    #[inline]
    pub(crate) fn is_symbolic_run(&self) -> bool {
        !cfg!(without_symbols) && self.recorder.is_some()
    }

    /// What is known of symbolic values. There are none in other runs.
    #[inline]
    pub(crate) fn shadow(&mut self) -> Shadow<'_> {
        let recorder = self.recorder.as_deref_mut();
        Shadow {
            heap: &mut self.heap,
            recorder: recorder.expect("symbolic values are made by recorded runs only"),
            library: &mut self.library,
        }
    }

    /// The same, for an operation that may decide something: is it the first from which on nothing can fail?
    #[inline]
    pub(crate) fn shadow_at(&mut self, process: &Process, at: At) -> Shadow<'_> {
        self.look_ahead(process, at);
        self.shadow()
    }

    /// A module of the input is called. Where the function is of the input as well, which it is belongs to the call.
    pub(crate) fn note_naming(&mut self, process: &Process, at: At, module: Value, name: Value) {
        self.calls_named |= module.is_symbolic();
        let is_any = module.is_symbolic() && name.is_symbolic();
        self.look_ahead(process, at);
        if let (true, Some(module)) = (is_any, self.heap.concrete(module).as_atom())
            && let Some(recorder) = &mut self.recorder
        {
            let here = NamedCall { place: at.place(), module };
            recorder.within.get_or_insert(here);
        }
    }

    /// Notes in the trace if nothing can fail any more. Where there are several processes, nobody can tell.
    #[inline]
    pub(crate) fn look_ahead(&mut self, process: &Process, at: At) {
        if self.calls_named
            && let Some(recorder) = &mut self.recorder
        {
            recorder.within = process.named_at().map(|named| at.program.named_call(named));
        }
        if !self.looks_ahead {
            return;
        }
        let (Some(ahead), Some(recorder)) = (&mut self.ahead, &mut self.recorder) else { return };
        let has_others = self.system.processes.next_id() > FIRST_SPAWNED + self.starts;
        let is_alone = self.asides == 0 && process.id == self.main && !has_others;
        if is_alone && ahead.is_safe(at.program, at.code, at.pc, &process.frames) {
            recorder.nothing_can_fail();
            self.looks_ahead = false;
        }
    }

    /// Lets go of what nobody needs. `process` is the one that runs.
    pub fn collect(&mut self, process: &mut Process) {
        let collection = self.heap.collection();
        keep(collection, &mut self.library, &mut self.system, process);
    }

    /// The same, and of what is old too.
    pub fn collect_fully(&mut self, process: &mut Process) {
        let collection = self.heap.full_collection();
        keep(collection, &mut self.library, &mut self.system, process);
    }

    /// The most memory that the heap has taken.
    pub fn peak_bytes(&self) -> usize {
        self.heap.peak_bytes.max(self.heap.bytes())
    }

    /// What the program has written so far.
    pub fn output(&self) -> &[u8] {
        self.system.output.bytes()
    }
}

/// What a run comes to whose operation was refused.
fn outcome_of(refusal: Refusal) -> Outcome {
    match refusal {
        Refusal::Stopped => Outcome::Stopped,
        Refusal::OutOfReductions => Outcome::OutOfReductions,
        Refusal::OutOfMemory => Outcome::OutOfMemory,
        Refusal::NoTime => {
            let what = "an operation on large integers or binaries that takes longer than the time";
            Outcome::Incomplete(Incomplete::Unsupported(what.to_owned()))
        }
    }
}

/// Whatever the run can still come to.
fn keep(
    mut collection: Collection,
    library: &mut Library,
    system: &mut System,
    process: &mut Process,
) {
    collection.visit_all(&mut library.constants);
    // The constants are there in the next run, too.
    collection.limit(process.bytes());
    system.visit(&mut collection);
    process.visit(&mut collection);
    collection.finish();
}
