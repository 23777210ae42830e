//! Which findings are one? Those at one site, whichever function led there: they are told once, with the
//! smallest call. And in which order are they told? By rank, and what is most likely to happen first.

use crate::rank::{Rank, Why, oddity};
use crate::site::Site;
use crate::{Finding, Function, Report, Standing};
use std::cmp::Reverse;
use std::collections::HashMap;

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

    /// What is to be seen first within a rank: changed code, what is certain, usual inputs, what many
    /// functions lead to.
    fn order(&self) -> impl Ord + use<> {
        let is_changed = self.function.is_changed || self.also.iter().any(|each| each.is_changed);
        let is_certain = self.finding.standing == Standing::Confirmed;
        let place = self.site.line.as_ref().map(|line| (line.file.clone(), line.line));
        let oddity = oddity(&self.finding.arguments);
        let by_input = (Reverse(is_changed), Reverse(is_certain), oddity / 4);
        (self.rank(), by_input, Reverse(self.also.len()), place, self.site.name.term().to_string())
    }
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
    groups.sort_by_cached_key(Group::order);
    groups
}

/// Whoever shows best that it matters stands for all.
fn add<'a>(group: &mut Group<'a>, function: &'a Function, finding: &'a Finding) {
    group.occurrences += finding.occurrences;
    let key = |finding: &Finding| {
        let is_certain = finding.standing == Standing::Confirmed;
        (finding.why.rank(), Reverse(is_certain), oddity(&finding.arguments))
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
