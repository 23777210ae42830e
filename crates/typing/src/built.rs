//! Which calls build a value of a type? An opaque value is what the functions of its module return, and nothing else: so
//! an input has such calls in its place (see [`term::built`]), with arguments that are found as all others are.
//!
//! A type with calls in it is a type like any other: the name `'$built':'gb_trees:tree'(K, V)` stands for a union
//! of tuples, one for each function whose `-spec` returns a `gb_trees:tree(K, V)`. What is opaque among the parameters of
//! these is such a name again. [`Plan`] says where in an argument the calls are.
//!
//! The functions are those that the module exports and specifies; it may name them itself:
//! `-ermine({build, tree/2, [empty/0, insert/3]})`.

use crate::deeper;
use crate::environment::{Types, lock};
use crate::state::STATE;
use crate::tree::{SpecClause, Type};
use core_erlang::FunctionName;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use term::built::{self, Constructor};
use term::{Atom, Term};

/// The module of the names.
const HOME: &str = "$built";

/// So many functions of a module are called to build values of one of its types.
const MOST_MAKERS: usize = 24;

/// Names of types are followed so deep to see whether something opaque is in them.
const DEEPEST: usize = 8;

/// A function that returns values of a type.
#[derive(Clone, Debug)]
pub struct Maker {
    pub builder: Constructor,
    pub label: Atom,
    /// What it is called with, with calls in place of what is opaque.
    pub parameters: Vec<Arc<Type>>,
    /// Where the calls are in these.
    pub plans: Vec<Plan>,
    /// The value is an element of a tuple that begins with one of these, if there are any.
    pub tags: Vec<Atom>,
    /// What it may return besides, and is no value of the type.
    pub others: Vec<Atom>,
}

/// All of them that are known.
#[derive(Clone, Debug, Default)]
pub struct Makers {
    pub all: Vec<Maker>,
    /// Is no value of the type made otherwise?
    pub is_complete: bool,
}

/// Where calls are in an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// Nowhere.
    Keep,
    /// It is one, of a function that returns such a value: a name in [`Type::Named`].
    Built(Arc<Type>),
    Tuple(Vec<Plan>),
    /// In each element.
    List(Box<Plan>),
    /// It is one of these, or none.
    Either(Vec<Plan>),
}

impl Plan {
    pub fn is_keep(&self) -> bool {
        *self == Plan::Keep
    }

    /// Where calls are in values of either type. Which of two tuples a value is cannot be told by its size: they
    /// become one, whose elements are either.
    pub fn or(self, other: Plan) -> Plan {
        if self == other {
            return self;
        }
        let mut all: Vec<Plan> = Vec::new();
        for plan in [self, other].into_iter().flat_map(Plan::members) {
            let is_alike = |known: &&mut Plan| match (&**known, &plan) {
                (Plan::Tuple(one), Plan::Tuple(other)) => one.len() == other.len(),
                (Plan::List(_), Plan::List(_)) => true,
                (one, other) => one == other,
            };
            match all.iter_mut().find(is_alike) {
                Some(known) => known.join(plan),
                None => all.push(plan),
            }
        }
        Plan::Either(all)
    }

    fn join(&mut self, other: Plan) {
        match (self, other) {
            (Plan::Tuple(one), Plan::Tuple(other)) => {
                for (one, other) in one.iter_mut().zip(other) {
                    *one = std::mem::replace(one, Plan::Keep).or(other);
                }
            }
            (Plan::List(one), Plan::List(other)) => {
                **one = std::mem::replace(&mut **one, Plan::Keep).or(*other);
            }
            _ => {}
        }
    }

    fn members(self) -> Vec<Plan> {
        match self {
            Plan::Keep => Vec::new(),
            Plan::Either(plans) => plans,
            plan => vec![plan],
        }
    }

    /// The same where a value may be of another type as well: it has a call there, or none.
    fn loose(self) -> Plan {
        match self {
            Plan::Keep => Plan::Keep,
            Plan::Built(_) => Plan::Either(vec![self]),
            Plan::Tuple(plans) => {
                Plan::Either(vec![Plan::Tuple(plans.into_iter().map(Plan::loose).collect())])
            }
            Plan::List(plan) => Plan::Either(vec![Plan::List(Box::new(plan.loose()))]),
            Plan::Either(plans) => plans.into_iter().map(Plan::loose).fold(Plan::Keep, Plan::or),
        }
    }
}

/// The name that stands for the calls which build a value of this opaque type.
pub(crate) fn named(module: Atom, name: Atom, arguments: &[Arc<Type>]) -> Arc<Type> {
    let name = Atom::new(&format!("{}:{}", module.name(), name.name()));
    Arc::new(Type::Named { module: Atom::new(HOME), name, arguments: arguments.to_vec() })
}

/// The type of which a name stands for the calls.
fn built_type(named: &Type) -> Option<(Atom, Atom, &[Arc<Type>])> {
    let Type::Named { module, name, arguments } = named else { return None };
    let (home, name) = name.name().split_once(':').filter(|_| module.name() == HOME)?;
    Some((Atom::new(home), Atom::new(name), arguments))
}

pub(crate) fn is_home(module: Atom) -> bool {
    module.name() == HOME
}

impl Types {
    /// The type with calls in place of what is opaque, and where they are. What no function returns stays as it is,
    /// and so does what is opaque in funs and in maps.
    pub fn with_calls(&self, wanted: &Arc<Type>) -> (Arc<Type>, Plan) {
        self.with_calls_below(wanted, DEEPEST)
    }

    fn with_calls_below(&self, wanted: &Arc<Type>, deepest: usize) -> (Arc<Type>, Plan) {
        let unchanged = (wanted.clone(), Plan::Keep);
        if deepest == 0 {
            return unchanged;
        }
        let each = |types: &[Arc<Type>]| -> (Vec<Arc<Type>>, Vec<Plan>) {
            types.iter().map(|each| self.with_calls_below(each, deepest - 1)).unzip()
        };
        match &**wanted {
            Type::Named { module, name, arguments } if self.is_opaque(wanted) => {
                match self.can_be_built(*module, *name, arguments) {
                    false => unchanged,
                    true => {
                        let built = named(*module, *name, arguments);
                        (built.clone(), Plan::Built(built))
                    }
                }
            }
            Type::Named { module, .. } if !is_home(*module) => {
                let unfolded = self.unfold(wanted);
                match self.with_calls_below(&unfolded, deepest - 1) {
                    (_, Plan::Keep) => unchanged,
                    changed => changed,
                }
            }
            Type::Record { .. } => match self.with_calls_below(&self.unfold(wanted), deepest - 1) {
                (_, Plan::Keep) => unchanged,
                changed => changed,
            },
            Type::Tuple(elements) => match each(elements) {
                (_, plans) if plans.iter().all(Plan::is_keep) => unchanged,
                (elements, plans) => (Arc::new(Type::Tuple(elements)), Plan::Tuple(plans)),
            },
            Type::Cons { element, tail } => match self.with_calls_below(element, deepest - 1) {
                (_, Plan::Keep) => unchanged,
                (element, plan) => {
                    let cons = Type::Cons { element, tail: tail.clone() };
                    (Arc::new(cons), Plan::List(Box::new(plan)))
                }
            },
            Type::Union(members) => {
                let (members, plans) = each(members);
                let is_tuple = |each: &&Arc<Type>| {
                    matches!(***each, Type::Tuple(_) | Type::AnyTuple | Type::Any)
                };
                let several = self.alternatives(wanted).iter().filter(is_tuple).count() > 1;
                match plans.iter().all(Plan::is_keep) {
                    true => unchanged,
                    false => {
                        let plan = plans.into_iter().fold(Plan::Keep, |all, plan| {
                            all.or(if several { plan.loose() } else { plan })
                        });
                        (Arc::new(Type::union(members)), plan)
                    }
                }
            }
            _ => unchanged,
        }
    }

    /// The functions that return values of the type that such a name stands for, the simplest first.
    pub fn makers(&self, built: &Arc<Type>) -> Arc<Makers> {
        if let Some(known) = lock(&self.makers).get(built) {
            return known.clone();
        }
        let found = match built_type(built) {
            Some((module, name, _)) if name.name() == STATE => self.makers_of_state(module),
            Some((module, name, arguments)) => {
                Target { types: self, module, name, arguments, takes_nothing: false }.makers()
            }
            None => Makers::default(),
        };
        let found = Arc::new(found);
        lock(&self.makers).insert(built.clone(), found.clone());
        found
    }

    /// Is there a function that returns such values, and takes none?
    fn can_be_built(&self, module: Atom, name: Atom, arguments: &[Arc<Type>]) -> bool {
        let target = Target { types: self, module, name, arguments, takes_nothing: false };
        let begins = |(_, clause): (FunctionName, SpecClause)| {
            let mut parameters = clause.parameters.iter();
            let target = target.of(&clause);
            target.place(&opened(&clause, &clause.result)).is_some()
                && parameters.all(|each| !target.is_in(&opened(&clause, each), DEEPEST))
        };
        target.specs().into_iter().any(begins)
    }

    /// Are all calls in these arguments where the types have them? A call in the place of just any term would be a
    /// tuple to some, and what it returns to others.
    pub(crate) fn calls_are_in_place(&self, types: &[Arc<Type>], arguments: &[Term]) -> bool {
        let mut pairs = types.iter().zip(arguments);
        pairs.all(|(wanted, term)| self.has_calls_in_place(wanted, term))
    }

    fn has_calls_in_place(&self, wanted: &Arc<Type>, term: &Term) -> bool {
        if !built::has_labels(term) {
            return true;
        }
        let all = |types: &[Arc<Type>], terms: &[Term]| {
            let mut pairs = types.iter().zip(terms);
            pairs.all(|(wanted, term)| deeper(|| self.has_calls_in_place(wanted, term)))
        };
        match (&**wanted, term) {
            (Type::Named { module, .. }, Term::Tuple(elements)) if is_home(*module) => {
                let label = elements.first().and_then(Term::as_atom);
                let makers = self.makers(wanted);
                let maker = makers.all.iter().find(|maker| Some(maker.label) == label);
                maker.is_some_and(|maker| all(&maker.parameters, &elements[1..]))
            }
            (Type::Tuple(types), Term::Tuple(elements)) if types.len() == elements.len() => {
                all(types, elements)
            }
            (Type::Cons { element, tail }, Term::List(list)) => {
                let is_one = |each: &Term| deeper(|| self.has_calls_in_place(element, each));
                let count = list.elements.iter().take_while(|each| is_one(each)).count();
                let rest = Term::list_with_tail(list.elements[count..].to_vec(), list.tail.clone());
                count > 0 && deeper(|| self.has_calls_in_place(tail, &rest))
            }
            (Type::AtomLiteral(label), Term::Atom(atom)) => label == atom,
            (Type::Union(members), _) => {
                members.iter().any(|member| self.has_calls_in_place(member, term))
            }
            _ => false,
        }
    }

    /// What the name stands for: one of the calls.
    pub(crate) fn calls_of(&self, name: Atom, arguments: &[Arc<Type>]) -> Arc<Type> {
        let built = Type::Named { module: Atom::new(HOME), name, arguments: arguments.to_vec() };
        let makers = self.makers(&Arc::new(built));
        let call = |maker: &Maker| {
            let label = Arc::new(Type::AtomLiteral(maker.label));
            let parts = [label].into_iter().chain(maker.parameters.iter().cloned());
            Arc::new(Type::Tuple(parts.collect()))
        };
        Arc::new(Type::union(makers.all.iter().map(call)))
    }
}

/// The type of which values are to be built.
struct Target<'a> {
    types: &'a Types,
    module: Atom,
    name: Atom,
    arguments: &'a [Arc<Type>],
    /// Has the function that is looked at no parameters? Then `t(_)` has nothing in it of another type.
    takes_nothing: bool,
}

/// Does a clause of a spec say that such values are returned?
enum Made {
    By(Box<Maker>),
    /// They are, in a way that is not followed.
    Otherwise,
    Not,
}

/// Where the value is in what a function returns.
struct Place {
    element: Option<usize>,
    tags: Vec<Atom>,
    others: Vec<Atom>,
    bindings: Vec<(Atom, Arc<Type>)>,
}

impl Target<'_> {
    fn makers(&self) -> Makers {
        let mut makers = Makers { all: Vec::new(), is_complete: self.are_all_known() };
        let mut labels = FxHashSet::default();
        for (function, clause) in self.specs() {
            match self.of(&clause).maker(function, &clause) {
                // Other clauses of the same spec are left out.
                Made::By(maker) if !labels.insert(maker.label) => makers.is_complete = false,
                Made::By(maker) => makers.all.push(*maker),
                Made::Otherwise => makers.is_complete = false,
                Made::Not => {}
            }
        }
        // What needs no such value comes first: a search begins with it.
        makers.all.sort_by_key(|maker| {
            let inner = maker.plans.iter().filter(|plan| !plan.is_keep()).count();
            (inner, maker.parameters.len())
        });
        if makers.all.len() > MOST_MAKERS {
            makers.all.truncate(MOST_MAKERS);
            makers.is_complete = false;
        }
        makers
    }

    /// The same for a clause of a spec.
    fn of(&self, clause: &SpecClause) -> Target<'_> {
        Target { takes_nothing: clause.parameters.is_empty(), ..*self }
    }

    /// The functions that may be called to build values: those that the module names, or all that it exports.
    fn specs(&self) -> Vec<(FunctionName, SpecClause)> {
        let Some(declarations) = self.types.declarations(self.module) else { return Vec::new() };
        let named = declarations.builders.get(&(self.name, self.arguments.len()));
        let is_wanted = |function: &FunctionName| match named {
            Some(named) => named.contains(function),
            None => declarations.exports.contains(function) && !trusts_its_caller(function),
        };
        let specs = declarations.specs.iter().filter(|(function, _)| is_wanted(function));
        let mut specs: Vec<(FunctionName, SpecClause)> = specs
            .flat_map(|(function, spec)| {
                spec.clauses.iter().map(|clause| (*function, clause.clone()))
            })
            .collect();
        specs.sort_by_key(|(function, _)| (function.arity, function.name.name().to_owned()));
        specs
    }

    /// Is it known of all functions of the module what they return?
    fn are_all_known(&self) -> bool {
        self.types.declarations(self.module).is_some_and(|declarations| {
            let is_known = |function: &FunctionName| {
                declarations.specs.contains_key(function) || function.name.name() == "module_info"
            };
            declarations.builders.contains_key(&(self.name, self.arguments.len()))
                || declarations.exports.iter().all(is_known)
        })
    }

    fn is(&self, module: Atom, name: Atom, arguments: &[Arc<Type>]) -> bool {
        module == self.module && name == self.name && arguments.len() == self.arguments.len()
    }

    fn maker(&self, function: FunctionName, clause: &SpecClause) -> Made {
        let result = opened(clause, &clause.result);
        let place = match self.place(&result) {
            Some(place) => place,
            None if self.is_in(&result, DEEPEST) => return Made::Otherwise,
            None => return Made::Not,
        };
        let builder = Constructor {
            module: self.module,
            function: function.name,
            arity: function.arity as usize,
            element: place.element,
        };
        let Some(label) = builder.label() else { return Made::Otherwise };
        let parameter = |open: &Arc<Type>| {
            let bound = opened(clause, open).substitute(&place.bindings);
            self.types.with_calls(&without_variables(&bound))
        };
        let (parameters, plans) = clause.parameters.iter().map(parameter).unzip();
        let Place { tags, others, .. } = place;
        Made::By(Box::new(Maker { builder, label, parameters, plans, tags, others }))
    }

    /// Where a value of the type is in a result, if it can be told from what else may be returned.
    fn place(&self, result: &Arc<Type>) -> Option<Place> {
        let alternatives = self.alternatives(result, DEEPEST);
        let mut place: Option<Place> = None;
        let mut others = Vec::new();
        for alternative in &alternatives {
            match (&**alternative, self.bindings(alternative), &mut place) {
                (_, Some(bindings), None) => {
                    place = Some(Place { element: None, tags: vec![], others: vec![], bindings });
                }
                (Type::AtomLiteral(other), ..) => others.push(*other),
                (Type::Tuple(elements), None, place) => {
                    let found = self.element(elements);
                    match (found, place) {
                        (Some(found), place @ None) => *place = Some(found),
                        (Some(found), Some(known))
                            if known.element == found.element && !found.tags.is_empty() =>
                        {
                            known.tags.extend(found.tags);
                        }
                        // A tuple that is none: only a tag tells.
                        (None, Some(known)) if !known.tags.is_empty() => {}
                        (None, None) if tag(elements).is_some() => {}
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        let mut place = place?;
        let has_other_tuples = alternatives.iter().any(|each| matches!(&**each, Type::Tuple(_)));
        if place.element.is_none() && has_other_tuples {
            return None;
        }
        place.others = others;
        Some(place)
    }

    /// `{ok, Value}`, `{Value, _}`: the value is one of the elements.
    fn element(&self, elements: &[Arc<Type>]) -> Option<Place> {
        let mut found = (1..)
            .zip(elements)
            .filter_map(|(index, element)| Some((index, self.bindings(element)?)));
        let (index, bindings) = found.next()?;
        if found.next().is_some() {
            return None;
        }
        let tags = tag(elements).filter(|_| index > 1).into_iter().collect();
        Some(Place { element: Some(index), tags, others: vec![], bindings })
    }

    /// What the variables of a result stand for, if it is the type.
    fn bindings(&self, result: &Arc<Type>) -> Option<Vec<(Atom, Arc<Type>)>> {
        let Type::Named { module, name, arguments } = &**result else { return None };
        if !self.is(*module, *name, arguments) {
            return None;
        }
        let mut bindings: Vec<(Atom, Arc<Type>)> = Vec::new();
        for (given, wanted) in arguments.iter().zip(self.arguments) {
            match &**given {
                Type::Variable(variable) => {
                    let known = bindings.iter().find(|(name, _)| name == variable);
                    if known.is_some_and(|(_, known)| known != wanted) {
                        return None;
                    }
                    bindings.push((*variable, wanted.clone()));
                }
                _ if given == wanted || matches!(**wanted, Type::Any) => {}
                // An empty one.
                Type::None => {}
                Type::Any if self.takes_nothing => {}
                _ => return None,
            }
        }
        Some(bindings)
    }

    /// What a result may be, with names of the type itself left as they are.
    fn alternatives(&self, result: &Arc<Type>, deepest: usize) -> Vec<Arc<Type>> {
        match &**result {
            Type::Union(members) => {
                members.iter().flat_map(|member| self.alternatives(member, deepest)).collect()
            }
            Type::Named { module, name, arguments } if deepest > 0 => {
                let is_it = self.is(*module, *name, arguments);
                match is_it || self.types.is_opaque(result) {
                    true => vec![result.clone()],
                    false => self.alternatives(&self.types.unfold(result), deepest - 1),
                }
            }
            Type::None => vec![],
            _ => vec![result.clone()],
        }
    }

    /// Is a value of the type anywhere in it?
    fn is_in(&self, within: &Arc<Type>, deepest: usize) -> bool {
        match &**within {
            Type::Named { module, name, arguments } if self.is(*module, *name, arguments) => true,
            _ if deepest == 0 => false,
            Type::Named { .. } if !self.types.is_opaque(within) => {
                self.is_in(&self.types.unfold(within), deepest - 1)
            }
            other => other.children().into_iter().any(|child| self.is_in(child, deepest - 1)),
        }
    }
}

/// `from_orddict/1`, `from_ordset/1`: what they are given is to be in order, which no type says and nobody checks.
fn trusts_its_caller(function: &FunctionName) -> bool {
    function.name.name().starts_with("from_ord")
}

/// The atom that a tuple begins with.
fn tag(elements: &[Arc<Type>]) -> Option<Atom> {
    match elements.first().map(|first| &**first) {
        Some(Type::AtomLiteral(tag)) => Some(*tag),
        _ => None,
    }
}

/// A type of a spec with what `when` says of its variables. Those of which it says nothing stay.
fn opened(clause: &SpecClause, open: &Arc<Type>) -> Arc<Type> {
    let mut opened = open.clone();
    for _ in 0..DEEPEST {
        let next = opened.substitute(&clause.constraints);
        if next == opened {
            break;
        }
        opened = next;
    }
    opened
}

/// A variable that is left may be anything.
fn without_variables(open: &Arc<Type>) -> Arc<Type> {
    match &**open {
        Type::Variable(_) => Arc::new(Type::Any),
        other if other.children().is_empty() => open.clone(),
        other => Arc::new(other.map_children(&mut |child| without_variables(child))),
    }
}

/// A plan and what it names, as terms for those who build: `keep`, `{built, Number}`, `{tuple, Plans}`, `{list, Plan}`,
/// `{either, Plans}`. The table has for each number the functions as `{Label, Module, Function, Plans, Element, Tags,
/// Others}`.
pub struct Table<'a> {
    types: &'a Types,
    names: Vec<Arc<Type>>,
    /// Is no value made otherwise?
    pub is_complete: bool,
}

/// More types than this are not built.
const MOST_NAMES: usize = 64;

impl<'a> Table<'a> {
    pub fn new(types: &'a Types) -> Table<'a> {
        Table { types, names: Vec::new(), is_complete: true }
    }

    pub fn plan(&mut self, plan: &Plan) -> Term {
        let tagged = |tag: &str, rest: Term| Term::tuple(vec![Term::atom(tag), rest]);
        match plan {
            Plan::Keep => Term::atom("keep"),
            Plan::Built(built) => {
                let known = self.names.iter().position(|name| name == built);
                let number = known.unwrap_or_else(|| {
                    self.names.push(built.clone());
                    self.names.len() - 1
                });
                tagged("built", Term::Int(number as i64 + 1))
            }
            Plan::Tuple(plans) => tagged("tuple", self.plans(plans)),
            Plan::List(plan) => {
                let plan = self.plan(plan);
                tagged("list", plan)
            }
            Plan::Either(plans) => tagged("either", self.plans(plans)),
        }
    }

    pub fn plans(&mut self, plans: &[Plan]) -> Term {
        Term::list(plans.iter().map(|plan| self.plan(plan)).collect())
    }

    /// The rows of all names that were met. `None`: there are too many.
    pub fn rows(&mut self) -> Option<Term> {
        let mut rows = Vec::new();
        while let Some(name) = self.names.get(rows.len()).cloned() {
            if rows.len() >= MOST_NAMES {
                return None;
            }
            let makers = self.types.makers(&name);
            self.is_complete &= makers.is_complete;
            let row = makers.all.iter().map(|maker| self.row(maker)).collect();
            rows.push(Term::list(row));
        }
        Some(Term::tuple(rows))
    }

    fn row(&mut self, maker: &Maker) -> Term {
        let atoms = |atoms: &[Atom]| Term::list(atoms.iter().copied().map(Term::Atom).collect());
        let Constructor { module, function, element, .. } = maker.builder;
        Term::tuple(vec![
            Term::Atom(maker.label),
            Term::Atom(module),
            Term::Atom(function),
            self.plans(&maker.plans),
            element.map_or(Term::atom("whole"), |index| Term::Int(index as i64)),
            atoms(&maker.tags),
            atoms(&maker.others),
        ])
    }
}
