//! What do the shapes say? Shapes first, then numbers, then a term for every argument, then a check.

use crate::answer::Failure;
use crate::build::{Build, Built};
use crate::graph::{Contradiction, Graph, NodeId, Step};
use crate::numbers::{self, Assignment};
use crate::numeric::{NumericAnswer, NumericProblem, NumericSolver};
use crate::patience::Patience;
use crate::repair::{self, Repairs};
use crate::step::{self, Attempt, Halt};
use crate::why::{Hard, NumericWhy, ShapeWhy};
use crate::{Answer, Model, Problem, Solver, Statistics, Why, annotate, funs};
use std::sync::Arc;
use std::time::Instant;
use symbolic::Constraint;
use term::Term;
use typing::Type;

pub struct ShapeSolver {
    linear: Box<dyn NumericSolver>,
    /// `None`: what is not linear stays unknown.
    smt: Option<Box<dyn NumericSolver>>,
    statistics: Statistics,
}

/// So many alternatives of the types of arguments are tried one by one.
const MOST_SPLITS: usize = 24;

/// What a try takes of the patience: for itself, and for each constraint.
const MODEL_WORK: u64 = 50;
const CONSTRAINT_WORK: u64 = 5;

/// How often two parts that must differ may turn out equal before we give up.
const MOST_REPAIRS: usize = 24;

/// Longer numbers take longer to write than anybody would wait for an answer.
const WIDEST: u64 = 1 << 16;

impl ShapeSolver {
    pub fn new(linear: Box<dyn NumericSolver>, smt: Option<Box<dyn NumericSolver>>) -> ShapeSolver {
        ShapeSolver { linear, smt, statistics: Statistics::default() }
    }

    /// Without an SMT solver.
    pub fn native() -> ShapeSolver {
        ShapeSolver::new(Box::new(crate::linear::Linear::new()), None)
    }

    /// One clause of the spec after the other.
    fn look(&mut self, problem: &Problem) -> Attempt<Model, Why> {
        if problem.types.is_empty() {
            let any = Arc::new(Type::Any);
            let types = vec![any; problem.start.len()];
            return self.attempt(problem, &types);
        }
        step::first(problem.types, |types| self.attempt(problem, types))
    }

    fn attempt(&mut self, problem: &Problem, types: &[Arc<Type>]) -> Attempt<Model, Why> {
        self.split(problem, types, &mut { MOST_SPLITS })
    }

    /// Numbers are chosen before the alternatives of a type that they are in: `{1..3, 1..3} |
    /// {7..9, 7..9}`. Where they do not go together, one alternative is tried after the other.
    fn split(
        &mut self,
        problem: &Problem,
        types: &[Arc<Type>],
        tries: &mut usize,
    ) -> Attempt<Model, Why> {
        const NOT_FOUND: Why = Why::Shapes(ShapeWhy::NotFound(Hard::Alternatives));
        let mut constraints = problem.constraints.to_vec();
        let attempt = self.repaired(problem, &mut constraints, types, &mut { MOST_REPAIRS });
        let is_hard = |why: ShapeWhy| matches!(why, ShapeWhy::NotFound(_) | ShapeWhy::Assumed);
        if !matches!(attempt, Err(Halt::GaveUp(Why::Shapes(why))) if is_hard(why)) {
            return attempt;
        }
        let of_tuples = |(index, wanted): (usize, &Arc<Type>)| {
            let alternatives = problem.environment.alternatives(wanted);
            let is_tuple = |each: &&Arc<Type>| matches!(***each, Type::Tuple(_));
            (alternatives.iter().filter(is_tuple).count() > 1).then_some((index, alternatives))
        };
        let Some((index, alternatives)) = types.iter().enumerate().find_map(of_tuples) else {
            return attempt;
        };
        let found = step::first(alternatives, |alternative| {
            if *tries == 0 || problem.patience.is_over() {
                return Err(Halt::GaveUp(NOT_FOUND));
            }
            *tries -= 1;
            let mut types = types.to_vec();
            types[index] = alternative;
            self.split(problem, &types, tries)
        });
        match found {
            // What was too hard at first is what to tell.
            Err(Halt::GaveUp(_)) => attempt,
            found => found,
        }
    }

    /// A model in which nothing is equal that must differ.
    fn repaired(
        &mut self,
        problem: &Problem,
        constraints: &mut Vec<Constraint>,
        types: &[Arc<Type>],
        tries: &mut usize,
    ) -> Attempt<Model, Why> {
        let arguments = match self.arguments(problem, constraints, types) {
            Ok(arguments) => arguments,
            Err(halt) => return self.with_other_keys(problem, constraints, types, halt),
        };
        let rejected = match Model::check(problem, arguments) {
            Ok(model) => return Ok(model),
            Err(rejected) => rejected,
        };
        let why = match repair::asks_about_identities(problem, &rejected.arguments) {
            true => Why::Shapes(ShapeWhy::NotFound(Hard::Questions)),
            false => Why::Rejected,
        };
        let is_rejected = || Halt::GaveUp(why.clone());
        let Failure::Constraint(failed) = rejected.failure else { return Err(is_rejected()) };
        // Some ways of many that do not work prove nothing.
        let (ways, mut halt) = match repair::repairs(problem, &rejected.arguments, failed) {
            Repairs::All(ways) => (ways, Halt::Impossible),
            Repairs::Some(ways) => (ways, is_rejected()),
        };
        let mut halfway = Vec::new();
        for way in ways {
            if *tries == 0 || problem.patience.is_over() {
                halt = is_rejected();
                break;
            }
            *tries -= 1;
            let length = constraints.len();
            constraints.extend(way.iter().cloned());
            let arguments = self.arguments(problem, constraints, types);
            constraints.truncate(length);
            match arguments.map(|arguments| Model::check(problem, arguments)) {
                Ok(Ok(model)) => return Ok(model),
                Ok(Err(now)) => match now.failure {
                    // The same again with other values is another model to repair.
                    Failure::Constraint(next)
                        if next != failed || now.arguments != rejected.arguments =>
                    {
                        halfway.push(way);
                    }
                    _ => halt = is_rejected(),
                },
                Err(other) => halt = halt.join(other),
            }
        }
        for way in halfway {
            let length = constraints.len();
            constraints.extend(way);
            let attempt = self.repaired(problem, constraints, types, tries);
            constraints.truncate(length);
            match attempt {
                Ok(model) => return Ok(model),
                Err(other) => halt = halt.join(other),
            }
        }
        Err(halt.because(|_| why))
    }

    /// Where no input was found, a part of the input that is a key of a map may have to be another
    /// one than it was.
    fn with_other_keys(
        &mut self,
        problem: &Problem,
        constraints: &mut Vec<Constraint>,
        types: &[Arc<Type>],
        halt: Halt<Why>,
    ) -> Attempt<Model, Why> {
        if !matches!(halt, Halt::GaveUp(Why::Shapes(_))) {
            return Err(halt);
        }
        for other in repair::other_keys(problem, constraints) {
            if problem.patience.is_over() {
                break;
            }
            constraints.push(other);
            let arguments = self.arguments(problem, constraints, types);
            constraints.pop();
            if let Ok(arguments) = arguments
                && let Ok(model) = Model::check(problem, arguments)
            {
                return Ok(model);
            }
        }
        Err(halt)
    }

    /// Arguments that should be a model.
    fn arguments(
        &mut self,
        problem: &Problem,
        constraints: &[Constraint],
        types: &[Arc<Type>],
    ) -> Attempt<Vec<Term>, Why> {
        let patience = problem.patience;
        patience.spend(MODEL_WORK + CONSTRAINT_WORK * constraints.len() as u64);
        if patience.is_over() {
            return Err(Halt::GaveUp(ShapeWhy::TookTooLong.into()));
        }
        let mut graph = Graph::new(problem.symbols, problem.start, patience);
        let nodes = prepare(&mut graph, problem, constraints, types);
        let nodes = nodes.map_err(|stop| graph.judge(stop))?;
        let assignment = self.numbers(&graph, problem.patience)?;
        let mut build = Build::new(&graph, problem.environment, &assignment);
        let arguments = built(&mut build, &nodes, types)?;
        if graph.calls().next().is_none() {
            return Ok(arguments);
        }
        let calls = funs::calls(&graph, &build, &arguments);
        build = Build::new(&graph, problem.environment, &assignment);
        build.calls = calls;
        built(&mut build, &nodes, types)
    }

    /// The last resort, which is counted.
    fn by_smt(&mut self, problem: &NumericProblem, patience: &Patience) -> NumericAnswer {
        if patience.is_over() || !patience.is_for_smt() {
            return NumericAnswer::GaveUp(NumericWhy::OutOfTime);
        }
        let Some(smt) = &mut self.smt else {
            return NumericAnswer::GaveUp(NumericWhy::NoSmtSolver);
        };
        if problem.widest() > WIDEST {
            return NumericAnswer::GaveUp(NumericWhy::TooWide);
        }
        let start = Instant::now();
        let answer = smt.solve(problem, patience);
        self.statistics.smt_calls += 1;
        self.statistics.smt_nanoseconds += start.elapsed().as_nanos() as u64;
        answer
    }

    fn numbers(&mut self, graph: &Graph, patience: &Patience) -> Attempt<Assignment, Why> {
        let mut ask = |problem: &NumericProblem| match self.linear.solve(problem, patience) {
            NumericAnswer::GaveUp(_) => self.by_smt(problem, patience),
            answer => answer,
        };
        numbers::solve(graph, patience, &mut ask).map_err(|halt| match halt {
            Halt::Impossible => graph.judge(Contradiction),
            Halt::GaveUp(why) => Halt::GaveUp(why.into()),
        })
    }
}

/// The graph of the constraints and the types; a node for each argument.
fn prepare(
    graph: &mut Graph,
    problem: &Problem,
    constraints: &[Constraint],
    types: &[Arc<Type>],
) -> Step<Vec<NodeId>> {
    let mut nodes = Vec::new();
    for number in 0..types.len() {
        let symbol = problem.symbols.find(&symbolic::Expr::Argument(number as u32));
        nodes.push(match symbol {
            Some(symbol) => graph.path_node(symbol)?,
            None => graph.free_node(problem.start.get(number).cloned()),
        });
    }
    // What the types rule out is known before anything is compared.
    for constraint in constraints {
        graph.make_nodes(constraint.symbol)?;
    }
    annotate(graph, problem, &nodes, types)?;
    for constraint in constraints {
        graph.assume(constraint)?;
    }
    graph.take_guesses()?;
    graph.complete_keys()?;
    graph.follow_calls()?;
    annotate(graph, problem, &nodes, types)?;
    graph.check_maps()?;
    graph.forget_what_differs();
    graph.follow_differing()?;
    Ok(nodes)
}

fn annotate(graph: &mut Graph, problem: &Problem, nodes: &[NodeId], types: &[Arc<Type>]) -> Step {
    for (node, wanted) in nodes.iter().zip(types) {
        annotate::annotate(graph, problem.environment, *node, wanted)?;
    }
    Ok(())
}

/// A term for every argument.
fn built(build: &mut Build, nodes: &[NodeId], types: &[Arc<Type>]) -> Attempt<Vec<Term>, Why> {
    let terms = nodes.iter().zip(types).map(|(node, wanted)| build.node(*node, wanted));
    let terms: Built<Vec<Term>> = terms.collect();
    terms.map_err(|missing| build.judge(missing))
}

impl Solver for ShapeSolver {
    fn solve(&mut self, problem: &Problem) -> Answer {
        Answer::of(problem, self.look(problem))
    }

    fn statistics(&self) -> Statistics {
        let remembered = self.smt.as_ref().map_or(0, |smt| smt.remembered());
        let smt_calls = self.statistics.smt_calls - remembered;
        Statistics { smt_calls, smt_remembered: remembered, ..self.statistics.clone() }
    }
}

#[cfg(test)]
mod tests;
