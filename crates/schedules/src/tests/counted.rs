//! How many graphs do programs have of which one knows?

use super::explore;
use super::program::{Exit, Instruction, Pattern, Program, Source};
use crate::Strategy;

/// How many graphs, and how many runs it took.
fn count(processes: Vec<Vec<Instruction>>) -> (usize, usize) {
    let explored = explore(&Program::new(processes), [0, 0], Strategy::NewestFirst, usize::MAX);
    assert_eq!(explored.left_out, 0);
    (explored.graphs.len(), explored.runs)
}

fn send(to: usize, tag: u8) -> Instruction {
    Instruction::Send { to, tag, value: Source::Last }
}

fn receive(pattern: Pattern) -> Instruction {
    Instruction::Receive { pattern, has_timeout: false }
}

/// Some send to one, who takes any of their messages first.
fn senders(count: usize) -> Vec<Vec<Instruction>> {
    let mut processes = vec![vec![receive(Pattern::Any); count]];
    processes.extend(std::iter::repeat_n(vec![send(0, 0)], count));
    processes
}

#[test]
fn senders_to_one_mailbox() {
    assert_eq!(count(senders(3)), (6, 6));
    assert_eq!(count(senders(5)), (120, 120));
    let start = std::time::Instant::now();
    assert_eq!(count(senders(7)), (5040, 5040));
    println!("7 senders: {:.0} runs a second", 5040.0 / start.elapsed().as_secs_f64());
}

#[test]
fn messages_of_one_sender_stay_in_order() {
    let twice = vec![send(0, 0), send(0, 1)];
    let processes = vec![vec![receive(Pattern::Any); 4], twice.clone(), twice];
    assert_eq!(count(processes), (6, 6));
}

#[test]
fn who_chooses_among_messages_does_not_see_their_order() {
    let takes = vec![receive(Pattern::Tag(1)), receive(Pattern::Notice)];
    let processes = vec![takes, vec![send(0, 1)], vec![send(0, 0)], vec![send(0, 0)]];
    assert_eq!(count(processes), (1, 1));
}

#[test]
fn nobody_sees_what_is_received_by_nobody() {
    let processes = vec![vec![], vec![send(0, 0)], vec![send(0, 1)], vec![send(0, 0)]];
    assert_eq!(count(processes), (1, 1));
}

#[test]
fn a_timeout_comes_before_or_after_a_message() {
    let waits = Instruction::Receive { pattern: Pattern::Any, has_timeout: true };
    assert_eq!(count(vec![vec![waits], vec![send(0, 0)]]), (2, 2));
    assert_eq!(count(vec![vec![waits, waits], vec![send(0, 0)]]), (3, 3));
}

#[test]
fn readers_and_a_writer() {
    for readers in 1..=8 {
        let mut processes = vec![vec![Instruction::Write(0)]];
        processes.extend(std::iter::repeat_n(vec![Instruction::Read(0)], readers));
        assert_eq!(count(processes), (1 << readers, 1 << readers));
    }
}

#[test]
fn writers_of_one_cell_and_of_others() {
    let processes = |cells: [u64; 5]| {
        let mut processes = vec![vec![]];
        processes.extend(cells.map(|cell| vec![Instruction::Write(cell)]));
        processes
    };
    assert_eq!(count(processes([0, 0, 0, 0, 0])), (120, 120));
    assert_eq!(count(processes([0, 1, 2, 3, 4])), (1, 1));
    assert_eq!(count(processes([0, 0, 0, 1, 1])), (12, 12));
}

#[test]
fn an_exit_signal_comes_anytime() {
    // Before any of its three writes, at its end, or too late.
    let kill = Instruction::Exit { to: 0, how: Exit::Kill };
    let writes = vec![Instruction::Write(0); 3];
    assert_eq!(count(vec![writes, vec![kill]]), (5, 5));
}

#[test]
fn a_branch_has_an_input_for_each_way() {
    let branch = |value, than| Instruction::Branch { value, than, is_less: true };
    let (first, second) = (branch(Source::First, 2), branch(Source::Second, 2));
    assert_eq!(count(vec![vec![first, second]]), (4, 4));
    // Whoever asks the same gets the same answer.
    assert_eq!(count(vec![vec![first], vec![first]]), (2, 2));
    assert_eq!(count(vec![vec![first, branch(Source::First, 1)]]), (3, 3));
}
