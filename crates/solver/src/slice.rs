//! Which constraints matter for the new one? Those that share a part of the input with it, directly
//! or through others. The input we start from satisfies the rest, and keeps doing so.

use crate::{Answer, Problem, Solver, Statistics};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use symbolic::{Constraint, Expr, Symbol, Symbols};

/// Tries what is tied to the new constraint before all of it.
pub struct Sliced<S> {
    pub inner: S,
    pub is_on: bool,
}

impl<S: Solver> Solver for Sliced<S> {
    fn solve(&mut self, problem: &Problem) -> Answer {
        if !self.is_on {
            return self.inner.solve(problem);
        }
        let places = relevant(problem.symbols, problem.constraints);
        if places.len() < problem.constraints.len() {
            let relevant: Vec<Constraint> =
                places.iter().map(|place| problem.constraints[*place].clone()).collect();
            match self.inner.solve(&Problem { constraints: &relevant, ..*problem }) {
                Answer::Sat(model) => {
                    if let Some(model) = model.of_all(problem) {
                        return Answer::Sat(model);
                    }
                    // What was left out matters after all.
                }
                Answer::Refuted(core) => return Answer::Refuted(core.from_part(&places)),
                // What was left out may help.
                Answer::GaveUp(_) => {}
            }
        }
        self.inner.solve(problem)
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

/// Where the constraints are that are tied to the last one, which is among them.
pub fn relevant(symbols: &Symbols, constraints: &[Constraint]) -> Vec<usize> {
    let Some((last, others)) = constraints.split_last() else { return Vec::new() };
    let mut ties = Ties { symbols, seen: FxHashMap::default(), links: Vec::new() };
    let groups: Vec<Option<Group>> =
        constraints.iter().map(|constraint| ties.group(constraint.symbol)).collect();
    let wanted = ties.group(last.symbol).map(|group| ties.find(group));
    let mut chosen = Vec::new();
    for (place, group) in groups.into_iter().enumerate().take(others.len()) {
        let group = group.map(|group| ties.find(group));
        if group.is_some() && group == wanted {
            chosen.push(place);
        }
    }
    chosen.push(others.len());
    chosen
}

/// Parts of the input that some constraint ties to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Group(usize);

/// Which parts of the input are looked at together? Every expression is looked at once, however many
/// constraints are about it.
struct Ties<'s> {
    symbols: &'s Symbols,
    /// The parts that an expression looks at; `None`: none.
    seen: FxHashMap<Symbol, Option<Group>>,
    /// A group that became a part of another one; a group by itself links to itself.
    links: Vec<usize>,
}

impl Ties<'_> {
    /// The parts that an expression looks at, all of which are tied by that.
    fn group(&mut self, symbol: Symbol) -> Option<Group> {
        // An expression is looked at again when its operands are known.
        let mut pending = vec![(symbol, false)];
        while let Some((symbol, is_second)) = pending.pop() {
            if is_second {
                let mut group = self.is_part(symbol).then(|| self.new_group());
                let mut operands = Vec::new();
                self.each_looked_at(symbol, |operand| operands.push(operand));
                for operand in operands {
                    let other = self.seen.get(&operand).copied().flatten();
                    group = self.join(group, other);
                }
                self.seen.insert(symbol, group);
            } else if let Entry::Vacant(new) = self.seen.entry(symbol) {
                new.insert(None);
                pending.push((symbol, true));
                let mut operands = Vec::new();
                self.each_looked_at(symbol, |operand| operands.push((operand, false)));
                pending.append(&mut operands);
            }
        }
        self.seen[&symbol]
    }

    /// The innermost access paths in an expression are what it looks at.
    fn is_part(&self, symbol: Symbol) -> bool {
        matches!(
            self.symbols.expr(symbol),
            Expr::Argument(_)
                | Expr::Head(_)
                | Expr::Tail(_)
                | Expr::Element { .. }
                | Expr::AtomText(_)
                | Expr::Exported { .. }
                | Expr::MapValue { .. }
                | Expr::MapKey { .. }
                | Expr::Returned { .. }
                | Expr::Acts { .. }
        )
    }

    /// What else is looked at with an expression. Where whole terms are compared, everything above and
    /// below counts too; then the path's root stands for all.
    fn each_looked_at(&self, symbol: Symbol, mut visit: impl FnMut(Symbol)) {
        match self.symbols.expr(symbol) {
            Expr::Argument(_)
            | Expr::Head(_)
            | Expr::Tail(_)
            | Expr::Element { .. }
            | Expr::Exported { .. }
            | Expr::AtomText(_) => {}
            // Which value it is depends on the key.
            Expr::MapValue { key, .. } => visit(*key),
            // A key depends on the other keys; and what a fun returns, on the arguments and on what
            // else it returns.
            _ => self.symbols.each_operand(symbol, visit),
        }
    }

    fn new_group(&mut self) -> Group {
        self.links.push(self.links.len());
        Group(self.links.len() - 1)
    }

    fn join(&mut self, one: Option<Group>, other: Option<Group>) -> Option<Group> {
        let (Some(first), Some(second)) = (one, other) else { return one.or(other) };
        let (first, second) = (self.find(first), self.find(second));
        let (older, younger) = (first.0.min(second.0), first.0.max(second.0));
        self.links[younger] = older;
        Some(Group(older))
    }

    fn find(&mut self, group: Group) -> Group {
        let mut place = group.0;
        while self.links[place] != place {
            // Halving the ways that are gone keeps them short.
            self.links[place] = self.links[self.links[place]];
            place = self.links[place];
        }
        Group(place)
    }
}
