//! What may arrive in which order?

use super::*;
use expect_test::expect;

/// What was sent last arrives first, as far as Erlang allows, and nothing before somebody has to wait.
struct LastFirst;

impl Scheduler for LastFirst {
    fn choose(&mut self, ready: &[ProcessId]) -> usize {
        ready.len() - 1
    }

    fn delivers_at_once(&self) -> bool {
        false
    }

    fn arrives(&mut self, count: usize, nobody_can_run: bool) -> Option<usize> {
        nobody_can_run.then_some(count - 1)
    }
}

/// Processes that send numbers to the third one, and signals that take their time.
fn two_senders() -> (Node, [ProcessId; 3]) {
    let (mut node, ids) = Node::with::<3>();
    let [one, two, three] = ids;
    node.system.scheduler = Box::new(LastFirst);
    for (sender, numbers) in [(one, 1..=2), (two, 3..=4), (one, 5..=5)] {
        send_numbers(&mut node, sender, three, numbers);
    }
    (node, ids)
}

fn send_numbers(
    node: &mut Node,
    from: ProcessId,
    to: ProcessId,
    numbers: std::ops::RangeInclusive<usize>,
) {
    let mut process = node.take(from);
    node.system.signals.sender = from;
    numbers.for_each(|number| node.system.signals.send(to, Value::index(number)));
    node.system.pause(&mut node.heap, &mut process);
    node.system.processes.end_turn();
    node.system.processes.park_ready(process);
}

#[test]
fn signals_of_a_pair_stay_in_order_and_others_need_not() {
    let (mut node, [_, _, three]) = two_senders();
    node.check(three, expect![""]);
    while node.system.deliver_one(&mut node.heap) {}
    node.check(
        three,
        expect![[r#"
            3
            4
            1
            2
            5"#]],
    );
}

#[test]
fn what_a_process_has_sent_is_there_before_it_asks() {
    let (mut node, [one, _, three]) = two_senders();
    let mut process = node.take(one);
    node.system.flush(&mut node.heap, &mut process, three);
    node.check(
        three,
        expect![[r#"
            1
            2
            5"#]],
    );
}

#[test]
fn a_message_to_oneself_is_there_at_once() {
    let (mut node, [one, _, three]) = two_senders();
    send_numbers(&mut node, one, one, 7..=8);
    node.check(
        one,
        expect![[r#"
            7
            8"#]],
    );
    node.check(three, expect![""]);
}

#[test]
fn the_end_of_a_process_comes_after_its_messages() {
    let (mut node, [one, two]) = Node::with();
    node.trap_exits(two);
    node.turn(one, |system, process| system.link(process, two).expect("it is there"));
    node.system.scheduler = Box::new(LastFirst);
    send_numbers(&mut node, one, two, 1..=2);
    node.end(one, "bye");
    node.check(two, expect![""]);
    while node.system.deliver_one(&mut node.heap) {}
    node.check(
        two,
        expect![[r#"
            1
            2
            {'EXIT',<0.100.0>,bye}"#]],
    );
}
