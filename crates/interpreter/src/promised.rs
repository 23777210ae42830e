//! Could the result have been one that was not promised? What a run returns may depend on the input in ways
//! that no branch of the program has looked at. So it is looked at here, when the run is over: each question is a
//! decision as any other, and the search goes for the way that no promise allows.
//!
//! Questions go into lists and tuples as far as the run has made them, and on into what it has not looked at as
//! far as the search flips. What cannot be asked is told: then nobody knows whether the promise is kept.

use crate::code::{UNWRITTEN, function_place};
use crate::machine::Machine;
use crate::shadow::{Shadow, fits, holds_symbols};
use core_erlang::FunctionName;
use num_bigint::BigInt;
use runtime::Value;
use std::sync::Arc;
use symbolic::{Comparison, Kind, Shape};
use term::{Atom, Term};
use trace::Place;

/// Which values may be returned, as far as a run can ask for it.
#[derive(Clone, Debug, PartialEq)]
pub enum Promised {
    Anything,
    /// Values that nobody can ask for here.
    Unclear,
    OneOf(Vec<Alternative>),
}

/// What is asked about a result.
#[derive(Clone, Debug, PartialEq)]
pub struct PromisedResult {
    pub promised: Promised,
    /// Is that all of the promise? It may be narrower for some arguments.
    pub is_whole: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Alternative {
    /// An atom, an integer or `[]`.
    Literal(Term),
    /// All values of this kind.
    Kind(Kind),
    /// Some values of this kind, and nobody can ask for which.
    SomeOf(Kind),
    /// Both ends belong to it.
    Integers {
        low: Option<BigInt>,
        high: Option<BigInt>,
    },
    /// Elements, at least one, and what comes after the last.
    List {
        element: Arc<Promised>,
        end: Arc<Promised>,
    },
    Tuple(Vec<Arc<Promised>>),
}

/// The questions of a run are numbered. Each may need some numbers for itself.
const NUMBERS_EACH: u32 = 8;

/// Conditions have the numbers before these.
const FIRST_NUMBER: u32 = 1 << 16;

/// So many questions are asked.
const MOST_QUESTIONS: u32 = 200;

/// How it went on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goes {
    On,
    /// It is not what was promised: nothing more is asked.
    Broken,
}

struct Questions<'s, 'a> {
    shadow: &'s mut Shadow<'a>,
    function: Place,
    asked: u32,
    /// Could everything be asked?
    is_followed: bool,
}

impl Machine {
    /// Asks whether what was returned is what was promised. `false`: it may not be, for other inputs on the same
    /// path, and nobody knows.
    pub(crate) fn ask_about_result(
        &mut self,
        result: &PromisedResult,
        module: Atom,
        function: FunctionName,
        value: Value,
    ) -> bool {
        if self.recorder.is_none() || !holds_symbols(&self.heap, value) {
            return true;
        }
        let mut shadow = self.shadow();
        let function = function_place(module, function);
        let mut questions =
            Questions { shadow: &mut shadow, function, asked: 0, is_followed: true };
        questions.value(value, &result.promised);
        questions.is_followed && result.is_whole
    }
}

impl Alternative {
    fn shape(&self) -> Shape {
        match self {
            Alternative::Literal(term) => Shape::Literal(term.clone()),
            Alternative::Kind(kind) | Alternative::SomeOf(kind) => Shape::Kind(*kind),
            Alternative::Integers { .. } => Shape::Kind(Kind::Integer),
            Alternative::List { .. } => Shape::Cons,
            Alternative::Tuple(elements) => Shape::Tuple(elements.len() as u32),
        }
    }

    /// Is there more to ask of a value that has the shape?
    fn has_more(&self) -> bool {
        match self {
            Alternative::Literal(_) | Alternative::Kind(_) => false,
            Alternative::SomeOf(_) | Alternative::Integers { .. } | Alternative::List { .. } => {
                true
            }
            Alternative::Tuple(elements) => {
                elements.iter().any(|each| **each != Promised::Anything)
            }
        }
    }
}

impl Questions<'_, '_> {
    /// The place of the next question; `None` if there were enough.
    fn next_place(&mut self) -> Option<Place> {
        if self.asked >= MOST_QUESTIONS {
            self.is_followed = false;
            return None;
        }
        self.asked += 1;
        Some(self.function.at(UNWRITTEN, FIRST_NUMBER + self.asked * NUMBERS_EACH))
    }

    fn lost(&mut self) -> Goes {
        self.is_followed = false;
        Goes::On
    }

    fn value(&mut self, value: Value, promised: &Promised) -> Goes {
        // What does not depend on the input is seen by whoever looks at the result.
        if !holds_symbols(self.shadow.heap, value) {
            return Goes::On;
        }
        match promised {
            Promised::Anything => Goes::On,
            Promised::Unclear => self.lost(),
            Promised::OneOf(alternatives) => crate::deep(|| self.one_of(value, alternatives)),
        }
    }

    fn one_of(&mut self, value: Value, alternatives: &[Alternative]) -> Goes {
        if value.is_symbolic() {
            if self.shadow.is_made_of_bits(value) {
                let is_any = alternatives.contains(&Alternative::Kind(Kind::Bitstring));
                return if is_any { Goes::On } else { self.lost() };
            }
            if self.ask_for_shape(value, alternatives) == Goes::Broken {
                return Goes::Broken;
            }
        }
        let concrete = self.shadow.heap.concrete(value);
        let heap = &*self.shadow.heap;
        let fitting: Vec<&Alternative> =
            alternatives.iter().filter(|each| fits(heap, &each.shape(), concrete)).collect();
        if fitting.iter().any(|each| !each.has_more()) {
            return Goes::On;
        }
        match fitting[..] {
            [] => Goes::Broken,
            [Alternative::Integers { low, high }] => self.range(value, low.as_ref(), high.as_ref()),
            [Alternative::List { element, end }] => self.list(value, element, end),
            [Alternative::Tuple(elements)] => self.tuple(value, elements),
            [Alternative::Tuple(_), ..] => self.tagged(value, &fitting),
            _ => self.lost(),
        }
    }

    /// Has the value one of the shapes? The way to none of them is what is looked for, and those on which there
    /// is more to ask.
    fn ask_for_shape(&mut self, value: Value, alternatives: &[Alternative]) -> Goes {
        let mut shapes: Vec<(Shape, bool)> = Vec::new();
        for alternative in alternatives {
            let (shape, has_more) = (alternative.shape(), alternative.has_more());
            match shapes.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, more)) => *more |= has_more,
                None => shapes.push((shape, has_more)),
            }
        }
        let Some(place) = self.next_place() else { return Goes::On };
        let before = self.shadow.recorder.decisions.len();
        let plain: Vec<Shape> = shapes.iter().map(|(shape, _)| shape.clone()).collect();
        let taken = self.shadow.decide(place, value, &plain);
        if let Some(decision) = self.shadow.recorder.decisions.get_mut(before) {
            decision.open.retain(|way| shapes.get(*way).is_none_or(|(_, has_more)| *has_more));
        }
        if taken == shapes.len() { Goes::Broken } else { Goes::On }
    }

    fn range(&mut self, value: Value, low: Option<&BigInt>, high: Option<&BigInt>) -> Goes {
        let ends = [(low, Comparison::GreaterOrEqual), (high, Comparison::LessOrEqual)];
        for (end, comparison) in ends {
            let Some(end) = end else { continue };
            let Some(place) = self.next_place() else { return Goes::On };
            let end = self.shadow.heap.from_term(&Term::from(end.clone()));
            if !self.shadow.decide_comparison(place, comparison, value, end) {
                return Goes::Broken;
            }
        }
        Goes::On
    }

    fn list(&mut self, list: Value, element: &Promised, end: &Promised) -> Goes {
        let mut rest = list;
        loop {
            let (head, tail) = match rest.is_symbolic() {
                true => (self.shadow.head_symbolic(rest), self.shadow.tail_symbolic(rest)),
                false => (self.shadow.heap.head(rest), self.shadow.heap.tail(rest)),
            };
            if self.value(head, element) == Goes::Broken {
                return Goes::Broken;
            }
            if !holds_symbols(self.shadow.heap, tail) {
                return Goes::On;
            }
            let is_cons = match tail.is_symbolic() {
                true => {
                    // There may be one element more, for other inputs.
                    let Some(place) = self.next_place() else { return Goes::On };
                    self.shadow.decide(place, tail, &[Shape::Cons]) == 0
                }
                false => tail.is_cons(),
            };
            if !is_cons {
                return self.value(tail, end);
            }
            rest = tail;
        }
    }

    fn tuple(&mut self, tuple: Value, promised: &[Arc<Promised>]) -> Goes {
        for (index, promised) in (0..).zip(promised) {
            let element = self.element(tuple, index);
            if self.value(element, promised) == Goes::Broken {
                return Goes::Broken;
            }
        }
        Goes::On
    }

    fn element(&mut self, tuple: Value, index: u32) -> Value {
        match tuple.is_symbolic() {
            true => self.shadow.element_symbolic(tuple, index),
            false => self.shadow.heap.elements(tuple)[index as usize],
        }
    }

    /// Tuples of the same size, as in `{ok, A} | {error, B}`: the first element tells which it is.
    fn tagged(&mut self, tuple: Value, alternatives: &[&Alternative]) -> Goes {
        let mut tags: Vec<Alternative> = Vec::new();
        let mut tagged: Vec<(&[Alternative], &[Arc<Promised>])> = Vec::new();
        for alternative in alternatives {
            let Alternative::Tuple(elements) = alternative else { return self.lost() };
            let Some(Promised::OneOf(first)) = elements.first().map(|first| &**first) else {
                return self.lost();
            };
            let is_literal = |each: &Alternative| matches!(each, Alternative::Literal(_));
            if !first.iter().all(is_literal) || first.iter().any(|each| tags.contains(each)) {
                return self.lost();
            }
            tags.extend(first.iter().cloned());
            tagged.push((first, elements));
        }
        let tag = self.element(tuple, 0);
        if tag.is_symbolic() {
            // Each of them leads to other elements.
            let Some(place) = self.next_place() else { return Goes::On };
            let shapes: Vec<Shape> = tags.iter().map(Alternative::shape).collect();
            if self.shadow.decide(place, tag, &shapes) == shapes.len() {
                return Goes::Broken;
            }
        }
        let concrete = self.shadow.heap.concrete(tag);
        let heap = &*self.shadow.heap;
        let is_it = |each: &Alternative| fits(heap, &each.shape(), concrete);
        match tagged.iter().find(|(first, _)| first.iter().any(is_it)) {
            Some((_, elements)) => self.tuple(tuple, elements),
            None => Goes::Broken,
        }
    }
}
