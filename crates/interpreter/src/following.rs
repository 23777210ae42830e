//! How does a run follow a schedule, and what is written down of it?
//!
//! A process that follows stands before the next thing that others can see, and does it when it is its turn.
//! What it does by itself it does at once. When all moves are made, the run goes on as any other does.

use crate::code::{Code, CodeId, Op, Operand};
use crate::execute::{At, Stop};
use crate::machine::Machine;
use crate::process::{Process, ProcessId, State};
use crate::program::START;
use crate::services::FIRST_SPAWNED;
use crate::system::{Answers, Journal, Look, Looking, Visible};
use crate::visible;
use core_erlang::Position;
use runtime::{FunView, Value};
use rustc_hash::FxHasher;
use schedules::{Actor, Step};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use term::Atom;
use trace::{Blur, Frame, History, Move, Outcome, Schedule};

/// What is of interest where there are several processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderSettings {
    /// Timeouts of at most so many milliseconds may fire at any time.
    pub short_timeouts: u64,
    /// Is it a finding if a process crashes and another one is told, or if an exit signal ends it?
    pub all_crashes: bool,
    /// Is it a finding if nobody ever receives a message?
    pub lost_messages: bool,
}

impl OrderSettings {
    /// Timeouts of so many milliseconds are short, and findings are what they usually are.
    pub fn with_timeouts(short_timeouts: u64) -> OrderSettings {
        OrderSettings { short_timeouts, all_crashes: false, lost_messages: false }
    }
}

impl Machine {
    /// The journal, if what this process does is noted.
    #[inline]
    fn journal_of(&mut self, process: ProcessId) -> Option<&mut Journal> {
        let journal = self.system.signals.journal.as_deref_mut()?;
        journal.notes(process).then_some(journal)
    }

    /// Notes a call of a built-in that others can see. Who follows stops before it, if it is not its turn.
    #[cold]
    pub(crate) fn note_visible(
        &mut self,
        process: &mut Process,
        at: At,
        (module, function): (Atom, Atom),
        arguments: &[Value],
    ) -> Result<(), Stop> {
        if process.id < FIRST_SPAWNED || self.asides > 0 {
            return Ok(());
        }
        let given: SmallVec<[Value; 8]> =
            arguments.iter().map(|&value| self.heap.concrete(value)).collect();
        if self.stops_here(process) && self.is_seen(process, module, function, &given) {
            process.state = match at.code.id == CodeId::new(START) {
                true => State::Starting { module, function, arguments: arguments.to_vec() },
                false => State::Running { code: at.code.id, pc: at.pc - 1, base: at.base },
            };
            return Err(Stop::Yield);
        }
        let call = visible::Call { heap: &self.heap, process, module, function, arguments: &given };
        let Some(visible) = visible::of(&call, &mut self.system) else { return Ok(()) };
        let label = given.first().and_then(|&fun| self.label_of_fun(fun));
        if let Some(journal) = self.journal_of(process.id) {
            if let (Step::Spawn(child), Some(label)) = (visible.step, label) {
                journal.labels.insert(child, label);
            }
            journal.place = Some((at.code.id, at.pc - 1));
            process.permits = process.permits.saturating_sub(1);
            let decided = self.decided(process);
            self.happens(process, visible, decided);
        }
        Ok(())
    }

    /// What people call a process that runs this fun.
    fn label_of_fun(&self, fun: Value) -> Option<String> {
        let name = match self.heap.fun(fun)? {
            FunView::Closure { code, .. } => {
                let home = self.library.code(code).home.function;
                return Some(format!("fun in {}/{}", home.name.name(), home.arity));
            }
            FunView::External { function, arity, .. } => (function, arity),
        };
        Some(format!("{}/{}", name.0.name(), name.1))
    }

    /// Is the process to stop before what others can see?
    fn stops_here(&mut self, process: &Process) -> bool {
        let is_spent = process.permits == 0;
        is_spent && self.journal_of(process.id).is_some_and(|journal| journal.follows)
    }

    /// Would others see this? Nothing is noted.
    fn is_seen(&self, process: &Process, module: Atom, function: Atom, given: &[Value]) -> bool {
        let arguments = given;
        let call = visible::Call { heap: &self.heap, process, module, function, arguments };
        visible::is_seen(&call, &self.system)
    }

    fn happens(&mut self, process: &Process, visible: Visible, decided: Option<u64>) {
        let Some(journal) = &mut self.system.signals.journal else { return };
        journal.happens(process, visible, decided);
        self.update_past(process);
    }

    /// What the recorder says of decisions from now on.
    pub(crate) fn update_past(&mut self, process: &Process) {
        if let (Some(journal), Some(recorder)) = (&self.system.signals.journal, &mut self.recorder)
        {
            recorder.past = journal.past(process.id);
        }
    }

    /// Which ways the input went in this process since it was asked last.
    fn decided(&mut self, process: &Process) -> Option<u64> {
        let journal = self.system.signals.journal.as_mut()?;
        let recorder = self.recorder.as_ref()?;
        let until = recorder.decisions.len();
        let from = journal.decisions_noted(process, until);
        self.decided_between(from, until, &process.causal_name)
    }

    /// The same, before it began to look for a message: what is decided about the one that it takes belongs to
    /// what it does next, because it might have taken another one.
    fn decided_before_looking(&mut self, process: &Process) -> Option<u64> {
        let journal = self.system.signals.journal.as_mut()?;
        let now = self.recorder.as_ref()?.decisions.len();
        let until = journal.looking.remove(&process.id).map_or(now, |looking| looking.since);
        let from = journal.decisions_noted(process, until);
        self.decided_between(from, until, &process.causal_name)
    }

    fn decided_between(&self, from: usize, to: usize, name: &trace::ProcessName) -> Option<u64> {
        let (recorder, journal) = (self.recorder.as_ref()?, self.system.signals.journal.as_ref());
        let mut hasher = FxHasher::default();
        let (mut has_any, mut counts) = (false, false);
        for (index, decision) in (from..).zip(recorder.decisions.get(from..to)?) {
            if decision.at.process != *name {
                continue;
            }
            has_any = true;
            // Whether a message was there that was not taken makes no difference.
            if !journal.is_some_and(|journal| journal.about_left.contains(&index)) {
                counts = true;
                decision.label(decision.taken).hash(&mut hasher);
            }
        }
        has_any.then(|| if counts { hasher.finish() } else { 0 })
    }

    // ---- receiving ----

    /// A `receive` is about to look. `true`: not yet.
    pub(crate) fn waits_before_looking(&mut self, process: &mut Process, at: At) -> bool {
        let At { code, pc, base, .. } = at;
        process.looks_at = Some((code.id, pc - 1, base));
        let now = self.decisions_so_far();
        if let Some(journal) = &mut self.system.signals.journal {
            let looking = journal.looking.entry(process.id);
            looking.or_insert(Looking { since: now, at_this_one_since: now }).at_this_one_since =
                now;
        }
        if !self.stops_here(process) {
            return false;
        }
        process.state = State::Running { code: code.id, pc: pc - 1, base };
        true
    }

    fn look(&self, process: &Process) -> Option<Look> {
        let (code, pc, base) = process.looks_at?;
        let receive = self.library.program().code(code);
        // There, any function may be called to look at a message.
        if receive.module.name() == "prim_eval" {
            return None;
        }
        let slots = receive.slots as usize;
        let slots = process.stack.get(base..base + slots)?.to_vec();
        let passed = process.mailbox.passed();
        Some(Look { process: process.id, code, pc, slots, passed })
    }

    fn decisions_so_far(&self) -> usize {
        self.recorder.as_ref().map_or(0, |recorder| recorder.decisions.len())
    }

    /// The message at which a `receive` looks is left where it is.
    pub(crate) fn note_left(&mut self, process: &Process) {
        let (Some(journal), Some(recorder)) = (&mut self.system.signals.journal, &self.recorder)
        else {
            return;
        };
        let Some(looking) = journal.looking.get(&process.id) else { return };
        let from = looking.at_this_one_since;
        let since = (from..).zip(recorder.decisions.iter().skip(from));
        let own = since.filter(|(_, decision)| decision.at.process == process.causal_name);
        journal.about_left.extend(own.map(|(index, _)| index));
    }

    /// The message at which a `receive` looks is taken.
    pub(crate) fn note_taken(&mut self, process: &mut Process) {
        let number = process.mailbox.number();
        if number == 0 || self.journal_of(process.id).is_none() {
            return;
        }
        process.permits = process.permits.saturating_sub(1);
        let decided = self.decided_before_looking(process);
        let look = self.look(process);
        process.looks_at = None;
        let has_timeout = look.as_ref().and_then(|look| self.has_short_timeout(look));
        let Some(journal) = &mut self.system.signals.journal else { return };
        match (look, has_timeout) {
            (Some(look), Some(has_timeout)) => {
                journal.takes(process, (look, has_timeout), number, decided);
            }
            _ => journal.close(Blur::OddReceive),
        }
        self.update_past(process);
    }

    /// Can the `receive` time out at any time? `None`: it is none that we know.
    fn has_short_timeout(&mut self, look: &Look) -> Option<bool> {
        let timeout = timeout_of(self.library.program().code(look.code), look.pc)?;
        let value = match timeout.decode() {
            Ok(slot) => *look.slots.get(slot)?,
            Err(constant) => self.library.constant(&mut self.heap, constant),
        };
        let milliseconds = self.heap.as_i64(self.heap.concrete(value));
        let journal = self.system.signals.journal.as_mut()?;
        let is_short = milliseconds.is_some_and(|time| time <= journal.short as i64);
        if milliseconds.is_some() && !is_short {
            // It could have been over by then, if others had been slow.
            journal.blur(Blur::LongWait);
        }
        Some(is_short)
    }

    fn stops_looking(&mut self, process: &Process) {
        if let Some(journal) = &mut self.system.signals.journal {
            journal.looking.remove(&process.id);
        }
    }

    /// A `receive` gives up.
    pub(crate) fn note_timeout(&mut self, process: &mut Process, timeout: Value) {
        let is_forced = std::mem::take(&mut process.is_hurried);
        if self.journal_of(process.id).is_none() {
            return;
        }
        process.permits = process.permits.saturating_sub(1);
        let milliseconds = self.heap.as_i64(self.heap.concrete(timeout)).unwrap_or(i64::MAX);
        let decided = self.decided(process);
        self.stops_looking(process);
        let look = self.look(process);
        process.looks_at = None;
        let Some(journal) = &mut self.system.signals.journal else { return };
        let is_short = is_forced || milliseconds <= journal.short as i64;
        match look {
            Some(look) if is_short => journal.times_out(process, look, decided),
            _ => journal.close(Blur::LongWait),
        }
        self.update_past(process);
    }

    // ---- ending ----

    /// Who follows does not end before it is its turn.
    pub(crate) fn ends_later(&mut self, process: &mut Process, stop: Stop) -> Stop {
        if !self.stops_here(process) {
            return stop;
        }
        match stop {
            Stop::Returned(value) => {
                process.state = State::Returning { value };
                Stop::Yield
            }
            Stop::Crashed { class, reason, trace } => {
                process.state = State::Crashing { class, reason, trace };
                Stop::Yield
            }
            stop => stop,
        }
    }

    /// The process under test returns, and is there for as long as anybody wants.
    pub(crate) fn note_return(&mut self, process: &mut Process) {
        if self.journal_of(process.id).is_some() {
            process.permits = process.permits.saturating_sub(1);
            let decided = self.decided(process);
            self.happens(process, Visible::plain(Vec::new()), decided);
        }
    }

    /// A process that an exit signal has ended does what remains to be done.
    pub(crate) fn note_leaving(&mut self, process: &mut Process) {
        if self.journal_of(process.id).is_some() {
            process.permits = process.permits.saturating_sub(1);
            self.happens(process, visible::of_leaving(process), None);
            self.note_owner_end(process);
        }
    }

    fn note_owner_end(&mut self, process: &Process) {
        let Some(journal) = &mut self.system.signals.journal else { return };
        if journal.owners.contains(&process.id) {
            journal.blur(Blur::Tables);
        }
    }

    /// A process has come to its end.
    pub(crate) fn note_end(&mut self, process: &mut Process) {
        if self.journal_of(process.id).is_none() {
            return;
        }
        process.permits = process.permits.saturating_sub(1);
        let decided = self.decided(process);
        self.happens(process, visible::of_end(process), decided);
        self.note_owner_end(process);
    }

    // ---- following ----

    /// Makes the moves of a schedule, as far as they are possible. The outcome if the run is over.
    pub(crate) fn follow(&mut self, schedule: &Schedule, main: ProcessId) -> Option<Outcome> {
        self.start_journal_of(main);
        for each in &schedule.moves {
            if self.reductions > self.limits.reductions {
                break;
            }
            let outcome = match each {
                Move::Run(Actor::Process(name)) => {
                    let id = self.system.signals.journal.as_ref()?.id_of(name);
                    id.and_then(|id| self.move_process(id, main, false))
                }
                Move::Timeout(name) => {
                    let id = self.system.signals.journal.as_ref()?.id_of(name);
                    id.and_then(|id| self.move_process(id, main, true))
                }
                Move::Run(Actor::Timer(timer)) => {
                    let reference = self.system.signals.journal.as_ref()?.reference_of(timer);
                    if let Some(reference) = reference {
                        self.system.fire(reference);
                    }
                    None
                }
                Move::Run(Actor::Courier { .. }) => None,
                Move::Deliver { from, to } => {
                    self.move_signal(from, to);
                    None
                }
            };
            if outcome.is_some() {
                return outcome;
            }
        }
        if let Some(journal) = &mut self.system.signals.journal {
            journal.follows = false;
        }
        None
    }

    /// The process under test is known before it has done anything.
    fn start_journal_of(&mut self, main: ProcessId) {
        let name = self.system.processes.parked(main).map(|process| process.causal_name.clone());
        if let (Some(journal), Some(name)) = (&mut self.system.signals.journal, name) {
            journal.process(main, &name);
        }
    }

    /// A process goes on to what others see, and through it.
    fn move_process(&mut self, id: ProcessId, main: ProcessId, hurries: bool) -> Option<Outcome> {
        // One who asks a service goes on when it has answered.
        for _ in 0..MOST_ANSWERS {
            let mut process = self.system.take(id, hurries)?;
            process.permits = 1;
            process.is_hurried = hurries;
            let left = (self.limits.reductions - self.reductions).saturating_add(1);
            let stop = self.turn(&mut process, left);
            let is_done = process.permits == 0 || !matches!(stop, Stop::Wait);
            process.permits = 0;
            process.is_hurried = false;
            self.system.processes.end_turn();
            if let Some(outcome) = self.after_turn(process, stop, main) {
                return Some(outcome);
            }
            if is_done || !self.run_services(main) {
                return None;
            }
        }
        None
    }

    /// Those that answer for OTP do so at once. `false`: nobody had anything to do.
    fn run_services(&mut self, main: ProcessId) -> bool {
        let mut has_run = false;
        loop {
            self.system.deliver(&mut self.heap, None);
            let service = self.system.processes.ready().find(|&id| id < FIRST_SPAWNED);
            let Some(mut process) = service.and_then(|id| self.system.take(id, false)) else {
                return has_run;
            };
            has_run = true;
            let left = (self.limits.reductions - self.reductions).saturating_add(1);
            let stop = self.turn(&mut process, left);
            self.system.processes.end_turn();
            if self.after_turn(process, stop, main).is_some() {
                return false;
            }
        }
    }

    /// The next signal from one to the other arrives. Who is ended by it does the rest when it is its turn.
    fn move_signal(&mut self, from: &Actor, to: &trace::ProcessName) {
        let Some(journal) = &self.system.signals.journal else { return };
        let from = match from {
            Actor::Process(name) => journal.id_of(name),
            Actor::Timer(timer) => journal.reference_of(timer).map(crate::system::timer_id),
            Actor::Courier { .. } => None,
        };
        if let (Some(from), Some(to)) = (from, journal.id_of(to)) {
            self.system.deliver_between(&mut self.heap, from, to);
        }
    }

    // ---- afterwards ----

    /// Where processes wait for ever, the one under test first.
    pub(crate) fn waiting_places(&mut self, main: ProcessId) -> Vec<Frame> {
        let ids: Vec<ProcessId> =
            self.system.processes.parked_ids().filter(|&id| id >= FIRST_SPAWNED).collect();
        let mut frames = Vec::new();
        for id in std::iter::once(main).chain(ids.into_iter().filter(|&id| id != main)) {
            let Some(process) = self.system.processes.parked(id) else { continue };
            let State::Waiting { code, pc, .. } = process.state else { continue };
            let code = self.library.program().code(code);
            let frame = self.library.frame(code.place(pc));
            let position = waiting_position(code, pc);
            frames.extend(
                frame.map(|frame| Frame { position: position.unwrap_or(frame.position), ..frame }),
            );
        }
        frames
    }

    /// What several processes do is written down from here on, if somebody wants to know.
    pub(crate) fn begin_journal(&mut self) {
        let follows = !self.schedule.moves.is_empty();
        let short = self.orders.map(|orders| orders.short_timeouts);
        let journal = short.map(|short| Box::new(Journal::new(short, follows)));
        self.system.processes.remembers_aliases = journal.is_some();
        self.system.signals.journal = journal;
    }

    /// The call is over: notes who waits, and nothing more.
    pub(crate) fn end_journal(&mut self) {
        let Some(journal) = &self.system.signals.journal else { return };
        let ids: Vec<ProcessId> =
            self.system.processes.parked_ids().filter(|&id| journal.notes(id)).collect();
        for id in ids {
            let Some(process) = self.system.processes.parked(id) else { continue };
            if !matches!(process.state, State::Waiting { .. }) || process.suspended > 0 {
                continue;
            }
            let Some(look) = self.look(process) else {
                if let Some(journal) = &mut self.system.signals.journal {
                    journal.blur(Blur::OddReceive);
                }
                continue;
            };
            let process = self.system.processes.remove(id).expect("it is parked");
            let decided = self.decided(&process);
            if let Some(journal) = &mut self.system.signals.journal {
                journal.waits(&process, look, decided);
            }
            self.system.processes.park(process);
        }
        let have_all_arrived = self.system.signals.have_all_arrived();
        if let Some(journal) = &mut self.system.signals.journal {
            if journal.is_open() && !have_all_arrived {
                journal.blur(Blur::Length);
            }
            journal.is_over = true;
        }
    }

    /// What the run leaves behind, if it had several processes.
    pub(crate) fn take_history(&mut self) -> Option<Box<History>> {
        let mut journal = self.system.signals.journal.take()?;
        if !journal.is_open() {
            return None;
        }
        self.note_what_the_killed_wanted(&mut journal);
        let answers = self.answers(&mut journal);
        Some(Box::new(journal.into_history(answers)))
    }

    /// Could the receives in which processes were ended have timed out, and what had the input decided?
    fn note_what_the_killed_wanted(&mut self, journal: &mut Journal) {
        for look in journal.looks_of_the_killed() {
            let Look { process, code, pc, .. } = journal.looks[look as usize];
            let receive = self.library.program().code(code);
            if receive.module.name() == "prim_eval" {
                journal.blur(Blur::OddReceive);
            }
            let timeout = timeout_of(receive, pc);
            let slots = &journal.looks[look as usize].slots;
            let value = timeout.and_then(|timeout| match timeout.decode() {
                Ok(slot) => slots.get(slot).copied(),
                Err(constant) => Some(self.library.constant(&mut self.heap, constant)),
            });
            let time = value.and_then(|value| self.heap.as_i64(self.heap.concrete(value)));
            let times_out = time.is_some_and(|time| time <= journal.short as i64);
            let from = journal.decisions_left(process);
            let name = journal.name_of(process);
            let decides = name
                .and_then(|name| self.decided_between(from, self.decisions_so_far(), &name))
                .unwrap_or(0);
            journal.killed_in(look, times_out, decides);
        }
    }

    /// Which messages each `receive` would have taken: each is tried with each.
    fn answers(&mut self, journal: &mut Journal) -> Answers {
        let mut answers = Answers::default();
        let (looks, letters) = (std::mem::take(&mut journal.looks), &journal.letters);
        let before = self.recorder.as_ref().map_or(0, |recorder| recorder.decisions.len());
        // What is tried here leaves no traces.
        let losses = self.recorder.as_mut().map(|recorder| recorder.put_aside());
        for (pattern, look) in (0..).zip(&looks) {
            // There, any function may be called to look at a message.
            if self.library.program().code(look.code).module.name() == "prim_eval" {
                continue;
            }
            for (payload, letter) in (0..).zip(letters) {
                if letter.to != look.process || pattern as usize >= letter.seen_until {
                    continue;
                }
                let takes = self.would_take(look, letter.message);
                let decisions = self.recorder.as_mut().map(|recorder| &mut recorder.decisions);
                let is_open = decisions.is_some_and(|all| all.drain(before..).len() > 0);
                if takes {
                    answers.fits.push((pattern, payload));
                } else if is_open && !look.passed.contains(&(payload + 1)) {
                    answers.open.push((pattern, payload));
                }
            }
        }
        if let (Some(recorder), Some(losses)) = (&mut self.recorder, losses) {
            recorder.put_back(losses);
        }
        journal.looks = looks;
        answers
    }

    /// Would this `receive` take this message?
    fn would_take(&mut self, look: &Look, message: Value) -> bool {
        let program = self.library.program().clone();
        let start = State::Running { code: look.code, pc: look.pc, base: 0 };
        let empty = self.system.processes.empty_map;
        let mut process = Process::new(look.process, start, empty, Value::NIL);
        process.stack.extend_from_slice(&look.slots);
        process.mailbox.put(message, 0);
        process.is_trial = true;
        self.asides += 1;
        let at = At { program: &program, code: program.code(look.code), pc: look.pc, base: 0 };
        let Err(stop) = self.run_from(&mut process, at, u64::MAX);
        self.asides -= 1;
        matches!(stop, Stop::Returned(value) if value == Value::TRUE)
    }
}

/// So often a process may ask a service between two events.
const MOST_ANSWERS: usize = 1_000;

/// Where the `receive` is written that waits at this place: waiting itself has no line.
fn waiting_position(code: &Code, waits: usize) -> Option<Position> {
    let looks = code.ops[..waits].iter().rposition(|op| matches!(op, Op::PeekMessage { .. }))?;
    let mut positions = (looks..waits).filter_map(|op| code.position(op));
    positions.find(|position| position.line > 0)
}

/// How long the `receive` waits that looks at this place. Others may be inside of it: where the first of them
/// looks, another one that waits is still to come.
fn timeout_of(code: &Code, looks: usize) -> Option<Operand> {
    let mut inside = 0;
    for op in code.ops.iter().skip(looks + 1) {
        match op {
            Op::PeekMessage { .. } => inside += 1,
            Op::WaitTimeout { timeout, .. } if inside == 0 => return Some(*timeout),
            Op::WaitTimeout { .. } => inside -= 1,
            _ => {}
        }
    }
    None
}
