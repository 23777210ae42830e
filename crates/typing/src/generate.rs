//! What does a typical term of a type look like? Random terms, small and repeatable.
//!
//! A budget bounds the size. When it is used up, the rest of the term is the smallest that there
//! is, so recursive types come to an end.

use crate::deeper;
use crate::environment::Types;
use crate::hostile;
use crate::inhabitant;
use crate::random::Random;
use crate::tree::{MapField, Type};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Atom, BigInt, Term};

/// Where funs come from, if they are not to be made up: whoever runs the generated calls knows which
/// there are.
pub trait FunSource {
    /// A fun of this arity whose results are of this type, if there is one.
    fn fun(&self, random: &mut Random, arity: usize, result: &Arc<Type>) -> Option<Term>;
}

pub struct Generator<'a> {
    pub types: &'a Types,
    pub random: Random,
    pub funs: Option<&'a dyn FunSource>,
    /// Texts worth trying where a text is wanted.
    pub texts: Vec<String>,
    /// Terms of named types that were met in practice, by module and name. Few random terms are
    /// balanced trees or well-formed arrays; these are.
    pub pools: FxHashMap<(Atom, Atom), Vec<Term>>,
    smallest: FxHashMap<Arc<Type>, Option<Term>>,
}

/// The most terms that a pool keeps.
const POOL: usize = 50;

impl<'a> Generator<'a> {
    pub fn new(types: &'a Types, random: Random) -> Generator<'a> {
        Generator {
            types,
            random,
            funs: None,
            texts: Vec::new(),
            pools: FxHashMap::default(),
            smallest: FxHashMap::default(),
        }
    }

    /// A term of the type, of about so many parts at most; `None` if the type is empty.
    pub fn term(&mut self, wanted: &Arc<Type>, budget: usize) -> Option<Term> {
        if budget == 0 {
            return self.smallest(wanted);
        }
        match &**wanted {
            Type::None => None,
            Type::Any | Type::Variable(_) => Some(hostile::term(&mut self.random, budget.min(8))),
            Type::Atom => Some(hostile::atom(&mut self.random)),
            Type::Integer { low, high } => self.integer(low.as_ref(), high.as_ref()),
            Type::Float => Some(hostile::float(&mut self.random)),
            Type::Cons { element, tail } => self.cons(element, tail, budget),
            Type::AnyTuple => {
                let length = self.random.below(5);
                Some(Term::tuple((0..length).map(|_| self.anything(budget / 4)).collect()))
            }
            Type::Tuple(types) => {
                let share = budget / types.len().max(1);
                let elements: Option<Vec<Term>> =
                    types.iter().map(|each| self.below(each, share)).collect();
                elements.map(Term::tuple)
            }
            Type::AnyMap => {
                let length = self.random.below(6);
                let pairs = (0..length).map(|_| (self.anything(1), self.anything(budget / 6)));
                Some(Term::map(pairs.collect()))
            }
            Type::Map(fields) => self.map(fields, budget),
            Type::Bits { size, unit } => Some(self.bits(*size as usize, *unit as usize)),
            Type::Fun { parameters, result } => {
                let arity = parameters.as_ref().map_or_else(|| self.random.below(4), Vec::len);
                let fun = match self.funs {
                    Some(funs) => funs.fun(&mut self.random, arity, result),
                    None => self.made_up(arity, parameters.as_deref(), result, budget),
                };
                Some(fun.unwrap_or_else(|| inhabitant::fun(arity)))
            }
            Type::Pid => Some(hostile::pid(&mut self.random)),
            Type::Port => Some(hostile::port(&mut self.random)),
            Type::Reference => Some(hostile::reference(&mut self.random)),
            Type::Union(alternatives) => self.alternative(alternatives, budget),
            Type::Named { module, name, .. } => {
                if let Some(known) = self.pooled((*module, *name)) {
                    return Some(known);
                }
                let unfolded = self.types.unfold(wanted);
                self.below(&unfolded, budget.saturating_sub(1))
            }
            Type::Record { .. } => {
                let unfolded = self.types.unfold(wanted);
                self.below(&unfolded, budget)
            }
            Type::AtomLiteral(_) | Type::Nil => self.smallest(wanted),
        }
    }

    /// A fun with answers of its own for some arguments.
    fn made_up(
        &mut self,
        arity: usize,
        parameters: Option<&[Arc<Type>]>,
        result: &Arc<Type>,
        budget: usize,
    ) -> Option<Term> {
        let otherwise = self.below(result, budget / 2)?;
        let mut cases: Vec<(Vec<Term>, Term)> = Vec::new();
        let most = if arity == 0 { 0 } else { self.random.below(4) };
        for _ in 0..most {
            let arguments: Option<Vec<Term>> = match parameters {
                Some(types) => types.iter().map(|each| self.below(each, budget / 4)).collect(),
                None => Some((0..arity).map(|_| self.anything(1)).collect()),
            };
            let (Some(arguments), Some(value)) = (arguments, self.below(result, budget / 4)) else {
                break;
            };
            if cases.iter().all(|(known, _)| *known != arguments) {
                cases.push((arguments, value));
            }
        }
        Some(Term::made_up_fun(u8::try_from(arity).ok()?, cases, otherwise))
    }

    fn below(&mut self, wanted: &Arc<Type>, budget: usize) -> Option<Term> {
        deeper(|| self.term(wanted, budget))
    }

    fn anything(&mut self, budget: usize) -> Term {
        hostile::term(&mut self.random, budget.min(6))
    }

    fn smallest(&mut self, wanted: &Arc<Type>) -> Option<Term> {
        let types = self.types;
        self.smallest.entry(wanted.clone()).or_insert_with(|| types.smallest(wanted)).clone()
    }

    /// Empty alternatives are passed over.
    fn alternative(&mut self, alternatives: &[Arc<Type>], budget: usize) -> Option<Term> {
        // `[T]` is `[] | [T, ...]`: half of all lists need not be empty.
        if let [nil, cons] = alternatives
            && let (Type::Nil, Type::Cons { .. }) = (&**nil, &**cons)
            && !self.random.one_in(8)
            && let Some(list) = self.below(cons, budget)
        {
            return Some(list);
        }
        let first = self.random.below(alternatives.len());
        let (before, from) = alternatives.split_at(first);
        from.iter().chain(before).find_map(|each| self.below(each, budget))
    }

    fn integer(&mut self, low: Option<&BigInt>, high: Option<&BigInt>) -> Option<Term> {
        if matches!((low, high), (Some(low), Some(high)) if low > high) {
            return None;
        }
        let random = &mut self.random;
        let fits = |number: &BigInt| {
            low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
        };
        for _ in 0..4 {
            let number = match random.below(4) {
                0 => hostile::integer(random).to_big_int().unwrap_or_default(),
                1 => BigInt::from(hostile::character(random)),
                _ => BigInt::from(random.between(0, 12)),
            };
            if fits(&number) {
                return Some(Term::integer(number));
            }
        }
        let near = random.between(0, 9);
        let candidates = [low.map(|low| low + near), high.map(|high| high - near), low.cloned()];
        let found = candidates.into_iter().flatten().find(fits);
        Some(Term::integer(found.or_else(|| high.cloned()).unwrap_or_default()))
    }

    fn cons(&mut self, element: &Arc<Type>, tail: &Arc<Type>, budget: usize) -> Option<Term> {
        if is_character(element) && !self.texts.is_empty() && self.random.one_in(2) {
            let text = self.random.pick(&self.texts);
            return Some(Term::string(text)).filter(|text| !text.is_nil());
        }
        let most = if self.random.one_in(12) { 24 } else { 6 };
        let length = 1 + self.random.below(budget.clamp(1, most));
        let share = (budget - 1) / length;
        let elements: Option<Vec<Term>> = (0..length).map(|_| self.below(element, share)).collect();
        let tail = self.below(tail, share)?;
        Some(Term::list_with_tail(elements?, tail))
    }

    fn map(&mut self, fields: &[MapField], budget: usize) -> Option<Term> {
        let mut pairs: Vec<(Term, Term)> = Vec::new();
        let share = budget / (2 * fields.len().max(1));
        for field in fields {
            let has_one_key = matches!(*field.key, Type::AtomLiteral(_));
            let most = if has_one_key { 1 } else { 4 };
            let count = self.random.below(most + 1).max(usize::from(field.is_required));
            for _ in 0..count {
                match (self.below(&field.key, share), self.below(&field.value, share)) {
                    // The leftmost field that fits a key decides its value.
                    (Some(key), Some(_)) if pairs.iter().any(|(known, _)| *known == key) => {}
                    (Some(key), Some(value)) => pairs.push((key, value)),
                    _ if field.is_required => return None,
                    _ => {}
                }
            }
        }
        Some(Term::map(pairs))
    }

    fn bits(&mut self, size: usize, unit: usize) -> Term {
        if (size, unit) == (0, 8) && !self.texts.is_empty() && self.random.one_in(2) {
            return Term::binary(self.random.pick(&self.texts).as_bytes());
        }
        let most = if unit <= 8 { 16 } else { 3 };
        let times = self.random.below(most);
        hostile::bits_of_length(&mut self.random, size + unit * times)
    }

    // ---- terms met in practice ----

    fn pooled(&mut self, name: (Atom, Atom)) -> Option<Term> {
        let pool = self.pools.get(&name)?;
        (!self.random.one_in(4)).then(|| self.random.pick(pool).clone())
    }

    /// Keeps the parts of a term that are of named types, for later use as inputs.
    pub fn learn(&mut self, known: &Arc<Type>, term: &Term) {
        let random = &mut self.random;
        let pools = &mut self.pools;
        let mut keep = |name: (Atom, Atom), term: &Term| {
            let pool = pools.entry(name).or_default();
            if pool.len() < POOL {
                pool.push(term.clone());
            } else {
                // The old ones go by and by, so that small and large ones stay mixed.
                let index = random.below(4 * POOL);
                if let Some(place) = pool.get_mut(index) {
                    *place = term.clone();
                }
            }
        };
        walk(self.types, known, term, 0, &mut keep);
    }
}

/// How deep into a result the walk for named types goes.
const LEARN_DEPTH: usize = 4;

fn walk(
    types: &Types,
    known: &Arc<Type>,
    term: &Term,
    depth: usize,
    keep: &mut dyn FnMut((Atom, Atom), &Term),
) {
    if depth > LEARN_DEPTH || types.contains(known, term).is_err() {
        return;
    }
    let mut go = |each: &Arc<Type>, part: &Term| walk(types, each, part, depth + 1, keep);
    match (&**known, term) {
        (Type::Named { module, name, .. }, _) => keep((*module, *name), term),
        (Type::Union(alternatives), _) => alternatives.iter().for_each(|each| go(each, term)),
        (Type::Tuple(elements), Term::Tuple(tuple)) => {
            elements.iter().zip(tuple.iter()).for_each(|(each, part)| go(each, part));
        }
        (Type::Cons { element, .. }, Term::List(list)) => {
            list.elements.iter().take(3).for_each(|part| go(element, part));
        }
        _ => {}
    }
}

/// Is it `char()`, or the like?
fn is_character(element: &Type) -> bool {
    let Type::Integer { low: Some(low), high: Some(high) } = element else { return false };
    *low == BigInt::ZERO && high.to_u32().is_some_and(|high| matches!(high, 255 | 0x10_FFFF))
}
