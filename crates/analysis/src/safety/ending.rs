//! Does every call come to an end? Where functions call each other in a circle, something must become smaller
//! each time round.
//!
//! Circles are those of the functions with the sets that they are called with, so that two uses of
//! `lists:map/2` are two functions. For each call it is known how large its arguments are compared with those
//! of the function that makes it ([`walk`], [`measures`]). That there is no endless chain is shown by
//! [`size_change`], or by a number that becomes smaller ([`ranking`]): calls in which it does are taken away,
//! and what is left must have no circles any more. That there are not so many calls that nobody lives to see the
//! last one is shown by [`branching`].

mod branching;
mod measures;
mod ranking;
mod size_change;
mod walk;

use super::built_ins;
use super::code::{Code, Definition, Library};
use super::summaries::Target;
use core_erlang::{ExprId, FunctionName};
use measures::{Measure, Measures};
use ranking::Change;
use rustc_hash::FxHashMap;
use size_change::Chain;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use term::{Atom, BigInt};
use typing::lattice::{Kinds, Lattice, ValueSet};
use walk::{Results, Site, Walk};

/// A function, with the sets that it is called with: arguments, then what it takes along.
pub struct Node {
    pub target: Target,
    pub sets: Vec<ValueSet>,
}

/// Who calls whom, and at which expression of the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub from: usize,
    pub at: ExprId,
    pub to: usize,
    pub caller: Caller,
}

/// Who makes a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Caller {
    /// The program, with the arguments that it has there.
    Program,
    /// A fun of the input that is called there, with anything and as often as it likes.
    Input,
}

/// An argument of a function, measured in one way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub argument: usize,
    pub measure: Measure,
}

impl Place {
    pub const FIRST: Place = Place { argument: 0, measure: Measure::Size };
    pub const LAST: Place = Place { argument: usize::MAX, measure: Measure::Negated };
}

/// What the set of an argument says.
#[derive(Clone, Debug)]
pub struct Range {
    /// It has nothing but integers in it.
    pub is_integer: bool,
    /// No integer in it is less than this; nor larger.
    pub low: Option<BigInt>,
    pub high: Option<BigInt>,
    /// So many cells its lists have at least.
    pub least_length: i64,
}

/// Who counts further than what memory can hold, one by one, is at it for weeks or for centuries: that counts as no
/// end.
const MOST_STEPS: u64 = built_ins::MOST_IN_MEMORY;

impl Range {
    /// Does counting through it come to an end?
    fn is_short(&self) -> bool {
        self.is_integer && Range::is_short_way(self.low.as_ref(), self.high.as_ref())
    }

    pub fn is_short_way(low: Option<&BigInt>, high: Option<&BigInt>) -> bool {
        matches!((low, high), (Some(low), Some(high)) if high - low <= BigInt::from(MOST_STEPS))
    }
}

/// A call in a circle.
pub struct CircleCall {
    edge: Edge,
    site: Site,
    /// What is known of the arguments of the caller where it calls.
    at: Vec<Range>,
}

/// All that was looked at.
pub struct Graph<'g, 'a> {
    pub library: &'g mut Library<'a>,
    pub nodes: &'g [Node],
    /// With the sets that the arguments of the caller are in at that point.
    pub edges: &'g BTreeMap<Edge, Vec<ValueSet>>,
    pub lattice: Lattice<'a>,
}

/// What functions return is looked at so often until nothing changes.
const MOST_ROUNDS: usize = 12;

/// Results that still change are given up after so many rounds.
const ROUNDS_BEFORE_WIDENING: usize = 3;

/// Functions of which the result is asked.
const MOST_FUNCTIONS: usize = 400;

impl Graph<'_, '_> {
    /// The functions of which a call may have no end, as far as was shown: those in a circle, and whoever calls
    /// them.
    pub fn endless(&mut self) -> BTreeSet<usize> {
        let pairs: Vec<(usize, usize)> =
            self.edges.keys().map(|edge| (edge.from, edge.to)).collect();
        let circle_of = circles(self.nodes.len(), &pairs);
        let mut circles: BTreeMap<usize, Vec<Edge>> = BTreeMap::new();
        for edge in self.edges.keys() {
            if let (Some(one), Some(other)) = (circle_of[edge.from], circle_of[edge.to])
                && one == other
            {
                circles.entry(one).or_default().push(*edge);
            }
        }
        let mut endless: BTreeSet<usize> = BTreeSet::new();
        let mut settled = Settled::default();
        for edges in circles.values() {
            if !self.circle_has_an_end(edges, &mut settled) {
                endless.extend(edges.iter().flat_map(|edge| [edge.from, edge.to]));
            }
        }
        let mut pending: Vec<usize> = endless.iter().copied().collect();
        while let Some(node) = pending.pop() {
            let callers = pairs.iter().filter(|(_, to)| *to == node).map(|(from, _)| *from);
            pending.extend(callers.filter(|from| endless.insert(*from)));
        }
        endless
    }

    fn circle_has_an_end(&mut self, edges: &[Edge], settled: &mut Settled) -> bool {
        let callers: BTreeSet<Target> =
            edges.iter().map(|edge| self.nodes[edge.from].target).collect();
        if !settled.add(self.library, callers) {
            return false;
        }
        let sites = &settled.sites;
        let calls: Vec<CircleCall> = edges.iter().map(|edge| self.call(*edge, sites)).collect();
        let calls: Vec<&CircleCall> = calls.iter().collect();
        self.is_finite(&calls) && !branching::may_multiply(&calls)
    }

    fn call(&self, edge: Edge, sites: &FxHashMap<(Target, ExprId), Site>) -> CircleCall {
        let known = sites.get(&(self.nodes[edge.from].target, edge.at));
        let site = match edge.caller {
            Caller::Program => known.cloned().unwrap_or_default(),
            Caller::Input => Site::default(),
        };
        let at = self.edges[&edge].iter().map(|set| self.range(set)).collect();
        CircleCall { edge, site, at }
    }

    /// Is there no endless chain of these calls?
    fn is_finite(&self, calls: &[&CircleCall]) -> bool {
        let pairs: Vec<(usize, usize)> =
            calls.iter().map(|call| (call.edge.from, call.edge.to)).collect();
        let circle_of = circles(self.nodes.len(), &pairs);
        let mut by_circle: BTreeMap<usize, Vec<&CircleCall>> = BTreeMap::new();
        for call in calls {
            if let (Some(one), Some(other)) = (circle_of[call.edge.from], circle_of[call.edge.to])
                && one == other
            {
                by_circle.entry(one).or_default().push(call);
            }
        }
        by_circle.values().all(|circle| self.circle_is_finite(circle))
    }

    fn circle_is_finite(&self, calls: &[&CircleCall]) -> bool {
        let chains: Vec<Chain> = calls.iter().map(|call| self.chain(call)).collect();
        if size_change::always_shrinks(&chains) {
            return true;
        }
        let arguments = |call: &&CircleCall| self.nodes[call.edge.from].sets.len();
        let arguments = calls.iter().map(arguments).max().unwrap_or_default();
        ranking::candidates(arguments, calls).iter().any(|rank| {
            let changes: Vec<Change> = calls.iter().map(|call| rank.change(call)).collect();
            if changes.contains(&Change::MayGrow) || !changes.contains(&Change::Shrinks) {
                return false;
            }
            let pairs = calls.iter().zip(&changes);
            let rest: Vec<&CircleCall> = pairs
                .filter(|(_, change)| **change == Change::Stays)
                .map(|(call, _)| *call)
                .collect();
            self.is_finite(&rest)
        })
    }

    /// The places that do not become larger in a call.
    fn chain(&self, call: &CircleCall) -> Chain {
        let counts = |node: usize, place: Place| {
            let range = self.nodes[node].sets.get(place.argument).map(|set| self.range(set));
            range.is_some_and(|range| match place.measure {
                Measure::Size | Measure::Length | Measure::Remaining => true,
                Measure::Value | Measure::Negated => range.is_short(),
            })
        };
        let mut arcs = size_change::Arcs::new();
        for (number, given) in call.site.given.iter().enumerate() {
            for measure in Measure::ALL {
                let there = Place { argument: number, measure };
                if !counts(call.edge.to, there) {
                    continue;
                }
                for bound in given.of(measure).iter().filter(|bound| bound.constant <= 0) {
                    let Some(argument) = bound.argument else { continue };
                    let here = Place { argument, measure };
                    if counts(call.edge.from, here) {
                        *arcs.entry((here, there)).or_insert(false) |= bound.constant < 0;
                    }
                }
            }
        }
        Chain { from: call.edge.from, to: call.edge.to, arcs }
    }

    fn range(&self, set: &ValueSet) -> Range {
        let open = self.lattice.open(set);
        let is_integer = *set != ValueSet::Any
            && !open.integers.is_empty()
            && ValueSet::from(open.clone()) == ValueSet::integers(open.integers.clone());
        let is_list = open.cons.is_some() && !open.nil && {
            let rest = Kinds { cons: None, ..open.clone() };
            ValueSet::from(rest).is_empty()
        };
        Range {
            is_integer,
            low: open.integers.lowest().cloned(),
            high: open.integers.highest().cloned(),
            least_length: i64::from(is_list),
        }
    }
}

/// The number of the circle that each node is in, if it is in one: strongly connected components (Tarjan).
pub fn circles(nodes: usize, edges: &[(usize, usize)]) -> Vec<Option<usize>> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    edges.iter().for_each(|(from, to)| next[*from].push(*to));
    let mut search = Search {
        next: &next,
        order: vec![None; nodes],
        low: vec![0; nodes],
        stack: Vec::new(),
        is_on_stack: vec![false; nodes],
        circle: vec![None; nodes],
        count: 0,
    };
    (0..nodes).for_each(|node| search.visit(node));
    let mut size: FxHashMap<usize, usize> = FxHashMap::default();
    search.circle.iter().flatten().for_each(|circle| *size.entry(*circle).or_default() += 1);
    let is_circle = |node: usize, circle: usize| size[&circle] > 1 || next[node].contains(&node);
    let numbered = search.circle.iter().enumerate();
    numbered.map(|(node, circle)| circle.filter(|circle| is_circle(node, *circle))).collect()
}

struct Search<'n> {
    next: &'n [Vec<usize>],
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<usize>,
    is_on_stack: Vec<bool>,
    circle: Vec<Option<usize>>,
    count: usize,
}

impl Search<'_> {
    fn visit(&mut self, node: usize) {
        if self.order[node].is_none() {
            crate::deeper(|| self.visit_here(node));
        }
    }

    fn visit_here(&mut self, node: usize) {
        let order = self.count;
        self.order[node] = Some(order);
        self.low[node] = order;
        self.count += 1;
        self.stack.push(node);
        self.is_on_stack[node] = true;
        for &other in &self.next[node] {
            match self.order[other] {
                None => {
                    self.visit(other);
                    self.low[node] = self.low[node].min(self.low[other]);
                }
                Some(order) if self.is_on_stack[other] => {
                    self.low[node] = self.low[node].min(order);
                }
                Some(_) => {}
            }
        }
        if self.low[node] == order {
            while let Some(other) = self.stack.pop() {
                self.is_on_stack[other] = false;
                self.circle[other] = Some(order);
                if other == node {
                    break;
                }
            }
        }
    }
}

/// Functions whose calls and results are known: whatever circle asks for them next need not look again.
#[derive(Default)]
struct Settled {
    /// How large the arguments of calls are.
    sites: FxHashMap<(Target, ExprId), Site>,
    /// What functions return; `None`: they do not.
    results: FxHashMap<Target, Option<Measures>>,
    /// Functions for which this takes too long.
    too_many: Vec<BTreeSet<Target>>,
}

impl Settled {
    /// Looks at these functions, and at those whose results they ask for; `false` if that takes too long.
    fn add(&mut self, library: &mut Library, callers: BTreeSet<Target>) -> bool {
        if self.too_many.iter().any(|those| those.is_subset(&callers)) {
            return false;
        }
        let known =
            Known { library, settled: self, results: FxHashMap::default(), asked: Vec::new() };
        let Some(new) = known.settle(&callers) else {
            self.too_many.push(callers);
            return false;
        };
        self.sites.extend(new.sites);
        self.results.extend(new.results);
        true
    }
}

/// What functions return, as far as it is known.
struct Known<'k, 'a> {
    library: &'k mut Library<'a>,
    settled: &'k Settled,
    /// `None`: it does not return.
    results: FxHashMap<Target, Option<Measures>>,
    /// Of these it was asked.
    asked: Vec<Target>,
}

impl Known<'_, '_> {
    /// Looks at functions again and again, until nothing changes.
    fn settle(mut self, callers: &BTreeSet<Target>) -> Option<Settled> {
        let is_new = |target: &&Target| !self.settled.results.contains_key(target);
        let mut targets: Vec<Target> = callers.iter().filter(is_new).copied().collect();
        for round in 0..MOST_ROUNDS {
            let mut sites = FxHashMap::default();
            let mut has_changed = false;
            let mut next = 0;
            while let Some(target) = targets.get(next).copied() {
                next += 1;
                let Some((code, fun)) = code_of(self.library, target) else {
                    self.results.insert(target, Some(Measures::unknown()));
                    continue;
                };
                let (found, result) = Walk::through(&code, fun, &mut self);
                sites.extend(found.into_iter().map(|(id, site)| ((target, id), site)));
                has_changed |= self.take_in(target, result, round);
                for asked in std::mem::take(&mut self.asked) {
                    if !targets.contains(&asked) {
                        targets.push(asked);
                        has_changed = true;
                    }
                }
                if targets.len() > MOST_FUNCTIONS {
                    return None;
                }
            }
            if !has_changed {
                return Some(Settled { sites, results: self.results, too_many: Vec::new() });
            }
        }
        None
    }

    /// `true` if that is more than was known.
    fn take_in(&mut self, target: Target, found: Option<Measures>, round: usize) -> bool {
        let before = self.results.get(&target).cloned().unwrap_or_default();
        let now = match (&before, found) {
            (Some(before), Some(found)) if round >= ROUNDS_BEFORE_WIDENING => {
                Some(before.widened(&found))
            }
            (Some(before), Some(found)) => Some(before.either(&found)),
            (before, found) => found.or_else(|| before.clone()),
        };
        let has_changed = now != before;
        self.results.insert(target, now);
        has_changed
    }
}

impl Results for Known<'_, '_> {
    fn result(&mut self, target: Target) -> Option<Measures> {
        if let Some(known) = self.settled.results.get(&target) {
            return known.clone();
        }
        self.asked.push(target);
        self.results.entry(target).or_insert(None).clone()
    }

    fn local(&mut self, module: Atom, name: FunctionName) -> Option<Target> {
        let definition = self.library.definition(module, name);
        matches!(definition, Definition::Code(_)).then_some(Target::Local { module, name })
    }

    fn remote(&mut self, module: Atom, name: FunctionName) -> Option<Target> {
        let definition = self.library.exported(module, name);
        matches!(definition, Definition::Code(_)).then_some(Target::Local { module, name })
    }
}

fn code_of(library: &mut Library, target: Target) -> Option<(Arc<Code>, ExprId)> {
    let (module, name, fun) = match target {
        Target::Local { module, name } | Target::Remote { module, name } => (module, name, None),
        Target::Lambda { module, function, fun } => (module, function, Some(fun)),
    };
    match library.definition(module, name) {
        Definition::Code(code) => {
            let fun = fun.unwrap_or(code.function.body);
            Some((code, fun))
        }
        _ => None,
    }
}
