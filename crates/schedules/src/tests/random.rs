//! Thousands of random programs, of all kinds of events, against every interleaving.

use super::every_interleaving::{all_graphs, inputs_of};
use super::explore;
use super::machine::NAME_COUNT;
use super::program::{Exit, Instruction, Pattern, Program, Source};
use crate::Strategy;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// What a program may do beside sending and receiving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    Objects,
    Exits,
    Data,
    Ties,
    Names,
    Timers,
}

const FEATURES: [Feature; 6] = [
    Feature::Objects,
    Feature::Exits,
    Feature::Data,
    Feature::Ties,
    Feature::Names,
    Feature::Timers,
];

fn random_program(random: &mut Random, features: &[Feature]) -> Program {
    let count = random.of(&[2, 3, 3, 4]);
    let processes = (0..count).map(|number| {
        let length = 1 + random.below(4);
        (0..length).map(|_| random_instruction(random, features, number, count)).collect()
    });
    Program::new(processes.collect())
}

fn random_instruction(
    random: &mut Random,
    features: &[Feature],
    number: usize,
    count: usize,
) -> Instruction {
    let has_data = features.contains(&Feature::Data);
    let others: Vec<usize> = (0..count).filter(|&other| other != number).collect();
    let other = random.of(&others);
    let tag = random.below(2) as u8;
    if !features.is_empty() && random.happens(50) {
        let name = random.below(NAME_COUNT);
        match random.of(features) {
            Feature::Objects => {
                let cell = random.below(2) as u64;
                return match random.below(10) {
                    0..4 => Instruction::Read(cell),
                    4..8 => Instruction::Write(cell),
                    8 => Instruction::ReadAll,
                    _ => Instruction::WriteAll,
                };
            }
            Feature::Exits => {
                return match random.below(4) {
                    0 => Instruction::Trap(random.happens(70)),
                    1 => Instruction::Exit { to: other, how: Exit::Kill },
                    2 => Instruction::Exit { to: other, how: Exit::Normal },
                    _ => Instruction::Exit { to: other, how: Exit::Reason },
                };
            }
            Feature::Data => {
                let value = random.of(&[Source::First, Source::Second, Source::Last]);
                let (than, is_less) = (random.below(4) as u8, random.happens(50));
                return Instruction::Branch { value, than, is_less };
            }
            Feature::Ties => {
                return match random.below(6) {
                    0 | 1 => Instruction::Link(other),
                    2 => Instruction::Unlink(other),
                    3 => Instruction::Demonitor,
                    _ => Instruction::Monitor(other),
                };
            }
            Feature::Names => {
                return match random.below(6) {
                    0 | 1 => Instruction::Register { name, process: random.below(count) },
                    2 => Instruction::Unregister(name),
                    3 => Instruction::WhereIs(name),
                    4 => Instruction::IsAlive(other),
                    _ => Instruction::SendToName { name, tag },
                };
            }
            Feature::Timers => {
                return if random.happens(60) {
                    Instruction::StartTimer { to: random.below(count), tag }
                } else {
                    Instruction::CancelTimer
                };
            }
        }
    }
    if random.happens(50) {
        let value = if has_data {
            random.of(&[Source::First, Source::Second, Source::Last])
        } else {
            Source::Last
        };
        let to = if random.happens(8) { number } else { other };
        Instruction::Send { to, tag, value }
    } else {
        let limit = random.below(4) as u8;
        let pattern = match random.below(6) {
            0 | 1 => Pattern::Any,
            2 => Pattern::Tag(tag),
            3 if has_data => Pattern::AtMost(limit),
            4 if has_data => Pattern::Other(limit),
            3 | 4 => Pattern::Notice,
            _ => Pattern::Tag(tag),
        };
        Instruction::Receive { pattern, has_timeout: random.happens(20) }
    }
}

#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    graphs: usize,
    runs: usize,
    left_out: usize,
    not_shown: usize,
    wrong: Vec<String>,
}

/// `ERMINE_SOAK=20` takes twenty times as many programs.
fn soak() -> u64 {
    std::env::var("ERMINE_SOAK").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}

/// Programs with these features, and what came of them.
fn check(features: &[Feature], seeds: u64, limit: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..seeds * soak() {
        let mut random = Random(seed);
        let program = random_program(&mut random, features);
        let inputs = inputs_of(&program);
        let Some(expected) = all_graphs(&program, &inputs, limit) else { continue };
        if expected.len() < 2 {
            continue;
        }
        let strategy = match seed % 3 {
            0 => Strategy::NewestFirst,
            1 => Strategy::OldestFirst,
            _ => Strategy::Random(seed),
        };
        let start = random.of(&inputs);
        let explored = explore(&program, start, strategy, 50 * expected.len() + 100);
        tally.programs += 1;
        tally.graphs += expected.len();
        tally.runs += explored.runs;
        tally.left_out += explored.left_out;
        tally.not_shown += explored.not_shown;
        if explored.graphs != expected {
            let missing = expected.difference(&explored.graphs).count();
            let extra = explored.graphs.difference(&expected).count();
            let all = expected.len();
            tally.wrong.push(format!(
                "seed {seed} {strategy:?} from {start:?}: {missing} of {all} missing, {extra} extra\n{program}"
            ));
        }
    }
    tally
}

/// Nothing is missing and nothing is made up, and hardly anything is run twice.
fn hold(features: &[Feature], seeds: u64, limit: usize) {
    let tally = check(features, seeds, limit);
    let runs_per_graph = tally.runs as f64 / tally.graphs as f64;
    println!(
        "{features:?}: {} programs, {} graphs, {} runs ({runs_per_graph:.3} for each), {} actions left out, {} runs elsewhere, {} wrong",
        tally.programs,
        tally.graphs,
        tally.runs,
        tally.left_out,
        tally.not_shown,
        tally.wrong.len()
    );
    for wrong in tally.wrong.iter().take(3) {
        println!("{wrong}");
    }
    assert_eq!(tally.wrong.len(), 0);
    assert!(tally.programs as u64 > seeds / 8, "there are programs to compare");
    assert!(runs_per_graph < 1.2);
}

#[test]
fn messages() {
    hold(&[], 1000, 1500);
}

#[test]
fn objects() {
    hold(&[Feature::Objects], 600, 1500);
}

#[test]
fn exits() {
    hold(&[Feature::Exits], 600, 1500);
}

#[test]
fn data() {
    hold(&[Feature::Data], 400, 800);
}

#[test]
fn ties() {
    hold(&[Feature::Ties], 600, 1500);
}

#[test]
fn ties_and_exits() {
    hold(&[Feature::Ties, Feature::Exits], 600, 1500);
}

#[test]
fn names() {
    hold(&[Feature::Names], 600, 1500);
}

#[test]
fn timers() {
    hold(&[Feature::Timers], 600, 1500);
}

#[test]
fn timers_and_names_and_objects() {
    hold(&[Feature::Timers, Feature::Names, Feature::Objects], 600, 1500);
}

#[test]
fn data_with_objects_and_exits() {
    hold(&[Feature::Data, Feature::Objects, Feature::Exits], 400, 800);
}

#[test]
fn data_with_ties_and_timers() {
    hold(&[Feature::Data, Feature::Ties, Feature::Timers], 400, 800);
}

#[test]
fn everything() {
    hold(&FEATURES, 500, 800);
}
