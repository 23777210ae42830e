//! How large is a value, compared with what a function was called with? A value may be measured in several
//! ways, and of each measure it is known that it is at most that of an argument and some more, or less.

use term::{Atom, Term};

/// Ways to measure a value. All but the value of an integer are never less than nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Measure {
    /// All that it is made of: one for each cell of a list, each tuple and each map, with what is in them,
    /// and one for each bit. A part of something is smaller than that.
    Size,
    /// The cells of a list, as far as it goes.
    Length,
    /// How many associations an iterator over a map still has to give: `{K, V, Next}` has one more than
    /// `Next`. What an iterator is for that has not begun only the virtual machine knows.
    Remaining,
    /// An integer itself.
    Value,
    /// An integer, counted downwards: the larger it is, the less this is.
    Negated,
}

impl Measure {
    pub const ALL: [Measure; 5] =
        [Measure::Size, Measure::Length, Measure::Remaining, Measure::Value, Measure::Negated];
}

/// A measure is at most this: that of an argument by its number, or nothing without one, and the constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    pub argument: Option<usize>,
    pub constant: i64,
    /// It is neither less.
    pub is_exact: bool,
}

/// Bounds that all hold.
pub type Bounds = Vec<Bound>;

/// More than these are not kept.
const MOST_BOUNDS: usize = 6;

/// One step from a term into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Head,
    Tail,
    /// Of a tuple.
    Element(usize),
    /// What a map has under this key.
    Value(Atom),
    /// What a segment of the pattern of a bitstring has taken; patterns are numbered.
    Segment {
        pattern: usize,
        index: usize,
    },
}

impl Step {
    /// Do the two lead to parts of the same term that have nothing in common?
    fn is_apart_from(self, other: Step) -> bool {
        match (self, other) {
            (Step::Head, Step::Tail) | (Step::Tail, Step::Head) => true,
            (Step::Element(one), Step::Element(other)) => one != other,
            (Step::Value(one), Step::Value(other)) => one != other,
            (
                Step::Segment { pattern: one, index },
                Step::Segment { pattern: other, index: also },
            ) => one == other && index != also,
            _ => false,
        }
    }
}

/// A part of an argument, or all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub argument: usize,
    pub path: Vec<Step>,
}

/// No part is followed deeper than this.
const LONGEST_PATH: usize = 12;

impl Part {
    /// Have two parts of the same argument nothing in common?
    pub fn is_apart_from(&self, other: &Part) -> bool {
        let steps = self.path.iter().zip(&other.path);
        let mut differing = steps.skip_while(|(one, other)| one == other);
        differing.next().is_some_and(|(one, other)| one.is_apart_from(*other))
    }

    fn then(&self, more: &[Step]) -> Option<Part> {
        let path = [&self.path[..], more].concat();
        (path.len() <= LONGEST_PATH).then_some(Part { argument: self.argument, path })
    }
}

/// What is known of a value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measures {
    bounds: [Bounds; 5],
    /// It is this.
    pub origin: Option<Part>,
    /// The elements of a tuple, or head and tail of a list.
    pub parts: Option<Box<Parts>>,
}

#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "it is always in a box")]
pub enum Parts {
    Cons(Measures, Measures),
    Tuple(Vec<Measures>),
}

/// Parts of parts are known so far down.
const DEEPEST: usize = 3;

impl Measures {
    pub fn unknown() -> Measures {
        Measures::default()
    }

    /// The argument itself.
    pub fn argument(number: usize) -> Measures {
        let bound = Bound { argument: Some(number), constant: 0, is_exact: true };
        let origin = Some(Part { argument: number, path: Vec::new() });
        Measures { bounds: std::array::from_fn(|_| vec![bound]), origin, parts: None }
    }

    /// Something that has no parts and of which no more is known: an atom, an integer.
    pub fn plain() -> Measures {
        let none = vec![Bound { argument: None, constant: 0, is_exact: true }];
        let mut measures = Measures::unknown();
        for measure in [Measure::Size, Measure::Length, Measure::Remaining] {
            *measures.of_mut(measure) = none.clone();
        }
        measures
    }

    pub fn of_literal(literal: &Term) -> Measures {
        let constant = |constant: i64| vec![Bound { argument: None, constant, is_exact: true }];
        match literal {
            Term::Int(number) => {
                let mut measures = Measures::plain();
                if let Some(negated) = number.checked_neg() {
                    *measures.of_mut(Measure::Value) = constant(*number);
                    *measures.of_mut(Measure::Negated) = constant(negated);
                }
                measures
            }
            Term::BigInt(_) | Term::Float(_) | Term::Atom(_) | Term::Nil => Measures::plain(),
            Term::List(list) => {
                let mut measures = Measures::unknown();
                let length = i64::try_from(list.elements.len());
                *measures.of_mut(Measure::Length) = length.map(constant).unwrap_or_default();
                measures
            }
            _ => Measures::unknown(),
        }
    }

    pub fn of(&self, measure: Measure) -> &Bounds {
        &self.bounds[measure as usize]
    }

    pub fn of_mut(&mut self, measure: Measure) -> &mut Bounds {
        &mut self.bounds[measure as usize]
    }

    /// Something inside, which is smaller by so much at least.
    pub fn part(&self, by: i64) -> Measures {
        let mut part = Measures::unknown();
        let size = part.of_mut(Measure::Size);
        *size = moved(self.of(Measure::Size), -by).collect();
        size.iter_mut().for_each(|bound| bound.is_exact = false);
        // A list is no longer than it is large.
        *part.of_mut(Measure::Length) = Vec::new();
        part
    }

    /// This, which is one step into another value.
    pub fn within(self, whole: &Measures, step: Step) -> Measures {
        let origin = whole.origin.as_ref().and_then(|part| part.then(&[step]));
        Measures { origin, ..self }
    }

    /// An integer that is so much more.
    pub fn plus(&self, by: i64) -> Measures {
        let mut sum = Measures::plain();
        *sum.of_mut(Measure::Value) = moved(self.of(Measure::Value), by).collect();
        if let Some(less) = by.checked_neg() {
            *sum.of_mut(Measure::Negated) = moved(self.of(Measure::Negated), less).collect();
        }
        sum
    }

    /// The cell of a list.
    pub fn cell(head: Measures, tail: Measures) -> Measures {
        let mut cell = Measures::unknown();
        *cell.of_mut(Measure::Length) = moved(tail.of(Measure::Length), 1).collect();
        *cell.of_mut(Measure::Size) = together(&[&head, &tail]);
        cell.parts = Some(Box::new(Parts::Cons(head, tail)));
        cell.shallow(DEEPEST)
    }

    pub fn tuple(elements: Vec<Measures>) -> Measures {
        let mut tuple = Measures::unknown();
        *tuple.of_mut(Measure::Size) = together(&elements.iter().collect::<Vec<_>>());
        *tuple.of_mut(Measure::Length) = Measures::plain().of(Measure::Length).clone();
        if let [_, _, next] = &*elements {
            *tuple.of_mut(Measure::Remaining) = moved(next.of(Measure::Remaining), 1).collect();
        }
        tuple.parts = Some(Box::new(Parts::Tuple(elements)));
        tuple.shallow(DEEPEST)
    }

    /// What holds for both.
    pub fn either(&self, other: &Measures) -> Measures {
        let mut joined = Measures::unknown();
        for measure in Measure::ALL {
            let both = [self.of(measure), other.of(measure)];
            for bound in both.into_iter().flatten() {
                let (Some(one), Some(two)) = (
                    within(measure, both[0], bound.argument),
                    within(measure, both[1], bound.argument),
                ) else {
                    continue;
                };
                let is_exact = one.is_exact && two.is_exact && one.constant == two.constant;
                let constant = one.constant.max(two.constant);
                let bound = Bound { argument: bound.argument, constant, is_exact };
                if !joined.of(measure).contains(&bound) {
                    joined.of_mut(measure).push(bound);
                }
            }
        }
        joined.origin = self.origin.clone().filter(|part| other.origin.as_ref() == Some(part));
        joined.parts = match (self.parts.as_deref(), other.parts.as_deref()) {
            (Some(Parts::Cons(head, tail)), Some(Parts::Cons(also, rest))) => {
                Some(Box::new(Parts::Cons(head.either(also), tail.either(rest))))
            }
            (Some(Parts::Tuple(one)), Some(Parts::Tuple(two))) if one.len() == two.len() => {
                let pairs = one.iter().zip(two);
                Some(Box::new(Parts::Tuple(pairs.map(|(one, two)| one.either(two)).collect())))
            }
            _ => None,
        };
        joined
    }

    /// What holds for both, where the first is what held before: a bound that has grown is given up.
    pub fn widened(&self, now: &Measures) -> Measures {
        let mut joined = self.either(now);
        for measure in Measure::ALL {
            joined.of_mut(measure).retain(|bound| self.of(measure).contains(bound));
        }
        joined.parts = match (self.parts.as_deref(), now.parts.as_deref()) {
            (Some(Parts::Cons(head, tail)), Some(Parts::Cons(also, rest))) => {
                Some(Box::new(Parts::Cons(head.widened(also), tail.widened(rest))))
            }
            (Some(Parts::Tuple(one)), Some(Parts::Tuple(two))) if one.len() == two.len() => {
                let pairs = one.iter().zip(two);
                Some(Box::new(Parts::Tuple(pairs.map(|(one, two)| one.widened(two)).collect())))
            }
            _ => None,
        };
        joined
    }

    /// What holds in a caller that has given these arguments.
    pub fn for_caller(&self, arguments: &[Measures]) -> Measures {
        let mut known = Measures::unknown();
        for measure in Measure::ALL {
            let bounds = known.of_mut(measure);
            for bound in self.of(measure) {
                let Some(argument) = bound.argument else {
                    bounds.push(*bound);
                    continue;
                };
                let Some(given) = arguments.get(argument) else { continue };
                bounds.extend(given.of(measure).iter().filter_map(|each| {
                    let constant = each.constant.checked_add(bound.constant)?;
                    let is_exact = each.is_exact && bound.is_exact;
                    Some(Bound { argument: each.argument, constant, is_exact })
                }));
            }
            bounds.truncate(MOST_BOUNDS);
        }
        known.origin = self.origin.as_ref().and_then(|part| {
            // Patterns have other numbers there.
            let is_known = |step: &Step| !matches!(step, Step::Segment { .. });
            let whole = arguments.get(part.argument)?.origin.as_ref()?;
            part.path.iter().all(is_known).then(|| whole.then(&part.path))?
        });
        known.parts = self.parts.as_deref().map(|parts| {
            Box::new(match parts {
                Parts::Cons(head, tail) => {
                    Parts::Cons(head.for_caller(arguments), tail.for_caller(arguments))
                }
                Parts::Tuple(elements) => {
                    Parts::Tuple(elements.iter().map(|each| each.for_caller(arguments)).collect())
                }
            })
        });
        known
    }

    fn shallow(mut self, levels: usize) -> Measures {
        self.parts = match (levels, self.parts.take().map(|parts| *parts)) {
            (0, _) | (_, None) => None,
            (_, Some(Parts::Cons(head, tail))) => {
                Some(Box::new(Parts::Cons(head.shallow(levels - 1), tail.shallow(levels - 1))))
            }
            (_, Some(Parts::Tuple(elements))) => {
                let elements = elements.into_iter().map(|each| each.shallow(levels - 1));
                Some(Box::new(Parts::Tuple(elements.collect())))
            }
        };
        self
    }
}

/// The bound by this argument. No argument measures less than nothing, except integers, so what is at most a
/// number is at most that number more than any argument.
fn within(measure: Measure, bounds: &[Bound], argument: Option<usize>) -> Option<Bound> {
    let by = |argument| bounds.iter().find(|bound| bound.argument == argument).copied();
    by(argument).or_else(|| match measure {
        Measure::Size | Measure::Length | Measure::Remaining => {
            by(None).map(|bound| Bound { argument, is_exact: false, ..bound })
        }
        Measure::Value | Measure::Negated => None,
    })
}

fn moved(bounds: &[Bound], by: i64) -> impl Iterator<Item = Bound> + '_ {
    bounds.iter().filter_map(move |bound| {
        let constant = bound.constant.checked_add(by)?;
        Some(Bound { constant, ..*bound })
    })
}

/// The size of something with these parts: of all but one of them the size must be a number.
fn together(parts: &[&Measures]) -> Bounds {
    let number = |part: &Measures| {
        let bounds = part.of(Measure::Size).iter();
        bounds.filter(|bound| bound.argument.is_none()).map(|bound| bound.constant).min()
    };
    let numbers: Vec<Option<i64>> = parts.iter().map(|part| number(part)).collect();
    let mut bounds = Bounds::new();
    for (index, part) in parts.iter().enumerate() {
        let others = numbers.iter().enumerate().filter(|(each, _)| *each != index);
        let sum = others
            .map(|(_, number)| *number)
            .try_fold(1_i64, |sum, number| sum.checked_add(number?));
        if let Some(sum) = sum {
            bounds.extend(moved(part.of(Measure::Size), sum).map(not_exact));
        }
    }
    bounds.truncate(MOST_BOUNDS);
    bounds
}

fn not_exact(bound: Bound) -> Bound {
    Bound { is_exact: false, ..bound }
}
