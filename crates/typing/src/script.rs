//! Which calls of a module may stand in a script ([`term::script`]), and what may later ones take of what earlier
//! ones returned?
//!
//! A function *gives* what its `-spec` returns if that is a value which only the program can make: one of an opaque
//! type, a pid, a reference, a port, a table, or of a type of the module's own that is a record, a tuple or a map. The
//! parameters of such types take them, and nothing else. A function without a spec gives what it returns, and whatever
//! it takes may be what another gave.

use crate::environment::Types;
use crate::tree::{SpecClause, Type};
use core_erlang::FunctionName;
use std::sync::Arc;
use term::script::{self, Element, Gift, Step};
use term::{Atom, Term};

/// Names of types are followed so deep.
const DEEPEST: usize = 8;

/// What functions without a spec give.
const ANYTHING: &str = "value";

/// The scripts of a module.
pub struct Scripts {
    /// Of the list of calls. It begins with one that needs no result of another, if there are any such.
    pub wanted: Arc<Type>,
    /// Who is called, for those who carry a script out: see `erlang/models/ermine_script.erl`.
    pub rows: Term,
    /// Does any call take what another gave? If not, each might as well be made alone.
    pub is_connected: bool,
}

/// A function that may be called, as one clause of its spec has it.
struct Callable {
    function: FunctionName,
    parameters: Vec<Arc<Type>>,
    gives: Option<Given>,
    /// Is there no spec?
    is_untyped: bool,
}

struct Given {
    /// The most precise name of the type, and what it is in the end.
    name: Atom,
    base: Atom,
    place: GiftPlace,
}

/// Where in a result a value is.
#[derive(Clone)]
enum GiftPlace {
    /// It is the result, unless that is one of these atoms, or a tuple that begins with one of the tags.
    Whole {
        atoms: Vec<Atom>,
        tags: Vec<Atom>,
    },
    Element(Element),
}

/// Where results are among the arguments.
#[derive(Clone, PartialEq)]
enum Taking {
    Keep,
    Result(Atom),
    Possible(Atom),
    Tuple(Vec<Taking>),
    List(Box<Taking>),
}

impl Types {
    /// `None` if there is nothing to call.
    pub fn scripts(&self, module: Atom) -> Option<Scripts> {
        let reader = ApiReader { types: self, module };
        let callable = reader.callable();
        let mut kinds: Vec<(Atom, Atom)> = Vec::new();
        for given in callable.iter().filter_map(|each| each.gives.as_ref()) {
            kinds.push((given.name, given.base));
        }
        let mut scripts =
            Scripts { wanted: Arc::new(Type::Nil), rows: Term::Nil, is_connected: false };
        let (mut calls, mut first, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for each in callable {
            let Some((call, row, plans)) = reader.call(&each, &kinds) else { continue };
            scripts.is_connected |= plans.iter().any(|plan| *plan != Taking::Keep);
            let call = Arc::new(call);
            if !plans.iter().any(Taking::needs_result) {
                first.push(call.clone());
            }
            calls.push(call);
            rows.push(row);
        }
        if calls.is_empty() {
            return None;
        }
        let any = Arc::new(Type::list(Arc::new(Type::union(calls))));
        scripts.wanted = match first.is_empty() {
            true => any,
            false => Arc::new(Type::Cons { element: Arc::new(Type::union(first)), tail: any }),
        };
        scripts.rows = Term::list(rows);
        Some(scripts)
    }
}

struct ApiReader<'a> {
    types: &'a Types,
    module: Atom,
}

impl ApiReader<'_> {
    /// The exported functions that others call: no callbacks, and nothing that compilers add. What takes least
    /// comes first, for a script begins with it.
    fn callable(&self) -> Vec<Callable> {
        let Some(declarations) = self.types.declarations(self.module) else { return Vec::new() };
        let is_for_others = |function: &&FunctionName| {
            let name = function.name.name();
            let is_added = matches!(name, "module_info" | "behaviour_info" | "child_spec")
                || name.starts_with("__")
                || name.starts_with("MACRO-");
            !is_added && !self.is_callback(**function)
        };
        let mut functions: Vec<FunctionName> =
            declarations.exports.iter().filter(is_for_others).copied().collect();
        functions.sort_by_key(|function| (function.arity, function.name.name().to_owned()));
        functions.into_iter().flat_map(|function| self.ways_to_call(function)).collect()
    }

    /// Is it called by a behaviour, with or without a spec of its own? `gen_statem` calls functions by the names of
    /// states as well, unless there is one for all events.
    fn is_callback(&self, function: FunctionName) -> bool {
        let Some(declarations) = self.types.declarations(self.module) else { return false };
        let named = |name: &str, arity| FunctionName { name: Atom::new(name), arity };
        let state = named("state_name", function.arity);
        let has_states = !declarations.exports.contains(&named("handle_event", 4));
        let may_be_state = has_states && self.types.spec(self.module, function).is_none();
        declarations.behaviours.iter().any(|behaviour| {
            self.types.declarations(*behaviour).is_some_and(|each| {
                each.callbacks.contains_key(&function)
                    || may_be_state && each.callbacks.contains_key(&state)
            })
        })
    }

    fn ways_to_call(&self, function: FunctionName) -> Vec<Callable> {
        let Some(spec) = self.types.spec(self.module, function) else {
            let any = Arc::new(Type::Any);
            let parameters: Vec<Arc<Type>> = (0..function.arity).map(|_| any.clone()).collect();
            let name = Atom::new(ANYTHING);
            let ok = Element { index: 2, size: 2, tag: Some(Atom::new("ok")) };
            let whole =
                GiftPlace::Whole { atoms: vec![Atom::new("ok")], tags: vec![Atom::new("error")] };
            let way = |place| Callable {
                function,
                parameters: parameters.clone(),
                gives: Some(Given { name, base: name, place }),
                is_untyped: true,
            };
            return vec![way(whole), way(GiftPlace::Element(ok))];
        };
        let way = |clause: &SpecClause| Callable {
            function,
            parameters: clause.closed_parameters(),
            gives: self.given(&clause.closed_result()),
            is_untyped: false,
        };
        spec.clauses.iter().map(way).collect()
    }

    /// The first value in a result that only the program can make.
    fn given(&self, result: &Arc<Type>) -> Option<Given> {
        let alternatives = self.alternatives(result, DEEPEST);
        let atom = |each: &Arc<Type>| match **each {
            Type::AtomLiteral(atom) => Some(atom),
            _ => None,
        };
        let whole = alternatives.iter().find_map(|each| self.kind(each));
        if let Some((name, base)) = whole {
            let tags = alternatives.iter().filter_map(|each| match &**each {
                Type::Tuple(elements) => elements.first().and_then(atom),
                _ => None,
            });
            let (atoms, tags) = (alternatives.iter().filter_map(atom).collect(), tags.collect());
            return Some(Given { name, base, place: GiftPlace::Whole { atoms, tags } });
        }
        alternatives.iter().find_map(|each| {
            let Type::Tuple(elements) = &**each else { return None };
            let mut numbered = (1..).zip(elements);
            let (index, (name, base)) =
                numbered.find_map(|(index, element)| Some((index, self.kind(element)?)))?;
            let tag = elements.first().and_then(atom);
            let element = Element { index, size: elements.len(), tag };
            Some(Given { name, base, place: GiftPlace::Element(element) })
        })
    }

    /// What a result may be, with the names of what is given left as they are.
    fn alternatives(&self, result: &Arc<Type>, deepest: usize) -> Vec<Arc<Type>> {
        match &**result {
            Type::Union(members) => {
                members.iter().flat_map(|member| self.alternatives(member, deepest)).collect()
            }
            Type::Named { .. } if deepest > 0 && self.kind(result).is_none() => {
                self.alternatives(&self.types.unfold(result), deepest - 1)
            }
            Type::None => vec![],
            _ => vec![result.clone()],
        }
    }

    /// The name of a type that only the program makes values of, and what it is without the names.
    fn kind(&self, wanted: &Arc<Type>) -> Option<(Atom, Atom)> {
        self.kind_below(wanted, DEEPEST)
    }

    fn kind_below(&self, wanted: &Arc<Type>, deepest: usize) -> Option<(Atom, Atom)> {
        let built_in = |name| Some((Atom::new(name), Atom::new(name)));
        match &**wanted {
            Type::Pid => built_in("pid"),
            Type::Port => built_in("port"),
            Type::Reference => built_in("reference"),
            Type::Named { module, name, .. } if deepest > 0 => {
                let name = Atom::new(&format!("{}:{}", module.name(), name.name()));
                if self.types.is_opaque(wanted) {
                    return Some((name, name));
                }
                let unfolded = self.types.unfold(wanted);
                match &*unfolded {
                    Type::Record { .. } | Type::Tuple(_) | Type::Map(_)
                        if *module == self.module =>
                    {
                        Some((name, name))
                    }
                    _ => Some((name, self.kind_below(&unfolded, deepest - 1)?.1)),
                }
            }
            _ => None,
        }
    }

    /// The type of a call, its row, and where it takes what others gave.
    fn call(
        &self,
        callable: &Callable,
        kinds: &[(Atom, Atom)],
    ) -> Option<(Type, Term, Vec<Taking>)> {
        let FunctionName { name, arity } = callable.function;
        let gives = callable.gives.as_ref().map(|given| Gift {
            kind: given.name,
            element: match given.place {
                GiftPlace::Whole { .. } => None,
                GiftPlace::Element(element) => Some(element),
            },
        });
        let step = Step { module: self.module, function: name, arity: arity as usize, gives };
        let label = step.label()?;
        let parameter = |wanted: &Arc<Type>| match callable.is_untyped {
            true => self.anything(),
            false => self.taken(wanted, kinds, DEEPEST),
        };
        let (parameters, plans): (Vec<Arc<Type>>, Vec<Taking>) =
            callable.parameters.iter().map(parameter).unzip();
        let elements = [Arc::new(Type::AtomLiteral(label))].into_iter().chain(parameters);
        let (kind, place) = match &callable.gives {
            None => (Term::atom("none"), Term::atom("none")),
            Some(given) => (Term::Atom(given.name), given.place.term()),
        };
        let row = Term::tuple(vec![
            Term::Atom(label),
            Term::Atom(self.module),
            Term::Atom(name),
            Term::list(plans.iter().map(Taking::term).collect()),
            kind,
            place,
        ]);
        Some((Type::Tuple(elements.collect()), row, plans))
    }

    /// Anything, among which there is what other functions gave.
    fn anything(&self) -> (Arc<Type>, Taking) {
        let kind = Atom::new(ANYTHING);
        (Arc::new(Type::union([reference(kind), Arc::new(Type::Any)])), Taking::Possible(kind))
    }

    /// A parameter, with references in the place of what others give.
    fn taken(
        &self,
        wanted: &Arc<Type>,
        kinds: &[(Atom, Atom)],
        deepest: usize,
    ) -> (Arc<Type>, Taking) {
        if let Some(kind) = self.kind_given(wanted, kinds) {
            return (reference(kind), Taking::Result(kind));
        }
        let unchanged = (wanted.clone(), Taking::Keep);
        if deepest == 0 {
            return unchanged;
        }
        match &**wanted {
            Type::Named { .. } | Type::Record { .. } => {
                match self.taken(&self.types.unfold(wanted), kinds, deepest - 1) {
                    (_, Taking::Keep) => unchanged,
                    changed => changed,
                }
            }
            Type::Tuple(elements) => {
                let each = elements.iter().map(|each| self.taken(each, kinds, deepest - 1));
                let changed: (Vec<Arc<Type>>, Vec<Taking>) = each.unzip();
                match changed {
                    (_, plans) if plans.iter().all(|plan| *plan == Taking::Keep) => unchanged,
                    (elements, plans) => (Arc::new(Type::Tuple(elements)), Taking::Tuple(plans)),
                }
            }
            Type::Cons { element, tail } => match self.taken(element, kinds, deepest - 1) {
                (_, Taking::Keep) => unchanged,
                (element, plan) => {
                    let cons = Type::Cons { element, tail: tail.clone() };
                    (Arc::new(cons), Taking::List(Box::new(plan)))
                }
            },
            // What only the program can make is more to the point than what else there may be, such as names.
            Type::Union(members) => {
                let mut changed = members
                    .iter()
                    .map(|member| self.taken(member, kinds, deepest - 1))
                    .filter(|(_, plan)| *plan != Taking::Keep);
                match changed.next() {
                    Some((cons, plan @ Taking::List(_))) => {
                        (Arc::new(Type::union([Arc::new(Type::Nil), cons])), plan)
                    }
                    Some(changed) => changed,
                    None => unchanged,
                }
            }
            _ => unchanged,
        }
    }

    /// The kind of a parameter, if any function gives it: by its name, or at least by what it is.
    fn kind_given(&self, wanted: &Arc<Type>, kinds: &[(Atom, Atom)]) -> Option<Atom> {
        let (name, base) = self.kind(wanted)?;
        let by_name = kinds.iter().find(|(given, _)| *given == name);
        let by_base = || kinds.iter().find(|(_, given)| *given == base);
        by_name.or_else(by_base).map(|(given, _)| *given)
    }
}

/// `{'$result pid', 1}`
fn reference(kind: Atom) -> Arc<Type> {
    let label = Arc::new(Type::AtomLiteral(script::reference(kind)));
    Arc::new(Type::Tuple(vec![label, Arc::new(Type::at_least(1))]))
}

impl GiftPlace {
    fn term(&self) -> Term {
        let atoms = |atoms: &[Atom]| Term::list(atoms.iter().copied().map(Term::Atom).collect());
        Term::tuple(match self {
            GiftPlace::Whole { atoms: none, tags } => {
                vec![Term::atom("whole"), atoms(none), atoms(tags)]
            }
            GiftPlace::Element(Element { index, size, tag }) => vec![
                Term::Int(*index as i64),
                Term::Int(*size as i64),
                tag.filter(|_| *index > 1).map_or(Term::atom("none"), Term::Atom),
            ],
        })
    }
}

impl Taking {
    /// Can nobody make such a call who has no result yet?
    fn needs_result(&self) -> bool {
        match self {
            Taking::Result(_) => true,
            Taking::Tuple(plans) => plans.iter().any(Taking::needs_result),
            Taking::Keep | Taking::Possible(_) | Taking::List(_) => false,
        }
    }

    fn term(&self) -> Term {
        let tagged = |tag: &str, rest: Vec<Term>| {
            Term::tuple([Term::atom(tag)].into_iter().chain(rest).collect())
        };
        let of_kind = |kind: &Atom| vec![Term::Atom(*kind), Term::Atom(script::reference(*kind))];
        match self {
            Taking::Keep => Term::atom("keep"),
            Taking::Result(kind) => tagged("result", of_kind(kind)),
            Taking::Possible(kind) => tagged("possible", of_kind(kind)),
            Taking::Tuple(plans) => {
                tagged("tuple", vec![Term::list(plans.iter().map(Taking::term).collect())])
            }
            Taking::List(plan) => tagged("list", vec![plan.term()]),
        }
    }
}
