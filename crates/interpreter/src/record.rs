//! Why did a run go the way it went? The decisions that the input made, in order.
//!
//! A decision is recorded where a symbolic value is looked at and could have been otherwise, given
//! all the decisions before: a test whose answer is already known is never recorded again.

use crate::bounds::{self, ANYTHING, Bounds, bounds_of};
use crate::code::{Switch, Words};
use crate::shadow::bits::length::Rooms;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use symbolic::{Constraint, Expr, Kind, Shape, Symbol, Symbols};
use term::made_up_module::made_up_functions;
use term::{Term, atoms};
use trace::{CallOfInput, Decision, EventId, Loser, NamedCall, Place, ProcessName, Test};

pub struct Recorder {
    pub symbols: Symbols,
    pub decisions: Vec<Decision>,
    /// How often symbolic information was dropped, by who dropped it.
    pub losses: BTreeMap<Loser, u32>,
    /// The same where the user wanted it.
    pub left_out: BTreeMap<Loser, u32>,
    /// The same where nothing can fail any more: what is not followed there hides nothing.
    pub harmless_losses: BTreeMap<Loser, u32>,
    /// See [`trace::Trace::pins`].
    pub pins: Vec<(usize, Constraint)>,
    pinned: FxHashSet<Symbol>,
    pinned_shapes: FxHashSet<Symbol>,
    /// Of which a few values were excluded for good.
    narrowed: FxHashSet<(Symbol, Shape)>,
    /// Lists that are the rest of an atom's text.
    texts: FxHashSet<Symbol>,
    known: FxHashMap<Symbol, KnownOfSymbol>,
    /// What the run has asked the maps of the input.
    pub maps: FxHashMap<Symbol, AskedMap>,
    /// What expressions are in this run, where only the expression is at hand: keys of maps, and
    /// maps that others are made of.
    /// Each with its number in the order in which the run came to them: that is the same for all who
    /// come on the same way, while the numbers of symbols are everybody's own.
    pub terms: FxHashMap<Symbol, (usize, Term)>,
    /// Is there a map on the heap, perhaps, with a key that depends on the input?
    pub has_symbolic_keys: bool,
    /// How long the bitstrings of the input are.
    pub rooms: Rooms,
    /// By where they are: that is where they stay for as long as the machine has its program.
    switches: FxHashMap<*const Switch, SwitchShapes>,
    /// After so many decisions with open ways, the rest of the run is not recorded.
    pub limit: usize,
    with_open_ways: usize,
    /// Whose decisions they are at the moment.
    process: ProcessName,
    /// How many events each process has had.
    events: FxHashMap<ProcessName, u32>,
    /// Has a second process run? Then what one of them has asked may not have come before what the
    /// other asks, in another order of the two: what follows from earlier decisions is noted too.
    is_concurrent: bool,
    /// See [`trace::Decision::past`].
    pub past: u64,
    /// See [`trace::Decision::within`].
    pub within: Option<NamedCall>,
    pub is_cut: bool,
    /// See [`trace::Trace::safe_from`].
    pub safe_from: Option<usize>,
    /// How many symbols there were when the run began.
    symbols_before: usize,
    /// See [`trace::Trace::calls_funs`].
    pub calls_funs: bool,
    /// See [`trace::OwnFuns::asked`].
    pub asked: Vec<CallOfInput>,
    /// How many calls were made by funs of the input.
    pub calls_by_input: u32,
}

/// See [`Recorder::put_aside`].
pub struct PutAside {
    losses: BTreeMap<Loser, u32>,
    left_out: BTreeMap<Loser, u32>,
    harmless_losses: BTreeMap<Loser, u32>,
    pins: usize,
    is_cut: bool,
    calls_funs: bool,
}

/// What the decisions so far say about a symbol.
struct KnownOfSymbol {
    has: Vec<Shape>,
    /// Literals apart: a switch may have thousands of them.
    lacks: Vec<Shape>,
    lacks_literals: FxHashSet<Term>,
    bounds: Bounds,
}

impl Default for KnownOfSymbol {
    fn default() -> KnownOfSymbol {
        KnownOfSymbol {
            has: Vec::new(),
            lacks: Vec::new(),
            lacks_literals: FxHashSet::default(),
            bounds: ANYTHING,
        }
    }
}

impl KnownOfSymbol {
    fn lack(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            if let Shape::Literal(term) = shape {
                self.lacks_literals.insert(term.clone());
            } else {
                self.lacks.push(shape.clone());
            }
        }
    }

    /// Is it known not to be what has this shape?
    fn lacks(&self, shape: &Shape) -> bool {
        let is_literal =
            matches!(shape, Shape::Literal(term) if self.lacks_literals.contains(term));
        is_literal || self.lacks.iter().any(|lacks| shape.implies(lacks))
    }
}

/// What a run has asked a map of the input so far.
#[derive(Default)]
pub struct AskedMap {
    /// Keys that are known to differ from each other, and whether they are there.
    pub keys: Vec<(Key, bool)>,
    /// The run has gone through all of it: other keys are not there.
    pub is_whole: bool,
}

/// A key as an expression, and what it is in this run.
#[derive(Clone)]
pub struct Key {
    pub symbol: Symbol,
    pub term: Term,
}

/// A switch, as the search sees it.
#[derive(Clone)]
pub struct SwitchShapes {
    pub shapes: Arc<[Shape]>,
}

/// A run that makes more symbols than these is not followed any further: no solver would follow it.
const MOST_SYMBOLS: usize = 1 << 20;

impl Recorder {
    pub fn new(symbols: Symbols, limit: usize) -> Recorder {
        Recorder {
            symbols,
            decisions: Vec::new(),
            losses: BTreeMap::new(),
            left_out: BTreeMap::new(),
            harmless_losses: BTreeMap::new(),
            pins: Vec::new(),
            pinned: FxHashSet::default(),
            pinned_shapes: FxHashSet::default(),
            narrowed: FxHashSet::default(),
            texts: FxHashSet::default(),
            known: FxHashMap::default(),
            maps: FxHashMap::default(),
            terms: FxHashMap::default(),
            has_symbolic_keys: false,
            rooms: Rooms::default(),
            switches: FxHashMap::default(),
            limit,
            with_open_ways: 0,
            process: ProcessName::started(0),
            events: FxHashMap::default(),
            is_concurrent: false,
            past: 0,
            within: None,
            is_cut: false,
            safe_from: None,
            symbols_before: 0,
            calls_funs: false,
            asked: Vec::new(),
            calls_by_input: 0,
        }
    }

    /// Forgets the run, but not the code.
    pub fn start(&mut self, symbols: Symbols, limit: usize) {
        self.limit = limit;
        self.symbols_before = symbols.len();
        self.symbols = symbols;
        self.decisions.clear();
        self.losses.clear();
        self.left_out.clear();
        self.harmless_losses.clear();
        self.safe_from = None;
        self.known.clear();
        self.rooms.clear();
        self.pins.clear();
        self.pinned_shapes.clear();
        self.narrowed.clear();
        self.pinned.clear();
        self.maps.clear();
        self.terms.clear();
        self.has_symbolic_keys = false;
        self.texts.clear();
        self.with_open_ways = 0;
        self.events.clear();
        self.is_concurrent = false;
        self.past = 0;
        self.within = None;
        self.is_cut = false;
        self.calls_funs = false;
        self.asked.clear();
        self.calls_by_input = 0;
    }

    /// What was lost so far, to be put back after something that is no part of the run.
    pub fn put_aside(&mut self) -> PutAside {
        PutAside {
            losses: self.losses.clone(),
            left_out: self.left_out.clone(),
            harmless_losses: self.harmless_losses.clone(),
            pins: self.pins.len(),
            is_cut: std::mem::take(&mut self.is_cut),
            calls_funs: self.calls_funs,
        }
    }

    pub fn put_back(&mut self, aside: PutAside) {
        self.losses = aside.losses;
        self.left_out = aside.left_out;
        self.harmless_losses = aside.harmless_losses;
        self.pins.truncate(aside.pins);
        (self.is_cut, self.calls_funs) = (aside.is_cut, aside.calls_funs);
    }

    /// Does it still matter how values depend on the input? Not after the last decision that is noted:
    /// what the run does from there on is all that is left to see.
    pub fn follows(&mut self) -> bool {
        self.is_cut |= self.symbols.len() > self.symbols_before + MOST_SYMBOLS;
        !self.is_cut
    }

    /// From here on, decisions are those of this process.
    pub fn enter(&mut self, process: &ProcessName, is_second: bool) {
        self.is_concurrent |= is_second;
        if self.process != *process {
            self.process = process.clone();
        }
    }

    /// Has a second process run?
    pub fn is_concurrent(&self) -> bool {
        self.is_concurrent
    }

    /// The value has this shape, or none of these: notes it if it could have been otherwise, or if
    /// there are several processes.
    pub fn decide(&mut self, place: Place, subject: Symbol, shapes: Arc<[Shape]>, taken: usize) {
        let ways = shapes.len() + 1;
        self.decide_among(place, subject, shapes, taken, ways);
    }

    /// The value has one of these shapes, and there is nothing else that it could be.
    pub fn decide_one_of(
        &mut self,
        place: Place,
        subject: Symbol,
        shapes: Arc<[Shape]>,
        taken: usize,
    ) {
        let ways = shapes.len();
        self.decide_among(place, subject, shapes, taken, ways);
    }

    fn decide_among(
        &mut self,
        place: Place,
        subject: Symbol,
        shapes: Arc<[Shape]>,
        taken: usize,
        ways: usize,
    ) {
        if self.is_cut {
            return;
        }
        let bounds = bounds_of(self, subject);
        let truth = self.implied(subject);
        let open: Vec<usize> = (0..ways)
            .filter(|&way| way != taken && self.is_open(subject, bounds, truth, &shapes, way))
            .collect();
        let is_implied = open.is_empty();
        if !is_implied && self.with_open_ways >= self.limit {
            self.is_cut = true;
            return;
        }
        self.learn(subject, &shapes, taken);
        if is_implied && !self.is_concurrent {
            return;
        }
        self.with_open_ways += usize::from(!is_implied);
        let at = self.next_event();
        let decision = Decision::branch(at, place, Test { subject, shapes }, taken, open);
        self.decisions.push(Decision { past: self.past, within: self.within, ..decision });
    }

    fn next_event(&mut self) -> EventId {
        let nth = match self.events.get_mut(&self.process) {
            Some(count) => {
                *count += 1;
                *count
            }
            None => *self.events.entry(self.process.clone()).or_default(),
        };
        EventId::new(self.process.clone(), nth)
    }

    /// What the world would answer is never harmless: it was not for the program alone to decide.
    pub fn lose(&mut self, at: Loser) {
        let losses = match self.safe_from.is_some() && at.matter().is_none() {
            true => &mut self.harmless_losses,
            false => &mut self.losses,
        };
        *losses.entry(at).or_default() += 1;
    }

    pub fn leave_out(&mut self, at: Loser) {
        *self.left_out.entry(at).or_default() += 1;
    }

    /// From here on, nothing that the run can do fails.
    pub fn nothing_can_fail(&mut self) {
        self.safe_from = Some(self.decisions.len());
    }

    /// A fun of the input is called. Where nothing can fail, it does not matter what it does.
    pub fn note_called_fun(&mut self) {
        self.calls_funs |= self.safe_from.is_none();
    }

    /// From here on the run depends on what the value is, in ways that are not followed.
    pub fn pin(&mut self, subject: Symbol, value: impl FnOnce() -> Term) {
        if self.pinned.insert(subject) {
            // A module that was made up is called after what it does: that may still become something else.
            let shape = match value() {
                Term::Atom(name) if made_up_functions(name).is_some() => Shape::Kind(Kind::Atom),
                value => Shape::Literal(value),
            };
            let constraint = Constraint::is(subject, shape);
            self.pins.push((self.decisions.len(), constraint));
        }
    }

    /// The same, of whether the value has this shape.
    pub fn pin_shape(&mut self, subject: Symbol, shape: Shape, holds: bool) {
        if holds && self.is_surely(subject, &shape) || !self.pinned_shapes.insert(subject) {
            return;
        }
        let constraint = Constraint { symbol: subject, shape, holds };
        self.pins.push((self.decisions.len(), constraint));
    }

    /// From here on the value has none of these shapes.
    pub fn pin_none_of(&mut self, subject: Symbol, shapes: impl IntoIterator<Item = Shape>) {
        for shape in shapes {
            if self.narrowed.insert((subject, shape.clone())) {
                self.pins.push((self.decisions.len(), Constraint::is_not(subject, shape)));
            }
        }
    }

    /// Have the decisions so far left only one value?
    pub fn is_settled(&self, subject: Symbol) -> bool {
        let known = self.known.get(&subject);
        known.is_some_and(|known| known.has.iter().any(|has| matches!(has, Shape::Literal(_))))
    }

    /// Do the decisions so far leave only values of this shape?
    pub fn is_surely(&self, subject: Symbol, shape: &Shape) -> bool {
        let known = self.known.get(&subject);
        known.is_some_and(|known| known.has.iter().any(|has| has.implies(shape)))
    }

    /// Is it settled already whether a value has this shape?
    pub fn answer(&self, subject: Symbol, shape: &Shape) -> Option<bool> {
        let known = self.known.get(&subject)?;
        if known.has.iter().any(|has| has.implies(shape)) {
            return Some(true);
        }
        known.has.iter().any(|has| !has.may_be(shape)).then_some(false)
    }

    /// Something that follows from how the value was made.
    pub fn assume(&mut self, subject: Symbol, shape: Shape) {
        let known = self.known.entry(subject).or_default();
        if !known.has.contains(&shape) {
            known.has.push(shape);
        }
    }

    /// The symbol is the text of an atom, or what is left of it: a list of characters.
    pub fn assume_text(&mut self, text: Symbol) {
        if self.texts.insert(text) {
            self.assume(text, Shape::Kind(Kind::List));
        }
    }

    /// What is known about the parts of a list because it is a text.
    pub fn assume_parts(&mut self, list: Symbol, part: Symbol) {
        if !self.texts.contains(&list) {
            return;
        }
        match self.symbols.expr(part) {
            Expr::Tail(_) => self.assume_text(part),
            _ => self.assume(part, Shape::Kind(Kind::Integer)),
        }
    }

    /// Is the symbol one of the characters of an atom's text?
    pub fn is_character(&self, symbol: Symbol) -> bool {
        matches!(self.symbols.expr(symbol), Expr::Head(list) if self.texts.contains(list))
    }

    fn learn(&mut self, subject: Symbol, shapes: &[Shape], taken: usize) {
        let known = self.known.entry(subject).or_default();
        match shapes.get(taken) {
            Some(shape) => {
                if !known.has.contains(shape) {
                    known.has.push(shape.clone());
                }
            }
            None => known.lack(shapes),
        }
        if let Expr::Compare(comparison, left, right) = *self.symbols.expr(subject) {
            let may_be = |truth: bool| {
                let fits = |shape: &Shape| shape.fits(&Term::bool(truth));
                shapes.get(taken).map_or_else(|| !shapes.iter().any(fits), fits)
            };
            let truth = may_be(true);
            if truth == may_be(false) {
                return;
            }
            for (symbol, bounds) in bounds::told(self, (comparison, left, right), truth) {
                let known = self.known.entry(symbol).or_default();
                known.bounds = known.bounds.and(bounds);
            }
        }
    }

    /// What a comparison must give, if its operands are what is known of them.
    fn implied(&self, subject: Symbol) -> Option<bool> {
        match *self.symbols.expr(subject) {
            Expr::Compare(comparison, left, right) => {
                bounds_of(self, left).answer(comparison, bounds_of(self, right))
            }
            _ => None,
        }
    }

    /// Could the value have gone this way, after all that is known?
    fn is_open(
        &self,
        subject: Symbol,
        bounds: Bounds,
        truth: Option<bool>,
        shapes: &[Shape],
        way: usize,
    ) -> bool {
        if let Some(truth) = truth {
            let fits = |shape: &Shape| shape.fits(&Term::bool(truth));
            return shapes.get(way).map_or_else(|| !shapes.iter().any(fits), fits);
        }
        let nothing = KnownOfSymbol::default();
        let known = self.known.get(&subject).unwrap_or(&nothing);
        match shapes.get(way) {
            Some(shape) => {
                bounds.allow(shape)
                    && known.has.iter().all(|has| has.may_be(shape))
                    && !known.lacks(shape)
                    && self.is_possible(subject, shape)
            }
            None => {
                let is_certain = |shape: &Shape| known.has.iter().any(|has| has.implies(shape));
                !shapes.iter().any(is_certain) && !self.is_complete(subject, shapes, known)
            }
        }
    }

    fn is_possible(&self, subject: Symbol, shape: &Shape) -> bool {
        match self.symbols.expr(subject) {
            _ if self.symbols.is_truth(subject) => Shape::Kind(Kind::Boolean).may_be(shape),
            Expr::TextAtom(text) => match shape {
                Shape::Literal(Term::Atom(name)) => self.may_spell(*text, name.name()),
                shape => self.symbols.kinds(subject).may_have(shape),
            },
            Expr::Lookup { table, .. } => {
                self.symbols.table(*table).iter().any(|element| shape.fits(element))
            }
            _ => self.symbols.kinds(subject).may_have(shape),
        }
    }

    /// Could a list be this text, by its length and by what is known of its elements?
    fn may_spell(&self, mut list: Symbol, text: &str) -> bool {
        let mut rest = text.chars();
        loop {
            let (head, tail) = match self.symbols.expr(list) {
                Expr::Constant(term) => return *term == Term::string(rest.as_str()),
                Expr::Cons(head, tail) => (Some(*head), Some(*tail)),
                _ if self.is_surely(list, &Shape::Literal(Term::Nil)) => {
                    return rest.as_str().is_empty();
                }
                _ if self.is_surely(list, &Shape::Cons) => {
                    (self.symbols.find(&Expr::Head(list)), self.symbols.find(&Expr::Tail(list)))
                }
                _ => return true,
            };
            let Some(character) = rest.next() else { return false };
            if head.is_some_and(|head| !self.may_be_character(head, character)) {
                return false;
            }
            let Some(tail) = tail else { return true };
            list = tail;
        }
    }

    fn may_be_character(&self, element: Symbol, character: char) -> bool {
        let shape = Shape::Literal(Term::Int(i64::from(u32::from(character))));
        if let Expr::Constant(term) = self.symbols.expr(element) {
            return shape.fits(term);
        }
        bounds_of(self, element).allow(&shape)
            && self.answer(element, &shape) != Some(false)
            && !self.known.get(&element).is_some_and(|known| known.lacks(&shape))
    }

    /// Is there nothing beside the shapes that the value could be?
    fn is_complete(&self, subject: Symbol, shapes: &[Shape], known: &KnownOfSymbol) -> bool {
        let is_boolean =
            self.symbols.is_truth(subject) || known.has.contains(&Shape::Kind(Kind::Boolean));
        let excluded = |shape: &Shape| shapes.contains(shape) || known.lacks(shape);
        let both = [atoms::true_, atoms::false_].map(|atom| Shape::Literal(Term::Atom(atom)));
        if is_boolean && both.iter().all(excluded) {
            return true;
        }
        if let Expr::Lookup { table, .. } = self.symbols.expr(subject) {
            let is_seen = |element: &Term| {
                let fits = |shape: &Shape| shape.fits(element);
                shapes.iter().any(fits)
                    || known.lacks(&Shape::Literal(element.clone()))
                    || !known.has.iter().all(fits)
            };
            return self.symbols.table(*table).iter().all(is_seen);
        }
        let is_list = known.has.contains(&Shape::Kind(Kind::List));
        if is_list && excluded(&Shape::Cons) && excluded(&Shape::Literal(Term::Nil)) {
            return true;
        }
        let is_number = known.has.contains(&Shape::Kind(Kind::Number));
        is_number && excluded(&Shape::Kind(Kind::Integer)) && excluded(&Shape::Kind(Kind::Float))
    }

    /// The shapes of a switch: literals in their order, then constructors.
    pub fn shapes_of(
        &mut self,
        switch: &Switch,
        constant: impl Fn(u32) -> Term,
        word: impl Fn(runtime::Value) -> Term,
    ) -> Arc<[Shape]> {
        let key: *const Switch = switch;
        if let Some(known) = self.switches.get(&key) {
            return known.shapes.clone();
        }
        let mut literals: Vec<Term> = match &switch.words {
            Words::Few(words) => words.iter().map(|(value, _)| word(*value)).collect(),
            Words::Many(words) => words.keys().map(|value| word(*value)).collect(),
        };
        literals.extend(switch.constants.iter().map(|(number, _)| constant(*number)));
        literals.sort();
        let mut shapes: Vec<Shape> = literals.into_iter().map(Shape::Literal).collect();
        if switch.cons != switch.default {
            shapes.push(Shape::Cons);
        }
        shapes.extend(switch.tuples.iter().map(|(size, _)| Shape::Tuple(*size)));
        let shapes: Arc<[Shape]> = shapes.into();
        self.switches.insert(key, SwitchShapes { shapes: shapes.clone() });
        shapes
    }
}

impl bounds::KnownNumbers for Recorder {
    fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    fn learnt(&self, symbol: Symbol) -> Bounds {
        let Some(known) = self.known.get(&symbol) else { return ANYTHING };
        let number = known.has.iter().find_map(|shape| match shape {
            Shape::Literal(Term::Int(number)) => Some(Bounds::at(*number)),
            _ => None,
        });
        number.unwrap_or(known.bounds)
    }

    fn is_integer(&self, symbol: Symbol) -> bool {
        matches!(self.symbols.expr(symbol), Expr::BitInteger(_))
            || self.is_surely(symbol, &Shape::Kind(Kind::Integer))
    }
}

#[cfg(test)]
mod tests;
