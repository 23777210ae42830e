//! Signals and processes, without any code that runs. What is claimed here was seen on the BEAM first.

mod names;
mod orders;
mod ties;
mod timers;

use super::*;
use crate::process::{Monitor, ProcessId, State};
use expect_test::Expect;
use runtime::Value;
use term::{Atom, atoms};

/// A few processes that take turns.
struct Node {
    heap: Heap,
    system: System,
}

/// Whose turn it is.
struct Only(ProcessId);

impl Scheduler for Only {
    fn choose(&mut self, ready: &[ProcessId]) -> usize {
        ready.iter().position(|id| *id == self.0).expect("it is ready")
    }
}

fn atom(name: &str) -> Value {
    Value::atom(Atom::new(name))
}

impl Node {
    fn new() -> Node {
        let mut heap = Heap::new();
        let system = System::new(&mut heap);
        Node { heap, system }
    }

    /// So many processes that are ready to run.
    fn with<const COUNT: usize>() -> (Node, [ProcessId; COUNT]) {
        let mut node = Node::new();
        let ids = std::array::from_fn(|_| node.spawn());
        (node, ids)
    }

    fn spawn(&mut self) -> ProcessId {
        let (module, function) = (atoms::empty, atoms::empty);
        let state = State::Starting { module, function, arguments: Vec::new() };
        self.system.processes.spawn(state, Value::NIL, None)
    }

    fn take(&mut self, id: ProcessId) -> Box<Process> {
        self.system.processes.take_next(&mut Only(id)).expect("somebody is ready")
    }

    /// The process does something, then it is another's turn.
    fn turn<R>(&mut self, id: ProcessId, act: impl FnOnce(&mut System, &mut Process) -> R) -> R {
        let mut process = self.take(id);
        assert_eq!(process.id, id);
        let result = act(&mut self.system, &mut process);
        self.system.pause(&mut self.heap, &mut process);
        self.system.processes.end_turn();
        self.system.processes.park_ready(process);
        self.system.deliver(&mut self.heap, None);
        result
    }

    fn end(&mut self, id: ProcessId, reason: &str) {
        let process = self.take(id);
        self.system.processes.end_turn();
        self.system.ended(&mut self.heap, process, atom(reason).into());
        self.system.deliver(&mut self.heap, None);
    }

    fn trap_exits(&mut self, id: ProcessId) {
        self.turn(id, |_, process| process.traps_exits = true);
    }

    fn monitor(&mut self, id: ProcessId, target: ProcessId) -> ReferenceId {
        self.turn(id, |system, process| monitor(system, process, target))
    }

    /// What is in the mailbox, and why the process must end if it must.
    fn check(&self, id: ProcessId, expected: Expect) {
        let process = self.system.processes.parked(id).expect("it is alive");
        let show = |value: Value| self.heap.to_term(value).to_string();
        let mut shown: Vec<String> =
            process.mailbox.messages.iter().map(|&message| show(message)).collect();
        shown.extend(process.exiting.map(|ending| format!("ends: {}", show(ending.reason))));
        expected.assert_eq(&shown.join("\n"));
    }
}

/// As `monitor(process, Pid)` does.
fn monitor(system: &mut System, process: &mut Process, target: ProcessId) -> ReferenceId {
    let reference = system.numbers.new_reference();
    let (shown, tag) = (Value::pid(target), atoms::down_upper.into());
    let monitor = Monitor { target: Some(target), kind: atoms::process, shown, tag };
    system.signals.let_go();
    system.monitor(process, reference, monitor, atoms::noproc);
    reference
}

// ---- memory ----

#[test]
fn what_is_kept_outside_of_the_heap_counts_while_it_is_there() {
    let mut heap = Heap::new();
    let outside = heap.work.outside();
    let counted = || outside.load(std::sync::atomic::Ordering::Relaxed);
    let mut system = System::new(&mut heap);
    assert_eq!(counted(), 0);
    system.output.write(&heap, b"hello");
    assert_eq!(counted(), 5);
    let key = term::Term::atom("key");
    system.shared.persistent.insert(&heap, key.clone(), Value::OK);
    let with_key = counted();
    system.shared.persistent.insert(&heap, key.clone(), Value::NIL);
    assert_eq!(counted(), with_key);
    assert!(system.shared.persistent.remove(&key) && !system.shared.persistent.remove(&key));
    assert_eq!(counted(), 5);
    system.shared.environment.put(&heap, b"A".to_vec(), b"long".to_vec());
    system.shared.environment.put(&heap, b"A".to_vec(), b"".to_vec());
    system.shared.environment.remove(b"A");
    assert_eq!(counted(), 5);
    system.shared.arrays.add(&heap, 1, 100, true);
    assert!(counted() > 800);
    drop(system);
    assert_eq!(counted(), 0);
}
