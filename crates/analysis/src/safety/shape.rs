//! Which values does a clause take, and which does it leave to the next? Values are taken apart along the
//! patterns, so that a list of one element and one of two are told apart.

use core_erlang::{Expr, ExprId, Function, Pattern, PatternSegment, SegmentType, Variable};
use term::{BigInt, List, Term};
use typing::lattice::integers::{Integers, Range};
use typing::lattice::lengths::Lengths;
use typing::lattice::maps::{Known, Maps};
use typing::lattice::{Cons, Kinds, Lattice, Tuples, ValueSet, order};

/// A set of values, taken apart as far as patterns have looked.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Set(ValueSet),
    Cons(Box<Shape>, Box<Shape>),
    Tuple(Vec<Shape>),
}

/// What variables of patterns are bound to.
pub type Bindings = Vec<(Variable, ValueSet)>;

/// Literals that are longer than this are not taken apart.
const LONGEST_LITERAL: usize = 16;

/// The largest code point.
const LAST_CHARACTER: i64 = 0x10_FFFF;

impl Shape {
    pub fn to_set(&self, lattice: &Lattice) -> ValueSet {
        match self {
            Shape::Set(set) => set.clone(),
            Shape::Cons(head, tail) => {
                list_cell(lattice, head.to_set(lattice), &tail.to_set(lattice))
            }
            Shape::Tuple(parts) => {
                ValueSet::tuple(parts.iter().map(|part| part.to_set(lattice)).collect())
            }
        }
    }
}

/// `[Head | Tail]`
pub fn list_cell(lattice: &Lattice, head: ValueSet, tail: &ValueSet) -> ValueSet {
    if tail.is_empty() {
        return ValueSet::none();
    }
    let open = lattice.open(tail);
    let element = match &open.cons {
        Some(cons) => order::join(&head, &cons.element),
        None => head,
    };
    let inner = open.cons.as_ref().map_or(ValueSet::none(), |cons| cons.tail.clone());
    let ends: ValueSet = Kinds { cons: None, ..open }.into();
    ValueSet::cons(element, order::join(&ends, &inner))
}

/// What the tail of such lists can be.
pub fn tail_of(cons: &Cons) -> ValueSet {
    let again = ValueSet::cons(cons.element.clone(), cons.tail.clone());
    order::join(&again, &cons.tail)
}

/// Patterns of one function, and what is needed to understand them.
#[derive(Clone, Copy)]
pub struct Matching<'a> {
    pub lattice: &'a Lattice<'a>,
    pub function: &'a Function,
}

impl Matching<'_> {
    /// What of the shape can match, and what variables are then; `None` if nothing does.
    pub fn matched(
        &self,
        pattern: &Pattern,
        shape: &Shape,
        bindings: &mut Bindings,
    ) -> Option<Shape> {
        crate::deeper(|| self.matched_here(pattern, shape, bindings))
    }

    fn matched_here(
        &self,
        pattern: &Pattern,
        shape: &Shape,
        bindings: &mut Bindings,
    ) -> Option<Shape> {
        match pattern {
            Pattern::Variable(variable) => {
                let set = shape.to_set(self.lattice);
                if set.is_empty() {
                    return None;
                }
                bindings.push((*variable, set));
                Some(shape.clone())
            }
            Pattern::Alias { variable, pattern } => {
                let matched = self.matched(pattern, shape, bindings)?;
                bindings.push((*variable, matched.to_set(self.lattice)));
                Some(matched)
            }
            Pattern::Literal(literal) => self.matched_literal(literal, shape, bindings),
            Pattern::Cons { head, tail } => {
                let (first, rest) = self.cell(shape)?;
                let first = self.matched(head, &first, bindings)?;
                let rest = self.matched(tail, &rest, bindings)?;
                Some(Shape::Cons(Box::new(first), Box::new(rest)))
            }
            Pattern::Tuple { elements } => self.matched_tuple(elements, shape, bindings),
            Pattern::Map { pairs } => {
                let mut maps = self.lattice.open(&shape.to_set(self.lattice)).maps?;
                for pair in pairs {
                    let key = self.literal(pair.key);
                    let found = match key {
                        Some(key) => maps.get(self.lattice, key).value,
                        None => any_value(&maps),
                    };
                    let value = self.matched(&pair.value, &Shape::Set(found), bindings)?;
                    if let Some(key) = key {
                        let value = value.to_set(self.lattice);
                        maps.known.insert(key.clone(), Known { value, is_required: true });
                    }
                }
                Some(Shape::Set(ValueSet::maps(Some(maps))))
            }
            Pattern::Binary { segments } => {
                let lengths = self.lattice.open(&shape.to_set(self.lattice)).bits?;
                let lengths = lengths.meet(self.lengths(segments))?;
                for segment in segments {
                    let rest = self.rest(segments, segment, lengths);
                    let value = rest.map_or_else(|| self.segment_value(segment), ValueSet::bits);
                    let value = Shape::Set(value);
                    self.matched(&segment.value, &value, bindings)?;
                }
                Some(Shape::Set(ValueSet::bits(lengths)))
            }
        }
    }

    fn matched_literal(
        &self,
        literal: &Term,
        shape: &Shape,
        bindings: &mut Bindings,
    ) -> Option<Shape> {
        match literal_parts(literal) {
            Some(pattern) if !matches!(shape, Shape::Set(_)) => {
                self.matched(&pattern, shape, bindings)
            }
            _ => {
                let wanted = ValueSet::of_term(literal);
                let met = self.lattice.meet(&shape.to_set(self.lattice), &wanted);
                (!met.is_empty()).then_some(Shape::Set(met))
            }
        }
    }

    fn matched_tuple(
        &self,
        patterns: &[Pattern],
        shape: &Shape,
        bindings: &mut Bindings,
    ) -> Option<Shape> {
        let mut all: Option<(Vec<Shape>, Bindings)> = None;
        for parts in self.tuples(shape, patterns.len()) {
            let mut bound = Bindings::new();
            let pairs = patterns.iter().zip(&parts);
            let matched: Option<Vec<Shape>> =
                pairs.map(|(pattern, part)| self.matched(pattern, part, &mut bound)).collect();
            let Some(matched) = matched else { continue };
            all = Some(match all {
                None => (matched, bound),
                Some((before, known)) => {
                    (self.join_shapes(&before, &matched), join_bindings(known, bound))
                }
            });
        }
        let (parts, bound) = all?;
        bindings.extend(bound);
        Some(Shape::Tuple(parts))
    }

    fn join_shapes(&self, one: &[Shape], other: &[Shape]) -> Vec<Shape> {
        let pairs = one.iter().zip(other);
        pairs
            .map(|(one, other)| {
                if one == other {
                    return one.clone();
                }
                Shape::Set(order::join(&one.to_set(self.lattice), &other.to_set(self.lattice)))
            })
            .collect()
    }

    /// Head and tail of the lists that are there.
    fn cell(&self, shape: &Shape) -> Option<(Shape, Shape)> {
        match shape {
            Shape::Cons(head, tail) => Some((Shape::clone(head), Shape::clone(tail))),
            Shape::Tuple(_) => None,
            Shape::Set(set) => {
                let cons = self.lattice.open(set).cons?;
                let tail = tail_of(&cons);
                Some((Shape::Set(cons.element), Shape::Set(tail)))
            }
        }
    }

    /// The elements of the tuples of this size that are there, sort by sort.
    fn tuples(&self, shape: &Shape, size: usize) -> Vec<Vec<Shape>> {
        match shape {
            Shape::Tuple(parts) if parts.len() == size => vec![parts.clone()],
            Shape::Tuple(_) | Shape::Cons(..) => Vec::new(),
            Shape::Set(set) => match self.lattice.open(set).tuples {
                Tuples::All => vec![vec![Shape::Set(ValueSet::Any); size]],
                Tuples::These(these) => {
                    let of_size = these.into_iter().filter(|sets| sets.len() == size);
                    of_size.map(|sets| sets.into_iter().map(Shape::Set).collect()).collect()
                }
            },
        }
    }

    /// What of the shape certainly does not match, or may not: shapes that together hold all of that.
    pub fn unmatched(&self, pattern: &Pattern, shape: &Shape) -> Vec<Shape> {
        crate::deeper(|| self.unmatched_here(pattern, shape))
    }

    fn unmatched_here(&self, pattern: &Pattern, shape: &Shape) -> Vec<Shape> {
        match pattern {
            Pattern::Variable(_) => Vec::new(),
            Pattern::Alias { pattern, .. } => self.unmatched(pattern, shape),
            Pattern::Literal(literal) => match (literal_parts(literal), shape) {
                (Some(pattern), _) => self.unmatched(&pattern, shape),
                (None, Shape::Set(set)) if is_exact(literal) => {
                    self.set_without(set, &ValueSet::of_term(literal))
                }
                _ => vec![shape.clone()],
            },
            Pattern::Cons { .. } if matches!(shape, Shape::Tuple(_)) => vec![shape.clone()],
            Pattern::Tuple { .. } if matches!(shape, Shape::Cons(..)) => vec![shape.clone()],
            Pattern::Cons { head, tail } => {
                let mut left = self.others(shape, |kinds| kinds.cons = None);
                if let Some((first, rest)) = self.cell(shape) {
                    let patterns = [Pattern::clone(head), Pattern::clone(tail)];
                    for parts in self.unmatched_row(&patterns, &[first, rest]) {
                        let [first, rest] = <[Shape; 2]>::try_from(parts)
                            .expect("a row has as many parts as there are patterns");
                        left.push(Shape::Cons(Box::new(first), Box::new(rest)));
                    }
                }
                left
            }
            Pattern::Tuple { elements } => {
                if let Shape::Set(set) = shape
                    && self.lattice.open(set).tuples == Tuples::All
                {
                    return vec![shape.clone()];
                }
                let size = elements.len();
                let mut left = self.others(shape, |kinds| {
                    if let Tuples::These(these) = &mut kinds.tuples {
                        these.retain(|sets| sets.len() != size);
                    }
                });
                if matches!(shape, Shape::Tuple(parts) if parts.len() != size) {
                    left.push(shape.clone());
                }
                for parts in self.tuples(shape, size) {
                    left.extend(self.unmatched_row(elements, &parts).into_iter().map(Shape::Tuple));
                }
                left
            }
            Pattern::Map { pairs } => match (&**pairs, shape) {
                ([], Shape::Set(set)) => self.set_without(set, &ValueSet::maps(Some(Maps::all()))),
                ([pair], Shape::Set(set)) if matches!(pair.value, Pattern::Variable(_)) => {
                    let Some(key) = self.literal(pair.key) else { return vec![shape.clone()] };
                    let known = Known { value: ValueSet::Any, is_required: true };
                    let mut maps = Maps::all();
                    maps.known.insert(key.clone(), known);
                    self.set_without(set, &ValueSet::maps(Some(maps)))
                }
                _ => vec![shape.clone()],
            },
            Pattern::Binary { segments } => {
                if !segments.iter().all(|segment| self.always_fits(segment)) {
                    return vec![shape.clone()];
                }
                let Shape::Set(set) = shape else { return vec![shape.clone()] };
                let mut left = self.others(shape, |kinds| kinds.bits = None);
                if let Some(lengths) = self.lattice.open(set).bits {
                    let rest = lengths_without(lengths, self.lengths(segments));
                    left.extend(rest.into_iter().map(|each| Shape::Set(ValueSet::bits(each))));
                }
                left
            }
        }
    }

    /// The values of other kinds than those that a pattern is about. What was taken apart has none.
    fn others(&self, shape: &Shape, without: impl FnOnce(&mut Kinds)) -> Vec<Shape> {
        let Shape::Set(set) = shape else { return Vec::new() };
        let mut kinds = self.lattice.open(set);
        without(&mut kinds);
        let rest: ValueSet = kinds.into();
        if rest.is_empty() { Vec::new() } else { vec![Shape::Set(rest)] }
    }

    fn set_without(&self, set: &ValueSet, other: &ValueSet) -> Vec<Shape> {
        let rest = self.lattice.difference(set, other);
        if rest.is_empty() { Vec::new() } else { vec![Shape::Set(rest)] }
    }

    /// Rows of values that do not match: the first that does not is the first, or the second, or …
    pub fn unmatched_row(&self, patterns: &[Pattern], row: &[Shape]) -> Vec<Vec<Shape>> {
        let mut left = Vec::new();
        let mut before: Vec<Shape> = Vec::new();
        for (index, (pattern, shape)) in patterns.iter().zip(row).enumerate() {
            for rest in self.unmatched(pattern, shape) {
                let after = row[index + 1..].iter().cloned();
                left.push(before.iter().cloned().chain([rest]).chain(after).collect());
            }
            match self.matched(pattern, shape, &mut Bindings::new()) {
                Some(matched) => before.push(matched),
                None => break,
            }
        }
        left
    }

    /// The same shape with what is known of the variables of its pattern.
    pub fn refined(
        &self,
        pattern: &Pattern,
        shape: &Shape,
        known: &dyn Fn(Variable) -> ValueSet,
    ) -> Option<Shape> {
        let narrowed = |shape: &Shape, variable: &Variable| match shape {
            Shape::Set(set) => {
                let met = self.lattice.meet(set, &known(*variable));
                (!met.is_empty()).then_some(Shape::Set(met))
            }
            _ => Some(shape.clone()),
        };
        match (pattern, shape) {
            (Pattern::Variable(variable), _) => narrowed(shape, variable),
            (Pattern::Alias { variable, pattern }, _) => {
                let shape = self.refined(pattern, shape, known)?;
                narrowed(&shape, variable)
            }
            (Pattern::Cons { head, tail }, Shape::Cons(first, rest)) => {
                let first = self.refined(head, first, known)?;
                let rest = self.refined(tail, rest, known)?;
                Some(Shape::Cons(Box::new(first), Box::new(rest)))
            }
            (Pattern::Tuple { elements }, Shape::Tuple(parts)) => {
                let pairs = elements.iter().zip(parts);
                let parts = pairs.map(|(pattern, part)| self.refined(pattern, part, known));
                Some(Shape::Tuple(parts.collect::<Option<_>>()?))
            }
            _ => Some(shape.clone()),
        }
    }

    fn literal(&self, id: ExprId) -> Option<&Term> {
        match self.function.expr(id) {
            Expr::Literal(literal) => Some(literal),
            _ => None,
        }
    }

    /// How many bits a segment takes, if that is a constant.
    fn fixed_size(&self, segment: &PatternSegment) -> Option<u64> {
        match self.literal(segment.size)? {
            Term::Int(size) => u64::try_from(*size).ok()?.checked_mul(u64::from(segment.unit)),
            _ => None,
        }
    }

    fn is_rest(&self, segment: &PatternSegment) -> bool {
        let atom = self.literal(segment.size).and_then(Term::as_atom);
        segment.kind == SegmentType::Binary && atom.is_some_and(|atom| atom.name() == "all")
    }

    /// How long the rest of a bitstring of such lengths is, once segments of known sizes are taken from it.
    fn rest(
        &self,
        segments: &[PatternSegment],
        rest: &PatternSegment,
        lengths: Lengths,
    ) -> Option<Lengths> {
        if !self.is_rest(rest) {
            return None;
        }
        let others = segments.iter().filter(|segment| !std::ptr::eq(*segment, rest));
        let taken = others
            .map(|segment| self.fixed_size(segment))
            .try_fold(0_u64, |sum, size| sum.checked_add(size?))?;
        let left = Lengths { size: lengths.size.checked_sub(taken)?, unit: lengths.unit };
        left.meet(Lengths { size: 0, unit: u64::from(rest.unit) })
    }

    /// How long a bitstring can be that matches.
    fn lengths(&self, segments: &[PatternSegment]) -> Lengths {
        let mut lengths = Lengths { size: 0, unit: 0 };
        for segment in segments {
            let (size, unit) = match (segment.kind, self.fixed_size(segment)) {
                (SegmentType::Utf8, _) => (8, 8),
                (SegmentType::Utf16, _) => (16, 16),
                (SegmentType::Utf32, _) => (32, 0),
                (_, Some(size)) => (size, 0),
                (_, None) => (0, u64::from(segment.unit)),
            };
            // Whatever two steps come to, their greatest common divisor does too.
            let steps = Lengths { size: 0, unit: lengths.unit }.join(Lengths { size: 0, unit });
            lengths = Lengths { size: lengths.size.saturating_add(size), unit: steps.unit };
        }
        lengths
    }

    /// Does the segment match whatever bits there are, if there are enough?
    fn always_fits(&self, segment: &PatternSegment) -> bool {
        matches!(segment.value, Pattern::Variable(_))
            && matches!(segment.kind, SegmentType::Integer | SegmentType::Binary)
            && (self.fixed_size(segment).is_some() || self.is_rest(segment))
    }

    /// What the segment can be once it has matched.
    fn segment_value(&self, segment: &PatternSegment) -> ValueSet {
        match segment.kind {
            SegmentType::Integer => match self.fixed_size(segment).filter(|size| *size <= 4096) {
                Some(0) => ValueSet::integer(BigInt::from(0)),
                Some(size) if segment.signed => {
                    let half = BigInt::from(1) << (size - 1);
                    between(-half.clone(), half - 1)
                }
                Some(size) => between(BigInt::from(0), (BigInt::from(1) << size) - 1),
                None if segment.signed => ValueSet::integers(Integers::all()),
                None => ValueSet::integers(Integers::of([Range::new(Some(BigInt::from(0)), None)])),
            },
            SegmentType::Float => ValueSet::float(),
            SegmentType::Binary => match self.fixed_size(segment) {
                Some(size) => ValueSet::bits(Lengths { size, unit: 0 }),
                None => ValueSet::bits(Lengths { size: 0, unit: u64::from(segment.unit) }),
            },
            SegmentType::Utf8 | SegmentType::Utf16 | SegmentType::Utf32 => {
                between(BigInt::from(0), BigInt::from(LAST_CHARACTER))
            }
        }
    }
}

fn between(low: BigInt, high: BigInt) -> ValueSet {
    ValueSet::integers(Integers::of([Range::new(Some(low), Some(high))]))
}

/// What may be found under any key.
pub fn any_value(maps: &Maps) -> ValueSet {
    let known = maps.known.values().map(|known| known.value.clone());
    let others = maps.others.iter().map(|(_, value)| value.clone());
    known.chain(others).fold(ValueSet::none(), |all, each| order::join(&all, &each))
}

pub fn join_bindings(one: Bindings, other: Bindings) -> Bindings {
    // Both come from the same patterns, so they are in the same order.
    let pairs = one.into_iter().zip(other);
    pairs.map(|((variable, one), (_, other))| (variable, order::join(&one, &other))).collect()
}

/// The literal as a pattern with other literals in it, if it has parts.
fn literal_parts(literal: &Term) -> Option<Pattern> {
    let pattern = |term: &Term| Box::new(Pattern::Literal(term.clone()));
    match literal {
        Term::List(list) if list.elements.len() <= LONGEST_LITERAL => {
            let List { elements, tail } = &**list;
            let (first, rest) = elements.split_first()?;
            let rest = match rest {
                [] => tail.clone(),
                rest => Term::list_with_tail(rest.to_vec(), tail.clone()),
            };
            Some(Pattern::Cons { head: pattern(first), tail: pattern(&rest) })
        }
        Term::Tuple(elements) if elements.len() <= LONGEST_LITERAL => {
            let elements = elements.iter().map(|term| Pattern::Literal(term.clone()));
            Some(Pattern::Tuple { elements: elements.collect() })
        }
        _ => None,
    }
}

/// Is the set of a literal without parts the literal alone?
fn is_exact(literal: &Term) -> bool {
    match literal {
        Term::Int(_) | Term::BigInt(_) | Term::Atom(_) | Term::Nil => true,
        Term::Bits(bits) => bits.bit_length() == 0,
        _ => false,
    }
}

/// Lengths that are among the first and not among the others, stretch by stretch.
fn lengths_without(lengths: Lengths, other: Lengths) -> Vec<Lengths> {
    /// As many single lengths are told apart.
    const MOST: u64 = 8;
    if lengths.is_subset(other) {
        return Vec::new();
    }
    if lengths.unit == 0 {
        return vec![lengths];
    }
    let at = |times: u64| lengths.unit.checked_mul(times)?.checked_add(lengths.size);
    let first = (0..=MOST).find(|times| at(*times).is_some_and(|length| other.contains(length)));
    let Some(first) = first else { return vec![lengths] };
    let singles = (0..first).filter_map(at).map(|size| Lengths { size, unit: 0 });
    let mut left: Vec<Lengths> = singles.collect();
    let goes_on = other.unit != 0 && lengths.unit.is_multiple_of(other.unit);
    if !goes_on {
        match at(first + 1) {
            Some(size) => left.push(Lengths { size, unit: lengths.unit }),
            None => return vec![lengths],
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_length_is_lost() {
        let all: Vec<Lengths> = (0..9_u64)
            .flat_map(|size| [0, 1, 2, 3, 4, 8].map(|unit| Lengths { size, unit }))
            .collect();
        for one in &all {
            for other in &all {
                let left = lengths_without(*one, *other);
                for length in 0..80 {
                    let is_left = left.iter().any(|each| each.contains(length));
                    let should = one.contains(length) && !other.contains(length);
                    assert!(is_left || !should, "{one:?} {other:?} {length}");
                }
            }
        }
    }
}
