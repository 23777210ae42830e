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
    /// Graphs in which somebody waits for ever.
    stuck: BTreeSet<u128>,
    /// Actions that could not be followed.
    left_out: usize,
    /// Runs that were to come to a variant, and in which some event saw other writes.
    not_shown: usize,
}

/// Explores all of a program, up to a number of runs.
fn explore(program: &Program, start: Input, strategy: Strategy, limit: usize) -> Explored {
    let mut conditions = data::Domain;
    let mut exploration = Exploration::new(strategy);
    let mut explored = Explored {
        graphs: BTreeSet::new(),
        runs: 0,
        stuck: BTreeSet::new(),
        left_out: 0,
        not_shown: 0,
    };
    let mut input = start;
    let mut machine = Machine::new(program, input);
    machine.run_freely();
    let mut shows: Option<Vec<u128>> = None;
    loop {
        explored.runs += 1;
        let graph = machine.graph_hash();
        explored.graphs.insert(graph);
        if explored.runs >= limit {
            break;
        }
        let run = machine.into_run();
        if !run.pending.is_empty() {
            explored.stuck.insert(graph);
        }
        exploration.learn(run, &input, &mut conditions);
        if let Some(shows) = &shows {
            explored.not_shown += usize::from(!exploration.has_shown(shows));
        }
        let Some(work) = exploration.next_work(&conditions) else { break };
        input = work.input;
        shows = work.is_sure.then(|| work.shows.clone());
        let (next, left_out) = follow(program, &work);
        machine = next;
        explored.left_out += left_out;
    }
    assert_eq!(exploration.statistics.unknown, 0);
    explored
}
