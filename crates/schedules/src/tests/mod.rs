//! Are exactly those graphs run that some interleaving leads to, each about once?

mod counted;
mod data;
mod delivering;
mod every_interleaving;
mod machine;
mod program;
mod random;
mod steps;

use crate::{Exploration, Strategy};
use machine::{Machine, follow};
use program::{Input, Program};
use std::collections::BTreeSet;

/// What an exploration came to.
struct Explored {
    graphs: BTreeSet<u128>,
    runs: usize,
    /// Actions that could not be followed.
    left_out: usize,
}

/// Explores all of a program, up to a number of runs.
fn explore(program: &Program, start: Input, strategy: Strategy, limit: usize) -> Explored {
    let mut conditions = data::Domain;
    let mut exploration = Exploration::new(strategy);
    let mut explored = Explored { graphs: BTreeSet::new(), runs: 0, left_out: 0 };
    let mut input = start;
    let mut machine = Machine::new(program, input);
    machine.run_freely();
    loop {
        explored.runs += 1;
        explored.graphs.insert(machine.graph_hash());
        if explored.runs >= limit {
            break;
        }
        exploration.learn(machine.into_run(), &input, &mut conditions);
        let Some(work) = exploration.next_work(&conditions) else { break };
        input = work.input;
        let (next, left_out) = follow(program, &work);
        machine = next;
        explored.left_out += left_out;
    }
    assert_eq!(exploration.statistics.unknown, 0);
    explored
}
