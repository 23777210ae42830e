//! How is a `case` decided? By a decision tree that looks at each part of the value at most once.
//!
//! Clauses are rows, the values they look at are columns. The tree switches on a column that the
//! first row cares about; each constructor or literal there gets the rows that allow it (Maranget,
//! *Compiling pattern matching to good decision trees*, 2008). So `case` over three hundred atoms
//! is one switch with three hundred ways. Maps and bitstrings have no constructors to switch on:
//! they are tried row by row, after everything else in the row fits.
//!
//! A tree can be exponentially larger than its clauses. When it grows beyond a budget, the rest is
//! tried row by row too.

use super::{Destination, Lowered, Lowering};
use crate::code::{Label, NOWHERE, Op, Operand, SegmentShape, Slot, Words};
use crate::program::word;
use core_erlang::{Clause, Expr, ExprId, MapPatternPair, Pattern, PatternSegment, Variable};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use term::Term;

/// How many rows may be copied beyond those that are written.
const BUDGET: usize = 4000;

/// Where a value to look at is: given from outside, or a part of one that the tree took out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Given(Operand),
    /// Numbered from 0 for each `case`.
    Part(u32),
}

#[derive(Clone)]
struct ClauseRow<'f> {
    clause: usize,
    columns: Vec<(Access, &'f Pattern)>,
    bindings: Vec<(Variable, Access)>,
}

enum Tree<'f> {
    /// No clause is left.
    Nothing,
    /// The patterns fit; the guard decides.
    Leaf {
        clause: usize,
        bindings: Vec<(Variable, Access)>,
        otherwise: Option<Box<Tree<'f>>>,
    },
    Switch {
        on: Access,
        arms: Vec<Arm<'f>>,
        default: Box<Tree<'f>>,
    },
    /// The first tree; where it comes to nothing, the second.
    Try {
        first: Box<Tree<'f>>,
        rest: Box<Tree<'f>>,
    },
    Map {
        on: Access,
        pairs: &'f [MapPatternPair],
        values: Vec<Access>,
        then: Box<Tree<'f>>,
    },
    Bits {
        on: Access,
        segments: &'f [PatternSegment],
        parts: BitsParts,
        then: Box<Tree<'f>>,
    },
}

struct Arm<'f> {
    constructor: Constructor<'f>,
    /// What to take out of the value: `None` for parts that nobody looks at.
    parts: Vec<Option<Access>>,
    tree: Tree<'f>,
}

#[derive(Clone, Copy)]
enum Constructor<'f> {
    Cons,
    Tuple(usize),
    Literal(&'f Term),
}

/// Where the parts of a bitstring go.
struct BitsParts {
    position: Access,
    /// Variables, in the order of the segments, as far as they are wanted.
    values: Vec<Access>,
}

impl<'a> Lowering<'a> {
    pub(super) fn case(
        &mut self,
        case: ExprId,
        argument: ExprId,
        clauses: &'a [Clause],
        to: &Destination,
    ) -> Lowered {
        let given = self.given(argument, clauses)?;
        let mut plan = Plan { uses: &self.uses, parts: 0, max_parts: 0, budget: BUDGET };
        let rows = clauses
            .iter()
            .enumerate()
            .map(|(clause, written)| ClauseRow {
                clause,
                columns: given.iter().copied().map(Access::Given).zip(&written.patterns).collect(),
                bindings: Vec::new(),
            })
            .collect();
        let guarded: Vec<bool> = clauses.iter().map(|clause| !self.is_true(clause.guard)).collect();
        let tree = plan.rows(rows, &guarded);
        let part_count = plan.max_parts;
        let mut leaves = vec![0; clauses.len()];
        count_leaves(&tree, &mut leaves);
        let first_part = self.builder.new_slots(part_count);
        let end = self.builder.new_label();
        let first_clause = self.clauses.of_case(case);
        let mut emission = Emission {
            clauses,
            first_clause,
            first_part,
            leaves,
            shared: FxHashMap::default(),
            nothing: Vec::new(),
            end,
            to,
        };
        self.tree(&tree, &mut emission)?;
        self.shared_bodies(emission)?;
        self.builder.place(end);
        Ok(())
    }

    /// The values that the clauses look at.
    fn given(&mut self, argument: ExprId, clauses: &[Clause]) -> Lowered<Vec<Operand>> {
        let count = clauses.first().map_or(1, |clause| clause.patterns.len());
        if let Expr::Values { elements } = self.function.expr(argument) {
            let mut given = self.operand_list(elements)?;
            for index in 1..given.len() {
                // Columns are told apart by what they look at.
                if given[..index].contains(&given[index]) {
                    let to = self.builder.new_slots(1);
                    self.builder.add(Op::Move { to, from: given[index] });
                    given[index] = Operand::slot(to);
                }
            }
            return Ok(given);
        }
        if count == 1 {
            return Ok(vec![self.operand(argument)?]);
        }
        let first = self.builder.new_slots(count as u32);
        let slots: SmallVec<[Slot; 2]> = (first..first + count as u32).collect();
        self.expr(argument, &Destination::Slots(slots))?;
        Ok((first..first + count as u32).map(Operand::slot).collect())
    }

    fn is_true(&self, guard: ExprId) -> bool {
        matches!(self.function.expr(guard), Expr::Literal(Term::Atom(term::atoms::true_)))
    }
}

// ---- the plan ----

struct Plan<'u> {
    uses: &'u [u32],
    /// How many parts are in use on the way from the root, and at most.
    parts: u32,
    max_parts: u32,
    budget: usize,
}

impl Plan<'_> {
    fn new_part(&mut self) -> Access {
        self.parts += 1;
        self.max_parts = self.max_parts.max(self.parts);
        Access::Part(self.parts - 1)
    }

    fn is_wanted(&self, variable: Variable) -> bool {
        self.uses[variable.0 as usize] > 0
    }

    /// Does anybody look at a part that has this pattern?
    fn looks(&self, pattern: &Pattern) -> bool {
        !matches!(pattern, Pattern::Variable(variable) if !self.is_wanted(*variable))
    }

    fn rows<'f>(&mut self, rows: Vec<ClauseRow<'f>>, guarded: &[bool]) -> Tree<'f> {
        crate::deep(|| self.rows_here(rows, guarded))
    }

    fn rows_here<'f>(&mut self, mut rows: Vec<ClauseRow<'f>>, guarded: &[bool]) -> Tree<'f> {
        if rows.is_empty() {
            return Tree::Nothing;
        }
        rows.iter_mut().for_each(|row| self.simplify(row));
        let first = &rows[0];
        if first.columns.is_empty() {
            let (clause, bindings) = (first.clause, first.bindings.clone());
            let otherwise =
                guarded[clause].then(|| Box::new(self.rows(rows.split_off(1), guarded)));
            return Tree::Leaf { clause, bindings, otherwise };
        }
        let switchable = first.columns.iter().find(|(_, pattern)| constructor(pattern).is_some());
        match switchable {
            Some(&(on, _)) if self.budget > 0 || rows.len() == 1 => self.switch(on, rows, guarded),
            None if rows.len() == 1 => self.sequential(rows.remove(0), guarded),
            _ => {
                let rest = rows.split_off(1);
                let first = Box::new(self.rows(rows, guarded));
                Tree::Try { first, rest: Box::new(self.rows(rest, guarded)) }
            }
        }
    }

    /// Variables only bind; what they stand for is known without looking.
    fn simplify<'f>(&self, row: &mut ClauseRow<'f>) {
        let mut columns = Vec::with_capacity(row.columns.len());
        for &(access, mut pattern) in &row.columns {
            while let Pattern::Alias { variable, pattern: inner } = pattern {
                if self.is_wanted(*variable) {
                    row.bindings.push((*variable, access));
                }
                pattern = inner;
            }
            match pattern {
                Pattern::Variable(variable) => {
                    if self.is_wanted(*variable) {
                        row.bindings.push((*variable, access));
                    }
                }
                _ => columns.push((access, pattern)),
            }
        }
        row.columns = columns;
    }

    fn switch<'f>(&mut self, on: Access, rows: Vec<ClauseRow<'f>>, guarded: &[bool]) -> Tree<'f> {
        let mut arms: Vec<(Constructor<'f>, Vec<usize>)> = Vec::new();
        let mut index: FxHashMap<TestKey<'f>, usize> = FxHashMap::default();
        for row in &rows {
            let Some(constructor) = column(row, on).and_then(constructor) else { continue };
            index.entry(key(constructor)).or_insert_with(|| {
                arms.push((constructor, Vec::new()));
                arms.len() - 1
            });
        }
        let mut default = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            match column(row, on).map(constructor) {
                Some(Some(constructor)) => arms[index[&key(constructor)]].1.push(number),
                // A map or bitstring is none of the constructors.
                Some(None) => default.push(number),
                None => {
                    arms.iter_mut().for_each(|(_, members)| members.push(number));
                    default.push(number);
                    self.budget = self.budget.saturating_sub(arms.len());
                }
            }
        }
        let mark = self.parts;
        let arms = arms
            .into_iter()
            .map(|(constructor, members)| {
                let arm = self.arm(on, constructor, &rows, &members, guarded);
                self.parts = mark;
                arm
            })
            .collect();
        let default = default.into_iter().map(|number| rows[number].clone()).collect();
        let default = Box::new(self.rows(default, guarded));
        self.parts = mark;
        Tree::Switch { on, arms, default }
    }

    fn arm<'f>(
        &mut self,
        on: Access,
        constructor: Constructor<'f>,
        rows: &[ClauseRow<'f>],
        members: &[usize],
        guarded: &[bool],
    ) -> Arm<'f> {
        let count = match constructor {
            Constructor::Cons => 2,
            Constructor::Tuple(size) => size,
            Constructor::Literal(_) => 0,
        };
        let mut looked_at = vec![false; count];
        for &member in members {
            let Some(pattern) = column(&rows[member], on) else { continue };
            for (index, part) in parts_of(pattern).enumerate() {
                looked_at[index] |= self.looks(part);
            }
        }
        let parts: Vec<Option<Access>> =
            looked_at.into_iter().map(|looked_at| looked_at.then(|| self.new_part())).collect();
        let rows = members.iter().map(|&member| specialise(&rows[member], on, &parts)).collect();
        Arm { constructor, parts, tree: self.rows(rows, guarded) }
    }

    /// One row whose remaining columns are maps and bitstrings.
    fn sequential<'f>(&mut self, mut row: ClauseRow<'f>, guarded: &[bool]) -> Tree<'f> {
        let (on, pattern) = row.columns.remove(0);
        match pattern {
            Pattern::Map { pairs } => {
                let values: Vec<Access> = pairs.iter().map(|_| self.new_part()).collect();
                row.columns
                    .splice(0..0, values.iter().copied().zip(pairs.iter().map(|pair| &pair.value)));
                let then = Box::new(self.rows(vec![row], guarded));
                Tree::Map { on, pairs, values, then }
            }
            Pattern::Binary { segments } => {
                let position = self.new_part();
                let values: Vec<Access> = segments.iter().map(|_| self.new_part()).collect();
                for (segment, &value) in segments.iter().zip(&values) {
                    // Segments hold variables, literals and aliases of these.
                    segment.value.each_variable(|variable| row.bindings.push((variable, value)));
                }
                let then = Box::new(self.rows(vec![row], guarded));
                Tree::Bits { on, segments, parts: BitsParts { position, values }, then }
            }
            _ => unreachable!("everything else has a constructor"),
        }
    }
}

fn column<'f>(row: &ClauseRow<'f>, on: Access) -> Option<&'f Pattern> {
    row.columns.iter().find(|(access, _)| *access == on).map(|(_, pattern)| *pattern)
}

fn constructor(pattern: &Pattern) -> Option<Constructor<'_>> {
    match pattern {
        Pattern::Cons { .. } => Some(Constructor::Cons),
        Pattern::Tuple { elements } => Some(Constructor::Tuple(elements.len())),
        Pattern::Literal(term) => Some(Constructor::Literal(term)),
        Pattern::Variable(_)
        | Pattern::Alias { .. }
        | Pattern::Map { .. }
        | Pattern::Binary { .. } => None,
    }
}

#[derive(PartialEq, Eq, Hash)]
enum TestKey<'f> {
    Cons,
    Tuple(usize),
    Literal(&'f Term),
}

fn key(constructor: Constructor<'_>) -> TestKey<'_> {
    match constructor {
        Constructor::Cons => TestKey::Cons,
        Constructor::Tuple(size) => TestKey::Tuple(size),
        Constructor::Literal(term) => TestKey::Literal(term),
    }
}

fn parts_of(pattern: &Pattern) -> Box<dyn Iterator<Item = &Pattern> + '_> {
    match pattern {
        Pattern::Cons { head, tail } => Box::new([&**head, &**tail].into_iter()),
        Pattern::Tuple { elements } => Box::new(elements.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

/// The row, given that the value has the constructor whose parts these are.
fn specialise<'f>(row: &ClauseRow<'f>, on: Access, parts: &[Option<Access>]) -> ClauseRow<'f> {
    let mut columns = Vec::with_capacity(row.columns.len() + parts.len());
    for &(access, pattern) in &row.columns {
        if access != on {
            columns.push((access, pattern));
            continue;
        }
        for (part, &access) in parts_of(pattern).zip(parts) {
            if let Some(access) = access {
                columns.push((access, part));
            }
        }
    }
    ClauseRow { clause: row.clause, columns, bindings: row.bindings.clone() }
}

fn count_leaves(tree: &Tree, leaves: &mut [u32]) {
    crate::deep(|| match tree {
        Tree::Nothing => {}
        Tree::Leaf { clause, otherwise, .. } => {
            leaves[*clause] += 1;
            if let Some(otherwise) = otherwise {
                count_leaves(otherwise, leaves);
            }
        }
        Tree::Switch { arms, default, .. } => {
            arms.iter().for_each(|arm| count_leaves(&arm.tree, leaves));
            count_leaves(default, leaves);
        }
        Tree::Try { first, rest } => {
            count_leaves(first, leaves);
            count_leaves(rest, leaves);
        }
        Tree::Map { then, .. } | Tree::Bits { then, .. } => count_leaves(then, leaves),
    })
}

// ---- the code ----

struct Emission<'e, 'f> {
    clauses: &'f [Clause],
    /// The number of the first one in the function.
    first_clause: u32,
    first_part: Slot,
    leaves: Vec<u32>,
    /// Clauses that more than one leaf leads to: where their code starts, and the slots of their
    /// variables.
    shared: FxHashMap<usize, (Label, Vec<(Variable, Slot)>)>,
    /// Where to go when no clause is left: the innermost last.
    nothing: Vec<Label>,
    end: Label,
    to: &'e Destination,
}

impl Emission<'_, '_> {
    fn operand(&self, access: Access) -> Operand {
        match access {
            Access::Given(operand) => operand,
            Access::Part(part) => Operand::slot(self.first_part + part),
        }
    }

    fn slot(&self, access: Access) -> Slot {
        match access {
            Access::Part(part) => self.first_part + part,
            Access::Given(_) => unreachable!("only parts are taken out"),
        }
    }
}

impl<'a> Lowering<'a> {
    fn tree(&mut self, tree: &Tree<'a>, emission: &mut Emission<'_, 'a>) -> Lowered {
        crate::deep(|| self.tree_here(tree, emission))
    }

    fn tree_here(&mut self, tree: &Tree<'a>, emission: &mut Emission<'_, 'a>) -> Lowered {
        match tree {
            Tree::Nothing => {
                match emission.nothing.last() {
                    Some(&label) => self.builder.add(Op::Jump { to: label }),
                    // In a guard, as everywhere, the compiler promises that a clause matches.
                    None => self.builder.add(Op::Unreachable),
                }
                Ok(())
            }
            Tree::Leaf { clause, bindings, otherwise } => {
                self.leaf(*clause, bindings, otherwise.as_deref(), emission)
            }
            Tree::Switch { on, arms, default } => self.switch(*on, arms, default, emission),
            Tree::Try { first, rest } => {
                let label = self.builder.new_label();
                emission.nothing.push(label);
                let result = self.tree(first, emission);
                emission.nothing.pop();
                result?;
                self.builder.place(label);
                self.tree(rest, emission)
            }
            Tree::Map { on, pairs, values, then } => {
                let otherwise = self.nothing_label(emission);
                let map = emission.operand(*on);
                let test = crate::code::Kind::Map;
                self.builder.add(Op::Test { test, value: map, otherwise });
                for (pair, value) in pairs.iter().zip(values) {
                    let key = self.operand(pair.key)?;
                    let to = emission.slot(*value);
                    self.builder.add(Op::MapValue { to, map, key, otherwise });
                }
                self.tree(then, emission)?;
                self.place_nothing(otherwise, emission);
                Ok(())
            }
            Tree::Bits { on, segments, parts, then } => {
                let otherwise = self.nothing_label(emission);
                self.segments(emission.operand(*on), segments, parts, otherwise, emission)?;
                self.tree(then, emission)?;
                self.place_nothing(otherwise, emission);
                Ok(())
            }
        }
    }

    /// Where to go when the row at hand does not match after all.
    fn nothing_label(&mut self, emission: &Emission) -> Label {
        emission.nothing.last().copied().unwrap_or_else(|| self.builder.new_label())
    }

    fn place_nothing(&mut self, label: Label, emission: &Emission) {
        if emission.nothing.is_empty() {
            self.builder.place(label);
            self.builder.add(Op::Unreachable);
        }
    }

    fn leaf(
        &mut self,
        clause: usize,
        bindings: &[(Variable, Access)],
        otherwise: Option<&Tree<'a>>,
        emission: &mut Emission<'_, 'a>,
    ) -> Lowered {
        let written = &emission.clauses[clause];
        for &(variable, access) in bindings {
            self.builder.bind(variable, emission.operand(access));
        }
        let next = self.builder.new_label();
        if otherwise.is_some() {
            self.guard(written.guard, next)?;
        }
        if emission.leaves[clause] == 1 {
            self.clause_body(clause, emission)?;
        } else {
            self.share(clause, bindings, emission);
        }
        match otherwise {
            Some(otherwise) => {
                self.builder.place(next);
                self.tree(otherwise, emission)
            }
            None => {
                self.builder.place(next);
                Ok(())
            }
        }
    }

    fn clause_body(&mut self, clause: usize, emission: &Emission<'_, 'a>) -> Lowered {
        let written = &emission.clauses[clause];
        self.reach(emission.first_clause + clause as u32);
        self.expr(written.body, emission.to)?;
        self.jump_unless_returned(emission.end, emission.to);
        Ok(())
    }

    /// Puts the variables where the shared code expects them, and goes there.
    fn share(
        &mut self,
        clause: usize,
        bindings: &[(Variable, Access)],
        emission: &mut Emission<'_, 'a>,
    ) {
        let shared = emission.shared.entry(clause).or_insert_with(|| {
            let label = self.builder.new_label();
            let mut slots: Vec<(Variable, Slot)> = Vec::new();
            for &(variable, _) in bindings {
                if !slots.iter().any(|(known, _)| *known == variable) {
                    slots.push((variable, self.builder.new_slot()));
                }
            }
            (label, slots)
        });
        let (label, slots) = shared.clone();
        for (variable, slot) in slots {
            let (_, access) = bindings
                .iter()
                .find(|(known, _)| *known == variable)
                .expect("a clause binds the same variables on every way to it");
            self.builder.add(Op::Move { to: slot, from: emission.operand(*access) });
        }
        self.builder.add(Op::Jump { to: label });
    }

    fn shared_bodies(&mut self, mut emission: Emission<'_, 'a>) -> Lowered {
        let mut shared: Vec<_> = std::mem::take(&mut emission.shared).into_iter().collect();
        shared.sort_by_key(|(clause, _)| *clause);
        for (clause, (label, slots)) in shared {
            self.builder.place(label);
            for (variable, slot) in slots {
                self.builder.bind(variable, Operand::slot(slot));
            }
            self.clause_body(clause, &emission)?;
        }
        Ok(())
    }

    fn switch(
        &mut self,
        on: Access,
        arms: &[Arm<'a>],
        default: &Tree<'a>,
        emission: &mut Emission<'_, 'a>,
    ) -> Lowered {
        let value = emission.operand(on);
        let default_label = self.builder.new_label();
        let mut switch = super::builder::switch_to(default_label);
        let (mut words, mut constants, mut tuples) = (Vec::new(), Vec::new(), Vec::new());
        let labels: Vec<Label> = arms.iter().map(|_| self.builder.new_label()).collect();
        for (arm, &label) in arms.iter().zip(&labels) {
            match arm.constructor {
                Constructor::Cons => switch.cons = label,
                Constructor::Tuple(size) => tuples.push((size as u32, label)),
                Constructor::Literal(term) => match word(term) {
                    Some(word) => words.push((word, label)),
                    None => {
                        let number =
                            self.constant(term).decode().expect_err("a literal is a constant");
                        constants.push((number as u32, label));
                    }
                },
            }
        }
        switch.words = Words::new(words);
        switch.constants = constants.into();
        switch.tuples = tuples.into();
        self.builder.switch(value, switch);
        for (arm, &label) in arms.iter().zip(&labels) {
            self.builder.place(label);
            self.take_parts(value, arm, emission);
            self.tree(&arm.tree, emission)?;
        }
        self.builder.place(default_label);
        self.tree(default, emission)
    }

    fn take_parts(&mut self, value: Operand, arm: &Arm, emission: &Emission) {
        for (index, part) in arm.parts.iter().enumerate() {
            let Some(part) = part else { continue };
            let to = emission.slot(*part);
            self.builder.add(match (arm.constructor, index) {
                (Constructor::Cons, 0) => Op::Head { to, cons: value },
                (Constructor::Cons, _) => Op::Tail { to, cons: value },
                _ => Op::Element { to, tuple: value, index: index as u32 },
            });
        }
    }

    fn segments(
        &mut self,
        bits: Operand,
        segments: &'a [PatternSegment],
        parts: &BitsParts,
        otherwise: Label,
        emission: &Emission,
    ) -> Lowered {
        let position = emission.slot(parts.position);
        self.builder.add(Op::BitsStart { value: bits, position, otherwise });
        for (segment, &value) in segments.iter().zip(&parts.values) {
            let to = emission.slot(value);
            let size = self.size(segment.size, segment.kind)?;
            let shape = SegmentShape {
                unit: segment.unit,
                kind: segment.kind,
                signed: segment.signed,
                little: segment.little,
            };
            let is_wanted = self.segment_is_wanted(&segment.value);
            let to = if is_wanted { to } else { NOWHERE };
            self.builder.add(Op::BitsRead { to, bits, position, size, shape, otherwise });
            self.segment_value(&segment.value, to, otherwise)?;
        }
        self.builder.add(Op::BitsEnd { bits, position, otherwise });
        Ok(())
    }

    fn segment_is_wanted(&self, pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Variable(variable) => self.uses[variable.0 as usize] > 0,
            _ => true,
        }
    }

    /// A segment's value is a variable, which later sizes may use, or must be a certain number.
    fn segment_value(&mut self, pattern: &'a Pattern, slot: Slot, otherwise: Label) -> Lowered {
        match pattern {
            Pattern::Variable(variable) => {
                if slot != NOWHERE {
                    self.builder.bind(*variable, Operand::slot(slot));
                }
                Ok(())
            }
            Pattern::Alias { variable, pattern } => {
                self.builder.bind(*variable, Operand::slot(slot));
                self.segment_value(pattern, slot, otherwise)
            }
            Pattern::Literal(term) => {
                let right = self.constant(term);
                let (comparison, left) =
                    (crate::code::Comparison::ExactlyEqual, Operand::slot(slot));
                self.builder.add(Op::Compare { comparison, left, right, otherwise });
                Ok(())
            }
            _ => Err("a segment holds a pattern that no segment can have".into()),
        }
    }
}
