//! Which findings are one? Those at one site, whichever function led there: they are told once, with the
//! smallest call. And in which order are they told? By rank, and what is most likely to happen first.

use crate::rank::{Rank, Why, oddity};
use crate::script;
use crate::site::{Site, SiteName, What};
use crate::{Finding, Function, Mfa, Report, Standing};
use std::cmp::Reverse;
use std::collections::HashMap;
use term::built;
use term::{Atom, Term};
use trace::Class;

/// The findings at one site.
pub struct Group<'a> {
    pub site: &'a Site,
    pub why: Why,
    /// The function that the smallest call calls.
    pub function: &'a Function,
    /// The finding with the smallest call.
    pub finding: &'a Finding,
    /// The other functions that lead there, in the order of the report.
    pub also: Vec<&'a Function>,
    /// How many runs ended there, whoever they called.
    pub occurrences: u64,
    /// It is in the baseline.
    pub is_known: bool,
}

impl Group<'_> {
    pub fn rank(&self) -> Rank {
        self.why.rank()
    }

    /// What is to be seen first within a rank: changed code, what is certain, and what is most likely to be
    /// repaired.
    fn order(&self, before: Before) -> impl Ord + use<> {
        let is_changed = self.function.is_changed || self.also.iter().any(|each| each.is_changed);
        let is_certain = matches!(self.finding.standing, Standing::Confirmed | Standing::Repeated);
        let place = self.site.line.as_ref().map(|line| (line.file.clone(), line.line));
        // A function that is not there is missing for whoever comes there, with whatever input.
        let oddity = match self.why {
            Why::Undefined => 0,
            _ => oddity(&self.finding.arguments) / 4,
        };
        let private = if self.finding.has_private_record { PRIVATE } else { 0 };
        let doubt = doubt(self.why, self.site.name.what, self.finding)
            + oddity
            + private
            + 4 * (before.of_function + before.of_copies)
            + before.of_module / 2;
        let by_use = (Reverse(is_changed), Reverse(is_certain), doubt, Reverse(self.also.len()));
        (self.rank(), by_use, place, self.site.name.term().to_string())
    }
}

/// How many were told before of the same function, of functions with its name that fail in the same way in
/// other modules, and of the same module.
#[derive(Clone, Copy, Default)]
struct Before {
    of_function: usize,
    of_copies: usize,
    of_module: usize,
}

/// A record that the search put together, and that the program may never make.
const PRIVATE: usize = 8;

/// How likely it is that a maintainer says "so what": the more, the later it is told among those of its rank.
fn doubt(why: Why, what: What, finding: &Finding) -> usize {
    let reason = finding.exception.as_ref().map(|(_, reason)| reason);
    match (why, what) {
        // Wrong whatever else is true.
        (Why::Result | Why::Postcondition | Why::Undefined | Why::Hang, _) => 0,
        (Why::NoMatch, _) if reason.is_some_and(is_assertion) => 6,
        (Why::BuiltIn, What::Failure { by: Some(by), .. }) if is_reading(by) => 5,
        (Why::BuiltIn | Why::Library, What::Failure { reason, by: Some(_) })
            if is_of_its_own(reason) =>
        {
            6
        }
        (Why::BuiltIn, What::Failure { reason, .. }) if reason.name() == "badarith" => 1,
        (Why::NoMatch | Why::InternalHead, _) => 1,
        (Why::BuiltIn | Why::Deadlock, _) => 2,
        (Why::Library | Why::BadFun | Why::Signal, _) => 3,
        _ => 0,
    }
}

/// Is it none of the errors of the VM, but one that a library makes itself? It means to refuse, and says why.
fn is_of_its_own(reason: Atom) -> bool {
    [Class::Error, Class::Exit, Class::Throw].iter().any(|class| class.atom() == reason)
}

/// `{ok, X} = f()`, and it is an error: whoever writes this wants it to be known, and nothing else.
fn is_assertion(reason: &Term) -> bool {
    let Some([Term::Atom(tag), value]) = reason.as_tuple() else { return false };
    let said = value.as_tuple().and_then(<[Term]>::first).unwrap_or(value);
    tag.name() == "badmatch" && matches!(said.as_atom_name(), Some("error" | "EXIT" | "false"))
}

/// Built-ins that read texts: refusing is what tells that it is none.
fn is_reading(by: Mfa) -> bool {
    const READERS: [&str; 9] = [
        "binary_to_atom",
        "binary_to_existing_atom",
        "binary_to_float",
        "binary_to_integer",
        "binary_to_term",
        "list_to_atom",
        "list_to_existing_atom",
        "list_to_float",
        "list_to_integer",
    ];
    by.module.name() == "erlang" && READERS.contains(&by.function.name())
}

/// All findings that the BEAM does not refute, one for each site, in order.
pub fn groups(report: &Report) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known = HashMap::new();
    for function in &report.functions {
        for finding in function.findings.iter().filter(|finding| finding.stands()) {
            let number = *known.entry(&finding.site.name).or_insert(groups.len());
            match groups.get_mut(number) {
                Some(group) => add(group, function, finding),
                None => groups.push(Group {
                    site: &finding.site,
                    why: finding.why,
                    function,
                    finding,
                    also: Vec::new(),
                    occurrences: finding.occurrences,
                    is_known: report.policy.knows(&finding.site.name),
                }),
            }
        }
    }
    groups.sort_by_cached_key(|group| group.order(Before::default()));
    // Many findings in one function are often one mistake, and so are copies of it: others come in between.
    let mut told: HashMap<(Rank, Family), usize> = HashMap::new();
    let mut ordered: Vec<_> = groups
        .into_iter()
        .map(|group| {
            let SiteName { function, what, .. } = group.site.name;
            let mut count = |family| {
                let count = told.entry((group.rank(), family)).or_default();
                *count += 1;
                *count - 1
            };
            let of_function = count(Family::Function(function));
            let copies = count(Family::Copies(function.function, function.arity, what));
            let of_copies = copies.saturating_sub(of_function);
            let of_module = count(Family::Module(function.module));
            (group.order(Before { of_function, of_copies, of_module }), group)
        })
        .collect();
    ordered.sort_by(|(left, _), (right, _)| left.cmp(right));
    ordered.into_iter().map(|(_, group)| group).collect()
}

/// What findings may have in common.
#[derive(PartialEq, Eq, Hash)]
enum Family {
    Function(Mfa),
    /// The same name and number of arguments, whatever the module, and what goes wrong.
    Copies(Atom, usize, What),
    Module(Atom),
}

/// Whoever shows best that it matters stands for all.
fn add<'a>(group: &mut Group<'a>, function: &'a Function, finding: &'a Finding) {
    group.occurrences += finding.occurrences;
    let key = |finding: &Finding| {
        let is_certain = matches!(finding.standing, Standing::Confirmed | Standing::Repeated);
        let is_private = finding.has_private_record;
        // Calls in a row say better what led there than calls in the place of arguments.
        let arguments = &finding.arguments;
        let is_nested = arguments.iter().any(built::has_labels) && !script::is_one(arguments);
        (finding.why.rank(), Reverse(is_certain), is_private, is_nested, oddity(arguments))
    };
    let is_better = key(finding) < key(group.finding);
    let other = if is_better { std::mem::replace(&mut group.function, function) } else { function };
    if is_better {
        (group.finding, group.why, group.site) = (finding, finding.why, &finding.site);
    }
    group.also.push(other);
    let shown = group.function.mfa;
    group.also.retain(|each| each.mfa != shown);
    group.also.dedup_by_key(|each| each.mfa);
}
