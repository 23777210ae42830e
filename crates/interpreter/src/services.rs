//! Which processes does a program find there? Those of OTP that its own library code talks to.
//!
//! On the BEAM they are started with the node. Here each is asleep until somebody sends it a message
//! (most runs never do), so that a run costs nothing for them and a schedule does not see them. What
//! they do then is Erlang: `ermine_io` and `ermine_services` in `erlang/models`.
//!
//! There are more on every node that would touch the machine: [`STRANGERS`]. A program can find them by
//! name, link to them and ask about them; who sends them a message has come to a limit.

use crate::process::{ProcessId, State};
use crate::system::{FIRST_PROCESS, System};
use runtime::{Heap, Value};
use std::sync::LazyLock;
use tables::natives::ownership;
use term::Atom;

/// How many there are.
pub const COUNT: usize = 5;

/// OTP's own processes are there in every run: the first of the others has this number.
pub const FIRST_SPAWNED: ProcessId = FIRST_PROCESS + COUNT as ProcessId;

/// The first of the strangers has this number.
const FIRST_STRANGER: ProcessId = 20;

/// Names of processes that are on every node, and that nobody can talk to here. In order.
pub const STRANGERS: [&str; 19] = [
    "code_server",
    "erl_prim_loader",
    "erl_signal_server",
    "erts_code_purger",
    "file_server_2",
    "global_group",
    "global_group_check",
    "global_name_server",
    "inet_db",
    "init",
    "kernel_refc",
    "logger",
    "logger_handler_watcher",
    "logger_proxy",
    "logger_std_h_default",
    "logger_sup",
    "rex",
    "socket_registry",
    "standard_error_sup",
];

/// Which of the strangers has this name.
pub fn stranger(name: Atom) -> Option<usize> {
    STRANGERS.binary_search(&name.name()).ok()
}

/// Do all nodes have a process of this name?
pub fn is_of_every_node(name: Atom) -> bool {
    SERVICES.iter().any(|service| service.name == name) || stranger(name).is_some()
}

/// Names of processes that nodes with a network or a terminal have, and that would touch the machine.
pub const OF_SOME_NODES: [&str; 5] = ["auth", "erl_epmd", "net_kernel", "net_sup", "user_drv"];

/// The number of a stranger.
pub fn stranger_id(number: usize) -> ProcessId {
    FIRST_STRANGER + number as ProcessId
}

pub fn is_stranger(id: ProcessId) -> bool {
    (FIRST_STRANGER..FIRST_STRANGER + STRANGERS.len() as ProcessId).contains(&id)
}

struct Service {
    name: Atom,
    /// The function that it runs, without arguments.
    module: Atom,
    function: Atom,
}

/// The first one leads the group of all of them, itself included.
static SERVICES: LazyLock<[Service; COUNT]> = LazyLock::new(|| {
    [
        ("user", "ermine_io", "leader"),
        ("standard_error", "ermine_io", "leader"),
        ("application_controller", "ermine_services", "application_controller"),
        ("kernel_sup", "ermine_services", "supervisor"),
        ("kernel_safe_sup", "ermine_services", "supervisor"),
    ]
    .map(|(name, module, function)| Service {
        name: Atom::new(name),
        module: Atom::new(module),
        function: Atom::new(function),
    })
});

/// Those that every node has, with the numbers that they have here.
pub fn all() -> impl Iterator<Item = (ProcessId, Atom)> {
    let services = (FIRST_PROCESS..).zip(SERVICES.iter().map(|service| service.name));
    services.chain((FIRST_STRANGER..).zip(STRANGERS.iter().map(|name| Atom::new(name))))
}

/// Starts those that are not there, and gives the group leader.
pub fn start(system: &mut System, heap: &mut Heap) -> Value {
    let mut group_leader = leader(system);
    // In most runs nobody has a name yet.
    let is_new = group_leader.is_none();
    for service in &*SERVICES {
        let &Service { name, module, function } = service;
        if !is_new && system.processes.named(name).is_some() {
            continue;
        }
        let id = system.processes.next_id();
        let leader = *group_leader.get_or_insert(id);
        let state = State::Hibernating { module, function, arguments: Vec::new() };
        system.processes.spawn(state, Value::pid(leader), None);
        system.processes.name_service(id, name);
        if function.name() == "application_controller" {
            make_application_table(system, heap, id);
        }
    }
    Value::pid(group_leader.expect("one of them leads the group"))
}

pub fn leader(system: &System) -> Option<ProcessId> {
    system.processes.named(SERVICES[0].name)
}

/// `application:get_env/2` looks into this table without asking anybody.
fn make_application_table(system: &mut System, heap: &mut Heap, owner: ProcessId) {
    static WORDS: LazyLock<[Atom; 4]> =
        LazyLock::new(|| ["ac_tab", "named_table", "public", "set"].map(Atom::new));
    let [name, options @ ..] = WORDS.map(Value::atom);
    let options = heap.list(&options);
    // A program that has a table of this name is one that OTP would have refused to start.
    let _ = ownership::new_table(&mut system.shared.tables, heap, owner, &[name, options]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_are_in_order_and_nobody_else_has_their_numbers() {
        assert!(STRANGERS.is_sorted());
        assert!(!is_stranger(FIRST_PROCESS) && FIRST_STRANGER > 0);
        assert!(is_stranger(stranger_id(STRANGERS.len() - 1)));
        assert!(SERVICES.iter().all(|service| stranger(service.name).is_none()));
    }
}
