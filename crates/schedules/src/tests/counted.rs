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

// ---- protocols ----

fn post(to: usize, tag: u8) -> Instruction {
    Instruction::Post { to: Some(to), tag }
}

const REPLY: Instruction = Instruction::Post { to: None, tag: 0 };
const TAKE: u8 = 0;
const GIVE_BACK: u8 = 1;

/// Somebody who owns something is asked for it so many times, and gets it back.
fn owner(times: usize) -> Vec<Instruction> {
    let once = [receive(Pattern::Tag(TAKE)), REPLY, receive(Pattern::Tag(GIVE_BACK))];
    vec![once; times].concat()
}

/// Philosophers who each want two forks. Process 0 only starts the others, forks come after philosophers.
fn philosophers(count: usize, are_careful: bool) -> Vec<Vec<Instruction>> {
    let fork = |number: usize| 1 + count + number % count;
    let mut processes = vec![vec![]];
    for number in 0..count {
        let mut forks = [fork(number), fork(number + 1)];
        if are_careful {
            forks.sort_unstable();
        }
        let taking = forks.map(|fork| [post(fork, TAKE), receive(Pattern::Any)]);
        let giving_back = forks.map(|fork| post(fork, GIVE_BACK));
        processes.push([taking.concat(), giving_back.to_vec()].concat());
    }
    processes.extend(std::iter::repeat_n(owner(2), count));
    processes
}

#[test]
fn philosophers_starve_only_if_they_are_careless() {
    for count in [2, 3, 4] {
        let explore = |are_careful| {
            let program = Program::new(philosophers(count, are_careful));
            explore(&program, [0, 0], Strategy::OldestFirst, usize::MAX)
        };
        let (careless, careful) = (explore(false), explore(true));
        assert_eq!(careless.stuck.len(), 1, "all have one fork, and wait for the other one");
        assert_eq!(careful.stuck.len(), 0);
        // At each fork one of two is first. That all get their second one first is not possible; and if they
        // are careful, that all get their first one first is not either.
        assert_eq!(careless.graphs.len(), (1 << count) - 1);
        assert_eq!(careful.graphs.len(), (1 << count) - 2);
        assert_eq!((careless.runs, careful.runs), (careless.graphs.len(), careful.graphs.len()));
    }
}

/// Two clients add one to a number, with a lock server or without.
fn counting(is_locked: bool) -> Vec<Vec<Instruction>> {
    let add = vec![Instruction::Read(0), Instruction::Write(0)];
    let lock = vec![post(1, TAKE), receive(Pattern::Any)];
    let client = if is_locked { [lock, add, vec![post(1, GIVE_BACK)]].concat() } else { add };
    let server = if is_locked { owner(2) } else { vec![] };
    vec![vec![], server, client.clone(), client]
}

#[test]
fn a_lock_leaves_the_order_of_two_clients() {
    assert_eq!(count(counting(true)), (2, 2));
    // Both read first, with two orders of the writes; or one goes after the other.
    assert_eq!(count(counting(false)), (4, 4));
}

/// A coordinator asks two others, and waits no longer than it wants to for each of their answers.
#[test]
fn two_phases_with_a_timeout() {
    let waits = Instruction::Receive { pattern: Pattern::Any, has_timeout: true };
    let coordinator = vec![post(1, 0), post(2, 0), waits, waits, post(1, 1), post(2, 1)];
    let participant = vec![receive(Pattern::Any), REPLY, receive(Pattern::Any)];
    // Each wait brings one of the two answers or none, and no answer comes twice.
    assert_eq!(count(vec![coordinator, participant.clone(), participant]), (7, 7));
}
