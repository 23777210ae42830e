//! What was not seen? Whatever was cut or lost on the way, so that nobody takes silence for proof.

use crate::text::count;
use crate::{Mfa, notation, room};
use explore::report::{MayHang, OwnFault};
use explore::{Behaviours, Exploration, Shortfall, Undecided};
use term::{Atom, Term};
use trace::{Incomplete, Loser, Matter};

/// Something that keeps a search from being complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub kind: GapKind,
    /// Which built-in, construct or reason.
    pub what: String,
    pub count: u64,
    /// An SMT solver would help, and there is none.
    pub lacks_smt_solver: bool,
}

impl Gap {
    pub fn new(kind: GapKind, what: String, count: u64) -> Gap {
        Gap { kind, what, count, lacks_smt_solver: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum GapKind {
    /// No call fits the spec.
    NoInput,
    /// Runs that ended where the program would have touched the machine.
    Effect,
    /// Runs that ended at a built-in that Ermine lacks.
    UnsupportedBuiltIn,
    /// Runs that ended because the BEAM did not answer for a built-in.
    Oracle,
    /// Runs that ended at something else that Ermine does not do.
    Unsupported,
    /// Runs that ended at a call of a module that is nowhere to be found.
    MissingModule,
    OutOfMemory,
    /// Runs that took more than their reductions: they may hang.
    OutOfReductions,
    /// Runs that have no end: what is behind is not known.
    Hang,
    /// Crashes that did not happen again without symbols: a bug of Ermine.
    NotRepeated,
    /// Runs that returned what depends on the input, and of which it could not be asked whether it fits the type.
    ResultNotFollowed,
    /// A run failed where the analysis had shown that nothing can.
    AnalysisRefuted,
    /// How often the run went on with a concrete value only.
    LostPrecision,
    /// The same, for hashes and checksums, which nobody can turn round.
    Hashed,
    /// The same, for functions that the user did not want to be followed.
    Concrete,
    /// How often a run asked for something that is not a function of the arguments.
    World,
    /// The same, for clocks and what waits for them.
    Time,
    /// Runs with several processes, of which one order was tried.
    Order,
    /// Runs with more decisions than the depth allows.
    DepthCut,
    /// Branches of which the solver could not tell whether there is a way into them.
    SolverUnknown,
    /// Runs that went another way than predicted: a bug of Ermine.
    Divergence,
    /// Crashes that the BEAM does not have: a bug of Ermine.
    Refuted,
    /// Runs that called funs among the arguments, which were always plain ones.
    PlainFuns,
    /// Values that only the program can build, which may come about in other ways.
    BuiltOtherwise,
    /// Runs that ended at the head of `init/1`, which takes what its own module passes.
    InitArgument,
    /// Runs in which a fun of the seed did something that is not the program's fault.
    SeedFun,
}

impl GapKind {
    /// The name that the JSON format has for it.
    pub fn name(self) -> &'static str {
        match self {
            GapKind::NoInput => "no_input",
            GapKind::Effect => "effect",
            GapKind::UnsupportedBuiltIn => "unsupported_built_in",
            GapKind::Oracle => "oracle",
            GapKind::Unsupported => "unsupported",
            GapKind::MissingModule => "missing_module",
            GapKind::OutOfMemory => "out_of_memory",
            GapKind::OutOfReductions => "out_of_reductions",
            GapKind::Hang => "hang",
            GapKind::NotRepeated => "not_repeated",
            GapKind::ResultNotFollowed => "result_not_followed",
            GapKind::AnalysisRefuted => "analysis_refuted",
            GapKind::LostPrecision => "lost_precision",
            GapKind::Hashed => "hashed",
            GapKind::Concrete => "concrete",
            GapKind::World => "world",
            GapKind::Time => "time",
            GapKind::Order => "order",
            GapKind::DepthCut => "depth_cut",
            GapKind::SolverUnknown => "solver_unknown",
            GapKind::Divergence => "divergence",
            GapKind::Refuted => "refuted",
            GapKind::PlainFuns => "plain_funs",
            GapKind::BuiltOtherwise => "built_otherwise",
            GapKind::InitArgument => "init_argument",
            GapKind::SeedFun => "seed_fun",
        }
    }
}

/// Everything that was cut or lost, by kind, the most frequent first. `no_input` is why no call fits the
/// spec.
pub fn gaps(exploration: &Exploration, mfa: Mfa, refuted: u64, no_input: Option<&str>) -> Vec<Gap> {
    let mut gaps: Vec<Gap> =
        exploration.incomplete.iter().map(|(what, count)| of_shortfall(what, *count)).collect();
    for gap in gaps.iter_mut().filter(|gap| gap.kind == GapKind::OutOfReductions) {
        gap.what = exploration.may_hang.first().map(|each| called(mfa, each)).unwrap_or_default();
    }
    for gap in gaps.iter_mut().filter(|gap| gap.kind == GapKind::PlainFuns) {
        let Behaviours { largest, .. } = &exploration.behaviours;
        let tried = count(exploration.behaviours.count() as u64, "behaviour");
        gap.what = format!("{tried} tried, of up to {}", count(*largest as u64, "clause"));
    }
    gaps.extend(no_input.map(|why| Gap::new(GapKind::NoInput, why.to_owned(), 1)));
    let lost =
        [(GapKind::LostPrecision, &exploration.losses), (GapKind::Concrete, &exploration.left_out)];
    for (kind, losses) in lost {
        gaps.extend(losses.iter().map(|(&loser, &count)| of_loss(kind, loser, count)));
    }
    gaps.extend(exploration.unknown.iter().map(|(why, &count)| of_undecided(why, count)));
    let counted = [
        (GapKind::Hang, exploration.endless),
        (GapKind::DepthCut, exploration.cut),
        (GapKind::Divergence, exploration.divergences.len() as u64),
        (GapKind::Refuted, refuted),
    ];
    let counted = counted.into_iter().filter(|(_, count)| *count > 0);
    gaps.extend(counted.map(|(kind, count)| Gap::new(kind, String::new(), count)));
    gaps.iter_mut().for_each(|gap| gap.what = room::text(&gap.what, room::WORDS));
    gaps.sort_by(|a, b| (a.kind, b.count, &a.what).cmp(&(b.kind, a.count, &b.what)));
    gaps
}

/// The call of a run that was cut.
fn called(mfa: Mfa, cut: &MayHang) -> String {
    let call = notation::expression(mfa, &cut.input.arguments);
    match call.char_indices().nth(LONGEST_CALL) {
        Some((end, _)) => format!("{}…", &call[..end]),
        None => call,
    }
}

/// So much of a call is shown, in characters.
const LONGEST_CALL: usize = 200;

fn of_shortfall(shortfall: &Shortfall, count: u64) -> Gap {
    let (kind, what) = match shortfall {
        Shortfall::Incomplete(incomplete) => of_incomplete(incomplete),
        Shortfall::OneSchedule => {
            (GapKind::Order, "only one order of the processes was tried".to_owned())
        }
        Shortfall::OrdersLeft => {
            (GapKind::Order, "orders of the processes that were not tried".to_owned())
        }
        Shortfall::OrderBlur(blur) => {
            (GapKind::Order, format!("not varied in every way: {}", blur.words()))
        }
        Shortfall::DependsOnOrder => {
            (GapKind::Order, "a crash that depends on the order of the processes".to_owned())
        }
        Shortfall::DependsOnTime => (GapKind::Time, "a crash that depends on the time".to_owned()),
        Shortfall::DependsOnWorld => {
            (GapKind::World, "a crash that depends on the world around".to_owned())
        }
        Shortfall::PlainFuns => (GapKind::PlainFuns, String::new()),
        Shortfall::BuiltOtherwise => (
            GapKind::BuiltOtherwise,
            "values that only the program can build may come about in other ways".to_owned(),
        ),
        Shortfall::SeedFun(OwnFault::Raised) => {
            (GapKind::SeedFun, "an exception came out of it".to_owned())
        }
        Shortfall::SeedFun(OwnFault::Returned) => {
            (GapKind::SeedFun, "it returned something that the spec does not allow".to_owned())
        }
        Shortfall::OutOfReductions => (GapKind::OutOfReductions, String::new()),
        Shortfall::MissingModule(name) => (GapKind::MissingModule, Term::Atom(*name).to_string()),
        Shortfall::OutOfMemory => (GapKind::OutOfMemory, String::new()),
        Shortfall::NotRepeated => (GapKind::NotRepeated, String::new()),
        Shortfall::ResultNotFollowed => (GapKind::ResultNotFollowed, String::new()),
        Shortfall::AnalysisRefuted => (GapKind::AnalysisRefuted, String::new()),
    };
    Gap::new(kind, what, count)
}

fn of_incomplete(incomplete: &Incomplete) -> (GapKind, String) {
    match incomplete {
        Incomplete::Effect { module, function, arity } => {
            (GapKind::Effect, mfa(*module, *function, *arity))
        }
        Incomplete::UnsupportedBuiltIn { module, function, arity } => {
            (GapKind::UnsupportedBuiltIn, mfa(*module, *function, *arity))
        }
        Incomplete::Oracle { module, function, arity, why } => {
            (GapKind::Oracle, format!("{}: {why}", mfa(*module, *function, *arity)))
        }
        Incomplete::Unsupported(what) => (GapKind::Unsupported, what.clone()),
    }
}

fn of_loss(kind: GapKind, loser: Loser, count: u64) -> Gap {
    let kind = match loser.matter() {
        None if kind == GapKind::LostPrecision && is_hash(loser) => GapKind::Hashed,
        None => kind,
        Some(Matter::Time) => GapKind::Time,
        Some(Matter::Order) => GapKind::Order,
        Some(_) => GapKind::World,
    };
    Gap::new(kind, loser_name(&loser), count)
}

/// Does it make a number or a few bytes of any value, so that equal ones are likely to be the same?
fn is_hash(loser: Loser) -> bool {
    let Loser::Function(module, function, _) = loser else { return false };
    match (module.name(), function.name()) {
        ("erlang", name) => {
            matches!(name, "phash" | "phash2" | "crc32" | "adler32")
                || name.starts_with("md5")
                || name == "crc32_combine"
        }
        ("crypto", name) => name.starts_with("hash") || name.starts_with("mac"),
        ("zlib", name) => matches!(name, "crc32" | "adler32"),
        _ => false,
    }
}

/// Who lost what was known, or what was asked for.
pub fn loser_name(loser: &Loser) -> String {
    match *loser {
        Loser::Function(module, function, arity) => mfa(module, function, arity),
        Loser::Construct(what) => what.to_owned(),
        Loser::World(matter, Some((module, function, arity))) => {
            let asked = mfa(module, function, arity);
            // What time it is needs no further words.
            match matter {
                Matter::Time => asked,
                _ => format!("{}: {asked}", matter.words()),
            }
        }
        Loser::World(matter, None) => elsewhere(matter).to_owned(),
    }
}

/// What was asked for without calling a built-in.
fn elsewhere(matter: Matter) -> &'static str {
    match matter {
        Matter::Caller => "the state of the caller: its mailbox or its stack",
        Matter::Identity => "the numbers of pids, references or funs: by comparing them",
        Matter::Time => "a receive and a timer",
        Matter::Order => "a receive while another process could run",
        other => other.words(),
    }
}

fn mfa(module: Atom, function: Atom, arity: usize) -> String {
    Mfa { module, function, arity }.to_string()
}

fn of_undecided(why: &Undecided, count: u64) -> Gap {
    let (what, lacks_smt_solver) = match why {
        Undecided::Solver(why) => (why.to_string(), why.is_lack_of_smt()),
        Undecided::WentElsewhere => {
            ("an input that was tried before went elsewhere".to_owned(), false)
        }
    };
    Gap { lacks_smt_solver, ..Gap::new(GapKind::SolverUnknown, what, count) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use explore::{NumericWhy, Why};
    use term::atoms;

    fn check(shortfall: Shortfall, expect: Expect) {
        let gap = of_shortfall(&shortfall, 1);
        expect.assert_eq(&format!("{} {}", gap.kind.name(), gap.what));
    }

    #[test]
    fn what_the_search_fell_short_of_is_told_apart() {
        let (module, function, arity) = (Atom::new("m"), Atom::new("f"), 2);
        let incomplete = Shortfall::Incomplete;
        check(incomplete(Incomplete::Effect { module, function, arity }), expect!["effect m:f/2"]);
        check(
            incomplete(Incomplete::UnsupportedBuiltIn { module, function, arity }),
            expect!["unsupported_built_in m:f/2"],
        );
        let why = "timeout".to_owned();
        check(
            incomplete(Incomplete::Oracle { module, function, arity, why }),
            expect!["oracle m:f/2: timeout"],
        );
        check(
            incomplete(Incomplete::Unsupported("code of m".into())),
            expect!["unsupported code of m"],
        );
        check(Shortfall::OneSchedule, expect!["order only one order of the processes was tried"]);
    }

    #[test]
    fn what_the_arguments_do_not_say_has_kinds_of_its_own() {
        let check = |loser: Loser, expect: Expect| {
            let gap = of_loss(GapKind::LostPrecision, loser, 1);
            expect.assert_eq(&format!("{} {}", gap.kind.name(), gap.what));
        };
        let built_in = Some((Atom::new("os"), Atom::new("getenv"), 1));
        check(
            Loser::World(Matter::Environment, built_in),
            expect!["world the environment: os:getenv/1"],
        );
        let now = Some((atoms::erlang, Atom::new("now"), 0));
        check(Loser::World(Matter::Time, now), expect!["time erlang:now/0"]);
        check(Loser::World(Matter::Time, None), expect!["time a receive and a timer"]);
        check(
            Loser::World(Matter::Caller, None),
            expect!["world the state of the caller: its mailbox or its stack"],
        );
        check(
            Loser::World(Matter::Order, None),
            expect!["order a receive while another process could run"],
        );
        check(Loser::Function(atoms::erlang, Atom::new("md5"), 1), expect!["hashed erlang:md5/1"]);
        check(
            Loser::Function(atoms::erlang, Atom::new("phash2"), 2),
            expect!["hashed erlang:phash2/2"],
        );
        check(
            Loser::Function(atoms::erlang, Atom::new("float_to_list"), 1),
            expect!["lost_precision erlang:float_to_list/1"],
        );
    }

    #[test]
    fn reasons_of_the_solver() {
        let why = Why::Arithmetic(NumericWhy::NoSmtSolver);
        let lacking = of_undecided(&Undecided::Solver(why), 1);
        expect!["arithmetic: there is no SMT solver"].assert_eq(&lacking.what);
        let rejected = of_undecided(&Undecided::Solver(Why::Rejected), 1);
        expect!["a model that did not hold"].assert_eq(&rejected.what);
        assert!(lacking.lacks_smt_solver && !rejected.lacks_smt_solver);
    }
}
