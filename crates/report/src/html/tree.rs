//! Which way went which run? The paths as a tree: runs that decided alike share a branch up to where
//! they part.

use crate::stack::is_model;
use crate::{Function, Mfa, dialect, room, visible};
use askama::Template;
use explore::{Path, PathStep, Paths};
use trace::{Frame, Outcome};
use typing::Reading;

/// Browsers stop nesting at some depth; what lies deeper is told without branches.
const DEEPEST: usize = 60;

/// A result at greater length is cut: the call tells the rest.
const LONGEST_END: usize = 200;

/// What the page needs for a decision or an end besides its text, in bytes.
const FRAME: usize = 150;

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

/// As many of the paths as there is room for, in bytes.
pub fn tree(function: &Function, paths: &Paths, room: usize) -> Tree {
    let taken: Vec<&Path> = paths.taken.iter().collect();
    let mut builder = Builder { function, room, shown: 0 };
    let root = builder.branch(&taken, 0, 0);
    let dropped = paths.dropped + (taken.len() - builder.shown) as u64;
    Tree { root, shown: builder.shown, dropped }
}

struct Builder<'a> {
    function: &'a Function,
    room: usize,
    shown: usize,
}

impl Builder<'_> {
    fn branch(&mut self, paths: &[&Path], mut depth: usize, level: usize) -> Branch {
        let mut decisions = Vec::new();
        while let Some(step) = common(paths, depth) {
            let decision = decision(step);
            let Decision { place, subject, way } = &decision;
            self.use_up(place.len() + subject.len() + way.len());
            decisions.push(decision);
            depth += 1;
        }
        let is_over = |path: &&&Path| path.steps.len() == depth || level == DEEPEST;
        let over: Vec<&Path> = paths.iter().copied().filter(|path| is_over(&path)).collect();
        let ends: Vec<End> = over.into_iter().filter_map(|path| self.end(path)).collect();
        let going_on: Vec<&Path> = paths.iter().copied().filter(|path| !is_over(&path)).collect();
        let mut branches = Vec::new();
        for group in parted(&going_on, depth) {
            if self.room > 0 {
                branches.push(self.branch(&group, depth, level + 1));
            }
        }
        let crashes = ends.iter().filter(|end| end.kind == "bad").count()
            + branches.iter().map(|branch| branch.crashes).sum::<usize>();
        Branch { decisions, is_titled: level > 0, branches, ends, runs: paths.len(), crashes }
    }

    fn end(&mut self, path: &Path) -> Option<End> {
        if self.room == 0 {
            return None;
        }
        let end = end(self.function, path);
        self.use_up(end.text.len() + end.call.len());
        self.shown += 1;
        Some(end)
    }

    fn use_up(&mut self, bytes: usize) {
        self.room = self.room.saturating_sub(bytes + FRAME);
    }
}

/// The decision at this depth, if every path has it.
fn common<'a>(paths: &[&'a Path], depth: usize) -> Option<&'a PathStep> {
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

fn is_alike(left: &PathStep, right: &PathStep) -> bool {
    let place = |step: &PathStep| step.frame.map(|frame| (frame.module, frame.position));
    place(left) == place(right) && left.subject == right.subject && left.way == right.way
}

fn decision(step: &PathStep) -> Decision {
    let frame = step.frame.filter(|frame| !is_model(frame.module));
    let place = frame.map(named).unwrap_or_default();
    let [subject, way] = [&step.subject, &step.way].map(|text| visible::line(text).into_owned());
    Decision { place, subject, way }
}

/// `shop:total/2, line 16`
fn named(Frame { module, function, position }: Frame) -> String {
    let mfa = Mfa { module, function: function.name, arity: function.arity as usize };
    let function = dialect::place(mfa);
    match position.line {
        0 => function,
        line => format!("{function}, line {line}"),
    }
}

fn end(function: &Function, path: &Path) -> End {
    let value = |term| dialect::value(function.mfa, term, &Reading::Plain, LONGEST_END);
    let (kind, text) = match &path.outcome {
        Outcome::Returned(term) => ("good", format!("returned {}", value(term))),
        Outcome::Crashed { class, reason, .. } => {
            ("bad", format!("{}: {}", class.atom().name(), value(reason)))
        }
        Outcome::Deadlock(_) => ("bad", "deadlock".to_owned()),
        Outcome::LostMessage { message, .. } => {
            ("bad", format!("nobody received {}", value(message)))
        }
        Outcome::Halted { status, .. } => ("bad", format!("halt({})", value(status))),
        Outcome::OutOfReductions => ("unknown", "took all its reductions".to_owned()),
        Outcome::NoEnd(_) => ("bad", "has no end".to_owned()),
        Outcome::Incomplete(why) => {
            let why = room::text(&explore::report::describe(why), LONGEST_END);
            ("unknown", format!("could not go on: {}", visible::line(&why)))
        }
        Outcome::Rejected => ("unknown", "not called: a precondition is not fulfilled".to_owned()),
        Outcome::Unfulfilled { value: returned, .. } => {
            ("bad", format!("returned {}, against a postcondition", value(returned)))
        }
        Outcome::OutOfMemory => ("unknown", "out of memory".to_owned()),
        Outcome::Stopped => ("unknown", "stopped".to_owned()),
    };
    let call = dialect::call_within(function.mfa, &path.input.arguments, room::PATH).text;
    End { kind, text, call, is_cut: path.is_cut }
}
