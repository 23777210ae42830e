//! Could the result have been one that was not promised? What a run returns may depend on the input in ways
//! that no branch of the program has looked at. So it is looked at here, when the run is over: each question is a
//! decision as any other, and the search goes for the way that no promise allows.
//!
//! Questions go into tuples, and into lists as far as the run has come in them, and to the first element of
//! those that it has not looked at. What is not asked is told: then nobody knows whether the promise is kept.

use crate::code::{UNWRITTEN, function_place};
use crate::machine::Machine;
use crate::shadow::{Shadow, fits, holds_symbols};
use core_erlang::FunctionName;
use num_bigint::BigInt;
use runtime::{Value, work};
use std::sync::Arc;
use symbolic::{Comparison, Kind, Shape, Symbol};
use term::{Atom, Term};
use trace::{DecisionKind, Place};

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

/// Where in what was promised a question is asked: all elements of a list are asked at the same place, as by a
/// loop of the program.
#[derive(Clone, Copy)]
struct Where(u32);

impl Where {
    const RESULT: Where = Where(1);

    fn element_of_list(self) -> Where {
        self.element(self.0 + 7)
    }

    fn end_of_list(self) -> Where {
        self.element(self.0 + 8)
    }

    /// Far down, two may be the same. It only makes them less different for the search.
    fn element(self, index: u32) -> Where {
        Where((self.0 * 31 + index + 1) % MOST_PLACES)
    }
}

const MOST_PLACES: u32 = 1 << 12;

/// Each has this many numbers, for questions that need more than one.
const NUMBERS_EACH: u32 = 64;

/// Conditions have the numbers before these.
const FIRST_NUMBER: u32 = 1 << 16;

/// So many questions are asked.
const MOST_QUESTIONS: u32 = 64;

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
    /// Are other values of what was promised worth a run, since more can be asked of them? If not all can be
    /// asked anyway, only what was not promised is.
    goes_further: bool,
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
        let before = self.recorder.as_ref().map_or(0, |recorder| recorder.decisions.len());
        // A result may be as large as a run can make it, and the search has only so much time.
        self.heap.set_limits(&self.limits);
        let asked =
            work::attempt(|| self.questions_about(&result.promised, module, function, value));
        self.heap.work.lift_limits();
        let Some(recorder) = &mut self.recorder else { return false };
        if asked.is_err() {
            recorder.decisions.truncate(before);
        }
        for decision in &mut recorder.decisions[before..] {
            decision.kind = DecisionKind::Result;
        }
        asked.unwrap_or(false) && result.is_whole
    }

    /// Could everything be asked?
    fn questions_about(
        &mut self,
        promised: &Promised,
        module: Atom,
        function: FunctionName,
        value: Value,
    ) -> bool {
        let goes_further = promised.is_clear();
        let mut shadow = self.shadow();
        let function = function_place(module, function);
        let mut questions =
            Questions { shadow: &mut shadow, function, asked: 0, is_followed: true, goes_further };
        questions.value(Where::RESULT, value, promised);
        questions.is_followed
    }
}

impl Promised {
    /// Can it be asked of every value whether it is promised?
    fn is_clear(&self) -> bool {
        match self {
            Promised::Anything => true,
            Promised::Unclear => false,
            Promised::OneOf(alternatives) => alternatives.iter().all(|each| match each {
                Alternative::SomeOf(_) => false,
                Alternative::List { element, end } => element.is_clear() && end.is_clear(),
                Alternative::Tuple(elements) => elements.iter().all(|each| each.is_clear()),
                _ => true,
            }),
        }
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
            Alternative::SomeOf(_) | Alternative::Integers { .. } => true,
            Alternative::List { element, end } => {
                [element, end].iter().any(|each| ***each != Promised::Anything)
            }
            Alternative::Tuple(elements) => {
                elements.iter().any(|each| **each != Promised::Anything)
            }
        }
    }
}

impl Questions<'_, '_> {
    /// The place of the next question; `None` if there were enough.
    fn next_place(&mut self, at: Where, nth: u32) -> Option<Place> {
        if self.asked >= MOST_QUESTIONS {
            self.is_followed = false;
            return None;
        }
        self.asked += 1;
        // Up to eight decisions are taken at each.
        let number = FIRST_NUMBER + at.0 * NUMBERS_EACH + nth % 8 * 8;
        Some(self.function.at(UNWRITTEN, number))
    }

    fn lost(&mut self) -> Goes {
        self.is_followed = false;
        Goes::On
    }

    fn value(&mut self, at: Where, value: Value, promised: &Promised) -> Goes {
        // What does not depend on the input is seen by whoever looks at the result.
        if !holds_symbols(self.shadow.heap, value) {
            return Goes::On;
        }
        match promised {
            Promised::Anything => Goes::On,
            Promised::Unclear => self.lost(),
            Promised::OneOf(alternatives) => crate::deep(|| self.one_of(at, value, alternatives)),
        }
    }

    fn one_of(&mut self, at: Where, value: Value, alternatives: &[Alternative]) -> Goes {
        if value.is_symbolic() {
            if self.shadow.is_made_of_bits(value) {
                let is_any = alternatives.contains(&Alternative::Kind(Kind::Bitstring));
                return if is_any { Goes::On } else { self.lost() };
            }
            if self.ask_for_shape(at, value, alternatives) == Goes::Broken {
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
            [Alternative::Integers { .. }, ..] => {
                let mut ranges = Vec::new();
                for each in &fitting {
                    let Alternative::Integers { low, high } = each else { return self.lost() };
                    ranges.push((low.as_ref(), high.as_ref()));
                }
                // What has no lower end comes first.
                ranges.sort();
                self.ranges(at, value, &ranges)
            }
            [Alternative::List { element, end }] => self.list(at, value, element, end),
            [Alternative::Tuple(elements)] => self.tuple(at, value, elements),
            [Alternative::Tuple(_), ..] => self.tagged(at, value, &fitting),
            _ => self.lost(),
        }
    }

    /// Has the value one of the shapes? The way to none of them is what is looked for, and those on which there
    /// is more to ask.
    fn ask_for_shape(&mut self, at: Where, value: Value, alternatives: &[Alternative]) -> Goes {
        let mut shapes: Vec<(Shape, bool)> = Vec::new();
        for alternative in alternatives {
            let (shape, has_more) = (alternative.shape(), alternative.has_more());
            match shapes.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, more)) => *more |= has_more,
                None => shapes.push((shape, has_more)),
            }
        }
        let Some(place) = self.next_place(at, 0) else { return Goes::On };
        let before = self.shadow.recorder.decisions.len();
        let plain: Vec<Shape> = shapes.iter().map(|(shape, _)| shape.clone()).collect();
        let taken = self.shadow.decide(place, value, &plain);
        if let Some(decision) = self.shadow.recorder.decisions.get_mut(before) {
            let goes_further = self.goes_further;
            let is_worth_it = |(_, has_more): &(Shape, bool)| *has_more && goes_further;
            decision.open.retain(|way| shapes.get(*way).is_none_or(is_worth_it));
        }
        if taken == shapes.len() { Goes::Broken } else { Goes::On }
    }

    /// Is it in one of these, which are in their order?
    fn ranges(
        &mut self,
        at: Where,
        value: Value,
        ranges: &[(Option<&BigInt>, Option<&BigInt>)],
    ) -> Goes {
        for (number, (low, high)) in ranges.iter().enumerate() {
            let nth = 1 + 2 * number as u32;
            match low.map(|low| self.compares(at, nth, value, Comparison::GreaterOrEqual, low)) {
                Some(None) => return Goes::On,
                Some(Some(false)) => return Goes::Broken,
                Some(Some(true)) | None => {}
            }
            let is_last = number + 1 == ranges.len();
            match high.map(|high| self.compares(at, nth + 1, value, Comparison::LessOrEqual, high))
            {
                Some(Some(false)) if is_last => return Goes::Broken,
                Some(Some(false)) => {}
                Some(Some(true) | None) | None => return Goes::On,
            }
        }
        Goes::On
    }

    /// `None` if there were enough questions.
    fn compares(
        &mut self,
        at: Where,
        nth: u32,
        value: Value,
        comparison: Comparison,
        end: &BigInt,
    ) -> Option<bool> {
        let place = self.next_place(at, nth)?;
        let end = self.shadow.heap.from_term(&Term::from(end.clone()));
        Some(self.shadow.decide_comparison(place, comparison, value, end))
    }

    /// Whatever its elements are, is there a list, or what may come after the last element?
    fn is_a_list_or(&mut self, at: Where, value: Value, end: &Promised) -> Goes {
        let Promised::OneOf(ends) = end else { return Goes::On };
        let anything = || Arc::new(Promised::Anything);
        let list = Alternative::List { element: anything(), end: anything() };
        let alternatives: Vec<Alternative> = ends.iter().cloned().chain([list]).collect();
        self.ask_for_shape(at, value, &alternatives)
    }

    fn list(&mut self, at: Where, list: Value, element: &Promised, end: &Promised) -> Goes {
        let mut rest = list;
        loop {
            let (head, tail) = match rest.is_symbolic() {
                true => (self.shadow.head_symbolic(rest), self.shadow.tail_symbolic(rest)),
                false => (self.shadow.heap.head(rest), self.shadow.heap.tail(rest)),
            };
            if self.value(at.element_of_list(), head, element) == Goes::Broken {
                return Goes::Broken;
            }
            // Each element is looked at by itself: to ask the whole rest each time would take forever.
            if tail.is_cons() {
                rest = tail;
                continue;
            }
            if !holds_symbols(self.shadow.heap, tail) {
                return Goes::On;
            }
            let is_cons = match self.shadow.heap.symbol(tail) {
                Some(symbol) => self.shadow.recorder.answer(Symbol(symbol), &Shape::Cons),
                None => Some(tail.is_cons()),
            };
            match is_cons {
                Some(true) => rest = tail,
                Some(false) => return self.value(at.end_of_list(), tail, end),
                // The run did not come so far, but what is no list at all may be asked for.
                None => {
                    return match self.is_a_list_or(at.end_of_list(), tail, end) {
                        Goes::On => self.lost(),
                        Goes::Broken => Goes::Broken,
                    };
                }
            }
        }
    }

    fn tuple(&mut self, at: Where, tuple: Value, promised: &[Arc<Promised>]) -> Goes {
        for (index, promised) in (0..).zip(promised) {
            let element = self.element(tuple, index);
            if self.value(at.element(index), element, promised) == Goes::Broken {
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
    fn tagged(&mut self, at: Where, tuple: Value, alternatives: &[&Alternative]) -> Goes {
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
            let Some(place) = self.next_place(at, 7) else { return Goes::On };
            let shapes: Vec<Shape> = tags.iter().map(Alternative::shape).collect();
            if self.shadow.decide(place, tag, &shapes) == shapes.len() {
                return Goes::Broken;
            }
        }
        let concrete = self.shadow.heap.concrete(tag);
        let heap = &*self.shadow.heap;
        let is_it = |each: &Alternative| fits(heap, &each.shape(), concrete);
        match tagged.iter().find(|(first, _)| first.iter().any(is_it)) {
            Some((_, elements)) => self.tuple(at, tuple, elements),
            None => Goes::Broken,
        }
    }
}
