//! Is this term of that type? And if not, where does it fail to fit?
//!
//! Of a fun only its arity can be seen. Opaque types are looked through: Ermine asks which terms a
//! type means, not who may know. Where somebody shall be blamed ([`Types::allows`]), nothing is held
//! against a term that could be meant: what is opaque is not looked at.

use crate::deeper;
use crate::environment::Types;
use crate::scope::Scope;
use crate::tree::{MapField, Type};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;
use term::canonical::{Behaviour, Hole, HoleKind};
use term::{List, Map, Term};

/// Why a term is not of a type: what is wrong at which place of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// From the whole term down to the part that does not fit.
    pub path: Vec<Step>,
    pub found: Term,
    pub expected: Arc<Type>,
}

/// One step down into a term.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Of a tuple, counted from 1.
    Element(usize),
    /// Of a list, counted from 1.
    Member(usize),
    /// What a list ends in.
    Tail,
    /// The value under a key of a map.
    Value(Term),
}

/// So many names may stand for each other before a term is looked at; beyond it, a type such as
/// `-type t(X) :: t([X]).` is taken for the empty type that it is.
const UNFOLDINGS: usize = 200;

impl Types {
    /// Is the term of the type?
    pub fn contains(&self, wanted: &Arc<Type>, term: &Term) -> Result<(), Mismatch> {
        Check::new(self, Strictness::Meaning).result(wanted, term)
    }

    /// The same of a part of a made-up fun, with these local variables around it.
    pub fn contains_within(&self, scope: &Scope, wanted: &Arc<Type>, term: &Term) -> bool {
        Check::new(self, Strictness::Meaning).within(scope.clone()).fits(wanted, term)
    }

    /// Do arguments fit one of these alternatives, as those of the clauses of a spec? None at all means
    /// any arguments.
    pub fn contain_call(&self, alternatives: &[Vec<Arc<Type>>], arguments: &[Term]) -> bool {
        self.fit_call(alternatives, arguments, Strictness::Meaning)
    }

    /// The same for somebody who has no opaque values, for they come from elsewhere.
    pub fn contain_open_call(&self, alternatives: &[Vec<Arc<Type>>], arguments: &[Term]) -> bool {
        self.fit_call(alternatives, arguments, Strictness::Open)
    }

    /// May what is left of the arguments of a call be meant by these types? Values that are of one run only are
    /// holes in it.
    pub fn allow_key(&self, wanted: &[Arc<Type>], key: &[Term]) -> bool {
        let check = Check::new(self, Strictness::Lenient).within(Scope::default());
        wanted.iter().zip(key).all(|(wanted, part)| check.fits(wanted, part))
    }

    fn fit_call(
        &self,
        alternatives: &[Vec<Arc<Type>>],
        arguments: &[Term],
        strictness: Strictness,
    ) -> bool {
        let fits = |types: &Vec<Arc<Type>>| {
            let mut pairs = types.iter().zip(arguments);
            pairs.all(|(wanted, term)| Check::new(self, strictness).fits(wanted, term))
                && self.calls_are_in_place(types, arguments)
        };
        (alternatives.is_empty() || alternatives.iter().any(fits)) && self.keep_callbacks(arguments)
    }

    /// May the term be meant by the type? As [`Types::contains`], but opaque types hold anything, and
    /// `#{Key := Value}` asks for a pair only if there is but one such key. That is how Erlang's own
    /// libraries and Dialyzer read them.
    pub fn allows(&self, wanted: &Arc<Type>, term: &Term) -> Result<(), Mismatch> {
        Check::new(self, Strictness::Lenient).result(wanted, term)
    }
}

/// How many steps down into a term something does not fit; `None`: all of it fits.
type Misfit = Option<usize>;

/// The names that were unfolded since the term was last taken apart.
type Names = Vec<Arc<Type>>;

/// A step down into a term, to a part that is to be of a type.
type Descent<'t> = (Step, Arc<Type>, &'t Term);

/// What is known about types with names and parts of the term, by their addresses. The parts are kept, so
/// that no other term has the address.
type FoundOut = FxHashMap<(Arc<Type>, usize), (Misfit, Term)>;

/// Can a local variable of this kind be of the type, which is no name?
fn is_of_kind(wanted: &Type, kind: HoleKind, strictness: Strictness) -> bool {
    match wanted {
        Type::Any | Type::Variable(_) => true,
        // What is known of a fun that somebody else has made is how many parameters it has.
        Type::Fun { parameters, .. } if strictness == Strictness::Lenient => match kind {
            HoleKind::Function(arity) => {
                parameters.as_ref().is_none_or(|all| all.len() == usize::from(arity))
            }
            _ => false,
        },
        Type::Pid => kind == HoleKind::Pid,
        Type::Port => kind == HoleKind::Port,
        Type::Reference => kind == HoleKind::Reference,
        _ => false,
    }
}

/// How types are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    /// Opaque types are looked through.
    Meaning,
    /// Opaque types hold anything, and maps need only have keys that are single.
    Lenient,
    /// Opaque types hold nothing.
    Open,
}

struct Check<'a> {
    types: &'a Types,
    strictness: Strictness,
    /// A part may be asked about several times, and so may all that is in it: without this, each level
    /// would double the work.
    known: RefCell<FoundOut>,
    /// The local variables around the term, if it is a part of a made-up fun.
    scope: Scope,
    /// Then there may be holes, where it names them.
    is_within: bool,
}

impl<'a> Check<'a> {
    fn new(types: &'a Types, strictness: Strictness) -> Check<'a> {
        Check {
            types,
            strictness,
            known: RefCell::default(),
            scope: Scope::default(),
            is_within: false,
        }
    }

    /// The same within a made-up fun.
    fn within(&self, scope: Scope) -> Check<'a> {
        Check { scope, is_within: true, ..Check::new(self.types, self.strictness) }
    }

    fn is_lenient(&self) -> bool {
        self.strictness == Strictness::Lenient
    }

    fn result(&self, wanted: &Arc<Type>, term: &Term) -> Result<(), Mismatch> {
        match self.fits(wanted, term) {
            true => Ok(()),
            false => Err(self.explain(wanted, term)),
        }
    }

    fn fits(&self, wanted: &Arc<Type>, term: &Term) -> bool {
        self.misfit(wanted, term, &mut Names::new()).is_none()
    }

    fn misfit(&self, wanted: &Arc<Type>, term: &Term, names: &mut Names) -> Misfit {
        let is_name = matches!(**wanted, Type::Union(_) | Type::Named { .. } | Type::Record { .. });
        if self.is_within
            && !is_name
            && let Some(hole) = Hole::of(term)
        {
            let is_of_kind = is_of_kind(wanted, hole.kind, self.strictness);
            return if is_of_kind { None } else { Some(0) };
        }
        let fits = match (&**wanted, term) {
            (Type::Any | Type::Variable(_), _) => true,
            (Type::Atom, Term::Atom(_)) => true,
            (Type::AtomLiteral(literal), Term::Atom(atom)) => literal == atom,
            (Type::Integer { low, high }, Term::Int(_) | Term::BigInt(_)) => {
                let number = term.to_big_int().unwrap_or_default();
                low.as_ref().is_none_or(|low| *low <= number)
                    && high.as_ref().is_none_or(|high| number <= *high)
            }
            (Type::Float, Term::Float(_)) => true,
            (Type::Nil, Term::Nil) => true,
            (Type::Cons { element, tail }, Term::List(list)) => {
                let mut members = list.elements.iter();
                let misfit = members
                    .find_map(|member| self.below(element, member))
                    .or_else(|| self.below(tail, &list.tail));
                return misfit.filter(|_| !self.ends_in(element, tail, list));
            }
            (Type::AnyTuple, Term::Tuple(_)) => true,
            (Type::Tuple(types), Term::Tuple(elements)) if types.len() == elements.len() => {
                let mut pairs = types.iter().zip(elements.iter());
                return pairs.find_map(|(each, element)| self.below(each, element));
            }
            (Type::AnyMap, Term::Map(_)) => true,
            (Type::Map(fields), Term::Map(map)) => return self.misfit_of_map(fields, map),
            (Type::Bits { size, unit }, Term::Bits(bits)) => {
                has_length(bits.bit_length() as u64, *size, *unit)
            }
            (Type::Fun { parameters, result }, Term::Fun(fun)) => {
                let arity = fun.arity() as usize;
                let breaks_promise =
                    |fun: term::MadeUp| !self.keeps(parameters.as_deref(), result, fun);
                if fun.made_up().is_some_and(breaks_promise) {
                    // A fun that is known to return something else.
                    false
                } else {
                    parameters.as_ref().is_none_or(|parameters| parameters.len() == arity)
                }
            }
            (Type::Pid, Term::Pid(_)) => true,
            (Type::Port, Term::Port(_)) => true,
            (Type::Reference, Term::Reference(_)) => true,
            (Type::Union(alternatives), _) => {
                let mut furthest = Some(0);
                for alternative in alternatives {
                    // One that fits is enough.
                    let steps = self.misfit(alternative, term, names)?;
                    furthest = furthest.max(Some(steps));
                }
                return furthest;
            }
            (Type::Named { .. } | Type::Record { .. }, _) => {
                return self.misfit_of_name(wanted, term, names);
            }
            _ => false,
        };
        if fits { None } else { Some(0) }
    }

    /// Does a made-up fun keep what its type says: towards those who call it, and towards what it calls?
    fn keeps(
        &self,
        parameters: Option<&[Arc<Type>]>,
        result: &Arc<Type>,
        fun: term::MadeUp,
    ) -> bool {
        let inner = |key: &[Term]| self.within(self.scope.with(self.types, parameters, key));
        let behaves = |behaviour: Behaviour| {
            let Behaviour { key, action, values, then } = behaviour;
            let inner = inner(&key);
            let scope = &inner.scope;
            let passes = |(number, value): (usize, &Term)| {
                inner.fits(&scope.value(self.types, &action, number, result), value)
            };
            let goes_on = |then: &Term| {
                let Some(given) = scope.given(&action) else { return false };
                let given = [given];
                let fun = then.as_fun().and_then(|fun| fun.made_up());
                fun.is_some_and(|fun| deeper(|| inner.keeps(Some(&given), result, fun)))
            };
            scope.hands_on(self.types, &action, result)
                && values.iter().enumerate().all(passes)
                && then.as_ref().is_none_or(goes_on)
        };
        let answers = |(key, value): (&[Term], &Term)| match Hole::all(key).is_empty() {
            true => self.fits(result, value),
            false => inner(key).fits(result, value),
        };
        self.fits(result, fun.otherwise)
            && fun.cases().all(answers)
            && fun.behaviours().all(behaves)
    }

    fn below(&self, wanted: &Arc<Type>, part: &Term) -> Misfit {
        deeper(|| self.misfit(wanted, part, &mut Names::new())).map(|steps| steps + 1)
    }

    /// What a list ends in may be a list itself, in `maybe_improper_list(char(), [binary()])`.
    fn ends_in(&self, element: &Arc<Type>, tail: &Arc<Type>, list: &List) -> bool {
        if **tail == Type::Nil {
            return false;
        }
        let fits = |(_, member): &(usize, &Term)| deeper(|| self.fits(element, member));
        let members = list.elements.iter().enumerate().take(MOST_SPLITS);
        members.take_while(fits).any(|(index, _)| {
            let rest = list.elements[index + 1..].to_vec();
            !rest.is_empty() && {
                let rest = Term::list_with_tail(rest, list.tail.clone());
                deeper(|| self.fits(tail, &rest))
            }
        })
    }

    /// The leftmost field whose key type a key has decides what its value may be.
    fn field<'f>(&self, fields: &'f [MapField], key: &Term, value: &Term) -> Field<'f> {
        let mut meant = fields.iter().filter(|field| self.fits(&field.key, key));
        if self.is_lenient() && meant.clone().any(|field| self.fits(&field.value, value)) {
            return Field::Fits;
        }
        meant.next().map_or(Field::None, Field::Of)
    }

    fn misfit_of_map(&self, fields: &[MapField], map: &Map) -> Misfit {
        for (key, value) in map.pairs() {
            let misfit = match self.field(fields, key, value) {
                Field::Fits => None,
                Field::Of(field) => self.below(&field.value, value),
                Field::None => Some(0),
            };
            if misfit.is_some() {
                return misfit;
            }
        }
        let is_there = |field: &MapField| {
            let mut pairs = map.pairs().iter();
            pairs.any(|(key, value)| self.fits(&field.key, key) && self.fits(&field.value, value))
        };
        let is_asked_for =
            |field: &MapField| field.is_required && (!self.is_lenient() || is_single(&field.key));
        let is_missing = fields.iter().any(|field| is_asked_for(field) && !is_there(field));
        is_missing.then_some(0)
    }

    /// A name that comes up again before the term was taken apart adds nothing.
    fn misfit_of_name(&self, wanted: &Arc<Type>, term: &Term, names: &mut Names) -> Misfit {
        if names.len() >= UNFOLDINGS || names.contains(wanted) {
            return Some(0);
        }
        if self.strictness != Strictness::Meaning && self.types.is_opaque(wanted) {
            return if self.is_lenient() { None } else { Some(0) };
        }
        // Within another name, some alternatives may have been left out.
        let key = address(term).filter(|_| names.is_empty()).map(|at| (wanted.clone(), at));
        if let Some((misfit, _)) =
            key.as_ref().and_then(|key| self.known.borrow().get(key).cloned())
        {
            return misfit;
        }
        names.push(wanted.clone());
        let unfolded = self.types.unfold(wanted);
        let misfit = deeper(|| self.misfit(&unfolded, term, names));
        names.pop();
        if let Some(key) = key {
            self.known.borrow_mut().insert(key, (misfit, term.clone()));
        }
        misfit
    }

    /// Of a term that does not fit: what is wrong at which place?
    fn explain(&self, wanted: &Arc<Type>, term: &Term) -> Mismatch {
        let (mut expected, mut found) = (wanted.clone(), term);
        let mut path = Vec::new();
        while let Some((step, wanted, part)) = self.descent(&expected, found, LOOK_AHEAD) {
            path.push(step);
            (expected, found) = (wanted, part);
        }
        Mismatch { path, found: found.clone(), expected }
    }

    /// The way to what does not fit, as far as one looks ahead.
    fn first_steps(&self, wanted: &Arc<Type>, term: &Term, look_ahead: usize) -> Vec<Step> {
        let (mut expected, mut found) = (wanted.clone(), term);
        let mut path = Vec::new();
        for ahead in (0..look_ahead).rev() {
            let Some((step, wanted, part)) = self.descent(&expected, found, ahead) else { break };
            path.push(step);
            (expected, found) = (wanted, part);
        }
        path
    }

    /// The part that does not fit; `None`: it is the term itself.
    fn descent<'t>(
        &self,
        wanted: &Arc<Type>,
        term: &'t Term,
        look_ahead: usize,
    ) -> Option<Descent<'t>> {
        self.descent_by_name(wanted, term, &mut Names::new(), look_ahead)
    }

    fn descent_by_name<'t>(
        &self,
        wanted: &Arc<Type>,
        term: &'t Term,
        names: &mut Names,
        look_ahead: usize,
    ) -> Option<Descent<'t>> {
        match (&**wanted, term) {
            (Type::Cons { element, tail }, Term::List(list)) => {
                let mut members = list.elements.iter().enumerate();
                let member = members.find(|(_, member)| !self.fits(element, member));
                Some(match member {
                    Some((index, part)) => (Step::Member(index + 1), element.clone(), part),
                    None => (Step::Tail, tail.clone(), &list.tail),
                })
            }
            (Type::Tuple(types), Term::Tuple(elements)) if types.len() == elements.len() => {
                let mut pairs = types.iter().zip(elements.iter()).enumerate();
                let (index, (each, part)) =
                    pairs.find(|(_, (each, part))| !self.fits(each, part))?;
                Some((Step::Element(index + 1), each.clone(), part))
            }
            (Type::Map(fields), Term::Map(map)) => {
                for (key, value) in map.pairs() {
                    match self.field(fields, key, value) {
                        Field::Of(field) if !self.fits(&field.value, value) => {
                            return Some((Step::Value(key.clone()), field.value.clone(), value));
                        }
                        Field::None => return None,
                        _ => {}
                    }
                }
                None
            }
            // Of several alternatives that do not fit, the one that fits furthest explains best.
            (Type::Union(alternatives), _) => {
                let mut best: Option<(Vec<Step>, usize, &Arc<Type>)> = None;
                for alternative in alternatives {
                    let steps = self.misfit(alternative, term, names)?;
                    if steps == 0 {
                        continue;
                    }
                    let path = self.first_steps(alternative, term, look_ahead);
                    let is_best = best.as_ref().is_none_or(|(other, fewer, _)| {
                        furthest(&path, other).then(steps.cmp(fewer)).is_gt()
                    });
                    if is_best {
                        best = Some((path, steps, alternative));
                    }
                }
                let (_, _, alternative) = best?;
                self.descent_by_name(alternative, term, names, look_ahead)
            }
            // If nothing in it is to blame, the name says more than what it stands for.
            (Type::Named { .. } | Type::Record { .. }, _) => {
                if names.len() >= UNFOLDINGS || names.contains(wanted) {
                    return None;
                }
                names.push(wanted.clone());
                let unfolded = self.types.unfold(wanted);
                self.descent_by_name(&unfolded, term, names, look_ahead)
            }
            _ => None,
        }
    }
}

/// What a key and its value are compared with.
enum Field<'f> {
    Of(&'f MapField),
    /// They are known to fit one.
    Fits,
    /// No such key may be there.
    None,
}

/// What tells a term with parts from all that are alive.
fn address(term: &Term) -> Option<usize> {
    match term {
        Term::List(list) => Some(Arc::as_ptr(list).addr()),
        Term::Tuple(elements) if !elements.is_empty() => Some(elements.as_ptr().addr()),
        Term::Map(map) => Some(Arc::as_ptr(map).addr()),
        Term::Fun(fun) => Some(Arc::as_ptr(fun).addr()),
        _ => None,
    }
}

/// So many steps into a term are looked at to find the alternative that fits best. (Each may be of a
/// type with alternatives itself, so the work grows fast.)
const LOOK_AHEAD: usize = 3;

/// Does a term fit further if it fails here rather than there? What comes before the place fits.
fn furthest(here: &[Step], there: &[Step]) -> Ordering {
    let places = here.iter().zip(there).map(|pair| match pair {
        (Step::Element(here), Step::Element(there)) => here.cmp(there),
        (Step::Member(here), Step::Member(there)) => here.cmp(there),
        (Step::Tail, Step::Member(_)) => Ordering::Greater,
        (Step::Member(_), Step::Tail) => Ordering::Less,
        _ => Ordering::Equal,
    });
    places.fold(Ordering::Equal, Ordering::then)
}

/// In so many places a list is cut in two to see whether it fits then.
const MOST_SPLITS: usize = 64;

/// Is there only one term of this type?
fn is_single(key: &Type) -> bool {
    match key {
        Type::AtomLiteral(_) | Type::Nil => true,
        Type::Integer { low, high } => low.is_some() && low == high,
        Type::Tuple(types) => types.iter().all(|each| is_single(each)),
        _ => false,
    }
}

/// Is the length `size`, or `size` and a number of times `unit`?
fn has_length(length: u64, size: u64, unit: u64) -> bool {
    match unit {
        0 => length == size,
        _ => length >= size && (length - size).is_multiple_of(unit),
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not of type {}", self.found, self.expected)?;
        for (index, step) in self.path.iter().rev().enumerate() {
            write!(f, "{} {step}", if index == 0 { ", at" } else { " of" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Element(index) => write!(f, "element {index} of the tuple"),
            Step::Member(index) => write!(f, "element {index} of the list"),
            Step::Tail => write!(f, "the tail of the list"),
            Step::Value(key) => write!(f, "the value under {key}"),
        }
    }
}
