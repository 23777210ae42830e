//! Which way went which run? The paths as a tree: runs that decided alike share a branch up to where
//! they part.

use super::place::Named;
use crate::{Function, notation, text};
use askama::Template;
use explore::{Path, Paths, Step};
use trace::Outcome;

/// Browsers stop nesting at some depth; what lies deeper is told without branches.
const DEEPEST: usize = 60;

/// A result at greater length is cut: the call tells the rest.
const LONGEST_END: usize = 200;

pub struct Tree {
    pub root: Branch,
    pub shown: usize,
    pub dropped: u64,
}

/// Decisions that all runs of the branch have in common, and what became of these.
#[derive(Template)]
#[template(path = "branch.html")]
pub struct Branch {
    pub decisions: Vec<Decision>,
    /// The first decision is its title.
    pub is_titled: bool,
    pub branches: Vec<Branch>,
    pub ends: Vec<End>,
    pub runs: usize,
    pub crashes: usize,
}

impl Branch {
    /// The decisions that the title does not tell.
    fn told(&self) -> &[Decision] {
        self.decisions.get(usize::from(self.is_titled)..).unwrap_or_default()
    }
}

pub struct Decision {
    pub place: String,
    pub subject: String,
    pub way: String,
}

pub struct End {
    /// The class that gives it its colour.
    pub kind: &'static str,
    pub text: String,
    pub call: String,
    pub is_cut: bool,
}

pub fn tree(function: &Function, paths: &Paths) -> Tree {
    let taken: Vec<&Path> = paths.taken.iter().collect();
    let root = branch(function, &taken, 0, 0);
    Tree { root, shown: paths.taken.len(), dropped: paths.dropped }
}

fn branch(function: &Function, paths: &[&Path], mut depth: usize, level: usize) -> Branch {
    let mut decisions = Vec::new();
    while let Some(step) = common(paths, depth) {
        decisions.push(decision(step));
        depth += 1;
    }
    let is_over = |path: &&&Path| path.steps.len() == depth || level == DEEPEST;
    let ends: Vec<End> = paths.iter().filter(is_over).map(|path| end(function, path)).collect();
    let going_on: Vec<&Path> = paths.iter().copied().filter(|path| !is_over(&path)).collect();
    let branches: Vec<Branch> = parted(&going_on, depth)
        .into_iter()
        .map(|group| branch(function, &group, depth, level + 1))
        .collect();
    let crashes = ends.iter().filter(|end| end.kind == "bad").count()
        + branches.iter().map(|branch| branch.crashes).sum::<usize>();
    Branch { decisions, is_titled: level > 0, branches, ends, runs: paths.len(), crashes }
}

/// The decision at this depth, if every path has it.
fn common<'a>(paths: &[&'a Path], depth: usize) -> Option<&'a Step> {
    let step = paths.first()?.steps.get(depth)?;
    let is_same = |path: &&Path| path.steps.get(depth).is_some_and(|other| is_alike(step, other));
    paths.iter().all(is_same).then_some(step)
}

/// Paths that go on alike, in the order in which their runs came.
fn parted<'a>(paths: &[&'a Path], depth: usize) -> Vec<Vec<&'a Path>> {
    let mut groups: Vec<Vec<&Path>> = Vec::new();
    for path in paths {
        let is_same =
            |group: &&mut Vec<&Path>| is_alike(&group[0].steps[depth], &path.steps[depth]);
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(path),
            None => groups.push(vec![path]),
        }
    }
    groups
}

fn is_alike(left: &Step, right: &Step) -> bool {
    let place = |step: &Step| step.site.map(|site| (site.module, site.position));
    place(left) == place(right) && left.subject == right.subject && left.way == right.way
}

fn decision(step: &Step) -> Decision {
    let place = step.site.as_ref().map(|site| site.named()).unwrap_or_default();
    Decision { place, subject: step.subject.clone(), way: step.way.clone() }
}

fn end(function: &Function, path: &Path) -> End {
    let (kind, text) = match &path.outcome {
        Outcome::Returned(term) => ("good", format!("returned {}", notation::write(term))),
        Outcome::Crashed { class, reason, .. } => {
            ("bad", format!("{}: {}", class.atom().name(), notation::write(reason)))
        }
        Outcome::Deadlock => ("bad", "deadlock".to_owned()),
        Outcome::OutOfReductions => ("bad", "did not come to an end".to_owned()),
        Outcome::Incomplete(why) => {
            ("unknown", format!("could not go on: {}", explore::report::describe(why)))
        }
        Outcome::Rejected => ("unknown", "not called: a precondition is not fulfilled".to_owned()),
        Outcome::Unfulfilled { value, .. } => {
            ("bad", format!("returned {}, against a postcondition", notation::write(value)))
        }
        Outcome::OutOfMemory => ("unknown", "out of memory".to_owned()),
        Outcome::Stopped => ("unknown", "stopped".to_owned()),
    };
    End {
        kind,
        text: text::cut(&text, LONGEST_END),
        call: notation::call(function.mfa, &path.input.arguments),
        is_cut: path.is_cut,
    }
}
