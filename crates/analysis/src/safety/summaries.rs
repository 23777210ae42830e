//! What does a function come to, called with such arguments? Each is looked at for the sets that it is called
//! with, and again until nothing changes any more.
//!
//! A function that is called with other sets than before is looked at anew (it is *polyvariant*), up to a
//! bound; recursion widens the sets that it began with. Whoever has used a summary that grew is looked at
//! again: what is left in the end is a fixpoint, and so holds for every run.

use super::code::{Code, Definition, Library, Modules};
use super::ending::{Caller, Edge, Graph, Node};
use super::evaluate::{Evaluator, Values};
use super::raised::{Operation, Raised};
use core_erlang::{Expr, ExprId, FunctionName};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use term::Atom;
use typing::Types;
use typing::lattice::{Effort, FunKind, Funs, Lattice, Tuples, ValueSet, forgotten, order, widen};

/// Code that can be called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    /// A function, from within its module.
    Local { module: Atom, name: FunctionName },
    /// A function, from anywhere.
    Remote { module: Atom, name: FunctionName },
    /// A fun in a function, or a function of a `letrec` there.
    Lambda { module: Atom, function: FunctionName, fun: ExprId },
}

/// Where a call is, and what the arguments of the function that makes it are known to be there: its
/// parameters, then what it takes along.
pub struct CallSite {
    pub at: ExprId,
    pub caller: Caller,
    pub sets: Values,
}

/// What a call comes to.
#[derive(Clone, Default, PartialEq)]
pub struct Summary {
    /// `None`: it does not return.
    pub values: Option<Values>,
    pub raised: Raised,
}

/// A function with the sets that it is called with.
struct Variant {
    target: Target,
    captured: Values,
    arguments: Values,
    summary: Summary,
    /// Who has used the summary.
    users: BTreeSet<usize>,
    is_active: bool,
    /// What it is made of has changed, or nobody has looked at it yet.
    is_stale: bool,
    rounds: usize,
}

/// Of one function so many variants are told apart.
const MOST_VARIANTS: usize = 6;

/// After so many rounds sets are widened.
const ROUNDS_BEFORE_WIDENING: usize = 3;

/// Arguments that are nested deeper than this are anything below.
const DEEPEST: usize = 6;

pub struct Summaries<'a> {
    pub types: &'a Types,
    pub library: Library<'a>,
    targets: Vec<Target>,
    numbers: FxHashMap<Target, usize>,
    variants: Vec<Variant>,
    by_target: FxHashMap<Target, Vec<usize>>,
    /// Which variant calls which, where.
    edges: BTreeMap<Edge, Values>,
    /// Variants that are being looked at, the innermost last.
    active: Vec<usize>,
    /// Expressions that were looked at.
    steps: usize,
    effort: &'a Effort<'a>,
    /// Which code each call leads to.
    calls: FxHashMap<Operation, Vec<Target>>,
    /// Handlers that raise again what they have caught.
    raised_again: FxHashSet<Operation>,
    /// Built-ins that may return integers of many more bits than they get, and seem to be safe.
    growing: BTreeSet<Operation>,
    /// Those of them that make integers too large, as their results come back to them.
    too_large: BTreeSet<Operation>,
    at_large: AtLarge,
}

/// Funs of the program that somebody may call of whom nothing is known: a fun of the input that was given them,
/// or whoever takes them for one.
#[derive(Default)]
struct AtLarge {
    funs: Vec<FunKind>,
    /// All that were made.
    written: Vec<ValueSet>,
    /// Are all of them at large, and all that will be made?
    are_all: bool,
    /// Variants that call a fun of the input.
    callers: BTreeSet<usize>,
    changes: usize,
}

impl<'a> Summaries<'a> {
    pub fn new(
        types: &'a Types,
        modules: Modules<'a>,
        effort: &'a Effort<'a>,
        too_large: &BTreeSet<Operation>,
    ) -> Summaries<'a> {
        // What another analysis left is none of ours.
        forgotten::take();
        Summaries {
            types,
            library: Library::new(modules),
            targets: Vec::new(),
            numbers: FxHashMap::default(),
            variants: Vec::new(),
            by_target: FxHashMap::default(),
            edges: BTreeMap::new(),
            active: Vec::new(),
            steps: 0,
            effort,
            calls: FxHashMap::default(),
            raised_again: FxHashSet::default(),
            growing: BTreeSet::new(),
            too_large: too_large.clone(),
            at_large: AtLarge::default(),
        }
    }

    /// A fun of the program is made; `true` if it is at large at once.
    pub fn note_written(&mut self, fun: &ValueSet) -> bool {
        if !self.at_large.written.contains(fun) {
            self.at_large.written.push(fun.clone());
        }
        self.at_large.are_all
    }

    /// From now on every fun of the program may be anywhere.
    pub fn forget_all_funs(&mut self) {
        if !std::mem::replace(&mut self.at_large.are_all, true) {
            self.at_large.written.iter().for_each(forgotten::note);
        }
    }

    /// What is being looked at calls a fun of the input.
    pub fn note_input_called(&mut self) {
        self.at_large.callers.extend(self.active.last());
    }

    /// One of the funs of the program that a fun of the input may call, and what it holds.
    pub fn at_large(&mut self, index: usize) -> Option<(Target, usize, Values)> {
        self.let_go();
        match self.at_large.funs.get(index)? {
            FunKind::Written { number, arity, captured } => {
                Some((self.targets[*number], *arity, captured.clone()))
            }
            FunKind::Typed { .. } => None,
        }
    }

    /// How often more has come to be at large.
    pub fn changes_at_large(&mut self) -> usize {
        self.let_go();
        self.at_large.changes
    }

    /// Takes in what sets have forgotten. Whoever calls a fun of the input is looked at again.
    fn let_go(&mut self) {
        let lattice = self.lattice();
        let mut is_new = false;
        loop {
            let forgotten = forgotten::take();
            if forgotten.is_empty() {
                break;
            }
            for kind in forgotten {
                let FunKind::Written { number, arity, captured } = kind else { continue };
                let is_same = |known: &&mut FunKind| matches!(known, FunKind::Written { number: of, .. } if *of == number);
                match self.at_large.funs.iter_mut().find(is_same) {
                    Some(FunKind::Written { captured: known, .. }) => {
                        for (known, set) in known.iter_mut().zip(&captured) {
                            let wider = lattice.widen(known, set);
                            is_new |= wider != *known;
                            *known = wider;
                        }
                    }
                    _ => {
                        is_new = true;
                        self.at_large.funs.push(FunKind::Written { number, arity, captured });
                    }
                }
            }
        }
        if is_new {
            self.at_large.changes += 1;
            let callers: Vec<usize> = self.at_large.callers.iter().copied().collect();
            callers.into_iter().for_each(|caller| self.mark_stale(caller));
        }
    }

    pub fn lattice(&self) -> Lattice<'a> {
        Lattice::within(self.types, self.effort)
    }

    /// A call may lead to this code.
    pub fn note_call(&mut self, call: Operation, target: Target) {
        let known = self.calls.entry(call).or_default();
        if !known.contains(&target) {
            known.push(target);
        }
    }

    pub fn note_raised_again(&mut self, raise: Operation) {
        self.raised_again.insert(raise);
    }

    /// A built-in may return an integer that is much larger than what it gets. Does it make integers too large?
    pub fn grows_too_large(&mut self, operation: Operation) -> bool {
        let is_known = self.too_large.contains(&operation);
        if !is_known {
            self.growing.insert(operation);
        }
        is_known
    }

    /// Built-ins that may return integers of many more bits than they get, and were taken for safe.
    pub fn growing(&self) -> &BTreeSet<Operation> {
        &self.growing
    }

    /// The code that a call may lead to, as far as it was analysed.
    pub fn called(&self, call: &Operation) -> &[Target] {
        self.calls.get(call).map_or(&[], |targets| targets)
    }

    /// Does a handler raise there what it has caught?
    pub fn raises_again(&self, raise: &Operation) -> bool {
        self.raised_again.contains(raise)
    }

    /// All code that was looked at.
    pub fn all_targets(&self) -> BTreeSet<Target> {
        self.variants.iter().map(|variant| variant.target).collect()
    }

    /// `false` if there are none left: then nothing that is computed counts.
    pub fn take_step(&mut self) -> bool {
        let has_effort = self.effort.take(1);
        self.steps += usize::from(has_effort);
        has_effort
    }

    pub fn has_given_up(&self) -> bool {
        self.effort.is_spent()
    }

    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The functions that some call led to.
    pub fn reached(&self) -> BTreeSet<(Atom, FunctionName)> {
        let function = |target: &Target| match *target {
            Target::Local { module, name } | Target::Remote { module, name } => (module, name),
            Target::Lambda { module, function, .. } => (module, function),
        };
        self.variants.iter().map(|variant| function(&variant.target)).collect()
    }

    /// The number by which a set of funs knows the target.
    pub fn number(&mut self, target: Target) -> usize {
        *self.numbers.entry(target).or_insert_with(|| {
            self.targets.push(target);
            self.targets.len() - 1
        })
    }

    pub fn target(&self, number: usize) -> Target {
        self.targets[number]
    }

    pub fn call(
        &mut self,
        target: Target,
        captured: Values,
        arguments: Values,
        caller: Option<CallSite>,
    ) -> Summary {
        let flat = |sets: Values| -> Values {
            sets.iter().map(|set| widen::bounded(set, DEEPEST)).collect()
        };
        let (captured, arguments) = (flat(captured), flat(arguments));
        let funs = funs_of(&captured, &arguments);
        let given: Values = captured.iter().chain(&arguments).cloned().collect();
        let variant = self.variant(target, captured, arguments);
        let Variant { captured, arguments, .. } = &self.variants[variant];
        if !funs.is_subset(&funs_of(captured, arguments)) {
            // The variant was made for any funs of such a type.
            given.iter().for_each(forgotten::note);
        }
        if let Some(user) = self.active.last() {
            let user = *user;
            self.variants[variant].users.insert(user);
            self.note_edge(user, variant, caller);
        }
        if !self.variants[variant].is_active && self.variants[variant].is_stale {
            crate::deeper(|| self.look_at(variant));
        }
        self.variants[variant].summary.clone()
    }

    /// What is known of the caller's arguments holds for every time that it was looked at.
    fn note_edge(&mut self, user: usize, called: usize, caller: Option<CallSite>) {
        let Some(CallSite { at, caller, sets }) = caller else { return };
        let edge = Edge { from: user, at, to: called, caller };
        match self.edges.entry(edge) {
            Entry::Vacant(entry) => {
                entry.insert(sets);
            }
            Entry::Occupied(mut entry) => {
                for (known, set) in entry.get_mut().iter_mut().zip(&sets) {
                    if known != set {
                        *known = order::join(known, set);
                    }
                }
            }
        }
    }

    /// The code whose calls were not shown to come to an end, themselves or because of what they call.
    pub fn without_an_end(&mut self) -> BTreeSet<Target> {
        let node = |variant: &Variant| {
            let sets = variant.arguments.iter().chain(&variant.captured).cloned().collect();
            Node { target: variant.target, sets }
        };
        let nodes: Vec<Node> = self.variants.iter().map(node).collect();
        let lattice = self.lattice();
        let library = &mut self.library;
        let endless = Graph { library, nodes: &nodes, edges: &self.edges, lattice }.endless();
        endless.into_iter().map(|node| nodes[node].target).collect()
    }

    /// The variant that stands for the call. Its sets may be larger.
    fn variant(&mut self, target: Target, captured: Values, arguments: Values) -> usize {
        let known = self.by_target.get(&target).cloned().unwrap_or_default();
        let is_same = |index: &&usize| {
            let variant = &self.variants[**index];
            variant.captured == captured && variant.arguments == arguments
        };
        if let Some(same) = known.iter().find(is_same) {
            return *same;
        }
        let lattice = self.lattice();
        let holds = |index: usize| {
            let variant = &self.variants[index];
            let pairs = variant.captured.iter().zip(&captured);
            let mut pairs = pairs.chain(variant.arguments.iter().zip(&arguments));
            pairs.all(|(known, set)| lattice.is_subset(set, known))
        };
        let funs = funs_of(&captured, &arguments);
        let is_alike = |index: usize| {
            let variant = &self.variants[index];
            funs_of(&variant.captured, &variant.arguments) == funs
        };
        // A function that calls itself, perhaps through others. What may be empty and what may not are told
        // apart while there is room.
        let signature = emptiness(&captured, &arguments);
        let has_signature = |index: &usize| {
            let variant = &self.variants[*index];
            emptiness(&variant.captured, &variant.arguments) == signature
        };
        let mut active =
            known.iter().rev().copied().filter(|index| self.variants[*index].is_active);
        let around = match known.len() < MOST_VARIANTS / 2 {
            true => active.find(has_signature),
            false => active.next(),
        };
        if let Some(around) = around.filter(|index| is_alike(*index)) {
            if !holds(around) {
                self.grow(around, &captured, &arguments);
            }
            return around;
        }
        if known.len() < MOST_VARIANTS {
            self.variants.push(Variant {
                target,
                captured,
                arguments,
                summary: Summary::default(),
                users: BTreeSet::new(),
                is_active: false,
                is_stale: true,
                rounds: 0,
            });
            let index = self.variants.len() - 1;
            self.by_target.entry(target).or_default().push(index);
            return index;
        }
        if let Some(larger) = known.iter().copied().find(|index| holds(*index)) {
            return larger;
        }
        let last = known[known.len() - 1];
        self.grow(last, &captured, &arguments);
        last
    }

    /// The variant stands for these sets as well.
    fn grow(&mut self, index: usize, captured: &[ValueSet], arguments: &[ValueSet]) {
        let lattice = self.lattice();
        let wider = |known: &[ValueSet], sets: &[ValueSet]| -> Values {
            known.iter().zip(sets).map(|(known, set)| lattice.widen(known, set)).collect()
        };
        let variant = &mut self.variants[index];
        variant.captured = wider(&variant.captured, captured);
        variant.arguments = wider(&variant.arguments, arguments);
        self.mark_stale(index);
    }

    /// The variant must be looked at again, and so must all who have used it.
    fn mark_stale(&mut self, index: usize) {
        let mut pending = vec![index];
        while let Some(next) = pending.pop() {
            if !std::mem::replace(&mut self.variants[next].is_stale, true) {
                pending.extend(self.variants[next].users.iter().copied());
            }
        }
    }

    /// Looks at a variant until nothing changes any more.
    fn look_at(&mut self, index: usize) {
        self.variants[index].is_active = true;
        self.active.push(index);
        while self.variants[index].is_stale && !self.has_given_up() {
            self.variants[index].is_stale = false;
            let summary = self.summary_of(index);
            let is_new = self.merge(index, summary);
            if is_new {
                let users: Vec<usize> = self.variants[index].users.iter().copied().collect();
                users.into_iter().for_each(|user| self.mark_stale(user));
            }
        }
        self.active.pop();
        self.variants[index].is_active = false;
    }

    /// Takes in what was found; `true` if that is more than was known.
    fn merge(&mut self, index: usize, found: Summary) -> bool {
        let lattice = self.lattice();
        let variant = &mut self.variants[index];
        variant.rounds += 1;
        let widens = variant.rounds > ROUNDS_BEFORE_WIDENING;
        let before = &variant.summary;
        let together = |one: &ValueSet, other: &ValueSet| match widens {
            true => lattice.widen(one, other),
            false => order::join(one, other),
        };
        let values = match (&before.values, found.values) {
            (Some(before), Some(found)) => {
                let pairs = before.iter().zip(&found);
                Some(pairs.map(|(before, found)| together(before, found)).collect())
            }
            (before, found) => found.or_else(|| before.clone()),
        };
        let mut raised = before.raised.clone();
        raised.join(&found.raised);
        raised.reason = together(&before.raised.reason, &raised.reason);
        let summary = Summary { values, raised };
        let is_new = summary != variant.summary;
        variant.summary = summary;
        is_new
    }

    /// One look at the body.
    fn summary_of(&mut self, index: usize) -> Summary {
        let Variant { target, captured, arguments, .. } = &self.variants[index];
        let (target, captured, arguments) = (*target, captured.clone(), arguments.clone());
        let Some((code, fun)) = self.code(target) else { return Summary::default() };
        let Expr::Fun { body, .. } = code.function.expr(fun) else { return Summary::default() };
        let body = *body;
        let mut evaluator = Evaluator::new(self, code, fun, &captured, &arguments);
        let values = evaluator.evaluate(body);
        let summary = Summary { values, raised: evaluator.raised };
        self.let_go();
        summary
    }

    pub fn code(&mut self, target: Target) -> Option<(Arc<Code>, ExprId)> {
        let (module, name, fun) = match target {
            Target::Local { module, name } | Target::Remote { module, name } => {
                (module, name, None)
            }
            Target::Lambda { module, function, fun } => (module, function, Some(fun)),
        };
        match self.library.definition(module, name) {
            Definition::Code(code) => {
                let fun = fun.unwrap_or(code.function.body);
                Some((code, fun))
            }
            _ => None,
        }
    }
}

/// Which arguments have empty lists in them, longer ones, bitstrings?
fn emptiness(captured: &[ValueSet], arguments: &[ValueSet]) -> Vec<(bool, bool, bool)> {
    let of = |set: &ValueSet| match set {
        ValueSet::Any => (true, true, true),
        ValueSet::Of(kinds) => (kinds.nil, kinds.cons.is_some(), kinds.bits.is_some()),
    };
    captured.iter().chain(arguments).map(of).collect()
}

/// The written funs among some sets and inside of them: calls that differ in these are told apart.
fn funs_of(captured: &[ValueSet], arguments: &[ValueSet]) -> FxHashSet<usize> {
    let mut numbers = FxHashSet::default();
    let mut pending: Vec<&ValueSet> = captured.iter().chain(arguments).collect();
    while let Some(set) = pending.pop() {
        let ValueSet::Of(kinds) = set else { continue };
        if let Funs::These(funs) = &kinds.funs {
            for fun in funs {
                if let FunKind::Written { number, captured, .. } = fun {
                    numbers.insert(*number);
                    pending.extend(captured);
                }
            }
        }
        if let Tuples::These(these) = &kinds.tuples {
            pending.extend(these.iter().flatten());
        }
        if let Some(cons) = &kinds.cons {
            pending.extend([&cons.element, &cons.tail]);
        }
        if let Some(maps) = &kinds.maps {
            pending.extend(maps.known.values().map(|known| &known.value));
            pending.extend(maps.others.iter().flat_map(|(key, value)| [key, value]));
        }
    }
    numbers
}
