//! Which arguments does an input say by calls? Those of opaque types, where some function returns such values; and
//! the state of a server in its callbacks, which its own callbacks return.

use crate::Workbench;
use crate::Workpiece;
use interpreter::Building;
use std::sync::Arc;
use typing::Type;
use typing::built::{Plan, Table};

/// Types with calls in them, and how these are carried out.
pub struct Built {
    /// As [`Workpiece::types`], with calls in place of what only the program can build.
    pub types: Vec<Vec<Arc<Type>>>,
    pub building: Building,
    /// Are there no such values but those that these calls return?
    pub is_complete: bool,
    /// Which of the arguments is the state of a server?
    pub state: Option<usize>,
}

impl Workbench {
    /// `None` if there is nothing to build, or if the clauses of the spec would build at different places.
    pub fn built(&self, piece: &Workpiece) -> Option<Built> {
        let state = self.environment.with_state(piece.module, piece.function);
        let mut plans: Vec<Plan> = Vec::new();
        let mut types = Vec::new();
        for clause in &piece.types {
            let parameters = clause.iter().map(|wanted| self.environment.with_calls(wanted));
            let (mut parameters, mut of_clause): (Vec<Arc<Type>>, Vec<Plan>) = parameters.unzip();
            if let Some((number, state, plan)) = &state {
                parameters[*number] = state.clone();
                of_clause[*number] = plan.clone();
            }
            types.push(parameters);
            plans = match plans.is_empty() {
                true => of_clause,
                false => together(&plans, &of_clause)?,
            };
        }
        if plans.iter().all(Plan::is_keep) {
            return None;
        }
        let mut table = Table::new(&self.environment);
        let plans = table.plans(&plans);
        let rows = table.rows()?;
        let building = Building { plans, table: rows };
        Some(Built {
            types,
            building,
            is_complete: table.is_complete,
            state: state.map(|(number, ..)| number),
        })
    }
}

/// Where the calls are, whichever of two clauses is meant.
fn together(one: &[Plan], other: &[Plan]) -> Option<Vec<Plan>> {
    let either = |(one, other): (&Plan, &Plan)| one.clone().or(other.clone());
    (one.len() == other.len()).then(|| one.iter().zip(other).map(either).collect())
}
