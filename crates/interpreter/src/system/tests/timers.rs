//! Timers.

use super::*;
use expect_test::expect;

/// Sets one that sends a message to a process.
fn send_after(node: &mut Node, at: Instant, to: Recipient, message: &str) -> ReferenceId {
    let reference = node.system.numbers.new_reference();
    let action = TimerAction::Send { to, message: atom(message) };
    node.system.clock.set_timer(at, reference, action);
    reference
}

/// Lets time pass until nothing is left to go off.
fn wait_for_all(node: &mut Node) {
    while node.system.clock.jump() {
        node.system.fire_timers();
        node.system.deliver(&mut node.heap, None);
    }
}

#[test]
fn timers_go_off_by_time_and_then_in_the_order_in_which_they_were_set() {
    let (mut node, [one]) = Node::with();
    for (at, message) in [(20, "later"), (10, "sooner"), (10, "second")] {
        send_after(&mut node, at, Recipient::Process(one), message);
    }
    wait_for_all(&mut node);
    node.check(
        one,
        expect![[r#"
        sooner
        second
        later"#]],
    );
    assert_eq!(node.system.clock.now(), 20);
}

#[test]
fn what_is_not_due_does_not_happen() {
    let (mut node, [one]) = Node::with();
    send_after(&mut node, 1_000, Recipient::Process(one), "late");
    node.system.clock.pass(1);
    node.system.fire_timers();
    assert!(node.system.signals.is_empty());
    node.system.clock.pass(100);
    node.system.fire_timers();
    assert!(!node.system.signals.is_empty());
}

#[test]
fn a_cancelled_timer_is_gone() {
    let (mut node, [one]) = Node::with();
    let timer = send_after(&mut node, 10, Recipient::Process(one), "hi");
    assert_eq!(node.system.read_timer(timer), Some(10));
    assert_eq!(node.system.cancel_timer(timer), Some(10));
    assert_eq!(node.system.cancel_timer(timer), None);
    assert_eq!(node.system.read_timer(timer), None);
    wait_for_all(&mut node);
    node.check(one, expect![""]);
}

#[test]
fn a_timer_that_went_off_cannot_be_read() {
    let (mut node, [one]) = Node::with();
    let timer = send_after(&mut node, 10, Recipient::Process(one), "hi");
    wait_for_all(&mut node);
    assert_eq!(node.system.read_timer(timer), None);
    node.check(one, expect!["hi"]);
}

#[test]
fn a_timer_ends_with_its_process_and_not_with_a_name() {
    let (mut node, [one]) = Node::with();
    let of_process = send_after(&mut node, 10, Recipient::Process(one), "hi");
    let of_name = send_after(&mut node, 10, Recipient::Name(Atom::new("nobody")), "hi");
    node.end(one, "normal");
    assert_eq!(node.system.read_timer(of_process), None);
    assert_eq!(node.system.cancel_timer(of_process), None);
    assert_eq!(node.system.read_timer(of_name), Some(10));
}
