//! What can come of a program at all? Every interleaving of steps, deliveries and timeouts is run.

use super::data::inputs;
use super::machine::Machine;
use super::program::{Input, Program};
use std::collections::{BTreeSet, HashSet};

/// All graphs, for all of these inputs. `None`: there are too many interleavings.
pub fn all_graphs(program: &Program, inputs: &[Input], limit: usize) -> Option<BTreeSet<u128>> {
    let mut graphs = BTreeSet::new();
    for &input in inputs {
        let mut seen: HashSet<u128> = HashSet::new();
        let mut left = vec![Machine::new(program, input)];
        while let Some(machine) = left.pop() {
            let moves = machine.moves();
            if moves.is_empty() {
                graphs.insert(machine.graph_hash());
            }
            for a_move in moves {
                let mut next = machine.clone();
                next.make(a_move);
                if seen.insert(next.state_hash()) {
                    left.push(next);
                }
            }
            if seen.len() > limit {
                return None;
            }
        }
    }
    Some(graphs)
}

/// Those that a program distinguishes, or any one if it does not.
pub fn inputs_of(program: &Program) -> Vec<Input> {
    use super::program::{Instruction, Source};
    let uses_input = program.processes.iter().flatten().any(|instruction| {
        let (Instruction::Send { value, .. } | Instruction::Branch { value, .. }) = instruction
        else {
            return false;
        };
        *value != Source::Last
    });
    inputs().take(if uses_input { 16 } else { 1 }).collect()
}
