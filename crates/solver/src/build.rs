//! Which input is in the graph? A term for every argument: what is decided as decided, what is free
//! as it was, and otherwise the smallest there is.
//!
//! Types unfold as constructors are chosen: a node is tried with one alternative of its type after
//! the other, and its parts with the types that this alternative gives them.

use crate::domain::Domain;
use crate::funs::{self, Calls};
use crate::graph::{Access, Contradiction, Graph, NodeId, part};
use crate::numbers::Assignment;
use crate::ranges::Range;
use crate::step::Halt;
use crate::why::{Hard, ShapeWhy, Why};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use symbolic::Basic;
use term::{Atom, Bits, Term};
use typing::{Scope, Type, Types, inhabitant};

pub struct Build<'g, 'p> {
    pub graph: &'g Graph<'p>,
    pub environment: &'g Types,
    pub numbers: &'g Assignment,
    /// The arguments of calls of funs, as far as they are known.
    pub(crate) calls: Calls,
    /// The types of the local variables around the fun that is built.
    pub(crate) scope: Scope,
    /// What these variables are in the run that we start from.
    pub(crate) locals: Vec<Term>,
    /// Nodes that are built, and must be the same everywhere.
    built: FxHashMap<NodeId, Term>,
    /// How much has been tried: recursive types end somewhere.
    steps: u32,
}

/// Something that was built, or why it was not.
pub type Built<T> = Result<T, Missing>;

/// Why something was not built. Of several alternatives that all were not, the last of these counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Missing {
    /// There is nothing: everything was tried.
    Nothing,
    /// A pid, port or reference might do, but none that is nobody's.
    Identifier,
    /// Something was given up that might have worked, or chosen that might have been something else.
    NotFound(Hard),
}

impl Missing {
    /// Nothing was found. Was that all there is?
    fn unless(is_all: bool, hard: Hard) -> Missing {
        if is_all { Missing::Nothing } else { Missing::NotFound(hard) }
    }
}

/// One alternative after the other: the first that is built.
pub(crate) fn first<A, T>(
    alternatives: impl IntoIterator<Item = A>,
    mut build: impl FnMut(A) -> Built<T>,
) -> Built<T> {
    let mut missing = Missing::Nothing;
    for alternative in alternatives {
        match build(alternative) {
            Ok(built) => return Ok(built),
            Err(other) => missing = missing.max(other),
        }
    }
    Err(missing)
}

/// The BEAM's limit for atoms.
const LONGEST_NAME: usize = 255;

/// More than any real input needs.
const MOST_STEPS: u32 = 20_000;

/// In which order kinds are tried where nothing speaks for one.
const PREFERENCE: [Basic; 13] = [
    Basic::Integer,
    Basic::Atom,
    Basic::Nil,
    Basic::Tuple,
    Basic::Cons,
    Basic::Float,
    Basic::Binary,
    Basic::Map,
    Basic::OddBits,
    Basic::Fun,
    Basic::Pid,
    Basic::Reference,
    Basic::Port,
];

/// The largest tuple that is made up. The BEAM has larger ones; nobody would read such an input, and a few of them fill the memory.
const LARGEST_MADE: u32 = 1 << 16;

impl<'g, 'p> Build<'g, 'p> {
    pub fn new(
        graph: &'g Graph<'p>,
        environment: &'g Types,
        numbers: &'g Assignment,
    ) -> Build<'g, 'p> {
        Build {
            graph,
            environment,
            numbers,
            calls: Calls::default(),
            scope: Scope::default(),
            locals: Vec::new(),
            built: FxHashMap::default(),
            steps: 0,
        }
    }

    /// What it says about the problem that something was not built: numbers were chosen before, and
    /// maybe something was assumed.
    pub fn judge(&self, missing: Missing) -> Halt<Why> {
        let why = match missing {
            Missing::Nothing if self.numbers.is_empty() => return self.graph.judge(Contradiction),
            Missing::Nothing => ShapeWhy::NotFound(Hard::Numbers),
            Missing::Identifier => ShapeWhy::OnlyIdentifier,
            Missing::NotFound(hard) => ShapeWhy::NotFound(hard),
        };
        Halt::GaveUp(why.into())
    }

    /// The term of a node within a type.
    pub fn node(&mut self, id: NodeId, wanted: &Arc<Type>) -> Built<Term> {
        runtime::compare::deeper(|| self.node_here(id, wanted))
    }

    fn node_here(&mut self, id: NodeId, wanted: &Arc<Type>) -> Built<Term> {
        let id = self.graph.find(id);
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Missing::NotFound(Hard::Large));
        }
        if let Some(term) = self.built.get(&id) {
            // It stands in two places: whatever fits here must have fit there.
            let fits = self.environment.contains_within(&self.scope, wanted, term);
            return if fits { Ok(term.clone()) } else { Err(Missing::NotFound(Hard::Shared)) };
        }
        let term = self.unsettled(id, wanted)?;
        self.settle(id, term.clone());
        Ok(term)
    }

    /// The term that a node is known to be.
    pub(crate) fn settled(&self, id: NodeId) -> Option<Term> {
        self.built.get(&self.graph.find(id)).cloned()
    }

    /// Everywhere the node is this term.
    pub(crate) fn settle(&mut self, id: NodeId, term: Term) {
        self.built.insert(self.graph.find(id), term);
    }

    /// A term of a node that is not built yet.
    pub(crate) fn unsettled(&mut self, id: NodeId, wanted: &Arc<Type>) -> Built<Term> {
        let mut alternatives = self.environment.alternatives(wanted);
        let hint = self.graph.node(id).hint.clone();
        // Stay close to where we come from: first the alternatives that the hint has.
        if let Some(hint) = &hint {
            let kind = Basic::of(hint);
            alternatives.sort_by_key(|alternative| !may_be(alternative, kind));
        }
        first(alternatives, |alternative| self.alternative(id, &alternative, hint.as_ref()))
    }

    fn alternative(&mut self, id: NodeId, wanted: &Arc<Type>, hint: Option<&Term>) -> Built<Term> {
        let mut kinds: Vec<Basic> = PREFERENCE.to_vec();
        if let Some(hint) = hint {
            let kind = Basic::of(hint);
            kinds.sort_by_key(|other| *other != kind);
        }
        let allowed = self.graph.node(id).domain.kinds;
        kinds.retain(|kind| allowed.contains(*kind) && may_be(wanted, *kind));
        first(kinds, |kind| self.kind(id, wanted, kind, hint))
    }

    fn kind(
        &mut self,
        id: NodeId,
        wanted: &Arc<Type>,
        kind: Basic,
        hint: Option<&Term>,
    ) -> Built<Term> {
        let graph = self.graph;
        let domain = &graph.node(id).domain;
        if let Some(number) = self.numbers.values.get(&id) {
            let fits =
                Basic::of(number) == kind && self.environment.contains(wanted, number).is_ok();
            let missing = Missing::NotFound(Hard::Numbers);
            return if fits { Ok(number.clone()) } else { Err(missing) };
        }
        let is_literal = domain.literal.is_some();
        match kind {
            Basic::Integer => integer_in(domain, wanted, hint).ok_or(Missing::Nothing),
            Basic::Float => {
                let wish = hint.and_then(|hint| match hint {
                    Term::Float(number) => Some(*number),
                    _ => None,
                });
                let found = domain.some_float(wish).map(Term::Float);
                let is_all = is_literal || domain.has_one_number();
                found.ok_or(Missing::unless(is_all, Hard::Excluded))
            }
            Basic::Atom => {
                let is_finite = is_literal || domain.names.is_some();
                let is_finite = is_finite || matches!(**wanted, Type::AtomLiteral(_));
                if self.is_module(id) {
                    return self.module(id, wanted, hint);
                }
                match graph.node(id).children.get(&Access::Text) {
                    Some(&text) => self.atom_with_text(domain, wanted, text),
                    None => {
                        let found = self.atom_in(domain, wanted, hint);
                        found.ok_or(Missing::unless(is_finite, Hard::Excluded))
                    }
                }
            }
            Basic::Nil => domain.allows(&Term::Nil).then_some(Term::Nil).ok_or(Missing::Nothing),
            Basic::Cons => self.cons(id, wanted, hint),
            Basic::Tuple => self.tuple(id, wanted, hint),
            Basic::Map => self.map(id, wanted, hint),
            Basic::Fun if !graph.node(id).children.is_empty() => {
                let found = self.fun(id, wanted, hint);
                // Another fun might do.
                found.map_err(|missing| match missing {
                    Missing::Identifier => missing,
                    _ => missing.max(Missing::unless(is_literal, Hard::Funs)),
                })
            }
            Basic::Binary | Basic::OddBits if self.numbers.bits.contains_key(&id) => {
                self.bits(id, wanted, kind, hint).ok_or(Missing::NotFound(Hard::Bits))
            }
            Basic::Pid | Basic::Port | Basic::Reference => {
                let missing = if is_literal { Missing::Nothing } else { Missing::Identifier };
                self.plain(domain, wanted, kind, hint)
                    .or_else(|| self.local(domain, wanted, kind))
                    .ok_or(missing)
            }
            _ => {
                let found = self.plain(domain, wanted, kind, hint);
                let is_all = match &**wanted {
                    Type::Fun { parameters: Some(parameters), .. } => {
                        !domain.allows_fun_arity(parameters.len() as u32)
                    }
                    _ => false,
                };
                found.ok_or(Missing::unless(is_all || is_literal, Hard::Excluded))
            }
        }
    }

    pub(crate) fn atom_in(
        &self,
        domain: &Domain,
        wanted: &Type,
        hint: Option<&Term>,
    ) -> Option<Term> {
        if let Type::AtomLiteral(name) = wanted {
            let term = Term::Atom(*name);
            return domain.allows(&term).then_some(term);
        }
        let wish = hint.and_then(|hint| match hint {
            Term::Atom(name) => Some(*name),
            _ => None,
        });
        domain.some_atom(wish).map(Term::Atom)
    }

    /// An atom of whose text something is known: one of the names that there are, or what the text
    /// says.
    fn atom_with_text(&mut self, domain: &Domain, wanted: &Arc<Type>, text: NodeId) -> Built<Term> {
        let only = match (&domain.literal, &**wanted) {
            (Some(Term::Atom(name)), _) | (_, Type::AtomLiteral(name)) => Some(vec![*name]),
            _ => domain.names.clone(),
        };
        if let Some(names) = only {
            let mut names = names.into_iter().map(Term::Atom).filter(|name| domain.allows(name));
            let found = names.find(|name| {
                let name = part(name, Access::Text).expect("atoms have texts");
                fits(self.graph, text, &name)
            });
            return found.ok_or(Missing::Nothing);
        }
        const ANOTHER_TEXT: Missing = Missing::NotFound(Hard::Text);
        let characters = Arc::new(Type::list(Arc::new(Type::character())));
        let text = self.node(text, &characters)?;
        let name = text.as_string().ok_or(ANOTHER_TEXT)?;
        let term = Term::Atom(Atom::new(&name));
        let is_fine = name.chars().count() <= LONGEST_NAME && domain.allows(&term);
        if is_fine { Ok(term) } else { Err(ANOTHER_TEXT) }
    }

    /// A bitstring that somebody has looked into.
    fn bits(
        &self,
        id: NodeId,
        wanted: &Arc<Type>,
        kind: Basic,
        hint: Option<&Term>,
    ) -> Option<Term> {
        let plan = &self.numbers.bits[&id];
        let domain = &self.graph.node(id).domain;
        let term = plan.term(domain.literal.as_ref().or(hint))?;
        let is_fine = |term: &Term| {
            Basic::of(term) == kind
                && domain.allows(term)
                && self.environment.contains(wanted, term).is_ok()
        };
        if is_fine(&term) {
            return Some(term);
        }
        // If it must not be just this one, bits that nobody has looked at may be others.
        let other = plan.flipped(&term)?;
        is_fine(&other).then_some(other)
    }

    /// Kinds whose inside nobody has looked at: as it was, or the smallest.
    fn plain(
        &self,
        domain: &Domain,
        wanted: &Arc<Type>,
        kind: Basic,
        hint: Option<&Term>,
    ) -> Option<Term> {
        let smallest = match kind {
            Basic::Binary => vec![Term::binary(&[]), Term::binary(&[0]), Term::binary(&[0, 0])],
            Basic::OddBits => {
                vec![Term::Bits(Bits::new(vec![0], 1)), Term::Bits(Bits::new(vec![128], 1))]
            }
            Basic::Fun => {
                let (parameters, result) = match &**wanted {
                    Type::Fun { parameters, result } => {
                        (parameters.as_ref().map(Vec::len), self.environment.smallest(result))
                    }
                    _ => (None, None),
                };
                let result = result.unwrap_or(Term::Nil);
                (0..=255)
                    .filter(|arity| domain.allows_fun_arity(u32::from(*arity)))
                    .filter(|arity| parameters.is_none_or(|wanted| wanted == usize::from(*arity)))
                    .take(1)
                    .flat_map(|arity| {
                        let constant = Term::constant_fun(arity, result.clone());
                        let others_return = others().map(|other| Term::constant_fun(arity, other));
                        let same = funs::others(arity, &[], &result);
                        std::iter::once(constant).chain(same).chain(others_return)
                    })
                    .collect()
            }
            Basic::Pid => nobodys(inhabitant::pid),
            Basic::Port => nobodys(inhabitant::port),
            Basic::Reference => nobodys(inhabitant::reference),
            _ => Vec::new(),
        };
        let by_type = self.environment.smallest(wanted).filter(|term| Basic::of(term) == kind);
        hint.cloned()
            .into_iter()
            .chain(domain.literal.clone())
            .chain(by_type)
            .chain(smallest)
            .filter(|term| Basic::of(term) == kind && domain.allows(term))
            .find(|term| self.environment.contains(wanted, term).is_ok())
    }

    /// What a made-up fun has been given it can hand on.
    fn local(&self, domain: &Domain, wanted: &Arc<Type>, kind: Basic) -> Option<Term> {
        let mut locals = self.locals.iter().filter(|local| Basic::of(local) == kind);
        let fits = |local: &&Term| {
            domain.allows(local) && self.environment.contains(wanted, local).is_ok()
        };
        locals.find(fits).cloned()
    }

    fn cons(&mut self, id: NodeId, wanted: &Arc<Type>, hint: Option<&Term>) -> Built<Term> {
        let graph = self.graph;
        let node = graph.node(id);
        if node.children.is_empty()
            && let Some(term) = self.untouched(&node.domain, wanted, hint, Basic::Cons)
        {
            return Ok(term);
        }
        let (element, tail) = match &**wanted {
            Type::Cons { element, tail } => {
                // After the first element, more may follow before the tail.
                let tail = Type::union([tail.clone(), wanted.clone()]);
                (element.clone(), Arc::new(tail))
            }
            _ => (Arc::new(Type::Any), Arc::new(Type::Any)),
        };
        let head = self.part(id, Access::Head, &element, hint)?;
        let rest = self.part(id, Access::Tail, &tail, hint)?;
        let wanted = [element, tail];
        let cons = |parts: &[Term]| Term::list_with_tail(vec![parts[0].clone()], parts[1].clone());
        self.checked(id, &[Access::Head, Access::Tail], &wanted, vec![head, rest], &cons)
    }

    fn tuple(&mut self, id: NodeId, wanted: &Arc<Type>, hint: Option<&Term>) -> Built<Term> {
        let graph = self.graph;
        let node = graph.node(id);
        let wanted_size = self.numbers.sizes.get(&graph.find(id)).copied();
        if node.children.is_empty()
            && wanted_size.is_none()
            && let Some(term) = self.untouched(&node.domain, wanted, hint, Basic::Tuple)
        {
            return Ok(term);
        }
        let sizes: Vec<u32> = match (&**wanted, wanted_size) {
            (Type::Tuple(elements), None) => vec![elements.len() as u32],
            (Type::Tuple(elements), Some(size)) if elements.len() != size as usize => vec![],
            (_, Some(size)) => vec![size],
            (_, None) => {
                let as_before = match hint {
                    Some(Term::Tuple(elements)) => Some(elements.len() as u32),
                    _ => None,
                };
                // The smallest may be a literal that is excluded.
                as_before.into_iter().chain(node.domain.arities().take(2)).collect()
            }
        };
        // Which sizes there are besides makes no difference to the parts.
        first(sizes, |size| {
            if !node.domain.allows_arity(size) {
                return Err(Missing::Nothing);
            }
            if size > LARGEST_MADE {
                return Err(Missing::NotFound(Hard::Large));
            }
            let wanted: Vec<Arc<Type>> = match &**wanted {
                Type::Tuple(elements) => elements.to_vec(),
                _ => (0..size).map(|_| Arc::new(Type::Any)).collect(),
            };
            let accesses: Vec<Access> = (0..size).map(Access::Element).collect();
            let parts: Built<Vec<Term>> = accesses
                .iter()
                .zip(&wanted)
                .map(|(access, wanted)| self.part(id, *access, wanted, hint))
                .collect();
            let tuple = |parts: &[Term]| Term::tuple(parts.to_vec());
            self.checked(id, &accesses, &wanted, parts?, &tuple)
        })
    }

    /// A compound that nobody has looked into stays as it was, or is the literal it must be.
    pub(crate) fn untouched(
        &self,
        domain: &Domain,
        wanted: &Arc<Type>,
        hint: Option<&Term>,
        kind: Basic,
    ) -> Option<Term> {
        let candidates = domain.literal.iter().chain(hint);
        candidates
            .filter(|term| Basic::of(term) == kind && domain.allows(term))
            .find(|term| self.environment.contains(wanted, term).is_ok())
            .cloned()
    }

    /// A term of these parts, if it is allowed. If not, parts that nobody has looked into may be
    /// something else.
    fn checked(
        &mut self,
        id: NodeId,
        accesses: &[Access],
        wanted: &[Arc<Type>],
        parts: Vec<Term>,
        make: &dyn Fn(&[Term]) -> Term,
    ) -> Built<Term> {
        let node = self.graph.node(id);
        let term = make(&parts);
        if node.domain.allows(&term) {
            return Ok(term);
        }
        let is_free = |index: &usize| !node.children.contains_key(&accesses[*index]);
        for index in (0..parts.len()).filter(is_free) {
            for other in others() {
                let mut parts = parts.clone();
                parts[index] = other;
                let term = make(&parts);
                let is_fine = self.environment.contains(&wanted[index], &parts[index]).is_ok();
                if is_fine && node.domain.allows(&term) {
                    return Ok(term);
                }
            }
        }
        // Another choice of its parts might have been allowed.
        Err(Missing::NotFound(Hard::Excluded))
    }

    /// A part: by its node, as it was, or the smallest.
    fn part(
        &mut self,
        id: NodeId,
        access: Access,
        wanted: &Arc<Type>,
        hint: Option<&Term>,
    ) -> Built<Term> {
        if let Some(&child) = self.graph.node(id).children.get(&access) {
            return self.node(child, wanted);
        }
        let before = hint.and_then(|hint| part(hint, access));
        if let Some(before) = before
            && self.environment.contains(wanted, &before).is_ok()
        {
            return Ok(before);
        }
        if matches!(**wanted, Type::Any) {
            return Ok(if access == Access::Tail { Term::Nil } else { Term::Int(0) });
        }
        self.environment.smallest(wanted).ok_or(Missing::NotFound(Hard::Types))
    }
}

/// Is the term one that the node and its parts allow, each for itself?
fn fits(graph: &Graph, id: NodeId, term: &Term) -> bool {
    let node = graph.node(id);
    let part_fits = |(access, child): (&Access, &NodeId)| {
        let part = part(term, *access);
        part.is_some_and(|part| runtime::compare::deeper(|| fits(graph, *child, &part)))
    };
    node.domain.allows(term) && node.children.iter().all(part_fits)
}

/// Identifiers that differ. What has to be somebody's cannot be made up.
pub(crate) fn nobodys(identifier: fn(u32) -> Term) -> Vec<Term> {
    (0..inhabitant::NOBODYS).map(identifier).collect()
}

/// A few plain terms that differ.
fn others() -> [Term; 6] {
    let one = Term::list(vec![Term::Int(0)]);
    [Term::Int(0), Term::Int(1), Term::Nil, one, Term::atom("a"), Term::atom("b")]
}

/// An integer of this type that the domain allows, near the hint if possible; `None` if there is none.
pub fn integer_in(domain: &Domain, wanted: &Type, hint: Option<&Term>) -> Option<Term> {
    let within = match wanted {
        Type::Integer { low, high } => Range { low: low.clone(), high: high.clone() },
        _ => Range::ALL,
    };
    let wish = domain.literal.as_ref().or(hint).and_then(Term::to_big_int);
    domain.nearest_integer(&within, &wish.unwrap_or(BigInt::ZERO)).map(Term::from)
}

/// Can a value of this type (an alternative) be of this kind?
pub fn may_be(alternative: &Type, kind: Basic) -> bool {
    match alternative {
        Type::Any | Type::Variable(_) => true,
        Type::None => false,
        Type::Atom | Type::AtomLiteral(_) => kind == Basic::Atom,
        Type::Integer { .. } => kind == Basic::Integer,
        Type::Float => kind == Basic::Float,
        Type::Nil => kind == Basic::Nil,
        Type::Cons { .. } => kind == Basic::Cons,
        Type::AnyTuple | Type::Tuple(_) => kind == Basic::Tuple,
        Type::AnyMap | Type::Map(_) => kind == Basic::Map,
        Type::Bits { .. } => matches!(kind, Basic::Binary | Basic::OddBits),
        Type::Fun { .. } => kind == Basic::Fun,
        Type::Pid => kind == Basic::Pid,
        Type::Port => kind == Basic::Port,
        Type::Reference => kind == Basic::Reference,
        // Unfolded before anybody asks.
        Type::Union(_) | Type::Named { .. } | Type::Record { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::ShapeSolver;
    use crate::stack::scripted::problem;
    use crate::{Answer, Problem, Solver};
    use symbolic::{Comparison, Constraint, Expr, Shape, Symbols};
    use term::atoms;

    fn solve(symbols: &Symbols, constraints: &[Constraint], types: &[Vec<Arc<Type>>]) -> Answer {
        let environment = Types::new(Box::new(|_| None));
        let start: Vec<Term> = vec![Term::Nil; types[0].len()];
        let problem = problem(symbols, constraints, &start, &environment);
        ShapeSolver::native().solve(&Problem { types, ..problem })
    }

    fn holds(symbols: &mut Symbols, expr: Expr) -> Constraint {
        Constraint::is(symbols.intern(expr), Shape::Literal(Term::Atom(atoms::true_)))
    }

    #[test]
    fn tuples_that_nobody_would_read_exist_all_the_same() {
        let mut symbols = Symbols::new();
        let tuple = symbols.argument(0);
        let size = symbols.intern(Expr::TupleSize(tuple));
        for (least, is_found) in [(70, true), (i64::from(LARGEST_MADE) + 1, false)] {
            let bound = symbols.constant(Term::Int(least));
            let is_large =
                holds(&mut symbols, Expr::Compare(Comparison::GreaterOrEqual, size, bound));
            match solve(&symbols, &[is_large], &[vec![Arc::new(Type::AnyTuple)]]) {
                Answer::Sat(_) => assert!(is_found),
                answer => {
                    assert_eq!(answer, Answer::GaveUp(ShapeWhy::NotFound(Hard::Large).into()));
                }
            }
        }
    }

    /// `-spec f(#{1..5 => any()}, 1..5)`: the first key is 1, and the second argument is no key.
    #[test]
    fn a_key_that_is_not_there_might_have_been_another_one() {
        let mut symbols = Symbols::new();
        let (map, key) = (symbols.argument(0), symbols.argument(1));
        let first = symbols.intern(Expr::MapKey { map, index: 0 });
        let two = symbols.constant(Term::Int(2));
        let size = symbols.intern(Expr::MapSize(map));
        let has_key = symbols.intern(Expr::HasKey { map, key });
        let constraints = [
            Constraint::is(size, Shape::Literal(Term::Int(1))),
            holds(&mut symbols, Expr::Compare(Comparison::Less, first, two)),
            Constraint::is_not(has_key, Shape::Literal(Term::Atom(atoms::true_))),
        ];
        let number = Arc::new(Type::range(1, 5));
        let any = Arc::new(Type::Any);
        let field = typing::MapField { key: number.clone(), value: any, is_required: false };
        let map = Arc::new(Type::Map(vec![field]));
        let answer = solve(&symbols, &constraints, &[vec![map, number]]);
        assert!(!matches!(answer, Answer::Refuted(_)), "{answer:?}");
    }
}
