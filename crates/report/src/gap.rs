//! What was not seen? Whatever was cut or lost on the way, so that nobody takes silence for proof.

use explore::Exploration;
use term::Term;

/// Something that keeps a search from being complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub kind: GapKind,
    /// Which built-in, construct or reason.
    pub what: String,
    pub count: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum GapKind {
    /// Runs that ended where the program would have touched the machine.
    Effect,
    /// Runs that ended at a built-in that Ermine lacks.
    UnsupportedBuiltIn,
    /// Runs that ended because the BEAM did not answer for a built-in.
    Oracle,
    /// Runs that ended at something else that Ermine does not do.
    Unsupported,
    OutOfMemory,
    /// Crashes that did not happen again without symbols: a bug of Ermine.
    NotRepeated,
    /// How often the run went on with a concrete value only.
    LostPrecision,
    /// Runs with more decisions than the depth allows.
    DepthCut,
    /// Branches of which the solver could not tell whether there is a way into them.
    SolverUnknown,
    /// Runs that went another way than predicted: a bug of Ermine.
    Divergence,
    /// Crashes that the BEAM does not have: a bug of Ermine.
    Refuted,
}

impl GapKind {
    /// The name that the JSON format has for it.
    pub fn name(self) -> &'static str {
        match self {
            GapKind::Effect => "effect",
            GapKind::UnsupportedBuiltIn => "unsupported_built_in",
            GapKind::Oracle => "oracle",
            GapKind::Unsupported => "unsupported",
            GapKind::OutOfMemory => "out_of_memory",
            GapKind::NotRepeated => "not_repeated",
            GapKind::LostPrecision => "lost_precision",
            GapKind::DepthCut => "depth_cut",
            GapKind::SolverUnknown => "solver_unknown",
            GapKind::Divergence => "divergence",
            GapKind::Refuted => "refuted",
        }
    }
}

/// Everything that was cut or lost, by kind, the most frequent first.
pub fn gaps(exploration: &Exploration, refuted: u64) -> Vec<Gap> {
    let mut gaps: Vec<Gap> =
        exploration.incomplete.iter().map(|(what, count)| of_description(what, *count)).collect();
    gaps.extend(exploration.losses.iter().map(|(&(module, function, arity), &count)| {
        let what = format!("{}:{}/{arity}", Term::Atom(module), Term::Atom(function));
        Gap { kind: GapKind::LostPrecision, what, count }
    }));
    gaps.extend(exploration.unknown.iter().map(|(why, &count)| Gap {
        kind: GapKind::SolverUnknown,
        what: plain_reason(why),
        count,
    }));
    let counted = [
        (GapKind::DepthCut, exploration.cut),
        (GapKind::Divergence, exploration.divergences.len() as u64),
        (GapKind::Refuted, refuted),
    ];
    let counted = counted.into_iter().filter(|(_, count)| *count > 0);
    gaps.extend(counted.map(|(kind, count)| Gap { kind, what: String::new(), count }));
    gaps.sort_by(|a, b| (a.kind, b.count, &a.what).cmp(&(b.kind, a.count, &b.what)));
    gaps
}

/// The search keeps these as lines (see [`explore::report::describe`]); here they are told apart.
fn of_description(line: &str, count: u64) -> Gap {
    let (kind, what) = if let Some(mfa) = line.strip_prefix("effect ") {
        (GapKind::Effect, mfa)
    } else if let Some(rest) = line.strip_prefix("built-in ")
        && let Some(mfa) = rest.strip_suffix(" is not supported")
    {
        (GapKind::UnsupportedBuiltIn, mfa)
    } else if let Some(mfa_and_why) = line.strip_prefix("the BEAM did not answer for ") {
        (GapKind::Oracle, mfa_and_why)
    } else if line == "out of memory" {
        (GapKind::OutOfMemory, "")
    } else if line == "a crash that did not happen again without symbols" {
        (GapKind::NotRepeated, "")
    } else {
        (GapKind::Unsupported, line)
    };
    Gap { kind, what: what.to_owned(), count }
}

/// `Arithmetic("no SMT solver")`, as the search keeps it, becomes `arithmetic: no SMT solver`.
fn plain_reason(why: &str) -> String {
    if why == "Rejected" {
        return "a model that did not hold".to_owned();
    }
    match why.split_once("(\"").and_then(|(kind, rest)| Some((kind, rest.strip_suffix("\")")?))) {
        Some((kind, detail)) => format!("{}: {detail}", kind.to_lowercase()),
        None => why.to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use explore::report::describe;
    use term::Atom;
    use trace::Incomplete;

    fn check(incomplete: Incomplete, expect: Expect) {
        let gap = of_description(&describe(&incomplete), 1);
        expect.assert_eq(&format!("{} {}", gap.kind.name(), gap.what));
    }

    #[test]
    fn what_the_search_describes_is_told_apart() {
        let (module, function, arity) = (Atom::new("m"), Atom::new("f"), 2);
        check(Incomplete::Effect { module, function, arity }, expect!["effect m:f/2"]);
        check(
            Incomplete::UnsupportedBuiltIn { module, function, arity },
            expect!["unsupported_built_in m:f/2"],
        );
        let why = "timeout".to_owned();
        check(
            Incomplete::Oracle { module, function, arity, why },
            expect!["oracle m:f/2: timeout"],
        );
        check(Incomplete::Unsupported("code of m".into()), expect!["unsupported code of m"]);
    }

    #[test]
    fn reasons_of_the_solver() {
        expect!["arithmetic: no SMT solver"]
            .assert_eq(&plain_reason("Arithmetic(\"no SMT solver\")"));
        expect!["a model that did not hold"].assert_eq(&plain_reason("Rejected"));
    }
}
