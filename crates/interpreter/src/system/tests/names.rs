//! Names, and who can run.

use super::*;

// ---- names ----

#[test]
fn a_name_is_one_process_and_a_process_has_one_name() {
    let (mut node, [one, other, gone]) = Node::with();
    node.end(gone, "normal");
    let [name, second] = ["name", "second"].map(Atom::new);
    node.turn(one, |system, process| {
        assert_eq!(system.processes.register(process, other, name), Ok(()));
        let taken = system.processes.register(process, one, name);
        assert_eq!(taken, Err(NotRegistered::NameIsTaken));
        let twice = system.processes.register(process, other, second);
        assert_eq!(twice, Err(NotRegistered::HasAName));
        let dead = system.processes.register(process, gone, second);
        assert_eq!(dead, Err(NotRegistered::NotAlive));
        assert_eq!(system.processes.whereis(name), Some(other));
        assert_eq!(system.processes.whereis(second), None);
    });
}

#[test]
fn the_dead_have_no_name() {
    let (mut node, [one, other]) = Node::with();
    let name = Atom::new("name");
    node.turn(one, |system, process| system.processes.register(process, one, name)).unwrap();
    node.end(one, "x");
    assert_eq!(node.system.processes.whereis(name), None);
    node.turn(other, |system, process| {
        assert!(!system.processes.unregister(process, name));
        assert_eq!(system.processes.register(process, other, name), Ok(()));
    });
}

#[test]
fn a_name_that_was_given_up_is_free() {
    let (mut node, [one, other]) = Node::with();
    let name = Atom::new("name");
    node.turn(one, |system, process| system.processes.register(process, one, name)).unwrap();
    assert!(node.turn(other, |system, process| system.processes.unregister(process, name)));
    assert_eq!(node.system.processes.whereis(name), None);
    assert_eq!(node.system.processes.parked(one).unwrap().name, None);
    node.turn(other, |system, process| system.processes.register(process, other, name)).unwrap();
    assert_eq!(node.system.processes.registered().collect::<Vec<_>>(), [name]);
}

// ---- turns ----

#[test]
fn who_waits_is_ready_when_a_message_comes() {
    let (mut node, [one]) = Node::with();
    let (module, function) = (atoms::empty, atoms::empty);
    let asleep = State::Hibernating { module, function, arguments: Vec::new() };
    let sleeper = node.system.processes.spawn(asleep, Value::NIL, None);
    assert_eq!(node.system.processes.ready().collect::<Vec<_>>(), [one]);
    node.turn(one, |system, _| system.signals.send(sleeper, atom("hello")));
    assert_eq!(node.system.processes.ready().collect::<Vec<_>>(), [sleeper, one]);
}

#[test]
fn who_is_suspended_does_not_run_until_it_is_resumed_or_who_did_it_ends() {
    let (mut node, [one, other]) = Node::with();
    let ready = |node: &Node| node.system.processes.ready().collect::<Vec<_>>();
    node.system.processes.suspend(other);
    assert_eq!(ready(&node), [one]);
    node.system.processes.resume(other);
    assert_eq!(ready(&node), [one, other]);
    node.turn(one, |system, process| {
        process.suspending.insert(other, 1);
        system.processes.suspend(other);
    });
    assert_eq!(ready(&node), [one]);
    node.end(one, "normal");
    assert_eq!(ready(&node), [other]);
}

#[test]
fn the_one_that_runs_is_alive_and_not_parked() {
    let (mut node, [one]) = Node::with();
    node.turn(one, |system, _| {
        assert!(system.processes.is_alive(one) && system.processes.is_running(one));
        assert!(!system.processes.is_parked(one));
    });
    assert!(node.system.processes.is_parked(one) && !node.system.processes.is_running(one));
}
