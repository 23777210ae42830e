//! What is around a process? The others, what they send to each other, time, and what all share.
//!
//! A part for each: [`Processes`], [`Signals`], [`Clock`], [`Shared`], [`Output`], [`Numbers`],
//! [`Observer`], [`Doings`]. What happens within one of them is a method of that part. What concerns several is
//! one of [`System`]: how signals arrive ([`delivery`]), how processes are tied to each other ([`ties`]),
//! and here what timers do.

mod clock;
mod delivery;
mod doings;
mod journal;
mod numbers;
mod observer;
mod output;
mod processes;
mod scheduler;
mod shared;
mod signals;
mod ties;

pub use clock::{Clock, Instant, Recipient, TimerAction};
pub use delivery::strikes;
pub use doings::Doings;
pub use journal::{Answers, FIRST_TIMER, Journal, Look, Looking, Visible};
pub use numbers::Numbers;
pub use observer::Observer;
pub use output::Output;
pub use processes::{FIRST_PROCESS, NotRegistered, Processes};
pub use scheduler::{AnyOrder, FirstReady, Scheduler};
pub use shared::{Array, PatternSource, Patterns, Shared};
pub use signals::{OnItsWay, Signal, Signals};
pub use ties::NoProcess;

#[cfg(test)]
mod tests;

use crate::execute::At;
use crate::library::Library;
use crate::process::{Process, ProcessId, ReferenceId};
use crate::visible;
use runtime::Heap;
use runtime::collect::Collection;
use trace::{Blur, OwnFuns};

/// What a native that is more than a function of its arguments may use.
pub struct Context<'a> {
    pub heap: &'a mut Heap,
    /// The process that calls. It is not among the system's meanwhile.
    pub process: &'a mut Process,
    /// Where it calls from.
    pub at: At<'a>,
    pub system: &'a mut System,
    pub library: &'a mut Library,
}

/// In whose name a timer sends.
pub fn timer_id(reference: ReferenceId) -> ProcessId {
    FIRST_TIMER + reference
}

pub struct System {
    pub processes: Processes,
    /// Signals on their way.
    pub signals: Signals,
    pub clock: Clock,
    pub shared: Shared,
    pub output: Output,
    pub numbers: Numbers,
    pub observer: Observer,
    /// What funs of the input did that nobody made up.
    pub own_funs: OwnFuns,
    pub doings: Doings,
    /// The function under test was not called yet: its arguments are being built.
    pub is_building: bool,
    /// Who decides what comes next.
    pub scheduler: Box<dyn Scheduler>,
}

impl System {
    pub fn new(heap: &mut Heap) -> System {
        System {
            processes: Processes::new(heap),
            signals: Signals::default(),
            clock: Clock::default(),
            shared: Shared::new(heap),
            output: Output::new(heap),
            numbers: Numbers::default(),
            observer: Observer::default(),
            own_funs: OwnFuns::default(),
            doings: Doings::default(),
            is_building: false,
            scheduler: Box::new(FirstReady),
        }
    }

    /// The process that runs next, if one can.
    pub fn take_next(&mut self) -> Option<Box<Process>> {
        let process = self.processes.take_next(&mut *self.scheduler)?;
        self.signals.sender = process.id;
        Some(process)
    }

    /// Sends what a built-in of `ets` wants to be sent.
    pub fn send_for_tables(&mut self, heap: &mut Heap) {
        let messages = self.shared.tables.take_messages();
        self.send_terms(heap, messages);
    }

    fn send_terms(&mut self, heap: &mut Heap, messages: Vec<tables::Message>) {
        for tables::Message { to, message } in messages {
            let message = heap.from_term(&message);
            self.signals.send(to, message);
        }
    }

    /// Takes this process, if it can run. One that is to hurry need not be able to.
    pub fn take(&mut self, id: ProcessId, hurries: bool) -> Option<Box<Process>> {
        let process = self.processes.take(id, hurries)?;
        self.signals.sender = id;
        Some(process)
    }

    // ---- timers ----

    /// When a timer goes off. Those of processes that are gone are gone as well.
    pub fn read_timer(&self, reference: ReferenceId) -> Option<Instant> {
        match self.clock.timer(reference)? {
            (_, TimerAction::Send { to: Recipient::Process(id), .. })
                if !self.processes.is_alive(*id) =>
            {
                None
            }
            (at, _) => Some(at),
        }
    }

    /// When it would have gone off.
    pub fn cancel_timer(&mut self, reference: ReferenceId) -> Option<Instant> {
        let at = self.read_timer(reference);
        let is_set = self.clock.timer(reference).is_some();
        self.clock.cancel_timer(reference);
        if let (Some(journal), true) = (&mut self.signals.journal, is_set) {
            // Its time comes all the same. It might have come earlier.
            journal.passes_silently(reference, visible::of_timer(reference));
        }
        at
    }

    /// Does what is due by now.
    pub fn fire_timers(&mut self) {
        while let Some((reference, action)) = self.clock.take_due() {
            self.act(reference, action);
        }
    }

    /// A timer goes off before its time.
    pub fn fire(&mut self, reference: ReferenceId) {
        if let Some(action) = self.clock.take(reference) {
            self.act(reference, action);
        }
    }

    fn act(&mut self, reference: ReferenceId, action: TimerAction) {
        {
            match action {
                TimerAction::Wake(id) => {
                    if let Some(mut process) = self.processes.borrow(id) {
                        self.processes.make_ready(&mut process);
                        self.processes.park(process);
                    }
                }
                TimerAction::Send { to, message } => {
                    let to = match to {
                        Recipient::Process(id) => Some(id),
                        Recipient::Name(name) => self.processes.whereis(name),
                    };
                    if let Some(journal) = &mut self.signals.journal {
                        match journal.timer_of(reference) {
                            Some(timer) => journal.fires(timer, visible::of_timer(reference)),
                            None => journal.close(Blur::LongWait),
                        }
                    }
                    if let Some(to) = to {
                        self.signals.put_from(timer_id(reference), Signal::Message { to, message });
                    }
                }
            }
        }
    }

    /// Shows every value that is not of the process that runs to the collector.
    pub fn visit(&mut self, collection: &mut Collection) {
        self.processes.visit(collection);
        self.signals.visit(collection);
        self.clock.visit(collection);
        self.shared.visit(collection);
        self.observer.visit(collection);
    }
}
