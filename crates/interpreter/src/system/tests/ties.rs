//! Links, exit signals, monitors and aliases.

use super::*;
use crate::process::AliasKind;
use expect_test::expect;

// ---- links ----

#[test]
fn a_link_ends_both() {
    let (mut node, [one, other]) = Node::with();
    node.turn(one, |system, process| system.link(process, other)).unwrap();
    node.end(one, "boom");
    node.check(other, expect!["ends: boom"]);
}

#[test]
fn who_traps_exits_gets_a_message_and_the_link_is_gone() {
    let (mut node, [one, other]) = Node::with();
    node.trap_exits(one);
    node.turn(one, |system, process| system.link(process, other)).unwrap();
    node.end(other, "boom");
    node.check(one, expect!["{'EXIT',<0.101.0>,boom}"]);
    assert!(node.system.processes.parked(one).unwrap().links.is_empty());
}

#[test]
fn a_normal_end_ends_nobody_else() {
    let (mut node, [one, other]) = Node::with();
    node.turn(one, |system, process| system.link(process, other)).unwrap();
    node.end(one, "normal");
    node.check(other, expect![""]);
}

#[test]
fn what_was_unlinked_is_not_told() {
    let (mut node, [one, other]) = Node::with();
    node.turn(one, |system, process| system.link(process, other)).unwrap();
    node.turn(other, |system, process| system.unlink(process, one));
    node.end(one, "boom");
    node.check(other, expect![""]);
}

#[test]
fn who_links_to_the_dead_fails_or_is_told() {
    let (mut node, [one, other]) = Node::with();
    node.end(other, "normal");
    let linked = node.turn(one, |system, process| system.link(process, other));
    assert_eq!(linked, Err(NoProcess));
    node.trap_exits(one);
    let linked = node.turn(one, |system, process| system.link(process, other));
    assert_eq!(linked, Ok(()));
    node.check(one, expect!["{'EXIT',<0.101.0>,noproc}"]);
}

#[test]
fn a_link_to_oneself_is_none() {
    let (mut node, [one]) = Node::with();
    node.turn(one, |system, process| system.link(process, one)).unwrap();
    assert!(node.system.processes.parked(one).unwrap().links.is_empty());
}

// ---- exit signals ----

fn exit(node: &mut Node, from: ProcessId, to: ProcessId, reason: &str) {
    node.turn(from, |system, process| system.signals.exit(process.pid(), to, atom(reason)));
}

#[test]
fn normal_is_no_reason_to_end() {
    let (mut node, [one, other]) = Node::with();
    exit(&mut node, one, other, "normal");
    node.check(other, expect![""]);
    node.trap_exits(other);
    exit(&mut node, one, other, "normal");
    node.check(other, expect!["{'EXIT',<0.100.0>,normal}"]);
}

#[test]
fn normal_is_a_reason_to_end_oneself() {
    let (mut node, [one]) = Node::with();
    exit(&mut node, one, one, "normal");
    node.check(one, expect!["ends: normal"]);
}

#[test]
fn nobody_traps_a_kill_but_for_one_that_a_link_brings() {
    let (mut node, [one, other]) = Node::with();
    node.trap_exits(other);
    node.turn(one, |system, process| system.link(process, other)).unwrap();
    node.end(one, "kill");
    node.check(other, expect!["{'EXIT',<0.100.0>,kill}"]);
    let third = node.spawn();
    exit(&mut node, third, other, "kill");
    node.check(
        other,
        expect![[r#"
        {'EXIT',<0.100.0>,kill}
        ends: killed"#]],
    );
}

#[test]
fn the_first_signal_decides_and_nothing_comes_after_it() {
    let (mut node, [one, other]) = Node::with();
    node.turn(one, |system, process| {
        system.signals.exit(process.pid(), other, atom("first"));
        system.signals.exit(process.pid(), other, atom("second"));
        system.signals.send(other, atom("message"));
    });
    node.check(other, expect!["ends: first"]);
}

// ---- order ----

#[test]
fn signals_between_two_processes_keep_their_order() {
    let (mut node, [one, other]) = Node::with();
    node.trap_exits(other);
    node.turn(one, |system, process| {
        (1..=3).for_each(|number| system.signals.send(other, Value::index(number)));
        system.signals.exit(process.pid(), other, atom("bye"));
        system.signals.send(other, atom("after_exit"));
    });
    node.check(
        other,
        expect![[r#"
        1
        2
        3
        {'EXIT',<0.100.0>,bye}
        after_exit"#]],
    );
}

#[test]
fn a_link_is_told_before_a_monitor() {
    let (mut node, [one, other]) = Node::with();
    node.trap_exits(one);
    node.turn(one, |system, process| {
        monitor(system, process, other);
        system.link(process, other).unwrap();
    });
    node.end(other, "x");
    node.check(
        one,
        expect![[r#"
        {'EXIT',<0.101.0>,x}
        {'DOWN',#Ref<0.0.0.1>,process,<0.101.0>,x}"#]],
    );
}

#[test]
fn signals_to_the_dead_are_dropped() {
    let (mut node, [one, other]) = Node::with();
    node.end(other, "normal");
    node.turn(one, |system, _| system.signals.send(other, atom("hello")));
    assert!(node.system.signals.is_empty());
    assert!(!node.system.processes.is_alive(other));
}

// ---- monitors ----

#[test]
fn each_monitor_tells_once() {
    let (mut node, [one, other]) = Node::with();
    node.monitor(one, other);
    node.monitor(one, other);
    node.end(other, "x");
    node.check(
        one,
        expect![[r#"
        {'DOWN',#Ref<0.0.0.1>,process,<0.101.0>,x}
        {'DOWN',#Ref<0.0.0.2>,process,<0.101.0>,x}"#]],
    );
    assert!(node.system.processes.parked(one).unwrap().monitors.is_empty());
}

#[test]
fn a_monitor_that_was_ended_is_silent() {
    let (mut node, [one, other]) = Node::with();
    let reference = node.monitor(one, other);
    assert!(node.turn(one, |system, process| system.demonitor(process, reference)));
    assert!(!node.turn(one, |system, process| system.demonitor(process, reference)));
    assert!(node.system.processes.parked(other).unwrap().watchers.is_empty());
    node.end(other, "x");
    node.check(one, expect![""]);
}

#[test]
fn nobody_watches_himself() {
    let (mut node, [one]) = Node::with();
    node.monitor(one, one);
    assert!(node.system.processes.parked(one).unwrap().monitors.is_empty());
}

#[test]
fn who_watches_and_ends_watches_no_more() {
    let (mut node, [one, other]) = Node::with();
    node.monitor(one, other);
    node.end(one, "normal");
    assert!(node.system.processes.parked(other).unwrap().watchers.is_empty());
}

#[test]
fn that_a_watched_process_was_gone_is_told_when_the_turn_is_over() {
    let (mut node, [one, other]) = Node::with();
    node.end(other, "x");
    let mut process = node.take(one);
    monitor(&mut node.system, &mut process, other);
    node.system.deliver(&mut node.heap, Some(&mut process));
    node.system.fetch(&mut node.heap, &mut process);
    assert!(process.mailbox.messages.is_empty(), "`receive … after 0` does not find it");
    node.system.pause(&mut node.heap, &mut process);
    node.system.processes.park_ready(process);
    node.check(one, expect!["{'DOWN',#Ref<0.0.0.1>,process,<0.101.0>,noproc}"]);
}

#[test]
fn the_next_request_lets_the_one_before_go() {
    let (mut node, [one, other]) = Node::with();
    node.end(other, "x");
    let mut process = node.take(one);
    monitor(&mut node.system, &mut process, other);
    monitor(&mut node.system, &mut process, other);
    node.system.deliver(&mut node.heap, Some(&mut process));
    node.system.fetch(&mut node.heap, &mut process);
    node.system.processes.park_ready(process);
    node.check(one, expect!["{'DOWN',#Ref<0.0.0.1>,process,<0.101.0>,noproc}"]);
}

#[test]
fn that_nobody_has_a_name_is_there_at_once_and_seen_by_who_looks() {
    let (mut node, [one]) = Node::with();
    let mut process = node.take(one);
    let reference = node.system.numbers.new_reference();
    let shown = node.heap.tuple(&[atom("nobody"), atoms::nonode_nohost.into()]);
    let tag = atoms::down_upper.into();
    let monitor = Monitor { target: None, kind: atoms::process, shown, tag };
    node.system.monitor(&mut process, reference, monitor, atoms::noproc);
    node.system.deliver(&mut node.heap, Some(&mut process));
    assert!(process.mailbox.messages.is_empty());
    node.system.fetch_what_announces_itself(&mut node.heap, &mut process);
    assert!(process.mailbox.messages.is_empty(), "`process_info(self(), messages)` has none");
    node.system.fetch(&mut node.heap, &mut process);
    node.system.processes.park_ready(process);
    node.check(one, expect!["{'DOWN',#Ref<0.0.0.1>,process,{nobody,nonode@nohost},noproc}"]);
}

// ---- aliases ----

fn alias(node: &mut Node, id: ProcessId, kind: AliasKind) -> ReferenceId {
    node.turn(id, |system, process| {
        let reference = system.numbers.new_reference();
        system.processes.add_alias(process, reference, kind);
        reference
    })
}

fn send_to_alias(node: &mut Node, from: ProcessId, alias: ReferenceId, messages: &[&str]) {
    node.turn(from, |system, _| {
        messages.iter().for_each(|message| system.send_to_alias(alias, atom(message)));
    });
}

#[test]
fn an_alias_lets_through_until_it_is_ended() {
    let (mut node, [one, other]) = Node::with();
    let reference = alias(&mut node, one, AliasKind::Explicit);
    send_to_alias(&mut node, other, reference, &["one", "two"]);
    assert!(node.turn(one, |system, process| system.processes.remove_alias(process, reference)));
    assert!(!node.turn(one, |system, process| system.processes.remove_alias(process, reference)));
    send_to_alias(&mut node, other, reference, &["three"]);
    node.check(
        one,
        expect![[r#"
        one
        two"#]],
    );
}

#[test]
fn what_was_sent_to_an_alias_is_lost_if_that_ends_before_it_is_received() {
    let (mut node, [one]) = Node::with();
    let reference = alias(&mut node, one, AliasKind::Explicit);
    let mut process = node.take(one);
    node.system.send_to_alias(reference, atom("one"));
    node.system.deliver(&mut node.heap, Some(&mut process));
    node.system.processes.remove_alias(&mut process, reference);
    node.system.fetch(&mut node.heap, &mut process);
    node.system.processes.park_ready(process);
    node.check(one, expect![""]);
}

#[test]
fn an_alias_for_one_reply_lets_one_through() {
    let (mut node, [one, other]) = Node::with();
    let reference = alias(&mut node, one, AliasKind::Once);
    send_to_alias(&mut node, other, reference, &["one", "two"]);
    node.check(one, expect!["one"]);
    assert_eq!(node.system.processes.alias_owner(reference), None);
}

/// A monitor with an alias of its own.
fn monitor_with_alias(
    node: &mut Node,
    id: ProcessId,
    target: ProcessId,
    kind: AliasKind,
) -> ReferenceId {
    let reference = node.monitor(id, target);
    node.turn(id, |system, process| system.processes.add_alias(process, reference, kind));
    reference
}

#[test]
fn a_reply_ends_the_monitor_too() {
    let (mut node, [one, other]) = Node::with();
    let reference = monitor_with_alias(&mut node, one, other, AliasKind::Once);
    send_to_alias(&mut node, other, reference, &["answer"]);
    node.end(other, "x");
    node.check(one, expect!["answer"]);
}

#[test]
fn an_alias_ends_with_its_monitor_unless_it_is_to_be_ended_by_hand() {
    for (kind, expected) in
        [(AliasKind::WithMonitor, expect![""]), (AliasKind::Explicit, expect!["late"])]
    {
        let (mut node, [one, other]) = Node::with();
        let reference = monitor_with_alias(&mut node, one, other, kind);
        node.turn(one, |system, process| system.demonitor(process, reference));
        send_to_alias(&mut node, other, reference, &["late"]);
        node.check(one, expected);
    }
}

#[test]
fn an_alias_ends_with_its_process() {
    let (mut node, [one, other]) = Node::with();
    let reference = alias(&mut node, one, AliasKind::Explicit);
    node.end(one, "normal");
    send_to_alias(&mut node, other, reference, &["late"]);
    assert_eq!(node.system.processes.alias_owner(reference), None);
}
