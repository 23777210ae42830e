//! Which findings make a check fail? Those of some ranks, without those that are known: the baseline has
//! a line for each, which the project keeps.

use crate::group::groups;
use crate::rank::Rank;
use crate::site::SiteName;
use crate::{Report, check};
use std::collections::{BTreeMap, BTreeSet};
use term::{Atom, Term, read};

/// What to do about findings.
#[derive(Clone, Debug)]
pub struct Policy {
    pub fail_on: FailOn,
    /// So many findings are told in full.
    pub show: usize,
    pub baseline: Option<Baseline>,
}

/// So many findings are told in full if nobody says.
pub const SHOWN: usize = 20;

impl Default for Policy {
    fn default() -> Policy {
        Policy { fail_on: FailOn::default(), show: SHOWN, baseline: None }
    }
}

impl Policy {
    pub fn knows(&self, site: &SiteName) -> bool {
        self.baseline.as_ref().is_some_and(|baseline| baseline.has(&site.term().to_string()))
    }
}

/// The findings that make the command fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FailOn {
    LikelyBug,
    /// And likely bugs.
    #[default]
    SpecTooWide,
    Any,
    None,
}

impl FailOn {
    pub const ALL: [FailOn; 4] =
        [FailOn::LikelyBug, FailOn::SpecTooWide, FailOn::Any, FailOn::None];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            FailOn::LikelyBug => "likely-bug",
            FailOn::SpecTooWide => "spec-too-wide",
            FailOn::Any => "any",
            FailOn::None => "none",
        }
    }

    pub fn includes(self, rank: Rank) -> bool {
        match self {
            FailOn::LikelyBug => rank == Rank::LikelyBug,
            FailOn::SpecTooWide => rank <= Rank::SpecTooWide,
            FailOn::Any => true,
            FailOn::None => false,
        }
    }
}

/// Findings that are known, by their sites: `{m, f, 1, {badarg, {erlang, hd, 1}}, 2}`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The file, as the user calls it.
    pub file: String,
    /// Each as it is written, with its module.
    sites: BTreeMap<String, Atom>,
}

/// What is wrong with a baseline, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadBaseline {
    pub line: usize,
    pub message: String,
}

const HEADING: &str = "% Findings that are known: ermine check --baseline fails on others only. \
                       --update-baseline writes this file.\n";

impl Baseline {
    /// Nothing is known yet.
    pub fn new(file: String) -> Baseline {
        Baseline { file, sites: BTreeMap::new() }
    }

    /// From the text of the file.
    pub fn read(file: String, text: &str) -> Result<Baseline, BadBaseline> {
        let terms = read::placed_terms(text).map_err(|error| {
            let (line, message) = match error {
                read::ReadError::Syntax { place, message } => (place.line, message),
                read::ReadError::NeedsCompiler { place } => {
                    (place.line, "a fun is no finding".into())
                }
            };
            BadBaseline { line, message }
        })?;
        let mut sites = BTreeMap::new();
        for (term, places) in &terms {
            let Some(module) = module_of(term) else {
                let line = places.of(term).place.line;
                let message = format!(
                    "{term} is no finding, such as {{m,f,1,case_clause,1}}; --update-baseline \
                     writes such lines"
                );
                return Err(BadBaseline { line, message });
            };
            sites.insert(term.to_string(), module);
        }
        Ok(Baseline { file, sites })
    }

    pub fn has(&self, site: &str) -> bool {
        self.sites.contains_key(site)
    }

    /// As it is written into the file: sorted, a line for each.
    pub fn text(&self) -> String {
        let lines = self.sites.keys().map(|site| format!("{site}.\n"));
        HEADING.to_owned() + &lines.collect::<String>()
    }

    /// With what was found now in the modules that were tested, and as before what others have.
    pub fn updated(&self, report: &Report) -> Baseline {
        let tested: BTreeSet<Atom> =
            check::modules(report).into_iter().map(|(name, _)| name).collect();
        let mut sites = self.sites.clone();
        sites.retain(|_, module| !tested.contains(module));
        let found = groups(report).into_iter().map(|group| {
            let SiteName { function, .. } = &group.site.name;
            (group.site.name.term().to_string(), function.module)
        });
        sites.extend(found);
        let unchanged = report.check.iter().flat_map(|check| &check.unchanged.sites);
        sites.extend(unchanged.map(|each| (each.site.clone(), each.module)));
        Baseline { file: self.file.clone(), sites }
    }

    /// How many lines are about what was tested and not found any more.
    pub fn gone(&self, report: &Report) -> usize {
        let still_there = self.updated(report);
        self.sites.keys().filter(|site| !still_there.has(site)).count()
    }
}

/// The module of `{Module, Function, Arity, What, Nth}`, if the term is that.
fn module_of(term: &Term) -> Option<Atom> {
    let is_atom = |term: &Term| term.as_atom().is_some();
    let is_mfa = |term: &Term| match term.as_tuple() {
        Some([module, function, arity]) => {
            is_atom(module) && is_atom(function) && arity.as_usize().is_some()
        }
        _ => false,
    };
    let is_what = |term: &Term| match term.as_tuple() {
        Some([tag, of]) => is_atom(tag) && (is_atom(of) || is_mfa(of)),
        _ => is_atom(term),
    };
    let [module, function, arity, what, nth] = term.as_tuple()? else { return None };
    let is_site = is_atom(function)
        && arity.as_usize().is_some()
        && is_what(what)
        && nth.as_usize().is_some_and(|nth| nth > 0);
    module.as_atom().filter(|_| is_site)
}

impl Report {
    /// Is there a finding that is not known and matters enough?
    pub fn fails(&self) -> bool {
        let fail_on = self.policy.fail_on;
        let is_new = |site: &str| !self.policy.baseline.as_ref().is_some_and(|all| all.has(site));
        let mut unchanged = self.check.iter().flat_map(|check| &check.unchanged.sites);
        groups(self).iter().any(|group| !group.is_known && fail_on.includes(group.rank()))
            || unchanged.any(|each| is_new(&each.site) && fail_on.includes(each.rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Baseline, BadBaseline> {
        Baseline::read("known".to_owned(), text)
    }

    #[test]
    fn a_baseline_is_sorted_and_reads_back() {
        let text = "{m, g, 2, result, 1}. % seen\n{m, f, 1, {badarg, {erlang, hd, 1}}, 2}.\n\
                    {m, f, 1, {raise, throw}, 1}.\n";
        let baseline = read(text).expect("a baseline");
        let written = baseline.text();
        let lines: Vec<&str> = written.lines().skip(1).collect();
        assert_eq!(
            lines,
            ["{m,f,1,{badarg,{erlang,hd,1}},2}.", "{m,f,1,{raise,throw},1}.", "{m,g,2,result,1}.",]
        );
        assert_eq!(read(&written), Ok(baseline));
        assert_eq!(read("").map(|all| all.text()), Ok(HEADING.to_owned()));
    }

    #[test]
    fn bad_lines_are_told() {
        let wrong = |text: &str| read(text).expect_err("it is wrong");
        let no_site = wrong("\n{m, f, 1, result, 1}.\n{m, f, 1}.\n");
        assert_eq!(no_site.line, 3);
        assert!(no_site.message.starts_with("{m,f,1} is no finding, such as"), "{no_site:?}");
        assert_eq!(wrong("{m, f, 1, result, 0}.").line, 1);
        assert_eq!(wrong("{m, f, 1, result, 1}.\n{m, f").line, 2);
        assert_eq!(wrong("-module(m).\n").line, 1);
    }
}
