//! Which input is in the graph? A term for every argument: what is decided as decided, what is free
//! as it was, and otherwise the smallest there is.
//!
//! Types unfold as constructors are chosen: a node is tried with one alternative of its type after
//! the other, and its parts with the types that this alternative gives them.

use crate::domain::{Basic, Domain};
use crate::funs::Calls;
use crate::graph::{Access, Graph, NodeId, part};
use crate::numbers::Assignment;
use crate::ranges::Range;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Atom, Bits, Term};
use typing::{Type, Types};

pub struct Build<'g, 'p> {
    pub graph: &'g Graph<'p>,
    pub environment: &'g Types,
    pub numbers: &'g Assignment,
    /// The arguments of calls of funs, as far as they are known.
    pub(crate) calls: Calls,
    /// Nodes that are built, and must be the same everywhere.
    built: FxHashMap<NodeId, Term>,
    /// How much has been tried: recursive types end somewhere.
    steps: u32,
    /// Something was given up that might have worked.
    pub is_incomplete: bool,
    /// A pid, port or reference might have worked, which cannot be written down.
    pub lacks_identifier: bool,
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
            built: FxHashMap::default(),
            steps: 0,
            is_incomplete: false,
            lacks_identifier: false,
        }
    }

    /// The term of a node within a type; `None` if there is none (or none was found).
    pub fn node(&mut self, id: NodeId, wanted: &Arc<Type>) -> Option<Term> {
        runtime::compare::deeper(|| self.node_here(id, wanted))
    }

    fn node_here(&mut self, id: NodeId, wanted: &Arc<Type>) -> Option<Term> {
        let id = self.graph.find(id);
        self.steps += 1;
        if self.steps > MOST_STEPS {
            self.is_incomplete = true;
            return None;
        }
        if let Some(term) = self.built.get(&id) {
            // It stands in two places: whatever fits here must have fit there.
            let fits = self.environment.contains(wanted, term).is_ok();
            self.is_incomplete |= !fits;
            return fits.then(|| term.clone());
        }
        let term = self.unsettled(id, wanted)?;
        self.settle(id, term.clone());
        Some(term)
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
    pub(crate) fn unsettled(&mut self, id: NodeId, wanted: &Arc<Type>) -> Option<Term> {
        let mut alternatives = self.environment.alternatives(wanted);
        let hint = self.graph.node(id).hint.clone();
        // Stay close to where we come from: first the alternatives that the hint has.
        if let Some(hint) = &hint {
            let kind = Basic::of(hint);
            alternatives.sort_by_key(|alternative| !may_be(alternative, kind));
        }
        for alternative in alternatives {
            if let Some(term) = self.alternative(id, &alternative, hint.as_ref()) {
                return Some(term);
            }
        }
        None
    }

    fn alternative(&mut self, id: NodeId, wanted: &Arc<Type>, hint: Option<&Term>) -> Option<Term> {
        let mut kinds: Vec<Basic> = PREFERENCE.to_vec();
        if let Some(hint) = hint {
            let kind = Basic::of(hint);
            kinds.sort_by_key(|other| *other != kind);
        }
        let allowed = self.graph.node(id).domain.kinds;
        for kind in kinds {
            if !allowed.contains(kind) || !may_be(wanted, kind) {
                continue;
            }
            if let Some(term) = self.kind(id, wanted, kind, hint) {
                return Some(term);
            }
        }
        None
    }

    fn kind(
        &mut self,
        id: NodeId,
        wanted: &Arc<Type>,
        kind: Basic,
        hint: Option<&Term>,
    ) -> Option<Term> {
        let graph = self.graph;
        let domain = &graph.node(id).domain;
        if let Some(number) = self.numbers.values.get(&id) {
            let fits =
                Basic::of(number) == kind && self.environment.contains(wanted, number).is_ok();
            return fits.then(|| number.clone());
        }
        match kind {
            Basic::Integer => integer_in(domain, wanted, hint),
            Basic::Float => {
                let wish = hint.and_then(|hint| match hint {
                    Term::Float(number) => Some(*number),
                    _ => None,
                });
                let found = domain.some_float(wish).map(Term::Float);
                self.or_unknown(found, domain.literal.is_some() || domain.has_one_number())
            }
            Basic::Atom => {
                let is_finite = domain.literal.is_some() || domain.names.is_some();
                let is_finite = is_finite || matches!(**wanted, Type::AtomLiteral(_));
                let found = match graph.node(id).children.get(&Access::Text) {
                    Some(&text) => self.atom_with_text(domain, wanted, text),
                    None => self.atom_in(domain, wanted, hint),
                };
                self.or_unknown(found, is_finite)
            }
            Basic::Nil => domain.allows(&Term::Nil).then_some(Term::Nil),
            Basic::Cons => self.cons(id, wanted, hint),
            Basic::Tuple => self.tuple(id, wanted, hint),
            Basic::Map => self.map(id, wanted, hint),
            Basic::Fun if !graph.node(id).children.is_empty() => {
                let found = self.fun(id, wanted, hint);
                self.or_unknown(found, domain.literal.is_some())
            }
            Basic::Binary | Basic::OddBits if self.numbers.bits.contains_key(&id) => {
                let found = self.bits(id, wanted, kind, hint);
                self.or_unknown(found, false)
            }
            Basic::Pid | Basic::Port | Basic::Reference => {
                let found = self.plain(domain, wanted, kind, hint);
                self.lacks_identifier |= found.is_none() && domain.literal.is_none();
                found
            }
            _ => {
                let found = self.plain(domain, wanted, kind, hint);
                let is_all = match &**wanted {
                    Type::Fun { parameters: Some(parameters), .. } => {
                        !domain.allows_fun_arity(parameters.len() as u32)
                    }
                    _ => false,
                };
                self.or_unknown(found, is_all || domain.literal.is_some())
            }
        }
    }

    /// Nothing was found: unless everything was tried, there may be something all the same.
    fn or_unknown(&mut self, found: Option<Term>, is_all: bool) -> Option<Term> {
        self.is_incomplete |= found.is_none() && !is_all;
        found
    }

    fn atom_in(&self, domain: &Domain, wanted: &Type, hint: Option<&Term>) -> Option<Term> {
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
    fn atom_with_text(
        &mut self,
        domain: &Domain,
        wanted: &Arc<Type>,
        text: NodeId,
    ) -> Option<Term> {
        let only = match (&domain.literal, &**wanted) {
            (Some(Term::Atom(name)), _) | (_, Type::AtomLiteral(name)) => Some(vec![*name]),
            _ => domain.names.clone(),
        };
        if let Some(names) = only {
            let mut names = names.into_iter().map(Term::Atom).filter(|name| domain.allows(name));
            return names.find(|name| {
                let name = part(name, Access::Text).expect("atoms have texts");
                fits(self.graph, text, &name)
            });
        }
        let characters = Arc::new(Type::list(Arc::new(Type::character())));
        let name = self.node(text, &characters)?.as_string()?;
        let term = Term::Atom(Atom::new(&name));
        (name.chars().count() <= LONGEST_NAME && domain.allows(&term)).then_some(term)
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
                let result = match &**wanted {
                    Type::Fun { result, .. } => self.environment.smallest(result),
                    _ => None,
                };
                let result = result.unwrap_or(Term::Nil);
                (0..=255)
                    .filter(|arity| domain.allows_fun_arity(u32::from(*arity)))
                    .take(1)
                    .map(|arity| Term::constant_fun(arity, result.clone()))
                    .collect()
            }
            // No pid, port or reference can be written down.
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

    fn cons(&mut self, id: NodeId, wanted: &Arc<Type>, hint: Option<&Term>) -> Option<Term> {
        let graph = self.graph;
        let node = graph.node(id);
        if node.children.is_empty()
            && let Some(term) = self.untouched(&node.domain, wanted, hint, Basic::Cons)
        {
            return Some(term);
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

    fn tuple(&mut self, id: NodeId, wanted: &Arc<Type>, hint: Option<&Term>) -> Option<Term> {
        let graph = self.graph;
        let node = graph.node(id);
        let wanted_size = self.numbers.sizes.get(&graph.find(id)).copied();
        if node.children.is_empty()
            && wanted_size.is_none()
            && let Some(term) = self.untouched(&node.domain, wanted, hint, Basic::Tuple)
        {
            return Some(term);
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
        for size in sizes {
            if !node.domain.allows_arity(size) || size > LARGEST_MADE {
                continue;
            }
            let wanted: Vec<Arc<Type>> = match &**wanted {
                Type::Tuple(elements) => elements.to_vec(),
                _ => (0..size).map(|_| Arc::new(Type::Any)).collect(),
            };
            let accesses: Vec<Access> = (0..size).map(Access::Element).collect();
            let parts: Option<Vec<Term>> = accesses
                .iter()
                .zip(&wanted)
                .map(|(access, wanted)| self.part(id, *access, wanted, hint))
                .collect();
            let tuple = |parts: &[Term]| Term::tuple(parts.to_vec());
            let term = parts.and_then(|parts| self.checked(id, &accesses, &wanted, parts, &tuple));
            if term.is_some() {
                return term;
            }
        }
        None
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
    ) -> Option<Term> {
        let node = self.graph.node(id);
        let term = make(&parts);
        if node.domain.allows(&term) {
            return Some(term);
        }
        // Another choice of its parts might have been allowed.
        self.is_incomplete = true;
        let is_free = |index: &usize| !node.children.contains_key(&accesses[*index]);
        for index in (0..parts.len()).filter(is_free) {
            for other in others() {
                let mut parts = parts.clone();
                parts[index] = other;
                let term = make(&parts);
                let is_fine = self.environment.contains(&wanted[index], &parts[index]).is_ok();
                if is_fine && node.domain.allows(&term) {
                    return Some(term);
                }
            }
        }
        None
    }

    /// A part: by its node, as it was, or the smallest.
    fn part(
        &mut self,
        id: NodeId,
        access: Access,
        wanted: &Arc<Type>,
        hint: Option<&Term>,
    ) -> Option<Term> {
        if let Some(&child) = self.graph.node(id).children.get(&access) {
            return self.node(child, wanted);
        }
        let before = hint.and_then(|hint| part(hint, access));
        if let Some(before) = before
            && self.environment.contains(wanted, &before).is_ok()
        {
            return Some(before);
        }
        if matches!(**wanted, Type::Any) {
            return Some(if access == Access::Tail { Term::Nil } else { Term::Int(0) });
        }
        let smallest = self.environment.smallest(wanted);
        self.or_unknown(smallest, false)
    }
}

/// Is the term one that the node and its parts allow, each for itself?
fn fits(graph: &Graph, id: NodeId, term: &Term) -> bool {
    let node = graph.node(id);
    let part_fits = |(access, child): (&Access, &NodeId)| {
        part(term, *access).is_some_and(|part| fits(graph, *child, &part))
    };
    node.domain.allows(term) && node.children.iter().all(part_fits)
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
